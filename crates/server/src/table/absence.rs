//! Who is there, over a longer time than a connection lasts. Nothing of it is in the log: after a
//! restart everybody's absence counts from then on, so that nobody loses by it.

use std::collections::HashMap;

use boneyard_rules::BySeat;

use super::care::Gone;
use super::state::State;
use crate::clock::Timestamp;
use crate::id::PlayerId;

/// How long the players have been gone.
#[derive(Debug, Default)]
pub(super) struct Absences(HashMap<PlayerId, Absence>);

/// One player's absence.
#[derive(Clone, Copy, Debug, Default)]
struct Absence {
    /// Since when they are gone; none while they are there.
    since: Option<Timestamp>,
    /// How long they were gone before that, in milliseconds, since they played last: who shows up
    /// for a moment now and then keeps the others waiting all the same.
    before_ms: i64,
}

impl Absences {
    /// Takes down who is there now.
    pub(super) fn look(
        &mut self,
        state: &State,
        is_here: impl Fn(PlayerId) -> bool,
        now: Timestamp,
    ) {
        self.0.retain(|&player, _| state.seat_of(player).is_some());
        for person in state.people() {
            let absence = self.0.entry(person.player).or_default();
            if !is_here(person.player) {
                absence.since.get_or_insert(now);
            } else if let Some(since) = absence.since.take() {
                absence.before_ms += now.ms_since(since);
            }
        }
    }

    /// A player has played: nobody has waited in vain.
    pub(super) fn played(&mut self, player: PlayerId) {
        if let Some(absence) = self.0.get_mut(&player) {
            absence.before_ms = 0;
        }
    }

    /// Since when each seat's player is gone, all that they were gone before counted in.
    pub(super) fn gone(&self, state: &State) -> Gone {
        BySeat::from_fn(state.rules.seating, |seat| {
            let absence = self.0.get(&state.person_at(seat)?.player)?;
            Some(absence.since?.plus_ms(-absence.before_ms))
        })
    }
}
