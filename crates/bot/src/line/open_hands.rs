//! Exact search of a position in which all tiles are known.
//!
//! A computer player uses this search only if its view shows where every tile is. The arena's all-seeing
//! player, which is a reference, uses it too.

use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

use boneyard_rules::Side;
use boneyard_rules::line::{Event, Placement};

use crate::chance::Chance;
use crate::level::yield_core;
use crate::line::heuristic::{Weights, rate_plays};
use crate::line::odds::Odds;
use crate::line::opponent_model::GreedySeats;
use crate::line::playout::Playouts;
use crate::line::position::Position;
use crate::line::tree::Tree;

/// An exact search.
#[derive(Debug)]
pub struct OpenHands<'a> {
    odds: &'a Odds,
    /// The side for which positions are evaluated.
    side: Side,
    /// The seats that always play greedily.
    greedy: GreedySeats,
    nodes_left: u64,
    table: Vec<Option<TableEntry>>,
    playouts: Playouts,
    events: Vec<Event>,
}

/// An entry of the transposition table: a position that was searched before.
#[derive(Clone, Copy, Debug)]
struct TableEntry {
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

/// The number of nodes that a thread visits before it yields its core: about 0.1 ms of work.
const NODES_PER_YIELD: u64 = 512;

/// The error of a search that has reached its limit of nodes.
struct TooLarge;

impl<'a> OpenHands<'a> {
    /// A search that stops without a result after `nodes_max` nodes.
    #[must_use]
    pub fn new(odds: &'a Odds, nodes_max: u64) -> Self {
        // The table has about one entry for every four nodes of the limit, but at least 1,024 and at most
        // 131,072 entries. So it takes 16 KiB to 2 MiB.
        let places = (nodes_max / 4).clamp(1 << 10, 1 << 17).next_power_of_two();
        Self {
            odds,
            side: Side::default(),
            greedy: GreedySeats::default(),
            nodes_left: nodes_max,
            table: vec![None; places as usize],
            playouts: Playouts::default(),
            events: Vec::new(),
        }
    }

    /// Sets the seats that play greedily.
    pub(crate) const fn against(mut self, greedy: GreedySeats) -> Self {
        self.greedy = greedy;
        self
    }

    /// The value of each play: the probability that the side on turn wins the match after this play. All
    /// hands are open. The side on turn plays for itself, greedy seats play greedily, and all other seats
    /// play against the side on turn. `None` if the search needs more nodes than its limit.
    pub fn values(&mut self, position: &Position) -> Option<Vec<(Placement, f32)>> {
        self.side = position.turn_side();
        self.table.fill(None);
        let mut values = Vec::new();
        for (placement, _) in options(position) {
            let mut next = position.clone();
            next.play(placement, &mut self.events);
            // The search uses the full alpha-beta window, from 0 to 1, because every play needs its exact
            // value, not only the best one.
            let value = self.search(&next, 0.0, 1.0).ok()?;
            values.push((placement, value));
        }
        Some(values)
    }

    /// The best play and its value; `None` if the search needs more nodes than its limit. This is faster than
    /// [`Self::values`].
    pub fn best(&mut self, position: &Position) -> Option<(Placement, f32)> {
        self.side = position.turn_side();
        self.table.fill(None);
        let mut best = None;
        let mut most = -1.0;
        for (placement, _) in options(position) {
            let mut next = position.clone();
            next.play(placement, &mut self.events);
            let value = self.search(&next, most, 1.0).ok()?;
            if value > most {
                (best, most) = (Some((placement, value)), value);
            }
        }
        best
    }

    /// A good play for a position that is too large for an exact search: the best play of a tree search
    /// with this number of passes.
    pub fn best_by_tree_search(
        &self,
        position: &Position,
        passes: u32,
        chance: &mut Chance,
    ) -> Option<Placement> {
        let mut tree = Tree::new(self.odds);
        (0..passes).for_each(|_| tree.pass(position.clone(), GreedySeats::default(), chance));
        let most = tree.root().iter().max_by_key(|edge| edge.results.tries)?;
        let round = position.round();
        round.placement(round.turn(), most.tile, most.arm).ok()
    }

    fn search(&mut self, position: &Position, alpha: f32, beta: f32) -> Result<f32, TooLarge> {
        if position.is_over() {
            return Ok(self.odds.shares(position.match_state())[self.side.index()]);
        }
        self.nodes_left = self.nodes_left.checked_sub(1).ok_or(TooLarge)?;
        if self.nodes_left.is_multiple_of(NODES_PER_YIELD) {
            yield_core();
        }
        let key = key(position);
        let place = key as usize & (self.table.len() - 1);
        if let Some(entry) = self.table[place].filter(|entry| entry.key == key)
            && match entry.bound {
                Bound::Exact => true,
                Bound::AtLeast => entry.value >= beta,
                Bound::AtMost => entry.value <= alpha,
            }
        {
            return Ok(entry.value);
        }
        let value = self.search_plays(position, alpha, beta)?;
        let bound = if value >= beta {
            Bound::AtLeast
        } else if value <= alpha {
            Bound::AtMost
        } else {
            Bound::Exact
        };
        self.table[place] = Some(TableEntry { key, value, bound });
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
                next.play(placement, &mut self.events);
                return self.search(&next, alpha, beta);
            }
        }
        let own = position.turn_side() == self.side;
        let mut best = if own { -1.0 } else { 2.0 };
        for (placement, _) in options(position) {
            let mut next = position.clone();
            next.play(placement, &mut self.events);
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

/// The plays that are possible in a position, ordered by appeal, the highest first. Of several equivalent
/// plays, only one is included.
fn options(position: &Position) -> Vec<(Placement, f32)> {
    let mut options = Vec::with_capacity(8);
    let score = position.score();
    rate_plays(
        position.rules(),
        position.round(),
        score,
        Weights::for_playouts(position.rules()),
        &mut options,
    );
    options.sort_by(|one, other| other.1.total_cmp(&one.1));
    options
}

/// A hash of everything that influences the rest of the round. The order of the boneyard and the leader
/// are the same throughout a search, so the hash doesn't include them.
fn key(position: &Position) -> u64 {
    let round = position.round();
    BuildHasherDefault::<DefaultHasher>::default().hash_one((
        round.hands(),
        round.layout(),
        round.turn(),
        round.boneyard().len(),
        &position.match_state().scores,
    ))
}

#[cfg(test)]
mod tests {
    use boneyard_rules::line::{Preset, Round};

    use super::*;
    use crate::line::match_state::MatchState;

    /// The value of a position, by a search without pruning, without a table and without an order of
    /// plays.
    fn naive(odds: &Odds, position: &Position, side: Side, greedy: GreedySeats) -> f32 {
        if position.is_over() {
            return odds.shares(position.match_state())[side.index()];
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

    /// A position near the end of a round in which all tiles are dealt.
    fn position(seed: u64) -> Option<Position> {
        let line = "Muggins 61 · partners · 7 tiles · spinner";
        let rules = line.parse().expect("short notation");
        let round = Round::deal(&rules, &Chance::new(seed).order(rules.tile_set.len()))?;
        let match_state = MatchState {
            scores: boneyard_rules::BySide::from_fn(rules.seating, |_| 50),
            ..MatchState::new(rules.seating)
        };
        let mut position = Position::new(&rules, round, match_state);
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
            let mut greedy = GreedySeats::default();
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
    fn a_search_that_is_too_large_gives_up() {
        let rules = *Preset::ALL_FIVES.rules();
        let odds = Odds::new(&rules);
        let round =
            Round::deal(&rules, &Chance::new(1).order(rules.tile_set.len())).expect("a leader");
        let position = Position::new(&rules, round, MatchState::new(rules.seating));
        assert!(OpenHands::new(&odds, 5).values(&position).is_none());
        let tried =
            OpenHands::new(&odds, 5).best_by_tree_search(&position, 50, &mut Chance::new(1));
        assert!(tried.is_some());
    }
}
