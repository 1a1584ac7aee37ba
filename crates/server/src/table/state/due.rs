//! What happens at a table without a player asking for it: what time demands, what computer players
//! do, and what follows when a player comes back.

use boneyard_protocol::Absent;
use boneyard_rules::{Play, Seat};

use super::command::Decision;
use super::draft::Draft;
use super::event::TableEvent;
use super::refusal::Refusal;
use super::{Gone, State};
use crate::clock::Timestamp;
use crate::id::PlayerId;
use crate::limits;
use crate::table::computers::question::ComputerAction;

impl State {
    /// When [`Self::on_deadline`] has something to do.
    #[must_use]
    pub fn deadline(&self) -> Option<Timestamp> {
        let deal_at = self.matches.deal_at();
        let dues = [deal_at, self.deals.reveal_by(), self.come_by()];
        dues.into_iter().flatten().min()
    }

    /// Until when the people of a quick match are waited for; none if they are not, or no longer.
    pub(crate) fn come_by(&self) -> Option<Timestamp> {
        let waits = self.settings.quick && self.is_waiting() && self.deals.reveal_by().is_none();
        waits.then(|| self.settings.opened.plus_ms(limits::PAIRED_COME_MS))
    }

    /// Does what is due at this time: deals though not everybody said that they are ready for the
    /// next round, or has revealed the seed that they promised; closes a quick match to which not everybody
    /// has come.
    ///
    /// # Errors
    ///
    /// When the deal fails, which doesn't happen by chance.
    pub fn on_deadline(&self, now: Timestamp) -> Result<Decision, Refusal> {
        let mut draft = Draft::of(self, now);
        if self.deadline().is_some_and(|deadline| deadline <= now) {
            if self.come_by().is_some() {
                draft.add(TableEvent::Closed)?;
            } else {
                draft.deal_round()?;
            }
        }
        Ok(draft.done())
    }

    /// Does what the clock demands at this time: warns the player on turn, or places a tile for
    /// them, the first that is listed.
    ///
    /// # Errors
    ///
    /// Only when the match is not what its clock says.
    pub(crate) fn on_clock(&self, now: Timestamp) -> Result<Decision, Refusal> {
        let mut draft = Draft::of(self, now);
        if let Some(turn) = self.clocks.turn() {
            if turn.warn_at().is_some_and(|at| at <= now) {
                draft.add(TableEvent::Warned { seat: turn.seat })?;
            } else if turn.place_at().is_some_and(|at| at <= now) {
                draft.add(self.placement_for(turn.seat)?)?;
            }
        }
        Ok(draft.done())
    }

    /// The placement that is made for a player on turn.
    pub(super) fn placement_for(&self, seat: Seat) -> Result<TableEvent, Refusal> {
        let game = self.matches.current().ok_or(Refusal::NoMatch)?;
        let first = game.placements().next().ok_or(Refusal::NoRound)?;
        let play = Play::from(first);
        Ok(TableEvent::PlacedFor {
            seat,
            tile: play.tile,
            arm: play.arm,
        })
    }

    /// Goes on after a time in which nobody could play.
    ///
    /// # Errors
    ///
    /// Never; it is judged like everything else.
    pub(crate) fn resume(
        &self,
        idle_since: Timestamp,
        now: Timestamp,
    ) -> Result<Decision, Refusal> {
        let mut draft = Draft::of(self, now);
        if let Some(turn) = self.clocks.turn()
            && (turn.is_timed() || self.seats.people().count() > 1)
        {
            // Two nodes may find at once that somebody is there again.
            let idle_ms = now.ms_since(idle_since.max(turn.resumed));
            if idle_ms >= limits::IDLE_MS_MIN {
                draft.add(TableEvent::Resumed { idle_ms })?;
            }
        }
        Ok(draft.done())
    }

    /// Closes a table that nobody has come back to.
    ///
    /// # Errors
    ///
    /// Never; it is judged like everything else.
    pub(crate) fn abandon(&self, now: Timestamp) -> Result<Decision, Refusal> {
        let mut draft = Draft::of(self, now);
        if !self.closed && now.ms_since(self.last) >= limits::TABLE_ABANDONED_MS {
            if self.matches.is_playing() {
                draft.add(TableEvent::Abandoned)?;
            }
            draft.add(TableEvent::Closed)?;
        }
        Ok(draft.done())
    }

    /// Closes a table that nobody has joined, and that its only player has left alone.
    ///
    /// # Errors
    ///
    /// Never; it is judged like everything else.
    pub(crate) fn lapse(&self, now: Timestamp) -> Result<Decision, Refusal> {
        let mut draft = Draft::of(self, now);
        if self.is_waiting() && self.seats.people().count() < 2 {
            draft.add(TableEvent::Closed)?;
        }
        Ok(draft.done())
    }

    /// Judges what a computer player wants to do, as [`Self::decide`] does for people.
    ///
    /// # Errors
    ///
    /// Why it may not be done.
    pub(crate) fn decide_for_computer(
        &self,
        action: ComputerAction,
        ply: u32,
        now: Timestamp,
    ) -> Result<Decision, Refusal> {
        self.expect_ply(ply)?;
        if self.computer_for(action.seat()).is_none() {
            return Err(Refusal::Stale);
        }
        let mut draft = Draft::of(self, now);
        match action {
            ComputerAction::Play { seat, play } => draft.play(seat, play)?,
            ComputerAction::GiveLead { seat } => draft.add(TableEvent::GaveLead { seat })?,
            ComputerAction::Call { seat } => draft.add(TableEvent::Called { seat })?,
        }
        Ok(draft.done())
    }

    /// Whether a player's coming back changes anything.
    pub(crate) fn is_missed(&self, player: PlayerId) -> bool {
        let seat = self.seat_of(player);
        seat.is_some_and(|seat| self.has_part(seat) && self.participation.is_missed(seat))
    }

    /// A player is here again, and has the seat back.
    ///
    /// # Errors
    ///
    /// When the player has no seat.
    pub(crate) fn welcome_back(
        &self,
        player: PlayerId,
        now: Timestamp,
    ) -> Result<Decision, Refusal> {
        let mut draft = Draft::of(self, now);
        let seat = self.seat_of(player).ok_or(Refusal::NotSeated)?;
        if self.is_missed(player) {
            draft.come_back(seat)?;
        }
        Ok(draft.done())
    }

    /// From when on the others needn't wait for the player on turn. With a clock that is for the
    /// clock alone to say; without one, absence counts, and a turn that lasts beyond all measure.
    /// Never at the very beginning of a turn: a player who was gone during the others' turns may be
    /// back in a moment.
    pub(crate) fn absent_from(&self, gone: &Gone) -> Option<Timestamp> {
        let turn = self.clocks.turn()?;
        if !self.clocks.rule().is_none() {
            let from = turn.since.plus_ms(limits::AWAY_CHOICE_MS);
            return self.is_away(turn.seat).then_some(from);
        }
        let mut others = self.seats.all().filter(|&seat| seat != turn.seat);
        if !others.any(|seat| self.seats.person_at(seat).is_some()) {
            return None;
        }
        let too_long = turn.since.plus_ms(limits::IDLE_TURN_MS);
        let too_long_gone = gone[turn.seat].map(|since| {
            let gone_for_long = since.plus_ms(limits::GONE_MS);
            gone_for_long.max(turn.since.plus_ms(limits::GONE_TURN_MS))
        });
        Some(too_long_gone.map_or(too_long, |from| from.min(too_long)))
    }

    /// The player for whom nobody needs to wait any longer.
    pub(crate) fn absent(&self, gone: &Gone, now: Timestamp) -> Option<Absent> {
        let is_due = self.absent_from(gone).is_some_and(|from| from <= now);
        let seat = self.clocks.turn().filter(|_| is_due)?.seat;
        let seating = self.rules().seating;
        let side = seating.side(seat);
        let partner_is_there = self.seats.all().any(|other| {
            other != seat
                && seating.side(other) == side
                && self.takes_part(other)
                && gone[other].is_none()
        });
        let claim = seating.sides().len() == 2 && !partner_is_there;
        Some(Absent { seat, claim })
    }
}
