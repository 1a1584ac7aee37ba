//! The followers of a table, and the messages that are sent to them.

use std::borrow::Cow;

use boneyard_base::{FollowId, Frame, Notice, Peer, PlayerId, Requester, Timestamp, limits};
use boneyard_protocol::server::ClosedReason;
use boneyard_protocol::{Absent, Presence, SeatRequest, ServerMessage, TableId};
use foldhash::HashMap;

use crate::state::State;
use crate::state::refusal::Refusal;
use crate::view::Role;
use crate::view::chat::{Audience, ChatRooms, Heard};
use crate::view::frames::Frames;
use crate::view::late::late_presence;
use crate::view::presence::{PresenceElsewhere, ShownPresence};

/// One socket that follows the table.
#[derive(Debug)]
pub(crate) struct Follower {
    pub id: FollowId,
    pub peer: Peer,
    /// Whether the visitor came with the invitation, or knows it as a player of this table.
    pub invited: bool,
    /// Whether the client shows only a preview of the table. The visitor is then not present at the table.
    preview: bool,
    /// Whether the peer's queue holds frames that the table's task must still write to the socket.
    waits: bool,
}

impl Follower {
    pub(crate) const fn new(id: FollowId, peer: Peer, invited: bool, preview: bool) -> Self {
        Self {
            id,
            peer,
            invited,
            preview,
            waits: false,
        }
    }
}

/// All sockets that follow one table.
#[derive(Debug)]
pub(crate) struct Followers {
    table: TableId,
    /// Sorted by id, so that one follower among many is found quickly.
    list: Vec<Follower>,
    /// The number of followers whose frames are still to be written.
    waiting: usize,
    /// The index of the follower whose frames the table's task wrote last.
    cursor: usize,
    /// The number of sockets of each visitor, without previews. A visitor may have several tabs.
    people: HashMap<PlayerId, u32>,
    presence: ShownPresence,
}

impl Followers {
    pub(crate) fn new(table: TableId) -> Self {
        Self {
            table,
            list: Vec::new(),
            waiting: 0,
            cursor: 0,
            people: HashMap::default(),
            presence: ShownPresence::default(),
        }
    }

    /// Whether a visitor is present at the table through this node: follows it, and not as a preview.
    pub(crate) fn has(&self, player: PlayerId) -> bool {
        self.people.contains_key(&player)
    }

    /// Whether a player is present at the table through any node.
    pub(crate) fn is_here(&self, player: PlayerId) -> bool {
        self.has(player) || self.presence.is_elsewhere(player)
    }

    /// Whether a visitor follows with the invitation.
    pub(crate) fn is_invited(&self, player: PlayerId) -> bool {
        let mut followers = self.list.iter();
        followers.any(|known| known.peer.player == player && known.invited)
    }

    /// How many visitors are present at the table through this node.
    pub(crate) fn people_count(&self) -> usize {
        self.people.len()
    }

    /// Sets which people are connected to the table through other nodes.
    pub(crate) fn set_elsewhere(&mut self, elsewhere: PresenceElsewhere) {
        self.presence.set_elsewhere(elsewhere);
    }

    /// Whether a socket follows the table.
    pub(crate) fn has_socket(&self, peer: &Peer) -> bool {
        self.has(peer.player) && self.list.iter().any(|follower| follower.peer.is(peer))
    }

    /// A visitor who follows the table, with the address of one of the visitor's sockets.
    pub(crate) fn requester(&self, player: PlayerId) -> Option<Requester> {
        let mut sockets = self.list.iter().map(|follower| follower.peer.requester());
        sockets.find(|requester| requester.player == player)
    }

    /// Sets the absent player who is on turn; `None` if the player on turn is not absent.
    pub(crate) fn set_absent(&mut self, absent: Option<Absent>) {
        self.presence.set_absent(absent);
    }

    /// Sets the visitor who asks for a computer player's seat, and the request as visitors see it.
    pub(crate) fn set_request(&mut self, request: Option<(PlayerId, SeatRequest)>) {
        self.presence.set_request(request);
    }

    /// Whether the presence may have changed since it was last sent to the followers.
    pub(crate) const fn is_stale(&self) -> bool {
        self.presence.is_stale()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    pub(crate) fn get(&self, id: FollowId) -> Option<&Follower> {
        self.find(id).ok().map(|index| &self.list[index])
    }

    /// Adds a follower. A follower that is already in the list keeps the invitation, and may change between
    /// a preview and the whole table.
    pub(crate) fn add(&mut self, mut new: Follower) {
        let index = match self.find(new.id) {
            Ok(index) => {
                let known = self.remove_at(index);
                new.invited |= known.invited;
                new.waits = known.waits;
                self.waiting += usize::from(known.waits);
                index
            }
            Err(index) => index,
        };
        if !new.preview {
            *self.people.entry(new.peer.player).or_default() += 1;
        }
        self.list.insert(index, new);
        self.presence.outdate();
    }

    /// The index of a follower in the list, or else the index at which a new follower must be inserted.
    fn find(&self, id: FollowId) -> Result<usize, usize> {
        self.list.binary_search_by_key(&id, |follower| follower.id)
    }

    pub(crate) fn remove(&mut self, id: FollowId) {
        if let Ok(index) = self.find(id) {
            self.remove_at(index);
        }
    }

    fn remove_at(&mut self, index: usize) -> Follower {
        let follower = self.list.remove(index);
        self.waiting -= usize::from(follower.waits);
        if !follower.preview
            && let Some(sockets) = self.people.get_mut(&follower.peer.player)
        {
            *sockets -= 1;
            if *sockets == 0 {
                self.people.remove(&follower.peer.player);
            }
        }
        self.presence.outdate();
        follower
    }

    /// Which players are connected, and since when each other player is not.
    pub(crate) fn presence(&mut self, state: &State, now: Timestamp) -> Presence {
        self.presence.of(state, &self.people, now)
    }

    /// Moves the times since which players are not connected.
    pub(crate) fn move_by(&mut self, by_ms: i64) {
        self.presence.move_by(by_ms);
    }

    /// The presence as this visitor sees it.
    pub(crate) fn presence_for(&self, player: PlayerId, presence: Presence) -> Presence {
        self.presence.for_player(player, presence)
    }

    /// Sends each follower the changes that the follower may see, and removes visitors who may no longer
    /// see the table. Sends nothing to outsiders and late watchers.
    pub(crate) fn publish(&mut self, before: &State, after: &State, rooms: &ChatRooms) {
        if self.list.is_empty() {
            return;
        }
        let shared = after.shared_update(self.table, before).encode();
        let frames = Frames::new(shared, rooms);
        self.send_each(after, |follower| {
            let player = follower.peer.player;
            // A follower who becomes an outsider or a late watcher, or stops being one, gets the whole table instead.
            let is_live = before.role(player).is_live() && after.role(player).is_live();
            is_live.then(|| frames.for_follower(&follower.peer, before, after))
        });
        if after.people_changed(before) {
            self.presence.outdate();
            self.end_followings(before, after);
        }
    }

    /// Sends late watchers the change from one past state to the next. `state` is the table's present state, which
    /// decides who is a late watcher.
    pub(crate) fn publish_late(
        &mut self,
        state: &State,
        (before, after): (&State, &State),
        rooms: &ChatRooms,
    ) {
        if !self.has_late_watchers(state) {
            return;
        }
        let shared = after.late_update(self.table, before).encode();
        let frames = Frames::new(shared, rooms);
        self.send_each(state, |follower| {
            let is_late = state.role(follower.peer.player) == Role::LateWatcher;
            is_late.then(|| Cow::Borrowed(frames.for_watchers()))
        });
    }

    /// Whether any follower sees the table later than it is played.
    pub(crate) fn has_late_watchers(&self, state: &State) -> bool {
        let mut players = self.list.iter().map(|follower| follower.peer.player);
        players.any(|player| state.role(player) == Role::LateWatcher)
    }

    /// The followers who have become outsiders or late watchers, or have stopped being so.
    pub(crate) fn moved_in_or_out(&self, before: &State, after: &State) -> Vec<FollowId> {
        let is_live_for_all =
            |state: &State| !state.is_match_private() && state.watch_delay().is_none();
        if is_live_for_all(before) && is_live_for_all(after) {
            return Vec::new();
        }
        let moved = |player| before.role(player).is_live() != after.role(player).is_live();
        let all = self.list.iter();
        all.filter(|follower| moved(follower.peer.player))
            .map(|follower| follower.id)
            .collect()
    }

    /// The followers who have blocked a visitor.
    pub(crate) fn blockers_of(&self, player: PlayerId) -> Vec<PlayerId> {
        let followers = self.list.iter();
        let blockers = followers.filter(|known| known.peer.status().blocked.contains(&player));
        blockers.map(|known| known.peer.player).collect()
    }

    /// Sends a line or a reaction to the players and watchers who may see it.
    pub(crate) fn tell(&mut self, heard: &Heard, state: &State, rooms: &ChatRooms) {
        let frame = Frame::from(&heard.message);
        self.send_each(state, |follower| {
            let audience = match state.role(follower.peer.player) {
                Role::Player(_) => Audience::Players,
                Role::Watcher | Role::LateWatcher => Audience::Watchers,
                Role::Outsider => return None,
            };
            let is_told = heard.only_in.is_none_or(|only| only == audience);
            if !is_told || !heard.is_for(&follower.peer) {
                return None;
            }
            let own = rooms.numbered_for(heard, follower.peer.player);
            Some(own.map_or(Cow::Borrowed(&frame), |own| Cow::Owned(Frame::from(&own))))
        });
    }

    /// Sends a message to one follower.
    pub(crate) fn tell_one(&mut self, id: FollowId, message: &ServerMessage) {
        if self
            .get(id)
            .is_some_and(|follower| follower.peer.tell(message).is_err())
        {
            self.remove(id);
        }
    }

    /// Sends a message to all sockets of one visitor.
    pub(crate) fn tell_player(&mut self, state: &State, player: PlayerId, message: &ServerMessage) {
        let frame = Frame::from(message);
        self.send_each(state, |follower| {
            let is_told = follower.peer.player == player;
            is_told.then_some(Cow::Borrowed(&frame))
        });
    }

    /// Sends the presence to all followers if it has changed.
    pub(crate) fn show_presence(&mut self, state: &State, now: Timestamp) {
        // If sending to a follower fails, the follower is removed. Then the presence has changed again, so it
        // is sent again.
        while self.presence.take_stale() {
            let presence = self.presence(state, now);
            let outside = state
                .is_match_private()
                .then(|| state.outside(self.table, presence.clone()));
            if self.presence.note_outside(outside) {
                self.send_presence(state, &presence, |role| role == Role::Outsider);
            }
            let late = (state.late_by_ms() > 0).then(|| late_presence(presence.clone()));
            if self.presence.note_late(late.as_ref())
                && let Some(late) = late
            {
                self.send_presence(state, &late, |role| role == Role::LateWatcher);
            }
            if self.presence.note_shown(&presence) {
                self.send_presence(state, &presence, Role::is_live);
            }
        }
    }

    /// Sends the presence to the followers with certain roles.
    fn send_presence(&mut self, state: &State, presence: &Presence, is_for: fn(Role) -> bool) {
        let table = self.table;
        let encoded = |presence| {
            let message = if is_for(Role::Outsider) {
                ServerMessage::Outside(Box::new(state.outside(table, presence)))
            } else {
                ServerMessage::Presence { table, presence }
            };
            Frame::from(&message)
        };
        // The visitor who asks for a seat gets the request marked as the visitor's own.
        let asker = self.presence.asker();
        let own = asker.map(|asker| encoded(self.presence_for(asker, presence.clone())));
        let frame = encoded(presence.clone());
        self.send_each(state, |follower| {
            let player = follower.peer.player;
            let own = own.as_ref().filter(|_| asker == Some(player));
            let is_told = is_for(state.role(player));
            is_told.then(|| Cow::Borrowed(own.unwrap_or(&frame)))
        });
    }

    /// Removes all followers, and tells them that the table is closed.
    pub(crate) fn end_all(&mut self) {
        self.end_where(|_| Some(ClosedReason::Gone));
    }

    fn end_followings(&mut self, before: &State, after: &State) {
        if after.closed {
            return self.end_all();
        }
        if after.seats.removed().len() > before.seats.removed().len() {
            self.end_where(|follower| {
                let is_removed = after.seats.removed().last() == Some(&follower.peer.player);
                is_removed.then_some(ClosedReason::Removed)
            });
        }
    }

    fn end_where(&mut self, mut why: impl FnMut(&Follower) -> Option<ClosedReason>) {
        for index in (0..self.list.len()).rev() {
            if let Some(reason) = why(&self.list[index]) {
                let follower = self.remove_at(index);
                let table = self.table;
                let message = ServerMessage::Closed { table, reason };
                end_following(&follower.peer, follower.id, table, &message);
            }
        }
    }

    /// Sends a frame to each follower, and removes followers whose socket has failed. Players come first.
    /// If there are many followers, watchers' frames are only queued, and the table's task writes them
    /// later.
    fn send_each<'a>(&mut self, state: &State, what: impl Fn(&Follower) -> Option<Cow<'a, Frame>>) {
        let is_crowd = self.list.len() > limits::WATCHERS_AT_ONCE;
        for players in [true, false] {
            for index in (0..self.list.len()).rev() {
                let follower = &mut self.list[index];
                if state.seat_of(follower.peer.player).is_some() != players {
                    continue;
                }
                if players {
                    follower.peer.sits();
                }
                let Some(frame) = what(follower) else {
                    continue;
                };
                let sent = if is_crowd && !players {
                    self.waiting += usize::from(!std::mem::replace(&mut follower.waits, true));
                    follower.peer.queue(&frame)
                } else {
                    follower.peer.send(&frame)
                };
                if sent.is_err() {
                    self.remove_at(index);
                }
            }
        }
    }

    /// Writes queued frames to the sockets of some followers. Returns whether more frames may wait.
    pub(crate) fn flush_some(&mut self) -> bool {
        let mut flushed = 0;
        for _ in 0..self.list.len() {
            self.cursor = (self.cursor + 1) % self.list.len();
            let follower = &mut self.list[self.cursor];
            if std::mem::take(&mut follower.waits) {
                follower.peer.flush();
                self.waiting -= 1;
                flushed += 1;
                if flushed == limits::WATCHERS_AT_ONCE {
                    return true;
                }
            }
        }
        false
    }

    /// Whether the table's task must still write frames to some follower.
    pub(crate) const fn any_wait(&self) -> bool {
        self.waiting > 0
    }
}

/// Sends the last message about a table to a socket that no longer follows it.
fn end_following(peer: &Peer, follow: FollowId, table: TableId, message: &ServerMessage) {
    // Sending fails only if the socket is closed, and a closed socket needs no message.
    let _ = peer.tell(message);
    peer.notify(Notice::Ended { follow, table });
}

/// Tells a socket that it may not follow the table.
pub(crate) fn turn_away(peer: &Peer, follow: FollowId, table: TableId, refusal: Refusal) {
    let message = ServerMessage::Error {
        about: Some(boneyard_protocol::About::Open),
        table: Some(table),
        code: refusal.code(),
        reason: None,
        text: refusal.to_string(),
    };
    end_following(peer, follow, table, &message);
}
