//! Tests of tables on two nodes with one store.

use std::time::Duration;

use boneyard_base::{PlayerId, Supervisor, limits};
use boneyard_cluster::Nodes;
use boneyard_protocol::ServerMessage;
use boneyard_testing::{Delivery, Hub};
use tokio::time::timeout;

use crate::tables::task::Input;
use crate::tests::bench::two_players;
use crate::tests::live::{Guest, Shelf};
use crate::{State, TableParts, Tables};

/// Starts a node, waits until the node receives its own messages, and returns the node's tables.
async fn node(shelf: &Shelf, hub: &Hub) -> Tables {
    let bus = hub.join();
    let nodes = Nodes::start(&Supervisor::default(), &bus);
    let mut news = nodes.news();
    while nodes.is_cut_off() {
        news.next().await;
    }
    Tables::new(TableParts {
        bus,
        nodes,
        ..shelf.parts().await
    })
}

/// Waits until one node knows that the other is alive.
async fn knows(one: &Tables, other: &Tables) {
    let mut news = one.nodes().news();
    while !one.nodes().live().contains(&other.nodes().me()) {
        news.next().await;
    }
}

#[tokio::test]
async fn a_row_whose_message_was_lost_is_read_when_the_table_is_quiet() {
    let bench = two_players();
    let shelf = Shelf::with(&[&bench]).await;
    let hub = Hub::default();
    let (one, other) = (node(&shelf, &hub).await, node(&shelf, &hub).await);
    let host = Guest::at(&one, bench.id, bench.people[0]).await;
    let mut watcher = Guest::at(&other, bench.id, PlayerId::random()).await;
    let version = watcher.version().await;
    hub.decide_by(|passage| match passage.table {
        Some(_) => Delivery::Lose,
        None => Delivery::Arrive,
    });
    host.rename("Ada").await;
    // The first call only records the current version. The second call finds that the version has not changed
    // since the first call, and reads the log.
    for _ in 0..2 {
        other.read_missed(false).await.unwrap();
    }
    assert_eq!(watcher.version().await, version + 1);
}

#[tokio::test]
async fn a_table_is_put_away_only_if_nobody_is_there_through_any_node() {
    let bench = two_players();
    let shelf = Shelf::with(&[&bench]).await;
    let hub = Hub::default();
    let (one, other) = (node(&shelf, &hub).await, node(&shelf, &hub).await);
    knows(&one, &other).await;
    knows(&other, &one).await;
    let host = Guest::at(&one, bench.id, bench.people[0]).await;
    shelf.hand.advance_ms(limits::TABLE_ABANDONED_MS);
    let is_closed = async || {
        let rows = shelf.store.read_log(bench.id, 0).await.unwrap();
        State::from_log(&rows).unwrap().closed
    };
    for tables in [&one, &other] {
        tables.close_abandoned().await;
    }
    assert!(!is_closed().await, "the host is there");
    let id = host.id;
    host.table.take(Input::Unfollow(id)).await.unwrap();
    let mut watcher = Guest::at(&other, bench.id, PlayerId::random()).await;
    shelf.hand.advance_ms(limits::TABLE_ABANDONED_MS);
    for tables in [&one, &other] {
        tables.close_abandoned().await;
    }
    assert!(is_closed().await);
    while !matches!(watcher.next().await, ServerMessage::Closed { .. }) {}
}

/// A node of a test that sets which nodes are alive.
async fn node_by_hand(shelf: &Shelf, hub: &Hub) -> Tables {
    let bus = hub.join();
    let nodes = Nodes::by_hand(&bus);
    nodes.hear(bus.node());
    Tables::new(TableParts {
        bus,
        nodes,
        ..shelf.parts().await
    })
}

/// What a guest is told within the next second.
async fn told_within_a_second(guest: &mut Guest) -> Option<ServerMessage> {
    timeout(Duration::from_secs(1), guest.next()).await.ok()
}

#[tokio::test]
async fn players_of_a_node_that_is_not_heard_are_gone_when_it_no_longer_writes() {
    let bench = two_players();
    let shelf = Shelf::with(&[&bench]).await;
    let hub = Hub::default();
    let (one, other) = (
        node_by_hand(&shelf, &hub).await,
        node_by_hand(&shelf, &hub).await,
    );
    let lost = one.nodes().me();
    other.nodes().hear(lost);
    let _host = Guest::at(&one, bench.id, bench.people[0]).await;
    let _guest = Guest::at(&one, bench.id, bench.people[1]).await;
    let mut watcher = Guest::at(&other, bench.id, PlayerId::random()).await;
    // From now on time is simulated: it advances when all tasks wait.
    tokio::time::pause();
    while told_within_a_second(&mut watcher).await.is_some() {}

    other.nodes().set_rows(vec![(lost, Duration::ZERO)]);
    other.nodes().lose(lost);
    other.give_all(|| Input::NodeGone(lost)).await;
    let told = told_within_a_second(&mut watcher).await;
    assert!(told.is_none(), "{told:?}");
    assert!(!other.nodes().settle());

    other.nodes().set_rows(Vec::new());
    assert!(other.nodes().settle());
    other.give_all(|| Input::CheckPresence).await;
    match told_within_a_second(&mut watcher).await {
        Some(ServerMessage::Presence { presence, .. }) => {
            assert!(presence.seats.iter().all(|(_, &is_here)| !is_here));
        }
        other => panic!("{other:?}"),
    }
}
