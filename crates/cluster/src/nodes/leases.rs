//! Decides which nodes are alive, by when their beats arrived. A node receives its own beats over the same
//! connection as the beats of other nodes. If its own beats are late, the beats of the other nodes are
//! probably late for the same reason. So in this case no node is declared gone.

use std::collections::{BTreeMap, VecDeque};

use boneyard_base::limits;
use tokio::time::Instant;

use super::NodeEvent;
use crate::{Beat, NodeId};

/// The leases of all other nodes that this node knows.
#[derive(Debug)]
pub(super) struct Leases {
    me: NodeId,
    /// The beat that this node sends.
    beat: Beat,
    /// When this node last received its own beat. `None` while this node is cut off.
    echoed: Option<Instant>,
    /// When this node last ceased to be cut off.
    joined: Option<Instant>,
    /// Whether beats of other nodes may have been lost since this node last received its own beat.
    interrupted: bool,
    live: BTreeMap<NodeId, LiveNode>,
    /// The nodes that are gone. The node that is gone for the longest time comes first. The number of these
    /// nodes is limited.
    gone: VecDeque<NodeId>,
}

/// Another node that is alive.
#[derive(Clone, Copy, Debug)]
struct LiveNode {
    /// When the node's last beat arrived. The node's lease began then.
    heard: Instant,
    /// The node's last beat.
    beat: Beat,
}

impl Leases {
    /// The state of a node that has not received any beat, not even its own. It counts as cut off.
    pub(super) fn new(me: NodeId) -> Self {
        Self {
            me,
            beat: Beat::STORING,
            echoed: None,
            joined: None,
            interrupted: false,
            live: BTreeMap::new(),
            gone: VecDeque::new(),
        }
    }

    /// Handles a beat from a node, which may be this node itself.
    pub(super) fn hear(&mut self, from: NodeId, beat: Beat, now: Instant) -> Vec<NodeEvent> {
        if from == self.me {
            return self.hear_myself(now);
        }
        let known = self.live.insert(from, LiveNode { heard: now, beat });
        let remembered = self.gone.iter().position(|&gone| gone == from);
        if let Some(index) = remembered {
            self.gone.remove(index);
        }
        let event = match (known, remembered) {
            (Some(_), _) => None,
            (None, Some(_)) => Some(NodeEvent::Back(from)),
            (None, None) => Some(NodeEvent::Came(from)),
        };
        event.into_iter().collect()
    }

    fn hear_myself(&mut self, now: Instant) -> Vec<NodeEvent> {
        let before = self.echoed.replace(now);
        let is_late = before.is_none_or(|before| now - before > limits::NODE_PAUSE);
        if is_late || std::mem::take(&mut self.interrupted) {
            // Beats of other nodes may have arrived without being read yet, or may have been lost. So all
            // nodes get a new lease.
            self.live.values_mut().for_each(|node| node.heard = now);
        }
        if before.is_none() {
            self.joined = Some(now);
            return vec![NodeEvent::Rejoined];
        }
        let is_over = |node: &LiveNode| now - node.heard > limits::NODE_LEASE;
        let over = self.live.iter().filter(|(_, node)| is_over(node));
        let over: Vec<_> = over.map(|(&node, _)| node).collect();
        over.into_iter()
            .filter_map(|node| self.leave(node))
            .collect()
    }

    /// Removes a node from the nodes that are alive.
    pub(super) fn leave(&mut self, node: NodeId) -> Option<NodeEvent> {
        self.live.remove(&node)?;
        if self.gone.len() == limits::GONE_NODES_MAX {
            self.gone.pop_front();
        }
        self.gone.push_back(node);
        Some(NodeEvent::Gone(node))
    }

    /// Called when the connection was lost or made again, or when messages were dropped. No node is declared
    /// gone because of beats that were lost before this call.
    pub(super) const fn interrupt(&mut self) {
        self.interrupted = true;
    }

    /// Checks whether this node is cut off: it has not received its own beat for longer than a lease.
    pub(super) fn check(&mut self, now: Instant) -> Option<NodeEvent> {
        let is_over = self
            .echoed
            .is_some_and(|echoed| now - echoed > limits::NODE_LEASE);
        if !is_over {
            return None;
        }
        self.echoed = None;
        Some(NodeEvent::CutOff)
    }

    /// Whether this node is cut off, which means that it doesn't receive its own beats.
    pub(super) const fn is_cut_off(&self) -> bool {
        self.echoed.is_none()
    }

    /// Whether this node was cut off until a short time ago, at most a lease.
    pub(super) fn has_just_joined(&self, now: Instant) -> bool {
        let joined = self.joined;
        joined.is_some_and(|joined| now - joined <= limits::NODE_LEASE)
    }

    /// All nodes that are alive, including this one, in the order of their ids.
    pub(super) fn live(&self) -> Vec<NodeId> {
        let mut live: Vec<_> = self.live.keys().copied().collect();
        live.push(self.me);
        live.sort_unstable();
        live
    }

    /// Whether a node was alive before and is gone now.
    pub(super) fn is_gone(&self, node: NodeId) -> bool {
        self.gone.contains(&node)
    }

    /// The beat that this node sends.
    pub(super) const fn beat(&self) -> Beat {
        self.beat
    }

    /// Sets whether this node can reach the database. Returns whether another live node can reach it.
    pub(super) fn set_stores(&mut self, stores: bool) -> bool {
        self.beat.stores = stores;
        self.live.values().any(|node| node.beat.stores)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use proptest::prelude::*;

    use super::*;

    const ME: NodeId = NodeId::from_bits(1);
    const ANN: NodeId = NodeId::from_bits(2);
    const BEN: NodeId = NodeId::from_bits(3);

    /// The leases of a test. The test gives the time of each step in milliseconds.
    struct Story {
        leases: Leases,
        start: Instant,
    }

    impl Story {
        fn begin() -> Self {
            let leases = Leases::new(ME);
            let start = Instant::now();
            Self { leases, start }
        }

        fn at(&self, ms: u64) -> Instant {
            self.start + Duration::from_millis(ms)
        }

        fn hear(&mut self, ms: u64, from: NodeId) -> Vec<NodeEvent> {
            self.leases.hear(from, Beat::STORING, self.at(ms))
        }

        fn check(&mut self, ms: u64) -> Option<NodeEvent> {
            self.leases.check(self.at(ms))
        }
    }

    #[test]
    fn a_node_is_cut_off_until_it_hears_itself() {
        let mut story = Story::begin();
        assert!(story.leases.is_cut_off());
        assert_eq!(story.leases.live(), [ME]);
        assert_eq!(story.hear(0, ANN), [NodeEvent::Came(ANN)]);
        assert_eq!(story.hear(10, ME), [NodeEvent::Rejoined]);
        assert!(!story.leases.is_cut_off());
        assert!(story.leases.has_just_joined(story.at(6_010)));
        assert!(!story.leases.has_just_joined(story.at(6_011)));
        assert_eq!(story.hear(2_010, ME), []);
        assert_eq!(story.check(8_010), None);
        assert_eq!(story.check(8_011), Some(NodeEvent::CutOff));
        assert_eq!(story.check(8_012), None);
        assert!(story.leases.is_cut_off());
        assert_eq!(story.leases.live(), [ME, ANN]);
    }

    #[test]
    fn a_node_is_gone_when_its_lease_is_over_and_back_when_it_is_heard() {
        let mut story = Story::begin();
        story.hear(0, ME);
        story.hear(0, ANN);
        story.hear(0, BEN);
        for ms in [2_000, 4_000, 6_000] {
            assert_eq!(story.hear(ms, ANN), []);
            assert_eq!(story.hear(ms, ME), []);
        }
        assert!(story.leases.live.contains_key(&BEN));
        assert_eq!(story.hear(8_000, ME), [NodeEvent::Gone(BEN)]);
        assert!(!story.leases.live.contains_key(&BEN));
        assert_eq!(story.hear(9_000, BEN), [NodeEvent::Back(BEN)]);
        assert_eq!(story.hear(9_500, BEN), []);
    }

    #[test]
    fn after_a_pause_every_node_gets_a_fresh_lease() {
        let mut story = Story::begin();
        story.hear(0, ME);
        story.hear(0, ANN);
        // The process was stopped for a minute. Then it reads its own beat before the other node's beat.
        assert_eq!(story.hear(60_000, ME), []);
        for ms in [62_000, 64_000, 66_000] {
            assert_eq!(story.hear(ms, ME), []);
        }
        assert_eq!(story.hear(68_000, ME), [NodeEvent::Gone(ANN)]);
    }

    #[test]
    fn no_node_is_gone_for_beats_that_a_lost_connection_swallowed() {
        let mut story = Story::begin();
        story.hear(0, ME);
        story.hear(0, ANN);
        story.leases.interrupt();
        for ms in [2_500, 5_000, 7_500] {
            assert_eq!(story.hear(ms, ME), []);
        }
        assert_eq!(story.hear(10_000, ME), [NodeEvent::Gone(ANN)]);
    }

    #[test]
    fn a_node_that_leaves_is_gone_at_once() {
        let mut story = Story::begin();
        story.hear(0, ME);
        story.hear(0, ANN);
        assert_eq!(story.leases.leave(ANN), Some(NodeEvent::Gone(ANN)));
        assert_eq!(story.leases.leave(ANN), None);
        assert_eq!(story.leases.leave(BEN), None);
        assert_eq!(story.leases.live(), [ME]);
    }

    #[test]
    fn a_node_without_the_database_knows_whether_others_reach_it() {
        let mut story = Story::begin();
        assert!(!story.leases.set_stores(false));
        assert!(!story.leases.beat().stores);
        story.hear(0, ANN);
        assert!(story.leases.set_stores(false));
        story.leases.hear(ANN, Beat { stores: false }, story.start);
        assert!(!story.leases.set_stores(true));
        assert!(story.leases.beat().stores);
    }

    #[test]
    fn only_the_last_gone_nodes_are_remembered() {
        let mut story = Story::begin();
        for bits in 100..1_000 {
            story.hear(0, NodeId::from_bits(bits));
            story.leases.leave(NodeId::from_bits(bits));
        }
        assert_eq!(story.leases.gone.len(), limits::GONE_NODES_MAX);
        let (first, last) = (NodeId::from_bits(100), NodeId::from_bits(999));
        assert_eq!(story.hear(0, first), [NodeEvent::Came(first)]);
        assert_eq!(story.hear(0, last), [NodeEvent::Back(last)]);
    }

    /// A step of the test. The number is the time since the previous step, in milliseconds.
    #[derive(Clone, Copy, Debug)]
    enum Step {
        Hear(NodeId, u64),
        Check(u64),
        Interrupt,
    }

    fn step() -> impl Strategy<Value = Step> {
        let node = prop_oneof![4 => Just(ME), 2 => Just(ANN), 1 => Just(BEN)];
        let ms = prop_oneof![8 => 0_u64..2_500, 1 => 0_u64..20_000];
        prop_oneof![
            6 => (node, ms.clone()).prop_map(|(node, ms)| Step::Hear(node, ms)),
            2 => ms.prop_map(Step::Check),
            1 => Just(Step::Interrupt),
        ]
    }

    proptest! {
        /// The events about a node alternate. No node is declared gone while this node is cut off. A node is
        /// declared gone only if this node has received its own beats during a whole lease, without a pause,
        /// and has received no beat of the other node in this time.
        #[test]
        fn no_node_is_taken_for_gone_too_early(steps in prop::collection::vec(step(), 0..200)) {
            let mut story = Story::begin();
            let mut now = 0;
            let mut heard = BTreeMap::new();
            let mut last_echo = None;
            let mut echoing_since = 0;
            for step in steps {
                let was_cut_off = story.leases.is_cut_off();
                let events = match step {
                    Step::Hear(node, ms) => {
                        now += ms;
                        let events = story.hear(now, node);
                        if node == ME {
                            if last_echo.is_none_or(|echo| now - echo > 3_000) {
                                echoing_since = now;
                            }
                            last_echo = Some(now);
                        } else {
                            heard.insert(node, now);
                        }
                        events
                    }
                    Step::Check(ms) => {
                        now += ms;
                        story.check(now).into_iter().collect()
                    }
                    Step::Interrupt => {
                        story.leases.interrupt();
                        last_echo = None;
                        Vec::new()
                    }
                };
                for event in events {
                    match event {
                        NodeEvent::Gone(node) => {
                            prop_assert!(!was_cut_off);
                            prop_assert!(now - heard[&node] > 6_000);
                            prop_assert!(now - echoing_since > 6_000);
                            prop_assert!(!story.leases.live.contains_key(&node));
                        }
                        NodeEvent::Came(node) | NodeEvent::Back(node) => {
                            prop_assert!(story.leases.live.contains_key(&node));
                        }
                        NodeEvent::CutOff => prop_assert!(!was_cut_off),
                        NodeEvent::Rejoined => prop_assert!(was_cut_off),
                    }
                }
            }
        }

        /// If this node receives its own beat every two seconds, it declares a silent node gone at most two
        /// seconds after the end of that node's lease.
        #[test]
        fn a_silent_node_is_gone_in_time(last in 0_u64..20_000) {
            let mut story = Story::begin();
            let mut echoes = (0..20).map(|beat| 2_000 * beat).peekable();
            while let Some(echo) = echoes.next_if(|&echo| echo <= last) {
                story.hear(echo, ME);
            }
            story.hear(last, ANN);
            let gone = echoes.find(|&echo| story.hear(echo, ME).contains(&NodeEvent::Gone(ANN)));
            let after = gone.unwrap() - last;
            prop_assert!((6_001..=8_000).contains(&after), "{after}");
        }
    }
}
