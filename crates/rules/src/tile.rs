//! Pips and tiles (RULES.md, Terms).

use std::fmt::{self, Write as _};
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The number on one end of a tile, 0 to 12. In a double-six set it is 0 to 6, in a double-nine set 0 to 9.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(try_from = "u8", into = "u8")]
#[cfg_attr(feature = "schema", schemars(extend("maximum" = 12)))]
pub struct Pips(u8);

impl Pips {
    /// All numbers of pips, lowest first.
    pub const ALL: [Self; 13] = {
        let mut all = [Self(0); 13];
        let mut pips = 0;
        while pips <= Self::MAX.0 {
            all[pips as usize] = Self(pips);
            pips += 1;
        }
        all
    };
    /// The highest number of pips in any set.
    pub const MAX: Self = Self(12);

    /// The given number of pips; `None` above 12.
    #[must_use]
    pub const fn new(pips: u8) -> Option<Self> {
        if pips <= Self::MAX.0 {
            Some(Self(pips))
        } else {
            None
        }
    }

    /// The pips as they are printed, without leading zeros.
    const fn read(text: &[u8]) -> Option<Self> {
        match *text {
            [digit @ b'0'..=b'9'] => Some(Self(digit - b'0')),
            [b'1', digit @ b'0'..=b'2'] => Some(Self(10 + digit - b'0')),
            _ => None,
        }
    }

    /// The number of pips, 0 to 12.
    #[must_use]
    pub const fn get(self) -> u8 {
        self.0
    }
}

impl From<Pips> for u8 {
    fn from(pips: Pips) -> Self {
        pips.0
    }
}

impl TryFrom<u8> for Pips {
    type Error = ParseTileError;

    fn try_from(pips: u8) -> Result<Self, ParseTileError> {
        Self::new(pips).ok_or(ParseTileError)
    }
}

impl fmt::Display for Pips {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 >= 10 {
            f.write_char('1')?;
        }
        f.write_char(char::from(b'0' + self.0 % 10))
    }
}

impl FromStr for Pips {
    type Err = ParseTileError;

    fn from_str(text: &str) -> Result<Self, ParseTileError> {
        Self::read(text.as_bytes()).ok_or(ParseTileError)
    }
}

/// An unordered pair of pips: one of the 91 tiles of the double-twelve set. The first 55 of them are the double-nine set,
/// the first 28 the double-six set.
///
/// A tile prints with its higher end first, and `4-6` and `6-4` are the same tile.
///
/// ```
/// use boneyard_rules::Tile;
///
/// let tile: Tile = "4-6".parse()?;
/// assert_eq!(tile.to_string(), "6-4");
/// assert_eq!(tile.weight(), 10);
/// # Ok::<(), boneyard_rules::tile::ParseTileError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(
    feature = "schema",
    schemars(with = "String", extend("pattern" = "^([0-9]|1[0-2])-([0-9]|1[0-2])$"))
)]
pub struct Tile(u8);

/// For each number of pips, the index of the first tile whose higher end has that number.
const ROW: [u8; 13] = [0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78];

/// The ends of each tile by index: 0-0, 1-0, 1-1, 2-0, … 12-12; higher end first.
const ENDS: [(u8, u8); Tile::COUNT] = {
    let mut ends = [(0, 0); Tile::COUNT];
    let mut high = 0;
    while high <= Pips::MAX.0 {
        let mut low = 0;
        while low <= high {
            ends[(ROW[high as usize] + low) as usize] = (high, low);
            low += 1;
        }
        high += 1;
    }
    ends
};

impl Tile {
    /// The number of tiles in the largest set, double-twelve.
    pub const COUNT: usize = 91;
    /// The number of tiles in the double-nine set.
    pub const DOUBLE_NINE: usize = 55;

    /// The tile with these two ends. The order of the ends makes no difference.
    #[must_use]
    pub const fn new(one: Pips, other: Pips) -> Self {
        if one.0 >= other.0 {
            Self(ROW[one.0 as usize] + other.0)
        } else {
            Self(ROW[other.0 as usize] + one.0)
        }
    }

    /// The double with these pips on both ends.
    #[must_use]
    pub const fn double(pips: Pips) -> Self {
        Self::new(pips, pips)
    }

    /// The tile with this index; `None` from 91 on.
    #[must_use]
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < Self::COUNT {
            Some(Self(index as u8))
        } else {
            None
        }
    }

    /// The tile's index in the largest set, 0 to 90: 0-0, 1-0, 1-1, 2-0, … 12-12. The double-six set has the indexes 0
    /// to 27, the double-nine set 0 to 54.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The tiles of the largest set, ordered by index.
    pub fn all() -> impl ExactSizeIterator<Item = Self> + Clone {
        (0..Self::COUNT as u8).map(Self)
    }

    /// The end with more pips; for a double, either end.
    #[must_use]
    pub const fn high(self) -> Pips {
        Pips(ENDS[self.0 as usize].0)
    }

    /// The end with fewer pips; for a double, either end.
    #[must_use]
    pub const fn low(self) -> Pips {
        Pips(ENDS[self.0 as usize].1)
    }

    /// Whether both ends are equal.
    #[must_use]
    pub const fn is_double(self) -> bool {
        self.high().0 == self.low().0
    }

    /// The sum of both ends, 0 to 24.
    #[must_use]
    pub const fn weight(self) -> u8 {
        self.high().0 + self.low().0
    }

    /// Whether at least one end has these pips.
    #[must_use]
    pub const fn has(self, pips: Pips) -> bool {
        self.high().0 == pips.0 || self.low().0 == pips.0
    }

    /// The end that remains free when the end with these pips is joined; `None` if no end has these pips.
    #[must_use]
    pub const fn opposite(self, pips: Pips) -> Option<Pips> {
        if self.high().0 == pips.0 {
            Some(self.low())
        } else if self.low().0 == pips.0 {
            Some(self.high())
        } else {
            None
        }
    }

    /// The printed form.
    fn text(self) -> &'static str {
        let (text, length) = &TEXTS[self.index()];
        std::str::from_utf8(&text[..*length]).unwrap_or_default()
    }

    /// A key that orders tiles by weight, and tiles of equal weight by the higher end (RULES.md,
    /// Terms). No two tiles have the same key.
    #[must_use]
    pub const fn heaviness(self) -> (u8, u8) {
        (self.weight(), self.high().0)
    }
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

impl fmt::Debug for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text isn't a tile, or the number isn't a number of pips.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a tile is written as two ends of 0 to 12 pips, such as 6-4")]
pub struct ParseTileError;

impl FromStr for Tile {
    type Err = ParseTileError;

    fn from_str(text: &str) -> Result<Self, ParseTileError> {
        let (one, other) = match *text.as_bytes() {
            [one, b'-', ref other @ ..] => (Pips::read(&[one]), Pips::read(other)),
            [one, next, b'-', ref other @ ..] => (Pips::read(&[one, next]), Pips::read(other)),
            _ => (None, None),
        };
        one.zip(other)
            .map(|(one, other)| Self::new(one, other))
            .ok_or(ParseTileError)
    }
}

/// The printed form of each tile by index, in ASCII, and how long it is.
const TEXTS: [([u8; 5], usize); Tile::COUNT] = {
    let mut texts = [([0; 5], 0); Tile::COUNT];
    let mut index = 0;
    while index < Tile::COUNT {
        let ((high, low), text) = (ENDS[index], &mut texts[index]);
        let parts = [high / 10, high % 10, 0, low / 10, low % 10];
        let mut part = 0;
        while part < parts.len() {
            let is_leading_zero = part % 3 == 0 && parts[part] == 0;
            if !is_leading_zero {
                text.0[text.1] = if part == 2 { b'-' } else { b'0' + parts[part] };
                text.1 += 1;
            }
            part += 1;
        }
        index += 1;
    }
    texts
};

/// Serialized as text such as `6-4`; in binary formats as the index, in one byte.
impl Serialize for Tile {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if !serializer.is_human_readable() {
            return serializer.serialize_u8(self.0);
        }
        serializer.serialize_str(self.text())
    }
}

impl<'de> Deserialize<'de> for Tile {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if !deserializer.is_human_readable() {
            let index = usize::from(u8::deserialize(deserializer)?);
            let no_tile = || serde::de::Error::custom(ParseTileError);
            return Self::from_index(index).ok_or_else(no_tile);
        }
        crate::text::deserialize(deserializer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_set_has_91_different_tiles() {
        let tiles: std::collections::BTreeSet<_> =
            Tile::all().map(|t| (t.high(), t.low())).collect();
        assert_eq!(tiles.len(), 91);
        for tile in Tile::all() {
            assert_eq!(Tile::new(tile.low(), tile.high()), tile);
            assert_eq!(tile.to_string(), format!("{}-{}", tile.high(), tile.low()));
            assert_eq!(tile.to_string().parse(), Ok(tile));
        }
        let double_nine = Tile::all().take(Tile::DOUBLE_NINE);
        assert!(double_nine.max_by_key(|tile| tile.index()) == "9-9".parse().ok());
    }

    #[test]
    fn a_text_that_is_not_a_tile_does_not_parse() {
        for text in [
            "", "6", "6-x", "6-4 ", "6:4", "66", "-1-2", "6-13", "06-4", "6-04", "100-1", "6-",
            "-6", "6--4",
        ] {
            assert_eq!(text.parse::<Tile>(), Err(ParseTileError), "{text:?}");
        }
    }

    #[test]
    fn equal_weights_are_told_apart_by_the_higher_end() {
        let heavier: Tile = "6-2".parse().unwrap();
        let lighter: Tile = "5-3".parse().unwrap();
        assert!(heavier.heaviness() > lighter.heaviness());
    }
}
