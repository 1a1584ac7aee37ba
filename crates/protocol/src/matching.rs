//! Quick match: the search, and the table that it finds.

use serde::{Deserialize, Serialize};

use crate::id::{PartyId, TableId};

/// The state of the receiver's search. The server sends it as the answer to `seek`, and again when the
/// state changes, at most once a second.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Seeking {
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

/// How many players search for a quick match, and how many play one, counted over all presets.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SeekCounts {
    /// The players who search.
    pub searching: u32,
    /// The players who play a quick match.
    pub playing: u32,
}

/// A table that quick match found. The receiver has a seat at this table, and should open the table. A
/// player who doesn't open it within 20 seconds loses the seat, and the other players search again.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Paired {
    /// The table.
    pub table: TableId,
    /// The preset.
    pub preset: String,
    /// Whether the match is rated.
    pub rated: bool,
}
