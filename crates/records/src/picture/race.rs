//! A game of Ringway in a picture: the board with its diamonds, the tiles on their squares, and a piece for each seat on
//! the track. The unit of length is half of a square's side.

use boneyard_rules::race::board::{SIDE, diamond};
use boneyard_rules::race::{Match, Move, Placement, Preset, Square};
use boneyard_rules::{Game as _, GamePreset as _, Need, Order};

use super::line::{Lying, Rect, Size, mix};
use super::{BRASS, Brush, Colour, FACE, HEIGHT, RAIL, Shape, WIDTH};

/// The length of the board's side, and of the ring of spaces round it, in units.
const BOARD: f32 = 2.0 * SIDE as u8 as f32;
const RING: f32 = BOARD + 4.0;

/// The spaces along a side of the board.
const SPACES: u16 = 25;

/// How many tiles lie on a card.
const TILES: usize = 9;
/// How many moves are made at most until they lie there.
const MOVES_MAX: usize = 40;

const BOARD_COLOUR: Colour = [0x25, 0x60, 0x47];
const SPACE: Colour = [0x4a, 0x8c, 0x6f];

/// The colours of the pieces, by seat.
const PIECES: [Colour; 4] = [
    [0xff, 0xd1, 0x66],
    [0x9f, 0xd8, 0xf2],
    [0xf6, 0xae, 0xc0],
    [0xc9, 0xb8, 0xf5],
];

/// Draws the position of a game in a room in the middle of the picture.
pub(super) fn draw(game: &Match, room: Size, shapes: &mut Vec<Shape>) {
    let unit = room.width.min(room.height) / RING;
    let brush = Brush {
        unit,
        left: (f32::from(WIDTH) - BOARD * unit) / 2.0,
        top: (f32::from(HEIGHT) - BOARD * unit) / 2.0,
    };
    shapes.push(Shape::Box {
        x: brush.left - 0.3 * unit,
        y: brush.top - 0.3 * unit,
        width: (BOARD + 0.6) * unit,
        height: (BOARD + 0.6) * unit,
        radius: 0.8 * unit,
        colour: BOARD_COLOUR,
    });
    let disc = |[x, y]: [f32; 2], radius: f32, colour| Shape::Disc {
        x: brush.left + x * unit,
        y: brush.top + y * unit,
        radius: radius * unit,
        colour,
    };
    for square in Square::all().filter(|&square| diamond(square) > 0 || square == Square::STAR) {
        // A diamond of more points is larger.
        let radius = 0.3 + 0.1 * f32::from(diamond(square));
        let colour = if square == Square::STAR { FACE } else { BRASS };
        shapes.push(disc(middle(square), radius, colour));
    }
    for space in 1..=4 * SPACES {
        shapes.push(disc(place_of(space), 0.42, SPACE));
    }
    for (seat, (_, &points)) in game.scores().iter().enumerate() {
        if points > 0 {
            let [x, y] = place_of((points - 1) % (4 * SPACES) + 1);
            shapes.push(disc([x, y], 0.95, RAIL));
            shapes.push(disc([x, y], 0.78, PIECES[seat % PIECES.len()]));
        }
    }
    let placed = game.board().placed();
    for (number, &placement) in placed.iter().enumerate() {
        brush.tile(&lying(placement), number + 1 == placed.len(), shapes);
    }
}

/// The middle of a square, from the upper left corner of the board.
fn middle(square: Square) -> [f32; 2] {
    let along = |place: usize| 2.0 * f32::from(place as u8) + 1.0;
    [along(square.column()), along(square.row())]
}

/// The middle of a space. The track runs from the lower left corner, which is space 100, to the right, up, to the left
/// and down.
fn place_of(space: u16) -> [f32; 2] {
    let along = f32::from(space % SPACES) / f32::from(SPACES) * (BOARD + 2.0) - 1.0;
    let far = BOARD + 1.0;
    match space / SPACES % 4 {
        0 => [along, far],
        1 => [far, BOARD - along],
        2 => [BOARD - along, -1.0],
        _ => [-1.0, along],
    }
}

/// A tile as it lies on its squares.
fn lying(placement: Placement) -> Lying {
    let halves = placement.halves().into_iter().flatten();
    let mut halves: Vec<_> = halves.map(|half| (half.square, half.pips)).collect();
    halves.sort_unstable();
    let corner = |square: Square, far: i16| {
        let along = |place: usize| 2 * i16::from(place as u8) + far;
        [along(square.column()), along(square.row())]
    };
    let (first, second) = (halves[0], halves[halves.len() - 1]);
    Lying {
        rect: Rect::between(corner(first.0, 0), corner(second.0, 2)),
        first: first.1,
        second: second.1,
    }
}

/// A position of the game after a few moves, always the same one.
pub(super) fn position(preset: &Preset) -> Option<Match> {
    let mut game = Match::new(&preset.rules());
    let mut order = Order::sorted(56);
    for number in 0..MOVES_MAX {
        let seat = match game.needs() {
            Need::Chance(_) => {
                mix(&mut order);
                game.deal(&order).ok()?;
                continue;
            }
            Need::Move(seat) if game.board().placed().len() < TILES => seat,
            _ => return Some(game),
        };
        let moves = game.moves(seat);
        let places = || moves.iter().filter(|one| matches!(one, Move::Place(_)));
        // The tiles spread over the board.
        let chosen = places().nth(number * 7 % places().count().max(1));
        game.take(seat, *chosen.or(moves.first())?).ok()?;
    }
    Some(game)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_card_shows_the_board_with_tiles_and_pieces() {
        let game = position(&Preset::RINGWAY).expect("a position");
        assert_eq!(game.board().placed().len(), TILES);
        assert!(game.scores().iter().any(|(_, &points)| points > 0));
    }

    #[test]
    fn the_track_goes_round_the_board() {
        let apart = |[ax, ay]: [f32; 2], [bx, by]: [f32; 2]| (ax - bx).abs() + (ay - by).abs();
        for space in 1..=100 {
            let next = place_of(space % 100 + 1);
            assert!(apart(place_of(space), next) < 1.3, "{space}");
        }
        assert!(apart(place_of(100), [-1.0, BOARD + 1.0]) < 0.01);
        assert!(apart(place_of(50), [BOARD + 1.0, -1.0]) < 0.01);
    }
}
