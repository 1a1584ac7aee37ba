//! What lasts: the append-only log, the lobby's list of tables, records, players' names, settings. One
//! store over SQLite or PostgreSQL; nothing outside this room speaks SQL.

mod bots;
mod connect;
mod meters;
mod ready;
mod records;
mod statements;
mod writer;

use std::fmt;
use std::sync::Arc;
use std::time::Instant;

use sqlx::{AnyPool, Row as _};
use tokio::sync::{Mutex, Notify, mpsc, oneshot};
use tokio::task::JoinHandle;

pub use self::bots::StoredBot;
pub(crate) use self::meters::Meters;
use self::ready::Readiness;
pub use self::records::{
    Cursor, MatchResult, NewRecord, NewRecordSeat, OwnRecords, StoredRecord, StoredSeat,
};
use self::writer::{Waiting, Writer};
use crate::clock::Timestamp;
use crate::id::{PlayerId, TableId};
use crate::limits;

/// One step of a table, to be added to the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Append {
    /// The table that takes the step.
    pub table: TableId,
    /// The step's number: one more than that of the last step known, beginning with 1.
    pub seq: i64,
    /// When it was taken.
    pub at: Timestamp,
    /// The step itself, as the table writes and reads it.
    pub body: String,
    /// What the lobby is to say from this step on, when the step changes it.
    pub listing: Option<ListingChange>,
    /// The match that the step ended, to be kept together with it.
    pub record: Option<Arc<NewRecord>>,
}

/// What the lobby says of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListingChange {
    /// Whether it is shown to everybody.
    pub listed: bool,
    /// The listing itself, as the lobby writes and reads it.
    pub listing: String,
    /// Whether the table is closed for good.
    pub closed: bool,
}

/// A step read from the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogRow {
    /// The step's number.
    pub seq: i64,
    /// When it was taken.
    pub at: Timestamp,
    /// The step itself.
    pub body: String,
}

/// A listed table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedTable {
    /// The table.
    pub table: TableId,
    /// When it was created.
    pub created: Timestamp,
    /// When its listing changed last.
    pub updated: Timestamp,
    /// The listing, as it was written.
    pub listing: String,
}

/// Why an append was not made.
#[derive(Clone, Debug, thiserror::Error)]
pub enum AppendError {
    /// Somebody else has taken this number first. The log has grown; read on and judge again.
    #[error("another append has taken this number")]
    Conflict,
    /// The database failed. Whether the step is in the log is not known (a commit may succeed and
    /// its answer get lost): read the log before the next append.
    #[error(transparent)]
    Unavailable(#[from] StoreError),
}

/// Why the store could not do what it was asked.
#[derive(Clone, Debug, thiserror::Error)]
pub enum StoreError {
    /// The address names no database that this server can use.
    #[error("a database address is sqlite://path/to/file or postgres://user@host/name")]
    Address,
    /// The database refused or could not be reached.
    #[error("database: {0}")]
    Database(Arc<sqlx::Error>),
    /// The schema could not be brought up to date.
    #[error("migration: {0}")]
    Migration(Arc<sqlx::migrate::MigrateError>),
    /// The database took too long.
    #[error("the database took too long")]
    Timeout,
    /// A row holds what this server never wrote.
    #[error("a row of the database can't be read")]
    Corrupt,
    /// The store has been closed.
    #[error("the store is closed")]
    Closed,
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        Self::Database(Arc::new(error))
    }
}

impl From<sqlx::migrate::MigrateError> for StoreError {
    fn from(error: sqlx::migrate::MigrateError) -> Self {
        Self::Migration(Arc::new(error))
    }
}

/// A handle to the store. Clones share one queue, one writer and one pool.
#[derive(Clone)]
pub struct Store {
    pool: AnyPool,
    appends: mpsc::Sender<Waiting>,
    stop: Arc<Notify>,
    writer: Arc<Mutex<Option<JoinHandle<()>>>>,
    meters: Meters,
    readiness: Arc<Mutex<Readiness>>,
}

impl fmt::Debug for Store {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The pool knows the database's address, which may hold a password.
        f.debug_struct("Store").finish_non_exhaustive()
    }
}

impl Store {
    /// Opens the database at `sqlite://path` or `postgres://…`, brings its schema up to date and
    /// starts the writer.
    ///
    /// # Errors
    ///
    /// When the address is neither, or the database can't be opened or brought up to date.
    pub async fn open(address: &str) -> Result<Self, StoreError> {
        let pool = connect::connect(address).await?;
        let (appends, queue) = mpsc::channel(limits::APPEND_QUEUE_MAX);
        let stop = Arc::new(Notify::new());
        let meters = Meters::default();
        let writer = Writer::new(pool.clone(), queue, Arc::clone(&stop), meters.clone());
        Ok(Self {
            pool,
            appends,
            stop,
            writer: Arc::new(Mutex::new(Some(tokio::spawn(writer.run())))),
            meters,
            readiness: Arc::default(),
        })
    }

    /// Adds one step to the log. Returns only after it has been committed; appends that wait
    /// together are committed together, each judged by itself.
    ///
    /// # Errors
    ///
    /// [`AppendError`] says which and what to do then.
    pub async fn append(&self, append: Append) -> Result<(), AppendError> {
        let (answer, answered) = oneshot::channel();
        let since = Instant::now();
        let waiting = Waiting {
            append,
            answer,
            since,
        };
        self.appends
            .send(waiting)
            .await
            .map_err(|_| StoreError::Closed)?;
        answered.await.map_err(|_| StoreError::Closed)?
    }

    /// The steps of a table after a number, in order; all of them after 0.
    ///
    /// # Errors
    ///
    /// When the database fails.
    pub async fn read_log(
        &self,
        table: TableId,
        after_seq: i64,
    ) -> Result<Vec<LogRow>, StoreError> {
        let rows = sqlx::query(
            "SELECT seq, at_ms, body FROM log WHERE table_id = $1 AND seq > $2 ORDER BY seq",
        )
        .bind(table.to_string())
        .bind(after_seq)
        .fetch_all(&self.pool)
        .await?;
        rows.iter()
            .map(|row| {
                Ok(LogRow {
                    seq: row.try_get(0)?,
                    at: Timestamp(row.try_get(1)?),
                    body: row.try_get(2)?,
                })
            })
            .collect()
    }

    /// All listed tables, oldest first. A row that can't be read is left out and logged: it must
    /// not keep the others from being played.
    ///
    /// # Errors
    ///
    /// When the database fails.
    pub async fn listings(&self) -> Result<Vec<ListedTable>, StoreError> {
        let rows = sqlx::query(
            "SELECT table_id, created_ms, updated_ms, listing FROM tables \
             WHERE listed = 1 ORDER BY created_ms, table_id",
        )
        .fetch_all(&self.pool)
        .await?;
        let mut listed = Vec::with_capacity(rows.len());
        for row in rows {
            let table: String = row.try_get(0)?;
            let Ok(table) = table.parse() else {
                tracing::error!(table, "a row of `tables` can't be read");
                continue;
            };
            listed.push(ListedTable {
                table,
                created: Timestamp(row.try_get(1)?),
                updated: Timestamp(row.try_get(2)?),
                listing: row.try_get(3)?,
            });
        }
        Ok(listed)
    }

    /// Some open tables at which nothing has happened since a moment, the oldest first.
    ///
    /// # Errors
    ///
    /// When the database fails.
    pub async fn untouched_tables(&self, since: Timestamp) -> Result<Vec<TableId>, StoreError> {
        // What the lobby says of a table changes seldom; only the log tells when it was used last.
        let rows = sqlx::query(
            "SELECT table_id FROM tables WHERE closed = 0 AND updated_ms <= $1 AND \
             (SELECT at_ms FROM log WHERE log.table_id = tables.table_id ORDER BY seq DESC LIMIT 1) \
             <= $1 ORDER BY updated_ms LIMIT $2",
        )
        .bind(since.0)
        .bind(limits::PUT_AWAY_TABLES)
        .fetch_all(&self.pool)
        .await?;
        let ids = rows.iter().map(|row| {
            let table: String = row.try_get(0)?;
            table.parse().map_err(|_| StoreError::Corrupt)
        });
        ids.collect()
    }

    /// The name that a player chose, if they did.
    ///
    /// # Errors
    ///
    /// When the database fails.
    pub async fn player_name(&self, player: PlayerId) -> Result<Option<String>, StoreError> {
        let name = sqlx::query_scalar("SELECT name FROM players WHERE player_id = $1")
            .bind(player.to_string())
            .fetch_optional(&self.pool)
            .await?;
        Ok(name)
    }

    /// Remembers the name that a player chose.
    ///
    /// # Errors
    ///
    /// When the database fails.
    pub async fn set_player_name(
        &self,
        player: PlayerId,
        name: &str,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        sqlx::query(
            "INSERT INTO players (player_id, name, created_ms) VALUES ($1, $2, $3) \
             ON CONFLICT (player_id) DO UPDATE SET name = excluded.name",
        )
        .bind(player.to_string())
        .bind(name)
        .bind(at.0)
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    /// The value of a setting; where there is none yet, the given one becomes it. Several servers
    /// that start at once agree on one value.
    ///
    /// # Errors
    ///
    /// When the database fails.
    pub async fn setting_or_insert(&self, name: &str, value: &str) -> Result<String, StoreError> {
        sqlx::query("INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING")
            .bind(name)
            .bind(value)
            .execute(&self.pool)
            .await?;
        let value = sqlx::query_scalar("SELECT value FROM settings WHERE name = $1")
            .bind(name)
            .fetch_one(&self.pool)
            .await?;
        Ok(value)
    }

    /// Takes no further appends, commits those that wait, and closes the database. Safe to call
    /// from several clones; all return when it is done.
    pub async fn close(&self) {
        self.stop.notify_one();
        if let Some(writer) = self.writer.lock().await.take()
            && let Err(error) = writer.await
        {
            tracing::error!(%error, "the writer of the log has died");
        }
        self.pool.close().await;
    }
}
