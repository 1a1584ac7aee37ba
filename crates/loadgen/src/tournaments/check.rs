//! What must hold for the pairings of a tournament, from its public list of matches.

use std::collections::BTreeMap;

use boneyard_protocol::tournament::{ResultSource, TournamentFormat, TournamentMatch};
use serde::Serialize;

/// The number of faults of each kind in the pairings.
#[derive(Serialize, Debug, Default)]
pub(super) struct Flaws {
    /// Entrants who were paired twice in one round.
    paired_twice: usize,
    /// Two entrants who met more often than they had to. In a Swiss with many players and few rounds, and in a round
    /// robin, nobody has to meet anybody twice. With changing partners everybody meets everybody twice. In an arena,
    /// only two matches in a row against the same opponent count.
    met_again: usize,
    /// Two entrants who were partners more than once, with changing partners.
    partners_again: usize,
    /// Entrants with more than one bye. In a knockout, the byes of the first round are left out: a later one follows
    /// from a match that nobody won.
    second_byes: usize,
    /// Entrants who had two matches without a result at the same time.
    at_two_tables: usize,
    /// Matches without a result, byes excepted.
    undecided: usize,
}

impl Flaws {
    /// The faults in all matches. `at_two_tables` was counted while they were played.
    pub(super) fn of(
        matches: &[TournamentMatch],
        format: TournamentFormat,
        at_two_tables: usize,
    ) -> Self {
        let mut paired: BTreeMap<(u32, u32), usize> = BTreeMap::new();
        let mut byes: BTreeMap<u32, usize> = BTreeMap::new();
        let mut flaws = Self {
            at_two_tables,
            ..Self::default()
        };
        for one in matches {
            for &player in one.sides.iter().flatten() {
                *paired.entry((one.round, player)).or_default() += 1;
            }
            match one.sides.as_slice() {
                [_] if format == TournamentFormat::Knockout => {}
                [alone] => {
                    for &player in alone {
                        *byes.entry(player).or_default() += 1;
                    }
                }
                _ => flaws.undecided += usize::from(one.result.is_none()),
            }
        }
        flaws.paired_twice = more_than(1, &paired);
        flaws.second_byes = more_than(1, &byes);
        flaws.partners_again = more_than(1, &partners(matches));
        flaws.met_again = match format {
            TournamentFormat::Arena => twice_in_a_row(matches),
            TournamentFormat::Individual => more_than(2, &meetings(matches)),
            _ => more_than(1, &meetings(matches)),
        };
        flaws
    }

    /// Whether there are no faults.
    pub(super) const fn none(&self) -> bool {
        self.paired_twice
            + self.met_again
            + self.partners_again
            + self.second_byes
            + self.at_two_tables
            + self.undecided
            == 0
    }
}

fn more_than<K>(most: usize, counts: &BTreeMap<K, usize>) -> usize {
    counts.values().filter(|times| **times > most).count()
}

/// How often each two entrants met as opponents.
fn meetings(matches: &[TournamentMatch]) -> BTreeMap<(u32, u32), usize> {
    let mut met = BTreeMap::new();
    for one in matches {
        let [first, second] = one.sides.as_slice() else {
            continue;
        };
        for (a, b) in first
            .iter()
            .flat_map(|a| second.iter().map(move |b| (*a, *b)))
        {
            *met.entry((a.min(b), a.max(b))).or_default() += 1;
        }
    }
    met
}

/// How often each two entrants were partners.
fn partners(matches: &[TournamentMatch]) -> BTreeMap<(u32, u32), usize> {
    let mut partners = BTreeMap::new();
    for side in matches.iter().flat_map(|one| &one.sides) {
        if let &[a, b] = side.as_slice() {
            *partners.entry((a.min(b), a.max(b))).or_default() += 1;
        }
    }
    partners
}

/// How many matches of an arena were against the opponent of the match before.
fn twice_in_a_row(matches: &[TournamentMatch]) -> usize {
    let mut last: BTreeMap<u32, u32> = BTreeMap::new();
    let mut again = 0;
    for one in matches {
        if let [first, second] = one.sides.as_slice()
            && let (&[a], &[b]) = (first.as_slice(), second.as_slice())
        {
            let before = [last.insert(a, b), last.insert(b, a)];
            again += usize::from(before == [Some(b), Some(a)]);
        }
    }
    again
}

/// The number of entrants who have two matches without a result, of the matches that are shown at a moment.
pub(super) fn at_two_tables(shown: &[TournamentMatch]) -> usize {
    let mut running: BTreeMap<u32, usize> = BTreeMap::new();
    for one in shown {
        if one.result.is_none() && one.sides.len() == 2 {
            for &player in one.sides.iter().flatten() {
                *running.entry(player).or_default() += 1;
            }
        }
    }
    more_than(1, &running)
}

/// The number of matches that were decided without being played to their end.
pub(super) fn forfeited(matches: &[TournamentMatch]) -> usize {
    let results = matches.iter().filter_map(|one| one.result.as_ref());
    results
        .filter(|result| result.source != ResultSource::Played)
        .count()
}
