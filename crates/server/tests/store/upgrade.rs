//! Databases of the first schema, with ids in hex and a log of JSON, are brought up to date at the
//! first start. `data` holds one of each kind, as the server of that schema left it.

use std::collections::BTreeMap;
use std::io::Read as _;

use boneyard_server::id::{PlayerId, TableId};
use boneyard_server::store::{OwnRecords, Store, StoreError};
use boneyard_server::table::{State, TableEvent};
use flate2::read::GzDecoder;
use serde_json::Value;

use crate::common::postgres::{self, Postgres};
use crate::databases::{change, rows};
use crate::{NOW, append};

fn unzipped(data: &[u8]) -> Vec<u8> {
    let mut plain = Vec::new();
    GzDecoder::new(data).read_to_end(&mut plain).unwrap();
    plain
}

fn old_sqlite(directory: &tempfile::TempDir) -> String {
    let file = directory.path().join("boneyard.db");
    std::fs::write(&file, unzipped(include_bytes!("data/text-log.db.gz"))).unwrap();
    format!("sqlite://{}", file.display())
}

/// The rows of an old database, by table.
struct Before {
    log: Vec<Vec<String>>,
    tables: Vec<Vec<String>>,
    records: Vec<Vec<String>>,
    seats: Vec<Vec<String>>,
    players: Vec<Vec<String>>,
    settings: Vec<Vec<String>>,
    bots: Vec<Vec<String>>,
}

impl Before {
    async fn read(address: &str) -> Self {
        let before = Self {
            log: rows(
                address,
                "SELECT table_id, seq, at_ms, body FROM log ORDER BY 1, 2",
            )
            .await,
            tables: rows(
                address,
                "SELECT table_id, created_ms, updated_ms, listing FROM tables WHERE listed = 1 \
                 ORDER BY created_ms, table_id",
            )
            .await,
            records: rows(
                address,
                "SELECT record_id, table_id, match_number, public, summary, transcript, fairness \
                 FROM records",
            )
            .await,
            seats: rows(
                address,
                "SELECT record_id, player_id, name, computer FROM record_seats \
                 ORDER BY record_id, seat",
            )
            .await,
            players: rows(address, "SELECT player_id, name FROM players").await,
            settings: rows(address, "SELECT name, value FROM settings").await,
            bots: rows(address, "SELECT bot_id, owner_id, token_hash FROM bots").await,
        };
        let counts = [
            before.log.len() / 300,
            before.tables.len(),
            before.records.len(),
            before
                .seats
                .iter()
                .filter(|seat| seat[2].is_empty())
                .count(),
            before.players.len(),
            before.settings.len(),
            before.bots.len(),
        ];
        assert!(
            counts.iter().all(|&count| count > 0),
            "something is missing: {counts:?}"
        );
        before
    }

    /// Fails unless a store holds the same.
    async fn is_all_in(&self, store: &Store) {
        self.logs_are_in(store).await;
        self.records_are_in(store).await;
        let listed: Vec<_> = store.listings().await.unwrap();
        let listed = listed.into_iter().map(|listed| {
            let times = [listed.created.0.to_string(), listed.updated.0.to_string()];
            let [created, updated] = times;
            vec![listed.table.to_string(), created, updated, listed.listing]
        });
        assert_eq!(listed.collect::<Vec<_>>(), self.tables);
        for player in &self.players {
            let name = store.player_name(player[0].parse().unwrap()).await.unwrap();
            assert_eq!(name.as_deref(), Some(player[1].as_str()));
        }
        for setting in &self.settings {
            let value = store
                .setting_or_insert(&setting[0], "another")
                .await
                .unwrap();
            assert_eq!(value, setting[1]);
        }
        for bot in &self.bots {
            let found = store.bot_by_token(&bot[2]).await.unwrap();
            assert_eq!(found.map(|bot| bot.to_string()), Some(bot[0].clone()));
            let owned = store.bots_of(bot[1].parse().unwrap()).await.unwrap();
            assert_eq!(owned[0].bot.to_string(), bot[0]);
        }
    }

    async fn logs_are_in(&self, store: &Store) {
        let mut logs: BTreeMap<TableId, Vec<&[String]>> = BTreeMap::new();
        for row in &self.log {
            logs.entry(row[0].parse().unwrap()).or_default().push(row);
        }
        for (table, before) in logs {
            let after = store.read_log(table, 0).await.unwrap();
            let state = State::from_log(&after).unwrap();
            assert!(format!("{state:?}").contains("version"));
            assert_eq!(after.len(), before.len());
            for (row, before) in after.iter().zip(before) {
                assert_eq!(row.seq.to_string(), before[1]);
                assert_eq!(row.at.0.to_string(), before[2]);
                let events: Vec<Value> = serde_json::from_str(&before[3]).unwrap();
                is_the_same(&TableEvent::from_body(&row.body).unwrap(), &events);
            }
        }
    }

    async fn records_are_in(&self, store: &Store) {
        for record in &self.records {
            let found = store
                .record(record[0].parse().unwrap())
                .await
                .unwrap()
                .unwrap();
            assert_eq!(i64::from(found.public).to_string(), record[3]);
            assert_eq!(
                [found.summary, found.transcript, found.fairness],
                record[4..7]
            );
            let before = self.seats.iter().filter(|seat| seat[0] == record[0]);
            let names = found
                .seats
                .into_iter()
                .map(|seat| [seat.name, seat.computer]);
            assert!(names.eq(before.map(|seat| [seat[2].clone(), seat[3].clone()])));
            let table = record[1].parse().unwrap();
            let numbers = store.recorded_matches(table).await.unwrap();
            assert!(numbers.contains(&record[2].parse().unwrap()));
        }
        for seat in self.seats.iter().filter(|seat| !seat[1].is_empty()) {
            let player: PlayerId = seat[1].parse().unwrap();
            let own = store.own_records(player, &OwnRecords::default(), 50).await;
            let (own, _) = own.unwrap();
            assert!(own.iter().any(|record| record.id.to_string() == seat[0]));
        }
    }
}

/// Compares events with what they were in JSON: their names, and all fields that kept their form.
fn is_the_same(events: &[TableEvent], before: &[Value]) {
    assert_eq!(events.len(), before.len());
    for (event, before) in events.iter().zip(before) {
        let after = serde_json::to_value(event).unwrap();
        let name = before["type"].as_str().unwrap();
        let fields = before.as_object().unwrap().iter();
        let kept = fields
            .filter(|(field, _)| !["type", "rules", "clock", "order"].contains(&field.as_str()));
        let mut kept = kept.peekable();
        if kept.peek().is_none() {
            assert!(after == name || after[name].is_object(), "{before}");
        }
        for (field, value) in kept {
            assert_eq!(&after[name][field], value, "{before}");
        }
    }
}

async fn is_brought_up_to_date(address: &str) {
    let before = Before::read(address).await;
    let store = Store::open(address).await.unwrap();
    before.is_all_in(&store).await;
    // Its tables go on.
    let (last, table) = (before.log.last().unwrap(), &before.log.last().unwrap()[0]);
    let next = last[1].parse::<i64>().unwrap() + 1;
    let table = table.parse().unwrap();
    store.append(append(table, next, "next")).await.unwrap();
    store.close().await;
    // Another start changes nothing.
    let store = Store::open(address).await.unwrap();
    let rows = store.read_log(table, 0).await.unwrap();
    assert_eq!(rows.len(), usize::try_from(next).unwrap());
    let one = before.records[0][0].parse().unwrap();
    assert!(store.record(one).await.unwrap().is_some());
    store.close().await;
}

#[tokio::test]
async fn an_old_sqlite_file_is_brought_up_to_date() {
    let directory = tempfile::tempdir().unwrap();
    is_brought_up_to_date(&old_sqlite(&directory)).await;
}

#[tokio::test]
async fn an_old_postgres_database_is_brought_up_to_date() {
    let postgres = Postgres::start().await;
    let address = postgres.create_database("old").await;
    let dump = unzipped(include_bytes!("data/text-log.sql.gz"));
    let dump = String::from_utf8(dump).unwrap();
    postgres::run(address.clone(), dump).await.unwrap();
    is_brought_up_to_date(&address).await;
}

#[tokio::test]
async fn a_row_that_cannot_be_read_stays_so_and_stops_nothing() {
    let directory = tempfile::tempdir().unwrap();
    let address = old_sqlite(&directory);
    change(&address, "UPDATE log SET body = '[' WHERE seq = 2").await;
    let before = rows(&address, "SELECT DISTINCT table_id FROM log").await;
    let store = Store::open(&address).await.unwrap();
    let table = before[0][0].parse().unwrap();
    let rows = store.read_log(table, 0).await.unwrap();
    assert_eq!(rows[1].body, b"[");
    let error = State::from_log(&rows).unwrap_err().to_string();
    assert!(
        error.starts_with("row 2 of the log can't be read"),
        "{error}"
    );
    store.close().await;
}

#[tokio::test]
async fn an_upgrade_that_fails_leaves_the_old_database() {
    let directory = tempfile::tempdir().unwrap();
    let address = old_sqlite(&directory);
    change(&address, "UPDATE bots SET owner_id = 'nobody'").await;
    assert!(matches!(
        Store::open(&address).await,
        Err(StoreError::Database(_))
    ));
    let count = rows(&address, "SELECT COUNT(*) FROM log").await;
    assert_ne!(count, [["0"]]);
    change(&address, "UPDATE bots SET owner_id = bot_id").await;
    let store = Store::open(&address).await.unwrap();
    store
        .set_player_name(PlayerId::random(), "Ann", NOW)
        .await
        .unwrap();
    store.close().await;
}

#[tokio::test]
async fn a_database_before_the_first_schema_was_whole_is_refused() {
    let directory = tempfile::tempdir().unwrap();
    let address = old_sqlite(&directory);
    change(&address, "DELETE FROM _sqlx_migrations WHERE version = 10").await;
    assert!(matches!(
        Store::open(&address).await,
        Err(StoreError::TooOld)
    ));
}
