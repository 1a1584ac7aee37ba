//! The pairing of an individual tournament, in which partners change each round.
//!
//! As long as no entrant has entered late, withdrawn or gone away, no two are of one network, and there is a whist
//! movement for their number, the rounds are those of the movement: in all its rounds together, everybody partners
//! everybody once, and opposes everybody twice. After its last round it begins again. Otherwise each round is chosen
//! for itself, the first criterion counting most:
//!
//! 1. The entrants who make the number one of fours have a bye: those who had the fewest.
//! 2. As few as possible of one network are at a table: as opponents they count twice, as partners once.
//! 3. As few partners as possible are partners again: the sum of the numbers of rounds that partners have had
//!    together is smallest.
//! 4. Opponents have met as seldom as possible: the sum of the squared numbers of meetings is smallest.
//! 5. The same two sums for the matches that were no meetings.

use std::collections::HashMap;

use crate::matching::best_pairs;
use crate::pairing::{EntrantId, Pairing, Side};
use crate::state::{Round, State};
use crate::tables::{Company, Table, best_tables};
use crate::whist;

/// Up to this number of entrants, all rounds are compared.
const ALL_COMPARED_MAX: usize = 16;

/// How often the search among more entrants goes through all pairs of tables. It ends long before, when no two tables
/// can be improved.
const PASSES_MAX: usize = 64;

/// The pairings of the next round, byes last.
pub(crate) fn pair(state: &State) -> Vec<Pairing> {
    let present: Vec<EntrantId> = state.here().collect();
    let unchanged = state.rounds.is_empty() || present == state.starters;
    let unchanged = unchanged && state.all_strangers(&present);
    let movement = whist::tables(present.len(), state.rounds.len()).filter(|_| unchanged);
    let tables = movement.map_or_else(
        || choose(state, &present),
        |tables| {
            let of = |table: whist::Table| table.map(|place| present[place]);
            tables.into_iter().map(of).collect()
        },
    );
    let is_idle = |entrant: &EntrantId| !tables.iter().flatten().any(|of| of == entrant);
    let byes: Vec<EntrantId> = present.iter().copied().filter(is_idle).collect();
    let sides = |[a, b, c, d]: Table| [Side::partners(a, b), Side::partners(c, d)];
    let matches = tables.iter().map(|&table| Pairing::Match(sides(table)));
    matches.chain(byes.into_iter().map(Pairing::Bye)).collect()
}

/// Chooses the tables of one round.
fn choose(state: &State, present: &[EntrantId]) -> Vec<Table> {
    let past = Past::of(state);
    let byes = |entrant: &EntrantId| past.byes.get(entrant).copied().unwrap_or(0);
    let mut field = present.to_vec();
    field.sort_by_key(byes);
    // All who had fewer byes than the last one who has a bye now have one, too.
    let idle = field.len() % 4;
    let most = idle.checked_sub(1).map(|last| byes(&field[last]));
    field.retain(|of| most.is_none_or(|most| byes(of) >= most));
    let may_rest = |of: EntrantId| Some(byes(&of)) == most;
    let company = |own, other| Company {
        are_near: state.are_near(own, other),
        ..past.company(own, other)
    };
    if field.len() <= ALL_COMPARED_MAX {
        return best_tables(&field, company, may_rest).1;
    }
    let mut resting: Vec<EntrantId> = field.drain(..field.len() % 4).collect();
    let mut tables = first_tables(&field, company);
    for _ in 0..PASSES_MAX {
        if !improve(&mut tables, &mut resting, company, may_rest) {
            break;
        }
    }
    tables
}

/// Tables with the best partners, put together so that opponents are new. Each table is divided as well as it can be.
fn first_tables(
    field: &[EntrantId],
    company: impl Fn(EntrantId, EntrantId) -> Company + Copy,
) -> Vec<Table> {
    let partners = best_pairs(field.len(), |first, second| {
        company(field[first], field[second]).as_partners()
    });
    let sides: Vec<[EntrantId; 2]> = partners
        .into_iter()
        .map(|pair| pair.map(|of| field[of]))
        .collect();
    let opponents = best_pairs(sides.len(), |first, second| {
        let both = sides[first]
            .iter()
            .flat_map(|&own| sides[second].map(|other| (own, other)));
        both.fold([0; 5], |sum, (own, other)| {
            let of = company(own, other).as_opponents();
            std::array::from_fn(|at| sum[at] + of[at])
        })
    });
    let tables = opponents.into_iter().map(|pair| pair.map(|of| sides[of]));
    // Other partners at the same table may be as good, and their opponents better.
    let best = tables.flat_map(|sides| best_tables(sides.as_flattened(), company, |_| false).1);
    best.collect()
}

/// Makes each two tables, with the entrants who have a bye, as good as they can be. Returns whether one has become
/// better.
fn improve(
    tables: &mut [Table],
    resting: &mut Vec<EntrantId>,
    company: impl Fn(EntrantId, EntrantId) -> Company + Copy,
    may_rest: impl Fn(EntrantId) -> bool + Copy,
) -> bool {
    let mut is_better = false;
    for first in 0..tables.len() {
        for second in first + 1..tables.len() {
            let known = [tables[first], tables[second]];
            let before = best_tables(&known[0], company, may_rest).0;
            let other = best_tables(&known[1], company, may_rest).0;
            let before: [u32; 5] = std::array::from_fn(|at| before[at] + other[at]);
            let group: Vec<EntrantId> = known
                .into_iter()
                .flatten()
                .chain(resting.drain(..))
                .collect();
            let (cost, found) = best_tables(&group, company, may_rest);
            let [one, other] = if cost < before {
                is_better = true;
                [found[0], found[1]]
            } else {
                known
            };
            (tables[first], tables[second]) = (one, other);
            let plays = |of: &EntrantId| one.contains(of) || other.contains(of);
            resting.extend(group.into_iter().filter(|of| !plays(of)));
        }
    }
    is_better
}

/// How often two entrants did something together, the smaller number first.
type Times = HashMap<(EntrantId, EntrantId), u32>;

/// What was paired in the rounds so far.
#[derive(Default)]
struct Past {
    byes: HashMap<EntrantId, u32>,
    partners: Times,
    opponents: Times,
    /// Partners and opponents in matches that were no meetings.
    not_met: [Times; 2],
}

impl Past {
    fn of(state: &State) -> Self {
        let mut past = Self::default();
        let add = |to: &mut Times, first: EntrantId, second: EntrantId| {
            *to.entry((first.min(second), first.max(second)))
                .or_insert(0) += 1;
        };
        for (pairing, outcome) in state.rounds.iter().flat_map(Round::results) {
            let Some([own, others]) = pairing.sides() else {
                let entrants = pairing.entrants();
                entrants.for_each(|of| *past.byes.entry(of).or_insert(0) += 1);
                continue;
            };
            let [not_partners, not_opponents] = &mut past.not_met;
            let [partners, opponents] = if outcome.is_some_and(|of| !of.is_meeting()) {
                [not_partners, not_opponents]
            } else {
                [&mut past.partners, &mut past.opponents]
            };
            for side in [own, others] {
                if let Some(partner) = side.partner {
                    add(partners, side.first, partner);
                }
            }
            for first in own.entrants() {
                others
                    .entrants()
                    .for_each(|second| add(opponents, first, second));
            }
        }
        past
    }

    fn company(&self, first: EntrantId, second: EntrantId) -> Company {
        let key = (first.min(second), first.max(second));
        let times = |of: &Times| of.get(&key).copied().unwrap_or(0);
        Company {
            partners: times(&self.partners),
            opponents: times(&self.opponents),
            are_near: false,
            not_met: [&self.not_met[0], &self.not_met[1]].map(times),
        }
    }
}
