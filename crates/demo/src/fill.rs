//! Fills an empty database.

use std::sync::Arc;

use boneyard_base::{TableId, Timestamp};
use boneyard_people::rate_waiting;
use boneyard_store::{Append, Demo, Store};
use tokio::task::JoinSet;

use crate::DemoError;
use crate::matches::{self, PRESENT};
use crate::players::{Member, keep_accounts, make_friends, members};
use crate::schedule::{Planned, evenings, first_evening};

/// How far the work is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The number of days whose matches are played.
    pub days: usize,
    /// The number of days in all.
    pub all_days: usize,
    /// The number of matches that are played.
    pub matches: usize,
}

/// What a demo has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Filled {
    /// The number of players.
    pub players: usize,
    /// The number of finished matches.
    pub matches: usize,
    /// The number of tables at which a match is running, or computer players wait for a visitor.
    pub tables: usize,
}

/// Fills a database with a demo whose matches were played in the last `days` days. All rows are appended in the
/// order of time, so that the times of the public log never go back.
///
/// # Errors
///
/// [`DemoError::Used`] and [`DemoError::Already`], before anything is written. After any other error the database
/// may have a part of the demo, which [`crate::remove`] takes away.
pub async fn fill(
    store: &Store,
    now: Timestamp,
    days: u16,
    mut progress: impl FnMut(Progress),
) -> Result<Filled, DemoError> {
    if store.demos().get().await?.is_some() {
        return Err(DemoError::Already);
    }
    if !store.demos().is_database_unused().await? {
        return Err(DemoError::Used);
    }
    let members: Arc<[Member]> = members().into();
    let evenings = evenings(now, days)?;
    let present: Vec<TableId> = (0..PRESENT).map(|_| TableId::random()).collect();
    let planned = evenings.iter().flatten().map(|planned| planned.table);
    let demo = Demo {
        players: members.iter().map(|member| member.visitor.player).collect(),
        tables: planned.chain(present.iter().copied()).collect(),
    };
    store.demos().set(&demo).await?;
    let first = first_evening(now, days);
    keep_accounts(store, &members, first).await?;
    make_friends(store, &members, first).await?;
    let (all_days, mut played) = (evenings.len(), 0);
    for (day, evening) in (1..).zip(evenings) {
        played += evening.len();
        store
            .demos()
            .append_all(in_order(play(evening, &members).await?))
            .await?;
        rate_waiting(store).await?;
        progress(Progress {
            days: day,
            all_days,
            matches: played,
        });
    }
    let appends = matches::of_the_present(&present, &members, now)?;
    store.demos().append_all(in_order(appends)).await?;
    Ok(Filled {
        players: members.len(),
        matches: played,
        tables: present.len(),
    })
}

/// Plays the matches of an evening, on all cores.
async fn play(evening: Vec<Planned>, members: &Arc<[Member]>) -> Result<Vec<Append>, DemoError> {
    let mut playing = JoinSet::new();
    for planned in evening {
        let members = Arc::clone(members);
        playing.spawn_blocking(move || matches::played(&planned, &members));
    }
    let mut appends = Vec::new();
    while let Some(played) = playing.join_next().await {
        appends.extend(played.map_err(|_| DemoError::Thread)??);
    }
    Ok(appends)
}

/// Sorts steps by their times. The steps of each table stay in their order.
fn in_order(mut appends: Vec<Append>) -> Vec<Append> {
    appends.sort_by_key(|append| append.at);
    appends
}
