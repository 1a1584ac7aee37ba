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
mod future;
mod holdings;
mod leaderboards;
mod log;
mod meters;
mod migration;
mod moderators;
mod nodes;
mod notices;
mod overdue;
mod pages;
mod passkeys;
mod people;
mod postgres;
mod public_log;
mod push_browsers;
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
mod tables;
mod threads;
mod tournaments;
mod turn_feeds;
mod turn_mails;
mod uptime;
mod waits;
mod webhooks;
mod writer;

use std::sync::Arc;
use std::time::Instant;
use std::{fmt, thread};

use boneyard_base::{TableId, limits};
use parking_lot::Mutex as SyncMutex;
use tokio::sync::{Mutex, Semaphore, oneshot};

pub use self::accounts::{Kept, Name, Named, NewAccount, StoredAccount, StoredVisitor};
pub use self::backup::{BackupError, Contents, Restored};
pub use self::blocks::{AddedBlock, StoredBlock};
pub use self::bots::StoredBot;
pub use self::conduct::Conduct;
pub use self::database::{backup, restore, without_password};
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
pub use self::log::{Append, LogRow};
pub use self::meters::Meters;
pub use self::moderators::{ModeratorError, Moderators};
pub use self::nodes::NodeRows;
pub use self::notices::{NewNotice, NoticeRecipient, StoredNotice};
use self::overdue::Overdue;
pub use self::pages::{PageMatch, StoredOpponent, StoredPerson};
pub use self::passkeys::{AddedPasskey, StoredPasskey};
pub use self::public_log::{LogReader, NewEntry, StoredEntry};
pub use self::push_browsers::{PushAddress, PushChoice, StoredPushBrowser};
pub use self::quick_seats::QuickSeat;
pub use self::rated_seats::{RatedMatch, RatedSeat, Step};
pub use self::rating_rows::{Leaderboard, RatingRow};
pub use self::ratings::{FinishedMatch, MatchToRate, StoredRated};
use self::ready::Readiness;
use self::records::Packed;
pub use self::records::{
    Cursor, MatchResult, NewRecord, NewRecordSeat, OwnRecords, StoredRecord, StoredSeat,
};
pub use self::reports::{
    ActRefused, AddedReport, Closes, NewAct, NewReport, ReportPage, StoredAct, StoredReport,
    StoredReports,
};
pub use self::sign_in_codes::{Attempt, StoredTransfer};
pub use self::tables::{ChangedListing, ListedTable, ListingChange, OpenTable};
use self::threads::Queues;
pub use self::tournaments::{
    CreatedTournament, NewTournament, StoredTournament, TournamentAppend, TournamentPhase,
};
pub use self::turn_mails::StoredTurnMail;
pub use self::uptime::Outage;
pub use self::webhooks::StoredWebhook;
use self::writer::{Job, Waiting};

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
}

/// Makes the handles of the store. Each gives the methods of one subject, which are in that subject's file.
macro_rules! handles {
    ($($(#[$doc:meta])* $subject:ident: $handle:ident,)+) => {
        impl Store {
            $($(#[$doc])* pub fn $subject(&self) -> $handle<'_> {
                $handle(self)
            })+
        }

        $($(#[$doc])* #[derive(Clone, Copy, Debug)]
        pub struct $handle<'a>(&'a Store);)+
    };
}

handles! {
    /// The accounts of visitors, and their names.
    accounts: Accounts,
    /// The blocks of players by players.
    blocks: Blocks,
    /// The bots: programs that play for their owners.
    bots: Bots,
    /// The consequences of the players' conduct.
    conducts: Conducts,
    /// The demo: computer players and their matches.
    demos: Demos,
    /// The people and bots that have left and may still hold something.
    departures: Departures,
    /// The devices at which accounts are signed in.
    devices: Devices,
    /// The email addresses of accounts.
    emails: Emails,
    /// The friends, and the friend requests.
    friends: Friends,
    /// The leaderboards.
    leaderboards: Leaderboards,
    /// The nodes of a cluster, and when a server last used the database.
    nodes: Nodes,
    /// The queue of notices: pushes to browsers, mails, and messages to webhooks.
    notices: Notices,
    /// What the pages of people show.
    pages: Pages,
    /// The passkeys of accounts.
    passkeys: Passkeys,
    /// The names of players.
    players: Players,
    /// The public log.
    public_log: PublicLog,
    /// The browsers that receive pushes.
    push_browsers: PushBrowsers,
    /// The seats at the tables that quick match has opened.
    quick_seats: QuickSeats,
    /// The ratings, and the rated matches.
    ratings: Ratings,
    /// The records of finished matches.
    records: Records,
    /// The reports, and the acts of the moderators.
    reports: Reports,
    /// The settings that the server itself stores in the database.
    settings: Settings,
    /// The tables.
    tables: Tables,
    /// The tournaments.
    tournaments: Tournaments,
    /// The codes by which a player signs in on another device.
    transfers: Transfers,
    /// The feeds of turns.
    turn_feeds: TurnFeeds,
    /// The accounts that are told of their turns by mail.
    turn_mails: TurnMails,
    /// The webhooks of tables.
    webhooks: Webhooks,
}
