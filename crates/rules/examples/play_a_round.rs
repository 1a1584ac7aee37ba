//! Plays a match of Quick All Fives between two players who always make the play with the most points,
//! and prints its transcript: `cargo run -p boneyard-rules --example play_a_round`.

use boneyard_rules::line::{Match, Preset};
use boneyard_rules::{Need, Order, Transcript};
use rand::RngExt;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let rules = *Preset::QUICK_ALL_FIVES.rules();
    let mut game = Match::new(&rules);
    let mut events = Vec::new();
    loop {
        events.extend(match game.needs() {
            Need::Chance(_) => game.deal(&shuffled())?,
            Need::Move(seat) => {
                let round = game.round().ok_or("a round is being played")?;
                let best = round
                    .placements()
                    .max_by_key(|&placement| round.points(placement));
                game.take(seat, best.ok_or("a seat on turn can play")?.into())?
            }
            Need::Nothing => break,
        });
    }
    print!("{}", Transcript::new(rules, events));
    Ok(())
}

fn shuffled() -> Order {
    let mut order = Order::sorted(28);
    let mut rng = rand::rng();
    for last in (1..28).rev() {
        order.swap(last, rng.random_range(0..=last));
    }
    order
}
