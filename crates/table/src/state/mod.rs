//! The state of a table: its seats and its match, computed from the table's log. Pure: it uses no clock, no
//! random numbers and no storage.
//!
//! Each part of the state has private fields and applies the events that concern it. Parts that seldom
//! change are shared between a state and the next one, so that copying a state is cheap.

pub(crate) mod clocks;
pub(crate) mod command;
pub(crate) mod computer_move;
pub(crate) mod deals;
mod draft;
mod due;
pub(crate) mod event;
pub(crate) mod matches;
pub(crate) mod participation;
pub(crate) mod public;
pub(crate) mod record;
pub(crate) mod refusal;
pub(crate) mod rows;
pub(crate) mod seats;
pub(crate) mod section;
pub(crate) mod stop;
pub(crate) mod takeover;

use std::sync::Arc;

use boneyard_base::{PlayerId, Timestamp};
use boneyard_protocol::fairness::agreed;
use boneyard_protocol::{
    Access, ClockRule, Ending, Fairness, Invite, Level, RoomTournament, Status, TookOver,
};
use boneyard_rules::{BySeat, Match, Need, Rules, Seat};
use boneyard_store::LogRow;

use self::clocks::Clocks;
use self::deals::{Deals, Patience};
use self::event::TableEvent;
use self::matches::Matches;
use self::participation::Participation;
use self::refusal::Refusal;
use self::rows::{LogError, read_row};
use self::seats::Seats;

/// The state of a table after a number of rows of its log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    /// The number of the last applied row.
    pub(crate) version: i64,
    /// The time of the last applied row.
    pub(crate) last: Timestamp,
    /// By how much the clock has stepped since the table was opened, in milliseconds. Times that are told to the
    /// table, such as [`Arranged::come_by`], move by as much.
    pub(crate) moved_ms: i64,
    /// Whether the table is closed. A closed table never opens again.
    pub(crate) closed: bool,
    pub(crate) settings: Arc<Settings>,
    pub(crate) seats: Arc<Seats>,
    pub(crate) participation: Participation,
    pub(crate) clocks: Clocks,
    /// The seeds and the orders of the deals.
    pub(crate) deals: Arc<Deals>,
    pub(crate) matches: Matches,
}

/// The settings that were chosen when the table was opened.
#[expect(clippy::struct_excessive_bools, reason = "each was chosen by itself")]
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Settings {
    pub opened: Timestamp,
    pub(crate) opened_by: PlayerId,
    pub rules: Rules,
    /// The rules in short notation.
    pub notation: String,
    pub access: Access,
    /// How many seats are reserved for people with the invitation.
    pub kept_seats: u8,
    pub invite: Invite,
    /// Whether players may ask for hints.
    pub hints: bool,
    pub clock: ClockRule,
    /// The cap on a match's time, in minutes.
    pub time_cap: Option<u16>,
    /// Whether programs may take seats.
    pub bots: bool,
    /// Whether matches are rated.
    pub rated: bool,
    /// Whether quick match chose the table's players.
    pub quick: bool,
    /// The tournament that opened the table; `None` if none did.
    pub(crate) arranged: Option<Arranged>,
    /// Whether quick match chose all players who have ever sat at the table: no player joined by the link.
    pub(crate) only_paired: bool,
}

/// The tournament to which a table belongs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Arranged {
    pub(crate) tournament: RoomTournament,
    /// The table is closed if the match has not begun at this time.
    pub(crate) come_by: Timestamp,
    /// How many rounds the match has, if all tables of the tournament's round have the same deals.
    pub(crate) boards: Option<u8>,
    /// How many minutes later than the players visitors see the match; `None` if they may not watch.
    pub(crate) watch_delay_minutes: Option<u8>,
}

impl Settings {
    /// Whether quick match or a tournament chose the players. Then the table has no host.
    pub(crate) const fn is_paired(&self) -> bool {
        self.quick || self.arranged.is_some()
    }
}

/// For each seat, when its player disconnected; `None` while the player is connected. The loaded table
/// keeps this. It is not part of the log: the log holds only what players do about an absent player.
pub(crate) type Gone = BySeat<Option<GoneSince>>;

/// When a player disconnected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GoneSince {
    /// When the player disconnected.
    pub went: Timestamp,
    /// A time before `went`: `went` minus the sum of the absences that ended between the player's last play
    /// and `went`. So the time from `in_all` until now is the sum of all absences since that play.
    pub(crate) in_all: Timestamp,
}

impl State {
    /// Creates the state of a new table, from the first event of its log.
    pub fn created(event: &TableEvent, at: Timestamp) -> Result<Self, Refusal> {
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
            time_cap,
            bots,
            rated,
            quick,
            seed,
        } = event
        else {
            return Err(Refusal::OutOfOrder);
        };
        let seating = rules.seating();
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
            time_cap: *time_cap,
            bots: *bots,
            rated: *rated,
            quick: *quick,
            arranged: None,
            only_paired: *quick,
        };
        Ok(Self {
            version: 0,
            last: at,
            moved_ms: 0,
            closed: false,
            settings: Arc::new(settings),
            seats: Arc::new(Seats::new(seating, *host, name)),
            participation: Participation::new(seating),
            clocks: Clocks::new(*clock, seating),
            deals: Arc::new(Deals::new(
                *table,
                *seed,
                seating,
                Patience::at_table(clock.is_over_days()),
            )),
            matches: Matches::new(at, clock.is_over_days(), rules),
        })
    }

    /// Rebuilds a table's state from all rows of its log.
    ///
    /// # Errors
    ///
    /// When the log is empty or has a gap, or when a row can't be read or can't have happened.
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

    /// Adds the next row of the log. Returns the row's events.
    ///
    /// # Errors
    ///
    /// When the row can't come next. The state must be dropped then: it may hold half of the row.
    pub fn add_row(&mut self, row: &LogRow) -> Result<Vec<TableEvent>, LogError> {
        let events = read_row(row, self.version + 1)?;
        self.add(&events, row.at)
            .map_err(|reason| LogError::Impossible {
                seq: row.seq,
                reason,
            })?;
        Ok(events)
    }

    /// Adds the events of one append.
    pub fn add(&mut self, events: &[TableEvent], at: Timestamp) -> Result<(), Refusal> {
        for event in events {
            self.apply(event, at)?;
        }
        self.version += 1;
        Ok(())
    }

    /// Adds one event. Here the rules decide whether a play or a call is allowed. Everything else is
    /// checked before an event is made.
    ///
    /// # Errors
    ///
    /// When the event can't happen. The state must be dropped then: it may hold half of the event.
    pub fn apply(&mut self, event: &TableEvent, at: Timestamp) -> Result<(), Refusal> {
        match event {
            TableEvent::Created { .. } => return Err(Refusal::OutOfOrder),
            TableEvent::Closed => self.closed = true,
            TableEvent::ClockStepped { by_ms } => self.moved_ms += by_ms,
            TableEvent::Arranged {
                tournament,
                come_by,
                name,
                round,
                rounds,
            } => {
                Arc::make_mut(&mut self.settings).arranged = Some(Arranged {
                    tournament: RoomTournament {
                        id: *tournament,
                        name: name.clone(),
                        round: *round,
                        rounds: *rounds,
                    },
                    come_by: *come_by,
                    boards: None,
                    watch_delay_minutes: None,
                });
            }
            TableEvent::InSection { boards } => {
                let settings = Arc::make_mut(&mut self.settings);
                let arranged = settings.arranged.as_mut().ok_or(Refusal::OutOfOrder)?;
                arranged.boards = Some(*boards);
            }
            TableEvent::Watchable { delay_minutes } => {
                let settings = Arc::make_mut(&mut self.settings);
                let arranged = settings.arranged.as_mut().ok_or(Refusal::OutOfOrder)?;
                arranged.watch_delay_minutes = Some(*delay_minutes);
            }
            // The players whom quick match chose sit down before the first match; a player who sits down
            // later has joined by the link.
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
            self.participation = Participation::new(rules.seating());
            self.clocks = Clocks::new(self.settings.clock, rules.seating());
            self.clocks.begin_match(self.settings.time_cap, at);
        }
        self.seats.apply(event)?;
        let agreed = || {
            let computers: BySeat<_> =
                BySeat::from_fn(rules.seating(), |seat| self.seats.computer_at(seat));
            agreed(&rules, computers.as_slice())
        };
        let matches = (&self.matches, &rules);
        self.deals.apply(event, at, matches, agreed)?;
        self.matches.apply(event, &rules, (self.version + 1, at))?;
        let goes_on = self.turn_goes_on();
        self.participation.apply(event, goes_on);
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
        // A player who was ready for a match that has ended has not asked for a rematch, so nobody is ready
        // now.
        let has_ended = was_playing && !self.matches.is_playing();
        if has_ended || matches!(event, TableEvent::Dealt { .. }) {
            self.seats.reset_ready();
        }
        if has_ended {
            self.clocks.end_match();
        }
        self.last = at;
        let thinks = self.matches.on_turn().filter(|&seat| self.plays(seat));
        let is_away = thinks.is_some_and(|seat| self.is_away(seat));
        self.clocks.apply(event, at, (thinks, is_away, goes_on))
    }

    /// Whether the seat on turn has moved in this turn already.
    pub(super) fn turn_goes_on(&self) -> bool {
        self.matches.running().is_some_and(Match::turn_goes_on)
    }

    /// With two sides, ends the match if no player of this seat's side takes part any more; then the other
    /// side wins. With more sides, ends the match if no player of any side takes part any more. Otherwise the
    /// match continues, and a computer player stands in for the player who resigned: one resignation never
    /// ends the match of other people.
    fn end_if_last(&mut self, seat: Seat) {
        let seating = self.settings.rules.seating();
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

    /// Ends the match if all players who still take part have offered to end it.
    fn end_if_agreed(&mut self) {
        let agrees = |seat| !self.takes_part(seat) || self.participation.offers_end(seat);
        if self.seats.all().all(agrees) {
            self.matches.end(Ending::Agreed);
        }
    }

    /// The rules of the matches.
    pub fn rules(&self) -> &Rules {
        &self.settings.rules
    }

    /// Whether the table is open for its first match, plays a match, or has ended one.
    pub const fn status(&self) -> Status {
        self.matches.status()
    }

    /// The seat at which a player sits.
    #[must_use]
    pub fn seat_of(&self, player: PlayerId) -> Option<Seat> {
        self.seats.seat_of(player)
    }

    /// The number of the current position. A number is never used twice at a table.
    #[must_use]
    pub fn ply(&self) -> u32 {
        self.matches.ply()
    }

    /// What the running match needs next. Without a running match: what the match that would begin now
    /// needs.
    pub fn needs(&self) -> Need {
        self.matches.needs(self.rules())
    }

    /// The proof of the deals of the last match, or of one round of it. Only rounds that have ended are
    /// included. `None` if no such round has ended.
    #[must_use]
    pub fn fairness(&self, round: Option<u32>) -> Option<Fairness> {
        self.deals.fairness(&self.matches, round)
    }

    /// The number of the running match, or else of the last one that was dealt; before the first deal, the
    /// number of the next match. Matches that were called off have numbers too.
    pub(crate) fn match_number(&self) -> u32 {
        match self.deals.last_dealt() {
            0 => self.deals.room_fairness(&self.matches).match_number,
            number => number,
        }
    }

    fn is_person(&self, seat: Seat) -> bool {
        self.seats.person_at(seat).is_some()
    }

    /// Whether the person at a seat is marked as away, because that person's time ran out.
    pub(crate) fn is_away(&self, seat: Seat) -> bool {
        self.is_person(seat) && self.participation.is_away(seat)
    }

    /// Whether a person sits at this seat and no computer player stands in.
    pub fn plays(&self, seat: Seat) -> bool {
        self.is_person(seat) && self.participation.stand_in(seat).is_none()
    }

    /// Whether the person at a seat plays the match now. The match ends by agreement only if all these
    /// people agree.
    pub(crate) fn takes_part(&self, seat: Seat) -> bool {
        self.plays(seat)
            && !self.participation.has_resigned(seat)
            && !self.participation.is_away(seat)
    }

    /// Whether the person at a seat may play in the running match, now or after coming back.
    pub(crate) fn has_part(&self, seat: Seat) -> bool {
        self.matches.is_playing() && self.is_person(seat) && !self.participation.has_resigned(seat)
    }

    /// The players of the running match, without those who have resigned.
    pub(crate) fn match_players(&self) -> impl Iterator<Item = PlayerId> {
        let seats = self.seats.all().filter(|&seat| self.has_part(seat));
        seats.filter_map(|seat| Some(self.seats.person_at(seat)?.player))
    }

    /// The players who left the match that has ended:
    ///
    /// - those who resigned, however long they had waited;
    /// - those against whom the win was claimed, or who withdrew from the tournament;
    /// - those for whom a computer player or the clock still played at the end;
    /// - all players of a match to which nobody came back.
    ///
    /// A player who resigns after the partner has left does not count.
    pub fn leavers(&self) -> Vec<PlayerId> {
        let ending = self.matches.ending();
        let has_left = |seat: Seat| {
            let last_of_pair = matches!(ending, Some(Ending::Resigned { seat: last, .. }) if last == seat)
                && self.has_partner(seat);
            self.is_person(seat)
                && !last_of_pair
                && (self.participation.has_left(seat)
                    || matches!(ending, Some(Ending::Claimed { seat: left, .. } | Ending::Withdrawn { seat: left, .. }) if left == seat)
                    || matches!(ending, Some(Ending::Abandoned { .. })))
        };
        let seats = self.seats.all().filter(|&seat| has_left(seat));
        let players = seats.filter_map(|seat| Some(self.seats.person_at(seat)?.player));
        players.collect()
    }

    /// The players who left a quick or rated match; they wait longer for their next quick match. Empty for
    /// other matches.
    pub(crate) fn counted_leavers(&self) -> Vec<PlayerId> {
        if self.settings.quick || self.settings.rated {
            self.leavers()
        } else {
            Vec::new()
        }
    }

    /// Whether another person plays on the same side as this seat.
    fn has_partner(&self, seat: Seat) -> bool {
        let seating = self.rules().seating();
        let mut others = self.seats.all().filter(|&other| other != seat);
        others.any(|other| seating.side(other) == seating.side(seat) && self.is_person(other))
    }

    /// The level of the computer player that plays at a seat: the one that sits there, or the one that
    /// stands in for a person.
    pub(crate) fn computer_for(&self, seat: Seat) -> Option<Level> {
        let stands_in = self.participation.stand_in(seat);
        stands_in.or_else(|| self.seats.computer_at(seat))
    }

    /// Whether the seat is ready for the next match or round.
    pub fn is_ready(&self, seat: Seat) -> bool {
        match self.seats.person_at(seat) {
            // A computer player that stands in is always ready, but the person decides about a rematch.
            Some(person) => person.ready || (self.matches.is_playing() && !self.plays(seat)),
            None => self.seats.computer_at(seat).is_some(),
        }
    }

    pub(crate) fn is_everybody_ready(&self) -> bool {
        self.seats.all().all(|seat| self.is_ready(seat))
    }

    /// How many of the reserved seats are not yet taken by people with the invitation.
    pub(crate) fn seats_kept(&self) -> u8 {
        let invited = self.seats.people().filter(|person| person.invited);
        self.settings
            .kept_seats
            .saturating_sub(invited.count() as u8)
    }

    /// How many free seats are not reserved for people with the invitation.
    pub fn open_seats(&self) -> u8 {
        (self.seats.free().count() as u8).saturating_sub(self.seats_kept())
    }

    /// Whether matches are played over days: players come when it suits them, one after the other.
    pub(crate) fn is_over_days(&self) -> bool {
        self.settings.clock.is_over_days()
    }

    /// How many rounds the match has, if all tables of a tournament's round have the same deals.
    pub(crate) fn boards(&self) -> Option<u8> {
        self.settings.arranged.as_ref()?.boards
    }

    /// Whether a record of the last match is given out from this state on, and wasn't in the earlier state `before`:
    /// when the match has ended, and in a section when the last one has.
    pub(crate) fn opens_record_since(&self, before: &Self) -> bool {
        self.has_record() && !before.has_record()
    }

    /// Whether the last match has ended, and its record may be seen.
    pub(crate) fn has_record(&self) -> bool {
        self.status() == Status::Over && !self.deals.is_sealed()
    }

    /// Whether the table waits for its first match.
    pub fn is_waiting(&self) -> bool {
        self.status() == Status::Open && !self.closed
    }
}
