//! The level of a computer player, and its time to think.

use std::fmt;
use std::str::FromStr;
use std::thread;
use std::time::Instant;

use serde::{Deserialize, Serialize};

/// The level of a computer player.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// Chooses nearly at random, but sometimes takes points, a double or the heaviest tile.
    Beginner,
    /// Takes points, plays heavy tiles and doubles early, and keeps different suits in the hand.
    Casual,
    /// Supposes the hidden tiles many times, and tries each of its plays by playing the supposed rounds
    /// to their end.
    Club,
    /// Infers hidden tiles from the draws, passes and plays of the other seats. Searches a tree of plays
    /// and answers, and plays to win the match.
    Expert,
}

impl Level {
    /// All levels, weakest first.
    pub const ALL: &[Self] = &[Self::Beginner, Self::Casual, Self::Club, Self::Expert];

    /// The name of the level.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Beginner => "beginner",
            Self::Casual => "casual",
            Self::Club => "club",
            Self::Expert => "expert",
        }
    }

    /// The usual budget for one decision.
    #[must_use]
    pub const fn budget(self) -> Budget {
        Budget::passes(match self {
            Self::Beginner | Self::Casual => 0,
            Self::Club => 120,
            Self::Expert => 4_000,
        })
    }

    /// How often the level overlooks points in games with muggins calls, in percent: its own points, or
    /// points of an opponent that weren't announced.
    pub(crate) const fn overlooks_percent(self) -> u8 {
        match self {
            Self::Beginner => 50,
            Self::Casual => 20,
            Self::Club => 5,
            Self::Expert => 0,
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The text isn't the name of a level.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a level is beginner, casual, club or expert")]
pub struct ParseLevelError;

impl FromStr for Level {
    type Err = ParseLevelError;

    fn from_str(text: &str) -> Result<Self, ParseLevelError> {
        Self::ALL
            .iter()
            .copied()
            .find(|level| level.name() == text)
            .ok_or(ParseLevelError)
    }
}

/// The limits for one decision.
///
/// With only a limit of passes, the choice depends only on the view and the seed. With a time limit, a
/// busy machine makes the choice weaker but not later.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// The number of supposed rounds that the search may play to their end.
    pub passes: u32,
    /// The time at which the search stops even if passes are left.
    pub until: Option<Instant>,
}

impl Budget {
    /// A budget with a limit of passes only.
    #[must_use]
    pub const fn passes(passes: u32) -> Self {
        Self {
            passes,
            until: None,
        }
    }

    /// Adds a time limit to the budget.
    #[must_use]
    pub const fn until(self, until: Instant) -> Self {
        Self {
            until: Some(until),
            ..self
        }
    }
}

/// The number of passes between two checks of the clock. These passes take about 0.1 ms.
const PASSES_PER_CHECK: u32 = 8;

/// Counts the passes that a search uses, and compares them with its budget.
#[derive(Debug)]
pub(crate) struct Meter {
    budget: Budget,
    pub(crate) spent: u32,
}

impl Meter {
    pub(crate) const fn new(budget: Budget) -> Self {
        Self { budget, spent: 0 }
    }

    /// Uses one pass; returns `false` if the budget is used up.
    pub(crate) fn spend(&mut self) -> bool {
        let look = self.spent.is_multiple_of(PASSES_PER_CHECK);
        if look {
            yield_core();
        }
        let late = || {
            let until = self.budget.until;
            until.is_some_and(|until| Instant::now() >= until)
        };
        if self.spent >= self.budget.passes || (look && late()) {
            return false;
        }
        self.spent += 1;
        true
    }
}

/// Lets waiting threads use the core. A scheduler lets even a thread of the lowest priority run for
/// milliseconds before it switches. The threads that serve players would wait for that time.
pub(crate) fn yield_core() {
    thread::yield_now();
}
