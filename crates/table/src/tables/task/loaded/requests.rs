//! The requests of followers to a loaded table.

use boneyard_base::{FollowId, PlayerId, Requester};
use boneyard_cluster::Speech;
use boneyard_protocol::{About, Promise, Request, ServerMessage};

use super::LoadedTable;
use crate::state::command::{Action, Command, Leaving};
use crate::state::refusal::Refusal;
use crate::tables::task::held::Change;
use crate::view::Role;

impl LoadedTable {
    /// Does what a follower's request asks for, or sends the refusal.
    pub(super) async fn request(&mut self, id: FollowId, name: &str, request: Request) {
        let Some(follower) = self.followers.get(id) else {
            return;
        };
        let (requester, invited) = (follower.peer.requester(), follower.invited);
        let player = requester.player;
        let about = request.about();
        let asks_for_seat = matches!(
            request,
            Request::RequestSeat { .. } | Request::WithdrawRequest
        );
        let is_for_watchers = matches!(
            request,
            Request::Say { .. } | Request::React { .. } | Request::Fairness { .. }
        );
        let role = self.state().role(player);
        let result = if role == Role::Outsider && !asks_for_seat {
            Err(Refusal::PrivateMatch)
        } else if role == Role::LateWatcher && !is_for_watchers {
            // Other refusals would tell something of the present state of the match.
            Err(Refusal::NotSeated)
        } else {
            self.try_request(id, (requester, invited, name), request)
                .await
        };
        if let Err(refusal) = result {
            self.refuse(id, about, refusal);
        }
    }

    async fn try_request(
        &mut self,
        id: FollowId,
        (requester, invited, name): (Requester, bool, &str),
        request: Request,
    ) -> Result<(), Refusal> {
        let player = requester.player;
        let name = || name.to_owned();
        let action = match request {
            Request::Sit { seat } => {
                self.must_be_welcome(player).await?;
                Action::Sit { seat, name: name() }
            }
            Request::Leave => Action::Leave,
            Request::Ready { ready } => {
                return self.change(requester, Change::Ready(ready)).await;
            }
            Request::Commit {
                match_number,
                commitment,
                head,
            } => Action::Commit {
                match_number,
                promise: Promise {
                    commitment,
                    head: self.tables.promised_head(head).await?,
                },
            },
            Request::Reveal { match_number, seed } => Action::Reveal { match_number, seed },
            Request::Remove { seat, pseudonym } => Action::Remove(seat, pseudonym),
            Request::SeatComputer { seat, level } => Action::SeatComputer(seat, level),
            Request::Move { ply, chosen } => Action::Move { ply, chosen },
            Request::Resign => Action::Resign,
            Request::Agree { agree } => Action::Agree(agree),
            Request::Absent { seat, choice } => Action::Absent(seat, choice),
            Request::Back => Action::Back,
            Request::Next => Action::Next,
            Request::Holiday => Action::Holiday,
            Request::RequestSeat { seat } => {
                return self.ask_for_seat(requester, invited, name(), seat);
            }
            Request::WithdrawRequest => return self.withdraw_request(player),
            Request::AnswerRequest { asked_ms, agree } => {
                return self.answer_request(requester, asked_ms, agree).await;
            }
            Request::Fairness { round } => return self.prove(id, round),
            Request::Hint { ply } => return self.hint(id, ply),
            Request::Say { words } => return self.speak(id, name(), Speech::Say(words)),
            Request::React { reaction } => {
                return self.speak(id, name(), Speech::React(reaction));
            }
        };
        self.act(requester, invited, action).await
    }

    /// Refuses a seat to a visitor who may not play rated matches, if the table is rated.
    async fn must_be_welcome(&self, player: PlayerId) -> Result<(), Refusal> {
        if self.state().settings.rated
            && !self.tables.store().ratings().may_be_rated(player).await?
        {
            return Err(Refusal::OnlyKept);
        }
        Ok(())
    }

    /// Acts for a visitor whom quick match brings to the table.
    pub(super) async fn act_for(
        &mut self,
        requester: Requester,
        action: Action,
    ) -> Result<(), Refusal> {
        if matches!(action, Action::Sit { .. }) {
            self.must_be_welcome(requester.player).await?;
        }
        self.act(requester, false, action).await
    }

    /// Frees the seat of a player who is not connected, if the table waits for its first match. Returns
    /// whether the player has a seat and is not connected.
    pub(super) async fn leave_if_away(&mut self, requester: Requester) -> bool {
        self.look_elsewhere();
        let player = requester.player;
        let is_away = self.state().is_waiting()
            && self.state().seat_of(player).is_some()
            && !self.followers.is_here(player);
        if is_away {
            // If the append fails, the host can still remove the player.
            let _ = self.act(requester, false, Action::Leave).await;
        }
        is_away
    }

    /// Has a player who holds nothing any more give up the seat. Returns whether nothing is left to give up. If an
    /// append fails, the caller tries again.
    pub(super) async fn depart(&mut self, leaving: &Leaving) -> bool {
        // The first event may end the match, and only then the seat is given up: the record of the match names the
        // players at the seats.
        for _ in 0..2 {
            let decided = self.decide_and_append(|state, now| state.decide_departure(leaving, now));
            if decided.await.is_err() {
                return false;
            }
        }
        let seat = self.state().seat_of(leaving.player);
        let plays_on = |seat| !leaving.resigns && self.state().has_part(seat);
        seat.is_none_or(plays_on)
    }

    /// Decides an action, and appends and shows its events.
    pub(crate) async fn act(
        &mut self,
        requester: Requester,
        invited: bool,
        action: Action,
    ) -> Result<(), Refusal> {
        let player = requester.player;
        let plays = matches!(action, Action::Move { .. });
        let command = Command {
            player,
            invited,
            action,
        };
        let gone = *self.absences.gone();
        self.decide_and_append_for(Some(requester), |state, now| {
            state.decide(&command, &gone, now)
        })
        .await?;
        if plays {
            self.absences.played(player);
        }
        Ok(())
    }

    /// Makes a change that a player may undo. After too many changes, the next change is held back for a
    /// time. Changes that undo each other during this time are never written.
    async fn change(&mut self, requester: Requester, change: Change) -> Result<(), Refusal> {
        match self.writes.hold(requester, change) {
            Some(change) => self.act(requester, false, change.into()).await,
            None => Ok(()),
        }
    }

    /// Sends a follower the proof of the deals of a round.
    fn prove(&mut self, id: FollowId, round: u32) -> Result<(), Refusal> {
        let Some(follower) = self.followers.get(id) else {
            return Ok(());
        };
        let state = self.log.state_for(follower.peer.player);
        let proof = state.fairness(Some(round));
        let fairness = Box::new(proof.ok_or(Refusal::NotEnded)?);
        let table = self.id;
        self.followers
            .tell_one(id, &ServerMessage::Fairness { table, fairness });
        Ok(())
    }

    /// Sends a follower the refusal of a request.
    pub(crate) fn refuse(&mut self, id: FollowId, about: About, refusal: Refusal) {
        tracing::debug!(table = %self.id, code = %refusal.code(), ?about, "refused");
        self.tables.meters().refuses(refusal.code());
        let message = ServerMessage::Error {
            about: Some(about),
            table: Some(self.id),
            code: refusal.code(),
            reason: refusal.illegal(),
            text: refusal.to_string(),
        };
        self.followers.tell_one(id, &message);
    }

    /// Changes the display name of a player at the table. If the visitor has no seat or the change fails,
    /// the name stays.
    pub(super) async fn rename(&mut self, requester: Requester, name: &str) {
        if self.seat_requests.rename(requester.player, name) {
            self.tell_request();
        }
        let seated = self.state().seat_of(requester.player);
        let person = seated.and_then(|seat| self.state().seats.person_at(seat));
        if person.is_some_and(|person| *person.name != *name) {
            let _ = self.change(requester, Change::Name(name.to_owned())).await;
        }
    }
}
