//! A model of the other seats: which of them play greedily.

use boneyard_rules::Seat;
use boneyard_rules::seat::SEATS_MAX;

/// The seats that are supposed to play greedily: without considering the other seats. All other seats are
/// supposed to think ahead.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct GreedySeats(u8);

impl GreedySeats {
    /// Adds a seat.
    pub(crate) const fn insert(&mut self, seat: Seat) {
        self.0 |= 1 << seat.index();
    }

    /// Whether the seat is in the set.
    pub(crate) const fn contains(self, seat: Seat) -> bool {
        self.0 & 1 << seat.index() != 0
    }
}

/// The log odds, in thousandths, that a seat is greedy before it has made any play: 7 to 1. They are high
/// because most players are greedy, and because a seat that thinks ahead soon shows this by its plays. A
/// greedy seat needs longer, as thinking ahead often leads to the same plays.
pub(crate) const GREED_PRIOR: i32 = 2_000;

/// The limit of the log odds after finished rounds, in either direction. The value means about 55 to 1. The
/// limit exists because a player who was greedy for a long time may begin to think ahead.
pub(crate) const GREED_MAX: i32 = 4_000;

/// What finished rounds have shown about each seat: whether it plays greedily or thinks ahead.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OpponentModel {
    /// The log odds that the seat is greedy, in thousandths, by seat number.
    pub(crate) greed: [i32; SEATS_MAX],
}

impl Default for OpponentModel {
    /// A model that knows nothing about any seat.
    fn default() -> Self {
        Self {
            greed: [GREED_PRIOR; SEATS_MAX],
        }
    }
}

impl OpponentModel {
    /// Forgets what was learned about a seat, because another player takes it.
    pub fn forget(&mut self, seat: Seat) {
        self.greed[seat.index()] = GREED_PRIOR;
    }

    /// The log odds that a seat is greedy.
    pub(crate) fn greed(&self, seat: Seat) -> f32 {
        self.greed[seat.index()] as f32 / 1_000.0
    }
}
