//! The questions of a loaded table to the computer players' threads, and what it does with the answers.

use boneyard_base::FollowId;
use boneyard_protocol::{About, Status};
use tokio::time::Instant;

use super::LoadedTable;
use crate::computers::analysis::MatchAnalyser;
use crate::computers::question::{Hint, HintQuestion};
use crate::computers::{Answer, Plan};
use crate::state::refusal::Refusal;
use crate::tables::task::analysis::Failed;

impl LoadedTable {
    /// Handles the answers of the threads.
    pub(super) fn take_answers(&mut self) {
        while let Some(answer) = self.computers.next_answer() {
            self.take_answer(&answer);
        }
    }

    fn take_answer(&mut self, answer: &Answer) {
        let state = self.log.state();
        match *answer {
            // A person has taken the computer player's seat in the meantime. So the answer is dropped, and
            // the threads will be asked again.
            Answer::ComputerAction { action, .. }
                if action.is_some_and(|by| state.computer_for(by.seat()).is_none()) => {}
            Answer::ComputerAction { ply, action } => {
                let plan = action.map_or_else(|| Plan::without_answer(state), Plan::Act);
                self.computers.plan(ply, plan);
            }
            Answer::Hint {
                follower,
                ply,
                hint,
                ..
            } => self.pass_hint_on(follower, ply, hint),
            Answer::Verdict(verdict) => {
                let computers = &self.computers;
                let failed = self.analysis.take(verdict, computers, &mut self.followers);
                self.refuse_analysis(failed);
            }
        }
    }

    /// Lets a computer player act, if it is time. Its action is checked as a person's action is.
    pub(super) async fn let_computers_act(&mut self) -> Result<(), Refusal> {
        let Some((ply, action)) = self.computers.due_action(Instant::now()) else {
            return Ok(());
        };
        let result = self
            .decide_and_append(|state, now| state.decide_for_computer(action, ply, now))
            .await;
        match result {
            Ok(()) | Err(Refusal::Unavailable | Refusal::OutOfOrder) => return result,
            // Another action was appended first. The next call of `Computers::look` notices the new position.
            Err(Refusal::Stale | Refusal::NoMatch) => {}
            Err(refusal) => {
                tracing::error!(table = %self.id, ?refusal, "a computer player's action was refused");
                let plain = Plan::without_answer(self.state());
                let once = plain != Plan::Act(action);
                let next = if once { plain } else { Plan::Rest };
                self.computers.plan(ply, next);
            }
        }
        Ok(())
    }

    /// Asks the threads for a hint for a follower.
    pub(super) fn hint(&mut self, follower: FollowId, ply: u32) -> Result<(), Refusal> {
        let Some(known) = self.followers.get(follower) else {
            return Ok(());
        };
        let question = HintQuestion::of(self.log.state(), known.peer.player, ply)?;
        self.computers.ask_hint(follower, question, ply)
    }

    fn pass_hint_on(&mut self, id: FollowId, ply: u32, hint: Option<Hint>) {
        match hint {
            _ if self.state().ply() != ply => self.refuse(id, About::Hint, Refusal::Stale),
            None => self.refuse(id, About::Hint, Refusal::HintFailed),
            Some(hint) => self.followers.tell_one(id, &hint.message(self.id, ply)),
        }
    }

    /// Sends a follower the analysis of the last match, if it is done. Otherwise starts the analysis, or lets
    /// the follower wait for the running one.
    pub(super) async fn analyse(&mut self, id: FollowId) -> Result<(), Refusal> {
        let Some(requester) = self.followers.get(id).map(|known| known.peer.requester()) else {
            return Ok(());
        };
        let state = self.log.state();
        state.seat_of(requester.player).ok_or(Refusal::NotSeated)?;
        match state.status() {
            Status::Open => return Err(Refusal::NoMatch),
            Status::Playing => return Err(Refusal::MatchRunning),
            Status::Over => {}
        }
        let wanted = state.matches.count();
        if let Some(frame) = self.analysis.done(wanted) {
            self.followers.send_one(id, &frame);
            return Ok(());
        }
        if !self.analysis.join(wanted, id)? {
            let permit = self.tables.inner.analyses.begin(requester)?;
            let rows = self.tables.log().read(self.id, 0).await?;
            let analyser = MatchAnalyser::of(&rows, self.id)?;
            self.analysis.begin(self.id, analyser, id, permit);
            let failed = self.analysis.ask_next(&self.computers, &mut self.followers);
            self.refuse_analysis(failed);
        }
        self.analysis.tell_progress(Some(id), &mut self.followers);
        Ok(())
    }

    fn refuse_analysis(&mut self, failed: Failed) {
        for id in failed {
            self.refuse(id, About::Analyse, Refusal::AnalysisFailed);
        }
    }
}
