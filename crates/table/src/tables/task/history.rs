//! The last rows of a table's log, in memory. They are used to make the record when a match ends, and to
//! send a client that was disconnected for a moment only the updates that it missed.
//!
//! Updates aren't stored. They are computed again from the rows and an earlier state, which need much less
//! memory than the updates. The result is the same, since an update depends only on two states and its
//! viewer.

use boneyard_base::{PlayerId, Timestamp, limits};
use boneyard_protocol::{TableId, Update};
use boneyard_store::LogRow;

use crate::state::State;
use crate::state::rows::LogError;

// If `HISTORY_APPENDS` were greater than `HISTORY_ROWS`, a new state could replace `older` too early. Clients
// that have missed up to `HISTORY_APPENDS` rows would still need `older`.
const _: () = assert!(limits::HISTORY_APPENDS <= limits::HISTORY_ROWS);

/// The maximum length of a number in postcard's format, in bytes.
const VARINT_BYTES_MAX: usize = 10;

/// The number of bytes by which the buffer of rows grows: enough for some 25 rows.
const ROOM_BYTES: usize = 256;

/// The last rows of a table's log, and states from which updates are computed.
#[derive(Debug, Default)]
pub(crate) struct History {
    rows: Rows,
    /// The state that was in `newer` before; `None` once enough rows follow `newer`.
    older: Option<Box<State>>,
    /// A state from which updates are computed, usually the one with which the match began. `None` before
    /// the first row.
    newer: Option<Box<State>>,
}

/// Consecutive rows in one buffer. A row is stored as the milliseconds since the previous row, and the row's
/// body, in postcard's format. A row needs some 9 bytes, and no allocation of its own.
#[derive(Debug, Default)]
struct Rows {
    bytes: Vec<u8>,
    /// The number and time of the row before the first stored one.
    before: Position,
    last: Position,
}

/// The number and time of a row.
#[derive(Clone, Copy, Debug, Default)]
struct Position {
    seq: i64,
    at: Timestamp,
}

impl Rows {
    fn push(&mut self, row: &LogRow) {
        if self.bytes.is_empty() {
            self.before = Position {
                seq: row.seq - 1,
                at: row.at,
            };
            self.last = self.before;
        }
        let passed = row.at.0 - self.last.at.0;
        let mut bytes = std::mem::take(&mut self.bytes);
        let needed = row.body.len() + 2 * VARINT_BYTES_MAX;
        if bytes.capacity() - bytes.len() < needed {
            // By default a `Vec` doubles its size; across thousands of tables, half of the memory would
            // stay unused.
            bytes.reserve_exact(needed.max(ROOM_BYTES));
        }
        let written = postcard::to_extend(&(passed, row.body.as_slice()), bytes);
        self.bytes = written.expect("a Vec takes all that is written to it");
        self.last = Position {
            seq: row.seq,
            at: row.at,
        };
    }

    /// The stored rows after the row with number `seq`.
    fn after(&self, seq: i64) -> impl Iterator<Item = LogRow> {
        let (mut before, mut rest) = self.split_after(seq);
        std::iter::from_fn(move || {
            let (row, body, behind) = read(before, rest)?;
            (before, rest) = (row, behind);
            Some(LogRow {
                seq: row.seq,
                at: row.at,
                body: body.to_vec(),
            })
        })
    }

    fn forget_until(&mut self, seq: i64) {
        let (before, rest) = self.split_after(seq);
        let forgotten = self.bytes.len() - rest.len();
        self.before = before;
        self.bytes.drain(..forgotten);
        self.bytes.shrink_to_fit();
    }

    /// The position of the last stored row up to number `seq`, and the bytes of the rows after it.
    fn split_after(&self, seq: i64) -> (Position, &[u8]) {
        let (mut before, mut rest) = (self.before, self.bytes.as_slice());
        while before.seq < seq
            && let Some((row, _, behind)) = read(before, rest)
        {
            (before, rest) = (row, behind);
        }
        (before, rest)
    }
}

/// Reads the row after the position `before`: its position, its body, and the bytes after it.
fn read(before: Position, rows: &[u8]) -> Option<(Position, &[u8], &[u8])> {
    let ((passed, body), behind): ((i64, &[u8]), _) = postcard::take_from_bytes(rows).ok()?;
    let row = Position {
        seq: before.seq + 1,
        at: Timestamp(before.at.0 + passed),
    };
    Some((row, body, behind))
}

impl History {
    /// The state after all rows of a log, and the last rows.
    ///
    /// # Errors
    ///
    /// When [`State::from_log`] fails.
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

    /// Adds the row that came after the state `before`.
    pub(crate) fn add(&mut self, before: Box<State>, row: &LogRow) {
        if self.wants(&before) {
            self.keep(before);
        }
        self.rows.push(row);
        let after_newer = row.seq - self.newer_version();
        if self.older.is_some() && after_newer > limits::HISTORY_APPENDS {
            self.older = None;
            self.forget_rows();
        }
    }

    /// Whether this state must be kept so that updates can be computed from it: a match has begun with it,
    /// or there are many rows between it and the last kept state.
    fn wants(&self, state: &State) -> bool {
        self.newer.is_none()
            || state.matches.first_row() == state.version
            || state.version - self.newer_version() >= limits::HISTORY_ROWS
    }

    fn newer_version(&self) -> i64 {
        self.newer.as_ref().map_or(0, |newer| newer.version)
    }

    /// Keeps a state, and drops the rows that are no longer needed.
    fn keep(&mut self, state: Box<State>) {
        self.older = self.newer.replace(state);
        self.forget_rows();
    }

    /// Drops the rows that are needed neither for updates nor for the record of the running match.
    fn forget_rows(&mut self) {
        let Some(newer) = &self.newer else { return };
        let keeps_match =
            newer.matches.is_playing() && self.rows.bytes.len() < limits::HISTORY_BYTES_MAX;
        let of_match = if keeps_match {
            newer.matches.first_row()
        } else {
            newer.version + 1
        };
        let oldest = self.older.as_ref().unwrap_or(newer);
        self.rows.forget_until(oldest.version.min(of_match - 1));
    }

    /// The rows from number `seq` on; `None` if the first of them is no longer stored.
    pub(crate) fn rows_from(&self, seq: i64) -> Option<Vec<LogRow>> {
        let rows: Vec<_> = self.rows.after(seq - 1).collect();
        rows.first()
            .is_some_and(|row| row.seq == seq)
            .then_some(rows)
    }

    /// The state at version `v`; `None` if version `v` is too old or does not exist.
    pub(crate) fn state_at(&self, v: u64) -> Option<Box<State>> {
        let v = i64::try_from(v).ok()?;
        let known = [&self.newer, &self.older].into_iter().flatten();
        let mut state = known.into_iter().find(|state| state.version <= v)?.clone();
        for row in self.rows.after(state.version) {
            if state.version == v {
                break;
            }
            state.add_row(&row).ok()?;
        }
        (state.version == v).then_some(state)
    }

    /// All updates after version `v`, in the form for this player. `None` if version `v` is too old or does
    /// not exist.
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
    use boneyard_rules::Seat;
    use boneyard_rules::line::Preset;

    use super::*;
    use crate::state::event::TableEvent;
    use crate::tests::bench::Bench;

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
        assert!(history.rows.bytes.len() < 2 * limits::HISTORY_BYTES_MAX);
    }
}
