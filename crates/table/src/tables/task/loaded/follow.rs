//! How followers join and leave a loaded table, and the first messages that they get.

use std::time::Duration;

use boneyard_base::{FollowId, Peer, PlayerId};
use boneyard_protocol::{Missed, ServerMessage, Update};

use super::LoadedTable;
use crate::state::refusal::Refusal;
use crate::tables::task::FollowTerms;
use crate::view::Role;
use crate::view::chat::Audience;
use crate::view::followers::{Follower, turn_away};
use crate::view::late::late_presence;

impl LoadedTable {
    /// Adds a socket to the followers. If a computer player or the clock played for the visitor, the visitor
    /// plays again.
    pub(super) async fn come(&mut self, id: FollowId, peer: Peer, name: &str, terms: FollowTerms) {
        let player = peer.player;
        if let Err(refusal) = self.read_up_to(terms.since).await {
            return turn_away(&peer, id, self.id, refusal);
        }
        let comes_back = !terms.preview && !self.followers.has(player);
        if comes_back {
            self.note_arrival(player);
        }
        self.rename(peer.requester(), name).await;
        let invited = terms.invite == Some(self.state().settings.invite);
        self.follow(Follower::new(id, peer, invited, terms.preview), terms);
        if comes_back && self.state().is_missed(player) {
            // If the storage fails, the player can still take the seat back later.
            let _ = self
                .decide_and_append(|state, now| state.welcome_back(player, now))
                .await;
        }
    }

    /// Reads the log if the client knows a later version than this node, because the client got it from
    /// another node.
    async fn read_up_to(&mut self, known: Option<u64>) -> Result<(), Refusal> {
        let known = known.and_then(|known| i64::try_from(known).ok());
        let is_behind = known.is_some_and(|known| known > self.state().version);
        if is_behind && !self.others.are_none() {
            self.catch_up().await?;
        }
        Ok(())
    }

    /// Removes a socket from the followers.
    pub(super) fn leave(&mut self, id: FollowId) {
        let player = self.followers.get(id).map(|known| known.peer.player);
        self.followers.remove(id);
        if let Some(player) = player {
            self.note_departure(player);
            self.listings.show_player(self.log.state(), player);
        }
    }

    /// Adds a follower, and sends what the follower may see. The table can't change between these two steps,
    /// so the next update continues from what was sent.
    fn follow(&mut self, mut follower: Follower, terms: FollowTerms) {
        let player = follower.peer.player;
        let seated = self.state().seat_of(player).is_some();
        let known = self.followers.get(follower.id);
        follower.invited |= seated || known.is_some_and(|known| known.invited);
        if let Err(refusal) = self.may_follow(&follower) {
            turn_away(&follower.peer, follower.id, self.id, refusal);
            self.followers.remove(follower.id);
            return;
        }
        let id = follower.id;
        self.followers.add(follower);
        let has_table = !terms.replay || self.show_as_it_was(id, terms.since);
        self.show(id, terms.since.filter(|_| has_table));
    }

    /// Sends a player the table as it was at an earlier version, to which the client adds the updates that
    /// follow. Returns whether the player had the seat then, and both can still be computed.
    fn show_as_it_was(&mut self, id: FollowId, since: Option<u64>) -> bool {
        let Some((follower, version)) = self.followers.get(id).zip(since) else {
            return false;
        };
        let player = follower.peer.player;
        let state = self.log.state();
        let seat = state.seat_of(player);
        let audience = Audience::of(seat);
        let chat = self.chat.chat(audience, &follower.peer);
        let then = self.log.state_at(version);
        let then = then.filter(|then| seat.is_some() && then.seat_of(player) == seat);
        let Some(then) = then.filter(|_| self.missed_since(since, player).is_some()) else {
            return false;
        };
        let presence = self.followers.presence(state, self.now());
        let presence = self.followers.presence_for(player, presence);
        let snapshot = then.snapshot(self.id, player, presence, chat);
        let message = ServerMessage::Table(Box::new(snapshot));
        self.followers.tell_one(id, &message);
        true
    }

    fn may_follow(&self, follower: &Follower) -> Result<(), Refusal> {
        let (state, player) = (self.state(), follower.peer.player);
        if !state.is_open_to(player, follower.invited) {
            return Err(Refusal::NotFound);
        }
        if state.is_link_only() && state.seats.removed().contains(&player) {
            return Err(Refusal::Removed);
        }
        Ok(())
    }

    /// Sends a follower everything that the follower may see: the updates that the client missed, if they
    /// can be computed; otherwise the whole table.
    pub(super) fn show(&mut self, id: FollowId, since: Option<u64>) {
        let Some(follower) = self.followers.get(id) else {
            return;
        };
        let state = self.log.state();
        let player = follower.peer.player;
        let audience = Audience::of(state.seat_of(player));
        let chat = self.chat.chat(audience, &follower.peer);
        let role = state.role(player);
        let now = self.now();
        let presence = self.followers.presence(state, now);
        let presence = self.followers.presence_for(player, presence);
        let message = if role == Role::Outsider {
            ServerMessage::Outside(Box::new(state.outside(self.id, presence)))
        } else if role == Role::LateWatcher {
            let late = self.log.state_for(player);
            let presence = late_presence(presence);
            let snapshot = late.late_snapshot(self.id, state.me(player), presence, chat);
            ServerMessage::Table(Box::new(snapshot))
        } else if let Some(updates) = self.missed_since(since, player) {
            ServerMessage::Missed(Box::new(Missed {
                table: self.id,
                v: state.version.unsigned_abs(),
                updates,
                presence,
                chat,
            }))
        } else {
            let snapshot = state.snapshot(self.id, player, presence, chat);
            ServerMessage::Table(Box::new(snapshot))
        };
        self.followers.tell_one(id, &message);
        if self.state().seat_of(player).is_some()
            && let Some(receipt) = self.receipt.clone()
        {
            let receipt = ServerMessage::Receipt(receipt);
            self.followers.tell_one(id, &receipt);
        }
    }

    /// Shows late watchers the rows that are old enough by now.
    pub(super) fn show_late(&mut self) {
        let now = self.now();
        while let Some(before) = self.log.advance_late(now)
            && let Some(after) = self.log.late_state()
        {
            let state = self.log.state();
            self.followers
                .publish_late(state, (&before, after), &self.chat);
        }
    }

    /// How long it is until late watchers may see the next row; `None` if nothing is to be shown.
    pub(super) fn until_late_row(&self) -> Option<Duration> {
        let next = self.log.late_next_at()?;
        self.followers
            .has_late_watchers(self.state())
            .then_some(())?;
        Some(Duration::from_millis(
            next.ms_since(self.now()).unsigned_abs(),
        ))
    }

    /// The updates that a follower missed since the version that the client knows. `None` for a follower
    /// without a seat if access is by link only: such a follower may have been an outsider in the meantime,
    /// and gets the whole table instead.
    fn missed_since(&self, since: Option<u64>, player: PlayerId) -> Option<Vec<Update>> {
        let state = self.state();
        if state.is_link_only() && state.seat_of(player).is_none() {
            return None;
        }
        self.log.updates_since(self.id, since?, player)
    }

    /// Sends each player the receipt for the terms of a match that has begun, so that the players reveal their
    /// seeds. If no receipt can be made now, the next input tries again.
    pub(super) async fn send_receipts(&mut self) {
        self.forget_receipt();
        if !self.lacks_receipt() {
            return;
        }
        let state = self.log.state();
        let Some(terms) = state.deals.begun_terms(&state.matches) else {
            return;
        };
        let Some(receipt) = self.tables.receipt(self.id, &terms).await else {
            return;
        };
        let receipt = Box::new(receipt);
        self.receipt = Some(receipt.clone());
        let receipt = ServerMessage::Receipt(receipt);
        let state = self.log.state();
        for person in state.seats.people() {
            self.followers.tell_player(state, person.player, &receipt);
        }
    }

    /// Forgets the receipt if it isn't for the match that waits for seeds.
    pub(super) fn forget_receipt(&mut self) {
        let deals = &self.log.state().deals;
        let (waits, begun) = (deals.waits_for_seeds(), deals.begun());
        self.receipt
            .take_if(|receipt| !waits || receipt.match_number != begun);
    }

    /// Whether the table waits for promised seeds, and has no receipt for its players.
    pub(super) fn lacks_receipt(&self) -> bool {
        self.receipt.is_none()
            && self.state().deals.waits_for_seeds()
            && self.tables.has_public_log()
    }
}
