//! Who follows a table, and what each of them is sent.

use std::collections::HashMap;

use axum::extract::ws::Utf8Bytes;
use boneyard_protocol::server::ClosedReason;
use boneyard_protocol::{
    Absent, Door, EncodedUpdate, Presence, PrivateUpdate, SeatRequest, ServerMessage, TableId,
};
use boneyard_rules::BySeat;

use super::chat::{Heard, Place, Rooms};
use super::refusal::Refusal;
use super::state::State;
use crate::clock::Timestamp;
use crate::id::PlayerId;
use crate::peer::{FollowId, Outbound, Peer};

/// One socket that follows the table.
#[derive(Debug)]
pub(super) struct Follower {
    pub(super) id: FollowId,
    pub(super) peer: Peer,
    /// Whether they came with the invitation, or know it from having sat here.
    pub(super) invited: bool,
}

/// All sockets that follow one table.
#[derive(Debug)]
pub(super) struct Followers {
    table: TableId,
    list: Vec<Follower>,
    /// How many sockets each person has here: several tabs are one person.
    people: HashMap<PlayerId, u32>,
    /// The players who were not here when that was last looked at, with the time since when.
    away: HashMap<PlayerId, Timestamp>,
    /// What all followers know of who is here.
    shown: Option<Presence>,
    /// What those know who wait at the door; none while nobody has to.
    shown_at_door: Option<Door>,
    /// Whether that may be out of date.
    stale: bool,
    /// Whom nobody needs to wait for any longer.
    absent: Option<Absent>,
    /// Who asks for a computer player's seat, and with what.
    request: Option<(PlayerId, SeatRequest)>,
}

impl Followers {
    pub(super) fn new(table: TableId) -> Self {
        Self {
            table,
            list: Vec::new(),
            people: HashMap::new(),
            away: HashMap::new(),
            shown: None,
            shown_at_door: None,
            stale: false,
            absent: None,
            request: None,
        }
    }

    /// Whether somebody is connected.
    pub(super) fn has(&self, player: PlayerId) -> bool {
        self.people.contains_key(&player)
    }

    /// Whom nobody needs to wait for from now on.
    pub(super) fn set_absent(&mut self, absent: Option<Absent>) {
        self.stale |= self.absent != absent;
        self.absent = absent;
    }

    /// Who asks for a computer player's seat from now on, and with what.
    pub(super) fn set_request(&mut self, request: Option<(PlayerId, SeatRequest)>) {
        self.stale |= self.request != request;
        self.request = request;
    }

    pub(super) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    pub(super) fn get(&self, id: FollowId) -> Option<&Follower> {
        self.list.iter().find(|follower| follower.id == id)
    }

    /// Adds a follower, or renews one.
    pub(super) fn add(&mut self, new: Follower) {
        if let Some(known) = self.list.iter_mut().find(|known| known.id == new.id) {
            known.invited |= new.invited;
            return;
        }
        *self.people.entry(new.peer.player).or_default() += 1;
        self.list.push(new);
        self.stale = true;
    }

    pub(super) fn remove(&mut self, id: FollowId) {
        if let Some(index) = self.list.iter().position(|follower| follower.id == id) {
            self.remove_at(index);
        }
    }

    fn remove_at(&mut self, index: usize) -> Follower {
        let follower = self.list.swap_remove(index);
        if let Some(sockets) = self.people.get_mut(&follower.peer.player) {
            *sockets -= 1;
            if *sockets == 0 {
                self.people.remove(&follower.peer.player);
            }
        }
        self.stale = true;
        follower
    }

    /// Who is here, and since when who is not.
    pub(super) fn presence(&mut self, state: &State, now: Timestamp) -> Presence {
        let seating = state.rules.seating;
        let players = BySeat::from_fn(seating, |seat| Some(state.person_at(seat)?.player));
        let here = players.map(|player| player.is_some_and(|id| self.people.contains_key(&id)));
        let known = std::mem::take(&mut self.away);
        let away_since_ms = BySeat::from_fn(seating, |seat| {
            let player = players[seat].filter(|_| !here[seat])?;
            let since = known.get(&player).copied().unwrap_or(now);
            self.away.insert(player, since);
            Some(since.0)
        });
        let seated = here.iter().filter(|&(_, &here)| here).count();
        let watchers = if state.is_among_players() {
            0
        } else {
            self.people.len() - seated
        };
        Presence {
            seats: BySeat::from_fn(seating, |seat| {
                here[seat] || state.computer_at(seat).is_some()
            }),
            away_since_ms,
            watchers: watchers as u32,
            absent: self.absent,
            request: self.request.as_ref().map(|(_, request)| request.clone()),
        }
    }

    /// What is shown to everybody of who is here, as one of them is shown it.
    pub(super) fn presence_for(&self, player: PlayerId, mut presence: Presence) -> Presence {
        if let (Some((asker, _)), Some(request)) = (&self.request, &mut presence.request) {
            request.yours = *asker == player;
        }
        presence
    }

    /// Sends everybody what has changed for them, and lets those go who may see no more. Nothing is
    /// told at the door.
    pub(super) fn publish(&mut self, before: &State, after: &State, rooms: &Rooms) {
        if self.list.is_empty() {
            return;
        }
        let shared = after.shared_update(self.table, before).encode();
        let mut frames = Frames::new(shared, rooms);
        self.send_each(|follower| {
            let player = follower.peer.player;
            let is_told = !before.keeps_at_door(player) && !after.keeps_at_door(player);
            is_told.then(|| Outbound::Frame(frames.for_player(player, before, after)))
        });
        if after.people_changed(before) {
            self.stale = true;
            self.end_followings(before, after);
        }
    }

    /// Who comes in from the door, or has to go there.
    pub(super) fn through_the_door(&self, before: &State, after: &State) -> Vec<FollowId> {
        let goes = |player| before.keeps_at_door(player) != after.keeps_at_door(player);
        let all = self.list.iter();
        all.filter(|follower| goes(follower.peer.player))
            .map(|follower| follower.id)
            .collect()
    }

    /// Has somebody heard, save at the door.
    pub(super) fn tell(&mut self, heard: &Heard, state: &State) {
        let frame = Utf8Bytes::from(heard.message.encode());
        self.send_each(|follower| {
            let player = follower.peer.player;
            let place = Place::of(state.seat_of(player));
            let is_told = heard.only_in.is_none_or(|only| only == place);
            (is_told && !state.keeps_at_door(player)).then(|| Outbound::Frame(frame.clone()))
        });
    }

    /// Tells somebody something that is for them alone, on all their sockets.
    pub(super) fn tell_player(&mut self, player: PlayerId, message: &ServerMessage) {
        let frame = Utf8Bytes::from(message.encode());
        self.send_each(|follower| {
            let is_told = follower.peer.player == player;
            is_told.then(|| Outbound::Frame(frame.clone()))
        });
    }

    /// Tells everybody who is here, if that has changed.
    pub(super) fn show_presence(&mut self, state: &State, now: Timestamp) {
        while std::mem::take(&mut self.stale) {
            let presence = self.presence(state, now);
            self.show_at_door(state, &presence);
            if self.shown.as_ref() == Some(&presence) {
                continue;
            }
            self.shown = Some(presence.clone());
            let table = self.table;
            self.send_presence(
                &presence,
                |presence| ServerMessage::Presence { table, presence },
                |player| !state.keeps_at_door(player),
            );
        }
    }

    /// Tells everybody at the door who plays and who is here, if that has changed.
    fn show_at_door(&mut self, state: &State, presence: &Presence) {
        let table = self.table;
        let door = |presence| state.door(table, presence);
        let now = state.is_among_players().then(|| door(presence.clone()));
        if self.shown_at_door == now {
            return;
        }
        self.shown_at_door = now;
        self.send_presence(
            presence,
            |presence| ServerMessage::Door(Box::new(door(presence))),
            |player| state.keeps_at_door(player),
        );
    }

    /// Sends some of those who are here a message that says who is; in that of whoever asks for a
    /// seat it is they who ask.
    fn send_presence(
        &mut self,
        presence: &Presence,
        message: impl Fn(Presence) -> ServerMessage,
        is_told: impl Fn(PlayerId) -> bool,
    ) {
        let encoded = |presence| Utf8Bytes::from(message(presence).encode());
        let asker = self.request.as_ref().map(|&(asker, _)| asker);
        let own = asker.map(|asker| encoded(self.presence_for(asker, presence.clone())));
        let frame = encoded(presence.clone());
        // Whoever can't be reached is gone, and the next turn of the loop tells the others.
        self.send_each(|follower| {
            let player = follower.peer.player;
            let own = own.as_ref().filter(|_| asker == Some(player));
            is_told(player).then(|| Outbound::Frame(own.unwrap_or(&frame).clone()))
        });
    }

    /// Lets everybody go.
    pub(super) fn end_all(&mut self) {
        self.end_where(|_| Some(ClosedReason::Gone));
    }

    fn end_followings(&mut self, before: &State, after: &State) {
        if after.closed {
            return self.end_all();
        }
        if after.removed.len() > before.removed.len() {
            self.end_where(|follower| {
                let is_removed = after.removed.last() == Some(&follower.peer.player);
                is_removed.then_some(ClosedReason::Removed)
            });
        }
    }

    fn end_where(&mut self, mut why: impl FnMut(&Follower) -> Option<ClosedReason>) {
        for index in (0..self.list.len()).rev() {
            if let Some(reason) = why(&self.list[index]) {
                let follower = self.remove_at(index);
                let table = self.table;
                let frame = ServerMessage::Closed { table, reason }.encode();
                // A follower that is gone already needs no farewell.
                let _ = follower.peer.send(ended(&follower, table, frame));
            }
        }
    }

    /// Sends each follower something, and drops those that can't be reached.
    fn send_each(&mut self, mut what: impl FnMut(&Follower) -> Option<Outbound>) {
        for index in (0..self.list.len()).rev() {
            let follower = &self.list[index];
            if let Some(outbound) = what(follower)
                && follower.peer.send(outbound).is_err()
            {
                self.remove_at(index);
            }
        }
    }
}

fn ended(follower: &Follower, table: TableId, frame: String) -> Outbound {
    Outbound::Ended {
        follow: follower.id,
        table,
        frame: frame.into(),
    }
}

/// Tells a socket that it may not follow.
pub(super) fn turn_away(peer: &Peer, follow: FollowId, table: TableId, refusal: Refusal) {
    let message = ServerMessage::Error {
        about: Some(boneyard_protocol::About::Open),
        table: Some(table),
        code: refusal.code(),
        text: refusal.to_string(),
    };
    let frame = message.encode().into();
    // A socket that is gone already needs no answer.
    let _ = peer.send(Outbound::Ended {
        follow,
        table,
        frame,
    });
}

/// The frames of one update, each made at most once: one for all watchers, one for each seat.
struct Frames<'a> {
    shared: EncodedUpdate,
    rooms: &'a Rooms,
    watchers: Option<Utf8Bytes>,
    seats: [Option<Utf8Bytes>; boneyard_rules::seat::SEATS_MAX],
}

impl<'a> Frames<'a> {
    fn new(shared: EncodedUpdate, rooms: &'a Rooms) -> Self {
        Self {
            shared,
            rooms,
            watchers: None,
            seats: Default::default(),
        }
    }

    fn for_player(&mut self, player: PlayerId, before: &State, after: &State) -> Utf8Bytes {
        let Self {
            shared,
            rooms,
            watchers,
            seats,
        } = self;
        let (seat_before, seat) = (before.seat_of(player), after.seat_of(player));
        let mut private = || {
            let place = Place::of(seat);
            let comes_in = place != Place::of(seat_before);
            let private = PrivateUpdate {
                chat: comes_in.then(|| rooms.chat(place).clone()),
                ..after.private_update(player, before)
            };
            shared.frame(&private).into()
        };
        match (seat_before, seat) {
            (None, None) => {
                let frame =
                    watchers.get_or_insert_with(|| shared.frame(&PrivateUpdate::default()).into());
                frame.clone()
            }
            (_, Some(seat)) => seats[seat.index()].get_or_insert_with(private).clone(),
            (Some(_), None) => private(),
        }
    }
}
