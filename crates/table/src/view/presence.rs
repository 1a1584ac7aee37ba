//! Which people are connected to a table, as its followers see it.

use boneyard_base::{PlayerId, Timestamp};
use boneyard_protocol::{Absent, Outside, Presence, SeatRequest};
use boneyard_rules::BySeat;
use foldhash::HashMap;

use crate::state::State;

/// The people who are connected to the table through other nodes.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct PresenceElsewhere {
    /// The people with a seat.
    pub players: Vec<PlayerId>,
    /// The number of watchers.
    pub watchers: u32,
}

/// Which people are connected to the table, and what was last sent to the followers about this.
#[derive(Debug, Default)]
pub(super) struct ShownPresence {
    elsewhere: PresenceElsewhere,
    /// The players who were not connected when the presence was last computed, and since when.
    away: HashMap<PlayerId, Timestamp>,
    /// The presence that was last sent to players and watchers.
    shown: Option<Presence>,
    /// The presence that was last sent to late watchers; `None` if the table has none.
    shown_late: Option<Box<Presence>>,
    /// The message that was last sent to outsiders; `None` while there can be no outsiders.
    shown_outside: Option<Box<Outside>>,
    /// Whether the presence may have changed since it was last sent.
    stale: bool,
    /// The player on turn, if that player is absent.
    absent: Option<Absent>,
    /// The visitor who asks for a computer player's seat, and the request as visitors see it.
    request: Option<(PlayerId, SeatRequest)>,
}

impl ShownPresence {
    /// Whether a player is connected to the table through another node.
    pub(super) fn is_elsewhere(&self, player: PlayerId) -> bool {
        self.elsewhere.players.contains(&player)
    }

    pub(super) fn set_elsewhere(&mut self, elsewhere: PresenceElsewhere) {
        self.stale |= self.elsewhere != elsewhere;
        self.elsewhere = elsewhere;
    }

    pub(super) fn set_absent(&mut self, absent: Option<Absent>) {
        self.stale |= self.absent != absent;
        self.absent = absent;
    }

    pub(super) fn set_request(&mut self, request: Option<(PlayerId, SeatRequest)>) {
        self.stale |= self.request != request;
        self.request = request;
    }

    /// Moves the times since which players are not connected.
    pub(super) fn move_by(&mut self, by_ms: i64) {
        for since in self.away.values_mut() {
            *since = since.plus_ms(by_ms);
        }
        self.stale = true;
    }

    /// The visitor who asks for a computer player's seat.
    pub(super) fn asker(&self) -> Option<PlayerId> {
        self.request.as_ref().map(|&(asker, _)| asker)
    }

    /// Marks the presence as possibly changed since it was last sent.
    pub(super) const fn outdate(&mut self) {
        self.stale = true;
    }

    pub(super) const fn is_stale(&self) -> bool {
        self.stale
    }

    /// Returns whether the presence is marked as possibly changed since it was last sent, and removes the
    /// mark.
    pub(super) const fn take_stale(&mut self) -> bool {
        std::mem::replace(&mut self.stale, false)
    }

    /// Stores the presence that is sent to players and watchers. Returns whether it differs from the last
    /// one.
    pub(super) fn note_shown(&mut self, presence: &Presence) -> bool {
        let is_new = self.shown.as_ref() != Some(presence);
        if is_new {
            self.shown = Some(presence.clone());
        }
        is_new
    }

    /// Stores the presence that is sent to late watchers. Returns whether it differs from the last one.
    pub(super) fn note_late(&mut self, presence: Option<&Presence>) -> bool {
        let is_new = self.shown_late.as_deref() != presence;
        self.shown_late = presence.cloned().map(Box::new);
        is_new
    }

    /// Stores the message that is sent to outsiders. Returns whether it differs from the last one.
    pub(super) fn note_outside(&mut self, outside: Option<Outside>) -> bool {
        let is_new = self.shown_outside.as_deref() != outside.as_ref();
        self.shown_outside = outside.map(Box::new);
        is_new
    }

    /// Computes which players are connected, and since when each other player is not. `people` are the
    /// visitors who are connected to this node, with the number of their sockets.
    pub(super) fn of(
        &mut self,
        state: &State,
        people: &HashMap<PlayerId, u32>,
        now: Timestamp,
    ) -> Presence {
        let seating = state.rules().seating();
        let player = |seat| Some(state.seats.person_at(seat)?.player);
        let players: BySeat<_> = BySeat::from_fn(seating, player);
        let is_here = |id: PlayerId| people.contains_key(&id) || self.is_elsewhere(id);
        let here: BySeat<bool> = players.map(|player| player.is_some_and(is_here));
        let known = std::mem::take(&mut self.away);
        let away_since_ms = BySeat::from_fn(seating, |seat| {
            let player = players[seat].filter(|_| !here[seat])?;
            let since = known.get(&player).copied().unwrap_or(now);
            self.away.insert(player, since);
            Some(since.0)
        });
        let seated = state.seats.people().map(|person| person.player);
        let seated = seated.filter(|player| people.contains_key(player)).count();
        let watchers = if state.is_match_private() {
            0
        } else {
            (people.len() - seated) as u32 + self.elsewhere.watchers
        };
        Presence {
            seats: BySeat::from_fn(seating, |seat| {
                here[seat] || state.seats.computer_at(seat).is_some()
            }),
            away_since_ms,
            watchers,
            absent: self.absent,
            request: self.request.as_ref().map(|(_, request)| request.clone()),
        }
    }

    /// The presence as this visitor sees it: the visitor who asks for a seat gets the request marked as the
    /// visitor's own.
    pub(super) fn for_player(&self, player: PlayerId, mut presence: Presence) -> Presence {
        if let (Some(asker), Some(request)) = (self.asker(), &mut presence.request) {
            request.yours = asker == player;
        }
        presence
    }
}
