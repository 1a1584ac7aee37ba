//! Draws a position, for pages and chats that show a preview of a link. Each game places its tiles, this module
//! makes a list of shapes, and `svg` and `png` draw the shapes. `card` adds the seats of a table. The picture has
//! no words, so no text must be escaped, and no font is needed.

mod card;
mod line;
mod png;
mod race;
mod svg;
mod trains;

use boneyard_rules::{Match, Pips};

pub use self::card::Card;
use self::line::{Lying, Size};
use self::png::png;
use self::svg::svg;

/// The width of a picture in pixels. Previews of links expect this size.
pub const WIDTH: u16 = 1200;
/// The height of a picture in pixels.
pub const HEIGHT: u16 = 630;
/// The width of the border in which no tiles are placed, in pixels.
const MARGIN: f32 = 54.0;

/// A colour: red, green and blue.
pub(crate) type Colour = [u8; 3];

const FELT: Colour = [0x2f, 0x76, 0x56];
const RAIL: Colour = [0x1d, 0x4f, 0x3b];
const EDGE: Colour = [0xb9, 0xae, 0x97];
const FACE: Colour = [0xfb, 0xf7, 0xec];
const INK: Colour = [0x26, 0x2b, 0x28];
const BRASS: Colour = [0xc0, 0x98, 0x4a];
const LAST: Colour = [0xff, 0xd1, 0x66];

/// A shape to draw. Lengths are in pixels.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Shape {
    /// A rectangle with round corners.
    Box {
        x: f32,
        y: f32,
        width: f32,
        height: f32,
        radius: f32,
        colour: Colour,
    },
    /// A filled circle.
    Disc {
        x: f32,
        y: f32,
        radius: f32,
        colour: Colour,
    },
}

/// The file format of a picture.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PictureFormat {
    /// A vector drawing.
    Svg,
    /// An image of pixels.
    Png,
}

impl PictureFormat {
    /// The content type of the format.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Svg => "image/svg+xml",
            Self::Png => "image/png",
        }
    }
}

/// Draws the present position of a match. `None` if the picture can't be made.
pub fn draw(game: &Match, format: PictureFormat) -> Option<Vec<u8>> {
    drawn(&on_felt(Some(game), MARGIN), format)
}

/// Draws a card. `None` if the picture can't be made.
pub fn draw_card(card: Card, format: PictureFormat) -> Option<Vec<u8>> {
    drawn(&card.shapes()?, format)
}

fn drawn(shapes: &[Shape], format: PictureFormat) -> Option<Vec<u8>> {
    match format {
        PictureFormat::Svg => Some(svg(shapes).into_bytes()),
        PictureFormat::Png => png(shapes),
    }
}

/// The shapes of the felt with the present position of a match, and a border without tiles. Shapes at the back come
/// first. A game that has no picture of its own leaves the felt empty.
fn on_felt(game: Option<&Match>, margin: f32) -> Vec<Shape> {
    let mut shapes = felt();
    let room = Size {
        width: f32::from(WIDTH) - 2.0 * margin,
        height: f32::from(HEIGHT) - 2.0 * margin,
    };
    let table = match game {
        Some(Match::Line(game)) => line::table(game, room),
        Some(Match::Race(game)) => {
            race::draw(game, room, &mut shapes);
            return shapes;
        }
        Some(Match::Trains(game)) => {
            trains::draw(game, room, &mut shapes);
            return shapes;
        }
        _ => return shapes,
    };
    let unit = table.unit(room);
    let [x, y] = table.centre();
    let brush = Brush {
        unit,
        left: f32::from(WIDTH) / 2.0 - x * unit,
        top: f32::from(HEIGHT) / 2.0 - y * unit,
    };
    for (i, tile) in table.tiles.iter().enumerate() {
        brush.tile(tile, i + 1 == table.tiles.len(), &mut shapes);
    }
    shapes
}

/// The shapes of the table and its border.
fn felt() -> Vec<Shape> {
    let around = |inset: f32, radius: f32, colour: Colour| Shape::Box {
        x: inset,
        y: inset,
        width: f32::from(WIDTH) - 2.0 * inset,
        height: f32::from(HEIGHT) - 2.0 * inset,
        radius,
        colour,
    };
    vec![around(0.0, 0.0, RAIL), around(16.0, 30.0, FELT)]
}

/// The places of the pips in one half of an upright tile. A half is a grid of 3 by 3 places, which are
/// counted from 0, row by row.
const SPOTS: [&[u8]; 10] = [
    &[],
    &[4],
    &[0, 8],
    &[0, 4, 8],
    &[0, 2, 6, 8],
    &[0, 2, 4, 6, 8],
    &[0, 2, 3, 5, 6, 8],
    &[0, 2, 3, 4, 5, 6, 8],
    &[0, 1, 2, 3, 5, 6, 7, 8],
    &[0, 1, 2, 3, 4, 5, 6, 7, 8],
];

/// How many of ten, eleven and twelve pips lie in each of the three rows of a half.
const ROWS: [[u8; 3]; 3] = [[3, 4, 3], [4, 3, 4], [4, 4, 4]];

/// The places of the pips, relative to the middle of the half, in steps of the grid.
fn spots(pips: Pips) -> Vec<[f32; 2]> {
    let pips = usize::from(pips.get());
    let step = |place| f32::from(place) - 1.0;
    if let Some(places) = SPOTS.get(pips) {
        let places = places.iter();
        return places
            .map(|place| [step(place % 3), step(place / 3)])
            .collect();
    }
    let rows = (0..).zip(ROWS[pips - SPOTS.len()]);
    // A row of four begins and ends where one of three does.
    let row = |(row, count): (u8, u8)| {
        let apart = 2.0 / f32::from(count - 1);
        (0..count).map(move |place| [f32::from(place) * apart - 1.0, step(row)])
    };
    rows.flat_map(row).collect()
}

/// The radius of a pip, in units. More than nine lie closer.
const fn pip_radius(pips: Pips) -> f32 {
    if pips.get() > 9 { 0.15 } else { 0.21 }
}

/// The colour of the pips. From seven on they are so close together that a different colour helps to recognise them.
fn ink(pips: Pips) -> Colour {
    match pips.get() {
        7 => [0x8a, 0x1f, 0x5c],
        8 => [0x1b, 0x5e, 0x9b],
        9 => [0xa3, 0x3d, 0x00],
        10 => [0x6a, 0x35, 0xb0],
        11 => [0x00, 0x68, 0x5a],
        _ => INK,
    }
}

/// Converts places on the table to pixels.
struct Brush {
    unit: f32,
    left: f32,
    top: f32,
}

impl Brush {
    fn tile(&self, lying: &Lying, last: bool, shapes: &mut Vec<Shape>) {
        let unit = self.unit;
        if last {
            shapes.push(self.outline(lying, -0.16, 0.44, LAST));
        }
        shapes.push(self.outline(lying, 0.04, 0.32, EDGE));
        shapes.push(self.outline(lying, 0.1, 0.28, FACE));
        let [x, y] = lying.rect.centre();
        let (x, y) = (self.left + x * unit, self.top + y * unit);
        let along = if lying.stands() {
            [0.0, 1.0]
        } else {
            [1.0, 0.0]
        };
        let [width, height] = if lying.stands() {
            [1.5 * unit, 0.09 * unit]
        } else {
            [0.09 * unit, 1.5 * unit]
        };
        shapes.push(Shape::Box {
            x: x - width / 2.0,
            y: y - height / 2.0,
            width,
            height,
            radius: 0.0,
            colour: INK,
        });
        shapes.push(Shape::Disc {
            x,
            y,
            radius: 0.15 * unit,
            colour: BRASS,
        });
        for (pips, side) in [(lying.first, -1.0), (lying.second, 1.0)] {
            for [across, down] in spots(pips) {
                // A horizontal tile is drawn like an upright tile with x and y exchanged.
                let [right, below] = if lying.stands() {
                    [across, down]
                } else {
                    [down, across]
                };
                shapes.push(Shape::Disc {
                    x: x + unit * (side * along[0] + 0.54 * right),
                    y: y + unit * (side * along[1] + 0.54 * below),
                    radius: pip_radius(pips) * unit,
                    colour: ink(pips),
                });
            }
        }
    }

    fn outline(&self, lying: &Lying, inset: f32, radius: f32, colour: Colour) -> Shape {
        let unit = self.unit;
        let [x, y] = lying.rect.centre();
        let [width, height] = lying.rect.size();
        let (width, height) = (width - 2.0 * inset, height - 2.0 * inset);
        Shape::Box {
            x: self.left + (x - width / 2.0) * unit,
            y: self.top + (y - height / 2.0) * unit,
            width: width * unit,
            height: height * unit,
            radius: radius * unit,
            colour,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drawing_begins_with_the_wood_and_the_felt() {
        let game = line::position(&boneyard_rules::line::Preset::DRAW).map(Match::Line);
        let drawing = svg(&on_felt(game.as_ref(), MARGIN));
        // The client takes these two rectangles away for the picture of a match that people send (share_picture.js).
        let table = svg(&felt());
        let table = table.strip_suffix("</svg>\n").unwrap();
        assert_eq!(table.matches("<rect ").count(), 2);
        assert!(drawing.starts_with(table) && drawing.len() > table.len());
    }
}
