//! The groups that this node has proposed, as the owner of the pool.

use std::collections::{HashMap, HashSet};

use boneyard_base::PlayerId;
use boneyard_cluster::{MatchMessage, Proposal, Seeker};
use tokio::time::Instant;

/// The proposals that this node has made as the owner of the pool.
#[derive(Default)]
pub(super) struct Proposals {
    pub(super) open: HashMap<u64, Proposed>,
    /// The messages about tables that were opened a moment ago. They are sent repeatedly, since a message
    /// may be lost.
    pub(super) opened: Vec<(MatchMessage, Instant)>,
    /// The pairs of players in which one player has blocked the other. A pair is added when a proposal with
    /// both players fails because of the block.
    pub(super) apart: HashSet<(PlayerId, PlayerId)>,
}

/// A proposal that waits for answers, or for which a table is being opened.
pub(super) struct Proposed {
    pub(super) proposal: Proposal,
    /// The searches of the players at the time of the proposal.
    pub(super) people: Vec<Seeker>,
    pub(super) waits_for: HashSet<PlayerId>,
    pub(super) until: Instant,
}

impl Proposals {
    pub(super) fn holds(&self, player: PlayerId) -> bool {
        let mut open = self.open.values();
        open.any(|proposed| proposed.proposal.seats.contains(&player))
    }

    pub(super) fn players(&self) -> HashSet<PlayerId> {
        let open = self.open.values();
        open.flat_map(|proposed| proposed.proposal.seats.iter().copied())
            .collect()
    }
}
