//! Computer players, and the hints that they give.

use boneyard_rules::{Pips, Seat};
use serde::{Deserialize, Serialize};

/// How strong a computer player is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// Plays nearly at random.
    Beginner,
    /// Takes the points that lie there, and gets rid of heavy tiles.
    Casual,
    /// Supposes where the hidden tiles lie, and tries its plays out.
    Club,
    /// Weighs what the others' plays, draws and passes reveal, and plays for the match.
    Expert,
}

impl Level {
    /// Every level, weakest first.
    pub const ALL: &[Self] = &[Self::Beginner, Self::Casual, Self::Club, Self::Expert];
}

/// The plainest thing that speaks for a play. It follows from what the asker may know.
///
/// New ones may be added: a client says nothing about one that it doesn't know.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum HintReason {
    /// Nothing else can be played.
    OnlyPlay,
    /// Its points reach the target.
    Wins,
    /// It is the last tile.
    GoesOut,
    /// The next opponent is known to have nothing for any open end.
    ShutsOut {
        /// That opponent.
        seat: Seat,
    },
    /// It scores by the count.
    Scores {
        /// How many points.
        points: u16,
    },
    /// It leaves an end that the next opponent is known to lack.
    Blocks {
        /// The pips of that end.
        pips: Pips,
        /// That opponent.
        seat: Seat,
    },
    /// It opens an end of which most tiles left are in the own hand.
    Controls {
        /// The pips of that end.
        pips: Pips,
    },
    /// It is a double, which fits fewer ends than other tiles.
    ShedsDouble,
    /// It is the heaviest tile of the hand.
    ShedsWeight,
    /// It leaves other tiles that fit an end, and nothing leaves more.
    KeepsOptions {
        /// How many.
        tiles: u8,
    },
    /// Playing on, it came out ahead.
    BestInTheLongRun,
}
