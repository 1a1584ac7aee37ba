//! A copy of a state on which events are tried, and the effects of each action of a player.

use boneyard_base::{Timestamp, limits};
use boneyard_fair::Promise;
use boneyard_protocol::{AbsentChoice, Level, Pseudonym, Seed, Status};
use boneyard_rules::{Match, Move, Need, Seat};

use super::command::{Decision, Leaving};
use super::event::TableEvent;
use super::participation::STAND_IN;
use super::refusal::Refusal;
use super::{Gone, State};

/// A copy of a state on which events are tried, and the events so far.
pub(crate) struct Draft {
    now: Timestamp,
    events: Vec<TableEvent>,
    pub(super) next: Box<State>,
}

impl Draft {
    /// A draft without events yet.
    pub(crate) fn of(state: &State, now: Timestamp) -> Self {
        Self {
            now,
            // Most decisions consist of one event.
            events: Vec::with_capacity(1),
            next: Box::new(state.clone()),
        }
    }

    /// A draft of a new table.
    pub(super) fn of_new(created: TableEvent, now: Timestamp) -> Result<Self, Refusal> {
        let mut draft = Self::of(&State::created(&created, now)?, now);
        draft.events.push(created);
        Ok(draft)
    }

    /// Applies an event to the copy and keeps the event.
    pub(crate) fn add(&mut self, event: TableEvent) -> Result<(), Refusal> {
        self.next.apply(&event, self.now)?;
        self.events.push(event);
        Ok(())
    }

    /// The events that were added, and the state after them.
    pub(crate) fn done(mut self) -> Decision {
        if !self.events.is_empty() {
            self.next.version += 1;
        }
        Decision {
            events: self.events,
            next: self.next,
        }
    }

    /// Draws lots and deals until a player is on turn. Deals again where the rules require it. Of a match with a
    /// number of rounds, the last one is the last also by the rules, so that the side with more points wins.
    pub(crate) fn deal_round(&mut self) -> Result<(), Refusal> {
        let absent = self.absent_at_begin();
        for _ in 0..limits::DEALS_MAX {
            let State { deals, matches, .. } = &*self.next;
            let Need::Chance(chance) = self.next.needs() else {
                self.lend(&absent)?;
                return self.call_last_round();
            };
            let order = deals.next_order(matches, chance)?;
            self.add(TableEvent::Dealt { order })?;
        }
        Err(Refusal::OutOfOrder)
    }

    /// The seats of the people for whom the table has waited in vain, if a match of more than two sides begins.
    fn absent_at_begin(&self) -> Vec<Seat> {
        let state = &*self.next;
        let has_waited = !state.matches.is_playing() && state.come_time().is_some();
        let begins = has_waited && state.rules().seating().side_count() > 2;
        let seats = state.seats.all().filter(|&seat| !state.is_ready(seat));
        seats.filter(|_| begins).collect()
    }

    /// Lets computer players stand in at these seats.
    fn lend(&mut self, seats: &[Seat]) -> Result<(), Refusal> {
        let mut there = self.next.seats.all().filter(|seat| !seats.contains(seat));
        let by = there.next().unwrap_or_default();
        for &seat in seats {
            let level = STAND_IN;
            self.add(TableEvent::Lent { seat, level, by })?;
        }
        Ok(())
    }

    fn call_last_round(&mut self) -> Result<(), Refusal> {
        let last = self.next.boards().map(u16::from);
        let is_last = |game: &Match| Some(game.round_number()) == last && !game.ends_with_round();
        if self.next.matches.running().is_some_and(is_last) {
            self.add(TableEvent::TimeCalled)?;
        }
        Ok(())
    }

    /// Begins the match or its next round if every seat is ready.
    pub(super) fn begin_if_ready(&mut self) -> Result<(), Refusal> {
        if self.next.is_everybody_ready() {
            self.begin()?;
        }
        Ok(())
    }

    /// Begins the next round of a match, or a match. A match for which players promised seeds waits for these
    /// seeds first, and a match of a section before that for the other tables.
    pub(super) fn begin(&mut self) -> Result<(), Refusal> {
        if self.next.deals.is_in_section() && self.next.is_waiting() {
            return self.add(TableEvent::Held);
        }
        if !self.next.matches.is_playing() {
            self.add(TableEvent::Began)?;
        }
        self.deal_if_revealed()
    }

    /// Deals the tiles if all promised seeds are revealed.
    pub(super) fn deal_if_revealed(&mut self) -> Result<(), Refusal> {
        if self.next.deals.is_all_revealed() {
            self.deal_round()?;
        }
        Ok(())
    }

    /// Calls off the match that waits for seeds. If there is no new promise to wait for, the next match begins
    /// at once.
    pub(super) fn call_off(&mut self) -> Result<(), Refusal> {
        self.add(TableEvent::CalledOff)?;
        self.begin_if_promised()
    }

    /// Begins the next match if all promises have come for which the table waits after a call-off.
    fn begin_if_promised(&mut self) -> Result<(), Refusal> {
        if self.next.deals.has_awaited_promises() {
            self.begin()?;
        }
        Ok(())
    }

    pub(super) fn seat_computer(
        &mut self,
        seat: Seat,
        level: Level,
        entrant: Option<u32>,
    ) -> Result<(), Refusal> {
        self.add(TableEvent::ComputerSat {
            seat,
            level,
            entrant,
        })
    }

    pub(super) fn make_move(&mut self, seat: Seat, chosen: Move) -> Result<(), Refusal> {
        self.add(TableEvent::Moved { seat, chosen })
    }

    /// Records that the player at a seat is back, before the player's action is added.
    pub(super) fn come_back(&mut self, seat: Seat) -> Result<(), Refusal> {
        let participation = &self.next.participation;
        if participation.has_resigned(seat) && self.next.matches.is_playing() {
            return Err(Refusal::Resigned);
        }
        if participation.is_missed(seat) {
            self.add(TableEvent::Returned { seat })?;
        }
        Ok(())
    }

    pub(super) fn leave(&mut self, seat: Seat) -> Result<(), Refusal> {
        self.next.must_rest()?;
        if self.next.settings.arranged.is_some() && self.next.is_waiting() {
            return Err(Refusal::Arranged);
        }
        // The record, which is made when the section ends, names the players at the seats.
        if self.next.deals.is_sealed() {
            return Err(Refusal::Sealed);
        }
        self.add(TableEvent::Left { seat })?;
        // A quick match that can't begin any more closes at once, so that its players go back to their
        // search.
        let is_in_vain = self.next.settings.quick && self.next.is_waiting();
        if is_in_vain || self.next.seats.people().next().is_none() {
            self.add(TableEvent::Closed)?;
        }
        Ok(())
    }

    /// Does what [`Self::leave`] does, for a player who doesn't come back. A running match is left, and a match that
    /// waits for the player's seed is called off: the others need not wait for it.
    pub(super) fn depart(&mut self, seat: Seat, leaving: &Leaving) -> Result<(), Refusal> {
        if let Some(name) = &leaving.name {
            self.rename(seat, name)?;
        }
        if self.next.has_part(seat) {
            return if leaving.resigns {
                self.resign(seat)
            } else {
                Ok(())
            };
        }
        let lacks_seed = self.next.deals.missing() & (1 << seat.index()) != 0;
        if lacks_seed && self.next.deals.waits_for_seeds() && !self.next.deals.is_in_section() {
            self.call_off()?;
        }
        match self.leave(seat) {
            Err(
                Refusal::MatchRunning | Refusal::Beginning | Refusal::Arranged | Refusal::Sealed,
            ) => Ok(()),
            left => left,
        }
    }

    pub(super) fn ready(&mut self, seat: Seat, ready: bool) -> Result<(), Refusal> {
        self.next.must_rest()?;
        self.must_have_matches()?;
        if self.next.is_ready(seat) == ready {
            return Ok(());
        }
        self.add(TableEvent::Readied { seat, ready })?;
        self.begin_if_ready()
    }

    /// Checks that another match may be played: a tournament's table is for one match.
    fn must_have_matches(&self) -> Result<(), Refusal> {
        let is_done = self.next.settings.arranged.is_some() && self.next.matches.count() > 0;
        (!is_done).then_some(()).ok_or(Refusal::OneMatch)
    }

    pub(super) fn remove(
        &mut self,
        seat: Seat,
        other: Seat,
        pseudonym: Option<Pseudonym>,
    ) -> Result<(), Refusal> {
        let state = &self.next;
        state.must_be_host(seat)?;
        state.must_rest()?;
        let sitter = state.seats.person_at(other);
        let sitter = sitter.map(|person| state.pseudonym(person.player));
        if pseudonym.is_some() && sitter != pseudonym {
            return Err(Refusal::Stale);
        }
        // A computer player may be removed at any time, because it can be seated again.
        if state.seats.computer_at(other).is_none() {
            if state.status() != Status::Open {
                return Err(Refusal::TooLateToRemove);
            }
            if other == seat {
                return Err(Refusal::RemoveSelf);
            }
            if state.seats.removed().len() >= limits::REMOVED_PER_TABLE_MAX {
                return Err(Refusal::TooManyRemoved);
            }
        }
        self.add(TableEvent::Removed { seat: other })
    }

    pub(super) fn rename(&mut self, seat: Seat, name: &str) -> Result<(), Refusal> {
        let person = self.next.seats.person_at(seat);
        if person.is_some_and(|person| *person.name == *name) {
            return Ok(());
        }
        let name = name.to_owned();
        self.add(TableEvent::Renamed { seat, name })
    }

    /// Records what a player promises for the next match. Before a quick match this also makes the player
    /// ready: it is all that the player has to do.
    pub(super) fn commit(
        &mut self,
        seat: Seat,
        match_number: u32,
        promise: Promise,
    ) -> Result<(), Refusal> {
        self.next.must_rest()?;
        self.must_have_matches()?;
        let deals = &self.next.deals;
        if match_number != deals.match_to_promise() || !deals.may_promise(seat) {
            return Err(Refusal::Stale);
        }
        if deals.promised(seat).promise == Some(promise) {
            return Ok(());
        }
        let Promise { commitment, head } = promise;
        self.add(TableEvent::Committed {
            seat,
            commitment,
            head,
        })?;
        // At a quick match a promised seed shows that the player has come, and the match waits for nothing
        // else from that player.
        if self.next.come_by().is_some() {
            self.ready(seat, true)?;
        }
        self.begin_if_promised()
    }

    /// Records a player's seed. When all promised seeds are revealed, the tiles are dealt. The same seed a
    /// second time, sent from another tab, changes nothing.
    pub(super) fn reveal(
        &mut self,
        seat: Seat,
        match_number: u32,
        seed: Seed,
    ) -> Result<(), Refusal> {
        let deals = &self.next.deals;
        if !deals.waits_for_seeds() || match_number != deals.begun() {
            return Err(Refusal::Stale);
        }
        if self.next.deals.promised(seat).seed == Some(seed) {
            return Ok(());
        }
        self.add(TableEvent::Revealed { seat, seed })?;
        self.deal_if_revealed()
    }

    /// Plays the rest of the turn for the player on turn.
    pub(super) fn move_for(&mut self, seat: Seat) -> Result<(), Refusal> {
        loop {
            let game = self.next.matches.current().ok_or(Refusal::NoMatch)?;
            let chosen = game.forced().ok_or(Refusal::NoMatch)?;
            self.add(TableEvent::MovedFor { seat, chosen })?;
            if !self.next.turn_goes_on() {
                return Ok(());
            }
        }
    }

    /// Records that the player is ready for the next round.
    pub(super) fn go_on(&mut self, seat: Seat) -> Result<(), Refusal> {
        self.next.matches.must_be_playing()?;
        if !matches!(self.next.needs(), Need::Chance(_)) {
            return Err(Refusal::RoundRunning);
        }
        let was_ready = self.next.is_ready(seat) && self.next.plays(seat);
        self.come_back(seat)?;
        if was_ready {
            return Ok(());
        }
        self.add(TableEvent::Continued { seat })?;
        self.begin_if_ready()
    }

    pub(super) fn resign(&mut self, seat: Seat) -> Result<(), Refusal> {
        self.next.matches.must_be_playing()?;
        if !self.next.has_part(seat) {
            return Err(Refusal::Resigned);
        }
        self.add(TableEvent::Resigned { seat })
    }

    /// Records that the player wants the match to end without a winner (`agree`), or wants it to go on.
    pub(super) fn agree(&mut self, seat: Seat, agree: bool) -> Result<(), Refusal> {
        self.next.matches.must_be_playing()?;
        let before = self.next.participation;
        let is_offered = self.next.seats.all().any(|seat| before.offers_end(seat));
        self.come_back(seat)?;
        if !agree {
            return if is_offered {
                self.add(TableEvent::DeclinedEnd { seat })
            } else {
                Ok(())
            };
        }
        if before.offers_end(seat) {
            return Ok(());
        }
        if before.has_offered(seat) && !is_offered {
            return Err(Refusal::OfferedBefore);
        }
        self.add(TableEvent::OfferedEnd { seat })
    }

    /// Does what the player at seat `by` chose to do about a player who keeps the others waiting.
    pub(super) fn act_for_absent(
        &mut self,
        by: Seat,
        (seat, choice): (Seat, AbsentChoice),
        gone: &Gone,
    ) -> Result<(), Refusal> {
        self.next.matches.must_be_playing()?;
        let absent = self.next.absent(gone, self.now);
        let absent = absent.filter(|absent| absent.seat == seat && seat != by);
        let absent = absent.ok_or(Refusal::NotAbsent)?;
        let is_due = |from_ms: Option<i64>| from_ms.is_some_and(|from_ms| from_ms <= self.now.0);
        let side = |seat| self.next.rules().seating().side(seat);
        let may_claim = absent.claim_ms.is_some() && side(by) != side(seat);
        if choice == AbsentChoice::Claim && is_due(absent.place_ms) && !may_claim {
            return Err(Refusal::NoClaim);
        }
        if !is_due(absent.from_ms(choice)) {
            return Err(Refusal::NotAbsent);
        }
        self.come_back(by)?;
        self.add(match choice {
            AbsentChoice::Place => return self.move_for(seat),
            AbsentChoice::Computer => TableEvent::Lent {
                seat,
                level: STAND_IN,
                by,
            },
            AbsentChoice::Claim => TableEvent::Claimed { seat, by },
        })
    }
}
