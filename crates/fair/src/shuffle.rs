//! From a secret and the seats' contributions to an order of the tiles.

use boneyard_rules::{Order, Tile};
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;

use crate::bytes::{BYTES, Secret, Seed, label};

/// What an order is made for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Purpose {
    /// To draw lots for the lead.
    Lots,
    /// To deal.
    Deal,
}

/// What a seat adds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Contribution {
    /// It promised nothing: a computer player, or a client that doesn't do this.
    #[default]
    Nothing,
    /// The seed that it promised.
    Seed(Seed),
    /// It promised a seed and didn't show it in time.
    Withheld,
}

/// Which order is wanted. No two orders of a table have the same of these with the same secret.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Deal<'a> {
    /// The number of the match at its table, from 1.
    pub match_number: u32,
    /// The number of the round in its match, from 1.
    pub round: u32,
    /// What for.
    pub purpose: Purpose,
    /// How many orders for this purpose the round had before: 0, and more after redeals.
    pub attempt: u32,
    /// What the seats add, by number.
    pub seats: &'a [Contribution],
}

/// The order of the tiles. Whoever knows the secret and what the seats add gets the same; whoever
/// lacks one of them knows nothing of it.
#[must_use]
pub fn order(secret: &Secret, deal: &Deal<'_>) -> Order {
    let mut stream = Stream::new(secret, &message(deal));
    let mut order = Order::SORTED;
    // Fisher and Yates: each order is equally likely.
    for last in (1..Tile::COUNT).rev() {
        order.swap(last, stream.below_or_at(last));
    }
    order
}

/// All that the order depends on, besides the secret. Every part has a fixed length or its length
/// before it, so that different parts never make the same message.
fn message(deal: &Deal<'_>) -> Vec<u8> {
    let mut message = Vec::from(label::ORDER);
    message.extend(deal.match_number.to_be_bytes());
    message.extend(deal.round.to_be_bytes());
    message.push(match deal.purpose {
        Purpose::Lots => 0,
        Purpose::Deal => 1,
    });
    message.extend(deal.attempt.to_be_bytes());
    message.push(deal.seats.len() as u8);
    for seat in deal.seats {
        let (kind, bytes): (u8, &[u8]) = match seat {
            Contribution::Nothing => (0, &[]),
            Contribution::Seed(seed) => (1, seed.bytes()),
            Contribution::Withheld => (2, &[]),
        };
        message.extend([kind, bytes.len() as u8]);
        message.extend(bytes);
    }
    message
}

/// Bytes that look like chance to whoever lacks the key.
struct Stream {
    /// The keyed hash, after the message.
    keyed: Hmac<Sha256>,
    /// How many blocks were taken.
    blocks: u32,
    block: [u8; BYTES],
    /// How many bytes of the block were taken.
    taken: usize,
}

impl Stream {
    fn new(secret: &Secret, message: &[u8]) -> Self {
        let key = secret.bytes();
        let mut keyed = Hmac::<Sha256>::new_from_slice(key).expect("a key has any length");
        keyed.update(message);
        Self {
            keyed,
            blocks: 0,
            block: [0; BYTES],
            taken: BYTES,
        }
    }

    fn byte(&mut self) -> u8 {
        if self.taken == BYTES {
            let mut keyed = self.keyed.clone();
            keyed.update(&self.blocks.to_be_bytes());
            self.block = keyed.finalize().into_bytes().into();
            self.blocks += 1;
            self.taken = 0;
        }
        let byte = self.block[self.taken];
        self.taken += 1;
        byte
    }

    /// A number from 0 to this one, at most 127, each equally likely: the lowest bits of a byte
    /// that could hold it, and of the next byte if they are too many. A remainder would make small
    /// numbers likelier.
    fn below_or_at(&mut self, greatest: usize) -> usize {
        let mask = (greatest + 1).next_power_of_two() - 1;
        loop {
            let number = usize::from(self.byte()) & mask;
            if number <= greatest {
                return number;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn different_parts_never_make_the_same_message() {
        let seed = |byte| Contribution::Seed(Seed::from([byte; BYTES]));
        let seats = [
            vec![Contribution::Nothing, Contribution::Nothing],
            vec![Contribution::Nothing, Contribution::Withheld],
            vec![Contribution::Withheld, Contribution::Nothing],
            vec![seed(0), Contribution::Nothing],
            vec![Contribution::Nothing, seed(0)],
            vec![seed(0), seed(0)],
            vec![seed(0), seed(1)],
            vec![seed(1), seed(0)],
            vec![Contribution::Nothing; 3],
            vec![seed(0), seed(0), Contribution::Nothing],
        ];
        let mut messages = std::collections::BTreeSet::new();
        let mut made = 0;
        for seats in &seats {
            for match_number in 1..4 {
                for round in 1..4 {
                    for purpose in [Purpose::Lots, Purpose::Deal] {
                        for attempt in 0..3 {
                            messages.insert(message(&Deal {
                                match_number,
                                round,
                                purpose,
                                attempt,
                                seats,
                            }));
                            made += 1;
                        }
                    }
                }
            }
        }
        assert_eq!(messages.len(), made);
    }
}
