//! Odds that depend on how many points each side still needs.

use boneyard_rules::Side;
use boneyard_rules::line::Rules;
use boneyard_rules::line::rules::{BlockedTie, MatchEnd};

use super::sample::{RoundTrace, Sample, Source};
use crate::line::match_state::MatchState;

/// The highest number of grid steps from the target down to a score of 0. Values for scores between two
/// steps are interpolated.
const STEPS_MAX: u16 = 64;

/// Near an exact target, the grid has a step for each number of points to go, up to this number.
const EXACT_NEAR: u16 = 16;

/// The number of sweeps over the table. A round without points doesn't change the score, so the odds of a
/// score depend on themselves. They converge within a few sweeps.
const SWEEPS: usize = 3;

/// For two sides, the probability that one side reaches the target before the other.
#[derive(Clone, Debug)]
pub(super) struct Race {
    rules: Rules,
    /// The extra points for each of the first won rounds, indexed by the number of rounds won before that
    /// round.
    bonuses: Vec<u16>,
    /// The grid: the numbers of points to go for which the probability is computed, in ascending order.
    /// The first is 0.
    grid: Vec<u16>,
    /// The probability that a side reaches the target before one other side. The first index is
    /// [`Self::layer`]. The second index combines the grid indexes of both sides' points to go: the
    /// side's own index times `grid.len()`, plus the other side's index.
    ahead: Vec<Vec<f32>>,
}

/// What earlier rounds add to the points of the next round.
#[derive(Clone, Copy)]
struct Stakes {
    /// The number of rounds won before the next round, but at most the number of bonuses.
    won: usize,
    is_doubled: bool,
}

impl Race {
    pub(super) fn new(rules: &Rules, sample: &Sample) -> Self {
        let last_bonus = rules.round_bonus.iter().rposition(|&bonus| bonus > 0);
        let bonuses = &rules.round_bonus[..last_bonus.map_or(0, |last| last + 1)];
        let bonuses: Vec<u16> = bonuses.iter().map(|&bonus| bonus.into()).collect();
        let grid = grid(rules, sample, &bonuses);
        let layers = (bonuses.len() + 1) * doublings(rules);
        let mut race = Self {
            rules: *rules,
            ahead: vec![vec![0.5; grid.len() * grid.len()]; layers],
            bonuses,
            grid,
        };
        race.work_out(&sample.traces);
        race
    }

    /// The probability that a side wins the match. It is exact for two sides. With more sides, the result
    /// is the product of the probabilities against each other side; the caller must normalise it.
    pub(super) fn chance(&self, match_state: &MatchState, side: Side) -> f32 {
        let layer = self.layer(Stakes {
            won: usize::from(match_state.won_rounds).min(self.bonuses.len()),
            is_doubled: match_state.is_doubled,
        });
        // If sides are equal at or above the target, the match continues until one side is ahead.
        let goal = self.rules.target.max(match_state.most() + 1);
        let to_go = |side: Side| goal - match_state.scores[side];
        let others = match_state
            .scores
            .iter()
            .filter(|&(other, _)| other != side);
        others
            .map(|(other, _)| self.at(layer, to_go(side), to_go(other)))
            .product()
    }

    /// The probability that a side with `own` points to go reaches the target before a side with
    /// `other` points to go.
    fn at(&self, layer: usize, own: u16, other: u16) -> f32 {
        match (own, other) {
            (0, _) => 1.0,
            (_, 0) => 0.0,
            _ => {
                let ((i, along_i), (j, along_j)) = (self.place(own), self.place(other));
                let at = |i: usize, j: usize| {
                    let last = self.grid.len() - 1;
                    self.ahead[layer][i.min(last) * self.grid.len() + j.min(last)]
                };
                let low = at(i, j) * (1.0 - along_j) + at(i, j + 1) * along_j;
                let high = at(i + 1, j) * (1.0 - along_j) + at(i + 1, j + 1) * along_j;
                low * (1.0 - along_i) + high * along_i
            }
        }
    }

    /// The highest grid index that isn't above the points to go, and the fraction of the way from this
    /// index to the next.
    fn place(&self, to_go: u16) -> (usize, f32) {
        let above = self.grid.partition_point(|&step| step <= to_go);
        let below = above - 1;
        let along = self.grid.get(above).map_or(0.0, |&next| {
            f32::from(to_go - self.grid[below]) / f32::from(next - self.grid[below])
        });
        (below, along)
    }

    /// The index into `ahead` for the stakes of the next round.
    fn layer(&self, stakes: Stakes) -> usize {
        stakes.won * doublings(&self.rules) + usize::from(stakes.is_doubled)
    }

    fn work_out(&mut self, traces: &[(RoundTrace, f32)]) {
        let size = self.grid.len();
        for _ in 0..SWEEPS {
            // The loops begin with the highest number of won rounds and with the smallest numbers of
            // points to go. So most of the values on which a value depends are already computed.
            for layer in (0..self.ahead.len()).rev() {
                for reach in 2..=2 * (size - 1) {
                    for i in 1.max(reach.saturating_sub(size - 1))..size.min(reach) {
                        let j = reach - i;
                        let (own, other) = (self.grid[i], self.grid[j]);
                        let chance: f32 = traces
                            .iter()
                            .map(|(trace, share)| share * self.follow(trace, layer, own, other))
                            .sum();
                        self.ahead[layer][i * size + j] = chance;
                    }
                }
            }
        }
    }

    /// The probability that the side with `own` points to go wins the match if the next round goes like
    /// `trace`. This side can be the first or the second side of the trace; the result is the mean of both
    /// cases.
    fn follow(&self, trace: &RoundTrace, layer: usize, own: u16, other: u16) -> f32 {
        let before = Stakes {
            won: layer / doublings(&self.rules),
            is_doubled: layer % doublings(&self.rules) == 1,
        };
        let doubles = self.rules.blocked_tie == BlockedTie::Doubles;
        let after = self.layer(Stakes {
            won: (before.won + usize::from(trace.is_won)).min(self.bonuses.len()),
            is_doubled: doubles && !trace.is_won,
        });
        let one_way = |mirrored: bool| {
            let mut to_go = [own, other].map(i32::from);
            for step in &trace.steps {
                let to_go = &mut to_go[usize::from(step.first == mirrored)];
                let left = *to_go - i32::from(self.worth(step.points, step.source, before));
                *to_go = match step.source {
                    _ if u16::try_from(*to_go).is_ok_and(|to_go| step.offers(to_go)) => 0,
                    Source::Passes if left <= 0 => *to_go,
                    Source::Round if self.falls_short(*to_go, *to_go - left) => *to_go,
                    _ if left < 0 && self.rules.exact_target => *to_go,
                    _ => left,
                };
                if *to_go <= 0 && self.rules.match_end == MatchEnd::AtOnce {
                    break;
                }
            }
            match to_go.map(u16::try_from) {
                [Ok(own @ 1..), Ok(other @ 1..)] => self.at(after, own, other),
                _ if to_go[0] == to_go[1] => 0.5,
                _ => f32::from(u8::from(to_go[0] < to_go[1])),
            }
        };
        f32::midpoint(one_way(false), one_way(true))
    }

    fn worth(&self, points: u16, source: Source, stakes: Stakes) -> u16 {
        if source != Source::Round {
            return points;
        }
        let bonus = self.bonuses.get(stakes.won).copied().unwrap_or(0);
        (points + bonus) * if stakes.is_doubled { 2 } else { 1 }
    }

    /// Whether a side without points gets nothing for a round, because the round's points are below the
    /// entry.
    fn falls_short(&self, to_go: i32, points: i32) -> bool {
        to_go == i32::from(self.rules.target) && points < self.rules.entry.into()
    }
}

/// The number of layers in `ahead` for each number of won rounds: one, or two if a tied block can double
/// the points of the next won round.
fn doublings(rules: &Rules) -> usize {
    if rules.blocked_tie == BlockedTie::Doubles {
        2
    } else {
        1
    }
}

/// The numbers of points to go that the grid contains: multiples of the greatest common divisor of all
/// points that occur, with at most [`STEPS_MAX`] steps. Near an exact target, the grid contains every
/// number. With an entry, it also contains the number of points to go after the first point.
fn grid(rules: &Rules, sample: &Sample, bonuses: &[u16]) -> Vec<u16> {
    let steps = sample.traces.iter().flat_map(|(trace, _)| &trace.steps);
    let points = steps.map(|step| step.points).chain(bonuses.iter().copied());
    let unit = points.fold(0, |unit, points| gcd(points, unit)).max(1);
    let step = unit * (rules.target / unit).div_ceil(STEPS_MAX).max(1);
    let (near, fine, step) = if rules.exact_target {
        (EXACT_NEAR, 1, step.max(2))
    } else {
        (0, step, step)
    };
    let mut grid = vec![0];
    let mut last = 0;
    while last < rules.target {
        last = (last + if last < near { fine } else { step }).min(rules.target);
        grid.push(last);
    }
    let first_point = rules.target - 1;
    if rules.entry > 0 && !grid.contains(&first_point) {
        grid.insert(grid.len() - 1, first_point);
    }
    grid
}

const fn gcd(mut a: u16, mut b: u16) -> u16 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
