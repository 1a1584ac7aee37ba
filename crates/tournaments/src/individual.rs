//! The pairing of an individual tournament, in which partners change each round.
//!
//! As long as no entrant has entered late or withdrawn, and there is a whist movement for their number, the
//! rounds are those of the movement: in all its rounds together, everybody partners everybody once, and opposes
//! everybody twice. Otherwise each round is chosen for itself, the first criterion counting most:
//!
//! 1. The entrants who make the number one of fours have a bye: those who had the fewest.
//! 2. As few partners as possible are partners again.
//! 3. The sides are put together so that opponents have met as seldom as possible: the sum of the squared
//!    numbers of meetings is smallest.

use std::collections::HashMap;

use crate::matching::best_pairs;
use crate::pairing::{EntrantId, Pairing, Side};
use crate::state::State;
use crate::whist;

/// The number of rounds that it takes to partner everybody once.
pub(crate) const fn rounds(entrants: usize) -> usize {
    if entrants.is_multiple_of(4) {
        entrants.saturating_sub(1)
    } else {
        entrants
    }
}

/// The pairings of the next round, byes last.
pub(crate) fn pair(state: &State) -> Vec<Pairing> {
    let present: Vec<EntrantId> = state.present().collect();
    let unchanged = state.rounds.is_empty() || present == state.starters;
    let movement = whist::tables(present.len(), state.rounds.len()).filter(|_| unchanged);
    let sides = movement.map_or_else(
        || choose(state, present.clone()),
        |tables| {
            let side =
                |first: usize, second: usize| Side::partners(present[first], present[second]);
            let sides = tables
                .into_iter()
                .map(|[a, b, c, d]| [side(a, b), side(c, d)]);
            sides.collect()
        },
    );
    let mut pairings: Vec<Pairing> = sides.into_iter().map(Pairing::Match).collect();
    let plays = |entrant| {
        pairings
            .iter()
            .flat_map(Pairing::entrants)
            .any(|of| of == entrant)
    };
    let byes: Vec<EntrantId> = present.into_iter().filter(|&of| !plays(of)).collect();
    pairings.extend(byes.into_iter().map(Pairing::Bye));
    pairings
}

/// Chooses the sides of the matches of one round.
fn choose(state: &State, mut field: Vec<EntrantId>) -> Vec<[Side; 2]> {
    let past = Past::of(state);
    field.sort_by_key(|entrant| std::cmp::Reverse(past.byes.get(entrant).copied().unwrap_or(0)));
    field.truncate(field.len() / 4 * 4);
    let partners = best_pairs(field.len(), |first, second| {
        [times(&past.partners, field[first], field[second])]
    });
    let sides: Vec<Side> = partners
        .into_iter()
        .map(|[first, second]| Side::partners(field[first], field[second]))
        .collect();
    let opponents = best_pairs(sides.len(), |first, second| {
        let met = sides[first].entrants().flat_map(|own| {
            let others = sides[second].entrants();
            others.map(move |other| (own, other))
        });
        [
            met.map(|(own, other)| times(&past.opponents, own, other).pow(2))
                .sum(),
        ]
    });
    let opponents = opponents.into_iter();
    opponents
        .map(|[first, second]| [sides[first], sides[second]])
        .collect()
}

/// How often two entrants did something together, the smaller number first.
type Times = HashMap<(EntrantId, EntrantId), u32>;

fn times(of: &Times, first: EntrantId, second: EntrantId) -> u32 {
    let key = (first.min(second), first.max(second));
    of.get(&key).copied().unwrap_or(0)
}

/// What was paired in the rounds so far.
#[derive(Default)]
struct Past {
    byes: HashMap<EntrantId, u32>,
    partners: Times,
    opponents: Times,
}

impl Past {
    fn of(state: &State) -> Self {
        let mut past = Self::default();
        let add = |to: &mut Times, first: EntrantId, second: EntrantId| {
            *to.entry((first.min(second), first.max(second)))
                .or_insert(0) += 1;
        };
        for pairing in state.rounds.iter().flat_map(|round| &round.pairings) {
            match pairing {
                Pairing::Bye(entrant) => *past.byes.entry(*entrant).or_insert(0) += 1,
                Pairing::Match([own, others]) | Pairing::ThirdPlace([own, others]) => {
                    for side in [own, others] {
                        if let Some(partner) = side.partner {
                            add(&mut past.partners, side.first, partner);
                        }
                    }
                    for first in own.entrants() {
                        for second in others.entrants() {
                            add(&mut past.opponents, first, second);
                        }
                    }
                }
            }
        }
        past
    }
}
