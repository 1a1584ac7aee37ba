//! The messages between nodes about quick match. Each of them may get lost. Important content is sent again.

use boneyard_base::{Address, PlayerId, Requester, Timestamp};
use boneyard_protocol::{PartyId, TableId};
use serde::{Deserialize, Serialize};

/// A message about quick match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum MatchMessage {
    /// These players search through the sending node. Sent when a search begins, and then every second.
    Look(Vec<Seeker>),
    /// These players no longer search.
    Gone(Vec<PlayerId>),
    /// The node that forms the groups from all searches proposes a group.
    Proposed(Proposal),
    /// The answer of a player's node to a proposal.
    Answered {
        /// The number of the proposed group.
        group: u64,
        /// The player.
        player: PlayerId,
        /// Whether the node has reserved the player's seat for this proposal.
        agrees: bool,
    },
    /// A seeker got a seat at an open table.
    Asked(AskedSeat),
    /// These seats no longer count as absences.
    Came(Vec<AskedSeat>),
    /// A proposal is cancelled.
    Dropped {
        /// The number of the proposed group.
        group: u64,
    },
    /// A table was opened for a proposed group.
    Opened {
        /// The proposed group.
        proposal: Proposal,
        /// The opened table.
        table: TableId,
        /// Whether the matches at the table are rated.
        rated: bool,
    },
}

/// A player who searches for a match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Seeker {
    /// The number of the search, which others may name.
    pub number: u32,
    /// The number of the search whose player this player has chosen.
    pub with: Option<u32>,
    /// The player.
    pub player: PlayerId,
    /// The network address of the player's connection.
    pub from: Address,
    /// The player's name.
    pub name: String,
    /// The presets that the player wants to play, by name, and the player's rating for each. Nodes of different versions
    /// may have different catalogues, so a preset's place in one means nothing to another node.
    pub wants: Vec<(String, i32)>,
    /// Whether the player has an account.
    pub kept: bool,
    /// Whether the player accepts matches between accounts and guests.
    pub mixed: bool,
    /// The party, if the player searches together with a partner.
    pub party: Option<PartyId>,
    /// When the search began.
    pub since: Timestamp,
    /// The opponents in the player's last match.
    pub met: Vec<PlayerId>,
    /// Whether the player's seat is not reserved for a proposal.
    pub is_free: bool,
}

/// A seat for which a player was asked. It counts as an absence until the player has come to the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct AskedSeat {
    /// The player, and the address of the player's connection.
    pub seeker: Requester,
    /// When the player's node was asked for the seat.
    pub asked: Timestamp,
}

/// A group of players who may play together.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Proposal {
    /// The unique number of the proposal.
    pub group: u64,
    /// The name of the preset.
    pub preset: String,
    /// The players, in the order of seats.
    pub seats: Vec<PlayerId>,
}
