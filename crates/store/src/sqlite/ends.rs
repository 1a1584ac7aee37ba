//! The last row of each table's log, called its end. The log has no index. Instead, each row refers to the
//! previous row of the same table, so reading a table's log begins at its end.

use boneyard_base::TableId;
use foldhash::HashMap;
use parking_lot::{Mutex, MutexGuard};
use rusqlite::{Connection, OptionalExtension as _, params};

use super::StoreError;

/// The last row of a table in the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct End {
    /// The number that identifies the table in the log.
    pub table_number: i64,
    /// The row's number within its table. 0 if the table has no row.
    pub seq: i64,
    /// The row's number in the whole log. 0 if the table has no row.
    pub id: i64,
}

impl End {
    /// Reads the end of a table's log from the database. The result is correct only if the table is not in
    /// [`Ends`].
    pub(super) fn read(
        connection: &Connection,
        table: TableId,
    ) -> Result<Option<Self>, StoreError> {
        let mut statement = connection.prepare_cached(
            "SELECT tables.number, coalesce(log.seq, 0), coalesce(log.id, 0) FROM tables \
             LEFT JOIN log_ends ON log_ends.table_number = tables.number \
             LEFT JOIN log ON log.id = log_ends.last_id WHERE tables.table_id = ?1",
        )?;
        let end = statement.query_row([table.bits().to_be_bytes()], |row| {
            Ok(Self {
                table_number: row.get(0)?,
                seq: row.get(1)?,
                id: row.get(2)?,
            })
        });
        Ok(end.optional()?)
    }
}

/// The ends in memory: those of all tables that got rows since `log_ends` was last written, and of some other
/// tables. The rows of all these ends are committed, so readers may use all ends.
#[derive(Default)]
pub(super) struct Ends(Mutex<HashMap<TableId, End>>);

impl Ends {
    pub(super) fn lock(&self) -> MutexGuard<'_, HashMap<TableId, End>> {
        self.0.lock()
    }

    /// The end of a table's log, from memory, or from the database if memory doesn't contain it. An end can
    /// move from memory to the database, but never back. So a reader that looks in memory first misses no
    /// row.
    pub(super) fn of(
        &self,
        connection: &Connection,
        table: TableId,
    ) -> Result<Option<End>, StoreError> {
        let known = self.lock().get(&table).copied();
        match known {
            Some(end) => Ok(Some(end)),
            None => End::read(connection, table),
        }
    }
}

/// Writes ends to `log_ends`. After this, `log_ends` is complete up to the row `last_id`.
pub(super) fn write<'a>(
    connection: &Connection,
    ends: impl Iterator<Item = &'a End>,
    last_id: i64,
) -> Result<(), StoreError> {
    let mut upsert = connection.prepare_cached(
        "INSERT INTO log_ends (table_number, last_id) VALUES (?1, ?2) \
         ON CONFLICT (table_number) DO UPDATE SET last_id = excluded.last_id",
    )?;
    for end in ends {
        upsert.execute(params![end.table_number, end.id])?;
    }
    connection.execute("UPDATE log_ends_complete SET last_id = ?1", [last_id])?;
    Ok(())
}

/// Deletes the end of a table's log after the rows of the table were deleted.
pub(super) fn remove(connection: &Connection, end: End) -> Result<(), StoreError> {
    let sql = "DELETE FROM log_ends WHERE table_number = ?1";
    connection
        .prepare_cached(sql)?
        .execute([end.table_number])?;
    Ok(())
}

/// Brings `log_ends` up to date: adds the ends of the rows that were written to the log after `log_ends` was
/// last updated. Returns the greatest number that a row of the log has, or had before it was deleted.
pub(super) fn complete(connection: &Connection) -> Result<i64, StoreError> {
    let (last_id, complete): (i64, i64) = connection.query_row(
        // The last rows of the log may have been deleted. Their numbers must not be used for new rows:
        // `log_ends` would then seem to contain these rows.
        "SELECT max(coalesce((SELECT max(id) FROM log), 0), last_id), last_id FROM log_ends_complete",
        [],
        |row| Ok((row.get(0)?, row.get(1)?)),
    )?;
    if last_id > complete {
        connection.execute_batch(
            "BEGIN IMMEDIATE; \
             INSERT INTO log_ends (table_number, last_id) SELECT table_number, max(id) FROM log \
             WHERE id > (SELECT last_id FROM log_ends_complete) GROUP BY table_number \
             ON CONFLICT (table_number) DO UPDATE SET last_id = excluded.last_id; \
             UPDATE log_ends_complete SET last_id = (SELECT max(id) FROM log); \
             COMMIT;",
        )?;
    }
    Ok(last_id)
}
