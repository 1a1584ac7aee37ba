//! The seeds that a player promises for the deals, and what the player checks before revealing one.

use boneyard_protocol::{Hash, LogHead, Receipt, Request, Seed, SignedHead, Snapshot};
use boneyard_rules::Seat;

/// The seeds of a player at one table.
pub(super) struct Promises {
    /// The seed of each match follows from these random bytes, so that it outlives every connection.
    secret: [u8; 32],
    /// The newest signed head of the public log that the player knows.
    head: Option<SignedHead>,
    /// The number of the last match whose receipt was proved.
    proved: u32,
}

impl Promises {
    pub(super) fn new() -> Self {
        Self {
            secret: rand::random(),
            head: None,
            proved: 0,
        }
    }

    fn seed(&self, match_number: u32) -> Seed {
        let hash = Hash::of(&[&self.secret, &match_number.to_be_bytes()]);
        Seed::from(*hash.bytes())
    }

    /// The promise for the next match; `None` if the table doesn't wait for it.
    pub(super) fn commit(&self, known: &Snapshot, seat: Seat) -> Option<Request> {
        let fairness = &known.room.fairness;
        let match_number = fairness.match_number;
        let commitment = self.seed(match_number).commitment();
        let promise = fairness.seats[seat].promise;
        let is_promised = promise.is_some_and(|promise| promise.commitment == commitment);
        let may_promise = fairness.missed[seat] < boneyard_base::limits::MISSED_SEEDS_MAX;
        let waits = !fairness.revealing && !is_promised && may_promise;
        waits.then_some(Request::Commit {
            match_number,
            commitment,
            head: self.head,
        })
    }

    /// Reveals the seed for a receipt. `None` if the receipt doesn't prove that the public log has the match with
    /// the player's own promise.
    pub(super) fn reveal(&mut self, receipt: &Receipt, seat: Seat) -> Option<Request> {
        let match_number = receipt.match_number;
        let seed = self.seed(match_number);
        let promise = receipt.seats[seat]?;
        // Each connection gets the receipt again. The head was compared when the first one came.
        let known = self.head.map_or_else(LogHead::default, |head| head.head());
        let is_own = seed.keeps(&promise.commitment)
            && (promise.head == known || self.proved == match_number);
        if !is_own || !receipt.is_proved() {
            return None;
        }
        (self.head, self.proved) = (Some(receipt.log), match_number);
        Some(Request::Reveal { match_number, seed })
    }
}
