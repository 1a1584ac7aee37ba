//! Players whose strengths are known, and chance.

use boneyard_bot::Chance;
use boneyard_ratings::Weight;

/// How far strengths lie apart: the standard deviation, in units of the method (200 points as shown).
const SPREAD: f64 = 200.0 / 29.5;

/// The deviation of what a side does in one match of the full weight. A normal distribution with 1.702
/// times the deviation is nearest to the logistic one that the method supposes.
const NOISE: f64 = 1.702 * 25.0 / 6.0;

/// True strengths, drawn from a normal distribution about 25.
pub(crate) fn strengths(count: usize, chance: &mut Chance) -> Vec<f64> {
    (0..count).map(|_| 25.0 + SPREAD * normal(chance)).collect()
}

/// Which side of a match wins: the one that does best. A side does what its players' strengths come to
/// together, and chance.
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

/// From 0 up to, but not including, 1.
pub(crate) fn unit(chance: &mut Chance) -> f64 {
    (chance.bits() >> 11) as f64 / (1_u64 << 53) as f64
}

/// From the standard normal distribution (Box and Muller 1958).
fn normal(chance: &mut Chance) -> f64 {
    let (radius, angle) = (1.0 - unit(chance), std::f64::consts::TAU * unit(chance));
    (-2.0 * radius.ln()).sqrt() * angle.cos()
}

/// Brings them into a random order.
pub(crate) fn shuffle<T>(items: &mut [T], chance: &mut Chance) {
    for last in (1..items.len()).rev() {
        items.swap(last, chance.below(last + 1));
    }
}
