//! Tournaments of tables of several, as stories and laws.

use std::collections::BTreeSet;

use boneyard_tournaments::{
    Decision, EntrantId, Event, Format, Network, Pairing, PairingId, Placed, Placing, Refusal,
    SEATS_MAX, Tournament,
};
use proptest::prelude::*;

fn tables(entrants: u32, rounds: u8, seats: u8) -> Tournament {
    tables_of(entrants, (rounds, seats), false)
}

/// Tables of a game in which fewer points are better if `fewest_win`.
fn tables_of(entrants: u32, (rounds, seats): (u8, u8), fewest_win: bool) -> Tournament {
    let most = SEATS_MAX as u8;
    let format = Format::Tables {
        rounds,
        seats,
        most,
    };
    let mut tournament = Tournament::new(format).of_game(fewest_win);
    for number in 0..entrants {
        let rating = 2_000 - number.cast_signed();
        tournament
            .apply(&Event::Entered { rating })
            .expect("it is allowed");
    }
    tournament
}

/// Pairs the next round. Returns the entrants of each table.
fn seat(tournament: &mut Tournament) -> Vec<Vec<u32>> {
    let pairings = tournament.pair(0).expect("it is allowed");
    let round = pairings
        .iter()
        .map(|table| table.entrants().map(|of| of.0).collect())
        .collect();
    tournament
        .apply(&Event::Paired { pairings })
        .expect("it is allowed");
    round
}

fn id(tournament: &Tournament, number: usize) -> PairingId {
    let round = tournament.rounds().count() - 1;
    PairingId { round, number }
}

/// The end of a match with these places and points.
fn placing<const N: usize>(reached: [(u8, u16); N]) -> Placing {
    let placed = |(place, points)| Placed {
        place,
        points,
        missed: false,
    };
    Placing(reached.map(placed).to_vec())
}

/// Ends the match at a table of the last round.
fn end(tournament: &mut Tournament, number: usize, placing: Placing) -> Result<(), Refusal> {
    let pairing = id(tournament, number);
    tournament.apply(&Event::Placed { pairing, placing })
}

/// Of each entrant the match points and the points of the table, by number.
fn points(tournament: &Tournament) -> Vec<(u32, i32)> {
    let mut standings = tournament.standings();
    standings.sort_by_key(|of| of.entrant);
    standings
        .iter()
        .map(|of| (of.points, of.difference))
        .collect()
}

#[test]
fn each_place_is_worth_the_share_of_the_others_who_are_behind() {
    let mut tournament = tables_of(4, (1, 4), true);
    assert_eq!(seat(&mut tournament), [[0, 1, 2, 3]]);
    let low = placing([(1, 10), (2, 40), (2, 40), (4, 90)]);
    end(&mut tournament, 0, low).expect("it is allowed");
    let expected = [(100, 46), (50, 6), (50, 6), (0, -60)];
    assert_eq!(points(&tournament), expected);
    assert!(tournament.is_over(0));

    let mut tournament = tables(5, 1, 4);
    seat(&mut tournament);
    let high = placing([(5, 0), (4, 10), (3, 20), (1, 60), (1, 60)]);
    end(&mut tournament, 0, high).expect("it is allowed");
    let worth = points(&tournament);
    let worth: Vec<u32> = worth.iter().map(|(points, _)| *points).collect();
    assert_eq!(worth, [0, 25, 50, 88, 88]);
    let places: Vec<usize> = tournament.standings().iter().map(|of| of.place).collect();
    assert_eq!(places, [1, 1, 3, 4, 5]);
}

#[test]
fn who_did_not_come_or_left_has_nothing_and_is_behind_all_others() {
    let mut tournament = tables_of(3, (2, 4), true);
    seat(&mut tournament);
    let mut ended = placing([(3, 50), (2, 20), (1, 0)]);
    ended.0[2].missed = true;
    end(&mut tournament, 0, ended).expect("it is allowed");
    assert_eq!(points(&tournament), [(50, -30), (100, 30), (0, 0)]);
    let standings = tournament.standings();
    assert_eq!(standings[2].missed, 1);
}

#[test]
fn the_first_round_spreads_the_strong_and_later_ones_put_the_best_together() {
    let mut tournament = tables(9, 3, 3);
    let first = seat(&mut tournament);
    assert_eq!(first, [[0, 3, 6], [1, 4, 7], [2, 5, 8]]);
    for number in 0..3 {
        let by_number = placing([(1, 0), (2, 30), (3, 60)]);
        end(&mut tournament, number, by_number).expect("it is allowed");
    }
    let second = seat(&mut tournament);
    assert_eq!(second, [[0, 1, 2], [3, 4, 5], [6, 7, 8]]);
    for number in 0..3 {
        let by_number = placing([(1, 0), (2, 30), (3, 60)]);
        end(&mut tournament, number, by_number).expect("it is allowed");
    }
    // The nine can meet once more without meeting again.
    let third = seat(&mut tournament);
    for table in third {
        let earlier = first.iter().chain(&second);
        for before in earlier {
            let again = table.iter().filter(|of| before.contains(of));
            assert!(again.count() <= 1, "{table:?} after {before:?}");
        }
    }
}

#[test]
fn entrants_of_one_network_sit_apart() {
    let mut tournament = tables(8, 1, 4);
    for number in [0, 2] {
        let entrant = EntrantId(number);
        let networks = [Some(Network(7)), None];
        let known = Event::Networks { entrant, networks };
        tournament.apply(&known).expect("it is allowed");
    }
    let round = seat(&mut tournament);
    assert!(
        round
            .iter()
            .all(|table| !(table.contains(&0) && table.contains(&2)))
    );
}

#[test]
fn what_is_no_end_of_a_table_is_refused() {
    let mut tournament = tables(4, 2, 4);
    seat(&mut tournament);
    let ended = placing([(1, 0), (2, 5), (3, 6), (4, 7)]);
    let refused = end(&mut tournament, 0, placing([(1, 0), (2, 5)]));
    assert_eq!(refused, Err(Refusal::OtherTable));
    assert_eq!(
        end(&mut tournament, 1, ended.clone()),
        Err(Refusal::NoSuchMatch)
    );
    assert_eq!(tournament.pair(0), Err(Refusal::RoundRunning));
    end(&mut tournament, 0, ended.clone()).expect("it is allowed");
    assert_eq!(
        end(&mut tournament, 0, ended.clone()),
        Err(Refusal::Reported)
    );
    let first = id(&tournament, 0);
    assert_eq!(tournament.placing(first), Some(&ended));
    let outcome = tournament.pairing(first).expect("it is allowed").1;
    assert_eq!(outcome.map(|of| of.decision), Some(Decision::Placed));
}

proptest! {
    #[test]
    fn all_who_are_here_sit_at_tables_of_about_the_same_size(
        entrants in 2_u32..60,
        seats in 2_u8..=8,
        left in prop::collection::btree_set(0_u32..60, 0..20),
        dice: u64,
    ) {
        let mut tournament = tables(entrants, 3, seats);
        for _ in 0..3 {
            if tournament.is_over(0) {
                break;
            }
            let round = seat(&mut tournament);
            let sizes: BTreeSet<usize> = round.iter().map(Vec::len).collect();
            let (least, most) = (*sizes.first().expect("it is allowed"), *sizes.last().expect("it is allowed"));
            prop_assert!(most - least <= 1 && most <= SEATS_MAX && least >= 2, "{:?}", sizes);
            let all: BTreeSet<u32> = round.concat().into_iter().collect();
            prop_assert_eq!(all.len(), round.concat().len(), "nobody sits at two tables");
            let here: BTreeSet<u32> = (0..entrants)
                .filter(|number| tournament.rounds().count() == 1 || !left.contains(number))
                .collect();
            prop_assert_eq!(all, here);
            for (number, table) in round.iter().enumerate() {
                let of = |seat: usize| Placed {
                    place: 1 + ((dice >> (seat % 8)) & 3) as u8,
                    points: 10 * seat as u16,
                    missed: false,
                };
                let placing = Placing((0..table.len()).map(of).collect());
                let sum: u32 = (0..table.len()).map(|seat| placing.match_points(seat)).sum();
                prop_assert!((50 * table.len() as u32).abs_diff(sum) <= table.len() as u32);
                end(&mut tournament, number, placing).expect("it is allowed");
            }
            if tournament.rounds().count() == 1 {
                for &number in left.range(..entrants) {
                    let entrant = EntrantId(number);
                    tournament.apply(&Event::Withdrawn { entrant }).expect("it is allowed");
                }
            }
        }
        let rounds = tournament.rounds();
        for pairing in rounds.flatten().map(|(pairing, _)| pairing) {
            prop_assert!(matches!(pairing, Pairing::Table(_)));
        }
    }
}
