//! The record of a finished match, and its replay.

use boneyard_fair::Hash;
use boneyard_rules::{Options, Seat, Seating, Side, Standing, Step};
use serde::{Deserialize, Serialize};

use crate::clock::{ClockRule, Ending};
use crate::computer::Level;
use crate::fairness::Fairness;
use crate::id::RecordId;
use crate::seat_request::TookOver;
use crate::transparency::RecordSignature;

/// The value of [`Record::format`].
pub const RECORD_FORMAT: &str = "boneyard-record";

/// The value of [`Record::version`]. It grows when a reader of the old version would misread a record of
/// the new version. A new field alone doesn't change it.
pub const RECORD_VERSION: u32 = 1;

/// A finished match: the answer of `GET /api/m/{id}`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Record {
    /// Always `boneyard-record`.
    pub format: String,
    /// The version of the format: 1.
    pub version: u32,
    /// The record's id.
    pub id: RecordId,
    /// The rules on one line, such as `Five-Up 150`.
    pub notation: String,
    /// The rules as options: an object with one key, the game.
    pub rules: Options,
    /// The players, by seat.
    pub seats: Vec<RecordSeat>,
    /// When the first tiles were dealt, in milliseconds since 1970.
    pub began_ms: i64,
    /// When the match ended, in milliseconds since 1970.
    pub ended_ms: i64,
    /// The points of each side at the end.
    pub scores: Vec<u16>,
    /// The place of each side, from 1; sides that are level share one. Absent if the match was ended before its rules
    /// ended it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub places: Vec<u8>,
    /// The side that won; `None` if no side did, or several together.
    pub winner: Option<Side>,
    /// How the match ended.
    pub ending: Ending,
    /// The clock of the table.
    pub clock: ClockRule,
    /// The cap on the match's time, in minutes; absent if there was none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_cap: Option<u16>,
    /// How many rounds the match had, if all tables of a round of a tournament had the same deals: then no points won
    /// it before, and time was called in the last round. Absent if each table had its own deals.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub boards: Option<u8>,
    /// The time that players took.
    pub times: MoveTimes,
    /// All that happened in the match. `docs/record.md` describes the text.
    pub transcript: String,
    /// The proof that the match's deals were fair (`docs/fair-deal.md`); `None` if no round ended.
    pub fairness: Option<Fairness>,
    /// The server's signature of all other fields, made when the record is sent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub signed: Option<RecordSignature>,
}

impl Record {
    /// The hash of all fields but the signature, as canonical JSON (RFC 8785): sorted names, no white space.
    ///
    /// # Panics
    ///
    /// Never: a record has no keys but the names of its fields.
    #[must_use]
    pub fn hash(&self) -> Hash {
        let mut record =
            serde_json::to_value(self).expect("a record has no keys but names of fields");
        if let Some(fields) = record.as_object_mut() {
            fields.remove("signed");
        }
        record.sort_all_objects();
        Hash::of(&[record.to_string().as_bytes()])
    }
}

/// The player at a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RecordSeat {
    /// The display name during the match; `Computer` for a computer player; `None` if the player hides the
    /// match from the asker, or has deleted the name.
    pub name: Option<String>,
    /// The computer player's level; absent for a person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub computer: Option<Level>,
    /// The computer player that had the seat before, if the player took the seat during the match; absent
    /// otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub took_over: Option<TookOver>,
    /// Whether the player is a visitor's program; absent if not.
    #[serde(default, skip_serializing_if = "is_false")]
    pub bot: bool,
    /// The round in which the player resigned; absent if the player didn't. A player who resigned has not
    /// won, even if the computer player that continued in the seat won.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resigned: Option<u16>,
    /// The parts of the match in which a computer player stood in for the player; absent if there were
    /// none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lent: Vec<Lent>,
}

/// A part of a match in which a computer player stood in for the player at a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Lent {
    /// The computer player's level.
    pub level: Level,
    /// The round in which the computer player began.
    pub round: u16,
    /// The round in which the player came back; `None` if the player didn't.
    pub returned: Option<u16>,
}

/// The times of a match's moves.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MoveTimes {
    /// For each move, in the order of the transcript: the milliseconds since the previous move. For the first, the
    /// milliseconds since the match began.
    pub ms: Vec<u32>,
    /// The indexes in `ms`, from 0, of the moves that the server made because the player's time had run
    /// out.
    pub forced: Vec<u32>,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde asks for a reference"
)]
const fn is_false(value: &bool) -> bool {
    !*value
}

/// The positions of some rounds of a match: the answer of `GET /api/m/{id}/steps` and of `POST
/// /api/replay`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Replay {
    /// The rules on one line, such as `Five-Up 150`.
    pub notation: String,
    /// The number of players, and which of them score together.
    pub seating: Seating,
    /// The rules as options: an object with one key, the game.
    pub rules: Options,
    /// The number of positions in each round of the match.
    pub lengths: Vec<u32>,
    /// The rounds in this answer.
    pub rounds: Vec<ReplayRound>,
    /// The number of the next answer's first round; `None` if there are no more rounds.
    pub next: Option<u16>,
}

/// The positions of a round.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReplayRound {
    /// The round's number, from 1.
    pub number: u16,
    /// The position after the deal, and after each move.
    pub steps: Vec<ReplayStep>,
}

/// A position, and the events that led to it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReplayStep {
    /// How the match stands.
    pub standing: Standing,
    /// The position, and the events since the previous one: an object with one key, the game. For the first position of
    /// a round they include what came before it, such as lots and redeals.
    pub position: Step,
}

/// The body of `POST /api/replay`: a transcript to replay. The server doesn't store it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReplayRequest {
    /// The transcript.
    pub transcript: String,
    /// The number of the answer's first round; round 1 if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<u16>,
}

/// The asker's own matches, the latest first: the answer of `GET /api/me/matches`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Matches {
    /// The matches.
    pub matches: Vec<MatchEntry>,
    /// The value of `before` that requests the next page; `None` if there are no earlier matches.
    pub before: Option<String>,
}

/// One of the asker's own matches.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MatchEntry {
    /// The id of the match's record.
    pub id: RecordId,
    /// The rules on one line, such as `Five-Up 150`.
    pub notation: String,
    /// How many rounds the match had, as in the record; absent if its table had its own deals.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub boards: Option<u8>,
    /// The variant of the game that was played, such as `draw`.
    pub variant: String,
    /// The players, by seat.
    pub seats: Vec<RecordSeat>,
    /// The asker's seat.
    pub seat: Seat,
    /// The asker's side.
    pub side: Side,
    /// When the match ended, in milliseconds since 1970.
    pub ended_ms: i64,
    /// The points of each side at the end.
    pub scores: Vec<u16>,
    /// The place of each side, from 1; sides that are level share one. Absent if the match was ended before its rules
    /// ended it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub places: Vec<u8>,
    /// The side that won; `None` if no side did, or several together.
    pub winner: Option<Side>,
    /// How the match ended.
    pub ending: Ending,
    /// The statistics of the asker's seat.
    pub figures: Figures,
    /// Whether the asker hides the match: other visitors don't see the asker's name in it; absent if not.
    #[serde(default, skip_serializing_if = "is_false")]
    pub hidden: bool,
}

/// The body of `PUT /api/m/{id}/hidden`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HideMatch {
    /// Whether to hide the asker's name in the record from other visitors.
    pub hidden: bool,
}

/// The statistics of one seat in a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Figures {
    /// The number of rounds dealt.
    pub rounds: u32,
    /// The points that the seat's side scored.
    pub points: u32,
    /// The number of rounds in which the seat went out.
    pub outs: u32,
    /// The number of tiles that the seat played.
    pub plays: u32,
    /// The number of played tiles that scored for the seat's side.
    pub scoring_plays: u32,
}

/// The answer of `DELETE /api/me/records/name`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NamesDeleted {
    /// The number of records from which the name was deleted.
    pub records: u64,
}
