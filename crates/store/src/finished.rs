//! The logs of closed tables. A closed table takes no more steps, and the records prove its matches. So its
//! rows are removed from the log. They are stored compressed, or deleted.

use boneyard_base::{TableId, Timestamp, limits};

use super::content::{deflated, inflated, insert_pieces, read_pieces};
use super::select::select;
use super::session::Session;
use super::{LogRow, OpenTable, StoreError, Tables};

/// A row of a log before the compression: the step's number, time and body.
type PackedRow = (i64, i64, Vec<u8>);

impl Tables<'_> {
    /// The closed tables that still have rows in the log and were closed at or before `before`, in the order
    /// of [`OpenTable`]. The list begins after the table `after`, and has at most
    /// [`limits::CLOSED_TABLES_MAX`] tables.
    pub async fn closed(
        self,
        before: Timestamp,
        after: OpenTable,
    ) -> Result<Vec<OpenTable>, StoreError> {
        let values = [
            before.into(),
            after.updated.into(),
            after.table.into(),
            limits::CLOSED_TABLES_MAX.into(),
        ];
        let select = select!(
            OpenTable {
                updated: "updated_ms",
                table: "table_id",
            },
            "FROM tables WHERE closed = 1 AND finished = 0 \
             AND updated_ms <= $1 AND (updated_ms, table_id) > ($2, $3) \
             ORDER BY updated_ms, table_id LIMIT $4"
        );
        self.0.all(select, values).await
    }

    /// Removes the rows of a closed table from the log. Stores them compressed if `keep` is set.
    pub async fn finish_log(self, table: TableId, keep: bool) -> Result<(), StoreError> {
        self.0
            .write_log(move |writer| {
                let rows = writer.take_log(table)?;
                let session = writer.session();
                if keep && !rows.is_empty() {
                    insert(session, table, rows)?;
                }
                let sql = "UPDATE tables SET finished = 1 WHERE table_id = $1 AND closed = 1";
                session.execute(sql, &[table.into()])?;
                Ok(())
            })
            .await
    }

    /// Whether there is any table.
    pub async fn has_any(self) -> Result<bool, StoreError> {
        let sql = "SELECT number FROM tables LIMIT 1";
        self.0
            .read(move |reader| reader.session().exists(sql, &[]))
            .await
    }

    /// Deletes tables and their logs, also of tables that aren't closed. No server may have them in memory.
    /// Returns the number of deleted tables.
    pub async fn delete(self, tables: Vec<TableId>) -> Result<u64, StoreError> {
        self.0
            .write_log(move |writer| {
                let mut deleted = 0;
                for table in tables {
                    writer.take_log(table)?;
                    let session = writer.session();
                    let values = [table.into()];
                    session.execute("DELETE FROM finished_logs WHERE table_id = $1", &values)?;
                    deleted +=
                        session.execute("DELETE FROM tables WHERE table_id = $1", &values)?;
                }
                Ok(deleted)
            })
            .await
    }
}

fn insert(session: &mut dyn Session, table: TableId, rows: Vec<LogRow>) -> Result<(), StoreError> {
    let packed = |row: LogRow| -> PackedRow { (row.seq, row.at.0, row.body) };
    let rows: Vec<PackedRow> = rows.into_iter().map(packed).collect();
    insert_pieces(
        session,
        "INSERT INTO finished_logs (table_id, piece, bytes) VALUES ($1, $2, $3)",
        &table.into(),
        &deflated(&rows),
    )
}

/// Reads the compressed log of a closed table. Returns the rows whose step number is greater than
/// `after_seq`, in ascending order. Returns no rows if the compressed log was deleted.
pub(super) fn read(
    session: &mut dyn Session,
    table: TableId,
    after_seq: i64,
) -> Result<Vec<LogRow>, StoreError> {
    let sql = "SELECT bytes FROM finished_logs WHERE table_id = $1 ORDER BY piece";
    let packed = read_pieces(session, sql, table.into())?;
    if packed.is_empty() {
        return Ok(Vec::new());
    }
    let rows: Vec<PackedRow> = inflated(&packed)?;
    let row = |(seq, at, body)| LogRow {
        seq,
        at: Timestamp(at),
        body,
    };
    let rows = rows.into_iter().map(row);
    Ok(rows.filter(|row| row.seq > after_seq).collect())
}

/// Deletes tables that were closed before `moment` and have no rows in the log, together with their
/// compressed logs. Deletes only a limited number of tables, the ones closed first. Returns the number of
/// deleted tables.
pub(super) fn delete_some(session: &mut dyn Session, moment: Timestamp) -> Result<u64, StoreError> {
    let values = [moment.into(), limits::RECORDS_AT_ONCE.into()];
    session.execute(
        "DELETE FROM finished_logs WHERE table_id IN (SELECT table_id FROM tables \
         WHERE closed = 1 AND finished = 1 AND updated_ms < $1 ORDER BY updated_ms, table_id LIMIT $2)",
        &values,
    )?;
    session.execute(
        "DELETE FROM tables WHERE table_id IN (SELECT table_id FROM tables \
         WHERE closed = 1 AND finished = 1 AND updated_ms < $1 ORDER BY updated_ms, table_id LIMIT $2)",
        &values,
    )
}
