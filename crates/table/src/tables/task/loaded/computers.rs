//! The questions of a loaded table to the computer players' threads, and what it does with the answers.

use boneyard_base::FollowId;
use boneyard_bot::Hint;
use boneyard_protocol::{About, ServerMessage};
use tokio::time::Instant;

use super::LoadedTable;
use crate::computers::question::HintQuestion;
use crate::computers::{Answer, Plan};
use crate::state::refusal::Refusal;

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
            Answer::ComputerMove { chosen, .. }
                if chosen.is_some_and(|by| state.computer_for(by.seat).is_none()) => {}
            Answer::ComputerMove { ply, chosen } => {
                let plan = chosen.map_or_else(|| Plan::without_answer(state), Plan::Act);
                self.computers.plan(ply, plan);
            }
            Answer::Hint {
                follower,
                ply,
                hint,
                ..
            } => self.pass_hint_on(follower, ply, hint),
        }
    }

    /// Lets a computer player move, if it is time. Its move is checked as a person's move is.
    pub(super) async fn let_computers_act(&mut self) -> Result<(), Refusal> {
        let Some((ply, chosen)) = self.computers.due_move(Instant::now()) else {
            return Ok(());
        };
        let result = self
            .decide_and_append(|state, now| state.decide_for_computer(chosen, ply, now))
            .await;
        match result {
            Ok(()) | Err(Refusal::Unavailable | Refusal::OutOfOrder) => return result,
            // Another move was appended first. The next call of `Computers::look` notices the new position.
            Err(Refusal::Stale | Refusal::NoMatch) => {}
            Err(refusal) => {
                tracing::error!(table = %self.id, ?refusal, "a computer player's move was refused");
                let plain = Plan::without_answer(self.state());
                let once = plain != Plan::Act(chosen);
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
            Some(hint) => {
                let table = self.id;
                let hint = ServerMessage::Hint { table, ply, hint };
                self.followers.tell_one(id, &hint);
            }
        }
    }
}
