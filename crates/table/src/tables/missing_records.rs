//! Records that are missing although the log holds the finished match.

use boneyard_protocol::TableId;
use boneyard_store::{LogRow, StoreError};

use crate::state::State;
use crate::state::record::finished_matches;
use crate::tables::Tables;

impl Tables {
    /// Writes the missing records of finished matches in a log, except those that are too old to be kept.
    pub(crate) async fn keep_missing_records(
        &self,
        table: TableId,
        state: &State,
        rows: &[LogRow],
    ) -> Result<(), StoreError> {
        let running = u32::from(state.matches.is_playing());
        let finished = state.matches.count().saturating_sub(running);
        if finished == 0 {
            return Ok(());
        }
        let known = self.log().recorded_matches(table).await?;
        if known.len() as u64 >= u64::from(finished) {
            return Ok(());
        }
        let oldest = self.oldest_record();
        for record in finished_matches(table, rows) {
            let wanted = oldest.is_none_or(|oldest| record.ended >= oldest);
            if wanted && !known.contains(&record.match_number) {
                self.log().add_record(&record).await?;
                tracing::info!(%table, number = record.match_number, "a record was made again");
            }
        }
        Ok(())
    }
}
