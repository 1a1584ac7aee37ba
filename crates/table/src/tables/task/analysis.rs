//! The analysis of a table's last match, one move after another, and the limit of simultaneous analyses.

use std::collections::HashMap;
use std::sync::Arc;

use boneyard_base::{Address, FollowId, Frame, PlayerId, Requester, limits};
use boneyard_protocol::{ServerMessage, TableId};
use parking_lot::{Mutex, MutexGuard};

use crate::computers::Computers;
use crate::computers::analysis::{MatchAnalyser, Verdict};
use crate::state::refusal::Refusal;
use crate::view::followers::Followers;

/// The analysis that is being made at one table, and the last finished analysis.
#[derive(Debug, Default)]
pub(crate) struct AnalysisWork {
    work: Option<Work>,
    /// The number of the match that was analysed last, and its analysis.
    done: Option<(u32, Frame)>,
}

/// An analysis that is being made.
#[derive(Debug)]
struct Work {
    table: TableId,
    analyser: MatchAnalyser,
    /// The followers who wait for the analysis.
    askers: Vec<FollowId>,
    /// How many steps of the progress the followers have been told of.
    told: usize,
    _permit: Permit,
}

/// The followers who waited for an analysis that has failed.
pub(super) type Failed = Vec<FollowId>;

impl AnalysisWork {
    /// The analysis of a match, if that match was analysed last.
    pub(super) fn done(&self, match_number: u32) -> Option<Frame> {
        let (number, frame) = self.done.as_ref()?;
        (*number == match_number).then(|| frame.clone())
    }

    /// Lets a follower wait for the running analysis. Returns whether an analysis is running. Fails if the
    /// running analysis is of another match.
    pub(super) fn join(&mut self, match_number: u32, asker: FollowId) -> Result<bool, Refusal> {
        let Some(work) = &mut self.work else {
            return Ok(false);
        };
        if work.analyser.match_number() != match_number {
            return Err(Refusal::AnalysisFailed);
        }
        if !work.askers.contains(&asker) {
            work.askers.push(asker);
        }
        Ok(true)
    }

    /// Starts an analysis for a follower. [`Self::ask_next`] must be called next: that call asks the threads
    /// about the first move.
    pub(super) fn begin(
        &mut self,
        table: TableId,
        analyser: MatchAnalyser,
        asker: FollowId,
        permit: Permit,
    ) {
        self.work = Some(Work {
            table,
            analyser,
            askers: vec![asker],
            told: 0,
            _permit: permit,
        });
    }

    /// Adds the judgement of a move, and asks the threads about the next move. `None` means that the
    /// computation failed.
    pub(super) fn take(
        &mut self,
        verdict: Option<Verdict>,
        computers: &Computers,
        followers: &mut Followers,
    ) -> Failed {
        let Some(work) = &mut self.work else {
            return Vec::new();
        };
        work.askers.retain(|&id| followers.get(id).is_some());
        let Some(verdict) = verdict else {
            return self.give_up();
        };
        if work.askers.is_empty() {
            self.work = None;
            return Vec::new();
        }
        work.analyser.take(verdict);
        self.ask_next(computers, followers)
    }

    /// Asks the threads about the next move. If all moves are judged, sends the analysis to the followers.
    pub(super) fn ask_next(&mut self, computers: &Computers, followers: &mut Followers) -> Failed {
        let Some(work) = &mut self.work else {
            return Vec::new();
        };
        let Some(question) = work.analyser.next() else {
            self.finish(followers);
            return Vec::new();
        };
        if computers.ask_verdict(question).is_err() {
            return self.give_up();
        }
        self.tell_progress(None, followers);
        Vec::new()
    }

    fn finish(&mut self, followers: &mut Followers) {
        let Some(work) = self.work.take() else {
            return;
        };
        let number = work.analyser.match_number();
        let analysis = work.analyser.finish();
        let frame = Frame::from(&ServerMessage::Analysis(Box::new(analysis)));
        for id in work.askers {
            followers.send_one(id, &frame);
        }
        self.done = Some((number, frame));
    }

    fn give_up(&mut self) -> Failed {
        self.work.take().map_or_else(Vec::new, |work| work.askers)
    }

    /// Sends the progress of the analysis to `asker`. If `asker` is `None`, sends it to all followers who
    /// wait for the analysis, but only if another step is done.
    pub(super) fn tell_progress(&mut self, asker: Option<FollowId>, followers: &mut Followers) {
        let Some(work) = &mut self.work else {
            return;
        };
        let (done, moves) = work.analyser.progress();
        let part = done * limits::ANALYSIS_STEPS / moves.max(1);
        let told = std::mem::replace(&mut work.told, part);
        let askers = match &asker {
            Some(id) => std::slice::from_ref(id),
            None if part > told => &work.askers,
            None => &[],
        };
        let count = |number: usize| u16::try_from(number).unwrap_or(u16::MAX);
        let message = ServerMessage::Analysing {
            table: work.table,
            match_number: work.analyser.match_number(),
            done: count(done),
            moves: count(moves),
        };
        for &id in askers {
            followers.tell_one(id, &message);
        }
    }
}

/// The visitors for whom a match is being analysed. Clones share one state.
#[derive(Clone, Debug, Default)]
pub(crate) struct Analyses {
    /// The network from which each visitor is connected.
    askers: Arc<Mutex<HashMap<PlayerId, Address>>>,
}

/// Allows one analysis for a visitor, until this value is dropped.
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
