//! Reports, and what moderators do about them.

use boneyard_rules::Seat;
use serde::{Deserialize, Serialize};

use crate::id::{PersonId, Pseudonym, RecordId, TableId};

/// What somebody is reported for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ReportReason {
    /// Insults, threats, hatred.
    Abuse,
    /// A name that insults or deceives.
    Name,
    /// Help from outside, two that play together, ratings that are arranged.
    Cheating,
    /// Leaving or stalling on purpose.
    Stalling,
    /// Advertising, floods.
    Spam,
    /// Something else, which the words say.
    Other,
}

/// The body of `POST /api/reports`: of somebody at a table at which the asker sits or has just sat. The
/// server adds the match and what was said last. The answer is 204.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReportPlayer {
    /// The table.
    pub table: TableId,
    /// The seat of the player who is reported.
    pub seat: Seat,
    /// Who that player is at the table; absent, it is the player who has the seat now or had it last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pseudonym: Option<Pseudonym>,
    /// What for.
    pub reason: ReportReason,
    /// More about it.
    pub words: String,
}

/// The answer of `GET /api/moderation/reports`: for moderators alone. `?all=1` has the closed ones too. The
/// list goes on with `?after=` the number of the last report if that was open, with `?before=` if it was
/// closed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReportsBody {
    /// At most 50 reports, open ones first, the oldest first, and then closed ones, the last first.
    pub reports: Vec<ReportBody>,
    /// How many are open in all.
    pub open: u32,
    /// Whether the list goes on.
    pub more: bool,
}

/// A report, as moderators see it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReportBody {
    /// Its number.
    pub number: i64,
    /// When, in milliseconds since 1970.
    pub created_ms: i64,
    /// Who reports, by the name then.
    pub reporter: String,
    /// Whom, by the name then.
    pub reported: String,
    /// The kept account of whom it concerns; absent for a guest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub person: Option<PersonId>,
    /// What for.
    pub reason: ReportReason,
    /// What the reporter wrote.
    pub words: String,
    /// What was said last at the table: who, and what; the oldest line first.
    pub chat: Vec<SaidLine>,
    /// The table.
    pub table: TableId,
    /// The match there.
    #[serde(rename = "match")]
    pub match_number: u32,
    /// Its record, if it has ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub record: Option<RecordId>,
    /// Reports of the same person before this one.
    pub earlier_reports: u32,
    /// Until when they may not chat; absent if they may.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub muted_until_ms: Option<i64>,
    /// Whether they are kept out.
    pub closed_out: bool,
    /// What moderators did about them, the last first.
    pub acts: Vec<ActBody>,
    /// When the report was closed; absent while it is open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub closed_ms: Option<i64>,
}

/// A line of the chat in a report.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SaidLine {
    /// Who said it.
    pub name: String,
    /// What.
    pub text: String,
    /// Whether the reported player said it; absent if not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub by_reported: bool,
}

/// What a moderator can do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Act {
    /// Writes something for other moderators; the report stays open.
    Note,
    /// Tells the person what is wrong, and closes the report.
    Warn,
    /// No chat for a time, and closes the report.
    Mute,
    /// They may chat again.
    Unmute,
    /// Keeps the person out, and closes the report.
    Close,
    /// Lets the person back in.
    Reopen,
    /// Closes the report.
    Dismiss,
}

/// The body of `POST /api/moderation/reports/{number}/acts`. The answer is [`ReportBody`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TakeAct {
    /// What is done.
    pub act: Act,
    /// For how long, in minutes; for `mute`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub minutes: Option<u32>,
    /// Why; for `warn`, what the person is told.
    pub note: String,
}

/// What a moderator did.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ActBody {
    /// When, in milliseconds since 1970.
    pub at_ms: i64,
    /// Who.
    pub moderator: String,
    /// What.
    pub act: Act,
    /// Until when, for `mute`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until_ms: Option<i64>,
    /// Why.
    pub note: String,
}

/// The answer of `GET /api/me/conduct`: what follows from how the asker behaves, a guest or not.
/// `POST /api/account/warnings/seen` takes note of the warnings; its answer is 204.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ConductBody {
    /// How often the asker has left quick or rated matches lately. After the first time there is no wait:
    /// it is a warning.
    pub leaves: u32,
    /// From when on the asker may look for a quick match; absent if they may.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub waits_until_ms: Option<i64>,
    /// Until when the asker may not chat; absent if they may.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub muted_until_ms: Option<i64>,
    /// Whether a moderator keeps the asker out.
    pub kept_out: bool,
    /// What moderators have to say, which hasn't been seen.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
}
