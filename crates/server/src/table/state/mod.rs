//! The state of a table: its people and its match, as the log tells them. Pure: no clock, no
//! chance, no store.

pub(in crate::table) mod clocks;
pub(in crate::table) mod command;
pub(in crate::table) mod deals;
pub(in crate::table) mod ending;
pub(in crate::table) mod event;
pub(in crate::table) mod json_log;
pub(in crate::table) mod participation;
pub(in crate::table) mod promise;
pub(in crate::table) mod record;
pub(in crate::table) mod refusal;
pub(in crate::table) mod rows;
pub(in crate::table) mod sitting;

use std::sync::Arc;

use boneyard_bot::Manners;
use boneyard_protocol::{Access, Ending, Invite, Level, Status};
use boneyard_rules::{BySeat, Match, Play, Rules, Seat};

use crate::clock::Timestamp;
use crate::id::PlayerId;
use crate::limits;
use crate::table::state::clocks::Times;
use crate::table::state::deals::Fair;
use crate::table::state::event::TableEvent;
use crate::table::state::participation::Attention;
use crate::table::state::refusal::Refusal;

/// A table, as far as its log goes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    /// The number of the last row of the log that is in here.
    pub(crate) version: i64,
    pub(crate) created: Timestamp,
    pub(crate) opened_by: PlayerId,
    pub(crate) rules: Rules,
    /// The rules in short notation.
    pub(crate) notation: Arc<str>,
    pub(crate) access: Access,
    pub(crate) kept_seats: u8,
    pub(crate) invite: Invite,
    /// Whether players may ask for hints.
    pub(crate) hints: bool,
    /// Whether programs may take seats.
    pub(crate) bots: bool,
    pub(crate) seats: BySeat<Option<Sitter>>,
    /// The seat of the person who may remove others before the first match, and decides about
    /// computer players.
    pub(crate) host: Seat,
    /// Who may not sit here any more.
    pub(crate) removed: Vec<PlayerId>,
    pub(crate) status: Status,
    /// No person sits here any more, for good.
    pub(crate) closed: bool,
    /// How many matches have begun here.
    pub(crate) matches: u32,
    /// The match that is played, or was played last.
    pub(crate) game: Option<Match>,
    /// What the rounds that are over have told of how each seat plays.
    pub(crate) manners: Manners,
    /// The number of the row of the log that the match began with; 0 before the first.
    pub(crate) match_row: i64,
    /// When the match began.
    pub(crate) match_began: Timestamp,
    /// The plies of the matches before, so that a decision made for one of them is stale in the
    /// next.
    pub(crate) plies_before: u32,
    /// What the deals come from.
    pub(crate) fair: Fair,
    /// When the next round begins even if not everybody is ready for it.
    pub(crate) deal_at: Option<Timestamp>,
    /// The clocks.
    pub(crate) times: Times,
    /// How the last match ended; none before and while one is played.
    pub(crate) ending: Option<Ending>,
    /// When something happened here last.
    pub(crate) last: Timestamp,
}

/// Who sits at a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Sitter {
    /// Somebody.
    Person(Person),
    /// A computer player. It is always there and always ready.
    Computer(Level),
}

/// Somebody who sits at a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Person {
    pub(crate) player: PlayerId,
    pub(crate) name: Arc<str>,
    /// Whether they came with the invitation, and one of the kept seats is theirs.
    pub(crate) invited: bool,
    /// Ready for what comes next: the match, the next round of it, or a rematch.
    pub(crate) ready: bool,
    /// How their seat is looked after during a match.
    pub(crate) attention: Attention,
}

impl Sitter {
    pub(crate) fn person(player: PlayerId, name: &str, invited: bool) -> Self {
        Self::Person(Person {
            player,
            name: name.into(),
            invited,
            ready: false,
            attention: Attention::default(),
        })
    }
}

impl State {
    pub(crate) fn begin(events: &[TableEvent], at: Timestamp) -> Result<Self, Refusal> {
        let (created, rest) = events.split_first().ok_or(Refusal::OutOfOrder)?;
        let mut state = Self::created(created, at)?;
        state.add(rest, at)?;
        Ok(state)
    }

    /// A new table, of which nothing is in the log yet.
    pub(crate) fn created(event: &TableEvent, at: Timestamp) -> Result<Self, Refusal> {
        let TableEvent::Created {
            host,
            name,
            rules,
            access,
            kept_seats,
            invite,
            hints,
            clock,
            bots,
            seed,
        } = event
        else {
            return Err(Refusal::OutOfOrder);
        };
        let seats = BySeat::from_fn(rules.seating, |_| None);
        let mut state = Self {
            version: 0,
            created: at,
            opened_by: *host,
            rules: *rules,
            notation: rules.to_string().into(),
            access: *access,
            kept_seats: *kept_seats,
            invite: *invite,
            hints: *hints,
            times: Times::new(*clock, &seats),
            seats,
            bots: *bots,
            host: Seat::default(),
            removed: Vec::new(),
            status: Status::Open,
            closed: false,
            matches: 0,
            game: None,
            manners: Manners::default(),
            match_row: 0,
            match_began: at,
            plies_before: 0,
            fair: Fair::new(*seed, rules.seating),
            deal_at: None,
            ending: None,
            last: at,
        };
        state.seats[state.host] = Some(Sitter::person(*host, name, false));
        Ok(state)
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
            TableEvent::Sat {
                seat,
                player,
                name,
                invited,
            } => self.sit(*seat, Sitter::person(*player, name, *invited))?,
            TableEvent::ComputerSat { seat, level } => self.sit(*seat, Sitter::Computer(*level))?,
            TableEvent::Left { seat } => {
                self.stand_up(*seat)?;
            }
            TableEvent::Removed { seat } => {
                if let Sitter::Person(person) = self.stand_up(*seat)? {
                    self.removed.push(person.player);
                }
            }
            TableEvent::Renamed { seat, name } => {
                self.person_mut(*seat)?.name = name.as_str().into();
            }
            TableEvent::Readied { seat, ready } => self.person_mut(*seat)?.ready = *ready,
            TableEvent::Committed { seat, commitment } => {
                self.person_mut(*seat)?;
                self.fair.commit(*seat, Some(*commitment));
            }
            TableEvent::Began => {
                let latest = at.plus_ms(limits::REVEAL_MS_MAX);
                self.fair.begin_to_reveal(latest);
            }
            TableEvent::Revealed { seat, seed } => {
                self.person_mut(*seat)?;
                self.fair.reveal(*seat, *seed)?;
            }
            TableEvent::Lots { tiles } => {
                self.note_lots(*tiles);
                self.game_to_deal(at).lots(*tiles)?;
            }
            TableEvent::Dealt { order } => {
                self.note_deal(*order);
                self.game_to_deal(at).deal(order)?;
                self.nobody_is_ready();
                self.new_round();
            }
            TableEvent::Played {
                seat,
                tile,
                arm,
                announced,
            } => {
                let play = Play {
                    tile: *tile,
                    arm: *arm,
                    announced: *announced,
                };
                self.running_game()?.play(*seat, play)?;
                self.end_match_if_over();
            }
            TableEvent::Called { seat } => {
                self.running_game()?.call(*seat)?;
                self.end_match_if_over();
            }
            TableEvent::Continued { seat } => {
                self.person_mut(*seat)?.ready = true;
                let latest = at.plus_ms(limits::NEXT_ROUND_MS_MAX);
                self.deal_at.get_or_insert(latest);
            }
            TableEvent::Closed => self.closed = true,
            TableEvent::PlacedFor { seat, tile, arm } => {
                let play = Play {
                    tile: *tile,
                    arm: *arm,
                    announced: None,
                };
                self.running_game()?.play(*seat, play)?;
                self.person_mut(*seat)?.attention.miss();
                self.end_match_if_over();
            }
            TableEvent::Returned { seat } => self.person_mut(*seat)?.attention.come_back(),
            TableEvent::Lent { seat, level, .. } => {
                self.must_be_playing()?;
                self.person_mut(*seat)?.attention.lend(*level);
            }
            TableEvent::Resigned { seat } => self.give_up(*seat)?,
            TableEvent::OfferedEnd { seat } => self.offer_end(*seat)?,
            TableEvent::DeclinedEnd { .. } => self.forget_offers(),
            TableEvent::Claimed { seat, by } => self.claim(*seat, *by)?,
            TableEvent::Abandoned => self.end_abandoned()?,
            TableEvent::TookOver {
                seat,
                player,
                name,
                invited,
            } => self.take_over(*seat, *player, name, *invited)?,
            TableEvent::Warned { .. } | TableEvent::Resumed { .. } => {}
        }
        if self.status != Status::Playing {
            self.fair.renew_if_short();
        }
        self.last = at;
        self.keep_time(event, at)
    }

    fn sit(&mut self, seat: Seat, sitter: Sitter) -> Result<(), Refusal> {
        self.must_be_free(seat)?;
        self.seats[seat] = Some(sitter);
        self.manners.forget(seat);
        Ok(())
    }

    /// Frees a seat; the host's place passes to the next person who sits, clockwise.
    fn stand_up(&mut self, seat: Seat) -> Result<Sitter, Refusal> {
        if self.seats.get(seat).is_none() {
            return Err(Refusal::NoSuchSeat(seat));
        }
        let sitter = self.seats[seat].take().ok_or(Refusal::EmptySeat(seat))?;
        self.fair.commit(seat, None);
        if self.host == seat {
            let mut others = self.rules.seating.from(seat);
            self.host = others
                .find(|&other| self.person_at(other).is_some())
                .unwrap_or(seat);
        }
        Ok(sitter)
    }

    pub(crate) fn person_mut(&mut self, seat: Seat) -> Result<&mut Person, Refusal> {
        if self.seats.get(seat).is_none() {
            return Err(Refusal::NoSuchSeat(seat));
        }
        match &mut self.seats[seat] {
            Some(Sitter::Person(person)) => Ok(person),
            Some(Sitter::Computer(_)) | None => Err(Refusal::EmptySeat(seat)),
        }
    }

    fn running_game(&mut self) -> Result<&mut Match, Refusal> {
        match &mut self.game {
            Some(game) if self.status == Status::Playing => Ok(game),
            _ => Err(Refusal::NoMatch),
        }
    }

    /// The match that lots or tiles are dealt for: a new one, unless one is running.
    fn game_to_deal(&mut self, at: Timestamp) -> &mut Match {
        if let Some(game) = &self.game {
            self.manners.learn(game);
        }
        if self.status != Status::Playing {
            self.match_row = self.version + 1;
            self.match_began = at;
            self.plies_before += self.game.take().map_or(0, |last| last.ply());
            self.matches += 1;
            self.begin_anew();
            self.status = Status::Playing;
        }
        self.game.get_or_insert_with(|| Match::new(&self.rules))
    }

    pub(crate) fn nobody_is_ready(&mut self) {
        self.deal_at = None;
        for seat in self.rules.seating.seats() {
            if let Some(Sitter::Person(person)) = &mut self.seats[seat] {
                person.ready = false;
            }
        }
    }
}
