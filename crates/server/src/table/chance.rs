//! Where the shuffles come from.

use boneyard_rules::{Order, Tile};
use rand::RngExt as _;

/// Shuffles the tiles. Table state is handed one; tests hand it orders of their own.
pub trait Chance {
    /// All tiles, in an order that nobody could foresee.
    fn order(&mut self) -> Order;
}

/// Chance in earnest: a generator of cryptographic strength that the operating system seeds.
/// Whoever sees a thousand deals can't tell the next.
#[derive(Clone, Copy, Debug)]
pub struct Shuffle;

impl Chance for Shuffle {
    fn order(&mut self) -> Order {
        let mut random = rand::rng();
        let mut order = Order::SORTED;
        // Fisher and Yates: each order is equally likely.
        for last in (1..Tile::COUNT).rev() {
            order.swap(last, random.random_range(0..=last));
        }
        order
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tile_comes_to_every_place_equally_often() {
        const SHUFFLES: u32 = 28_000;
        let mut counts = [[0_u32; Tile::COUNT]; Tile::COUNT];
        for _ in 0..SHUFFLES {
            for (place, tile) in Shuffle.order().tiles().iter().enumerate() {
                counts[place][tile.index()] += 1;
            }
        }
        // 1,000 are expected, with a deviation of 31: eight of these don't happen by chance.
        let all = counts.iter().flatten();
        assert!(all.clone().all(|count| (750..1250).contains(count)));
    }
}
