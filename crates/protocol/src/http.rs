//! The bodies of the HTTP requests about the visitor, tables and programs.

use boneyard_fair::Commitment;
use boneyard_rules::Options;
use serde::{Deserialize, Serialize};

use crate::clock::ClockRule;
use crate::computer::Level;
use crate::error::ErrorCode;
use crate::id::{Invite, PersonId, TableId};
use crate::room::{Access, OwnTable};
use crate::transparency::SignedHead;

/// The answer of `GET /api/me`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MeBody {
    /// The visitor's display name.
    pub name: String,
    /// The visitor's account; absent for a guest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub person: Option<PersonId>,
    /// Whether the server offers to sign in by email.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub offers_email: bool,
    /// Whether the server offers to sign in by a passkey for the URL to which the request was sent.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub offers_passkeys: bool,
    /// Whether the server has a demo: computer players with names and matches, which its host has filled in.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub demo: bool,
    /// The server's public key for Web Push, in base64url: the `applicationServerKey` of a browser's subscription.
    /// Absent if the server tells closed pages nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub push_key: Option<String>,
}

/// The answer of `GET /api/version`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct VersionBody {
    /// The version of the server.
    pub version: String,
    /// The first 12 hex digits of the commit from which the server was built; `null` if it isn't known.
    pub commit: Option<String>,
    /// The version of the protocol.
    pub protocol: u32,
}

/// The body of `POST /api/tables`: the table to open. The asker becomes its host, at seat 0.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CreateTable {
    /// The options of the rules.
    pub rules: Options,
    /// Which visitors may find the table.
    pub access: Access,
    /// The number of seats that only invited visitors may take.
    pub kept_seats: u8,
    /// The levels of computer players, which take the seats from 1 on. If they take all other seats, the
    /// match begins at once.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub computers: Vec<Level>,
    /// Whether players may ask for hints. If absent, hints are allowed exactly if computer players take all
    /// other seats.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hints: Option<bool>,
    /// The clock. If absent, the table has none.
    #[serde(default, skip_serializing_if = "ClockRule::is_none")]
    pub clock: ClockRule,
    /// The cap on a match's time, in minutes: 10, 15, 20, 30, 45 or 60. When the time has passed, the round
    /// that is being played is the last one. If absent, a match has no cap.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_cap: Option<u16>,
    /// Whether programs may take seats. If absent, they may.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bots: Option<bool>,
    /// Whether the table's matches are rated. Rated matches are for accounts only, with a preset's own
    /// rules and target, and without computer players, hints and a cap on the time. If absent, they aren't rated.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rated: bool,
    /// The host's commitment for the first match, as in `commit`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub commitment: Option<Commitment>,
    /// The newest head of the public log that the host's client knows, as in `commit`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub head: Option<SignedHead>,
}

/// The answer to [`CreateTable`], with status 201.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TableCreated {
    /// The new table.
    pub table: TableId,
    /// The invitation to give to friends.
    pub invite: Invite,
}

/// The body of `POST /api/bots`: a new program.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CreateBot {
    /// The program's name, which others see.
    pub name: String,
}

/// The answer to [`CreateBot`], with status 201.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BotCreated {
    /// The new program.
    pub bot: BotBody,
    /// The program's secret token, which is never shown again.
    pub token: String,
}

/// The answer of `GET /api/bots`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BotsBody {
    /// The visitor's programs, the oldest first.
    pub bots: Vec<BotBody>,
}

/// A program that plays.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BotBody {
    /// The program's id, which the owner needs to delete the program.
    pub id: String,
    /// The program's name, which others see.
    pub name: String,
    /// When the program was created, in milliseconds since 1970.
    pub created_ms: i64,
}

/// The answer of `GET /api/me/turns`: the tables at which the owner of the feed has a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TurnsBody {
    /// When the answer was made, in milliseconds since 1970 by the server's clock.
    pub now_ms: i64,
    /// The tables, the last joined table first.
    pub tables: Vec<TurnBody>,
}

/// A table of a feed of turns.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TurnBody {
    /// The table.
    #[serde(flatten)]
    pub own: OwnTable,
    /// How long the table still waits, in milliseconds; absent where `until_ms` is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left_ms: Option<i64>,
    /// The URL of the table's page.
    pub link: String,
}

/// The answer of `GET /api/me/feed`: the visitor's feed of turns.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FeedBody {
    /// When the token of the feed was made, in milliseconds since 1970; absent if the visitor has no feed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub created_ms: Option<i64>,
}

/// The answer of `POST /api/me/feed`, with status 201.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FeedCreated {
    /// When the token was made, in milliseconds since 1970.
    pub created_ms: i64,
    /// The secret token, which is never shown again. It grants nothing but reading the feed.
    pub token: String,
}

/// The body of every answer with a status from 400 on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HttpError {
    /// The reason.
    pub code: ErrorCode,
    /// The option that must change, for `bad_rules`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub option: Option<String>,
    /// The reason as a sentence for people, in English.
    pub text: String,
}
