//! A table's state as its log says it, and whether the log may say more.

use boneyard_base::PlayerId;
use boneyard_protocol::{TableId, Update};
use boneyard_store::LogRow;

use crate::Tables;
use crate::state::State;
use crate::state::event::TableEvent;
use crate::state::refusal::Refusal;
use crate::state::rows::LogError;
use crate::tables::task::history::History;

/// The state that a table's log comes to.
#[derive(Debug)]
pub(crate) struct LoggedState {
    state: Box<State>,
    /// The last rows.
    history: History,
    /// Whether an append has begun whose outcome isn't known: the log must be read before the next append.
    doubtful: bool,
    /// Whether the log holds a row that this process can't go on from.
    broken: bool,
}

impl LoggedState {
    /// Reads a table from its log.
    ///
    /// # Errors
    ///
    /// When the table is closed, [`Refusal::NotFound`], as for a table that has never been.
    pub(crate) async fn read(tables: &Tables, id: TableId) -> Result<Self, Refusal> {
        let rows = tables.log().read(id, 0).await.map_err(|error| {
            tracing::error!(table = %id, %error, "the log can't be read");
            Refusal::Unavailable
        })?;
        let loaded = History::from_log(&rows);
        if let Ok((state, _)) = &loaded {
            // A match is kept with the append that ends it: this mends a database whose records were
            // lost. A table can be played at without them.
            let kept = tables.keep_missing_records(id, state, &rows).await;
            if let Err(error) = kept {
                tracing::error!(table = %id, %error, "records could not be made again");
            }
        }
        match loaded {
            Ok((state, _)) if state.closed => Err(Refusal::NotFound),
            Ok((state, history)) => Ok(Self {
                state,
                history,
                doubtful: false,
                broken: false,
            }),
            Err(LogError::Missing) => Err(Refusal::NotFound),
            Err(error) => {
                tracing::error!(table = %id, %error, "the table stays out of use");
                Err(Refusal::OutOfOrder)
            }
        }
    }

    pub(super) fn state(&self) -> &State {
        &self.state
    }

    pub(super) const fn is_doubtful(&self) -> bool {
        self.doubtful
    }

    /// The log may hold rows after the state from now on, until [`Self::trust`].
    pub(super) const fn doubt(&mut self) {
        self.doubtful = true;
    }

    /// The log holds no rows after the state but those that are shown next.
    pub(super) const fn trust(&mut self) {
        self.doubtful = false;
    }

    /// Why the table can't go on, if so.
    pub(super) fn ended(&self) -> Option<Refusal> {
        if self.state.closed {
            return Some(Refusal::NotFound);
        }
        self.broken.then_some(Refusal::OutOfOrder)
    }

    /// Takes note if something failed because the table is out of order.
    pub(super) fn note(&mut self, result: Result<(), Refusal>) {
        self.broken |= result == Err(Refusal::OutOfOrder);
    }

    /// The state after the next row of the log, and the row's events.
    ///
    /// # Errors
    ///
    /// When the row can't follow the state; the table is out of order then.
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

    /// Takes the state after the next row. Returns the state before it, for [`Self::remember`].
    pub(super) const fn advance(&mut self, next: Box<State>) -> Box<State> {
        std::mem::replace(&mut self.state, next)
    }

    /// Remembers the row that followed a state.
    pub(super) fn remember(&mut self, before: Box<State>, row: &LogRow) {
        self.history.add(before, row);
    }

    /// The rows from a number on; none if the first of them is no longer remembered.
    pub(super) fn rows_from(&self, seq: i64) -> Option<Vec<LogRow>> {
        self.history.rows_from(seq)
    }

    /// Every update after a version, as [`History::since`] makes them.
    pub(super) fn updates_since(
        &self,
        table: TableId,
        version: u64,
        player: PlayerId,
    ) -> Option<Vec<Update>> {
        self.history.since(table, version, player)
    }
}
