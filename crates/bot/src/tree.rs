//! Information-set tree search: one tree over what can be seen, fed with many suppositions of
//! what can't.
//!
//! Each pass supposes another deal, walks down by the plays that are possible in it, adds one
//! play to the tree, plays the round to its end by what looks good at first sight, and adds what the end is worth to all
//! plays on the way. A play is judged over all deals in which it was possible, so a choice can't
//! depend on tiles that its player doesn't see.

use boneyard_rules::{ArmId, Event, Placement, Side, Tile};

use crate::chance::Chance;
use crate::heuristic::{Weights, weighed};
use crate::odds::{Odds, Shares};
use crate::opponent_model::Greedy;
use crate::playout::Playouts;
use crate::position::Position;

/// How strongly plays that look good are tried before others, in spreads of the outcome. With half
/// of it, a play whose point only a plan shows is tried two or three times and given up.
const CURIOSITY: f32 = 5.0;

/// Outcomes are taken to lie at least so far apart: where few tiles are hidden most passes of the
/// play that is ahead end alike, and the others would never be tried again.
const SPREAD_MIN: f32 = 0.05;

/// How many pips of appeal make a play e times as likely to be tried first.
const WARMTH: f32 = 10.0;

/// The next node is not there yet.
const NONE: u32 = u32::MAX;

/// A play from a node, over all deals in which it was tried.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edge {
    pub(crate) tile: Tile,
    pub(crate) arm: Option<ArmId>,
    pub(crate) tries: u32,
    /// The sum of its side's shares.
    sum: f32,
    /// The sum of their squares.
    squares: f32,
    next: u32,
}

impl Edge {
    /// The mean share of its side.
    pub(crate) fn mean(&self) -> f32 {
        self.sum / self.tries.max(1) as f32
    }

    /// The standard error of the mean.
    pub(crate) fn error(&self) -> f32 {
        let tries = self.tries.max(1) as f32;
        let variance = (self.squares / tries - self.mean() * self.mean()).max(0.0);
        (variance / tries).sqrt()
    }
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
    heard: Vec<Event>,
    /// How far outcomes lie apart, estimated from all so far.
    spread: Spread,
}

impl<'a> Tree<'a> {
    pub(crate) fn new(odds: &'a Odds) -> Self {
        Self {
            odds,
            nodes: vec![Node::default()],
            playouts: Playouts::default(),
            options: Vec::new(),
            path: Vec::new(),
            heard: Vec::new(),
            spread: Spread::default(),
        }
    }

    /// The plays at the root.
    pub(crate) fn root(&self) -> &[Edge] {
        &self.nodes[0].edges
    }

    /// Whether no play at the root can still be tried as often as the one tried most, with so
    /// many passes to come.
    pub(crate) fn is_settled(&self, passes: u32) -> bool {
        let (mut most, mut second) = (0, 0);
        for edge in self.root() {
            second = second.max(edge.tries.min(most));
            most = most.max(edge.tries);
        }
        most - second > passes
    }

    /// One pass through a supposed position, in which some seats play greedily.
    pub(crate) fn pass(&mut self, mut position: Position, greedy: Greedy, chance: &mut Chance) {
        self.path.clear();
        let root_side = position.turn_side();
        self.descend(&mut position, greedy);
        self.playouts.finish(&mut position, greedy, chance);
        let shares = self.odds.shares(position.standing());
        self.spread.add(shares[root_side.index()]);
        self.give_back(&shares);
    }

    /// Walks down to a play that wasn't tried yet, and makes it.
    fn descend(&mut self, position: &mut Position, greedy: Greedy) {
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
                weighed(
                    &rules,
                    round,
                    score,
                    Weights::keen(&rules),
                    &mut self.options,
                );
                self.select(node)
            };
            let Some((placement, edge)) = chosen else {
                return;
            };
            position.play(placement, &mut self.heard);
            self.path.push((node, edge, side));
            let nodes = self.nodes.len() as u32;
            let made = &mut self.nodes[node as usize].edges[edge];
            if made.tries == 0 {
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

    /// The option to try next: what has done well, what looks good, what was tried little.
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
            *appeal = ((*appeal - top) / WARMTH).exp();
            prior_sum += *appeal;
            tries += node
                .find(*placement)
                .map_or(0, |edge| node.edges[edge].tries);
        }
        let usual = if node.tries == 0 {
            0.0
        } else {
            node.sum / node.tries as f32
        };
        let spread = self.spread.deviation().max(SPREAD_MIN);
        let eager = CURIOSITY * spread * ((tries + 1) as f32).sqrt() / prior_sum;
        let mut best = None;
        let mut most = f32::NEG_INFINITY;
        for &(placement, prior) in &self.options {
            let edge = node.find(placement);
            let (mean, tries) = edge
                .map(|edge| &node.edges[edge])
                .filter(|edge| edge.tries > 0)
                .map_or((usual, 0), |edge| (edge.mean(), edge.tries));
            let promise = mean + eager * prior / (1 + tries) as f32;
            // At the root no play stays without a value.
            let promise = if tries == 0 && at_root { 2.0 } else { promise };
            if promise > most {
                (best, most) = (Some(placement), promise);
            }
        }
        best.map(|placement| (placement, node.find_or_add(placement)))
    }

    fn give_back(&mut self, shares: &Shares) {
        for &(node, edge, side) in &self.path {
            let share = shares[side.index()];
            let node = &mut self.nodes[node as usize];
            node.tries += 1;
            node.sum += share;
            let edge = &mut node.edges[edge];
            edge.tries += 1;
            edge.sum += share;
            edge.squares += share * share;
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
                tries: 0,
                sum: 0.0,
                squares: 0.0,
                next: NONE,
            });
            self.edges.len() - 1
        })
    }
}

/// The standard deviation of a growing list of numbers.
#[derive(Clone, Copy, Debug, Default)]
struct Spread {
    count: f32,
    sum: f32,
    squares: f32,
}

impl Spread {
    fn add(&mut self, number: f32) {
        self.count += 1.0;
        self.sum += number;
        self.squares += number * number;
    }

    fn deviation(&self) -> f32 {
        if self.count < 2.0 {
            // As wide as it can be, until more is known.
            return 0.5;
        }
        let mean = self.sum / self.count;
        (self.squares / self.count - mean * mean).max(0.0).sqrt()
    }
}

#[cfg(test)]
mod tests {
    use boneyard_rules::{Preset, Round};

    use super::*;
    use crate::standing::Standing;

    #[test]
    fn a_play_that_failed_once_is_tried_again_even_if_the_best_always_ends_alike() {
        let rules = Preset::BLOCK.rules();
        let odds = Odds::new(rules);
        let after_lead = |seed| {
            let round = Round::deal(rules, &Chance::new(seed).order(rules.tile_set))?;
            let lead = round.placements().next()?;
            let mut position = Position::new(rules, round, Standing::new(rules.seating));
            position.play(lead, &mut Vec::new());
            let has_choice = position.round().placements().nth(1).is_some();
            has_choice.then_some(position)
        };
        let position = (0..).find_map(after_lead).expect("some hand has a choice");
        let mut tree = Tree::new(&odds);
        weighed(
            rules,
            position.round(),
            0,
            Weights::keen(rules),
            &mut tree.options,
        );
        let plays: Vec<_> = tree.options.iter().map(|&(play, _)| play).collect();
        for (place, &play) in plays.iter().enumerate() {
            let (tries, mean) = if place == 0 { (1_000, 0.40) } else { (1, 0.35) };
            let edge = tree.nodes[0].find_or_add(play);
            let edge = &mut tree.nodes[0].edges[edge];
            (edge.tries, edge.sum) = (tries, mean * tries as f32);
        }
        (0..1_000).for_each(|_| tree.spread.add(0.40));
        let (next, _) = tree.select(0).expect("there are options");
        assert_ne!(next, plays[0]);
    }
}
