//! The messages between nodes about quick match. Each may be lost: what matters is sent again.

use boneyard_base::{PlayerId, Timestamp};
use boneyard_protocol::{PartyId, TableId};
use serde::{Deserialize, Serialize};

/// A message of a node.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum MatchMessage {
    /// These players search through the node: sent when a search begins, and again each second.
    Look(Vec<Seeker>),
    /// These players no longer search.
    Gone(Vec<PlayerId>),
    /// How many players at the node play a quick match: sent each second.
    Playing(u32),
    /// The owner of the pool proposes this group.
    Proposed(Proposal),
    /// Whether the node keeps a player's seat for this proposal alone.
    Answered {
        /// The number of the proposed group.
        group: u64,
        /// The player.
        player: PlayerId,
        /// Whether the seat is kept.
        agrees: bool,
    },
    /// A proposal came to nothing.
    Dropped {
        /// The number of the proposed group.
        group: u64,
    },
    /// A table was opened for a proposal.
    Opened {
        /// The proposal.
        proposal: Proposal,
        /// The table.
        table: TableId,
        /// Whether it is rated.
        rated: bool,
    },
}

/// A player who searches for a match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Seeker {
    /// The player.
    pub player: PlayerId,
    /// The player's name.
    pub name: String,
    /// The wanted presets by their places in the catalogue, and the player's rating for each.
    pub wants: Vec<(u8, i32)>,
    /// Whether the player has an account.
    pub kept: bool,
    /// Whether accounts and guests may play together.
    pub mixed: bool,
    /// The pair, if the player searches as one of two partners.
    pub party: Option<PartyId>,
    /// When the search began.
    pub since: Timestamp,
    /// The opponents of the player's last match.
    pub met: Vec<PlayerId>,
    /// Whether no seat is kept for a proposal.
    pub is_free: bool,
}

/// A proposed group.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Proposal {
    /// The proposal's number, which is unique.
    pub group: u64,
    /// The preset, by its place in the catalogue.
    pub preset: u8,
    /// The players in the order of seats, from seat 0.
    pub seats: Vec<PlayerId>,
}
