//! The pairing of a Swiss round.
//!
//! Of all pairings of the round, the one is chosen in which, the first criterion counting most:
//!
//! 1. no entrant has a second bye while an entrant has had none,
//! 2. as few opponents as possible are of one network,
//! 3. as few opponents as possible meet again,
//! 4. as few opponents as possible are paired again whose match was no meeting,
//! 5. the bye goes to the entrant with the lowest score, and among those to the one with the lowest rating,
//! 6. the scores of opponents are as close as possible: the sum of the squared gaps is smallest,
//! 7. the ratings of opponents are as close as possible: the sum of the gaps in the order of ratings.
//!
//! There is a bye only if the number of entrants is odd. A match whose tiles were not dealt is no meeting.

use std::collections::HashMap;

use crate::matching::{Cost, best_pairs};
use crate::pairing::{EntrantId, Pairing, singles};
use crate::standings::scores;
use crate::state::State;

/// The pairings of the next round, among all entrants who are here. The opponents with the highest scores come first,
/// a bye last.
pub(crate) fn pair(state: &State) -> Vec<Pairing> {
    let scores = scores(state);
    let ranks = state.rating_ranks();
    let mut field: Vec<EntrantId> = state.here().collect();
    field.sort_by_key(|entrant| {
        let index = entrant.index();
        (std::cmp::Reverse(scores[index].points), ranks[index])
    });
    let met = times(&field, |of| &scores[of.index()].opponents);
    let not_met = times(&field, |of| &scores[of.index()].not_met);
    let cost = |first: usize, second: usize| -> Cost<7> {
        let own = field[first];
        let score = &scores[own.index()];
        let Some(&other) = field.get(second) else {
            let below = field.len() - 1 - first;
            return [score.byes, 0, 0, 0, below as u32, 0, 0];
        };
        let [met, not_met] = [&met, &not_met].map(|of| of.get(&(own, other)).copied().unwrap_or(0));
        let gap = score.points.abs_diff(scores[other.index()].points);
        let ranks = ranks[own.index()].abs_diff(ranks[other.index()]);
        let near = state.are_near(own, other).into();
        [0, near, met, not_met, 0, gap * gap, ranks]
    };
    // If the number is odd, one more item stands for the bye.
    let pairs = best_pairs(field.len().next_multiple_of(2), cost);
    let pairing = |[first, second]: [usize; 2]| match field.get(second) {
        Some(&second) => singles(field[first], second),
        None => Pairing::Bye(field[first]),
    };
    let mut pairings: Vec<Pairing> = pairs.into_iter().map(pairing).collect();
    pairings.sort_by_key(|pairing| matches!(pairing, Pairing::Bye(_)));
    pairings
}

/// How often each entrant has had each of these opponents.
pub(crate) fn times<'a>(
    field: &[EntrantId],
    opponents: impl Fn(EntrantId) -> &'a Vec<EntrantId>,
) -> HashMap<(EntrantId, EntrantId), u32> {
    let mut times = HashMap::new();
    for &entrant in field {
        for &other in opponents(entrant) {
            *times.entry((entrant, other)).or_insert(0) += 1;
        }
    }
    times
}
