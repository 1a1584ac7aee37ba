//! Laws of the standings by boards.

use std::collections::BTreeMap;

use boneyard_tournaments::duplicate::{Fraction, HALF, Results, UNFINISHED, hundredths, shares};
use boneyard_tournaments::{
    Decision, EntrantId, Event, Format, MatchOutcome, Pairing, PairingId, Side, Tournament, Winner,
};
use proptest::prelude::*;

const BOARDS: u8 = 3;

fn whole(number: usize) -> Fraction {
    Fraction::from(number as i128)
}

/// A Swiss of one round, whose tables seat the entrants in this order. `byes` more entrants have no opponent.
fn played(
    tables: &[[Option<i32>; BOARDS as usize]],
    order: &[usize],
    byes: usize,
) -> (Tournament, Results) {
    let format = Format::Swiss {
        rounds: 9,
        cut: None,
    };
    let mut tournament = Tournament::new(format);
    let entrants = 2 * tables.len() + byes;
    for _ in 0..entrants {
        tournament
            .apply(&Event::Entered { rating: 0 })
            .expect("an event that can happen");
    }
    let mut results = Results::new();
    add_round(&mut tournament, &mut results, tables, order, byes);
    (tournament, results)
}

/// Plays a round. A table that has not finished its boards was left by the second side.
fn add_round(
    tournament: &mut Tournament,
    results: &mut Results,
    tables: &[[Option<i32>; BOARDS as usize]],
    order: &[usize],
    byes: usize,
) {
    let one = |entrant: usize| Side::one(EntrantId(entrant as u32));
    let matches = order
        .iter()
        .map(|table| Pairing::Match([one(2 * table), one(2 * table + 1)]));
    let idle = (0..byes).map(|bye| Pairing::Bye(EntrantId((2 * tables.len() + bye) as u32)));
    let pairings = matches.chain(idle).collect();
    let round = tournament.rounds().count();
    tournament
        .apply(&Event::Paired { pairings })
        .expect("an event that can happen");
    for (number, &table) in order.iter().enumerate() {
        let pairing = PairingId { round, number };
        let outcome = if tables[table].iter().all(Option::is_some) {
            MatchOutcome {
                decision: Decision::Tie,
                points: Some([0; 2]),
            }
        } else {
            MatchOutcome {
                decision: Decision::Won(Winner::First),
                points: Some([0; 2]),
            }
        };
        results.insert(pairing, tables[table].to_vec());
        tournament
            .apply(&Event::Reported { pairing, outcome })
            .expect("an event that can happen");
    }
}

fn standings(
    tournament: &Tournament,
    results: &Results,
) -> BTreeMap<EntrantId, (usize, Fraction, Fraction)> {
    let standings = tournament.board_standings(BOARDS, results);
    standings
        .iter()
        .map(|of| (of.entrant, (of.place, of.share, of.margin)))
        .collect()
}

fn finished() -> impl Strategy<Value = Vec<[Option<i32>; BOARDS as usize]>> {
    let table = prop::array::uniform3((-4_i32..5).prop_map(Some));
    prop::collection::vec(table, 1..12)
}

fn any_tables() -> impl Strategy<Value = Vec<[Option<i32>; BOARDS as usize]>> {
    let table = prop::array::uniform3(prop::option::weighted(0.8, -4_i32..5));
    prop::collection::vec(table, 1..12)
}

fn shuffled(tables: usize) -> impl Strategy<Value = Vec<usize>> {
    Just((0..tables).collect::<Vec<_>>()).prop_shuffle()
}

proptest! {
    #[test]
    fn the_sides_of_a_table_share_each_finished_board(board in prop::collection::vec(prop::option::of(-9_i32..9), 0..30)) {
        let shares = shares(&board);
        prop_assert_eq!(shares.len(), board.len());
        for (points, share) in board.iter().zip(shares) {
            prop_assert_eq!(share.map(|[first, second]| first + second), points.map(|_| whole(1)));
        }
    }

    #[test]
    fn the_sum_of_all_shares_is_constant(tables in finished()) {
        let order: Vec<usize> = (0..tables.len()).collect();
        let (tournament, results) = played(&tables, &order, 0);
        let standings = tournament.board_standings(BOARDS, &results);
        let sum: Fraction = standings.iter().map(|of| of.share).sum();
        prop_assert_eq!(sum, whole(usize::from(BOARDS) * tables.len()));
        prop_assert_eq!(standings.iter().map(|of| of.margin).sum::<Fraction>(), whole(0));
    }

    #[test]
    fn the_order_of_the_tables_changes_nothing(
        (tables, order) in any_tables().prop_flat_map(|tables| { let order = shuffled(tables.len()); (Just(tables), order) })
    ) {
        let sorted: Vec<usize> = (0..tables.len()).collect();
        let (tournament, results) = played(&tables, &sorted, 1);
        let (other, other_results) = played(&tables, &order, 1);
        prop_assert_eq!(standings(&tournament, &results), standings(&other, &other_results));
    }

    /// On each board all tables have the same result.
    #[test]
    fn equal_play_gives_everybody_half(tables in 1_usize..12, board in prop::array::uniform3((-50_i32..50).prop_map(Some)), byes in 0_usize..3) {
        let order: Vec<usize> = (0..tables).collect();
        let (tournament, results) = played(&vec![board; tables], &order, byes);
        for (place, share, margin) in standings(&tournament, &results).into_values() {
            prop_assert_eq!((place, share, margin), (1, HALF * whole(BOARDS.into()), whole(0)));
        }
    }

    /// A better result on a board never takes a share from the side that had it.
    #[test]
    fn a_better_result_is_never_worth_less(tables in any_tables(), table: prop::sample::Index, more in 1_i32..9) {
        let table = table.index(tables.len());
        let order: Vec<usize> = (0..tables.len()).collect();
        let mut better = tables.clone();
        for points in &mut better[table] {
            *points = points.map(|points| points + more);
        }
        let [before, after] = [tables, better].map(|tables| {
            let (tournament, results) = played(&tables, &order, 0);
            standings(&tournament, &results)[&EntrantId(2 * table as u32)].1
        });
        prop_assert!(after >= before);
    }
}

#[test]
fn what_is_not_finished_is_compared_with_nothing() {
    let tables = [
        [Some(10), Some(0), None],
        [Some(-5), Some(0), Some(3)],
        [Some(20), None, None],
    ];
    let (tournament, results) = played(&tables, &[0, 1, 2], 0);
    let standings = standings(&tournament, &results);
    let share = |entrant| standings[&EntrantId(entrant)].1;
    let (half, won) = (HALF, UNFINISHED);
    assert_eq!([share(0), share(1)], [half + half + won, half + half]);
    // Nobody else finished the third board.
    assert_eq!([share(2), share(3)], [half + half, whole(1) + half + half]);
    assert_eq!([share(4), share(5)], [whole(1) + won + won, whole(0)]);
    assert_eq!(
        standings[&EntrantId(0)].2,
        whole(10) - Fraction::new(20 - 5, 2)
    );
}

#[test]
fn a_bye_is_worth_what_the_matches_are() {
    let tables = [[Some(1); 3], [Some(0); 3]];
    let (mut tournament, mut results) = played(&tables, &[0, 1], 1);
    let three = |share: Fraction| whole(3) * share;
    let share =
        |of: &Tournament, results: &Results, entrant| standings(of, results)[&EntrantId(entrant)].1;
    // Nothing is known yet of the entrant who had the bye.
    assert_eq!(share(&tournament, &results, 4), three(HALF));
    // In the second round this entrant is the second side of a table that does better than the other, and the
    // entrant who had the best result has the bye.
    let one = |entrant| Side::one(EntrantId(entrant));
    let pairings = vec![
        Pairing::Match([one(1), one(4)]),
        Pairing::Match([one(2), one(3)]),
        Pairing::Bye(EntrantId(0)),
    ];
    tournament.apply(&Event::Paired { pairings }).unwrap();
    let outcome = MatchOutcome {
        decision: Decision::Tie,
        points: Some([0; 2]),
    };
    for (number, points) in [-7, 0].into_iter().enumerate() {
        // Nothing of the round counts before its last match has ended.
        assert_eq!(tournament.ended_rounds(), 1);
        assert_eq!(share(&tournament, &results, 4), three(HALF));
        let pairing = PairingId { round: 1, number };
        results.insert(pairing, vec![Some(points); 3]);
        tournament
            .apply(&Event::Reported { pairing, outcome })
            .unwrap();
    }
    assert_eq!(tournament.ended_rounds(), 2);
    assert_eq!(share(&tournament, &results, 4), whole(6));
    assert_eq!(share(&tournament, &results, 0), whole(6));
    assert_eq!(share(&tournament, &results, 1), whole(0));
}

#[test]
fn if_neither_side_comes_neither_scores() {
    let format = Format::Swiss {
        rounds: 1,
        cut: None,
    };
    let mut tournament = Tournament::new(format);
    for _ in 0..2 {
        tournament.apply(&Event::Entered { rating: 0 }).unwrap();
    }
    let pairings = tournament.pair(0).unwrap();
    tournament.apply(&Event::Paired { pairings }).unwrap();
    let pairing = PairingId {
        round: 0,
        number: 0,
    };
    let outcome = MatchOutcome {
        decision: Decision::Neither,
        points: None,
    };
    tournament
        .apply(&Event::Reported { pairing, outcome })
        .unwrap();
    let standings = standings(&tournament, &Results::new());
    assert!(standings.values().all(|&of| of == (1, whole(0), whole(0))));
}

/// Two of six times a sixth are as much as a third, so the margins decide.
#[test]
fn equal_shares_are_decided_by_the_exact_margins() {
    let boards = [[0, 0, 5, 20], [0, 0, 9, 5], [1, 1, 1, 1]];
    let tables: Vec<[Option<i32>; 3]> = (0..4)
        .map(|table| boards.map(|board| Some(board[table])))
        .collect();
    let (tournament, results) = played(&tables, &[0, 1, 2, 3], 0);
    let standings = standings(&tournament, &results);
    let [first, second] = [0, 5].map(|entrant| standings[&EntrantId(entrant)]);
    assert_eq!(first.1, Fraction::new(5, 6));
    assert_eq!(second.1, first.1);
    assert_eq!(
        [first.2, second.2],
        [whole(0) - whole(13), Fraction::new(-17, 3)]
    );
    assert!(second.0 < first.0, "the better margin comes first");
}

#[test]
fn fractions_are_rounded_where_they_are_shown() {
    let third = Fraction::new(1, 3);
    // Hundredths that are cut off before they are added up would make 43.99.
    assert_eq!(hundredths(third * whole(131) + third), 4_400);
    for (of, shown) in [
        (third, 33),
        (third + third, 67),
        (Fraction::new(1, 200), 1),
        (Fraction::new(-1, 200), -1),
        (Fraction::new(-1, 3), -33),
    ] {
        assert_eq!(hundredths(of), shown);
    }
}

#[test]
fn a_match_that_is_compared_with_no_other_is_worth_a_bye() {
    let tables = [[Some(5), Some(1), Some(0)], [Some(2); 3], [Some(9); 3]];
    let (tournament, mut results) = played(&tables, &[0, 1, 2], 0);
    let pairing = PairingId {
        round: 0,
        number: 2,
    };
    results.insert(pairing, Vec::new());
    let (fewer, fewer_results) = played(&tables[..2], &[0, 1], 0);
    let all = standings(&tournament, &results);
    for (entrant, (_, share, margin)) in standings(&fewer, &fewer_results) {
        assert_eq!((all[&entrant].1, all[&entrant].2), (share, margin));
    }
    for entrant in [4, 5] {
        let (_, share, margin) = all[&EntrantId(entrant)];
        assert_eq!((share, margin), (HALF * whole(3), whole(0)));
    }
}
