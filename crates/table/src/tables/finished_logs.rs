//! The logs of closed tables.

use boneyard_base::limits;
use boneyard_protocol::TableId;
use boneyard_store::OpenTable;

use super::Tables;
use super::task::logged::{LoggedState, NoTable};

impl Tables {
    /// Removes the rows of tables that were closed some time ago from the log. If a finished match of such a
    /// table has no record, the record is made first. The rows of a table that can't be read stay in the log.
    pub(crate) async fn finish_logs(&self) {
        if self.clock().even_for() < limits::CLOCK_TRUSTED_AFTER {
            return;
        }
        let before = self.clock().now().plus_ms(-limits::CLOSED_TABLE_MS);
        let mut after = OpenTable::NONE;
        loop {
            let tables = match self.store().tables().closed(before, after).await {
                Ok(tables) => tables,
                Err(error) => {
                    tracing::error!(%error, "closed tables can't be looked for");
                    return;
                }
            };
            let Some(last) = tables.last() else {
                return;
            };
            after = *last;
            let own = tables.into_iter().filter(|open| self.acts_for(open.table));
            for OpenTable { table, .. } in own {
                let supervisor = &self.parts().supervisor;
                let finish = self.finish_log(table);
                supervisor
                    .contain("logs of closed tables", table, finish)
                    .await;
            }
        }
    }

    async fn finish_log(&self, table: TableId) {
        match LoggedState::read(self, table).await.err() {
            Some(NoTable::Closed { has_records: true }) => {}
            Some(NoTable::NoRows) => {
                return tracing::error!(%table, "a closed table has no rows in the log");
            }
            // The log is still needed.
            _ => return,
        }
        let keep = self.parts().keep_finished_logs;
        if let Err(error) = self.store().tables().finish_log(table, keep).await {
            tracing::error!(%table, %error, "the log of a closed table can't be finished");
        }
    }
}
