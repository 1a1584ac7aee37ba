//! The levels of the computer player.

use boneyard_rules::game::GameView as _;
use boneyard_rules::trains::{Match, Move, Rules, View};
use serde::{Deserialize, Serialize};

use crate::chance::Chance;
use crate::computer::{Computer, Seen};
use crate::level::{Budget, Level};

/// How often a beginner makes any move.
const BEGINNER_ANY: f32 = 0.5;

/// A computer player.
#[derive(Debug)]
pub struct Player;

/// A hint: the move that an expert would make.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "TrainsHint"))]
pub struct Hint {
    /// The move.
    pub chosen: Move,
}

impl Computer for Player {
    type Game = Match;
    type Memory = ();
    type Hint = Hint;

    fn new(_: &Rules) -> Self {
        Self
    }

    /// The heaviest tile, on the own train if it fits there: the first of the list on offer. A long first turn goes on.
    fn choose_move(
        &self,
        known: Seen<'_, View, ()>,
        level: Level,
        _: Budget,
        seed: u64,
    ) -> Option<Move> {
        let offers = known.view.offers();
        let mut chance = Chance::new(seed);
        if level == Level::Beginner && chance.happens(BEGINNER_ANY) {
            return offers.get(chance.below(offers.len().max(1))).copied();
        }
        let tile = offers.iter().find(|&&offer| offer != Move::Stop);
        tile.or(offers.first()).copied()
    }
}
