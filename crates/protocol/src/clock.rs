//! Time at a table: how long players may think, which clock runs, which player is absent, and how a match
//! ended.

use boneyard_rules::{BySeat, Seat, Side};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};

use crate::computer::Level;

/// How long players may think. The server keeps the time; clients only show it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ClockRule {
    /// Players have no time limit.
    #[default]
    None,
    /// Players have a limit for each move.
    PerMove {
        /// The limit: 15, 30, 60 or 120.
        seconds: u16,
    },
    /// Players have a budget for the match, which grows with each move.
    Bank {
        /// The budget at the start: 30 to 3600.
        seconds: u16,
        /// The seconds that each move adds: 0 to 60.
        increment: u16,
    },
    /// Players have days for each move: a match is played over days, by players who come when it suits them.
    Days {
        /// The limit for a move in days: 1, 2, 3 or 7.
        days: u16,
        /// The days of holiday that each player may take in a match: 0 to 14.
        holiday: u16,
    },
}

impl ClockRule {
    /// The offered seconds for each move.
    pub const SECONDS_PER_MOVE: [u16; 4] = [15, 30, 60, 120];
    /// The fewest and the most seconds of the budget at the start of a match.
    pub const BANK_SECONDS: std::ops::RangeInclusive<u16> = 30..=3600;
    /// The offered days for each move.
    pub const DAYS_PER_MOVE: [u16; 4] = [1, 2, 3, 7];
    /// The most days of holiday that a player may take in a match.
    pub const HOLIDAY_DAYS_MAX: u16 = 14;
    /// The most seconds that a move adds to the budget.
    pub const INCREMENT_SECONDS_MAX: u16 = 60;

    /// Whether a table can be opened with this clock.
    #[must_use]
    pub fn is_offered(&self) -> bool {
        match self {
            Self::None => true,
            Self::PerMove { seconds } => Self::SECONDS_PER_MOVE.contains(seconds),
            Self::Bank { seconds, increment } => {
                Self::BANK_SECONDS.contains(seconds) && *increment <= Self::INCREMENT_SECONDS_MAX
            }
            Self::Days { days, holiday } => {
                Self::DAYS_PER_MOVE.contains(days) && *holiday <= Self::HOLIDAY_DAYS_MAX
            }
        }
    }

    /// Whether matches are played over days.
    #[must_use]
    pub const fn is_over_days(&self) -> bool {
        matches!(self, Self::Days { .. })
    }

    /// Whether a table with this clock can be opened with this cap on a match's time, in minutes.
    #[must_use]
    pub fn allows_cap(&self, minutes: Option<u16>) -> bool {
        minutes.is_none_or(|cap| TIME_CAPS_MINUTES.contains(&cap) && !self.is_over_days())
    }

    /// Whether there is no clock.
    #[must_use]
    pub const fn is_none(&self) -> bool {
        matches!(self, Self::None)
    }
}

/// The caps on a match's time with which a table can be opened, in minutes.
const TIME_CAPS_MINUTES: [u16; 6] = [10, 15, 20, 30, 45, 60];

/// Reads all fields as one struct. Serde would read a tagged enum from a copy of the fields, and an error
/// in that copy doesn't say which field is wrong.
impl<'de> Deserialize<'de> for ClockRule {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(rename_all = "snake_case")]
        enum RuleType {
            None,
            PerMove,
            Bank,
            Days,
        }

        #[derive(Deserialize)]
        struct Fields {
            #[serde(rename = "type")]
            kind: RuleType,
            seconds: Option<u16>,
            increment: Option<u16>,
            days: Option<u16>,
            holiday: Option<u16>,
        }

        let Fields {
            kind,
            seconds,
            increment,
            days,
            holiday,
        } = Fields::deserialize(deserializer)?;
        let seconds = seconds.ok_or_else(|| D::Error::missing_field("seconds"));
        Ok(match kind {
            RuleType::None => Self::None,
            RuleType::PerMove => Self::PerMove { seconds: seconds? },
            RuleType::Bank => Self::Bank {
                seconds: seconds?,
                increment: increment.ok_or_else(|| D::Error::missing_field("increment"))?,
            },
            RuleType::Days => Self::Days {
                days: days.ok_or_else(|| D::Error::missing_field("days"))?,
                holiday: holiday.ok_or_else(|| D::Error::missing_field("holiday"))?,
            },
        })
    }
}

/// The clocks of a table. The values don't change while a clock runs: the time left now is the time left
/// at the beginning of the turn, minus the time that has passed since then by the server's clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Time {
    /// The clock that runs; absent while none does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub running: Option<Running>,
    /// The time that each seat has left, in milliseconds: for its move, or for the rest of the match. For
    /// the seat whose clock runs, this is the time left when the clock began to run.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<i64>"))]
    pub left_ms: BySeat<i64>,
    /// The days of holiday that each seat has left; absent unless the match is played over days.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Vec<u16>>"))]
    pub holiday_days: Option<BySeat<u16>>,
}

/// A clock that runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Running {
    /// The seat whose clock runs.
    pub seat: Seat,
    /// When the clock began to run, in milliseconds since 1970 by the server's clock.
    pub since_ms: i64,
    /// When the clock runs out, in milliseconds since 1970 by the server's clock. If the player hasn't
    /// played by then, the server places a tile for them.
    pub until_ms: i64,
    /// Whether the player has been warned that the time is about to run out.
    pub warned: bool,
}

/// The absent player whose turn it is, and the times from which the other players may act for that
/// player. The times are in milliseconds since 1970 by the server's clock. The time of a choice is absent
/// while the other players can't make that choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Absent {
    /// The player's seat.
    pub seat: Seat,
    /// When the other players may first let a computer player stand in; absent while they must wait for
    /// the player's clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub computer_ms: Option<i64>,
    /// When the other players may first let the server place a tile for the player; absent while they
    /// must wait for the player's clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place_ms: Option<i64>,
    /// When the other side may first claim the win; absent if the player's partner is present, or if there
    /// are more than two sides. In both cases the match continues.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub claim_ms: Option<i64>,
}

impl Absent {
    /// An absence in which the other players can only wait for the clock of the absent player.
    #[must_use]
    pub const fn waits_for_clock(seat: Seat) -> Self {
        Self {
            seat,
            computer_ms: None,
            place_ms: None,
            claim_ms: None,
        }
    }

    /// When the other players may first make this choice; `None` if they can't make it.
    #[must_use]
    pub const fn from_ms(&self, choice: AbsentChoice) -> Option<i64> {
        match choice {
            AbsentChoice::Computer => self.computer_ms,
            AbsentChoice::Place => self.place_ms,
            AbsentChoice::Claim => self.claim_ms,
        }
    }
}

/// What the other players choose to do about an absent player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum AbsentChoice {
    /// The server makes the first legal placement for the player, once.
    Place,
    /// A computer player stands in until the player comes back.
    Computer,
    /// The player who makes this choice claims the win for the player's side.
    Claim,
}

/// How a match ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Ending {
    /// The match was played out.
    Played {
        /// The side that reached the target; `null` if no side did within the limit on rounds.
        winner: Option<Side>,
    },
    /// A player resigned.
    Resigned {
        /// The player's seat.
        seat: Seat,
        /// The other side; `null` if there are several other sides.
        winner: Option<Side>,
    },
    /// A player claimed the win against an absent player.
    Claimed {
        /// The absent player's seat.
        seat: Seat,
        /// The seat of the player who claimed the win.
        by: Seat,
        /// The side that won.
        winner: Side,
    },
    /// The players agreed to end the match.
    Agreed,
    /// The match was abandoned: no player came back to it.
    Abandoned {
        /// In a tournament, the side that only computer players play; otherwise `null`.
        winner: Option<Side>,
    },
    /// A player withdrew from the tournament of the match.
    Withdrawn {
        /// The player's seat.
        seat: Seat,
        /// The other side.
        winner: Option<Side>,
    },
    /// The organiser of the tournament decided the match.
    Decided {
        /// The side that won; `null` if no side did.
        winner: Option<Side>,
    },
}

impl Ending {
    /// The side that won; `None` if no side did.
    #[must_use]
    pub const fn winner(self) -> Option<Side> {
        match self {
            Self::Played { winner }
            | Self::Resigned { winner, .. }
            | Self::Abandoned { winner }
            | Self::Withdrawn { winner, .. }
            | Self::Decided { winner } => winner,
            Self::Claimed { winner, .. } => Some(winner),
            Self::Agreed => None,
        }
    }
}

/// The state of a seat whose player is away, is replaced by a computer player, has resigned or offers to
/// end the match. Fields that are `false` or absent are not sent.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Care {
    /// The player let the time run out twice in a row, and counts as away until the player does
    /// something.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub away: bool,
    /// The level of the computer player that stands in for the player.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lent: Option<Level>,
    /// The player has resigned, and a computer player plays until the match ends.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub resigned: bool,
    /// The player offers to end the match without a winner.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub offers_end: bool,
}
