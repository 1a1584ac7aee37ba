//! The secrets of a match: a chain of hashes. The last secret is made first, and the first secret is used
//! first.

use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;

use crate::bytes::{BYTES, Commitment, Secret, TableSeed, label};

/// The number of secrets in a chain. Each round of the match uses one.
pub const CHAIN_LENGTH: u32 = 1000;

/// The number of the first secret that a chain stores. The next ones have twice the number each, up to the last
/// secret. Any other secret is computed from a stored one: in the first rounds, which nearly all matches end with, with
/// a few hashes.
const KEPT_FIRST: u32 = 8;

/// A chain of secrets. The hash of each secret is the previous secret, and the hash of the first secret
/// is the chain's commitment. So a player who has the commitment can check that a secret belongs to the
/// chain, but can't compute the next secret.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chain {
    commitment: Commitment,
    /// The stored secrets of the chain: numbers 8, 16, 32 and so on, and the last one.
    kept: Vec<Secret>,
}

impl Chain {
    /// Makes the chain of a match at a table, with 1,000 hashes.
    #[must_use]
    pub fn new(table: &TableSeed, match_number: u32) -> Self {
        Self::from_last(last(table, match_number))
    }

    fn from_last(last: Secret) -> Self {
        let mut kept = vec![last; kept_index(CHAIN_LENGTH) + 1];
        let mut secret = last;
        for number in (1..=CHAIN_LENGTH).rev() {
            let index = kept_index(number);
            if number == kept_number(index) {
                kept[index] = secret;
            }
            secret = secret.before();
        }
        Self {
            commitment: Commitment(secret.0),
            kept,
        }
    }

    /// The head of the chain. It is a part of the match's terms.
    #[must_use]
    pub const fn commitment(&self) -> Commitment {
        self.commitment
    }

    /// The secret with this number, from 1 to [`CHAIN_LENGTH`]; `None` for other numbers.
    #[must_use]
    pub fn secret(&self, number: u32) -> Option<Secret> {
        if !(1..=CHAIN_LENGTH).contains(&number) {
            return None;
        }
        let index = kept_index(number);
        let steps = kept_number(index) - number;
        Some((0..steps).fold(self.kept[index], |secret, _| secret.before()))
    }
}

/// The index of the stored secret from which the secret with this number is computed: the first one that doesn't come
/// before it.
const fn kept_index(number: u32) -> usize {
    number.div_ceil(KEPT_FIRST).next_power_of_two().ilog2() as usize
}

/// The number of the stored secret at an index.
fn kept_number(index: usize) -> u32 {
    (KEPT_FIRST << index).min(CHAIN_LENGTH)
}

impl TableSeed {
    /// The seed of a computer player's random choices in one position. It is the same after a restart.
    /// It can be computed only with the table's seed, because a player who knew the random choices could
    /// infer a computer player's tiles from the plays.
    #[must_use]
    pub fn computer_chance(&self, ply: u32, seat: u8) -> u64 {
        let mut mac = keyed(self, label::COMPUTER);
        mac.update(&ply.to_be_bytes());
        mac.update(&[seat]);
        let bytes: [u8; BYTES] = mac.finalize().into_bytes().into();
        u64::from_be_bytes(std::array::from_fn(|i| bytes[i]))
    }

    /// The id of the record of a match. It is always the same for this match. It can be computed only
    /// with the table's seed, so a person who once had an invitation to the table can't find the records
    /// of its matches.
    #[must_use]
    pub fn record_name(&self, match_number: u32) -> u128 {
        let mut mac = keyed(self, label::RECORD);
        mac.update(&match_number.to_be_bytes());
        let bytes: [u8; BYTES] = mac.finalize().into_bytes().into();
        u128::from_be_bytes(std::array::from_fn(|i| bytes[i]))
    }
}

/// The last secret of a match's chain. Without the table's seed it looks like a random value. Players
/// can't check how it was made, and don't need to.
fn last(table: &TableSeed, match_number: u32) -> Secret {
    let mut mac = keyed(table, label::TABLE);
    mac.update(&match_number.to_be_bytes());
    Secret(mac.finalize().into_bytes().into())
}

/// A keyed hash for one purpose. It can be computed only with the table's seed.
fn keyed(table: &TableSeed, purpose: &[u8]) -> Hmac<Sha256> {
    let mut mac = Hmac::<Sha256>::new_from_slice(table.bytes()).expect("a key has any length");
    mac.update(purpose);
    mac
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_secret_hashes_to_the_one_before_and_the_first_to_the_commitment() {
        let chain = Chain::new(&TableSeed::from([3; 32]), 0);
        let secret = |number| chain.secret(number).unwrap();
        assert_eq!(secret(1).before().0, chain.commitment().0);
        for number in 2..=CHAIN_LENGTH {
            assert!(secret(number).before() == secret(number - 1), "{number}");
        }
        assert_eq!(secret(77).commitment(77), chain.commitment());
        assert!(chain.secret(0).is_none());
        assert!(chain.secret(CHAIN_LENGTH + 1).is_none());
    }

    #[test]
    fn a_computer_players_chance_is_another_at_each_table_in_each_position_and_at_each_seat() {
        let mut known = std::collections::BTreeSet::new();
        for table in 0..4 {
            for ply in 0..50 {
                for seat in 0..4 {
                    known.insert(TableSeed::from([table; 32]).computer_chance(ply, seat));
                }
            }
        }
        assert_eq!(known.len(), 4 * 50 * 4);
    }

    #[test]
    fn each_chain_of_each_match_is_another() {
        let head = |seed, number| Chain::new(&TableSeed::from([seed; 32]), number).commitment();
        assert_ne!(head(1, 0), head(1, 1));
        assert_ne!(head(1, 0), head(2, 0));
    }
}
