//! What a table's task does for those who follow it, or want to.

use boneyard_protocol::{About, Missed, ServerMessage, Update};
use tokio::time::Instant;

use super::actor::Actor;
use super::chat::{Place, Speaker, Speech};
use super::command::{Action, Command};
use super::followers::{Follower, turn_away};
use super::handle::Mail;
use super::refusal::Refusal;
use super::view::Role;
use crate::id::PlayerId;
use crate::peer::FollowId;

impl Actor {
    /// Adds a follower, and shows them what they may see. Nothing can happen between the two, so each
    /// update after it fits.
    pub(super) fn follow(&mut self, mut follower: Follower, since: Option<u64>) {
        let player = follower.peer.player;
        let seated = self.state.seat_of(player).is_some();
        let known = self.followers.get(follower.id);
        follower.invited |= seated || known.is_some_and(|known| known.invited);
        if let Err(refusal) = self.may_follow(&follower) {
            turn_away(&follower.peer, follower.id, self.id, refusal);
            self.followers.remove(follower.id);
            return;
        }
        let id = follower.id;
        self.followers.add(follower);
        self.show(id, since);
    }

    /// Shows a follower all that they may see: what they missed, if that is known, or the table.
    pub(super) fn show(&mut self, id: FollowId, since: Option<u64>) {
        let Some(follower) = self.followers.get(id) else {
            return;
        };
        let player = follower.peer.player;
        let now = self.tables.clock().now();
        let presence = self.followers.presence(&self.state, now);
        let presence = self.followers.presence_for(player, presence);
        let place = Place::of(self.state.seat_of(player));
        let chat = self.rooms.chat(place).clone();
        let message = if self.state.role(player) == Role::Outsider {
            ServerMessage::Outside(Box::new(self.state.outside(self.id, presence)))
        } else if let Some(updates) = self.missed_since(since, player) {
            ServerMessage::Missed(Box::new(Missed {
                table: self.id,
                v: self.state.version.unsigned_abs(),
                updates,
                presence,
                chat,
            }))
        } else {
            let snapshot = self.state.snapshot(self.id, player, presence, chat);
            ServerMessage::Table(Box::new(snapshot))
        };
        self.tell(id, &message);
    }

    /// Tells an outsider that they can't have what they want; whether that was so.
    pub(super) fn refuses_outsider(&mut self, mail: &Mail) -> bool {
        let Some((id, about)) = mail.inside_only() else {
            return false;
        };
        let follower = self.followers.get(id);
        let role = follower.map(|follower| self.state.role(follower.peer.player));
        let refuses = role == Some(Role::Outsider);
        if refuses {
            self.refuse(id, about, Refusal::PrivateMatch);
        }
        refuses
    }

    /// What a follower missed since a version that they know. A follower without a seat at a table by
    /// link may have been an outsider meanwhile, and gets what they may see now.
    fn missed_since(&self, since: Option<u64>, player: PlayerId) -> Option<Vec<Update>> {
        if self.state.is_link_only() && self.state.seat_of(player).is_none() {
            return None;
        }
        self.history.since(self.id, since?, player)
    }

    fn may_follow(&self, follower: &Follower) -> Result<(), Refusal> {
        if !self
            .state
            .is_open_to(follower.peer.player, follower.invited)
        {
            return Err(Refusal::NotFound);
        }
        if self.state.is_link_only() && self.state.removed.contains(&follower.peer.player) {
            return Err(Refusal::Removed);
        }
        Ok(())
    }

    pub(super) async fn act(&mut self, id: FollowId, about: About, action: Action) {
        let Some(follower) = self.followers.get(id) else {
            return;
        };
        let player = follower.peer.player;
        let plays = matches!(action, Action::Play { .. });
        let command = Command {
            player,
            invited: follower.invited,
            action,
        };
        let gone = self.absences.gone(&self.state);
        let result = self
            .settle(|state, now| state.decide(&command, &gone, now))
            .await;
        match result {
            Ok(()) if plays => self.absences.played(player),
            Ok(()) => {}
            Err(refusal) => self.refuse(id, about, refusal),
        }
    }

    /// Has somebody heard by those who may hear them. Nothing of it goes into the log.
    pub(super) fn speak(&mut self, id: FollowId, about: About, name: String, speech: Speech) {
        let Some(follower) = self.followers.get(id) else {
            return;
        };
        let player = follower.peer.player;
        let speaker = Speaker {
            player,
            seat: self.state.seat_of(player),
            name,
        };
        let at = self.tables.clock().now();
        match self.rooms.hear(speaker, speech, at, Instant::now()) {
            Ok(heard) => self.followers.tell(&heard, &self.state),
            Err(refusal) => self.refuse(id, about, refusal),
        }
    }

    /// Tells a follower what proves the deals of a round.
    pub(super) fn prove(&mut self, id: FollowId, round: u32) {
        match self.state.fairness(Some(round)) {
            Some(fairness) => {
                let table = self.id;
                self.tell(id, &ServerMessage::Fairness { table, fairness });
            }
            None => self.refuse(id, About::Fairness, Refusal::NotEnded),
        }
    }

    /// Tells a follower why what they wanted is not done.
    pub(super) fn refuse(&mut self, id: FollowId, about: About, refusal: Refusal) {
        tracing::debug!(code = %refusal.code(), ?about, "refused");
        self.tables.meters().refuses(refusal.code());
        let message = ServerMessage::Error {
            about: Some(about),
            table: Some(self.id),
            code: refusal.code(),
            text: refusal.to_string(),
        };
        self.tell(id, &message);
    }

    /// Tells a follower something that is for them alone.
    pub(super) fn tell(&mut self, id: FollowId, message: &ServerMessage) {
        let follower = self.followers.get(id);
        if follower.is_some_and(|follower| follower.peer.tell(message).is_err()) {
            self.followers.remove(id);
        }
    }

    /// Whoever sits here goes by their new name; for others, or if it fails, nothing changes.
    pub(super) async fn rename(&mut self, player: PlayerId, name: String) {
        self.seat_requests.rename(player, &name);
        if self.state.seat_of(player).is_some() {
            let command = Command {
                player,
                invited: false,
                action: Action::Rename(name),
            };
            let gone = self.absences.gone(&self.state);
            let _ = self
                .settle(|state, now| state.decide(&command, &gone, now))
                .await;
        }
    }
}
