//! Tests of the analysis of a finished match.

use boneyard_protocol::{ErrorCode, HintReason, Level, MatchAnalysis, Request, ServerMessage};
use boneyard_rules::view::{Phase, VisibleEvent};
use boneyard_rules::{Options, Preset};

use crate::client::Client;
use crate::computers::{Player, with};
use crate::world::World;

/// Receives messages until the analysis arrives. Returns the analysis and the number of progress messages.
async fn analysis(client: &mut Client) -> (MatchAnalysis, usize) {
    let (mut told, mut last) = (0, 0);
    loop {
        match client.receive().await {
            ServerMessage::Analysing { done, moves, .. } => {
                assert!((last..=moves).contains(&done), "{done} after {last}");
                last = done;
                told += 1;
            }
            ServerMessage::Analysis(analysis) => return (*analysis, told),
            ServerMessage::Error { code, .. } => panic!("refused: {code}"),
            _ => {}
        }
    }
}

#[tokio::test]
async fn a_player_has_the_match_analysed_when_it_is_over() {
    let world = World::new().await;
    let (person, mut client) = world.somebody().await;
    let mut rules = Options::from(*Preset::FIVE_UP.rules());
    rules.target = 60;
    let wanted = with(&[Level::Beginner], rules);
    let table = person.create(world.address, &wanted).await.table;
    let analyse = Request::Analyse.at(table);
    client.open(table, None).await;
    assert_eq!(client.refused(&analyse).await, ErrorCode::MatchRunning);
    let (_, mut watcher) = world.somebody().await;
    watcher.open(table, None).await;

    let mut player = Player::new(client, table, 5).play_to_the_end().await;
    assert_eq!(watcher.refused(&analyse).await, ErrorCode::NotSeated);
    player.client.send(&analyse).await;
    // A second tab of the same visitor requests the same analysis while it is running.
    let mut second = person.connect(world.address).await;
    second.open(table, None).await;
    second.send(&analyse).await;
    let (found, told) = analysis(&mut player.client).await;
    assert!(told > 0);
    assert_eq!(analysis(&mut second).await.0, found);
    player.client.send(&analyse).await;
    assert_eq!(analysis(&mut player.client).await, (found.clone(), 0));

    check(&found, &player);
    // A beginner plays nearly at random, so some moves must have a cost.
    let costs = found.moves.iter().map(|moved| u32::from(moved.cost));
    assert!(costs.sum::<u32>() > 0, "nobody has lost anything");
}

/// Checks properties that every analysis has.
fn check(found: &MatchAnalysis, player: &Player) {
    assert_eq!(found.match_number, 1);
    let moved_tiles = found
        .moves
        .iter()
        .map(|moved| (moved.seat, moved.played.tile));
    let seen = player.history.iter().filter_map(|seen| match *seen {
        VisibleEvent::Played { seat, tile, .. } => Some((seat, tile)),
        _ => None,
    });
    // The client's first snapshot may already include one move, which the client then doesn't receive as an
    // update.
    let (listed, seen): (Vec<_>, Vec<_>) = (moved_tiles.collect(), seen.collect());
    assert!(listed.ends_with(&seen), "{listed:?} but {seen:?}");
    assert!(listed.len() - seen.len() <= 1);
    for moved in &found.moves {
        let layout = &found.rounds[usize::from(moved.round) - 1];
        let laid = layout[usize::from(moved.laid)];
        assert_eq!((laid.seat, laid.tile), (moved.seat, moved.played.tile));
        assert_eq!(laid.joint.map(|joint| joint.arm), moved.played.arm);
        assert!(moved.hand.contains(&moved.best.tile));
        let has_choice = moved.choices > 1;
        assert_eq!(
            has_choice,
            moved.chance > 0 || moved.reason != HintReason::OnlyPlay
        );
        if moved.best == moved.played {
            assert_eq!(moved.cost, 0);
        }
        assert!(moved.cost <= moved.chance);
    }
    assert!(
        found
            .accuracy
            .as_slice()
            .iter()
            .flatten()
            .all(|&percent| percent <= 100)
    );
    let phase = &player.client.board(found.table).phase;
    assert!(matches!(phase, Phase::MatchOver { .. }));
}
