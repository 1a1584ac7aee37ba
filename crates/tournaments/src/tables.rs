//! The best division of entrants into tables of four, two of whom are partners against the other two.

use crate::matching::Cost;
use crate::pairing::EntrantId;

/// The entrants of a table. The first two are partners, and so are the last two.
pub(crate) type Table = [EntrantId; 4];

/// How often two entrants have been together.
#[derive(Clone, Copy, Default)]
pub(crate) struct Company {
    pub(crate) partners: u32,
    pub(crate) opponents: u32,
    /// Whether they are of one network.
    pub(crate) are_near: bool,
    /// As partners and as opponents, in matches that were no meetings.
    pub(crate) not_met: [u32; 2],
}

impl Company {
    /// What it costs that the two are partners.
    pub(crate) fn as_partners(self) -> Cost<5> {
        let near = self.are_near.into();
        [near, self.partners, 0, self.not_met[0], 0]
    }

    /// What it costs that the two are opponents.
    pub(crate) fn as_opponents(self) -> Cost<5> {
        let near = 2 * u32::from(self.are_near);
        let again = self.not_met[1];
        let times = self.opponents * self.opponents;
        [near, 0, times, 0, again * again]
    }
}

/// Divides entrants into tables with the smallest cost, the first number counting most. The entrants whom the tables
/// leave over are some of those who may rest. All divisions are compared, so there must be few entrants.
pub(crate) fn best_tables(
    entrants: &[EntrantId],
    company: impl Fn(EntrantId, EntrantId) -> Company,
    may_rest: impl Fn(EntrantId) -> bool,
) -> (Cost<5>, Vec<Table>) {
    let each = |own: &EntrantId| entrants.iter().map(|&other| company(*own, other)).collect();
    let mut search = Search {
        company: entrants.iter().map(each).collect(),
        known: vec![None; 1 << entrants.len()],
    };
    let all: Set = (1 << entrants.len()) - 1;
    let resting = entrants.iter().enumerate().filter(|(_, of)| may_rest(**of));
    let may_rest = resting.fold(0, |set, (place, _)| set | 1 << place);
    let rest = entrants.len() as u32 % 4;
    let playing = subsets(may_rest).filter(|set| set.count_ones() == rest);
    let best = playing.map(|resting| {
        let playing = all & !resting;
        (search.best(playing), playing)
    });
    let Some((cost, playing)) = best.min() else {
        return ([0; 5], Vec::new());
    };
    let tables = search.tables(playing).into_iter();
    (
        cost,
        tables
            .map(|table| table.map(|place| entrants[place]))
            .collect(),
    )
}

/// A set of places, one bit for each.
type Set = u32;

/// What is known of the sets of places.
struct Search {
    company: Vec<Vec<Company>>,
    /// For each set, the smallest cost of its tables, and the places of one of them.
    known: Vec<Option<(Cost<5>, [usize; 4])>>,
}

impl Search {
    /// The smallest cost of a set, whose number is one of fours.
    fn best(&mut self, set: Set) -> Cost<5> {
        if set == 0 {
            return [0; 5];
        }
        if let Some((cost, _)) = self.known[set as usize] {
            return cost;
        }
        let places: Vec<usize> = members(set).collect();
        let mut best = ([u32::MAX; 5], [0; 4]);
        if let [a, b, c, d] = places[..] {
            for table in [[a, b, c, d], [a, c, b, d], [a, d, b, c]] {
                best = best.min((self.cost(table), table));
            }
        } else {
            // One of the tables has the first place.
            for second in 1..places.len() {
                for third in second + 1..places.len() {
                    for fourth in third + 1..places.len() {
                        let four = [0, second, third, fourth].map(|at| places[at]);
                        let table = four.iter().fold(0, |set, place| set | 1 << place);
                        let cost = sum(self.best(table), self.best(set & !table));
                        best = best.min((cost, four));
                    }
                }
            }
        }
        self.known[set as usize] = Some(best);
        best.0
    }

    /// The tables of a set whose smallest cost is known.
    fn tables(&self, mut set: Set) -> Vec<[usize; 4]> {
        let mut tables = Vec::new();
        while let Some((_, four)) = self.known[set as usize] {
            let table = four.iter().fold(0, |set, place| set | 1 << place);
            tables.extend(self.known[table as usize].map(|(_, table)| table));
            set &= !table;
        }
        tables
    }

    fn cost(&self, [a, b, c, d]: [usize; 4]) -> Cost<5> {
        let partners = [(a, b), (c, d)].map(|(own, other)| self.company[own][other].as_partners());
        let opponents = [(a, c), (a, d), (b, c), (b, d)];
        let opponents = opponents.map(|(own, other)| self.company[own][other].as_opponents());
        partners.into_iter().chain(opponents).fold([0; 5], sum)
    }
}

fn sum(one: Cost<5>, other: Cost<5>) -> Cost<5> {
    std::array::from_fn(|at| one[at] + other[at])
}

fn members(set: Set) -> impl Iterator<Item = usize> {
    (0..Set::BITS)
        .filter(move |place| set >> place & 1 == 1)
        .map(|place| place as usize)
}

/// All subsets of a set.
fn subsets(set: Set) -> impl Iterator<Item = Set> {
    let mut next = Some(set);
    std::iter::from_fn(move || {
        let subset = next?;
        next = subset.checked_sub(1).map(|less| less & set);
        Some(subset)
    })
}
