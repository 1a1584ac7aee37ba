//! Attacks with requests over HTTP.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use boneyard_protocol::record::ReplayRequest;
use boneyard_rules::line::Preset;
use serde_json::Value;
use tokio::time::interval;

use super::attacker::{Attacker, Target};
use super::honest::{Fixture, picture};
use crate::client::public_table;
use crate::error::LoadError;

/// The number of visitors who open tables at the same time.
const HOSTS: usize = 13;

/// The number of tables that these visitors try to open: more than one address may open in an hour.
const TABLES: usize = 1_500;

/// The number of tables in a quick run: more than the lobby shows.
const TABLES_QUICK: usize = 300;

/// The number of tables that one visitor tries to open: a few more than the server allows to one
/// visitor.
const TABLES_OF_VISITOR: usize = 20;

/// The number of connections that request pictures or replays. Every second connection requests
/// replays.
const CONNECTIONS: usize = 900;

/// The number of connections in a quick run.
const CONNECTIONS_QUICK: usize = 60;

/// The transcript of a long match, which the server must replay.
const TRANSCRIPT: &str = include_str!("../../../rules/tests/transcripts/muggins-2-players.txt");

/// Tries to open public tables, evenly distributed over the length of the attack. After
/// [`TABLES_OF_VISITOR`] tables, a new visitor continues.
pub(super) async fn open_tables(target: &Target) {
    let count = target.count(TABLES, TABLES_QUICK);
    let interval = target.time * HOSTS as u32 / count as u32;
    let left = Arc::new(AtomicUsize::new(count));
    let attack = move |attacker, _| host_tables(attacker, interval, Arc::clone(&left));
    target.run(1, HOSTS, attack).await;
}

async fn host_tables(
    attacker: Attacker,
    time: Duration,
    left: Arc<AtomicUsize>,
) -> Result<(), LoadError> {
    let table = public_table(Preset::DRAW.rules().into());
    let mut ticks = interval(time);
    for _ in 0..TABLES_OF_VISITOR {
        ticks.tick().await;
        let fewer = |left: usize| left.checked_sub(1);
        let left = left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, fewer);
        if left.is_err() {
            return std::future::pending().await;
        }
        attacker.ask(("POST", "/api/tables"), &table).await?;
    }
    Ok(())
}

/// Requests pictures and replays. Such a request costs the server more than it costs the attacker.
pub(super) async fn pictures(target: &Target) {
    let Fixture::Record(record) = target.fixture else {
        return;
    };
    let picture: Arc<str> = picture(record).into();
    let attack = move |attacker, number| ask(attacker, number, Arc::clone(&picture));
    let count = target.count(CONNECTIONS, CONNECTIONS_QUICK);
    target.run(1, count, attack).await;
}

async fn ask(attacker: Attacker, number: usize, picture: Arc<str>) -> Result<(), LoadError> {
    let replay = ReplayRequest {
        transcript: TRANSCRIPT.to_owned(),
        from: None,
    };
    loop {
        if number.is_multiple_of(2) {
            attacker.ask(("GET", &picture), &Value::Null).await?;
        } else {
            attacker.ask(("POST", "/api/replay"), &replay).await?;
        }
    }
}
