//! The numbers of the tables. The log of PostgreSQL names a table by a number, which takes half as many bytes as
//! the table's id. The key of a row is the table's number plus the step's number. The number of a table never
//! changes, so it stays in memory after its first use.

use boneyard_base::{TableId, limits};
use foldhash::HashMap;
use parking_lot::Mutex;
use postgres::types::ToSql;

use super::{Connection, bytes, table_id};
use crate::{Append, StoreError};

/// Inserts each table that isn't in the database yet. If another server has inserted the table at the same
/// time, that server has also appended the table's first step.
const INSERT_TABLES: &str = "INSERT INTO tables \
     (table_id, created_ms, updated_ms, listed, closed, listing) \
     SELECT id, at_ms, at_ms, 0, 0, '' FROM UNNEST($1::BYTEA[], $2::BIGINT[]) AS created (id, at_ms) \
     ON CONFLICT DO NOTHING RETURNING table_id, number";

/// The numbers in memory. The tables of all these numbers are committed.
#[derive(Debug, Default)]
pub(super) struct Numbers(Mutex<HashMap<TableId, i64>>);

impl Numbers {
    pub(super) fn keep(&self, committed: &HashMap<TableId, i64>) {
        let mut known = self.0.lock();
        if known.len() + committed.len() > limits::TABLE_NUMBERS_MAX {
            known.clear();
        }
        known.extend(committed);
    }
}

impl Connection {
    /// The number of a table. `None` if the database doesn't contain the table.
    pub(super) fn number(&mut self, table: TableId) -> Result<Option<i64>, StoreError> {
        Ok(self.numbers(&[table])?.get(&table).copied())
    }

    /// The numbers of tables. Leaves out tables that the database doesn't contain.
    pub(super) fn numbers(
        &mut self,
        tables: &[TableId],
    ) -> Result<HashMap<TableId, i64>, StoreError> {
        let mut numbers = HashMap::default();
        let mut unknown = Vec::new();
        {
            let known = self.address.numbers.0.lock();
            for table in tables {
                match self.created.get(table).or_else(|| known.get(table)) {
                    Some(&number) => {
                        numbers.insert(*table, number);
                    }
                    None => unknown.push(bytes(*table)),
                }
            }
        }
        if !unknown.is_empty() {
            let ids: Vec<&[u8]> = unknown.iter().map(<[u8; 16]>::as_slice).collect();
            let sql = "SELECT table_id, number FROM tables WHERE table_id = ANY($1)";
            let found = self.read_numbers(sql, &[&ids])?;
            self.address.numbers.keep(&found);
            numbers.extend(found);
        }
        Ok(numbers)
    }

    /// The numbers of the tables of appends. Inserts tables that get their first step. Leaves out other tables
    /// that the database doesn't contain.
    pub(super) fn numbers_for(
        &mut self,
        appends: &[Append],
    ) -> Result<HashMap<TableId, i64>, StoreError> {
        let tables: Vec<TableId> = appends.iter().map(|append| append.table).collect();
        let mut numbers = self.numbers(&tables)?;
        let mut created: Vec<&Append> = appends
            .iter()
            .filter(|append| append.seq == 1 && !numbers.contains_key(&append.table))
            .collect();
        if !created.is_empty() {
            // All servers insert tables in the same order, so no two of them wait for each other.
            created.sort_by_key(|append| append.table);
            let ids: Vec<_> = created.iter().map(|append| bytes(append.table)).collect();
            let ids: Vec<&[u8]> = ids.iter().map(<[u8; 16]>::as_slice).collect();
            let times: Vec<i64> = created.iter().map(|append| append.at.0).collect();
            self.created = self.read_numbers(INSERT_TABLES, &[&ids, &times])?;
            numbers.extend(&self.created);
        }
        Ok(numbers)
    }

    /// Runs a statement that returns tables and their numbers.
    fn read_numbers(
        &mut self,
        sql: &'static str,
        lists: &[&(dyn ToSql + Sync)],
    ) -> Result<HashMap<TableId, i64>, StoreError> {
        let rows = self.query_lists(sql, lists)?;
        let numbers = rows.iter().map(|row| Ok((table_id(row)?, row.try_get(1)?)));
        numbers.collect()
    }
}
