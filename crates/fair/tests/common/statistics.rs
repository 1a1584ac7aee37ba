//! Counts how often each tile gets to each place, and how often each pair of tiles is in one hand.
//! Compares these counts with chance.

use boneyard_fair::{CHAIN_LENGTH, Chain, Deal, Hash, Purpose, Seed, TableSeed};
use boneyard_rules::Order;

/// The number of tiles in a hand if four hands take the whole set.
const HAND: u8 = 7;
const TILES: usize = 28;

/// The counts of tiles at each place, and of pairs of tiles in one hand.
pub(crate) struct Statistics {
    deals: u32,
    places: [[u32; TILES]; TILES],
    pairs: [[u32; TILES]; TILES],
}

/// A chi-square sum, and its degrees of freedom if the deals are random.
pub(crate) struct ChiSquare {
    pub(crate) value: f64,
    pub(crate) freedom: f64,
}

/// Makes this number of deals, and counts them. If a match's chain is used up, the next deals use the chain
/// of another table's match.
pub(crate) fn count(deals: u32) -> Statistics {
    let mut statistics = Statistics {
        deals,
        places: [[0; TILES]; TILES],
        pairs: [[0; TILES]; TILES],
    };
    for table in 0..deals.div_ceil(CHAIN_LENGTH) {
        let mut seed = [0; 32];
        seed[..4].copy_from_slice(&table.to_be_bytes());
        let chain = Chain::new(&TableSeed::from(seed), 1);
        let left = deals - table * CHAIN_LENGTH;
        for round in 1..=left.min(CHAIN_LENGTH) {
            let secret = chain.secret(round).unwrap();
            statistics.add(&boneyard_fair::order(
                &secret,
                &Deal {
                    terms: Hash::from(seed),
                    round,
                    purpose: Purpose::Deal,
                    attempt: 0,
                    seeds: &[Seed::from(seed)],
                },
                TILES,
            ));
        }
    }
    statistics
}

impl Statistics {
    fn add(&mut self, order: &Order) {
        for (place, tile) in order.things().iter().enumerate() {
            self.places[place][usize::from(*tile)] += 1;
        }
        for hand in order.things().chunks(HAND.into()) {
            for (i, one) in hand.iter().enumerate() {
                for other in &hand[..i] {
                    let (low, high) = (one.min(other), one.max(other));
                    self.pairs[usize::from(*high)][usize::from(*low)] += 1;
                }
            }
        }
    }

    /// The chi-square sum over the 784 counts of a tile at a place. The rows and columns of these counts
    /// have fixed sums. That leaves 27 × 27 degrees of freedom. In each of these dimensions the variance
    /// is 28/27 of the expected count, so the sum is divided by 28/27.
    pub(crate) fn places(&self) -> ChiSquare {
        let n = f64::from(TILES as u8);
        let expected = f64::from(self.deals) / n;
        let counts = self.places.iter().flatten();
        ChiSquare {
            value: squares(counts, expected) / expected * (n - 1.0) / n,
            freedom: (n - 1.0) * (n - 1.0),
        }
    }

    /// The chi-square sum over the 378 pairs of tiles: how often both tiles of a pair were in one hand.
    /// In every deal each tile is in one hand with 6 others. So the counts have 28 fixed sums, one for
    /// each tile. That leaves 350 degrees of freedom, and in each of these dimensions the variance is
    /// 378/350 of the variance of one count.
    pub(crate) fn pairs(&self) -> ChiSquare {
        let n = f64::from(TILES as u8);
        let (all, free) = (n * (n - 1.0) / 2.0, n * (n - 3.0) / 2.0);
        let together = (f64::from(HAND) - 1.0) / (n - 1.0);
        let deals = f64::from(self.deals);
        let variance = deals * together * (1.0 - together) * all / free;
        let pairs = self.pairs.iter().enumerate();
        let counts = pairs.flat_map(|(high, row)| &row[..high]);
        ChiSquare {
            value: squares(counts, deals * together) / variance,
            freedom: free,
        }
    }
}

fn squares<'a>(counts: impl Iterator<Item = &'a u32>, expected: f64) -> f64 {
    counts
        .map(|&count| (f64::from(count) - expected).powi(2))
        .sum()
}

impl ChiSquare {
    /// The distance of the sum from its mean in standard deviations, by the cube root approximation of
    /// Wilson and Hilferty.
    pub(crate) fn deviations(&self) -> f64 {
        let spread = 2.0 / (9.0 * self.freedom);
        ((self.value / self.freedom).cbrt() - (1.0 - spread)) / spread.sqrt()
    }
}
