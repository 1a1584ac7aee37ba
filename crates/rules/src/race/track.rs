//! The track round the board (RULES-RINGWAY.md, Material).

use crate::tile::Pips;

/// The numbers of the spaces 1 to 100.
const NUMBERS: [u8; 100] = [
    1, 2, 3, 4, 5, 6, 0, 2, 5, 3, 4, 6, 2, 2, 0, 3, 5, 4, 1, 6, //
    2, 4, 5, 5, 0, 6, 3, 4, 2, 0, 1, 5, 1, 3, 4, 4, 4, 5, 0, 6, //
    3, 5, 4, 1, 3, 2, 0, 0, 1, 1, 2, 3, 6, 3, 5, 2, 1, 0, 6, 6, //
    5, 2, 1, 2, 5, 0, 3, 3, 5, 0, 6, 1, 4, 0, 6, 3, 5, 1, 4, 2, //
    6, 2, 3, 1, 6, 5, 6, 2, 0, 4, 0, 1, 6, 4, 4, 1, 6, 6, 3, 0,
];

/// The number on which the piece of a seat with so many points stands; `None` with 0 points, when it is off the track.
/// After space 100 the spaces begin again.
#[must_use]
pub const fn number(points: u16) -> Option<Pips> {
    match points.checked_sub(1) {
        Some(behind) => Pips::new(NUMBERS[behind as usize % NUMBERS.len()]),
        None => None,
    }
}
