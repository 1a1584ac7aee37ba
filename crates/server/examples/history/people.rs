//! Visitors with names. One of them plays more often than the others.

use boneyard_base::{PlayerId, Visitor};
use rand::RngExt as _;

/// A name consists of a word of each list and a number, so a search for a part of a name finds several
/// names.
const FIRST: [&str; 8] = [
    "Amber", "Blue", "Calm", "Dusty", "Early", "Fast", "Green", "Happy",
];
const SECOND: [&str; 8] = [
    "Badger", "Crane", "Falcon", "Heron", "Lynx", "Otter", "Robin", "Wolf",
];

/// All visitors. The first of them plays more than any other.
pub(crate) struct People(Vec<Visitor>);

impl People {
    /// Creates this number of visitors.
    pub(crate) fn new(count: usize) -> Self {
        let visitor = |number: usize| Visitor {
            player: PlayerId::random(),
            name: format!(
                "{} {} {number}",
                FIRST[number % FIRST.len()],
                SECOND[number / FIRST.len() % SECOND.len()]
            ),
            person: None,
        };
        Self((0..count).map(visitor).collect())
    }

    pub(crate) fn all(&self) -> &[Visitor] {
        &self.0
    }

    /// The visitor who plays more than any other.
    pub(crate) fn regular(&self) -> &Visitor {
        &self.0[0]
    }

    /// Chooses visitors for the seats of a table, all different. If `with_regular` is set, the regular
    /// visitor is one of them.
    pub(crate) fn for_table(&self, seats: usize, with_regular: bool) -> Vec<Visitor> {
        let mut chosen: Vec<usize> = if with_regular { vec![0] } else { Vec::new() };
        while chosen.len() < seats {
            let other = rand::rng().random_range(1..self.0.len());
            if !chosen.contains(&other) {
                chosen.push(other);
            }
        }
        chosen.into_iter().map(|n| self.0[n].clone()).collect()
    }
}
