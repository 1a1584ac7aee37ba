//! How a seat is supposed to play.

use boneyard_rules::Seat;

/// The seats that are supposed to take what lies there, with no thought for the others; all other
/// seats are supposed to think.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Greedy(u8);

impl Greedy {
    /// Counts a seat among them.
    pub(crate) const fn insert(&mut self, seat: Seat) {
        self.0 |= 1 << seat.index();
    }

    /// Whether a seat is among them.
    pub(crate) const fn contains(self, seat: Seat) -> bool {
        self.0 & 1 << seat.index() != 0
    }
}
