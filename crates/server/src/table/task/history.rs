//! The last rows of a table's log, at hand: the record of a match is made of them when it ends, and
//! a client that was gone for a moment gets just what it missed.
//!
//! Updates aren't kept: they are made again from what is smaller by far, the rows and a state that
//! they follow. They come out as they were, since an update is a function of two states and its
//! viewer.

use boneyard_protocol::{TableId, Update};

use crate::clock::Timestamp;
use crate::id::PlayerId;
use crate::limits;
use crate::store::LogRow;
use crate::table::state::State;
use crate::table::state::rows::LogError;

// A client that was gone for so many rows finds them behind `newer` or `older`.
const _: () = assert!(limits::HISTORY_APPENDS <= limits::HISTORY_ROWS);

/// The last rows of a table's log.
#[derive(Debug, Default)]
pub(crate) struct History {
    rows: Rows,
    /// The state that `newer` replaced; none once enough rows follow `newer`.
    older: Option<Box<State>>,
    /// A state that updates are made from: where the match began, as a rule. None before the first
    /// row.
    newer: Option<Box<State>>,
}

/// Rows without a gap, each as its number, time and body in postcard's format. A row takes some 16
/// bytes so, and no allocation of its own.
#[derive(Debug, Default)]
struct Rows(Vec<u8>);

/// The number, time and body of a row.
type PackedRow<'a> = (i64, i64, &'a [u8]);

impl Rows {
    fn push(&mut self, row: &LogRow) {
        let bytes = std::mem::take(&mut self.0);
        let written = postcard::to_extend(&(row.seq, row.at.0, row.body.as_slice()), bytes);
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

/// The first row, and the bytes behind it.
fn read(rows: &[u8]) -> Option<(PackedRow<'_>, &[u8])> {
    postcard::take_from_bytes(rows).ok()
}

impl History {
    /// The state that a log comes to, and the last of what led to it.
    ///
    /// # Errors
    ///
    /// As [`State::from_log`].
    pub(crate) fn from_log(rows: &[LogRow]) -> Result<(Box<State>, Self), LogError> {
        let (first, rest) = rows.split_at(rows.len().min(1));
        let mut state = Box::new(State::from_log(first)?);
        let mut history = Self::default();
        for row in first {
            history.rows.push(row);
        }
        for row in rest {
            if history.wants(&state) {
                history.keep(state.clone());
            }
            state.add_row(row)?;
            history.rows.push(row);
        }
        Ok((state, history))
    }

    /// Adds the row that followed a state.
    pub(crate) fn add(&mut self, before: Box<State>, row: &LogRow) {
        if self.wants(&before) {
            self.keep(before);
        }
        self.rows.push(row);
        let after_newer = row.seq - self.newer_version();
        if self.older.is_some() && after_newer > limits::HISTORY_APPENDS {
            self.older = None;
        }
    }

    /// Whether updates are to be made from a state later: a match has begun with it, or many rows
    /// lie between it and the last such state.
    fn wants(&self, state: &State) -> bool {
        self.newer.is_none()
            || state.matches.first_row() == state.version
            || state.version - self.newer_version() >= limits::HISTORY_ROWS
    }

    fn newer_version(&self) -> i64 {
        self.newer.as_ref().map_or(0, |newer| newer.version)
    }

    /// Keeps a state, and forgets the rows that nothing is made of any more.
    fn keep(&mut self, state: Box<State>) {
        let keeps_match =
            state.matches.is_playing() && self.rows.0.len() < limits::HISTORY_BYTES_MAX;
        let of_match = if keeps_match {
            state.matches.first_row()
        } else {
            state.version + 1
        };
        self.rows
            .forget_until(self.newer_version().min(of_match - 1));
        self.older = self.newer.replace(state);
    }

    /// The rows from a number on; none if the first of them is not at hand any more.
    pub(crate) fn rows_from(&self, seq: i64) -> Option<Vec<LogRow>> {
        let rows: Vec<_> = self.rows.after(seq - 1).collect();
        rows.first()
            .is_some_and(|row| row.seq == seq)
            .then_some(rows)
    }

    /// Every update after a version, as a player was or would have been sent it; none if that is
    /// too long ago, or has never been.
    pub(crate) fn since(&self, table: TableId, v: u64, player: PlayerId) -> Option<Vec<Update>> {
        let v = i64::try_from(v).ok()?;
        let known = [&self.newer, &self.older].into_iter().flatten();
        let mut state = known.into_iter().find(|state| state.version <= v)?.clone();
        let mut updates = Vec::new();
        for row in self.rows.after(state.version) {
            if state.version < v {
                state.add_row(&row).ok()?;
                continue;
            }
            let before = state.clone();
            state.add_row(&row).ok()?;
            updates.push(Update {
                shared: state.shared_update(table, &before),
                private: state.private_update(player, &before),
            });
        }
        (v <= state.version).then_some(updates)
    }
}

#[cfg(test)]
mod tests {
    use boneyard_protocol::{Access, ClockRule};
    use boneyard_rules::{Preset, Seat};

    use super::*;
    use crate::table::state::event::TableEvent;
    use crate::table::tests::bench::Bench;

    #[test]
    fn rows_that_tell_nothing_of_the_match_do_not_fill_the_memory() {
        let opened = (Access::Public, 0, ClockRule::None);
        let computers = [boneyard_protocol::Level::Club];
        let bench = Bench::timed(*Preset::DRAW.rules(), opened, &computers, 1);
        let mut log = bench.log.clone();
        let match_row = bench.state.matches.first_row();
        let renamed = |seq: i64| LogRow {
            seq,
            at: bench.now,
            body: TableEvent::to_body(&[TableEvent::Renamed {
                seat: Seat::default(),
                name: format!("Guest {seq}"),
            }]),
        };
        log.extend((2..=100).map(renamed));
        let (mut state, mut history) = History::from_log(&log).unwrap();
        let rows = history.rows_from(match_row).unwrap();
        assert_eq!(rows, log);
        for seq in 101..=20_000 {
            let row = renamed(seq);
            let before = state.clone();
            state.add_row(&row).unwrap();
            history.add(before, &row);
        }
        assert_eq!(history.rows_from(match_row), None);
        assert!(history.rows.0.len() < 2 * limits::HISTORY_BYTES_MAX);
    }
}
