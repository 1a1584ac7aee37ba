//! The SQLite connection for writing. A database file has only one.

use std::sync::Arc;

use boneyard_base::{TableId, limits};
use foldhash::HashMap;
use rusqlite::{CachedStatement, Connection, params};

use super::File;
use super::checkpoint::Checkpoints;
use super::ends::{self, End};
use super::reader::read_backward;
use crate::connection::{self, Verdict};
use crate::session::Session;
use crate::{Append, LogRow, StoreError};

pub(crate) struct Writer {
    file: Arc<File>,
    connection: Connection,
    /// For each table that the open transaction has changed: the new end of its log.
    changed: HashMap<TableId, End>,
    /// The tables whose rows the open transaction has removed from the log.
    taken: Vec<TableId>,
    /// The number of the last row in the whole log.
    last_id: i64,
    /// The number of the row up to which `log_ends` is complete.
    complete_id: i64,
    checkpoints: Checkpoints,
}

impl Writer {
    /// Connects to a database, which may have no schema yet. Assumes that the log is empty.
    pub(crate) fn connect(file: &Arc<File>) -> Result<Self, StoreError> {
        let mut connection = file.connect()?;
        connection.pragma_update(None, "cache_size", -limits::WRITE_CACHE_KIB)?;
        Ok(Self {
            file: Arc::clone(file),
            checkpoints: Checkpoints::start(file, &mut connection)?,
            connection,
            changed: HashMap::default(),
            taken: Vec::new(),
            last_id: 0,
            complete_id: 0,
        })
    }

    /// Connects to a database, and reads where its log ends.
    pub(crate) fn open(file: &Arc<File>) -> Result<Self, StoreError> {
        let mut writer = Self::connect(file)?;
        writer.last_id = ends::complete(&writer.connection)?;
        writer.complete_id = writer.last_id;
        // Now the database contains the end of each table's log. The ends in memory are cleared, since they
        // may be wrong after a failed commit.
        file.ends.lock().clear();
        Ok(writer)
    }

    /// Prepares for a transaction.
    fn start(&mut self) -> Result<(), StoreError> {
        self.file.check()?;
        self.changed.clear();
        self.taken.clear();
        Ok(())
    }

    /// Lets memory follow the transaction, which is committed.
    fn publish(&mut self) {
        let mut known = self.file.ends.lock();
        known.extend(self.changed.drain());
        for table in self.taken.drain(..) {
            known.remove(&table);
        }
    }

    /// Writes the ends of the logs from memory to the database.
    fn write_ends(&mut self) -> Result<(), StoreError> {
        execute(&self.connection, "BEGIN IMMEDIATE")?;
        let mut known = self.file.ends.lock();
        let later = known.values().filter(|end| end.id > self.complete_id);
        ends::write(&self.connection, later, self.last_id)?;
        execute(&self.connection, "COMMIT")?;
        self.complete_id = self.last_id;
        if known.len() > limits::LOG_ENDS_MAX {
            known.clear();
        }
        Ok(())
    }
}

impl connection::Writer for Writer {
    fn session(&mut self) -> &mut dyn Session {
        &mut self.connection
    }

    fn begin(&mut self) -> Result<(), StoreError> {
        self.start()?;
        execute(&self.connection, "BEGIN IMMEDIATE")
    }

    fn append(&mut self, appends: &[Append]) -> Result<Vec<Verdict>, StoreError> {
        let Self {
            file,
            connection,
            changed,
            last_id,
            ..
        } = self;
        let mut insert = connection.prepare_cached(
            "INSERT INTO log (id, table_number, seq, back, at_ms, body) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        )?;
        let known = file.ends.lock();
        let judged = appends.iter().map(|append| {
            let end = match changed
                .get(&append.table)
                .or_else(|| known.get(&append.table))
            {
                Some(end) => Some(*end),
                None => End::read(connection, append.table)?,
            };
            if append.seq != end.map_or(0, |end| end.seq) + 1 {
                return Ok(Verdict::Conflict);
            }
            let end = match end {
                Some(end) => end,
                None => insert_table(connection, append)?,
            };
            let end = insert_row(&mut insert, append, end, *last_id + 1)?;
            *last_id = end.id;
            changed.insert(append.table, end);
            update_listing(connection, append, end)?;
            Ok(Verdict::Committed)
        });
        judged.collect()
    }

    fn take_log(&mut self, table: TableId) -> Result<Vec<LogRow>, StoreError> {
        if self.taken.contains(&table) {
            return Ok(Vec::new());
        }
        let end = match self.changed.get(&table) {
            Some(end) => Some(*end),
            None => self.file.ends.of(&self.connection, table)?,
        };
        let Some(end) = end else {
            return Ok(Vec::new());
        };
        let rows = read_backward(&self.connection, end, 0)?;
        let mut delete = self
            .connection
            .prepare_cached("DELETE FROM log WHERE id = ?1")?;
        for (id, _) in &rows {
            delete.execute([id])?;
        }
        ends::remove(&self.connection, end)?;
        self.taken.push(table);
        Ok(rows.into_iter().map(|(_, row)| row).collect())
    }

    fn noted(&self) -> usize {
        self.taken.len()
    }

    fn forget_after(&mut self, noted: usize) {
        self.taken.truncate(noted);
    }

    fn commit(&mut self) -> Result<(), StoreError> {
        execute(&self.connection, "COMMIT")?;
        self.publish();
        Ok(())
    }

    fn append_alone(&mut self, appends: &[Append]) -> Result<Vec<Verdict>, StoreError> {
        let knows_end = |append: &Append| self.file.ends.lock().contains_key(&append.table);
        // The row of a known table is one statement, and so a transaction by itself.
        if let [append] = appends
            && knows_end(append)
        {
            self.start()?;
            let verdicts = self.append(appends)?;
            self.publish();
            return Ok(verdicts);
        }
        connection::append_in_transaction(self, appends)
    }

    fn tidy(&mut self) -> Result<(), StoreError> {
        if self.last_id - self.complete_id >= limits::LOG_TAIL_ROWS {
            self.write_ends()?;
        }
        self.checkpoints.tend(&self.connection)
    }

    fn close(&mut self) -> Result<(), StoreError> {
        if self.last_id > self.complete_id {
            self.write_ends()?;
        }
        let truncate = "PRAGMA wal_checkpoint(TRUNCATE)";
        Ok(self.connection.query_row(truncate, [], |_| Ok(()))?)
    }
}

/// Executes a statement. The statement stays prepared.
fn execute(connection: &Connection, sql: &str) -> Result<(), StoreError> {
    connection.prepare_cached(sql)?.execute([])?;
    Ok(())
}

/// Inserts a table that has no rows in the log yet.
fn insert_table(connection: &Connection, append: &Append) -> Result<End, StoreError> {
    let mut insert = connection.prepare_cached(
        "INSERT INTO tables (table_id, created_ms, updated_ms, listed, closed, listing) \
         VALUES (?1, ?2, ?2, 0, 0, '')",
    )?;
    let id = append.table.bits().to_be_bytes();
    Ok(End {
        table_number: insert.insert(params![id, append.at.0])?,
        seq: 0,
        id: 0,
    })
}

/// Inserts the next row of a table into the log. Returns the new end of the table's log.
fn insert_row(
    insert: &mut CachedStatement<'_>,
    append: &Append,
    end: End,
    id: i64,
) -> Result<End, StoreError> {
    let back = if end.id == 0 { 0 } else { id - end.id };
    let Append { seq, at, body, .. } = append;
    insert.execute(params![id, end.table_number, seq, back, at.0, body])?;
    Ok(End {
        seq: *seq,
        id,
        ..end
    })
}

/// Writes the lobby's listing of a table, if the append changes the listing.
fn update_listing(connection: &Connection, append: &Append, end: End) -> Result<(), StoreError> {
    let Some(change) = &append.listing else {
        return Ok(());
    };
    let mut update = connection.prepare_cached(
        "UPDATE tables SET updated_ms = ?2, listed = ?3, closed = ?4, listing = ?5 \
         WHERE number = ?1",
    )?;
    update.execute(params![
        end.table_number,
        append.at.0,
        change.listed,
        change.closed,
        change.listing
    ])?;
    Ok(())
}
