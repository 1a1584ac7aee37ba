//! Quick match without sockets: at one node and at two, with blocks and ratings, and with those who don't
//! come.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use boneyard_protocol::matching::SeekEnded;
use boneyard_protocol::{ErrorCode, Seeking, ServerMessage, TableId};
use boneyard_rules::Rules;
use futures_util::FutureExt as _;
use futures_util::future::{BoxFuture, ready};
use parking_lot::Mutex;
use tempfile::TempDir;
use tokio::task::AbortHandle;
use tokio::time::{Instant, sleep};

use super::{KnownPeople, Matching, MayNotSeek, Wanted};
use crate::bus::{Beat, Bus, Hub, Message};
use crate::clock::{Clock, ManualClock, Timestamp};
use crate::computer_threads::ComputerThreads;
use crate::gate::{Budgets, Requester};
use crate::id::{PersonId, PlayerId};
use crate::identity::Visitor;
use crate::limits;
use crate::lobby::Lobby;
use crate::nodes::{News, Nodes};
use crate::peer::{Inbox, Peer};
use crate::store::{Store, StoreError};
use crate::table::{LOG_FORMAT, Tables};

/// Only a failing test waits that long.
const PATIENCE: Duration = Duration::from_mins(1);

/// What a test says of people.
#[derive(Default)]
struct Said {
    blocked: Mutex<HashSet<(PlayerId, PlayerId)>>,
    kept_out: Mutex<HashSet<PlayerId>>,
    strong: Mutex<HashSet<PlayerId>>,
}

impl KnownPeople for Said {
    fn may_seek(
        &self,
        player: PlayerId,
    ) -> BoxFuture<'_, Result<Result<(), MayNotSeek>, StoreError>> {
        let refusal = MayNotSeek {
            code: ErrorCode::MustWait,
            text: "Wait.".to_owned(),
        };
        let may = !self.kept_out.lock().contains(&player);
        ready(Ok(may.then_some(()).ok_or(refusal))).boxed()
    }

    fn rating(&self, player: PlayerId, _: Rules) -> BoxFuture<'_, Result<Option<i32>, StoreError>> {
        let is_strong = self.strong.lock().contains(&player);
        ready(Ok(is_strong.then_some(2_400))).boxed()
    }

    fn blocked_among(
        &self,
        players: Vec<PlayerId>,
    ) -> BoxFuture<'_, Result<HashSet<(PlayerId, PlayerId)>, StoreError>> {
        let blocked = self.blocked.lock();
        let among = blocked.iter().copied();
        let among = among.filter(|(a, b)| players.contains(a) && players.contains(b));
        ready(Ok(among.collect())).boxed()
    }

    fn is_rated(&self, _: Vec<PlayerId>, _: Rules) -> BoxFuture<'_, Result<bool, StoreError>> {
        ready(Ok(true)).boxed()
    }
}

/// A database, and the time.
struct Ground {
    store: Store,
    clock: Clock,
    hand: ManualClock,
    said: Arc<Said>,
    _directory: TempDir,
}

impl Ground {
    async fn new() -> Self {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("boneyard.db");
        let store = Store::open(&format!("sqlite://{}", file.display())).await;
        let (clock, hand) = Clock::manual(Timestamp(1_000_000));
        Self {
            store: store.unwrap(),
            clock,
            hand,
            said: Arc::default(),
            _directory: directory,
        }
    }

    async fn node(&self, bus: Bus) -> Node {
        let lobby = Lobby::start(&self.store).await.unwrap();
        let threads = ComputerThreads::start(1).unwrap();
        let nodes = Nodes::start(&bus, Beat::of(LOG_FORMAT));
        let mut news = nodes.news();
        let (store, clock) = (self.store.clone(), self.clock.clone());
        let tables = Tables::new(store, clock, lobby, threads, Duration::ZERO)
            .among(bus.clone(), nodes.clone());
        let budgets = Budgets::new(limits::ROWS_PER_ADDRESS);
        let said: Arc<dyn KnownPeople> = Arc::clone(&self.said) as _;
        let matching = Matching::start(tables, budgets, said);
        let hearing = matching.clone();
        let hears = tokio::spawn(async move {
            while let Some(news) = news.next().await {
                if let News::Message(from, Message::Matching(message)) = news {
                    hearing.hear(from, *message);
                }
            }
        });
        Node {
            matching,
            nodes,
            bus,
            hears: hears.abort_handle(),
        }
    }
}

struct Node {
    matching: Matching,
    nodes: Nodes,
    bus: Bus,
    hears: AbortHandle,
}

/// Somebody at a node.
struct Guest {
    peer: Peer,
    inbox: Inbox,
    visitor: Visitor,
    tables: Vec<(TableId, bool)>,
    seeking: Option<Seeking>,
}

impl Guest {
    fn new(name: &str, kept: bool) -> Self {
        let requester = Requester::anybody();
        let (peer, inbox) = Peer::channel(requester, None);
        let visitor = Visitor {
            player: peer.player,
            name: name.to_owned(),
            person: kept.then(PersonId::random),
        };
        Self {
            peer,
            inbox,
            visitor,
            tables: Vec::new(),
            seeking: None,
        }
    }

    async fn seek(&mut self, node: &Node) {
        self.try_seek(node).await.unwrap();
    }

    async fn try_seek(&mut self, node: &Node) -> Result<(), ErrorCode> {
        let wanted = Wanted {
            presets: vec!["Draw".to_owned()],
            mixed: false,
            party: None,
        };
        let sought = node.matching.seek(&self.peer, &self.visitor, wanted);
        sought.await.map_err(|refusal| refusal.code)
    }

    fn read(&mut self) {
        while let Some(text) = self.inbox.try_next() {
            match serde_json::from_str(&text).unwrap() {
                ServerMessage::Paired(paired) => self.tables.push((paired.table, paired.rated)),
                ServerMessage::Seeking(seeking) => self.seeking = Some(seeking),
                _ => {}
            }
        }
    }

    fn ended(&self) -> Option<SeekEnded> {
        self.seeking.as_ref()?.ended
    }

    async fn until(&mut self, is_so: impl Fn(&Self) -> bool) {
        let start = Instant::now();
        loop {
            self.read();
            if is_so(self) {
                return;
            }
            assert!(start.elapsed() < PATIENCE, "{:?}", self.seeking);
            sleep(Duration::from_millis(20)).await;
        }
    }

    async fn paired(&mut self) -> (TableId, bool) {
        let known = self.tables.len();
        self.until(|guest| guest.tables.len() > known).await;
        self.tables[known]
    }
}

#[tokio::test]
async fn a_block_keeps_two_apart_whoever_proposes_them() {
    let ground = Ground::new().await;
    let node = ground.node(Bus::alone()).await;
    let mut guests: Vec<Guest> = ["Ann", "Ben", "Eve"].map(|n| Guest::new(n, true)).into();
    let (ann, ben) = (guests[0].peer.player, guests[1].peer.player);
    ground.said.blocked.lock().insert((ann, ben));
    for guest in &mut guests[..2] {
        guest.seek(&node).await;
    }
    // Longer than any gap matters.
    ground.hand.advance_ms(60_000);
    guests[0]
        .until(|ann| ann.seeking.as_ref().unwrap().offers_computer)
        .await;
    guests[2].seek(&node).await;
    let (table, rated) = guests[2].paired().await;
    assert!(rated, "all keep accounts");
    for guest in &mut guests {
        guest.read();
    }
    let met = guests[..2].iter().filter(|guest| !guest.tables.is_empty());
    let met: Vec<&Guest> = met.collect();
    assert_eq!(met.len(), 1);
    assert_eq!(met[0].tables, [(table, true)]);
}

#[tokio::test]
async fn who_must_wait_does_not_look_and_who_is_too_strong_is_met_later() {
    let ground = Ground::new().await;
    let node = ground.node(Bus::alone()).await;
    let (mut ann, mut ben) = (Guest::new("Ann", false), Guest::new("Ben", false));
    ground.said.kept_out.lock().insert(ann.peer.player);
    assert_eq!(ann.try_seek(&node).await, Err(ErrorCode::MustWait));
    ground.said.kept_out.lock().clear();
    ground.said.strong.lock().insert(ann.peer.player);
    ann.seek(&node).await;
    ben.seek(&node).await;
    ben.read();
    assert!(ben.tables.is_empty());
    ground.hand.advance_ms(30_000);
    let (table, rated) = ben.paired().await;
    assert_eq!(ann.paired().await, (table, false), "guests are not rated");
    assert!(!rated);
}

#[tokio::test]
async fn who_does_not_come_within_twenty_seconds_is_replaced() {
    let ground = Ground::new().await;
    let node = ground.node(Bus::alone()).await;
    let (mut ann, mut ben) = (Guest::new("Ann", false), Guest::new("Ben", false));
    ann.seek(&node).await;
    ben.seek(&node).await;
    let (table, _) = ann.paired().await;
    ben.paired().await;
    assert_eq!(ann.try_seek(&node).await, Err(ErrorCode::NotNow));
    let since = ann.seeking.as_ref().unwrap().since_ms;

    // Ann comes and says so; Ben doesn't.
    let tables = &node.matching.inner.tables;
    let handle = tables.open(table);
    let id = crate::peer::FollowId::next();
    let terms = crate::table::FollowTerms::default();
    let name = "Ann";
    let follow = crate::table::Input::Follow {
        id,
        peer: ann.peer.clone(),
        name,
        terms,
    };
    handle.take(follow).await.unwrap();
    let request = boneyard_protocol::Request::Ready { ready: true };
    let ready = crate::table::Input::Request { id, name, request };
    handle.take(ready).await.unwrap();
    ground.hand.advance_ms(20_000);
    ann.until(|ann| ann.ended().is_none()).await;
    assert_eq!(ann.seeking.as_ref().unwrap().since_ms, since);
    ben.until(|ben| ben.ended() == Some(SeekEnded::Withdrawn))
        .await;

    let mut eve = Guest::new("Eve", false);
    eve.seek(&node).await;
    assert_eq!(eve.paired().await, ann.paired().await);
}

#[tokio::test]
async fn people_of_two_nodes_meet_and_go_on_when_the_owner_of_the_pool_dies() {
    let ground = Ground::new().await;
    let hub = Hub::default();
    let mut nodes = [ground.node(hub.join()).await, ground.node(hub.join()).await];
    let start = Instant::now();
    while nodes.iter().any(|node| node.nodes.live().len() < 2) {
        assert!(start.elapsed() < PATIENCE);
        sleep(Duration::from_millis(20)).await;
    }
    let owners = nodes.iter().filter(|node| node.matching.owns_pool());
    assert_eq!(owners.count(), 1);
    if nodes[1].matching.owns_pool() {
        nodes.swap(0, 1);
    }
    let [owner, other] = nodes;
    let mut guests: Vec<Guest> = (0..20).map(|n| Guest::new(&n.to_string(), false)).collect();
    for (number, guest) in guests.iter_mut().enumerate() {
        let node = if number % 2 == 0 { &owner } else { &other };
        guest.seek(node).await;
    }
    for guest in &mut guests {
        guest.until(|guest| guest.tables.len() == 1).await;
    }
    let tables: HashSet<TableId> = guests.iter().map(|guest| guest.tables[0].0).collect();
    assert_eq!(
        tables.len(),
        guests.len() / 2,
        "two at each, and nobody twice"
    );

    // A visitor who comes to another node looks there, and no longer here.
    let mut ann = Guest::new("Ann", false);
    ann.seek(&other).await;
    ground.hand.advance_ms(1);
    let (peer, inbox) = Peer::channel(ann.peer.requester(), None);
    let mut again = Guest {
        peer,
        inbox,
        visitor: ann.visitor.clone(),
        tables: Vec::new(),
        seeking: None,
    };
    again.seek(&owner).await;
    ann.until(|ann| ann.ended() == Some(SeekEnded::Withdrawn))
        .await;

    // The owner dies without a word, and with it the search of its visitor.
    hub.cut(owner.bus.node());
    owner.hears.abort();
    let mut left = [Guest::new("Eve", false), Guest::new("Joe", false)];
    for guest in &mut left {
        guest.seek(&other).await;
    }
    let [eve, joe] = &mut left;
    let (table, _) = eve.paired().await;
    assert_eq!(joe.paired().await.0, table);
    assert!(other.matching.owns_pool());
}
