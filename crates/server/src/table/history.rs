//! What happened last at a table, so that who was gone for a moment gets just what they missed.
//!
//! Updates aren't kept: they are made again, for whoever asks, from what is smaller by far: the
//! events, and a state that they follow. They come out as they were, since an update is a function
//! of two states and its viewer.

use boneyard_protocol::{TableId, Update};

use super::event::TableEvent;
use super::rows::LogError;
use super::state::State;
use crate::clock::Timestamp;
use crate::id::PlayerId;
use crate::limits;
use crate::store::LogRow;

/// The last appends of a table.
#[derive(Debug)]
pub(super) struct History {
    /// What came before `newer`: full, so that there is always enough.
    older: Option<Stretch>,
    newer: Stretch,
}

/// A state, and some appends after it.
#[derive(Debug)]
struct Stretch {
    from: State,
    appends: Vec<(Vec<TableEvent>, Timestamp)>,
}

impl History {
    /// Nothing has happened since this state.
    pub(super) const fn new(from: State) -> Self {
        let appends = Vec::new();
        Self {
            older: None,
            newer: Stretch { from, appends },
        }
    }

    /// The state that a log comes to, and the last of what led to it.
    ///
    /// # Errors
    ///
    /// As [`State::from_log`].
    pub(super) fn from_log(rows: &[LogRow]) -> Result<(State, Self), LogError> {
        let kept = rows.len().saturating_sub(limits::HISTORY_APPENDS).max(1);
        let (first, last) = rows.split_at(kept.min(rows.len()));
        let mut state = State::from_log(first)?;
        let mut history = Self::new(state.clone());
        for row in last {
            let before = state.clone();
            let events = state.add_row(row)?;
            history.add(before, events, row.at);
        }
        Ok((state, history))
    }

    /// Takes down an append to a state.
    pub(super) fn add(&mut self, before: State, events: Vec<TableEvent>, at: Timestamp) {
        if self.newer.appends.len() >= limits::HISTORY_APPENDS {
            let appends = Vec::with_capacity(1);
            let newer = Stretch {
                from: before,
                appends,
            };
            self.older = Some(std::mem::replace(&mut self.newer, newer));
        }
        self.newer.appends.push((events, at));
    }

    /// Every update after a version, as a player was or would have been sent it; none if that is
    /// too long ago, or has never been.
    pub(super) fn since(&self, table: TableId, v: u64, player: PlayerId) -> Option<Vec<Update>> {
        let v = i64::try_from(v).ok()?;
        let stretches = || self.older.iter().chain([&self.newer]);
        let mut state = stretches().next()?.from.clone();
        let mut updates = Vec::new();
        let mut found = v == state.version;
        for (events, at) in stretches().flat_map(|stretch| &stretch.appends) {
            let before = state.clone();
            state.add(events, *at).ok()?;
            if before.version >= v {
                updates.push(Update {
                    shared: state.shared_update(table, &before),
                    private: state.private_update(player, &before),
                });
            }
            found |= state.version == v;
        }
        found.then_some(updates)
    }
}
