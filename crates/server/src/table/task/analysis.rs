//! The analysis of the last match of a table: who waits for it, and how many are made at a time.

use std::collections::HashSet;
use std::sync::Arc;

use parking_lot::{Mutex, MutexGuard};

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
    askers: Arc<Mutex<HashSet<PlayerId>>>,
}

/// Leave to have a match analysed; it ends when dropped.
#[derive(Debug)]
pub(super) struct Permit {
    analyses: Analyses,
    player: PlayerId,
}

impl Analyses {
    pub(super) fn begin(&self, player: PlayerId) -> Result<Permit, Refusal> {
        let mut askers = self.askers();
        if askers.contains(&player) {
            return Err(Refusal::AnalysesAlready);
        }
        if askers.len() >= limits::ANALYSES_MAX {
            return Err(Refusal::AnalysisFailed);
        }
        askers.insert(player);
        Ok(Permit {
            analyses: self.clone(),
            player,
        })
    }

    fn askers(&self) -> MutexGuard<'_, HashSet<PlayerId>> {
        self.askers.lock()
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        self.analyses.askers().remove(&self.player);
    }
}
