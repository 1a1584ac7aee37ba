//! The parts that several tests of the rules use: RULES.md, random rules, a match that is played at random,
//! and a referee.
#![allow(dead_code, unreachable_pub, reason = "each test file uses its part")]

pub mod document;
pub mod grammar;
pub mod options;
pub mod referee;

use boneyard_rules::line::{Event, Match, Move, Play, Rules};
use boneyard_rules::{Need, Order, Seat};
use proptest::prelude::*;
use rand::rngs::StdRng;
use rand::seq::IteratorRandom;
use rand::{RngExt, SeedableRng};

/// The number of cases for each law: 1,000, and others in each run.
/// `PROPTEST_CASES=100000 cargo test -p boneyard-rules` tries more cases.
pub fn cases() -> ProptestConfig {
    let asked = std::env::var_os("PROPTEST_CASES").is_some();
    let default = ProptestConfig::default();
    ProptestConfig {
        cases: if asked { default.cases } else { 1_000 },
        failure_persistence: None,
        ..default
    }
}

/// A match that is played at random. The seed determines all random choices.
pub struct RandomMatch {
    pub game: Match,
    /// Whether time may be called.
    pub calls_time: bool,
    rng: StdRng,
}

impl RandomMatch {
    pub fn new(rules: &Rules, seed: u64) -> Self {
        Self {
            game: Match::new(rules),
            calls_time: false,
            rng: StdRng::seed_from_u64(seed),
        }
    }

    pub fn order(&mut self) -> Order {
        let count = self.game.rules().tile_set.len();
        let mut order = Order::sorted(count);
        for last in (1..count).rev() {
            order.swap(last, self.rng.random_range(0..=last));
        }
        order
    }

    /// A match that is played at random, and in which time may be called at any moment.
    pub fn with_time(rules: &Rules, seed: u64) -> Self {
        Self {
            calls_time: true,
            ..Self::new(rules, seed)
        }
    }

    /// Makes one step of the match: the lots, deal or play that it needs, a call of "Muggins!", or the call of
    /// time. Returns the events of the step.
    pub fn step(&mut self) -> Vec<Event> {
        if self.calls_time
            && self.rng.random_bool(0.01)
            && let Ok(events) = self.game.call_time()
        {
            return events;
        }
        match self.game.needs() {
            Need::Chance(_) => {
                let order = self.order();
                self.game.deal(&order).expect("an order is needed")
            }
            Need::Move(seat) => self.decide(seat),
            Need::Nothing => Vec::new(),
        }
    }

    fn decide(&mut self, seat: Seat) -> Vec<Event> {
        if self.game.may_give_lead(seat) && self.rng.random_bool(0.4) {
            return self.game.take(seat, Move::GiveLead).expect("it may");
        }
        let caller = self
            .game
            .rules()
            .seating
            .seats()
            .choose(&mut self.rng)
            .expect("a table has seats");
        if self.rng.random_bool(0.2)
            && let Ok(events) = self.game.take(caller, Move::Call)
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
            .take(
                seat,
                Move::Play(Play {
                    announced,
                    ..choice.into()
                }),
            )
            .expect("what is listed is accepted")
    }
}

/// The number of steps of a random match: enough for a few rounds of any game.
const STEPS: usize = 120;

/// Plays a random match, and calls `look` after every step.
pub fn walk(rules: &Rules, seed: u64, mut look: impl FnMut(&Match, &[Event])) {
    let mut random = RandomMatch::with_time(rules, seed);
    for _ in 0..STEPS {
        let events = random.step();
        look(&random.game, &events);
        if random.game.needs() == Need::Nothing {
            break;
        }
    }
}
