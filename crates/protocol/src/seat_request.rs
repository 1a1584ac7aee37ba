//! Asking for the seat of a computer player while a match is played.

use boneyard_rules::{BySeat, Seat};
use serde::{Deserialize, Serialize};

use crate::computer::Level;
use crate::id::Pseudonym;

/// A visitor asks for the seat of a computer player. The host answers; while the host is away, any
/// player who is there.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SeatRequest {
    /// The seat.
    pub seat: Seat,
    /// The display name of who asks.
    pub name: String,
    /// Who they are at this table.
    pub pseudonym: Pseudonym,
    /// Whether a program asks; absent for a person.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub bot: bool,
    /// Whether it is the receiver who asks; absent for everybody else.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub yours: bool,
    /// When they asked, in milliseconds since 1970 by the server's clock. An answer says it too, so
    /// that it is for this request and no later one.
    pub asked_ms: i64,
    /// When the request lapses if it isn't answered.
    pub until_ms: i64,
    /// Whether the player at each seat may answer.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<bool>"))]
    pub may_answer: BySeat<bool>,
}

/// What came of a request for a seat.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum RequestOutcome {
    /// The seat is yours.
    Granted,
    /// A player who may answer declined.
    Declined,
    /// You took it back.
    Withdrawn,
    /// It wasn't answered in time, or the seat can't be had any more.
    Lapsed,
}

/// What somebody took over who sat down during a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TookOver {
    /// How strong the computer player was that had the seat until then.
    pub level: Level,
    /// The number of the round that had been dealt last.
    pub round: u16,
}
