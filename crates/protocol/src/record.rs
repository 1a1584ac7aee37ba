//! What is kept of a finished match, and how it is replayed.

use boneyard_fair::Hash;
use boneyard_rules::rules::Variant;
use boneyard_rules::view::{Board, Seen};
use boneyard_rules::{Options, Seat, Side, Tile};
use serde::{Deserialize, Serialize};

use crate::clock::{ClockRule, Ending};
use crate::computer::Level;
use crate::fairness::Fairness;
use crate::id::RecordId;
use crate::seat_request::TookOver;
use crate::transparency::RecordSignature;

/// What [`Record::format`] says.
pub const RECORD_FORMAT: &str = "boneyard-record";

/// What [`Record::version`] says. A form that a reader of this one would misread gets a higher number; a new
/// field alone doesn't.
pub const RECORD_VERSION: u32 = 1;

/// A finished match: the answer of `GET /api/m/{id}`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Record {
    /// Always `boneyard-record`.
    pub format: String,
    /// The version of this form: 1.
    pub version: u32,
    /// Its name.
    pub id: RecordId,
    /// The rules on one line, such as `Five-Up 150`.
    pub notation: String,
    /// What was played.
    pub rules: Options,
    /// Who sat where.
    pub seats: Vec<RecordSeat>,
    /// When the first tiles were dealt, in milliseconds since 1970.
    pub began_ms: i64,
    /// When it ended, in milliseconds since 1970.
    pub ended_ms: i64,
    /// The points of each side at the end.
    pub scores: Vec<u16>,
    /// The side that won; `None` if nobody did.
    pub winner: Option<Side>,
    /// How it ended.
    pub ending: Ending,
    /// How long players might think.
    pub clock: ClockRule,
    /// How long they did.
    pub times: MoveTimes,
    /// All that happened in it: `docs/record.md` describes the text.
    pub transcript: String,
    /// What proves its deals: `docs/fair-deal.md`. `None` if no round of it ended.
    pub fairness: Option<Fairness>,
    /// The server's signature of all else, made when the record is given out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub signed: Option<RecordSignature>,
}

impl Record {
    /// The hash of all but the signature, as canonical JSON (RFC 8785): names in order, no white space.
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

/// Who sat at a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RecordSeat {
    /// The display name at that time; `None` once its owner has had it deleted. `Computer` for a
    /// computer player.
    pub name: Option<String>,
    /// How strong a computer player was; absent for a person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub computer: Option<Level>,
    /// What somebody took over who sat down during the match: until then a computer player had the
    /// seat. Absent for everybody else.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub took_over: Option<TookOver>,
    /// Whether a program played here; absent if not.
    #[serde(default, skip_serializing_if = "is_false")]
    pub bot: bool,
    /// The round in which the player resigned; absent if they didn't. Who resigned has not won, whatever
    /// the computer player came to that went on in their place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resigned: Option<u16>,
    /// When a computer player stood in for the player; absent if none did.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lent: Vec<Lent>,
}

/// A part of a match in which a computer player stood in for the player at a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Lent {
    /// How strong it was.
    pub level: Level,
    /// The round in which it began.
    pub round: u16,
    /// The round in which the player was back; `None` if they never were.
    pub returned: Option<u16>,
}

/// What the clock saw of a match.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MoveTimes {
    /// For each play and call of the transcript, in order: milliseconds since the one before, or, for the
    /// first, since the match began.
    pub ms: Vec<u32>,
    /// Which of them, counted from 0, were made for a player whose time had run out.
    pub forced: Vec<u32>,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde asks for a reference"
)]
const fn is_false(value: &bool) -> bool {
    !*value
}

/// A match in positions, some rounds of it at a time: the answer of `GET /api/m/{id}/steps` and of
/// `POST /api/replay`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Replay {
    /// The rules on one line, such as `Five-Up 150`.
    pub notation: String,
    /// What was played.
    pub rules: Options,
    /// How many positions each round of the match has.
    pub lengths: Vec<u32>,
    /// The rounds that are in this answer.
    pub rounds: Vec<ReplayRound>,
    /// The number of the first round that is in the next answer; `None` if these were the last.
    pub next: Option<u16>,
}

/// A round in positions.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReplayRound {
    /// Its number, from 1.
    pub number: u16,
    /// The position after the deal, and after each play and call.
    pub steps: Vec<ReplayStep>,
}

/// A position, and what led to it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReplayStep {
    /// What happened since the position before; in the first of a round its lots and redeals too.
    pub events: Vec<Seen>,
    /// How the match stands.
    pub board: Board,
    /// What each seat holds.
    pub hands: Vec<Vec<Tile>>,
}

/// The body of `POST /api/replay`: a transcript to be replayed. Nothing of it is kept.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReplayRequest {
    /// The transcript.
    pub transcript: String,
    /// The number of the first round to be answered with; the first if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<u16>,
}

/// Matches of whoever asks, the latest first: the answer of `GET /api/me/matches`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Matches {
    /// The matches.
    pub matches: Vec<MatchEntry>,
    /// To be given as `before` for earlier ones; `None` if there are none.
    pub before: Option<String>,
}

/// One of one's own matches.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MatchEntry {
    /// Its record.
    pub id: RecordId,
    /// The rules on one line, such as `Five-Up 150`.
    pub notation: String,
    /// The game.
    pub variant: Variant,
    /// Who sat where.
    pub seats: Vec<RecordSeat>,
    /// One's own seat.
    pub seat: Seat,
    /// One's own side.
    pub side: Side,
    /// When it ended, in milliseconds since 1970.
    pub ended_ms: i64,
    /// The points of each side at the end.
    pub scores: Vec<u16>,
    /// The side that won; `None` if nobody did.
    pub winner: Option<Side>,
    /// How it ended.
    pub ending: Ending,
    /// One's own figures.
    pub figures: Figures,
    /// Whether one hides it: others read no name of one's own in it; absent if not.
    #[serde(default, skip_serializing_if = "is_false")]
    pub hidden: bool,
}

/// The body of `PUT /api/m/{id}/hidden`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HideMatch {
    /// Whether others are to read no name of one's own in the record.
    pub hidden: bool,
}

/// What one seat did in a match, in numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Figures {
    /// Rounds that were dealt.
    pub rounds: u32,
    /// The points that its side scored.
    pub points: u32,
    /// Rounds in which it went out.
    pub outs: u32,
    /// Tiles that it played.
    pub plays: u32,
    /// Those of them that scored for its side.
    pub scoring_plays: u32,
}

/// The answer of `DELETE /api/me/records/name`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NamesDeleted {
    /// In how many records the name stood.
    pub records: u64,
}
