//! Makes a million deals. Prints how far the places of the tiles, and the pairs of tiles in one hand,
//! differ from chance:
//!
//! ```sh
//! cargo run --release -p boneyard-fair --example statistics
//! ```

#![allow(clippy::unwrap_used, reason = "it is run by hand")]

#[path = "../tests/common/statistics.rs"]
mod statistics;

const DEALS: u32 = 1_000_000;

fn main() {
    let counted = statistics::count(DEALS);
    println!("{DEALS} deals");
    for (name, sum) in [
        ("position by tile", counted.places()),
        ("two tiles in one hand", counted.pairs()),
    ] {
        println!(
            "{name}: chi-square {:.1} with {} degrees of freedom, {:+.2} standard deviations",
            sum.value,
            sum.freedom,
            sum.deviations()
        );
    }
}
