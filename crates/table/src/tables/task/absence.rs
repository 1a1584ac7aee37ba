//! How long players are absent, over several connections. This is not in the log: after a restart each
//! player's absence starts at 0 again, so that no player loses through a restart.

use boneyard_base::{PlayerId, Timestamp};
use boneyard_rules::BySeat;

use crate::state::{Gone, GoneSince, State};

/// How long the players have been absent.
#[derive(Debug)]
pub(crate) struct Absences {
    /// The players with their absences. For so few entries, searching a list is fastest.
    players: Vec<(PlayerId, Absence)>,
    /// Since when no player is connected; `None` while a player is connected.
    deserted: Option<Timestamp>,
    /// Since when each seat's player is disconnected, as of the last [`Self::update_gone`].
    gone: Gone,
}

/// The absence of one player.
#[derive(Clone, Copy, Debug, Default)]
struct Absence {
    /// Since when the player is disconnected; `None` while the player is connected.
    since: Option<Timestamp>,
    /// The sum of the player's absences that ended after the player's last play, in milliseconds. All of them
    /// count, because a player who connects only for a moment now and then still keeps the others waiting.
    before_ms: i64,
}

impl Absences {
    /// The absences at a table that was just loaded.
    pub(super) fn new(state: &State) -> Self {
        Self {
            players: Vec::new(),
            deserted: None,
            gone: BySeat::from_fn(state.rules().seating(), |_| None),
        }
    }

    /// Updates the absences from the players who are connected now. Time in which no player was connected
    /// counts as no player's absence, because the player who comes back first was absent too.
    pub(crate) fn look(
        &mut self,
        state: &State,
        is_here: impl Fn(PlayerId) -> bool,
        now: Timestamp,
    ) {
        self.players
            .retain(|&(player, _)| state.seat_of(player).is_some());
        let mut people = state.seats.people();
        if !people.any(|person| is_here(person.player)) {
            self.deserted.get_or_insert(now);
        } else if let Some(deserted) = self.deserted.take() {
            let idle_ms = now.ms_since(deserted);
            for (_, absence) in &mut self.players {
                absence.since = absence.since.map(|since| since.plus_ms(idle_ms));
            }
        }
        for person in state.seats.people() {
            if self.find(person.player).is_none() {
                self.players.push((person.player, Absence::default()));
            }
            let Some(absence) = self.find(person.player) else {
                continue;
            };
            if !is_here(person.player) {
                absence.since.get_or_insert(now);
            } else if let Some(since) = absence.since.take() {
                absence.before_ms += now.ms_since(since);
            }
        }
    }

    /// Moves all times. [`Self::gone`] must be updated afterwards.
    pub(super) fn move_by(&mut self, by_ms: i64) {
        let players = self.players.iter_mut();
        let players = players.filter_map(|(_, absence)| absence.since.as_mut());
        for since in self.deserted.iter_mut().chain(players) {
            *since = since.plus_ms(by_ms);
        }
    }

    /// Sets the sum of a player's absences to 0, because the player has played and the others no longer wait.
    pub(crate) fn played(&mut self, player: PlayerId) {
        if let Some(absence) = self.find(player) {
            absence.before_ms = 0;
        }
    }

    fn find(&mut self, player: PlayerId) -> Option<&mut Absence> {
        let mut players = self.players.iter_mut();
        let known = players.find(|(known, _)| *known == player);
        known.map(|(_, absence)| absence)
    }

    /// Computes [`Self::gone`] again.
    pub(super) fn update_gone(&mut self, state: &State) {
        self.gone = BySeat::from_fn(state.rules().seating(), |seat| {
            let player = state.seats.person_at(seat)?.player;
            let mut players = self.players.iter();
            let (_, absence) = players.find(|(known, _)| *known == player)?;
            let went = absence.since?;
            Some(GoneSince {
                went,
                in_all: went.plus_ms(-absence.before_ms),
            })
        });
    }

    /// Since when each seat's player is disconnected.
    pub(super) const fn gone(&self) -> &Gone {
        &self.gone
    }
}
