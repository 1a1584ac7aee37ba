//! A round in a picture: the hub at the left, and rows of tiles at its right. In Mexican Train each train has a row, and of
//! a long train the last tiles are drawn. In Chickenfoot each way from the hub goes on in the row of its first tile, and
//! each further tile on a foot begins a row below. The unit of length is half of a tile's short side.

use boneyard_rules::trains::{Match, Place, Played, Preset, Rules, Variant};
use boneyard_rules::{Game as _, GamePreset as _, GameRules as _, Need, Order, Pips, Tile, Viewer};

use super::line::{Lying, Rect, Size, mix};
use super::{BRASS, Brush, Colour, HEIGHT, RAIL, Shape, WIDTH};

/// How many tiles of a train are drawn at most.
const TRAIN_MAX: usize = 8;
/// How far apart two rows are, how long a tile is, and where the first column begins, in units.
const ROW: i16 = 3;
const LONG: i16 = 4;
const START: i16 = 4;
/// Where the rail runs that leads from the hub to all rows, in units.
const TRUNK: f32 = 3.0;
/// The greatest length of a unit, in pixels.
const UNIT_MAX: f32 = 26.0;

/// How many tiles lie on a card.
const TILES: usize = 14;
/// How many moves are made at most until they lie there.
const MOVES_MAX: usize = 40;

/// Tiles that lie behind each other.
struct Row {
    /// The column of the first tile, from 0.
    column: i16,
    /// The row with the foot on which the first tile lies; `None` if the row begins at the hub.
    from: Option<usize>,
    /// Each tile with the pips nearer to the hub first, and with its number in the round.
    tiles: Vec<(Pips, Pips, usize)>,
}

/// Draws the position of a round in a room in the middle of the picture.
pub(super) fn draw(game: &Match, room: Size, shapes: &mut Vec<Shape>) {
    let view = game.view(Viewer::Watcher);
    let Some(engine) = view.table.engine else {
        return;
    };
    let rules = game.rules();
    let are_trains = rules.game == Variant::MexicanTrain;
    let rows = if are_trains {
        trains(rules, &view.played)
    } else {
        branches(&view.played)
    };
    let ends = rows
        .iter()
        .map(|row| row.column + coordinate(row.tiles.len()));
    let columns = ends.max().unwrap_or(0);
    let count = coordinate(rows.len()).max(1);
    let (width, height) = (f32::from(START + LONG * columns), f32::from(ROW * count));
    let unit = (room.width / width).min(room.height / height).min(UNIT_MAX);
    let brush = Brush {
        unit,
        left: (f32::from(WIDTH) - width * unit) / 2.0,
        top: (f32::from(HEIGHT) - height * unit) / 2.0,
    };
    let middle = ROW * count / 2;
    let middle_of = |row| f32::from(ROW * coordinate(row)) + 2.0;
    let link = f32::from(middle);
    shapes.push(rail(&brush, [1.0, link], [TRUNK, link], RAIL));
    for (number, row) in rows.iter().enumerate() {
        let left = f32::from(START + LONG * row.column);
        let (x, from) = match row.from {
            Some(from) => (left, middle_of(from)),
            None => (TRUNK, link),
        };
        let y = middle_of(number);
        let end = if are_trains { width } else { left };
        let colour = if are_trains && number + 1 == rows.len() {
            BRASS
        } else {
            RAIL
        };
        shapes.push(rail(&brush, [x, from], [x, y], RAIL));
        shapes.push(rail(&brush, [x, y], [end, y], colour));
    }
    for (number, row) in rows.iter().enumerate() {
        let top = ROW * coordinate(number) + 1;
        for (column, &(first, second, number)) in (row.column..).zip(&row.tiles) {
            let left = START + LONG * column;
            let rect = Rect::between([left, top], [left + LONG, top + 2]);
            let lying = Lying {
                rect,
                first,
                second,
            };
            brush.tile(&lying, number == view.played.len(), shapes);
        }
    }
    let hub = Lying {
        rect: Rect::between([0, middle - 2], [2, middle + 2]),
        first: engine.high(),
        second: engine.low(),
    };
    brush.tile(&hub, view.played.is_empty(), shapes);
}

/// A number of rows or columns, which is small.
const fn coordinate(number: usize) -> i16 {
    (number as u16).cast_signed()
}

/// A line from one point to another, which has the same x or the same y.
fn rail(brush: &Brush, from: [f32; 2], to: [f32; 2], colour: Colour) -> Shape {
    let unit = brush.unit;
    let [x, y] = [from[0].min(to[0]), from[1].min(to[1])];
    Shape::Box {
        x: brush.left + (x - 0.2) * unit,
        y: brush.top + (y - 0.2) * unit,
        width: ((from[0] - to[0]).abs() + 0.4) * unit,
        height: ((from[1] - to[1]).abs() + 0.4) * unit,
        radius: 0.2 * unit,
        colour,
    }
}

/// The last tiles of each train. The Mexican train is the last row.
fn trains(rules: &Rules, played: &[Played]) -> Vec<Row> {
    let owned = rules.seating().seats().map(Place::train);
    let train = |on| {
        let all: Vec<_> = placed_on(on, played).collect();
        let tiles = all[all.len().saturating_sub(TRAIN_MAX)..].to_vec();
        Row {
            column: 0,
            from: None,
            tiles,
        }
    };
    owned.chain([Place::Mexican]).map(train).collect()
}

/// The tree of Chickenfoot: a row goes on with the first tile on its last one, and the others begin rows below it.
fn branches(played: &[Played]) -> Vec<Row> {
    let placed_on = |number| placed_on(Place::Number(number as u8), played);
    let mut rows = Vec::new();
    let mut begun: Vec<_> = placed_on(0).map(|tile| (tile, 0, None)).collect();
    begun.reverse();
    while let Some((first, column, from)) = begun.pop() {
        let mut row = Row {
            column,
            from,
            tiles: vec![first],
        };
        let mut last = first;
        while let Some(next) = placed_on(last.2).next() {
            // What is pushed later is taken earlier: the row nearest below begins furthest from the hub, so none is
            // crossed.
            let others: Vec<_> = placed_on(last.2).skip(1).collect();
            let behind = column + coordinate(row.tiles.len());
            begun.extend(
                others
                    .into_iter()
                    .rev()
                    .map(|tile| (tile, behind, Some(rows.len()))),
            );
            row.tiles.push(next);
            last = next;
        }
        rows.push(row);
    }
    rows
}

/// The tiles that were placed on a place, each with the pips nearer to the hub first, and with its number in the round.
fn placed_on(on: Place, played: &[Played]) -> impl Iterator<Item = (Pips, Pips, usize)> {
    let numbered = (1..).zip(played);
    let there = numbered.filter(move |(_, played)| played.on == on);
    there.map(|(number, played)| (inner(played.tile, played.to), played.to, number))
}

/// The pips of the end that isn't free.
fn inner(tile: Tile, to: Pips) -> Pips {
    tile.opposite(to).unwrap_or(to)
}

/// A position of the game after some moves, always the same one.
pub(super) fn position(preset: &Preset) -> Option<Match> {
    position_with(preset, TILES)
}

/// The same with a number of tiles, or fewer if the round ends before.
fn position_with(preset: &Preset, tiles: usize) -> Option<Match> {
    let mut game = Match::new(&preset.rules());
    for number in 0..MOVES_MAX {
        let seat = match game.needs() {
            Need::Chance(chance) => {
                let mut order = Order::sorted(chance.things);
                mix(&mut order);
                game.deal(&order).ok()?;
                continue;
            }
            Need::Move(seat) if game.view(Viewer::Watcher).played.len() < tiles => seat,
            _ => return Some(game),
        };
        let moves = game.moves(seat);
        // The tiles spread over the trains.
        game.take(seat, *moves.get(number * 7 % moves.len())?)
            .ok()?;
    }
    Some(game)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Neighbours have equal pips where they touch.
    fn fits(row: &Row) -> bool {
        row.tiles.windows(2).all(|two| two[0].1 == two[1].0)
    }

    #[test]
    fn a_card_shows_several_trains() {
        let game = position(&Preset::MEXICAN_TRAIN).expect("a position");
        let played = game.view(Viewer::Watcher).played;
        assert_eq!(played.len(), TILES);
        let trains = trains(game.rules(), &played);
        assert_eq!(trains.len(), 5);
        assert!(
            trains
                .iter()
                .filter(|train| !train.tiles.is_empty())
                .count()
                > 2
        );
        assert!(trains.iter().all(fits));
    }

    #[test]
    fn a_picture_shows_the_whole_tree_and_no_two_tiles_in_one_place() {
        let many = 30;
        let game = position_with(&Preset::CHICKENFOOT, many).expect("a position");
        let played = game.view(Viewer::Watcher).played;
        let rows = branches(&played);
        assert!(rows.iter().all(fits));
        let tiles = rows.iter().flat_map(|row| &row.tiles);
        let mut numbers: Vec<_> = tiles.map(|tile| tile.2).collect();
        numbers.sort_unstable();
        assert_eq!(numbers, (1..=many).collect::<Vec<_>>());
        let mut feet = 0;
        for (number, row) in rows.iter().enumerate() {
            let Some(from) = row.from else {
                assert_eq!(row.column, 0);
                continue;
            };
            feet += 1;
            let steps = row.column - rows[from].column - 1;
            let foot = rows[from].tiles[usize::from(steps.unsigned_abs())];
            let first = row.tiles[0].2;
            assert_eq!(played[first - 1].on, Place::Number(foot.2 as u8));
            // The rail down to the row crosses only the toes that were placed on the same foot before.
            let is_clear = |other: &Row| {
                other.column > row.column || other.column == row.column && other.tiles[0].2 < first
            };
            assert!(rows[from + 1..number].iter().all(is_clear));
        }
        assert!(feet > 1, "the position has several tiles on a foot");
    }
}
