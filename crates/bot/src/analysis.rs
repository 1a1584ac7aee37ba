//! What a position is worth, play by play.

use boneyard_rules::{ArmId, Tile};

/// What an offered placement is worth.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Valued {
    /// The tile.
    pub tile: Tile,
    /// The arm that it lengthens; `None` for the lead.
    pub arm: Option<ArmId>,
    /// The chance of the seat's side to win the match after it, 0 to 1.
    pub chance: f32,
    /// The standard error of the chance; 0 where it is exact.
    pub error: f32,
    /// How often it was tried; 0 where it was searched to the end.
    pub tries: u32,
}

/// What a position is worth, play by play.
#[derive(Clone, PartialEq, Debug)]
pub struct Analysis {
    /// The offered placements, best first.
    pub plays: Vec<Valued>,
    /// Whether no tile is in doubt any more, and the values come of a search to the end.
    pub exact: bool,
}

impl Analysis {
    /// Plays that were tried: the one tried most often is the best, for a search tries what does
    /// well, and the mean of a play with few tries says little.
    pub(crate) fn of_tried(mut plays: Vec<Valued>) -> Self {
        plays.sort_by(|one, other| {
            let by_chance = other.chance.total_cmp(&one.chance);
            other.tries.cmp(&one.tries).then(by_chance)
        });
        Self {
            plays,
            exact: false,
        }
    }

    /// Plays whose value is known.
    pub(crate) fn of_known(mut plays: Vec<Valued>) -> Self {
        plays.sort_by(|one, other| other.chance.total_cmp(&one.chance));
        Self { plays, exact: true }
    }

    /// The best play; `None` only where nothing was offered.
    #[must_use]
    pub fn best(&self) -> Option<&Valued> {
        self.plays.first()
    }
}
