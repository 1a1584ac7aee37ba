//! The tiles on the table and their open ends (RULES.md, The layout).

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::seat::Seat;
use crate::tile::{Pips, Tile};
use crate::tile_set::TileSet;

/// The name of an arm of the layout.
///
/// The arms `a` and `b` begin at the lead: `a` at its higher end, `b` at its lower end. The arms `c` and `d`
/// begin at the spinner. The sides of the spinner that carry no tile are equal, so the rules offer only one
/// of these sides at a time: `c` after both sides along the line carry a tile, and `d` after `c` has a tile.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum ArmId {
    /// The arm from the lead's higher end.
    A,
    /// The arm from the lead's lower end.
    B,
    /// The arm from the spinner's third side.
    C,
    /// The arm from the spinner's fourth side.
    D,
}

impl ArmId {
    /// All arms, from `a` to `d`.
    pub const ALL: [Self; 4] = [Self::A, Self::B, Self::C, Self::D];

    const fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for ArmId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(["a", "b", "c", "d"][self.index()])
    }
}

/// The text isn't the name of an arm.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("an arm is named a, b, c or d")]
pub struct ParseArmError;

impl FromStr for ArmId {
    type Err = ParseArmError;

    fn from_str(text: &str) -> Result<Self, ParseArmError> {
        Self::ALL
            .into_iter()
            .find(|arm| arm.to_string() == text)
            .ok_or(ParseArmError)
    }
}

/// How a tile is joined to the layout.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Joint {
    /// The arm that the tile lengthened.
    pub arm: ArmId,
    /// The pips of the tile's free end.
    pub outer: Pips,
}

/// A tile on the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Laid {
    /// The tile.
    pub tile: Tile,
    /// The seat that played the tile.
    pub seat: Seat,
    /// How the tile is joined to the layout; `None` for the lead.
    pub joint: Option<Joint>,
}

/// An open end: a tile with these pips can be played on it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct End {
    /// The arm that the played tile lengthens.
    pub arm: ArmId,
    /// The pips that the played tile must have.
    pub pips: Pips,
}

/// The outermost tile of an arm.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Tip {
    pub(crate) tile: Tile,
    pub(crate) pips: Pips,
}

/// The layout: the lead and its arms.
///
/// ```
/// use boneyard_rules::line::{ArmId, Layout};
///
/// let mut layout = Layout::new(true);
/// layout.lead("5-5".parse()?);
/// layout.join("5-0".parse()?, ArmId::A).expect("fives meet");
/// let ends: Vec<_> = layout.ends().map(|end| end.pips.get()).collect();
/// assert_eq!(ends, [0, 5]);
/// assert_eq!(layout.count().total(), 10, "the spinner counts both halves while it is outermost");
/// # Ok::<(), boneyard_rules::tile::ParseTileError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Layout {
    has_spinner: bool,
    lead: Option<Tile>,
    spinner: Option<Tile>,
    /// Whether the third and the fourth side of the spinner can take tiles.
    spinner_open: bool,
    tips: [Option<Tip>; 4],
}

impl Layout {
    /// An empty layout, with or without a spinner.
    #[must_use]
    pub const fn new(has_spinner: bool) -> Self {
        Self {
            has_spinner,
            lead: None,
            spinner: None,
            spinner_open: false,
            tips: [None; 4],
        }
    }

    /// The first tile; `None` before it is played.
    #[must_use]
    pub const fn first(&self) -> Option<Tile> {
        self.lead
    }

    /// The spinner; `None` before it is played.
    #[must_use]
    pub const fn spinner(&self) -> Option<Tile> {
        self.spinner
    }

    pub(crate) const fn tip(&self, arm: ArmId) -> Option<Tip> {
        self.tips[arm.index()]
    }

    /// The open ends, in the order of the arms. If two sides of a double carry no tile, only the first of
    /// these sides is listed, because it makes no difference to the game which of them is used.
    pub fn ends(&self) -> impl Iterator<Item = End> + '_ {
        ArmId::ALL.into_iter().filter_map(|arm| {
            Some(End {
                arm,
                pips: self.end(arm)?,
            })
        })
    }

    /// The pips that a tile must have to be played on an arm; `None` if the arm has no open end.
    #[must_use]
    pub fn end(&self, arm: ArmId) -> Option<Pips> {
        if let Some(tip) = self.tip(arm) {
            return Some(tip.pips);
        }
        let lead = self.lead?;
        match arm {
            ArmId::A => Some(lead.high()),
            ArmId::B if lead.is_double() && self.tips[0].is_none() => None,
            ArmId::B => Some(lead.low()),
            ArmId::C if self.spinner_open => self.spinner.map(Tile::high),
            ArmId::D if self.tips[2].is_some() => self.spinner.map(Tile::high),
            ArmId::C | ArmId::D => None,
        }
    }

    /// Whether there are at least two open ends, all with the same pips.
    #[must_use]
    pub fn ends_are_equal(&self) -> bool {
        let mut ends = self.ends().map(|end| end.pips);
        let first = ends.next();
        let mut others = ends.peekable();
        others.peek().is_some() && others.all(|pips| Some(pips) == first)
    }

    /// All tiles of the double-nine set that fit at least one open end.
    #[must_use]
    pub fn fitting(&self) -> TileSet {
        self.ends().fold(TileSet::EMPTY, |fitting, end| {
            fitting.union(TileSet::with(end.pips))
        })
    }

    /// Puts the first tile on the table.
    pub fn lead(&mut self, tile: Tile) {
        self.lead = Some(tile);
        self.find_spinner(tile);
    }

    /// Joins a tile to an arm. Returns `None` and changes nothing if the tile doesn't fit.
    #[must_use = "the tile may not have fitted"]
    pub fn join(&mut self, tile: Tile, arm: ArmId) -> Option<Joint> {
        let pips = self.end(arm)?;
        let outer = tile.opposite(pips)?;
        self.open_spinner(arm);
        self.tips[arm.index()] = Some(Tip { tile, pips: outer });
        self.find_spinner(tile);
        Some(Joint { arm, outer })
    }

    /// Makes this tile the spinner if the rules have a spinner and the tile is the first double of the
    /// round.
    fn find_spinner(&mut self, tile: Tile) {
        if self.has_spinner && self.spinner.is_none() && tile.is_double() {
            self.spinner = Some(tile);
        }
    }

    /// Opens the third and the fourth side of the spinner when a tile on this arm covers its second side.
    fn open_spinner(&mut self, arm: ArmId) {
        let Some(spinner) = self.spinner else { return };
        if self.spinner_open {
            return;
        }
        // If the lead is the spinner, `b` can be played on only after `a` carries a tile.
        self.spinner_open = if self.lead == Some(spinner) {
            arm == ArmId::B
        } else {
            self.tip(arm).is_some_and(|tip| tip.tile == spinner)
        };
    }
}
