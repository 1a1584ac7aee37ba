//! What a loaded table has thought about, and what it does when a thought has come back: moves of
//! computer players, hints, and the analysis of the last match.

use std::sync::Arc;

use boneyard_protocol::{About, ServerMessage, Status};
use tokio::time::Instant;

use crate::limits;
use crate::peer::{FollowId, Frame};
use crate::records::analysis::{MatchAnalyser, Verdict};
use crate::table::computers::question::{Hint, HintQuestion};
use crate::table::computers::{Plan, Thought};
use crate::table::state::refusal::Refusal;
use crate::table::task::analysis::Work;
use crate::table::task::loaded::LoadedTable;

impl LoadedTable {
    /// Takes what the thinkers have come to.
    pub(crate) fn take_thought(&mut self, thought: &Thought) {
        match *thought {
            Thought::ComputerAction { ply, action } => {
                self.computers.thinking = false;
                // What was thought for a seat that a person has come to is thought anew.
                if action.is_some_and(|action| self.state.computer_for(action.seat()).is_none()) {
                    return;
                }
                let plan = action.map_or_else(|| Plan::without_thought(&self.state), Plan::Act);
                self.computers.plan(ply, plan);
            }
            Thought::Hint {
                follower,
                seat,
                ply,
                hint,
            } => {
                self.computers.hints[seat].thinking = false;
                self.pass_hint_on(follower, ply, hint);
            }
            Thought::Verdict(verdict) => self.take_verdict(verdict),
        }
    }

    /// Has a computer player act, if it is time. It is judged as everybody is.
    pub(crate) async fn let_computers_act(&mut self) -> Result<(), Refusal> {
        let Some((ply, action)) = self.computers.due_action(Instant::now()) else {
            return Ok(());
        };
        let result = self
            .decide_and_append(|state, now| state.decide_for_computer(action, ply, now))
            .await;
        match result {
            Ok(()) | Err(Refusal::Unavailable | Refusal::OutOfOrder) => return result,
            // Somebody was faster; the next look finds the new position.
            Err(Refusal::Stale | Refusal::NoMatch) => {}
            Err(refusal) => {
                tracing::error!(table = %self.id, ?refusal, "a computer player's action was refused");
                let plain = Plan::without_thought(&self.state);
                let once = plain != Plan::Act(action);
                let next = if once { plain } else { Plan::Rest };
                self.computers.plan(ply, next);
            }
        }
        Ok(())
    }

    /// Has the thinkers asked what a follower should play.
    pub(crate) fn hint(&mut self, follower: FollowId, ply: u32) -> Result<(), Refusal> {
        let Some(known) = self.followers.get(follower) else {
            return Ok(());
        };
        let (seat, question) = HintQuestion::of(&self.state, self.id, known.peer.player, ply)?;
        let seat = seat.index();
        let hinting = &mut self.computers.hints[seat];
        if hinting.thinking || !hinting.rate.allows(Instant::now()) {
            return Err(Refusal::AsksTooFast);
        }
        let player = Arc::clone(&self.computers.player);
        let thoughts = Arc::clone(&self.computers.thoughts);
        let pass_on = move |hint: Option<Option<Hint>>| {
            let hint = hint.flatten();
            thoughts.put(Thought::Hint {
                follower,
                seat,
                ply,
                hint,
            });
        };
        let asked = self
            .computers
            .thinkers
            .ask(move |share| question.think(&player, share), pass_on);
        hinting.thinking = asked.is_ok();
        asked.map_err(|_| Refusal::HintFailed)
    }

    fn pass_hint_on(&mut self, id: FollowId, ply: u32, hint: Option<Hint>) {
        let hint = match hint {
            _ if self.state.ply() != ply => Err(Refusal::Stale),
            None => Err(Refusal::HintFailed),
            Some(hint) => Ok(hint),
        };
        match hint {
            Err(refusal) => self.refuse(id, About::Hint, refusal),
            Ok(Hint { play, reason }) => self.tell(
                id,
                &ServerMessage::Hint {
                    table: self.id,
                    ply,
                    tile: play.tile,
                    arm: play.arm,
                    reason,
                },
            ),
        }
    }

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
            let analyser = MatchAnalyser::of(&rows, self.id)?;
            self.analyst.work = Some(Work::new(analyser, id, place));
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
