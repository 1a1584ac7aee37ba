//! What the rules' tests share: random rules, and a match played at random.
#![allow(dead_code, unreachable_pub, reason = "each test file uses its part")]

use boneyard_rules::rules::{
    AfterBlock, BlockedScore, Calls, NextLead, NoDouble, Opening, PointUnit, RESERVE_MAX,
    TARGET_MAX, Variant,
};
use boneyard_rules::{Event, Match, Need, Options, Order, Play, Rules, Seat, Seating};
use proptest::prelude::*;
use proptest::sample::select;
use rand::rngs::StdRng;
use rand::seq::IteratorRandom;
use rand::{RngExt, SeedableRng};

/// 2,000 cases a law; `PROPTEST_CASES=100000 cargo test -p boneyard-rules` runs more.
pub fn cases() -> ProptestConfig {
    let asked = std::env::var_os("PROPTEST_CASES").is_some();
    let default = ProptestConfig::default();
    ProptestConfig {
        cases: if asked { default.cases } else { 2_000 },
        failure_persistence: None,
        ..default
    }
}

/// Any choice of options, possible or not.
pub fn options() -> impl Strategy<Value = Options> {
    let game = (
        select(Variant::ALL),
        select(&Seating::ALL[..]),
        0..=11_u8,
        0..=TARGET_MAX + 1,
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
        0..=RESERVE_MAX + 1,
        select(BlockedScore::ALL),
        any::<bool>(),
        any::<bool>(),
        select(Calls::ALL),
    );
    (game, round, score).prop_map(|(game, round, score)| {
        let (variant, seating, hand_size, target) = game;
        let (spinner, point_unit, opening, no_double, next_lead, after_block) = round;
        let (reserve, blocked_score, exact_target, going_out_point, calls) = score;
        Options {
            variant,
            seating,
            hand_size,
            target,
            spinner,
            point_unit,
            opening,
            no_double,
            next_lead,
            after_block,
            reserve,
            blocked_score,
            exact_target,
            going_out_point,
            calls,
        }
    })
}

/// Any possible rules: what is impossible in random options is mended, so that every possible
/// combination comes up.
pub fn rules() -> impl Strategy<Value = Rules> {
    options().prop_map(|options| {
        let most = 28 / options.seating.seat_count() as u8;
        let mended = Options {
            hand_size: options.hand_size.clamp(3, most.min(9)),
            target: options.target.clamp(1, TARGET_MAX),
            reserve: options.reserve.min(RESERVE_MAX),
            point_unit: match options.variant {
                Variant::AllFives => options.point_unit,
                _ => PointUnit::Pips,
            },
            calls: if options.variant.counts() {
                options.calls
            } else {
                Calls::Automatic
            },
            ..options
        };
        Rules::try_from(mended).expect("mended options are possible")
    })
}

/// A match that is played at random, from a seed.
pub struct RandomMatch {
    pub game: Match,
    rng: StdRng,
}

impl RandomMatch {
    pub fn new(rules: &Rules, seed: u64) -> Self {
        Self {
            game: Match::new(rules),
            rng: StdRng::seed_from_u64(seed),
        }
    }

    pub fn order(&mut self) -> Order {
        let mut order = Order::SORTED;
        for last in (1..28).rev() {
            order.swap(last, self.rng.random_range(0..=last));
        }
        order
    }

    /// Gives the match what it needs, or lets somebody call; the events that follow.
    pub fn step(&mut self) -> Vec<Event> {
        match self.game.needs() {
            Need::Lots => {
                let lots = self.order().lots(self.game.rules().seating);
                self.game.lots(lots).expect("lots are needed")
            }
            Need::Deal => {
                let order = self.order();
                self.game.deal(&order).expect("a deal is needed")
            }
            Need::Play(seat) => self.decide(seat),
            Need::Nothing => Vec::new(),
        }
    }

    fn decide(&mut self, seat: Seat) -> Vec<Event> {
        let caller = self
            .game
            .rules()
            .seating
            .seats()
            .choose(&mut self.rng)
            .expect("a table has seats");
        if self.rng.random_bool(0.2)
            && let Ok(events) = self.game.call(caller)
        {
            return events;
        }
        let choice = self
            .game
            .placements()
            .choose(&mut self.rng)
            .expect("a seat on turn can play");
        let right = self.game.round().map(|round| round.points(choice));
        let announced = match self.rng.random_range(0..3) {
            0 => None,
            1 => right,
            _ => Some(self.rng.random_range(0..20)),
        };
        self.game
            .play(
                seat,
                Play {
                    announced,
                    ..choice.into()
                },
            )
            .expect("what is listed is accepted")
    }
}
