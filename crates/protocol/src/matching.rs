//! Quick match: who looks for one, and what is found.

use serde::{Deserialize, Serialize};

use crate::id::{PartyId, TableId};

/// How one's search stands: the answer to `seek`, and again when something of it changes, at most once a
/// second.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Seeking {
    /// The presets that are looked for, by their names in the catalogue; none once the search has ended.
    pub presets: Vec<String>,
    /// Since when, in milliseconds since 1970 by the server's clock.
    pub since_ms: i64,
    /// Whether kept accounts and guests may meet.
    pub mixed: bool,
    /// The pair that is looked for as partners; absent if one looks alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub party: Option<PartyId>,
    /// The partner's name, once they are there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub partner: Option<String>,
    /// Whether a game with a computer player is offered meanwhile: after 15 seconds.
    pub offers_computer: bool,
    /// Why the search has ended; absent while it goes on.
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
    /// `unseek` was sent, or another connection of the same visitor looks now.
    Withdrawn,
    /// A table was found; `paired` says which.
    Paired,
    /// The partner is gone.
    PartnerGone,
}

/// How many look for a quick match and how many play one, over all presets.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SeekCounts {
    /// People who look.
    pub searching: u32,
    /// People who play a quick match.
    pub playing: u32,
}

/// A table that was found: the receiver has a seat there, and opens it. Who doesn't come within 20 seconds
/// is replaced.
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
