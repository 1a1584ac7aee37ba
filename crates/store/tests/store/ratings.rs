//! Tests of ratings in the store.

use std::collections::HashSet;

use boneyard_base::{PlayerId, RecordId, TableId, Timestamp};
use boneyard_people::{rate_waiting, recompute_ratings};
use boneyard_protocol::people::{Preferences, UnratedReason};
use boneyard_protocol::{DeviceId, PersonId, RatingBoard};
use boneyard_ratings::{DAY_MS, PlayerOutcome, Rating, Weight};
use boneyard_rules::Seating;
use boneyard_rules::line::Preset;
use boneyard_rules::line::Rules;
use boneyard_rules::line::rules::SEATINGS;
use boneyard_store::{
    Entry, Leaderboard, MatchToRate, Name, NewAccount, NewDevice, NewRecord, NewRecordSeat,
    RatedMatch, RatedSeat, RatingRow, Step, Store,
};
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use serde_json::{Value, json};

use crate::NOW;
use crate::databases::{change, rows};
use crate::records::record;

const BOARD: Leaderboard = Leaderboard {
    game: RatingBoard::DrawPairs,
    bots: false,
};

/// A rating method for tests: the winner's mean rises by one unit, and the loser's falls by one.
fn one_each(rated: &RatedMatch, before: &[RatingRow]) -> Vec<Step> {
    let seats = rated.seats.iter().zip(before);
    seats
        .map(|(seat, rating_row)| {
            let before = rating_row.rating;
            let won = seat.outcome == PlayerOutcome::Won;
            let after = Rating {
                mean: before.mean + if won { 1_000_000 } else { -1_000_000 },
                ..before
            };
            Step { before, after }
        })
        .collect()
}

/// Adds a match that waits to be rated. The first player has won it.
async fn waiting(store: &Store, number: u32, players: [PlayerId; 2]) -> NewRecord {
    let record = NewRecord {
        rated: true,
        ..record(TableId::random(), number, players, ["Ana", "Ben"])
    };
    store.records().add(&record).await.unwrap();
    record
}

/// All matches that wait to be rated, in the form that [`Ratings::rate`](boneyard_store::Ratings::rate) takes.
async fn looked_at(store: &Store) -> Vec<MatchToRate> {
    let waiting = store.ratings().waiting_matches(100).await.unwrap();
    let looked_at = waiting.into_iter().map(|finished| {
        let seat = |(seat, player): (usize, &Option<PlayerId>)| RatedSeat {
            seat: seat as u8,
            side: seat as u8,
            player: player.unwrap(),
            outcome: [PlayerOutcome::Won, PlayerOutcome::Lost][seat],
            place: [1, 2][seat],
            kept: false,
        };
        MatchToRate {
            number: finished.number,
            unrated: None,
            rated: Some(RatedMatch {
                record: finished.record,
                board: BOARD,
                weight: Weight::new(50).unwrap(),
                quick: true,
                ended: finished.ended,
                seats: finished.players.iter().enumerate().map(seat).collect(),
            }),
        }
    });
    looked_at.collect()
}

/// This test runs on SQLite and on PostgreSQL.
pub(crate) async fn a_match_is_rated_once_and_three_a_day_of_the_same_two(address: String) {
    let store = Store::open(&address).await.unwrap();
    let [ana, ben, cleo] = [(); 3].map(|()| PlayerId::random());
    assert!(!store.ratings().may_be_rated(ana).await.unwrap());
    assert!(
        store
            .ratings()
            .may_be_rated(PlayerId::random_bot())
            .await
            .unwrap()
    );
    let mut records = Vec::new();
    for number in 1..=4 {
        records.push(waiting(&store, number, [ana, ben]).await);
    }
    records.push(waiting(&store, 5, [cleo, ana]).await);
    let matches = looked_at(&store).await;
    assert_eq!(matches.len(), 5);

    // Two servers rate at the same time. Each match is rated by only one of them.
    let (one, other) = tokio::join!(
        store.ratings().rate(matches.clone(), one_each),
        store.ratings().rate(matches.clone(), one_each)
    );
    assert_eq!(one.unwrap().len() + other.unwrap().len(), 8);
    assert!(
        store
            .ratings()
            .waiting_matches(100)
            .await
            .unwrap()
            .is_empty()
    );

    let rating_row = async |player| {
        store
            .ratings()
            .row_on(player, BOARD)
            .await
            .unwrap()
            .unwrap()
    };
    let ana_now = rating_row(ana).await;
    assert_eq!((ana_now.matches, ana_now.wins), (4, 3));
    assert_eq!(ana_now.rating.mean, 27_000_000);
    assert_eq!(ana_now.last, NOW.plus_ms(5));
    assert_eq!(rating_row(ben).await.rating.mean, 22_000_000);
    assert_eq!(rating_row(cleo).await.matches, 1);
    let bots = Leaderboard {
        bots: true,
        ..BOARD
    };
    assert_eq!(store.ratings().row_on(ana, bots).await.unwrap(), None);

    let (first, steps) = store
        .ratings()
        .rated_match(records[0].id)
        .await
        .unwrap()
        .unwrap();
    assert_eq!(Some(&first), matches[0].rated.as_ref());
    assert_eq!(steps[1].after.mean, 24_000_000);
    assert_eq!(
        store.ratings().rated_match(records[3].id).await.unwrap(),
        None
    );

    let often = store
        .ratings()
        .met_often(&[ana, ben, cleo], NOW)
        .await
        .unwrap();
    assert_eq!(often, HashSet::from([(ana, ben), (ben, ana)]));
    let tomorrow = NOW.plus_ms(boneyard_ratings::DAY_MS + 10);
    let often = store
        .ratings()
        .met_often(&[ana, ben, cleo], tomorrow)
        .await
        .unwrap();
    assert_eq!(often, HashSet::new());
}

/// This test runs on SQLite and on PostgreSQL.
pub(crate) async fn a_record_that_was_deleted_and_made_again_is_not_rated_again(address: String) {
    let store = Store::open(&address).await.unwrap();
    let [ana, ben] = [(); 2].map(|()| PlayerId::random());
    let record = waiting(&store, 1, [ana, ben]).await;
    let matches = looked_at(&store).await;
    assert_eq!(
        store.ratings().rate(matches, one_each).await.unwrap(),
        [ana, ben]
    );
    store
        .records()
        .delete_before(NOW.plus_ms(10))
        .await
        .unwrap();
    let kept = store.ratings().rated_matches(0, 10).await.unwrap();
    assert!(kept[0].record.is_none() && kept[0].rated.is_some());

    store.records().add(&record).await.unwrap();
    let matches = looked_at(&store).await;
    assert!(
        store
            .ratings()
            .rate(matches, one_each)
            .await
            .unwrap()
            .is_empty()
    );
    let again = store.ratings().rated_matches(0, 10).await.unwrap();
    assert_eq!(again.len(), 1);
    assert!(again[0].record.is_some());
    let sql = "SELECT rated FROM records";
    assert_eq!(rows(&address, sql).await, [["1"]]);
}

/// Makes the summary of a match that a random side has won. Sometimes a player has left the match.
fn summary(seating: Seating, dice: &mut StdRng) -> String {
    let sides = seating.sides().len();
    let winner = dice.random_range(0..sides);
    let seat = |leaves: bool| {
        let resigned = leaves.then_some(1);
        json!({ "bot": false, "resigned": resigned, "lent": [] })
    };
    let seats: Vec<_> = seating
        .seats()
        .map(|_| seat(dice.random_bool(0.05)))
        .collect();
    let presets = Preset::ALL.iter();
    let presets: Vec<_> = presets
        .filter(|preset| preset.seatings().contains(&seating))
        .collect();
    let preset = presets[dice.random_range(0..presets.len())];
    let rules = preset.for_seating(seating);
    played(&rules, winner, &json!(seats), dice.random_bool(0.9)).to_string()
}

/// Makes the stored summary of a match with these rules. `winner` is the side that won. `seats` describes the
/// player at each seat, and whether that player left the match.
fn played(rules: &Rules, winner: usize, seats: &Value, quick: bool) -> Value {
    json!({
        "rules": boneyard_rules::Rules::from(rules),
        "began": 0,
        "ended": 0,
        "scores": [],
        "winner": winner,
        "ending": { "type": "played", "winner": winner },
        "figures": [],
        "took_over": [],
        "clock": { "type": "none" },
        "times": { "ms": [], "forced": [] },
        "participation": seats,
        "quick": quick,
    })
}

/// Adds a match of these players, and rates it.
async fn add_match(
    store: &Store,
    number: u32,
    ended: Timestamp,
    (players, side): (&[PlayerId], fn(usize) -> u8),
    summary: Value,
) -> RecordId {
    let usual = record(TableId::random(), number, [players[0]; 2], ["Ana"; 2]);
    let seat = |(seat, &player)| NewRecordSeat {
        side: side(seat),
        player: Some(player),
        ..usual.seats[0].clone()
    };
    let record = NewRecord {
        rated: true,
        ended,
        summary: summary.to_string(),
        seats: players.iter().enumerate().map(seat).collect(),
        ..usual.clone()
    };
    store.records().add(&record).await.unwrap();
    rate_waiting(store).await.unwrap();
    record.id
}

/// The reason why a match wasn't rated.
async fn unrated(store: &Store, record: RecordId) -> Option<UnratedReason> {
    let found = store.ratings().unrated_match(record).await.unwrap();
    found.map(|(reason, _)| reason)
}

/// The side of each seat at a table of two.
const TWO: fn(usize) -> u8 = |seat| seat as u8;

/// This test runs on SQLite and on PostgreSQL.
pub(crate) async fn new_opponents_change_a_rating_three_times_a_day_or_a_week(address: String) {
    let store = Store::open(&address).await.unwrap();
    let ana = PlayerId::random();
    let mut number = 0;
    // Ana beats an account that has only been made to lose. Returns whether each of the ratings has changed.
    let mut beat = async |quick, ended| {
        number += 1;
        let players = [ana, PlayerId::random()];
        let summary = played(Preset::DRAW.rules(), 0, &json!([]), quick);
        let record = add_match(&store, number, ended, (&players, TWO), summary).await;
        let (rated, steps) = store.ratings().rated_match(record).await.unwrap().unwrap();
        let changed = [0, 1].map(|seat| steps[seat].after.mean != steps[seat].before.mean);
        assert_eq!([0, 1].map(|seat| !rated.seats[seat].kept), changed);
        changed
    };
    for quick in [true, false, true] {
        assert_eq!(beat(quick, NOW).await, [true, true]);
    }
    for quick in [false, true] {
        assert_eq!(beat(quick, NOW).await, [false, true]);
    }
    let day = |days: i64| NOW.plus_ms(days * DAY_MS);
    assert_eq!(beat(true, day(1).plus_ms(-1)).await, [false, true]);
    assert_eq!(beat(true, day(1)).await, [true, true]);

    // A rating that isn't provisional is changed as often in a week.
    let known = "UPDATE ratings SET deviation = 3000000 WHERE wins > 1";
    change(&address, known).await;
    assert_eq!(beat(true, day(2)).await, [false, true]);
    assert_eq!(beat(true, day(7)).await, [true, true]);
    change(&address, known).await;
    assert_eq!(beat(true, day(7)).await, [true, true]);
    change(&address, known).await;
    assert_eq!(beat(false, day(7)).await, [false, true]);
}

/// This test runs on SQLite and on PostgreSQL.
pub(crate) async fn a_match_whose_players_have_all_met_new_ones_is_not_rated(address: String) {
    let store = Store::open(&address).await.unwrap();
    let [ana, ben] = [(); 2].map(|()| PlayerId::random());
    let mut number = 0;
    let mut play = async |players: [PlayerId; 2]| {
        number += 1;
        let summary = played(Preset::DRAW.rules(), 0, &json!([]), true);
        add_match(&store, number, NOW, (&players, TWO), summary).await
    };
    for _ in 0..3 {
        play([ana, PlayerId::random()]).await;
        play([ben, PlayerId::random()]).await;
    }
    let record = play([ana, ben]).await;
    let reason = unrated(&store, record).await;
    assert_eq!(reason, Some(UnratedReason::NewOpponents));
    let same = recompute_ratings(&store, false).await.unwrap();
    assert_eq!((same.matches, same.different), (6, 0), "{same}");
}

/// This test runs on SQLite and on PostgreSQL.
pub(crate) async fn a_match_that_is_given_up_before_each_side_has_played_weighs_nothing(
    address: String,
) {
    let store = Store::open(&address).await.unwrap();
    let rules = Preset::DRAW.rules();
    let figures =
        |plays| json!({ "rounds": 1, "points": 0, "outs": 0, "plays": plays, "scoring_plays": 0 });
    let endings = [
        json!({ "type": "resigned", "seat": 1, "winner": 0 }),
        json!({ "type": "claimed", "seat": 1, "by": 0, "winner": 0 }),
        json!({ "type": "agreed" }),
    ];
    for (number, ending) in (0..).zip(endings) {
        for (plays, counts) in [
            ([0, 0], false),
            ([1, 0], false),
            ([0, 3], false),
            ([1, 1], true),
        ] {
            let players = [(); 2].map(|()| PlayerId::random());
            let mut summary = played(rules, 0, &json!([]), true);
            summary["ending"] = ending.clone();
            summary["figures"] = json!(plays.map(figures));
            let record = add_match(&store, number, NOW, (&players, TWO), summary).await;
            let reason = unrated(&store, record).await;
            assert_eq!(
                reason,
                (!counts).then_some(UnratedReason::GivenUp),
                "{ending} {plays:?}"
            );
            let is_rated = store.ratings().rated_match(record).await.unwrap().is_some();
            assert_eq!(is_rated, counts);
        }
    }
}

/// This test runs on SQLite and on PostgreSQL.
pub(crate) async fn a_partner_who_leaves_a_lost_match_is_spared_once_a_day(address: String) {
    let store = Store::open(&address).await.unwrap();
    let [ana, ben, cleo] = [(); 3].map(|()| PlayerId::random());
    let here = json!({ "bot": false, "resigned": null, "lent": [] });
    let left = json!({ "bot": false, "resigned": 1, "lent": [] });
    let mut number = 0;
    let mut leave = async |ended| {
        number += 1;
        // Each match has another new account at the seat opposite to Ana, and that account leaves the match.
        let players = [ana, ben, PlayerId::random(), cleo];
        let rules = Preset::FIVE_UP.for_seating(Seating::PARTNERS);
        let summary = played(&rules, 1, &json!([here, here, left, here]), true);
        let players = (&players[..], (|seat| seat as u8 % 2) as fn(usize) -> u8);
        let record = add_match(&store, number, ended, players, summary).await;
        let (rated, steps) = store.ratings().rated_match(record).await.unwrap().unwrap();
        let outcomes: Vec<_> = rated.seats.iter().map(|seat| seat.outcome).collect();
        assert_eq!(
            outcomes[1..],
            [PlayerOutcome::Won, PlayerOutcome::Left, PlayerOutcome::Won]
        );
        (outcomes[0], steps[0].after.mean < steps[0].before.mean)
    };
    assert_eq!(leave(NOW).await, (PlayerOutcome::Spared, false));
    assert_eq!(leave(NOW.plus_ms(1)).await, (PlayerOutcome::Lost, true));
    assert_eq!(
        leave(NOW.plus_ms(DAY_MS - 1)).await,
        (PlayerOutcome::Lost, true)
    );
    assert_eq!(leave(NOW.plus_ms(DAY_MS)).await.0, PlayerOutcome::Spared);
    assert_eq!(leave(NOW.plus_ms(DAY_MS + 1)).await.0, PlayerOutcome::Lost);

    let same = recompute_ratings(&store, false).await.unwrap();
    assert_eq!((same.matches, same.different), (5, 0), "{same}");
    // A row that wrongly says that a player was spared is found and corrected.
    let mercy = "UPDATE rated_seats SET outcome = 'spared' WHERE number = 2 AND seat = 0";
    change(&address, mercy).await;
    assert_eq!(recompute_ratings(&store, true).await.unwrap().different, 1);
    assert_eq!(recompute_ratings(&store, false).await.unwrap().different, 0);
}

/// This test runs on SQLite and on PostgreSQL.
pub(crate) async fn all_ratings_come_out_the_same_when_worked_out_again(address: String) {
    const MATCHES: u32 = 90;
    const HOUR_MS: i64 = 60 * 60 * 1000;
    let store = Store::open(&address).await.unwrap();
    let people: Vec<_> = (0..6).map(|_| PlayerId::random()).collect();
    let mut dice = StdRng::seed_from_u64(1);
    for number in 1..=MATCHES {
        let seating = SEATINGS[dice.random_range(0..SEATINGS.len())];
        let first = dice.random_range(0..people.len());
        let seat = |seat: boneyard_rules::Seat| NewRecordSeat {
            side: seating.side(seat).index() as u8,
            player: Some(people[(first + seat.index()) % people.len()]),
            ..record(TableId::random(), 1, [people[0]; 2], ["Ana"; 2]).seats[0].clone()
        };
        let record = NewRecord {
            rated: true,
            ended: NOW.plus_ms(i64::from(number) * 3 * HOUR_MS),
            summary: summary(seating, &mut dice),
            seats: seating.seats().map(seat).collect(),
            ..record(TableId::random(), number, [people[0]; 2], ["Ana"; 2])
        };
        store.records().add(&record).await.unwrap();
        if dice.random_bool(0.3) {
            rate_waiting(&store).await.unwrap();
        }
    }
    rate_waiting(&store).await.unwrap();
    let same = recompute_ratings(&store, false).await.unwrap();
    assert_eq!((same.different, same.without_record), (0, 0), "{same}");
    assert!(same.matches > 40 && same.ratings > 12, "{same}");

    // After records were deleted, the data that are stored with the ratings are enough to calculate the
    // ratings again.
    let early = NOW.plus_ms(20 * 3 * HOUR_MS);
    store.records().delete_before(early).await.unwrap();
    let same = recompute_ratings(&store, false).await.unwrap();
    assert_eq!(same.different, 0, "{same}");
    assert!(same.without_record > 10, "{same}");

    // The check finds a rating that differs by a millionth, and a missing rating.
    change(
        &address,
        "UPDATE rated_seats SET mean = mean + 1 WHERE number = 30 AND seat = 1",
    )
    .await;
    change(
        &address,
        "UPDATE ratings SET deviation = deviation - 1 WHERE wins = \
                      (SELECT MAX(wins) FROM ratings)",
    )
    .await;
    change(
        &address,
        "DELETE FROM ratings WHERE matches = (SELECT MIN(matches) FROM ratings)",
    )
    .await;
    let found = recompute_ratings(&store, false).await.unwrap();
    assert!(found.different >= 3, "{found}");
    assert!(
        found.to_string().contains("match 30 is stored otherwise"),
        "{found}"
    );
    let put_right = recompute_ratings(&store, true).await.unwrap();
    assert_eq!(put_right.different, found.different);
    let same = recompute_ratings(&store, false).await.unwrap();
    assert_eq!(same.different, 0, "{same}");
}

/// Makes an account with this name.
async fn keep(store: &Store, name: &str) -> (PlayerId, PersonId) {
    let (player, person) = (PlayerId::random(), PersonId::random());
    let account = NewAccount {
        player,
        person,
        name: Name {
            text: name.to_owned(),
            keys: [name.to_lowercase(), name.to_lowercase()],
        },
        recovery_hash: String::new(),
        device: NewDevice {
            device: DeviceId::random(),
            name: "Browser".to_owned(),
        },
    };
    store.accounts().keep(account, NOW).await.unwrap();
    (player, person)
}

/// This test runs on SQLite and on PostgreSQL.
pub(crate) async fn leaderboards_and_pages_show_what_is_public(address: String) {
    let store = Store::open(&address).await.unwrap();
    let leaderboards = store.leaderboards();
    let pages = store.pages();
    let board = BOARD;
    let entry = Entry {
        deviation_max: 2_500_000,
        since: NOW,
    };
    let stand = async |player, mean, deviation, ms| {
        let rating_row = RatingRow {
            rating: Rating { mean, deviation },
            last: NOW.plus_ms(ms),
            ..RatingRow::new(NOW)
        };
        store
            .ratings()
            .put_row(player, board, Some(rating_row))
            .await
            .unwrap();
    };
    let (ana, ana_page) = keep(&store, "Ana").await;
    let (ben, ben_page) = keep(&store, "Ben").await;
    let (cleo, _) = keep(&store, "Cleo").await;
    let (dan, dan_page) = keep(&store, "Dan").await;
    let (eve, _) = keep(&store, "Eve").await;
    stand(ana, 26_000_000, 2_400_000, 1).await;
    stand(ben, 27_000_000, 2_500_000, 1).await;
    // Cleo's rating is too uncertain to be listed, and Eve's is too old. Dan's rating is listed until Dan's
    // account is closed.
    stand(cleo, 40_000_000, 2_500_001, 1).await;
    stand(eve, 40_000_000, 2_000_000, -1).await;
    stand(dan, 40_000_000, 2_000_000, 1).await;
    let names = async || {
        let rows = leaderboards.rows(board, entry, 10).await.unwrap();
        let names: Vec<_> = rows.into_iter().map(|row| row.name).collect();
        names
    };
    assert_eq!(names().await, ["Dan", "Ben", "Ana"]);
    store.accounts().close(dan, NOW).await.unwrap();
    assert_eq!(names().await, ["Ben", "Ana"]);
    assert_eq!(pages.person(dan_page).await.unwrap(), None);
    let private = Preferences {
        ratings_public: false,
        ..Preferences::default()
    };
    store
        .accounts()
        .set_preferences(ben, &private)
        .await
        .unwrap();
    assert_eq!(names().await, ["Ana"]);
    assert_eq!(pages.person(ben_page).await.unwrap().unwrap().player, ben);
    assert_eq!(leaderboards.row_of(ben, board, entry).await.unwrap(), None);
    // Only players whom the leaderboard shows are counted.
    assert_eq!(
        leaderboards
            .count_from(board, entry, 26_000_001)
            .await
            .unwrap(),
        0
    );
    assert_eq!(
        leaderboards
            .count_from(board, entry, 26_000_000)
            .await
            .unwrap(),
        1
    );
    let own = leaderboards
        .row_of(ana, board, entry)
        .await
        .unwrap()
        .unwrap();
    assert_eq!((own.person, own.name.as_str()), (Some(ana_page), "Ana"));
    let bots = Leaderboard {
        bots: true,
        ..board
    };
    assert!(leaderboards.rows(bots, entry, 10).await.unwrap().is_empty());

    // Ana wins against Ben twice, and hides one of these matches.
    let first = waiting(&store, 1, [ana, ben]).await;
    let second = waiting(&store, 2, [ana, ben]).await;
    let matches = looked_at(&store).await;
    store.ratings().rate(matches, one_each).await.unwrap();
    assert_eq!(pages.matches(ana, 10).await.unwrap().len(), 2);
    store.records().hide(ana, second.id, true).await.unwrap();
    let shown = pages.matches(ana, 10).await.unwrap();
    assert_eq!((shown.len(), shown[0].won, shown[0].seat), (1, true, 0));
    assert_eq!(shown[0].change, Some((26_000_000, 27_000_000)));
    let best = pages.best_wins(ana, 5).await.unwrap();
    assert_eq!(best, shown);
    assert_eq!(pages.private_seats(first.id).await.unwrap(), [ben]);
    assert_eq!(pages.private_seats(second.id).await.unwrap().len(), 2);
    assert_eq!(pages.curve(ana, board, 10).await.unwrap().len(), 2);
    assert_eq!(pages.rating_rows(ana).await.unwrap().len(), 1);

    // The rating row of a closed account is deleted, but its rating is still used for the opponents.
    store.accounts().close(ana, NOW).await.unwrap();
    waiting(&store, 3, [ana, ben]).await;
    let matches = looked_at(&store).await;
    store.ratings().rate(matches, one_each).await.unwrap();
    assert_eq!(store.ratings().row_on(ana, board).await.unwrap(), None);
    let third = store.ratings().rated_matches(2, 1).await.unwrap().remove(0);
    assert_eq!(third.rated.unwrap().1[0].before.mean, 28_000_000);
}

/// This test runs on SQLite and on PostgreSQL.
pub(crate) async fn a_page_lists_what_strangers_may_see_and_names_who_agrees(address: String) {
    let store = Store::open(&address).await.unwrap();
    let (ana, _) = keep(&store, "Ana").await;
    let (ben, ben_page) = keep(&store, "Ben").await;
    let gus = PlayerId::random();
    let add = async |number, other: PlayerId, name, public, quick| {
        let record = NewRecord {
            public,
            quick,
            ..record(TableId::random(), number, [ana, other], ["Ana", name])
        };
        store.records().add(&record).await.unwrap();
        record.id
    };
    add(1, gus, "By link", false, false).await;
    let open = add(2, gus, "Gus", true, false).await;
    let quick = add(3, ben, "Ben", false, true).await;
    let shown = async || {
        let matches = store.pages().matches(ana, 10).await.unwrap().into_iter();
        let matches = matches.map(|shown| (shown.record, shown.others));
        let opponents = store.pages().opponents(ana, 10).await.unwrap().into_iter();
        let opponents = opponents.map(|known| (known.name, known.person, known.matches));
        (matches.collect::<Vec<_>>(), opponents.collect::<Vec<_>>())
    };
    let named = |name: &str| Some(name.to_owned());
    let with_gus = (Some(open), vec![named("Gus")]);
    let gus_alone = [("Gus".to_owned(), None, 1)];

    // Ben's matches are private. The record names Ben, so the page has no link to it.
    let (matches, opponents) = shown().await;
    assert_eq!(matches, [(None, vec![None]), with_gus.clone()]);
    assert_eq!(opponents, gus_alone);
    // After Ben has hidden the match, its record no longer names Ben, so the page has a link.
    store.records().hide(ben, quick, true).await.unwrap();
    let (matches, opponents) = shown().await;
    assert_eq!(matches, [(Some(quick), vec![None]), with_gus.clone()]);
    assert_eq!(opponents, gus_alone);
    store.records().hide(ben, quick, false).await.unwrap();

    let public = Preferences {
        matches_public: true,
        ..Preferences::default()
    };
    store
        .accounts()
        .set_preferences(ben, &public)
        .await
        .unwrap();
    let (matches, opponents) = shown().await;
    assert_eq!(matches, [(Some(quick), vec![named("Ben")]), with_gus]);
    let ben_row = ("Ben".to_owned(), Some(ben_page), 1);
    assert_eq!(opponents[0], ben_row);
    assert_eq!(opponents[1..], gus_alone);

    // After Ben has closed the account, the page shows neither the name nor the account.
    store.accounts().close(ben, NOW).await.unwrap();
    store
        .records()
        .delete_names(ben, NOW.plus_ms(9))
        .await
        .unwrap();
    let (matches, opponents) = shown().await;
    assert_eq!(
        (matches[0].0, &matches[0].1[..]),
        (Some(quick), &[None][..])
    );
    assert_eq!(opponents.len(), 1);
    store.close().await;
}

/// This test runs on SQLite and on PostgreSQL.
pub(crate) async fn a_choice_follows_from_the_preferences_as_they_are_written(address: String) {
    let store = Store::open(&address).await.unwrap();
    for name in ["Ana", "Ben", "Cleo"] {
        keep(&store, name).await;
    }
    let written = [
        r#"UPDATE accounts SET preferences = '{ "ratings_public" : false, "matches_public": true }'
           WHERE player_id = (SELECT player_id FROM players WHERE name = 'Ana')"#,
        r#"UPDATE accounts SET preferences = '{"note": "\"ratings_public\":true"}'
           WHERE player_id = (SELECT player_id FROM players WHERE name = 'Ben')"#,
    ];
    for sql in written {
        change(&address, sql).await;
    }
    let choices = "SELECT p.name, a.ratings_public, a.matches_public FROM accounts a \
                   JOIN players p ON p.player_id = a.player_id ORDER BY p.name";
    let expected = [["Ana", "0", "1"], ["Ben", "0", "0"], ["Cleo", "1", "0"]];
    assert_eq!(rows(&address, choices).await, expected);
    store.close().await;
}
