//! Sets of tiles, stored as bits.

use std::fmt;

use serde::{Serialize, Serializer};

use crate::tile::{Pips, Tile};

/// A set of tiles: 55 bits, one for each [`Tile::index`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct TileSet(u64);

/// For each number of pips, the ten tiles that have that number.
const WITH: [u64; 10] = {
    let mut with = [0; 10];
    let mut index = 0;
    while index < Tile::COUNT {
        if let Some(tile) = Tile::from_index(index) {
            with[tile.high().get() as usize] |= 1 << index;
            with[tile.low().get() as usize] |= 1 << index;
        }
        index += 1;
    }
    with
};

impl TileSet {
    /// The set without tiles.
    pub const EMPTY: Self = Self(0);
    /// All tiles of the largest set.
    pub const FULL: Self = Self::first(Tile::COUNT);
    /// The ten doubles.
    pub const DOUBLES: Self = {
        let mut bits = 0;
        let mut pips = 0;
        while pips < Pips::ALL.len() {
            bits |= 1 << Tile::double(Pips::ALL[pips]).index();
            pips += 1;
        }
        Self(bits)
    };

    /// The `count` tiles with the lowest indexes. The first 28 tiles are the double-six set.
    pub(crate) const fn first(count: usize) -> Self {
        Self((1 << count) - 1)
    }

    /// The ten tiles that have these pips.
    #[must_use]
    pub const fn with(pips: Pips) -> Self {
        Self(WITH[pips.get() as usize])
    }

    /// The set with only this tile.
    #[must_use]
    pub const fn only(tile: Tile) -> Self {
        Self(1 << tile.index())
    }

    /// The number of tiles.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set has no tiles.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the set has the tile.
    #[must_use]
    pub const fn contains(self, tile: Tile) -> bool {
        self.0 >> tile.index() & 1 == 1
    }

    /// Adds a tile.
    pub const fn insert(&mut self, tile: Tile) {
        self.0 |= 1 << tile.index();
    }

    /// Removes a tile; returns whether it was in the set.
    pub const fn remove(&mut self, tile: Tile) -> bool {
        let there = self.contains(tile);
        self.0 &= !(1 << tile.index());
        there
    }

    /// The tiles that are in at least one of the sets.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The tiles that are in both sets.
    #[must_use]
    pub const fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The tiles of this set that aren't in the other set.
    #[must_use]
    pub const fn difference(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The sum of the pips of all tiles.
    #[must_use]
    pub fn weight(self) -> u16 {
        self.iter().map(|tile| u16::from(tile.weight())).sum()
    }

    /// The heaviest tile; among tiles of equal weight, the one with the highest end.
    #[must_use]
    pub fn heaviest(self) -> Option<Tile> {
        self.iter().max_by_key(|tile| tile.heaviness())
    }

    /// The tiles, ordered by index.
    #[must_use]
    pub const fn iter(self) -> Tiles {
        Tiles(self.0)
    }
}

/// An iterator over the tiles of a set, ordered by index.
#[derive(Clone, Debug)]
pub struct Tiles(u64);

impl Iterator for Tiles {
    type Item = Tile;

    fn next(&mut self) -> Option<Tile> {
        let tile = Tile::from_index(self.0.trailing_zeros() as usize)?;
        self.0 &= self.0 - 1;
        Some(tile)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.0.count_ones() as usize;
        (left, Some(left))
    }

    fn nth(&mut self, n: usize) -> Option<Tile> {
        for _ in 0..n {
            self.0 &= self.0.checked_sub(1)?;
        }
        self.next()
    }
}

impl ExactSizeIterator for Tiles {}

impl IntoIterator for TileSet {
    type Item = Tile;
    type IntoIter = Tiles;

    fn into_iter(self) -> Tiles {
        self.iter()
    }
}

impl FromIterator<Tile> for TileSet {
    fn from_iter<I: IntoIterator<Item = Tile>>(tiles: I) -> Self {
        let mut set = Self::EMPTY;
        for tile in tiles {
            set.insert(tile);
        }
        set
    }
}

impl fmt::Debug for TileSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl Serialize for TileSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_of_pips_is_on_ten_tiles() {
        for pips in Pips::ALL {
            assert_eq!(TileSet::with(pips).len(), 10);
            assert!(TileSet::with(pips).iter().all(|tile| tile.has(pips)));
        }
        assert_eq!(TileSet::FULL.weight(), 495);
        assert_eq!(TileSet::first(28).weight(), 168);
    }

    #[test]
    fn a_set_gives_back_what_was_put_in() {
        let set: TileSet = Tile::all().step_by(3).collect();
        assert!(set.iter().eq(Tile::all().step_by(3)));
        assert_eq!(set.iter().nth(2), Tile::all().nth(6));
        assert_eq!(set.iter().nth(set.len()), None);
    }
}
