//! How many durable appends a second the store does: `cargo run --release --example append_rate`,
//! with a database's address as its argument if not a new SQLite file.
//!
//! 500 tables append one step after the other, each as soon as its last one is committed.

use std::time::{Duration, Instant};

use boneyard_server::clock::Clock;
use boneyard_server::id::TableId;
use boneyard_server::store::{Append, Store};
use tokio::task::JoinSet;

const TABLES: usize = 500;
const DURATION: Duration = Duration::from_secs(5);

/// About the size of a play in the log.
const BODY: &str = "[{\"type\":\"played\",\"seat\":0,\"tile\":\"6-4\",\"arm\":\"a\"}]";

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let directory = tempfile::tempdir()?;
    let file = directory.path().join("boneyard.db");
    let address = std::env::args()
        .nth(1)
        .unwrap_or_else(|| format!("sqlite://{}", file.display()));
    let store = Store::open(&address).await?;
    let end = Instant::now() + DURATION;
    let mut tables = JoinSet::new();
    for _ in 0..TABLES {
        tables.spawn(play(store.clone(), end));
    }
    let mut appends = 0;
    while let Some(steps) = tables.join_next().await {
        appends += steps??;
    }
    store.close().await;
    let rate = appends / i64::try_from(DURATION.as_secs())?;
    println!("{appends} appends, {rate} a second");
    Ok(())
}

/// Appends until the end; returns how often.
async fn play(store: Store, end: Instant) -> Result<i64, boneyard_server::store::AppendError> {
    let (table, clock) = (TableId::random(), Clock::system());
    let mut seq = 0;
    while Instant::now() < end {
        seq += 1;
        let append = Append {
            table,
            seq,
            at: clock.now(),
            body: BODY.to_owned(),
            listing: None,
            record: None,
        };
        store.append(append).await?;
    }
    Ok(seq)
}
