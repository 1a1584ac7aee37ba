//! The laws of individual tournaments.

use std::collections::BTreeMap;

use boneyard_tournaments::{EntrantId, Format, Pairing};
use proptest::prelude::*;

use crate::run::{Before, Run, Unrest};

/// How good the tables of a round are, as `individual` describes it: the rounds that partners have had together, and
/// the squares of the meetings of opponents. Less is better.
type Quality = [u32; 2];

/// The qualities of the three ways in which four entrants can play.
fn of_table(before: &Before, four: [EntrantId; 4]) -> impl Iterator<Item = Quality> {
    let [a, b, c, d] = four;
    [[a, b, c, d], [a, c, b, d], [a, d, b, c]]
        .map(|table| quality(before, table))
        .into_iter()
}

fn quality(before: &Before, [a, b, c, d]: [EntrantId; 4]) -> Quality {
    let partners = [[a, b], [c, d]].map(|[own, other]| {
        let key = [own.min(other), own.max(other)];
        before.partners.get(&key).copied().unwrap_or(0)
    });
    let opponents = [(a, c), (a, d), (b, c), (b, d)];
    let opponents = opponents.map(|(own, other)| before.times_met(own, other).pow(2));
    [partners.iter().sum(), opponents.iter().sum()]
}

fn sum([a, b]: Quality, [c, d]: Quality) -> Quality {
    [a + c, b + d]
}

/// The best quality of all rounds in which so many rest, found by trying them.
fn best(
    before: &Before,
    open: &[EntrantId],
    rest: usize,
    may_rest: &dyn Fn(EntrantId) -> bool,
) -> Option<Quality> {
    let Some((&first, others)) = open.split_first() else {
        return Some([0, 0]);
    };
    let without = |left_out: &[EntrantId]| -> Vec<EntrantId> {
        let others = others.iter().copied();
        others.filter(|of| !left_out.contains(of)).collect()
    };
    let mut found: Option<Quality> = None;
    if rest > 0 && may_rest(first) {
        found = best(before, &without(&[]), rest - 1, may_rest);
    }
    for b in 0..others.len() {
        for c in b + 1..others.len() {
            for d in c + 1..others.len() {
                let three = [others[b], others[c], others[d]];
                let Some(rest) = best(before, &without(&three), rest, may_rest) else {
                    continue;
                };
                let [b, c, d] = three;
                let table = of_table(before, [first, b, c, d])
                    .min()
                    .expect("three ways");
                let all = sum(table, rest);
                found = Some(found.map_or(all, |found| found.min(all)));
            }
        }
    }
    found
}

fn byes_of(before: &Before, entrant: EntrantId) -> u32 {
    before.byes.get(&entrant).copied().unwrap_or(0)
}

/// The quality of a round that was paired.
fn paired(before: &Before, pairings: &[Pairing]) -> Quality {
    let matches = pairings.iter().filter_map(Pairing::sides);
    let tables = matches.map(|[own, others]| {
        let partner = |side: boneyard_tournaments::Side| side.partner.expect("partners");
        quality(
            before,
            [own.first, partner(own), others.first, partner(others)],
        )
    });
    tables.fold([0, 0], sum)
}

/// Plays a tournament, and checks the rounds that are not those of a whist movement.
fn check_chosen(rounds: u8, entrants: usize, seed: u64, check: impl Fn(&Before, &[Pairing])) {
    let mut run = Run::new(Format::Individual { rounds }, entrants, seed);
    let mut starters = None;
    run.play(Unrest::Restless, |before, pairings| {
        let starters = starters.get_or_insert_with(|| before.present.clone());
        let players = before.present.len();
        let has_movement = players % 4 < 2 && players <= 41 && players != 33;
        if !has_movement || before.present != *starters {
            check(before, pairings);
        }
    });
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// Among rounds in which those have byes who had the fewest, none is better.
    #[test]
    fn no_round_that_follows_no_movement_is_better(
        rounds in 1_u8..13,
        entrants in 4_usize..12,
        seed: u64,
    ) {
        check_chosen(rounds, entrants, seed, |before, pairings| {
            let present: Vec<EntrantId> = before.present.iter().copied().collect();
            if present.len() > 11 {
                return;
            }
            let mut byes: Vec<u32> = present.iter().map(|&of| byes_of(before, of)).collect();
            byes.sort_unstable();
            let rest = present.len() % 4;
            let most = byes[..rest].last().copied();
            let resting: Vec<u32> = pairings.iter().filter(|of| of.sides().is_none())
                .flat_map(Pairing::entrants).map(|of| byes_of(before, of)).collect();
            assert_eq!(resting.iter().sum::<u32>(), byes[..rest].iter().sum::<u32>(), "{before:?}");
            // Those who had fewer byes than the others must rest.
            let field: Vec<EntrantId> = present.iter().copied().filter(|&of| most.is_none_or(|most| byes_of(before, of) >= most)).collect();
            let may_rest = |of: EntrantId| Some(byes_of(before, of)) == most;
            let found = best(before, &field, field.len() % 4, &may_rest);
            assert_eq!(Some(paired(before, pairings)), found, "{before:?}");
        });
    }

    /// With more players too, no two tables can be divided better.
    #[test]
    fn no_two_tables_of_a_round_are_better_divided_otherwise(entrants in 17_usize..40, seed: u64) {
        check_chosen(6, entrants, seed, |before, pairings| {
            let matches: Vec<&Pairing> = pairings.iter().filter(|of| of.sides().is_some()).collect();
            for (at, one) in matches.iter().enumerate() {
                for other in &matches[at + 1..] {
                    let now = paired(before, &[**one, **other]);
                    let both: Vec<EntrantId> = one.entrants().chain(other.entrants()).collect();
                    let found = best(before, &both, 0, &|_| false);
                    assert_eq!(Some(now), found, "{before:?}");
                }
            }
        });
    }

    /// As many rounds are played as the organiser has chosen, while there are enough players for a table.
    #[test]
    fn all_rounds_are_played(rounds in 0_u8..20, entrants in 4_usize..20, seed: u64) {
        let mut run = Run::new(Format::Individual { rounds }, entrants, seed);
        run.play(Unrest::Calm, |_, _| {});
        let end = run.before();
        prop_assert_eq!(end.round, usize::from(rounds));
        // Partners repeat only when they must: nobody is the partner of the same player three times before the others
        // have had that player twice.
        if entrants % 4 < 2 {
            let times = |a: u32, b: u32| end.partners.get(&[EntrantId(a), EntrantId(b)]).copied().unwrap_or(0);
            let all = (0..entrants as u32).flat_map(|a| (a + 1..entrants as u32).map(move |b| times(a, b)));
            let all: Vec<u32> = all.collect();
            prop_assert!(all.iter().max().unwrap() - all.iter().min().unwrap() <= 1);
        }
    }

    #[test]
    fn in_an_individual_tournament_byes_are_shared(entrants in 4_usize..30, seed: u64) {
        let mut run = Run::new(Format::Individual { rounds: 30 }, entrants, seed);
        run.play(Unrest::Calm, |before, pairings| {
            let byes = pairings.iter().filter(|of| of.sides().is_none()).count();
            assert_eq!(byes, before.present.len() % 4);
        });
        let end = run.before();
        let byes = || end.present.iter().map(|of| end.byes.get(of).copied().unwrap_or(0));
        prop_assert!(byes().max().unwrap() - byes().min().unwrap() <= 1);
    }
}

/// How often each two entrants were partners, and how often opponents.
fn company(run: &mut Run) -> [BTreeMap<(EntrantId, EntrantId), u32>; 2] {
    let mut company = [BTreeMap::new(), BTreeMap::new()];
    let mut add = |index: usize, first: EntrantId, second: EntrantId| {
        let of: &mut BTreeMap<_, _> = &mut company[index];
        *of.entry((first.min(second), first.max(second)))
            .or_insert(0) += 1;
    };
    run.play(Unrest::Calm, |_, pairings| {
        for [own, others] in pairings.iter().filter_map(Pairing::sides) {
            for side in [own, others] {
                add(0, side.first, side.partner.expect("partners"));
            }
            for first in own.entrants() {
                others.entrants().for_each(|second| add(1, first, second));
            }
        }
    });
    company
}

#[test]
fn a_whist_movement_has_everybody_as_partner_once_and_as_opponent_twice() {
    // No movement for 33 is known here.
    for entrants in (4..=41).filter(|entrants| entrants % 4 < 2 && *entrants != 33) {
        // A movement of 4n players has one round fewer than players.
        let rounds = (entrants - 1 + entrants % 4) as u8;
        let mut run = Run::new(Format::Individual { rounds }, entrants, 0);
        let [partners, opponents] = company(&mut run);
        let pairs = entrants * (entrants - 1) / 2;
        assert_eq!(
            (partners.len(), opponents.len()),
            (pairs, pairs),
            "{entrants}"
        );
        assert!(partners.values().all(|&times| times == 1), "{entrants}");
        assert!(opponents.values().all(|&times| times == 2), "{entrants}");
    }
}
