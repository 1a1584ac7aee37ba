//! A round of Mexican Train in a picture: the hub at the left, and a row for each train. Of a long train the last tiles are
//! drawn. The unit of length is half of a tile's short side. The tree of Chickenfoot isn't drawn: only its hub is.

use boneyard_rules::trains::{Match, Place, Played, Preset, Variant};
use boneyard_rules::{Game as _, GamePreset as _, GameRules as _, Need, Order, Pips, Tile, Viewer};

use super::line::{Lying, Rect, Size, mix};
use super::{BRASS, Brush, HEIGHT, RAIL, Shape, WIDTH};

/// How many tiles of a train are drawn at most.
const TRAIN_MAX: usize = 8;
/// How far apart two rows are, and where they begin, in units.
const ROW: i16 = 3;
const START: i16 = 4;
/// The greatest length of a unit, in pixels.
const UNIT_MAX: f32 = 26.0;

/// How many tiles lie on a card.
const TILES: usize = 14;
/// How many moves are made at most until they lie there.
const MOVES_MAX: usize = 40;

/// Draws the position of a round in a room in the middle of the picture.
pub(super) fn draw(game: &Match, room: Size, shapes: &mut Vec<Shape>) {
    let view = game.view(Viewer::Watcher);
    let Some(engine) = view.table.engine else {
        return;
    };
    let trains = trains(game, &view.played);
    let rows = trains.len().max(1) as u16;
    let longest = trains.iter().map(Vec::len).max().unwrap_or(0) as u16;
    let width = f32::from(START.unsigned_abs() + 4 * longest);
    let height = f32::from(ROW.unsigned_abs() * rows);
    let unit = (room.width / width).min(room.height / height).min(UNIT_MAX);
    let brush = Brush {
        unit,
        left: (f32::from(WIDTH) - width * unit) / 2.0,
        top: (f32::from(HEIGHT) - height * unit) / 2.0,
    };
    let middle = ROW * rows.cast_signed() / 2;
    let hub = Lying {
        rect: Rect::between([0, middle - 2], [2, middle + 2]),
        first: engine.high(),
        second: engine.low(),
    };
    for (row, train) in (0_u16..).zip(&trains) {
        let top = ROW * row.cast_signed();
        shapes.push(Shape::Box {
            x: brush.left + 3.0 * unit,
            y: brush.top + (f32::from(top) + 1.3) * unit,
            width: (width - 3.0) * unit,
            height: 0.4 * unit,
            radius: 0.2 * unit,
            colour: if row + 1 == rows { BRASS } else { RAIL },
        });
        for (column, lying) in (0_i16..).zip(train) {
            let left = START + 4 * column;
            let (first, second, number) = *lying;
            let lying = Lying {
                rect: Rect::between([left, top + 1], [left + 4, top + 3]),
                first,
                second,
            };
            brush.tile(&lying, number == view.played.len(), shapes);
        }
    }
    brush.tile(&hub, view.played.is_empty(), shapes);
}

/// The last tiles of each train, each with the pips nearer to the hub first, and with its number in the round. The
/// Mexican train is the last one. Empty for Chickenfoot.
fn trains(game: &Match, played: &[Played]) -> Vec<Vec<(Pips, Pips, usize)>> {
    let rules = game.rules();
    if rules.game == Variant::Chickenfoot {
        return Vec::new();
    }
    let owned = rules.seating().seats().map(Place::train);
    let train = |on: Place| {
        let own = (1..).zip(played).filter(|(_, played)| played.on == on);
        let own = own.map(|(number, played)| (inner(played.tile, played.to), played.to, number));
        let all: Vec<_> = own.collect();
        all[all.len().saturating_sub(TRAIN_MAX)..].to_vec()
    };
    owned.chain([Place::Mexican]).map(train).collect()
}

/// The pips of the end that isn't free.
fn inner(tile: Tile, to: Pips) -> Pips {
    tile.opposite(to).unwrap_or(to)
}

/// A position of the game after some moves, always the same one.
pub(super) fn position(preset: &Preset) -> Option<Match> {
    let mut game = Match::new(&preset.rules());
    for number in 0..MOVES_MAX {
        let seat = match game.needs() {
            Need::Chance(chance) => {
                let mut order = Order::sorted(chance.things);
                mix(&mut order);
                game.deal(&order).ok()?;
                continue;
            }
            Need::Move(seat) if game.view(Viewer::Watcher).played.len() < TILES => seat,
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

    #[test]
    fn a_card_shows_several_trains() {
        let game = position(&Preset::MEXICAN_TRAIN).expect("a position");
        let played = game.view(Viewer::Watcher).played;
        assert_eq!(played.len(), TILES);
        let trains = trains(&game, &played);
        assert_eq!(trains.len(), 5);
        assert!(trains.iter().filter(|train| !train.is_empty()).count() > 2);
        for train in trains {
            // Neighbours have equal pips where they touch.
            assert!(train.windows(2).all(|two| two[0].1 == two[1].0));
        }
    }
}
