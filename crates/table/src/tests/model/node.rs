//! A node of the model: its copy of the table, the steps that are to come, and the messages of other nodes.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::task::{Context, Poll, Waker};

use boneyard_base::{FollowId, ManualClock, PlayerId, TableId};
use boneyard_cluster::{NodeId, TableMessage, TableSubscription};
use boneyard_protocol::About;
use futures_util::FutureExt as _;
use futures_util::future::LocalBoxFuture;
use tokio::sync::Mutex;

use crate::Tables;
use crate::computers::question::fallback_action;
use crate::state::command::Action;
use crate::tables::task::Input;
use crate::tables::task::loaded::LoadedTable;

/// One step at a node's copy of the table.
pub(crate) enum Step {
    Input(Input<'static>),
    Act(FollowId, PlayerId, Action),
    Due,
    ComputerAction,
}

/// A process, which may have the table in memory.
pub(super) struct ModelNode {
    pub(super) tables: Tables,
    pub(super) hand: ManualClock,
    pub(super) loaded: Option<Arc<Mutex<LoadedTable>>>,
    /// The step that has begun.
    running: Option<Running>,
    /// The next steps.
    pub(super) todo: VecDeque<Step>,
    told: Option<TableSubscription>,
    /// The messages of each other node that are still on their way.
    inbox: BTreeMap<NodeId, VecDeque<TableMessage>>,
    /// Whether a message was lost on its way here.
    pub(super) has_missed: bool,
    /// Whether the node was cut off when its last step began.
    pub(super) was_cut_off: bool,
    /// Nodes that have died, of which this one doesn't know yet.
    pub(super) unnoticed: Vec<NodeId>,
}

struct Running {
    future: LocalBoxFuture<'static, Option<LoadedTable>>,
    /// The session that takes the step; none for the table's own task, and while the table is loaded.
    session: Option<FollowId>,
}

impl ModelNode {
    pub(super) fn new(tables: Tables, hand: ManualClock) -> Self {
        Self {
            tables,
            hand,
            loaded: None,
            running: None,
            todo: VecDeque::new(),
            told: None,
            inbox: BTreeMap::new(),
            has_missed: false,
            was_cut_off: false,
            unnoticed: Vec::new(),
        }
    }

    pub(super) fn id(&self) -> NodeId {
        self.tables.nodes().me()
    }

    pub(super) const fn is_running(&self) -> bool {
        self.running.is_some()
    }

    /// Whether the table isn't in memory.
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

    /// Unloads the table, which gets no more messages.
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
        let future = async move {
            let mut table = loaded.lock().await;
            do_step(&mut table, step).await;
            table.show_presence();
            None
        };
        self.running = Some(Running {
            future: future.boxed_local(),
            session,
        });
    }

    /// Goes on until the step waits again or is done; whether it is done.
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

    /// Stops the session that takes the step; which session that was.
    pub(super) fn cut_session(&mut self) -> Option<FollowId> {
        let session = self.running.as_ref()?.session?;
        self.running = None;
        Some(session)
    }

    /// Collects the messages of other nodes.
    pub(super) fn collect(&mut self) {
        while let Some(Some((from, message))) = self
            .told
            .as_mut()
            .and_then(|told| told.next().now_or_never())
        {
            self.inbox.entry(from).or_default().push_back(message);
        }
    }

    /// Whether a step or a message is to come.
    pub(super) fn is_busy(&self) -> bool {
        self.is_running() || !self.todo.is_empty() || !self.senders().is_empty()
    }

    /// The next step.
    pub(super) fn next_step(&mut self) -> Option<Step> {
        let todo = self.todo.pop_front();
        todo.or_else(|| self.next_from(*self.senders().first()?))
    }

    /// The nodes of which a message is on its way.
    pub(super) fn senders(&self) -> Vec<NodeId> {
        let waits = self.inbox.iter().filter(|(_, inbox)| !inbox.is_empty());
        waits.map(|(&from, _)| from).collect()
    }

    /// Takes the next message that another node has sent, and returns the step that handles it; none if no
    /// message waits.
    pub(super) fn next_from(&mut self, from: NodeId) -> Option<Step> {
        let message = self.inbox.get_mut(&from)?.pop_front()?;
        Some(Step::Input(Input::Told { from, message }))
    }
}

impl Step {
    /// The session that takes the step; none for the table's own task.
    pub(super) const fn session(&self) -> Option<FollowId> {
        match self {
            Self::Input(
                Input::Follow { id, .. }
                | Input::Unfollow(id)
                | Input::Request { id, .. }
                | Input::Rename { id, .. },
            )
            | Self::Act(id, ..) => Some(*id),
            Self::Input(_) | Self::Due | Self::ComputerAction => None,
        }
    }
}

async fn do_step(table: &mut LoadedTable, step: Step) {
    match step {
        Step::Input(input) => return table.take(input).await,
        Step::Act(id, player, action) => {
            if let Err(refusal) = table
                .act(boneyard_testing::here(player), true, action)
                .await
            {
                table.refuse(id, About::Play, refusal);
            }
        }
        Step::Due => return table.take(Input::Due).await,
        Step::ComputerAction => stand_in(table).await,
    }
    // What follows from the step.
    table.take(Input::Grown { seq: 0 }).await;
}

/// Does what a computer player does if it can't think.
async fn stand_in(table: &mut LoadedTable) {
    if let Some(action) = fallback_action(table.state()) {
        let ply = table.state().ply();
        let _ = table
            .decide_and_append(|state, now| state.decide_for_computer(action, ply, now))
            .await;
    }
}
