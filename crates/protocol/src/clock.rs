//! Time at a table: how long players may think, whose clock runs, who is away, and how a match
//! ended that wasn't played out.

use boneyard_rules::{BySeat, Seat, Side};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};

use crate::computer::Level;

/// How long players may think. The server keeps the time; clients only draw it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ClockRule {
    /// As long as they like.
    #[default]
    None,
    /// So long for each move.
    PerMove {
        /// 15, 30, 60 or 120.
        seconds: u16,
    },
    /// So long for the match, and a little more with each move.
    Bank {
        /// 30 to 3600.
        seconds: u16,
        /// What each move adds, 0 to 60.
        increment: u16,
    },
}

impl ClockRule {
    /// The seconds that there can be for each move.
    pub const SECONDS_PER_MOVE: [u16; 4] = [15, 30, 60, 120];
    /// The fewest and the most seconds of a bank.
    pub const BANK_SECONDS: std::ops::RangeInclusive<u16> = 30..=3600;
    /// The most seconds that a move adds to a bank.
    pub const INCREMENT_SECONDS_MAX: u16 = 60;

    /// Whether there is such a clock.
    #[must_use]
    pub fn is_offered(&self) -> bool {
        match self {
            Self::None => true,
            Self::PerMove { seconds } => Self::SECONDS_PER_MOVE.contains(seconds),
            Self::Bank { seconds, increment } => {
                Self::BANK_SECONDS.contains(seconds) && *increment <= Self::INCREMENT_SECONDS_MAX
            }
        }
    }

    /// Whether there is none.
    #[must_use]
    pub const fn is_none(&self) -> bool {
        matches!(self, Self::None)
    }
}

/// Read as one object with a field of each name: serde reads a tagged enum from a copy of its fields, and an
/// error there no longer knows which of them is wrong.
impl<'de> Deserialize<'de> for ClockRule {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(rename_all = "snake_case")]
        enum Kind {
            None,
            PerMove,
            Bank,
        }

        #[derive(Deserialize)]
        struct Fields {
            #[serde(rename = "type")]
            kind: Kind,
            seconds: Option<u16>,
            increment: Option<u16>,
        }

        let Fields {
            kind,
            seconds,
            increment,
        } = Fields::deserialize(deserializer)?;
        let seconds = seconds.ok_or_else(|| D::Error::missing_field("seconds"));
        Ok(match kind {
            Kind::None => Self::None,
            Kind::PerMove => Self::PerMove { seconds: seconds? },
            Kind::Bank => Self::Bank {
                seconds: seconds?,
                increment: increment.ok_or_else(|| D::Error::missing_field("increment"))?,
            },
        })
    }
}

/// The clocks of a table. Nothing in it changes while time passes: what is left now is what was
/// left when the turn began, less what has passed since by the server's clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Time {
    /// Whose clock runs; absent while none does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub running: Option<Running>,
    /// What each seat has left, in milliseconds: for its move, or in its bank. For the seat whose
    /// clock runs, when it began to run.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<i64>"))]
    pub left_ms: BySeat<i64>,
}

/// A clock that runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Running {
    /// Whose.
    pub seat: Seat,
    /// Since when, in milliseconds since 1970 by the server's clock.
    pub since_ms: i64,
    /// When it runs out and a tile is placed for the player, unless they play before, by the
    /// server's clock.
    pub until_ms: i64,
    /// Whether the player has been warned that it is about to.
    pub warned: bool,
}

/// The player on turn, who is absent, and from when on the others may do what about it. The times are in
/// milliseconds since 1970 by the server's clock; none for what the others can't do as things are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Absent {
    /// The player's seat.
    pub seat: Seat,
    /// From when on a computer player may stand in; absent while the player's clock decides alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub computer_ms: Option<i64>,
    /// From when on a tile may be placed for the player; absent while the player's clock decides alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place_ms: Option<i64>,
    /// From when on the other side may claim the win; absent if a player of the same side is there, or
    /// there are more than two sides: then the match goes on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub claim_ms: Option<i64>,
}

impl Absent {
    /// The player's clock runs, and nothing else is done about the absence.
    #[must_use]
    pub const fn waits_for_clock(seat: Seat) -> Self {
        Self {
            seat,
            computer_ms: None,
            place_ms: None,
            claim_ms: None,
        }
    }

    /// From when on the others may choose this; none if they can't.
    #[must_use]
    pub const fn from_ms(&self, choice: AbsentChoice) -> Option<i64> {
        match choice {
            AbsentChoice::Computer => self.computer_ms,
            AbsentChoice::Place => self.place_ms,
            AbsentChoice::Claim => self.claim_ms,
        }
    }
}

/// What somebody does about a player who keeps them waiting.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum AbsentChoice {
    /// Have the first legal placement made for them, this once.
    Place,
    /// Have a computer player play for them until they come back.
    Computer,
    /// Claim the win.
    Claim,
}

/// How a match ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Ending {
    /// It was played out.
    Played {
        /// The side that reached the target; `null` if nobody did in as many rounds as a match may
        /// have.
        winner: Option<Side>,
    },
    /// A player resigned.
    Resigned {
        /// Who.
        seat: Seat,
        /// The other side; `null` if there are several.
        winner: Option<Side>,
    },
    /// The win was claimed against a player who was away.
    Claimed {
        /// Who was away.
        seat: Seat,
        /// Who claimed it.
        by: Seat,
        /// The side that has won.
        winner: Side,
    },
    /// Everybody agreed to end it.
    Agreed,
    /// Nobody came back to it.
    Abandoned,
}

impl Ending {
    /// The side that has won; `None` if nobody has.
    #[must_use]
    pub const fn winner(self) -> Option<Side> {
        match self {
            Self::Played { winner } | Self::Resigned { winner, .. } => winner,
            Self::Claimed { winner, .. } => Some(winner),
            Self::Agreed | Self::Abandoned => None,
        }
    }
}

/// How a seat is looked after, while that isn't by its own player in time. What is `false` or
/// absent is not sent.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Care {
    /// The player let the time run out twice in a row, and is away until they do something.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub away: bool,
    /// How strong the computer player is that plays for them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lent: Option<Level>,
    /// The player has resigned, and a computer player plays to the match's end.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub resigned: bool,
    /// The player offers to end the match without a winner.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub offers_end: bool,
}
