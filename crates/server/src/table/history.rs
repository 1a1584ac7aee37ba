//! The last rows of a table's log, at hand: the record of a match is made of them when it ends, and
//! a client that was gone for a moment gets just what it missed.
//!
//! Updates aren't kept: they are made again from what is smaller by far, the rows and a state that
//! they follow. They come out as they were, since an update is a function of two states and its
//! viewer.

use boneyard_protocol::{Status, TableId, Update};

use super::rows::LogError;
use super::state::State;
use crate::clock::Timestamp;
use crate::id::PlayerId;
use crate::limits;
use crate::store::LogRow;

/// The last rows of a table's log.
#[derive(Debug)]
pub(super) struct History {
    rows: Rows,
    /// The state that `newer` replaced. More than [`limits::HISTORY_APPENDS`] rows follow it, so that
    /// there are always enough.
    older: Option<Box<State>>,
    /// A state that updates are made from.
    newer: Box<State>,
}

/// Rows without a gap, each as its number, time and body in postcard's format. A row takes some 16
/// bytes so, and no allocation of its own.
#[derive(Debug, Default)]
struct Rows(Vec<u8>);

impl Rows {
    fn push(&mut self, seq: i64, at: Timestamp, body: &[u8]) {
        let bytes = std::mem::take(&mut self.0);
        let written = postcard::to_extend(&(seq, at.0, body), bytes);
        self.0 = written.expect("a Vec takes all that is written to it");
    }

    /// The rows after a number.
    fn after(&self, seq: i64) -> impl Iterator<Item = LogRow> {
        let mut rest = &self.0[self.end_of(seq)..];
        std::iter::from_fn(move || {
            let ((seq, at, body), behind) = read(rest)?;
            rest = behind;
            Some(LogRow {
                seq,
                at: Timestamp(at),
                body: body.to_vec(),
            })
        })
    }

    fn forget_until(&mut self, seq: i64) {
        self.0.drain(..self.end_of(seq));
    }

    /// Where the row of a number ends; 0 if all rows come after it.
    fn end_of(&self, seq: i64) -> usize {
        let mut rest = self.0.as_slice();
        while let Some(((next, ..), behind)) = read(rest)
            && next <= seq
        {
            rest = behind;
        }
        self.0.len() - rest.len()
    }
}

/// The first row, as its number, time and body, and the bytes behind it.
fn read(rows: &[u8]) -> Option<((i64, i64, &[u8]), &[u8])> {
    postcard::take_from_bytes(rows).ok()
}

impl History {
    /// The state that a log comes to, and the last of what led to it.
    ///
    /// # Errors
    ///
    /// As [`State::from_log`].
    pub(super) fn from_log(rows: &[LogRow]) -> Result<(Box<State>, Self), LogError> {
        let appends = limits::HISTORY_APPENDS.unsigned_abs() as usize;
        let first = rows.len().saturating_sub(appends).max(1);
        let (first, last) = rows.split_at(first.min(rows.len()));
        let mut state = Box::new(State::from_log(first)?);
        let mut history = Self {
            rows: Rows::default(),
            older: None,
            newer: state.clone(),
        };
        let of_match = first_row_of_match(&state);
        for row in first.iter().filter(|row| row.seq >= of_match) {
            history.rows.push(row.seq, row.at, &row.body);
        }
        for row in last {
            let before = state.clone();
            state.add_row(row)?;
            history.add(before, row.at, &row.body);
        }
        Ok((state, history))
    }

    /// Adds the row that followed a state.
    pub(super) fn add(&mut self, before: Box<State>, at: Timestamp, body: &[u8]) {
        let seq = before.version + 1;
        if seq - self.newer.version > limits::HISTORY_APPENDS {
            let of_match = first_row_of_match(&before);
            self.rows.forget_until(self.newer.version.min(of_match - 1));
            self.older = Some(std::mem::replace(&mut self.newer, before));
        }
        self.rows.push(seq, at, body);
    }

    /// The rows from a number on; of the running match, all are there.
    pub(super) fn rows_from(&self, seq: i64) -> impl Iterator<Item = LogRow> {
        self.rows.after(seq - 1)
    }

    /// Every update after a version, as a player was or would have been sent it; none if that is
    /// too long ago, or has never been.
    pub(super) fn since(&self, table: TableId, v: u64, player: PlayerId) -> Option<Vec<Update>> {
        let v = i64::try_from(v).ok()?;
        let mut state = self.older.as_ref().unwrap_or(&self.newer).clone();
        let mut updates = Vec::new();
        let mut found = v == state.version;
        for row in self.rows.after(state.version) {
            let before = state.clone();
            state.add_row(&row).ok()?;
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

/// The row that the running match began with; the next row if none is running.
fn first_row_of_match(state: &State) -> i64 {
    match state.status {
        Status::Playing => state.match_row,
        Status::Open | Status::Over => state.version + 1,
    }
}
