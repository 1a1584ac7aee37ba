//! Quick match: the search, and the table that it finds.

use serde::{Deserialize, Serialize};

use crate::id::{PartyId, TableId};

/// The state of the receiver's search. The server sends it as the answer to `seek`, and again when the
/// state changes, at most once a second.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Seeking {
    /// The number under which the search is listed in `seekers`; 0 if there is none.
    pub number: u32,
    /// The wanted presets, by their names in the catalogue; empty once the search has ended.
    pub presets: Vec<String>,
    /// When the search began, in milliseconds since 1970 by the server's clock.
    pub since_ms: i64,
    /// Whether accounts and guests may play together.
    pub mixed: bool,
    /// The id of the pair, if the player searches as one of two partners; absent otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub party: Option<PartyId>,
    /// The partner's name, once the partner searches as well.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub partner: Option<String>,
    /// Whether the client should offer a match against a computer player while the search continues;
    /// `true` after 15 seconds.
    pub offers_computer: bool,
    /// Why the search has ended; absent while it continues.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended: Option<SeekEnded>,
}

impl Seeking {
    /// The answer to an `unseek` while there is no search.
    #[must_use]
    pub const fn none() -> Self {
        Self {
            number: 0,
            presets: Vec::new(),
            since_ms: 0,
            mixed: false,
            party: None,
            partner: None,
            offers_computer: false,
            ended: Some(SeekEnded::Withdrawn),
        }
    }
}

/// Why a search has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum SeekEnded {
    /// The client sent `unseek`, or another connection of the same visitor searches now.
    Withdrawn,
    /// A table was found; `paired` says which.
    Paired,
    /// The partner's search has ended.
    PartnerGone,
}

/// A player who searches, and whom others can choose.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ListedSeeker {
    /// The number of the search, for the `with` of a `seek`.
    pub number: u32,
    /// The player's display name.
    pub name: String,
    /// The wanted presets, by their names in the catalogue.
    pub presets: Vec<String>,
    /// Whether the player has an account.
    pub kept: bool,
    /// Whether accounts and guests may play together.
    pub mixed: bool,
    /// When the search began, in milliseconds since 1970 by the server's clock.
    pub since_ms: i64,
}

/// A table that quick match found. The receiver has a seat at this table, and should open the table. A
/// player who doesn't open it within 20 seconds loses the seat; at a table that quick match made, the other
/// players search again.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Paired {
    /// The table.
    pub table: TableId,
    /// The preset.
    pub preset: String,
    /// Whether the match is rated.
    pub rated: bool,
    /// Whether it is a public table that its host opened; absent if quick match made it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub open: bool,
}
