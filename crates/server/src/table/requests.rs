//! What a table's task does about those who ask for the seat of a computer player. It is held in
//! memory alone, as who is there is: a restart ends it, and the asker asks again. What is granted is
//! in the log before anybody sees it.

use std::collections::HashMap;

use boneyard_protocol::{RequestOutcome, ServerMessage};
use boneyard_rules::Seat;
use tokio::time::Instant;

use super::actor::Actor;
use super::refusal::Refusal;
use super::takeover::{Asker, Request, Standing};
use crate::clock::Timestamp;
use crate::id::PlayerId;
use crate::limits;
use crate::rate::Rate;

/// Who asks for a computer player's seat: one at a time.
#[derive(Debug)]
pub(super) struct Requests {
    open: Option<Request>,
    /// When somebody asked last: no two requests have the same time.
    last: Timestamp,
    /// How often everybody together asks.
    rate: Rate,
    /// How often each of those asks who have asked not long ago.
    askers: HashMap<PlayerId, Rate>,
}

impl Requests {
    /// Nobody has asked.
    pub(super) fn new(now: Instant) -> Self {
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

    /// When there is something to do unasked.
    pub(super) fn deadline(&self) -> Option<Timestamp> {
        self.open.as_ref().map(Request::until)
    }

    /// Whoever asks goes by another name.
    pub(super) fn rename(&mut self, player: PlayerId, name: &str) {
        if let Some(request) = self.open.as_mut().filter(|one| one.asker.player == player) {
            name.clone_into(&mut request.asker.name);
        }
    }

    /// Takes one out of the asker's own bucket and, only then, one out of everybody's.
    fn let_ask(&mut self, player: PlayerId, now: Instant) -> Result<(), Refusal> {
        // Whose bucket is full again might as well never have asked.
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

impl Actor {
    pub(super) fn ask(&mut self, asker: Asker, seat: Seat) -> Result<(), Refusal> {
        let player = asker.player;
        if let Some(open) = &self.requests.open {
            let again = open.asker.player == player && open.seat == seat;
            return if again {
                Ok(())
            } else {
                Err(Refusal::RequestPending)
            };
        }
        let now = self.tables.clock().now().max(self.requests.last.plus_ms(1));
        let request = self.state.request(asker, seat, now)?;
        self.requests.let_ask(player, Instant::now())?;
        self.requests.last = now;
        self.requests.open = Some(request);
        Ok(())
    }

    pub(super) fn withdraw(&mut self, player: PlayerId) -> Result<(), Refusal> {
        let own = |request: &Request| request.asker.player == player;
        if !self.requests.open.as_ref().is_some_and(own) {
            return Err(Refusal::NoRequest);
        }
        if self.doubtful {
            // It may be granted in the log already.
            return Err(Refusal::Unavailable);
        }
        self.end_request(RequestOutcome::Withdrawn);
        Ok(())
    }

    pub(super) async fn answer(
        &mut self,
        player: PlayerId,
        asked_ms: i64,
        agree: bool,
    ) -> Result<(), Refusal> {
        // Whoever answers is there, and asked.
        self.settle(|state, now| state.welcome_back(player, now))
            .await?;
        let meant = |request: &&mut Request| request.asked.0 == asked_ms;
        let request = self.requests.open.as_mut().filter(meant);
        let request = request.ok_or(Refusal::NoRequest)?;
        if !self.state.answer(request, player, agree)? {
            self.end_request(RequestOutcome::Declined);
        }
        Ok(())
    }

    /// Grants what everybody has agreed to, ends what can't be granted any more, and shows what is
    /// left. If the storage fails it is tried again.
    pub(super) async fn see_to_request(&mut self) {
        let Some(request) = self.requests.open.clone() else {
            return self.followers.set_request(None);
        };
        if self.doubtful {
            // It may be granted in the log already.
            return;
        }
        let player = request.asker.player;
        let now = self.tables.clock().now();
        let is_here = self.followers.has(player);
        let mut standing = self.state.standing(&request, is_here, now);
        if standing == Standing::Agreed {
            let handed_over = self.settle(|state, now| state.hand_over(&request, now));
            standing = match handed_over.await {
                Ok(()) => Standing::Granted,
                Err(Refusal::Unavailable) => Standing::Waits,
                Err(_) => Standing::Lapsed,
            };
        }
        match standing {
            Standing::Waits | Standing::Agreed => {
                let shown = self.state.shown_request(&request);
                self.followers.set_request(Some((player, shown)));
            }
            Standing::Granted => self.end_request(RequestOutcome::Granted),
            Standing::Lapsed => self.end_request(RequestOutcome::Lapsed),
        }
    }

    /// Nobody asks any more, and whoever did is told what came of it.
    fn end_request(&mut self, outcome: RequestOutcome) {
        self.followers.set_request(None);
        if let Some(request) = self.requests.open.take() {
            let message = ServerMessage::RequestEnded {
                table: self.id,
                seat: request.seat,
                outcome,
            };
            self.followers.tell_player(request.asker.player, &message);
        }
    }
}
