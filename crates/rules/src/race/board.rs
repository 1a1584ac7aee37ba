//! The board: its diamonds, the tiles that lie on it, and where another one may go (RULES-RINGWAY.md, Placing).

use crate::race::game::Illegal;
use crate::race::placement::{Direction, Half, Placement, Square};
use crate::tile::{Pips, Tile};

/// The squares of a row, and of a column.
pub const SIDE: usize = 15;

/// The points of each square; a dot is a square without a diamond.
const DIAMONDS: [&[u8; SIDE]; SIDE] = [
    b"5..4...3...4..5",
    b"..3..4...4..3..",
    b".3..2.....2..3.",
    b"4..3.2...2.3..4",
    b"..2.1.1.1.1.2..",
    b".4.2.1...1.2.4.",
    b"....1.....1....",
    b"3.............3",
    b"....1.....1....",
    b".4.2.1...1.2.4.",
    b"..2.1.1.1.1.2..",
    b"4..3.2...2.3..4",
    b".3..2.....2..3.",
    b"..3..4...4..3..",
    b"5..4...3...4..5",
];

/// The points of a square's diamond; 0 if it has none.
#[inline]
#[must_use]
pub const fn diamond(square: Square) -> u8 {
    DIAMONDS[square.row()][square.column()].saturating_sub(b'0')
}

/// The cells of a row: the squares, and a cell at each end that is off the board. It spares the checks at the edge.
const ROW: usize = SIDE + 2;

/// What lies on a square: a number of pips or one of these, which are no numbers of pips.
const FREE: u8 = Pips::MAX.get() + 1;
const OFF: u8 = FREE + 1;

/// The steps to the neighbours of a cell, in the order of [`Direction::ALL`]. They are added with wrapping, so the last
/// two lead back.
const NEIGHBOURS: [usize; 4] = [1, ROW, 1_usize.wrapping_neg(), ROW.wrapping_neg()];

const fn cell(square: Square) -> usize {
    (square.row() + 1) * ROW + square.column() + 1
}

/// Two free squares side by side that can take a tile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Slot {
    /// The left or upper square.
    pub square: Square,
    /// The direction of the other square: right or down.
    pub direction: Direction,
    /// The number that the half on each square must have; `None` for a half that touches nothing.
    pub wanted: [Option<Pips>; 2],
    /// The points of the diamond that a tile here covers.
    pub diamond: u8,
}

impl Slot {
    /// The square that the second half takes.
    fn other(self) -> Square {
        self.square.next(self.direction).unwrap_or(self.square)
    }

    /// The placements of a tile here: none, one or two.
    #[inline]
    pub fn placements(self, tile: Tile) -> impl Iterator<Item = Placement> {
        let forth = Placement {
            tile,
            square: self.square,
            direction: self.direction,
        };
        let back = Placement {
            tile,
            square: self.other(),
            direction: self.direction.opposite(),
        };
        let forth = self.fits(tile.high(), tile.low()).then_some(forth);
        let is_back = !tile.is_double() && self.fits(tile.low(), tile.high());
        forth.into_iter().chain(is_back.then_some(back))
    }

    /// Whether the tile can lie here, in any direction.
    #[inline]
    #[must_use]
    pub fn takes(self, tile: Tile) -> bool {
        self.fits(tile.high(), tile.low()) || self.fits(tile.low(), tile.high())
    }

    /// Whether halves with these numbers can lie on the two squares.
    #[inline]
    fn fits(self, one: Pips, other: Pips) -> bool {
        let [first, second] = self.wanted;
        first.is_none_or(|wanted| wanted == one) && second.is_none_or(|wanted| wanted == other)
    }
}

/// The number of pairs of squares that can take a tile on an empty board: each square with the one to its right and the
/// one below it, some of which are off the board.
const PAIRS: usize = SIDE * SIDE * 2;

/// The bits of a word of [`Board::open`].
const WORD: usize = u64::BITS as usize;

/// The tiles on the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    cells: [u8; ROW * ROW],
    placed: Vec<Placement>,
    /// The pairs of squares that can take a tile: one bit each, by square, then right before down. It is kept up to date
    /// with each tile, since a computer player looks at thousands of boards for a move.
    open: [u64; PAIRS.div_ceil(WORD)],
    /// The number that is wanted on each square of a pair, [`FREE`] for any; of no meaning for a pair that isn't open.
    wanted: [[u8; 2]; PAIRS],
}

impl Default for Board {
    fn default() -> Self {
        let mut cells = [OFF; ROW * ROW];
        for square in Square::all() {
            cells[cell(square)] = FREE;
        }
        let mut board = Self {
            cells,
            placed: Vec::new(),
            open: Default::default(),
            wanted: [[FREE; 2]; PAIRS],
        };
        // The first tile covers the star.
        let star = Square::STAR;
        for back in [Direction::Left, Direction::Up] {
            let before = star.next(back).unwrap_or(star);
            for square in [star, before] {
                board.open_pair(pair(square, back.opposite()), [FREE; 2]);
            }
        }
        board
    }
}

/// The points of the diamond of each pair; of no meaning for a pair that is partly off the board.
const PAIR_DIAMONDS: [u8; PAIRS] = {
    let mut points = [0; PAIRS];
    let mut pair = 0;
    while pair < PAIRS {
        let square = pair / 2;
        let other = square + if pair % 2 == 0 { 1 } else { SIDE };
        if let (Some(one), Some(other)) = (Square::from_index(square), Square::from_index(other)) {
            points[pair] = diamond(one) + diamond(other);
        }
        pair += 1;
    }
    points
};

/// The number of a pair: a square, and right or down.
const fn pair(square: Square, direction: Direction) -> usize {
    square.index() * 2 + direction as usize
}

impl Board {
    /// The placements, in the order in which they were made.
    #[must_use]
    pub fn placed(&self) -> &[Placement] {
        &self.placed
    }

    /// The number that lies on a square; `None` on a free one.
    #[must_use]
    pub const fn pips(&self, square: Square) -> Option<Pips> {
        Pips::new(self.cells[cell(square)])
    }

    const fn is_covered(&self, cell: usize) -> bool {
        self.cells[cell] < FREE
    }

    /// The covered neighbours of a cell.
    fn touched(&self, cell: usize) -> impl Iterator<Item = usize> {
        let around = NEIGHBOURS.map(|step| cell.wrapping_add(step));
        around.into_iter().filter(|&cell| self.is_covered(cell))
    }

    /// Whether four covered squares would form a block with halves on these two cells. It need not be looked for at
    /// `other`: a block with only one of the halves would have two that this half touches.
    fn makes_block(&self, cell: usize, other: usize) -> bool {
        let is_covered = |cell: usize| cell == other || self.is_covered(cell);
        let [right, down, left, up] = NEIGHBOURS;
        let corners = [(up, left), (up, right), (down, left), (down, right)];
        corners.into_iter().any(|(row, column)| {
            let [above, beside] = [row, column].map(|step| cell.wrapping_add(step));
            is_covered(above) && is_covered(beside) && is_covered(above.wrapping_add(column))
        })
    }

    /// Checks a placement. `touching`: the squares of a double of which the tile must touch one, if it must.
    ///
    /// # Errors
    ///
    /// The first reason against it, in the order of the rules.
    pub fn check(&self, placement: Placement, touching: Option<&[Square]>) -> Result<(), Illegal> {
        let is_back = matches!(placement.direction, Direction::Left | Direction::Up);
        if placement.tile.is_double() && is_back {
            return Err(Illegal::Name);
        }
        let halves = placement.halves().ok_or(Illegal::OffTheBoard)?;
        let cells = halves.map(|half| cell(half.square));
        if cells.iter().any(|&cell| self.is_covered(cell)) {
            return Err(Illegal::Covered);
        }
        if self.placed.is_empty() {
            let is_on_star = halves.iter().any(|half| half.square == Square::STAR);
            return if is_on_star {
                Ok(())
            } else {
                Err(Illegal::Star)
            };
        }
        if cells.iter().any(|&cell| self.touched(cell).count() > 1) {
            return Err(Illegal::TwoHalves);
        }
        let touched = cells.map(|cell| self.touched(cell).next());
        let differs = |(half, touched): (&Half, &Option<usize>)| {
            touched.is_some_and(|cell| self.cells[cell] != half.pips.get())
        };
        if halves.iter().zip(&touched).any(differs) {
            return Err(Illegal::Number);
        }
        if touched.iter().all(Option::is_none) {
            return Err(Illegal::TouchesNothing);
        }
        let [one, other] = cells;
        if self.makes_block(one, other) {
            return Err(Illegal::BlockOfFour);
        }
        let is_touched = |square: &Square| touched.contains(&Some(cell(*square)));
        if touching.is_some_and(|squares| !squares.iter().any(is_touched)) {
            return Err(Illegal::NotAtTheDouble);
        }
        Ok(())
    }

    /// Places a tile, which [`Self::check`] must allow.
    pub fn add(&mut self, placement: Placement) {
        let halves = || placement.halves().into_iter().flatten();
        for half in halves() {
            self.cells[cell(half.square)] = half.pips.get();
        }
        if self.placed.is_empty() {
            self.open.fill(0);
        }
        self.placed.push(placement);
        // What touches a square, and what forms a block with it, lies within one step of it in each direction.
        let rows = || halves().map(|half| half.square.row());
        let columns = || halves().map(|half| half.square.column());
        let first = |of: Option<usize>, steps: usize| of.unwrap_or(0).saturating_sub(steps);
        let last = |of: Option<usize>| of.unwrap_or(0) + 1;
        for row in first(rows().min(), 2)..=last(rows().max()) {
            for column in first(columns().min(), 2)..=last(columns().max()) {
                let Some(square) = Square::new(row, column) else {
                    continue;
                };
                self.update_pair(square, Direction::Right);
                self.update_pair(square, Direction::Down);
            }
        }
    }

    /// The squares of the tile that was placed last.
    #[must_use]
    pub fn last(&self) -> Vec<Square> {
        let halves = self.placed.last().and_then(|last| last.halves());
        let squares = halves.into_iter().flatten();
        squares.map(|half| half.square).collect()
    }

    /// The far ends of the tile that was placed last: the squares of its halves that touch nothing.
    #[must_use]
    pub fn far_ends(&self) -> Vec<Square> {
        let mut squares = self.last();
        // A half always has the other half of its own tile beside it.
        squares.retain(|&square| self.touched(cell(square)).count() == 1);
        squares
    }

    /// All places that can take a tile, by row, then by column. `touching` is that of [`Self::check`].
    #[inline]
    pub fn slots(&self, touching: Option<&[Square]>) -> impl Iterator<Item = Slot> + Clone {
        let is_touched = move |slot: &Slot| {
            let touches = |one: &Square, other: Square| {
                one.row().abs_diff(other.row()) + one.column().abs_diff(other.column()) == 1
            };
            touching.is_none_or(|squares| {
                let mut ends = [slot.square, slot.other()].into_iter();
                ends.any(|end| squares.iter().any(|square| touches(square, end)))
            })
        };
        let pairs = self.open.iter().enumerate().flat_map(|(word, &bits)| {
            // Each bit that is set, lowest first.
            let mut left = bits;
            std::iter::from_fn(move || {
                let bit = (left != 0).then(|| left.trailing_zeros() as usize)?;
                left &= left - 1;
                Some(word * WORD + bit)
            })
        });
        pairs
            .filter_map(|pair| {
                let [one, other] = self.wanted[pair];
                Some(Slot {
                    square: Square::from_index(pair / 2)?,
                    direction: Direction::ALL[pair % 2],
                    wanted: [Pips::new(one), Pips::new(other)],
                    diamond: PAIR_DIAMONDS[pair],
                })
            })
            .filter(is_touched)
    }

    fn open_pair(&mut self, pair: usize, wanted: [u8; 2]) {
        self.open[pair / WORD] |= 1 << (pair % WORD);
        self.wanted[pair] = wanted;
    }

    /// Finds anew whether a pair of squares can take a tile.
    fn update_pair(&mut self, square: Square, direction: Direction) {
        let pair = pair(square, direction);
        match self.wanted_on(square, direction) {
            Some(wanted) => self.open_pair(pair, wanted),
            None => self.open[pair / WORD] &= !(1 << (pair % WORD)),
        }
    }

    /// The number that a tile must have on each square of a pair; `None` if the pair can't take any tile.
    fn wanted_on(&self, square: Square, direction: Direction) -> Option<[u8; 2]> {
        let one = cell(square);
        let other = one.wrapping_add(NEIGHBOURS[direction as usize]);
        if self.cells[one] != FREE || self.cells[other] != FREE {
            return None;
        }
        let wanted = [self.wanted_at(one)?, self.wanted_at(other)?];
        let is_open = wanted != [FREE; 2] && !self.makes_block(one, other);
        is_open.then_some(wanted)
    }

    /// The number that a half on a cell must have, [`FREE`] for any; `None` if it would touch several halves.
    fn wanted_at(&self, cell: usize) -> Option<u8> {
        let mut touched = self.touched(cell);
        let wanted = touched.next().map_or(FREE, |cell| self.cells[cell]);
        touched.next().is_none().then_some(wanted)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_places_kept_up_to_date_are_those_that_a_check_allows() {
        for start in 0..12 {
            let mut board = Board::default();
            for step in 0..40 {
                let ends = board.far_ends();
                for touching in [None, Some(ends.as_slice())] {
                    if touching.is_some() && board.placed().is_empty() {
                        continue;
                    }
                    for tile in Tile::all().take(28) {
                        let ways = Square::all().flat_map(|square| {
                            Direction::ALL.map(|direction| Placement {
                                tile,
                                square,
                                direction,
                            })
                        });
                        let allowed: Vec<_> = ways
                            .filter(|&place| board.check(place, touching).is_ok())
                            .collect();
                        let slots = board.slots(touching);
                        let mut listed: Vec<_> =
                            slots.flat_map(|slot| slot.placements(tile)).collect();
                        listed.sort_unstable_by_key(|place| (place.square, place.direction));
                        assert_eq!(listed, allowed);
                    }
                }
                let next = Tile::from_index((start * 5 + step * 11) % 28).expect("a kind");
                let places: Vec<_> = board
                    .slots(None)
                    .flat_map(|slot| slot.placements(next))
                    .collect();
                if let Some(&place) = places.get(step * 7 % places.len().max(1)) {
                    let points: u8 = board
                        .slots(None)
                        .filter(|slot| slot.placements(next).any(|one| one == place))
                        .map(|slot| slot.diamond)
                        .sum();
                    let halves = place.halves().expect("on the board");
                    assert_eq!(
                        points,
                        halves.iter().map(|half| diamond(half.square)).sum::<u8>()
                    );
                    board.add(place);
                }
            }
        }
    }
}
