//! What the players' tests share: random rules, and a match played at random.
#![allow(dead_code, unreachable_pub, reason = "each test file uses its part")]

use boneyard_bot::Chance;
use boneyard_rules::rules::{
    AfterBlock, BlockedScore, Calls, NextLead, NoDouble, Opening, PointUnit, RESERVE_MAX,
    TARGET_MAX, Variant,
};
use boneyard_rules::{Match, Need, Options, Order, Play, Rules, Seating, Tile};
use proptest::prelude::*;
use proptest::sample::select;

/// 60 cases a law, each with dozens of decisions; `PROPTEST_CASES=1000` runs more.
pub fn cases() -> ProptestConfig {
    let asked = std::env::var_os("PROPTEST_CASES").is_some();
    let default = ProptestConfig::default();
    ProptestConfig {
        cases: if asked { default.cases } else { 60 },
        failure_persistence: None,
        ..default
    }
}

/// Any possible rules.
pub fn rules() -> impl Strategy<Value = Rules> {
    let game = (
        select(Variant::ALL),
        select(&Seating::ALL[..]),
        3..=9_u8,
        1..=TARGET_MAX,
        0..=RESERVE_MAX,
    );
    let round = (
        any::<bool>(),
        select(PointUnit::ALL),
        select(Opening::ALL),
        select(NoDouble::ALL),
        select(NextLead::ALL),
        select(AfterBlock::ALL),
    );
    let score = (
        select(BlockedScore::ALL),
        any::<bool>(),
        any::<bool>(),
        select(Calls::ALL),
    );
    (game, round, score).prop_map(|(game, round, score)| {
        let (variant, seating, hand_size, target, reserve) = game;
        let (spinner, point_unit, opening, no_double, next_lead, after_block) = round;
        let (blocked_score, exact_target, going_out_point, calls) = score;
        let all_fives = variant == Variant::AllFives;
        let options = Options {
            variant,
            seating,
            hand_size: hand_size.min(28 / seating.seat_count() as u8),
            target,
            spinner,
            point_unit: if all_fives {
                point_unit
            } else {
                PointUnit::Pips
            },
            opening,
            no_double,
            next_lead,
            after_block,
            reserve,
            blocked_score,
            exact_target,
            going_out_point,
            calls: if variant.counts() {
                calls
            } else {
                Calls::Automatic
            },
        };
        Rules::try_from(options).expect("these options go together")
    })
}

/// A match that is played at random, from a seed.
pub struct Walk {
    pub game: Match,
    pub chance: Chance,
}

impl Walk {
    pub fn new(rules: &Rules, seed: u64) -> Self {
        Self {
            game: Match::new(rules),
            chance: Chance::new(seed),
        }
    }

    /// A match whose first round has begun.
    pub fn begun(rules: &Rules, seed: u64) -> Self {
        let mut walk = Self::new(rules, seed);
        while !matches!(walk.game.needs(), Need::Play(_)) {
            walk.step();
        }
        walk
    }

    /// Gives the match what it needs.
    pub fn step(&mut self) {
        match self.game.needs() {
            Need::Lots => {
                let lots = self.chance.order().lots(self.game.rules().seating);
                self.game.lots(lots).expect("lots are needed");
            }
            Need::Deal => {
                self.game
                    .deal(&self.chance.order())
                    .expect("a deal is needed");
            }
            Need::Play(seat) => {
                let count = self.game.placements().count();
                let choice = self.game.placements().nth(self.chance.below(count));
                let choice = choice.expect("a seat on turn can play");
                self.game
                    .play(seat, Play::from(choice))
                    .expect("it is listed");
            }
            Need::Nothing => {}
        }
    }
}

/// An order that deals these hands to the seats, and leaves the rest by index.
pub fn deal(hands: &[Vec<Tile>]) -> Order {
    let mut tiles: Vec<Tile> = hands.concat();
    let rest: Vec<Tile> = Tile::all().filter(|tile| !tiles.contains(tile)).collect();
    tiles.extend(rest);
    Order::try_from(tiles.as_slice()).expect("each tile once")
}
