//! Tests of the leases: by hand, and by random steps.

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

    /// The beats of these nodes arrive every half second.
    fn hear_all(&mut self, ms: std::ops::RangeInclusive<u64>, from: &[NodeId]) {
        for ms in ms.step_by(500) {
            for &node in from {
                self.hear(ms, node);
            }
        }
    }

    fn is_unsure(&mut self, ms: u64) -> bool {
        let now = self.at(ms);
        self.leases.is_unsure(now)
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
    assert!(story.leases.has_just_joined(story.at(2_510)));
    assert!(!story.leases.has_just_joined(story.at(2_511)));
    assert_eq!(story.hear(510, ME), []);
    assert_eq!(story.check(3_010), None);
    assert_eq!(story.check(3_011), Some(NodeEvent::CutOff));
    assert_eq!(story.check(3_012), None);
    assert!(story.leases.is_cut_off());
    assert_eq!(story.leases.live(), [ME, ANN]);
}

#[test]
fn a_node_is_gone_when_its_lease_is_over_and_back_when_it_is_heard() {
    let mut story = Story::begin();
    story.hear(0, ME);
    story.hear(0, ANN);
    story.hear(0, BEN);
    for ms in [500, 1_000, 1_500, 2_000, 2_500] {
        assert_eq!(story.hear(ms, ANN), []);
        assert_eq!(story.hear(ms, ME), []);
    }
    assert!(story.leases.live.contains_key(&BEN));
    assert_eq!(story.hear(3_000, ME), [NodeEvent::Gone(BEN)]);
    assert!(!story.leases.live.contains_key(&BEN));
    assert_eq!(story.hear(4_000, BEN), [NodeEvent::Back(BEN)]);
    assert_eq!(story.hear(4_500, BEN), []);
}

#[test]
fn a_node_takes_no_plays_when_a_beat_is_missing_or_it_lacks_the_database() {
    let mut story = Story::begin();
    story.hear_all(0..=500, &[ANN, ME]);
    story.hear_all(1_000..=1_500, &[ME]);
    let unable_at = |story: &Story, ms| story.leases.unable_since(ANN, story.at(ms));
    assert_eq!(unable_at(&story, 1_750), None);
    assert_eq!(unable_at(&story, 1_751), Some(story.at(500)));
    // This node doesn't hear itself either.
    assert_eq!(unable_at(&story, 2_751), None);
    story.hear_all(3_000..=3_000, &[ANN, ME]);
    assert_eq!(unable_at(&story, 3_000), None);
    let unable_for_ms = Some(1_200);
    story
        .leases
        .hear(ANN, Beat { unable_for_ms }, story.at(3_500));
    assert_eq!(unable_at(&story, 3_500), Some(story.at(2_300)));
}

#[test]
fn after_a_pause_every_node_gets_a_fresh_lease() {
    let mut story = Story::begin();
    story.hear(0, ME);
    story.hear(0, ANN);
    // The process was stopped for a minute. Then it reads its own beat before the other node's beat.
    assert_eq!(story.hear(60_000, ME), []);
    for ms in [60_800, 61_600, 62_400] {
        assert_eq!(story.hear(ms, ME), []);
    }
    assert_eq!(story.hear(63_000, ME), [NodeEvent::Gone(ANN)]);
}

#[test]
fn no_node_is_gone_for_beats_that_a_lost_connection_swallowed() {
    let mut story = Story::begin();
    story.hear(0, ME);
    story.hear(0, ANN);
    story.leases.interrupt();
    for ms in [1_000, 2_000, 3_000] {
        assert_eq!(story.hear(ms, ME), []);
    }
    assert_eq!(story.hear(4_000, ME), [NodeEvent::Gone(ANN)]);
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
    assert!(!story.leases.set_stores(true, story.start));
    assert!(!story.leases.set_stores(false, story.at(2_000)));
    let unable = |ms: u32| Beat {
        unable_for_ms: Some(ms),
    };
    assert_eq!(story.leases.beat(story.at(2_500)), unable(2_500));
    story.hear(0, ANN);
    assert!(story.leases.set_stores(false, story.at(4_000)));
    assert_eq!(story.leases.beat(story.at(4_000)), unable(4_000));
    story.leases.hear(ANN, unable(0), story.start);
    assert!(!story.leases.set_stores(true, story.at(6_000)));
    assert_eq!(story.leases.beat(story.at(6_500)), Beat::STORING);
}

/// Which nodes wrote to the database, and how long ago.
fn rows<const N: usize>(written: [(NodeId, u64); N]) -> Vec<(NodeId, Duration)> {
    let row = |(node, ms)| (node, Duration::from_millis(ms));
    written.map(row).to_vec()
}

#[test]
fn a_node_that_writes_and_is_not_heard_makes_unsure_who_is_there() {
    let mut story = Story::begin();
    assert!(story.is_unsure(0), "it is cut off");
    story.hear_all(0..=3_000, &[ME, ANN]);
    assert!(!story.is_unsure(3_000));
    story.leases.set_rows(rows([(ANN, 0)]), story.at(3_000));
    assert!(!story.is_unsure(3_000));
    // Ann's messages don't arrive any more, but Ann writes.
    story.hear_all(3_500..=7_000, &[ME]);
    assert!(story.leases.is_gone(ANN));
    story.leases.set_rows(rows([(ANN, 1_000)]), story.at(7_000));
    assert!(story.is_unsure(7_000));
    assert!(!story.leases.settle(story.at(7_000)));
    // Ann is heard again, and first has time to tell who is there.
    story.hear_all(7_500..=10_500, &[ME, ANN]);
    assert!(story.is_unsure(9_999));
    assert!(!story.is_unsure(10_000));
    assert!(story.leases.settle(story.at(10_000)));
    assert!(!story.leases.settle(story.at(10_000)), "it is told once");
}

#[test]
fn a_node_that_neither_writes_nor_is_heard_is_gone() {
    let mut story = Story::begin();
    story.hear_all(0..=3_000, &[ME, ANN, BEN]);
    story
        .leases
        .set_rows(rows([(ANN, 0), (BEN, 500)]), story.at(3_000));
    story.hear_all(3_500..=8_500, &[ME]);
    story.leases.set_rows(rows([(ANN, 5_500)]), story.at(8_500));
    assert!(story.is_unsure(9_000));
    assert!(story.leases.is_gone(ANN) && !story.leases.serves_nobody(ANN, story.at(9_000)));
    assert!(!story.is_unsure(9_001));
    assert!(story.leases.serves_nobody(ANN, story.at(9_001)));
    // Ben stops, and says so. His row has no meaning any more, although it is new.
    story.hear_all(9_500..=12_500, &[ME, BEN]);
    story.leases.set_rows(rows([(BEN, 0)]), story.at(12_500));
    story.leases.say_goodbye(BEN);
    assert!(!story.is_unsure(12_500));
    story.leases.set_rows(rows([(BEN, 600)]), story.at(13_100));
    assert!(!story.is_unsure(13_100));
}

#[test]
fn messages_that_may_be_lost_make_unsure_who_is_there() {
    let mut story = Story::begin();
    story.hear_all(0..=3_000, &[ME, ANN]);
    story.leases.set_rows(rows([(ANN, 0)]), story.at(3_000));
    assert!(!story.is_unsure(3_000));
    story.leases.interrupt();
    assert!(story.is_unsure(3_000));
    story.hear_all(3_500..=6_000, &[ME, ANN]);
    assert!(!story.is_unsure(6_000));
}

#[test]
fn a_node_that_cannot_read_who_writes_is_unsure() {
    let mut story = Story::begin();
    story.hear_all(0..=3_000, &[ME]);
    story.leases.set_rows(rows([]), story.at(3_000));
    story.hear_all(3_500..=9_000, &[ME]);
    assert!(!story.is_unsure(7_000));
    assert!(story.is_unsure(7_001));
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
    let ms = prop_oneof![8 => 0_u64..1_000, 1 => 0_u64..20_000];
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
                        if last_echo.is_none_or(|echo| now - echo > 1_250) {
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
                        prop_assert!(now - heard[&node] > 2_500);
                        prop_assert!(now - echoing_since > 2_500);
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

    /// If this node receives its own beats, it declares a silent node gone within three seconds.
    #[test]
    fn a_silent_node_is_gone_in_time(last in 0_u64..20_000) {
        let mut story = Story::begin();
        let mut echoes = (0..60).map(|beat| 500 * beat).peekable();
        while let Some(echo) = echoes.next_if(|&echo| echo <= last) {
            story.hear(echo, ME);
        }
        story.hear(last, ANN);
        let gone = echoes.find(|&echo| story.hear(echo, ME).contains(&NodeEvent::Gone(ANN)));
        let after = gone.unwrap() - last;
        prop_assert!((2_501..=3_000).contains(&after), "{after}");
    }
}
