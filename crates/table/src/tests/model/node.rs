//! A node of the model: its copy of the table, its next steps, and the messages of other nodes.

use std::cell::Cell;
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::task::{Context, Poll, Waker};

use boneyard_base::{FollowId, ManualClock, PlayerId, TableId};
use boneyard_cluster::{NodeId, TableMessage, TableSubscription};
use boneyard_protocol::About;
use futures_util::FutureExt as _;
use futures_util::future::LocalBoxFuture;
use tokio::sync::Mutex;
use tokio::time::Instant;

use crate::Tables;
use crate::computers::question::fallback_move;
use crate::state::command::Action;
use crate::tables::task::Input;
use crate::tables::task::loaded::LoadedTable;

/// One step of a node's copy of the table.
pub(crate) enum Step {
    Input(Input<'static>),
    Act(FollowId, PlayerId, Action),
    Due,
    ComputerMove,
}

/// A process. It may have the table in memory.
pub(super) struct ModelNode {
    pub(super) tables: Tables,
    pub(super) hand: ManualClock,
    /// How far the clock that the node knows is ahead of the model's time, in milliseconds.
    pub(super) clock_ms: i64,
    pub(super) loaded: Option<Arc<Mutex<LoadedTable>>>,
    /// The step that has begun and is not done.
    running: Option<Running>,
    /// The steps that have not begun.
    pub(super) todo: VecDeque<Step>,
    /// Since when the first of these steps waits for the answers of other nodes.
    waits_since: Cell<Option<Instant>>,
    told: Option<TableSubscription>,
    /// For each other node, its messages that have not arrived yet.
    inbox: BTreeMap<NodeId, VecDeque<TableMessage>>,
    /// Whether a message to this node was lost.
    pub(super) has_missed: bool,
    /// Whether the node was disconnected from the others when its last step began.
    pub(super) was_cut_off: bool,
    /// The nodes that have stopped, but which this node still counts as alive.
    pub(super) unnoticed: Vec<NodeId>,
    /// Whether the process is stopped: it does nothing until it goes on.
    pub(super) is_stopped: bool,
}

struct Running {
    future: LocalBoxFuture<'static, Option<LoadedTable>>,
    /// The session whose input the step handles; `None` for the table's own task, and while the table is
    /// being loaded.
    session: Option<FollowId>,
}

impl ModelNode {
    pub(super) fn new(tables: Tables, hand: ManualClock) -> Self {
        Self {
            tables,
            hand,
            clock_ms: 0,
            loaded: None,
            running: None,
            todo: VecDeque::new(),
            waits_since: Cell::new(None),
            told: None,
            inbox: BTreeMap::new(),
            has_missed: false,
            was_cut_off: false,
            unnoticed: Vec::new(),
            is_stopped: false,
        }
    }

    pub(super) fn id(&self) -> NodeId {
        self.tables.nodes().me()
    }

    pub(super) const fn is_running(&self) -> bool {
        self.running.is_some()
    }

    /// Whether the table is not in memory.
    pub(super) const fn is_down(&self) -> bool {
        self.loaded.is_none()
    }

    /// Begins to load the table.
    pub(super) fn start(&mut self, id: TableId) {
        self.was_cut_off = false;
        self.told = Some(self.tables.bus().join_table(id));
        let tables = self.tables.clone();
        let future = async move { LoadedTable::load(&tables, id, Arc::default()).await.ok() };
        self.running = Some(Running {
            future: future.boxed_local(),
            session: None,
        });
    }

    /// Unloads the table. It receives no more messages.
    pub(super) fn put_away(&mut self) {
        (self.loaded, self.told) = (None, None);
        self.inbox.clear();
    }

    /// Begins a step.
    pub(super) fn begin(&mut self, step: Step) {
        let Some(loaded) = self.loaded.clone() else {
            return;
        };
        self.was_cut_off = self.tables.nodes().is_cut_off();
        let session = step.session();
        let is_request = step.is_request();
        let waits_since = is_request.then(|| self.waits_since.take()).flatten();
        let future = async move {
            let mut table = loaded.lock().await;
            if let (Some(player), Some(since)) = (step.waiter(&table), waits_since) {
                table.note_wait(player, since);
            }
            do_step(&mut table, step).await;
            table.show_presence();
            None
        };
        self.running = Some(Running {
            future: future.boxed_local(),
            session,
        });
    }

    /// Runs the step until it waits or is done. Returns whether it is done.
    pub(super) fn go_on(&mut self) -> bool {
        let Some(running) = &mut self.running else {
            return true;
        };
        let mut context = Context::from_waker(Waker::noop());
        let Poll::Ready(loaded) = running.future.as_mut().poll(&mut context) else {
            return false;
        };
        self.running = None;
        if let Some(loaded) = loaded {
            self.loaded = Some(Arc::new(Mutex::new(loaded)));
        }
        true
    }

    /// Stops the session whose input the current step handles. Returns that session.
    pub(super) fn cut_session(&mut self) -> Option<FollowId> {
        let session = self.running.as_ref()?.session?;
        self.running = None;
        Some(session)
    }

    /// Collects the messages that other nodes have sent.
    pub(super) fn collect(&mut self) {
        while let Some(Some((from, message))) = self
            .told
            .as_mut()
            .and_then(|told| told.next().now_or_never())
        {
            self.inbox.entry(from).or_default().push_back(message);
        }
    }

    /// Whether the node still has a step to do or a message to handle. A stopped process does nothing.
    pub(super) fn is_busy(&self) -> bool {
        let has_step = !self.todo.is_empty() && !self.must_wait();
        let has_work = self.is_running() || has_step || !self.senders().is_empty();
        has_work && !self.is_stopped
    }

    /// The player whose request is the next step, if it must wait for the answers of other nodes.
    pub(super) fn waiter(&self) -> Option<PlayerId> {
        let request = self.todo.front().filter(|step| step.is_request())?;
        let table = self.loaded.as_ref()?.try_lock().ok()?;
        table.judges_from()?;
        let since = self.waits_since.get().unwrap_or_else(Instant::now);
        self.waits_since.set(Some(since));
        request.waiter(&table)
    }

    /// Whether the next step must wait for the answers of other nodes.
    fn must_wait(&self) -> bool {
        self.waiter().is_some()
    }

    /// Takes the next step; `None` if there is none, or if it must wait.
    pub(super) fn next_todo(&mut self) -> Option<Step> {
        if self.must_wait() {
            return None;
        }
        self.todo.pop_front()
    }

    /// Whether an action of a player waits to be done.
    pub(super) fn has_act_of(&self, player: PlayerId) -> bool {
        let is_act = |step: &Step| matches!(step, Step::Act(_, actor, _) if *actor == player);
        self.todo.iter().any(is_act)
    }

    /// Takes the next step, or else the step that handles the next message.
    pub(super) fn next_step(&mut self) -> Option<Step> {
        let todo = self.next_todo();
        todo.or_else(|| self.next_from(*self.senders().first()?))
    }

    /// The nodes from which a message has not arrived yet.
    pub(super) fn senders(&self) -> Vec<NodeId> {
        let waits = self.inbox.iter().filter(|(_, inbox)| !inbox.is_empty());
        waits.map(|(&from, _)| from).collect()
    }

    /// Takes the next message of another node. Returns the step that handles it; `None` if there is no
    /// message.
    pub(super) fn next_from(&mut self, from: NodeId) -> Option<Step> {
        let message = self.inbox.get_mut(&from)?.pop_front()?;
        Some(Step::Input(Input::Told { from, message }))
    }
}

impl Step {
    /// The session whose input the step handles; `None` for the table's own task.
    pub(super) const fn session(&self) -> Option<FollowId> {
        match self {
            Self::Input(
                Input::Follow { id, .. }
                | Input::Unfollow(id)
                | Input::Request { id, .. }
                | Input::Rename { id, .. },
            )
            | Self::Act(id, ..) => Some(*id),
            Self::Input(_) | Self::Due | Self::ComputerMove => None,
        }
    }

    /// Whether a player requests something with the step.
    const fn is_request(&self) -> bool {
        matches!(self, Self::Input(Input::Request { .. }) | Self::Act(..))
    }

    /// The player who can't play while the step waits.
    fn waiter(&self, table: &LoadedTable) -> Option<PlayerId> {
        match self {
            Self::Input(input) => table.waiter(input),
            Self::Act(_, player, _) => Some(*player),
            Self::Due | Self::ComputerMove => None,
        }
    }
}

async fn do_step(table: &mut LoadedTable, step: Step) {
    match step {
        Step::Input(input) => return table.take(input).await,
        // The node has turned the session away, or has dropped it.
        Step::Act(id, ..) if !table.is_followed_by(id) => {}
        Step::Act(id, player, action) => {
            if let Err(refusal) = table
                .act(boneyard_testing::here(player), true, action)
                .await
            {
                table.refuse(id, About::Move, refusal);
            }
        }
        Step::Due => return table.take(Input::Due).await,
        Step::ComputerMove => stand_in(table).await,
    }
    // This input has no effect of its own. After it, as after every input, the table does everything that
    // follows from the step.
    table.take(Input::Grown { seq: 0 }).await;
}

/// Does the fallback action of the computer player on turn, which needs no thread.
async fn stand_in(table: &mut LoadedTable) {
    if let Some(action) = fallback_move(table.state()) {
        let ply = table.state().ply();
        let _ = table
            .decide_and_append(|state, now| state.decide_for_computer(action, ply, now))
            .await;
    }
}
