//! Messages between nodes of one process, which the test hub carries.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use boneyard_base::TableId;

use boneyard_cluster::{Bus, BusEvent, Heard, Here, Message, TableMessage};
use boneyard_testing::{Delivery, Hub};

fn appended(seq: i64) -> TableMessage {
    TableMessage::Appended { seq, row: None }
}

/// What a node that has just joined a table sends to all nodes.
fn asks() -> TableMessage {
    TableMessage::Here(Here {
        asks: true,
        ..Here::default()
    })
}

#[tokio::test]
async fn a_server_that_is_alone_sends_and_receives_nothing() {
    let bus = Bus::alone();
    assert!(bus.is_alone());
    bus.tell_all(Message::Leaving);
    let table = TableId::random();
    let mut subscription = bus.join_table(table);
    bus.tell_table(table, appended(1));
    assert_eq!(subscription.next().await, None);
    assert_eq!(bus.messages().next().await, None);
}

#[tokio::test]
async fn nodes_of_one_process_hear_what_is_told_about_tables_that_they_have_joined() {
    let hub = Hub::default();
    let (ann, ben) = (hub.join(), hub.join());
    let (table, other) = (TableId::random(), TableId::random());
    let mut at_ann = ann.join_table(table);
    let mut at_ben = ben.join_table(table);

    // Neither node knows that the other has joined.
    ben.tell_table(table, appended(7));
    ann.tell_table(table, asks());
    ben.tell_table(other, appended(7));
    ben.tell_table(table, appended(1));
    ann.tell_table(table, appended(2));
    assert_eq!(at_ann.next().await, Some((ben.node(), appended(1))));
    assert_eq!(at_ben.next().await, Some((ann.node(), asks())));
    assert_eq!(at_ben.next().await, Some((ann.node(), appended(2))));

    assert!(hub.has_joined(ben.node(), table));
    drop(at_ben);
    assert!(!hub.has_joined(ben.node(), table));
    ann.tell_table(table, appended(3));
    assert_eq!(at_ann.next().await, Some((ben.node(), TableMessage::Left)));
    let sent = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&sent);
    hub.decide_by(move |_| {
        counted.fetch_add(1, Ordering::Relaxed);
        Delivery::Arrive
    });
    ann.tell_table(table, appended(4));
    assert_eq!(sent.load(Ordering::Relaxed), 0);
}

#[tokio::test]
async fn the_hub_loses_holds_and_cuts_as_a_test_says() {
    let hub = Hub::default();
    let (ann, ben) = (hub.join(), hub.join());
    let table = TableId::random();
    let (_at_ann, mut at_ben) = (ann.join_table(table), ben.join_table(table));
    ben.tell_table(table, asks());
    let mut to_ben = ben.messages();
    let event = |event| Some(Heard::Event(event));
    assert_eq!(to_ben.next().await, event(BusEvent::Connected));

    let mut outcomes = [Delivery::Lose, Delivery::Hold, Delivery::Arrive].into_iter();
    hub.decide_by(move |_| outcomes.next().unwrap_or(Delivery::Arrive));
    for seq in 1..=3 {
        ann.tell_table(table, appended(seq));
    }
    hub.release();
    assert_eq!(at_ben.next().await, Some((ann.node(), appended(3))));
    assert_eq!(at_ben.next().await, Some((ann.node(), appended(2))));

    hub.cut(ben.node());
    ann.tell_all(Message::Omitted);
    hub.mend(ben.node());
    hub.miss(ben.node());
    ann.tell_all(Message::Leaving);
    assert_eq!(to_ben.next().await, event(BusEvent::Lost));
    assert_eq!(to_ben.next().await, event(BusEvent::Connected));
    assert_eq!(to_ben.next().await, event(BusEvent::Missed));
    let leaving = Heard::Message(ann.node(), Message::Leaving);
    assert_eq!(to_ben.next().await, Some(leaving));
}
