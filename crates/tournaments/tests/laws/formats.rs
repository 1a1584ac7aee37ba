//! The laws of each format.

use std::collections::{BTreeMap, BTreeSet};

use boneyard_tournaments::{Decision, EntrantId, Event, Format, Pairing, Side};
use proptest::prelude::*;

use crate::run::{Before, ENDS, Run, Unrest};

/// How good the pairings of a Swiss round are, as `swiss` describes it. Less is better.
type Quality = [u64; 7];

fn quality(before: &Before, pairs: &[(EntrantId, Option<EntrantId>)]) -> Quality {
    let rank = |own: EntrantId| {
        let ahead = before
            .ratings
            .iter()
            .enumerate()
            .filter(|&(index, &rating)| {
                let than = before.ratings[own.0 as usize];
                rating > than || rating == than && index < own.0 as usize
            });
        ahead.count() as u64
    };
    let mut sum = [0; 7];
    for &(own, other) in pairs {
        let of = match other {
            None => {
                let byes = before.byes.get(&own).copied().unwrap_or(0);
                let below = before.present.iter().filter(|&&other| {
                    let key = |of: EntrantId| (before.points[&of], std::cmp::Reverse(rank(of)));
                    key(other) < key(own)
                });
                [byes.into(), 0, 0, 0, below.count() as u64, 0, 0]
            }
            Some(other) => {
                let gap = u64::from(before.points[&own].abs_diff(before.points[&other]));
                let ranks = rank(own).abs_diff(rank(other));
                let met = before.times_met(own, other).into();
                let not_met = before.times_not_met(own, other).into();
                let near = before.are_near(own, other).into();
                [0, near, met, not_met, 0, gap * gap, ranks]
            }
        };
        for (sum, of) in sum.iter_mut().zip(of) {
            *sum += of;
        }
    }
    sum
}

/// The best quality of all possible pairings, found by trying them.
fn best(
    before: &Before,
    open: &[EntrantId],
    pairs: &mut Vec<(EntrantId, Option<EntrantId>)>,
) -> Quality {
    let Some((&own, rest)) = open.split_first() else {
        return quality(before, pairs);
    };
    let mut found = [u64::MAX; 7];
    for &other in rest {
        let others: Vec<EntrantId> = rest.iter().copied().filter(|&of| of != other).collect();
        pairs.push((own, Some(other)));
        found = found.min(best(before, &others, pairs));
        pairs.pop();
    }
    let has_bye = pairs.iter().any(|(_, other)| other.is_none());
    if before.present.len() % 2 == 1 && !has_bye {
        pairs.push((own, None));
        found = found.min(best(before, rest, pairs));
        pairs.pop();
    }
    found
}

fn pairs(pairings: &[Pairing]) -> Vec<(EntrantId, Option<EntrantId>)> {
    let of = |pairing: &Pairing| match pairing {
        Pairing::Bye(entrant) => (*entrant, None),
        Pairing::Match([own, other]) | Pairing::ThirdPlace([own, other]) => {
            (own.first, Some(other.first))
        }
        Pairing::Table(_) => unreachable!("no format here has tables of several"),
    };
    pairings.iter().map(of).collect()
}

/// Those whom an entrant of an arena may meet at all: who are here, and of other networks if there are such.
fn rivals(before: &Before, own: EntrantId) -> Vec<EntrantId> {
    let fills_up = |of: EntrantId| before.fillers.contains(&of);
    let here = before.present.difference(&before.away).copied();
    let others = here.filter(|&of| of != own && !(fills_up(of) && fills_up(own)));
    let others: Vec<EntrantId> = others.collect();
    let strangers = others
        .iter()
        .copied()
        .filter(|&of| !before.are_near(own, of));
    let strangers: Vec<EntrantId> = strangers.collect();
    if strangers.is_empty() {
        others
    } else {
        strangers
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn no_pairing_of_a_swiss_round_is_better(
        rounds in 1_u8..9,
        entrants in 2_usize..7,
        networks in 1_usize..7,
        seed: u64,
    ) {
        let mut run = Run::new(Format::Swiss { rounds, cut: None }, entrants, seed);
        run.share_networks(networks);
        run.play(Unrest::Restless, |before, pairings| {
            if before.present.len() <= 8 {
                let present: Vec<EntrantId> = before.present.iter().copied().collect();
                let found = quality(before, &pairs(pairings));
                assert_eq!(found, best(before, &present, &mut Vec::new()), "{before:?}");
            }
        });
    }

    /// As long as everybody has met fewer than half of the others, there is a round of new opponents (Dirac's
    /// theorem).
    #[test]
    fn a_swiss_repeats_no_opponent_and_no_bye_early(entrants in 2_usize..40, seed: u64) {
        let mut run = Run::new(Format::Swiss { rounds: 9, cut: None }, entrants, seed);
        run.play(Unrest::Restless, |before, pairings| {
            let present = before.present.len();
            let byes = |of: &EntrantId| before.byes.get(of).copied().unwrap_or(0);
            let fewest = before.present.iter().map(byes).min().unwrap();
            for (own, other) in pairs(pairings) {
                match other {
                    Some(other) => assert!(
                        before.times_met(own, other) == 0 || 2 * before.round + 2 + present % 2 > present,
                        "{before:?}"
                    ),
                    None => assert_eq!(byes(&own), fewest),
                }
            }
        });
    }

    /// An entrant waits only if nobody who is free may be met.
    #[test]
    fn in_an_arena_nobody_is_idle_while_two_may_meet(
        entrants in 1_usize..10,
        fillers in 0_usize..4,
        networks in 1_usize..20,
        seed: u64,
    ) {
        let mut run = Run::new(Format::Arena { ends: ENDS }, entrants, seed);
        run.share_networks(networks);
        (0..fillers).for_each(|_| run.fill_up());
        run.play(Unrest::Restless, |before, pairings| {
            let last = |of: EntrantId| before.opponents.get(&of).and_then(|of| of.last().copied());
            let met: BTreeSet<EntrantId> = pairings.iter().flat_map(Pairing::entrants).collect();
            assert!(met.is_disjoint(&before.away), "{before:?}");
            let is_free = |of: &&EntrantId| !before.away.contains(of) && !before.playing.contains(of);
            let free: Vec<EntrantId> = before.present.iter().filter(is_free).copied().collect();
            let idle: Vec<EntrantId> = free.iter().filter(|of| !met.contains(of)).copied().collect();
            // The share is not looked at if nobody else is paired or plays.
            let looks_at_share = !pairings.is_empty() || !before.playing.is_empty();
            let too_often = |own: EntrantId, with: EntrantId| {
                let others = rivals(before, own).len().saturating_sub(1);
                let times = before.times_met(own, with) + before.times_not_met(own, with);
                let all = |of: &BTreeMap<EntrantId, Vec<EntrantId>>| of.get(&own).map_or(0, Vec::len);
                let matches = all(&before.opponents) + all(&before.not_met);
                let is_above = looks_at_share && times as usize * others.min(4) > matches;
                !before.fillers.contains(&own) && others > 0 && (last(own) == Some(with) || is_above)
            };
            let are_rivals = |own: EntrantId, other: EntrantId| {
                rivals(before, own).contains(&other) && rivals(before, other).contains(&own)
            };
            for &own in &idle {
                for &other in idle.iter().filter(|&&other| other != own) {
                    let again = too_often(own, other) || too_often(other, own);
                    assert!(again || !are_rivals(own, other), "{own:?} and {other:?} may meet: {before:?}");
                }
            }
            for [own, other] in pairings.iter().filter_map(Pairing::sides) {
                assert!(are_rivals(own.first, other.first), "{own:?} and {other:?}: {before:?}");
                // Other matches are played, so nobody had to be paired against the share.
                let again = too_often(own.first, other.first) || too_often(other.first, own.first);
                assert!(!again || before.playing.is_empty(), "{own:?} and {other:?}: {before:?}");
            }
        });
        let end = run.before();
        let mut here = end.present.difference(&end.away);
        prop_assert!(run.now() >= ENDS || here.all(|&of| rivals(&end, of).is_empty()));
    }

    #[test]
    fn in_an_arena_others_come_before_the_last_opponent(entrants in 2_usize..12, seed: u64) {
        let mut run = Run::new(Format::Arena { ends: ENDS }, entrants, seed);
        run.play(Unrest::Restless, |before, pairings| {
            let last = |of: EntrantId| before.opponents.get(&of).and_then(|of| of.last().copied());
            for (own, other) in pairs(pairings) {
                let other = other.expect("an arena has no byes");
                assert!(!before.playing.contains(&own) && !before.playing.contains(&other));
                if last(own) == Some(other) || last(other) == Some(own) {
                    // Who plays a last match before a break is nobody to wait for.
                    let active: BTreeSet<_> = before.present.difference(&before.away).collect();
                    let is_idle = before.playing.iter().all(|of| !active.contains(of));
                    assert!(active.len() == 2 && is_idle, "{before:?}");
                }
            }
        });
        let end = run.before();
        prop_assert!(run.now() >= ENDS || end.present.difference(&end.away).count() < 3);
    }

    #[test]
    fn a_knockout_ends_with_one_winner(third_place: bool, entrants in 2_usize..33, seed: u64) {
        let mut run = Run::new(Format::Knockout { third_place }, entrants, seed);
        let mut rounds = 0;
        run.play(Unrest::Calm, |before, pairings| {
            if before.round == 0 {
                // The best seeds have the byes.
                let byes: Vec<EntrantId> = pairs(pairings).into_iter().filter(|of| of.1.is_none()).map(|of| of.0).collect();
                let mut seeds: Vec<EntrantId> = before.present.iter().copied().collect();
                seeds.sort_by_key(|of| -before.ratings[of.0 as usize]);
                let best: BTreeSet<EntrantId> = seeds.into_iter().take(byes.len()).collect();
                assert_eq!(best, byes.into_iter().collect());
            } else {
                assert!(pairs(pairings).iter().all(|of| of.1.is_some()));
            }
            rounds += 1;
        });
        prop_assert_eq!(1 << rounds, entrants.next_power_of_two());
        let places: Vec<usize> = run.tournament.standings().iter().map(|of| of.place).take(5).collect();
        let third = if third_place && entrants > 3 { [1, 2, 3, 4, 5] } else { [1, 2, 3, 3, 5] };
        prop_assert_eq!(&places[..], &third[..places.len()]);
    }

    #[test]
    fn a_knockout_ends_whoever_withdraws(third_place: bool, entrants in 2_usize..33, seed: u64) {
        let mut run = Run::new(Format::Knockout { third_place }, entrants, seed);
        run.play(Unrest::Restless, |before, _| assert!(before.round < 6));
        prop_assert!(run.tournament.is_over(0));
        let first = run.tournament.standings().iter().filter(|of| of.place == 1).count();
        // Nobody may be left, or no side may have come to the final.
        let lost = |event: &Event| {
            match event {
                Event::Withdrawn { .. } => true,
                Event::Reported { outcome, .. } => outcome.decision == Decision::Neither,
                _ => false,
            }
        };
        prop_assert!(first == 1 || run.log.iter().any(lost));
    }

    #[test]
    fn in_a_round_robin_everybody_plays_everybody_once(entrants in 2_usize..20, seed: u64) {
        let mut run = Run::new(Format::RoundRobin, entrants, seed);
        run.play(Unrest::Calm, |_, _| {});
        let end = run.before();
        prop_assert_eq!(end.round, entrants.next_multiple_of(2) - 1);
        for own in &end.present {
            for other in &end.present {
                prop_assert_eq!(end.times_met(*own, *other), u32::from(own != other));
            }
            let byes = end.byes.get(own).copied().unwrap_or(0);
            prop_assert_eq!(byes as usize, entrants % 2);
        }
    }

    /// A side goes first if its entrants have gone first less often than second, compared with the other side.
    #[test]
    fn the_side_that_went_first_less_often_goes_first(
        format in prop_oneof![
            Just(Format::Swiss { rounds: 9, cut: None }),
            Just(Format::Arena { ends: ENDS }),
            Just(Format::RoundRobin),
            Just(Format::Individual { rounds: 9 }),
        ],
        entrants in 2_usize..16,
        seed: u64,
    ) {
        let mut run = Run::new(format, entrants, seed);
        run.play(Unrest::Restless, |before, pairings| {
            let went_first = |side: Side| -> i32 {
                let each = side.entrants().map(|of| before.went_first.get(&of).copied().unwrap_or(0));
                each.sum()
            };
            for [first, second] in pairings.iter().filter_map(Pairing::sides) {
                assert!(went_first(first) <= went_first(second), "{before:?}");
            }
        });
    }

    #[test]
    fn everybody_goes_first_about_half_the_time(entrants in 2_usize..30, seed: u64) {
        let mut run = Run::new(Format::Swiss { rounds: 15, cut: None }, entrants, seed);
        run.play(Unrest::Calm, |_, _| {});
        let end = run.before();
        prop_assert!(end.went_first.values().all(|surplus| surplus.abs() <= 4), "{:?}", end.went_first);
    }
}

#[test]
fn sides_list_their_entrants() {
    let side = Side::partners(EntrantId(3), EntrantId(5));
    assert!(side.entrants().eq([EntrantId(3), EntrantId(5)]));
    assert!(Side::one(EntrantId(3)).entrants().eq([EntrantId(3)]));
}
