//! How followers join and leave a loaded table, and the first messages that they get.

use boneyard_base::{FollowId, Peer, PlayerId};
use boneyard_protocol::{Missed, ServerMessage, Update};

use super::LoadedTable;
use crate::state::refusal::Refusal;
use crate::tables::task::FollowTerms;
use crate::view::Role;
use crate::view::chat::Audience;
use crate::view::followers::{Follower, turn_away};

impl LoadedTable {
    /// Adds a socket to the followers. If a computer player or the clock played for the visitor, the visitor
    /// plays again.
    pub(super) async fn come(&mut self, id: FollowId, peer: Peer, name: &str, terms: FollowTerms) {
        let player = peer.player;
        if let Err(refusal) = self.read_up_to(terms.since).await {
            return turn_away(&peer, id, self.id, refusal);
        }
        let is_new = !self.followers.has(player);
        self.rename(peer.requester(), name).await;
        let invited = terms.invite == Some(self.state().settings.invite);
        self.follow(Follower::new(id, peer, invited), terms.since);
        if is_new && self.state().is_missed(player) {
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
            self.listings.show_player(self.log.state(), player);
        }
    }

    /// Adds a follower, and sends what the follower may see. The table can't change between these two steps,
    /// so the next update continues from what was sent.
    fn follow(&mut self, mut follower: Follower, since: Option<u64>) {
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
        self.show(id, since);
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
        let now = self.tables.clock().now();
        let presence = self.followers.presence(state, now);
        let presence = self.followers.presence_for(player, presence);
        let message = if state.role(player) == Role::Outsider {
            ServerMessage::Outside(Box::new(state.outside(self.id, presence)))
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
            && let Some(receipt) = self.receipt()
        {
            self.followers.tell_one(id, &receipt);
        }
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

    /// Sends each player the receipt for the table's commitments, before the player reveals a seed.
    pub(super) fn send_receipts(&mut self) {
        let Some(receipt) = self.receipt() else {
            return;
        };
        let state = self.log.state();
        for person in state.seats.people() {
            self.followers.tell_player(state, person.player, &receipt);
        }
    }

    /// The receipt for the table's commitments; `None` while the table doesn't wait for promised seeds.
    fn receipt(&self) -> Option<ServerMessage> {
        let state = self.state();
        let asked = state.deals.asked_at()?;
        let shown = state.deals.room_fairness(&state.matches);
        let receipt = self.tables.receipt(self.id, &shown, asked)?;
        Some(ServerMessage::Receipt(Box::new(receipt)))
    }
}
