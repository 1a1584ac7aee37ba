//! The decisions of a player: moves that a player requests, and placements that the rules allow.

use serde::{Deserialize, Serialize, Serializer};

use crate::line::layout::ArmId;
use crate::tile::Tile;

/// A decision of a player: the input of [`Match::take`](crate::Match::take).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "LineMove"))]
#[serde(rename_all = "snake_case")]
pub enum Move {
    /// Plays a tile.
    Play(Play),
    /// Gives the lead to the partner, who may lead any tile (RULES.md, The next leader).
    GiveLead,
    /// Calls "Muggins!": the caller's side gets the points of the last play (RULES.md, Muggins calls).
    Call,
}

impl Move {
    /// Whether the turn of the seat that makes the move ends with it. A call interrupts the turn of another seat, or
    /// comes before the caller's own play.
    #[must_use]
    pub const fn ends_turn(self) -> bool {
        !matches!(self, Self::Call)
    }
}

impl From<Play> for Move {
    fn from(play: Play) -> Self {
        Self::Play(play)
    }
}

impl From<Placement> for Move {
    fn from(placement: Placement) -> Self {
        Self::Play(placement.into())
    }
}

/// A play that a player requests. Only a round can turn it into a [`Placement`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Play {
    /// The tile that is played.
    pub tile: Tile,
    /// The arm to lengthen; absent for the lead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arm: Option<ArmId>,
    /// The points that the player announces in a game with muggins calls; ignored in other games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub announced: Option<u16>,
}

/// In text, absent fields are left out; binary formats need all fields.
impl Serialize for Play {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Told {
            tile: Tile,
            #[serde(skip_serializing_if = "Option::is_none")]
            arm: Option<ArmId>,
            #[serde(skip_serializing_if = "Option::is_none")]
            announced: Option<u16>,
        }
        let &Self {
            tile,
            arm,
            announced,
        } = self;
        if serializer.is_human_readable() {
            let told = Told {
                tile,
                arm,
                announced,
            };
            told.serialize(serializer)
        } else {
            (tile, arm, announced).serialize(serializer)
        }
    }
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
