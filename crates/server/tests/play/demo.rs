//! Tests of the demo: it is filled into an empty database, a server shows and proves it like any other matches, and
//! it is removed without a trace but the public log.

use std::fs;
use std::time::Duration;

use boneyard_base::{Clock, PlayerId, TableId};
use boneyard_demo::{DAYS, DemoError, Filled, Removed, fill, remove};
use boneyard_protocol::people::{LeaderboardBody, PersonBody};
use boneyard_protocol::record::Record;
use boneyard_protocol::transparency::{LogPage, PublicLog};
use boneyard_protocol::{ClientMessage, Listing, PersonId, Request, Status};
use boneyard_store::{OwnRecords, Store, StoreError};
use serde_json::Value;
use tokio::time::timeout;

use crate::client::Client;
use crate::dishonest::{audited, said, verifier};
use crate::kept_files::Database;
use crate::person::Person;
use crate::records::get;
use crate::world::{World, open};

/// The number of days of a small demo.
const FEW_DAYS: u16 = 2;

/// How long a test waits for a move of a computer player, before it fails.
const PATIENCE: Duration = Duration::from_secs(30);

/// The number of rows in each table of a PostgreSQL database that has any.
const POSTGRES_ROWS: &str = "SELECT name || ' ' || rows FROM (SELECT table_name::text AS name, \
     (xpath('/row/c/text()', query_to_xml(format('SELECT count(*) AS c FROM %I', table_name), \
     false, true, '')))[1]::text AS rows FROM information_schema.tables \
     WHERE table_schema = 'public') counted WHERE rows <> '0' ORDER BY 1";

/// The tables of a database that no people and no matches have written to.
const OF_THE_SERVER: [&str; 7] = [
    "log_ends_complete",
    "nodes",
    "public_log",
    "public_log_size",
    "schema_version",
    "settings",
    "uptime",
];

/// A demo that was filled in.
struct Made {
    filled: Filled,
    /// The first player, and the player's account.
    player: PlayerId,
    person: PersonId,
}

/// Fills a demo into a database.
async fn make(address: &str, days: u16) -> Made {
    let store = Store::open(address).await.unwrap();
    let now = Clock::system().now();
    let filled = fill(&store, now, days, |_| {}).await.unwrap();
    let again = fill(&store, now, days, |_| {}).await;
    assert!(matches!(again, Err(DemoError::Already)));
    let player = store.demos().get().await.unwrap().unwrap().players[0];
    let account = store.accounts().of(player).await.unwrap().unwrap();
    assert!(account.name.ends_with("(demo)"));
    assert!(!store.friends().of(player).await.unwrap().is_empty());
    store.close().await;
    Made {
        filled,
        player,
        person: account.person,
    }
}

async fn removed_from(address: &str) -> Removed {
    let store = Store::open(address).await.unwrap();
    let removed = remove(&store).await.unwrap();
    assert!(matches!(remove(&store).await, Err(DemoError::Missing)));
    store.close().await;
    removed
}

async fn public_log(world: &World) -> PublicLog {
    get(world, "/api/transparency").await.read()
}

/// Checks the public log with the auditing program, and that its times never go back.
async fn check_log(world: &World) {
    audited(world.address).await.unwrap();
    let (mut from, mut last) = (Some(0), 0);
    while let Some(next) = from {
        let path = format!("/api/transparency/log?from={next}");
        let page: LogPage = get(world, &path).await.read();
        for entry in page.entries {
            assert!(entry.at_ms >= last, "the log goes back");
            last = entry.at_ms;
        }
        from = page.next;
    }
}

/// Whether pages say that the server has a demo.
async fn says_demo(world: &World) -> bool {
    let me: Value = get(world, "/api/me").await.read();
    me.get("demo").is_some_and(|demo| demo == true)
}

/// Connects as a new visitor who follows the lobby.
async fn visitor(world: &World) -> (Person, Client) {
    let (person, mut client) = world.somebody().await;
    client.send(&ClientMessage::Lobby { follow: true }).await;
    client.until(|client| client.lobby.is_some()).await;
    (person, client)
}

/// The tables of the lobby with this status.
fn listed(client: &Client, status: Status) -> Vec<Listing> {
    let lobby = client.lobby.as_ref().unwrap();
    let with_status = lobby.values().filter(|listing| listing.status == status);
    with_status.cloned().collect()
}

/// Checks the latest record of a player of the demo: its page, its replay, and its proof with the program that
/// verifies records.
async fn check_record(world: &World, made: &Made, record: boneyard_protocol::RecordId) {
    let record: Record = get(world, &format!("/api/m/{record}")).await.read();
    assert!(record.fairness.is_some());
    let mut names = record.seats.iter().filter_map(|seat| seat.name.as_ref());
    assert!(names.all(|name| name.ends_with("(demo)")));
    for page in ["steps", "ratings", "analysis?from=0"] {
        let answer = get(world, &format!("/api/m/{}/{page}", record.id)).await;
        assert_eq!(answer.status, 200, "{page}");
    }
    let file = world.directory.path().join("record.json");
    fs::write(&file, serde_json::to_string(&record).unwrap()).unwrap();
    let mut command = verifier();
    command.arg(&file).arg("--log");
    command.arg(format!("http://{}", world.address));
    said(command).await.unwrap();
    let page = get(world, &format!("/api/people/{}", made.person)).await;
    let page: PersonBody = page.read();
    assert!(!page.ratings.unwrap().is_empty() && !page.matches.unwrap().is_empty());
}

/// Watches a running match, with which computer players go on.
async fn watch(client: &mut Client) {
    let running = listed(client, Status::Playing);
    assert_eq!(running.len(), 4);
    let table = running[0].table;
    client.open(table, None).await;
    let before = client.v(table);
    let is_played = client.until(|client| client.v(table) > before + 2);
    timeout(PATIENCE, is_played).await.expect("a move");
}

/// The names of the tables of a database that have rows.
async fn tables_with_rows(database: &Database) -> Vec<String> {
    let address = database.address();
    if address.starts_with("postgres") {
        let lines = crate::postgres::lines(address, POSTGRES_ROWS).await;
        let name = |line: String| line.split(' ').next().unwrap().to_owned();
        return lines.into_iter().map(name).collect();
    }
    let connection = open(&database.directory);
    let sql = "SELECT name FROM sqlite_schema WHERE type = 'table'";
    let mut all = connection.prepare(sql).unwrap();
    let all = all.query_map([], |row| row.get(0)).unwrap();
    let has_rows = |table: &String| {
        let sql = format!("SELECT count(*) FROM {table}");
        let count: i64 = connection.query_row(&sql, [], |row| row.get(0)).unwrap();
        count > 0
    };
    all.map(Result::unwrap).filter(has_rows).collect()
}

async fn filled_looked_at_and_removed(kind: &str) {
    let database = Database::on(kind);
    let address = database.address();
    let made = make(&address, FEW_DAYS).await;
    assert_eq!((made.filled.players, made.filled.matches), (16, 48));
    let store = Store::open(&address).await.unwrap();
    let wanted = OwnRecords::default();
    let (records, _) = store.records().of(made.player, &wanted, 10).await.unwrap();
    let rows = store.ratings().rows(None, 100).await.unwrap();
    assert_eq!((records.len(), rows.len()), (6, 16), "all are rated");
    assert!(rows.iter().all(|(_, _, row)| row.matches == 6));
    store.close().await;

    let mut log = None;
    let database = database.serve(Clock::system(), async |world| {
        assert!(says_demo(world).await);
        check_record(world, &made, records[0].id).await;
        check_log(world).await;
        let (_, mut client) = visitor(world).await;
        watch(&mut client).await;
        assert_eq!(listed(&client, Status::Open).len(), 4);
        let second = Store::open(&address).await;
        assert!(matches!(second, Err(StoreError::InUse)), "a server runs");
        log = Some(public_log(world).await.log);
    });
    let database = database.await;

    let removed = removed_from(&address).await;
    assert_eq!((removed.players, removed.kept_tables), (16, 0));
    assert_eq!((removed.matches, removed.tables), (48, 48 + 8));
    for table in tables_with_rows(&database).await {
        assert!(OF_THE_SERVER.contains(&table.as_str()), "{table}");
    }
    let database = database.serve(Clock::system(), async |world| {
        assert!(!says_demo(world).await);
        let (_, client) = visitor(world).await;
        assert!(client.lobby.as_ref().unwrap().is_empty());
        let path = format!("/api/people/{}", made.person);
        assert_eq!(get(world, &path).await.status, 404);
        let (before, after) = (log.unwrap(), public_log(world).await.log);
        assert_eq!((before.size, before.root), (after.size, after.root));
        check_log(world).await;
    });
    let database = database.await;

    // The log would go back in time with matches of the past weeks.
    let store = Store::open(&address).await.unwrap();
    let now = Clock::system().now();
    let again = fill(&store, now, FEW_DAYS, |_| {}).await;
    assert!(matches!(again, Err(DemoError::Used)));
    store.close().await;
    drop(database);
}

#[tokio::test]
async fn a_demo_is_filled_in_looked_at_and_removed_on_sqlite() {
    filled_looked_at_and_removed("sqlite").await;
}

#[tokio::test]
async fn a_demo_is_filled_in_looked_at_and_removed_on_postgresql() {
    filled_looked_at_and_removed("postgres").await;
}

/// Sits down at a table at which one computer player waits. Returns the table.
async fn sit(client: &mut Client) -> TableId {
    let open = listed(client, Status::Open);
    let table = open
        .iter()
        .find(|listing| listing.seats.iter().count() == 2);
    let table = table.unwrap().table;
    client.open(table, None).await;
    client.send(&Request::Sit { seat: None }.at(table)).await;
    client.until(|client| client.seat(table).is_some()).await;
    table
}

#[tokio::test]
async fn what_visitors_have_played_stays_when_the_demo_is_removed() {
    let database = Database::on("sqlite");
    let address = database.address();
    make(&address, FEW_DAYS).await;
    let mut played = None;
    let database = database.serve(Clock::system(), async |world| {
        let (person, mut client) = visitor(world).await;
        let table = sit(&mut client).await;
        for request in [Request::Ready { ready: true }, Request::Resign] {
            client.send(&request.at(table)).await;
        }
        let over = |client: &Client| client.table(table).room.status == Status::Over;
        client.until(over).await;
        played = Some((person, client.table(table).room.record.unwrap()));
        // Another visitor has sat down, and the match has not begun.
        let (_, mut other) = visitor(world).await;
        sit(&mut other).await;
    });
    let database = database.await;
    let removed = removed_from(&address).await;
    assert_eq!((removed.players, removed.kept_tables), (16, 2));
    assert_eq!((removed.matches, removed.tables), (48, 48 + 6));
    let database = database.serve(Clock::system(), async |world| {
        let (person, record) = played.unwrap();
        let answer = get(world, &format!("/api/m/{record}")).await;
        assert_eq!(answer.status, 200);
        let matches = person.request(world.address, "GET", "/api/me/matches", "");
        assert!(matches.await.body.contains(&record.to_string()));
        check_log(world).await;
    });
    drop(database.await);
}

#[tokio::test]
async fn a_demo_is_refused_where_there_are_people() {
    let database = Database::on("sqlite");
    let store = Store::open(&database.address()).await.unwrap();
    let now = Clock::system().now();
    store
        .players()
        .set_name(PlayerId::random(), "Ada", now)
        .await
        .unwrap();
    let refused = fill(&store, now, FEW_DAYS, |_| {}).await;
    assert!(matches!(refused, Err(DemoError::Used)));
    assert_eq!(store.demos().get().await.unwrap(), None);
    store.close().await;
}

#[tokio::test]
async fn a_demo_that_was_interrupted_is_removed() {
    let database = Database::on("sqlite");
    let store = Store::open(&database.address()).await.unwrap();
    let now = Clock::system().now();
    let filling = store.clone();
    let filling = tokio::spawn(async move {
        fill(&filling, now, FEW_DAYS, |_| panic!("the first day is over")).await
    });
    assert!(filling.await.unwrap_err().is_panic());
    store.close().await;
    let removed = removed_from(&database.address()).await;
    assert_eq!((removed.players, removed.matches), (16, 24));
    for table in tables_with_rows(&database).await {
        assert!(OF_THE_SERVER.contains(&table.as_str()), "{table}");
    }
}

#[tokio::test]
async fn leaderboards_of_a_whole_demo_show_its_players() {
    let database = Database::on("sqlite");
    make(&database.address(), DAYS).await;
    let database = database.serve(Clock::system(), async |world| {
        for board in ["all_fives", "draw", "fives_and_threes", "all_fives_pairs"] {
            let path = format!("/api/leaderboards/{board}");
            let found: LeaderboardBody = get(world, &path).await.read();
            // How sure a rating is depends on the results, so that the number of rows isn't always the same.
            assert!(!found.rows.is_empty(), "{board}");
        }
    });
    drop(database.await);
}
