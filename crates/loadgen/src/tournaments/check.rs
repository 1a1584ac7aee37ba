//! What must hold for the pairings of a tournament, from its public list of matches.

use std::collections::{BTreeMap, BTreeSet};

use boneyard_protocol::tournament::{ResultSource, TournamentFormat, TournamentMatch};
use serde::Serialize;

/// The number of faults of each kind in the pairings.
#[derive(Serialize, Debug, Default)]
pub(super) struct Flaws {
    /// Entrants who were paired twice in one round.
    paired_twice: usize,
    /// Two entrants who met more than once. In a Swiss with many players and few rounds, and in a round robin, this
    /// can always be avoided. With changing partners everybody meets everybody twice. Not counted in an arena.
    met_again: usize,
    /// Entrants with more than one bye, outside a knockout.
    second_byes: usize,
    /// Matches without a result, byes excepted.
    undecided: usize,
}

impl Flaws {
    pub(super) fn of(matches: &[TournamentMatch], format: TournamentFormat) -> Self {
        let mut paired: BTreeMap<(u32, u32), usize> = BTreeMap::new();
        let mut met: BTreeMap<(u32, u32), usize> = BTreeMap::new();
        let mut byes: BTreeMap<u32, usize> = BTreeMap::new();
        let mut flaws = Self::default();
        for one in matches {
            let players: BTreeSet<u32> = one.sides.iter().flatten().copied().collect();
            for &player in &players {
                *paired.entry((one.round, player)).or_default() += 1;
            }
            match one.sides.as_slice() {
                [alone] => {
                    for &player in alone {
                        *byes.entry(player).or_default() += 1;
                    }
                }
                [first, second] => {
                    flaws.undecided += usize::from(one.result.is_none());
                    let pairs = first
                        .iter()
                        .flat_map(|a| second.iter().map(move |b| (*a, *b)));
                    for (a, b) in pairs {
                        *met.entry((a.min(b), a.max(b))).or_default() += 1;
                    }
                }
                _ => flaws.undecided += 1,
            }
        }
        flaws.paired_twice = paired.values().filter(|times| **times > 1).count();
        let meetings_max = match format {
            TournamentFormat::Arena => usize::MAX,
            TournamentFormat::Individual => 2,
            _ => 1,
        };
        flaws.met_again = met.values().filter(|times| **times > meetings_max).count();
        if format != TournamentFormat::Knockout && format != TournamentFormat::RoundRobin {
            flaws.second_byes = byes.values().filter(|times| **times > 1).count();
        }
        flaws
    }

    /// Whether there are no faults.
    pub(super) const fn none(&self) -> bool {
        self.paired_twice + self.met_again + self.second_byes + self.undecided == 0
    }
}

/// The number of matches that were decided without being played to their end.
pub(super) fn forfeited(matches: &[TournamentMatch]) -> usize {
    let results = matches.iter().filter_map(|one| one.result.as_ref());
    results
        .filter(|result| result.source != ResultSource::Played)
        .count()
}
