//! How a visitor gets the seat of a computer player while a match is played: the visitor asks, and
//! the host agrees; while the host is away, any player who is there. A request is held in memory
//! alone, as connections are: a restart ends it, and the visitor asks again. Only the grant is in the
//! log, before anybody sees it.

use std::collections::HashMap;

use boneyard_protocol::{RequestOutcome, SeatRequest, ServerMessage, TookOver};
use boneyard_rules::{BySeat, Match, Seat};
use tokio::time::Instant;

use crate::clock::Timestamp;
use crate::id::PlayerId;
use crate::limits;
use crate::rate::Rate;
use crate::table::state::command::Decision;
use crate::table::state::event::TableEvent;
use crate::table::state::participation::Gone;
use crate::table::state::refusal::Refusal;
use crate::table::state::{Sitter, State};
use crate::table::task::loaded::LoadedTable;

/// A visitor who asks for a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Asker {
    pub(crate) player: PlayerId,
    /// Their display name.
    pub(crate) name: String,
    /// Whether they came with the invitation.
    pub(crate) invited: bool,
}

/// A request that is not answered yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct OpenRequest {
    pub(crate) asker: Asker,
    pub(crate) seat: Seat,
    pub(crate) asked: Timestamp,
}

impl OpenRequest {
    /// When it lapses at the latest.
    pub(crate) fn until(&self) -> Timestamp {
        self.asked.plus_ms(limits::SEAT_REQUEST_MS)
    }
}

impl State {
    /// Judges whether a visitor may ask for a computer player's seat. A visitor who could sit down
    /// there before the match may ask during it.
    ///
    /// # Errors
    ///
    /// Why they may not.
    fn may_take_over(&self, asker: &Asker, seat: Seat) -> Result<(), Refusal> {
        self.may_sit(asker.player)?;
        self.must_be_playing()?;
        if self.seats.get(seat).is_none() {
            return Err(Refusal::NoSuchSeat(seat));
        }
        if self.computer_at(seat).is_none() {
            return Err(Refusal::Taken(seat));
        }
        let seats = self.rules.seating.seats();
        let computers = seats.filter(|&seat| self.computer_at(seat).is_some());
        if !asker.invited && computers.count() <= usize::from(self.seats_kept()) {
            return Err(Refusal::Kept);
        }
        Ok(())
    }

    /// Whether the player at a seat may answer a request: the host, or while the host is away any
    /// player who is there. Programs are never asked.
    pub(crate) fn may_answer(&self, seat: Seat, gone: &Gone) -> bool {
        let is_there = |seat| {
            let is_bot = self.person_at(seat).is_some_and(|at| at.player.is_bot());
            self.takes_part(seat) && gone[seat].is_none() && !is_bot
        };
        is_there(seat) && (seat == self.host || !is_there(self.host))
    }

    /// A request for a seat, made now.
    ///
    /// # Errors
    ///
    /// Why it can't be made.
    pub(crate) fn request_seat(
        &self,
        asker: Asker,
        seat: Seat,
        gone: &Gone,
        now: Timestamp,
    ) -> Result<OpenRequest, Refusal> {
        self.may_take_over(&asker, seat)?;
        let mut seats = self.rules.seating.seats();
        if !seats.any(|seat| self.may_answer(seat, gone)) {
            return Err(Refusal::NobodyToAsk);
        }
        Ok(OpenRequest {
            asker,
            seat,
            asked: now,
        })
    }

    /// Whether a request can still be granted.
    pub(crate) fn can_grant(&self, request: &OpenRequest, now: Timestamp) -> bool {
        now < request.until() && self.may_take_over(&request.asker, request.seat).is_ok()
    }

    /// Judges a player's answer to a request: one who agrees gives the asker the seat.
    ///
    /// # Errors
    ///
    /// When the request is over, or not for this player to answer.
    pub(crate) fn answer_request(
        &self,
        request: &OpenRequest,
        player: PlayerId,
        agree: bool,
        gone: &Gone,
        now: Timestamp,
    ) -> Result<Decision, Refusal> {
        let seat = self.seat_of(player).ok_or(Refusal::NotSeated)?;
        if !self.can_grant(request, now) {
            return Err(Refusal::NoRequest);
        }
        if !self.may_answer(seat, gone) {
            return Err(Refusal::NotAsked);
        }
        let mut draft = self.draft(now);
        if agree {
            let asker = &request.asker;
            draft.add(TableEvent::TookOver {
                seat: request.seat,
                player: asker.player,
                name: asker.name.clone(),
                invited: asker.invited,
            })?;
        }
        Ok(draft.done())
    }

    /// A request as everybody at the table is shown it.
    pub(crate) fn shown_request(&self, request: &OpenRequest, gone: &Gone) -> SeatRequest {
        SeatRequest {
            seat: request.seat,
            name: request.asker.name.clone(),
            bot: request.asker.player.is_bot(),
            yours: false,
            asked_ms: request.asked.0,
            until_ms: request.until().0,
            may_answer: BySeat::from_fn(self.rules.seating, |seat| self.may_answer(seat, gone)),
        }
    }

    /// The computer player's hand, turn and clock are a person's from now on. The seat has promised no
    /// seed for the deals of this match, and stays without one.
    pub(crate) fn take_over(
        &mut self,
        seat: Seat,
        player: PlayerId,
        name: &str,
        invited: bool,
    ) -> Result<(), Refusal> {
        self.must_be_playing()?;
        let level = self.computer_at(seat).ok_or(Refusal::EmptySeat(seat))?;
        if self.seat_of(player).is_some() {
            return Err(Refusal::AlreadySeated);
        }
        let round = self.game.as_ref().map_or(0, Match::round_number);
        self.seats[seat] = Some(Sitter::person(player, name, invited));
        self.manners.forget(seat);
        let attention = &mut self.person_mut(seat)?.attention;
        attention.took_over = Some(TookOver { level, round });
        Ok(())
    }

    /// What the person at a seat has taken over during this match.
    pub(crate) fn took_over(&self, seat: Seat) -> Option<TookOver> {
        self.person_at(seat)?.attention.took_over
    }
}

/// The requests for seats at one table: one is open at a time.
#[derive(Debug)]
pub(crate) struct SeatRequests {
    open: Option<OpenRequest>,
    /// When the last request was made: no two have the same time.
    last: Timestamp,
    /// How often all visitors together ask.
    rate: Rate,
    /// How often each visitor asks who has asked not long ago.
    askers: HashMap<PlayerId, Rate>,
}

impl SeatRequests {
    /// No visitor has asked.
    pub(crate) fn new(now: Instant) -> Self {
        Self {
            open: None,
            last: Timestamp(0),
            rate: Rate::new(
                limits::SEAT_REQUESTS_INTERVAL,
                limits::SEAT_REQUESTS_BURST,
                now,
            ),
            askers: HashMap::new(),
        }
    }

    /// When the open request lapses.
    pub(crate) fn deadline(&self) -> Option<Timestamp> {
        self.open.as_ref().map(OpenRequest::until)
    }

    /// The asker goes by another name.
    pub(crate) fn rename(&mut self, player: PlayerId, name: &str) {
        if let Some(request) = self.open.as_mut().filter(|one| one.asker.player == player) {
            name.clone_into(&mut request.asker.name);
        }
    }

    /// Takes one out of the asker's own bucket and, only then, one out of everybody's.
    fn let_ask(&mut self, player: PlayerId, now: Instant) -> Result<(), Refusal> {
        // A visitor whose bucket is full again might as well never have asked.
        self.askers.retain(|_, rate| !rate.is_full(now));
        let own = self.askers.entry(player).or_insert_with(|| {
            Rate::new(
                limits::SEAT_REQUEST_INTERVAL,
                limits::SEAT_REQUEST_BURST,
                now,
            )
        });
        if own.allows(now) && self.rate.allows(now) {
            Ok(())
        } else {
            Err(Refusal::RequestsTooOften)
        }
    }
}

impl LoadedTable {
    /// Opens a request for a seat.
    pub(crate) fn ask_for_seat(&mut self, asker: Asker, seat: Seat) -> Result<(), Refusal> {
        let player = asker.player;
        if let Some(open) = &self.seat_requests.open {
            let again = open.asker.player == player && open.seat == seat;
            return if again {
                Ok(())
            } else {
                Err(Refusal::RequestPending)
            };
        }
        let now = self.tables.clock().now();
        let now = now.max(self.seat_requests.last.plus_ms(1));
        let request = self.state.request_seat(asker, seat, &self.gone, now)?;
        self.seat_requests.let_ask(player, Instant::now())?;
        self.seat_requests.last = now;
        self.seat_requests.open = Some(request);
        Ok(())
    }

    /// Ends the request of a visitor who no longer wants the seat.
    pub(crate) fn withdraw_request(&mut self, player: PlayerId) -> Result<(), Refusal> {
        let is_own = |request: &OpenRequest| request.asker.player == player;
        if !self.seat_requests.open.as_ref().is_some_and(is_own) {
            return Err(Refusal::NoRequest);
        }
        if self.doubtful {
            // It may be granted in the log already.
            return Err(Refusal::Unavailable);
        }
        self.end_request(RequestOutcome::Withdrawn);
        Ok(())
    }

    /// Judges and appends a player's answer. A grant is told by [`Self::check_request`], which also
    /// finds a grant that is in the log though its append seemed to fail.
    pub(crate) async fn answer_request(
        &mut self,
        player: PlayerId,
        asked_ms: i64,
        agree: bool,
    ) -> Result<(), Refusal> {
        let open = self.seat_requests.open.clone();
        let meant = open.filter(|request| request.asked.0 == asked_ms);
        let request = meant.ok_or(Refusal::NoRequest)?;
        let gone = self.gone;
        self.decide_and_append(|state, now| {
            state.answer_request(&request, player, agree, &gone, now)
        })
        .await?;
        if !agree {
            self.end_request(RequestOutcome::Declined);
        }
        Ok(())
    }

    /// Ends the open request if it has been granted or can't be any more; else shows it.
    pub(crate) fn check_request(&mut self) {
        let open = self.seat_requests.open.as_ref();
        // Until the log has been read again, nobody knows whether it holds the grant.
        let Some(request) = open.filter(|_| !self.doubtful) else {
            return;
        };
        let player = request.asker.player;
        let now = self.tables.clock().now();
        if self.state.seat_of(player) == Some(request.seat) {
            self.end_request(RequestOutcome::Granted);
        } else if !self.followers.has(player) || !self.state.can_grant(request, now) {
            self.end_request(RequestOutcome::Lapsed);
        } else {
            let gone = self.gone;
            let shown = self.state.shown_request(request, &gone);
            self.followers.set_request(Some((player, shown)));
        }
    }

    /// Ends the open request, and tells the asker what came of it.
    fn end_request(&mut self, outcome: RequestOutcome) {
        self.followers.set_request(None);
        if let Some(request) = self.seat_requests.open.take() {
            let message = ServerMessage::RequestEnded {
                table: self.id,
                seat: request.seat,
                outcome,
            };
            let asker = request.asker.player;
            self.followers.tell_player(&self.state, asker, &message);
        }
    }
}
