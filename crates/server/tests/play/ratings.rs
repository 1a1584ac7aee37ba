//! Tests of rated matches: which players may play them, how ratings change, and who sees ratings.

use std::net::SocketAddr;
use std::process::Command;
use std::time::Duration;

use boneyard_protocol::http::{CreateTable, HttpError};
use boneyard_protocol::people::{
    ChangeReason, KeepAccount, LeaderboardBody, PersonBody, RatingBoard, RatingChanges, SignedIn,
    UnratedReason,
};
use boneyard_protocol::{ErrorCode, Level, PersonId, RecordId, Request, ServerMessage, Status};
use boneyard_rules::line::Preset;
use boneyard_rules::line::Rules;
use boneyard_rules::{GamePreset as _, Seat, Seating, trains};
use tempfile::TempDir;
use tokio::time::timeout;

use crate::bots::make_bot;
use crate::client::Client;
use crate::computers::{seat, with};
use crate::person::Person;
use crate::records::short;
use crate::restart::Process;
use crate::world::{Table, World, dice, open, public};

/// How long a test waits until a match is rated, before it fails.
pub(crate) const PATIENCE: Duration = Duration::from_secs(30);

/// Creates an account with this name. Returns its visitor and its id.
pub(crate) async fn keep(address: SocketAddr, name: &str) -> (Person, PersonId) {
    let guest = Person::arrive(address).await;
    let body = KeepAccount {
        name: name.to_owned(),
    };
    let body = serde_json::to_string(&body).unwrap();
    let answer = guest.request(address, "POST", "/api/account", &body).await;
    assert_eq!(answer.status, 201, "{}", answer.body);
    let mut headers = answer.headers.lines();
    let cookie = headers.find_map(|line| line.strip_prefix("set-cookie: "));
    let cookie = cookie.and_then(|cookie| cookie.split(';').next()).unwrap();
    let signed_in: SignedIn = serde_json::from_str(&answer.body).unwrap();
    let person = Person {
        cookie: cookie.to_owned(),
    };
    (person, signed_in.account.person)
}

fn rated(rules: &Rules) -> CreateTable {
    CreateTable {
        rated: true,
        ..public(*rules)
    }
}

/// Creates an account for each of these names. Returns the visitors and the ids.
async fn keep_all(address: SocketAddr, names: &[&str]) -> (Vec<Person>, Vec<PersonId>) {
    let (mut people, mut pages) = (Vec::new(), Vec::new());
    for name in names {
        let (person, page) = keep(address, name).await;
        people.push(person);
        pages.push(page);
    }
    (people, pages)
}

/// Creates a rated table. Its players have new accounts with these names, in the order of the seats.
async fn table(address: SocketAddr, rules: &Rules, names: &[&str]) -> (Table, Vec<PersonId>) {
    let (people, pages) = keep_all(address, names).await;
    (sit_down(address, rules, people).await, pages)
}

pub(crate) async fn sit_down(address: SocketAddr, rules: &Rules, people: Vec<Person>) -> Table {
    sit_down_at(address, &rated(rules), people).await
}

/// Opens a table at which these people sit. The first of them is the host.
pub(crate) async fn sit_down_at(
    address: SocketAddr,
    wanted: &CreateTable,
    people: Vec<Person>,
) -> Table {
    let created = people[0].create(address, wanted).await;
    let (id, invite) = (created.table, created.invite);
    let mut players = Vec::new();
    for (number, person) in people.iter().enumerate() {
        let mut player = person.connect(address).await;
        player.open(id, Some(invite)).await;
        if number > 0 {
            let seat = Seat::new(number as u8);
            player.send(&Request::Sit { seat }.at(id)).await;
            player.until(|player| player.seat(id) == seat).await;
        }
        players.push(player);
    }
    Table {
        id,
        invite,
        people,
        players,
    }
}

/// Each player plays a tile, and then the player with this number resigns, which ends the match. Returns the
/// record.
pub(crate) async fn resign(table: &mut Table, number: usize) -> RecordId {
    table.play_a_tile_each().await;
    let id = table.id;
    table.players[number].send(&Request::Resign.at(id)).await;
    ended(table).await
}

pub(crate) async fn ended(table: &mut Table) -> RecordId {
    let id = table.id;
    for player in &mut table.players {
        let over = |player: &Client| player.table(id).room.status == Status::Over;
        player.until(over).await;
    }
    table.players[0].table(id).room.record.unwrap()
}

/// Waits for the message that the account has changed, which the server sends after rating a match.
pub(crate) async fn until_rated(player: &mut Client) {
    let told =
        async { while !matches!(player.receive().await, ServerMessage::AccountChanged {}) {} };
    timeout(PATIENCE, told).await.unwrap();
}

pub(crate) async fn changes(
    address: SocketAddr,
    asker: &Person,
    record: RecordId,
) -> Option<RatingChanges> {
    let path = format!("/api/m/{record}/ratings");
    let answer = asker.request(address, "GET", &path, "").await;
    (answer.status == 200).then(|| serde_json::from_str(&answer.body).unwrap())
}

/// Waits until the server has decided that a match isn't rated. Returns the reason.
async fn unrated(address: SocketAddr, asker: &Person, record: RecordId) -> UnratedReason {
    let told = async {
        loop {
            if let Some(changes) = changes(address, asker, record).await {
                assert!(changes.seats.as_slice().iter().all(Option::is_none));
                return changes.unrated.unwrap();
            }
        }
    };
    timeout(PATIENCE, told).await.unwrap()
}

pub(crate) async fn page(address: SocketAddr, asker: &Person, person: PersonId) -> PersonBody {
    let path = format!("/api/people/{person}");
    let answer = asker.request(address, "GET", &path, "").await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    serde_json::from_str(&answer.body).unwrap()
}

async fn leaderboard(address: SocketAddr, asker: &Person, path: &str) -> LeaderboardBody {
    let path = format!("/api/leaderboards/{path}");
    let answer = asker.request(address, "GET", &path, "").await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    serde_json::from_str(&answer.body).unwrap()
}

pub(crate) fn reasons(changes: &RatingChanges) -> Vec<ChangeReason> {
    let seats = changes.seats.as_slice().iter().flatten();
    seats.map(|change| change.reason).collect()
}

#[tokio::test]
async fn a_rated_match_changes_the_ratings_once_whatever_befalls_the_server() {
    let world = World::new().await;
    let (mut table, pages) = table(world.address, Preset::BLOCK.rules(), &["Ana", "Ben"]).await;
    assert!(table.players[0].table(table.id).room.rated);
    table.start().await;
    table.play_to_the_end(&mut dice(3)).await;
    let record = ended(&mut table).await;
    for player in &mut table.players {
        until_rated(player).await;
    }
    let asker = table.people[0].clone();
    let first = changes(world.address, &asker, record).await.unwrap();
    assert_eq!(first.board, RatingBoard::Block);
    for change in first.seats.as_slice().iter().flatten() {
        assert!(change.provisional && (change.expected.unwrap() - 0.5).abs() < 1e-9);
        let won = change.reason == ChangeReason::Won;
        assert_eq!(change.before, 1500);
        assert_eq!(change.after > 1500, won, "{change:?}");
    }
    let own = page(world.address, &asker, pages[0]).await;
    let ratings = own.ratings.unwrap();
    assert_eq!((ratings.len(), ratings[0].now.matches), (1, 1));
    assert_eq!(ratings[0].curve.len(), 1);
    let matches = own.matches.unwrap();
    assert_eq!(matches.len(), 1);
    assert!(matches[0].change.is_some());
    assert_eq!((matches[0].sides, matches[0].place), (2, None));

    let world = world.restarted().await;
    assert_eq!(changes(world.address, &asker, record).await.unwrap(), first);

    // This changes the database to the state of a server that was killed after the match's end and before
    // the rating.
    let directory = world.stopped().await;
    let undone = "UPDATE records SET rated = -1; DELETE FROM rated_seats; DELETE FROM ratings";
    open(&directory).execute_batch(undone).unwrap();
    let world = World::within(directory, &[]).await;
    let again = async {
        loop {
            if let Some(changes) = changes(world.address, &asker, record).await {
                return changes;
            }
        }
    };
    assert_eq!(timeout(PATIENCE, again).await.unwrap(), first);
    let ratings = page(world.address, &asker, pages[0]).await.ratings.unwrap();
    assert_eq!(ratings[0].now.matches, 1);

    // The command finds no difference at first. Then it finds a change that was made to the database without
    // the server.
    let directory = world.stopped().await;
    let recompute = |write: &[&str]| recompute(&directory, write);
    let same = "2 ratings from 1 matches: all are the same\n".to_owned();
    assert_eq!(recompute(&[]), (true, same.clone()));
    let changed = "UPDATE ratings SET mean = mean + 1 WHERE wins = 1";
    open(&directory).execute_batch(changed).unwrap();
    let (success, said) = recompute(&[]);
    assert!(!success && said.contains("1 differ"), "{said}");
    assert!(recompute(&["--write"]).0);
    assert_eq!(recompute(&[]), (true, same));
}

/// Pairs of SQL statements. The first statements of a pair prevent the server from rating matches until the
/// server is killed. The second statements remove this obstacle.
const HELD_UP: [[&str; 2]; 2] = [
    // This trigger makes the start of a rating fail.
    [
        "CREATE TRIGGER held BEFORE INSERT ON settings WHEN new.name = 'rating' \
         BEGIN SELECT RAISE(ABORT, 'held up'); END",
        "DROP TRIGGER held",
    ],
    // This trigger makes the transaction of a rating run without end.
    [
        "CREATE VIEW endless AS WITH RECURSIVE counted (number) AS \
           (SELECT 1 UNION ALL SELECT number + 1 FROM counted) \
           SELECT COUNT(*) FROM counted; \
         CREATE TRIGGER held AFTER INSERT ON rated_seats WHEN new.seat = 1 \
           BEGIN SELECT * FROM endless; END",
        "DROP TRIGGER held; DROP VIEW endless",
    ],
];

#[tokio::test]
async fn a_server_that_is_killed_before_or_while_it_rates_a_match_rates_it_once() {
    let directory = tempfile::tempdir().unwrap();
    let count = |sql: &str| -> i64 {
        open(&directory)
            .query_row(sql, [], |row| row.get(0))
            .unwrap()
    };
    let mut process = Process::start(&directory);
    let (people, pages) = keep_all(process.address, &["Ana", "Ben"]).await;
    for (matches, [hold, release]) in (1..).zip(HELD_UP) {
        let rules = Preset::DRAW.rules();
        let mut table = sit_down(process.address, rules, people.clone()).await;
        table.start().await;
        open(&directory).execute_batch(hold).unwrap();
        let record = resign(&mut table, 1).await;
        if hold.contains("endless") {
            // The transaction has begun when it holds the lock, so that no other connection can write.
            let waiting = open(&directory);
            waiting.busy_timeout(Duration::from_millis(500)).unwrap();
            while waiting.execute_batch("BEGIN IMMEDIATE; COMMIT").is_ok() {
                tokio::task::yield_now().await;
            }
        }
        process.kill();
        assert_eq!(count("SELECT COUNT(*) FROM records WHERE rated = -1"), 1);
        let rated_before = 2 * (matches - 1);
        assert_eq!(count("SELECT COUNT(*) FROM rated_seats"), rated_before);
        open(&directory).execute_batch(release).unwrap();

        process = Process::start(&directory);
        let rated = async {
            loop {
                if let Some(changes) = changes(process.address, &people[0], record).await {
                    return changes;
                }
            }
        };
        let rated = timeout(PATIENCE, rated).await.unwrap();
        assert_eq!(reasons(&rated), [ChangeReason::Won, ChangeReason::Left]);
        let ratings = page(process.address, &people[0], pages[0]).await.ratings;
        assert_eq!(i64::from(ratings.unwrap()[0].now.matches), matches);
    }
    process.kill();
    let same = "2 ratings from 2 matches: all are the same\n".to_owned();
    assert_eq!(recompute(&directory, &[]), (true, same));
}

/// Runs `ratings recompute`. Returns whether it succeeded, and its output.
fn recompute(directory: &TempDir, write: &[&str]) -> (bool, String) {
    let database = directory.path().join("boneyard.db");
    let database = format!("sqlite://{}", database.display());
    let program = env!("CARGO_BIN_EXE_boneyard-server");
    let arguments = ["--database", &database, "ratings", "recompute"];
    let run = Command::new(program).args(arguments).args(write).output();
    let run = run.unwrap();
    (run.status.success(), String::from_utf8(run.stdout).unwrap())
}

#[tokio::test]
async fn at_a_rated_table_sit_only_those_who_can_be_rated() {
    let world = World::new().await;
    let (guest, mut watcher) = world.somebody().await;
    let rules = Preset::DRAW.rules();
    let refused = async |who: &Person, wanted: &CreateTable| {
        let answer = who.post_table(world.address, wanted).await;
        let error: HttpError = serde_json::from_str(&answer.body).unwrap();
        (answer.status, error.code, error.option)
    };
    let (status, code, _) = refused(&guest, &rated(rules)).await;
    assert_eq!((status, code), (403, ErrorCode::OnlyKept));

    let (ana, _) = keep(world.address, "Ana").await;
    let own_target = short(rules, 7);
    let hinted = CreateTable {
        hints: Some(true),
        ..rated(rules)
    };
    let against_computer = CreateTable {
        rated: true,
        ..with(&[Level::Club], *rules)
    };
    for wanted in [rated(&own_target), hinted, against_computer] {
        let bad = (422, ErrorCode::BadRules, Some("rated".to_owned()));
        assert_eq!(refused(&ana, &wanted).await, bad);
    }

    let created = ana.create(world.address, &rated(rules)).await;
    let (id, invite) = (created.table, Some(created.invite));
    watcher.open(id, invite).await;
    let sit = Request::Sit { seat: None }.at(id);
    assert_eq!(watcher.refused(&sit).await, ErrorCode::OnlyKept);
    let (_, program) = make_bot(&world, &guest, "Bot").await;
    let mut bot = program.connect(world.address).await;
    bot.open(id, invite).await;
    assert_eq!(bot.refused(&sit).await, ErrorCode::NoBots);
    let mut host = ana.connect(world.address).await;
    host.open(id, invite).await;
    let computer = Request::SeatComputer {
        seat: seat(1),
        level: Level::Club,
    };
    assert_eq!(host.refused(&computer.at(id)).await, ErrorCode::NotNow);

    // A rated table that a bot creates is only for bots.
    let of_bots = program.create(world.address, &rated(rules)).await;
    host.open(of_bots.table, Some(of_bots.invite)).await;
    let sit = Request::Sit { seat: None }.at(of_bots.table);
    assert_eq!(host.refused(&sit).await, ErrorCode::NotNow);
}

#[tokio::test]
async fn a_player_who_leaves_loses_and_the_partner_does_not() {
    let world = World::new().await;
    let pairs = Preset::FIVE_UP.for_seating(Seating::PARTNERS);
    let (mut table, _) = table(world.address, &pairs, &["Ana", "Ben", "Cleo", "Dan"]).await;
    table.start().await;
    table.play_a_tile_each().await;
    let id = table.id;
    table.players[1].send(&Request::Resign.at(id)).await;
    for stays in [0, 2, 3] {
        let agree = Request::Agree { agree: true }.at(id);
        table.players[stays].send(&agree).await;
        if stays != 3 {
            let offers = |player: &Client| {
                let seat = &player.table(id).room.seats[seat(stays as u8)];
                seat.as_ref().unwrap().care.offers_end
            };
            table.players[stays].until(offers).await;
        }
    }
    let record = ended(&mut table).await;
    until_rated(&mut table.players[0]).await;
    let changes = changes(world.address, &table.people[0], record)
        .await
        .unwrap();
    assert_eq!(changes.board, RatingBoard::AllFivesPairs);
    let left = [
        ChangeReason::Won,
        ChangeReason::Left,
        ChangeReason::Won,
        ChangeReason::Spared,
    ];
    assert_eq!(reasons(&changes), left);
    let after = |number: u8| changes.seats[seat(number)].as_ref().unwrap().after;
    assert!(after(0) > 1500 && after(1) < 1500 && after(2) > 1500);
    assert_eq!(after(3), 1500);
}

#[tokio::test]
async fn each_two_players_are_compared_where_each_place_is_played_for() {
    let world = World::new().await;
    let rules = trains::Options {
        rounds: 4,
        ..trains::Preset::CHICKENFOOT
            .for_seating(Seating::FOUR)
            .into()
    };
    let wanted = CreateTable {
        rated: true,
        ..public(rules)
    };
    let (people, pages) = keep_all(world.address, &["Ana", "Ben", "Cleo", "Dan"]).await;
    let mut table = sit_down_at(world.address, &wanted, people).await;
    table.start().await;
    table.play_to_the_end(&mut dice(4)).await;
    let record = ended(&mut table).await;
    until_rated(&mut table.players[0]).await;
    let changes = changes(world.address, &table.people[0], record)
        .await
        .unwrap();
    assert_eq!(changes.board, RatingBoard::Chickenfoot);
    let totals = table.players[0].standing(table.id).scores;
    let mut rated = Vec::new();
    for (seat, change) in changes.seats.as_slice().iter().flatten().enumerate() {
        let shown = page(world.address, &table.people[seat], pages[seat]).await;
        let listed = &shown.matches.unwrap()[0];
        assert_eq!((listed.sides, listed.others.len()), (4, 3));
        assert_eq!(listed.won, listed.place == Some(1));
        rated.push((totals.as_slice()[seat], change.after, listed.place.unwrap()));
    }
    assert_eq!(rated.len(), 4);
    for &(total, after, place) in &rated {
        for &(other, theirs, next) in &rated {
            assert!(
                total >= other || (after > theirs && place < next),
                "{rated:?}"
            );
        }
    }
}

#[tokio::test]
async fn two_players_who_lose_to_each_other_on_purpose_gain_from_three_matches_a_day() {
    let world = World::new().await;
    let (mut table, pages) = table(world.address, Preset::DRAW.rules(), &["Ana", "Ben"]).await;
    for _ in 0..3 {
        table.start().await;
        resign(&mut table, 1).await;
        until_rated(&mut table.players[0]).await;
    }
    table.start().await;
    let fourth = resign(&mut table, 1).await;
    let asker = &table.people[0];
    let reason = unrated(world.address, asker, fourth).await;
    assert_eq!(reason, UnratedReason::MetOften);
    let ratings = page(world.address, asker, pages[0]).await.ratings.unwrap();
    assert_eq!((ratings[0].now.matches, ratings[0].wins), (3, 3));
    let ratings = page(world.address, asker, pages[1]).await.ratings.unwrap();
    assert_eq!((ratings[0].now.matches, ratings[0].wins), (3, 0));
}

#[tokio::test]
async fn accounts_made_to_lose_are_worth_three_matches_a_day() {
    let world = World::new().await;
    let (ana, page_of_ana) = keep(world.address, "Ana").await;
    let rules = Preset::DRAW.rules();
    let mut last = None;
    for name in ["Ben", "Cleo", "Dan", "Eve"] {
        let (loser, _) = keep(world.address, name).await;
        let mut table = sit_down(world.address, rules, vec![ana.clone(), loser]).await;
        table.start().await;
        let record = resign(&mut table, 1).await;
        until_rated(&mut table.players[0]).await;
        let changes = changes(world.address, &ana, record).await.unwrap();
        let [own, other] = changes.seats.as_slice() else {
            unreachable!()
        };
        let (own, other) = (own.as_ref().unwrap(), other.as_ref().unwrap());
        let (is_kept, reason) = if name == "Eve" {
            (true, ChangeReason::NewOpponents)
        } else {
            (false, ChangeReason::Won)
        };
        assert_eq!((own.before == own.after, own.reason), (is_kept, reason));
        assert!(
            other.after < other.before,
            "the new account's rating changes"
        );
        last = Some(table);
    }
    // The rating changes again by a match against an opponent who is known.
    let known = "UPDATE ratings SET deviation = 3000000 WHERE wins = 0";
    world.database().execute_batch(known).unwrap();
    let mut table = last.unwrap();
    let before = page(world.address, &ana, page_of_ana)
        .await
        .ratings
        .unwrap();
    table.start().await;
    resign(&mut table, 1).await;
    until_rated(&mut table.players[0]).await;
    let after = page(world.address, &ana, page_of_ana)
        .await
        .ratings
        .unwrap();
    assert!(after[0].now.rating > before[0].now.rating);
}

#[tokio::test]
async fn a_match_that_is_given_up_at_once_is_not_rated_and_its_players_are_told_why() {
    let world = World::new().await;
    let (mut table, pages) = table(world.address, Preset::DRAW.rules(), &["Ana", "Ben"]).await;
    table.start().await;
    let id = table.id;
    table.players[1].send(&Request::Resign.at(id)).await;
    let record = ended(&mut table).await;
    for player in &table.people {
        let reason = unrated(world.address, player, record).await;
        assert_eq!(reason, UnratedReason::GivenUp);
    }
    let stranger = Person::arrive(world.address).await;
    assert_eq!(changes(world.address, &stranger, record).await, None);
    let ratings = page(world.address, &stranger, pages[0]).await.ratings;
    assert!(ratings.unwrap().is_empty());
}

#[tokio::test]
async fn private_data_of_a_player_is_told_to_no_other() {
    let world = World::new().await;
    let (mut table, pages) = table(world.address, Preset::DRAW.rules(), &["Ana", "Ben"]).await;
    table.start().await;
    let record = resign(&mut table, 1).await;
    until_rated(&mut table.players[0]).await;
    let [ana, ben] = [table.people[0].clone(), table.people[1].clone()];

    // This makes Ana's rating certain. She has also played today, so the leaderboard lists her.
    world
        .database()
        .execute_batch("UPDATE ratings SET deviation = 2000000 WHERE wins = 1")
        .unwrap();
    let board = leaderboard(world.address, &ben, "draw").await;
    let rows: Vec<_> = board
        .rows
        .iter()
        .map(|row| (row.place, row.person, row.own))
        .collect();
    assert_eq!(rows, [(1, Some(pages[0]), false)]);
    assert_eq!(board.own, None);
    let board = leaderboard(world.address, &ana, "draw").await;
    assert!(board.rows[0].own);
    assert!(
        leaderboard(world.address, &ana, "draw?bots=1")
            .await
            .rows
            .is_empty()
    );
    let none = ana
        .request(world.address, "GET", "/api/leaderboards/go", "")
        .await;
    assert_eq!(none.status, 404);

    // By default, other visitors don't see the list of a player's matches.
    let others = page(world.address, &ben, pages[0]).await;
    assert!(others.ratings.is_some() && others.matches.is_none());
    assert!(others.best.is_none() && others.opponents.is_none());
    let seen = changes(world.address, &ben, record).await.unwrap();
    let mut seen = seen.seats.as_slice().iter().flatten();
    assert!(seen.all(|change| change.expected.is_some()));
    let private = "UPDATE accounts SET preferences = \
                   REPLACE(preferences, '\"ratings_public\":true', '\"ratings_public\":false')";
    world.database().execute_batch(private).unwrap();
    assert_eq!(page(world.address, &ben, pages[0]).await.ratings, None);
    assert!(page(world.address, &ana, pages[0]).await.ratings.is_some());
    let seen = changes(world.address, &ben, record).await.unwrap();
    // Ana's rating would follow from Ben's, and from what was expected of Ben.
    assert!(seen.seats[seat(0)].is_none());
    assert_eq!(seen.seats[seat(1)].as_ref().unwrap().expected, None);

    // A closed account must not appear anywhere.
    let closed = "UPDATE accounts SET closed_ms = 1";
    world.database().execute_batch(closed).unwrap();
    let path = format!("/api/people/{}", pages[0]);
    let stranger = Person::arrive(world.address).await;
    let answer = stranger.request(world.address, "GET", &path, "").await;
    assert_eq!(answer.status, 404);
    let seen = changes(world.address, &stranger, record).await.unwrap();
    assert!(seen.seats.as_slice().iter().all(Option::is_none));
}
