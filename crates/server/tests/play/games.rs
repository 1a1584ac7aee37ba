//! Tests that all that the server does for the games of the line it does for the others: for Ringway, for Mexican Train
//! and Chickenfoot, and for High Tile, the game of the tests.

use std::cmp::Reverse;

use boneyard_base::{ManualClock, limits};
use boneyard_fair::{Deal, Purpose, order};
use boneyard_protocol::http::CreateTable;
use boneyard_protocol::record::{Record, Replay};
use boneyard_protocol::tournament::{CreateTournament, OrganiserAction, TournamentFormat};
use boneyard_protocol::{
    ClockRule, Ending, ErrorCode, Level, Request, Seed, ServerMessage, Status, TableId,
};
use boneyard_rules::{
    Event, GamePreset as _, Move, Options, Order, Rules, Seat, Seating, Standing, Step, Tile,
    Transcript, View, high, line, race, trains,
};
use rand::rngs::StdRng;
use tokio::task::JoinSet;

use crate::client::Client;
use crate::duplicate::standings_agree;
use crate::known::KnownTable;
use crate::nodes::{Cluster, apart};
use crate::records::{get, replayed, verify, with_checked_deals};
use crate::tournaments::{Evening, by_hand, has_ended, next_step, wanted};
use crate::world::{Table, World, dice, public};

/// High Tile: a match to a few points.
fn high_tile(seating: Seating, target: u16) -> Options {
    high::Options { seating, target }.into()
}

/// Ringway: a whole game.
fn ringway(seating: Seating) -> Options {
    race::Preset::RINGWAY.for_seating(seating).into()
}

/// A short match of Mexican Train or Chickenfoot.
fn trains(preset: &trains::Preset, seating: Seating, rounds: u8) -> Options {
    let options: trains::Options = preset.for_seating(seating).into();
    trains::Options { rounds, ..options }.into()
}

/// Waits until the watcher knows what the players know.
async fn watch(watcher: &mut Client, table: &mut Table) {
    table.sync().await;
    let (id, latest) = (table.id, table.players[0].v(table.id));
    watcher.until(|watcher| watcher.v(id) == latest).await;
}

/// People play a match, and a visitor watches.
async fn watched(world: &World, rules: Options) {
    let mut table = world.table(&public(rules)).await;
    let (_, mut watcher) = world.somebody().await;
    let id = table.id;
    watcher.open(id, None).await;
    table.start().await;
    let seats = table.players.len();
    let (mut dice, mut steps) = (dice(seats as u64), 0);
    while table.step(&mut dice).await {
        steps += 1;
        watch(&mut watcher, &mut table).await;
        if steps % 5 == 0 {
            for client in table.players.iter_mut().chain([&mut watcher]) {
                // A new snapshot must be what the client made of the updates.
                client.open(id, None).await;
            }
        }
    }
    assert!(steps >= 3 * seats);
    let standing = watcher.standing(id);
    assert_eq!(watcher.table(id).room.status, Status::Over);
    assert!(standing.over);
    let points = || standing.scores.iter().map(|(_, &points)| points);
    let best = match rules {
        // The fewest points win.
        Options::Trains(_) => points().min(),
        _ => points().max().filter(|&points| points >= 3),
    };
    let winner = standing.winner.map(|winner| standing.scores[winner]);
    assert!(winner.is_none() || winner == best);
    for player in &table.players {
        let mut seen = player.tables[&id].clone();
        seen.0.me = watcher.table(id).me;
        if let Some(view) = &mut seen.0.view {
            view.fold_own(None, None);
        }
        seen.assert_same(&KnownTable(watcher.table(id).clone()));
    }
}

#[tokio::test]
async fn people_play_it_and_a_visitor_watches() {
    let world = std::sync::Arc::new(World::new().await);
    let mut playing = JoinSet::new();
    let high = Seating::ALL.map(|seating| high_tile(seating, 3));
    let race = race::SEATINGS.map(ringway);
    let by_rail = [
        (trains::Preset::FREE_DOUBLES, Seating::TWO),
        (trains::Preset::CHICKENFOOT, Seating::FOUR),
        (trains::Preset::LONG_START, Seating::EIGHT),
    ];
    let by_rail = by_rail.map(|(preset, seating)| trains(&preset, seating, 2));
    for rules in high.into_iter().chain(race).chain(by_rail) {
        let world = std::sync::Arc::clone(&world);
        playing.spawn(async move { watched(&world, rules).await });
    }
    playing.join_all().await;
}

/// The seat that makes a wrong move, the move, and why it is refused.
type Refused = (usize, Move, boneyard_rules::Illegal);

/// The server refuses the moves at a table of two, of which seat 0 is on turn.
async fn refuses(table: &mut Table, cases: impl IntoIterator<Item = Refused>) {
    let id = table.id;
    let ply = table.players[0].standing(id).ply;
    for (seat, chosen, why) in cases {
        let player = &mut table.players[seat];
        player.send(&Request::Move { ply, chosen }.at(id)).await;
        loop {
            if let ServerMessage::Error { code, reason, .. } = player.receive().await {
                assert_eq!((code, reason), (ErrorCode::Illegal, Some(why)));
                break;
            }
        }
    }
}

#[tokio::test]
async fn a_move_that_the_rules_do_not_allow_is_refused_with_the_reason_of_the_game() {
    use boneyard_rules::Illegal::OtherGame;

    let world = World::new().await;
    let mut table = world.table(&public(high_tile(Seating::TWO, 1))).await;
    table.start().await;
    let own = table.players[0].moves(table.id);
    let play = |tile| Move::High(high::Move::Play(tile));
    let other = Tile::all().find(|&tile| !own.contains(&play(tile)));
    let cases = [
        (0, play(other.unwrap()), high::Illegal::NotHeld.into()),
        (1, own[0], high::Illegal::NotOnTurn.into()),
        (0, line::Move::Call.into(), OtherGame),
    ];
    refuses(&mut table, cases).await;

    let mut table = world.table(&public(ringway(Seating::TWO))).await;
    table.start().await;
    if table.players[0].standing(table.id).turn != boneyard_rules::Seat::new(0) {
        table.players.swap(0, 1);
    }
    let own = table.players[0].moves(table.id);
    let Move::Race(race::Move::Place(place)) = own[0] else {
        panic!("the first move is a placement")
    };
    let corner = race::Placement {
        square: race::Square::new(0, 0).unwrap(),
        direction: race::Direction::Right,
        ..place
    };
    let cases = [
        (
            0,
            race::Move::Place(corner).into(),
            race::Illegal::Star.into(),
        ),
        (0, race::Move::Stop.into(), race::Illegal::Stop.into()),
        (
            0,
            race::Move::Pit(place.tile).into(),
            race::Illegal::Pit.into(),
        ),
        (1, own[0], race::Illegal::NotOnTurn.into()),
    ];
    refuses(&mut table, cases).await;

    let rules = trains(&trains::Preset::MEXICAN_TRAIN, Seating::TWO, 1);
    let mut table = world.table(&public(rules)).await;
    table.start().await;
    if table.players[0].standing(table.id).turn != boneyard_rules::Seat::new(0) {
        table.players.swap(0, 1);
    }
    let own = table.players[0].moves(table.id);
    let Move::Trains(trains::Move::Play { tile, on }) = own[0] else {
        panic!("the first move is a tile")
    };
    let play = |tile, on| trains::Move::Play { tile, on }.into();
    let engine: Tile = "12-12".parse().unwrap();
    let tree = trains::Place::Number(17);
    let cases = [
        (0, play(engine, on), trains::Illegal::NotHeld.into()),
        (0, play(tile, tree), trains::Illegal::Place.into()),
        (0, trains::Move::Stop.into(), trains::Illegal::Stop.into()),
        (1, own[0], trains::Illegal::NotOnTurn.into()),
    ];
    refuses(&mut table, cases).await;
}

#[tokio::test]
async fn computer_players_play_it_with_a_person() {
    let world = World::new().await;
    let levels = [Level::Beginner, Level::Casual, Level::Club, Level::Expert];
    for (rules, count) in [
        (high_tile(Seating::EIGHT, 2), 7),
        (ringway(Seating::FOUR), 3),
        (trains(&trains::Preset::MEXICAN_TRAIN, Seating::EIGHT, 1), 7),
        (trains(&trains::Preset::CHICKENFOOT, Seating::THREE, 1), 2),
    ] {
        let (person, mut client) = world.somebody().await;
        let table = CreateTable {
            computers: levels.into_iter().cycle().take(count).collect(),
            ..public(rules)
        };
        let id = person.create(world.address, &table).await.table;
        client.open(id, None).await;
        client.send(&Request::Ready { ready: true }.at(id)).await;
        play_alone(&mut client, id).await;
        assert!(client.standing(id).over);
    }
}

/// Plays until the match is over, and promises and reveals as a program of a player does.
async fn play_alone(client: &mut Client, table: TableId) {
    let mut done = None;
    while client.table(table).room.status != Status::Over {
        let next = next_step(client, table);
        if let Some((step, request)) = next
            && done.as_ref() != Some(&step)
        {
            done = Some(step);
            client.send(&request.at(table)).await;
        }
        client.receive().await;
    }
}

/// People play a match whose deals are proved, and get its record.
async fn proved(world: &World, rules: Options) -> Record {
    let mut table = world.table(&public(rules)).await;
    start_proved(&mut table).await;
    table.play_to_the_end(&mut dice(5)).await;
    let record = table.players[0].table(table.id).room.record.unwrap();
    get(world, &format!("/api/m/{record}")).await.read()
}

/// Lets all players promise seeds and get ready, and waits until the match begins.
async fn start_proved(table: &mut Table) {
    let id = table.id;
    for player in &mut table.players {
        let seed = Seed::from([7; 32]);
        let commit = Request::Commit {
            match_number: 1,
            commitment: seed.commitment(),
            head: None,
        };
        player.send(&commit.at(id)).await;
        player.send(&Request::Ready { ready: true }.at(id)).await;
    }
    for player in &mut table.players {
        player
            .until(|player| player.table(id).room.fairness.revealing)
            .await;
        let (match_number, seed) = (1, Seed::from([7; 32]));
        player
            .send(&Request::Reveal { match_number, seed }.at(id))
            .await;
    }
    let started = |player: &Client| player.table(id).room.status == Status::Playing;
    for player in &mut table.players {
        player.until(started).await;
    }
}

/// The orders that the seeds of three players make, of which the record must tell.
fn made(record: &Record, things: usize) -> Vec<Vec<Order>> {
    let fairness = record.fairness.as_ref().unwrap();
    let seeds = [Seed::from([7; 32]); 3];
    let rounds = fairness.rounds.iter().map(|proof| {
        let attempts = 0..proof.deals.len() as u32;
        let made = attempts.map(|attempt| {
            let deal = Deal {
                terms: fairness.terms(),
                round: proof.round,
                purpose: Purpose::Deal,
                attempt,
                seeds: &seeds,
            };
            order(&proof.secret, &deal, things)
        });
        made.collect()
    });
    rounds.collect()
}

/// The positions of the record's replay, which tell of all events.
async fn positions(world: &World, record: &Record) -> Vec<Step> {
    let path = format!("/api/m/{}/steps", record.id);
    let replay: Replay = get(world, &path).await.read();
    let steps = replay.rounds.into_iter().flat_map(|round| round.steps);
    steps.map(|step| step.position).collect()
}

#[tokio::test]
async fn the_deals_of_high_tile_are_proved_and_its_record_is_replayed() {
    let world = World::new().await;
    let record = proved(&world, high_tile(Seating::THREE, 4)).await;
    let (is_right, said) = replayed(&record);
    assert!(is_right, "{said}");

    let transcript: Transcript = record.transcript.parse().unwrap();
    let events = transcript.events.iter();
    let dealt = events.filter_map(|event| match event {
        Event::High(high::Event::Dealt { order, .. }) => Some(vec![order.clone()]),
        _ => None,
    });
    assert_eq!(made(&record, 28), dealt.collect::<Vec<_>>());

    let positions = positions(&world, &record).await;
    let positions: Vec<&high::Step> = positions
        .iter()
        .map(|step| step.try_into().unwrap())
        .collect();
    let told: usize = positions.iter().map(|position| position.events.len()).sum();
    assert_eq!(told, transcript.events.len());
    let last = positions.last().unwrap();
    assert!(last.hands.iter().all(|(_, hand)| hand.is_empty()));

    // Another winner of the last trick contradicts the rules.
    let mut forged = record.clone();
    let taken = |seat: u8| format!("{seat} takes the trick for {seat}");
    let at = (0..3).find_map(|seat| Some((seat, forged.transcript.rfind(&taken(seat))?)));
    let (seat, at) = at.unwrap();
    forged
        .transcript
        .replace_range(at..=at, &((seat + 1) % 3).to_string());
    assert!(!replayed(&forged).0);
}

#[tokio::test]
async fn the_deal_of_ringway_is_proved_and_its_record_is_replayed() {
    let world = World::new().await;
    let record = proved(&world, ringway(Seating::THREE)).await;
    verify(&record);

    let transcript: Transcript = record.transcript.parse().unwrap();
    let dealt = transcript.events.iter().filter_map(|event| match event {
        Event::Race(race::Event::Dealt { tiles, .. } | race::Event::DealtAgain { tiles }) => {
            Some(tiles.to_vec())
        }
        _ => None,
    });
    let kind = |thing: &u8| Tile::from_index(usize::from(thing / 2)).unwrap();
    let kinds = |order: &Order| order.things().iter().map(kind).collect::<Vec<_>>();
    let made: Vec<_> = made(&record, 56).iter().flatten().map(kinds).collect();
    assert_eq!(made, dealt.collect::<Vec<_>>());

    let positions = positions(&world, &record).await;
    let positions: Vec<&race::Step> = positions
        .iter()
        .map(|step| step.try_into().unwrap())
        .collect();
    let told: usize = positions.iter().map(|position| position.events.len()).sum();
    assert_eq!(told, transcript.events.len());
    for position in positions {
        let held = position.hands.iter().chain(position.pits.iter());
        let tiles: usize = held.map(|(_, tiles)| tiles.len()).sum();
        let all = tiles + position.board.len() + position.boneyard.len();
        assert!(all == 56 || position.leader.is_none());
    }

    // The script finds a draw of another tile, and the rules find other points.
    let lies = [
        (" draws ", swapped_draw(&record.transcript), true),
        (
            " scores ",
            record.transcript.replacen("scores 3", "scores 4", 1),
            false,
        ),
    ];
    for (told, transcript, is_of_deals) in lies {
        assert_ne!(transcript, record.transcript, "{told}");
        // Without the signature, which would not be right.
        let forged = Record {
            signed: None,
            transcript,
            ..record.clone()
        };
        assert!(!replayed(&forged).0, "{told}");
        assert_eq!(with_checked_deals(&forged).0, !is_of_deals, "{told}");
    }
}

#[tokio::test]
async fn the_deals_of_trains_are_proved_and_their_records_are_replayed() {
    let world = World::new().await;
    for preset in [trains::Preset::LONG_START, trains::Preset::CHICKENFOOT] {
        let record = proved(&world, trains(&preset, Seating::THREE, 2)).await;
        verify(&record);

        let rules: Rules = record.transcript[6..]
            .lines()
            .next()
            .unwrap()
            .parse()
            .unwrap();
        let rules = <&trains::Rules>::try_from(&rules).unwrap();
        let transcript: Transcript = record.transcript.parse().unwrap();
        let dealt = transcript.events.iter().filter_map(|event| match event {
            Event::Trains(trains::Event::Dealt(deal)) => Some(deal.tiles.clone()),
            _ => None,
        });
        // The engine of the round isn't dealt.
        let tiles = |(round, orders): (u8, &Vec<Order>)| {
            let set = rules.tile_set.tiles().iter();
            let set: Vec<Tile> = set
                .filter(|&tile| Some(tile) != rules.engine(round))
                .collect();
            let order = orders[0].things().iter();
            order
                .map(|&thing| set[usize::from(thing)])
                .collect::<Vec<_>>()
        };
        let made = made(&record, rules.tile_set.dealt());
        let made: Vec<_> = (1..).zip(&made).map(tiles).collect();
        assert_eq!(made, dealt.collect::<Vec<_>>());

        let positions = positions(&world, &record).await;
        let positions: Vec<&trains::Step> = positions
            .iter()
            .map(|step| step.try_into().unwrap())
            .collect();
        let told: usize = positions.iter().map(|position| position.events.len()).sum();
        assert_eq!(told, transcript.events.len());
        for position in positions {
            let held: usize = position.hands.iter().map(|(_, hand)| hand.len()).sum();
            let all = held + position.played.len() + position.boneyard.len();
            assert!(all == rules.tile_set.dealt() || position.table.engine.is_none());
        }

        // The script finds a draw of another tile.
        let forged = Record {
            signed: None,
            transcript: swapped_draw(&record.transcript),
            ..record.clone()
        };
        assert!(!replayed(&forged).0);
        assert!(!with_checked_deals(&forged).0);
    }
}

/// The transcript with another tile in the first draw.
fn swapped_draw(transcript: &str) -> String {
    let at = transcript.find(" draws ").unwrap() + " draws ".len();
    let end = at + transcript[at..].find('\n').unwrap();
    let other = if &transcript[at..end] == "6-6" {
        "0-0"
    } else {
        "6-6"
    };
    format!("{}{other}{}", &transcript[..at], &transcript[end..])
}

#[tokio::test(flavor = "multi_thread")]
async fn high_tile_goes_on_when_one_of_three_nodes_ends() {
    goes_on_when_a_node_ends(high_tile(Seating::TWO, 30)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn ringway_goes_on_when_one_of_three_nodes_ends() {
    goes_on_when_a_node_ends(ringway(Seating::TWO)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn mexican_train_goes_on_when_one_of_three_nodes_ends() {
    goes_on_when_a_node_ends(trains(&trains::Preset::LONG_START, Seating::TWO, 2)).await;
}

async fn goes_on_when_a_node_ends(rules: Options) {
    let mut cluster = Cluster::of(3).await;
    let mut table = apart(&cluster, &public(rules)).await;
    let (id, mut dice) = (table.id, dice(3));
    for _ in 0..15 {
        assert!(table.step(&mut dice).await);
    }
    table.sync().await;
    let before = table.players[1].standing(id).clone();
    let seen: View = table.players[0].tables[&id].view().unwrap().clone();
    cluster.nodes.remove(0).stopped().await;
    let address = cluster.nodes[1].address;
    table.players[0] = table.people[0].connect(address).await;
    table.players[0].open(id, None).await;
    assert_eq!(*table.players[0].standing(id), before);
    assert_eq!(*table.players[0].tables[&id].view().unwrap(), seen);
    table.play_to_the_end(&mut dice).await;
    assert!(table.players[0].standing(id).over);
}

#[tokio::test]
async fn a_tournament_of_it_is_played_to_the_end() {
    let short = race::Options {
        target: Some(race::TARGET_MIN),
        ..race::Preset::RINGWAY.rules().into()
    };
    let one_round = trains(&trains::Preset::TRAIN_OF_NINE, Seating::TWO, 1);
    for (format, rules) in [
        (TournamentFormat::Knockout, high_tile(Seating::TWO, 2)),
        (TournamentFormat::Swiss, high_tile(Seating::TWO, 2)),
        (TournamentFormat::Knockout, short.into()),
        (TournamentFormat::Swiss, short.into()),
        (TournamentFormat::Knockout, one_round),
        (TournamentFormat::Swiss, one_round),
    ] {
        let world = World::new().await;
        let wanted = CreateTournament {
            rules,
            ..wanted(format)
        };
        let evening = Evening::create(world.address, &wanted).await;
        let evening = evening.with_players(world.address, 4).await;
        let start = OrganiserAction::Start.alone();
        evening.act(world.address, &start).await;
        evening.play(&[world.address], has_ended).await;
        let shown = evening.shown(world.address).await;
        let first = shown.entrants.iter().filter(|one| one.place == Some(1));
        assert!(first.count() >= 1, "{format:?}");
        standings_agree(&evening, &world).await;
    }
}

#[tokio::test]
async fn a_tournament_of_tables_of_several_is_played_to_the_end() {
    let world = World::new().await;
    let wanted = CreateTournament {
        rules: trains(&trains::Preset::TRAIN_OF_NINE, Seating::FOUR, 1),
        rounds: Some(2),
        ..wanted(TournamentFormat::Tables)
    };
    let evening = Evening::create(world.address, &wanted).await;
    // Two tables of three play each round.
    let evening = evening.with_players(world.address, 6).await;
    evening
        .act(world.address, &OrganiserAction::Start.alone())
        .await;
    evening.play(&[world.address], has_ended).await;
    let matches = evening.matches(world.address).await;
    assert_eq!(matches.len(), 4);
    let shown = evening.shown(world.address).await;
    let mut places: Vec<_> = shown.entrants.iter().filter_map(|one| one.place).collect();
    places.sort_unstable();
    assert_eq!((places.len(), places[0]), (6, 1));
    standings_agree(&evening, &world).await;
}

#[tokio::test]
async fn over_days_it_outlives_a_restart() {
    outlives_a_restart(high_tile(Seating::TWO, 30)).await;
    outlives_a_restart(ringway(Seating::TWO)).await;
    outlives_a_restart(trains(&trains::Preset::CHICKENFOOT, Seating::TWO, 1)).await;
}

async fn outlives_a_restart(rules: Options) {
    let world = World::new().await;
    let wanted = CreateTable {
        clock: ClockRule::Days {
            days: 1,
            holiday: 0,
        },
        ..public(rules)
    };
    let mut table = world.table(&wanted).await;
    table.start().await;
    let (id, mut dice) = (table.id, dice(9));
    for _ in 0..7 {
        assert!(table.step(&mut dice).await);
    }
    table.sync().await;
    let before = table.players[0].standing(id).clone();
    let world = world.restarted().await;
    for (person, player) in table.people.iter().zip(&mut table.players) {
        *player = person.connect(world.address).await;
        player.open(id, None).await;
        assert_eq!(*player.standing(id), before);
    }
    table.play_to_the_end(&mut dice).await;
    assert!(table.players[1].standing(id).over);
}

/// Lets the time of the seat on turn run out. Another player's message makes the table look at the clock.
async fn run_out(table: &mut Table, hand: &ManualClock, time_ms: i64) {
    table.sync().await;
    let id = table.id;
    let seat = table.players[0].standing(id).turn.unwrap().index();
    let other = &mut table.players[usize::from(seat == 0)];
    let before = other.v(id);
    hand.advance_ms(time_ms);
    other.send(&Request::Back.at(id)).await;
    other.until(|other| other.v(id) > before).await;
    table.sync().await;
}

/// Plays on until `is_so`, or to the end of the match. A computer player plays for the seat after the last player.
async fn play_on(table: &mut Table, dice: &mut StdRng, is_so: impl Fn(&Standing) -> bool) {
    let id = table.id;
    loop {
        table.sync().await;
        let first = &mut table.players[0];
        let standing = first.standing(id).clone();
        let is_lent = standing
            .turn
            .is_some_and(|turn| turn.index() == table.people.len());
        if standing.over || is_so(&standing) {
            return;
        } else if is_lent {
            let before = first.v(id);
            first.until(|first| first.v(id) > before).await;
        } else {
            table.step(dice).await;
        }
    }
}

#[tokio::test]
async fn six_play_over_days_though_one_leaves_and_one_is_away() {
    let (clock, hand) = by_hand();
    let world = World::by(clock, &[]).await;
    let six = Seating::new(6, false).unwrap();
    let wanted = CreateTable {
        clock: ClockRule::Days {
            days: 1,
            holiday: 0,
        },
        ..public(trains(&trains::Preset::LONG_START, six, 3))
    };
    let mut table = world.table(&wanted).await;
    start_proved(&mut table).await;
    let (id, mut dice) = (table.id, dice(11));
    for _ in 0..9 {
        assert!(table.step(&mut dice).await);
    }

    // The last player gives up the seat for good. A computer player goes on there, and nobody waits.
    let mut leaver = table.players.pop().unwrap();
    table.people.pop();
    leaver.send(&Request::Resign.at(id)).await;
    let care = |client: &Client, seat: u8| {
        let seats = &client.table(id).room.seats;
        seats[Seat::new(seat).unwrap()].as_ref().unwrap().care
    };
    table.players[0].until(|one| care(one, 5).resigned).await;
    drop(leaver);

    // Another player is away for two turns, comes back, and plays on.
    let is_late = |standing: &Standing| standing.turn.is_some_and(|turn| turn.index() == 2);
    for missed in 1..=limits::MISSED_MAX {
        play_on(&mut table, &mut dice, is_late).await;
        run_out(&mut table, &hand, limits::DAY_MS + limits::CLOCK_LAG_MS).await;
        let is_away = missed == limits::MISSED_MAX;
        assert_eq!(care(&table.players[0], 2).away, is_away);
    }
    table.players[2] = table.people[2].connect(world.address).await;
    table.players[2].open(id, None).await;
    table.players[0].until(|one| !care(one, 2).away).await;
    play_on(&mut table, &mut dice, |_| false).await;

    let room = &table.players[0].table(id).room;
    assert_eq!(room.status, Status::Over);
    let path = format!("/api/m/{}", room.record.unwrap());
    let record: Record = get(&world, &path).await.read();
    verify(&record);
    assert!(matches!(record.ending, Ending::Played { .. }));
    let resigned: Vec<bool> = record
        .seats
        .iter()
        .map(|seat| seat.resigned.is_some())
        .collect();
    assert_eq!(resigned, [false, false, false, false, false, true]);
    assert!(record.times.forced.len() >= usize::from(limits::MISSED_MAX));
    let lines = record.transcript.lines();
    let totals: Vec<&str> = lines
        .filter_map(|line| line.strip_prefix("totals "))
        .collect();
    let numbers = |line: &str| line.split(' ').map(|one| one.parse().unwrap()).collect();
    let totals: Vec<Vec<u16>> = totals.into_iter().map(numbers).collect();
    assert_eq!((totals.len(), &record.scores), (3, &totals[2]));
    // The lowest total is the best, and of equal ones the one that was higher before the last round.
    let standing = |seat: usize| {
        (
            totals[2][seat],
            Reverse(totals[1][seat]),
            Reverse(totals[0][seat]),
        )
    };
    let place = |seat| {
        1 + (0..6)
            .filter(|&other| standing(other) < standing(seat))
            .count()
    };
    let places: Vec<usize> = (0..6).map(place).collect();
    assert_eq!(
        record
            .places
            .iter()
            .map(|&place| usize::from(place))
            .collect::<Vec<_>>(),
        places
    );
}

#[tokio::test]
async fn a_long_first_turn_has_one_clock_and_the_rest_of_it_is_played_at_once() {
    const TURN_MS: i64 = 15_000;
    let (clock, hand) = by_hand();
    let world = World::by(clock, &[]).await;
    let wanted = CreateTable {
        clock: ClockRule::PerMove { seconds: 15 },
        ..public(trains(&trains::Preset::LONG_START, Seating::TWO, 1))
    };
    let since = |table: &Table| {
        let time = table.players[0].table(table.id).time.as_ref().unwrap();
        time.running.map(|running| (running.seat, running.since_ms))
    };
    let view = |table: &Table| -> trains::View {
        let view = table.players[0].tables[&table.id].view().unwrap();
        view.clone().try_into().unwrap()
    };
    // The first tile leaves more to decide in about every second deal.
    let mut table = loop {
        let mut table = world.table(&wanted).await;
        table.start().await;
        table.sync().await;
        let began = since(&table);
        hand.advance_ms(TURN_MS / 3);
        table.step(&mut dice(1)).await;
        table.sync().await;
        let (seat, _) = began.unwrap();
        if view(&table).table.first_turns.contains(&seat) {
            assert_eq!(since(&table), began, "the clock goes on");
            break table;
        }
    };
    let id = table.id;
    // The warning comes first; then the time of the warning is left.
    run_out(&mut table, &hand, TURN_MS).await;
    assert!(
        table.players[0]
            .table(id)
            .time
            .as_ref()
            .unwrap()
            .running
            .unwrap()
            .warned
    );
    let before = table.players[0].v(id);
    let tiles = view(&table).played.len();
    run_out(&mut table, &hand, TURN_MS).await;
    assert_eq!(table.players[0].v(id), before + 1, "in one step");
    assert!(
        view(&table).played.len() <= tiles + 1,
        "a cover at most, and a stop"
    );
    let seats = &table.players[0].table(id).room.seats;
    assert!(
        seats
            .iter()
            .all(|(_, seat)| !seat.as_ref().unwrap().care.away)
    );
}

#[tokio::test]
async fn the_presets_are_found_by_their_names() {
    let preset = boneyard_rules::Preset::by_name("High Tile").unwrap();
    assert_eq!(preset.slug(), "high-tile");
    assert_eq!(preset, (&high::Preset::HIGH_TILE).into());
    let rules: Rules = "High Tile 7 · eight".parse().unwrap();
    assert_eq!(
        boneyard_ratings::leaderboard_of(&rules),
        None,
        "it is not rated"
    );
    let preset = boneyard_rules::Preset::by_name("Ringway").unwrap();
    assert_eq!(preset.slug(), "ringway");
    let preset = boneyard_rules::Preset::by_name("Mexican Train, long start").unwrap();
    assert_eq!(preset.slug(), "mexican-train-long-start");
}
