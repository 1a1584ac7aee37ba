//! Tables in memory, as sessions reach them. A session that has an input for a table takes the table's lock
//! and deals with the input itself, appends included. So a table deals with one input after the other, and
//! no session waits for another task to run. The table's own task does what is due without an input.
//!
//! `loaded` has the order in which the parts of a loaded table act; the parts are in the modules beside it.

mod absence;
pub(crate) mod analysis;
mod held;
pub(crate) mod history;
mod listings;
pub(crate) mod loaded;
pub(crate) mod log;
pub(crate) mod logged;
mod other_nodes;
pub(crate) mod relisted;
mod schedule;
mod seat_requests;
pub(crate) mod sitting;
mod write_limits;

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

use crate::computers::Answers;
use crate::state::refusal::Refusal;
use crate::tables::Tables;
use crate::tables::quick::QuickStand;
use crate::tables::task::loaded::LoadedTable;
use crate::tables::task::other_nodes::Listening;
use crate::tables::task::sitting::Sitting;
use crate::view::followers::turn_away;

/// An input for a table.
#[derive(Debug)]
pub enum Input<'a> {
    /// A socket follows from now on: it is sent a snapshot, then each update, without a gap between them.
    /// If the socket follows already, it is sent another snapshot. If the client knows a version, it is
    /// sent what it missed in place of a snapshot.
    Follow {
        /// The following, by its number.
        id: FollowId,
        /// The socket.
        peer: Peer,
        /// The visitor's display name, which may have changed since the visitor sat down.
        name: &'a str,
        /// What the client tells of the visitor.
        terms: FollowTerms,
    },
    /// A socket no longer follows.
    Unfollow(FollowId),
    /// A follower asks for something. The answer is sent to its socket.
    Request {
        /// The follower who asks.
        id: FollowId,
        /// The visitor's display name.
        name: &'a str,
        /// What is asked for.
        request: Request,
    },
    /// A follower goes by another name.
    Rename {
        /// The follower.
        id: FollowId,
        /// The new name.
        name: &'a str,
    },
    /// A player follows the list of the player's own tables: the table writes its line of the list.
    ShowPlayer(PlayerId),
    /// A visitor asks who sits at the table.
    Describe {
        /// The visitor who asks; the server itself if none.
        asker: Option<PlayerId>,
        /// The invitation, if the visitor has it.
        invite: Option<Invite>,
        /// Where the answer goes; none if the asker may not see the table.
        answer: &'a mut Option<Sitting>,
    },
    /// Another node sends a message about the table.
    Told {
        /// The node.
        from: NodeId,
        /// The message.
        message: TableMessage,
    },
    /// The log has grown up to a number, though no message of another node said so.
    Grown {
        /// The number of the last row.
        seq: i64,
    },
    /// A node is gone.
    NodeGone(NodeId),
    /// Messages of other nodes were lost.
    Rejoin,
    /// The table is closed if no player has come back to it for long.
    CloseIfAbandoned,
    /// The table is closed if its only player has gone and no other player has ever come.
    CloseIfLapsed,
    /// Quick match asks how the table stands. The table does first what is due.
    QuickStand(&'a mut Option<QuickStand>),
    /// It is time to do what is due.
    Due,
    /// A panic.
    #[cfg(test)]
    Panic,
}

impl Input<'_> {
    /// Whether the input concerns only a table that is in memory.
    const fn is_for_loaded(&self) -> bool {
        matches!(
            self,
            Self::Told { .. } | Self::Grown { .. } | Self::NodeGone(_) | Self::Rejoin
        )
    }
}

/// How a client wants to follow a table.
#[derive(Clone, Copy, Default, Debug)]
pub struct FollowTerms {
    /// The invitation, if the visitor has it.
    pub invite: Option<Invite>,
    /// The last version that the client knows.
    pub since: Option<u64>,
}

/// The table was unloaded; open it again.
#[derive(Clone, Copy, Debug)]
pub struct TableGone;

/// The way to a table. While a handle exists, the table stays in memory.
pub struct TableHandle {
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

/// A table in memory, as its sessions and its own task share it.
pub(crate) struct Shared {
    id: TableId,
    tables: Tables,
    lifecycle: Mutex<Lifecycle>,
    /// How many handles exist. The first is made under the lock of all tables in memory.
    handles: AtomicUsize,
    /// How many sessions wait for the lock or hold it.
    waiting: AtomicUsize,
    /// The number of the last row that is shown; 0 while the table isn't loaded.
    version: AtomicI64,
    /// The number of the last row that was shown when the log was last asked for missed rows.
    checked: AtomicI64,
    /// The answers of computer players, which wake the table's own task.
    answers: Arc<Answers>,
}

enum Lifecycle {
    /// The first input reads the table from the log.
    Stored,
    Loaded(Loaded),
    /// The table is closed, or can't go on in this process: why.
    Ended(Refusal),
}

struct Loaded {
    table: Box<LoadedTable>,
    /// Hears what the other nodes tell; none without other nodes.
    _listening: Option<Listening>,
}

impl TableHandle {
    /// Has the table deal with an input. Waits while the table deals with other inputs.
    pub async fn take(&self, input: Input<'_>) -> Result<(), TableGone> {
        // In a box: a session is small while it waits for its client.
        Box::pin(self.shared.take(input)).await
    }

    /// Whether both handles lead to the same table in memory.
    #[cfg(test)]
    pub fn is(&self, other: &Self) -> bool {
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

    /// How many sessions wait for the lock or hold it.
    pub(crate) fn waiting(&self) -> usize {
        self.waiting.load(Ordering::Relaxed)
    }

    /// Whether no handle exists.
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
            Lifecycle::Loaded(Loaded { table, .. }) => {
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
        // Before the log is read, so that no message about a later row is missed.
        let bus = self.tables.bus();
        let told = (!bus.is_alone()).then(|| bus.join_table(self.id));
        match LoadedTable::load(&self.tables, self.id, Arc::clone(&self.answers)).await {
            Ok(table) => {
                self.tables.runtime().spawn(Arc::clone(self).run());
                Lifecycle::Loaded(Loaded {
                    table: Box::new(table),
                    _listening: told.map(|told| self.listen(told)),
                })
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
        let Lifecycle::Loaded(Loaded { table, .. }) = &mut **lifecycle else {
            return;
        };
        self.version.store(table.state().version, Ordering::Relaxed);
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
        // First, so that a client that opens the table again has it loaded anew.
        self.tables.forget(self);
        table.end();
        **lifecycle = Lifecycle::Ended(reason);
        self.answers.wake();
    }

    /// The table's own task: does what is due, until the table is unloaded.
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

    /// The number of the last row of a table in memory, if its log is to be asked for missed rows: always,
    /// or only if no row has come since that was done last.
    pub(crate) fn known_to_check(&self, always: bool) -> Option<i64> {
        let version = self.version.load(Ordering::Relaxed);
        let checked = self.checked.swap(version, Ordering::Relaxed);
        (version > 0 && (always || checked == version)).then_some(version)
    }

    /// Writes to some of a crowd of watchers; whether there are more.
    async fn flush_some(&self) -> bool {
        match &mut *self.lifecycle.lock().await {
            Lifecycle::Loaded(loaded) => loaded.table.flush_some(),
            Lifecycle::Stored | Lifecycle::Ended(_) => false,
        }
    }

    /// When the table's task has something to do next; none once the table has ended.
    async fn sleep_until(&self) -> Option<Instant> {
        match &mut *self.lifecycle.lock().await {
            Lifecycle::Loaded(loaded) => Some(loaded.table.sleep()),
            Lifecycle::Stored | Lifecycle::Ended(_) => None,
        }
    }

    /// Unloads the table if it has not been needed for some time; whether it was unloaded.
    async fn unload_if_idle(self: &Arc<Self>) -> bool {
        let mut lifecycle = self.lifecycle.lock().await;
        let is_idle = match &*lifecycle {
            Lifecycle::Loaded(loaded) => loaded.table.is_idle_for_long(),
            Lifecycle::Stored | Lifecycle::Ended(_) => false,
        };
        let leaves = is_idle && self.tables.unload(self);
        if leaves {
            *lifecycle = Lifecycle::Stored;
            self.version.store(0, Ordering::Relaxed);
        }
        leaves
    }
}

/// A session that waits for a table or deals with an input, until this is dropped.
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
