//! Which people are connected to a loaded table, and the effects of a change.

use boneyard_base::PlayerId;
use boneyard_cluster::Here;

use super::LoadedTable;

impl LoadedTable {
    /// Checks which players are connected. If nobody could play for a time, the player on turn gets that
    /// time back before anything else happens.
    pub(super) async fn check_presence(&mut self) {
        let now = self.tables.clock().now();
        self.look_elsewhere();
        self.absences.look(
            self.log.state(),
            |player| self.followers.is_here(player),
            now,
        );
        if self.log.is_doubtful() || !self.is_any_player_here() {
            self.absences.begin_idling(now);
        } else if self.others.is_played_elsewhere() {
            self.absences.end_idling();
        } else if let Some(since) = self.absences.idle_since()
            && self.others.settles_at().is_none()
            && self.is_any_player_at_this_node()
        {
            let resumed = self
                .decide_and_append(|state, now| state.resume(since, now))
                .await;
            if resumed.is_ok() {
                self.absences.end_idling();
            }
            // A player may have sat down through another node in the meantime.
            self.look_elsewhere();
        }
        let state = self.log.state();
        self.listings
            .show_here(state, &self.followers, self.tables.bus());
        self.tell_who_is_here(false);
        self.count_quick_players();
        let state = self.log.state();
        self.absences.update_gone(state);
        let absent = state.absent(self.absences.gone(), now);
        self.followers.set_absent(absent);
        self.check_request();
    }

    /// Sends the presence to the followers if it has changed.
    pub(crate) fn show_presence(&mut self) {
        if self.followers.is_stale() {
            self.tell_who_is_here(true);
        }
        let now = self.tables.clock().now();
        self.followers.show_presence(self.log.state(), now);
    }

    /// Updates which people are connected to the table through other nodes.
    pub(super) fn look_elsewhere(&mut self) {
        if let Some(elsewhere) = self.others.presence(self.log.state()) {
            self.followers.set_elsewhere(elsewhere);
        }
    }

    /// Reports to the other nodes which players are connected through this node, if that has changed.
    /// Reports a change of the number of watchers too if `with_watchers` is set.
    pub(super) fn tell_who_is_here(&mut self, with_watchers: bool) {
        if !self.others.are_none() {
            let here = self.here_now();
            self.others.tell_changes(here, with_watchers);
        }
    }

    /// This node's report about its sockets at the table.
    pub(super) fn here_now(&self) -> Here {
        let state = self.state();
        let seated = state.seats.people().map(|person| person.player);
        let players: Vec<PlayerId> = seated
            .filter(|&player| self.followers.has(player))
            .collect();
        let watchers = self.followers.people_count() - players.len();
        Here {
            seq: state.version,
            watchers: u32::try_from(watchers).unwrap_or(u32::MAX),
            players,
            idle: self.absences.idle_since().is_some(),
            asks: false,
        }
    }

    /// Counts the people who play a quick match through this node, without those whom another node counts.
    fn count_quick_players(&mut self) {
        let state = self.log.state();
        let players = state.match_players().filter(|_| state.settings.quick);
        let here = players
            .filter(|&player| self.followers.has(player) && !self.others.has_before_me(player));
        self.listings.count_quick_players(here.count());
    }

    /// Whether any player is connected, through any node.
    pub(super) fn is_any_player_here(&self) -> bool {
        let mut people = self.state().seats.people();
        people.any(|person| self.followers.is_here(person.player))
    }

    fn is_any_player_at_this_node(&self) -> bool {
        let mut people = self.state().seats.people();
        people.any(|person| self.followers.has(person.player))
    }
}
