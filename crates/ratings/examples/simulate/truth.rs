//! Players of known strength, and the results of their matches, which depend on these strengths.

use boneyard_bot::Chance;
use boneyard_ratings::Weight;

/// The standard deviation of the strengths, in units of the rating method. It is 200 shown points.
const SPREAD: f64 = 200.0 / 29.5;

/// The standard deviation of a side's performance in a match of full weight. The rating method assumes a
/// logistic distribution with the scale 25/6. The nearest normal distribution has a standard deviation of
/// 1.702 times this scale.
const NOISE: f64 = 1.702 * 25.0 / 6.0;

/// Draws true strengths from a normal distribution with mean 25.
pub(crate) fn strengths(count: usize, chance: &mut Chance) -> Vec<f64> {
    (0..count).map(|_| 25.0 + SPREAD * normal(chance)).collect()
}

/// The side that wins a match: the side with the best performance. A side's performance is the sum of the
/// strengths of its players and a random number.
pub(crate) fn winner(
    sides: &[Vec<usize>],
    strengths: &[f64],
    weight: Weight,
    chance: &mut Chance,
) -> usize {
    let done: Vec<f64> = sides
        .iter()
        .map(|side| {
            let strength: f64 = side.iter().map(|&player| strengths[player]).sum();
            strength + NOISE / weight.share().sqrt() * normal(chance)
        })
        .collect();
    let best = done.iter().enumerate().max_by(|a, b| a.1.total_cmp(b.1));
    best.map_or(0, |(side, _)| side)
}

/// A random number from 0 up to, but not including, 1.
pub(crate) fn unit(chance: &mut Chance) -> f64 {
    (chance.bits() >> 11) as f64 / (1_u64 << 53) as f64
}

/// A random number from the standard normal distribution (Box and Muller 1958).
fn normal(chance: &mut Chance) -> f64 {
    let (radius, angle) = (1.0 - unit(chance), std::f64::consts::TAU * unit(chance));
    (-2.0 * radius.ln()).sqrt() * angle.cos()
}

/// Shuffles the items.
pub(crate) fn shuffle<T>(items: &mut [T], chance: &mut Chance) {
    for last in (1..items.len()).rev() {
        items.swap(last, chance.below(last + 1));
    }
}
