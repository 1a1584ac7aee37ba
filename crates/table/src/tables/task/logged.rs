//! A table's state after the rows that were read, and whether the log may hold more rows.

use boneyard_base::{PlayerId, Timestamp};
use boneyard_protocol::{TableId, Update};
use boneyard_store::LogRow;

use crate::Tables;
use crate::state::State;
use crate::state::event::TableEvent;
use crate::state::refusal::Refusal;
use crate::state::rows::LogError;
use crate::tables::task::history::History;
use crate::tables::task::late_view::LateView;
use crate::view::Role;

/// A table's state after the rows of its log that this node has read.
#[derive(Debug)]
pub(crate) struct LoggedState {
    state: Box<State>,
    /// The last rows of the log.
    history: History,
    /// What late watchers see; `None` if the table has none.
    late: Option<LateView>,
    /// Since when the outcome of an append is unknown; `None` if it is known. If it is unknown, the log must
    /// be read before the next append.
    doubtful_since: Option<Timestamp>,
    /// Whether the log holds a row that this process can't apply.
    broken: bool,
}

/// Why a log gives no table that can be used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NoTable {
    /// The table was closed.
    Closed {
        /// Whether all its finished matches have records.
        has_records: bool,
    },
    /// The log has no rows: the table has never existed, or its rows were removed after it was closed.
    NoRows,
    /// The log can't be read now, or is damaged.
    Unreadable(Refusal),
}

impl From<NoTable> for Refusal {
    fn from(reason: NoTable) -> Self {
        match reason {
            NoTable::Closed { .. } | NoTable::NoRows => Self::NotFound,
            NoTable::Unreadable(refusal) => refusal,
        }
    }
}

impl LoggedState {
    /// Reads a table from its log.
    ///
    /// # Errors
    ///
    /// Why there is no such table.
    pub(crate) async fn read(tables: &Tables, id: TableId) -> Result<Self, NoTable> {
        let rows = tables.log().read(id, 0).await.map_err(|error| {
            tracing::error!(table = %id, %error, "the log can't be read");
            NoTable::Unreadable(Refusal::Unavailable)
        })?;
        let now = tables.clock().now();
        let loaded = History::from_log(&rows)
            .and_then(|loaded| Ok((loaded, LateView::from_log(&rows, now)?)));
        let mut has_records = true;
        if let Ok(((state, _), _)) = &loaded {
            // A record is stored by the append that ends its match. This call adds records that the
            // database has lost. If the call fails, people can still play at the table.
            let kept = tables.keep_missing_records(id, state, &rows).await;
            if let Err(error) = kept {
                tracing::error!(table = %id, %error, "records could not be made again");
                has_records = false;
            }
        }
        match loaded {
            Ok(((state, _), _)) if state.closed => Err(NoTable::Closed { has_records }),
            Ok(((state, history), late)) => Ok(Self {
                state,
                history,
                late,
                doubtful_since: None,
                broken: false,
            }),
            Err(LogError::Missing) => Err(NoTable::NoRows),
            Err(error) => {
                tracing::error!(table = %id, %error, "the table stays out of use");
                Err(NoTable::Unreadable(Refusal::OutOfOrder))
            }
        }
    }

    pub(super) fn state(&self) -> &State {
        &self.state
    }

    pub(super) const fn is_doubtful(&self) -> bool {
        self.doubtful_since.is_some()
    }

    /// Since when the outcome of an append is unknown; `None` if it is known.
    pub(super) const fn doubtful_since(&self) -> Option<Timestamp> {
        self.doubtful_since
    }

    /// Records that the log may hold rows that are not in the state yet. This counts as possible until
    /// [`Self::trust`] is called.
    pub(super) fn doubt(&mut self, now: Timestamp) {
        self.doubtful_since.get_or_insert(now);
    }

    /// Moves the time of this doubt.
    pub(super) fn move_by(&mut self, by_ms: i64) {
        self.doubtful_since = self.doubtful_since.map(|since| since.plus_ms(by_ms));
    }

    /// Records that all rows of the log are in the state, apart from the rows that this node is about to
    /// show.
    pub(super) const fn trust(&mut self) {
        self.doubtful_since = None;
    }

    /// The reason why the table can't be used any more; `None` while the table can be used.
    pub(super) fn ended(&self) -> Option<Refusal> {
        if self.state.closed {
            return Some(Refusal::NotFound);
        }
        self.broken.then_some(Refusal::OutOfOrder)
    }

    /// Marks the table as unusable if `result` says that the table's log is damaged.
    pub(super) fn note(&mut self, result: Result<(), Refusal>) {
        self.broken |= result == Err(Refusal::OutOfOrder);
    }

    /// Computes the state after the next row of the log. Returns it with the row's events.
    ///
    /// # Errors
    ///
    /// When the row can't come after the state. The table is unusable then.
    pub(super) fn after(
        &mut self,
        table: TableId,
        row: &LogRow,
    ) -> Result<(Box<State>, Vec<TableEvent>), Refusal> {
        let mut next = self.state.clone();
        match next.add_row(row) {
            Ok(events) => Ok((next, events)),
            Err(error) => {
                tracing::error!(%table, %error, "the table stays out of use");
                self.broken = true;
                Err(Refusal::OutOfOrder)
            }
        }
    }

    /// Replaces the state by the one after the next row. Returns the old state, for [`Self::remember`].
    pub(super) const fn advance(&mut self, next: Box<State>) -> Box<State> {
        std::mem::replace(&mut self.state, next)
    }

    /// Stores the row that came after the state `before`.
    pub(super) fn remember(&mut self, before: Box<State>, row: &LogRow) {
        self.history.add(before, row);
        if let Some(late) = &mut self.late {
            late.push(row);
        }
    }

    /// The state that a visitor may see now: for a late watcher a past one.
    pub(super) fn state_for(&self, player: PlayerId) -> &State {
        match &self.late {
            Some(late) if self.state.role(player) == Role::LateWatcher => late.state(),
            _ => &self.state,
        }
    }

    /// Lets late watchers see the next row, if it is old enough at the time `now`. Returns the state before it.
    pub(super) fn advance_late(&mut self, now: Timestamp) -> Option<Box<State>> {
        self.late.as_mut()?.advance(now)
    }

    /// The state that late watchers see; `None` if the table has none.
    pub(super) fn late_state(&self) -> Option<&State> {
        self.late.as_ref().map(LateView::state)
    }

    /// When late watchers may see the next row.
    pub(super) fn late_next_at(&self) -> Option<Timestamp> {
        self.late.as_ref()?.next_at()
    }

    /// The rows from number `seq` on; `None` if the first of them is no longer in memory.
    pub(super) fn rows_from(&self, seq: i64) -> Option<Vec<LogRow>> {
        self.history.rows_from(seq)
    }

    /// The state at a version, as [`History::state_at`] computes it.
    pub(super) fn state_at(&self, version: u64) -> Option<Box<State>> {
        self.history.state_at(version)
    }

    /// All updates after a version, as [`History::since`] computes them.
    pub(super) fn updates_since(
        &self,
        table: TableId,
        version: u64,
        player: PlayerId,
    ) -> Option<Vec<Update>> {
        self.history.since(table, version, player)
    }
}
