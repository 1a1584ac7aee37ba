//! Tests a law of suppositions: if the supposed deal is played with the same decisions, the seat's view
//! is the same.

use boneyard_rules::Game as _;
use boneyard_rules::line::TileOrder;
use boneyard_rules::line::rules::{SEATINGS, Variant};
use boneyard_rules::line::{Event, Match, Options, Play, Preset, Rules};
use boneyard_rules::{Given, Need, Seat, Seating, Tile, Viewer};
use proptest::prelude::*;
use proptest::sample::select;

use super::*;
use crate::line::Seen;
use crate::line::opponent_model::OpponentModel;

/// Rules for the tests. Under them hidden tiles are revealed in all possible ways.
fn rules() -> impl Strategy<Value = Rules> {
    (
        select(Preset::ALL),
        select(&SEATINGS[..]),
        3..=7_u8,
        0..=2_u8,
    )
        .prop_map(|(preset, seating, hand_size, reserve)| {
            let mut options = Options::from(preset.for_seating(seating));
            options.hand_size = hand_size;
            options.reserve = reserve;
            if options.redeal_doubles > hand_size {
                options.redeal_doubles = 0;
            }
            Rules::try_from(options).expect("a hand size and reserve that are possible")
        })
}

/// A match after some random plays in its first round; `None` if the round ends before.
fn played(rules: &Rules, seed: u64, plays: usize) -> Option<Match> {
    let mut chance = Chance::new(seed);
    let mut game = Match::new(rules);
    let mut left = plays;
    loop {
        match game.needs() {
            Need::Chance(_) if game.round_number() == 0 => {
                game.deal(&chance.order(rules.tile_set.len())).ok()?;
            }
            Need::Move(_) if left == 0 => return Some(game),
            Need::Move(seat) => {
                left -= 1;
                let count = game.placements().count();
                let choice = game.placements().nth(chance.below(count))?;
                game.take(seat, choice.into()).ok()?;
            }
            Need::Chance(_) | Need::Nothing => return None,
        }
    }
}

/// The order of the tiles in a supposition: the dealt hands, then the draws in their order.
fn order(game: &Match, known: &Knowledge, supposed: &Supposition) -> TileOrder {
    let truth = game.history().iter().find_map(|event| match event {
        Event::Deal {
            order,
            leader: Some(_),
        } => Some(**order),
        _ => None,
    });
    let truth = truth.expect("a round was dealt");
    let size = usize::from(known.rules.hand_size);
    let mut tiles: Vec<Tile> = Vec::new();
    for seat in known.rules.seating.seats() {
        if seat == known.seat {
            tiles.extend(&truth.tiles()[seat.index() * size..][..size]);
        } else {
            tiles.extend(supposed.batches[seat.index()][0].tiles);
        }
    }
    let mut next = [1; 4];
    let mut drawn_before = None;
    for event in game.history() {
        let Event::Drew { seat, tile } = *event else {
            drawn_before = None;
            continue;
        };
        if seat == known.seat {
            tiles.push(tile);
        } else if drawn_before != Some(seat) {
            // This is the first draw of the seat's visit to the boneyard. `visit` returns all tiles that the
            // seat drew on this visit, so the following draws add no tiles.
            let arrival = visit(known, supposed, seat, &mut next);
            tiles.extend(arrival);
        }
        drawn_before = Some(seat);
    }
    tiles.extend(&supposed.boneyard);
    TileOrder::try_from(tiles.as_slice()).expect("each tile has one place")
}

/// The tiles that a seat drew on its next visit to the boneyard, in a possible order.
fn visit(
    known: &Knowledge,
    supposed: &Supposition,
    seat: Seat,
    next: &mut [usize; 4],
) -> Vec<Tile> {
    let batches = &supposed.batches[seat.index()];
    let at = &mut next[seat.index()];
    let mut tiles: Vec<Tile> = batches[*at].tiles.iter().collect();
    let first = &batches[*at];
    *at += 1;
    let fits = |batch: &Batch| {
        matches!(known.observations.get(batch.arrival), Some(Observation::Played { seat: by, drawn: true, .. })
            if *by == seat)
            && batch.tiles.len() == 1
            && batch.excluded.is_empty()
    };
    if !fits(first)
        && let Some(second) = batches.get(*at)
        && second.arrival == first.arrival
    {
        tiles.extend(second.tiles);
        *at += 1;
    }
    tiles
}

/// Makes the decisions of the round again, after another deal.
fn replay_over(game: &Match, order: &TileOrder) -> Match {
    let mut again = Match::new(game.rules());
    for event in game.history() {
        match event {
            Event::Deal {
                leader: Some(_), ..
            } => drop(again.deal(&order.things()).expect("a deal")),
            Event::Lots { .. } | Event::Deal { .. } => {
                let Some(Given::Order(order)) = game.given(event) else {
                    unreachable!("lots and deals are given");
                };
                drop(again.deal(&order).expect("lots or a redeal"));
            }
            Event::Played {
                seat, tile, joint, ..
            } => {
                let play = Play {
                    tile: *tile,
                    arm: joint.map(|joint| joint.arm),
                    announced: None,
                };
                again
                    .take(*seat, play.into())
                    .expect("the play is possible in it");
            }
            _ => {}
        }
    }
    again
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_supposed_deal_played_again_looks_the_same(rules in rules(), seed: u64, plays in 0..20_usize) {
        let Some(game) = played(&rules, seed, plays) else { return Ok(()) };
        let Need::Move(seat) = game.needs() else { return Ok(()) };
        let view = game.view(Viewer::Seat(seat));
        let known = Knowledge::new(&rules, Seen::new(&game.standing(), &view, OpponentModel::default())).expect("the seat is on turn");
        let supposed = Supposition::draw(&known, &mut Chance::new(seed)).expect("the truth is possible");
        prop_assert!(known.suppose(&supposed.hands, &supposed.boneyard).is_some());
        let again = replay_over(&game, &order(&game, &known, &supposed));
        prop_assert_eq!(again.view(Viewer::Seat(seat)), view);
    }
}

#[test]
fn a_seat_that_passed_is_supposed_to_lack_the_open_ends() {
    // In Block a seat that passes has no tile with the pips of an open end.
    let rules = Preset::PARTY_BLOCK.for_seating(Seating::THREE);
    assert_eq!(rules.variant, Variant::Block);
    let mut passed = 0;
    for seed in 0..200 {
        let Some(game) = played(&rules, seed, 6) else {
            continue;
        };
        let Need::Move(seat) = game.needs() else {
            continue;
        };
        let known = Knowledge::new(
            &rules,
            Seen::new(
                &game.standing(),
                &game.view(Viewer::Seat(seat)),
                OpponentModel::default(),
            ),
        )
        .expect("on turn");
        let supposed = Supposition::draw(&known, &mut Chance::new(seed)).expect("possible");
        for observation in &known.observations {
            if let Observation::CouldNotPlay { seat, fitting, .. } = *observation
                && seat != known.seat
            {
                passed += 1;
                assert!(supposed.hands[seat].intersection(fitting).is_empty());
            }
        }
    }
    assert!(
        passed > 20,
        "{passed} passes are enough to be sure of the rule"
    );
}
