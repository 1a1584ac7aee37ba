//! What players promise for the deals of a match, and when it is time to keep it.

use boneyard_protocol::{Commitment, Seed, Status};
use boneyard_rules::Seat;

use crate::clock::Timestamp;
use crate::table::state::State;
use crate::table::state::command::{Decision, Draft};
use crate::table::state::event::TableEvent;
use crate::table::state::refusal::Refusal;

impl State {
    /// When [`Self::on_deadline`] has something to do.
    #[must_use]
    pub fn deadline(&self) -> Option<Timestamp> {
        self.deal_at.into_iter().chain(self.fair.reveal_by()).min()
    }

    /// Does what is due at this time: deals though not everybody said that they are ready for the
    /// next round, or has revealed the seed that they promised.
    ///
    /// # Errors
    ///
    /// When the deal fails, which doesn't happen by chance.
    pub fn on_deadline(&self, now: Timestamp) -> Result<Decision, Refusal> {
        let mut draft = self.draft(now);
        if self.deadline().is_some_and(|deadline| deadline <= now) {
            draft.deal_round()?;
        }
        Ok(draft.done())
    }

    /// While a match is played, or about to be dealt, nobody comes or goes.
    pub(crate) fn must_rest(&self) -> Result<(), Refusal> {
        if self.status == Status::Playing {
            return Err(Refusal::MatchRunning);
        }
        if self.fair.reveal_by().is_some() {
            return Err(Refusal::Beginning);
        }
        Ok(())
    }

    /// Takes what a player promises for the next match.
    pub(crate) fn commit(
        &self,
        seat: Seat,
        match_number: u32,
        commitment: Commitment,
        draft: &mut Draft,
    ) -> Result<(), Refusal> {
        self.must_rest()?;
        if match_number != self.match_to_promise() {
            return Err(Refusal::Stale);
        }
        if self.fair.promised(seat).commitment == Some(commitment) {
            return Ok(());
        }
        draft.add(TableEvent::Committed { seat, commitment })
    }

    /// Takes a seed; with the last that was waited for, the tiles are dealt. The same again, from
    /// another tab, changes nothing.
    pub(crate) fn reveal(
        &self,
        seat: Seat,
        match_number: u32,
        seed: Seed,
        draft: &mut Draft,
    ) -> Result<(), Refusal> {
        if self.fair.reveal_by().is_none() || match_number != self.match_to_promise() {
            return Err(Refusal::Stale);
        }
        if self.fair.promised(seat).seed == Some(seed) {
            return Ok(());
        }
        draft.add(TableEvent::Revealed { seat, seed })?;
        if draft.next.fair.is_all_revealed() {
            draft.deal_round()?;
        }
        Ok(())
    }
}
