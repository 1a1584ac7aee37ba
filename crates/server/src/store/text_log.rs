//! Databases of the first schema: ids in hex, and a log of JSON. They are copied into today's schema
//! once, in the transaction that makes it.

use std::sync::Arc;

use super::database::{Verdict, Writer};
use super::migration::Schema;
use super::records::{self, NewRecord, Packed};
use super::session::{Row, Session, Value, only};
use super::{Append, StoreError};
use crate::id::{RecordId, TableId};
use crate::table::body_from_json;

/// Where those databases keep the versions of their schema.
pub(super) const VERSIONS_TABLE: &str = "_sqlx_migrations";

/// The last version.
const VERSION: i64 = 10;

/// Rows that are copied at once. A row is under a kilobyte.
const ROWS_AT_ONCE: i64 = 1_000;

/// Records that are copied at once. A record is some kilobytes.
const RECORDS_AT_ONCE: i64 = 100;

/// So many rows of the log after which those who wait are told how far it is.
const ROWS_A_LINE: usize = 100_000;

/// Moves the tables of the first schema out of the way.
///
/// # Errors
///
/// When the database fails, or was last used by a version before the last one of that schema.
pub(super) fn make_way(session: &mut dyn Session) -> Result<(), StoreError> {
    check_version(session)?;
    tracing::info!("the database is brought up to date; a large one takes minutes");
    session.run(include_str!("../../../../migrations/text_log/1_rename.sql"))
}

/// Makes sure that a database of the first schema is of its last version.
///
/// # Errors
///
/// When the database fails, or was last used by an earlier version.
pub(super) fn check_version(session: &mut dyn Session) -> Result<(), StoreError> {
    let version = session.query("SELECT MAX(version) FROM _sqlx_migrations", &[])?;
    let version: i64 = only(version).ok_or(StoreError::TooOld)?.take(0)?;
    if version == VERSION {
        Ok(())
    } else {
        Err(StoreError::TooOld)
    }
}

/// Copies the tables of the first schema and drops them.
///
/// # Errors
///
/// When the database fails.
pub(super) fn copy(writer: &mut dyn Writer, schema: &Schema) -> Result<(), StoreError> {
    let session = writer.session();
    session.run(schema.prepare_copy)?;
    session.run(include_str!("../../../../migrations/text_log/2_copy.sql"))?;
    session.run(schema.finish_copy)?;
    copy_records(session)?;
    copy_log(writer)?;
    writer
        .session()
        .run(include_str!("../../../../migrations/text_log/3_drop.sql"))?;
    tracing::info!("the database is up to date");
    Ok(())
}

fn copy_log(writer: &mut dyn Writer) -> Result<(), StoreError> {
    let mut last = (Value::from(""), Value::from(0_i64));
    let mut copied = 0;
    loop {
        let rows = writer.session().query(
            "SELECT table_id, seq, at_ms, body FROM text_log WHERE (table_id, seq) > ($1, $2) \
             ORDER BY table_id, seq LIMIT $3",
            &[last.0, last.1, ROWS_AT_ONCE.into()],
        )?;
        let Some(row) = rows.last() else {
            return Ok(());
        };
        last = (row.0[0].clone(), row.0[1].clone());
        let appends: Result<Vec<Append>, _> = rows.into_iter().map(append).collect();
        let appends = appends?;
        let verdicts = writer.append(&appends)?;
        for (append, verdict) in appends.iter().zip(verdicts) {
            if verdict == Verdict::Conflict {
                tracing::warn!(table = %append.table, seq = append.seq, "a row without its predecessor is left out");
            }
        }
        let lines = copied / ROWS_A_LINE;
        copied += appends.len();
        if copied / ROWS_A_LINE > lines {
            tracing::info!(rows = copied, "the log is being copied");
        }
    }
}

fn append(mut row: Row) -> Result<Append, StoreError> {
    let (table, json): (String, String) = (row.take(0)?, row.take(3)?);
    let table: TableId = table.parse().map_err(|_| StoreError::Corrupt)?;
    let seq = row.take(1)?;
    // What couldn't be read stays unreadable, and its table out of use.
    let body = body_from_json(&json).unwrap_or_else(|error| {
        tracing::warn!(%table, seq, %error, "a row can't be read");
        json.into_bytes()
    });
    Ok(Append {
        table,
        seq,
        at: row.take(2)?,
        body,
        listing: None,
        players: None,
        record: None,
        entries: Vec::new(),
    })
}

fn copy_records(session: &mut dyn Session) -> Result<(), StoreError> {
    let mut last = Value::from("");
    loop {
        let rows = session.query(
            "SELECT record_id, table_id, match_number, public, ended_ms, summary, transcript, \
             fairness FROM text_records WHERE record_id > $1 ORDER BY record_id LIMIT $2",
            &[last, RECORDS_AT_ONCE.into()],
        )?;
        let Some(row) = rows.last() else {
            return Ok(());
        };
        last = row.0[0].clone();
        for row in rows {
            records::insert(session, &record(row)?)?;
        }
    }
}

/// A record without its seats, which are copied apart.
fn record(mut row: Row) -> Result<Packed, StoreError> {
    let mut id = |column| -> Result<String, StoreError> { row.take(column) };
    let (record, table) = (id(0)?, id(1)?);
    let id: RecordId = record.parse().map_err(|_| StoreError::Corrupt)?;
    let table: TableId = table.parse().map_err(|_| StoreError::Corrupt)?;
    let number: i64 = row.take(2)?;
    let public: i64 = row.take(3)?;
    Ok(Packed::new(Arc::new(NewRecord {
        leavers: Vec::new(),
        id,
        table,
        match_number: u32::try_from(number).map_err(|_| StoreError::Corrupt)?,
        rated: false,
        public: public == 1,
        quick: false,
        ended: row.take(4)?,
        variant: String::new(),
        summary: row.take(5)?,
        transcript: row.take(6)?,
        fairness: row.take(7)?,
        seats: Vec::new(),
    })))
}
