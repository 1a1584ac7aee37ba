//! Tests of the verifiable deal over real sockets: players commit to seeds, reveal them, play, and verify
//! the deals.

use boneyard_fair::{Contribution, Deal, Purpose, order};
use boneyard_protocol::http::CreateTable;
use boneyard_protocol::{
    ClientMessage, ErrorCode, Fairness, Level, Request, Seed, ServerMessage, Status, TableId,
};
use boneyard_rules::view::Phase;
use boneyard_rules::{Preset, Tile};

use crate::client::Client;
use crate::world::{Table, World, dice, public};

fn seed(number: u8) -> Seed {
    Seed::from([number; 32])
}

async fn commit(player: &mut Client, table: TableId, seed: Seed) {
    let commitment = seed.commitment();
    let match_number = player.table(table).room.fairness.match_number;
    player
        .send(
            &Request::Commit {
                match_number,
                commitment,
            }
            .at(table),
        )
        .await;
    let promised = |player: &Client| {
        let seats = player.table(table).room.fairness.seats;
        seats
            .iter()
            .any(|(_, &promise)| promise == Some(commitment))
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
            return fairness;
        }
    }
}

/// Lets all players commit to a seed and get ready. Afterwards the table waits for the seeds.
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
        player
            .until(|player| player.table(id).room.fairness.revealing)
            .await;
        assert_eq!(player.table(id).room.status, Status::Open);
    }
    table
}

fn is_playing(table: TableId) -> impl Fn(&Client) -> bool {
    move |player| player.table(table).room.status == Status::Playing
}

#[tokio::test]
async fn players_promise_reveal_and_verify_each_round_when_it_has_ended() {
    let world = World::new().await;
    let mut table = promised(&world).await;
    let id = table.id;
    let shown = table.players[0].table(id).room.fairness;
    // When all players are ready, no player can join, leave or commit to another seed.
    let player = &mut table.players[0];
    assert_eq!(
        player.refused(&Request::Leave.at(id)).await,
        ErrorCode::NotNow
    );
    let other = Request::Commit {
        match_number: 1,
        commitment: seed(9).commitment(),
    }
    .at(id);
    assert_eq!(player.refused(&other).await, ErrorCode::NotNow);
    let wrong = reveal(player, id, seed(9));
    assert_eq!(player.refused(&wrong).await, ErrorCode::WrongFields);
    for (number, player) in (1..).zip(&mut table.players) {
        let message = reveal(player, id, seed(number));
        player.send(&message).await;
    }
    let mut hands: Vec<Vec<Tile>> = Vec::new();
    for player in &mut table.players {
        player.until(is_playing(id)).await;
        hands.push(player.own(id).hand.clone());
    }
    let early = Request::Fairness { round: 1 }.at(id);
    assert_eq!(table.players[0].refused(&early).await, ErrorCode::NotNow);

    let mut dice = dice(3);
    while matches!(table.players[0].board(id).phase, Phase::Playing { .. }) {
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
    assert_eq!(fairness.commitment, shown.commitment);
    assert_eq!(fairness.seats.map(|seat| seat.commitment), shown.seats);
    let [round] = fairness.rounds.as_slice() else {
        panic!("one round was asked for")
    };
    assert_eq!(round.secret.commitment(fairness.first), shown.commitment);
    let seats = [seed(1), seed(2)].map(Contribution::Seed);
    assert_eq!(fairness.table, id);
    assert_eq!(fairness.first, shown.first);
    let deal = Deal {
        binding: fairness.binding(),
        match_number: 1,
        round: 1,
        purpose: Purpose::Deal,
        attempt: 0,
        seats: &seats,
    };
    let order = order(
        &round.secret,
        &deal,
        boneyard_rules::rules::DominoSet::DoubleSix,
    );
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
    let next = Request::Commit {
        match_number: 2,
        commitment: seed(1).commitment(),
    }
    .at(id);
    assert_eq!(player.refused(&next).await, ErrorCode::Stale);
    let early = reveal(player, id, seed(1));
    assert_eq!(player.refused(&early).await, ErrorCode::Stale);
    commit(player, id, seed(1)).await;
    player.send(&Request::Leave.at(id)).await;
    player.until(|player| player.seat(id).is_none()).await;
    let seats = player.table(id).room.fairness.seats;
    assert!(
        seats.iter().all(|(_, promise)| promise.is_none()),
        "the promise has left too"
    );
    let nobody = Request::Commit {
        match_number: 1,
        commitment: seed(1).commitment(),
    }
    .at(id);
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
    let room = client.table(id).room.fairness;
    assert!(room.revealing);
    let message = reveal(&client, id, seed(1));
    client.send(&message).await;
    client.until(is_playing(id)).await;
    assert_eq!(client.table(id).room.fairness.commitment, room.commitment);
    assert!(!client.table(id).room.fairness.revealing);
}
