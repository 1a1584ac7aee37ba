//! A sample of rounds between equal players, as what happens in them between two sides.

use std::collections::BTreeMap;

use boneyard_rules::event::Reason;
use boneyard_rules::rules::{BlockedTie, Calls, Love, TARGET_MAX};
use boneyard_rules::{Event, Match, Need, Options, Outcome, Play, Round, Rules, Side};

use crate::chance::Chance;
use crate::level::give_way;
use crate::playout::Playouts;

/// How many rounds the chances are worked out from. Fewer are noticeably rough near the target,
/// more change no play.
const ROUNDS: usize = 300;

/// What happened in one round between two sides.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Course {
    /// In its order.
    pub(super) steps: Vec<Step>,
    /// Whether any side won the round.
    pub(super) is_won: bool,
}

/// A turn that could have ended the match, or points that were made.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Step {
    /// Whether by the first of the two sides.
    pub(super) first: bool,
    pub(super) points: u16,
    pub(super) source: Source,
    /// The points that each play on offer would have made, a bit each: a side that
    /// needs just these plays for them, whatever else it would have played. Only with an exact target:
    /// without it, a side that needs fewer points than it made has won as well.
    offered: u64,
}

/// Where points come from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Source {
    /// The count; or the round, where the match changes nothing of its worth.
    Plain,
    /// Making others pass.
    Passes,
    /// Winning the round, whose worth the match may change.
    Round,
}

impl Step {
    const fn making(points: u16, source: Source) -> Self {
        Self {
            first: false,
            points,
            source,
            offered: 0,
        }
    }

    fn offering(round: &Round) -> Self {
        let points = round.placements().map(|play| round.points(play));
        let offered = points
            .filter(|&points| points > 0)
            .fold(0, |offered, points| offered | bit(points));
        Self {
            offered,
            ..Self::making(0, Source::Plain)
        }
    }

    /// Whether just so many points could have been made.
    pub(super) fn offers(&self, to_go: u16) -> bool {
        self.offered & bit(to_go) != 0
    }

    fn matters(&self) -> bool {
        self.points > 0 || self.offered != 0 || self.source == Source::Round
    }
}

/// The bit for some points; none for more than a play near the target can make.
fn bit(points: u16) -> u64 {
    1_u64.checked_shl(points.into()).unwrap_or(0)
}

/// Rounds, of which equal ones are one with their common share.
#[derive(Debug)]
pub(super) struct Sample {
    pub(super) courses: Vec<(Course, f32)>,
}

impl Sample {
    /// Plays rounds that nothing in a match before them changes. Every pair of sides of a round is
    /// one course.
    pub(super) fn new(rules: &Rules) -> Self {
        let Ok(endless) = Rules::try_from(endless(rules)) else {
            return Self {
                courses: Vec::new(),
            };
        };
        let mut chance = Chance::new(0);
        let mut playouts = Playouts::default();
        let mut game = Match::new(&endless);
        let mut courses = Vec::new();
        // With more sides a round tells of more pairs of them.
        for _ in 0..ROUNDS / (rules.seating.side_count() - 1) {
            give_way();
            let steps = play_round(&mut game, &mut playouts, &mut chance);
            let is_won = steps.iter().any(|(_, step)| step.source == Source::Round);
            for one in rules.seating.sides() {
                for other in rules.seating.sides().filter(|&other| other > one) {
                    let of_these = steps.iter().filter(|(side, _)| [one, other].contains(side));
                    let steps = of_these.map(|&(side, step)| Step {
                        first: side == one,
                        ..step
                    });
                    courses.push(Course {
                        steps: steps.collect(),
                        is_won,
                    });
                }
            }
            if game.needs() == Need::Nothing {
                game = Match::new(&endless);
            }
        }
        Self {
            courses: merged(courses, rules),
        }
    }

    /// What won rounds are worth, and how often.
    pub(super) fn worths(&self) -> Vec<(u16, f32)> {
        let mut worths = BTreeMap::<u16, f32>::new();
        for (course, share) in &self.courses {
            for step in &course.steps {
                *worths.entry(step.points).or_default() += share;
            }
        }
        worths.into_iter().collect()
    }
}

/// The same rules without an end, and without what depends on the match around a round.
fn endless(rules: &Rules) -> Options {
    let mut options = Options {
        target: TARGET_MAX,
        exact_target: false,
        calls: Calls::Automatic,
        callers: boneyard_rules::rules::Callers::Opponents,
        round_bonus: [0; 4],
        entry: 0,
        love: Love::No,
        ..Options::from(*rules)
    };
    if options.blocked_tie == BlockedTie::Doubles {
        options.blocked_tie = BlockedTie::Nobody;
    }
    options
}

/// Plays a match's next round to its end.
fn play_round(game: &mut Match, playouts: &mut Playouts, chance: &mut Chance) -> Vec<(Side, Step)> {
    let mut steps = Vec::new();
    let number = game.round_number();
    loop {
        let order = |chance: &mut Chance| chance.order(game.rules().tile_set);
        let events = match game.needs() {
            Need::Lots => {
                let lots = order(chance).lots(game.rules().seating);
                game.lots(lots).ok()
            }
            Need::Deal if game.round_number() > number => return steps,
            Need::Deal => {
                let order = order(chance);
                game.deal(&order).ok()
            }
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
        let won = game.round().and_then(Round::winning_side);
        steps.extend(events.iter().filter_map(|event| match *event {
            Event::Scored {
                side,
                points,
                reason: Reason::Count,
            } => Some((side, Step::making(points, Source::Plain))),
            Event::Scored {
                side,
                points,
                reason: Reason::Pass,
            } => Some((side, Step::making(points, Source::Passes))),
            Event::RoundOver(Outcome::Domino { points, .. } | Outcome::Blocked { points, .. }) => {
                Some((won?, Step::making(points, Source::Round)))
            }
            _ => None,
        }));
    }
}

/// Rounds of the same course as one with their common share. Where no points can be too many,
/// points that a side makes in a row are as good as their sum; and which of the sides is the first
/// makes no difference.
fn merged(courses: Vec<Course>, rules: &Rules) -> Vec<(Course, f32)> {
    let exact = rules.exact_target;
    let stays_itself =
        rules.round_bonus != [0; 4] || rules.entry > 0 || rules.blocked_tie == BlockedTie::Doubles;
    let share = 1.0 / courses.len().max(1) as f32;
    let mut counted = BTreeMap::<Course, f32>::new();
    for course in courses {
        let mut steps = Vec::<Step>::new();
        for mut step in course.steps {
            step.offered *= u64::from(exact);
            if step.source == Source::Round && !stays_itself {
                step.source = Source::Plain;
            }
            match steps.last_mut() {
                _ if !step.matters() => {}
                Some(last)
                    if (last.first, last.source, Source::Plain)
                        == (step.first, Source::Plain, step.source)
                        && !exact =>
                {
                    last.points += step.points;
                }
                _ => steps.push(step),
            }
        }
        if steps.first().is_some_and(|step| !step.first) {
            for step in &mut steps {
                step.first = !step.first;
            }
        }
        let course = Course { steps, ..course };
        *counted.entry(course).or_default() += share;
    }
    counted.into_iter().collect()
}
