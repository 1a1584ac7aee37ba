//! Tests of computer players: matches against them, matches together with them, and their hints.

use boneyard_protocol::http::CreateTable;
use boneyard_protocol::{
    ClientMessage, ErrorCode, Hint, Level, Request, ServerMessage, Status, TableId,
};
use boneyard_rules::line::rules::Calls;
use boneyard_rules::line::view::{Phase, VisibleEvent};
use boneyard_rules::line::{self, Preset};
use boneyard_rules::{Options, Seat, Seating};
use rand::RngExt as _;
use rand::rngs::StdRng;

use crate::client::Client;
use crate::world::{World, call, dice, public, random_play};

pub(crate) fn seat(number: u8) -> Seat {
    Seat::new(number).unwrap()
}

/// The request for a table with these computer players.
pub(crate) fn with(computers: &[Level], rules: impl Into<Options>) -> CreateTable {
    CreateTable {
        computers: computers.to_vec(),
        ..public(rules)
    }
}

/// A person who plays random moves until the match is over, and the events that the person has seen.
pub(crate) struct Player {
    pub(crate) client: Client,
    table: TableId,
    dice: StdRng,
    /// The last version in which the person tried to call points. `acted` is the last version in which the
    /// person tried another action.
    called: u64,
    acted: u64,
    pub(crate) history: Vec<VisibleEvent>,
}

impl Player {
    pub(crate) fn new(client: Client, table: TableId, seed: u64) -> Self {
        Self {
            client,
            table,
            dice: dice(seed),
            called: 0,
            acted: 0,
            history: Vec::new(),
        }
    }

    pub(crate) async fn play_to_the_end(mut self) -> Self {
        while self.client.table(self.table).room.status != Status::Over {
            if let Some(message) = self.next_message() {
                self.client.send(&message).await;
            }
            match self.client.receive().await {
                ServerMessage::Update(update) => {
                    if let Some(change) = update.shared.change {
                        let change = line::Change::try_from(change).unwrap();
                        self.history.extend(change.events);
                    }
                }
                // Another player acted first, or there were no points to take.
                ServerMessage::Error { code, .. } => {
                    let expected = [
                        ErrorCode::Stale,
                        ErrorCode::Illegal,
                        ErrorCode::MatchRunning,
                        ErrorCode::NotNow,
                    ];
                    assert!(expected.contains(&code), "{code}");
                }
                _ => {}
            }
        }
        self
    }

    fn next_message(&mut self) -> Option<ClientMessage> {
        let table = self.table;
        let snapshot = self.client.table(table);
        let (me, v) = (snapshot.me.seat?, snapshot.v);
        // The person acts only once at each version, because each action that succeeds creates a new
        // version.
        let tried = self.acted == v;
        if snapshot.room.status == Status::Open {
            let ready = snapshot.room.seats[me].as_ref()?.ready;
            self.acted = v;
            let message = Request::Ready { ready: true }.at(table);
            return (!ready && !tried).then_some(message);
        }
        let standing = self.client.standing(table);
        let ply = standing.ply;
        if self.client.own(table).may_call && self.called < v && self.dice.random_bool(0.3) {
            self.called = v;
            return Some(call(ply).at(table));
        }
        if tried {
            return None;
        }
        match self.client.board(table).phase {
            Phase::Playing if standing.turn == Some(me) => {
                self.acted = v;
                Some(random_play(&self.client, table, &mut self.dice))
            }
            Phase::RoundOver { .. } => {
                self.acted = v;
                Some(Request::Next.at(table))
            }
            _ => None,
        }
    }

    fn count(&self, is_so: impl Fn(&VisibleEvent) -> bool) -> usize {
        self.history.iter().filter(|seen| is_so(seen)).count()
    }
}

#[tokio::test]
async fn a_lone_visitor_plays_a_match_against_each_level_at_once() {
    let world = World::new().await;
    for (number, &level) in Level::ALL.iter().enumerate() {
        let (person, mut client) = world.somebody().await;
        let mut rules = line::Options::from(*Preset::FIVE_UP.rules());
        rules.target = 60;
        let created = person.create(world.address, &with(&[level], rules)).await;
        let id = created.table;
        client.open(id, None).await;
        let room = &client.table(id).room;
        assert_eq!(room.status, Status::Playing);
        assert!(room.hints);
        let computer = room.seats[seat(1)].as_ref().unwrap();
        assert_eq!(computer.computer, Some(level));
        assert_eq!((computer.name.as_str(), computer.host), ("Computer", false));
        assert_eq!(room.seats[seat(0)].as_ref().unwrap().computer, None);
        let presence = &client.table(id).presence;
        assert_eq!(presence.seats.as_slice(), [true, true]);
        assert_eq!(
            (presence.away_since_ms.as_slice(), presence.watchers),
            (&[None, None][..], 0)
        );

        let mut player = Player::new(client, id, number as u64)
            .play_to_the_end()
            .await;
        let by_the_computer = |seen: &VisibleEvent| matches!(seen, VisibleEvent::Played { seat: by, .. } if *by == seat(1));
        assert!(player.count(by_the_computer) > 0);
        // The state that the client built is equal to a new snapshot, and the computer player is ready for
        // another match.
        player.client.open(id, None).await;
        let again = Request::Ready { ready: true }.at(id);
        player.client.send(&again).await;
        let second = |client: &Client| client.table(id).room.match_number == 2;
        player.client.until(second).await;
    }
}

#[tokio::test]
async fn two_friends_and_two_computers_are_partners() {
    let world = World::new().await;
    let (host, client) = world.somebody().await;
    let rules = Preset::DRAW.for_seating(Seating::PARTNERS);
    let wanted = with(&[Level::Casual, Level::Club], rules);
    let id = host.create(world.address, &wanted).await.table;
    let (_, guest) = world.somebody().await;
    let mut players = Vec::new();
    for (number, mut client) in [client, guest].into_iter().enumerate() {
        client.open(id, None).await;
        let room = &client.table(id).room;
        assert_eq!((room.status, room.hints), (Status::Open, false));
        if number == 1 {
            let sit = Request::Sit { seat: None }.at(id);
            client.send(&sit).await;
            client
                .until(|client| client.seat(id) == Some(seat(3)))
                .await;
        }
        players.push(tokio::spawn(
            Player::new(client, id, number as u64).play_to_the_end(),
        ));
    }
    for player in players {
        let player = player.await.unwrap();
        for number in 0..4 {
            let by = seat(number);
            let plays = |seen: &VisibleEvent| matches!(seen, VisibleEvent::Played { seat, .. } if *seat == by);
            assert!(player.count(plays) > 0, "seat {by} has played");
        }
    }
}

#[tokio::test]
async fn the_host_seats_a_computer_and_removes_it_again() {
    let world = World::new().await;
    let mut table = world
        .table(&public(Preset::DRAW.for_seating(Seating::THREE)))
        .await;
    let id = table.id;
    let (_, mut visitor) = world.somebody().await;
    visitor.send(&ClientMessage::Lobby { follow: true }).await;
    visitor.until(|visitor| visitor.lobby.is_some()).await;
    let leave = Request::Leave.at(id);
    table.players[2].send(&leave).await;

    let (level, free) = (Level::Beginner, seat(2));
    let sit = |seat| Request::SeatComputer { seat, level }.at(id);
    let [host, guest, ..] = &mut table.players[..] else {
        panic!("three sat down")
    };
    for player in [&mut *host, &mut *guest] {
        player
            .until(|player| player.table(id).room.seats[free].is_none())
            .await;
    }
    assert_eq!(guest.refused(&sit(free)).await, ErrorCode::NotHost);
    assert_eq!(host.refused(&sit(seat(1))).await, ErrorCode::Taken);
    assert_eq!(host.refused(&sit(seat(3))).await, ErrorCode::WrongFields);
    host.send(&sit(free)).await;
    let is_there = |player: &Client| {
        let there = player.table(id).room.seats[free].as_ref();
        there.is_some_and(|there| there.computer == Some(level) && there.ready)
    };
    guest.until(is_there).await;
    visitor
        .until(|visitor| {
            let listing = &visitor.lobby.as_ref().unwrap()[&id];
            let listed = listing.seats[free].as_ref();
            listing.open_seats == 0 && listed.is_some_and(|seat| seat.computer == Some(level))
        })
        .await;

    let remove = Request::Remove {
        seat: free,
        pseudonym: None,
    }
    .at(id);
    assert_eq!(guest.refused(&remove).await, ErrorCode::NotHost);
    host.send(&remove).await;
    guest
        .until(|guest| guest.table(id).room.seats[free].is_none())
        .await;
    host.send(&sit(free)).await;
    guest.until(is_there).await;
}

#[tokio::test]
async fn computers_stay_where_they_are_while_a_match_is_played() {
    let world = World::new().await;
    let (person, mut host) = world.somebody().await;
    let rules = *Preset::DRAW.rules();
    let id = person.create(world.address, &public(rules)).await.table;
    host.open(id, None).await;
    let ready = Request::Ready { ready: true }.at(id);
    host.send(&ready).await;
    let sit = Request::SeatComputer {
        seat: seat(1),
        level: Level::Casual,
    }
    .at(id);
    host.send(&sit).await;
    let started = |host: &Client| host.table(id).room.status == Status::Playing;
    host.until(started).await;
    let remove = Request::Remove {
        seat: seat(1),
        pseudonym: None,
    }
    .at(id);
    assert_eq!(host.refused(&remove).await, ErrorCode::MatchRunning);
    assert_eq!(host.refused(&sit).await, ErrorCode::MatchRunning);
}

#[tokio::test]
async fn a_computer_announces_and_calls() {
    let world = World::new().await;
    let (person, mut client) = world.somebody().await;
    let mut rules = line::Options::from(*Preset::FIVE_UP.rules());
    rules.calls = Calls::Muggins;
    // With this target, the match has so many rounds that the random player misses some points.
    rules.target = 500;
    let wanted = with(&[Level::Expert], rules);
    let id = person.create(world.address, &wanted).await.table;
    client.open(id, None).await;
    let player = Player::new(client, id, 31).play_to_the_end().await;
    let announces = |seen: &VisibleEvent| matches!(seen, VisibleEvent::Played { seat: by, announced: Some(_), .. } if *by == seat(1));
    let calls =
        |seen: &VisibleEvent| matches!(seen, VisibleEvent::Called { seat: by } if *by == seat(1));
    assert!(player.count(announces) > 0);
    assert!(player.count(calls) > 0, "a random player misses points");
}

#[tokio::test]
async fn a_hint_is_for_the_player_on_turn_and_where_there_are_hints() {
    let world = World::new().await;
    let (person, mut player) = world.somebody().await;
    let wanted = with(&[Level::Casual], *Preset::DRAW.rules());
    let id = person.create(world.address, &wanted).await.table;
    player.open(id, None).await;
    player.until(|player| !player.offers(id).is_empty()).await;
    let ply = player.standing(id).ply;
    let hint = |ply| Request::Hint { ply }.at(id);

    let (_, mut watcher) = world.somebody().await;
    watcher.open(id, None).await;
    assert_eq!(watcher.refused(&hint(ply)).await, ErrorCode::NotSeated);
    assert_eq!(player.refused(&hint(ply - 1)).await, ErrorCode::Stale);

    // The client sends all requests at once, so the server refuses some of them as too fast.
    let (mut hints, mut refusals) = (0, 0);
    for _ in 0..10 {
        player.send(&hint(ply)).await;
    }
    while hints + refusals < 10 {
        match player.receive().await {
            ServerMessage::Hint {
                ply: at,
                hint: Hint::Line(hint),
                ..
            } => {
                assert_eq!(at, ply);
                let hinted = (hint.tile, hint.arm);
                let offered = player.offers(id).iter();
                let mut same = offered.filter(|offer| (offer.tile, offer.arm) == hinted);
                assert!(same.next().is_some(), "{} can be played there", hint.tile);
                hints += 1;
            }
            ServerMessage::Error { code, .. } => {
                assert_eq!(code, ErrorCode::Rate);
                refusals += 1;
            }
            _ => {}
        }
    }
    assert!(hints > 0 && refusals > 0, "{hints} hints");

    let mut silent = with(&[Level::Casual], *Preset::DRAW.rules());
    silent.hints = Some(false);
    let id = person.create(world.address, &silent).await.table;
    player.open(id, None).await;
    assert!(!player.table(id).room.hints);
    let ask = Request::Hint { ply: 1 }.at(id);
    assert_eq!(player.refused(&ask).await, ErrorCode::NoHints);
}

#[tokio::test]
async fn computers_take_no_more_seats_than_there_are() {
    let world = World::new().await;
    let (person, _) = world.somebody().await;
    let two = *Preset::DRAW.rules();
    let too_many = with(&[Level::Club; 2], two);
    let kept = CreateTable {
        kept_seats: 1,
        ..with(&[Level::Club], two)
    };
    for (wanted, option) in [(too_many, "computers"), (kept, "kept_seats")] {
        let answer = person.post_table(world.address, &wanted).await;
        assert_eq!(answer.status, 422, "{}", answer.body);
        assert!(answer.body.contains(option), "{}", answer.body);
    }
    // The matches begin at once, because the host is the only person. Without a limit, a visitor could open
    // any number of tables.
    let alone = with(&[Level::Club], two);
    let mut status = 0;
    for _ in 0..=boneyard_base::limits::TABLES_PER_VISITOR_MAX {
        status = person.post_table(world.address, &alone).await.status;
    }
    assert_eq!(status, 429);
    person.create(world.address, &public(two)).await;
}
