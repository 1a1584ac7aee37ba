//! A sample of rounds between equal players. Each round is stored as the points that two sides scored in
//! it.

use std::collections::BTreeMap;

use boneyard_rules::line::event::Reason;
use boneyard_rules::line::rules::{BlockedTie, Calls, Love, TARGET_MAX};
use boneyard_rules::line::{Event, Match, Options, Outcome, Round, Rules};
use boneyard_rules::{Need, Side};

use crate::chance::Chance;
use crate::level::yield_core;
use crate::line::playout::Playouts;

/// The size of the sample. With fewer rounds the odds near the target are noticeably inexact; more rounds
/// don't change any play.
const ROUNDS: usize = 300;

/// The events of one round that matter for the race between two sides.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct RoundTrace {
    /// The events, in the order in which they happened.
    pub(super) steps: Vec<Step>,
    /// Whether any side won the round.
    pub(super) is_won: bool,
}

/// Points that a side scored, or a turn at which a side could have ended the match.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Step {
    /// Whether the step belongs to the first of the two sides.
    pub(super) first: bool,
    pub(super) points: u16,
    pub(super) source: Source,
    /// A bit for each number of points that the plays of this turn could have scored. A side that needs
    /// exactly that many points is assumed to make the play. Used only with an exact target. Without one,
    /// a side that needs fewer points than it scored has won anyway.
    offered: u64,
}

/// The source of points.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Source {
    /// The count. Also a won round, if the state of the match can't change the round's points.
    Plain,
    /// The passes of other seats.
    Passes,
    /// A won round whose points depend on the state of the match.
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

    /// Whether a play of this turn could have scored exactly this number of points.
    pub(super) fn offers(&self, to_go: u16) -> bool {
        self.offered & bit(to_go) != 0
    }

    fn matters(&self) -> bool {
        self.points > 0 || self.offered != 0 || self.source == Source::Round
    }
}

/// The bit for a number of points; 0 if a play can't score so many points.
fn bit(points: u16) -> u64 {
    1_u64.checked_shl(points.into()).unwrap_or(0)
}

/// Different rounds, each with its share of the sample. Equal rounds are combined.
#[derive(Debug)]
pub(super) struct Sample {
    pub(super) traces: Vec<(RoundTrace, f32)>,
}

impl Sample {
    /// Plays a sample of rounds. The state of the match has no influence on them. Each round gives one
    /// entry for each pair of sides.
    pub(super) fn new(rules: &Rules) -> Self {
        let Ok(endless) = Rules::try_from(endless(rules)) else {
            return Self { traces: Vec::new() };
        };
        let mut chance = Chance::new(0);
        let mut playouts = Playouts::default();
        let mut game = Match::new(&endless);
        let mut traces = Vec::new();
        // With more sides, a round has more pairs of sides, so fewer rounds are played.
        for _ in 0..ROUNDS / (rules.seating.side_count() - 1) {
            yield_core();
            let steps = play_round(&mut game, &mut playouts, &mut chance);
            let is_won = steps.iter().any(|(_, step)| step.source == Source::Round);
            for one in rules.seating.sides() {
                for other in rules.seating.sides().filter(|&other| other > one) {
                    let of_these = steps.iter().filter(|(side, _)| [one, other].contains(side));
                    let steps = of_these.map(|&(side, step)| Step {
                        first: side == one,
                        ..step
                    });
                    traces.push(RoundTrace {
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
            traces: merged(traces, rules),
        }
    }

    /// The points of won rounds, each with its frequency.
    pub(super) fn worths(&self) -> Vec<(u16, f32)> {
        let mut worths = BTreeMap::<u16, f32>::new();
        for (trace, share) in &self.traces {
            for step in &trace.steps {
                *worths.entry(step.points).or_default() += share;
            }
        }
        worths.into_iter().collect()
    }
}

/// Changes the rules so that rounds don't depend on the match: the highest target, and none of the
/// options by which the match influences its rounds.
fn endless(rules: &Rules) -> Options {
    let mut options = Options {
        target: TARGET_MAX,
        exact_target: false,
        calls: Calls::Automatic,
        callers: boneyard_rules::line::rules::Callers::Opponents,
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

/// Plays the next round of a match to its end.
fn play_round(game: &mut Match, playouts: &mut Playouts, chance: &mut Chance) -> Vec<(Side, Step)> {
    let mut steps = Vec::new();
    let number = game.round_number();
    loop {
        let events = match game.needs() {
            Need::Chance(_) if game.round_number() > number => return steps,
            Need::Chance(_) => {
                let order = chance.order(game.rules().tile_set.len());
                game.deal(&order).ok()
            }
            Need::Move(seat) => game.round().cloned().and_then(|round| {
                let choice = playouts.choice(game.rules(), &round, 0, chance)?;
                let side = game.rules().seating.side(seat);
                steps.push((side, Step::offering(&round)));
                game.take(seat, choice.into()).ok()
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

/// Combines equal rounds, and adds up their shares. Without an exact target, consecutive points of one
/// side are replaced by their sum. It makes no difference which side is the first. So if the first step
/// belongs to the second side, the two sides are exchanged.
fn merged(traces: Vec<RoundTrace>, rules: &Rules) -> Vec<(RoundTrace, f32)> {
    let exact = rules.exact_target;
    let stays_itself =
        rules.round_bonus != [0; 4] || rules.entry > 0 || rules.blocked_tie == BlockedTie::Doubles;
    let share = 1.0 / traces.len().max(1) as f32;
    let mut counted = BTreeMap::<RoundTrace, f32>::new();
    for trace in traces {
        let mut steps = Vec::<Step>::new();
        for mut step in trace.steps {
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
        let trace = RoundTrace { steps, ..trace };
        *counted.entry(trace).or_default() += share;
    }
    counted.into_iter().collect()
}
