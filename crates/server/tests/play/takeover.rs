//! Tests in which a visitor takes over the seat of a computer player during a match.

use std::net::SocketAddr;

use boneyard_protocol::http::{CreateTable, TableCreated};
use boneyard_protocol::record::Record;
use boneyard_protocol::{
    Access, ClientMessage, ErrorCode, Invite, Level, Phrase, Reaction, Request, RequestOutcome,
    SeatRequest, Snapshot, TableId, Words,
};
use boneyard_rules::line::rules::Calls;
use boneyard_rules::line::{Options, Preset};
use boneyard_rules::{Seat, Seating};

use crate::client::Client;
use crate::computers::{Player, seat, with};
use crate::person::Person;
use crate::restart::Process;
use crate::world::World;

/// A table at which a host and a guest play together with computer players. The match has begun.
struct Begun {
    id: TableId,
    invite: Invite,
    people: Vec<Person>,
    players: Vec<Client>,
}

impl Begun {
    async fn at(address: SocketAddr, wanted: &CreateTable) -> Self {
        let people = vec![Person::arrive(address).await, Person::arrive(address).await];
        let TableCreated { table: id, invite } = people[0].create(address, wanted).await;
        let mut players = Vec::new();
        for person in &people {
            let mut player = person.connect(address).await;
            player.open(id, Some(invite)).await;
            if players.len() == 1 {
                let sit = Request::Sit { seat: None }.at(id);
                player.send(&sit).await;
            }
            let ready = Request::Ready { ready: true }.at(id);
            player.send(&ready).await;
            players.push(player);
        }
        // This waits until a person is on turn, so that afterwards only people's actions change the table.
        let a_person_is_on_turn = |player: &Client| {
            let Snapshot { room, standing, .. } = player.table(id);
            let turn = standing.as_ref().and_then(|standing| standing.turn);
            let on_turn = turn.and_then(|turn| room.seats[turn].as_ref());
            on_turn.is_some_and(|at| at.computer.is_none())
        };
        for player in &mut players {
            player.until(a_person_is_on_turn).await;
        }
        Self {
            id,
            invite,
            people,
            players,
        }
    }

    /// Begins a match of two people and one computer player.
    async fn of_three(address: SocketAddr) -> Self {
        let rules = Preset::DRAW.for_seating(Seating::THREE);
        Self::at(address, &with(&[Level::Club], rules)).await
    }

    /// Waits until every player is shown a request for a seat or, if `there` is false, until no player is
    /// shown one.
    async fn all_see(&mut self, there: bool) {
        let id = self.id;
        for player in &mut self.players {
            player
                .until(|player| request(player, id).is_some() == there)
                .await;
        }
    }

    async fn answer(&mut self, number: usize, agree: bool) {
        let player = &mut self.players[number];
        let asked_ms = request(player, self.id).unwrap().asked_ms;
        player
            .send(&Request::AnswerRequest { asked_ms, agree }.at(self.id))
            .await;
    }
}

fn request(client: &Client, table: TableId) -> Option<&SeatRequest> {
    let presence = match client.outside.get(&table) {
        Some(outside) => &outside.presence,
        None => &client.table(table).presence,
    };
    presence.request.as_ref()
}

/// Sends a request for a seat, and waits until the client is shown that the request exists.
async fn ask(watcher: &mut Client, table: TableId, seat: Seat) {
    let before = watcher.outcomes.len();
    watcher.send(&Request::RequestSeat { seat }.at(table)).await;
    watcher
        .until(|watcher| request(watcher, table).is_some_and(|one| one.yours))
        .await;
    assert_eq!(watcher.outcomes.len(), before);
}

/// Waits for the outcome of the client's request for a seat.
async fn outcome(watcher: &mut Client) -> RequestOutcome {
    let known = watcher.outcomes.len();
    watcher
        .until(|watcher| watcher.outcomes.len() > known)
        .await;
    watcher.outcomes[known]
}

#[tokio::test]
async fn the_host_lets_a_visitor_in_who_plays_the_present_hand() {
    let world = World::new().await;
    let mut rules = Options::from(Preset::FIVE_UP.for_seating(Seating::PARTNERS));
    rules.calls = Calls::Muggins;
    let wanted = with(&[Level::Casual, Level::Club], rules);
    let mut begun = Begun::at(world.address, &wanted).await;
    let id = begun.id;
    let (person, mut newcomer) = world.somebody().await;
    newcomer.open(id, None).await;
    ask(&mut newcomer, id, seat(2)).await;
    begun.all_see(true).await;
    let shown = request(&begun.players[0], id).unwrap();
    assert_eq!((shown.seat, shown.yours), (seat(2), false));
    assert_eq!(shown.name, newcomer.name);
    let asked = [true, false, false, false];
    assert_eq!(shown.may_answer.as_slice(), asked);
    let yes = Request::AnswerRequest {
        asked_ms: shown.asked_ms,
        agree: true,
    }
    .at(id);
    let partner = &mut begun.players[1];
    assert_eq!(partner.refused(&yes).await, ErrorCode::NotNow);
    // Until the host has agreed, the visitor may see no hand, not even in a new snapshot.
    newcomer.open(id, None).await;
    assert_eq!(newcomer.seat(id), None);
    assert_eq!(newcomer.view(id).own, None);

    begun.answer(0, true).await;
    assert_eq!(outcome(&mut newcomer).await, RequestOutcome::Granted);
    assert_eq!(newcomer.seat(id), Some(seat(2)));
    let size = newcomer.board(id).hand_sizes[seat(2)];
    assert_eq!(newcomer.own(id).hand.len(), usize::from(size));
    newcomer.open(id, None).await;
    begun.all_see(false).await;
    let host = &begun.players[0];
    let seated = host.table(id).room.seats[seat(2)].as_ref().unwrap();
    assert_eq!((seated.computer, &seated.name), (None, &newcomer.name));

    let name = newcomer.name.clone();
    let mut playing = begun.players;
    playing.push(newcomer);
    let playing = playing.into_iter().zip(1..);
    let playing: Vec<_> = playing
        .map(|(client, dice)| tokio::spawn(Player::new(client, id, dice).play_to_the_end()))
        .collect();
    let mut record = None;
    for player in playing {
        record = player.await.unwrap().client.table(id).room.record;
    }
    let path = format!("/api/m/{}", record.unwrap());
    let answer = person.request(world.address, "GET", &path, "").await;
    let record: Record = serde_json::from_str(&answer.body).unwrap();
    let taken = &record.seats[2];
    assert_eq!(taken.name.as_ref(), Some(&name));
    assert_eq!(taken.computer, None);
    let took_over = taken.took_over.unwrap();
    assert_eq!((took_over.level, took_over.round), (Level::Club, 1));
    assert!(record.seats[0].took_over.is_none() && record.seats[1].took_over.is_none());
    let own = person
        .request(world.address, "GET", "/api/me/matches", "")
        .await;
    assert!(own.body.contains(&record.id.to_string()), "{}", own.body);
}

#[tokio::test]
async fn a_request_is_declined_withdrawn_or_left_behind() {
    let world = World::new().await;
    let mut begun = Begun::of_three(world.address).await;
    let id = begun.id;
    let (_, mut first) = world.somebody().await;
    let (_, mut second) = world.somebody().await;
    for watcher in [&mut first, &mut second] {
        watcher.open(id, None).await;
    }
    let wanted = |seat| Request::RequestSeat { seat }.at(id);
    assert_eq!(first.refused(&wanted(seat(0))).await, ErrorCode::Taken);
    assert_eq!(
        first.refused(&wanted(seat(3))).await,
        ErrorCode::WrongFields
    );
    let seated = &mut begun.players[0];
    assert_eq!(
        seated.refused(&wanted(seat(1))).await,
        ErrorCode::AlreadySeated
    );

    ask(&mut first, id, seat(1)).await;
    begun.all_see(true).await;
    assert_eq!(second.refused(&wanted(seat(1))).await, ErrorCode::NotNow);
    let old_ms = request(&second, id).unwrap().asked_ms;
    let answer = |asked_ms| {
        Request::AnswerRequest {
            asked_ms,
            agree: true,
        }
        .at(id)
    };
    assert_eq!(second.refused(&answer(old_ms)).await, ErrorCode::NotSeated);
    let withdraw = Request::WithdrawRequest.at(id);
    assert_eq!(second.refused(&withdraw).await, ErrorCode::Stale);
    assert_eq!(first.refused(&answer(old_ms)).await, ErrorCode::NotSeated);
    begun.answer(0, false).await;
    assert_eq!(outcome(&mut first).await, RequestOutcome::Declined);
    begun.all_see(false).await;

    ask(&mut first, id, seat(1)).await;
    first.send(&withdraw).await;
    assert_eq!(outcome(&mut first).await, RequestOutcome::Withdrawn);
    // The visitor's third request in a short time is refused.
    assert_eq!(first.refused(&wanted(seat(1))).await, ErrorCode::Rate);

    begun.all_see(false).await;
    ask(&mut second, id, seat(1)).await;
    begun.all_see(true).await;
    let late = begun.players[0].refused(&answer(old_ms)).await;
    assert_eq!(late, ErrorCode::Stale, "that was meant for the first");
    drop(second);
    begun.all_see(false).await;
    let room = &begun.players[0].table(id).room;
    assert!(room.seats[seat(1)].as_ref().unwrap().computer.is_some());
}

#[tokio::test]
async fn another_player_lets_a_visitor_in_while_the_host_is_away() {
    let world = World::new().await;
    let mut begun = Begun::of_three(world.address).await;
    let id = begun.id;
    let (_, mut newcomer) = world.somebody().await;
    newcomer.open(id, None).await;
    ask(&mut newcomer, id, seat(1)).await;
    begun.all_see(true).await;
    let leave = ClientMessage::Close { table: id };
    begun.players[0].send(&leave).await;
    let other = &mut begun.players[1];
    other
        .until(|other| request(other, id).unwrap().may_answer[seat(2)])
        .await;
    begun.answer(1, true).await;
    assert_eq!(outcome(&mut newcomer).await, RequestOutcome::Granted);
    assert_eq!(newcomer.seat(id), Some(seat(1)));
}

#[tokio::test]
async fn a_kill_leaves_no_half_of_it() {
    let directory = tempfile::tempdir().unwrap();
    let mut process = Process::start(&directory);
    let mut begun = Begun::of_three(process.address).await;
    let id = begun.id;
    let asker = Person::arrive(process.address).await;
    let mut newcomer = asker.connect(process.address).await;
    newcomer.open(id, None).await;
    ask(&mut newcomer, id, seat(1)).await;
    begun.all_see(true).await;
    let version = newcomer.v(id);

    process.kill();
    process = Process::start(&directory);
    newcomer = asker.connect(process.address).await;
    newcomer.open(id, None).await;
    assert_eq!((newcomer.seat(id), newcomer.v(id)), (None, version));
    for (player, person) in begun.players.iter_mut().zip(&begun.people) {
        *player = person.connect(process.address).await;
        player.open(id, None).await;
    }
    assert_eq!(request(&newcomer, id), None);
    // The restart has ended the request, and the visitor can send another one.
    ask(&mut newcomer, id, seat(1)).await;
    begun.all_see(true).await;
    begun.answer(0, true).await;
    newcomer
        .until(|newcomer| newcomer.seat(id) == Some(seat(1)))
        .await;
    let before = newcomer.tables[&id].clone();

    process.kill();
    process = Process::start(&directory);
    newcomer = asker.connect(process.address).await;
    newcomer.open(id, None).await;
    newcomer.tables[&id].assert_same(&before);
    assert_eq!(newcomer.own(id).seat, seat(1));
    process.kill();
}

#[tokio::test]
async fn a_friend_is_an_outsider_of_a_table_by_link_until_the_host_agrees() {
    let world = World::new().await;
    let rules = Preset::DRAW.for_seating(Seating::THREE);
    let wanted = CreateTable {
        access: Access::Link,
        ..with(&[Level::Club], rules)
    };
    let mut begun = Begun::at(world.address, &wanted).await;
    let id = begun.id;
    let (_, mut friend) = world.somebody().await;
    let open = ClientMessage::Open {
        table: id,
        invite: Some(begun.invite),
        since: None,
        preview: None,
        replay: None,
    };
    friend.send(&open).await;
    friend
        .until(|friend| friend.outside.contains_key(&id))
        .await;
    for word in [
        "standing", "view", "board", "layout", "history", "hand", "chat", "invite", "time",
    ] {
        let field = format!(r#""{word}":"#);
        assert!(!friend.last_frame.contains(&field), "{word} leaked");
    }
    let seats = &friend.outside[&id].room.seats;
    assert_eq!(seats[seat(1)].as_ref().unwrap().computer, Some(Level::Club));

    let say = Request::Say {
        words: Words::Phrase(Phrase::Hello),
    }
    .at(id);
    let react = Request::React {
        reaction: Reaction::Wow,
    }
    .at(id);
    let others = [
        Request::Next.at(id),
        Request::Hint { ply: 1 }.at(id),
        Request::Fairness { round: 1 }.at(id),
        say.clone(),
        react.clone(),
    ];
    for message in &others {
        assert_eq!(friend.refused(message).await, ErrorCode::MatchRunning);
    }
    // Only players receive the players' lines and reactions. The friend's client would fail if it received
    // one, because it has no state of the table.
    begun.players[0].send(&say).await;
    begun.players[0].send(&react).await;

    ask(&mut friend, id, seat(1)).await;
    begun.all_see(true).await;
    assert_eq!(begun.players[0].table(id).presence.watchers, 0);
    begun.answer(0, true).await;
    assert_eq!(outcome(&mut friend).await, RequestOutcome::Granted);
    assert_eq!(friend.seat(id), Some(seat(1)));
    assert!(!friend.own(id).hand.is_empty());
}
