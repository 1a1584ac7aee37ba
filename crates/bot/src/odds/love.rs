//! Chances where all sides fall back to no points once each has won: they follow from the scores
//! themselves, not from the points that each side needs.

use boneyard_rules::{BySide, Rules, Side};

use super::courses::Sample;
use crate::standing::Standing;

/// Scores refer to higher ones, to none at all, whose chances are equal, and from one all to two
/// against none: so all are known after two passes.
const SWEEPS: usize = 2;

/// The chance to win from each score, for any number of sides. A doubling by a tied block isn't
/// counted.
#[derive(Clone, Debug)]
pub(super) struct Streaks {
    target: u16,
    /// The chance of the first side by [`Self::place`] of its score and the others'.
    chances: Vec<f32>,
}

impl Streaks {
    pub(super) fn new(rules: &Rules, sample: &Sample) -> Self {
        let sides = rules.seating.side_count();
        let size = usize::from(rules.target).pow(sides as u32);
        let even = 1.0 / sides as f32;
        let mut streaks = Self {
            target: rules.target,
            chances: vec![even; size],
        };
        let worths = sample.worths();
        let played: f32 = worths.iter().map(|worth| worth.1).sum();
        for _ in 0..SWEEPS {
            for place in (1..size).rev() {
                let standing = streaks.standing(rules, place);
                let mut sum = 0.0;
                for &(points, weight) in &worths {
                    for side in rules.seating.sides() {
                        let mut after = standing;
                        after.win_round(rules, side, points);
                        sum += weight * even * streaks.first(rules, &after);
                    }
                }
                streaks.chances[place] = sum / played.max(f32::MIN_POSITIVE);
            }
        }
        streaks
    }

    /// A side's chance to win with these scores.
    pub(super) fn chance(&self, scores: &BySide<u16>, side: Side) -> f32 {
        let others = scores.iter().filter(|&(other, _)| other != side);
        let others = others.map(|(_, &score)| score);
        self.chances[self.place(std::iter::once(scores[side]).chain(others))]
    }

    /// The first side's chance after a round.
    fn first(&self, rules: &Rules, standing: &Standing) -> f32 {
        match standing.winner(rules) {
            Some(side) => f32::from(u8::from(side == Side::default())),
            None => self.chances[self.place(standing.scores.as_slice().iter().copied())],
        }
    }

    /// Where the chance for these scores is kept. Scores past the target, which only a match has
    /// that goes on although it could be over, are as good as one less than it.
    fn place(&self, scores: impl Iterator<Item = u16>) -> usize {
        let target = self.target;
        scores.fold(0, |place, score| {
            place * usize::from(target) + usize::from(score.min(target - 1))
        })
    }

    /// The scores that are kept there.
    fn standing(&self, rules: &Rules, place: usize) -> Standing {
        let target = usize::from(self.target);
        let last = rules.seating.side_count() - 1;
        Standing {
            scores: BySide::from_fn(rules.seating, |side| {
                (place / target.pow((last - side.index()) as u32) % target) as u16
            }),
            ..Standing::new(rules.seating)
        }
    }
}
