//! Tests of clients that break the rules. Each one gets an error or is disconnected, and nothing changes for
//! the other clients.

use boneyard_protocol::http::CreateTable;
use boneyard_protocol::{Access, ClientMessage, ErrorCode, Request, ServerMessage, TableId};
use boneyard_rules::line::{self, Illegal, Play};
use boneyard_rules::line::{ArmId, Preset};
use boneyard_rules::{Seat, Tile};

use crate::world::{Table, World, call, dice, public, random_play};

/// Starts a match of Draw, and plays some moves.
pub(crate) async fn match_under_way(world: &World, seed: u64) -> Table {
    let mut table = world.table(&public(*Preset::DRAW.rules())).await;
    table.start().await;
    let mut dice = dice(seed);
    for _ in 0..4 {
        table.step(&mut dice).await;
    }
    table.sync().await;
    table
}

fn turn(table: &Table) -> usize {
    let standing = table.players[0].standing(table.id);
    let turn = standing.turn.unwrap_or_else(|| panic!("{standing:?}"));
    turn.index()
}

/// Checks that all players still have the same state at version `v`, and that the match continues.
pub(crate) async fn nothing_has_changed(table: &mut Table, v: u64) {
    for player in &mut table.players {
        assert_eq!(player.v(table.id), v);
        player.open(table.id, None).await;
        assert_eq!(player.v(table.id), v);
    }
    assert!(table.step(&mut dice(9)).await);
}

fn play(table: &Table, tile: Tile, arm: Option<ArmId>) -> ClientMessage {
    let play = Play {
        tile,
        arm,
        announced: None,
    };
    Request::Move {
        ply: table.players[0].standing(table.id).ply,
        chosen: line::Move::Play(play).into(),
    }
    .at(table.id)
}

#[tokio::test]
async fn plays_against_the_rules_are_refused_with_their_reason() {
    let world = World::new().await;
    let mut table = match_under_way(&world, 11).await;
    let (id, on_turn) = (table.id, turn(&table));
    let v = table.players[0].v(id);
    let other = 1 - on_turn;
    let offer = table.players[on_turn].offers(id)[0];
    let foreign = table.players[other].own(id).hand[0];
    let own = table.players[other].own(id).hand[0];

    let out_of_turn = play(&table, own, Some(ArmId::A));
    let reason = table.players[other].illegal(&out_of_turn).await;
    let turn = Seat::new(on_turn as u8).unwrap();
    assert_eq!(reason, Illegal::NotYourTurn { turn });
    let not_held = play(&table, foreign, Some(ArmId::A));
    let reason = table.players[on_turn].illegal(&not_held).await;
    assert_eq!(reason, Illegal::NotInHand { tile: foreign });
    for arm in [None, Some(ArmId::C)] {
        let misfit = play(&table, offer.tile, arm);
        let reason = table.players[on_turn].illegal(&misfit).await;
        assert_eq!(reason, Illegal::DoesNotFit { tile: offer.tile });
    }
    let misfit = table.players[on_turn]
        .own(id)
        .hand
        .iter()
        .copied()
        .find(|&tile| {
            let offers = table.players[on_turn].offers(id);
            offers.iter().all(|offer| offer.tile != tile)
        });
    if let Some(tile) = misfit {
        let misfit = play(&table, tile, Some(ArmId::A));
        let reason = table.players[on_turn].illegal(&misfit).await;
        assert_eq!(reason, Illegal::DoesNotFit { tile });
    }
    let ply = table.players[0].standing(id).ply;
    let reason = table.players[other].illegal(&call(ply).at(id)).await;
    assert_eq!(reason, Illegal::NothingToTake);
    nothing_has_changed(&mut table, v).await;
}

#[tokio::test]
async fn the_first_lead_is_the_highest_double() {
    let world = World::new().await;
    let mut table = world.table(&public(*Preset::DRAW.rules())).await;
    table.start().await;
    let (id, on_turn) = (table.id, turn(&table));
    let player = &table.players[on_turn];
    let must = player.offers(id)[0].tile;
    let other = player
        .own(id)
        .hand
        .iter()
        .copied()
        .find(|&tile| tile != must);
    let wrong = play(&table, other.unwrap(), None);
    let reason = table.players[on_turn].illegal(&wrong).await;
    assert_eq!(reason, Illegal::MustLead { tile: must });
}

#[tokio::test]
async fn old_messages_are_stale() {
    let world = World::new().await;
    let mut table = world.table(&public(*Preset::DRAW.rules())).await;
    table.start().await;
    let (id, mut dice) = (table.id, dice(12));
    let mut old = Vec::new();
    for _ in 0..5 {
        let seat = turn(&table);
        let message = random_play(&table.players[seat], id, &mut dice);
        table.players[seat].send(&message).await;
        let v = table.players[seat].v(id);
        table.players[seat].until(|player| player.v(id) > v).await;
        table.sync().await;
        old.push((seat, message));
    }
    let v = table.players[0].v(id);
    for (seat, message) in &old {
        assert_eq!(
            table.players[*seat].refused(message).await,
            ErrorCode::Stale
        );
    }
    nothing_has_changed(&mut table, v).await;
}

#[tokio::test]
async fn two_tabs_that_play_at_once_play_once() {
    let world = World::new().await;
    let mut table = match_under_way(&world, 13).await;
    let (id, on_turn) = (table.id, turn(&table));
    let mut tab = table.people[on_turn].connect(world.address).await;
    tab.open(id, None).await;
    let message = random_play(&tab, id, &mut dice(13));
    tab.send(&message).await;
    table.players[on_turn].send(&message).await;
    let mut refusals = 0;
    for client in [&mut tab, &mut table.players[on_turn]] {
        // The server answers messages in order, so all earlier messages have been answered when the snapshot
        // arrives.
        client
            .send(&ClientMessage::Open {
                table: id,
                invite: None,
                since: None,
                preview: None,
                replay: None,
            })
            .await;
        loop {
            match client.receive().await {
                ServerMessage::Error { code, .. } => {
                    assert_eq!(code, ErrorCode::Stale);
                    refusals += 1;
                }
                ServerMessage::Table(_) => break,
                _ => {}
            }
        }
    }
    assert_eq!(refusals, 1);
}

#[tokio::test]
async fn strangers_can_do_nothing_at_a_table() {
    let world = World::new().await;
    let mut table = match_under_way(&world, 14).await;
    let (id, on_turn) = (table.id, turn(&table));
    let v = table.players[0].v(id);
    let (_, mut stranger) = world.somebody().await;
    let message = random_play(&table.players[on_turn], id, &mut dice(14));
    let ply = table.players[0].standing(id).ply;
    let seat = Seat::default();
    let tries = [
        message,
        call(ply).at(id),
        Request::Next.at(id),
        Request::Leave.at(id),
        Request::Ready { ready: true }.at(id),
        Request::Remove {
            seat,
            pseudonym: None,
        }
        .at(id),
    ];
    for message in &tries {
        // The server doesn't reveal to a visitor who hasn't opened the table that it exists.
        assert_eq!(stranger.refused(message).await, ErrorCode::NotFound);
    }
    stranger.open(id, None).await;
    for message in &tries {
        assert_eq!(stranger.refused(message).await, ErrorCode::NotSeated);
    }
    nothing_has_changed(&mut table, v).await;
}

#[tokio::test]
async fn full_and_private_tables_stay_so() {
    let world = World::new().await;
    let mut table = world.table(&public(*Preset::DRAW.rules())).await;
    let v = table.players[0].v(table.id);
    let (_, mut late) = world.somebody().await;
    late.open(table.id, None).await;
    let sit = |table, seat| Request::Sit { seat }.at(table);
    assert_eq!(late.refused(&sit(table.id, None)).await, ErrorCode::Full);
    let taken = late.refused(&sit(table.id, Seat::new(1))).await;
    assert_eq!(taken, ErrorCode::Taken);
    let missing = late.refused(&sit(table.id, Seat::new(3))).await;
    assert_eq!(missing, ErrorCode::WrongFields);
    assert_eq!(table.players[0].v(table.id), v);

    let wanted = CreateTable {
        access: Access::Link,
        ..public(*Preset::DRAW.rules())
    };
    let private = world.table(&wanted).await;
    let open = |table| ClientMessage::Open {
        table,
        invite: None,
        since: None,
        preview: None,
        replay: None,
    };
    late.send(&open(private.id)).await;
    let hidden = late.refusal().await;
    late.send(&open(TableId::random())).await;
    let missing = late.refusal().await;
    assert_eq!(hidden, missing, "the two can't be told apart");
    assert_eq!(hidden.code, ErrorCode::NotFound);
    let sit = late.refused(&sit(private.id, None)).await;
    assert_eq!(sit, ErrorCode::NotFound);
    table.start().await;
}
