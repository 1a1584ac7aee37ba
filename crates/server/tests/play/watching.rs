//! Tests over real sockets of visitors who watch the tables of a tournament, some time later than they are played.

use boneyard_base::{Clock, ManualClock};
use boneyard_protocol::tournament::{
    CreateTournament, OrganiserAction, TournamentFormat, TournamentState,
};
use boneyard_protocol::{
    ClientMessage, ClockRule, ErrorCode, Invite, Reaction, Request, ServerMessage, TableId, Words,
};

use boneyard_rules::line::Options;

use crate::client::Client;
use crate::nodes::Cluster;
use crate::person::Person;
use crate::tournaments::{Evening, Follower, by_hand, next_step, wanted};
use crate::world::World;

const DELAY_MS: i64 = 60_000;

/// A tournament of two players with these terms for watchers, by a clock that the test moves.
fn watched(watch_delay_minutes: Option<u8>, clock: &Clock) -> CreateTournament {
    let usual = wanted(TournamentFormat::Swiss);
    let rules = Options {
        hand_size: 7,
        ..usual.rules.try_into().unwrap()
    };
    CreateTournament {
        rules: rules.into(),
        watch_delay_minutes,
        starts_ms: clock.now().0,
        clock: ClockRule::PerMove { seconds: 120 },
        ..usual
    }
}

/// A match of a tournament, and its two players at their table.
struct Played {
    evening: Evening,
    table: TableId,
    players: Vec<Client>,
    steps: Vec<Option<(TableId, u8, u32)>>,
}

impl Played {
    /// Begins a tournament whose players follow their table through these servers.
    async fn begin(servers: [&World; 2], wanted: &CreateTournament) -> Self {
        let address = servers[0].address;
        let evening = Evening::create(address, wanted).await;
        let evening = evening.with_players(address, 2).await;
        evening.act(address, &OrganiserAction::Start.alone()).await;
        let mut players = Vec::new();
        let mut found = None;
        for (person, server) in evening.players.iter().zip(servers) {
            let mut follower = Follower::of(person, server.address, evening.id).await;
            let table = loop {
                if let Some(table) = follower.own.as_ref().and_then(|own| own.table) {
                    break table;
                }
                follower.receive().await.unwrap();
            };
            found = Some(table);
            follower.client.open(table, None).await;
            players.push(follower.client);
        }
        Self {
            evening,
            table: found.unwrap(),
            players,
            steps: vec![None, None],
        }
    }

    /// Lets one player take the next step, and both players see it. Returns whether anybody could take one.
    async fn step(&mut self) -> bool {
        for at in 0..2 {
            let next = next_step(&self.players[at], self.table);
            let Some((step, request)) =
                next.filter(|(step, _)| self.steps[at].as_ref() != Some(step))
            else {
                continue;
            };
            self.steps[at] = Some(step);
            let before = self.v();
            let table = self.table;
            self.players[at].send(&request.at(table)).await;
            self.players[at]
                .until(|player| player.v(table) > before)
                .await;
            let v = self.v();
            for player in &mut self.players {
                player.until(|player| player.v(table) >= v).await;
            }
            return true;
        }
        false
    }

    fn v(&self) -> u64 {
        let versions = self.players.iter().map(|player| player.v(self.table));
        versions.max().unwrap()
    }

    fn invite(&self) -> Option<Invite> {
        self.players[0].table(self.table).me.invite
    }
}

fn open(table: TableId, since: Option<u64>) -> ClientMessage {
    ClientMessage::Open {
        table,
        invite: None,
        since,
        preview: None,
        replay: since.map(|_| true),
    }
}

/// Asks for the proof of the first round. All that was sent before has arrived with the answer. Returns whether the
/// visitor got the proof.
async fn gets_proof(client: &mut Client, table: TableId) -> bool {
    client.send(&Request::Fairness { round: 1 }.at(table)).await;
    loop {
        match client.receive().await {
            ServerMessage::Fairness { .. } => return true,
            ServerMessage::Error { code, .. } => {
                assert_eq!(code, ErrorCode::NotNow);
                return false;
            }
            _ => {}
        }
    }
}

/// The versions of a table, and when the players saw them.
struct Seen {
    versions: Vec<(u64, i64)>,
    clock: Clock,
}

impl Seen {
    fn note(&mut self, v: u64) {
        let now = self.clock.now().0;
        let known = self.versions.last().map_or(0, |(v, _)| *v);
        self.versions.extend((known + 1..=v).map(|v| (v, now)));
    }

    /// The last version that a watcher may have. The first one may always be seen.
    fn allowed(&self) -> u64 {
        let now = self.clock.now().0;
        let old = self.versions.iter().filter(|(_, at)| at + DELAY_MS <= now);
        old.map(|(v, _)| *v).max().unwrap_or(1).max(1)
    }
}

/// Checks what watchers get at this time: those who watch already, and one who comes back with the version of the
/// players.
async fn check(played: &Played, seen: &Seen, watchers: &mut [Client], others: &[(Person, &World)]) {
    let table = played.table;
    for watcher in watchers.iter_mut() {
        let proved = gets_proof(watcher, table).await;
        assert_eq!(watcher.v(table), seen.allowed());
        let room = &watcher.table(table).room;
        assert_eq!(proved, room.record.is_some(), "the match has one round");
        assert_eq!(watcher.seat(table), None);
    }
    for (person, server) in others {
        for since in [None, Some(played.v()), Some(1)] {
            let mut client = person.connect(server.address).await;
            client.send(&open(table, since)).await;
            client
                .until(|client| client.tables.contains_key(&table))
                .await;
            assert_eq!(client.v(table), seen.allowed(), "since {since:?}");
            assert_eq!(client.table(table).presence.absent, None);
        }
    }
}

#[tokio::test]
async fn a_watcher_gets_nothing_younger_than_the_delay_at_either_node() {
    let (clock, hand): (Clock, ManualClock) = by_hand();
    let cluster = Cluster::by(clock.clone(), 2).await;
    let nodes = [&cluster.nodes[0], &cluster.nodes[1]];
    let mut played = Played::begin(nodes, &watched(Some(1), &clock)).await;
    let table = played.table;
    let mut seen = Seen {
        versions: Vec::new(),
        clock: clock.clone(),
    };
    seen.note(played.v());
    let shown = played.evening.matches(nodes[1].address).await;
    assert_eq!(shown[0].table, Some(table), "the page links it");

    let mut watchers = Vec::new();
    let mut others = Vec::new();
    for node in nodes {
        let mut watcher = Person::arrive(node.address)
            .await
            .connect(node.address)
            .await;
        watcher.open(table, None).await;
        assert_eq!(watcher.table(table).room.watch_delay_minutes, Some(1));
        watchers.push(watcher);
        others.push((Person::arrive(node.address).await, node));
    }
    let mut count = 0;
    while played.step().await {
        seen.note(played.v());
        check(&played, &seen, &mut watchers, &others).await;
        // The seeds must come soon after the commitments.
        let has_begun = played.players[0].table(table).view.is_some();
        hand.advance_ms(if has_begun { 15_000 } else { 1_000 });
        count += 1;
    }
    assert!(count > 6, "commitments, seeds and plays");
    assert!(played.players[0].table(table).room.record.is_some());
    assert!(gets_proof(&mut played.players[0], table).await);

    // Nothing else that a watcher asks for depends on the present state.
    let next = Request::Next.at(table);
    assert_eq!(watchers[0].refused(&next).await, ErrorCode::NotSeated);
    for _ in 0..20 {
        hand.advance_ms(5_000);
        seen.note(played.v());
        check(&played, &seen, &mut watchers, &others).await;
    }
    assert_eq!(seen.allowed(), played.v(), "in the end all is seen");
    assert!(watchers[1].table(table).room.record.is_some());
    let organiser = &played.evening.organiser;
    let mut organiser = Follower::of(organiser, nodes[0].address, played.evening.id).await;
    let is_decided = |state: &TournamentState| {
        state.head.round > 1 || state.matches.iter().all(|one| one.result.is_some())
    };
    organiser.until(is_decided).await;
    let shown = played.evening.matches(nodes[0].address).await;
    assert_eq!(shown[0].table, None, "the match is decided");
}

#[tokio::test]
async fn a_watcher_without_a_delay_is_live_and_gives_the_players_no_signs() {
    let (clock, _hand) = by_hand();
    let world = World::by(clock.clone(), &[]).await;
    let mut played = Played::begin([&world, &world], &watched(Some(0), &clock)).await;
    let table = played.table;
    let (_, mut watcher) = world.somebody().await;
    watcher.open(table, None).await;
    let react = Request::React {
        reaction: Reaction::ALL[0],
    };
    let say = Request::Say {
        words: Words::Text("the double six".to_owned()),
    };
    for player in &mut played.players {
        player.frames = Some(Vec::new());
    }
    for sign in [react, say] {
        watcher.send(&sign.at(table)).await;
    }
    while played.step().await {
        gets_proof(&mut watcher, table).await;
        assert_eq!(watcher.v(table), played.v());
    }
    assert!(watcher.table(table).room.record.is_some());
    for player in &mut played.players {
        gets_proof(player, table).await;
        let frames = player.frames.take().unwrap().concat();
        assert!(!frames.contains("the double six") && !frames.contains(r#""type":"reacted""#));
    }
}

#[tokio::test]
async fn without_the_organisers_leave_nobody_watches() {
    let (clock, _hand) = by_hand();
    let world = World::by(clock.clone(), &[]).await;
    let mut played = Played::begin([&world, &world], &watched(None, &clock)).await;
    let table = played.table;
    let shown = played.evening.matches(world.address).await;
    assert_eq!(shown[0].table, None);
    for _ in 0..5 {
        assert!(played.step().await);
    }
    let (_, mut visitor) = world.somebody().await;
    let refused = visitor.refused(&open(table, None)).await;
    assert_eq!(refused, ErrorCode::NotFound);
    let invited = ClientMessage::Open {
        table,
        invite: played.invite(),
        since: None,
        preview: None,
        replay: None,
    };
    visitor.send(&invited).await;
    visitor
        .until(|visitor| visitor.outside.contains_key(&table))
        .await;

    let duplicate = CreateTournament {
        boards: Some(2),
        ..watched(Some(5), &clock)
    };
    let body = serde_json::to_string(&duplicate).unwrap();
    let organiser = &played.evening.organiser;
    let answer = organiser.request(world.address, "POST", "/api/tournaments", &body);
    let answer = answer.await;
    assert_eq!(answer.status, 422);
    assert!(
        answer.body.contains("watch_delay_minutes"),
        "{}",
        answer.body
    );
}
