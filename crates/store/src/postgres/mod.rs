//! PostgreSQL. Either one server writes to a database, or the nodes of one cluster do. The primary key of the
//! log decides which append is committed.

mod address;
mod lock;
mod numbers;
mod reader;
mod tls;
mod writer;

use std::error::Error;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use boneyard_base::{TableId, Timestamp};
use bytes::BytesMut;
use foldhash::HashMap;
use postgres::error::SqlState;
use postgres::types::{IsNull, ToSql, Type, to_sql_checked};
use postgres::{Client, Statement};

pub(super) use self::address::Address;
use super::session::{Row, Session, Value};
use super::{StoreError, migration};

/// The settings of each connection. A commit waits until the row is on the disk, so every step that players
/// have seen survives a power failure. No statement waits for a lock without a limit. PostgreSQL ends the
/// session of an unreachable server within half a minute, and doesn't end an idle session. Some versions of
/// PostgreSQL don't have the last two settings.
const SETTINGS: &str = "SET synchronous_commit = on; SET statement_timeout = 5000; \
     SET tcp_keepalives_idle = 15; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3; \
     SELECT set_config(name, value, false) FROM pg_settings JOIN \
     (VALUES ('tcp_user_timeout', '30000'), ('idle_session_timeout', '0')) AS wanted (name, value) \
     USING (name);";

/// A connection for reading or writing.
pub(super) struct Connection {
    address: Arc<Address>,
    client: Client,
    /// The prepared statements, by their SQL text.
    statements: HashMap<&'static str, Statement>,
    /// The tables that the open transaction has inserted, with their numbers.
    created: HashMap<TableId, i64>,
}

impl Connection {
    pub(super) fn open(address: &Arc<Address>) -> Result<Self, StoreError> {
        let mut client = connect(address)?;
        client.batch_execute(SETTINGS)?;
        Ok(Self {
            address: Arc::clone(address),
            client,
            statements: HashMap::default(),
            created: HashMap::default(),
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

    fn time(&mut self) -> Result<Timestamp, StoreError> {
        let session: &mut dyn Session = self;
        session.one(
            "SELECT (EXTRACT(EPOCH FROM clock_timestamp()) * 1000)::BIGINT",
            &[],
        )
    }
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
