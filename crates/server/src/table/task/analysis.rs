//! The analysis of the last match of a table: who waits for it, and how many are made at a time.

use std::collections::HashMap;
use std::sync::Arc;

use parking_lot::{Mutex, MutexGuard};

use crate::gate::{Address, Requester};
use crate::id::PlayerId;
use crate::limits;
use crate::peer::{FollowId, Frame};
use crate::records::analysis::MatchAnalyser;
use crate::table::state::refusal::Refusal;

/// What is analysed at one table.
#[derive(Debug, Default)]
pub(crate) struct AnalysisWork {
    pub(super) work: Option<Work>,
    /// The analysis that was finished last, and the number of its match.
    pub(super) done: Option<(u32, Frame)>,
}

/// An analysis that is being made.
#[derive(Debug)]
pub(super) struct Work {
    pub(super) analyser: MatchAnalyser,
    /// Who waits for it.
    pub(super) askers: Vec<FollowId>,
    /// How many parts of it those have been told of.
    pub(super) told: usize,
    _permit: Permit,
}

impl Work {
    pub(super) fn new(analyser: MatchAnalyser, asker: FollowId, permit: Permit) -> Self {
        Self {
            analyser,
            askers: vec![asker],
            told: 0,
            _permit: permit,
        }
    }
}

/// Those for whom a match is being analysed. Clones are the same.
#[derive(Clone, Debug, Default)]
pub(crate) struct Analyses {
    /// With the networks that they come from.
    askers: Arc<Mutex<HashMap<PlayerId, Address>>>,
}

/// Leave to have a match analysed; it ends when dropped.
#[derive(Debug)]
pub(super) struct Permit {
    analyses: Analyses,
    player: PlayerId,
}

impl Analyses {
    pub(super) fn begin(&self, requester: Requester) -> Result<Permit, Refusal> {
        let Requester { player, from } = requester;
        let network = from.network(limits::NETWORK_BITS);
        let mut askers = self.askers();
        if askers.contains_key(&player) {
            return Err(Refusal::AnalysesAlready);
        }
        let of_network = askers.values().filter(|&&other| other == network).count();
        if askers.len() >= limits::ANALYSES_MAX || of_network >= limits::ANALYSES_PER_NETWORK {
            return Err(Refusal::AnalysisFailed);
        }
        askers.insert(player, network);
        Ok(Permit {
            analyses: self.clone(),
            player,
        })
    }

    fn askers(&self) -> MutexGuard<'_, HashMap<PlayerId, Address>> {
        self.askers.lock()
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        self.analyses.askers().remove(&self.player);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_network_leaves_room_for_the_analyses_of_others() {
        let analyses = Analyses::default();
        let begin = |from: &str| {
            let from: std::net::IpAddr = from.parse().unwrap();
            let requester = Requester {
                player: PlayerId::random(),
                from: from.into(),
            };
            analyses.begin(requester)
        };
        let crowd: Vec<_> = (0..100)
            .filter_map(|number| begin(&format!("2001:db8:1:{number:x}::1")).ok())
            .collect();
        assert_eq!(crowd.len(), limits::ANALYSES_PER_NETWORK);
        assert!(begin("192.0.2.1").is_ok());
        drop(crowd);
        assert!(begin("2001:db8:1::1").is_ok());
    }
}
