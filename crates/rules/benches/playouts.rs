//! Measures whole rounds, played at random on one core: `cargo bench -p boneyard-rules`.
//!
//! One item is one round: a shuffle, a deal, and random placements until a seat goes out or the round is
//! blocked.

use boneyard_rules::Order;
use boneyard_rules::line::{Preset, Round};
use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

fn main() {
    divan::main();
}

const ROUNDS: usize = 1_000;

#[divan::bench(args = ["Block", "Draw", "All Fives", "Fives and Threes"])]
fn rounds(bencher: Bencher, preset: &str) {
    let rules = Preset::by_name(preset).expect("a preset's name").rules();
    let mut rng = SmallRng::seed_from_u64(1);
    let mut order = Order::sorted(28);
    let mut events = Vec::new();
    bencher.counter(ItemsCount::new(ROUNDS)).bench_local(|| {
        for _ in 0..ROUNDS {
            shuffle(&mut order, &mut rng);
            let Some(mut round) = Round::deal(rules, &order) else {
                continue;
            };
            events.clear();
            while round.outcome().is_none() {
                let count = round.placements().count();
                let choice = round.placements().nth(rng.random_range(0..count));
                round.play(choice.expect("a seat on turn can play"), &mut events);
            }
            black_box(&round);
        }
    });
}

fn shuffle(order: &mut Order, rng: &mut SmallRng) {
    for last in (1..28).rev() {
        order.swap(last, rng.random_range(0..=last));
    }
}
