//! The value of each play in a position.

use boneyard_rules::Tile;
use boneyard_rules::line::ArmId;

/// The value of one play that the rules allow.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PlayValue {
    /// The tile that is played.
    pub tile: Tile,
    /// The arm that the tile lengthens; `None` for the lead.
    pub arm: Option<ArmId>,
    /// The probability, 0 to 1, that the seat's side wins the match after this play.
    pub chance: f32,
    /// The standard error of `chance`; 0 if the value is exact.
    pub error: f32,
    /// How often the search tried the play; 0 if the search was exact.
    pub tries: u32,
}

/// The values of all plays in a position.
#[derive(Clone, PartialEq, Debug)]
pub struct Analysis {
    /// The plays that the rules allow, best first.
    pub plays: Vec<PlayValue>,
    /// Whether the position of every tile was certain, so that the search was exact.
    pub exact: bool,
}

impl Analysis {
    /// Orders plays by what a search found. The play with the most tries is the best: a search tries good
    /// plays more often, and the mean result of a play with few tries is unreliable.
    pub(crate) fn of_sampled(mut plays: Vec<PlayValue>) -> Self {
        plays.sort_by(|one, other| {
            let by_chance = other.chance.total_cmp(&one.chance);
            other.tries.cmp(&one.tries).then(by_chance)
        });
        Self {
            plays,
            exact: false,
        }
    }

    /// Orders plays whose exact value is known.
    pub(crate) fn of_exact(mut plays: Vec<PlayValue>) -> Self {
        plays.sort_by(|one, other| other.chance.total_cmp(&one.chance));
        Self { plays, exact: true }
    }

    /// The best play; `None` only if there are no plays.
    #[must_use]
    pub fn best(&self) -> Option<&PlayValue> {
        self.plays.first()
    }

    /// How much lower the chance to win is after this play than after the best one. A difference smaller than
    /// the error of the analysis counts as 0, and so does a play that the analysis doesn't know.
    #[must_use]
    pub fn cost(&self, tile: Tile, arm: Option<ArmId>) -> f32 {
        let played = self
            .plays
            .iter()
            .find(|one| (one.tile, one.arm) == (tile, arm));
        let (Some(best), Some(played)) = (self.best(), played) else {
            return 0.0;
        };
        let cost = best.chance - played.chance;
        if cost > best.error.hypot(played.error) {
            cost
        } else {
            0.0
        }
    }

    /// The most that a play could cost: the chance to win after the best play, minus the chance after the worst.
    #[must_use]
    pub fn stake(&self) -> f32 {
        let chances = self.plays.iter().map(|one| one.chance);
        self.best().map_or(0.0, |best| {
            best.chance - chances.fold(best.chance, f32::min)
        })
    }
}
