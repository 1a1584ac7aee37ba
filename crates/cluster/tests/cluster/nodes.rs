//! Tests with nodes of one process that start, stop, and lose their connection.

use std::time::Duration;

use boneyard_base::{Supervisor, TableId};
use tokio::time::timeout;

use boneyard_cluster::{Bus, BusEvent, Message, News, NewsFeed, NodeEvent, Nodes};
use boneyard_testing::Hub;

/// How long a test waits for expected news. The time of the test is paused, so it doesn't really wait.
const PATIENCE: Duration = Duration::from_mins(1);

fn node(hub: &Hub) -> (Bus, Nodes, NewsFeed) {
    let bus = hub.join();
    let nodes = Nodes::start(&Supervisor::default(), &bus);
    let news = nodes.news();
    (bus, nodes, news)
}

/// Waits until a condition holds. The condition gets each piece of news.
async fn until(feed: &mut NewsFeed, mut is_so: impl FnMut(Option<News>) -> bool) {
    let mut news = None;
    while !is_so(news.take()) {
        let next = timeout(PATIENCE, feed.next()).await;
        news = Some(next.expect("nothing became known for a long time").unwrap());
    }
}

#[tokio::test]
async fn a_server_that_is_alone_knows_itself() {
    let bus = Bus::alone();
    let nodes = Nodes::start(&Supervisor::default(), &bus);
    assert_eq!(nodes.live(), [nodes.me()]);
    assert!(!nodes.is_cut_off());
    assert_eq!(nodes.owner(TableId::random(), []), nodes.me());
    assert_eq!(nodes.news().next().await, None);
    nodes.leave(&bus).await;
}

#[tokio::test(start_paused = true)]
async fn nodes_find_each_other_and_notice_which_is_gone() {
    let hub = Hub::default();
    let (ann_bus, ann, mut to_ann) = node(&hub);
    assert!(ann.is_cut_off());
    let (ben_bus, ben, mut to_ben) = node(&hub);
    until(&mut to_ann, |_| {
        !ann.is_cut_off() && ann.live().contains(&ben.me())
    })
    .await;
    until(&mut to_ben, |_| {
        !ben.is_cut_off() && ben.live().contains(&ann.me())
    })
    .await;
    assert_eq!(ann.live(), ben.live());
    let table = TableId::random();
    assert_eq!(ann.owner(table, ann.live()), ben.owner(table, ben.live()));

    // Messages that are not beats are passed on.
    ben_bus.tell_all(Message::Omitted);
    let omitted = Some(News::Message(ben.me(), Message::Omitted));
    until(&mut to_ann, |news| news == omitted).await;

    hub.cut(ben.me());
    until(&mut to_ben, |_| ben.is_cut_off()).await;
    let gone = Some(News::Node(NodeEvent::Gone(ben.me())));
    until(&mut to_ann, |news| news == gone).await;
    assert!(ben.live().contains(&ann.me()) && !ann.live().contains(&ben.me()));
    hub.mend(ben.me());
    let connected = Some(News::Bus(BusEvent::Connected));
    until(&mut to_ben, |news| {
        let is_connected = news == connected;
        assert!(!(is_connected && ben.is_cut_off()), "it hears itself first");
        is_connected
    })
    .await;
    let back = Some(News::Node(NodeEvent::Back(ben.me())));
    until(&mut to_ann, |news| news == back).await;

    ann.leave(&ann_bus).await;
    let gone = Some(News::Node(NodeEvent::Gone(ann.me())));
    until(&mut to_ben, |news| news == gone).await;
    assert_eq!(ben.live(), [ben.me()]);
}
