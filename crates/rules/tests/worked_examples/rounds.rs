//! The seat that leads, the points for passes, and the end of a round.

use std::collections::BTreeSet;

use boneyard_rules::line::{Event, Match, Outcome, Placement, Reason, Round};
use boneyard_rules::{Need, Order, Purpose, TileSet};

use crate::common::document::{cases, table};
use crate::positions::position;
use crate::{deal, hands, reach, side, won_before};

/// Asserts that these are the hands of the last seats.
fn assert_left(game: &Match, left: &str) {
    let left: Vec<TileSet> = hands(left)
        .into_iter()
        .map(|hand| hand.into_iter().collect())
        .collect();
    let hands = game.round().expect("a round").hands().as_slice();
    assert_eq!(hands[hands.len() - left.len()..], left);
}

#[test]
fn the_rules_decide_which_seat_leads() {
    for row in table("Deals") {
        for case in cases(row[1]) {
            let mut game = Match::new(&case.rules);
            deal(&mut game, row[0]);
            let result = match game.needs() {
                Need::Move(seat) => {
                    let leads: Vec<_> = game.placements().map(Placement::tile).collect();
                    let [lead] = leads[..] else {
                        panic!("{leads:?}")
                    };
                    format!("{seat} leads {lead}")
                }
                _ => "deal again".to_owned(),
            };
            assert_eq!(result, case.result, "{}", case.rules);
        }
    }
}

#[test]
fn a_domino_scores() {
    for row in table("Dominoes") {
        let [number, last, left, results] = row[..] else {
            panic!("{row:?}")
        };
        for case in cases(results) {
            let mut game = won_before(case.won, &case.rules);
            let reached = reach(&mut game, position(number));
            assert_eq!(reached.text, last, "round {number}");
            assert_left(&game, left);
            let outcome = game.round().and_then(Round::outcome);
            let Some(Outcome::Domino { points, parts, .. }) = outcome else {
                panic!("{outcome:?}")
            };
            assert_eq!(format!("{points}{parts}"), case.result, "round {number}");
            let scored = Event::Scored {
                side: side(0),
                points,
                reason: Reason::Domino,
            };
            assert!(reached.events.contains(&scored), "{:?}", reached.events);
        }
    }
}

/// The seat that leads the next round and may lead any tile; `opening` if the next round begins as the first.
fn leads_next(game: &Match) -> String {
    let mut game = game.clone();
    if let Need::Chance(chance) = game.needs()
        && chance.purpose == Purpose::Deal
    {
        game.deal(&Order::sorted(chance.things))
            .expect("a deal is needed");
    }
    match game.needs() {
        Need::Move(leader) if game.placements().count() > 1 => format!("seat {leader}"),
        _ => "opening".to_owned(),
    }
}

#[test]
fn a_block_has_a_winner_and_a_next_leader() {
    for row in table("Blocks") {
        let [number, after, left, seats, results] = row[..] else {
            panic!("{row:?}")
        };
        for case in cases(results) {
            let mut game = Match::new(&case.rules);
            let reached = reach(&mut game, position(number));
            assert!(reached.text.ends_with(&format!("→ {after}")), "{number}");
            assert_left(&game, left);
            let round = game.round().expect("a round");
            assert_eq!(format!("{}, {}", round.leader(), round.last()), seats);
            let result = match round.outcome() {
                Some(Outcome::Blocked {
                    winner: Some(side),
                    points,
                    ..
                }) => format!("side {side}, {points}, {}", leads_next(&game)),
                Some(Outcome::Blocked { winner: None, .. }) => {
                    format!("nobody, {}", leads_next(&game))
                }
                outcome => panic!("{outcome:?}"),
            };
            assert_eq!(result, case.result, "round {number}, {}", case.rules);
        }
    }
}

#[test]
fn passes_score() {
    for row in table("Passes in a round") {
        let [number, last, results] = row[..] else {
            panic!("{row:?}")
        };
        for case in cases(results) {
            let mut game = won_before(case.won, &case.rules);
            let reached = reach(&mut game, position(number));
            let (tile, _) = reached.text.split_once(';').expect("a tile");
            assert_eq!(last.trim_start_matches("the lead "), tile);
            let lines: Vec<_> = reached.events[1..].iter().map(Event::to_string).collect();
            assert_eq!(
                lines.join(", "),
                case.result,
                "round {number}, {}",
                case.rules
            );
        }
    }
}

#[test]
fn each_numbered_round_has_a_row() {
    let numbers: Vec<usize> = ["Dominoes", "Blocks", "Passes in a round"]
        .into_iter()
        .flat_map(table)
        .map(|row| row[0].parse().expect("a number"))
        .collect();
    let different: BTreeSet<usize> = numbers.into_iter().collect();
    assert!(different.into_iter().eq(1..=crate::positions::COUNT));
}
