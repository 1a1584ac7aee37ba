//! What matches cost on disk.

use std::sync::Arc;

use boneyard_protocol::{Access, RecordId, Status, TableId};
use boneyard_rules::Preset;
use tokio::task::JoinSet;

use crate::store::{Append, Store};
use crate::table::appends;
use crate::table::state::event::TableEvent;
use crate::table::tests::bench::Bench;

/// Matches that are played.
const MATCHES: u16 = 25;

/// Tables that each is stored for: enough that the first page of each index counts for little.
const COPIES: usize = 20;

/// Bytes of the database file a move, with records, the public log and everything else. What is written
/// once for each match counts for more where chance makes the matches short.
const BYTES_A_MOVE_MAX: usize = 68;

/// A whole match of Draw to 100 between two people, who add to its deals.
fn match_between_two(number: u16) -> Bench {
    let mut bench = Bench::new(*Preset::DRAW.rules(), Access::Public, 0, number.into());
    let mut pick = number;
    while bench.state.status() != Status::Over {
        for person in 0..2 {
            pick = pick.wrapping_mul(75).wrapping_add(74);
            // Out of turn there is nothing to do.
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
        .filter(|event| matches!(event, TableEvent::Played { .. }))
        .count()
}

/// The appends of a match for a table of another name. The name of a record follows from its table's
/// invitation, which all copies share.
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

#[tokio::test]
async fn a_move_costs_few_bytes_on_disk() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("boneyard.db");
    let store = Store::open(&format!("sqlite://{}", file.display()))
        .await
        .unwrap();
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
    store.close().await;
    let bytes = std::fs::metadata(&file).unwrap().len() as usize;
    for (name, bytes) in parts(&file) {
        println!(
            "{name}: {} bytes in 100 moves",
            100 * bytes as usize / all_moves
        );
    }
    println!("{all_moves} moves, {bytes} bytes");
    assert!(
        bytes < BYTES_A_MOVE_MAX * all_moves,
        "{} bytes a move",
        bytes / all_moves
    );
}

/// The tables and indexes of the file, and their bytes.
fn parts(file: &std::path::Path) -> Vec<(String, u32)> {
    let connection = rusqlite::Connection::open(file).unwrap();
    let sql = "SELECT name, sum(pgsize) FROM dbstat GROUP BY name ORDER BY 2 DESC";
    let mut statement = connection.prepare(sql).unwrap();
    let parts = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)));
    parts.unwrap().collect::<Result<_, _>>().unwrap()
}
