//! Tiles, in the types of the referee (RULES-TRAINS.md, Terms).

use std::fmt;

/// A tile, the higher end first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Tile(pub(crate) u8, pub(crate) u8);

impl Tile {
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let no_tile = || format!("{text:?} is no tile");
        let (high, low) = text.split_once('-').ok_or_else(no_tile)?;
        let pips = |end: &str| end.parse::<u8>().map_err(|_| no_tile());
        let tile = Self(pips(high)?, pips(low)?);
        if tile.1 <= tile.0 && tile.0 <= 12 && tile.to_string() == text {
            Ok(tile)
        } else {
            Err(no_tile())
        }
    }

    /// The tiles of a set, in their order.
    pub(crate) fn all(highest: u8) -> impl Iterator<Item = Self> {
        (0..=highest).flat_map(|high| (0..=high).map(move |low| Self(high, low)))
    }

    pub(crate) fn is_double(self) -> bool {
        self.0 == self.1
    }

    pub(crate) fn has(self, pips: u8) -> bool {
        self.0 == pips || self.1 == pips
    }

    /// The free end of a tile that is played on these pips.
    pub(crate) fn other(self, pips: u8) -> Option<u8> {
        let other = if self.0 == pips { self.1 } else { self.0 };
        self.has(pips).then_some(other)
    }

    /// Orders tiles by weight, the lightest first.
    pub(super) fn weight(self) -> (u8, u8) {
        (self.0 + self.1, self.0)
    }
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.0, self.1)
    }
}

pub(super) fn parse_all(tiles: &[&str]) -> Result<Vec<Tile>, String> {
    tiles.iter().map(|tile| Tile::parse(tile)).collect()
}
