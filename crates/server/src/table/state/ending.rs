//! Ends of a match that isn't played out: somebody resigns, everybody agrees, the win is claimed,
//! or nobody comes back. The rules know nothing of these: the match itself stays as it was.

use boneyard_protocol::{Ending, Status};
use boneyard_rules::{Seat, Side};

use crate::clock::Timestamp;
use crate::limits;
use crate::table::state::State;
use crate::table::state::command::{Decision, Draft};
use crate::table::state::event::TableEvent;
use crate::table::state::refusal::Refusal;

impl State {
    /// The match ends. Who was ready for its next round has not asked for a rematch.
    pub(crate) fn end_match(&mut self, ending: Ending) {
        self.status = Status::Over;
        self.ending = Some(ending);
        self.nobody_is_ready();
    }

    /// The match ends without a result.
    pub(crate) fn end_abandoned(&mut self) -> Result<(), Refusal> {
        self.must_be_playing()?;
        self.end_match(Ending::Abandoned);
        Ok(())
    }

    /// A match ends with a winner, or undecided after the last round that it may have.
    pub(crate) fn end_match_if_over(&mut self) {
        let Some(game) = &self.game else { return };
        let round_over = game.round().is_some_and(|round| round.outcome().is_some());
        let last_round = u32::from(game.round_number()) >= limits::ROUNDS_MAX;
        let winner = game.winner();
        if winner.is_some() || (round_over && last_round) {
            self.end_match(Ending::Played { winner });
        }
    }

    /// A new match begins: nothing of the last one clings to anybody.
    pub(crate) fn begin_anew(&mut self) {
        self.ending = None;
        self.reset_clocks();
        for seat in self.rules.seating.seats() {
            if let Ok(person) = self.person_mut(seat) {
                person.attention = crate::table::state::participation::Attention::default();
            }
        }
    }

    /// Somebody gives up. Who has nobody left on their side gives the win to the other side. Where
    /// that leaves others without an opponent or a partner, a computer player stands in: nobody's
    /// match ends because somebody else has had enough.
    pub(crate) fn give_up(&mut self, seat: Seat) -> Result<(), Refusal> {
        self.must_be_playing()?;
        self.person_mut(seat)?.attention.give_up();
        let seating = self.rules.seating;
        let side = seating.side(seat);
        let plays_on = |state: &Self, seat| state.has_part(seat);
        let mut people = seating.seats().filter(|&other| plays_on(self, other));
        let two_sides = seating.sides().len() == 2;
        let is_last = if two_sides {
            !people.any(|other| seating.side(other) == side)
        } else {
            people.next().is_none()
        };
        if is_last {
            let winner = self.other_side(side);
            self.end_match(Ending::Resigned { seat, winner });
        }
        Ok(())
    }

    fn other_side(&self, side: Side) -> Option<Side> {
        let mut others = self.rules.seating.sides().filter(|&other| other != side);
        let first = others.next();
        first.filter(|_| others.next().is_none())
    }

    /// Somebody wants the match to end. It does when all who are still at it want that.
    pub(crate) fn offer_end(&mut self, seat: Seat) -> Result<(), Refusal> {
        self.must_be_playing()?;
        let attention = &mut self.person_mut(seat)?.attention;
        attention.offers_end = true;
        attention.has_offered = true;
        let agrees = |seat| !self.takes_part(seat) || self.care(seat).offers_end;
        if self.rules.seating.seats().all(agrees) {
            self.end_match(Ending::Agreed);
        }
        Ok(())
    }

    /// Every offer to end the match is off the table.
    pub(crate) fn forget_offers(&mut self) {
        for seat in self.rules.seating.seats() {
            if let Ok(person) = self.person_mut(seat) {
                person.attention.offers_end = false;
            }
        }
    }

    /// The others may make their offers again.
    pub(crate) fn new_round(&mut self) {
        for seat in self.rules.seating.seats() {
            if let Ok(person) = self.person_mut(seat) {
                person.attention.new_round();
            }
        }
    }

    pub(crate) fn claim(&mut self, seat: Seat, by: Seat) -> Result<(), Refusal> {
        self.must_be_playing()?;
        let winner = self.rules.seating.side(by);
        self.end_match(Ending::Claimed { seat, by, winner });
        Ok(())
    }

    pub(crate) fn must_be_playing(&self) -> Result<(), Refusal> {
        let playing = self.status == Status::Playing;
        playing.then_some(()).ok_or(Refusal::NoMatch)
    }

    pub(crate) fn resign(&self, seat: Seat, draft: &mut Draft) -> Result<(), Refusal> {
        self.must_be_playing()?;
        if !self.has_part(seat) {
            return Err(Refusal::Resigned);
        }
        draft.add(TableEvent::Resigned { seat })
    }

    pub(crate) fn agree(&self, seat: Seat, agree: bool, draft: &mut Draft) -> Result<(), Refusal> {
        self.must_be_playing()?;
        self.come_back(seat, draft)?;
        let seats = self.rules.seating.seats();
        let somebody_offers = seats.clone().any(|seat| self.care(seat).offers_end);
        if !agree {
            let declined = TableEvent::DeclinedEnd { seat };
            return if somebody_offers {
                draft.add(declined)
            } else {
                Ok(())
            };
        }
        if self.care(seat).offers_end {
            return Ok(());
        }
        let has_offered = self
            .person_at(seat)
            .is_some_and(|me| me.attention.has_offered);
        if has_offered && !somebody_offers {
            return Err(Refusal::OfferedBefore);
        }
        draft.add(TableEvent::OfferedEnd { seat })
    }

    /// Closes a table that nobody has come back to.
    ///
    /// # Errors
    ///
    /// Never; it is judged like everything else.
    pub(crate) fn abandon(&self, now: Timestamp) -> Result<Decision, Refusal> {
        let mut draft = self.draft(now);
        if !self.closed && now.ms_since(self.last) >= limits::TABLE_ABANDONED_MS {
            if self.status == Status::Playing {
                draft.add(TableEvent::Abandoned)?;
            }
            draft.add(TableEvent::Closed)?;
        }
        Ok(draft.done())
    }
}
