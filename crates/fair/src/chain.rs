//! A table's secrets: a chain of hashes, of which the last is drawn first and the first is used
//! first.

use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;

use crate::bytes::{BYTES, Commitment, Secret, TableSeed, label};

/// How many secrets a chain has, one for each round: some hundred matches' worth.
pub const CHAIN_LENGTH: u32 = 2048;

/// Every so manieth secret is kept, so that any other is at most so many hashes away.
const STRIDE: u32 = 64;

/// A chain of secrets. Each hashes to the one before, the first to the chain's commitment: who
/// knows the commitment knows that a secret is the chain's, and can't tell the next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chain {
    commitment: Commitment,
    /// Secrets 64, 128, … of the chain.
    marks: Vec<Secret>,
}

impl Chain {
    /// One of a table's chains, which are numbered from 0. Takes 2,048 hashes.
    #[must_use]
    pub fn new(table: &TableSeed, number: u32) -> Self {
        Self::from_last(last(table, number))
    }

    fn from_last(last: Secret) -> Self {
        let mut marks = Vec::with_capacity((CHAIN_LENGTH / STRIDE) as usize);
        let mut secret = last;
        for number in (1..=CHAIN_LENGTH).rev() {
            if number % STRIDE == 0 {
                marks.push(secret);
            }
            secret = secret.before();
        }
        marks.reverse();
        Self {
            commitment: Commitment(secret.0),
            marks,
        }
    }

    /// What is shown of the chain when it is made: its head.
    #[must_use]
    pub const fn commitment(&self) -> Commitment {
        self.commitment
    }

    /// The secret with this number, from 1 to [`CHAIN_LENGTH`]; `None` for any other.
    #[must_use]
    pub fn secret(&self, number: u32) -> Option<Secret> {
        let mark = number.checked_sub(1)? / STRIDE;
        let kept = *self.marks.get(mark as usize)?;
        let steps = (mark + 1) * STRIDE - number;
        Some((0..steps).fold(kept, |secret, _| secret.before()))
    }
}

impl TableSeed {
    /// What a computer player's chance comes from in one position: the same after a restart. Nobody can
    /// compute it without the table's seed. A player who could would learn a computer player's tiles from
    /// its plays.
    #[must_use]
    pub fn computer_chance(&self, ply: u32, seat: u8) -> u64 {
        let mut mac = keyed(self, label::COMPUTER);
        mac.update(&ply.to_be_bytes());
        mac.update(&[seat]);
        let bytes: [u8; BYTES] = mac.finalize().into_bytes().into();
        u64::from_be_bytes(std::array::from_fn(|i| bytes[i]))
    }

    /// What the record of a match is named by, the same each time. Nobody can compute it without the
    /// table's seed. So a visitor who once had the invitation to a table can't find its matches by that.
    #[must_use]
    pub fn record_name(&self, match_number: u32) -> u128 {
        let mut mac = keyed(self, label::RECORD);
        mac.update(&match_number.to_be_bytes());
        let bytes: [u8; BYTES] = mac.finalize().into_bytes().into();
        u128::from_be_bytes(std::array::from_fn(|i| bytes[i]))
    }
}

/// The last secret of a table's chain. Nobody can check how it is made, and nobody needs to: it
/// is as good as drawn by lot for whoever doesn't know the table's seed.
fn last(table: &TableSeed, number: u32) -> Secret {
    let mut mac = keyed(table, label::TABLE);
    mac.update(&number.to_be_bytes());
    Secret(mac.finalize().into_bytes().into())
}

/// A hash that only a table can make, for one purpose.
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
    fn each_chain_of_each_table_is_another() {
        let head = |seed, number| Chain::new(&TableSeed::from([seed; 32]), number).commitment();
        assert_ne!(head(1, 0), head(1, 1));
        assert_ne!(head(1, 0), head(2, 0));
    }
}
