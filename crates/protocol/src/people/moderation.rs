//! Reports, and the acts of moderators.

use boneyard_rules::Seat;
use serde::{Deserialize, Serialize};

use crate::id::{PersonId, Pseudonym, RecordId, TableId, TournamentId};

/// The reason for a report.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ReportReason {
    /// Insults, threats, hatred.
    Abuse,
    /// A name that insults or deceives.
    Name,
    /// Help from outside, collusion, arranged ratings.
    Cheating,
    /// Leaving or stalling on purpose.
    Stalling,
    /// Advertising or flooding.
    Spam,
    /// Another reason, which `words` explains.
    Other,
}

/// The body of `POST /api/reports`: reports a player of a table at which the asker has or had a seat. The
/// server adds the match and the last chat lines. The answer is 204.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReportPlayer {
    /// The table.
    pub table: TableId,
    /// The seat of the player who is reported.
    pub seat: Seat,
    /// The reported player's pseudonym at the table. If absent, the report is about the player who has
    /// the seat now or had it last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pseudonym: Option<Pseudonym>,
    /// The reason.
    pub reason: ReportReason,
    /// The reporter's words.
    pub words: String,
}

/// The answer of `GET /api/moderation/reports`, for moderators only. `?all=1` includes closed reports. To
/// get the next page, the client sends the number of the last report: as `?after=` if that report is
/// open, as `?before=` if it is closed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReportsBody {
    /// At most 50 reports: first the open ones, the oldest first; then the closed ones, the latest first. Of more
    /// than five open reports from one network only the oldest is listed.
    pub reports: Vec<ReportBody>,
    /// The number of open reports that are listed.
    pub open: u32,
    /// Whether there are more reports after the last one of this answer.
    pub more: bool,
}

/// A report, as moderators see it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReportBody {
    /// The report's number.
    pub number: i64,
    /// When the report was made, in milliseconds since 1970.
    pub created_ms: i64,
    /// The reporter's name when the report was made.
    pub reporter: String,
    /// The reported player's name when the report was made.
    pub reported: String,
    /// The reported player's account; absent for a guest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub person: Option<PersonId>,
    /// The reason.
    pub reason: ReportReason,
    /// What the reporter wrote.
    pub words: String,
    /// The last chat lines at the table, the oldest first. Of a tournament, its name and the notes of its results.
    pub chat: Vec<SaidLine>,
    /// The table; absent if the report is about a tournament.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<TableId>,
    /// The tournament; absent if the report is about a table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tournament: Option<TournamentId>,
    /// The number of the match at the table; 0 for a tournament.
    #[serde(rename = "match")]
    pub match_number: u32,
    /// The match's record, if the match has ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub record: Option<RecordId>,
    /// The number of earlier reports about the same player.
    pub earlier_reports: u32,
    /// The end of the reported player's mute; absent if the player may chat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub muted_until_ms: Option<i64>,
    /// Whether the reported player is barred.
    pub closed_out: bool,
    /// The acts of moderators against the reported player, the latest first.
    pub acts: Vec<ActBody>,
    /// When the report was closed; absent while it is open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub closed_ms: Option<i64>,
    /// The number of open reports from the network of this one's reporter, this one included, if only this one
    /// of them is listed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from_network: Option<u32>,
}

/// A chat line in a report.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SaidLine {
    /// The writer's name.
    pub name: String,
    /// The text.
    pub text: String,
    /// Whether the reported player wrote the line; absent if not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub by_reported: bool,
}

/// An act of a moderator.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Act {
    /// Adds a note for other moderators. The report stays open.
    Note,
    /// Warns the player, and closes the report.
    Warn,
    /// Mutes the player for a time, and closes the report.
    Mute,
    /// Ends the player's mute.
    Unmute,
    /// Bars the player, and closes the report.
    Close,
    /// Ends the player's bar.
    Reopen,
    /// Closes the report without another act.
    Dismiss,
    /// Closes all open reports from the network of the report's reporter, except those about moderators.
    DismissNetwork,
}

/// The body of `POST /api/moderation/reports/{number}/acts`. The answer is [`ReportBody`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TakeAct {
    /// The act.
    pub act: Act,
    /// The length of the mute in minutes; only for `mute`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub minutes: Option<u32>,
    /// The reason; for `warn`, the text that the player reads.
    pub note: String,
}

/// A moderator's act on a report.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ActBody {
    /// When the moderator acted, in milliseconds since 1970.
    pub at_ms: i64,
    /// The moderator's name.
    pub moderator: String,
    /// The act.
    pub act: Act,
    /// The end of the mute; only for `mute`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until_ms: Option<i64>,
    /// The reason.
    pub note: String,
}

/// The answer of `GET /api/me/conduct`: the consequences of the asker's conduct; the asker may be a
/// guest. `POST /api/account/warnings/seen` confirms the warnings; its answer is 204.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ConductBody {
    /// How many quick or rated matches the asker has left recently. After leaving only one, the asker gets
    /// a warning and needn't wait.
    pub leaves: u32,
    /// When the asker may search for a quick match again; absent if the asker may do so now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub waits_until_ms: Option<i64>,
    /// The end of the asker's mute; absent if the asker may chat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub muted_until_ms: Option<i64>,
    /// Whether a moderator has barred the asker.
    pub kept_out: bool,
    /// The moderators' warnings that the asker hasn't confirmed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
}
