//! The pairing of a knockout.
//!
//! The bracket is the usual one: the best two seeds can meet only in the final, the best four only from the
//! semifinals on. Seeds 3 and 4 may change their places, so may seeds 5 to 8, 9 to 16, and so on, so that entrants of
//! one network meet as late as possible. The best seeds have the byes of the first round. An entrant has a bye too if
//! the opponent of that place has withdrawn, or if no side came to the match that would have decided the opponent.

use crate::pairing::{EntrantId, MatchOutcome, Pairing, Side, singles};
use crate::state::{Round, State};

/// A place in a round of the bracket: the entrant who reached it.
type Slot = Option<EntrantId>;

/// The places of the next round in the order of the bracket, without those who have withdrawn. `rounds` are the
/// rounds of the knockout that were paired, and `seeds` the entrants from the best to the last.
pub(crate) fn slots(state: &State, rounds: &[Round], seeds: &[EntrantId]) -> Vec<Slot> {
    let reached = match rounds.split_first() {
        None => drawn(state, seeds),
        Some((first, later)) => {
            let slots: Vec<Slot> = first.results().map(winner).collect();
            later
                .iter()
                .fold(slots, |slots, round| winners(&slots, round))
        }
    };
    let present = |slot: Slot| slot.filter(|&entrant| state.is_present(entrant));
    reached.into_iter().map(present).collect()
}

/// The places of the first round.
fn drawn(state: &State, seeds: &[EntrantId]) -> Vec<Slot> {
    let order = bracket(seeds.len().next_power_of_two());
    let mut slots = vec![None; order.len()];
    let mut level = 0..1;
    while level.start < seeds.len() {
        let entrants = &seeds[level.start..level.end.min(seeds.len())];
        let is_free = |seed: &usize| (level.start..level.start + entrants.len()).contains(seed);
        let free = |slots: &[Slot], place: usize| slots[place].is_none() && is_free(&order[place]);
        let has_near = |of: &EntrantId| {
            seeds
                .iter()
                .any(|&other| other != *of && state.are_near(*of, other))
        };
        for &entrant in entrants.iter().filter(|of| has_near(of)) {
            let usual = seeds.iter().position(|&of| of == entrant);
            let places = (0..order.len()).filter(|&place| free(&slots, place));
            let best = places.max_by_key(|&place| {
                let near = slots.iter().enumerate();
                let near =
                    near.filter(|(_, slot)| slot.is_some_and(|of| state.are_near(entrant, of)));
                let rounds = near.map(|(other, _)| rounds_apart(place, other));
                (
                    rounds.min().unwrap_or(u32::MAX),
                    Some(order[place]) == usual,
                )
            });
            slots[best.expect("a level has as many places as entrants")] = Some(entrant);
        }
        let mut others = entrants.iter().filter(|of| !has_near(of));
        for seed in level.clone() {
            let place = order.iter().position(|&of| of == seed);
            if let Some(place) = place.filter(|&place| free(&slots, place)) {
                slots[place] = others.next().copied();
            }
        }
        level = level.end..2 * level.end;
    }
    slots
}

/// In which round, from 1, two places of the bracket meet.
const fn rounds_apart(one: usize, other: usize) -> u32 {
    usize::BITS - (one ^ other).leading_zeros()
}

/// The places after a round, from the places before it.
fn winners(slots: &[Slot], round: &Round) -> Vec<Slot> {
    let of = |pair: &[Slot]| {
        let is_own = |pairing: &Pairing| pairing.entrants().any(|of| pair.contains(&Some(of)));
        round
            .results()
            .find(|(pairing, _)| is_own(pairing))
            .and_then(winner)
    };
    slots.chunks(2).map(of).collect()
}

fn winner((pairing, outcome): (&Pairing, Option<MatchOutcome>)) -> Slot {
    match (pairing, pairing.sides()) {
        (Pairing::Bye(entrant), _) => Some(*entrant),
        (_, Some(sides)) => Some(sides[outcome?.winner()?.index()].first),
        (_, None) => None,
    }
}

/// The pairings of the next round, in the order of the bracket. The match for the third place follows the final.
pub(crate) fn pair(
    slots: &[Slot],
    state: &State,
    rounds: &[Round],
    third_place: bool,
) -> Vec<Pairing> {
    let of = |pair: &[Slot]| match *pair {
        [Some(first), Some(second)] => Some(singles(first, second)),
        [Some(first), None] | [None, Some(first)] => Some(Pairing::Bye(first)),
        _ => None,
    };
    let mut pairings: Vec<Pairing> = slots.chunks(2).filter_map(of).collect();
    if third_place
        && slots.len() == 2
        && let Some(semifinals) = rounds.last()
    {
        let losers = semifinals.results().filter_map(loser);
        let losers: Vec<Side> = losers.filter(|side| state.is_present(side.first)).collect();
        if let [first, second] = losers[..] {
            pairings.push(Pairing::ThirdPlace([first, second]));
        }
    }
    pairings
}

fn loser((pairing, outcome): (&Pairing, Option<MatchOutcome>)) -> Option<Side> {
    Some(pairing.sides()?[1 - outcome?.winner()?.index()])
}

/// The seeds, from 0, in the order of a bracket of this size. The size is a power of two. In each round, the
/// seeds of a match have the same sum if the better seed always wins.
fn bracket(size: usize) -> Vec<usize> {
    let mut order = vec![0];
    while order.len() < size {
        let sum = 2 * order.len() - 1;
        order = order.iter().flat_map(|&seed| [seed, sum - seed]).collect();
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bracket_keeps_the_best_seeds_apart() {
        assert_eq!(bracket(1), [0]);
        assert_eq!(bracket(8), [0, 7, 3, 4, 1, 6, 2, 5]);
    }
}
