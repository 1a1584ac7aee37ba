//! Attacks on the list of public tables.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use boneyard_protocol::ClientMessage;
use boneyard_rules::Preset;

use super::attacker::{Attacker, Target, send_at_rate};
use super::counts::Counts;
use crate::client::public_table;
use crate::error::LoadError;

/// Visitors who open tables at the same time.
const HOSTS: usize = 13;

/// Tables that they try to open; more than an address may open in an hour.
const TABLES: usize = 1_500;

/// Tables in a quick run; more than the lobby shows.
const TABLES_QUICK: usize = 300;

/// Tables that one visitor tries to open; a few more than a visitor may have.
const TABLES_OF_VISITOR: usize = 20;

/// Visitors who ask for the list.
const FOLLOWERS: usize = 500;

/// Visitors who ask for the list in a quick run.
const FOLLOWERS_QUICK: usize = 100;

/// The time between two requests of a visitor. The server allows twenty times as many, but this
/// makes 500 lists of up to 50 KB each second.
const REQUEST_INTERVAL: Duration = Duration::from_secs(1);

/// Opens public tables, evenly distributed over the time. A new visitor takes over when one has too
/// many.
pub(super) async fn flood(target: &Target) {
    let counts = Arc::clone(&target.counts);
    let count = target.count(TABLES, TABLES_QUICK);
    let interval = target.time * HOSTS as u32 / u32::try_from(count).unwrap_or(1);
    let left = Arc::new(AtomicUsize::new(count));
    let attack =
        move |attacker, _| open_tables(attacker, interval, Arc::clone(&left), Arc::clone(&counts));
    target.run(HOSTS, target.address(0), attack).await;
}

async fn open_tables(
    attacker: Attacker,
    interval: Duration,
    left: Arc<AtomicUsize>,
    counts: Arc<Counts>,
) -> Result<(), LoadError> {
    let table = public_table(*Preset::DRAW.rules());
    let mut ticks = tokio::time::interval(interval);
    for _ in 0..TABLES_OF_VISITOR {
        ticks.tick().await;
        let fewer = |left: usize| left.checked_sub(1);
        if left
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, fewer)
            .is_err()
        {
            return std::future::pending().await;
        }
        counts.tries();
        if let Err(error) = attacker.create(&table).await {
            counts.fails(&error);
        }
    }
    Ok(())
}

/// Follows the list on many sockets, and asks for all of it again and again.
pub(super) async fn followers(target: &Target) {
    let counts = Arc::clone(&target.counts);
    let attack = move |attacker, _| follow(attacker, Arc::clone(&counts));
    let count = target.count(FOLLOWERS, FOLLOWERS_QUICK);
    target.run(count, target.address(0), attack).await;
}

async fn follow(attacker: Attacker, counts: Arc<Counts>) -> Result<(), LoadError> {
    let mut connection = attacker.connect().await?;
    let message = |_| ClientMessage::Lobby { follow: true }.encode();
    Err(send_at_rate(&mut connection, &counts, REQUEST_INTERVAL, false, message).await)
}
