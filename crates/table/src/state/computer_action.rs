//! What a computer player does.

use boneyard_rules::{Play, Seat};

/// What a computer player does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ComputerAction {
    /// It plays a tile.
    Play {
        /// The computer player's seat.
        seat: Seat,
        /// The play.
        play: Play,
    },
    /// It gives the lead to its partner.
    GiveLead {
        /// The computer player's seat.
        seat: Seat,
    },
    /// It calls "Muggins!".
    Call {
        /// The computer player's seat.
        seat: Seat,
    },
}

impl ComputerAction {
    /// The computer player's seat.
    pub(crate) const fn seat(self) -> Seat {
        match self {
            Self::Play { seat, .. } | Self::GiveLead { seat } | Self::Call { seat } => seat,
        }
    }
}
