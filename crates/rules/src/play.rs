//! Plays that a player requests, and plays that the rules allow.

use serde::{Deserialize, Serialize};

use crate::layout::ArmId;
use crate::tile::Tile;

/// A play that a player requests. Only a [`Round`](crate::Round) can turn it into a [`Placement`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Play {
    /// The tile that is played.
    pub tile: Tile,
    /// The arm to lengthen; `None` for the lead.
    pub arm: Option<ArmId>,
    /// The points that the player announces in a game with muggins calls; ignored in other games.
    pub announced: Option<u16>,
}

impl From<Placement> for Play {
    fn from(Placement { tile, arm }: Placement) -> Self {
        Self {
            tile,
            arm,
            announced: None,
        }
    }
}

/// A play that the round allows the seat on turn to make.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Placement {
    pub(crate) tile: Tile,
    pub(crate) arm: Option<ArmId>,
}

impl Placement {
    /// The tile that is played.
    #[must_use]
    pub const fn tile(self) -> Tile {
        self.tile
    }

    /// The arm that the tile lengthens; `None` for the lead.
    #[must_use]
    pub const fn arm(self) -> Option<ArmId> {
        self.arm
    }
}
