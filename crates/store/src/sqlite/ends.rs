//! The end of each table's log. The log has no index: the next row of a table refers to the table's last row,
//! and reading begins there.

use boneyard_base::TableId;
use foldhash::HashMap;
use parking_lot::{Mutex, MutexGuard};
use rusqlite::{Connection, OptionalExtension as _, params};

use super::StoreError;

/// The last row of a table in the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct End {
    /// The table's number in the log.
    pub table_number: i64,
    /// The row's number within its table; 0 without a row.
    pub seq: i64,
    /// The row's number in the whole log; 0 without a row.
    pub id: i64,
}

impl End {
    /// Reads the end of a table's log from the database. It is right only for a table that is not in
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

/// The ends of the tables that got rows since `log_ends` was last written, and of some other tables. They are
/// committed, so a reader may use each of them.
#[derive(Default)]
pub(super) struct Ends(Mutex<HashMap<TableId, End>>);

impl Ends {
    pub(super) fn lock(&self) -> MutexGuard<'_, HashMap<TableId, End>> {
        self.0.lock()
    }

    /// The end of a table's log. If memory doesn't know the end, the database has it. Ends move from memory
    /// to the database only, so reading memory first and the database second never misses rows.
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

/// Writes the ends that changed since the last write. After this, `log_ends` is complete up to the row
/// `last_id`.
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

/// Deletes the end of a table's log that has no rows any more.
pub(super) fn remove(connection: &Connection, end: End) -> Result<(), StoreError> {
    let sql = "DELETE FROM log_ends WHERE table_number = ?1";
    connection
        .prepare_cached(sql)?
        .execute([end.table_number])?;
    Ok(())
}

/// Adds the rows of the log to `log_ends` that were written after the last write of `log_ends`. Returns the
/// last row of the log.
pub(super) fn complete(connection: &Connection) -> Result<i64, StoreError> {
    let (last_id, complete): (i64, i64) = connection.query_row(
        // The last rows may have been deleted. Their numbers must never be used again, or `log_ends` would
        // count as complete without being so.
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
