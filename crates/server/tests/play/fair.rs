//! Tests of the verifiable deal over real sockets: players promise seeds, reveal them for a receipt, play, and
//! verify the deals.

use boneyard_base::{Clock, ManualClock, limits};
use boneyard_fair::{Deal, Purpose, SigningKey, order};
use boneyard_protocol::http::CreateTable;
use boneyard_protocol::transparency::PublicLog;
use boneyard_protocol::{
    ClientMessage, ErrorCode, Fairness, Level, LogHead, Request, Seed, ServerMessage, SignedHead,
    Status, TableId,
};
use boneyard_rules::line::Preset;
use boneyard_rules::line::TileOrder;
use boneyard_rules::line::rules::DominoSet;
use boneyard_rules::line::view::Phase;
use boneyard_rules::{BySeat, Seat, Tile};
use serde_json::json;

use crate::client::Client;
use crate::records::get;
use crate::world::{Table, World, dice, public};

fn seed(number: u8) -> Seed {
    Seed::from([number; 32])
}

fn seat(number: u8) -> Seat {
    Seat::new(number).unwrap()
}

fn promise(match_number: u32, seed: Seed, head: Option<SignedHead>) -> Request {
    Request::Commit {
        match_number,
        commitment: seed.commitment(),
        head,
    }
}

/// Promises a seed for the next match, and waits until the table shows the promise.
async fn commit(player: &mut Client, table: TableId, seed: Seed) {
    let match_number = player.table(table).room.fairness.match_number;
    let request = promise(match_number, seed, None);
    player.send(&request.at(table)).await;
    let own = player.seat(table).unwrap();
    let promised = |player: &Client| {
        let promise = player.table(table).room.fairness.seats[own].promise;
        promise.is_some_and(|promise| seed.keeps(&promise.commitment))
    };
    player.until(promised).await;
}

fn reveal(player: &Client, table: TableId, seed: Seed) -> ClientMessage {
    Request::Reveal {
        match_number: player.table(table).room.fairness.match_number,
        seed,
    }
    .at(table)
}

async fn proof(player: &mut Client, table: TableId, round: u32) -> Fairness {
    player.send(&Request::Fairness { round }.at(table)).await;
    loop {
        if let ServerMessage::Fairness { fairness, .. } = player.receive().await {
            return *fairness;
        }
    }
}

/// Lets all players promise a seed and get ready. Afterwards the table waits for the seeds.
async fn promised(world: &World) -> Table {
    let mut table = world.table(&public(*Preset::BLOCK.rules())).await;
    let id = table.id;
    for (number, player) in (1..).zip(&mut table.players) {
        commit(player, id, seed(number)).await;
    }
    for player in &mut table.players {
        player.send(&Request::Ready { ready: true }.at(id)).await;
    }
    for player in &mut table.players {
        until_receipt(player, id, 1).await;
        assert_eq!(player.table(id).room.status, Status::Open);
    }
    table
}

/// Waits until the table waits for the seeds of a match, and the player has the receipt.
async fn until_receipt(player: &mut Client, table: TableId, match_number: u32) {
    let is_asked = |player: &Client| {
        let shown = player.table(table).room.fairness;
        let receipt = player.receipts.last();
        let receipt = receipt.filter(|receipt| receipt.match_number == match_number);
        shown.revealing && shown.match_number == match_number && receipt.is_some()
    };
    player.until(is_asked).await;
    assert!(player.receipts.last().unwrap().is_proved());
}

fn is_playing(table: TableId) -> impl Fn(&Client) -> bool {
    move |player| player.table(table).room.status == Status::Playing
}

/// A world with a clock of its own, and a table that waits for the seeds of both players.
async fn promised_by_hand() -> (World, ManualClock, Table) {
    let (clock, hand) = Clock::manual(Clock::system().now());
    let world = World::by(clock, &[]).await;
    let table = promised(&world).await;
    (world, hand, table)
}

/// Lets time pass until the table calls off the match. The table looks at the clock after each message.
async fn call_off(hand: &ManualClock, table: &mut Table, times: u32) {
    let id = table.id;
    hand.advance_ms(limits::REVEAL_MS_MAX);
    table.players[0].send(&Request::Back.at(id)).await;
    for player in &mut table.players {
        player
            .until(|player| player.table(id).room.fairness.called_off == times)
            .await;
    }
}

#[tokio::test]
async fn players_promise_reveal_and_verify_each_round_when_it_has_ended() {
    let world = World::new().await;
    let mut table = promised(&world).await;
    let id = table.id;
    let shown = table.players[0].table(id).room.fairness;
    // When all players are ready, no player can join, leave or promise otherwise.
    let player = &mut table.players[0];
    assert_eq!(
        player.refused(&Request::Leave.at(id)).await,
        ErrorCode::NotNow
    );
    let other = promise(1, seed(9), None).at(id);
    assert_eq!(player.refused(&other).await, ErrorCode::NotNow);
    let wrong = reveal(player, id, seed(9));
    assert_eq!(player.refused(&wrong).await, ErrorCode::WrongFields);
    let first = reveal(player, id, seed(1));
    player.send(&first).await;
    for player in &mut table.players {
        let told = |player: &Client| player.table(id).room.fairness.told[seat(0)];
        player.until(told).await;
        let fairness = player.table(id).room.fairness;
        assert!(
            fairness.seats.iter().all(|(_, seat)| seat.seed.is_none()),
            "no seed is shown before all are there"
        );
    }
    let second = reveal(&table.players[1], id, seed(2));
    table.players[1].send(&second).await;
    let mut hands: Vec<Vec<Tile>> = Vec::new();
    for player in &mut table.players {
        player.until(is_playing(id)).await;
        hands.push(player.own(id).hand.clone());
        let seats = player.table(id).room.fairness.seats;
        let seeds: BySeat<_> = seats.map(|seat| seat.seed);
        assert_eq!(seeds.as_slice(), [Some(seed(1)), Some(seed(2))]);
    }
    let early = Request::Fairness { round: 1 }.at(id);
    assert_eq!(table.players[0].refused(&early).await, ErrorCode::NotNow);

    let mut dice = dice(3);
    while table.players[0].board(id).phase == Phase::Playing {
        table.step(&mut dice).await;
        // `step` waits only for one client, so this waits for the others.
        table.sync().await;
    }
    let (_, mut watcher) = world.somebody().await;
    watcher.open(id, None).await;
    let fairness = proof(&mut table.players[1], id, 1).await;
    assert_eq!(
        proof(&mut watcher, id, 1).await,
        fairness,
        "watchers may check too"
    );
    assert_eq!(Some(fairness.commitment), shown.commitment);
    let promises = fairness.seats.map(|seat| seat.promise);
    assert_eq!(promises, shown.seats.map(|seat| seat.promise));
    assert_eq!(promises, table.players[0].receipts[0].seats);
    let [round] = fairness.rounds.as_slice() else {
        panic!("one round was asked for")
    };
    assert_eq!(round.secret.commitment(1), fairness.commitment);
    assert_eq!(fairness.table, id);
    let deal = Deal {
        terms: fairness.terms(),
        round: 1,
        purpose: Purpose::Deal,
        attempt: 0,
        seeds: &[seed(1), seed(2)],
    };
    let order = order(&round.secret, &deal, 28);
    let order = TileOrder::new(DominoSet::DoubleSix, &order).unwrap();
    for (dealt, hand) in order.tiles().chunks(7).zip(&mut hands) {
        let mut dealt = dealt.to_vec();
        dealt.sort_unstable();
        hand.sort_unstable();
        assert_eq!(
            dealt, *hand,
            "the hand that was shown is the hand that was shuffled"
        );
    }
    let later = Request::Fairness { round: 2 }.at(id);
    assert_eq!(watcher.refused(&later).await, ErrorCode::NotNow);
}

#[tokio::test]
async fn a_promise_is_for_one_match_and_one_seated_player() {
    let world = World::new().await;
    let mut table = world.table(&public(*Preset::BLOCK.rules())).await;
    let id = table.id;
    let player = &mut table.players[1];
    let next = promise(2, seed(1), None).at(id);
    assert_eq!(player.refused(&next).await, ErrorCode::Stale);
    let early = reveal(player, id, seed(1));
    assert_eq!(player.refused(&early).await, ErrorCode::Stale);
    commit(player, id, seed(1)).await;
    player.send(&Request::Leave.at(id)).await;
    player.until(|player| player.seat(id).is_none()).await;
    let seats = player.table(id).room.fairness.seats;
    assert!(
        seats.iter().all(|(_, seat)| seat.promise.is_none()),
        "the promise has left too"
    );
    let nobody = promise(1, seed(1), None).at(id);
    assert_eq!(player.refused(&nobody).await, ErrorCode::NotSeated);
}

#[tokio::test]
async fn what_was_promised_with_a_new_table_is_awaited_even_after_a_restart() {
    let world = World::new().await;
    let (person, client) = world.somebody().await;
    drop(client);
    let wanted = CreateTable {
        computers: vec![Level::Beginner],
        commitment: Some(seed(1).commitment()),
        ..public(*Preset::BLOCK.rules())
    };
    let id = person.create(world.address, &wanted).await.table;
    let world = world.restarted().await;
    let mut client = person.connect(world.address).await;
    client.open(id, None).await;
    until_receipt(&mut client, id, 1).await;
    let room = client.table(id).room.fairness;
    let message = reveal(&client, id, seed(1));
    client.send(&message).await;
    client.until(is_playing(id)).await;
    assert_eq!(client.table(id).room.fairness.commitment, room.commitment);
    assert!(!client.table(id).room.fairness.revealing);
}

#[tokio::test]
async fn a_second_client_of_a_player_gets_the_receipt_too_and_a_watcher_does_not() {
    let world = World::new().await;
    let mut table = promised(&world).await;
    let id = table.id;
    let mut second = table.people[0].connect(world.address).await;
    second.open(id, None).await;
    until_receipt(&mut second, id, 1).await;
    assert_eq!(second.receipts, table.players[0].receipts);
    let (_, mut watcher) = world.somebody().await;
    watcher.open(id, None).await;
    for (number, player) in (1..).zip(&mut table.players) {
        let message = reveal(player, id, seed(number));
        player.send(&message).await;
    }
    watcher.until(is_playing(id)).await;
    assert_eq!(watcher.receipts, []);
}

#[tokio::test]
async fn a_match_whose_seeds_do_not_all_come_is_called_off_and_the_next_is_dealt() {
    let (_world, hand, mut table) = promised_by_hand().await;
    let id = table.id;
    let first = reveal(&table.players[0], id, seed(1));
    table.players[0].send(&first).await;
    call_off(&hand, &mut table, 1).await;
    let shown = table.players[0].table(id).room.fairness;
    assert_eq!((shown.match_number, shown.commitment), (2, None));
    assert_eq!(shown.missed.as_slice(), [0, 1]);
    let late = reveal(&table.players[1], id, seed(2));
    assert_eq!(table.players[1].refused(&late).await, ErrorCode::Stale);

    for (number, player) in (3..).zip(&mut table.players) {
        let request = promise(2, seed(number), None);
        player.send(&request.at(id)).await;
    }
    for (number, player) in (3..).zip(&mut table.players) {
        until_receipt(player, id, 2).await;
        let message = reveal(player, id, seed(number));
        player.send(&message).await;
    }
    for player in &mut table.players {
        player.until(is_playing(id)).await;
        let room = &player.table(id).room;
        assert_eq!((room.match_number, room.fairness.called_off), (2, 1));
        assert_eq!(room.fairness.missed.as_slice(), [0, 0]);
    }
}

#[tokio::test]
async fn the_third_match_is_dealt_without_a_seat_whose_seed_was_missing_twice() {
    let (_world, hand, mut table) = promised_by_hand().await;
    let id = table.id;
    call_off(&hand, &mut table, 1).await;
    for (number, player) in (3..).zip(&mut table.players) {
        let request = promise(2, seed(number), None);
        player.send(&request.at(id)).await;
    }
    until_receipt(&mut table.players[0], id, 2).await;
    let message = reveal(&table.players[0], id, seed(3));
    table.players[0].send(&message).await;
    let told = |player: &Client| player.table(id).room.fairness.told[seat(0)];
    table.players[0].until(told).await;
    call_off(&hand, &mut table, 2).await;
    let missed = table.players[0].table(id).room.fairness.missed;
    assert_eq!(missed.as_slice(), [1, 2]);
    let refused = promise(3, seed(6), None).at(id);
    assert_eq!(table.players[1].refused(&refused).await, ErrorCode::Stale);
    let request = promise(3, seed(5), None);
    table.players[0].send(&request.at(id)).await;
    until_receipt(&mut table.players[0], id, 3).await;
    let message = reveal(&table.players[0], id, seed(5));
    table.players[0].send(&message).await;
    table.players[0].until(is_playing(id)).await;
    let seats = table.players[0].table(id).room.fairness.seats;
    let seeds: BySeat<_> = seats.map(|seat| seat.seed);
    assert_eq!(seeds.as_slice(), [Some(seed(5)), None]);
}

#[tokio::test]
async fn a_head_that_the_server_has_not_signed_is_refused() {
    let world = World::new().await;
    let mut table = world.table(&public(*Preset::BLOCK.rules())).await;
    let id = table.id;
    let foreign = SignedHead::new(LogHead::default(), 1, &SigningKey::from_seed(&[3; 32]));
    let player = &mut table.players[0];
    let refused = promise(1, seed(1), Some(foreign)).at(id);
    assert_eq!(player.refused(&refused).await, ErrorCode::WrongFields);
    let own: PublicLog = get(&world, "/api/transparency").await.read();
    let changed = SignedHead {
        size: own.log.size + 1,
        ..own.log
    };
    let refused = promise(1, seed(1), Some(changed)).at(id);
    assert_eq!(player.refused(&refused).await, ErrorCode::WrongFields);
    let accepted = promise(1, seed(1), Some(own.log));
    player.send(&accepted.at(id)).await;
    let promised = |player: &Client| {
        let promise = player.table(id).room.fairness.seats[seat(0)].promise;
        promise.is_some_and(|promise| promise.head == own.log.head())
    };
    player.until(promised).await;

    let wanted = CreateTable {
        commitment: Some(seed(1).commitment()),
        head: Some(foreign),
        ..public(*Preset::BLOCK.rules())
    };
    let answer = table.people[0].post_table(world.address, &wanted).await;
    let code: serde_json::Value = serde_json::from_str(&answer.body).unwrap();
    assert_eq!(
        (answer.status, &code["code"]),
        (422, &json!("wrong_fields"))
    );
}
