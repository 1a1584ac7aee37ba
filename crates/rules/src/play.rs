//! What a player wants to play, and what the rules have found to be allowed.

use crate::layout::ArmId;
use crate::tile::Tile;

/// What a player wants to play; only a [`Round`](crate::Round) can
/// turn it into a [`Placement`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Play {
    /// The tile.
    pub tile: Tile,
    /// The arm to lengthen; `None` for the lead.
    pub arm: Option<ArmId>,
    /// The points that the player announces, under muggins calls; ignored otherwise.
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

/// A play that the round has found to be allowed for the seat on turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Placement {
    pub(crate) tile: Tile,
    pub(crate) arm: Option<ArmId>,
}

impl Placement {
    /// The tile.
    #[must_use]
    pub const fn tile(self) -> Tile {
        self.tile
    }

    /// The arm that it lengthens; `None` for the lead.
    #[must_use]
    pub const fn arm(self) -> Option<ArmId> {
        self.arm
    }
}
