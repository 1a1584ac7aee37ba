//! The storage: the append-only log of each table, the lobby's listings, records, accounts and settings. The
//! same store works with SQLite and with PostgreSQL. Only this crate contains SQL.
//!
//! Calls to SQLite block, so only the store's own threads use the database: one thread writes, and a few
//! threads read. Most statements work on both databases and are written once (`session`, `select`). The
//! statements about the log are different for each database (`sqlite`, `postgres`).

mod accounts;
mod backup;
mod blocks;
mod bots;
mod conduct;
mod connection;
mod content;
mod database;
mod demo;
mod departures;
mod devices;
mod due_tables;
mod emails;
mod error;
mod export;
mod file_error;
mod finished;
mod forget;
mod friends;
mod holdings;
mod leaderboards;
mod meters;
mod migration;
mod moderators;
mod nodes;
mod overdue;
mod pages;
mod passkeys;
mod people;
mod postgres;
mod public_log;
mod push_browsers;
mod pushes;
mod quick_seats;
mod rated_seats;
mod rating_rows;
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
mod table_players;
mod tournaments;
mod turn_feeds;
mod turn_mails;
mod uptime;
mod waits;
mod webhooks;
mod writer;

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Instant;
use std::{fmt, io, thread};

use boneyard_base::{PlayerId, TableId, Timestamp, limits};
use parking_lot::Mutex as SyncMutex;
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::{Mutex, Semaphore, mpsc, oneshot};
use tokio::time::timeout;

pub use self::accounts::{Kept, Name, Named, NewAccount, StoredAccount, StoredVisitor};
pub use self::backup::{BackupError, Contents, Restored};
pub use self::blocks::{AddedBlock, StoredBlock};
pub use self::bots::StoredBot;
pub use self::conduct::Conduct;
use self::connection::Reader;
use self::database::Database;
pub use self::database::{backup, restore};
pub use self::demo::Demo;
pub use self::departures::{Departure, DepartureCause};
pub use self::devices::{NewDevice, StoredDevice};
pub use self::due_tables::{Due, DueTable};
pub use self::emails::{NewEmailCode, SetEmail};
pub use self::error::{AppendError, StoreError, TlsError};
pub use self::file_error::FileError;
pub use self::friends::{Acquaintance, AskedFriend, FriendLimits, StoredFriend};
pub use self::holdings::Keeper;
pub use self::leaderboards::{Entry, StoredRow};
pub use self::meters::Meters;
pub use self::moderators::{ModeratorError, Moderators};
pub use self::nodes::NodeRows;
use self::overdue::Overdue;
pub use self::pages::{PageMatch, StoredOpponent, StoredPerson};
pub use self::passkeys::{AddedPasskey, StoredPasskey};
pub use self::public_log::{LogReader, NewEntry, StoredEntry};
pub use self::push_browsers::{PushAddress, PushChoice, StoredPushBrowser};
pub use self::pushes::{NewPush, PushRecipient, StoredPush};
pub use self::quick_seats::QuickSeat;
pub use self::rated_seats::{RatedMatch, RatedSeat, Step};
pub use self::rating_rows::{Board, RatingRow};
pub use self::ratings::{FinishedMatch, MatchToRate, StoredRated};
use self::readers::ReaderThread;
use self::ready::Readiness;
use self::records::Packed;
pub use self::records::{
    Cursor, MatchResult, NewRecord, NewRecordSeat, OwnRecords, StoredRecord, StoredSeat,
};
pub use self::reports::{
    ActRefused, AddedReport, Closes, NewAct, NewReport, OpenReportsMax, ReportPage, StoredAct,
    StoredReport, StoredReports,
};
use self::select::{columns, select};
use self::session::Session;
pub use self::sign_in_codes::{Attempt, StoredTransfer};
pub use self::tournaments::{
    CreatedTournament, OpenTournamentsMax, StoredTournament, TournamentAppend, TournamentPhase,
};
pub use self::turn_mails::StoredTurnMail;
pub use self::uptime::Outage;
pub use self::webhooks::StoredWebhook;
use self::writer::{Job, Task, Waiting, WriterThread};

/// A step of a table that is to be added to the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Append {
    /// The table that takes the step.
    pub table: TableId,
    /// The step's number within the table: 1 for the first step, and then always one more than the number of
    /// the step before.
    pub seq: i64,
    /// When the step was taken.
    pub at: Timestamp,
    /// The step, in the format of the table's log.
    pub body: Vec<u8>,
    /// The table's new listing in the lobby, if the step changes the listing.
    pub listing: Option<ListingChange>,
    /// The players who have this table in their lists of own tables. `None` if the step doesn't change these
    /// players.
    pub players: Option<Vec<PlayerId>>,
    /// The record of the match that this step ended. The record and the step are committed together.
    pub record: Option<Arc<NewRecord>>,
    /// The entries that the step adds to the public log.
    pub entries: Vec<NewEntry>,
    /// When something is due after the step, at a table over days.
    pub due: Due,
}

/// The lobby's listing of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListingChange {
    /// Whether the lobby shows the table to all visitors.
    pub listed: bool,
    /// The listing, in the lobby's own format.
    pub listing: String,
    /// Whether the table is closed for good.
    pub closed: bool,
}

columns!(ListingChange {
    listed,
    closed,
    listing
});

/// A step that was read from the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogRow {
    /// The step's number.
    pub seq: i64,
    /// When the step was taken.
    pub at: Timestamp,
    /// The step, in the format of the table's log.
    pub body: Vec<u8>,
}

/// A table that the lobby shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedTable {
    /// The table.
    pub table: TableId,
    /// When the table was created.
    pub created: Timestamp,
    /// When the listing last changed.
    pub updated: Timestamp,
    /// The listing, in the lobby's own format.
    pub listing: String,
}

/// A table in a list of open tables or of closed tables. Such a list is sorted by `updated` in ascending
/// order, and tables with the same time are sorted by id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpenTable {
    /// When the table's listing last changed.
    pub updated: Timestamp,
    /// The table.
    pub table: TableId,
}

impl OpenTable {
    /// A value that comes before all tables. A list that begins after it contains all tables.
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
    /// When the table was created.
    pub created: Timestamp,
    /// When the listing last changed.
    pub updated: Timestamp,
    /// The listing after the change.
    pub change: ListingChange,
}

/// Which servers may write to the database while a store uses it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sharing {
    /// Only this server.
    #[default]
    Alone,
    /// All nodes of a cluster. Only possible with PostgreSQL.
    Nodes,
}

/// A handle to the store. Clones share the same threads.
#[derive(Clone)]
pub struct Store {
    /// `None` after the store was closed.
    queues: Arc<SyncMutex<Option<Queues>>>,
    threads: Arc<Mutex<Vec<thread::JoinHandle<()>>>>,
    meters: Meters,
    readiness: Arc<Mutex<Readiness>>,
    overdue: Arc<Overdue>,
    /// The permits for writes that aren't appends. Each such write holds a permit while it waits, so the
    /// number of such writes is limited.
    others: Arc<Semaphore>,
}

/// The queues of the store's threads. The threads end when the queues are dropped.
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
    /// Opens the database at `sqlite://path` or `postgres://…`, updates its schema, and starts the store's
    /// threads. No other server can use the database until this store is closed.
    pub async fn open(address: &str) -> Result<Self, StoreError> {
        Self::open_with(address, Sharing::Alone).await
    }

    /// Like [`Self::open`], but the database can also be shared by the nodes of a cluster.
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

    /// Adds one step to the log, and returns after the step was committed. Appends that wait at the same time
    /// are committed together, and each gets its own result. [`AppendError`] describes what the caller must
    /// do after an error.
    pub async fn append(&self, append: Append) -> Result<(), AppendError> {
        let (answer, answered) = oneshot::channel();
        let waiting = Waiting {
            record: append.record.clone().map(Packed::new),
            answer,
            since: Instant::now(),
        };
        self.send(Job::Append(append, waiting), answered).await?
    }

    /// Runs a function that writes, and returns its result. The writes of other waiting jobs are committed in
    /// the same transaction.
    async fn write<T, F>(&self, write: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: FnOnce(&mut dyn Session) -> Result<T, StoreError> + Send + 'static,
    {
        self.write_log(move |writer| write(writer.session())).await
    }

    /// Like [`Self::write`], but the function can also change the log.
    async fn write_log<T, F>(&self, write: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: FnOnce(&mut dyn connection::Writer) -> Result<T, StoreError> + Send + 'static,
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

    /// Sends a job to the thread that writes, and waits for that thread's answer. Fails if a commit takes too
    /// long. Each move at a table needs one future of this function, so this future must be small. Therefore
    /// the part that waits for space in a full queue is a separate future in a `Box`.
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

    /// Runs a function on a connection for reading.
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
            // If the task that waits for the result was dropped, the result can't be sent, and this is no
            // error.
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

    /// Returns one of the queues. Fails if the store is closed.
    fn queue<T>(
        &self,
        which: impl FnOnce(&Queues) -> &mpsc::Sender<T>,
    ) -> Result<mpsc::Sender<T>, StoreError> {
        let queues = self.queues.lock();
        let queues = queues.as_ref().ok_or(StoreError::Closed)?;
        Ok(which(queues).clone())
    }

    /// Reads the steps of a table with greater step numbers than `after_seq`, in ascending order. With 0,
    /// reads all steps. The steps of a closed table may have been deleted.
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

    /// All tables that the lobby lists, the oldest first. A row that can't be read is left out and logged, so
    /// that one damaged row doesn't hide the other tables.
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

    /// The tables whose listing changed at `since` or later, in the order of the changes. Contains listed and
    /// unlisted tables.
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

    /// The number of the last step of each table. Leaves out tables without steps in the log.
    pub async fn last_seqs(&self, tables: Vec<TableId>) -> Result<Vec<(TableId, i64)>, StoreError> {
        self.read(move |reader| reader.last_seqs(&tables)).await
    }

    /// The open tables that had no step after the time `since`, in the order of [`OpenTable`]. The list
    /// begins after the table `after`, and has at most [`limits::ABANDONED_TABLES_MAX`] tables.
    pub async fn untouched_tables(
        &self,
        since: Timestamp,
        after: OpenTable,
    ) -> Result<Vec<OpenTable>, StoreError> {
        self.read(move |reader| reader.untouched_tables(since, after))
            .await
    }

    /// Refuses new jobs, commits the waiting jobs, and closes the database. If several clones are closed,
    /// each call returns after the database was closed.
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

/// The address of a database without the user and the password, for messages to the host.
pub fn without_password(address: &str) -> String {
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
