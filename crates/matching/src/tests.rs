//! Tests of quick match without sockets: on one node and on two, with blocks and ratings, and with players
//! who don't come to the table.

use std::collections::{HashSet, VecDeque};
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use boneyard_base::limits::Bound;
use boneyard_base::{
    Bounds, Budgets, Clock, ComputerThreads, FollowId, Inbox, ManualClock, Peer, PersonId,
    PlayerId, Requester, Supervisor, Timestamp, Visitor, limits,
};
use boneyard_cluster::{Bus, MatchMessage, Message, News, NodeEvent, NodeId, Nodes, Seeker};
use boneyard_protocol::http::CreateTable;
use boneyard_protocol::matching::SeekEnded;
use boneyard_protocol::{Access, ClockRule, ErrorCode, Request, Seeking, ServerMessage, TableId};
use boneyard_rules::{Rules, Seating, line};
use boneyard_store::{Store, StoreError};
use boneyard_table::{FollowTerms, Input, Lobby, Sitting, TableParts, Tables};
use boneyard_testing::Hub;
use futures_util::FutureExt as _;
use futures_util::future::{BoxFuture, ready};
use parking_lot::Mutex;
use tempfile::TempDir;
use tokio::runtime::Handle;
use tokio::sync::RwLock;
use tokio::task::AbortHandle;
use tokio::time::{Instant, sleep};

use super::{KnownPeople, Matching, MayNotSeek, Wanted};

/// The longest time for which a test waits. Only a failing test waits that long.
const PATIENCE: Duration = Duration::from_mins(1);

/// The blocks and ratings of the players, as a test sets them.
#[derive(Default)]
struct Said {
    blocked: Mutex<HashSet<(PlayerId, PlayerId)>>,
    kept_out: Mutex<HashSet<PlayerId>>,
    strong: Mutex<HashSet<PlayerId>>,
    kept: Mutex<HashSet<PlayerId>>,
    /// The players who were recorded as having left, with the time.
    left: Mutex<Vec<(PlayerId, Timestamp)>>,
    /// How often blocks were asked for.
    asked: AtomicUsize,
    /// While a test holds it, no answer about blocks comes.
    silence: RwLock<()>,
}

impl KnownPeople for Said {
    fn may_seek(&self, player: PlayerId) -> BoxFuture<'_, Result<(), MayNotSeek>> {
        let refusal = MayNotSeek {
            code: ErrorCode::MustWait,
            text: "Wait.".to_owned(),
        };
        let may = !self.kept_out.lock().contains(&player);
        ready(may.then_some(()).ok_or(refusal)).boxed()
    }

    fn has_left(&self, player: PlayerId, at: Timestamp) -> BoxFuture<'_, ()> {
        self.left.lock().push((player, at));
        ready(()).boxed()
    }

    fn rating(&self, player: PlayerId, _: Rules) -> BoxFuture<'_, Result<Option<i32>, StoreError>> {
        let is_strong = self.strong.lock().contains(&player);
        ready(Ok(is_strong.then_some(2_400))).boxed()
    }

    fn blocked_among(
        &self,
        players: Vec<PlayerId>,
    ) -> BoxFuture<'_, Result<HashSet<(PlayerId, PlayerId)>, StoreError>> {
        async move {
            self.asked.fetch_add(1, Ordering::Relaxed);
            let _ = self.silence.read().await;
            let blocked = self.blocked.lock();
            let among = blocked.iter().copied();
            let among = among.filter(|(a, b)| players.contains(a) && players.contains(b));
            Ok(among.collect())
        }
        .boxed()
    }

    fn is_kept(&self, player: PlayerId) -> BoxFuture<'_, Result<bool, StoreError>> {
        ready(Ok(self.kept.lock().contains(&player))).boxed()
    }

    fn is_rated(&self, _: Vec<PlayerId>, _: Rules) -> BoxFuture<'_, Result<bool, StoreError>> {
        ready(Ok(true)).boxed()
    }
}

/// The database and the clock that the nodes of a test share.
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
        let lobby = Lobby::start(&Supervisor::default(), &self.store, &Handle::current())
            .await
            .unwrap();
        let threads = ComputerThreads::start(1).unwrap();
        let nodes = Nodes::start(&Supervisor::default(), &bus);
        let mut news = nodes.news();
        let (store, clock) = (self.store.clone(), self.clock.clone());
        let tables = Tables::new(TableParts {
            bus: bus.clone(),
            nodes: nodes.clone(),
            ..TableParts::new(store, clock, lobby, threads)
        });
        let budgets = Budgets::new(limits::ROWS_PER_ADDRESS);
        let bounds = Bounds::new(limits::TABLES_PER_ADDRESS);
        let said: Arc<dyn KnownPeople> = Arc::clone(&self.said) as _;
        let matching = Matching::start(
            &Supervisor::default(),
            tables.clone(),
            (budgets, bounds),
            said,
        );
        let (hearing, at_node) = (matching.clone(), tables.clone());
        let hears = tokio::spawn(async move {
            while let Some(news) = news.next().await {
                match news {
                    News::Message(from, Message::Matching(message)) => hearing.hear(from, *message),
                    News::Node(NodeEvent::Gone(node)) => {
                        tables.give_all(|| Input::NodeGone(node)).await;
                    }
                    _ => {}
                }
            }
        });
        Node {
            matching,
            tables: at_node,
            nodes,
            bus,
            hears: hears.abort_handle(),
        }
    }
}

struct Node {
    matching: Matching,
    tables: Tables,
    nodes: Nodes,
    bus: Bus,
    hears: AbortHandle,
}

/// Waits until all nodes know each other.
async fn know_each_other(nodes: &[Node]) {
    until(|| {
        nodes
            .iter()
            .all(|node| node.nodes.live().len() == nodes.len())
    })
    .await;
}

async fn until(is_so: impl Fn() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < PATIENCE, "it doesn't come about");
        sleep(Duration::from_millis(20)).await;
    }
}

impl Said {
    /// Waits until a player is recorded as having left, and returns the times of these records.
    async fn has_left(&self, player: PlayerId) -> Vec<Timestamp> {
        let times = || -> Vec<Timestamp> {
            let left = self.left.lock();
            let times = left.iter().filter(|(who, _)| *who == player);
            times.map(|&(_, at)| at).collect()
        };
        until(|| !times().is_empty()).await;
        times()
    }
}

impl Node {
    /// The last opponents of a player who searches through this node.
    fn met(&self, guest: &Guest) -> Vec<PlayerId> {
        let seeker = self.matching.searches().seeker(guest.peer.player);
        seeker.unwrap().met
    }

    /// Stops the node without a message to the other nodes.
    fn die(&self, hub: &Hub) {
        hub.cut(self.bus.node());
        self.hears.abort();
    }
}

/// A player with a connection to a node.
struct Guest {
    peer: Peer,
    client: Arc<GuestClient>,
    visitor: Visitor,
    /// The preset that the player wants.
    preset: &'static str,
    tables: Vec<(TableId, bool)>,
    seeking: Option<Seeking>,
}

/// The client of a guest, as a browser: it answers that it is connected, without the player.
#[derive(Default)]
struct GuestClient {
    /// The quick match that is answered; `None` if the client doesn't answer.
    matching: Mutex<Option<Matching>>,
    /// The number of questions that the client was asked.
    questions: Mutex<Vec<u32>>,
    received: Mutex<VecDeque<ServerMessage>>,
}

impl GuestClient {
    fn start(peer: Peer, inbox: Inbox) -> Arc<Self> {
        let client = Arc::new(Self::default());
        let receiving = Arc::clone(&client);
        tokio::spawn(async move {
            loop {
                let message = serde_json::from_str(&inbox.next().await).unwrap();
                if let ServerMessage::SeekQuestion { number } = message {
                    receiving.questions.lock().push(number);
                    let matching = receiving.matching.lock().clone();
                    if let Some(matching) = matching {
                        matching.answer(&peer, number);
                    }
                }
                receiving.received.lock().push_back(message);
            }
        });
        client
    }
}

impl Guest {
    fn new(name: &str, kept: bool) -> Self {
        Self::at("192.0.2.1", name, kept)
    }

    /// A guest at an address.
    fn at(address: &str, name: &str, kept: bool) -> Self {
        let requester = Requester {
            player: PlayerId::random(),
            from: address.parse::<IpAddr>().unwrap().into(),
        };
        let (peer, inbox) = Peer::channel(requester, None);
        let client = GuestClient::start(peer.clone(), inbox);
        let visitor = Visitor {
            player: peer.player,
            name: name.to_owned(),
            person: kept.then(PersonId::random),
        };
        Self {
            peer,
            client,
            visitor,
            preset: "Draw",
            tables: Vec::new(),
            seeking: None,
        }
    }

    async fn seek(&mut self, node: &Node) {
        self.try_seek(node).await.unwrap();
    }

    async fn try_seek(&mut self, node: &Node) -> Result<(), ErrorCode> {
        *self.client.matching.lock() = Some(node.matching.clone());
        self.seek_silently(node).await
    }

    /// Searches without answering whether the client is connected.
    async fn seek_silently(&self, node: &Node) -> Result<(), ErrorCode> {
        self.choose(node, None).await
    }

    /// Searches, and chooses the player of the search `with`.
    async fn choose(&self, node: &Node, with: Option<u32>) -> Result<(), ErrorCode> {
        let wanted = Wanted {
            presets: vec![self.preset.to_owned()],
            mixed: false,
            party: None,
            with,
        };
        let sought = node.matching.seek(&self.peer, &self.visitor, wanted);
        sought.await.map_err(|refusal| refusal.code)
    }

    /// The same visitor with a second connection.
    fn again(&self) -> Self {
        let (peer, inbox) = Peer::channel(self.peer.requester(), None);
        Self {
            client: GuestClient::start(peer.clone(), inbox),
            peer,
            visitor: self.visitor.clone(),
            preset: self.preset,
            tables: Vec::new(),
            seeking: None,
        }
    }

    /// Makes the player come to a table through a node.
    async fn come(&self, node: &Node, table: TableId) {
        self.ask(node, table, Request::Ready { ready: true }).await;
    }

    async fn resign(&self, node: &Node, table: TableId) {
        self.ask(node, table, Request::Resign).await;
    }

    async fn ask(&self, node: &Node, table: TableId, request: Request) {
        let (id, name) = (FollowId::next(), self.visitor.name.as_str());
        let handle = node.matching.inner.tables.open(table);
        let follow = Input::Follow {
            id,
            peer: self.peer.clone(),
            name,
            terms: FollowTerms::default(),
        };
        handle.take(follow).await.unwrap();
        let request = Input::Request { id, name, request };
        handle.take(request).await.unwrap();
    }

    /// Ends the connection. Returns the same visitor with a new connection.
    fn be_gone(self, node: &Node) -> Self {
        node.matching.leave(&self.peer);
        self.again()
    }

    fn read(&mut self) {
        for message in self.client.received.lock().drain(..) {
            match message {
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
    let mut guests: Vec<Guest> = ["Ann", "Ben"].map(|n| Guest::new(n, true)).into();
    guests.push(Guest::at("198.51.100.1", "Eve", true));
    let (ann, ben) = (guests[0].peer.player, guests[1].peer.player);
    ground.said.blocked.lock().insert((ann, ben));
    for guest in &mut guests[..2] {
        guest.seek(&node).await;
    }
    // This is longer than the wait after which any gap is allowed.
    ground.hand.advance_ms(60_000);
    guests[0]
        .until(|ann| {
            let seeking = ann.seeking.as_ref();
            seeking.is_some_and(|seeking| seeking.offers_computer)
        })
        .await;
    guests[2].seek(&node).await;
    let (table, rated) = guests[2].paired().await;
    assert!(rated, "all keep accounts");
    let [ann, ben, _] = &mut guests[..] else {
        unreachable!()
    };
    let met = tokio::select! {
        met = ann.paired() => met,
        met = ben.paired() => met,
    };
    assert_eq!(met, (table, true));
    assert!(ann.tables.is_empty() || ben.tables.is_empty());
}

#[tokio::test]
async fn a_table_that_is_opened_for_a_player_who_has_quit_is_closed_at_once() {
    let ground = Ground::new().await;
    let node = ground.node(Bus::alone()).await;
    let (mut ann, mut ben) = (Guest::new("Ann", false), Guest::new("Ben", false));
    let silence = ground.said.silence.write().await;
    ann.seek(&node).await;
    ben.seek(&node).await;
    // Both have agreed, and the table is being opened.
    until(|| ground.said.asked.load(Ordering::Relaxed) > 0).await;
    node.matching.unseek(&ann.peer);
    drop(silence);
    let start = Instant::now();
    let table = loop {
        let last = node.tables.last_quick(ben.peer.player).await.unwrap();
        if let Some(last) = last
            && last.stand.is_some_and(|stand| stand.closed.is_some())
        {
            break last.table;
        }
        assert!(start.elapsed() < PATIENCE, "the table isn't closed");
        sleep(Duration::from_millis(20)).await;
    };
    // Who searches again finds another player, and not that table.
    ben.seek(&node).await;
    let mut eve = Guest::new("Eve", false);
    eve.seek(&node).await;
    let (met, _) = ben.paired().await;
    assert_ne!(met, table);
    assert_eq!(eve.paired().await.0, met);
}

#[tokio::test]
async fn nodes_with_different_catalogues_pair_players_for_the_games_that_both_know() {
    let ground = Ground::new().await;
    let node = ground.node(Bus::alone()).await;
    let ann = Guest::new("Ann", false);
    ann.seek_silently(&node).await.unwrap();
    let stranger = |wants: &[&str]| {
        let own = node.matching.searches().seeker(ann.peer.player).unwrap();
        let wants = wants.iter().map(|name| ((*name).to_owned(), 1_500));
        Seeker {
            number: rand::random(),
            player: PlayerId::random(),
            wants: wants.collect(),
            ..own
        }
    };
    let proposed = || -> Vec<String> {
        let searches = node.matching.searches();
        let open = searches.proposals.open.values();
        open.map(|one| one.proposal.preset.clone()).collect()
    };
    let newer = stranger(&["A game of a newer version"]);
    let mixed = stranger(&["A game of a newer version", "Draw"]);
    let other = NodeId::random();
    node.matching.hear(other, MatchMessage::Look(vec![newer]));
    assert_eq!(proposed(), [""; 0]);
    node.matching.hear(other, MatchMessage::Look(vec![mixed]));
    assert_eq!(proposed(), ["Draw"]);
}

#[tokio::test]
async fn a_player_who_must_wait_cannot_search_and_a_stronger_player_is_met_later() {
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
async fn a_player_who_does_not_come_within_twenty_seconds_is_replaced() {
    let ground = Ground::new().await;
    let node = ground.node(Bus::alone()).await;
    let (mut ann, mut ben) = (Guest::new("Ann", false), Guest::new("Ben", false));
    ann.seek(&node).await;
    ben.seek(&node).await;
    let (table, _) = ann.paired().await;
    ben.paired().await;
    // A player who searches again is told of the same table again.
    ann.seek(&node).await;
    assert_eq!(ann.paired().await.0, table);
    let since = ann.seeking.as_ref().unwrap().since_ms;

    // Ann comes to the table; Ben doesn't.
    ann.come(&node, table).await;
    ground.hand.advance_ms(20_000);
    ann.until(|ann| ann.ended().is_none()).await;
    assert_eq!(ann.seeking.as_ref().unwrap().since_ms, since);
    ben.until(|ben| ben.ended() == Some(SeekEnded::Withdrawn))
        .await;
    assert_eq!(
        ground.said.has_left(ben.peer.player).await,
        [Timestamp(1_020_000)]
    );

    let mut eve = Guest::new("Eve", false);
    eve.seek(&node).await;
    assert_eq!(eve.paired().await, ann.paired().await);
}

#[tokio::test]
async fn a_table_for_a_range_of_players_has_the_rules_for_as_many_as_came() {
    let ground = Ground::new().await;
    let node = ground.node(Bus::alone()).await;
    let mut guests = ["Ann", "Ben", "Eve"].map(|name| Guest::new(name, false));
    for guest in &mut guests {
        guest.preset = "High Tile";
        guest.seek(&node).await;
    }
    guests[0].read();
    assert!(guests[0].tables.is_empty(), "more may come");
    ground.hand.advance_ms(limits::SEEK_USUAL_MS);
    let (table, _) = guests[0].paired().await;
    for guest in &mut guests[1..] {
        assert_eq!(guest.paired().await.0, table);
    }
    let asker = guests[0].peer.player;
    let sitting = Sitting::at(&node.tables, table, asker, None).await.unwrap();
    assert_eq!(sitting.rules.seating(), Seating::THREE);
    assert!(sitting.seats.iter().all(|(_, person)| person.is_some()));
}

#[tokio::test]
async fn people_of_two_nodes_meet_and_go_on_when_the_owner_of_the_pool_dies() {
    let ground = Ground::new().await;
    let hub = Hub::default();
    let mut nodes = [ground.node(hub.join()).await, ground.node(hub.join()).await];
    know_each_other(&nodes).await;
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

    // A visitor who begins to search through another node no longer searches through the first one.
    let mut ann = Guest::new("Ann", false);
    ann.seek(&other).await;
    ground.hand.advance_ms(1);
    let mut again = ann.again();
    again.seek(&owner).await;
    ann.until(|ann| ann.ended() == Some(SeekEnded::Withdrawn))
        .await;

    // The owner of the pool stops without a message. The search of the visitor who is connected to it ends
    // too.
    owner.die(&hub);
    let mut left = [Guest::new("Eve", false), Guest::new("Joe", false)];
    for guest in &mut left {
        guest.seek(&other).await;
    }
    let [eve, joe] = &mut left;
    let (table, _) = eve.paired().await;
    assert_eq!(joe.paired().await.0, table);
    assert!(other.matching.owns_pool());
}

/// Two nodes that know each other.
async fn two_nodes(ground: &Ground) -> (Hub, [Node; 2]) {
    let hub = Hub::default();
    let nodes = [ground.node(hub.join()).await, ground.node(hub.join()).await];
    know_each_other(&nodes).await;
    (hub, nodes)
}

#[tokio::test]
async fn every_node_knows_who_plays_and_whom_they_met() {
    let ground = Ground::new().await;
    let (hub, [one, other]) = two_nodes(&ground).await;
    let (mut ann, mut ben) = (Guest::new("Ann", false), Guest::new("Ben", false));
    ann.seek(&one).await;
    ben.seek(&one).await;
    let (table, _) = ann.paired().await;
    ben.paired().await;
    ann.come(&one, table).await;
    ben.come(&one, table).await;

    // Ann is connected to the other node as well.
    let mut elsewhere = ann.again();
    assert_eq!(
        elsewhere.try_seek(&other).await,
        Err(ErrorCode::NotNow),
        "one match at a time"
    );
    elsewhere.come(&other, table).await;
    one.die(&hub);

    // The remaining node also knows whom Ann and Ben have met.
    elsewhere.resign(&other, table).await;
    elsewhere.seek(&other).await;
    assert_eq!(other.met(&elsewhere), [ben.peer.player]);
    let mut ben = ben.again();
    ben.seek(&other).await;
    assert_eq!(other.met(&ben), [ann.peer.player]);
    // No other player searches, so Ann and Ben meet again.
    let (table, _) = ben.paired().await;
    assert_eq!(elsewhere.paired().await.0, table);
}

#[tokio::test]
async fn a_player_whose_connection_was_lost_finds_the_table_through_another_node() {
    let ground = Ground::new().await;
    let (_hub, [one, other]) = two_nodes(&ground).await;
    let (mut ann, mut ben) = (Guest::new("Ann", false), Guest::new("Ben", false));
    ann.seek(&one).await;
    ben.seek(&one).await;
    let (table, _) = ann.paired().await;
    ben.come(&one, table).await;
    let mut ann = ann.be_gone(&one);
    ann.seek(&other).await;
    assert_eq!(ann.paired().await.0, table);
    ann.come(&other, table).await;
    ann.resign(&other, table).await;

    // Eve's connection ends before she comes to the table, and she does not come back.
    let (mut eve, mut joe) = (Guest::new("Eve", false), Guest::new("Joe", false));
    eve.seek(&one).await;
    joe.seek(&one).await;
    let (table, _) = joe.paired().await;
    eve.paired().await;
    joe.come(&one, table).await;
    let eve = eve.be_gone(&one);
    let long = limits::PAIRED_COME_MS + 5_000;
    ground.hand.advance_ms(long);
    joe.until(|joe| joe.ended().is_none()).await;
    // Kim searches again in time, through another node, but does not come to the table.
    let mut kim = Guest::new("Kim", false);
    kim.seek(&one).await;
    let (table, _) = joe.paired().await;
    kim.paired().await;
    joe.come(&one, table).await;
    let mut kim = kim.be_gone(&one);
    kim.seek(&other).await;
    assert_eq!(kim.paired().await.0, table);
    ground.hand.advance_ms(long);
    assert_eq!(ground.said.has_left(kim.peer.player).await.len(), 1);
    let left = ground.said.left.lock();
    assert!(left.iter().all(|(who, _)| *who != eve.peer.player));
}

#[tokio::test]
async fn a_player_who_ends_the_search_when_a_table_is_found_has_left() {
    let ground = Ground::new().await;
    let node = ground.node(Bus::alone()).await;
    let (mut ann, mut ben) = (Guest::new("Ann", false), Guest::new("Ben", false));
    ann.seek(&node).await;
    ben.seek(&node).await;
    let (table, _) = ann.paired().await;
    ann.come(&node, table).await;
    ben.paired().await;
    node.matching.unseek(&ben.peer);
    ben.until(|ben| ben.ended() == Some(SeekEnded::Withdrawn))
        .await;
    ground.hand.advance_ms(limits::PAIRED_COME_MS);
    assert_eq!(ground.said.has_left(ben.peer.player).await.len(), 1);
    ann.until(|ann| ann.ended().is_none()).await;
}

#[tokio::test]
async fn a_seeker_who_does_not_answer_gets_no_table_until_the_answer_comes() {
    let ground = Ground::new().await;
    let node = ground.node(Bus::alone()).await;
    let (mut ann, mut ben) = (Guest::new("Ann", false), Guest::new("Ben", false));
    ben.seek_silently(&node).await.unwrap();
    ann.seek(&node).await;
    until(|| ben.client.questions.lock().len() == 1).await;
    // Ben's time to answer is over, so Ann can meet another player.
    until(|| {
        let seeker = node.matching.searches().seeker(ann.peer.player);
        seeker.is_some_and(|seeker| seeker.is_free)
    })
    .await;
    let mut eve = Guest::new("Eve", false);
    eve.seek(&node).await;
    assert_eq!(eve.paired().await, ann.paired().await);
    ben.read();
    assert!(ben.tables.is_empty() && ben.ended().is_none());

    // The answer comes late. Ben searches again, and is asked another question.
    let mut joe = Guest::new("Joe", false);
    joe.seek(&node).await;
    let number = ben.client.questions.lock()[0];
    *ben.client.matching.lock() = Some(node.matching.clone());
    node.matching.answer(&ben.peer, number);
    // Ben has one absence more than Joe has.
    ground.hand.advance_ms(limits::SEEK_ABSENCE_WAIT_MS);
    assert_eq!(ben.paired().await, joe.paired().await);
}

#[tokio::test]
async fn guests_of_an_address_that_do_not_come_are_put_together_last() {
    let ground = Ground::new().await;
    let hub = Hub::default();
    let nodes = [ground.node(hub.join()).await, ground.node(hub.join()).await];
    know_each_other(&nodes).await;
    // New guests of one address search, and are gone when a table is found.
    for number in 0..=limits::ABSENCES_OF_ADDRESS {
        let node = &nodes[number as usize % 2];
        let mut gone = Guest::at("192.0.2.1", "Gone", false);
        gone.seek(node).await;
        let mut honest = Guest::at(&format!("198.51.{number}.1"), "Ann", false);
        honest.seek(node).await;
        gone.paired().await;
        let (table, _) = honest.paired().await;
        gone.be_gone(node);
        honest.come(node, table).await;
        honest.be_gone(node);
    }
    // Both nodes have counted them.
    let (mut gone, mut ann) = (
        Guest::at("192.0.2.1", "Gone", false),
        Guest::at("203.0.113.1", "Ann", false),
    );
    gone.seek(&nodes[0]).await;
    ann.seek(&nodes[1]).await;
    let mut eve = Guest::at("203.0.113.200", "Eve", false);
    eve.seek(&nodes[0]).await;
    let table = eve.paired().await;
    assert_eq!(ann.paired().await, table);
    gone.read();
    assert!(gone.tables.is_empty());

    // Without other players, a player meets them after some time.
    let mut joe = Guest::at("203.0.113.2", "Joe", false);
    joe.seek(&nodes[1]).await;
    ground.hand.advance_ms(limits::SEEK_ANY_GAP_MS);
    assert_eq!(gone.paired().await, joe.paired().await);
}

#[tokio::test]
async fn a_stranger_with_many_cookies_keeps_a_company_waiting_once() {
    let ground = Ground::new().await;
    let node = ground.node(Bus::alone()).await;
    let guest = |address: &str| Guest {
        preset: "Mexican Train",
        ..Guest::at(address, "Guest", false)
    };
    let strangers = async || {
        let mut all: Vec<Guest> = (1..8).map(|_| guest("192.0.2.1")).collect();
        for one in &mut all {
            one.seek(&node).await;
        }
        all
    };
    // The stranger takes seven seats of eight, and comes to none of them.
    let mut ann = guest("198.51.1.1");
    ann.seek(&node).await;
    let mut first = strangers().await;
    let (table, _) = ann.paired().await;
    for one in &mut first {
        assert_eq!(one.paired().await.0, table);
    }
    ann.come(&node, table).await;
    ground.hand.advance_ms(limits::PAIRED_COME_MS);
    ann.until(|ann| ann.ended().is_none()).await;
    // New cookies of the same address are put together last.
    let mut second = strangers().await;
    let mut others = [guest("198.51.2.1"), guest("198.51.3.1")];
    for other in &mut others {
        other.seek(&node).await;
    }
    ground.hand.advance_ms(limits::SEEK_FEWEST_MS);
    let table = ann.paired().await;
    for other in &mut others {
        assert_eq!(other.paired().await, table);
    }
    for one in &mut second {
        one.read();
        assert!(!one.tables.contains(&table));
    }
}

/// Lets a guest open a public table, and wait there.
async fn host(node: &Node, guest: &Guest) -> TableId {
    let wanted = CreateTable {
        rules: (*line::Preset::DRAW.rules()).into(),
        access: Access::Public,
        kept_seats: 0,
        computers: Vec::new(),
        hints: None,
        clock: ClockRule::None,
        time_cap: None,
        bots: None,
        rated: false,
        commitment: None,
        head: None,
    };
    let table = node.tables.create(&guest.visitor, wanted).await;
    let table = table.unwrap().table;
    guest
        .ask(node, table, Request::Ready { ready: false })
        .await;
    table
}

#[tokio::test]
async fn an_open_table_fits_only_those_who_may_meet_and_later_hosts_are_found_too() {
    let ground = Ground::new().await;
    let node = ground.node(Bus::alone()).await;
    let (blocked, kept, seeker) = (
        Guest::new("Block", false),
        Guest::new("Kept", true),
        Guest::new("Host", false),
    );
    let mut ann = Guest::new("Ann", false);
    let pair = (ann.peer.player, blocked.peer.player);
    ground.said.blocked.lock().insert(pair);
    ground.said.kept.lock().insert(kept.peer.player);
    host(&node, &blocked).await;
    host(&node, &kept).await;
    ann.seek(&node).await;
    until(|| {
        let seeker = node.matching.searches().seeker(ann.peer.player);
        seeker.is_some_and(|seeker| seeker.is_free)
    })
    .await;
    assert!(ann.client.questions.lock().is_empty());
    // The client of a seeker who waits is asked whether it is connected.
    let table = host(&node, &seeker).await;
    assert_eq!(ann.paired().await.0, table);
    assert_eq!(ann.client.questions.lock().len(), 1);
}

#[tokio::test]
async fn a_seeker_who_does_not_come_to_an_open_table_loses_the_seat_and_is_absent() {
    let ground = Ground::new().await;
    let node = ground.node(Bus::alone()).await;
    let (seated, mut gone) = (Guest::new("Host", false), Guest::new("Gone", false));
    let table = host(&node, &seated).await;
    gone.seek(&node).await;
    assert_eq!(gone.paired().await.0, table);
    assert!(node.tables.lobby().open_tables().is_empty());
    ground.hand.advance_ms(limits::PAIRED_COME_MS);
    until(|| !node.tables.lobby().open_tables().is_empty()).await;
    // The next seeker comes, and keeps the seat.
    let mut comes = Guest::at("198.51.100.1", "Ann", false);
    comes.seek(&node).await;
    assert_eq!(comes.paired().await.0, table);
    comes
        .ask(&node, table, Request::Ready { ready: false })
        .await;
    ground.hand.advance_ms(limits::PAIRED_COME_MS);
    until(|| node.matching.searches().sat.is_empty()).await;
    assert!(node.tables.lobby().open_tables().is_empty());
}

#[tokio::test]
async fn opponents_of_one_network_are_not_rated() {
    for (other, is_rated) in [("192.0.2.200", false), ("192.0.3.1", true)] {
        let ground = Ground::new().await;
        let node = ground.node(Bus::alone()).await;
        let mut ann = Guest::at("192.0.2.1", "Ann", true);
        let mut ben = Guest::at(other, "Ben", true);
        ann.seek(&node).await;
        ben.seek(&node).await;
        assert_eq!(ann.paired().await.1, is_rated, "{other}");
    }
}

#[tokio::test]
async fn a_match_with_a_chosen_opponent_is_not_rated() {
    let ground = Ground::new().await;
    let node = ground.node(Bus::alone()).await;
    let mut ann = Guest::new("Ann", true);
    let mut ben = Guest::at("198.51.100.1", "Ben", true);
    ground.said.strong.lock().insert(ben.peer.player);
    ann.seek(&node).await;
    ben.seek(&node).await;
    // Their ratings are too far apart, until one of them chooses the other.
    let seeker = node.matching.searches().seeker(ann.peer.player).unwrap();
    assert!(seeker.is_free);
    ben.choose(&node, Some(seeker.number)).await.unwrap();
    let (table, rated) = ben.paired().await;
    assert!(!rated);
    assert_eq!(ann.paired().await, (table, rated));
}

#[tokio::test]
async fn a_search_counts_for_its_address_until_its_connection_ends() {
    let ground = Ground::new().await;
    let node = ground.node(Bus::alone()).await;
    let (ann, ben) = (Guest::new("Ann", false), Guest::new("Ben", false));
    let from = Guest::new("Cem", false).peer.requester();
    let hold = |_| {
        let bounds = &node.matching.inner.bounds;
        bounds.hold(Bound::HeldSearches, from, Instant::now())
    };
    let most = Bound::HeldSearches.allowance(1).address;
    let others: Vec<_> = (1..most).filter_map(hold).collect();
    assert_eq!(ann.seek_silently(&node).await, Ok(()));
    assert_eq!(ben.seek_silently(&node).await, Err(ErrorCode::Rate));
    let far = Guest::at("198.51.100.1", "Dan", false);
    assert_eq!(far.seek_silently(&node).await, Ok(()));
    node.matching.leave(&ann.peer);
    assert_eq!(ben.seek_silently(&node).await, Ok(()));
    drop(others);
}
