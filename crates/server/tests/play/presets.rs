//! Tests that play every preset to its end over real sockets, with a watcher.

use boneyard_protocol::Status;
use boneyard_protocol::http::CreateTable;
use boneyard_rules::Seating;
use boneyard_rules::line::rules::{Calls, PointUnit};
use boneyard_rules::line::view::Phase;
use boneyard_rules::line::{Options, Preset};
use tokio::task::JoinSet;

use crate::client::Client;
use crate::known::KnownTable;
use crate::world::{World, dice, public};

/// The number of steps after which a client's state is compared with a new snapshot again.
const STEPS_PER_SNAPSHOT: usize = 10;

/// Plays one match to its end, and lets a visitor watch it. Returns the number of steps.
async fn play_and_watch(world: &World, wanted: CreateTable, seed: u64) -> usize {
    let rules = <&Options>::try_from(&wanted.rules).unwrap();
    let mut dice = dice(seed);
    let mut table = world.table(&wanted).await;
    let (_, mut watcher) = world.somebody().await;
    let id = table.id;
    watcher.open(id, None).await;
    table.start().await;
    let mut steps = 0;
    while table.step(&mut dice).await {
        steps += 1;
        table.sync().await;
        let latest = table.players[0].v(id);
        watcher.until(|watcher| watcher.v(id) == latest).await;
        nobody_holds_anothers_tile(&table.players, id, rules);
        if steps % STEPS_PER_SNAPSHOT == 0 {
            for client in table.players.iter_mut().chain([&mut watcher]) {
                client.open(id, None).await;
            }
        }
    }
    ended_with_a_winner(&table.players, &watcher, id, rules);
    steps
}

fn nobody_holds_anothers_tile(players: &[Client], id: boneyard_protocol::TableId, rules: &Options) {
    let hands = players.iter().flat_map(|player| &player.own(id).hand);
    let layout = &players[0].view(id).layout;
    let mut tiles: Vec<_> = hands.chain(layout.iter().map(|laid| &laid.tile)).collect();
    let all = tiles.len();
    tiles.sort_unstable();
    tiles.dedup();
    assert_eq!(tiles.len(), all, "a tile is in two places");
    let set = rules.tile_set.len();
    assert_eq!(all + usize::from(players[0].board(id).boneyard), set);
}

fn ended_with_a_winner(
    players: &[Client],
    watcher: &Client,
    id: boneyard_protocol::TableId,
    rules: &Options,
) {
    let (board, standing) = (watcher.board(id), watcher.standing(id));
    assert_eq!(watcher.table(id).room.status, Status::Over);
    assert!(
        matches!(board.phase, Phase::MatchOver { .. }),
        "{:?}",
        board.phase
    );
    let winner = standing.winner.unwrap();
    assert!(standing.over && standing.scores[winner] >= rules.target);
    for player in players {
        // Everything except a player's own part of the state must be equal for all clients.
        let mut seen = player.tables[&id].clone();
        seen.0.me = watcher.table(id).me;
        if let Some(view) = &mut seen.0.view {
            view.fold_own(None, None);
        }
        seen.assert_same(&KnownTable(watcher.table(id).clone()));
    }
}

/// Plays several matches at the same time.
async fn play_all(all: Vec<Options>) {
    let world = std::sync::Arc::new(World::new().await);
    let mut playing = JoinSet::new();
    for (seed, rules) in all.into_iter().enumerate() {
        let world = std::sync::Arc::clone(&world);
        playing.spawn(async move { play_and_watch(&world, public(rules), seed as u64).await });
    }
    let steps: usize = playing.join_all().await.into_iter().sum();
    assert!(steps > 0);
}

#[tokio::test]
async fn every_preset_for_two() {
    let presets = first_presets().iter();
    play_all(presets.map(|preset| (*preset.rules()).into()).collect()).await;
}

/// The presets that come before those of the test `the_games_of_the_world_for_all_who_play_them`.
fn first_presets() -> &'static [Preset] {
    &Preset::ALL[..13]
}

/// Plays to the lowest target that each preset offers, or to 150 points if that is lower. A match with the
/// love rule is long even with a target of six, because love sets scores back to 0.
#[tokio::test]
async fn the_games_of_the_world_for_all_who_play_them() {
    let presets = &Preset::ALL[first_presets().len()..];
    let rules = presets.iter().flat_map(|preset| {
        preset.seatings().iter().map(|&seating| Options {
            target: preset.targets()[0].min(150),
            ..preset.for_seating(seating).into()
        })
    });
    play_all(rules.collect()).await;
}

#[tokio::test]
async fn the_party_presets_for_three_four_and_partners() {
    let party = first_presets().iter();
    let party = party.filter(|preset| preset.seatings().len() > 2);
    let with = |seating| {
        party
            .clone()
            .map(move |preset| preset.for_seating(seating).into())
    };
    let more = [Seating::THREE, Seating::FOUR, Seating::PARTNERS];
    play_all(more.into_iter().flat_map(with).collect()).await;
}

#[tokio::test]
async fn another_preset_for_three_four_and_partners() {
    let more = [Seating::THREE, Seating::FOUR, Seating::PARTNERS];
    let rules = more.map(|seating| Preset::FIVES.for_seating(seating).into());
    play_all(rules.into()).await;
}

#[tokio::test]
async fn muggins_with_calls() {
    let mut in_pips: Options = (*Preset::MUGGINS.rules()).into();
    in_pips.calls = Calls::Muggins;
    in_pips.point_unit = PointUnit::Pips;
    in_pips.spinner = true;
    let mut partners: Options = Preset::MUGGINS.for_seating(Seating::PARTNERS).into();
    partners.calls = Calls::Muggins;
    play_all(vec![in_pips, partners]).await;
}
