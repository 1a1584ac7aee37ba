//! Closes tables that no player needs any more.

use boneyard_base::limits;
use boneyard_protocol::TableId;
use boneyard_store::OpenTable;

use super::Tables;
use super::task::{Input, TableHandle};

impl Tables {
    /// Closes abandoned tables and finishes the logs of closed tables, at intervals, until the process
    /// ends.
    pub async fn close_abandoned_for_ever(&self) {
        loop {
            tokio::time::sleep(limits::ABANDONED_CHECK_INTERVAL).await;
            self.close_abandoned().await;
            self.finish_logs().await;
        }
    }

    /// Closes listed tables that no second player joined, at intervals, until the process ends.
    pub async fn close_lapsed_for_ever(&self) {
        loop {
            tokio::time::sleep(limits::LONE_TABLES_INTERVAL).await;
            self.close_lapsed().await;
        }
    }

    /// Closes each listed table that no second player joined and whose only player is disconnected.
    pub(crate) async fn close_lapsed(&self) {
        let lapsed = self.lobby().lapsed();
        self.tell_own_tables(lapsed, || Input::CloseIfLapsed).await;
    }

    /// Closes each table to which no player has come back for a long time. The table itself decides whether
    /// it closes, since a player may be connecting to it at this moment.
    pub(crate) async fn close_abandoned(&self) {
        if self.clock().even_for() < limits::CLOCK_TRUSTED_AFTER {
            return;
        }
        let before = self.clock().now().plus_ms(-limits::TABLE_ABANDONED_MS);
        let mut after = OpenTable::NONE;
        loop {
            let tables = match self.store().tables().untouched(before, after).await {
                Ok(tables) => tables,
                Err(error) => {
                    tracing::error!(%error, "abandoned tables can't be looked for");
                    return;
                }
            };
            // A table that can't be read, or that has a connected player, stays in the store. The next page
            // starts after it.
            let Some(last) = tables.last() else {
                return;
            };
            after = *last;
            let tables = tables.into_iter().map(|open| open.table).collect();
            // A table over days is closed when its own time has come.
            let tables = match self.store().tables().without_deadline(tables).await {
                Ok(tables) => tables,
                Err(error) => {
                    tracing::error!(%error, "tables over days can't be told from others");
                    return;
                }
            };
            self.tell_own_tables(tables, || Input::CloseIfAbandoned)
                .await;
        }
    }

    /// Sends `input`, such as one that makes a table close, to each of these tables for which this node acts.
    pub(super) async fn tell_own_tables(
        &self,
        tables: Vec<TableId>,
        input: fn() -> Input<'static>,
    ) {
        let own = tables.into_iter().filter(|&table| self.acts_for(table));
        let tables: Vec<TableHandle> = own.map(|table| self.open(table)).collect();
        if !self.bus().is_alone() && !tables.is_empty() {
            // First the other nodes must report which players are connected to these tables.
            for table in &tables {
                let _ = table.take(Input::Due).await;
            }
            tokio::time::sleep(limits::NODE_SETTLE).await;
        }
        for table in tables {
            // A table that has ended needs no closing.
            let _ = table.take(input()).await;
        }
    }

    /// Whether this node, of all live nodes, closes this table and finishes its log.
    pub(crate) fn acts_for(&self, table: TableId) -> bool {
        let nodes = self.nodes();
        nodes.owner(table, nodes.live()) == nodes.me()
    }
}
