//! The players' presence over a longer time than a connection lasts. Nothing of it is in the log: after a
//! restart each player's absence counts from then on, so that no player loses by it.

use boneyard_base::{PlayerId, Timestamp};
use boneyard_rules::BySeat;

use crate::state::{Gone, GoneSince, State};

/// How long the players have been gone, and since when nobody can play.
#[derive(Debug)]
pub(crate) struct Absences {
    /// Of so few, a list is searched fastest.
    players: Vec<(PlayerId, Absence)>,
    /// Since when no player is there.
    deserted: Option<Timestamp>,
    /// Since when the players are gone, as of the last [`Self::update_gone`].
    gone: Gone,
    /// Since when nobody can play, because no player is here or the storage fails: no clock runs
    /// meanwhile, and the player on turn gets the time back. After a restart it is the time of the last
    /// row.
    idle_since: Option<Timestamp>,
}

/// One player's absence.
#[derive(Clone, Copy, Debug, Default)]
struct Absence {
    /// Since when the player is gone; none while the player is there.
    since: Option<Timestamp>,
    /// How long the player was gone before that, in milliseconds, since the last play: a player who
    /// shows up for a moment now and then keeps the others waiting all the same.
    before_ms: i64,
}

impl Absences {
    /// Of a table that was just loaded.
    pub(super) fn new(state: &State) -> Self {
        Self {
            players: Vec::new(),
            deserted: None,
            gone: BySeat::from_fn(state.rules().seating, |_| None),
            idle_since: Some(state.last),
        }
    }

    /// Takes note of the players who are there now. Time in which no player was there counts against
    /// none: the first player who comes back was away as well.
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

    /// A player has played: the others have not waited in vain.
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

    /// Brings [`Self::gone`] up to date.
    pub(super) fn update_gone(&mut self, state: &State) {
        self.gone = BySeat::from_fn(state.rules().seating, |seat| {
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

    /// Since when each seat's player is gone.
    pub(super) const fn gone(&self) -> &Gone {
        &self.gone
    }

    /// Since when nobody can play; none while the players can.
    pub(super) const fn idle_since(&self) -> Option<Timestamp> {
        self.idle_since
    }

    /// Nobody can play from now on.
    pub(super) fn begin_idling(&mut self, now: Timestamp) {
        self.idle_since.get_or_insert(now);
    }

    /// The players can play from now on.
    pub(super) const fn end_idling(&mut self) {
        self.idle_since = None;
    }
}
