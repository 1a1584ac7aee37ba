//! The actions of computer players.

use boneyard_rules::{Play, Seat};

/// An action of a computer player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ComputerAction {
    /// The computer player plays a tile.
    Play {
        /// The computer player's seat.
        seat: Seat,
        /// The play.
        play: Play,
    },
    /// The computer player gives the lead to its partner.
    GiveLead {
        /// The computer player's seat.
        seat: Seat,
    },
    /// The computer player calls "Muggins!".
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
