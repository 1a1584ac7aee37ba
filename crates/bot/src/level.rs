//! How strong a computer player is, and how long it may think.

use std::fmt;
use std::str::FromStr;
use std::thread;
use std::time::Instant;

use serde::{Deserialize, Serialize};

/// How strong a computer player is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// Plays nearly at random, and likes points and tiles that look nice.
    Beginner,
    /// Takes the points that lie there, gets rid of heavy tiles and doubles, keeps suits open.
    Casual,
    /// Supposes where the hidden tiles lie, and tries each play out.
    Club,
    /// Weighs what the others' draws, passes and plays reveal, searches a tree of plays and
    /// answers, and plays for the match.
    Expert,
}

impl Level {
    /// Every level, weakest first.
    pub const ALL: [Self; 4] = [Self::Beginner, Self::Casual, Self::Club, Self::Expert];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Beginner => "beginner",
            Self::Casual => "casual",
            Self::Club => "club",
            Self::Expert => "expert",
        }
    }

    /// The budget that it plays with where nothing else is asked for.
    #[must_use]
    pub const fn budget(self) -> Budget {
        Budget::passes(match self {
            Self::Beginner | Self::Casual => 0,
            Self::Club => 120,
            Self::Expert => 4_000,
        })
    }

    /// How often it fails to see points under muggins calls, its own or another's, in percent.
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

/// The text names no level.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a level is beginner, casual, club or expert")]
pub struct ParseLevelError;

impl FromStr for Level {
    type Err = ParseLevelError;

    fn from_str(text: &str) -> Result<Self, ParseLevelError> {
        Self::ALL
            .into_iter()
            .find(|level| level.name() == text)
            .ok_or(ParseLevelError)
    }
}

/// How long a player may think about one decision.
///
/// By passes alone its choice follows from view and seed; with a time too, a loaded machine makes
/// it weaker, and never later.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// How often a supposed round may be played to its end.
    pub passes: u32,
    /// When to stop even if passes are left.
    pub until: Option<Instant>,
}

impl Budget {
    /// So many passes, however long they take.
    #[must_use]
    pub const fn passes(passes: u32) -> Self {
        Self {
            passes,
            until: None,
        }
    }

    /// The same, but not beyond this time.
    #[must_use]
    pub const fn until(self, until: Instant) -> Self {
        Self {
            until: Some(until),
            ..self
        }
    }
}

/// Passes between two looks at the clock: about a tenth of a millisecond.
const PASSES_A_LOOK: u32 = 8;

/// Counts passes against a budget.
#[derive(Debug)]
pub(crate) struct Meter {
    budget: Budget,
    pub(crate) spent: u32,
}

impl Meter {
    pub(crate) const fn new(budget: Budget) -> Self {
        Self { budget, spent: 0 }
    }

    /// Whether there is one more pass in the budget.
    pub(crate) fn spend(&mut self) -> bool {
        let look = self.spent.is_multiple_of(PASSES_A_LOOK);
        if look {
            give_way();
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

/// Lets others have the core who wait for it. Schedulers let even a thread of the lowest priority
/// run for milliseconds before they look again, and whoever serves people would wait behind it.
pub(crate) fn give_way() {
    thread::yield_now();
}
