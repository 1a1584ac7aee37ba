//! Tables in memory, as sessions reach them. A session that wants something of a table takes its
//! lock and does it there, appends included: so everything that happens at one table happens one
//! after the other, and takes no other task's turn. A task of the table's own does what is due
//! without being asked.

pub(in crate::table) mod absence;
pub(in crate::table) mod analysis;
pub(in crate::table) mod append;
pub(in crate::table) mod elsewhere;
pub(in crate::table) mod held;
pub(in crate::table) mod history;
pub(in crate::table) mod loaded;
pub(in crate::table) mod log;
pub(in crate::table) mod requests;
pub(in crate::table) mod seat_requests;
pub(in crate::table) mod sitting;

use std::fmt;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicUsize, Ordering};

use boneyard_base::{FollowId, Peer, PlayerId};
use boneyard_cluster::{NodeId, TableMessage};
use boneyard_protocol::{Invite, Request, TableId};
use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use tokio::sync::{Mutex, MutexGuard};
use tokio::time::{Instant, sleep_until};

use crate::table::computers::Answers;
use crate::table::state::refusal::Refusal;
use crate::table::task::loaded::{LoadedTable, load};
use crate::table::task::sitting::Sitting;
use crate::table::view::followers::turn_away;
use crate::table::{QuickStand, Tables};

/// What a table can be given to deal with.
#[derive(Debug)]
pub(crate) enum Input<'a> {
    /// A socket follows from now on: a snapshot, then each update, without a gap between them. Once
    /// more with the same id: a fresh snapshot. With a version that the client knows, what it missed
    /// in its place.
    Follow {
        /// Names the following.
        id: FollowId,
        /// The socket.
        peer: Peer,
        /// The visitor's display name, in case it has changed since they sat down.
        name: &'a str,
        /// What the client says of itself.
        terms: FollowTerms,
    },
    /// A socket no longer follows.
    Unfollow(FollowId),
    /// A follower asks for something. The answer is sent to its socket.
    Request {
        /// Who asks.
        id: FollowId,
        /// The visitor's display name.
        name: &'a str,
        /// What is asked for.
        request: Request,
    },
    /// A follower goes by another name.
    Rename {
        /// Who.
        id: FollowId,
        /// The new name.
        name: &'a str,
    },
    /// A player follows their own tables: what this one says there.
    ShowPlayer(PlayerId),
    /// Somebody wants to know who sits at the table.
    Describe {
        /// Who; the server itself if none.
        asker: Option<PlayerId>,
        /// What makes them invited.
        invite: Option<Invite>,
        /// Where the answer goes; none if the asker may not see the table.
        answer: &'a mut Option<Sitting>,
    },
    /// Another node tells something of the table.
    Told {
        /// Which.
        from: NodeId,
        /// What.
        message: TableMessage,
    },
    /// The log has grown up to a number, though no node was heard to tell so.
    Grown {
        /// The number of the last row.
        seq: i64,
    },
    /// A node is gone.
    NodeGone(NodeId),
    /// What the other nodes have told meanwhile was lost.
    Rejoin,
    /// The table may be one that nobody has come back to; it is closed then.
    CloseIfAbandoned,
    /// The table is closed if its only player has gone and no other player has ever come.
    CloseIfLapsed,
    /// Quick match wants to know how the table stands, which does what is due first.
    QuickStand(&'a mut Option<QuickStand>),
    /// It is time to do what is due.
    Due,
    /// A panic.
    #[cfg(test)]
    Panic,
}

impl Input<'_> {
    /// Whether it is nothing to a table that isn't in memory.
    const fn is_for_loaded(&self) -> bool {
        matches!(
            self,
            Self::Told { .. } | Self::Grown { .. } | Self::NodeGone(_) | Self::Rejoin
        )
    }
}

/// How a client wants to follow a table.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct FollowTerms {
    /// What makes the visitor invited.
    pub(crate) invite: Option<Invite>,
    /// The last version that the client knows.
    pub(crate) since: Option<u64>,
}

/// The table has left the memory; open it again.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TableGone;

/// The way to a table. While there is one, the table stays in memory.
pub(crate) struct TableHandle {
    shared: Arc<Shared>,
}

impl Clone for TableHandle {
    fn clone(&self) -> Self {
        self.shared.handle()
    }
}

impl Drop for TableHandle {
    fn drop(&mut self) {
        self.shared.handles.fetch_sub(1, Ordering::Release);
    }
}

/// A table among those in memory.
pub(crate) struct Shared {
    id: TableId,
    tables: Tables,
    lifecycle: Mutex<Lifecycle>,
    /// How many handles lead to it. The first is taken under the lock of all tables in memory.
    handles: AtomicUsize,
    /// How many sessions wait for the lock, or hold it.
    waiting: AtomicUsize,
    /// The number of the last row that is shown; 0 while the table isn't loaded.
    version: AtomicI64,
    /// The same when the log was last asked for rows that were missed.
    checked: AtomicI64,
    /// What computer players have come to, and what wakes the table's own task.
    answers: Arc<Answers>,
}

enum Lifecycle {
    /// The table is read from the log when it is first wanted.
    Stored,
    Loaded(Box<LoadedTable>),
    /// The table is closed, or can't go on in this process: why.
    Ended(Refusal),
}

impl TableHandle {
    /// Has the table deal with something. While others are dealt with, this waits.
    pub(crate) async fn take(&self, input: Input<'_>) -> Result<(), TableGone> {
        // In a box: a session is small while it waits for its client.
        Box::pin(self.shared.take(input)).await
    }

    /// Whether both lead to the same table in memory.
    #[cfg(test)]
    pub(crate) fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.shared, &other.shared)
    }
}

impl fmt::Debug for TableHandle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "TableHandle({})", self.shared.id)
    }
}

impl Shared {
    pub(crate) fn new(tables: &Tables, id: TableId) -> Arc<Self> {
        Arc::new(Self {
            id,
            tables: tables.clone(),
            lifecycle: Mutex::new(Lifecycle::Stored),
            handles: AtomicUsize::new(0),
            waiting: AtomicUsize::new(0),
            version: AtomicI64::new(0),
            checked: AtomicI64::new(0),
            answers: Arc::default(),
        })
    }

    pub(crate) fn handle(self: &Arc<Self>) -> TableHandle {
        self.handles.fetch_add(1, Ordering::Relaxed);
        TableHandle {
            shared: Arc::clone(self),
        }
    }

    pub(crate) const fn id(&self) -> TableId {
        self.id
    }

    /// How many sessions wait for the table.
    pub(crate) fn waiting(&self) -> usize {
        self.waiting.load(Ordering::Relaxed)
    }

    /// Whether no handle leads to it.
    pub(crate) fn is_unused(&self) -> bool {
        self.handles.load(Ordering::Acquire) == 0
    }

    async fn take(self: &Arc<Self>, input: Input<'_>) -> Result<(), TableGone> {
        let _waiting = Waiting::among(&self.waiting);
        let mut lifecycle = self.lifecycle.lock().await;
        if let Lifecycle::Stored = *lifecycle {
            if input.is_for_loaded() {
                return Err(TableGone);
            }
            *lifecycle = self.load().await;
        }
        match &mut *lifecycle {
            Lifecycle::Loaded(table) => {
                let dealt_with = AssertUnwindSafe(table.take(input)).catch_unwind().await;
                self.after(dealt_with.is_ok(), &mut lifecycle);
                Ok(())
            }
            Lifecycle::Ended(reason) => match input {
                Input::Follow { id, peer, .. } => {
                    turn_away(&peer, id, self.id, *reason);
                    Ok(())
                }
                _ => Err(TableGone),
            },
            Lifecycle::Stored => Err(TableGone),
        }
    }

    /// Reads the table from the log.
    async fn load(self: &Arc<Self>) -> Lifecycle {
        // Before the log is read: what comes in between is told.
        let bus = self.tables.bus();
        let told = (!bus.is_alone()).then(|| bus.join_table(self.id));
        match load(&self.tables, self.id).await {
            Ok(loaded) => {
                let answers = Arc::clone(&self.answers);
                self.tables.runtime().spawn(Arc::clone(self).run());
                let mut table = LoadedTable::new(&self.tables, self.id, loaded, answers);
                table.listening = told.map(|told| self.listen(told));
                table.ask_nodes();
                // It may have been out of order, and taken off the list.
                table.list(table.state.listing(self.id));
                Lifecycle::Loaded(Box::new(table))
            }
            Err(reason) => {
                if reason != Refusal::Unavailable {
                    self.tables.lobby().remove(self.id);
                }
                self.tables.forget(self);
                Lifecycle::Ended(reason)
            }
        }
    }

    /// Ends the table if it can't go on, and wakes its task if there is something to do.
    fn after(self: &Arc<Self>, is_well: bool, lifecycle: &mut MutexGuard<'_, Lifecycle>) {
        let Lifecycle::Loaded(table) = &mut **lifecycle else {
            return;
        };
        self.version.store(table.state.version, Ordering::Relaxed);
        let ended = if is_well {
            table.ended()
        } else {
            tracing::error!(table = %self.id, "a table has panicked");
            Some(Refusal::OutOfOrder)
        };
        let Some(reason) = ended else {
            if table.has_to_wake() {
                self.answers.wake();
            }
            return;
        };
        self.tables.lobby().remove(self.id);
        // First, so that a client who opens the table again has it loaded anew.
        self.tables.forget(self);
        table.followers.end_all();
        table.tell_who_is_here(true);
        **lifecycle = Lifecycle::Ended(reason);
        self.answers.wake();
    }

    /// The table's own task: does what is due, until the table leaves the memory.
    fn run(self: Arc<Self>) -> BoxFuture<'static, ()> {
        async move {
            while let Some(until) = self.sleep_until().await {
                tokio::select! {
                    () = sleep_until(until) => {}
                    () = self.answers.woken() => {}
                }
                if self.unload_if_idle().await {
                    return;
                }
                // In a box: most tables wait most of the time.
                let _ = Box::pin(self.take(Input::Due)).await;
                while self.flush_some().await {
                    // The players' next move may have come meanwhile.
                    tokio::task::yield_now().await;
                }
            }
        }
        .boxed()
    }

    /// The number of the last row, of a table that is in memory; none if rows have come since the log was
    /// asked for such as were missed, unless that doesn't matter.
    pub(crate) fn known_to_check(&self, always: bool) -> Option<i64> {
        let version = self.version.load(Ordering::Relaxed);
        let checked = self.checked.swap(version, Ordering::Relaxed);
        (version > 0 && (always || checked == version)).then_some(version)
    }

    /// Writes to some of a crowd of watchers; whether there are more.
    async fn flush_some(&self) -> bool {
        match &mut *self.lifecycle.lock().await {
            Lifecycle::Loaded(table) => table.followers.flush_some(),
            Lifecycle::Stored | Lifecycle::Ended(_) => false,
        }
    }

    /// When the table's task has something to do next; none once the table has ended.
    async fn sleep_until(&self) -> Option<Instant> {
        match &mut *self.lifecycle.lock().await {
            Lifecycle::Loaded(table) => Some(table.sleep()),
            Lifecycle::Stored | Lifecycle::Ended(_) => None,
        }
    }

    /// Has a table leave the memory that nobody has needed for some time; whether it has.
    async fn unload_if_idle(self: &Arc<Self>) -> bool {
        let mut lifecycle = self.lifecycle.lock().await;
        let is_idle = matches!(&*lifecycle, Lifecycle::Loaded(table) if table.is_idle_for_long());
        let leaves = is_idle && self.tables.unload(self);
        if leaves {
            *lifecycle = Lifecycle::Stored;
            self.version.store(0, Ordering::Relaxed);
        }
        leaves
    }
}

/// One of those who wait, until it is dropped.
struct Waiting<'a>(&'a AtomicUsize);

impl<'a> Waiting<'a> {
    fn among(all: &'a AtomicUsize) -> Self {
        all.fetch_add(1, Ordering::Relaxed);
        Self(all)
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}
