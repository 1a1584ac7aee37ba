//! The state of a table: its people and its match, as the log tells them. Pure: no clock, no
//! chance, no store.
//!
//! Each part keeps its fields to itself and follows the events that concern it. Parts that seldom
//! change are shared between a state and the next, so that a state is copied cheaply.

pub(in crate::table) mod clocks;
pub(in crate::table) mod command;
pub(in crate::table) mod deals;
mod draft;
mod due;
pub(in crate::table) mod event;
pub(in crate::table) mod matches;
pub(in crate::table) mod participation;
pub(in crate::table) mod public;
pub(in crate::table) mod record;
pub(in crate::table) mod refusal;
pub(in crate::table) mod rows;
pub(in crate::table) mod seats;
pub(in crate::table) mod takeover;

use std::sync::Arc;

use boneyard_base::{PlayerId, Timestamp};
use boneyard_protocol::{Access, ClockRule, Ending, Fairness, Invite, Level, Status, TookOver};
use boneyard_rules::{BySeat, Match, Need, Rules, Seat};
use boneyard_store::LogRow;

use self::clocks::Clocks;
use self::deals::Deals;
use self::event::TableEvent;
use self::matches::Matches;
use self::participation::Participation;
use self::refusal::Refusal;
use self::rows::{LogError, read_row};
use self::seats::Seats;

/// A table, as far as its log goes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    /// The number of the last row of the log that is in here.
    pub(crate) version: i64,
    /// When something happened here last.
    pub(crate) last: Timestamp,
    /// No person sits here any more, for good.
    pub(crate) closed: bool,
    pub(crate) settings: Arc<Settings>,
    pub(crate) seats: Arc<Seats>,
    pub(crate) participation: Participation,
    pub(crate) clocks: Clocks,
    /// What the deals come from.
    pub(crate) deals: Arc<Deals>,
    pub(crate) matches: Matches,
}

/// What was chosen when the table was opened.
#[expect(clippy::struct_excessive_bools, reason = "each was chosen by itself")]
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Settings {
    pub(crate) opened: Timestamp,
    pub(crate) opened_by: PlayerId,
    pub(crate) rules: Rules,
    /// The rules in short notation.
    pub(crate) notation: String,
    pub(crate) access: Access,
    /// How many seats are kept for people with the invitation.
    pub(crate) kept_seats: u8,
    pub(crate) invite: Invite,
    /// Whether players may ask for hints.
    pub(crate) hints: bool,
    pub(crate) clock: ClockRule,
    /// Whether programs may take seats.
    pub(crate) bots: bool,
    /// Whether matches are rated.
    pub(crate) rated: bool,
    /// Whether quick match brought its people together.
    pub(crate) quick: bool,
    /// Whether it did so with all who have sat there: nobody came by the link.
    pub(crate) only_paired: bool,
}

/// How each seat's player is gone, as the table's task knows it; none for those who are there. Not part
/// of the log: connections come and go, only what people do about it counts.
pub(crate) type Gone = BySeat<Option<GoneSince>>;

/// Since when a player is gone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GoneSince {
    /// When the player went.
    pub(crate) went: Timestamp,
    /// The same, with all absences since the player's last play counted in.
    pub(crate) in_all: Timestamp,
}

impl State {
    /// A new table, of which nothing is in the log yet.
    pub(crate) fn created(event: &TableEvent, at: Timestamp) -> Result<Self, Refusal> {
        let TableEvent::Created {
            table,
            host,
            name,
            rules,
            access,
            kept_seats,
            invite,
            hints,
            clock,
            bots,
            rated,
            quick,
            seed,
        } = event
        else {
            return Err(Refusal::OutOfOrder);
        };
        let seating = rules.seating;
        let settings = Settings {
            opened: at,
            opened_by: *host,
            rules: *rules,
            notation: rules.to_string(),
            access: *access,
            kept_seats: *kept_seats,
            invite: *invite,
            hints: *hints,
            clock: *clock,
            bots: *bots,
            rated: *rated,
            quick: *quick,
            only_paired: *quick,
        };
        Ok(Self {
            version: 0,
            last: at,
            closed: false,
            settings: Arc::new(settings),
            seats: Arc::new(Seats::new(seating, *host, name)),
            participation: Participation::new(seating),
            clocks: Clocks::new(*clock, seating),
            deals: Arc::new(Deals::new(*table, *seed, seating)),
            matches: Matches::new(at),
        })
    }

    /// Rebuilds a table from the rows of its log, from the first.
    ///
    /// # Errors
    ///
    /// When the log is empty, has a gap, or a row that can't be read or can't have happened.
    pub fn from_log(rows: &[LogRow]) -> Result<Self, LogError> {
        let (first, rest) = rows.split_first().ok_or(LogError::Missing)?;
        let events = read_row(first, 1)?;
        let impossible = |reason| LogError::Impossible {
            seq: first.seq,
            reason,
        };
        let (created, events) = events.split_first().ok_or(LogError::Missing)?;
        let mut state = Self::created(created, first.at).map_err(impossible)?;
        state.add(events, first.at).map_err(impossible)?;
        for row in rest {
            state.add_row(row)?;
        }
        Ok(state)
    }

    /// Goes on by one row of the log; says what happened in it.
    ///
    /// # Errors
    ///
    /// As [`Self::from_log`]; the state is of no use then.
    pub fn add_row(&mut self, row: &LogRow) -> Result<Vec<TableEvent>, LogError> {
        let events = read_row(row, self.version + 1)?;
        self.add(&events, row.at)
            .map_err(|reason| LogError::Impossible {
                seq: row.seq,
                reason,
            })?;
        Ok(events)
    }

    /// Goes on by one append.
    pub(crate) fn add(&mut self, events: &[TableEvent], at: Timestamp) -> Result<(), Refusal> {
        for event in events {
            self.apply(event, at)?;
        }
        self.version += 1;
        Ok(())
    }

    /// Lets one event happen. Whether a play or a call is allowed is decided here, by the rules;
    /// who may do what else is decided before an event is made.
    ///
    /// # Errors
    ///
    /// Why it can't happen; the state is of no use then.
    pub(crate) fn apply(&mut self, event: &TableEvent, at: Timestamp) -> Result<(), Refusal> {
        match event {
            TableEvent::Created { .. } => return Err(Refusal::OutOfOrder),
            TableEvent::Closed => self.closed = true,
            // Whom quick match brings together sit there before the first match.
            TableEvent::Sat { .. } | TableEvent::TookOver { .. }
                if self.settings.only_paired && self.matches.count() > 0 =>
            {
                Arc::make_mut(&mut self.settings).only_paired = false;
            }
            _ => {}
        }
        let rules = self.settings.rules;
        let was_playing = self.matches.is_playing();
        let took_over = match event {
            TableEvent::TookOver { seat, .. } => {
                let level = self.seats.computer_at(*seat);
                level.map(|level| (*seat, level))
            }
            _ => None,
        };
        if self.matches.begin_with(event) {
            self.participation = Participation::new(rules.seating);
            self.clocks = Clocks::new(self.settings.clock, rules.seating);
        }
        self.seats.apply(event)?;
        self.deals.apply(event, at, &self.matches)?;
        self.participation.apply(event);
        self.matches.apply(event, &rules, (self.version + 1, at))?;
        if let Some((seat, level)) = took_over {
            let round = self.matches.current().map_or(0, Match::round_number);
            self.participation
                .take_over(seat, TookOver { level, round });
        }
        match event {
            TableEvent::Resigned { seat } => self.end_if_last(*seat),
            TableEvent::OfferedEnd { .. } => self.end_if_agreed(),
            _ => {}
        }
        // Who was ready for a match that has ended has not asked for a rematch.
        let has_ended = was_playing && !self.matches.is_playing();
        if has_ended || matches!(event, TableEvent::Dealt { .. }) {
            self.seats.reset_ready();
        }
        if !self.matches.is_playing() {
            self.deals.renew_if_short();
        }
        self.last = at;
        let thinks = self.matches.on_turn().filter(|&seat| self.plays(seat));
        let is_away = thinks.is_some_and(|seat| self.is_away(seat));
        self.clocks.apply(event, at, (thinks, is_away))
    }

    /// Ends the match if a side has nobody left who plays: the other side wins. Where a resignation
    /// leaves others without an opponent or a partner, a computer player stands in instead: nobody's
    /// match ends because another player has had enough.
    fn end_if_last(&mut self, seat: Seat) {
        let seating = self.settings.rules.seating;
        let side = seating.side(seat);
        let mut people = self.seats.all().filter(|&other| self.has_part(other));
        let two_sides = seating.sides().len() == 2;
        let is_last = if two_sides {
            !people.any(|other| seating.side(other) == side)
        } else {
            people.next().is_none()
        };
        if is_last {
            let other = seating.sides().find(|&other| other != side);
            let winner = other.filter(|_| two_sides);
            self.matches.end(Ending::Resigned { seat, winner });
        }
    }

    /// Ends the match if all who still take part want that.
    fn end_if_agreed(&mut self) {
        let agrees = |seat| !self.takes_part(seat) || self.participation.offers_end(seat);
        if self.seats.all().all(agrees) {
            self.matches.end(Ending::Agreed);
        }
    }

    /// What is played.
    pub(crate) fn rules(&self) -> &Rules {
        &self.settings.rules
    }

    /// What is going on.
    pub(crate) const fn status(&self) -> Status {
        self.matches.status()
    }

    /// Where a player sits.
    #[must_use]
    pub fn seat_of(&self, player: PlayerId) -> Option<Seat> {
        self.seats.seat_of(player)
    }

    /// The position, by a number that is never used twice at this table.
    #[must_use]
    pub fn ply(&self) -> u32 {
        self.matches.ply()
    }

    /// What the running match waits for, or the one that would begin now.
    pub(crate) fn needs(&self) -> Need {
        self.matches.needs(self.rules())
    }

    /// All that proves the deals of the last match, or of one round of it: for the rounds that
    /// have ended, and no other. `None` while that is none.
    #[must_use]
    pub fn fairness(&self, round: Option<u32>) -> Option<Fairness> {
        self.deals.fairness(&self.matches, round)
    }

    /// The number of the match for which seats promise seeds now.
    pub(crate) fn match_to_promise(&self) -> u32 {
        self.matches.count() + 1
    }

    fn is_person(&self, seat: Seat) -> bool {
        self.seats.person_at(seat).is_some()
    }

    /// Whether the person at a seat was given up for the time being.
    pub(crate) fn is_away(&self, seat: Seat) -> bool {
        self.is_person(seat) && self.participation.is_away(seat)
    }

    /// Whether a person has a seat, and no computer player stands in.
    pub(crate) fn plays(&self, seat: Seat) -> bool {
        self.is_person(seat) && self.participation.stand_in(seat).is_none()
    }

    /// Whether a person at a seat is still at the match: it can't be ended by agreement without.
    pub(crate) fn takes_part(&self, seat: Seat) -> bool {
        self.plays(seat)
            && !self.participation.has_resigned(seat)
            && !self.participation.is_away(seat)
    }

    /// Whether the person at a seat may play, or will be able to.
    pub(crate) fn has_part(&self, seat: Seat) -> bool {
        self.matches.is_playing() && self.is_person(seat) && !self.participation.has_resigned(seat)
    }

    /// Those who play the match: who has resigned plays no longer.
    pub(crate) fn match_players(&self) -> impl Iterator<Item = PlayerId> {
        let seats = self.seats.all().filter(|&seat| self.has_part(seat));
        seats.filter_map(|seat| Some(self.seats.person_at(seat)?.player))
    }

    /// The people who have left the match that has ended: who resigned, however long they had waited; whose
    /// win was claimed by others; for whom a computer player or the clock still played at its end; and all
    /// of a match to which nobody came back. Who resigns after the partner has left has not left.
    pub(crate) fn leavers(&self) -> Vec<PlayerId> {
        let ending = self.matches.ending();
        let has_left = |seat: Seat| {
            let last_of_pair = matches!(ending, Some(Ending::Resigned { seat: last, .. }) if last == seat)
                && self.has_partner(seat);
            self.is_person(seat)
                && !last_of_pair
                && (self.participation.has_left(seat)
                    || matches!(ending, Some(Ending::Claimed { seat: left, .. }) if left == seat)
                    || matches!(ending, Some(Ending::Abandoned)))
        };
        let seats = self.seats.all().filter(|&seat| has_left(seat));
        let players = seats.filter_map(|seat| Some(self.seats.person_at(seat)?.player));
        players.collect()
    }

    /// Those of them who wait for the next quick match: of a quick or rated match.
    pub(crate) fn counted_leavers(&self) -> Vec<PlayerId> {
        if self.settings.quick || self.settings.rated {
            self.leavers()
        } else {
            Vec::new()
        }
    }

    /// Whether another person plays for the same side.
    fn has_partner(&self, seat: Seat) -> bool {
        let seating = self.rules().seating;
        let mut others = self.seats.all().filter(|&other| other != seat);
        others.any(|other| seating.side(other) == seating.side(seat) && self.is_person(other))
    }

    /// The level of the computer player that plays at a seat: its own, or one that stands in.
    pub(crate) fn computer_for(&self, seat: Seat) -> Option<Level> {
        let stands_in = self.participation.stand_in(seat);
        stands_in.or_else(|| self.seats.computer_at(seat))
    }

    /// Whether the seat is ready for what comes next.
    pub(crate) fn is_ready(&self, seat: Seat) -> bool {
        match self.seats.person_at(seat) {
            // A computer player that stands in waits for nothing, but a rematch is for the person to want.
            Some(person) => person.ready || (self.matches.is_playing() && !self.plays(seat)),
            None => self.seats.computer_at(seat).is_some(),
        }
    }

    pub(crate) fn is_everybody_ready(&self) -> bool {
        self.seats.all().all(|seat| self.is_ready(seat))
    }

    /// Seats that are still kept for the invited.
    pub(crate) fn seats_kept(&self) -> u8 {
        let invited = self.seats.people().filter(|person| person.invited);
        self.settings
            .kept_seats
            .saturating_sub(invited.count() as u8)
    }

    /// Free seats that are kept for nobody.
    pub(crate) fn open_seats(&self) -> u8 {
        (self.seats.free().count() as u8).saturating_sub(self.seats_kept())
    }

    /// Whether the table waits for its first match.
    pub(crate) fn is_waiting(&self) -> bool {
        self.status() == Status::Open && !self.closed
    }
}
