//! Prints the longest of many random matches as a transcript, which can be used to try a replay:
//!
//! ```sh
//! cargo run -p boneyard-rules --release --example long_match > long.txt
//! ```

use boneyard_rules::line::{Match, Preset, Rules};
use boneyard_rules::{Need, Order, Transcript};
use rand::rngs::StdRng;
use rand::seq::IteratorRandom as _;
use rand::{RngExt as _, SeedableRng as _};

/// The number of matches for each preset.
const MATCHES: u64 = 200;

fn main() {
    let matches = Preset::ALL
        .iter()
        .flat_map(|preset| (0..MATCHES).map(move |seed| played(preset, seed)));
    if let Some(longest) = matches.max_by_key(|transcript| transcript.events.len()) {
        print!("{longest}");
    }
}

/// A random match with a preset's rules and its highest target.
fn played(preset: &Preset, seed: u64) -> Transcript {
    let mut random = StdRng::seed_from_u64(seed);
    let target = preset.targets().iter().copied().max().unwrap_or(100);
    let notation = format!("{} {target}", preset.name());
    let rules = notation.parse().unwrap_or(*preset.rules());
    let mut game = Match::new(&rules);
    let mut events = Vec::new();
    loop {
        let more = match game.needs() {
            Need::Chance(_) => game.deal(&shuffled(&mut random, &rules)).ok(),
            Need::Move(seat) => {
                let choice = game.placements().choose(&mut random);
                choice.and_then(|choice| game.take(seat, choice.into()).ok())
            }
            Need::Nothing => None,
        };
        let Some(more) = more else { break };
        events.extend(more);
    }
    Transcript::new(rules, events)
}

fn shuffled(random: &mut StdRng, rules: &Rules) -> Order {
    let mut order = Order::sorted(rules.tile_set.len());
    for last in (1..rules.tile_set.len()).rev() {
        order.swap(last, random.random_range(0..=last));
    }
    order
}
