//! Odds under the love rule, with which all scores go back to 0 after each side has won a round. These
//! odds depend on the scores themselves, not on the points that each side still needs.

use boneyard_rules::line::Rules;
use boneyard_rules::{BySide, Side};

use super::sample::Sample;
use crate::line::match_state::MatchState;

/// The number of sweeps over all scores. A sweep computes the odds of every score, from the highest scores to
/// the lowest. The odds of a score depend on the odds of the scores that can follow it, and these are nearly
/// always higher, so they are already computed. If all scores go back to 0, all sides have equal odds. One
/// case needs a second sweep: with the option [`Love::OneAll`](boneyard_rules::line::rules::Love::OneAll), the
/// score 0 to 2 can follow one-all, but a sweep computes one-all first. So the second sweep computes one-all
/// with the odds of 0 to 2 from the first sweep.
const SWEEPS: usize = 2;

/// The probability to win, for each combination of scores and any number of sides. These odds ignore that a
/// tied block can double the points of the next round.
#[derive(Clone, Debug)]
pub(super) struct LoveOdds {
    target: u16,
    /// The probability that the first side wins. The index is [`Self::place`] of the scores, the score of the
    /// first side first.
    chances: Vec<f32>,
}

impl LoveOdds {
    pub(super) fn new(rules: &Rules, sample: &Sample) -> Self {
        let sides = rules.seating.side_count();
        let size = usize::from(rules.target).pow(sides as u32);
        let even = 1.0 / sides as f32;
        let mut odds = Self {
            target: rules.target,
            chances: vec![even; size],
        };
        let worths = sample.worths();
        let played: f32 = worths.iter().map(|worth| worth.1).sum();
        for _ in 0..SWEEPS {
            for place in (1..size).rev() {
                let match_state = odds.match_state(rules, place);
                let mut sum = 0.0;
                for &(points, weight) in &worths {
                    for side in rules.seating.sides() {
                        let mut after = match_state;
                        after.win_round(rules, side, points);
                        sum += weight * even * odds.first(rules, &after);
                    }
                }
                odds.chances[place] = sum / played.max(f32::MIN_POSITIVE);
            }
        }
        odds
    }

    /// The probability that a side wins with these scores.
    pub(super) fn chance(&self, scores: &BySide<u16>, side: Side) -> f32 {
        let others = scores.iter().filter(|&(other, _)| other != side);
        let others = others.map(|(_, &score)| score);
        self.chances[self.place(std::iter::once(scores[side]).chain(others))]
    }

    /// The probability that the first side wins the match, from the state after a round.
    fn first(&self, rules: &Rules, match_state: &MatchState) -> f32 {
        match match_state.winner(rules) {
            Some(side) => f32::from(u8::from(side == Side::default())),
            None => self.chances[self.place(match_state.scores.as_slice().iter().copied())],
        }
    }

    /// The index for these scores. While the match goes on, a score can be at or above the target; such a
    /// score is treated as one below the target.
    fn place(&self, scores: impl Iterator<Item = u16>) -> usize {
        let target = self.target;
        scores.fold(0, |place, score| {
            place * usize::from(target) + usize::from(score.min(target - 1))
        })
    }

    /// The scores that belong to an index.
    fn match_state(&self, rules: &Rules, place: usize) -> MatchState {
        let target = usize::from(self.target);
        let last = rules.seating.side_count() - 1;
        MatchState {
            scores: BySide::from_fn(rules.seating, |side| {
                (place / target.pow((last - side.index()) as u32) % target) as u16
            }),
            ..MatchState::new(rules.seating)
        }
    }
}
