//! The computer player of High Tile. It takes the trick with its lightest tile that can, and else plays its lightest.

use boneyard_rules::Tile;
use boneyard_rules::high::{Match, Move, Rules, View};
use serde::{Deserialize, Serialize};

use crate::computer::{Computer, Seen};
use crate::level::{Budget, Level};

/// A computer player.
#[derive(Debug)]
pub struct Player;

/// The game has no hints.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Hint {}

impl Computer for Player {
    type Game = Match;
    type Memory = ();
    type Hint = Hint;

    fn new(_: &Rules) -> Self {
        Self
    }

    fn choose_move(
        &self,
        known: Seen<'_, View, ()>,
        level: Level,
        _: Budget,
        seed: u64,
    ) -> Option<Move> {
        let plays = &known.view.own.as_ref()?.plays;
        let lightest = |tiles: &mut dyn Iterator<Item = &Tile>| {
            tiles.min_by_key(|tile| tile.weight()).copied()
        };
        if level == Level::Beginner {
            let any = plays.get(seed as usize % plays.len().max(1))?;
            return Some(Move::Play(*any));
        }
        let is_followed = known.view.hand_sizes.len() > known.view.trick.len();
        let trick = known.view.trick.iter().filter(|_| is_followed);
        let best = trick.map(|laid| laid.tile.weight()).max().unwrap_or(0);
        let takes = lightest(&mut plays.iter().filter(|tile| tile.weight() > best));
        takes
            .or_else(|| lightest(&mut plays.iter()))
            .map(Move::Play)
    }
}
