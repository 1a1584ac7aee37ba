//! Which people are connected to a loaded table, and the effects of a change.

use boneyard_base::PlayerId;
use boneyard_cluster::Here;
use boneyard_notices::{TableAnswer, TableQuestion};

use super::LoadedTable;
use crate::tables::task::notices::{about, awaited, ended};

impl LoadedTable {
    /// Checks which players are connected. If the player on turn could not play for a time, that player gets
    /// the time back before anything else happens.
    pub(super) async fn check_presence(&mut self) {
        // The input may have waited.
        self.time.read();
        self.note_pause();
        self.end_long_losses();
        self.look_elsewhere();
        let now = self.now();
        self.absences.look(
            self.log.state(),
            |player| self.followers.is_here(player),
            now,
        );
        if !self.is_any_player_here() {
            self.interruptions.begin_idling(now);
        } else if self.others.can_play_at_other_node() {
            self.interruptions.end_idling();
        }
        self.give_time_back().await;
        let state = self.log.state();
        self.listings
            .show_here(state, &self.followers, self.tables.bus());
        self.tell_who_is_here(false);
        let state = self.log.state();
        self.absences.update_gone(state);
        let absent = state.absent(self.absences.gone(), now);
        self.followers.set_absent(absent);
        self.check_request();
        let is_here = |player| self.followers.is_here(player);
        self.notices.look(self.id, self.log.state(), is_here);
    }

    /// Whether what a player's browsers, or the table's webhook, are to be told is still so. `player` is `None` for the
    /// player whose turn it is.
    pub(super) fn standing(
        &mut self,
        player: Option<PlayerId>,
        question: TableQuestion,
    ) -> TableAnswer {
        // Until the other nodes have answered, every player may be there, and the log may have gone on.
        let may_be_wrong = self.others.settles_at().is_some() || self.tables.nodes().is_unsure();
        if may_be_wrong && question != TableQuestion::Host {
            return TableAnswer::Unknown;
        }
        self.look_elsewhere();
        let state = self.state();
        let on_turn = || state.seats.person_at(state.matches.on_turn()?);
        let player = player.or_else(|| on_turn().map(|person| person.player));
        let seat = player.and_then(|player| state.seat_of(player));
        let is_so = match question {
            TableQuestion::Turn(_) | TableQuestion::Found | TableQuestion::Match { .. } => {
                player.and_then(|player| awaited(state, player)) == Some(question)
            }
            TableQuestion::Invited => !state.closed && seat.is_none(),
            TableQuestion::Over(number) => ended(state) == number,
            TableQuestion::Host => {
                state.is_over_days() && seat.is_some_and(|seat| state.must_be_host(seat).is_ok())
            }
        };
        let is_here = |player| self.followers.is_here(player);
        if !is_so {
            TableAnswer::Over
        } else if question.is_of_absent_player() && player.is_some_and(is_here) {
            TableAnswer::Here
        } else {
            TableAnswer::Awaited(about(state, seat))
        }
    }

    /// Sends the presence to the followers if it has changed.
    pub(crate) fn show_presence(&mut self) {
        if self.followers.is_stale() {
            self.tell_who_is_here(true);
        }
        let now = self.now();
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
            idle: self.log.is_doubtful() || self.interruptions.idle_since().is_some(),
            asks: false,
            unable: self.unable_players(),
        }
    }

    /// Whether any player is connected, through any node.
    pub(super) fn is_any_player_here(&self) -> bool {
        let mut people = self.state().seats.people();
        people.any(|person| self.followers.is_here(person.player))
    }
}
