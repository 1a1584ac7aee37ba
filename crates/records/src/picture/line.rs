//! A game of the line in a picture: calculates the places of the tiles. The unit of length is half of a tile's short side, so a
//! tile is 4 units long and 2 wide. At a player's table, a placed tile must not move. In a picture, all
//! places can be chosen again. So the code tries many ways to bend the arms, and uses the one in which the
//! tiles are largest.

use boneyard_rules::line::{ArmId, Laid, Match, Preset, Rules};
use boneyard_rules::{Need, Order, Pips, Tile};

/// The greatest length of a unit, in pixels. If there are only a few tiles, bent arms would allow larger
/// tiles than needed. With this limit, the arms stay straight.
const UNIT_MAX: f32 = 34.0;

/// How many tiles lie on a card. With more of them, the pips of a small preview can't be counted.
const TILES: usize = 7;
/// How many orders of the tiles are tried at most. With some of them the round would soon be blocked, or the rules
/// want another deal.
const ORDERS_MAX: usize = 64;
/// A size in pixels.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Size {
    pub width: f32,
    pub height: f32,
}

/// A rectangle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Rect {
    x0: i16,
    y0: i16,
    x1: i16,
    y1: i16,
}

impl Rect {
    pub(super) fn between([ax, ay]: Point, [bx, by]: Point) -> Self {
        Self {
            x0: ax.min(bx),
            y0: ay.min(by),
            x1: ax.max(bx),
            y1: ay.max(by),
        }
    }

    pub(super) fn centre(self) -> [f32; 2] {
        let half = |a: i16, b: i16| f32::from(a + b) / 2.0;
        [half(self.x0, self.x1), half(self.y0, self.y1)]
    }

    pub(super) fn size(self) -> [f32; 2] {
        [f32::from(self.x1 - self.x0), f32::from(self.y1 - self.y0)]
    }

    /// Whether there is space between the two rectangles.
    fn is_apart_from(self, other: Self) -> bool {
        self.x1 < other.x0 || other.x1 < self.x0 || self.y1 < other.y0 || other.y1 < self.y0
    }

    fn with(self, other: Self) -> Self {
        Self {
            x0: self.x0.min(other.x0),
            y0: self.y0.min(other.y0),
            x1: self.x1.max(other.x1),
            y1: self.y1.max(other.y1),
        }
    }
}

/// A placed tile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Lying {
    pub(crate) rect: Rect,
    /// The pips of the upper half, or of the left half.
    pub first: Pips,
    /// The pips of the other half.
    pub second: Pips,
}

impl Lying {
    pub(super) fn stands(&self) -> bool {
        self.rect.y1 - self.rect.y0 > self.rect.x1 - self.rect.x0
    }
}

/// All placed tiles, in the order of play.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Placed {
    pub tiles: Vec<Lying>,
    /// For each tile, the index of the tile on which it was played. For the lead, the value has no meaning.
    joined: Vec<usize>,
}

impl Placed {
    fn bounds(&self) -> Rect {
        let empty = Rect::between([-2, -2], [2, 2]);
        let rects = self.tiles.iter().map(|tile| tile.rect);
        rects.reduce(Rect::with).unwrap_or(empty)
    }

    /// The greatest length of a unit, in pixels, with which all tiles fit.
    pub(super) fn unit(&self, room: Size) -> f32 {
        let [width, height] = self.bounds().size();
        (room.width / width).min(room.height / height).min(UNIT_MAX)
    }

    pub(super) fn centre(&self) -> [f32; 2] {
        self.bounds().centre()
    }

    /// Whether no tile touches another one, except the tile on which it was played.
    fn is_clear(&self) -> bool {
        let tiles = self.tiles.iter().enumerate();
        tiles.skip(1).all(|(i, one)| {
            let others = self.tiles[..i].iter().enumerate();
            others
                .filter(|&(j, _)| self.joined[i] != j)
                .all(|(_, other)| one.rect.is_apart_from(other.rect))
        })
    }
}

type Point = [i16; 2];

/// The distances from the middle of the lead at which the arms bend.
#[derive(Clone, Copy)]
struct Bends {
    x: i16,
    y: i16,
}

/// A distance that no arm reaches. A double-nine set has 55 tiles, each 4 units long.
const FAR: i16 = 256;

/// The outer end of an arm, while its tiles are being placed.
#[derive(Clone, Copy)]
struct Walker {
    /// The middle of the outer edge of the outermost tile.
    front: Point,
    heading: Point,
    /// The index of the outermost tile.
    tile: usize,
    /// The directions in which the arm goes on after its next two bends.
    turns: [Option<Point>; 2],
}

/// Places all tiles.
fn place(laid: &[Laid], spinner: Option<Tile>, room: Size) -> Placed {
    let straight = [Bends { x: FAR, y: FAR }];
    let bends = (3..32_i16).flat_map(|x| (3..16_i16).map(move |y| Bends { x: 2 * x, y: 2 * y }));
    let ways = straight.into_iter().chain(bends);
    let tried = ways.map(|bends| lay(laid, spinner, bends));
    // The straight layout is tried first. In it, two tiles touch only if one was played on the other. A bent
    // layout replaces it only if the tiles of the bent layout are larger.
    let best = tried.filter(Placed::is_clear).reduce(|best, other| {
        if other.unit(room) > best.unit(room) * 1.01 {
            other
        } else {
            best
        }
    });
    best.unwrap_or_default()
}

fn lay(laid: &[Laid], spinner: Option<Tile>, bends: Bends) -> Placed {
    let mut table = Placed::default();
    // The arms a to d.
    let mut arms: [Option<Walker>; 4] = [None; 4];
    for tile in laid {
        let number = table.tiles.len();
        let spins = spinner == Some(tile.tile);
        match tile.joint {
            None => {
                let [x, y] = if tile.tile.is_double() {
                    [1, 2]
                } else {
                    [2, 1]
                };
                table.tiles.push(Lying {
                    rect: Rect::between([-x, -y], [x, y]),
                    first: tile.tile.high(),
                    second: tile.tile.low(),
                });
                table.joined.push(0);
                arms[0] = Some(arm([-x, 0], WEST, 0, [NORTH, EAST]));
                arms[1] = Some(arm([x, 0], EAST, 0, [SOUTH, WEST]));
            }
            Some(joint) => {
                let Some(walker) = &mut arms[place_of(joint.arm)] else {
                    continue;
                };
                // The arm with the spinner doesn't bend before the spinner, so that the spinner's cross stays
                // upright.
                let ahead = spinner.is_some_and(|spinner| {
                    let mut later = laid.iter().skip(number);
                    later.any(|other| {
                        other.tile == spinner && other.joint.map(|j| j.arm) == Some(joint.arm)
                    })
                });
                table.joined.push(walker.tile);
                let limit = if ahead {
                    Bends { x: FAR, y: FAR }
                } else {
                    bends
                };
                let lying = walker.put(tile.tile, joint.outer, limit);
                walker.tile = number;
                table.tiles.push(lying);
            }
        }
        if spins {
            cross(table.tiles[number].rect, number, &mut arms);
        }
    }
    table
}

/// Begins the two additional arms of a spinner.
fn cross(rect: Rect, number: usize, arms: &mut [Option<Walker>; 4]) {
    let middle = rect.x0.midpoint(rect.x1);
    arms[2] = Some(arm([middle, rect.y0], NORTH, number, [EAST, SOUTH]));
    arms[3] = Some(arm([middle, rect.y1], SOUTH, number, [WEST, NORTH]));
}

const EAST: Point = [1, 0];
const SOUTH: Point = [0, 1];
const WEST: Point = [-1, 0];
const NORTH: Point = [0, -1];

const fn arm(front: Point, heading: Point, tile: usize, turns: [Point; 2]) -> Walker {
    let [first, second] = turns;
    Walker {
        front,
        heading,
        tile,
        turns: [Some(first), Some(second)],
    }
}

fn place_of(arm: ArmId) -> usize {
    ArmId::ALL
        .iter()
        .position(|&other| other == arm)
        .unwrap_or(0)
}

/// The point that is `steps` in the direction `ahead` and `more` in the direction `aside` from another point.
fn go([x, y]: Point, ahead: Point, steps: i16, aside: Point, more: i16) -> Point {
    [
        x + ahead[0] * steps + aside[0] * more,
        y + ahead[1] * steps + aside[1] * more,
    ]
}

impl Walker {
    fn put(&mut self, tile: Tile, outer: Pips, bends: Bends) -> Lying {
        let (length, half_width) = if tile.is_double() { (2, 2) } else { (4, 1) };
        let [x, y] = go(self.front, self.heading, length, self.heading, 0);
        let outside = x.abs() > bends.x || y.abs() > bends.y;
        let inner = if tile.high() == outer {
            tile.low()
        } else {
            tile.high()
        };
        // A double is placed across its arm, and an arm never bends at a double.
        let turn = self.turns[0].filter(|_| outside && !tile.is_double());
        let rect = if let Some(turn) = turn {
            self.turns = [self.turns[1], None];
            let begin = go(self.front, turn, -1, turn, 0);
            let end = go(self.front, self.heading, 2, turn, 3);
            self.front = go(self.front, self.heading, 1, turn, 3);
            self.heading = turn;
            Rect::between(begin, end)
        } else {
            let aside = [self.heading[1], self.heading[0]];
            let near = go(self.front, aside, half_width, aside, 0);
            let far = go(self.front, self.heading, length, aside, -half_width);
            self.front = [x, y];
            Rect::between(near, far)
        };
        let forwards = self.heading == EAST || self.heading == SOUTH;
        let (first, second) = if forwards {
            (inner, outer)
        } else {
            (outer, inner)
        };
        Lying {
            rect,
            first,
            second,
        }
    }
}

/// The tiles of a match, placed in a picture with this room.
pub(super) fn table(game: &Match, room: Size) -> Placed {
    let laid: Vec<Laid> = game.laid().collect();
    let spinner = game.round().and_then(|round| round.layout().spinner());
    place(&laid, spinner, room)
}

/// A position of the game after a few plays, always the same one.
pub(super) fn position(preset: &Preset) -> Option<Match> {
    let rules = preset.rules();
    let mut order = Order::sorted(rules.tile_set.len());
    (0..ORDERS_MAX).find_map(|_| {
        mix(&mut order);
        position_of(rules, &order)
    })
}

/// The position after the first plays with the tiles in this order. `None` if the rules want another deal, or if
/// the round ends before.
fn position_of(rules: &Rules, order: &Order) -> Option<Match> {
    let mut game = Match::new(rules);
    game.deal(order).ok()?;
    if matches!(game.needs(), Need::Chance(_)) {
        // The first order was for lots.
        game.deal(order).ok()?;
    }
    while game.laid().count() < TILES {
        let Need::Move(seat) = game.needs() else {
            return None;
        };
        // The arms of the layout grow in turn.
        let choices = game.placements().count();
        let choice = game.placements().nth(game.laid().count() % choices)?;
        game.take(seat, choice.into()).ok()?;
    }
    Some(game)
}

/// Puts the tiles into another order. The order need not be fair, since nobody plays with it.
pub(super) fn mix(order: &mut Order) {
    for last in (1..order.things().len()).rev() {
        order.swap(last, (last * 5 + 3) % (last + 1));
    }
}

#[cfg(test)]
mod tests {
    use rand::rngs::StdRng;
    use rand::seq::IteratorRandom as _;
    use rand::{RngExt as _, SeedableRng as _};

    use super::*;

    const ROOM: Size = Size {
        width: 1100.0,
        height: 530.0,
    };

    /// Plays a random round, and calls `look` after each play.
    fn walk(preset: &Preset, seed: u64, mut look: impl FnMut(&Match)) {
        let mut random = StdRng::seed_from_u64(seed);
        let mut order = Order::sorted(preset.rules().tile_set.len());
        let mut game = Match::new(preset.rules());
        while !matches!(game.needs(), Need::Move(_)) {
            for last in (1..order.things().len()).rev() {
                order.swap(last, random.random_range(0..=last));
            }
            game.deal(&order).unwrap();
        }
        while let Need::Move(seat) = game.needs() {
            let choice = game.placements().choose(&mut random).unwrap();
            game.take(seat, choice.into()).unwrap();
            look(&game);
        }
    }

    #[test]
    fn every_tile_lies_clear_of_the_others_and_large_enough_to_be_read() {
        // With 10 pixels per unit, a tile has 20 by 40 pixels, and its pips can be counted. In double-nine,
        // there are up to 37 tiles on the table.
        for (preset, least, seed) in [
            (Preset::FIVE_UP, 10.0),
            (Preset::DRAW, 10.0),
            (Preset::CUBAN_DOUBLE_NINE, 7.0),
        ]
        .iter()
        .flat_map(|(preset, least)| (0..20).map(move |seed| (preset, *least, seed)))
        {
            let mut smallest = f32::MAX;
            let mut tiles = 0;
            walk(preset, seed, |game| {
                let laid: Vec<_> = game.laid().collect();
                let spinner = game.round().and_then(|round| round.layout().spinner());
                let table = place(&laid, spinner, ROOM);
                assert_eq!(table.tiles.len(), laid.len());
                assert!(table.is_clear(), "{} seed {seed}", preset.name());
                smallest = smallest.min(table.unit(ROOM));
                tiles = laid.len();
            });
            assert!(smallest >= least, "{smallest} with {tiles} tiles");
        }
    }

    #[test]
    fn neighbours_meet_at_equal_pips() {
        let laid = |tile: &str, joint: Option<(ArmId, u8)>| Laid {
            tile: tile.parse().unwrap(),
            seat: boneyard_rules::Seat::default(),
            joint: joint.map(|(arm, outer)| boneyard_rules::line::Joint {
                arm,
                outer: Pips::new(outer).unwrap(),
            }),
        };
        let line = [
            laid("6-4", None),
            laid("6-1", Some((ArmId::A, 1))),
            laid("4-0", Some((ArmId::B, 0))),
        ];
        let table = place(&line, None, ROOM);
        let halves: Vec<_> = table
            .tiles
            .iter()
            .map(|tile| (tile.rect.x0, tile.first.get(), tile.second.get()))
            .collect();
        assert_eq!(halves, [(-2, 6, 4), (-6, 1, 6), (2, 4, 0)]);
    }

    #[test]
    fn every_game_has_a_card_with_tiles_on_it() {
        for preset in Preset::ALL {
            let game = position(preset).unwrap();
            assert_eq!(game.laid().count(), TILES, "{}", preset.name());
        }
    }
}
