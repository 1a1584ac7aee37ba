//! What a loaded table asks of the computer players' threads, and what it does with their answers:
//! moves of computer players, hints, and the analysis of the last match.

use std::sync::Arc;

use boneyard_protocol::{About, ServerMessage, Status};
use tokio::time::Instant;

use crate::limits;
use crate::peer::{FollowId, Frame};
use crate::records::analysis::{MatchAnalyser, Verdict};
use crate::table::computers::question::{Hint, HintQuestion};
use crate::table::computers::{Answer, Plan};
use crate::table::state::refusal::Refusal;
use crate::table::task::analysis::Work;
use crate::table::task::loaded::LoadedTable;

impl LoadedTable {
    /// Takes an answer of the threads.
    pub(crate) fn take_answer(&mut self, answer: &Answer) {
        match *answer {
            Answer::ComputerAction { ply, action } => {
                self.computers.thinking = false;
                // A person has taken the seat meanwhile: the threads are asked again.
                if action.is_some_and(|action| self.state.computer_for(action.seat()).is_none()) {
                    return;
                }
                let plan = action.map_or_else(|| Plan::without_answer(&self.state), Plan::Act);
                self.computers.plan(ply, plan);
            }
            Answer::Hint {
                follower,
                seat,
                ply,
                hint,
            } => {
                self.computers.hints[seat].thinking = false;
                self.pass_hint_on(follower, ply, hint);
            }
            Answer::Verdict(verdict) => self.take_verdict(verdict),
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
            // Another action came first; the next look finds the new position.
            Err(Refusal::Stale | Refusal::NoMatch) => {}
            Err(refusal) => {
                tracing::error!(table = %self.id, ?refusal, "a computer player's action was refused");
                let plain = Plan::without_answer(&self.state);
                let once = plain != Plan::Act(action);
                let next = if once { plain } else { Plan::Rest };
                self.computers.plan(ply, next);
            }
        }
        Ok(())
    }

    /// Asks what a follower should play.
    pub(crate) fn hint(&mut self, follower: FollowId, ply: u32) -> Result<(), Refusal> {
        let Some(known) = self.followers.get(follower) else {
            return Ok(());
        };
        let (seat, question) = HintQuestion::of(&self.state, known.peer.player, ply)?;
        let seat = seat.index();
        let hinting = &mut self.computers.hints[seat];
        if hinting.thinking || !hinting.rate.allows(Instant::now()) {
            return Err(Refusal::AsksTooFast);
        }
        let player = Arc::clone(&self.computers.player);
        let answers = Arc::clone(&self.computers.answers);
        let pass_on = move |hint: Option<Option<Hint>>| {
            let hint = hint.flatten();
            answers.put(Answer::Hint {
                follower,
                seat,
                ply,
                hint,
            });
        };
        let asked = self
            .computers
            .threads
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
            Ok(Hint {
                play,
                reason,
                gives_up,
            }) => self.tell(
                id,
                &ServerMessage::Hint {
                    table: self.id,
                    ply,
                    tile: play.tile,
                    arm: play.arm,
                    reason,
                    gives_up: (gives_up > 0).then_some(gives_up),
                },
            ),
        }
    }

    /// Has the last match analysed for a follower.
    pub(crate) async fn analyse(&mut self, id: FollowId) -> Result<(), Refusal> {
        let Some(requester) = self.followers.get(id).map(|known| known.peer.requester()) else {
            return Ok(());
        };
        let player = requester.player;
        self.state.seat_of(player).ok_or(Refusal::NotSeated)?;
        match self.state.status() {
            Status::Open => return Err(Refusal::NoMatch),
            Status::Playing => return Err(Refusal::MatchRunning),
            Status::Over => {}
        }
        let wanted = self.state.matches.count();
        if let Some((_, frame)) = self.analysis.done.as_ref().filter(|done| done.0 == wanted) {
            let frame = frame.clone();
            self.pass_on(id, &frame);
            return Ok(());
        }
        if let Some(work) = &mut self.analysis.work {
            if work.analyser.match_number() != wanted {
                return Err(Refusal::AnalysisFailed);
            }
            if !work.askers.contains(&id) {
                work.askers.push(id);
            }
        } else {
            let permit = self.tables.inner.analyses.begin(requester)?;
            let rows = self.tables.log().read(self.id, 0).await?;
            let analyser = MatchAnalyser::of(&rows, self.id)?;
            self.analysis.work = Some(Work::new(analyser, id, permit));
            self.analyse_next();
        }
        self.tell_progress(Some(id));
        Ok(())
    }

    /// Takes the verdict on a move, and asks about the next.
    pub(crate) fn take_verdict(&mut self, verdict: Option<Verdict>) {
        let Some(work) = &mut self.analysis.work else {
            return;
        };
        work.askers.retain(|&id| self.followers.get(id).is_some());
        let Some(verdict) = verdict else {
            return self.give_up();
        };
        if work.askers.is_empty() {
            self.analysis.work = None;
            return;
        }
        work.analyser.take(verdict);
        self.analyse_next();
    }

    /// Asks about the next move, or shows what has come of all.
    fn analyse_next(&mut self) {
        let Some(work) = &mut self.analysis.work else {
            return;
        };
        let Some(question) = work.analyser.next() else {
            return self.finish_analysis();
        };
        let player = Arc::clone(&self.computers.player);
        let answers = Arc::clone(&self.computers.answers);
        let asked = self.computers.threads.ask_when_idle(
            move |share| question.think(&player, share),
            move |verdict: Option<Option<Verdict>>| {
                answers.put(Answer::Verdict(verdict.flatten()));
            },
        );
        if asked.is_err() {
            return self.give_up();
        }
        self.tell_progress(None);
    }

    fn finish_analysis(&mut self) {
        let Some(work) = self.analysis.work.take() else {
            return;
        };
        let number = work.analyser.match_number();
        let analysis = work.analyser.finish();
        let message = ServerMessage::Analysis(Box::new(analysis));
        let frame = Frame::from(&message);
        self.analysis.done = Some((number, frame.clone()));
        for id in work.askers {
            self.pass_on(id, &frame);
        }
    }

    fn give_up(&mut self) {
        for id in self
            .analysis
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
        let Some(work) = &mut self.analysis.work else {
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
