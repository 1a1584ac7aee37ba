//! The division of all entrants into tables of several, each for themselves, for one round.
//!
//! The tables have about as many seats as wanted, and differ by at most one. Of the divisions that were looked at, the one is
//! chosen in which, the first criterion counting most:
//!
//! 1. as few as possible of one network sit together,
//! 2. entrants have met as seldom as possible: the sum of the squared numbers of meetings is smallest,
//! 3. scores at a table are as close as possible: the sum of the squared gaps is smallest.
//!
//! The first round divides the entrants by their ratings, so that all tables are about equally strong. Each later one begins
//! with those who have the most points at the first table, the next at the second, and so on. Then entrants of tables that
//! are near each other change their seats as long as that is better.

use std::cmp::Reverse;
use std::collections::HashMap;

use crate::matching::Cost;
use crate::pairing::{EntrantId, Pairing, SEATS_MAX, Seated};
use crate::standings::{Score, scores};
use crate::state::State;
use crate::swiss::times;

/// How many tables further on an entrant may change to in one step.
const NEAR_TABLES: usize = 8;

/// How often the search goes through all tables. It ends long before, when nothing can be improved.
const PASSES_MAX: usize = 64;

/// The tables of the next round, for all entrants who are here. None of them has more than `most` seats.
pub(crate) fn pair(state: &State, seats: usize, most: usize) -> Vec<Pairing> {
    let scores = scores(state);
    let ranks = state.rating_ranks();
    let mut field: Vec<EntrantId> = state.here().collect();
    if field.len() < 2 {
        return Vec::new();
    }
    field.sort_by_key(|of| (Reverse(scores[of.index()].points), ranks[of.index()]));
    let count = table_count(field.len(), seats, most);
    let mut tables = if state.rounds.is_empty() {
        spread(&field, count)
    } else {
        in_order(&field, count)
    };
    let company = Company {
        state,
        met: times(&field, |of| &scores[of.index()].opponents),
        scores: &scores,
    };
    for _ in 0..PASSES_MAX {
        if !company.improve(&mut tables) {
            break;
        }
    }
    let seated = tables.iter().filter_map(|table| Seated::new(table));
    seated.map(Pairing::Table).collect()
}

/// The number of tables at which so many entrants sit, each as near to the wanted number of seats as possible. Nobody sits
/// alone, and no table has more than `most` seats.
fn table_count(entrants: usize, seats: usize, most: usize) -> usize {
    let nearest = (2 * entrants + seats) / (2 * seats.max(1));
    let possible = nearest.min(entrants / 2);
    possible
        .max(entrants.div_ceil(most.clamp(3, SEATS_MAX)))
        .max(1)
}

/// Every table has entrants from the whole field.
fn spread(field: &[EntrantId], count: usize) -> Vec<Vec<EntrantId>> {
    let table = |number| field.iter().skip(number).step_by(count).copied().collect();
    (0..count).map(table).collect()
}

/// Every table has entrants who follow each other in the field.
fn in_order(field: &[EntrantId], count: usize) -> Vec<Vec<EntrantId>> {
    let larger = field.len() % count;
    let mut rest = field.iter().copied();
    let size = |number| field.len() / count + usize::from(number < larger);
    let table = |number| rest.by_ref().take(size(number)).collect();
    (0..count).map(table).collect()
}

/// What it costs that entrants sit together.
struct Company<'a> {
    state: &'a State,
    met: HashMap<(EntrantId, EntrantId), u32>,
    scores: &'a [Score],
}

impl Company<'_> {
    /// Exchanges entrants between tables that are near each other where that is better. Returns whether it was.
    fn improve(&self, tables: &mut [Vec<EntrantId>]) -> bool {
        let mut is_better = false;
        for first in 0..tables.len() {
            let near = tables.len().min(first + 1 + NEAR_TABLES);
            for second in first + 1..near {
                let (head, tail) = tables.split_at_mut(second);
                is_better |= self.exchange(&mut head[first], &mut tail[0]);
            }
        }
        is_better
    }

    fn exchange(&self, one: &mut [EntrantId], other: &mut [EntrantId]) -> bool {
        let mut is_better = false;
        for own in 0..one.len() {
            for theirs in 0..other.len() {
                let before = self.cost([one, other]);
                std::mem::swap(&mut one[own], &mut other[theirs]);
                if self.cost([one, other]) < before {
                    is_better = true;
                } else {
                    std::mem::swap(&mut one[own], &mut other[theirs]);
                }
            }
        }
        is_better
    }

    fn cost(&self, tables: [&[EntrantId]; 2]) -> Cost<3> {
        let mut cost = [0; 3];
        for table in tables {
            for (seat, &own) in table.iter().enumerate() {
                for &other in &table[seat + 1..] {
                    let of = self.together(own, other);
                    cost = std::array::from_fn(|at| cost[at] + of[at]);
                }
            }
        }
        cost
    }

    fn together(&self, own: EntrantId, other: EntrantId) -> Cost<3> {
        let near = self.state.are_near(own, other).into();
        let met = self.met.get(&(own, other)).copied().unwrap_or(0);
        let [one, two] = [own, other].map(|of| self.scores[of.index()].points);
        let gap = one.abs_diff(two);
        [near, met * met, gap * gap]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_as_near_to_the_wanted_size_as_they_can_be() {
        let sizes_up_to = |entrants: u32, seats, most| {
            let field: Vec<_> = (0..entrants).map(EntrantId).collect();
            let count = table_count(field.len(), seats, most);
            let of = |tables: Vec<Vec<EntrantId>>| tables.iter().map(Vec::len).collect::<Vec<_>>();
            let sizes = of(in_order(&field, count));
            assert_eq!(of(spread(&field, count)), sizes);
            sizes
        };
        let sizes = |entrants, seats| sizes_up_to(entrants, seats, SEATS_MAX);
        assert_eq!(sizes(4, 4), [4]);
        assert_eq!(sizes(5, 4), [5]);
        assert_eq!(sizes(6, 4), [3, 3]);
        assert_eq!(sizes(9, 4), [5, 4]);
        assert_eq!(sizes(11, 4), [4, 4, 3]);
        assert_eq!(sizes(9, 8), [5, 4]);
        assert_eq!(sizes(11, 8), [6, 5]);
        assert_eq!(sizes(20, 8), [7, 7, 6]);
        assert_eq!(sizes(2, 8), [2]);
        assert_eq!(sizes(5, 2), [3, 2]);
        // Rules may be for no more than six.
        assert_eq!(sizes(7, 5), [7]);
        assert_eq!(sizes_up_to(7, 5, 6), [4, 3]);
        assert_eq!(sizes_up_to(8, 6, 6), [4, 4]);
        assert_eq!(sizes_up_to(13, 6, 6), [5, 4, 4]);
        assert_eq!(sizes_up_to(5, 3, 3), [3, 2]);
    }
}
