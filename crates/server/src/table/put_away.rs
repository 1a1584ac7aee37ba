//! Tables that nobody came back to are closed. Their log is kept.

use super::{Input, Tables};
use crate::limits;
use crate::store::Store;

impl Tables {
    /// Looks for such tables from time to time, until the process ends.
    pub(crate) async fn put_away_for_ever(self, store: Store) {
        loop {
            tokio::time::sleep(limits::PUT_AWAY_INTERVAL).await;
            self.put_away(&store).await;
        }
    }

    /// Has every table closed to which nobody has come back. The table itself decides: somebody
    /// may be on their way.
    pub(super) async fn put_away(&self, store: &Store) {
        let before = self.clock().now().plus_ms(-limits::TABLE_ABANDONED_MS);
        match store.untouched_tables(before).await {
            Ok(tables) => {
                for table in tables {
                    // A table that is gone already needs no closing.
                    let _ = self.open(table).take(Input::PutAway).await;
                }
            }
            Err(error) => tracing::error!(%error, "abandoned tables can't be looked for"),
        }
    }
}
