//! The logs of closed tables.

use boneyard_base::limits;
use boneyard_protocol::TableId;
use boneyard_store::OpenTable;

use super::Tables;
use super::task::logged::LoggedState;
use crate::state::refusal::Refusal;

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
            let tables = match self.store().closed_tables(before, after).await {
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
                self.finish_log(table).await;
            }
        }
    }

    async fn finish_log(&self, table: TableId) {
        // Reading a closed table gives `NotFound`. With any other result the log may still be needed.
        if LoggedState::read(self, table).await.err() != Some(Refusal::NotFound) {
            return;
        }
        let keep = self.parts().keep_finished_logs;
        if let Err(error) = self.store().finish_log(table, keep).await {
            tracing::error!(%table, %error, "the log of a closed table can't be finished");
        }
    }
}
