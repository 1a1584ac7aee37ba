//! The requests for computer players' seats at one table. They are held in memory alone, as
//! connections are: a restart ends them, and the visitor asks again. Only the grant is in the log,
//! before anybody sees it.

use std::collections::HashMap;

use boneyard_protocol::{RequestOutcome, ServerMessage};
use boneyard_rules::Seat;
use tokio::time::Instant;

use crate::clock::Timestamp;
use crate::id::PlayerId;
use crate::limits;
use crate::rate::Rate;
use crate::table::state::refusal::Refusal;
use crate::table::state::takeover::{Asker, OpenRequest};
use crate::table::task::loaded::LoadedTable;

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
        let request = OpenRequest::new(&self.state, asker, seat, &self.gone, now)?;
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
        self.decide_and_append(|state, now| request.answer(state, (player, agree), &gone, now))
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
        } else if !self.followers.has(player) || !request.is_grantable(&self.state, now) {
            self.end_request(RequestOutcome::Lapsed);
        } else {
            let shown = request.shown(&self.state, &self.gone);
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
