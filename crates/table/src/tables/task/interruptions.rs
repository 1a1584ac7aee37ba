//! Since when players can't play, as far as this node knows. This is not in the log: when the players can play
//! again, the player on turn gets the time back, and the log records that.

use boneyard_base::{PlayerId, Timestamp};

/// Since when nobody can play, and since when single players can't play.
#[derive(Debug)]
pub(crate) struct Interruptions {
    /// Since when nobody can play, because no player is connected; `None` while a player is connected. After
    /// the table is loaded, this is the time of the last row.
    idle_since: Option<Timestamp>,
    /// The players whose node could not take their plays for a time, and since when. Each player has at most
    /// one entry.
    players: Vec<(PlayerId, Timestamp)>,
}

impl Interruptions {
    /// The interruptions of a table that was just loaded, and whose log ends at this time.
    pub(super) const fn new(last: Timestamp) -> Self {
        Self {
            idle_since: Some(last),
            players: Vec::new(),
        }
    }

    /// Since when nobody can play; `None` while a player is connected.
    pub(super) const fn idle_since(&self) -> Option<Timestamp> {
        self.idle_since
    }

    /// Records that nobody can play from now on.
    pub(super) fn begin_idling(&mut self, now: Timestamp) {
        self.idle_since.get_or_insert(now);
    }

    /// Records that the players can play from now on.
    pub(super) const fn end_idling(&mut self) {
        self.idle_since = None;
    }

    /// Records that a player could not play since this time.
    pub(super) fn interrupt(&mut self, player: PlayerId, since: Timestamp) {
        let mut players = self.players.iter_mut();
        match players.find(|(known, _)| *known == player) {
            Some((_, known)) => *known = since.min(*known),
            None => self.players.push((player, since)),
        }
    }

    /// Forgets since when a player could not play, because another node gives the time back.
    pub(super) fn forget(&mut self, player: PlayerId) {
        self.players.retain(|(known, _)| *known != player);
    }

    /// Since when a player could not play; `None` if the player can play.
    pub(super) fn since(&self, player: PlayerId) -> Option<Timestamp> {
        let mut players = self.players.iter();
        Some(players.find(|(known, _)| *known == player)?.1)
    }

    /// Whether single players could not play for a time that has not been given back yet.
    pub(super) const fn are_for_players(&self) -> bool {
        !self.players.is_empty()
    }

    /// Whether the time of an interruption has not been given back yet.
    pub(super) const fn is_any(&self) -> bool {
        self.idle_since.is_some() || self.are_for_players()
    }

    /// Moves all times.
    pub(super) fn move_by(&mut self, by_ms: i64) {
        let players = self.players.iter_mut().map(|(_, since)| since);
        for since in self.idle_since.iter_mut().chain(players) {
            *since = since.plus_ms(by_ms);
        }
    }

    /// Records that single players can play again.
    pub(super) fn end_for_players(&mut self) {
        self.players.clear();
    }
}
