//! Requests for the seat of a computer player while a match is played.

use boneyard_rules::{BySeat, Seat};
use serde::{Deserialize, Serialize};

use crate::computer::Level;
use crate::id::Pseudonym;

/// A visitor's request for the seat of a computer player. The host answers it; while the host is away,
/// any present player may.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SeatRequest {
    /// The requested seat.
    pub seat: Seat,
    /// The visitor's display name.
    pub name: String,
    /// The visitor's pseudonym at this table.
    pub pseudonym: Pseudonym,
    /// Whether the visitor is a program; absent for a person.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub bot: bool,
    /// Whether the request is the receiver's own; absent if not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub yours: bool,
    /// When the visitor asked, in milliseconds since 1970 by the server's clock. The answer repeats this
    /// time, so that it can't be taken for the answer to a later request.
    pub asked_ms: i64,
    /// When the request expires without an answer, in milliseconds since 1970 by the server's clock.
    pub until_ms: i64,
    /// Whether the player at each seat may answer.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<bool>"))]
    pub may_answer: BySeat<bool>,
}

/// How a request for a seat ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum RequestOutcome {
    /// The asker has received the seat.
    Granted,
    /// A player declined the request.
    Declined,
    /// The asker withdrew the request.
    Withdrawn,
    /// The request wasn't answered in time, or the seat is no longer available.
    Lapsed,
}

/// The computer player whose seat a player took over during a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TookOver {
    /// The computer player's level.
    pub level: Level,
    /// The number of the last round that was dealt before the player took over.
    pub round: u16,
}
