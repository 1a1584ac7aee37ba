//! Computes an order of things from a secret, the terms of the match, and the seeds of the seats.

use boneyard_rules::{Order, Purpose};
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;

use crate::bytes::{BYTES, Hash, Secret, Seed, label};

/// The deal for which an order is made. For two orders of one table, either these values or the secrets
/// are different.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Deal<'a> {
    /// The hash of the match's terms, from [`Terms::hash`](crate::Terms::hash).
    pub terms: Hash,
    /// The number of the round in its match, from 1.
    pub round: u32,
    /// What the order is used for.
    pub purpose: Purpose,
    /// The number of earlier orders for this purpose in the round: 0, or more after redeals.
    pub attempt: u32,
    /// The promised seeds, by seat. The terms say which seats promised one.
    pub seeds: &'a [Seed],
}

/// The order of this number of things. Every program that knows the secret and all seeds computes the same
/// order. A program that lacks one of these values learns nothing about the
/// order.
#[must_use]
pub fn order(secret: &Secret, deal: &Deal<'_>, things: usize) -> Order {
    let mut order = Order::sorted(things);
    for (one, other) in swaps(secret, deal, order.things().len() as u8) {
        order.swap(one, other);
    }
    order
}

/// The pairs of places to exchange, in this order (Fisher–Yates). Every order is equally likely.
fn swaps(secret: &Secret, deal: &Deal<'_>, things: u8) -> impl Iterator<Item = (usize, usize)> {
    let mut stream = Stream::new(secret, &message(deal, things));
    let lasts = (1..usize::from(things)).rev();
    lasts.map(move |last| (last, stream.below_or_at(last)))
}

/// All values that the order depends on, except the secret. The terms say how many seeds there are, and
/// all other values have a fixed length, so different values never make the same message.
fn message(deal: &Deal<'_>, things: u8) -> Vec<u8> {
    let mut message = Vec::from(label::ORDER);
    message.extend(deal.terms.bytes());
    message.extend(deal.round.to_be_bytes());
    message.push(match deal.purpose {
        Purpose::Lots => 0,
        Purpose::Deal => 1,
    });
    message.extend(deal.attempt.to_be_bytes());
    message.push(things);
    message.extend(deal.seeds.iter().flat_map(Seed::bytes));
    message
}

/// A stream of bytes. To a program that doesn't know the key, the bytes look random.
struct Stream {
    /// The keyed hash, after the message was added to it.
    keyed: Hmac<Sha256>,
    /// The number of blocks used so far.
    blocks: u32,
    block: [u8; BYTES],
    /// The number of bytes used from the current block.
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

    /// A random number from 0 to `greatest`, which is at most 127. All numbers are equally likely. The
    /// function takes the lowest bits of a byte, as many as `greatest` has. If the result is larger than
    /// `greatest`, it tries the next byte. The remainder of a division would make small numbers more likely.
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
        let seed = |byte| Seed::from([byte; BYTES]);
        let seeds = [
            vec![],
            vec![seed(0)],
            vec![seed(0), seed(1)],
            vec![seed(1), seed(0)],
        ];
        let mut messages = std::collections::BTreeSet::new();
        let mut made = 0;
        for terms in [0, 1].map(|byte| Hash::from([byte; BYTES])) {
            for seeds in &seeds {
                for round in 1..4 {
                    for purpose in [Purpose::Lots, Purpose::Deal] {
                        for attempt in 0..3 {
                            let deal = Deal {
                                terms,
                                round,
                                purpose,
                                attempt,
                                seeds,
                            };
                            let sizes = [27, 28, 55];
                            messages.extend(sizes.map(|things| message(&deal, things)));
                            made += sizes.len();
                        }
                    }
                }
            }
        }
        assert_eq!(messages.len(), made);
    }
}
