//! A table and its people, around the match.

use boneyard_rules::{BySeat, Rules, Seat};
use serde::{Deserialize, Serialize};

use crate::clock::{Absent, Care, ClockRule, Ending};
use crate::computer::Level;
use crate::fairness::RoomFairness;
use crate::id::{Invite, Pseudonym, RecordId, TableId};
use crate::seat_request::SeatRequest;

/// What goes on at a table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// Players gather; the match starts when every seat is taken and ready.
    Open,
    /// A match is being played, or rests between two rounds.
    Playing,
    /// The match has ended; it starts anew when everybody is ready again.
    Over,
}

/// Who finds a table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Access {
    /// Everybody: it is listed, and anybody may watch.
    Public,
    /// Who has the invitation.
    Link,
}

/// A table as the lobby lists it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Listing {
    /// The table.
    pub table: TableId,
    /// Its rules on one line, such as `Five-Up 150`.
    pub notation: String,
    /// Who sits where; `null` for an empty seat.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<Option<ListedSeat>>"))]
    pub seats: BySeat<Option<ListedSeat>>,
    /// Empty seats that aren't kept for friends.
    pub open_seats: u8,
    /// Points that win the match.
    pub target: u16,
    /// How long players may think; absent if as long as they like.
    #[serde(default, skip_serializing_if = "ClockRule::is_none")]
    pub clock: ClockRule,
    /// What goes on.
    pub status: Status,
}

/// A taken seat, as the lobby lists it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ListedSeat {
    /// The player's display name; `Computer` for a computer player.
    pub name: String,
    /// How strong a computer player is; absent for a person.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub computer: Option<Level>,
    /// Whether a program of somebody's plays there; absent for others.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub bot: bool,
}

/// A table at which the receiver has a seat, listed or not.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OwnTable {
    /// The table.
    #[serde(flatten)]
    pub listing: Listing,
    /// The receiver's seat.
    pub seat: Seat,
    /// Whose turn it is; absent while it is nobody's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<Seat>,
    /// Whether the table waits for the receiver: to play, or to be ready for the match, its next
    /// round, or the rematch that somebody wants.
    pub waits: bool,
    /// Since when this has been so, in milliseconds since 1970 by the server's clock.
    pub since_ms: i64,
}

/// A table as everybody there sees it, the match itself aside.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each says something of its own, and is a field on the wire"
)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Room {
    /// What goes on.
    pub status: Status,
    /// The number of the match at this table, from 1.
    #[serde(rename = "match")]
    pub match_number: u32,
    /// The record of the match that has ended; absent while none has, and while one is played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub record: Option<RecordId>,
    /// What is played.
    #[cfg_attr(feature = "schema", schemars(with = "boneyard_rules::Options"))]
    pub rules: Rules,
    /// The rules on one line, such as `Five-Up 150`.
    pub notation: String,
    /// Who finds the table.
    pub access: Access,
    /// Seats that only the invited may take.
    pub kept_seats: u8,
    /// Whether players may ask for hints.
    pub hints: bool,
    /// How long players may think; absent if as long as they like.
    #[serde(default, skip_serializing_if = "ClockRule::is_none")]
    pub clock: ClockRule,
    /// How the match ended; absent unless the status is `over`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ending: Option<Ending>,
    /// Whether programs may take seats.
    pub bots: bool,
    /// Whether its matches are rated; absent if they aren't.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rated: bool,
    /// Whether the table was found by quick match; absent if it wasn't.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub quick: bool,
    /// What the table's deals are bound to.
    pub fairness: RoomFairness,
    /// Who sits where; `null` for an empty seat.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<Option<RoomSeat>>"))]
    pub seats: BySeat<Option<RoomSeat>>,
}

/// A taken seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RoomSeat {
    /// The player's display name; `Computer` for a computer player.
    pub name: String,
    /// Who the player is at this table; absent for a computer player. Two players may have one name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pseudonym: Option<Pseudonym>,
    /// Ready for what comes next: the match, the next round of it, or a rematch. Computer players
    /// always are.
    pub ready: bool,
    /// Whether this player opened the table, and may remove others before the match.
    pub host: bool,
    /// How strong a computer player is; absent for a person.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub computer: Option<Level>,
    /// How the seat is looked after, while that isn't by its own player in time.
    #[serde(flatten)]
    pub care: Care,
    /// Whether a program of somebody's plays there; absent for others.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub bot: bool,
}

/// Who is connected.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Presence {
    /// Whether each seat's player is connected. Computer players always are.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<bool>"))]
    pub seats: BySeat<bool>,
    /// Since when each seat's player has been away, in milliseconds since 1970 by the server's
    /// clock; `null` for one who is connected, and for an empty seat.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<Option<i64>>"))]
    pub away_since_ms: BySeat<Option<i64>>,
    /// Connected people without a seat.
    pub watchers: u32,
    /// The player on turn if that player is absent, and what the others may do about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub absent: Option<Absent>,
    /// Somebody who asks for the seat of a computer player; absent while nobody does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub request: Option<SeatRequest>,
}

/// What the receiver of a message is at a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Me {
    /// Who they are at this table.
    pub pseudonym: Pseudonym,
    /// Their seat; `null` for a watcher.
    pub seat: Option<Seat>,
    /// Whether they are the host.
    pub host: bool,
    /// What to give to friends; `null` for a watcher.
    pub invite: Option<Invite>,
}
