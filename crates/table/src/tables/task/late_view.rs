//! The table as late watchers see it: the state of some minutes ago.

use std::collections::VecDeque;

use boneyard_base::Timestamp;
use boneyard_store::LogRow;

use crate::state::State;
use crate::state::event::TableEvent;
use crate::state::rows::LogError;

/// A past state of a table, and the rows that late watchers may not see yet. The state is made from the log alone, so
/// every node shows the same, also after a restart.
#[derive(Debug)]
pub(crate) struct LateView {
    state: Box<State>,
    /// The rows, and the time of each at the table, which a later row may have moved.
    rows: VecDeque<(Timestamp, LogRow)>,
    delay_ms: i64,
}

impl LateView {
    /// The state that late watchers of a table may see at the time `now`; `None` if the table has no late watchers.
    /// Until the rows after the first are old enough, this is the table as it was opened.
    pub(super) fn from_log(rows: &[LogRow], now: Timestamp) -> Result<Option<Self>, LogError> {
        let (first, rest) = rows.split_at(rows.len().min(1));
        let state = Box::new(State::from_log(first)?);
        let delay_ms = state.late_by_ms();
        if delay_ms == 0 {
            return Ok(None);
        }
        let mut view = Self {
            state,
            rows: VecDeque::with_capacity(rest.len()),
            delay_ms,
        };
        for row in rest {
            view.push(row);
        }
        while view.advance(now).is_some() {}
        Ok(Some(view))
    }

    pub(super) const fn state(&self) -> &State {
        &self.state
    }

    /// Adds the next row of the log.
    pub(super) fn push(&mut self, row: &LogRow) {
        let moved_ms = TableEvent::moved_ms(row);
        for (at, _) in self.rows.iter_mut().filter(|_| moved_ms != 0) {
            *at = at.plus_ms(moved_ms);
        }
        self.rows.push_back((row.at, row.clone()));
    }

    /// When the next row may be seen; `None` if there is none.
    pub(super) fn next_at(&self) -> Option<Timestamp> {
        let next = self.rows.front();
        next.map(|(at, _)| at.plus_ms(self.delay_ms))
    }

    /// Adds the next row to the state if it may be seen at the time `now`. Returns the state before it.
    pub(super) fn advance(&mut self, now: Timestamp) -> Option<Box<State>> {
        self.next_at().filter(|&at| at <= now)?;
        let (_, row) = self.rows.pop_front()?;
        let before = self.state.clone();
        self.state
            .add_row(&row)
            .expect("the table's present state has taken the row");
        Some(before)
    }
}
