//! The statements that read, where PostgreSQL needs others than SQLite.

use boneyard_base::{TableId, Timestamp, limits};

use super::{Connection, bytes, lock, table_id};
use crate::connection::Reader;
use crate::select::select;
use crate::session::{Session, Value};
use crate::sessions::{Id, Lookup};
use crate::{LogRow, OpenTable, StoreError};

/// The number of the last row of each table. For each table, PostgreSQL makes one search in the index of the
/// primary key.
const LAST_SEQS: &str = "SELECT asked.id, ends.key - asked.number \
     FROM UNNEST($1::BYTEA[], $2::BIGINT[]) AS asked (id, number) \
     CROSS JOIN LATERAL (SELECT key FROM log WHERE key > asked.number AND key < asked.number + $3 \
     ORDER BY key DESC LIMIT 1) AS ends";

impl Reader for Connection {
    fn session(&mut self) -> &mut dyn Session {
        self
    }

    fn check(&mut self) -> Result<(), StoreError> {
        let lock = *self.address.lock.lock();
        lock::check(self, lock)
    }

    fn read_log(&mut self, table: TableId, after_seq: i64) -> Result<Vec<LogRow>, StoreError> {
        let Some(number) = self.number(table)? else {
            return Ok(Vec::new());
        };
        let select = select!(
            LogRow {
                seq: "key - $1",
                at: "at_ms",
                body: "body",
            },
            "FROM log WHERE key > $2 AND key < $3 ORDER BY key"
        );
        let after = number + after_seq.clamp(0, limits::KEYS_PER_TABLE);
        let values = [number, after, number + limits::KEYS_PER_TABLE].map(Value::from);
        Reader::session(self).all(select, &values)
    }

    fn last_seqs(&mut self, tables: &[TableId]) -> Result<Vec<(TableId, i64)>, StoreError> {
        let numbers = self.numbers(tables)?;
        let ids: Vec<_> = numbers.keys().copied().map(bytes).collect();
        let ids: Vec<&[u8]> = ids.iter().map(<[u8; 16]>::as_slice).collect();
        let numbers: Vec<i64> = numbers.values().copied().collect();
        let rows = self.query_lists(LAST_SEQS, &[&ids, &numbers, &limits::KEYS_PER_TABLE])?;
        let last = |row: &postgres::Row| Ok((table_id(row)?, row.try_get(1)?));
        rows.iter().map(last).collect()
    }

    fn known(&mut self, what: Lookup, ids: &[Id]) -> Result<Vec<Id>, StoreError> {
        let sql = match what {
            Lookup::Devices => "SELECT device_id FROM devices WHERE device_id = ANY($1)",
            Lookup::Accounts => {
                "SELECT player_id FROM accounts WHERE player_id = ANY($1) AND closed_ms IS NULL"
            }
            Lookup::Bots => {
                "SELECT bot_id FROM bots WHERE bot_id = ANY($1) AND token_hash IS NOT NULL"
            }
        };
        let ids: Vec<&[u8]> = ids.iter().map(Id::as_slice).collect();
        let rows = self.query_lists(sql, &[&ids])?;
        let id = |row: &postgres::Row| {
            let bytes: &[u8] = row.try_get(0)?;
            Id::try_from(bytes).map_err(|_| StoreError::Corrupt)
        };
        rows.iter().map(id).collect()
    }

    fn untouched_tables(
        &mut self,
        since: Timestamp,
        after: OpenTable,
    ) -> Result<Vec<OpenTable>, StoreError> {
        // The listing of a table changes seldom, so the table's last use is only in the log.
        let select = select!(
            OpenTable {
                updated: "updated_ms",
                table: "table_id",
            },
            "FROM tables WHERE closed = 0 AND updated_ms <= $1 \
             AND (updated_ms, table_id) > ($2, $3) AND \
             (SELECT at_ms FROM log WHERE key > number AND key < number + $5 ORDER BY key DESC LIMIT 1) \
             <= $1 ORDER BY updated_ms, table_id LIMIT $4"
        );
        let values = [
            since.into(),
            after.updated.into(),
            after.table.into(),
            limits::ABANDONED_TABLES_MAX.into(),
            limits::KEYS_PER_TABLE.into(),
        ];
        Reader::session(self).all(select, &values)
    }
}
