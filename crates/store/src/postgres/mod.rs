//! PostgreSQL. Either one server writes to a database, or the nodes of one cluster do. The primary key of the
//! log decides which append is committed.

mod address;
mod lock;
mod tls;

use std::collections::HashMap;
use std::error::Error;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use boneyard_base::{TableId, Timestamp, limits};
use bytes::BytesMut;
use postgres::error::SqlState;
use postgres::types::{IsNull, ToSql, Type, to_sql_checked};
use postgres::{Client, Statement};

pub(super) use self::address::Address;
use super::connection::{Reader, Verdict, Writer};
use super::select::select;
use super::session::{Row, Session, Value};
use super::sessions::{Id, Known};
use super::{Append, ListingChange, LogRow, OpenTable, StoreError, migration};

/// The settings of each connection. A commit waits until the row is on the disk, so every step that players
/// have seen survives a power failure. No statement waits for a lock without a limit. PostgreSQL ends the
/// session of an unreachable server within half a minute, and doesn't end an idle session. Some versions of
/// PostgreSQL don't have the last two settings.
const SETTINGS: &str = "SET synchronous_commit = on; SET statement_timeout = 5000; \
     SET tcp_keepalives_idle = 15; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3; \
     SELECT set_config(name, value, false) FROM pg_settings JOIN \
     (VALUES ('tcp_user_timeout', '30000'), ('idle_session_timeout', '0')) AS wanted (name, value) \
     USING (name);";

/// Inserts each row whose key isn't in the log yet, and returns the keys of the inserted rows.
const INSERT_LOG: &str = "INSERT INTO log (table_id, seq, at_ms, body) \
     SELECT * FROM UNNEST($1::BYTEA[], $2::BIGINT[], $3::BIGINT[], $4::BYTEA[]) \
     ON CONFLICT DO NOTHING RETURNING table_id, seq";

/// The number of the last row of each table. For each table, PostgreSQL makes one search in the index of the
/// primary key.
const LAST_SEQS: &str = "SELECT asked.id, ends.seq FROM UNNEST($1::BYTEA[]) AS asked (id) \
     CROSS JOIN LATERAL (SELECT log.seq FROM log WHERE log.table_id = asked.id \
     ORDER BY log.seq DESC LIMIT 1) AS ends";

/// Inserts new tables, and updates existing tables. The time of creation of an existing table doesn't change.
const UPSERT_TABLES: &str = "INSERT INTO tables \
     (table_id, created_ms, updated_ms, listed, closed, listing) \
     SELECT id, at_ms, at_ms, listed, closed, listing FROM \
     UNNEST($1::BYTEA[], $2::BIGINT[], $3::BIGINT[], $4::BIGINT[], $5::TEXT[]) \
     AS changed (id, at_ms, listed, closed, listing) \
     ON CONFLICT (table_id) DO UPDATE SET updated_ms = excluded.updated_ms, \
     listed = excluded.listed, closed = excluded.closed, listing = excluded.listing";

/// A connection for reading or writing.
pub(super) struct Connection {
    address: Arc<Address>,
    client: Client,
    /// The prepared statements, by their SQL text.
    statements: HashMap<&'static str, Statement>,
}

impl Connection {
    pub(super) fn open(address: &Arc<Address>) -> Result<Self, StoreError> {
        let mut client = connect(address)?;
        client.batch_execute(SETTINGS)?;
        Ok(Self {
            address: Arc::clone(address),
            client,
            statements: HashMap::new(),
        })
    }

    /// Opens the connection for writing. Takes the lock on the database. Updates the schema, since another
    /// server may have used the database before this one took the lock.
    pub(super) fn open_writer(address: &Arc<Address>) -> Result<Self, StoreError> {
        let mut connection = Self::open(address)?;
        lock::take(&mut connection, address)?;
        migration::migrate(&mut connection, &migration::POSTGRES)?;
        // Earlier statements may have been prepared before the schema changed.
        connection.statements.clear();
        Ok(connection)
    }

    fn prepare(&mut self, sql: &'static str) -> Result<Statement, StoreError> {
        if let Some(statement) = self.statements.get(sql) {
            return Ok(statement.clone());
        }
        let statement = self.client.prepare(sql)?;
        self.statements.insert(sql, statement.clone());
        Ok(statement)
    }

    /// Runs a statement whose parameters are arrays.
    fn query_lists(
        &mut self,
        sql: &'static str,
        lists: &[&(dyn ToSql + Sync)],
    ) -> Result<Vec<postgres::Row>, StoreError> {
        let statement = self.prepare(sql)?;
        Ok(self.client.query(&statement, lists)?)
    }

    fn insert_log(&mut self, appends: &[&Append]) -> Result<Vec<Key>, StoreError> {
        let ids: Vec<_> = appends.iter().map(|append| bytes(append.table)).collect();
        let ids: Vec<&[u8]> = ids.iter().map(<[u8; 16]>::as_slice).collect();
        let seqs: Vec<i64> = appends.iter().map(|append| append.seq).collect();
        let times: Vec<i64> = appends.iter().map(|append| append.at.0).collect();
        let bodies: Vec<&[u8]> = appends.iter().map(|append| &*append.body).collect();
        let rows = self.query_lists(INSERT_LOG, &[&ids, &seqs, &times, &bodies])?;
        let key = |row: &postgres::Row| Ok((table_id(row)?, row.try_get(1)?));
        rows.iter().map(key).collect()
    }

    fn upsert_tables(&mut self, changes: &[(&Append, &ListingChange)]) -> Result<(), StoreError> {
        let ids: Vec<_> = changes
            .iter()
            .map(|(append, _)| bytes(append.table))
            .collect();
        let ids: Vec<&[u8]> = ids.iter().map(<[u8; 16]>::as_slice).collect();
        let times: Vec<i64> = changes.iter().map(|(append, _)| append.at.0).collect();
        let listed: Vec<i64> = changes.iter().map(|(_, new)| new.listed.into()).collect();
        let closed: Vec<i64> = changes.iter().map(|(_, new)| new.closed.into()).collect();
        let listings: Vec<&str> = changes
            .iter()
            .map(|(_, new)| new.listing.as_str())
            .collect();
        self.query_lists(UPSERT_TABLES, &[&ids, &times, &listed, &closed, &listings])?;
        Ok(())
    }
}

/// Connects with the modes that `sslmode` allows, and logs whether the connection is encrypted.
fn connect(address: &Address) -> Result<Client, StoreError> {
    let mut attempts = address.mode.attempts().iter().peekable();
    while let Some(&mode) = attempts.next() {
        let (connector, is_encrypted) = address.connector.for_one();
        match address.config.clone().ssl_mode(mode).connect(connector) {
            Ok(client) => {
                tell(address, is_encrypted.load(Ordering::Relaxed));
                return Ok(client);
            }
            Err(error) if attempts.peek().is_some() && is_refusal(&error) => {}
            Err(error) => return Err(unreachable(error)),
        }
    }
    Err(StoreError::Address)
}

/// Whether a second attempt to connect can succeed after this error: an attempt with TLS if the failed one
/// was without TLS, or an attempt without TLS if the failed one was with TLS.
fn is_refusal(error: &postgres::Error) -> bool {
    error.code() == Some(&SqlState::INVALID_AUTHORIZATION_SPECIFICATION)
        || tls::explained(error).is_some()
}

/// Converts an error of an attempt to connect. The text of the driver's error leaves out the cause, so this
/// function adds the cause. The text can't contain data of players, since no statement has run yet.
fn unreachable(error: postgres::Error) -> StoreError {
    if let Some(error) = tls::explained(&error) {
        return error.into();
    }
    match error.source() {
        Some(cause) => StoreError::Unreachable(format!("{error}: {cause}")),
        None => error.into(),
    }
}

/// Logs whether connections are encrypted: for the first connection, and after each change.
fn tell(address: &Address, is_encrypted: bool) {
    let before = address.encrypted.lock().replace(is_encrypted);
    if before == Some(is_encrypted) {
        return;
    }
    let sslmode = address.mode;
    if is_encrypted {
        tracing::info!(%sslmode, "the connection to the database is encrypted");
    } else if address.is_local() {
        tracing::info!(%sslmode, "the connection to the database isn't encrypted and stays on this machine");
    } else {
        tracing::warn!(
            %sslmode,
            "the connection to the database isn't encrypted: machines on the way can read hands and keys. \
             Turn on TLS at the database server, and use sslmode=verify-full"
        );
    }
}

impl Session for Connection {
    fn run(&mut self, sql: &str) -> Result<(), StoreError> {
        Ok(self.client.batch_execute(sql)?)
    }

    fn execute(&mut self, sql: &'static str, values: &[Value]) -> Result<u64, StoreError> {
        let statement = self.prepare(sql)?;
        Ok(self.client.execute(&statement, &parameters(values))?)
    }

    fn query(&mut self, sql: &'static str, values: &[Value]) -> Result<Vec<Row>, StoreError> {
        let statement = self.prepare(sql)?;
        let rows = self.client.query(&statement, &parameters(values))?;
        rows.iter().map(row).collect()
    }
}

impl Reader for Connection {
    fn session(&mut self) -> &mut dyn Session {
        self
    }

    fn check(&mut self) -> Result<(), StoreError> {
        let lock = *self.address.lock.lock();
        lock::check(self, lock)
    }

    fn read_log(&mut self, table: TableId, after_seq: i64) -> Result<Vec<LogRow>, StoreError> {
        let select = select!(
            LogRow {
                seq: "seq",
                at: "at_ms",
                body: "body",
            },
            "FROM log WHERE table_id = $1 AND seq > $2 ORDER BY seq"
        );
        let values = [table.into(), after_seq.into()];
        Reader::session(self).all(select, &values)
    }

    fn last_seqs(&mut self, tables: &[TableId]) -> Result<Vec<(TableId, i64)>, StoreError> {
        let ids: Vec<_> = tables.iter().copied().map(bytes).collect();
        let ids: Vec<&[u8]> = ids.iter().map(<[u8; 16]>::as_slice).collect();
        let rows = self.query_lists(LAST_SEQS, &[&ids])?;
        let last = |row: &postgres::Row| Ok((table_id(row)?, row.try_get(1)?));
        rows.iter().map(last).collect()
    }

    fn known(&mut self, what: Known, ids: &[Id]) -> Result<Vec<Id>, StoreError> {
        let sql = match what {
            Known::Devices => "SELECT device_id FROM devices WHERE device_id = ANY($1)",
            Known::Accounts => {
                "SELECT player_id FROM accounts WHERE player_id = ANY($1) AND closed_ms IS NULL"
            }
            Known::Bots => {
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
             (SELECT at_ms FROM log WHERE log.table_id = tables.table_id ORDER BY seq DESC LIMIT 1) \
             <= $1 ORDER BY updated_ms, table_id LIMIT $4"
        );
        let values = [
            since.into(),
            after.updated.into(),
            after.table.into(),
            limits::ABANDONED_TABLES_MAX.into(),
        ];
        Reader::session(self).all(select, &values)
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
        let firsts = firsts_by_key(appends);
        let rows: Vec<&Append> = firsts.iter().map(|&place| &appends[place]).collect();
        for inserted in self.insert_log(&rows)? {
            if let Ok(place) = rows.binary_search_by_key(&inserted, |append| key(append)) {
                verdicts[firsts[place]] = Verdict::Committed;
            }
        }
        // One statement can't update the same row twice, so only the last change of each table is written.
        let mut changes: Vec<_> = firsts
            .iter()
            .filter(|&&place| verdicts[place] == Verdict::Committed)
            .filter_map(|&place| Some((&appends[place], appends[place].listing.as_ref()?)))
            .collect();
        changes.reverse();
        changes.dedup_by_key(|(append, _)| append.table);
        if !changes.is_empty() {
            self.upsert_tables(&changes)?;
        }
        Ok(verdicts)
    }

    fn take_log(&mut self, table: TableId) -> Result<Vec<LogRow>, StoreError> {
        let rows = self.read_log(table, 0)?;
        self.execute("DELETE FROM log WHERE table_id = $1", &[table.into()])?;
        Ok(rows)
    }

    fn commit(&mut self) -> Result<(), StoreError> {
        self.run("COMMIT")
    }

    /// A single statement is its own transaction. It needs one round trip instead of three.
    fn append_alone(&mut self, appends: &[Append]) -> Result<Vec<Verdict>, StoreError> {
        self.append(appends)
    }
}

/// The primary key of the log.
type Key = (TableId, i64);

fn key(append: &Append) -> Key {
    (append.table, append.seq)
}

/// The indexes of the appends, sorted by key. If several appends have the same key, only the first one is
/// included.
fn firsts_by_key(appends: &[Append]) -> Vec<usize> {
    let mut places: Vec<usize> = (0..appends.len()).collect();
    // The sort is stable, so appends with the same key stay in their order.
    places.sort_by_key(|&place| key(&appends[place]));
    places.dedup_by_key(|place| key(&appends[*place]));
    places
}

fn bytes(table: TableId) -> [u8; 16] {
    table.bits().to_be_bytes()
}

fn table_id(row: &postgres::Row) -> Result<TableId, StoreError> {
    let bytes: &[u8] = row.try_get(0)?;
    let bytes = bytes.try_into().map_err(|_| StoreError::Corrupt)?;
    Ok(TableId::from_bits(u128::from_be_bytes(bytes)))
}

fn parameters(values: &[Value]) -> Vec<&(dyn ToSql + Sync)> {
    values.iter().map(parameter).collect()
}

fn parameter(value: &Value) -> &(dyn ToSql + Sync) {
    match value {
        Value::Null => &Null,
        Value::Integer(number) => number,
        Value::Text(text) => text,
        Value::Bytes(bytes) => bytes,
    }
}

/// The SQL value NULL, for a column of any type.
#[derive(Debug)]
struct Null;

impl ToSql for Null {
    fn to_sql(&self, _: &Type, _: &mut BytesMut) -> Result<IsNull, Box<dyn Error + Sync + Send>> {
        Ok(IsNull::Yes)
    }

    fn accepts(_: &Type) -> bool {
        true
    }

    to_sql_checked!();
}

fn row(row: &postgres::Row) -> Result<Row, StoreError> {
    let value = |(column, about): (usize, &postgres::Column)| {
        Ok(match *about.type_() {
            Type::INT8 => row.try_get::<_, Option<i64>>(column)?.into(),
            Type::TEXT => row.try_get::<_, Option<String>>(column)?.into(),
            Type::BYTEA => row.try_get::<_, Option<Vec<u8>>>(column)?.into(),
            _ => return Err(StoreError::Corrupt),
        })
    };
    let columns = row.columns().iter().enumerate();
    let values: Result<Vec<_>, StoreError> = columns.map(value).collect();
    Ok(Row(values?.into_iter()))
}
