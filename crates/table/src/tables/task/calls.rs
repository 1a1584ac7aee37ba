//! Calls players to whom the table is closed: their browsers are told that the table waits for them.

use boneyard_base::{PlayerId, TableId};
use boneyard_push::{AboutTable, Push, Question};
use boneyard_rules::Seat;

use crate::state::State;

/// The players who were called.
pub(super) struct Calls {
    push: Option<Push>,
    /// The players who aren't at the table, with what they were called for. A player who comes is called anew after
    /// leaving; the storage knows which turns the player's browsers were told of.
    called: Vec<(PlayerId, Question)>,
}

impl Calls {
    /// No calls. Without `push` there will be none.
    pub(super) const fn new(push: Option<Push>) -> Self {
        let called = Vec::new();
        Self { push, called }
    }

    /// Calls the players for whom the table waits and who aren't there.
    pub(super) fn look(
        &mut self,
        table: TableId,
        state: &State,
        is_here: impl Fn(PlayerId) -> bool,
    ) {
        let Some(push) = &self.push else {
            return;
        };
        let is_called_for = |player| awaited(state, player).filter(|_| !is_here(player));
        self.called
            .retain(|&(player, question)| is_called_for(player) == Some(question));
        for person in state.seats.people() {
            let player = person.player;
            let Some(question) = is_called_for(player) else {
                continue;
            };
            if self.called.contains(&(player, question)) {
                continue;
            }
            let is_taken = match question {
                Question::Turn(position) => push.turn(player, table, position),
                Question::Found => push.found(player, table),
                Question::Invited => true,
            };
            // What isn't taken is tried again with the next input.
            if is_taken {
                self.called.push((player, question));
            }
        }
    }
}

/// What the table waits for, if it waits for this player: a play, while other people wait too, or that the player comes
/// to a quick match.
pub(super) fn awaited(state: &State, player: PlayerId) -> Option<Question> {
    let seat = state.seat_of(player)?;
    if state.closed {
        return None;
    }
    if state.matches.on_turn() == Some(seat) {
        let others_wait = state.seats.people().count() > 1;
        return (others_wait && state.plays(seat)).then(|| Question::Turn(state.ply()));
    }
    let comes = state.settings.quick && state.is_waiting() && !state.is_ready(seat);
    comes.then_some(Question::Found)
}

/// What a notice says about a table to the player at a seat, or to somebody who is invited.
pub(super) fn about(state: &State, seat: Option<Seat>) -> AboutTable {
    let people = state.seats.all().filter(|&other| Some(other) != seat);
    let people = people.filter_map(|other| state.seats.person_at(other));
    AboutTable {
        preset: state.rules().preset(),
        others: people.map(|person| person.name.to_string()).collect(),
        invite: state.settings.invite,
    }
}
