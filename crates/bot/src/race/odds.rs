//! The chance of a seat to win.

use boneyard_rules::{GameRules as _, Seat};

use crate::race::position::Position;

/// How far the points of a seat's turn lie from their mean: the scale of the logistic distribution that fits best.
const SPREAD: f32 = 3.2;

/// The points that a seat gets in a turn, on average.
const POINTS_A_TURN: f32 = 4.5;

/// What a double in the hand is worth beyond another tile, in points: it takes a diamond twice, and the turn goes on.
const DOUBLE: f32 = 2.0;

/// The tiles that a seat uses in a turn, on average.
const TILES_A_TURN: f32 = 1.2;

/// The share of the match that a seat wins from this position. Once the match is over, it is certain; before, the seats
/// go on at the same rate, and luck is the greater the more turns are left.
pub(crate) fn share(position: &Position<'_>, seat: Seat) -> f32 {
    let scores = &position.scores;
    let seating = position.rules.seating();
    let best = scores.iter().map(|(_, &points)| points).max().unwrap_or(0);
    if position.is_over() {
        let winners = scores.iter().filter(|&(_, &points)| points == best);
        let is_winner = scores[seating.side(seat)] == best;
        return if is_winner {
            1.0 / winners.count() as f32
        } else {
            0.0
        };
    }
    let seats = seating.seat_count() as f32;
    let held = position.hands.iter().map(|(_, hand)| hand.tiles().len());
    let tiles = held.sum::<usize>() + position.boneyard.len();
    let mut turns = tiles as f32 / (seats * TILES_A_TURN);
    if let Some(target) = position.rules.target() {
        turns = turns.min(f32::from(target.saturating_sub(best)) / POINTS_A_TURN);
    }
    let scale = SPREAD * (turns + 0.5).sqrt();
    let weight = |seat: Seat| {
        let points = f32::from(scores[seating.side(seat)]) - f32::from(best);
        let doubles = position.hands[seat]
            .tiles()
            .iter()
            .filter(|tile| tile.is_double());
        let ahead = points + DOUBLE * turns.min(1.0) * doubles.count() as f32;
        (ahead / scale).exp()
    };
    weight(seat) / seating.seats().map(weight).sum::<f32>()
}
