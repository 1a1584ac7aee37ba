//! The bodies of the few HTTP requests.

use boneyard_fair::Commitment;
use boneyard_rules::Options;
use serde::{Deserialize, Serialize};

use crate::clock::ClockRule;
use crate::computer::Level;
use crate::error::ErrorCode;
use crate::id::{Invite, PersonId, TableId};
use crate::room::Access;

/// The answer of `GET /api/me`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MeBody {
    /// The visitor's display name.
    pub name: String,
    /// The account that the visitor keeps; absent for a guest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub person: Option<PersonId>,
    /// Whether one can sign in by email here.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub offers_email: bool,
    /// Whether one can sign in by a passkey at the address that was asked.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub offers_passkeys: bool,
}

/// The body of `POST /api/tables`: the table to open. Whoever asks sits at seat 0 as its host.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CreateTable {
    /// What is to be played.
    pub rules: Options,
    /// Who finds the table.
    pub access: Access,
    /// Seats that only the invited may take.
    pub kept_seats: u8,
    /// Computer players, who take the seats from 1 on. If they are as many as there are other
    /// seats, the match begins at once.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub computers: Vec<Level>,
    /// Whether players may ask for hints. If that isn't said, they may where the match begins at
    /// once, against computer players alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hints: Option<bool>,
    /// How long players may think. If that isn't said, as long as they like.
    #[serde(default, skip_serializing_if = "ClockRule::is_none")]
    pub clock: ClockRule,
    /// Whether programs may take seats; if that isn't said, they may.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bots: Option<bool>,
    /// Whether its matches are rated: for kept accounts alone, with a preset's own rules and target, and
    /// without computer players and hints. If that isn't said, they aren't.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rated: bool,
    /// The host's promise for the first match, as in `commit`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub commitment: Option<Commitment>,
}

/// The answer to [`CreateTable`], with status 201.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TableCreated {
    /// The new table.
    pub table: TableId,
    /// What to give to friends.
    pub invite: Invite,
}

/// The body of `POST /api/bots`: a program that is to play.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CreateBot {
    /// What others will see.
    pub name: String,
}

/// The answer to [`CreateBot`], with status 201.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BotCreated {
    /// The new bot.
    pub bot: BotBody,
    /// Its secret, which is never shown again.
    pub token: String,
}

/// The answer of `GET /api/bots`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BotsBody {
    /// The visitor's bots, oldest first.
    pub bots: Vec<BotBody>,
}

/// A program that plays.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BotBody {
    /// Its id, by which its owner deletes it.
    pub id: String,
    /// What others see.
    pub name: String,
    /// When it was made, in milliseconds since 1970.
    pub created_ms: i64,
}

/// The body of every answer with a status from 400 on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HttpError {
    /// Why.
    pub code: ErrorCode,
    /// The option that must change, for `bad_rules`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub option: Option<String>,
    /// The same for people, in English.
    pub text: String,
}
