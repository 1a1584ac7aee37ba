//! Tests of two nodes with one store: what each node learns from the other.

use std::sync::Arc;
use std::time::Duration;

use boneyard_base::{
    Bounds, Budgets, Clock, ComputerThreads, DeviceId, FollowId, Inbox, Notice, OpenSockets, Peer,
    PersonId, PlayerId, Supervisor, Timestamp, Visitor, limits,
};
use boneyard_cluster::{Bus, Message, Nodes};
use boneyard_matching::Matching;
use boneyard_people::{Identity, People, Settings};
use boneyard_protocol::http::CreateTable;
use boneyard_protocol::{Access, ClockRule, Level, Request, ServerMessage, TableId};
use boneyard_rules::Options;
use boneyard_rules::line::Preset;
use boneyard_store::{Name, NewAccount, NewDevice, Store};
use boneyard_table::{
    CreateError, FollowTerms, Input, Lobby, State, TableHandle, TableParts, Tables,
};
use boneyard_testing::{Delivery, Hub};
use tempfile::TempDir;
use tokio::runtime::Handle;
use tokio::time::{sleep, timeout};

use crate::cluster::Cluster;
use crate::cluster::node_row::NodeRow;
use crate::matching_people::MatchingPeople;

/// The time after which a waiting test fails.
const PATIENCE: Duration = Duration::from_secs(20);

/// The store and the clock that all nodes of a test share.
struct Shelf {
    store: Store,
    clock: Clock,
    _directory: TempDir,
}

impl Shelf {
    async fn open() -> Self {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("boneyard.db");
        let address = format!("sqlite://{}", file.display());
        let (clock, _) = Clock::manual(Timestamp(1_000));
        Self {
            store: Store::open(&address).await.unwrap(),
            clock,
            _directory: directory,
        }
    }

    /// The parts that the tables of a single node without a cluster need.
    async fn parts(&self) -> TableParts {
        let lobby = Lobby::start(&Supervisor::default(), &self.store, &Handle::current())
            .await
            .unwrap();
        let threads = ComputerThreads::start(1).unwrap();
        TableParts::new(self.store.clone(), self.clock.clone(), lobby, threads)
    }
}

/// A visitor who follows a table.
struct Guest {
    table: TableHandle,
    id: FollowId,
    _inbox: Inbox,
}

impl Guest {
    async fn at(tables: &Tables, table: TableId, player: PlayerId) -> Self {
        let (peer, inbox) = Peer::channel(boneyard_testing::here(player), None);
        let table = tables.open(table);
        let id = FollowId::next();
        let follow = Input::Follow {
            id,
            peer,
            name: "Ada",
            terms: FollowTerms::default(),
        };
        table.take(follow).await.unwrap();
        Self {
            table,
            id,
            _inbox: inbox,
        }
    }

    async fn rename(&self, name: &str) {
        let id = self.id;
        self.table.take(Input::Rename { id, name }).await.unwrap();
    }
}

/// Starts the tables of a node, and waits until the node receives its own messages.
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

/// Waits until the node `one` knows the node `other`.
async fn knows(one: &Tables, other: &Tables) {
    let mut news = one.nodes().news();
    while !one.nodes().live().contains(&other.nodes().me()) {
        news.next().await;
    }
}

/// A node that handles the messages of other nodes.
struct Node {
    tables: Tables,
    bus: Bus,
    sockets: OpenSockets,
}

impl Node {
    async fn start(shelf: &Shelf, hub: &Hub) -> Self {
        let tables = node(shelf, hub).await;
        let bus = tables.bus().clone();
        let (store, clock) = (shelf.store.clone(), shelf.clock.clone());
        let identity = Identity::new(store.clone(), clock.clone(), None, false).await;
        let bounds = Bounds::new(limits::TABLES_PER_ADDRESS);
        let people = People::start(
            &Supervisor::default(),
            identity.unwrap(),
            store.clone(),
            clock.clone(),
            bus.clone(),
            bounds.clone(),
            Settings::default(),
        );
        let people = people.unwrap();
        let known = Arc::new(MatchingPeople(people.clone()));
        let cluster = Cluster {
            bus: bus.clone(),
            nodes: tables.nodes().clone(),
            store,
            clock,
            tables: tables.clone(),
            matching: Matching::start(
                &Supervisor::default(),
                tables.clone(),
                (Budgets::new(100), bounds),
                known,
            ),
            people: people.clone(),
        };
        let row = NodeRow::begin(&bus, &shelf.store, &shelf.clock).await;
        cluster.start(&Supervisor::default(), row.unwrap());
        Self {
            tables,
            bus,
            sockets: people.sockets,
        }
    }

    /// Starts two nodes, and waits until they know each other.
    async fn pair(shelf: &Shelf, hub: &Hub) -> [Self; 2] {
        let pair = [Self::start(shelf, hub).await, Self::start(shelf, hub).await];
        knows(&pair[0].tables, &pair[1].tables).await;
        knows(&pair[1].tables, &pair[0].tables).await;
        pair
    }

    fn somebody_at(&self, table: TableId) -> Option<PlayerId> {
        self.tables.lobby().somebody_at(table)
    }
}

/// Waits until `is_so` returns true.
async fn until(is_so: impl Fn() -> bool) {
    let waits = async {
        while !is_so() {
            sleep(Duration::from_millis(1)).await;
        }
    };
    timeout(PATIENCE, waits).await.expect("it never is");
}

/// Sets whether messages that are sent to all nodes are lost from now on.
fn lose_all(hub: &Hub, loses: bool) {
    hub.decide_by(move |passage| match passage.table {
        None if loses => Delivery::Lose,
        _ => Delivery::Arrive,
    });
}

fn visitor() -> Visitor {
    Visitor {
        player: PlayerId::random(),
        name: "Ada".to_owned(),
        person: None,
    }
}

fn block() -> Options {
    (*Preset::BLOCK.rules()).into()
}

/// The request for a public table for two.
fn wanted(rules: Options) -> CreateTable {
    CreateTable {
        rules,
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
    }
}

async fn create(node: &Node, host: &Visitor) -> TableId {
    let wanted = wanted(block());
    node.tables.create(host, wanted).await.unwrap().table
}

#[tokio::test]
async fn the_lobby_of_each_node_lists_the_tables_of_all_and_knows_who_is_there() {
    let shelf = Shelf::open().await;
    let hub = Hub::default();
    let [one, other] = Node::pair(&shelf, &hub).await;
    let host = visitor();
    let table = create(&one, &host).await;
    until(|| other.tables.lobby().lists(table)).await;
    let guest = Guest::at(&one.tables, table, host.player).await;
    until(|| other.somebody_at(table) == Some(host.player)).await;
    let id = guest.id;
    guest.table.take(Input::Unfollow(id)).await.unwrap();
    until(|| other.somebody_at(table).is_none()).await;

    let _guest = Guest::at(&one.tables, table, host.player).await;
    until(|| other.somebody_at(table).is_some()).await;
    one.tables.nodes().leave(&one.bus).await;
    until(|| other.somebody_at(table).is_none()).await;
}

#[tokio::test]
async fn a_node_that_starts_learns_who_is_at_listed_tables() {
    let shelf = Shelf::open().await;
    let hub = Hub::default();
    let one = Node::start(&shelf, &hub).await;
    let host = visitor();
    let table = create(&one, &host).await;
    let _guest = Guest::at(&one.tables, table, host.player).await;
    let other = Node::start(&shelf, &hub).await;
    until(|| other.somebody_at(table) == Some(host.player)).await;
}

#[tokio::test]
async fn a_node_that_has_missed_messages_learns_who_is_at_listed_tables() {
    let shelf = Shelf::open().await;
    let hub = Hub::default();
    let [one, other] = Node::pair(&shelf, &hub).await;
    let host = visitor();
    let (came, left) = (create(&one, &host).await, create(&one, &host).await);
    until(|| other.tables.lobby().lists(left)).await;
    let guest = Guest::at(&one.tables, left, host.player).await;
    until(|| other.somebody_at(left).is_some()).await;

    lose_all(&hub, true);
    let id = guest.id;
    guest.table.take(Input::Unfollow(id)).await.unwrap();
    let _guest = Guest::at(&one.tables, came, host.player).await;
    lose_all(&hub, false);
    assert!(other.somebody_at(left).is_some() && other.somebody_at(came).is_none());
    hub.miss(other.bus.node());
    until(|| other.somebody_at(left).is_none() && other.somebody_at(came).is_some()).await;
}

#[tokio::test]
async fn who_was_at_a_table_through_a_node_that_does_not_answer_is_forgotten() {
    let shelf = Shelf::open().await;
    let hub = Hub::default();
    let [one, other] = Node::pair(&shelf, &hub).await;
    let host = visitor();
    let table = create(&one, &host).await;
    until(|| other.tables.lobby().lists(table)).await;
    let _guest = Guest::at(&one.tables, table, host.player).await;
    until(|| other.somebody_at(table).is_some()).await;
    // The node `one` is cut off, so it can't tell other nodes that it leaves. The node `other` is told that
    // it has missed messages.
    hub.cut(one.bus.node());
    hub.miss(other.bus.node());
    until(|| other.somebody_at(table).is_none()).await;
    let live = other.tables.nodes().live();
    assert!(live.contains(&one.bus.node()), "its lease runs");
}

#[tokio::test]
async fn a_table_counts_no_longer_against_its_host_once_its_match_begins_at_another_node() {
    let shelf = Shelf::open().await;
    let hub = Hub::default();
    let [one, other] = Node::pair(&shelf, &hub).await;
    let host = visitor();
    let mut tables = Vec::new();
    for _ in 0..limits::TABLES_PER_VISITOR_MAX {
        tables.push(create(&one, &host).await);
    }
    let again = wanted(block());
    let refused = one.tables.create(&host, again.clone()).await;
    assert!(matches!(refused, Err(CreateError::TooMany)));

    let guests = [host.player, PlayerId::random()];
    for (number, player) in guests.into_iter().enumerate() {
        let guest = Guest::at(&other.tables, tables[0], player).await;
        let ready = Request::Ready { ready: true };
        let sits = (number > 0).then_some(Request::Sit { seat: None });
        for request in sits.into_iter().chain([ready]) {
            let id = guest.id;
            let name = "Ada";
            let request = Input::Request { id, name, request };
            guest.table.take(request).await.unwrap();
        }
    }
    let begun = shelf.store.read_log(tables[0], 0).await.unwrap();
    assert!(!State::from_log(&begun).unwrap().is_waiting());
    // The message that the match has begun may not have arrived yet, so the test tries repeatedly.
    let waits = async {
        while one.tables.create(&host, again.clone()).await.is_err() {
            sleep(Duration::from_millis(1)).await;
        }
    };
    timeout(PATIENCE, waits).await.expect("it still counts");
}

#[tokio::test]
async fn a_visitors_list_at_another_node_has_a_new_seat_and_the_moves_there() {
    let shelf = Shelf::open().await;
    let hub = Hub::default();
    let [one, other] = Node::pair(&shelf, &hub).await;
    let host = visitor();
    let (window, inbox) = Peer::channel(boneyard_testing::here(host.player), None);
    let own = other.tables.lobby().own();
    own.follow(&window);
    own.tell_all(host.player);
    let listed = |count: usize| {
        let told = std::iter::from_fn(|| inbox.try_next()).map(|text| {
            let message: ServerMessage = serde_json::from_str(&text).unwrap();
            match message {
                ServerMessage::OwnTables { tables } => tables,
                other => panic!("{other:?}"),
            }
        });
        let last = told.last();
        last.filter(|tables| tables.len() == count)
    };
    until(|| listed(0).is_some()).await;
    let created = CreateTable {
        computers: vec![Level::Casual],
        ..wanted(block())
    };
    let table = one.tables.create(&host, created).await.unwrap().table;
    until(|| listed(1).is_some_and(|own| own[0].listing.table == table)).await;
    // The host now follows the table at the node `one`, and the change is made there. The list is at the
    // node `other`.
    let guest = Guest::at(&one.tables, table, host.player).await;
    guest.rename("Eve").await;
    until(|| {
        listed(1).is_some_and(|own| {
            let host = own[0].listing.seats.iter().next();
            host.is_some_and(|(_, seat)| seat.as_ref().is_some_and(|seat| seat.name == "Eve"))
        })
    })
    .await;
}

#[tokio::test]
async fn a_name_and_the_end_of_a_token_reach_the_sockets_of_another_node() {
    let shelf = Shelf::open().await;
    let hub = Hub::default();
    let [one, other] = Node::pair(&shelf, &hub).await;
    let (socket, inbox) = Peer::channel(boneyard_testing::anybody(), None);
    let player = socket.player;
    let _registered = other.sockets.register(&socket, None);
    let name = "Eve".to_owned();
    one.bus.tell_all(Message::Renamed { player, name });
    one.bus.tell_all(Message::TurnedOut { bot: player });
    let renamed = Notice::Renamed { name: "Eve".into() };
    for expected in [renamed, Notice::TurnedOut] {
        until(|| inbox.notice() == Some(expected.clone())).await;
    }
}

#[tokio::test]
async fn a_device_that_is_signed_out_is_out_at_other_nodes_too() {
    let shelf = Shelf::open().await;
    let hub = Hub::default();
    let [one, other] = Node::pair(&shelf, &hub).await;
    let (socket, inbox) = Peer::channel(boneyard_testing::anybody(), None);
    let (player, device) = (socket.player, DeviceId::random());
    let _registered = other.sockets.register(&socket, Some(device));
    let sign_out = |device| {
        let devices = vec![device];
        one.bus.tell_all(Message::SignedOut { player, devices });
    };
    sign_out(DeviceId::random());
    let name = "Eve".to_owned();
    one.bus.tell_all(Message::Renamed { player, name });
    sign_out(device);
    let renamed = Notice::Renamed { name: "Eve".into() };
    for expected in [renamed, Notice::TurnedOut] {
        until(|| match inbox.notice() {
            Some(notice) => {
                assert_eq!(notice, expected, "another device is another matter");
                true
            }
            None => false,
        })
        .await;
    }
}

#[tokio::test]
async fn a_session_that_is_over_ends_at_every_node_though_the_message_is_lost() {
    let shelf = Shelf::open().await;
    let hub = Hub::default();
    let [_one, other] = Node::pair(&shelf, &hub).await;
    lose_all(&hub, true);
    let open = |requester, device| {
        let (socket, inbox) = Peer::channel(requester, None);
        let player = socket.player;
        (player, inbox, other.sockets.register(&socket, device))
    };
    // There are four sockets: of a device on which no account is signed in, of a guest who makes an account
    // below, of a bot without a token, and of a guest.
    let (_, signed_out, _first) = open(boneyard_testing::anybody(), Some(DeviceId::random()));
    let (keeper, keepers, _second) = open(boneyard_testing::anybody(), None);
    let (_, without_token, _third) = open(boneyard_testing::here(PlayerId::random_bot()), None);
    let (_, guests, _fourth) = open(boneyard_testing::anybody(), None);
    let device = NewDevice {
        device: DeviceId::random(),
        name: "Browser".to_owned(),
    };
    let account = NewAccount {
        player: keeper,
        person: PersonId::random(),
        name: Name {
            text: "Eve".to_owned(),
            keys: ["eve".to_owned(), "eve".to_owned()],
        },
        recovery_hash: String::new(),
        device,
    };
    let now = shelf.clock.now();
    shelf.store.accounts().keep(account, now).await.unwrap();
    for (inbox, expected) in [
        (signed_out, Notice::TurnedOut),
        (keepers, Notice::SentAway),
        (without_token, Notice::TurnedOut),
    ] {
        until(|| inbox.notice() == Some(expected.clone())).await;
    }
    assert_eq!(guests.notice(), None);
}

#[tokio::test]
async fn a_wrong_clock_is_corrected_by_the_databases() {
    let shelf = Shelf::open().await;
    for error_ms in [-20_000, -3_000, 0, 3_000, 20_000] {
        let clock = Clock::wrong_by(error_ms);
        let row = NodeRow::begin(&Hub::default().join(), &shelf.store, &clock).await;
        assert!(row.unwrap().is_some());
        let rest_ms = clock.offset_ms() + error_ms;
        assert!(rest_ms.abs() < 1_000, "{rest_ms} ms of {error_ms}");
        assert!(clock.now().0.abs_diff(Clock::system().now().0) < 1_000);
    }
}
