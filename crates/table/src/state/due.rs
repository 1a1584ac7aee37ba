//! The actions of a table that no player asks for: actions at a deadline, actions of computer players, and
//! what happens when a player comes back.

use boneyard_base::{PlayerId, Timestamp, limits};
use boneyard_protocol::Absent;
use boneyard_rules::{Need, Seat};
use boneyard_store::{Due, Outage};

use super::command::Decision;
use super::draft::Draft;
use super::event::TableEvent;
use super::participation::STAND_IN;
use super::refusal::Refusal;
use super::{Gone, State};
use crate::state::computer_move::ComputerMove;

impl State {
    /// The next time at which `on_deadline` must be called; `None` if it has nothing to do.
    #[must_use]
    pub fn deadline(&self) -> Option<Timestamp> {
        let deal_at = self.matches.deal_at();
        let dues = [
            deal_at,
            self.unattended_deal_at(),
            self.deals.waits_until(),
            self.come_by(),
        ];
        dues.into_iter().flatten().min()
    }

    /// When the next round begins although no person says that it may: computer players alone play the match.
    fn unattended_deal_at(&self) -> Option<Timestamp> {
        let waits = self.matches.is_playing()
            && matches!(self.needs(), Need::Chance(_))
            && self.is_everybody_ready();
        waits.then(|| self.last.plus_ms(limits::NEXT_ROUND_MS_MAX))
    }

    /// Until when the table waits for the players whom quick match or a tournament chose; `None` if it doesn't
    /// wait for them.
    pub(crate) fn come_by(&self) -> Option<Timestamp> {
        let waits = self.is_waiting() && self.deals.rests();
        self.come_time().filter(|_| waits)
    }

    /// The time at which a table that quick match or a tournament opened is closed if its match has not begun.
    pub(crate) fn come_time(&self) -> Option<Timestamp> {
        let settings = &self.settings;
        let quick = settings.quick;
        let quick = quick.then(|| settings.opened.plus_ms(limits::PAIRED_COME_MS));
        let arranged = settings.arranged.as_ref();
        let until = arranged.map(|arranged| arranged.come_by).or(quick);
        until.map(|until| until.plus_ms(self.moved_ms))
    }

    /// Does what is due at this time. Deals even if a player isn't ready for the next round. Calls off a match
    /// whose seeds have not all come, and begins the next one even if a promise has not come. Closes a quick
    /// match to which a player has not come; one of more than two sides begins without the players who have not come.
    pub(crate) fn on_deadline(&self, now: Timestamp) -> Result<Decision, Refusal> {
        let mut draft = Draft::of(self, now);
        if self.deadline().is_some_and(|deadline| deadline <= now) {
            if self.come_by().is_some() && self.may_begin_without_some() {
                draft.begin()?;
            } else if self.come_by().is_some() {
                draft.add(TableEvent::Closed)?;
            } else if self.deals.waits_for_seeds() {
                draft.call_off()?;
            } else {
                draft.begin()?;
            }
        }
        Ok(draft.done())
    }

    /// Whether the match begins although not all players have come: one player must not keep a company waiting. Computer
    /// players stand in for the others until they come.
    fn may_begin_without_some(&self) -> bool {
        let came = self.seats.people().filter(|person| person.ready);
        self.rules().seating().side_count() > 2 && came.count() >= 2
    }

    /// Does what the clock requires at this time: calls time, warns the player on turn, or plays the rest of
    /// the turn for the player.
    pub(crate) fn on_clock(&self, now: Timestamp) -> Result<Decision, Refusal> {
        let mut draft = Draft::of(self, now);
        if self.clocks.cap_until().is_some_and(|at| at <= now) {
            draft.add(TableEvent::TimeCalled)?;
        } else if let Some(turn) = self.clocks.turn() {
            if turn.warn_at().is_some_and(|at| at <= now) {
                draft.add(TableEvent::Warned { seat: turn.seat })?;
            } else if turn.place_at().is_some_and(|at| at <= now) {
                if self.is_deserted_over_days() {
                    draft.add(TableEvent::Abandoned)?;
                    draft.add(TableEvent::Closed)?;
                } else {
                    draft.move_for(turn.seat)?;
                }
            }
        }
        Ok(draft.done())
    }

    /// The event that gives back the time from `from` until now, in which the player on turn could not play;
    /// `None` if there is nothing to give back.
    pub(crate) fn resumed(&self, from: Timestamp, now: Timestamp) -> Option<TableEvent> {
        if self.is_over_days() {
            return None;
        }
        // Several nodes may notice the same interruption. The node that decides second gives nothing back,
        // because only the time after `resumed` counts.
        let from = from.max(self.clocks.resumed()?);
        let turn = self.clocks.turn();
        let counts = self.clocks.cap_until().is_some()
            || turn.is_some_and(|turn| turn.is_timed() || self.seats.people().count() > 1);
        let is_long = now.ms_since(from) >= limits::IDLE_MS_MIN;
        (counts && is_long).then_some(TableEvent::Resumed { from })
    }

    /// Gives the time of an outage back to a turn over days that has run out since.
    pub(crate) fn after_outage(&self, outage: Outage, now: Timestamp) -> Result<Decision, Refusal> {
        let mut draft = Draft::of(self, now);
        let is_out = self.clocks.deadline().is_some_and(|at| at <= now);
        if let Some(resumed) = self.clocks.resumed()
            && self.is_over_days()
            && is_out
            && resumed < outage.until
        {
            let lost_ms = outage.until.ms_since(outage.from.max(resumed));
            draft.add(TableEvent::Resumed {
                from: now.plus_ms(-lost_ms),
            })?;
        }
        Ok(draft.done())
    }

    /// Moves all times of the table, because the clock has stepped by so much. Then the time since `interrupted` is given
    /// back, as by [`Self::decide_after`]. Both times, and `now`, are by the clock as it is set now.
    pub(crate) fn moved_by(
        &self,
        by_ms: i64,
        interrupted: Option<Timestamp>,
        now: Timestamp,
    ) -> Result<Decision, Refusal> {
        let mut draft = Draft::of(self, now);
        draft.add(TableEvent::ClockStepped { by_ms })?;
        if let Some(resumed) = interrupted.and_then(|from| draft.next.resumed(from, now)) {
            draft.add(resumed)?;
        }
        Ok(draft.done())
    }

    /// The decision to change nothing.
    pub(crate) fn no_change(&self) -> Decision {
        Draft::of(self, self.last).done()
    }

    /// Lets `judge` decide after the time since `interrupted` was given back, in which the player on turn
    /// could not play; `None` if that player could play. Both are one decision, so nothing is judged by a
    /// clock that ran while the player could not play.
    pub(crate) fn decide_after<F>(
        &self,
        interrupted: Option<Timestamp>,
        now: Timestamp,
        judge: F,
    ) -> Result<Decision, Refusal>
    where
        F: Fn(&Self, Timestamp) -> Result<Decision, Refusal>,
    {
        let Some(resumed) = interrupted.and_then(|from| self.resumed(from, now)) else {
            return judge(self, now);
        };
        let mut state = self.clone();
        state.apply(&resumed, now)?;
        let Decision {
            mut events,
            mut next,
        } = judge(&state, now)?;
        events.insert(0, resumed);
        next.version = self.version + 1;
        Ok(Decision { events, next })
    }

    /// Whether every player of a match over days is away, or has given up the seat: the server would play the
    /// match to its end alone.
    fn is_deserted_over_days(&self) -> bool {
        self.is_over_days() && !self.seats.all().any(|seat| self.takes_part(seat))
    }

    /// When the server must act at a table over days, even if no visitor comes; `None` at other tables, and
    /// once the table is closed. There always is such a time, since an abandoned table must be closed.
    pub(crate) fn due_over_days(&self) -> Option<Timestamp> {
        if !self.is_over_days() || self.closed {
            return None;
        }
        let computer = self.is_computer_on_turn();
        let computer = computer.then(|| self.last.plus_ms(limits::OVER_DAYS_COMPUTER_MS));
        let abandoned = (!self.matches.is_playing()).then(|| self.abandoned_at());
        let dues = [self.deadline(), self.clocks.deadline(), computer, abandoned];
        dues.into_iter().flatten().min()
    }

    /// What the store keeps of [`Self::due_over_days`].
    pub(crate) fn stored_due(&self) -> Due {
        match self.due_over_days() {
            Some(due) => Due::At(due),
            None if self.is_over_days() => Due::Never,
            None => Due::NotStored,
        }
    }

    /// Whether a computer player is on turn.
    pub(crate) fn is_computer_on_turn(&self) -> bool {
        let turn = self.matches.on_turn();
        turn.is_some_and(|seat| self.computer_for(seat).is_some())
    }

    /// When the table is closed if nothing happens.
    fn abandoned_at(&self) -> Timestamp {
        self.last.plus_ms(if self.is_over_days() {
            limits::OVER_DAYS_ABANDONED_MS
        } else {
            limits::TABLE_ABANDONED_MS
        })
    }

    /// Closes a table if no player has come back for a long time. A match over days is ended by its clock.
    pub(crate) fn abandon(&self, now: Timestamp) -> Result<Decision, Refusal> {
        let mut draft = Draft::of(self, now);
        let is_clocked = self.is_over_days() && self.matches.is_playing();
        if !self.closed && !is_clocked && self.abandoned_at() <= now {
            if self.matches.is_playing() {
                draft.add(TableEvent::Abandoned)?;
            }
            draft.add(TableEvent::Closed)?;
        }
        Ok(draft.done())
    }

    /// Closes a table that waits for its first match and has one player. The caller knows that this player is
    /// disconnected. A table at which computer players alone wait for a visitor doesn't lapse.
    pub(crate) fn lapse(&self, now: Timestamp) -> Result<Decision, Refusal> {
        let mut draft = Draft::of(self, now);
        if self.is_waiting() && !self.is_over_days() && self.seats.people().count() == 1 {
            draft.add(TableEvent::Closed)?;
        }
        Ok(draft.done())
    }

    /// Gives the seats of all people to computer players, so that the match goes on without its players. Only a
    /// demo has such matches: at other tables a person decides who is replaced.
    pub(crate) fn lend_all(&self, now: Timestamp) -> Result<Decision, Refusal> {
        let mut draft = Draft::of(self, now);
        for seat in self.seats.all().filter(|&seat| self.plays(seat)) {
            let mut others = self.seats.all().filter(|&other| other != seat);
            draft.add(TableEvent::Lent {
                seat,
                level: STAND_IN,
                by: others.next().ok_or(Refusal::NotAbsent)?,
            })?;
        }
        Ok(draft.done())
    }

    /// Decides a move of a computer player, as [`Self::decide`] does for people.
    pub(crate) fn decide_for_computer(
        &self,
        ComputerMove { seat, chosen }: ComputerMove,
        ply: u32,
        now: Timestamp,
    ) -> Result<Decision, Refusal> {
        self.expect_ply(ply)?;
        if self.computer_for(seat).is_none() {
            return Err(Refusal::Stale);
        }
        let mut draft = Draft::of(self, now);
        draft.make_move(seat, chosen)?;
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
    /// Over days, nobody is absent before two turns have run out. From then on the other players may act at
    /// once, since they have waited for days.
    ///
    /// With a clock, the other players have no choices until the player on turn counts as away. Without a
    /// clock, they get choices when that player's absences or the turn have lasted too long. No choice is
    /// allowed at the very beginning of a turn, because a player who was disconnected during the turns of the
    /// others may be back in a moment.
    fn absence(&self, gone: &Gone) -> Option<(Timestamp, Absent)> {
        let turn = self.clocks.turn()?;
        let (seat, since) = (turn.seat, turn.since);
        if self.is_over_days() {
            let is_away = self.is_away(seat);
            return is_away.then(|| (since, self.absent_at(seat, gone, (since, since))));
        }
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
        let seating = self.rules().seating();
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
