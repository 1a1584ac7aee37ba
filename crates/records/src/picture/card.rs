//! Makes the shapes of a card: the picture of a game, or of an invitation to a table. It shows tiles as they lie
//! in the game, and for a table the seats around them. It names no table and no person, so the same few cards
//! serve all links.

use boneyard_rules::{Match, Preset, Seating};

use super::{Colour, FACE, HEIGHT, INK, MARGIN, RAIL, Shape, WIDTH, line, on_felt, race, trains};

/// The width of the border in which the seats are, in pixels.
const SEATS_MARGIN: f32 = 150.0;
/// The radius of a seat, in pixels.
const SEAT_RADIUS: f32 = 46.0;
/// The distance between the middle of a seat and the edge of the picture, in pixels.
const SEAT_INSET: f32 = 84.0;

/// The card of a game, or of a table at which the game is played.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Card {
    preset: &'static str,
    /// The seats of the table, and how many of them are taken.
    seats: Option<(Seating, u8)>,
}

impl Card {
    /// The card of a preset; with seats, that of a table. A table has at most as many taken seats as seats.
    #[must_use]
    pub fn new(preset: Preset, seats: Option<(Seating, u8)>) -> Self {
        let seats = seats.map(|(seating, taken)| (seating, taken.min(seating.seat_count() as u8)));
        let preset = preset.name();
        Self { preset, seats }
    }

    /// The shapes of the card. `None` if there is no such game.
    pub(super) fn shapes(&self) -> Option<Vec<Shape>> {
        let game = position(Preset::by_name(self.preset)?);
        let game = game.as_ref();
        let Some((seating, taken)) = self.seats else {
            return Some(on_felt(game, MARGIN));
        };
        let mut shapes = on_felt(game, SEATS_MARGIN);
        let places = places(seating.seat_count());
        for (number, (sits, middle)) in seating.seats().zip(places).enumerate() {
            let side = if seating.has_partners() {
                seating.side(sits).index()
            } else {
                0
            };
            let is_taken = number < usize::from(taken);
            seat(middle, SIDES[side], is_taken, &mut shapes);
        }
        Some(shapes)
    }
}

/// A position of the game after a few moves, always the same one; `None` for a game that has no picture.
fn position(preset: Preset) -> Option<Match> {
    match preset {
        Preset::Line(preset) => line::position(preset).map(Match::Line),
        Preset::Race(preset) => race::position(preset).map(Match::Race),
        Preset::Trains(preset) => trains::position(preset).map(Match::Trains),
        #[cfg(debug_assertions)]
        Preset::High(_) => None,
    }
}

/// The colours of the sides of partners. Players without partners have the first one.
const SIDES: [Colour; 4] = [
    [0xff, 0xd1, 0x66],
    [0x9f, 0xd8, 0xf2],
    [0xb4, 0xe6, 0xa2],
    [0xf6, 0xae, 0xc0],
];

/// The middles of the seats, in the order of the turns: along the bottom, left, along the top, right. An even number of
/// seats is placed so that opposite seats lie opposite each other.
fn places(seats: usize) -> Vec<[f32; 2]> {
    let (width, height) = (f32::from(WIDTH), f32::from(HEIGHT));
    let at_sides = usize::from(seats > 2);
    let in_rows = seats - 2 * at_sides;
    let bottom = (in_rows / 2).max(1);
    let row = |count: usize, y: f32| {
        let count = count as u16;
        (1..=count).map(move |place| [width * f32::from(place) / f32::from(count + 1), y])
    };
    let side = |x: f32| std::iter::repeat_n([x, height / 2.0], at_sides);
    row(bottom, height - SEAT_INSET)
        .rev()
        .chain(side(SEAT_INSET))
        .chain(row(in_rows - bottom, SEAT_INSET))
        .chain(side(width - SEAT_INSET))
        .collect()
}

/// A seat: a disc with a head and shoulders if it is taken, and a ring with a plus sign if it is free.
fn seat([x, y]: [f32; 2], colour: Colour, taken: bool, shapes: &mut Vec<Shape>) {
    let disc = |radius, colour| Shape::Disc {
        x,
        y,
        radius,
        colour,
    };
    let bar = |dx: f32, dy: f32, width: f32, height: f32, radius: f32, colour| Shape::Box {
        x: x + dx - width / 2.0,
        y: y + dy - height / 2.0,
        width,
        height,
        radius,
        colour,
    };
    shapes.push(disc(SEAT_RADIUS, colour));
    if taken {
        shapes.push(disc(SEAT_RADIUS - 6.0, FACE));
        shapes.push(Shape::Disc {
            x,
            y: y - 11.0,
            radius: 12.0,
            colour: INK,
        });
        shapes.push(bar(0.0, 16.0, 44.0, 24.0, 12.0, INK));
    } else {
        shapes.push(disc(SEAT_RADIUS - 6.0, RAIL));
        shapes.push(bar(0.0, 0.0, 34.0, 7.0, 3.0, colour));
        shapes.push(bar(0.0, 0.0, 7.0, 34.0, 3.0, colour));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::FELT;
    use boneyard_rules::seat::SEATS_MAX;

    const DRAW: Preset = Preset::Line(&boneyard_rules::line::Preset::DRAW);

    #[test]
    fn a_table_shows_which_seats_are_free() {
        let shapes = |taken| {
            let card = Card::new(DRAW, Some((Seating::PARTNERS, taken)));
            card.shapes().unwrap()
        };
        let all = [0, 1, 2, 3, 4].map(shapes);
        assert!((1..all.len()).all(|taken| all[taken] != all[taken - 1]));
        assert_eq!(
            Card::new(DRAW, Some((Seating::PARTNERS, 4))),
            Card::new(DRAW, Some((Seating::PARTNERS, 9)))
        );
    }

    #[test]
    fn seats_lie_apart_and_opposite_seats_opposite() {
        let distance = |[x, y]: [f32; 2], [u, v]: [f32; 2]| (x - u).hypot(y - v);
        for seats in 2..=SEATS_MAX {
            let places = places(seats);
            assert_eq!(places.len(), seats);
            for (number, &place) in places.iter().enumerate() {
                let others = places[..number].iter();
                assert!(
                    others
                        .clone()
                        .all(|&other| distance(place, other) > 2.0 * SEAT_RADIUS)
                );
                if seats.is_multiple_of(2) {
                    let [x, y] = places[(number + seats / 2) % seats];
                    let mirrored = [f32::from(WIDTH) - x, f32::from(HEIGHT) - y];
                    assert!(distance(place, mirrored) < 1.0, "seat {number} of {seats}");
                }
            }
        }
    }

    #[test]
    fn a_card_shows_eight_seats_in_the_colours_of_their_sides() {
        for (seating, colours) in [(Seating::EIGHT, 1), (Seating::new(8, true).unwrap(), 4)] {
            let shapes = Card::new(DRAW, Some((seating, 3))).shapes().unwrap();
            let of_seats = |shape: &Shape| match *shape {
                Shape::Disc { radius, colour, .. } if radius == SEAT_RADIUS => Some(colour),
                _ => None,
            };
            let discs: Vec<Colour> = shapes.iter().filter_map(of_seats).collect();
            let different: std::collections::HashSet<_> = discs.iter().collect();
            assert_eq!((discs.len(), different.len()), (8, colours));
        }
    }

    #[test]
    fn no_tile_lies_under_a_seat() {
        let (width, height) = (f32::from(WIDTH), f32::from(HEIGHT));
        for preset in Preset::all() {
            let tiles = on_felt(position(preset).as_ref(), SEATS_MARGIN);
            let inside = |shape: &Shape| match *shape {
                Shape::Box { x, y, colour, .. } => {
                    [FELT, RAIL].contains(&colour) || x > 130.0 && y > 130.0
                }
                Shape::Disc { x, y, .. } => x < width - 130.0 && y < height - 130.0,
            };
            assert!(tiles.iter().all(inside), "{}", preset.name());
        }
    }
}
