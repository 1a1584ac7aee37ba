//! Tables in memory, and how sessions use them. A session that has an input for a table takes the table's
//! lock and handles the input itself, including the append. So a table handles one input after the other,
//! and no session waits for another task to run. The table's own task does what is due without an input.
//!
//! `loaded` defines the order in which the parts of a loaded table act. The other modules are those parts.

mod absence;
mod held;
pub(crate) mod history;
mod interruptions;
mod late_view;
mod listings;
pub(crate) mod loaded;
pub(crate) mod log;
pub(crate) mod logged;
mod notices;
mod other_nodes;
pub(crate) mod preview;
pub(crate) mod relisted;
mod schedule;
mod seat_requests;
pub(crate) mod sitting;
mod time;
mod write_limits;

use std::fmt;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicUsize, Ordering};

use boneyard_base::{FollowId, Peer, PlayerId, Requester, Timestamp, limits};
use boneyard_cluster::{NodeId, TableMessage};
use boneyard_notices::{TableAnswer, TableQuestion};
use boneyard_protocol::{Invite, OwnTable, Request, TableId};
use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use tokio::sync::{Mutex, MutexGuard};
use tokio::time::{Instant, sleep_until};

use crate::computers::Answers;
use crate::state::command::{Action, Leaving};
use crate::state::refusal::Refusal;
use crate::state::section::SectionOrder;
use crate::state::stop::Stop;
use crate::tables::Tables;
use crate::tables::arranged::ArrangedStand;
use crate::tables::quick::QuickStand;
use crate::tables::task::loaded::LoadedTable;
use crate::tables::task::other_nodes::Listening;
use crate::tables::task::preview::Preview;
use crate::tables::task::sitting::Sitting;
use crate::view::followers::turn_away;

/// An input to a table.
#[derive(Debug)]
pub enum Input<'a> {
    /// A socket follows the table from now on. It is sent a snapshot and then every update, with no update
    /// missing between them. If the client knows an earlier version, it is sent the updates that it missed
    /// instead of a snapshot. A socket that already follows is sent another snapshot.
    Follow {
        /// The id under which the table knows this follower.
        id: FollowId,
        /// The socket.
        peer: Peer,
        /// The visitor's display name, which may have changed since the visitor sat down.
        name: &'a str,
        /// What the client sent along: an invitation, and the last version of the table that the client
        /// knows.
        terms: FollowTerms,
    },
    /// A socket stops following the table.
    Unfollow(FollowId),
    /// A follower sends a request. The answer is sent to the follower's socket.
    Request {
        /// The follower who asks.
        id: FollowId,
        /// The visitor's display name.
        name: &'a str,
        /// The request.
        request: Request,
    },
    /// A follower has changed the display name.
    Rename {
        /// The follower.
        id: FollowId,
        /// The follower's new display name.
        name: &'a str,
    },
    /// A player has begun to follow the list of the player's own tables. The table must set its entry in that
    /// list.
    ShowPlayer(PlayerId),
    /// A program reads a player's entry of the list of own tables.
    OwnTable {
        /// The player.
        player: PlayerId,
        /// The place for the answer. It stays `None` if the table isn't in the list.
        answer: &'a mut Option<OwnTable>,
    },
    /// A visitor asks who sits at the table.
    Describe {
        /// The visitor who asks; `None` for the server itself.
        asker: Option<PlayerId>,
        /// The invitation, if the visitor has it.
        invite: Option<Invite>,
        /// The place for the answer. It stays `None` if the asker may not see the table.
        answer: &'a mut Option<Sitting>,
    },
    /// A program asks for a preview of a link to the table.
    Preview {
        /// The invitation, if the link has one.
        invite: Option<Invite>,
        /// The place for the answer. It stays `None` if the link doesn't allow to see the table.
        answer: &'a mut Option<Preview>,
    },
    /// Another node has sent a message about the table.
    Told {
        /// The node.
        from: NodeId,
        /// The message.
        message: TableMessage,
    },
    /// The log has new rows about which no message of another node has arrived.
    Grown {
        /// The number of the last row.
        seq: i64,
    },
    /// A node has left the cluster.
    NodeGone(NodeId),
    /// Messages of other nodes were lost, so the table must ask the other nodes again.
    Rejoin,
    /// This node knows again which players are connected through other nodes, so the table must look who is
    /// absent.
    CheckPresence,
    /// The table must close if no player has come back to it for a long time.
    CloseIfAbandoned,
    /// The table must close if its only player is disconnected and no other player has joined.
    CloseIfLapsed,
    /// The browsers of a player, or the table's webhook, are about to be told something of the table.
    Stands {
        /// The player; `None` for the player whose turn it is.
        player: Option<PlayerId>,
        /// What is to be told.
        question: TableQuestion,
        /// The place for the answer. It stays `None` if the table can't be used.
        answer: &'a mut Option<TableAnswer>,
    },
    /// Quick match asks for the condition of the table. The table first does what is due.
    QuickStand(&'a mut Option<QuickStand>),
    /// A tournament asks for the condition of the table of one of its matches.
    ArrangedStand(&'a mut Option<ArrangedStand>),
    /// A tournament has the table of a section do something.
    Section(&'a SectionOrder),
    /// A tournament ends the match of the table, whose last event it saw at this time.
    Stop(Stop, Timestamp),
    /// Quick match acts for a seeker, who need not follow the table.
    Act {
        /// The seeker.
        requester: Requester,
        /// What the seeker does.
        action: Action,
        /// Set if the table has allowed it.
        is_done: &'a mut bool,
    },
    /// The table must free the seat of a player who is not connected, if it waits for its first match.
    LeaveIfAway {
        /// The player.
        player: Requester,
        /// Set if the player has a seat and is not connected.
        is_away: &'a mut bool,
    },
    /// A player holds nothing any more, and must give up the seat.
    Depart {
        /// The player, and what becomes of a running match.
        leaving: &'a Leaving,
        /// Set if the player has no seat any more.
        is_done: &'a mut bool,
    },
    /// A stored deadline of the table has come: it must do what is due, also if its own task sleeps.
    DeadlineHasCome,
    /// The table must do what is due now.
    Due,
    /// The process was paused, or the clock has stepped. The table must give the time of the pause back, and follow
    /// the clock.
    AfterPause,
    /// The table must panic, for a test.
    #[cfg(test)]
    Panic,
}

impl Input<'_> {
    /// Whether the input has no meaning for a table that is not in memory.
    const fn is_for_loaded(&self) -> bool {
        matches!(
            self,
            Self::Told { .. }
                | Self::Grown { .. }
                | Self::NodeGone(_)
                | Self::Rejoin
                | Self::CheckPresence
                | Self::AfterPause
        )
    }
}

/// What a client sends when it starts to follow a table.
#[derive(Clone, Copy, Default, Debug)]
pub struct FollowTerms {
    /// The invitation, if the visitor has it.
    pub invite: Option<Invite>,
    /// The last version of the table that the client knows.
    pub since: Option<u64>,
    /// Whether the visitor only sees a preview of the table, and is not present at it.
    pub preview: bool,
    /// Whether the client no longer has the table of the version `since`, and must be sent it.
    pub replay: bool,
}

/// The error for an input to a table that was unloaded or has ended. The caller may open the table again.
#[derive(Clone, Copy, Debug)]
pub struct TableGone;

/// A handle to a table. While a handle exists, the table is not unloaded.
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

/// A table in memory, shared by its sessions and its own task.
pub(crate) struct Shared {
    id: TableId,
    tables: Tables,
    lifecycle: Mutex<Lifecycle>,
    /// How many handles exist. The first handle is made under the lock of all tables in memory.
    handles: AtomicUsize,
    /// How many sessions hold the table's lock or wait for it.
    waiting: AtomicUsize,
    /// The number of the last row that was shown; 0 while the table isn't loaded.
    version: AtomicI64,
    /// The value of `version` at the last check for missed rows.
    checked: AtomicI64,
    /// The answers of the computer players. Each answer wakes the table's own task.
    answers: Arc<Answers>,
}

enum Lifecycle {
    /// The table is not in memory yet; the first input reads it from the log.
    Stored,
    Loaded(Loaded),
    /// The table is closed or can't be used in this process. Holds the reason.
    Ended(Refusal),
}

struct Loaded {
    table: Box<LoadedTable>,
    /// The task that receives the messages of other nodes; `None` without other nodes.
    _listening: Option<Listening>,
}

impl TableHandle {
    /// Makes the table handle an input. Waits while the table handles other inputs.
    pub async fn take(&self, input: Input<'_>) -> Result<(), TableGone> {
        // The future is boxed so that a session stays small while it waits for its client.
        Box::pin(self.shared.take(input)).await
    }

    /// Whether both handles belong to the same table in memory.
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

    /// How many sessions hold the table's lock or wait for it.
    pub(crate) fn waiting(&self) -> usize {
        self.waiting.load(Ordering::Relaxed)
    }

    /// Whether no handle exists.
    pub(crate) fn is_unused(&self) -> bool {
        self.handles.load(Ordering::Acquire) == 0
    }

    async fn take(self: &Arc<Self>, input: Input<'_>) -> Result<(), TableGone> {
        let _waiting = Waiting::among(&self.waiting);
        let came = Instant::now();
        let mut lifecycle = self.lifecycle.lock().await;
        while let Lifecycle::Loaded(Loaded { table, .. }) = &*lifecycle
            && let Input::Request { .. } = input
            && let Some(judges_from) = table.judges_from()
        {
            // The answers of the other nodes need the lock. A node from which an answer is missing may also turn
            // out to be silent, which is no input.
            drop(lifecycle);
            sleep_until(judges_from.min(Instant::now() + limits::NODE_ANSWER_CHECK)).await;
            lifecycle = self.lifecycle.lock().await;
        }
        if let Lifecycle::Stored = *lifecycle {
            if input.is_for_loaded() {
                return Err(TableGone);
            }
            let loaded = AssertUnwindSafe(self.load()).catch_unwind().await;
            *lifecycle = loaded.unwrap_or_else(|_| self.not_loaded(self.panicked()));
        }
        match &mut *lifecycle {
            Lifecycle::Loaded(Loaded { table, .. }) => {
                if let Some(player) = table.waiter(&input) {
                    table.note_wait(player, came);
                }
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

    /// Reads the table from the log, and starts its tasks.
    async fn load(self: &Arc<Self>) -> Lifecycle {
        // The node joins the table before it reads the log, so that it misses no message about a later row.
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
            Err(reason) => self.not_loaded(reason),
        }
    }

    fn not_loaded(self: &Arc<Self>, reason: Refusal) -> Lifecycle {
        if reason != Refusal::Unavailable {
            self.tables.lobby().remove(self.id);
        }
        self.tables.forget(self);
        Lifecycle::Ended(reason)
    }

    /// Logs that the table has panicked. Returns the reason for which it can't be used any more.
    fn panicked(&self) -> Refusal {
        tracing::error!(table = %self.id, "a table has panicked");
        Refusal::OutOfOrder
    }

    /// Ends the table if it can't be used any more. Otherwise wakes its task if there is something to do.
    fn after(self: &Arc<Self>, is_well: bool, lifecycle: &mut MutexGuard<'_, Lifecycle>) {
        let Lifecycle::Loaded(Loaded { table, .. }) = &mut **lifecycle else {
            return;
        };
        self.version.store(table.state().version, Ordering::Relaxed);
        let ended = if is_well {
            table.ended()
        } else {
            Some(self.panicked())
        };
        let Some(reason) = ended else {
            if table.has_to_wake() {
                self.answers.wake();
            }
            return;
        };
        self.tables.lobby().remove(self.id);
        // The table is removed from memory before the clients are told that it has ended. So if a client
        // opens the table again, the table is loaded again.
        self.tables.forget(self);
        table.end();
        **lifecycle = Lifecycle::Ended(reason);
        self.answers.wake();
    }

    /// Runs the table's own task: it does what is due until the table is unloaded.
    fn run(self: Arc<Self>) -> BoxFuture<'static, ()> {
        async move {
            if AssertUnwindSafe(self.act()).catch_unwind().await.is_err() {
                self.after(false, &mut self.lifecycle.lock().await);
            }
        }
        .boxed()
    }

    fn act(self: &Arc<Self>) -> BoxFuture<'_, ()> {
        async move {
            while let Some(until) = self.sleep_until().await {
                tokio::select! {
                    () = sleep_until(until) => {}
                    () = self.answers.woken() => {}
                }
                if self.unload_if_idle().await {
                    return;
                }
                // The future is boxed because most tables wait most of the time.
                let _ = Box::pin(self.take(Input::Due)).await;
                while self.flush_some().await {
                    // The next move of a player may already wait, and can be handled before more frames are
                    // written.
                    tokio::task::yield_now().await;
                }
            }
        }
        .boxed()
    }

    /// The number of the last shown row, if the log must be checked for missed rows; otherwise `None`. The
    /// log must be checked if `always` is set, or if no row was added since the last check.
    pub(crate) fn known_to_check(&self, always: bool) -> Option<i64> {
        let version = self.version.load(Ordering::Relaxed);
        let checked = self.checked.swap(version, Ordering::Relaxed);
        (version > 0 && (always || checked == version)).then_some(version)
    }

    /// Writes queued frames to the sockets of some watchers. Returns whether more frames may wait.
    async fn flush_some(&self) -> bool {
        match &mut *self.lifecycle.lock().await {
            Lifecycle::Loaded(loaded) => loaded.table.flush_some(),
            Lifecycle::Stored | Lifecycle::Ended(_) => false,
        }
    }

    /// When the table's task must wake next; `None` once the table has ended or is unloaded.
    async fn sleep_until(&self) -> Option<Instant> {
        match &mut *self.lifecycle.lock().await {
            Lifecycle::Loaded(loaded) => Some(loaded.table.sleep()),
            Lifecycle::Stored | Lifecycle::Ended(_) => None,
        }
    }

    /// Unloads the table if it has not been needed for some time. Returns whether it was unloaded.
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

/// Counts a session that waits for a table or handles an input, until this value is dropped.
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
