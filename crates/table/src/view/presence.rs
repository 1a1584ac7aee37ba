//! Who is at a table, as its followers are shown it.

use boneyard_base::{PlayerId, Timestamp};
use boneyard_protocol::{Absent, Outside, Presence, SeatRequest};
use boneyard_rules::BySeat;
use foldhash::HashMap;

use crate::state::State;

/// The people who are at the table through other nodes.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct PresenceElsewhere {
    /// The people who have a seat.
    pub players: Vec<PlayerId>,
    /// How many watchers there are.
    pub watchers: u32,
}

/// Who is at the table, and what the followers know of it.
#[derive(Debug, Default)]
pub(super) struct ShownPresence {
    elsewhere: PresenceElsewhere,
    /// The players who were not here at the last look, with the time since when.
    away: HashMap<PlayerId, Timestamp>,
    /// What players and watchers know.
    shown: Option<Presence>,
    /// What outsiders know; none while there can't be any.
    shown_outside: Option<Outside>,
    /// Whether what the followers know may be out of date.
    stale: bool,
    /// The player on turn, if that player is absent.
    absent: Option<Absent>,
    /// The visitor who asks for a computer player's seat, and the request as it is shown.
    request: Option<(PlayerId, SeatRequest)>,
}

impl ShownPresence {
    /// Whether a player is at the table through another node.
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

    /// The visitor who asks for a computer player's seat.
    pub(super) fn asker(&self) -> Option<PlayerId> {
        self.request.as_ref().map(|&(asker, _)| asker)
    }

    /// What the followers know may be out of date.
    pub(super) const fn outdate(&mut self) {
        self.stale = true;
    }

    pub(super) const fn is_stale(&self) -> bool {
        self.stale
    }

    /// Whether what the followers know may be out of date; from now on it isn't.
    pub(super) const fn take_stale(&mut self) -> bool {
        std::mem::replace(&mut self.stale, false)
    }

    /// Takes note of what players and watchers are shown; whether that is new to them.
    pub(super) fn note_shown(&mut self, presence: &Presence) -> bool {
        let is_new = self.shown.as_ref() != Some(presence);
        if is_new {
            self.shown = Some(presence.clone());
        }
        is_new
    }

    /// Takes note of what outsiders are shown; whether that is new to them.
    pub(super) fn note_outside(&mut self, outside: Option<Outside>) -> bool {
        let is_new = self.shown_outside != outside;
        self.shown_outside = outside;
        is_new
    }

    /// Which players are here, and since when each of the others isn't, with these visitors connected to
    /// this node.
    pub(super) fn of(
        &mut self,
        state: &State,
        people: &HashMap<PlayerId, u32>,
        now: Timestamp,
    ) -> Presence {
        let seating = state.rules().seating;
        let players = BySeat::from_fn(seating, |seat| Some(state.seats.person_at(seat)?.player));
        let is_here = |id: PlayerId| people.contains_key(&id) || self.is_elsewhere(id);
        let here = players.map(|player| player.is_some_and(is_here));
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

    /// The presence as one of the visitors is shown it: for the visitor who asks for a seat, the request is
    /// marked as the visitor's own.
    pub(super) fn for_player(&self, player: PlayerId, mut presence: Presence) -> Presence {
        if let (Some(asker), Some(request)) = (self.asker(), &mut presence.request) {
            request.yours = asker == player;
        }
        presence
    }
}
