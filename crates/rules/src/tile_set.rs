//! Sets of tiles, stored as bits.

use std::fmt;

use serde::{Serialize, Serializer};

use crate::tile::{Pips, Tile};

/// Makes a type for sets of the `$count` tiles with the lowest indexes. Two sizes are made, since the computer players of
/// the smaller sets would search more slowly with the bits of the larger one.
macro_rules! tile_set {
    ($(#[$doc:meta])* $name:ident, $tiles:ident: $bits:ty, $count:expr) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
        pub struct $name($bits);

        impl $name {
            /// The set without tiles.
            pub const EMPTY: Self = Self(0);
            /// All tiles that such a set can hold.
            pub const FULL: Self = Self::first($count);
            /// All doubles that such a set can hold.
            pub const DOUBLES: Self = {
                let mut doubles = Self::EMPTY;
                let mut pips = 0;
                while pips < Pips::ALL.len() {
                    doubles.insert(Tile::double(Pips::ALL[pips]));
                    pips += 1;
                }
                doubles
            };

            /// For each number of pips, the tiles that have that number.
            const WITH: [Self; Pips::ALL.len()] = {
                let mut with = [Self::EMPTY; Pips::ALL.len()];
                let mut index = 0;
                while index < $count {
                    if let Some(tile) = Tile::from_index(index) {
                        with[tile.high().get() as usize].insert(tile);
                        with[tile.low().get() as usize].insert(tile);
                    }
                    index += 1;
                }
                with
            };

            /// The bit of a tile; no bit for a tile that such a set can't hold.
            const fn bit(tile: Tile) -> $bits {
                if tile.index() < $count {
                    1 << tile.index()
                } else {
                    0
                }
            }

            /// The `count` tiles with the lowest indexes. The first 28 tiles are the double-six set, the first 55 the
            /// double-nine set.
            pub(crate) const fn first(count: usize) -> Self {
                Self((1 << count) - 1)
            }

            /// The tiles that have these pips.
            #[must_use]
            pub const fn with(pips: Pips) -> Self {
                Self::WITH[pips.get() as usize]
            }

            /// The set with only this tile.
            #[must_use]
            pub const fn only(tile: Tile) -> Self {
                Self(Self::bit(tile))
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
                self.0 & Self::bit(tile) != 0
            }

            /// Adds a tile.
            pub const fn insert(&mut self, tile: Tile) {
                self.0 |= Self::bit(tile);
            }

            /// Removes a tile; returns whether it was in the set.
            pub const fn remove(&mut self, tile: Tile) -> bool {
                let there = self.contains(tile);
                self.0 &= !Self::bit(tile);
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
            pub const fn iter(self) -> $tiles {
                $tiles(self.0)
            }
        }

        /// An iterator over the tiles of a set, ordered by index.
        #[derive(Clone, Debug)]
        pub struct $tiles($bits);

        impl Iterator for $tiles {
            type Item = Tile;

            fn next(&mut self) -> Option<Tile> {
                if self.0 == 0 {
                    return None;
                }
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

        impl ExactSizeIterator for $tiles {}

        impl IntoIterator for $name {
            type Item = Tile;
            type IntoIter = $tiles;

            fn into_iter(self) -> $tiles {
                self.iter()
            }
        }

        impl FromIterator<Tile> for $name {
            fn from_iter<I: IntoIterator<Item = Tile>>(tiles: I) -> Self {
                let mut set = Self::EMPTY;
                for tile in tiles {
                    set.insert(tile);
                }
                set
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_set().entries(self.iter()).finish()
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_seq(self.iter())
            }
        }
    };
}

tile_set! {
    /// A set of tiles of the double-nine set: 55 bits, one for each [`Tile::index`].
    TileSet, Tiles: u64, Tile::DOUBLE_NINE
}
tile_set! {
    /// A set of tiles of the double-twelve set: 91 bits, one for each [`Tile::index`].
    LargeTileSet, LargeTiles: u128, Tile::COUNT
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_of_pips_is_on_as_many_tiles() {
        for pips in Pips::ALL {
            let with = if pips.get() < 10 { 10 } else { 0 };
            assert_eq!(TileSet::with(pips).len(), with);
            assert_eq!(LargeTileSet::with(pips).len(), 13);
            assert!(LargeTileSet::with(pips).iter().all(|tile| tile.has(pips)));
        }
        assert_eq!(TileSet::FULL.weight(), 495);
        assert_eq!(TileSet::first(28).weight(), 168);
        assert_eq!(LargeTileSet::FULL.weight(), 1092);
        assert_eq!(TileSet::DOUBLES.len(), 10);
        assert_eq!(LargeTileSet::DOUBLES.len(), 13);
    }

    #[test]
    fn a_set_gives_back_what_was_put_in() {
        let set: LargeTileSet = Tile::all().step_by(3).collect();
        assert!(set.iter().eq(Tile::all().step_by(3)));
        assert_eq!(set.iter().nth(2), Tile::all().nth(6));
        assert_eq!(set.iter().nth(set.len()), None);
    }

    #[test]
    fn a_tile_of_a_larger_set_is_in_no_smaller_one() {
        for tile in Tile::all().skip(Tile::DOUBLE_NINE) {
            let mut set = TileSet::FULL;
            assert!(!set.contains(tile) && !set.remove(tile));
            set.insert(tile);
            assert_eq!(set, TileSet::FULL);
        }
    }
}
