//! Nodes exchange messages over a real NATS server, also after the server was stopped and started again.

use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use boneyard_base::{Supervisor, TableId, limits};
use boneyard_testing::Nats;
use tokio::io::AsyncWriteExt as _;
use tokio::net::TcpStream;
use tokio::time::timeout;

use super::{appended, asks};
use crate::bus::seal::{BusSecret, Keys};
use crate::{
    Beat, Bus, BusEvent, Heard, Message, Messages, NatsUrl, NodeId, Nodes, TableMessage,
    TableSubscription,
};

/// How long a test waits for an expected message. Only a failing test waits so long.
const PATIENCE: Duration = Duration::from_secs(30);

/// If a message has not arrived after this time, it counts as lost and is sent again.
const AGAIN: Duration = Duration::from_millis(200);

fn secret() -> BusSecret {
    "5".repeat(64).parse().unwrap()
}

/// Joins the cluster as a new node, which sends beats.
async fn join(address: &str) -> Bus {
    let url: NatsUrl = address.parse().unwrap();
    let bus = Bus::over_nats(&Supervisor::default(), &url, &secret())
        .await
        .unwrap();
    Nodes::start(&Supervisor::default(), &bus);
    bus
}

async fn next(subscription: &mut TableSubscription) -> (NodeId, TableMessage) {
    let next = timeout(PATIENCE, subscription.next()).await;
    next.expect("nothing came for a long time").unwrap()
}

/// Waits for the first message or event for which the test returns true.
async fn first(messages: &mut Messages, is_it: impl Fn(&Heard) -> bool) -> Heard {
    let wait = async {
        loop {
            let heard = messages.next().await.unwrap();
            if is_it(&heard) {
                return heard;
            }
        }
    };
    let first = timeout(PATIENCE, wait).await;
    first.expect("nothing came for a long time")
}

/// Waits for the next message or event, and skips beats.
async fn hear(messages: &mut Messages) -> Heard {
    let is_beat =
        |heard: &Heard| matches!(heard, Heard::Message(_, Message::Beat(_)) | Heard::Asked);
    first(messages, |heard| !is_beat(heard)).await
}

async fn until(messages: &mut Messages, event: BusEvent) {
    while hear(messages).await != Heard::Event(event) {}
}

/// Sends messages about a table to all nodes until the other node has received one of them. Then the other node
/// has also received all earlier messages.
async fn meet(bus: &Bus, table: TableId, other: &mut TableSubscription) {
    static NUMBERS: AtomicI64 = AtomicI64::new(1_000_000);
    loop {
        let message = asks(NUMBERS.fetch_add(1, Ordering::Relaxed));
        bus.tell_table(table, message.clone());
        let heard = async { while next(other).await != (bus.node(), message.clone()) {} };
        if timeout(AGAIN, heard).await.is_ok() {
            return;
        }
    }
}

/// Both nodes join a table, and know that the other has joined it.
async fn join_both(ann: &Bus, ben: &Bus, table: TableId) -> (TableSubscription, TableSubscription) {
    let (mut at_ann, mut at_ben) = (ann.join_table(table), ben.join_table(table));
    meet(ann, table, &mut at_ben).await;
    meet(ben, table, &mut at_ann).await;
    (at_ann, at_ben)
}

fn beat() -> Message {
    Message::Beat(Beat::STORING)
}

/// The subject of the messages about tables to a node.
fn subject_of(bus: &Bus) -> String {
    format!(
        "boneyard.{}.node.{}",
        Keys::new(&secret()).cluster(),
        bus.node()
    )
}

/// Waits until a node has received its own beat. From then on, it also receives the messages from other
/// nodes.
async fn until_heard(bus: &Bus, messages: &mut Messages) {
    loop {
        bus.tell_all(beat());
        if let Ok(Some(Heard::Message(from, _))) = timeout(AGAIN, messages.next()).await
            && from == bus.node()
        {
            return;
        }
    }
}

#[tokio::test]
async fn nodes_hear_each_other_in_order_and_no_other_cluster() {
    let nats = Nats::start();
    let (ann, ben) = (join(&nats.address()).await, join(&nats.address()).await);
    let (table, other) = (TableId::random(), TableId::random());
    let (mut at_ann, mut at_ben) = join_both(&ann, &ben, table).await;

    let url = nats.address().parse().unwrap();
    let other_secret = BusSecret::random().unwrap();
    let stranger = Bus::over_nats(&Supervisor::default(), &url, &other_secret)
        .await
        .unwrap();
    let mut to_stranger = stranger.messages();
    until_heard(&stranger, &mut to_stranger).await;

    for seq in 1..=500 {
        stranger.tell_table(table, asks(-seq));
        ann.tell_table(other, appended(-seq));
        ann.tell_table(table, appended(seq));
        ben.tell_table(table, appended(1_000 + seq));
    }
    for seq in 1..=500 {
        assert_eq!(next(&mut at_ben).await, (ann.node(), appended(seq)));
        assert_eq!(next(&mut at_ann).await, (ben.node(), appended(1_000 + seq)));
    }
    ann.tell_all(Message::Omitted);
    stranger.tell_all(beat());
    let heard = timeout(PATIENCE, to_stranger.next()).await.unwrap();
    assert!(matches!(heard, Some(Heard::Message(from, _)) if from == stranger.node()));
    assert_eq!(ann.meters().unreadable.get(), 0);
    assert_eq!(ben.meters().dropped.get(), 0);
}

#[tokio::test]
async fn a_node_hears_its_own_beats_and_nothing_else_of_its_own() {
    let nats = Nats::start();
    let (ann, ben) = (join(&nats.address()).await, join(&nats.address()).await);
    let (mut to_ann, mut to_ben) = (ann.messages(), ben.messages());
    until_heard(&ann, &mut to_ann).await;
    until_heard(&ben, &mut to_ben).await;
    // From this beat on, both accept the messages of each other.
    let beat = Heard::Message(ben.node(), beat());
    first(&mut to_ann, |heard| *heard == beat).await;
    ann.tell_all(Message::Omitted);
    ben.tell_all(Message::Omitted);
    let omitted = Heard::Message(ben.node(), Message::Omitted);
    let mut heard = hear(&mut to_ann).await;
    if heard == Heard::Event(BusEvent::Connected) {
        heard = hear(&mut to_ann).await;
    }
    assert_eq!(heard, omitted);
}

#[tokio::test]
async fn nodes_continue_after_a_restart_of_nats() {
    let mut nats = Nats::start();
    let (ann, ben) = (join(&nats.address()).await, join(&nats.address()).await);
    let table = TableId::random();
    let (_at_ann, mut at_ben) = join_both(&ann, &ben, table).await;
    let (mut to_ann, mut to_ben) = (ann.messages(), ben.messages());

    nats.stop();
    until(&mut to_ann, BusEvent::Lost).await;
    until(&mut to_ben, BusEvent::Lost).await;
    // Sending never waits for NATS, even if there are more messages than the queue can hold.
    for seq in 1..=2 * i64::try_from(limits::BUS_QUEUE_MAX).unwrap() {
        ann.tell_table(table, appended(seq));
    }
    assert!(ann.meters().dropped.get() > 0);
    nats.start_again();
    until(&mut to_ann, BusEvent::Connected).await;
    until(&mut to_ben, BusEvent::Connected).await;
    meet(&ann, table, &mut at_ben).await;
}

#[tokio::test]
async fn a_node_may_start_before_nats() {
    let mut nats = Nats::start();
    nats.stop();
    let ann = join(&nats.address()).await;
    let table = TableId::random();
    let mut at_ann = ann.join_table(table);
    let mut to_ann = ann.messages();
    nats.start_again();
    until(&mut to_ann, BusEvent::Connected).await;
    let ben = join(&nats.address()).await;
    meet(&ben, table, &mut at_ann).await;
}

#[tokio::test]
async fn a_node_that_reads_too_slowly_receives_the_missed_event() {
    let nats = Nats::start();
    let (ann, ben) = (join(&nats.address()).await, join(&nats.address()).await);
    let table = TableId::random();
    let (_at_ann, mut at_ben) = join_both(&ann, &ben, table).await;
    let mut to_ben = ben.messages();
    let told = 2 * i64::try_from(limits::BUS_TABLE_QUEUE_MAX).unwrap();
    for seq in 1..=told {
        ann.tell_table(table, appended(seq));
    }
    until(&mut to_ben, BusEvent::Missed).await;
    assert!(ben.meters().dropped.get() > 0);
    // The messages that were not dropped are received, and so are all later ones.
    assert_eq!(next(&mut at_ben).await, (ann.node(), appended(1)));
    meet(&ann, table, &mut at_ben).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_flood_stops_none_of_a_nodes_own_messages() {
    let nats = Nats::start();
    let (ann, ben) = (join(&nats.address()).await, join(&nats.address()).await);
    let table = TableId::random();
    let (_at_ann, mut at_ben) = join_both(&ann, &ben, table).await;

    let junk = format!("PUB {} 4\r\njunk\r\n", subject_of(&ann)).repeat(10_000);
    let mut socket = TcpStream::connect(("127.0.0.1", nats.port()))
        .await
        .unwrap();
    socket
        .write_all(b"CONNECT {\"verbose\":false}\r\n")
        .await
        .unwrap();
    let flood =
        tokio::spawn(async move { while socket.write_all(junk.as_bytes()).await.is_ok() {} });
    while ann.meters().unreadable.get() < 10_000 {
        tokio::task::yield_now().await;
    }
    // Over one connection for both directions, this takes many times as long.
    let talk = async {
        for seq in 1..=300 {
            ann.tell_table(table, appended(seq));
            assert_eq!(next(&mut at_ben).await, (ann.node(), appended(seq)));
        }
    };
    let talked = timeout(PATIENCE, talk).await;
    talked.expect("the flood delays what the node sends");
    flood.abort();
}

#[tokio::test]
async fn a_node_that_has_left_a_table_says_so_to_a_node_that_tells_it_of_the_table() {
    let nats = Nats::start();
    let (ann, ben) = (join(&nats.address()).await, join(&nats.address()).await);
    let table = TableId::random();
    let (mut at_ann, at_ben) = join_both(&ann, &ben, table).await;
    drop(at_ben);
    ann.tell_table(table, appended(1));
    while next(&mut at_ann).await != (ben.node(), TableMessage::Left) {}
    // The node joins the table again.
    let mut at_ben = ben.join_table(table);
    meet(&ben, table, &mut at_ann).await;
    ann.tell_table(table, appended(2));
    assert_eq!(next(&mut at_ben).await, (ann.node(), appended(2)));
}

#[tokio::test]
async fn messages_sealed_without_the_key_are_dropped() {
    let nats = Nats::start();
    let (ann, ben) = (join(&nats.address()).await, join(&nats.address()).await);
    let cal = join(&nats.address()).await;
    let table = TableId::random();
    let (_at_ann, mut at_ben) = join_both(&ann, &ben, table).await;
    let mut at_cal = cal.join_table(table);
    meet(&ann, table, &mut at_cal).await;

    let client = async_nats::connect(nats.address()).await.unwrap();
    let mut heard = client.subscribe(subject_of(&ben)).await.unwrap();
    client.flush().await.unwrap();
    let overheard = loop {
        ann.tell_table(table, appended(4));
        let next = futures_util::StreamExt::next(&mut heard);
        if let Ok(Some(message)) = timeout(AGAIN, next).await {
            break message.payload;
        }
    };
    client
        .publish(subject_of(&cal), overheard.clone())
        .await
        .unwrap();
    // From here on, what was overheard is a repetition for ben.
    meet(&ann, table, &mut at_ben).await;
    for payload in ["junk".into(), overheard] {
        client.publish(subject_of(&ben), payload).await.unwrap();
    }
    client.flush().await.unwrap();
    let unreadable = async {
        while ben.meters().unreadable.get() < 2 || cal.meters().unreadable.get() < 1 {
            meet(&ann, table, &mut at_ben).await;
            meet(&ann, table, &mut at_cal).await;
        }
    };
    timeout(PATIENCE, unreadable).await.expect("junk was heard");
    assert_eq!(ben.meters().unreadable.get(), 2);
    assert_eq!(cal.meters().unreadable.get(), 1);
}

#[tokio::test]
async fn a_node_signs_in_with_a_name_and_a_password() {
    let nats = Nats::start_with(&["--user", "ann", "--pass", "p@ss"]);
    let address = format!("nats://ann:p%40ss@127.0.0.1:{}", nats.port());
    let (ann, ben) = (join(&address).await, join(&address).await);
    let table = TableId::random();
    let mut at_ben = ben.join_table(table);
    meet(&ann, table, &mut at_ben).await;
}
