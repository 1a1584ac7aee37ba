//! Where the log of each table ends. The log has no index; this is what the next row of a table
//! refers to, and where reading begins.

use boneyard_base::TableId;
use foldhash::HashMap;
use parking_lot::{Mutex, MutexGuard};
use rusqlite::{Connection, OptionalExtension as _, params};

use super::StoreError;

/// The last row of a table in the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct End {
    /// What the log calls the table.
    pub(super) table_number: i64,
    /// The row's number at its table; 0 if there is no row.
    pub(super) seq: i64,
    /// The row; 0 if there is none.
    pub(super) id: i64,
}

impl End {
    /// The end of a table's log as the database has it: right for a table that is not in [`Ends`].
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

/// The ends of the tables that were appended to since `log_ends` was written, and of some others.
/// Only committed rows are in it: a reader may go to each at once.
#[derive(Default)]
pub(super) struct Ends(Mutex<HashMap<TableId, End>>);

impl Ends {
    pub(super) fn lock(&self) -> MutexGuard<'_, HashMap<TableId, End>> {
        // Nothing that is done under the lock leaves the map half changed.
        self.0.lock()
    }
}

/// Writes the ends that have changed since the last write. With them `log_ends` is complete up to the
/// row `last_id`.
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

/// Forgets the end of a table's log, of which no row is left.
pub(super) fn remove(connection: &Connection, end: End) -> Result<(), StoreError> {
    let sql = "DELETE FROM log_ends WHERE table_number = ?1";
    connection
        .prepare_cached(sql)?
        .execute([end.table_number])?;
    Ok(())
}

/// Completes `log_ends` from the rows of the log that came after it was written last; the last row
/// of the log.
pub(super) fn complete(connection: &Connection) -> Result<i64, StoreError> {
    let (last_id, complete): (i64, i64) = connection.query_row(
        // The last rows may have been taken out; their numbers are not used again before a restart, nor
        // after one, or `log_ends` would count as complete though it isn't.
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
