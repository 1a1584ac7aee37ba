//! Information-set Monte Carlo tree search: one tree of what the player can see, searched with many
//! supposed worlds.
//!
//! Each pass uses another supposed world. It descends the tree along plays that are possible in that
//! world, adds one node, finishes the round with a playout, and adds the result to all plays on the path.
//! The value of a play is an average over all worlds in which the play was possible, so the choice can't
//! depend on tiles that the player doesn't see.

use boneyard_rules::line::{ArmId, Event, Placement};
use boneyard_rules::{Side, Tile};

use crate::chance::Chance;
use crate::line::heuristic::{Weights, rate_plays};
use crate::line::odds::{Odds, Shares};
use crate::line::opponent_model::GreedySeats;
use crate::line::playout::Playouts;
use crate::line::position::Position;
use crate::results::Results;

/// The weight of exploration, in standard deviations of the results. With half this weight, a play that
/// is only good as part of a plan is tried two or three times and then ignored.
const EXPLORATION: f32 = 5.0;

/// The lower bound of the standard deviation. If few tiles are hidden, most passes through the best play
/// have equal results. Without the bound, the other plays would then never be tried again.
const DEVIATION_MIN: f32 = 0.05;

/// If the appeals of two plays differ by this number of pips, the search explores the play with the higher
/// appeal e times as much as the other.
const PRIOR_TEMPERATURE: f32 = 10.0;

/// The index that means: the edge has no child node yet.
const NONE: u32 = u32::MAX;

/// A play from a node, and its results in all worlds in which it was tried.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edge {
    pub(crate) tile: Tile,
    pub(crate) arm: Option<ArmId>,
    /// The results for the side that makes the play.
    pub(crate) results: Results,
    next: u32,
}

#[derive(Debug, Default)]
struct Node {
    edges: Vec<Edge>,
    tries: u32,
    sum: f32,
}

/// The tree of one decision.
#[derive(Debug)]
pub(crate) struct Tree<'a> {
    odds: &'a Odds,
    nodes: Vec<Node>,
    playouts: Playouts,
    options: Vec<(Placement, f32)>,
    path: Vec<(u32, usize, Side)>,
    events: Vec<Event>,
    /// The standard deviation of all results so far.
    deviation: RunningDeviation,
}

impl<'a> Tree<'a> {
    pub(crate) fn new(odds: &'a Odds) -> Self {
        Self {
            odds,
            nodes: vec![Node::default()],
            playouts: Playouts::default(),
            options: Vec::new(),
            path: Vec::new(),
            events: Vec::new(),
            deviation: RunningDeviation::default(),
        }
    }

    /// The plays from the root.
    pub(crate) fn root(&self) -> &[Edge] {
        &self.nodes[0].edges
    }

    /// Whether the most tried play from the root will still have the most tries after this number of
    /// further passes.
    pub(crate) fn is_settled(&self, passes: u32) -> bool {
        let (mut most, mut second) = (0, 0);
        for edge in self.root() {
            second = second.max(edge.results.tries.min(most));
            most = most.max(edge.results.tries);
        }
        most - second > passes
    }

    /// Makes one pass of the search, through a supposed position in which these seats are greedy.
    pub(crate) fn pass(
        &mut self,
        mut position: Position,
        greedy: GreedySeats,
        chance: &mut Chance,
    ) {
        self.path.clear();
        let root_side = position.turn_side();
        self.descend(&mut position, greedy);
        self.playouts.finish(&mut position, greedy, chance);
        let shares = self.odds.shares(position.match_state());
        self.deviation.add(shares[root_side.index()]);
        self.backpropagate(&shares);
    }

    /// Makes plays from the root of the tree downwards. The last play is the first one that no earlier pass
    /// has tried, or the one that ends the round or the match.
    fn descend(&mut self, position: &mut Position, greedy: GreedySeats) {
        let mut node = 0;
        while !position.is_over() {
            let side = position.turn_side();
            let score = position.score();
            let rules = *position.rules();
            let round = position.round();
            let chosen = if greedy.contains(round.turn()) {
                self.playouts.greedy(&rules, round, score).map(|placement| {
                    let node = &mut self.nodes[node as usize];
                    (placement, node.find_or_add(placement))
                })
            } else {
                rate_plays(
                    &rules,
                    round,
                    score,
                    Weights::for_playouts(&rules),
                    &mut self.options,
                );
                self.select(node)
            };
            let Some((placement, edge)) = chosen else {
                return;
            };
            position.play(placement, &mut self.events);
            self.path.push((node, edge, side));
            let nodes = self.nodes.len() as u32;
            let made = &mut self.nodes[node as usize].edges[edge];
            if made.results.tries == 0 {
                return;
            }
            if made.next == NONE {
                made.next = nodes;
            }
            node = made.next;
            if node == nodes {
                self.nodes.push(Node::default());
            }
        }
    }

    /// Selects the play to try next, by its mean result, its appeal, and how seldom it was tried (PUCT).
    fn select(&mut self, node: u32) -> Option<(Placement, usize)> {
        let at_root = node == 0;
        let node = &mut self.nodes[node as usize];
        let top = self
            .options
            .iter()
            .fold(f32::NEG_INFINITY, |top, option| top.max(option.1));
        let mut prior_sum = 0.0;
        let mut tries = 0;
        for (placement, appeal) in &mut self.options {
            *appeal = ((*appeal - top) / PRIOR_TEMPERATURE).exp();
            prior_sum += *appeal;
            tries += node
                .find(*placement)
                .map_or(0, |edge| node.edges[edge].results.tries);
        }
        let unvisited_mean = if node.tries == 0 {
            0.0
        } else {
            node.sum / node.tries as f32
        };
        let deviation = self.deviation.get().max(DEVIATION_MIN);
        let exploration = EXPLORATION * deviation * ((tries + 1) as f32).sqrt() / prior_sum;
        let mut best = None;
        let mut most = f32::NEG_INFINITY;
        for &(placement, prior) in &self.options {
            let edge = node.find(placement);
            let (mean, tries) = edge
                .map(|edge| &node.edges[edge])
                .filter(|edge| edge.results.tries > 0)
                .map_or((unvisited_mean, 0), |edge| {
                    (edge.results.mean(), edge.results.tries)
                });
            let bound = mean + exploration * prior / (1 + tries) as f32;
            // Every play from the root is tried at least once.
            let bound = if tries == 0 && at_root { 2.0 } else { bound };
            if bound > most {
                (best, most) = (Some(placement), bound);
            }
        }
        best.map(|placement| (placement, node.find_or_add(placement)))
    }

    fn backpropagate(&mut self, shares: &Shares) {
        for &(node, edge, side) in &self.path {
            let share = shares[side.index()];
            let node = &mut self.nodes[node as usize];
            node.tries += 1;
            node.sum += share;
            node.edges[edge].results.add(share);
        }
    }
}

impl Node {
    fn find(&self, placement: Placement) -> Option<usize> {
        let (tile, arm) = (placement.tile(), placement.arm());
        self.edges
            .iter()
            .position(|edge| edge.tile == tile && edge.arm == arm)
    }

    fn find_or_add(&mut self, placement: Placement) -> usize {
        self.find(placement).unwrap_or_else(|| {
            self.edges.push(Edge {
                tile: placement.tile(),
                arm: placement.arm(),
                results: Results::default(),
                next: NONE,
            });
            self.edges.len() - 1
        })
    }
}

/// The standard deviation of a growing list of numbers.
#[derive(Clone, Copy, Debug, Default)]
struct RunningDeviation {
    count: f32,
    sum: f32,
    squares: f32,
}

impl RunningDeviation {
    fn add(&mut self, number: f32) {
        self.count += 1.0;
        self.sum += number;
        self.squares += number * number;
    }

    fn get(&self) -> f32 {
        if self.count < 2.0 {
            // With fewer than two numbers, the widest possible deviation is returned.
            return 0.5;
        }
        let mean = self.sum / self.count;
        (self.squares / self.count - mean * mean).max(0.0).sqrt()
    }
}

#[cfg(test)]
mod tests {
    use boneyard_rules::line::{Preset, Round};

    use super::*;
    use crate::line::match_state::MatchState;

    #[test]
    fn a_play_that_failed_once_is_tried_again_even_if_the_best_always_ends_alike() {
        let rules = Preset::BLOCK.rules();
        let odds = Odds::new(rules);
        let after_lead = |seed| {
            let round = Round::deal(rules, &Chance::new(seed).order(rules.tile_set.len()))?;
            let lead = round.placements().next()?;
            let mut position = Position::new(rules, round, MatchState::new(rules.seating));
            position.play(lead, &mut Vec::new());
            let has_choice = position.round().placements().nth(1).is_some();
            has_choice.then_some(position)
        };
        let position = (0..).find_map(after_lead).expect("some hand has a choice");
        let mut tree = Tree::new(&odds);
        rate_plays(
            rules,
            position.round(),
            0,
            Weights::for_playouts(rules),
            &mut tree.options,
        );
        let plays: Vec<_> = tree.options.iter().map(|&(play, _)| play).collect();
        for (place, &play) in plays.iter().enumerate() {
            let (tries, mean) = if place == 0 { (1_000, 0.40) } else { (1, 0.35) };
            let edge = tree.nodes[0].find_or_add(play);
            let edge = &mut tree.nodes[0].edges[edge];
            (0..tries).for_each(|_| edge.results.add(mean));
        }
        (0..1_000).for_each(|_| tree.deviation.add(0.40));
        let (next, _) = tree.select(0).expect("there are options");
        assert_ne!(next, plays[0]);
    }
}
