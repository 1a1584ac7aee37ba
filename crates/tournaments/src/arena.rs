//! The pairing of an arena. It pairs all entrants who are free.
//!
//! The best pairing is chosen by these criteria, the most important one first:
//!
//! 1. Few entrants meet the opponent of their last match again.
//! 2. If the number of entrants is odd, the entrant who has played the most matches waits.
//! 3. The scores of opponents are close, and then their ratings, as in a Swiss.

use crate::matching::{Cost, best_pairs};
use crate::pairing::{EntrantId, Pairing, singles};
use crate::standings::scores;
use crate::state::State;

/// The pairings among the entrants who are free. The opponents of a last match meet again only if no other
/// entrant waits or plays.
pub(crate) fn pair(state: &State) -> Vec<Pairing> {
    let scores = scores(state);
    let ranks = state.rating_ranks();
    let is_free = |entrant: &EntrantId| state.entrants[entrant.index()].playing.is_none();
    let free: Vec<EntrantId> = state.present().filter(is_free).collect();
    let last = |entrant: EntrantId| scores[entrant.index()].opponents.last().copied();
    let again = |own, other| last(own) == Some(other) || last(other) == Some(own);
    let played = |entrant: EntrantId| scores[entrant.index()].opponents.len() as u32;
    let most = free
        .iter()
        .map(|&entrant| played(entrant))
        .max()
        .unwrap_or(0);
    let cost = |first: usize, second: usize| -> Cost<4> {
        let own = free[first];
        let Some(&other) = free.get(second) else {
            return [0, most - played(own), 0, 0];
        };
        let gap = scores[own.index()]
            .points
            .abs_diff(scores[other.index()].points);
        let ranks = ranks[own.index()].abs_diff(ranks[other.index()]);
        [u32::from(again(own, other)), 0, gap * gap, ranks]
    };
    let pairs = best_pairs(free.len().next_multiple_of(2), cost).into_iter();
    let met = pairs.filter_map(|[first, second]| Some((free[first], *free.get(second)?)));
    let others = free.len() > 2 || state.is_running();
    met.filter(|&(first, second)| !(others && again(first, second)))
        .map(|(first, second)| singles(first, second))
        .collect()
}
