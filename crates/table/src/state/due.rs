//! The actions of a table that no player asks for: actions at a deadline, actions of computer players, and
//! what happens when a player comes back.

use boneyard_base::{PlayerId, Timestamp, limits};
use boneyard_protocol::Absent;
use boneyard_rules::{Play, Seat};

use super::command::Decision;
use super::draft::Draft;
use super::event::TableEvent;
use super::refusal::Refusal;
use super::{Gone, State};
use crate::state::computer_action::ComputerAction;

impl State {
    /// The next time at which `on_deadline` must be called; `None` if it has nothing to do.
    #[must_use]
    pub fn deadline(&self) -> Option<Timestamp> {
        let deal_at = self.matches.deal_at();
        let dues = [deal_at, self.deals.reveal_by(), self.come_by()];
        dues.into_iter().flatten().min()
    }

    /// Until when the table waits for the players of a quick match; `None` if it doesn't wait for them.
    pub(crate) fn come_by(&self) -> Option<Timestamp> {
        let waits = self.settings.quick && self.is_waiting() && self.deals.reveal_by().is_none();
        waits.then(|| self.settings.opened.plus_ms(limits::PAIRED_COME_MS))
    }

    /// Does what is due at this time. Deals even if a player isn't ready for the next round or has not
    /// revealed the promised seed. Closes a quick match to which a player has not come.
    pub(crate) fn on_deadline(&self, now: Timestamp) -> Result<Decision, Refusal> {
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

    /// Does what the clock requires at this time: warns the player on turn, or plays the first legal
    /// placement for the player.
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

    /// The event that plays a tile for the player on turn: the first legal placement.
    pub(super) fn placement_for(&self, seat: Seat) -> Result<TableEvent, Refusal> {
        let game = self.matches.current().ok_or(Refusal::NoMatch)?;
        let first = game.placements().next().ok_or(Refusal::NoRound)?;
        let play = Play::from(first);
        Ok(TableEvent::PlacedFor { seat, play })
    }

    /// Gives back the time since `idle_since` in which nobody could play.
    pub fn resume(&self, idle_since: Timestamp, now: Timestamp) -> Result<Decision, Refusal> {
        let mut draft = Draft::of(self, now);
        if let Some(turn) = self.clocks.turn()
            && (turn.is_timed() || self.seats.people().count() > 1)
        {
            // Two nodes may notice at the same time that a player is connected again. Then the node that
            // decides second gives no time back, because it counts only the time after `resumed`.
            let idle_ms = now.ms_since(idle_since.max(turn.resumed));
            if idle_ms >= limits::IDLE_MS_MIN {
                draft.add(TableEvent::Resumed { idle_ms })?;
            }
        }
        Ok(draft.done())
    }

    /// Closes a table if no player has come back for a long time.
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

    /// Closes a table that waits for its first match and has at most one player. The caller knows that this
    /// player is disconnected.
    pub(crate) fn lapse(&self, now: Timestamp) -> Result<Decision, Refusal> {
        let mut draft = Draft::of(self, now);
        if self.is_waiting() && self.seats.people().count() < 2 {
            draft.add(TableEvent::Closed)?;
        }
        Ok(draft.done())
    }

    /// Decides an action of a computer player, as [`Self::decide`] does for people.
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

    /// Whether anything changes when this player comes back.
    pub(crate) fn is_missed(&self, player: PlayerId) -> bool {
        let seat = self.seat_of(player);
        seat.is_some_and(|seat| self.has_part(seat) && self.participation.is_missed(seat))
    }

    /// Returns the seat to a player who is connected again, if a computer player or the clock played for that
    /// player.
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

    /// When the other players see that the player on turn is absent.
    pub(crate) fn absent_from(&self, gone: &Gone) -> Option<Timestamp> {
        Some(self.absence(gone)?.0)
    }

    /// The player on turn, if the other players see that this player is absent.
    pub fn absent(&self, gone: &Gone, now: Timestamp) -> Option<Absent> {
        let (told_from, absent) = self.absence(gone)?;
        (told_from <= now).then_some(absent)
    }

    /// What the other players may do if the player on turn stays absent, and the time from which they see
    /// the absence.
    ///
    /// With a clock, the other players have no choices until the player on turn counts as away. Without a
    /// clock, they get choices when that player's absences or the turn have lasted too long. No choice is
    /// allowed at the very beginning of a turn, because a player who was disconnected during the turns of the
    /// others may be back in a moment.
    fn absence(&self, gone: &Gone) -> Option<(Timestamp, Absent)> {
        let turn = self.clocks.turn()?;
        let (seat, since) = (turn.seat, turn.since);
        let told_from = gone[seat].map(|gone| gone.went.plus_ms(limits::GONE_TOLD_MS).max(since));
        if !self.clocks.rule().is_none() {
            if self.is_away(seat) {
                let from = since.plus_ms(limits::AWAY_CHOICE_MS);
                return Some((since, self.absent_at(seat, gone, (from, from))));
            }
            return Some((told_from?, Absent::waits_for_clock(seat)));
        }
        let mut others = self.seats.all().filter(|&other| other != seat);
        if !others.any(|other| self.seats.person_at(other).is_some()) {
            return None;
        }
        let too_long = since.plus_ms(limits::IDLE_TURN_MS);
        let Some(gone_since) = gone[seat] else {
            let told_from = too_long.plus_ms(-limits::IDLE_TOLD_MS);
            return Some((told_from, self.absent_at(seat, gone, (too_long, too_long))));
        };
        let too_long_gone = gone_since.in_all.plus_ms(limits::GONE_MS);
        let from = too_long_gone.max(since.plus_ms(limits::GONE_TURN_MS));
        let from = from.min(too_long);
        let stand_in_from = gone_since.went.max(since).plus_ms(limits::STAND_IN_MS);
        // If a computer player stands in for a player when a rated match ends, that player loses the match.
        // So in rated matches a computer player may not stand in earlier than the other choices are allowed.
        let stand_in_from = if self.settings.rated {
            from
        } else {
            stand_in_from.min(from)
        };
        // If earlier absences already allow a choice, the other players see this absence at once.
        let told_from = told_from?.min(from);
        Some((told_from, self.absent_at(seat, gone, (stand_in_from, from))))
    }

    /// What the other players may do about an absent player. A computer player may stand in from
    /// `stand_in_from` on; the other choices are allowed from `from` on. The win can't be claimed if a
    /// partner of the absent player is connected, or if there are more than two sides.
    fn absent_at(
        &self,
        seat: Seat,
        gone: &Gone,
        (stand_in_from, from): (Timestamp, Timestamp),
    ) -> Absent {
        let seating = self.rules().seating;
        let side = seating.side(seat);
        let partner_is_there = self.seats.all().any(|other| {
            other != seat
                && seating.side(other) == side
                && self.takes_part(other)
                && gone[other].is_none()
        });
        let may_claim = seating.sides().len() == 2 && !partner_is_there;
        Absent {
            seat,
            computer_ms: Some(stand_in_from.0),
            place_ms: Some(from.0),
            claim_ms: may_claim.then_some(from.0),
        }
    }
}
