//! A small random number generator that gives the same numbers on every machine and in every
//! version.

use boneyard_rules::{Order, Tile};

/// A sequence of random numbers that is determined by its seed (`SplitMix64`).
#[derive(Clone, Debug)]
pub struct Chance(u64);

impl Chance {
    /// The sequence of random numbers of a seed.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 random bits.
    pub const fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A random number from 0 to `bound - 1`; 0 if `bound` is 0.
    pub const fn below(&mut self, bound: usize) -> usize {
        // Multiply-shift. Some numbers are a little more likely than others. For bounds as small as
        // here, the difference can't be noticed.
        (((self.bits() >> 32) * bound as u64) >> 32) as usize
    }

    /// A number from 0 up to, but not including, 1.
    pub const fn unit(&mut self) -> f32 {
        (self.bits() >> 40) as f32 / (1_u64 << 24) as f32
    }

    /// Returns `true` with this probability.
    pub const fn happens(&mut self, probability: f32) -> bool {
        self.unit() < probability
    }

    /// Shuffles the tiles.
    pub fn shuffle(&mut self, tiles: &mut [Tile]) {
        for last in (1..tiles.len()).rev() {
            tiles.swap(last, self.below(last + 1));
        }
    }

    /// This number of things in random order.
    #[must_use]
    pub fn order(&mut self, things: usize) -> Order {
        let mut order = Order::sorted(things);
        for last in (1..things).rev() {
            order.swap(last, self.below(last + 1));
        }
        order
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_gives_the_same_sequence_again() {
        let draw = |seed| {
            let mut chance = Chance::new(seed);
            (0..50).map(|_| chance.below(1_000)).collect::<Vec<_>>()
        };
        assert_eq!(draw(7), draw(7));
        assert_ne!(draw(7), draw(8));
        assert!(draw(7).into_iter().all(|number| number < 1_000));
    }

    #[test]
    fn every_number_below_a_bound_comes_up() {
        let mut chance = Chance::new(1);
        let mut seen = [0_u32; 6];
        (0..6_000).for_each(|_| seen[chance.below(6)] += 1);
        assert!(
            seen.iter().all(|&times| (850..1_150).contains(&times)),
            "{seen:?}"
        );
    }
}
