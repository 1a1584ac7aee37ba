//! What lasts: the append-only log, the lobby's list of tables, records, players' names, settings. One
//! store over SQLite or PostgreSQL; nothing outside this room speaks SQL.
//!
//! Databases are used by threads, since SQLite blocks: one writes, a few read. What both databases
//! understand is written once (`session`); the log differs (`sqlite`, `postgres`).

mod accounts;
mod backup;
mod blocks;
mod bots;
mod conduct;
mod content;
mod database;
mod devices;
mod emails;
mod error;
mod export;
mod file_error;
mod finished;
mod forget;
mod friends;
mod leaderboards;
mod meters;
mod migration;
mod moderators;
mod overdue;
mod pages;
mod passkeys;
mod people;
mod postgres;
mod public_log;
mod quick_seats;
mod rated_seats;
mod ratings;
mod readers;
mod ready;
mod records;
mod reports;
mod select;
mod session;
mod sessions;
mod sign_in_codes;
mod sqlite;
mod standings;
mod table_players;
mod writer;

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Instant;
use std::{fmt, io, thread};

use parking_lot::Mutex as SyncMutex;
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::{Mutex, Semaphore, mpsc, oneshot};
use tokio::time::timeout;

pub use self::accounts::{Kept, Name, Named, NewAccount, NewDevice, StoredAccount, StoredVisitor};
pub use self::backup::{BackupError, Contents, Restored, backup, restore};
pub use self::blocks::{AddedBlock, StoredBlock};
pub use self::bots::StoredBot;
pub use self::conduct::{Conduct, StoredStanding};
use self::database::{Database, Reader};
pub use self::devices::StoredDevice;
pub use self::emails::{EmailCodeLimits, NewEmailCode, SetEmail};
pub use self::error::{AppendError, StoreError, TlsError};
pub use self::file_error::FileError;
pub use self::friends::{Acquaintance, AskedFriend, FriendLimits, StoredFriend, Tie};
pub use self::leaderboards::{Entry, StoredRow};
pub(crate) use self::meters::Meters;
pub use self::moderators::{ModeratorError, Moderators};
use self::overdue::Overdue;
pub use self::pages::{PageMatch, StoredOpponent, StoredPerson};
pub use self::passkeys::{AddedPasskey, StoredPasskey};
pub use self::public_log::{NewEntry, StoredEntry, StoredTree};
pub use self::quick_seats::QuickSeat;
pub use self::rated_seats::{RatedMatch, RatedSeat, Step};
pub use self::ratings::{FinishedMatch, MatchToRate, StoredRated};
use self::readers::ReaderThread;
use self::ready::Readiness;
use self::records::Packed;
pub use self::records::{
    Cursor, MatchResult, NewRecord, NewRecordSeat, OwnRecords, StoredRecord, StoredSeat,
};
pub use self::reports::{
    ActRefused, AddedReport, NewAct, NewReport, ReportLimits, ReportPage, StoredAct, StoredReport,
    StoredReports,
};
use self::select::{columns, select};
use self::session::Session;
pub use self::sign_in_codes::{Attempt, StoredTransfer};
pub use self::standings::{Board, Standing};
use self::writer::{Job, Task, Waiting, WriterThread};
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
    pub body: Vec<u8>,
    /// What the lobby is to say from this step on, when the step changes it.
    pub listing: Option<ListingChange>,
    /// Who finds the table among their own from this step on, when the step changes it.
    pub players: Option<Vec<PlayerId>>,
    /// The match that the step ended, to be kept together with it.
    pub record: Option<Arc<NewRecord>>,
    /// What the public log says of the step.
    pub entries: Vec<NewEntry>,
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

columns!(ListingChange {
    listed,
    closed,
    listing
});

/// A step read from the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogRow {
    /// The step's number.
    pub seq: i64,
    /// When it was taken.
    pub at: Timestamp,
    /// The step itself.
    pub body: Vec<u8>,
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

/// An open table, in the order in which such are looked through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpenTable {
    /// When what the lobby says of it changed last.
    pub updated: Timestamp,
    /// The table.
    pub table: TableId,
}

impl OpenTable {
    /// Comes before all open tables.
    pub const NONE: Self = Self {
        updated: Timestamp(i64::MIN),
        table: TableId::from_bits(0),
    };
}

/// A table whose listing has changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangedListing {
    /// The table.
    pub table: TableId,
    /// When it was created.
    pub created: Timestamp,
    /// When its listing changed last.
    pub updated: Timestamp,
    /// What the lobby says of it now.
    pub change: ListingChange,
}

/// Who else may write to a database while a store has it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sharing {
    /// Nobody.
    #[default]
    Alone,
    /// The other nodes of a cluster, on PostgreSQL.
    Nodes,
}

/// A handle to the store. Clones share its threads.
#[derive(Clone)]
pub struct Store {
    /// None once the store is closed.
    queues: Arc<SyncMutex<Option<Queues>>>,
    threads: Arc<Mutex<Vec<thread::JoinHandle<()>>>>,
    meters: Meters,
    readiness: Arc<Mutex<Readiness>>,
    overdue: Arc<Overdue>,
    /// Room for what is written beside appends.
    others: Arc<Semaphore>,
}

/// What waits for the store's threads. They end when these are gone.
struct Queues {
    write: mpsc::Sender<Job>,
    read: mpsc::Sender<readers::Job>,
}

impl fmt::Debug for Store {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Store").finish_non_exhaustive()
    }
}

impl Store {
    /// Opens the database at `sqlite://path` or `postgres://…`, brings its schema up to date and
    /// starts the store's threads. The database is this process's alone until the store is closed.
    pub async fn open(address: &str) -> Result<Self, StoreError> {
        Self::open_with(address, Sharing::Alone).await
    }

    /// The same for a database that others may write to as well.
    ///
    /// # Errors
    ///
    /// As [`Self::open`], and when the database can't be shared.
    pub async fn open_with(address: &str, sharing: Sharing) -> Result<Self, StoreError> {
        let address = address.to_owned();
        let overdue = Overdue::watch(limits::COMMIT_TIMEOUT);
        let open = move || Self::open_blocking(&address, sharing, overdue);
        let opened = tokio::task::spawn_blocking(open).await;
        opened.map_err(|_| StoreError::Closed)?
    }

    fn open_blocking(
        address: &str,
        sharing: Sharing,
        overdue: Arc<Overdue>,
    ) -> Result<Self, StoreError> {
        let database = Database::take(address, sharing)?;
        database.migrate()?;
        let meters = Meters::default();
        let (write, jobs) = mpsc::channel(limits::APPEND_QUEUE_MAX);
        let connection = database.open_writer()?;
        let writer = WriterThread {
            database: database.clone(),
            connection: Some(connection),
            queue: jobs,
            meters: meters.clone(),
            overdue: Arc::clone(&overdue),
            others: VecDeque::new(),
        };
        let mut threads = vec![spawn("log writer", || writer.run())?];
        let (read, jobs) = mpsc::channel(limits::READ_QUEUE_MAX);
        let jobs = Arc::new(SyncMutex::new(jobs));
        for _ in 0..limits::READ_CONNECTIONS_MAX {
            let reader = ReaderThread::new(database.clone(), Arc::clone(&jobs));
            threads.push(spawn("database reader", || reader.run())?);
        }
        Ok(Self {
            queues: Arc::new(SyncMutex::new(Some(Queues { write, read }))),
            threads: Arc::new(Mutex::new(threads)),
            meters,
            readiness: Arc::default(),
            overdue,
            others: Arc::new(Semaphore::new(limits::OTHER_WRITES_MAX)),
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
        let waiting = Waiting {
            record: append.record.clone().map(Packed::new),
            answer,
            since: Instant::now(),
        };
        self.send(Job::Append(append, waiting), answered).await?
    }

    /// Writes something that isn't the log, in one transaction with what waits beside it.
    async fn write<T, F>(&self, write: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: FnOnce(&mut dyn Session) -> Result<T, StoreError> + Send + 'static,
    {
        self.write_log(move |writer| write(writer.session())).await
    }

    /// The same, with what changes rows of the log.
    async fn write_log<T, F>(&self, write: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: FnOnce(&mut dyn database::Writer) -> Result<T, StoreError> + Send + 'static,
    {
        let room = Arc::clone(&self.others).acquire_owned().await;
        let (answer, answered) = oneshot::channel();
        let task = Task {
            write: Some(write),
            result: Err(StoreError::Closed),
            answer,
            _room: room.map_err(|_| StoreError::Closed)?,
        };
        self.send(Job::Other(Box::new(task)), answered).await?
    }

    /// Sends something to the writer; the answer, unless a commit takes too long. While the queue
    /// has room, what waits here is small: every table does so at every move.
    fn send<T>(
        &self,
        job: Job,
        answered: oneshot::Receiver<T>,
    ) -> impl Future<Output = Result<T, StoreError>> + use<T> {
        let queue = self.queue(|queues| &queues.write);
        let sent = queue.and_then(|queue| match queue.try_send(job) {
            Ok(()) => Ok(None),
            Err(TrySendError::Full(job)) => Ok(Some(Box::pin(async move {
                queue.send(job).await.map_err(|_| StoreError::Closed)
            }))),
            Err(TrySendError::Closed(_)) => Err(StoreError::Closed),
        });
        let answer = async move {
            if let Some(sending) = sent? {
                sending.await?;
            }
            answered.await.map_err(|_| StoreError::Closed)
        };
        let overdue = Arc::clone(&self.overdue);
        async move { overdue.wait(answer).await? }
    }

    /// Reads something.
    async fn read<T, F>(&self, read: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: FnOnce(&mut dyn Reader) -> Result<T, StoreError> + Send + 'static,
    {
        let (answer, answered) = oneshot::channel();
        let job: readers::Job = Box::new(move |connection| {
            let found = match connection {
                Ok(connection) => read(connection),
                Err(error) => Err(error),
            };
            let is_well = found.is_ok();
            // A waiter that is gone needs no answer.
            let _ = answer.send(found);
            is_well
        });
        let asked = async {
            let queue = self.queue(|queues| &queues.read)?;
            queue.send(job).await.map_err(|_| StoreError::Closed)?;
            drop(queue);
            answered.await.map_err(|_| StoreError::Closed)?
        };
        let answered = timeout(limits::READ_TIMEOUT, asked).await;
        answered.map_err(|_| StoreError::Timeout)?
    }

    /// One of the queues, unless the store is closed.
    fn queue<T>(
        &self,
        which: impl FnOnce(&Queues) -> &mpsc::Sender<T>,
    ) -> Result<mpsc::Sender<T>, StoreError> {
        let queues = self.queues.lock();
        let queues = queues.as_ref().ok_or(StoreError::Closed)?;
        Ok(which(queues).clone())
    }

    /// The steps of a table after a number, in order; all of them after 0. Those of a closed table may be
    /// gone.
    pub async fn read_log(
        &self,
        table: TableId,
        after_seq: i64,
    ) -> Result<Vec<LogRow>, StoreError> {
        self.read(move |reader| {
            let rows = reader.read_log(table, after_seq)?;
            if rows.is_empty() {
                return finished::read(reader.session(), table, after_seq);
            }
            Ok(rows)
        })
        .await
    }

    /// All listed tables, oldest first. A row that can't be read is left out and logged: it must
    /// not keep the others from being played.
    pub async fn listings(&self) -> Result<Vec<ListedTable>, StoreError> {
        let select = select!(
            ListedTable {
                table: "table_id",
                created: "created_ms",
                updated: "updated_ms",
                listing: "listing",
            },
            "FROM tables WHERE listed = 1 ORDER BY created_ms, table_id"
        );
        self.read(move |reader| {
            let rows = select.each(reader.session(), &[])?;
            let readable = |row: Result<_, StoreError>| {
                row.inspect_err(|_| tracing::error!("a row of `tables` can't be read"))
                    .ok()
            };
            Ok(rows.filter_map(readable).collect())
        })
        .await
    }

    /// The tables whose listing has changed at a moment or since, listed or not, in the order of the
    /// changes.
    pub async fn changed_listings(
        &self,
        since: Timestamp,
    ) -> Result<Vec<ChangedListing>, StoreError> {
        let select = select!(
            ChangedListing {
                table: "table_id",
                created: "created_ms",
                updated: "updated_ms",
                change: "listed, closed, listing",
            },
            "FROM tables WHERE updated_ms >= $1 ORDER BY updated_ms, table_id"
        );
        self.all(select, [since.into()]).await
    }

    /// The number of the last step of each of these tables; none of a table without a log.
    pub async fn last_seqs(&self, tables: Vec<TableId>) -> Result<Vec<(TableId, i64)>, StoreError> {
        self.read(move |reader| reader.last_seqs(&tables)).await
    }

    /// The next open tables after one at which nothing has happened since a moment, the oldest first: so
    /// many at most that reading each of their logs takes a moment.
    pub async fn untouched_tables(
        &self,
        since: Timestamp,
        after: OpenTable,
    ) -> Result<Vec<OpenTable>, StoreError> {
        self.read(move |reader| reader.untouched_tables(since, after))
            .await
    }

    /// Takes nothing more, commits what waits, and closes the database. Safe to call from several
    /// clones; all return when it is done.
    pub async fn close(&self) {
        self.queues.lock().take();
        let mut threads = self.threads.lock().await;
        let threads = std::mem::take(&mut *threads);
        let ended = tokio::task::spawn_blocking(move || {
            let mut ended = threads.into_iter().map(thread::JoinHandle::join);
            ended.all(|ended| ended.is_ok())
        });
        if !ended.await.unwrap_or(false) {
            tracing::error!("a thread of the store has died");
        }
    }
}

/// The address of a database, to be shown to the host.
pub(crate) fn without_password(address: &str) -> String {
    match (address.split_once("://"), address.rsplit_once('@')) {
        (Some((scheme, _)), Some((_, host))) if scheme != "sqlite" => {
            let host = host.split_once('?').map_or(host, |(host, _)| host);
            format!("{scheme}://{host}")
        }
        _ => address.to_owned(),
    }
}

fn spawn(name: &str, run: impl FnOnce() + Send + 'static) -> io::Result<thread::JoinHandle<()>> {
    thread::Builder::new().name(name.to_owned()).spawn(run)
}
