//! The pairing of a round robin by the circle method: one entrant stays, and the others move round a circle by
//! one place in each round. If the number of entrants is odd, the place that stays is the bye.

use crate::pairing::{EntrantId, Pairing, singles};
use crate::state::State;

/// The number of rounds in which everybody plays everybody once.
pub(crate) const fn rounds(entrants: usize) -> usize {
    entrants.next_multiple_of(2).saturating_sub(1)
}

/// The pairings of the next round. The opponent of an entrant who has withdrawn or is away has a bye.
pub(crate) fn pair(state: &State) -> Vec<Pairing> {
    // The first round is paired from those who are present then.
    let present: Vec<EntrantId> = state.present().collect();
    let starters = if state.rounds.is_empty() {
        &present
    } else {
        &state.starters
    };
    let (round, circle) = (state.rounds.len(), rounds(starters.len()));
    let at = |place: usize| {
        let entrant = starters.get(place).copied();
        entrant.filter(|&entrant| state.is_here(entrant))
    };
    let apart =
        (1..=circle / 2).map(|step| ((round + step) % circle, (round + circle - step) % circle));
    std::iter::once((round % circle, circle))
        .chain(apart)
        .filter_map(|(first, second)| match (at(first), at(second)) {
            (Some(first), Some(second)) => Some(singles(first, second)),
            (Some(entrant), None) | (None, Some(entrant)) => Some(Pairing::Bye(entrant)),
            (None, None) => None,
        })
        .collect()
}
