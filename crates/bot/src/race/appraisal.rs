//! What the placements of a seat are worth at first sight.

use boneyard_rules::race::board::Slot;
use boneyard_rules::race::{Move, Placement, track, track_points};
use boneyard_rules::{BySide, Side, Tile};

use crate::chance::Chance;
use crate::race::position::{Phase, Position};

/// What a level looks at, in points.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Weights {
    /// A point that another seat gets: the one that gets most.
    pub(crate) others: f32,
    /// That the hand has another tile to continue with after a double.
    pub(crate) continues: f32,
    /// To keep a double for a diamond, where it takes twice the points.
    pub(crate) double: f32,
    /// To stand on a number that the hand has.
    pub(crate) stands: f32,
}

impl Weights {
    /// Looks at its own points only.
    pub(crate) const OWN: Self = Self {
        others: 0.0,
        continues: 0.0,
        double: 0.0,
        stands: 0.0,
    };
    /// Looks at the others' points too, and ahead to its next tile and turn.
    pub(crate) const AHEAD: Self = Self {
        others: 1.0,
        continues: 1.5,
        double: 1.0,
        stands: 1.5,
    };
}

/// What it is worth to win the match at once.
const WIN: f32 = 100.0;

/// The most points that a diamond has.
const DIAMOND_MAX: usize = 5;

/// What a tile is worth on each kind of square: without a diamond, and with each.
type Worths = [f32; DIAMOND_MAX + 1];

/// What the tiles of the seat on turn are worth.
#[derive(Debug)]
pub(crate) struct Appraisal {
    tiles: Vec<(Tile, Worths)>,
}

impl Appraisal {
    pub(crate) fn new(position: &Position<'_>, weights: Weights) -> Self {
        let hand = position.hand();
        let mut tiles: Vec<(Tile, Worths)> = Vec::with_capacity(hand.tiles().len());
        for &tile in hand.tiles() {
            if tiles.iter().all(|&(other, _)| other != tile) {
                tiles.push((tile, worths(position, tile, weights)));
            }
        }
        Self { tiles }
    }

    /// What a placement is worth.
    pub(crate) fn of(&self, place: Placement) -> f32 {
        let points = boneyard_rules::race::diamond_points(place);
        let diamond = usize::from(points) / (1 + usize::from(place.tile.is_double()));
        let known = self.tiles.iter().find(|(tile, _)| *tile == place.tile);
        known.map_or(0.0, |(_, worths)| worths[diamond.min(DIAMOND_MAX)])
    }

    /// The best place of those on offer; one of several that are equal by chance.
    fn best(&self, position: &Position<'_>, chance: &mut Chance) -> Option<(Placement, f32)> {
        let mut best: Option<(Slot, Tile)> = None;
        let mut most = f32::NEG_INFINITY;
        let mut equal = 0;
        position.each_slot(position.phase, |slot| {
            let diamond = usize::from(slot.diamond).min(DIAMOND_MAX);
            for &(tile, worths) in &self.tiles {
                let worth = worths[diamond];
                if worth < most || !slot.takes(tile) {
                    continue;
                }
                equal = if worth > most { 1 } else { equal + 1 };
                if chance.below(equal) == 0 {
                    best = Some((slot, tile));
                }
                most = worth;
            }
        });
        let (slot, tile) = best?;
        Some((slot.placements(tile).next()?, most))
    }
}

fn worths(position: &Position<'_>, tile: Tile, weights: Weights) -> Worths {
    let side = position.side();
    let scores = &position.scores;
    let own = track_points(tile, scores[side]);
    let others = scores.map(|&points| track_points(tile, points));
    let others = most_of_others(&others, side);
    let ahead = scores.map(|&points| points + track_points(tile, points));
    let ahead = most_of_others(&ahead, side);
    let has_won = |points: u16| {
        position
            .rules
            .target()
            .is_some_and(|target| points >= target)
    };
    let mut rest = position.hand();
    rest.remove(tile);
    let goes_on = |other: &Tile| tile.is_double() && other.has(tile.high());
    let mut worth = f32::from(own) - weights.others * f32::from(others);
    if tile.is_double() {
        worth -= weights.double;
    }
    if rest.tiles().iter().any(goes_on) {
        worth += weights.continues;
    }
    let times = if tile.is_double() { 2 } else { 1 };
    std::array::from_fn(|diamond| {
        let points = diamond as u16 * times;
        let total = scores[side] + own + points;
        let has = |tile: &Tile| track::number(total).is_some_and(|number| tile.has(number));
        let mut worth = worth + f32::from(points);
        if rest.tiles().iter().any(has) {
            worth += weights.stands;
        }
        if has_won(total.max(ahead)) {
            worth += if total > ahead { WIN } else { -WIN };
        }
        worth
    })
}

/// The most points that another side has or gets.
pub(crate) fn most_of_others(points: &BySide<u16>, own: Side) -> u16 {
    let others = points.iter().filter(|&(side, _)| side != own);
    others.map(|(_, &points)| points).max().unwrap_or(0)
}

/// The move that looks best at first sight.
pub(crate) fn greedy(
    position: &Position<'_>,
    weights: Weights,
    chance: &mut Chance,
) -> Option<Move> {
    let appraisal = Appraisal::new(position, weights);
    match position.phase {
        Phase::Over => None,
        Phase::Pit => {
            let tiles = position.hand();
            let tiles = tiles.tiles();
            let single = tiles.iter().find(|tile| !tile.is_double());
            single.or(tiles.first()).copied().map(Move::Pit)
        }
        Phase::Place => Some(Move::Place(appraisal.best(position, chance)?.0)),
        Phase::More => match appraisal.best(position, chance) {
            Some((place, worth)) if worth >= 0.0 => Some(Move::Place(place)),
            _ => Some(Move::Stop),
        },
    }
}
