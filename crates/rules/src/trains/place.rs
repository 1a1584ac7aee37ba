//! Places where a tile can be played (RULES-TRAINS.md, Transcript).

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::seat::Seat;
use crate::tile::{Pips, Tile};

/// A place where a tile is played. Its text is the number, or `m`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "TrainsPlace"))]
#[cfg_attr(feature = "schema", schemars(with = "String", extend("pattern" = "^([0-9]|[1-9][0-9]|m)$")))]
pub enum Place {
    /// In Mexican Train the train of the seat with this number; in Chickenfoot the tile of the round with this number, 0
    /// the hub.
    Number(u8),
    /// The Mexican train.
    Mexican,
}

/// The highest number of a place: a set has at most so many tiles beside the engine.
const NUMBER_MAX: u8 = 90;

impl Place {
    /// The train of a seat.
    #[must_use]
    pub const fn train(seat: Seat) -> Self {
        Self::Number(seat.index() as u8)
    }

    /// The hub of Chickenfoot.
    pub const HUB: Self = Self::Number(0);
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => number.fmt(f),
            Self::Mexican => f.write_str("m"),
        }
    }
}

/// The text is no place.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a place is a number, or m for the Mexican train")]
pub struct ParsePlaceError;

impl FromStr for Place {
    type Err = ParsePlaceError;

    fn from_str(text: &str) -> Result<Self, ParsePlaceError> {
        if text == "m" {
            return Ok(Self::Mexican);
        }
        let number = crate::text::number(text).filter(|&number| number <= NUMBER_MAX);
        number.map(Self::Number).ok_or(ParsePlaceError)
    }
}

impl Serialize for Place {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Place {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        crate::text::deserialize(deserializer)
    }
}

/// A tile on the table. The tiles of a round are numbered as they are laid, from 1 on; the hub has the number 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "TrainsPlayed"))]
pub struct Played {
    /// The seat that laid it.
    pub seat: Seat,
    /// The tile.
    pub tile: Tile,
    /// The place on which it was laid.
    pub on: Place,
    /// The pips of its free end.
    pub to: Pips,
}
