//! How a visitor asks for a computer player's seat at a loaded table, and how the request ends.

use boneyard_base::{PlayerId, Requester};
use boneyard_cluster::{NodeId, TableMessage};
use boneyard_protocol::{RequestOutcome, ServerMessage};
use boneyard_rules::Seat;
use tokio::time::Instant;

use super::LoadedTable;
use crate::state::refusal::Refusal;
use crate::state::takeover::{Asker, OpenRequest};

impl LoadedTable {
    /// Opens a request for a seat.
    pub(super) fn ask_for_seat(
        &mut self,
        requester: Requester,
        invited: bool,
        name: String,
        seat: Seat,
    ) -> Result<(), Refusal> {
        let player = requester.player;
        if let Some(open) = self.seat_requests.open() {
            let again = open.asker.player == player && open.seat == seat;
            return if again {
                Ok(())
            } else {
                Err(Refusal::RequestPending)
            };
        }
        let now = self.now();
        let now = self.seat_requests.next_time(now);
        let asker = Asker {
            player,
            name,
            invited,
        };
        let gone = self.absences.gone();
        let request = OpenRequest::new(self.log.state(), asker, seat, gone, now)?;
        self.seat_requests.ask(requester, request, Instant::now())?;
        self.tell_request();
        Ok(())
    }

    /// Ends the request of a visitor who no longer wants the seat.
    pub(super) fn withdraw_request(&mut self, player: PlayerId) -> Result<(), Refusal> {
        let is_own = |request: &OpenRequest| request.asker.player == player;
        if !self.seat_requests.open().is_some_and(is_own) {
            return Err(Refusal::NoRequest);
        }
        if self.log.is_doubtful() {
            // The request may already be granted in the log.
            return Err(Refusal::Unavailable);
        }
        self.end_request_everywhere(RequestOutcome::Withdrawn);
        Ok(())
    }

    /// Decides and appends a player's answer. If the request is granted, [`Self::check_request`] sends the
    /// outcome. `check_request` also finds a grant that is in the log although the append of the grant seemed
    /// to fail.
    pub(super) async fn answer_request(
        &mut self,
        requester: Requester,
        asked_ms: i64,
        agree: bool,
    ) -> Result<(), Refusal> {
        let open = self.seat_requests.open().cloned();
        let meant = open.filter(|request| request.asked.0 == asked_ms);
        let request = meant.ok_or(Refusal::NoRequest)?;
        let gone = *self.absences.gone();
        self.decide_and_append_for(Some(requester), |state, now| {
            request.answer(state, (requester.player, agree), &gone, now)
        })
        .await?;
        if !agree {
            self.end_request_everywhere(RequestOutcome::Declined);
        }
        Ok(())
    }

    /// Ends the open request if it has been granted or can no longer be granted. Otherwise shows it.
    pub(super) fn check_request(&mut self) {
        let open = self.seat_requests.open();
        // Until the log has been read again, it is unknown whether it holds the grant.
        let Some(request) = open.filter(|_| !self.log.is_doubtful()) else {
            return;
        };
        let state = self.log.state();
        let player = request.asker.player;
        let now = self.now();
        let is_own = self.seat_requests.own().is_some();
        if state.seat_of(player) == Some(request.seat) {
            self.end_request(RequestOutcome::Granted);
        } else if is_own && !self.followers.has(player) {
            self.end_request_everywhere(RequestOutcome::Lapsed);
        } else if !request.is_grantable(state, now) {
            // By the clocks of other nodes the request may not have expired yet, so they must be told.
            self.lapse_request();
        } else {
            let shown = request.shown(state, self.absences.gone());
            self.followers.set_request(Some((player, shown)));
        }
    }

    /// Opens a request that was made through another node, unless this node keeps the request that is already
    /// open.
    pub(super) fn take_request(&mut self, from: NodeId, request: OpenRequest) {
        if self.seat_requests.stays(from, &request) {
            return;
        }
        if let Some(own) = self.seat_requests.own() {
            // The other nodes must drop the request that was made through this node: some of them may receive
            // it only after the request from the node `from` has ended.
            let (asked, outcome) = (own.asked, RequestOutcome::Lapsed);
            self.others
                .tell(|| TableMessage::AskedNoMore { asked, outcome });
        }
        let is_same = |open: &OpenRequest| {
            (open.asker.player, open.seat) == (request.asker.player, request.seat)
        };
        if !self.seat_requests.open().is_some_and(is_same) {
            self.end_request(RequestOutcome::Lapsed);
        }
        self.seat_requests.put(Some(from), request);
    }

    /// Tells the other nodes about the open request.
    pub(super) fn tell_request(&self) {
        if let Some(OpenRequest { asker, seat, asked }) = self.seat_requests.open().cloned() {
            self.others.tell(|| TableMessage::Asked {
                player: asker.player,
                name: asker.name,
                invited: asker.invited,
                seat,
                asked,
            });
        }
    }

    /// Drops a request that was made through another node. If it is still open, that node reports it again.
    pub(super) fn forget_request(&mut self) {
        self.seat_requests.end();
        self.followers.set_request(None);
    }

    /// Ends the open request, because its time is over or was moved.
    pub(super) fn lapse_request(&mut self) {
        if self.seat_requests.own().is_some() {
            self.end_request_everywhere(RequestOutcome::Lapsed);
        } else {
            self.end_request(RequestOutcome::Lapsed);
        }
    }

    /// Ends the open request on all nodes. A node that notices the end by itself needs no message.
    fn end_request_everywhere(&mut self, outcome: RequestOutcome) {
        if let Some(asked) = self.seat_requests.open().map(|open| open.asked) {
            self.others
                .tell(|| TableMessage::AskedNoMore { asked, outcome });
        }
        self.end_request(outcome);
    }

    /// Ends the open request, and sends the asker the outcome.
    pub(super) fn end_request(&mut self, outcome: RequestOutcome) {
        self.followers.set_request(None);
        if let Some(request) = self.seat_requests.end() {
            let message = ServerMessage::RequestEnded {
                table: self.id,
                seat: request.seat,
                outcome,
            };
            let asker = request.asker.player;
            self.followers
                .tell_player(self.log.state(), asker, &message);
        }
    }
}
