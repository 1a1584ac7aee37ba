//! The statements that write to the log.

use std::mem::take;

use boneyard_base::{TableId, limits};
use foldhash::HashMap;
use postgres::types::ToSql;

use super::{Connection, bytes};
use crate::connection::{Reader as _, Verdict, Writer};
use crate::session::{Session, Value};
use crate::{Append, ListingChange, LogRow, StoreError};

/// Inserts each row whose key isn't in the log yet, and returns the keys of the inserted rows.
const INSERT_LOG: &str = "INSERT INTO log (key, at_ms, body) \
     SELECT * FROM UNNEST($1::BIGINT[], $2::BIGINT[], $3::BYTEA[]) \
     ON CONFLICT DO NOTHING RETURNING key";

/// Updates tables, which are all in the database already. An `UPDATE` would lock the rows in any order, but this
/// statement locks them in the order of its parameters, so two nodes never wait for each other.
const UPDATE_TABLES: &str = "INSERT INTO tables \
     (table_id, number, created_ms, updated_ms, listed, closed, listing) \
     SELECT id, number, at_ms, at_ms, listed, closed, listing FROM \
     UNNEST($1::BYTEA[], $2::BIGINT[], $3::BIGINT[], $4::BIGINT[], $5::BIGINT[], $6::TEXT[]) \
     AS changed (id, number, at_ms, listed, closed, listing) \
     ON CONFLICT (table_id) DO UPDATE SET updated_ms = excluded.updated_ms, \
     listed = excluded.listed, closed = excluded.closed, listing = excluded.listing";

/// A row of the log that is to be inserted.
struct NewRow<'a> {
    key: i64,
    append: &'a Append,
    /// The index of the append in its batch.
    place: usize,
}

impl NewRow<'_> {
    /// The number of the table.
    fn number(&self) -> i64 {
        self.key - self.append.seq
    }
}

/// The rows of the appends, sorted by key. If several appends have the same key, only the first one is
/// included. Leaves out appends whose key is not among those of their table.
fn rows_by_key<'a>(appends: &'a [Append], numbers: &HashMap<TableId, i64>) -> Vec<NewRow<'a>> {
    let row = |(place, append): (usize, &'a Append)| {
        let number = numbers.get(&append.table)?;
        let is_possible = (1..limits::KEYS_PER_TABLE).contains(&append.seq);
        is_possible.then(|| NewRow {
            key: number + append.seq,
            append,
            place,
        })
    };
    let mut rows: Vec<_> = appends.iter().enumerate().filter_map(row).collect();
    // The sort is stable, so appends with the same key stay in their order.
    rows.sort_by_key(|row| row.key);
    rows.dedup_by_key(|row| row.key);
    rows
}

impl Connection {
    /// Adds rows to the log. Returns the keys of the rows that were added.
    fn insert_log(&mut self, rows: &[NewRow<'_>]) -> Result<Vec<i64>, StoreError> {
        let keys: Vec<i64> = rows.iter().map(|row| row.key).collect();
        let times: Vec<i64> = rows.iter().map(|row| row.append.at.0).collect();
        let bodies: Vec<&[u8]> = rows.iter().map(|row| &*row.append.body).collect();
        let inserted = self.query_lists(INSERT_LOG, &[&keys, &times, &bodies])?;
        inserted.iter().map(|row| Ok(row.try_get(0)?)).collect()
    }

    fn update_tables(
        &mut self,
        changes: &[(&NewRow<'_>, &ListingChange)],
    ) -> Result<(), StoreError> {
        let ids: Vec<_> = changes
            .iter()
            .map(|(row, _)| bytes(row.append.table))
            .collect();
        let ids: Vec<&[u8]> = ids.iter().map(<[u8; 16]>::as_slice).collect();
        let numbers: Vec<i64> = changes.iter().map(|(row, _)| row.number()).collect();
        let times: Vec<i64> = changes.iter().map(|(row, _)| row.append.at.0).collect();
        let listed: Vec<i64> = changes.iter().map(|(_, new)| new.listed.into()).collect();
        let closed: Vec<i64> = changes.iter().map(|(_, new)| new.closed.into()).collect();
        let listings: Vec<&str> = changes
            .iter()
            .map(|(_, new)| new.listing.as_str())
            .collect();
        let lists: [&(dyn ToSql + Sync); 6] = [&ids, &numbers, &times, &listed, &closed, &listings];
        self.query_lists(UPDATE_TABLES, &lists)?;
        Ok(())
    }
}

impl Writer for Connection {
    fn session(&mut self) -> &mut dyn Session {
        self
    }

    fn begin(&mut self) -> Result<(), StoreError> {
        self.run("BEGIN")
    }

    fn append(&mut self, appends: &[Append]) -> Result<Vec<Verdict>, StoreError> {
        let mut verdicts = vec![Verdict::Conflict; appends.len()];
        let numbers = self.numbers_for(appends)?;
        let rows = rows_by_key(appends, &numbers);
        for inserted in self.insert_log(&rows)? {
            if let Ok(place) = rows.binary_search_by_key(&inserted, |row| row.key) {
                verdicts[rows[place].place] = Verdict::Committed;
            }
        }
        // One statement can't update the same row twice, so only the last change of each table is written.
        let mut changes: Vec<_> = rows
            .iter()
            .filter(|row| verdicts[row.place] == Verdict::Committed)
            .filter_map(|row| Some((row, row.append.listing.as_ref()?)))
            .collect();
        changes.reverse();
        changes.dedup_by_key(|(row, _)| row.append.table);
        if !changes.is_empty() {
            self.update_tables(&changes)?;
        }
        Ok(verdicts)
    }

    fn take_log(&mut self, table: TableId) -> Result<Vec<LogRow>, StoreError> {
        let rows = self.read_log(table, 0)?;
        if let Some(number) = self.number(table)? {
            let keys = [number, number + limits::KEYS_PER_TABLE].map(Value::from);
            self.execute("DELETE FROM log WHERE key > $1 AND key < $2", &keys)?;
        }
        Ok(rows)
    }

    fn commit(&mut self) -> Result<(), StoreError> {
        self.run("COMMIT")?;
        self.address.numbers.keep(&take(&mut self.created));
        Ok(())
    }

    /// A single statement is its own transaction. It needs one round trip instead of three. The first step of a
    /// table needs two statements.
    fn append_alone(&mut self, appends: &[Append]) -> Result<Vec<Verdict>, StoreError> {
        if appends.iter().all(|append| append.seq > 1) {
            return self.append(appends);
        }
        self.begin()?;
        let verdicts = self.append(appends)?;
        self.commit()?;
        Ok(verdicts)
    }
}
