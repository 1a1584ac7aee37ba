//! The decisions of the levels that think ahead, club and expert.

use boneyard_rules::line::{Event, Round};

use crate::chance::Chance;
use crate::level::{Budget, Meter};
use crate::line::analysis::{Analysis, PlayValue};
use crate::line::belief::Belief;
use crate::line::heuristic::{Weights, rate_plays};
use crate::line::knowledge::Knowledge;
use crate::line::odds::Odds;
use crate::line::open_hands::OpenHands;
use crate::line::opponent_model::GreedySeats;
use crate::line::playout::Playouts;
use crate::line::position::Position;
use crate::line::tree::Tree;

/// The highest number of supposed worlds that a search draws. More worlds don't improve the expert's choice.
const WORLDS_MAX: u32 = 4_096;

/// The smallest number of supposed worlds that a search draws. Fewer worlds are too small a sample.
const WORLDS_MIN: u32 = 32;

/// The number of worlds that are drawn before an exact search, to find which sets of seats may be greedy.
const OPPONENT_DRAWS: usize = 64;

/// The number of nodes that an exact search may visit for each pass of the budget. These nodes take about
/// as long as one pass of the tree search.
const NODES_PER_PASS: u64 = 20;

/// What each pip of a play's appeal adds to the play's mean result, in standard deviations of the results.
/// The addition is divided by the number of tries, so it matters most after few tries. A club player tries
/// each of many plays only about ten times. Without this addition it would choose a play that was only
/// lucky: in Cuban Double-Nine it would lose to a player that doesn't think ahead.
const PRIOR_WEIGHT: f32 = 1.0;

/// Flat Monte Carlo search: tries each play in the same supposed deals, and finishes them with playouts.
/// All deals are equally likely. The value of a play is its mean result, plus a small addition for its
/// appeal.
pub(crate) fn try_out(
    known: &Knowledge,
    odds: &Odds,
    budget: Budget,
    chance: &mut Chance,
) -> Analysis {
    let mut plays = Vec::new();
    let weights = Weights::for_playouts(&known.rules);
    rate_plays(
        &known.rules,
        &known.sample,
        known.score(),
        weights,
        &mut plays,
    );
    let side = known.rules.seating.side(known.seat);
    let mut sums = vec![(0.0_f32, 0.0_f32); plays.len()];
    let mut tries = 0_u32;
    let mut meter = Meter::new(budget);
    let mut playouts = Playouts::default();
    let mut events: Vec<Event> = Vec::new();
    while tries == 0 || (0..plays.len()).all(|_| meter.spend()) {
        let world = Belief::new(known, 1, false, chance);
        let position = known.position(world.pick(chance).round.clone());
        for (&(play, _), (sum, squares)) in plays.iter().zip(&mut sums) {
            let mut end = position.clone();
            end.play(play, &mut events);
            playouts.finish(&mut end, GreedySeats::default(), chance);
            let share = odds.shares(end.match_state())[side.index()];
            *sum += share;
            *squares += share * share;
        }
        tries += 1;
    }
    let count = tries as f32;
    let deviation = |sum: f32, squares: f32| {
        let mean = sum / count;
        (squares / count - mean * mean).max(0.0).sqrt()
    };
    let deviations = sums.iter().map(|&(sum, squares)| deviation(sum, squares));
    let mean_deviation = deviations.sum::<f32>() / plays.len().max(1) as f32;
    let per_pip = PRIOR_WEIGHT * mean_deviation / count;
    let valued = plays
        .iter()
        .zip(&sums)
        .map(|(&(play, appeal), &(sum, squares))| PlayValue {
            tile: play.tile(),
            arm: play.arm(),
            chance: sum / count + per_pip * appeal,
            error: deviation(sum, squares) / count.sqrt(),
            tries,
        });
    Analysis::of_sampled(valued.collect())
}

/// The purpose of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Goal {
    /// The search must find the best play. It ends when the rest of the budget can't change the choice.
    Choice,
    /// The search must value each play as precisely as the budget allows.
    Values,
}

/// Searches a tree of plays over supposed worlds. If nothing is hidden from the seat, the search is
/// exact.
pub(crate) fn search(
    known: &Knowledge,
    odds: &Odds,
    budget: Budget,
    goal: Goal,
    chance: &mut Chance,
) -> Analysis {
    if let Some(analysis) = known
        .certain()
        .and_then(|round| exact(known, round, odds, budget, chance))
    {
        return analysis;
    }
    let worlds = budget.passes.clamp(WORLDS_MIN, WORLDS_MAX);
    let belief = Belief::new(known, worlds as usize, true, chance);
    let mut tree = Tree::new(odds);
    let mut meter = Meter::new(budget);
    let settled = |tree: &Tree<'_>, meter: &Meter| {
        let left = budget.passes - meter.spent;
        goal == Goal::Choice && tree.is_settled(left)
    };
    while tree.root().is_empty() || (!settled(&tree, &meter) && meter.spend()) {
        let world = belief.pick(chance);
        tree.pass(known.position(world.round.clone()), world.greedy, chance);
    }
    let valued = tree.root().iter().map(|edge| PlayValue {
        tile: edge.tile,
        arm: edge.arm,
        chance: edge.results.mean(),
        error: edge.results.error(),
        tries: edge.results.tries,
    });
    Analysis::of_sampled(valued.collect())
}

/// Searches exactly for each possible set of greedy seats. The value of a play is the mean over these sets,
/// weighted by their probability. `None` if the search needs more nodes than its limit.
fn exact(
    known: &Knowledge,
    round: Round,
    odds: &Odds,
    budget: Budget,
    chance: &mut Chance,
) -> Option<Analysis> {
    let position = known.position(round);
    let nodes_max = u64::from(budget.passes) * NODES_PER_PASS;
    let mut valued: Vec<PlayValue> = Vec::new();
    for (greedy, likely) in Belief::new(known, OPPONENT_DRAWS, true, chance).greedy_seats() {
        let mut search = OpenHands::new(odds, nodes_max).against(greedy);
        for (place, (play, chance)) in search.values(&position)?.into_iter().enumerate() {
            if place == valued.len() {
                valued.push(PlayValue {
                    tile: play.tile(),
                    arm: play.arm(),
                    chance: 0.0,
                    error: 0.0,
                    tries: 0,
                });
            }
            valued[place].chance += likely * chance;
        }
    }
    Some(Analysis::of_exact(valued))
}

impl Knowledge {
    /// The position of a supposed round, with the state of the match.
    fn position(&self, round: Round) -> Position {
        Position::new(&self.rules, round, self.match_state)
    }

    /// The round, if the place of every tile is certain because all unseen tiles are in one hand.
    fn certain(&self) -> Option<Round> {
        let hidden_hands = self.others().filter(|&(_, size)| size > 0).count();
        (hidden_hands == 1 && self.boneyard == 0).then(|| self.sample.clone())
    }
}
