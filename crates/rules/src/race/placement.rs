//! Squares, directions, and the names of placements (RULES-RINGWAY.md, Placing).

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::race::board::SIDE;
use crate::tile::{Pips, Tile};

/// A square of the board, which takes half a tile. It prints as its row and column: `8H`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Square(u8);

impl Square {
    /// The star, which the first tile covers.
    pub const STAR: Self = Self((SIDE / 2 * SIDE + SIDE / 2) as u8);

    /// The square in a row and a column, both from 0; `None` off the board.
    #[must_use]
    pub const fn new(row: usize, column: usize) -> Option<Self> {
        if row < SIDE && column < SIDE {
            Some(Self((row * SIDE + column) as u8))
        } else {
            None
        }
    }

    /// All squares, by row, then by column.
    pub fn all() -> impl ExactSizeIterator<Item = Self> + Clone {
        (0..(SIDE * SIDE) as u8).map(Self)
    }

    /// The square's place in [`Self::all`].
    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }

    /// The square at a place in [`Self::all`].
    pub(super) const fn from_index(index: usize) -> Option<Self> {
        if index < SIDE * SIDE {
            Some(Self(index as u8))
        } else {
            None
        }
    }

    /// The row, 0 to 14 from the top.
    #[must_use]
    pub const fn row(self) -> usize {
        self.0 as usize / SIDE
    }

    /// The column, 0 to 14 from the left.
    #[must_use]
    pub const fn column(self) -> usize {
        self.0 as usize % SIDE
    }

    /// The next square in a direction; `None` at the edge of the board.
    #[must_use]
    pub const fn next(self, direction: Direction) -> Option<Self> {
        let (row, column) = (self.row(), self.column());
        match direction {
            Direction::Right => Self::new(row, column + 1),
            Direction::Down => Self::new(row + 1, column),
            Direction::Left => Self::new(row, column.wrapping_sub(1)),
            Direction::Up => Self::new(row.wrapping_sub(1), column),
        }
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let column = char::from(b'A' + self.column() as u8);
        write!(f, "{}{column}", self.row() + 1)
    }
}

/// A direction on the board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Direction {
    /// Towards column O.
    Right,
    /// Towards row 15.
    Down,
    /// Towards column A.
    Left,
    /// Towards row 1.
    Up,
}

impl Direction {
    /// All directions, in the order of the rules.
    pub const ALL: [Self; 4] = [Self::Right, Self::Down, Self::Left, Self::Up];

    /// The name: the word of the rules.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Right => "right",
            Self::Down => "down",
            Self::Left => "left",
            Self::Up => "up",
        }
    }

    /// The direction back.
    #[must_use]
    pub const fn opposite(self) -> Self {
        match self {
            Self::Right => Self::Left,
            Self::Down => Self::Up,
            Self::Left => Self::Right,
            Self::Up => Self::Down,
        }
    }
}

/// A tile and where it goes. A value of this type can be one that no board allows. It prints as its name:
/// `6-4 on 8H left` is the 6 on 8H and the 4 on 8G.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(
    feature = "schema",
    schemars(
        with = "String",
        extend("pattern" = "^[0-6]-[0-6] on ([1-9]|1[0-5])[A-O] (right|down|left|up)$")
    )
)]
pub struct Placement {
    /// The tile.
    pub tile: Tile,
    /// The square of the higher end; of a double, its left or upper square.
    pub square: Square,
    /// The direction in which the lower end lies; of a double, right or down.
    pub direction: Direction,
}

/// One end of a tile that lies on the board, and its square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Half {
    /// The square.
    pub square: Square,
    /// The number of the end.
    pub pips: Pips,
}

impl Placement {
    /// The halves of the tile, the higher end first; `None` if one is off the board.
    #[must_use]
    pub fn halves(self) -> Option<[Half; 2]> {
        let high = Half {
            square: self.square,
            pips: self.tile.high(),
        };
        let low = Half {
            square: self.square.next(self.direction)?,
            pips: self.tile.low(),
        };
        Some([high, low])
    }
}

/// The length of the longest name, such as `6-4 on 15H right`.
const NAME_MAX: usize = 16;

impl Placement {
    /// Writes the name. The views of a game hold dozens of placements, so it isn't formatted.
    fn name(self, name: &mut [u8; NAME_MAX]) -> &str {
        let Self {
            tile,
            square,
            direction,
        } = self;
        let digit = |number: u8| b'0' + number;
        let row = square.row() as u8 + 1;
        let rows = [digit(row / 10), digit(row % 10)];
        let parts: [&[u8]; 5] = [
            &[digit(tile.high().get()), b'-', digit(tile.low().get())],
            b" on ",
            if row < 10 { &rows[1..] } else { &rows },
            &[b'A' + square.column() as u8, b' '],
            direction.name().as_bytes(),
        ];
        let mut length = 0;
        for part in parts {
            name[length..length + part.len()].copy_from_slice(part);
            length += part.len();
        }
        std::str::from_utf8(&name[..length]).unwrap_or_default()
    }
}

impl fmt::Display for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name(&mut [0; NAME_MAX]))
    }
}

/// The text isn't the name of a placement.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a placement is written as a tile, a square and a direction, such as 6-4 on 8H left")]
pub struct ParsePlacementError;

impl FromStr for Placement {
    type Err = ParsePlacementError;

    fn from_str(text: &str) -> Result<Self, ParsePlacementError> {
        read(text).ok_or(ParsePlacementError)
    }
}

fn read(text: &str) -> Option<Placement> {
    let (tile, place) = text.split_once(" on ")?;
    let (square, direction) = place.split_once(' ')?;
    let (row, column) = square.split_at_checked(square.len().checked_sub(1)?)?;
    let row: usize = crate::text::number(row)?;
    let column = column.as_bytes().first()?.checked_sub(b'A')?;
    let named = |one: &Direction| one.name() == direction;
    let placement = Placement {
        tile: tile.parse().ok()?,
        square: Square::new(row.checked_sub(1)?, column.into())?,
        direction: Direction::ALL.into_iter().find(named)?,
    };
    // A tile is printed with its higher end first, and only the printed form is read.
    tile.starts_with(char::from(b'0' + placement.tile.high().get()))
        .then_some(placement)
}

/// Serialized as its name; in binary formats as three bytes.
impl Serialize for Placement {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            return serializer.serialize_str(self.name(&mut [0; NAME_MAX]));
        }
        (self.tile, self.square.0, self.direction as u8).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Placement {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            return crate::text::deserialize(deserializer);
        }
        let (tile, square, direction) = <(Tile, u8, u8)>::deserialize(deserializer)?;
        let direction = Direction::ALL.get(usize::from(direction)).copied();
        let square = Square::all().nth(square.into());
        let placement = square.zip(direction).map(|(square, direction)| Self {
            tile,
            square,
            direction,
        });
        placement.ok_or_else(|| serde::de::Error::custom(ParsePlacementError))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_placement_is_read_from_its_name() {
        for tile in Tile::all().take(28) {
            for square in Square::all() {
                for direction in Direction::ALL {
                    let placement = Placement {
                        tile,
                        square,
                        direction,
                    };
                    assert_eq!(placement.to_string().parse(), Ok(placement));
                }
            }
        }
        for text in [
            "4-6 on 8H left",
            "6-4 on 0H left",
            "6-4 on 16H left",
            "6-4 on 8P left",
            "6-4 on 08H left",
            "6-4 on 8h left",
            "6-4 on 8H leftwards",
            "6-4 on 8Ä left",
            "6-4 on H left",
            "6-4 on 8H",
            "6-4",
            "",
        ] {
            assert_eq!(
                text.parse::<Placement>(),
                Err(ParsePlacementError),
                "{text:?}"
            );
        }
    }
}
