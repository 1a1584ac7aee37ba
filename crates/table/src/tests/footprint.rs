//! Measures how much disk space matches need.

use std::sync::Arc;

use boneyard_protocol::{Access, RecordId, Status, TableId};
use boneyard_rules::line::Preset;
use boneyard_store::{Append, Store};
use boneyard_testing::Postgres;
use postgres::{Client, NoTls, Row};
use tokio::task::JoinSet;

use crate::appends;
use crate::state::event::TableEvent;
use crate::tests::bench::Bench;

/// The number of different matches that are played.
const MATCHES: u16 = 25;

/// The number of tables for which each match is stored. It is large enough that the first page of each
/// index counts for little.
const COPIES: usize = 20;

/// The maximum size of the SQLite file, in bytes for each move. It includes records, the public log and
/// everything else. Some data is written once for each match, so short matches need more bytes for each
/// move.
const BYTES_A_MOVE_MAX: usize = 69;

/// The maximum size of the PostgreSQL database, in bytes for each move. For each row PostgreSQL needs 24
/// bytes more than SQLite, and another 30 bytes in the index of keys. SQLite needs no separate index, because
/// it stores the log in the order of its keys.
const BYTES_A_MOVE_IN_POSTGRESQL_MAX: usize = 260;

/// A whole match of Draw to 100 between two people, who promise seeds for its deals.
fn match_between_two(number: u16) -> Bench {
    let mut bench = Bench::new(*Preset::DRAW.rules(), Access::Public, 0, number.into());
    let mut pick = number;
    while bench.state.status() != Status::Over {
        for person in 0..2 {
            pick = pick.wrapping_mul(75).wrapping_add(74);
            // A person who isn't on turn can't act, so the error is ignored.
            let _ = bench.act(person, bench.sensible(person, pick));
        }
    }
    bench
}

fn moves(bench: &Bench) -> usize {
    let events = bench
        .log
        .iter()
        .flat_map(|row| TableEvent::from_body(&row.body).unwrap());
    events
        .filter(|event| matches!(event, TableEvent::Moved { .. }))
        .count()
}

/// The appends of the match at `bench`, for a new table. The name of a record is computed from the table's
/// seed, and all copies of the match have the same seed. So the record of each copy gets a random name
/// instead.
fn copies_of(bench: &Bench) -> Vec<Append> {
    let mut appends = appends(TableId::random(), &bench.log).unwrap();
    for append in &mut appends {
        append.at = append.at.plus_ms(1_700_000_000_000);
        if let Some(record) = &mut append.record {
            Arc::make_mut(record).id = RecordId::random();
        }
    }
    appends
}

/// Plays all matches, and stores each of them for [`COPIES`] tables. Returns the number of stored moves.
async fn play_into(store: &Store) -> usize {
    let mut tables = JoinSet::new();
    let mut all_moves = 0;
    for number in 0..MATCHES {
        let bench = match_between_two(number);
        all_moves += moves(&bench) * COPIES;
        for _ in 0..COPIES {
            let (store, appends) = (store.clone(), copies_of(&bench));
            tables.spawn(async move {
                for append in appends {
                    store.append(append).await.unwrap();
                }
            });
        }
    }
    tables.join_all().await;
    all_moves
}

/// Prints how many bytes a move needs in each part of the database, and checks the sum against the maximum.
fn judge(moves: usize, parts: &[(String, usize)], bytes: usize, max: usize) {
    for (name, bytes) in parts {
        println!("{name}: {} bytes in 100 moves", 100 * bytes / moves);
    }
    let matches = usize::from(MATCHES) * COPIES;
    println!("{moves} moves in {matches} matches, {bytes} bytes");
    assert!(bytes < max * moves, "{} bytes a move", bytes / moves);
}

#[tokio::test]
async fn a_move_costs_few_bytes_on_disk() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("boneyard.db");
    let store = Store::open(&format!("sqlite://{}", file.display()))
        .await
        .unwrap();
    let moves = play_into(&store).await;
    store.close().await;
    let bytes = std::fs::metadata(&file).unwrap().len() as usize;
    judge(moves, &parts(&file), bytes, BYTES_A_MOVE_MAX);
}

#[tokio::test]
async fn a_move_costs_few_bytes_in_postgresql() {
    let postgres = Postgres::start();
    let address = postgres.create_database("footprint");
    let store = Store::open(&address).await.unwrap();
    let moves = play_into(&store).await;
    store.close().await;
    // The PostgreSQL client blocks its thread.
    let asking = tokio::task::spawn_blocking(move || parts_in_postgresql(&address));
    let parts = asking.await.unwrap();
    let bytes = parts.iter().map(|(_, bytes)| bytes).sum();
    judge(moves, &parts, bytes, BYTES_A_MOVE_IN_POSTGRESQL_MAX);
}

/// The tables (with the rows that are too long for a page) and the indexes of the PostgreSQL database, with
/// their sizes in bytes. The system tables of each database, some seven megabytes, are not included.
fn parts_in_postgresql(address: &str) -> Vec<(String, usize)> {
    let mut client = Client::connect(address, NoTls).unwrap();
    let sql = "SELECT relname::text, pg_table_size(oid) FROM pg_class WHERE relkind = 'r' AND \
               relnamespace = 'public'::regnamespace UNION ALL SELECT relname::text, pg_relation_size(oid) FROM \
               pg_class WHERE relkind = 'i' AND relnamespace = 'public'::regnamespace ORDER BY 2 DESC";
    let rows = client.query(sql, &[]).unwrap();
    let part = |row: &Row| (row.get(0), row.get::<_, i64>(1).cast_unsigned() as usize);
    rows.iter().map(part).collect()
}

/// The tables and indexes of the SQLite file, with their sizes in bytes.
fn parts(file: &std::path::Path) -> Vec<(String, usize)> {
    let connection = rusqlite::Connection::open(file).unwrap();
    let sql = "SELECT name, sum(pgsize) FROM dbstat GROUP BY name ORDER BY 2 DESC";
    let mut statement = connection.prepare(sql).unwrap();
    let parts = statement.query_map([], |row| Ok((row.get(0)?, row.get::<_, u32>(1)? as usize)));
    parts.unwrap().collect::<Result<_, _>>().unwrap()
}
