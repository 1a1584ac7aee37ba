//! Exact search of a position in which all tiles are known.
//!
//! A player gets here only when what it has seen leaves no doubt where every tile is. A reference
//! that sees all hands is measured with it too.

use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

use boneyard_rules::{Event, Placement, Side};

use crate::chance::Chance;
use crate::heuristic::{Weights, weighed};
use crate::level::give_way;
use crate::odds::Odds;
use crate::opponent_model::Greedy;
use crate::playout::Playouts;
use crate::position::Position;
use crate::tree::Tree;

/// What a position with open hands is worth, play by play.
#[derive(Debug)]
pub struct OpenHands<'a> {
    odds: &'a Odds,
    /// For whom the values are.
    side: Side,
    /// Who plays greedily, whatever comes of it.
    greedy: Greedy,
    nodes_left: u64,
    table: Vec<Option<Known>>,
    playouts: Playouts,
    heard: Vec<Event>,
}

/// A position searched before.
#[derive(Clone, Copy, Debug)]
struct Known {
    key: u64,
    value: f32,
    bound: Bound,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

/// Nodes that are visited before others may have the core: about a tenth of a millisecond.
const NODES_AT_A_TIME: u64 = 512;

/// The search met its limit of nodes.
struct TooLarge;

impl<'a> OpenHands<'a> {
    /// A search that gives up after so many nodes.
    #[must_use]
    pub fn new(odds: &'a Odds, nodes_max: u64) -> Self {
        // One place for every few nodes, 64 to 2 MiB in all.
        let places = (nodes_max / 4).clamp(1 << 10, 1 << 17).next_power_of_two();
        Self {
            odds,
            side: Side::default(),
            greedy: Greedy::default(),
            nodes_left: nodes_max,
            table: vec![None; places as usize],
            playouts: Playouts::default(),
            heard: Vec::new(),
        }
    }

    /// The same against seats of which these are greedy.
    pub(crate) const fn against(mut self, greedy: Greedy) -> Self {
        self.greedy = greedy;
        self
    }

    /// The chance of the side on turn to win the match, for each of its plays, if from there on
    /// it plays for itself and everybody else against it, but for those who are greedy, all hands
    /// open. `None` if there are too many nodes.
    pub fn values(&mut self, position: &Position) -> Option<Vec<(Placement, f32)>> {
        self.side = position.turn_side();
        self.table.fill(None);
        let mut values = Vec::new();
        for (placement, _) in options(position) {
            let mut next = position.clone();
            next.play(placement, &mut self.heard);
            // The whole window, so that not only the best play gets its value.
            let value = self.search(&next, 0.0, 1.0).ok()?;
            values.push((placement, value));
        }
        Some(values)
    }

    /// The best play, found faster than the value of every play.
    pub fn best(&mut self, position: &Position) -> Option<(Placement, f32)> {
        self.side = position.turn_side();
        self.table.fill(None);
        let mut best = None;
        let mut most = -1.0;
        for (placement, _) in options(position) {
            let mut next = position.clone();
            next.play(placement, &mut self.heard);
            let value = self.search(&next, most, 1.0).ok()?;
            if value > most {
                (best, most) = (Some((placement, value)), value);
            }
        }
        best
    }

    /// A good play where an exact search is too large: the one that does best in a tree search
    /// with so many passes.
    pub fn tried(
        &self,
        position: &Position,
        passes: u32,
        chance: &mut Chance,
    ) -> Option<Placement> {
        let mut tree = Tree::new(self.odds);
        (0..passes).for_each(|_| tree.pass(position.clone(), Greedy::default(), chance));
        let most = tree.root().iter().max_by_key(|edge| edge.tries)?;
        let round = position.round();
        round.placement(round.turn(), most.tile, most.arm).ok()
    }

    fn search(&mut self, position: &Position, alpha: f32, beta: f32) -> Result<f32, TooLarge> {
        if position.is_over() {
            return Ok(self.odds.shares(position.standing())[self.side.index()]);
        }
        self.nodes_left = self.nodes_left.checked_sub(1).ok_or(TooLarge)?;
        if self.nodes_left.is_multiple_of(NODES_AT_A_TIME) {
            give_way();
        }
        let key = key(position);
        let place = key as usize & (self.table.len() - 1);
        if let Some(known) = self.table[place].filter(|known| known.key == key)
            && match known.bound {
                Bound::Exact => true,
                Bound::AtLeast => known.value >= beta,
                Bound::AtMost => known.value <= alpha,
            }
        {
            return Ok(known.value);
        }
        let value = self.search_plays(position, alpha, beta)?;
        let bound = if value >= beta {
            Bound::AtLeast
        } else if value <= alpha {
            Bound::AtMost
        } else {
            Bound::Exact
        };
        self.table[place] = Some(Known { key, value, bound });
        Ok(value)
    }

    fn search_plays(
        &mut self,
        position: &Position,
        mut alpha: f32,
        mut beta: f32,
    ) -> Result<f32, TooLarge> {
        if self.greedy.contains(position.turn()) {
            let score = position.score();
            let (rules, round) = (position.rules(), position.round());
            if let Some(placement) = self.playouts.greedy(rules, round, score) {
                let mut next = position.clone();
                next.play(placement, &mut self.heard);
                return self.search(&next, alpha, beta);
            }
        }
        let own = position.turn_side() == self.side;
        let mut best = if own { -1.0 } else { 2.0 };
        for (placement, _) in options(position) {
            let mut next = position.clone();
            next.play(placement, &mut self.heard);
            let value = self.search(&next, alpha, beta)?;
            if own {
                best = value.max(best);
                alpha = best.max(alpha);
            } else {
                best = value.min(best);
                beta = best.min(beta);
            }
            if alpha >= beta {
                break;
            }
        }
        Ok(best)
    }
}

/// The different plays, those first that look best.
fn options(position: &Position) -> Vec<(Placement, f32)> {
    let mut options = Vec::with_capacity(8);
    let score = position.score();
    weighed(
        position.rules(),
        position.round(),
        score,
        Weights::keen(position.rules()),
        &mut options,
    );
    options.sort_by(|one, other| other.1.total_cmp(&one.1));
    options
}

/// All that the rest of the round depends on: the boneyard's order is the same throughout a
/// search, and so is who led.
fn key(position: &Position) -> u64 {
    let round = position.round();
    BuildHasherDefault::<DefaultHasher>::default().hash_one((
        round.hands(),
        round.layout(),
        round.turn(),
        round.boneyard().len(),
        &position.standing().scores,
    ))
}

#[cfg(test)]
mod tests {
    use boneyard_rules::{Preset, Round};

    use super::*;
    use crate::standing::Standing;

    /// Without pruning, memory or order.
    fn naive(odds: &Odds, position: &Position, side: Side, greedy: Greedy) -> f32 {
        if position.is_over() {
            return odds.shares(position.standing())[side.index()];
        }
        let mut plays: Vec<Placement> = position.round().placements().collect();
        if greedy.contains(position.turn()) {
            let score = position.score();
            let mut playouts = Playouts::default();
            plays = playouts
                .greedy(position.rules(), position.round(), score)
                .into_iter()
                .collect();
        }
        let values = plays.into_iter().map(|placement| {
            let mut next = position.clone();
            next.play(placement, &mut Vec::new());
            naive(odds, &next, side, greedy)
        });
        let values: Vec<f32> = values.collect();
        let best = if position.turn_side() == side {
            f32::max
        } else {
            f32::min
        };
        values.into_iter().reduce(best).expect("a play is possible")
    }

    /// Near the end of a round in which all tiles are dealt.
    fn position(seed: u64) -> Option<Position> {
        let line = "Muggins 61 · partners · 7 tiles · spinner";
        let rules = line.parse().expect("short notation");
        let round = Round::deal(&rules, &Chance::new(seed).order(rules.tile_set))?;
        let standing = Standing {
            scores: boneyard_rules::BySide::from_fn(rules.seating, |_| 50),
            ..Standing::new(rules.seating)
        };
        let mut position = Position::new(&rules, round, standing);
        for _ in 0..19 {
            if position.is_over() {
                return None;
            }
            let first = position.round().placements().next()?;
            position.play(first, &mut Vec::new());
        }
        (!position.is_over()).then_some(position)
    }

    #[test]
    fn pruning_and_memory_change_no_value() {
        let rules = "Muggins 61 · partners · 7 tiles · spinner".parse();
        let odds = Odds::new(&rules.expect("short notation"));
        let mut searched = 0;
        for (number, position) in (0..60).filter_map(position).enumerate() {
            let side = position.turn_side();
            let mut greedy = Greedy::default();
            let next = position.rules().seating.next(position.turn());
            if number % 2 == 1 {
                greedy.insert(next);
            }
            let mut open = OpenHands::new(&odds, 1_000_000).against(greedy);
            let values = open.values(&position).expect("small enough");
            for &(placement, value) in &values {
                let mut next = position.clone();
                next.play(placement, &mut Vec::new());
                let expected = naive(&odds, &next, side, greedy);
                assert!(
                    (value - expected).abs() < 1e-5,
                    "{placement:?}: {value} {expected}"
                );
            }
            let most = values.iter().map(|play| play.1).fold(0.0, f32::max);
            let best = open.best(&position).expect("small enough");
            assert!((best.1 - most).abs() < 1e-5);
            searched += 1;
        }
        assert!(searched > 10);
    }

    #[test]
    fn what_is_too_large_is_given_up() {
        let rules = *Preset::ALL_FIVES.rules();
        let odds = Odds::new(&rules);
        let round = Round::deal(&rules, &Chance::new(1).order(rules.tile_set)).expect("a leader");
        let position = Position::new(&rules, round, Standing::new(rules.seating));
        assert!(OpenHands::new(&odds, 5).values(&position).is_none());
        let tried = OpenHands::new(&odds, 5).tried(&position, 50, &mut Chance::new(1));
        assert!(tried.is_some());
    }
}
