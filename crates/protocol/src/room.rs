//! A table and its seats, without the match.

use boneyard_rules::{BoxBySeat, BySeat, Rules, Seat, Seating};
use serde::{Deserialize, Serialize};

use crate::clock::{Absent, Care, ClockRule, Ending};
use crate::computer::Level;
use crate::fairness::RoomFairness;
use crate::id::{Invite, Pseudonym, RecordId, TableId, TournamentId};
use crate::seat_request::SeatRequest;

/// The status of a table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// The table waits for players. The match starts when every seat is taken and every player is ready.
    Open,
    /// A match is played, or pauses between two rounds.
    Playing,
    /// The match has ended. A rematch starts when every player is ready again.
    Over,
}

/// Which visitors may find a table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Access {
    /// All visitors: the table is listed, and every visitor may watch.
    Public,
    /// Visitors with the invitation.
    Link,
}

/// A table as the lobby lists it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Listing {
    /// The table.
    pub table: TableId,
    /// The rules on one line, such as `Five-Up 150`.
    pub notation: String,
    /// The players, by seat; `null` for an empty seat.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<Option<ListedSeat>>"))]
    pub seats: BoxBySeat<Option<ListedSeat>>,
    /// The number of empty seats that aren't kept for friends.
    pub open_seats: u8,
    /// The clock; absent if the table has none.
    #[serde(default, skip_serializing_if = "ClockRule::is_none")]
    pub clock: ClockRule,
    /// The cap on a match's time, in minutes; absent if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_cap: Option<u16>,
    /// The table's status.
    pub status: Status,
    /// Whether the table's matches are rated; absent if they aren't.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rated: bool,
    /// When the host opened the table, in milliseconds since 1970 by the server's clock.
    pub opened_ms: i64,
}

/// A taken seat in the lobby's list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ListedSeat {
    /// The player's display name; for a computer player `Computer`, in a tournament with its number: `Computer 3`.
    pub name: String,
    /// The computer player's level; absent for a person.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub computer: Option<Level>,
    /// Whether the player is a visitor's program; absent if not.
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
    /// How many rounds the match has, if all tables of a tournament's round have the same deals: then no points win it
    /// before. Absent if the table has its own deals.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub boards: Option<u8>,
    /// The receiver's seat.
    pub seat: Seat,
    /// The seat whose turn it is; absent while no player has the turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<Seat>,
    /// Whether the table waits for the receiver: to play, to tell a seed, or to be ready for the match, for its next
    /// round, or for a rematch that another player wants.
    pub waits: bool,
    /// When the time of what the table waits for runs out: the clock of the seat on turn, or at a table over
    /// days the wait for a seed or for the next round. In milliseconds since 1970 by the server's clock;
    /// absent if there is no such time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until_ms: Option<i64>,
    /// When the turn began; while no player has the turn, when the table last changed. In milliseconds
    /// since 1970 by the server's clock.
    pub since_ms: i64,
}

/// A table as all players and watchers see it, without the match.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each says something of its own, and is a field on the wire"
)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Room {
    /// The table's status.
    pub status: Status,
    /// The number of the match at this table, from 1.
    #[serde(rename = "match")]
    pub match_number: u32,
    /// The record of the last match; absent before the first match has ended, and while a match is
    /// played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub record: Option<RecordId>,
    /// The number of players, and which of them score together.
    pub seating: Seating,
    /// The rules: an object with one key, the game.
    #[cfg_attr(feature = "schema", schemars(with = "boneyard_rules::Options"))]
    pub rules: Rules,
    /// The rules on one line, such as `Five-Up 150`.
    pub notation: String,
    /// Which visitors may find the table.
    pub access: Access,
    /// The number of seats that only invited visitors may take.
    pub kept_seats: u8,
    /// Whether players may ask for hints.
    pub hints: bool,
    /// The clock; absent if the table has none.
    #[serde(default, skip_serializing_if = "ClockRule::is_none")]
    pub clock: ClockRule,
    /// The cap on a match's time, in minutes; absent if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_cap: Option<u16>,
    /// When time is called in the running match, in milliseconds since 1970 by the server's clock; absent
    /// without a cap, while no match is played, and once time has been called.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cap_until_ms: Option<i64>,
    /// How the match ended; absent unless the status is `over`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ending: Option<Ending>,
    /// Whether programs may take seats.
    pub bots: bool,
    /// Whether the table's matches are rated; absent if they aren't.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rated: bool,
    /// Whether quick match opened the table; absent if not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub quick: bool,
    /// The tournament to which the table belongs; absent if it belongs to none. Such a table has no host. It is
    /// for one match, and closes if a player has not come in time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tournament: Option<RoomTournament>,
    /// How many rounds the match has, if all tables of the tournament's round have the same deals: then no points
    /// win it before, and nobody may watch. Absent if each table has its own deals.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub boards: Option<u8>,
    /// How many minutes later than the players visitors see this table of a tournament, 0 for at once; absent if a
    /// tournament doesn't let them watch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub watch_delay_minutes: Option<u8>,
    /// The commitments for the table's deals.
    pub fairness: RoomFairness,
    /// The players, by seat; `null` for an empty seat.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<Option<RoomSeat>>"))]
    pub seats: BoxBySeat<Option<RoomSeat>>,
}

/// What has changed in a [`Room`]. The other fields of a room were chosen when the table was opened, and never change.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RoomChange {
    /// The table's status.
    pub status: Status,
    /// The number of the match at this table, from 1.
    #[serde(rename = "match")]
    pub match_number: u32,
    /// The record of the last match; absent if the room has none any more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub record: Option<RecordId>,
    /// When time is called in the running match; absent if the room has no such time any more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cap_until_ms: Option<i64>,
    /// How the match ended; absent if the room has no end any more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ending: Option<Ending>,
    /// How many minutes later than the players visitors see the table; absent if no tournament lets them watch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub watch_delay_minutes: Option<u8>,
    /// The commitments for the table's deals; absent if they are the same as before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fairness: Option<RoomFairness>,
    /// The players, by seat; absent if the seats are the same as before.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Vec<Option<RoomSeat>>>"))]
    pub seats: Option<BoxBySeat<Option<RoomSeat>>>,
}

impl Room {
    /// Applies a change.
    pub fn fold(&mut self, change: RoomChange) {
        let RoomChange {
            status,
            match_number,
            record,
            cap_until_ms,
            ending,
            watch_delay_minutes,
            fairness,
            seats,
        } = change;
        self.status = status;
        self.match_number = match_number;
        self.record = record;
        self.cap_until_ms = cap_until_ms;
        self.ending = ending;
        self.watch_delay_minutes = watch_delay_minutes;
        self.fairness = fairness.unwrap_or(self.fairness);
        if let Some(seats) = seats {
            self.seats = seats;
        }
    }
}

/// The tournament to which a table belongs, and the place of the table's match in it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RoomTournament {
    /// The tournament.
    pub id: TournamentId,
    /// The tournament's name.
    pub name: String,
    /// The round of the match, from 1; absent in an arena, which has no rounds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub round: Option<u32>,
    /// The number of rounds before a knockout; absent if it follows from the number of players, and in an arena.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rounds: Option<u8>,
}

/// A taken seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RoomSeat {
    /// The player's display name; for a computer player `Computer`, in a tournament with its number: `Computer 3`.
    pub name: String,
    /// The player's pseudonym at this table; absent for a computer player. Two players may have the same
    /// name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pseudonym: Option<Pseudonym>,
    /// Whether the player is ready for what comes next: the match, its next round, or a rematch. Computer
    /// players always are.
    pub ready: bool,
    /// Whether the player is the host, who opened the table and may remove other players before the
    /// match.
    pub host: bool,
    /// The computer player's level; absent for a person.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub computer: Option<Level>,
    /// Whether the player is away, is replaced by a computer player, has resigned, or offers to end the
    /// match.
    #[serde(flatten)]
    pub care: Care,
    /// Whether the player is a visitor's program; absent if not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub bot: bool,
}

/// Which players and watchers are connected.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Presence {
    /// Whether each seat's player is connected. Computer players always are.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<bool>"))]
    pub seats: BySeat<bool>,
    /// When each seat's player disconnected, in milliseconds since 1970 by the server's clock; `null` for
    /// a connected player and for an empty seat.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<Option<i64>>"))]
    pub away_since_ms: BySeat<Option<i64>>,
    /// The number of watchers.
    pub watchers: u32,
    /// The absent player whose turn it is, and what the other players may do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub absent: Option<Absent>,
    /// The open request for a computer player's seat; absent if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub request: Option<SeatRequest>,
}

/// The receiver's role at a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Me {
    /// The receiver's pseudonym at this table.
    pub pseudonym: Pseudonym,
    /// The receiver's seat; `null` for a watcher.
    pub seat: Option<Seat>,
    /// Whether the receiver is the host.
    pub host: bool,
    /// The invitation to give to friends; `null` for a watcher.
    pub invite: Option<Invite>,
}
