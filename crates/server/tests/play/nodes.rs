//! Tests of several nodes that share one PostgreSQL and communicate over NATS.

use boneyard_base::Clock;
use boneyard_notices::Outside;
use boneyard_protocol::http::CreateTable;
use boneyard_protocol::{ClientMessage, ClockRule, Request, ServerMessage, TableId, Words};
use boneyard_rules::line;
use boneyard_rules::line::view::Offer;
use boneyard_rules::line::{Options, Preset};
use boneyard_testing::{Nats, Postgres, Recorder};
use serde_json::Value;
use tokio::task::JoinSet;

use crate::client::Client;
use crate::person::{Person, request};
use crate::quick::{all_paired, begin, look};
use crate::world::{Table, World, dice, public};

/// The number of tables at which races happen at the same time.
const TABLES: usize = 10;

/// The number of races at each table.
const RACES: usize = 50;

/// Nodes that share one database.
pub(crate) struct Cluster {
    pub(crate) nodes: Vec<World>,
    /// The connection string of the shared database.
    pub(crate) database: String,
    postgres: Postgres,
    nats: Nats,
}

impl Cluster {
    pub(crate) async fn of(count: usize) -> Self {
        Self::by(Clock::system(), count).await
    }

    /// Starts nodes that use the test's clock.
    pub(crate) async fn by(clock: Clock, count: usize) -> Self {
        Self::with(vec![clock; count]).await
    }

    /// Starts nodes that use the test's clock and reach push services in the test's way.
    pub(crate) async fn with_outside(clock: Clock, outside: Outside, count: usize) -> Self {
        let mut cluster = Self::without_nodes();
        for _ in 0..count {
            let nats = cluster.nats.address();
            let flags = flags(&cluster.database, &nats);
            let node = World::with_outside_and(&flags, clock.clone(), outside.clone());
            let node = node.await;
            cluster.nodes.push(node);
        }
        cluster.know_each_other().await;
        cluster
    }

    fn without_nodes() -> Self {
        let postgres = Postgres::start();
        let nats = Nats::start();
        let database = postgres.create_database("boneyard");
        Self {
            nodes: Vec::new(),
            database,
            postgres,
            nats,
        }
    }

    /// Starts a node for each of these clocks.
    async fn with(clocks: Vec<Clock>) -> Self {
        let mut cluster = Self::without_nodes();
        for clock in clocks {
            cluster.add(clock).await;
        }
        cluster.know_each_other().await;
        cluster
    }

    /// Starts another node.
    async fn add(&mut self, clock: Clock) {
        self.add_over(clock, &self.nats.address()).await;
    }

    /// Starts another node, which uses this NATS server.
    async fn add_over(&mut self, clock: Clock, nats: &str) {
        let flags = flags(&self.database, nats);
        self.nodes.push(World::by(clock, &flags).await);
    }

    /// Waits until all nodes know each other.
    async fn know_each_other(&self) {
        for node in &self.nodes {
            while node.metric("boneyard_nodes").await != self.nodes.len() as u64 {
                tokio::task::yield_now().await;
            }
        }
    }
}

/// The flags of a node.
fn flags<'a>(database: &'a str, nats: &'a str) -> [&'a str; 6] {
    [
        "--database",
        database,
        "--nats",
        nats,
        "--metrics",
        "127.0.0.1:0",
    ]
}

#[tokio::test]
async fn a_node_that_reaches_nothing_sends_its_players_away() {
    let cluster = Cluster::of(2).await;
    let address = cluster.nodes[0].address;
    let person = Person::arrive(address).await;
    let mut client = person.connect(address).await;
    drop((cluster.postgres, cluster.nats));
    let restart = boneyard_protocol::CloseCode::Restart.code();
    assert_eq!(client.until_ended().await, Some(restart));
}

/// A table of two players, one at each of two nodes, whose match has begun.
pub(crate) async fn apart(cluster: &Cluster, wanted: &CreateTable) -> Table {
    let [first, second] = [0, 1].map(|node: usize| cluster.nodes[node].address);
    let people = vec![Person::arrive(first).await, Person::arrive(second).await];
    let created = people[0].create(first, wanted).await;
    let mut table = Table {
        id: created.table,
        invite: created.invite,
        players: vec![
            people[0].connect(first).await,
            people[1].connect(second).await,
        ],
        people,
    };
    let id = table.id;
    for player in &mut table.players {
        player.open(id, Some(created.invite)).await;
    }
    let guest = &mut table.players[1];
    guest.send(&Request::Sit { seat: None }.at(id)).await;
    guest.until(|guest| guest.seat(id).is_some()).await;
    table.start().await;
    table
}

#[tokio::test(flavor = "multi_thread")]
async fn nodes_with_wrong_clocks_charge_players_by_the_databases() {
    for errors_ms in [[-3_000, 3_000], [20_000, 0], [0, -20_000]] {
        let clocks = errors_ms.map(Clock::wrong_by);
        let cluster = Cluster::with(clocks.to_vec()).await;
        let wanted = CreateTable {
            clock: ClockRule::Bank {
                seconds: 60,
                increment: 0,
            },
            ..public(*Preset::DRAW.rules())
        };
        let mut table = apart(&cluster, &wanted).await;
        let (id, mut dice) = (table.id, dice(7));
        for _ in 0..12 {
            table.step(&mut dice).await;
            table.sync().await;
            let now = Clock::system().now();
            for player in &table.players {
                let time = player.table(id).time.as_ref().unwrap();
                if let Some(running) = time.running {
                    let since_ms = now.0.abs_diff(running.since_ms);
                    assert!(since_ms < 1_500, "{since_ms} ms with {errors_ms:?}");
                }
                assert!(time.left_ms.iter().all(|(_, &left_ms)| left_ms > 50_000));
            }
        }
        for (node, error_ms) in cluster.nodes.iter().zip(errors_ms) {
            let answer = request(node.address, "GET", "/readyz", "", "")
                .await
                .unwrap();
            assert_eq!(answer.status, 200);
            assert_eq!(answer.body.contains("clock"), error_ms.abs() > 5_000);
            let metrics = node.metrics().await;
            let mut lines = metrics.lines();
            let offset = lines.find_map(|line| line.strip_prefix("boneyard_clock_offset_seconds "));
            let offset: f64 = offset.unwrap().parse().unwrap();
            assert!((offset * 1_000.0 + f64::from(error_ms as i32)).abs() < 1_000.0);
        }
    }
}

/// Whether a message shows a player as not connected.
fn shows_absence(frame: &str) -> bool {
    let message: Value = serde_json::from_str(frame).unwrap();
    let seats = message["presence"]["seats"].as_array();
    seats.is_some_and(|seats| seats.contains(&Value::Bool(false)))
}

#[tokio::test(flavor = "multi_thread")]
async fn players_of_a_node_that_nats_does_not_reach_stay_present() {
    let mut cluster = Cluster::of(1).await;
    let elsewhere = Nats::start();
    cluster
        .add_over(Clock::system(), &elsewhere.address())
        .await;
    for node in &cluster.nodes {
        while node.metric("boneyard_nodes_unheard").await != 1 {
            tokio::task::yield_now().await;
        }
        assert_eq!(node.metric("boneyard_nodes").await, 1);
    }
    let mut table = apart(&cluster, &public(*Preset::DRAW.rules())).await;
    let id = table.id;
    for player in &mut table.players {
        player.frames = Some(Vec::new());
    }
    table.step(&mut dice(3)).await;
    table.sync().await;
    for player in &table.players {
        let here = &player.table(id).presence.seats;
        assert!(here.iter().all(|(_, &is_here)| is_here));
        assert!(
            !player
                .frames
                .iter()
                .flatten()
                .any(|frame| shows_absence(frame))
        );
    }
}

/// A table of two players. Each player has two connections ("windows"), one to each of two nodes.
struct TwoWindows {
    table: TableId,
    /// The connections, by seat and then by node.
    windows: [[Client; 2]; 2],
}

impl TwoWindows {
    async fn at(cluster: &Cluster, wanted: &CreateTable) -> Self {
        let [first, second] = [cluster.nodes[0].address, cluster.nodes[1].address];
        let (host, guest) = (Person::arrive(first).await, Person::arrive(second).await);
        let created = host.create(first, wanted).await;
        let table = created.table;
        let mut windows = [
            [host.connect(first).await, host.connect(second).await],
            [guest.connect(first).await, guest.connect(second).await],
        ];
        for window in windows.iter_mut().flatten() {
            window.open(table, Some(created.invite)).await;
        }
        let guests = &mut windows[1][1];
        guests.send(&Request::Sit { seat: None }.at(table)).await;
        for window in &mut windows[1] {
            window.until(|window| window.seat(table).is_some()).await;
        }
        for [window, _] in &mut windows {
            window.send(&Request::Ready { ready: true }.at(table)).await;
        }
        for window in windows.iter_mut().flatten() {
            window
                .until(|window| window.table(table).view.is_some())
                .await;
        }
        Self { table, windows }
    }

    /// Waits until all connections have received this version.
    async fn all_know(&mut self, version: u64) {
        let table = self.table;
        for window in self.windows.iter_mut().flatten() {
            window.until(|window| window.v(table) >= version).await;
        }
    }

    fn version(&self) -> u64 {
        let windows = self.windows.iter().flatten();
        let versions = windows.map(|window| window.v(self.table));
        versions.max().unwrap_or(0)
    }

    /// The player on turn sends two different moves at the same time, one through each node. Exactly one of
    /// them must be accepted. Returns whether there was such a race; between two rounds, the next round is
    /// started instead.
    async fn race(&mut self) -> bool {
        let version = self.version();
        self.all_know(version).await;
        let table = self.table;
        let standing = self.windows[0][0].standing(table);
        let ply = standing.ply;
        let Some(turn) = standing.turn else {
            self.begin_round().await;
            return false;
        };
        let mover = &mut self.windows[turn.index()];
        let offers = mover[0].offers(table).to_vec();
        let (first, last) = (&offers[0], &offers[offers.len() - 1]);
        let message = |offer: &Offer| {
            let request = Request::Move {
                ply,
                chosen: line::Move::from(offer).into(),
            };
            request.at(table)
        };
        let (first, last) = (message(first), message(last));
        let [one, other] = mover;
        tokio::join!(one.send(&first), other.send(&last));
        let (one, other) = tokio::join!(refusals(one, table), refusals(other, table));
        assert_eq!(one + other, 1, "one of two moves is made");
        true
    }

    async fn begin_round(&mut self) {
        let table = self.table;
        let round = self.windows[0][0].standing(table).round;
        for (seat, windows) in self.windows.iter_mut().enumerate() {
            windows[seat].send(&Request::Next.at(table)).await;
        }
        for window in self.windows.iter_mut().flatten() {
            window
                .until(|window| window.standing(table).round > round)
                .await;
        }
    }
}

/// Requests a new snapshot of the table, which must be equal to the state that the client has built. Returns
/// the number of refusals that arrived before the snapshot.
async fn refusals(client: &mut Client, table: TableId) -> usize {
    let open = ClientMessage::Open {
        table,
        invite: None,
        since: None,
        preview: None,
        replay: None,
    };
    client.send(&open).await;
    let mut refusals = 0;
    loop {
        match client.receive().await {
            ServerMessage::Error { .. } => refusals += 1,
            ServerMessage::Table(_) => return refusals,
            _ => {}
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn of_a_thousand_moves_that_race_at_two_nodes_each_number_is_written_once() {
    let cluster = Cluster::of(2).await;
    let mut options: Options = (*Preset::DRAW.rules()).into();
    options.target = 1_000;
    let wanted = public(options);
    let mut tables = JoinSet::new();
    for _ in 0..TABLES {
        let mut windows = TwoWindows::at(&cluster, &wanted).await;
        tables.spawn(async move {
            let mut races = 0;
            while races < RACES {
                races += usize::from(windows.race().await);
            }
            let version = windows.version();
            windows.all_know(version).await;
            let boards = windows.windows.iter().flatten();
            let boards: Vec<_> = boards.map(|window| window.board(windows.table)).collect();
            assert!(boards.iter().all(|board| *board == boards[0]));
        });
    }
    while let Some(played) = tables.join_next().await {
        played.unwrap();
    }
}

/// A line of chat that the test looks for.
fn say(table: TableId, text: &str) -> ClientMessage {
    let words = Words::Text(text.to_owned());
    Request::Say { words }.at(table)
}

/// The lines of chat that a client has received.
fn heard(client: &Client, table: TableId) -> Vec<Words> {
    let lines = client.table(table).chat.lines();
    lines.map(|line| line.words.clone()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_recorded_on_nats_is_not_said_again_and_revives_no_node() {
    let mut cluster = Cluster::of(2).await;
    let recorder = Recorder::start(&cluster.nats.address()).await;
    let [first, second] = [0, 1].map(|node: usize| cluster.nodes[node].address);
    let (host, guest) = (Person::arrive(first).await, Person::arrive(second).await);
    let created = host.create(first, &public(*Preset::DRAW.rules())).await;
    let table = created.table;
    let mut hosts = host.connect(first).await;
    let mut guests = guest.connect(second).await;
    hosts.open(table, Some(created.invite)).await;
    guests.open(table, Some(created.invite)).await;
    guests.send(&Request::Sit { seat: None }.at(table)).await;
    guests.until(|guest| guest.seat(table).is_some()).await;
    guests.send(&say(table, "I resign, you win")).await;
    hosts.until(|host| !heard(host, table).is_empty()).await;
    // Said again at once, it is said once.
    recorder.repeat().await;
    guests.send(&say(table, "Your turn")).await;
    hosts.until(|host| heard(host, table).len() >= 2).await;
    let lines = ["I resign, you win", "Your turn"].map(|text| Words::Text(text.to_owned()));
    assert_eq!(heard(&hosts, table), lines);

    // All nodes of the recording end, and two others start.
    assert!(recorder.stop() > 0);
    drop((hosts, guests));
    for node in cluster.nodes.drain(..) {
        node.stopped().await;
    }
    for _ in 0..2 {
        cluster.add(Clock::system()).await;
        recorder.repeat().await;
    }
    cluster.know_each_other().await;
    let [one, other] = &cluster.nodes[..] else {
        unreachable!()
    };
    // The host is at both nodes, so that what the nodes tell each other arrives.
    let mut hosts = host.connect(one.address).await;
    let mut elsewhere = host.connect(other.address).await;
    for window in [&mut hosts, &mut elsewhere] {
        window.open(table, None).await;
    }
    recorder.repeat().await;
    hosts.send(&say(table, "Are you there?")).await;
    let line = [Words::Text("Are you there?".to_owned())];
    for window in [&mut hosts, &mut elsewhere] {
        window
            .until(|window| !heard(window, table).is_empty())
            .await;
        assert_eq!(heard(window, table), line);
    }
    for node in &cluster.nodes {
        assert_eq!(node.metric("boneyard_nodes").await, 2);
        assert!(node.metric("boneyard_bus_unproven_total").await > 0);
    }
    // Players of both nodes are paired.
    let (_, mut ann) = one.somebody().await;
    let (_, mut ben) = other.somebody().await;
    recorder.repeat().await;
    for seeker in [&mut ann, &mut ben] {
        begin(seeker, &look(&["Draw"])).await;
    }
    all_paired(&mut [&mut ann, &mut ben]).await;
}
