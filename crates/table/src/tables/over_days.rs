//! Looks after the tables over days, which aren't in memory while they wait.

use boneyard_base::{Timestamp, limits};
use boneyard_store::{DueTable, Outage};

use super::Tables;
use super::task::Input;

impl Tables {
    /// Does what is due at tables over days that nobody looks at, at intervals, until the process ends.
    pub async fn act_over_days_for_ever(&self) {
        loop {
            self.act_over_days().await;
            tokio::time::sleep(limits::DUE_TABLES_INTERVAL).await;
        }
    }

    /// Does what is due at tables over days: a clock has run out, a round must begin, a match must be called
    /// off, or a table is abandoned. The table itself decides what it does. A table that can't be read stays in
    /// the store; the next page starts after it.
    pub(crate) async fn act_over_days(&self) {
        let now = self.clock().now();
        let is_trusted = self.clock().even_for() >= limits::CLOCK_TRUSTED_AFTER;
        match self.store().nodes().note_uptime(now, is_trusted).await {
            Ok(outage) => *self.inner.outage.lock() = outage,
            Err(error) => {
                tracing::error!(%error, "the time of an outage can't be looked for");
                return;
            }
        }
        self.tell_due_tables(now).await;
    }

    /// Has the tables over days do what is due whose stored deadline is at this time or before, and those whose deadline
    /// is so far ahead that it was stored by a wrong clock.
    pub(super) async fn tell_due_tables(&self, until: Timestamp) {
        let mut after = DueTable::NONE;
        loop {
            let due = match self.store().tables().due(until, after).await {
                Ok(due) => due,
                Err(error) => {
                    tracing::error!(%error, "tables at which something is due can't be looked for");
                    return;
                }
            };
            let Some(last) = due.last() else {
                return;
            };
            after = *last;
            let tables = due.into_iter().map(|due| due.table).collect();
            self.tell_own_tables(tables, || Input::DeadlineHasCome)
                .await;
        }
    }

    /// The last time in which no server ran; `None` if there was none.
    pub(crate) fn outage(&self) -> Option<Outage> {
        *self.inner.outage.lock()
    }
}
