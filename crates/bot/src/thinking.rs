//! The levels that think ahead.

use boneyard_rules::{Event, Round};

use crate::analysis::{Analysis, Valued};
use crate::belief::Belief;
use crate::chance::Chance;
use crate::heuristic::{Weights, weighed};
use crate::knowledge::Knowledge;
use crate::level::{Budget, Meter};
use crate::odds::Odds;
use crate::open_hands::OpenHands;
use crate::opponent_model::Greedy;
use crate::playout::Playouts;
use crate::position::Position;
use crate::tree::Tree;

/// More suppositions than this tell the expert nothing new.
const WORLDS_MAX: u32 = 4_096;

/// Fewer aren't a sample.
const WORLDS_MIN: u32 = 32;

/// How often it is drawn which seats play greedily, before an exact search.
const OPPONENT_DRAWS: usize = 64;

/// Positions that an exact search may visit instead of one pass, which visits about as many.
const NODES_A_PASS: u64 = 20;

/// How much a pip of appeal says beside one try, in spreads of the outcome. A club player tries each
/// of many plays only some ten times, and without a prejudice takes the luckiest: in Cuban
/// Double-Nine it loses to who doesn't think at all.
const PREJUDICE: f32 = 1.0;

/// Tries each play in the same supposed deals, each as likely as any other, and plays them out. The
/// chance of a play that looks good is a little higher than what comes out.
pub(crate) fn try_out(
    known: &Knowledge,
    odds: &Odds,
    budget: Budget,
    chance: &mut Chance,
) -> Analysis {
    let mut plays = Vec::new();
    let weights = Weights::keen(&known.rules);
    weighed(&known.rules, &known.any, known.score(), weights, &mut plays);
    let side = known.rules.seating.side(known.seat);
    let mut sums = vec![(0.0_f32, 0.0_f32); plays.len()];
    let mut tries = 0_u32;
    let mut meter = Meter::new(budget);
    let mut playouts = Playouts::default();
    let mut heard: Vec<Event> = Vec::new();
    while tries == 0 || (0..plays.len()).all(|_| meter.spend()) {
        let world = Belief::new(known, 1, false, chance);
        let position = known.position(world.pick(chance).round.clone());
        for (&(play, _), (sum, squares)) in plays.iter().zip(&mut sums) {
            let mut end = position.clone();
            end.play(play, &mut heard);
            playouts.finish(&mut end, Greedy::default(), chance);
            let share = odds.shares(end.standing())[side.index()];
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
    let spread = deviations.sum::<f32>() / plays.len().max(1) as f32;
    let a_pip = PREJUDICE * spread / count;
    let valued = plays
        .iter()
        .zip(&sums)
        .map(|(&(play, appeal), &(sum, squares))| Valued {
            tile: play.tile(),
            arm: play.arm(),
            chance: sum / count + a_pip * appeal,
            error: deviation(sum, squares) / count.sqrt(),
            tries,
        });
    Analysis::of_tried(valued.collect())
}

/// What a search is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Aim {
    /// The best play: it ends when the rest of the budget can't change it any more.
    Choice,
    /// What each play is worth, as well as the budget allows.
    Values,
}

/// Searches a tree over what can be seen, or, once nothing is hidden any more, the game itself.
pub(crate) fn search(
    known: &Knowledge,
    odds: &Odds,
    budget: Budget,
    aim: Aim,
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
        aim == Aim::Choice && tree.is_settled(left)
    };
    while tree.root().is_empty() || (!settled(&tree, &meter) && meter.spend()) {
        let world = belief.pick(chance);
        tree.pass(known.position(world.round.clone()), world.greedy, chance);
    }
    let valued = tree.root().iter().map(|edge| Valued {
        tile: edge.tile,
        arm: edge.arm,
        chance: edge.mean(),
        error: edge.error(),
        tries: edge.tries,
    });
    Analysis::of_tried(valued.collect())
}

/// Searches to the end for each way in which the others may play, and weighs what comes out by how
/// likely that way is. `None` if that takes too many positions.
fn exact(
    known: &Knowledge,
    round: Round,
    odds: &Odds,
    budget: Budget,
    chance: &mut Chance,
) -> Option<Analysis> {
    let position = known.position(round);
    let nodes_max = u64::from(budget.passes) * NODES_A_PASS;
    let mut valued: Vec<Valued> = Vec::new();
    for (greedy, likely) in Belief::new(known, OPPONENT_DRAWS, true, chance).greedy_seats() {
        let mut search = OpenHands::new(odds, nodes_max).against(greedy);
        for (place, (play, chance)) in search.values(&position)?.into_iter().enumerate() {
            if place == valued.len() {
                valued.push(Valued {
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
    Some(Analysis::of_known(valued))
}

impl Knowledge {
    /// A supposed round within the match.
    fn position(&self, round: Round) -> Position {
        Position::new(&self.rules, round, self.standing)
    }

    /// The round, if only one is possible: all unseen tiles are in one hand.
    fn certain(&self) -> Option<Round> {
        let hidden_hands = self.others().filter(|&(_, size)| size > 0).count();
        (hidden_hands == 1 && self.boneyard == 0).then(|| self.any.clone())
    }
}
