//! What nodes tell each other of quick match. Anything of it may be lost: what matters is told again.

use boneyard_base::{PlayerId, Timestamp};
use boneyard_protocol::{PartyId, TableId};
use serde::{Deserialize, Serialize};

/// What a node tells.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum MatchMessage {
    /// These look for a match through the node: told as they come, and again each second.
    Look(Vec<Seeker>),
    /// These look no longer.
    Gone(Vec<PlayerId>),
    /// So many play a quick match through the node: told each second.
    Playing(u32),
    /// The owner of the pool would put these people together.
    Proposed(Proposal),
    /// Whether somebody who looks through the node keeps a seat for a proposal, and no other.
    Answered {
        /// The proposal.
        group: u64,
        /// Who.
        player: PlayerId,
        /// Whether they keep one.
        agrees: bool,
    },
    /// Nothing came of a proposal.
    Dropped {
        /// The proposal.
        group: u64,
    },
    /// A table was opened for the people of a proposal.
    Opened {
        /// What was proposed.
        proposal: Proposal,
        /// The table.
        table: TableId,
        /// Whether it is rated.
        rated: bool,
    },
}

/// Somebody who looks for a match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Seeker {
    /// Who.
    pub player: PlayerId,
    /// Their name.
    pub name: String,
    /// Presets by their places in the catalogue, and how strong they are there.
    pub wants: Vec<(u8, i32)>,
    /// Whether they keep an account.
    pub kept: bool,
    /// Whether they would play with people for whom that is different.
    pub mixed: bool,
    /// The pair that they are one of.
    pub party: Option<PartyId>,
    /// Since when they look.
    pub since: Timestamp,
    /// Whom they met in their last match.
    pub met: Vec<PlayerId>,
    /// Whether they keep a seat for no proposal.
    pub is_free: bool,
}

/// People who are to be put together.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Proposal {
    /// Its number, which no other has.
    pub group: u64,
    /// The preset, by its place in the catalogue.
    pub preset: u8,
    /// Who is to sit where, from seat 0.
    pub seats: Vec<PlayerId>,
}
