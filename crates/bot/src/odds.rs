//! What scores are worth: each side's chance to win the match from them.
//!
//! A round is played for the match, not for its points: with 145 of 150 any five points win, and
//! at 60 of exactly 61 a play worth two is worth nothing. The chance is worked out backwards from
//! the target, over a sample of rounds between equal players that this crate plays to itself.

use boneyard_rules::rules::{Calls, TARGET_MAX};
use boneyard_rules::{BySide, Event, Match, Need, Options, Play, Round, Rules, Side};

use crate::chance::Chance;
use crate::level::give_way;
use crate::playout::Playouts;
use crate::taste::Taste;

/// Each side's chance to win, by side number; together 1. Sides that the table hasn't have 0.
pub type Shares = [f32; 4];

/// How many rounds the chances are worked out from. Fewer are noticeably rough near the target,
/// more change no play.
const ROUNDS: usize = 300;

/// At most so many steps from the target to the start of a match; a longer way is interpolated.
const STEPS_MAX: u16 = 64;

/// So many points from an exact target, each number of points to go has a chance of its own.
const EXACT_NEAR: u16 = 16;

/// Passes over the table. What a round can't change refers to itself, and a few passes settle it.
const SWEEPS: usize = 3;

/// What happened in one round between two sides, in its order.
type Course = Vec<Step>;

/// A turn that could have ended the match, or points that were made.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Step {
    /// Whether by the first of the two sides.
    first: bool,
    points: u16,
    /// The points that each play on offer would have made, a bit each: whoever needs just these
    /// plays for them, whatever else it would have played. Only with an exact target: without
    /// it, who needs fewer points than it made has won as well.
    offered: u64,
}

/// The chances to win of a game's every score.
#[derive(Clone, Debug)]
pub struct Odds {
    rules: Rules,
    /// Points to go, ascending, for which the chance is worked out; the first is 0.
    grid: Vec<u16>,
    /// For points to go by grid index, own times `grid.len()` plus the other's: the chance to
    /// reach the target before one other side.
    ahead: Vec<f32>,
}

impl Step {
    fn making(points: u16) -> Self {
        Self {
            first: false,
            points,
            offered: 0,
        }
    }

    fn offering(round: &Round) -> Self {
        let points = round.placements().map(|play| round.points(play));
        Self {
            first: false,
            points: 0,
            offered: points
                .filter(|&points| points > 0)
                .fold(0, |offered, points| offered | bit(points)),
        }
    }

    /// Whether just so many points could have been made.
    fn offers(&self, to_go: u16) -> bool {
        self.offered & bit(to_go) != 0
    }
}

/// The bit for some points; none for more than a play near the target can make.
fn bit(points: u16) -> u64 {
    1_u64.checked_shl(points.into()).unwrap_or(0)
}

impl Odds {
    /// Works out the chances for some rules, always the same for the same rules. This takes ten to
    /// a few hundred milliseconds, the most where a high target must be reached exactly, so keep
    /// it for as long as the rules are played by.
    #[must_use]
    pub fn new(rules: &Rules) -> Self {
        let courses = courses(rules);
        let grid = grid(rules, &courses);
        let mut odds = Self {
            rules: *rules,
            ahead: vec![0.5; grid.len() * grid.len()],
            grid,
        };
        odds.work_out(&courses);
        odds
    }

    /// Each side's chance to win with these scores, before the next deal.
    #[must_use]
    pub fn shares(&self, scores: &BySide<u16>) -> Shares {
        let to_go = |side: Side| self.rules.target.saturating_sub(scores[side]);
        let mut shares = [0.0; 4];
        if let Some((winner, _)) = scores.iter().find(|&(side, _)| to_go(side) == 0) {
            shares[winner.index()] = 1.0;
            return shares;
        }
        // Exact for two sides. Of more, each is as strong as its chances against every other.
        for (side, _) in scores.iter() {
            let others = scores.iter().filter(|&(other, _)| other != side);
            shares[side.index()] = others
                .map(|(other, _)| self.chance(to_go(side), to_go(other)))
                .product();
        }
        let sum: f32 = shares.iter().sum();
        shares.map(|share| share / sum.max(f32::MIN_POSITIVE))
    }

    /// The chance of a side that needs so many points to get them before one that needs others.
    fn chance(&self, own: u16, other: u16) -> f32 {
        match (own, other) {
            (0, _) => 1.0,
            (_, 0) => 0.0,
            _ => {
                let ((i, along_i), (j, along_j)) = (self.place(own), self.place(other));
                let at = |i: usize, j: usize| {
                    let last = self.grid.len() - 1;
                    self.ahead[i.min(last) * self.grid.len() + j.min(last)]
                };
                let low = at(i, j) * (1.0 - along_j) + at(i, j + 1) * along_j;
                let high = at(i + 1, j) * (1.0 - along_j) + at(i + 1, j + 1) * along_j;
                low * (1.0 - along_i) + high * along_i
            }
        }
    }

    /// The grid index at or below some points to go, and how far they are on the way to the next.
    fn place(&self, to_go: u16) -> (usize, f32) {
        let above = self.grid.partition_point(|&step| step <= to_go);
        let below = above - 1;
        let along = self.grid.get(above).map_or(0.0, |&next| {
            f32::from(to_go - self.grid[below]) / f32::from(next - self.grid[below])
        });
        (below, along)
    }

    fn work_out(&mut self, courses: &[(Course, f32)]) {
        let size = self.grid.len();
        for _ in 0..SWEEPS {
            // From near the target outwards, so that most of what is asked for is known.
            for reach in 2..=2 * (size - 1) {
                for i in 1.max(reach.saturating_sub(size - 1))..size.min(reach) {
                    let j = reach - i;
                    let (own, other) = (self.grid[i], self.grid[j]);
                    let chance: f32 = courses
                        .iter()
                        .map(|(course, weight)| weight * self.follow(course, own, other))
                        .sum();
                    self.ahead[i * size + j] = chance;
                }
            }
        }
    }

    /// The mean chance after a round, for both ways of giving it to the two sides.
    fn follow(&self, course: &Course, own: u16, other: u16) -> f32 {
        let one_way = |mirrored: bool| {
            let (mut own, mut other) = (own, other);
            for step in course {
                let to_go = if step.first == mirrored {
                    &mut other
                } else {
                    &mut own
                };
                *to_go = match to_go.checked_sub(step.points) {
                    _ if step.offers(*to_go) => 0,
                    Some(left) => left,
                    None if self.rules.exact_target => *to_go,
                    None => 0,
                };
                if *to_go == 0 {
                    break;
                }
            }
            self.chance(own, other)
        };
        f32::midpoint(one_way(false), one_way(true))
    }
}

/// A sample of rounds between equal players, and the share of each. Every pair of sides of a
/// round is one course.
fn courses(rules: &Rules) -> Vec<(Course, f32)> {
    let mut options = Options::from(*rules);
    options.target = TARGET_MAX;
    options.exact_target = false;
    options.calls = Calls::Automatic;
    let Ok(endless) = Rules::try_from(options) else {
        return Vec::new();
    };
    let mut chance = Chance::new(0);
    let mut playouts = Playouts::new(Taste::KEEN);
    let mut game = Match::new(&endless);
    let mut courses = Vec::new();
    // With more sides a round tells of more pairs of them.
    for _ in 0..ROUNDS / (rules.seating.side_count() - 1) {
        give_way();
        let steps = play_round(&mut game, &mut playouts, &mut chance);
        for one in rules.seating.sides() {
            for other in rules.seating.sides().filter(|&other| other > one) {
                let of_these = steps.iter().filter(|(side, _)| [one, other].contains(side));
                let course = of_these.map(|&(side, step)| Step {
                    first: side == one,
                    ..step
                });
                courses.push(course.collect());
            }
        }
        if game.needs() == Need::Nothing {
            game = Match::new(&endless);
        }
    }
    merged(courses, rules.exact_target)
}

/// Plays a match's next round to its end.
fn play_round(game: &mut Match, playouts: &mut Playouts, chance: &mut Chance) -> Vec<(Side, Step)> {
    let mut steps = Vec::new();
    let number = game.round_number();
    loop {
        let events = match game.needs() {
            Need::Lots => {
                let lots = chance.order().lots(game.rules().seating);
                game.lots(lots).ok()
            }
            Need::Deal if game.round_number() > number => return steps,
            Need::Deal => game.deal(&chance.order()).ok(),
            Need::Play(seat) => game.round().cloned().and_then(|round| {
                let choice = playouts.choice(game.rules(), &round, 0, chance)?;
                let side = game.rules().seating.side(seat);
                steps.push((side, Step::offering(&round)));
                game.play(seat, Play::from(choice)).ok()
            }),
            Need::Nothing => return steps,
        };
        let Some(events) = events else {
            return steps;
        };
        steps.extend(events.iter().filter_map(|event| match *event {
            Event::Scored { side, points, .. } => Some((side, Step::making(points))),
            _ => None,
        }));
    }
}

/// Rounds of the same course as one with their common weight. Where no points can be too many,
/// points that a side makes in a row are as good as their sum.
fn merged(courses: Vec<Course>, exact: bool) -> Vec<(Course, f32)> {
    let weight = 1.0 / courses.len().max(1) as f32;
    let mut counted = std::collections::BTreeMap::<Course, f32>::new();
    for course in courses {
        let mut short = Course::new();
        for mut step in course {
            step.offered *= u64::from(exact);
            match short.last_mut() {
                _ if step.points == 0 && step.offered == 0 => {}
                Some(last) if last.first == step.first && !exact => last.points += step.points,
                _ => short.push(step),
            }
        }
        *counted.entry(short).or_default() += weight;
    }
    counted.into_iter().collect()
}

/// Points to go that the chances are worked out for: so many steps that all which come up are
/// among them, or at most [`STEPS_MAX`]. Near an exact target each point matters.
fn grid(rules: &Rules, courses: &[(Course, f32)]) -> Vec<u16> {
    let steps = courses.iter().flat_map(|(course, _)| course);
    let unit = steps.fold(0, |unit, step| gcd(step.points, unit)).max(1);
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
    grid
}

const fn gcd(mut a: u16, mut b: u16) -> u16 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use boneyard_rules::{Preset, Seating};

    use crate::manner::Greedy;
    use crate::position::Position;

    use super::*;

    fn chance(odds: &Odds, rules: &Rules, scores: [u16; 2]) -> f32 {
        let by_side = BySide::from_fn(rules.seating, |side| scores[side.index().min(1)]);
        odds.shares(&by_side)[0]
    }

    #[test]
    fn equal_scores_are_equal_chances() {
        for preset in Preset::ALL {
            for seating in [Seating::Two, Seating::Three, Seating::Partners] {
                let rules = preset.for_seating(seating);
                let odds = Odds::new(&rules);
                let even = 1.0 / seating.side_count() as f32;
                for score in [0, rules.target / 2, rules.target - 1] {
                    let share = chance(&odds, &rules, [score; 2]);
                    assert!((share - even).abs() < 0.01, "{rules} at {score}: {share}");
                }
            }
        }
    }

    #[test]
    fn more_points_are_a_better_chance() {
        let rules = Preset::FIVE_UP.rules();
        let odds = Odds::new(rules);
        let chances: Vec<f32> = (0..15)
            .map(|at| chance(&odds, rules, [at * 10, 70]))
            .collect();
        assert!(chances.is_sorted(), "{chances:?}");
        assert!(chances[0] < 0.3 && chances[14] > 0.8, "{chances:?}");
    }

    #[test]
    fn not_every_point_is_better_near_an_exact_target() {
        // One point to go can only be made by a count of 3 or 5, or by going out; four can be
        // made in many ways.
        let rules = Preset::FIVES_AND_THREES.rules();
        let odds = Odds::new(rules);
        let to_go = |points: u16| chance(&odds, rules, [61 - points, 50]);
        assert!(to_go(4) > to_go(3), "{} {}", to_go(4), to_go(3));
        assert!(to_go(4) > 0.6);
    }

    #[test]
    fn the_winner_has_won() {
        let rules = Preset::BLOCK.rules();
        assert!(chance(&Odds::new(rules), rules, [100, 99]) > 0.999);
        assert!(chance(&Odds::new(rules), rules, [99, 104]) < 0.001);
    }

    /// How often the first of two sides wins, of matches played on from here.
    fn played(rules: &Rules, scores: [u16; 2], matches: u16) -> f32 {
        let mut chance = Chance::new(1);
        let mut playouts = Playouts::new(Taste::KEEN);
        let won = (0..matches).filter(|_| {
            let mut scores = BySide::from_fn(rules.seating, |side| scores[side.index()]);
            loop {
                let Some(round) = Round::deal(rules, &chance.order()) else {
                    continue;
                };
                let mut position = Position::new(rules, round, scores);
                playouts.finish(&mut position, Greedy::default(), &mut chance);
                scores = *position.scores();
                if let Some(winner) = position.winner() {
                    break winner.index() == 0;
                }
            }
        });
        won.count() as f32 / f32::from(matches)
    }

    #[test]
    fn the_chances_are_those_of_matches_played() {
        let rules = Preset::FIVES_AND_THREES.rules();
        let odds = Odds::new(rules);
        for (own, other) in [(1, 2), (1, 16), (4, 8), (4, 16), (8, 16), (8, 30)] {
            let scores = [61 - own, 61 - other];
            let (said, played) = (chance(&odds, rules, scores), played(rules, scores, 400));
            assert!((said - played).abs() < 0.07, "{scores:?}: {said} {played}");
        }
    }
}
