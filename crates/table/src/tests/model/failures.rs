//! The failures of the model's nodes, and how the nodes recover.

use boneyard_cluster::NodeId;
use rand::RngExt as _;
use rand::rngs::StdRng;
use tokio::time::Instant;

use super::ModelTable;
use super::log::LogOutcome;
use super::node::{ModelNode, Step};
use crate::tables::task::Input;

impl ModelTable<'_> {
    /// Makes one thing happen at a node: decides the outcome that the node waits for, or begins its next
    /// step.
    pub(super) fn step_at(&mut self, place: usize, dice: &mut StdRng) {
        if self.nodes[place].is_running() {
            return self.decide(place, dice);
        }
        if self.nodes[place].is_down() {
            self.all_notice_clock();
        }
        let node = &mut self.nodes[place];
        if node.is_down() {
            node.start(self.id);
        } else if let Some(step) = node.next_todo() {
            node.begin(step);
        } else if let Some(step) = self.deliver(place, dice) {
            self.nodes[place].begin(step);
        } else {
            return;
        }
        self.go_on(place);
    }

    /// Adds a step to a node's queue.
    pub(crate) fn give(&mut self, place: usize, step: Step) {
        self.nodes[place].todo.push_back(step);
    }

    /// Takes a message of another node. Returns the step that handles it; `None` if the message is lost.
    pub(super) fn deliver(&mut self, place: usize, dice: &mut StdRng) -> Option<Step> {
        let node = &mut self.nodes[place];
        let senders = node.senders();
        let from = senders.get(dice.random_range(0..senders.len().max(1)))?;
        let told = node.next_from(*from);
        if dice.random_range(0..9) > 0 {
            return told;
        }
        node.has_missed = true;
        None
    }

    /// Decides the outcome of the operation that a node waits for. The node or its session may stop
    /// instead.
    pub(super) fn decide(&mut self, place: usize, dice: &mut StdRng) {
        let outcome = match dice.random_range(0..40) {
            0 => {
                // Only the task of the session stops, or the whole process.
                let session = Some(()).filter(|()| dice.random_range(0..2) == 0);
                match session.and_then(|()| self.nodes[place].cut_session()) {
                    Some(session) => self.cut(place, session),
                    None => self.kill(place),
                }
                return;
            }
            1..4 => LogOutcome::Failed,
            4..6 => LogOutcome::AnswerLost,
            6..10 => return self.wait(dice.random_range(0..20_000)),
            _ => LogOutcome::Done,
        };
        self.fixture.log.state().outcomes.push_back(outcome);
        self.go_on(place);
        self.fixture.log.state().outcomes.clear();
    }

    /// Stops the process of a node. The other nodes notice this later.
    pub(crate) fn kill(&mut self, place: usize) {
        let dead = self.crash_at(place);
        for (other, node) in self.nodes.iter_mut().enumerate() {
            if other != place {
                node.unnoticed.push(dead);
            }
        }
    }

    /// Stops a process for a time, with its connections open.
    pub(crate) fn stop(&mut self, place: usize) {
        self.nodes[place].is_stopped = true;
        let stopped = self.nodes[place].id();
        let nodes = self.nodes.iter_mut().enumerate();
        for (_, node) in nodes.filter(|&(other, _)| other != place) {
            node.unnoticed.push(stopped);
        }
    }

    /// Lets a stopped process go on.
    pub(crate) fn goes_on(&mut self, place: usize) {
        self.nodes[place].is_stopped = false;
    }

    /// Each running node notes that it runs, and is heard by all nodes that don't count it as gone. Nodes
    /// that are cut off hear nobody, not even themselves.
    pub(super) fn beat(&self) {
        let running = || self.nodes.iter().filter(|node| !node.is_stopped);
        for node in running() {
            node.tables.pauses().look(Instant::now());
            let nodes = node.tables.nodes();
            if nodes.is_cut_off() {
                continue;
            }
            for other in running().filter(|other| other.id() != node.id()) {
                let is_heard = !other.tables.nodes().is_cut_off() && !nodes.is_gone(other.id());
                if is_heard {
                    nodes.hear(other.id());
                }
            }
            nodes.hear(node.id());
        }
    }

    /// Makes a node notice which of the stopped processes have lost their lease.
    pub(crate) fn judge_leases(&mut self, place: usize) {
        let node = &mut self.nodes[place];
        let nodes = node.tables.nodes().clone();
        let unnoticed = std::mem::take(&mut node.unnoticed);
        let is_gone = |&id: &NodeId| nodes.is_gone(id);
        let (gone, unnoticed): (Vec<_>, Vec<_>) = unnoticed.into_iter().partition(is_gone);
        node.unnoticed = unnoticed;
        for id in gone {
            node.todo.push_back(Step::Input(Input::NodeGone(id)));
        }
    }

    /// Sets the clock by which the nodes tell the time. Each running node notices it later.
    pub(crate) const fn set_clock(&mut self, step_ms: i64) {
        self.clock_ms += step_ms;
    }

    /// A node notices that the clock was set. Returns whether it was.
    pub(crate) fn notices_clock(&mut self, place: usize) -> bool {
        let node = &mut self.nodes[place];
        let step_ms = self.clock_ms - node.clock_ms;
        node.clock_ms = self.clock_ms;
        if step_ms != 0 {
            node.hand.step_ms(step_ms);
            node.todo.push_back(Step::Input(Input::AfterPause));
        }
        step_ms != 0
    }

    /// A node notices that the clock was set, or else the clock is set.
    pub(super) fn set_or_notice_clock(&mut self, place: usize, dice: &mut StdRng) {
        const STEPS_MS: [i64; 3] = [3 * 60_000, 8 * 3_600_000, 200 * 86_400_000];
        if !self.notices_clock(place) {
            let step_ms = STEPS_MS[dice.random_range(0..STEPS_MS.len())];
            let back = dice.random_range(0..2) == 0;
            self.set_clock(if back { -step_ms } else { step_ms });
            self.notices_clock(place);
        }
        if self.nodes.iter().any(ModelNode::is_down) {
            self.all_notice_clock();
        }
    }

    /// All nodes notice that the clock was set. No table is loaded in the two seconds in which some nodes have noticed a
    /// step and others have not: a node that knows only the log would take the step for time.
    fn all_notice_clock(&mut self) {
        for place in 0..self.nodes.len() {
            self.notices_clock(place);
        }
    }

    /// Writes the row that a node is appending. The answer does not arrive yet.
    pub(crate) fn appends_without_answer(&mut self, place: usize) {
        self.fixture
            .log
            .state()
            .outcomes
            .push_back(LogOutcome::Done);
        assert!(!self.go_on(place), "the answer is missing");
    }

    /// Whether a request to a node waits for the answers of the other nodes.
    pub(crate) fn requests_wait(&self, place: usize) -> bool {
        let loaded = self.nodes[place].loaded.as_ref().unwrap();
        let loaded = loaded.try_lock().expect("nothing runs");
        loaded.judges_from().is_some()
    }

    /// The node to which a guest is connected.
    pub(crate) fn node_of(&self, guest: usize) -> Option<usize> {
        Some(self.guests[guest].following.as_ref()?.node)
    }

    /// Unloads the table on a node on which it has no followers.
    pub(crate) fn put_away(&mut self, place: usize) {
        let node = &mut self.nodes[place];
        let loaded = node.loaded.as_ref().and_then(|table| table.try_lock().ok());
        if node.todo.is_empty() && loaded.is_some_and(|table| table.is_idle()) {
            node.put_away();
        }
    }

    /// Disconnects a node from the other nodes, or connects it again.
    pub(crate) fn cut_or_mend(&mut self, place: usize) {
        let Some(hub) = &self.hub else { return };
        let node = &mut self.nodes[place];
        let me = node.id();
        if node.tables.nodes().is_cut_off() {
            hub.mend(me);
            node.tables.nodes().hear(me);
            node.has_missed = true;
        } else {
            hub.cut(me);
            node.tables.nodes().cut_off();
        }
    }

    /// Makes a node notice which other nodes have stopped, and receive messages again from nodes that it
    /// wrongly counted as stopped. If `errs` is set, the node also counts the other running nodes as stopped.
    pub(crate) fn judge_others(&mut self, place: usize, errs: bool) {
        if self.nodes[place].tables.nodes().is_cut_off() {
            return;
        }
        let ids: Vec<NodeId> = self.nodes.iter().map(ModelNode::id).collect();
        let node = &mut self.nodes[place];
        let nodes = node.tables.nodes().clone();
        let mut gone = std::mem::take(&mut node.unnoticed);
        for &id in ids.iter().filter(|&&id| id != nodes.me()) {
            if nodes.is_gone(id) {
                nodes.hear(id);
                node.has_missed = true;
            } else if errs {
                gone.push(id);
            }
        }
        for id in gone {
            nodes.lose(id);
            node.tables.bus().forget(id);
            node.todo.push_back(Step::Input(Input::NodeGone(id)));
        }
    }

    /// Loses all messages that are on their way to a node.
    pub(crate) fn lose_messages(&mut self, place: usize) {
        let node = &mut self.nodes[place];
        for from in node.senders() {
            while node.next_from(from).is_some() {
                node.has_missed = true;
            }
        }
    }

    /// The index of the node that does what is due at the table.
    pub(crate) fn owner(&self) -> usize {
        let ids = || self.nodes.iter().map(ModelNode::id);
        let owner = self.nodes[0].tables.nodes().owner(self.id, ids());
        ids().position(|id| id == owner).expect("one of them")
    }

    /// Makes a node look for rows about which it got no message. If a message to the node was lost, the node
    /// also asks the other nodes for everything that is not in the log.
    pub(crate) fn check(&mut self, place: usize) {
        if self.hub.is_none() {
            return;
        }
        let seq = self.state().version;
        let node = &mut self.nodes[place];
        node.todo.push_back(Step::Input(Input::Grown { seq }));
        if std::mem::take(&mut node.has_missed) {
            node.todo.push_back(Step::Input(Input::Rejoin));
        }
    }

    /// Lets all nodes do their steps and handle their messages until none are left.
    pub(crate) fn settle(&mut self) {
        self.set_always_done(true);
        while let Some(place) = self.nodes.iter().position(ModelNode::is_busy) {
            let node = &mut self.nodes[place];
            if !node.is_running() {
                if node.is_down() {
                    node.start(self.id);
                } else if let Some(step) = node.next_step() {
                    node.begin(step);
                }
            }
            assert!(self.go_on(place), "all is done at once");
            if self.nodes[place].is_down() {
                // Loading has failed, because the table is closed.
                self.nodes[place].todo.clear();
            }
        }
        self.set_always_done(false);
    }

    /// Ends all failures: disconnected nodes are connected again, stopped nodes are noticed, and missed
    /// rows are read.
    pub(super) fn recover(&mut self) {
        self.settle();
        for place in 0..self.nodes.len() {
            if self.nodes[place].tables.nodes().is_cut_off() {
                self.cut_or_mend(place);
            }
        }
        for place in 0..self.nodes.len() {
            self.judge_others(place, false);
            self.check(place);
        }
        self.all_notice_clock();
        self.settle();
        self.wait(10_000);
        for node in &mut self.nodes {
            node.todo.push_back(Step::Due);
        }
        self.settle();
    }
}
