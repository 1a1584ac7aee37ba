//! A program on NATS records all messages, and passes them to the nodes as it likes: late, often, in any order,
//! or not at all. The nodes act on what is new, and only once.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use boneyard_base::{TableId, limits};
use futures_util::StreamExt as _;
use futures_util::stream::{self, BoxStream};
use proptest::prelude::*;
use tokio::time::{Instant, advance};

use super::appended;
use crate::bus::receiver::{Order, Receiver};
use crate::bus::seal::{BusSecret, Sealer};
use crate::{
    Beat, Bus, Carrier, Heard, JoinedTables, Message, Meters, NodeId, Nodes, TableMessage,
    TableMessages,
};

/// The table about which all nodes send messages.
const TABLE: TableId = TableId::from_bits(7);

/// The quick match pool belongs to a node as a table does.
const POOL: TableId = TableId::from_bits(0);

/// The time after which no node that has died counts as alive.
const ALL_NOTICED: Duration = limits::BEAT_AGE_MAX
    .saturating_add(limits::NODE_LEASE)
    .saturating_add(limits::NODE_LEASE);

const NODES_MAX: usize = 4;

/// The number of beats in which [`ALL_NOTICED`] passes.
fn all_noticed_beats() -> u128 {
    ALL_NOTICED.as_millis() / limits::NODE_BEAT.as_millis() + 1
}

/// The test passes all messages itself.
#[derive(Debug)]
struct Silent;

impl Carrier for Silent {
    fn tell_all(&self, _: Message) {}

    fn tell_table(&self, _: TableId, _: TableMessage) {}

    fn join_table(&self, table: TableId) -> TableMessages {
        Arc::<JoinedTables>::default().join(table)
    }

    fn messages(&self) -> BoxStream<'static, Heard> {
        stream::empty().boxed()
    }

    fn forget(&self, _: NodeId) {}
}

/// Where a message was sent to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum To {
    All,
    /// The message is about [`TABLE`].
    Node(NodeId),
}

/// A message as the program on NATS has it.
struct Recorded {
    to: To,
    sealed: Vec<u8>,
    sealed_at: Instant,
}

/// A node, with all that it has acted on.
struct Node {
    id: NodeId,
    receiver: Receiver,
    sealer: Sealer,
    nodes: Nodes,
    all: Order,
    tables: Order,
    /// The number of messages that were recorded when the node started.
    started: usize,
    /// The messages that this node has acted on, except beats.
    acted: HashSet<usize>,
}

/// The nodes that are alive, and the program on NATS.
struct World {
    nodes: Vec<Node>,
    recorded: Vec<Recorded>,
    starts: u64,
}

impl World {
    fn new() -> Self {
        Self {
            nodes: Vec::new(),
            recorded: Vec::new(),
            starts: 0,
        }
    }

    fn start(&mut self) {
        self.starts += 1;
        // The later node isn't always the one with the greater id.
        let id = NodeId::from_bits(self.starts.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let secret: BusSecret = "5".repeat(64).parse().unwrap();
        let receiver = Receiver::new(id, &secret, Instant::now(), Meters::default());
        let bus = Bus::over(id, Arc::new(Silent));
        self.nodes.push(Node {
            id,
            sealer: receiver.sealer().unwrap(),
            all: receiver.order(),
            tables: receiver.order(),
            receiver,
            nodes: Nodes::by_hand(&bus),
            started: self.recorded.len(),
            acted: HashSet::new(),
        });
    }

    fn send(&mut self, from: usize, to: To, message: &Message) -> usize {
        let node = &mut self.nodes[from];
        let (subject, content) = match to {
            To::All => {
                let content = node.receiver.encode(message, Instant::now());
                (node.receiver.all().to_owned(), content)
            }
            To::Node(to) => (
                node.receiver.node(to),
                postcard::to_stdvec(&(TABLE, appended(1))),
            ),
        };
        let sealed = node.sealer.seal(&subject, content.unwrap()).unwrap();
        self.recorded.push(Recorded {
            to,
            sealed,
            sealed_at: Instant::now(),
        });
        self.recorded.len() - 1
    }

    fn beat(&mut self, from: usize) -> usize {
        self.send(from, To::All, &Message::Beat(Beat::STORING))
    }

    /// Passes a message to a node. Checks that the node acts only on what is new.
    fn pass(&mut self, message: usize, to: usize) {
        let now = Instant::now();
        let recorded = &self.recorded[message];
        let node = &mut self.nodes[to];
        let acted = match recorded.to {
            To::All => {
                let heard = node.receiver.take(&mut node.all, &recorded.sealed, now);
                match heard {
                    Some(Heard::Message(from, Message::Beat(_))) => {
                        assert!(
                            now - recorded.sealed_at <= limits::BEAT_AGE_MAX,
                            "an old beat"
                        );
                        assert!(message >= node.started, "a beat from before the start");
                        node.hear(from);
                        None
                    }
                    Some(Heard::Message(from, _)) => Some(from),
                    Some(Heard::Asked | Heard::Event(_)) | None => None,
                }
            }
            To::Node(addressee) => {
                let (order, sealed) = (&mut node.tables, &recorded.sealed);
                let taken = node.receiver.take_of_tables(order, sealed);
                taken.map(|(from, told)| {
                    assert_eq!(addressee, node.id);
                    assert_eq!(told, [(TABLE, appended(1))]);
                    from
                })
            }
        };
        if let Some(from) = acted {
            assert_ne!(from, node.id);
            assert!(message >= node.started, "a message from before the start");
            assert!(node.acted.insert(message), "a message is acted on twice");
        }
    }

    /// The nodes hear each other for a while, and the program repeats all that it has recorded, beginning at
    /// `offset`.
    async fn settle(&mut self, offset: usize) {
        let rounds = all_noticed_beats();
        for round in 0..rounds {
            advance(limits::NODE_BEAT).await;
            let old = self.recorded.len();
            for node in 0..self.nodes.len() {
                let beat = self.beat(node);
                for to in 0..self.nodes.len() {
                    self.pass(beat, to);
                }
            }
            let repeated = if round % 4 == 0 { old } else { 0 };
            for index in 0..repeated {
                for to in 0..self.nodes.len() {
                    self.pass((index + offset) % old, to);
                }
            }
        }
        let mut alive: Vec<_> = self.nodes.iter().map(|node| node.id).collect();
        alive.sort_unstable();
        for node in &self.nodes {
            assert_eq!(node.nodes.live(), alive);
            let owner = node.nodes.owner(POOL, node.nodes.live());
            assert!(alive.contains(&owner));
        }
        // All messages arrive now.
        for from in 0..self.nodes.len() {
            let told = self.send(from, To::All, &Message::Omitted);
            for to in (0..self.nodes.len()).filter(|&to| to != from) {
                let addressee = To::Node(self.nodes[to].id);
                for message in [told, self.send(from, addressee, &Message::Omitted)] {
                    self.pass(message, to);
                    assert!(self.nodes[to].acted.contains(&message));
                }
            }
        }
    }
}

impl Node {
    fn hear(&mut self, from: NodeId) {
        let before = self.nodes.live();
        self.nodes.hear(from);
        let after = self.nodes.live();
        for gone in before.iter().filter(|node| !after.contains(node)) {
            self.receiver.forget(*gone);
        }
    }
}

#[derive(Clone, Debug)]
enum Step {
    Start,
    Die(prop::sample::Index),
    Beat(prop::sample::Index),
    /// The node sends a message to all nodes, or else to the node after it.
    Tell(prop::sample::Index, bool),
    /// The node subscribes anew to the messages to all nodes.
    Subscribe(prop::sample::Index),
    /// One of the last messages arrives at all nodes, as on NATS.
    Arrive(usize),
    /// The program passes any message to one node.
    Pass(prop::sample::Index, prop::sample::Index),
    Wait(u64),
}

fn step() -> impl Strategy<Value = Step> {
    use prop::sample::Index;
    prop_oneof![
        1 => Just(Step::Start),
        1 => any::<Index>().prop_map(Step::Die),
        8 => any::<Index>().prop_map(Step::Beat),
        4 => (any::<Index>(), any::<bool>()).prop_map(|(node, all)| Step::Tell(node, all)),
        1 => any::<Index>().prop_map(Step::Subscribe),
        12 => (0_usize..3).prop_map(Step::Arrive),
        12 => (any::<Index>(), any::<Index>()).prop_map(|(message, to)| Step::Pass(message, to)),
        2 => prop_oneof![4 => 0_u64..2_500, 1 => 0_u64..20_000].prop_map(Step::Wait),
    ]
}

async fn run(steps: Vec<Step>, offset: usize) {
    let mut world = World::new();
    world.start();
    world.start();
    for step in steps {
        let alive = world.nodes.len();
        match step {
            Step::Start if alive < NODES_MAX => world.start(),
            Step::Die(node) if alive > 1 => drop(world.nodes.remove(node.index(alive))),
            Step::Beat(node) => drop(world.beat(node.index(alive))),
            Step::Tell(node, all) => {
                let from = node.index(alive);
                let next = world.nodes[(from + 1) % alive].id;
                let to = if all { To::All } else { To::Node(next) };
                world.send(from, to, &Message::Omitted);
            }
            Step::Subscribe(node) => {
                let node = &mut world.nodes[node.index(alive)];
                node.all = node.receiver.order();
            }
            Step::Arrive(back) => {
                if let Some(message) = world.recorded.len().checked_sub(back + 1) {
                    (0..alive).for_each(|to| world.pass(message, to));
                }
            }
            Step::Pass(message, to) if !world.recorded.is_empty() => {
                let message = message.index(world.recorded.len());
                world.pass(message, to.index(alive));
            }
            Step::Start | Step::Die(_) | Step::Pass(..) => {}
            Step::Wait(ms) => advance(Duration::from_millis(ms)).await,
        }
    }
    world.settle(offset).await;
}

fn in_no_time(test: impl Future<Output = ()>) {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .start_paused(true)
        .build();
    runtime.unwrap().block_on(test);
}

proptest! {
    /// No node acts on a message twice, or on one from before its start. A node that has died is alive for no
    /// other node after a while, and the nodes that live know each other, whatever the program repeats.
    #[test]
    fn recorded_messages_change_nothing(
        steps in prop::collection::vec(step(), 0..120),
        offset in any::<usize>(),
    ) {
        in_no_time(run(steps, offset % 1_000));
    }
}

/// Lets two nodes hear each other.
fn introduce(world: &mut World) {
    for _ in 0..3 {
        for from in 0..2 {
            let beat = world.beat(from);
            (0..2).for_each(|to| world.pass(beat, to));
        }
    }
    assert!(world.nodes.iter().all(|node| node.nodes.live().len() == 2));
}

#[test]
fn a_node_that_was_gone_is_not_back_by_what_was_recorded() {
    in_no_time(async {
        let mut world = World::new();
        world.start();
        world.start();
        introduce(&mut world);
        // The program keeps these back.
        let beat = world.beat(1);
        let first = To::Node(world.nodes[0].id);
        let line = world.send(1, first, &Message::Omitted);
        world.nodes.truncate(1);
        for _ in 0..all_noticed_beats() {
            advance(limits::NODE_BEAT).await;
            let own = world.beat(0);
            world.pass(own, 0);
        }
        assert_eq!(world.nodes[0].nodes.live(), [world.nodes[0].id]);
        world.pass(beat, 0);
        world.pass(line, 0);
        assert_eq!(world.nodes[0].nodes.live(), [world.nodes[0].id]);
        assert!(world.nodes[0].acted.is_empty());
    });
}

#[test]
fn what_strangers_say_takes_little_memory_and_no_place_of_a_known_node() {
    in_no_time(async {
        let mut world = World::new();
        world.start();
        world.start();
        introduce(&mut world);
        let usual = world.beat(0);
        // The beats of many runs that are over, and of which this node has never heard.
        for _ in 0..2 * limits::BUS_SENDERS_MAX {
            world.start();
            let beat = world.beat(2);
            world.nodes.truncate(2);
            world.pass(beat, 0);
        }
        let beat = world.beat(0);
        world.pass(beat, 1);
        let sizes = [usual, beat].map(|beat| world.recorded[beat].sealed.len());
        assert!(
            sizes[1] < sizes[0] + 20 * limits::BUS_SENDERS_MAX,
            "{sizes:?}"
        );
        let first = To::Node(world.nodes[0].id);
        let line = world.send(1, first, &Message::Omitted);
        world.pass(line, 0);
        assert!(world.nodes[0].acted.contains(&line));
    });
}

#[test]
fn what_is_too_large_is_dropped_unread() {
    in_no_time(async {
        let mut world = World::new();
        world.start();
        world.start();
        introduce(&mut world);
        let subject = world.nodes[0].receiver.node(world.nodes[0].id);
        let one = postcard::to_stdvec(&(TABLE, appended(1))).unwrap();
        for bytes in [
            limits::BUS_MESSAGE_BYTES_MAX / 2,
            limits::BUS_MESSAGE_BYTES_MAX,
        ] {
            let content = one.repeat(bytes / one.len());
            let sealed = world.nodes[1].sealer.seal(&subject, content).unwrap();
            let node = &mut world.nodes[0];
            let told = node.receiver.take_of_tables(&mut node.tables, &sealed);
            assert_eq!(
                told.is_some(),
                sealed.len() <= limits::BUS_MESSAGE_BYTES_MAX
            );
        }
    });
}
