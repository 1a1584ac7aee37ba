//! The SQLite connections for reading.

use std::sync::Arc;

use boneyard_base::{TableId, Timestamp, limits};
use rusqlite::{Connection, OptionalExtension as _, params};

use super::File;
use super::ends::End;
use crate::session::Session;
use crate::sessions::{Id, Lookup};
use crate::{LogRow, OpenTable, StoreError, connection};

/// Selects the rows of a table with greater step numbers than `?2`, in descending order. `?1` is the number
/// that the table's last row has in the whole log.
const LOG_BACKWARD: &str = "WITH RECURSIVE rows (seq, at_ms, body, id, previous) AS ( \
     SELECT seq, at_ms, body, id, id - nullif(back, 0) FROM log WHERE id = ?1 \
     UNION ALL \
     SELECT log.seq, log.at_ms, log.body, log.id, log.id - nullif(log.back, 0) \
     FROM rows JOIN log ON log.id = rows.previous WHERE rows.seq > ?2 + 1) \
     SELECT seq, at_ms, body, id FROM rows WHERE seq > ?2";

/// Reads the rows of a table with greater step numbers than `after_seq`. Follows the references from the
/// table's last row to earlier rows, but returns the rows in ascending order. Each row is returned with its
/// number in the whole log.
pub(super) fn read_backward(
    connection: &Connection,
    end: End,
    after_seq: i64,
) -> Result<Vec<(i64, LogRow)>, StoreError> {
    let mut statement = connection.prepare_cached(LOG_BACKWARD)?;
    let rows = statement.query_map(params![end.id, after_seq], |row| {
        let log_row = LogRow {
            seq: row.get(0)?,
            at: Timestamp(row.get(1)?),
            body: row.get(2)?,
        };
        Ok((row.get(3)?, log_row))
    })?;
    let mut rows: Vec<(i64, LogRow)> = rows.collect::<Result<_, _>>()?;
    rows.reverse();
    Ok(rows)
}

/// A connection for reading.
pub(crate) struct Reader {
    file: Arc<File>,
    connection: Connection,
}

impl Reader {
    pub(crate) fn open(file: &Arc<File>) -> Result<Self, StoreError> {
        let connection = file.connect()?;
        connection.pragma_update(None, "cache_size", -limits::READ_CACHE_KIB)?;
        connection.pragma_update(None, "query_only", true)?;
        Ok(Self {
            file: Arc::clone(file),
            connection,
        })
    }
}

impl connection::Reader for Reader {
    fn check(&mut self) -> Result<(), StoreError> {
        self.file.check()
    }

    fn session(&mut self) -> &mut dyn Session {
        &mut self.connection
    }

    fn read_log(&mut self, table: TableId, after_seq: i64) -> Result<Vec<LogRow>, StoreError> {
        let Some(end) = self.file.ends.of(&self.connection, table)? else {
            return Ok(Vec::new());
        };
        let rows = read_backward(&self.connection, end, after_seq)?;
        Ok(rows.into_iter().map(|(_, row)| row).collect())
    }

    fn last_seqs(&mut self, tables: &[TableId]) -> Result<Vec<(TableId, i64)>, StoreError> {
        let mut last = Vec::new();
        for &table in tables {
            let end = self
                .file
                .ends
                .of(&self.connection, table)?
                .filter(|end| end.seq > 0);
            last.extend(end.map(|end| (table, end.seq)));
        }
        Ok(last)
    }

    fn known(&mut self, what: Lookup, ids: &[Id]) -> Result<Vec<Id>, StoreError> {
        let mut find = self.connection.prepare_cached(match what {
            Lookup::Devices => "SELECT 1 FROM devices WHERE device_id = ?1",
            Lookup::Accounts => "SELECT 1 FROM accounts WHERE player_id = ?1 AND closed_ms IS NULL",
            Lookup::Bots => "SELECT 1 FROM bots WHERE bot_id = ?1 AND token_hash IS NOT NULL",
        })?;
        let mut known = Vec::new();
        for id in ids {
            if find.exists([id])? {
                known.push(*id);
            }
        }
        Ok(known)
    }

    fn untouched_tables(
        &mut self,
        since: Timestamp,
        after: OpenTable,
    ) -> Result<Vec<OpenTable>, StoreError> {
        let mut open = self.connection.prepare_cached(
            "SELECT updated_ms, table_id FROM tables WHERE closed = 0 AND updated_ms <= ?1 \
             AND (updated_ms > ?2 OR (updated_ms = ?2 AND table_id > ?3)) \
             ORDER BY updated_ms, table_id",
        )?;
        let mut used = self
            .connection
            .prepare_cached("SELECT at_ms FROM log WHERE id = ?1")?;
        let after_id = after.table.bits().to_be_bytes();
        let mut rows = open.query(params![since.0, after.updated.0, after_id])?;
        let mut untouched = Vec::new();
        while let Some(row) = rows.next()?
            && (untouched.len() as u64) < limits::ABANDONED_TABLES_MAX.unsigned_abs()
        {
            let updated = Timestamp(row.get(0)?);
            let table = TableId::from_bits(u128::from_be_bytes(row.get(1)?));
            let Some(end) = self.file.ends.of(&self.connection, table)? else {
                continue;
            };
            let at: Option<i64> = used.query_row([end.id], |row| row.get(0)).optional()?;
            if at.is_some_and(|at| at <= since.0) {
                untouched.push(OpenTable { updated, table });
            }
        }
        Ok(untouched)
    }
}
