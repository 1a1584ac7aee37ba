//! Has the last match of a table analysed, one move after the other, while nobody waits for a
//! thought at a table.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use boneyard_protocol::{About, ServerMessage, Status};

use crate::id::PlayerId;
use crate::limits;
use crate::peer::{FollowId, Frame};
use crate::records::analysis::{MatchAnalyser, Verdict};
use crate::table::computers::Thought;
use crate::table::state::refusal::Refusal;
use crate::table::task::loaded::LoadedTable;

/// What is analysed at one table.
#[derive(Debug, Default)]
pub(crate) struct Analyst {
    work: Option<Work>,
    /// The analysis that was finished last, and the number of its match.
    done: Option<(u32, Frame)>,
}

/// An analysis that is being made.
#[derive(Debug)]
struct Work {
    analyser: MatchAnalyser,
    /// Who waits for it.
    askers: Vec<FollowId>,
    /// How many parts of it those have been told of.
    told: usize,
    _place: Place,
}

/// Those for whom a match is being analysed. Clones are the same.
#[derive(Clone, Debug, Default)]
pub(crate) struct Analyses {
    askers: Arc<Mutex<HashSet<PlayerId>>>,
}

/// A place among them; free again when dropped.
#[derive(Debug)]
struct Place {
    analyses: Analyses,
    player: PlayerId,
}

impl Analyses {
    fn begin(&self, player: PlayerId) -> Result<Place, Refusal> {
        let mut askers = self.askers();
        if askers.contains(&player) {
            return Err(Refusal::AnalysesAlready);
        }
        if askers.len() >= limits::ANALYSES_MAX {
            return Err(Refusal::AnalysisFailed);
        }
        askers.insert(player);
        Ok(Place {
            analyses: self.clone(),
            player,
        })
    }

    fn askers(&self) -> MutexGuard<'_, HashSet<PlayerId>> {
        self.askers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.analyses.askers().remove(&self.player);
    }
}

impl LoadedTable {
    /// Has the last match analysed for a follower.
    pub(crate) async fn analyse(&mut self, id: FollowId) -> Result<(), Refusal> {
        let Some(player) = self.followers.get(id).map(|known| known.peer.player) else {
            return Ok(());
        };
        self.state.seat_of(player).ok_or(Refusal::NotSeated)?;
        match self.state.status() {
            Status::Open => return Err(Refusal::NoMatch),
            Status::Playing => return Err(Refusal::MatchRunning),
            Status::Over => {}
        }
        let wanted = self.state.matches.count();
        if let Some((_, frame)) = self.analyst.done.as_ref().filter(|done| done.0 == wanted) {
            let frame = frame.clone();
            self.pass_on(id, &frame);
            return Ok(());
        }
        if let Some(work) = &mut self.analyst.work {
            if work.analyser.match_number() != wanted {
                return Err(Refusal::AnalysisFailed);
            }
            if !work.askers.contains(&id) {
                work.askers.push(id);
            }
        } else {
            let place = self.tables.inner.analyses.begin(player)?;
            let rows = self.tables.log().read(self.id, 0).await?;
            self.analyst.work = Some(Work {
                analyser: MatchAnalyser::of(&rows, self.id)?,
                askers: vec![id],
                told: 0,
                _place: place,
            });
            self.analyse_next();
        }
        self.tell_progress(Some(id));
        Ok(())
    }

    /// Takes what the thinkers think of a move, and goes on to the next.
    pub(crate) fn take_verdict(&mut self, verdict: Option<Verdict>) {
        let Some(work) = &mut self.analyst.work else {
            return;
        };
        work.askers.retain(|&id| self.followers.get(id).is_some());
        let Some(verdict) = verdict else {
            return self.give_up();
        };
        if work.askers.is_empty() {
            self.analyst.work = None;
            return;
        }
        work.analyser.take(verdict);
        self.analyse_next();
    }

    /// Asks about the next move, or shows what has come of all.
    fn analyse_next(&mut self) {
        let Some(work) = &mut self.analyst.work else {
            return;
        };
        let Some(question) = work.analyser.next() else {
            return self.finish_analysis();
        };
        let player = Arc::clone(&self.computers.player);
        let thoughts = Arc::clone(&self.computers.thoughts);
        let asked = self.computers.thinkers.ask_at_leisure(
            move |share| question.think(&player, share),
            move |verdict: Option<Option<Verdict>>| {
                thoughts.put(Thought::Verdict(verdict.flatten()));
            },
        );
        if asked.is_err() {
            return self.give_up();
        }
        self.tell_progress(None);
    }

    fn finish_analysis(&mut self) {
        let Some(work) = self.analyst.work.take() else {
            return;
        };
        let number = work.analyser.match_number();
        let analysis = work.analyser.finish();
        let message = ServerMessage::Analysis(Box::new(analysis));
        let frame = Frame::from(&message);
        self.analyst.done = Some((number, frame.clone()));
        for id in work.askers {
            self.pass_on(id, &frame);
        }
    }

    fn give_up(&mut self) {
        for id in self
            .analyst
            .work
            .take()
            .into_iter()
            .flat_map(|work| work.askers)
        {
            self.refuse(id, About::Analyse, Refusal::AnalysisFailed);
        }
    }

    /// Tells one who waits how far it is; or all, if that is worth a word.
    fn tell_progress(&mut self, asker: Option<FollowId>) {
        let Some(work) = &mut self.analyst.work else {
            return;
        };
        let (done, moves) = work.analyser.progress();
        let part = done * limits::ANALYSIS_STEPS / moves.max(1);
        let told = std::mem::replace(&mut work.told, part);
        let askers = match asker {
            Some(id) => vec![id],
            None if part > told => work.askers.clone(),
            None => Vec::new(),
        };
        let count = |number: usize| u16::try_from(number).unwrap_or(u16::MAX);
        let message = ServerMessage::Analysing {
            table: self.id,
            match_number: work.analyser.match_number(),
            done: count(done),
            moves: count(moves),
        };
        for id in askers {
            self.tell(id, &message);
        }
    }

    fn pass_on(&mut self, id: FollowId, frame: &Frame) {
        let follower = self.followers.get(id);
        if follower.is_some_and(|follower| follower.peer.send(frame).is_err()) {
            self.followers.remove(id);
        }
    }
}
