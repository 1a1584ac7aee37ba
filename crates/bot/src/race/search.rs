//! The search of the levels that think ahead: every move is tried in the same supposed positions.

use boneyard_rules::GameRules as _;
use boneyard_rules::race::Move;

use crate::chance::Chance;
use crate::level::{Budget, Meter};
use crate::race::appraisal::{Appraisal, Weights, greedy};
use crate::race::knowledge::Knowledge;
use crate::race::odds::share;
use crate::race::position::Position;
use crate::results::Results;

/// The most moves that are tried for a choice.
pub(crate) const TRIED_MAX: usize = 24;

/// With at most so many hidden tiles the supposed games are played on to their end, or nearly.
const HIDDEN_AT_END: usize = 12;

/// So near the target they are too.
const POINTS_AT_END: u16 = 15;

/// The most turns that are left then.
const TURNS_AT_END: usize = 14;

/// The turns that one pass of the budget pays for.
const TURNS_A_PASS: usize = 2;

/// A move, and the chances to win after it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Value {
    pub(crate) chosen: Move,
    pub(crate) results: Results,
}

/// Values moves, best first. After a move each seat has a turn, the own one last; near the end many more follow.
/// Half of the moves are dropped again and again, so that those that are nearly equal are tried most often. Only so
/// many moves are tried at all: those that look best.
pub(crate) fn search(
    knowledge: &Knowledge,
    offers: &[Move],
    tried_max: usize,
    budget: Budget,
    chance: &mut Chance,
) -> Vec<Value> {
    let position = &knowledge.position;
    let appraisal = Appraisal::new(position, Weights::AHEAD);
    let look = |chosen: &Move| match *chosen {
        Move::Place(place) => appraisal.of(place),
        Move::Stop | Move::Pit(_) => f32::INFINITY,
    };
    let mut moves = offers.to_vec();
    moves.sort_by(|one, other| look(other).total_cmp(&look(one)));
    moves.truncate(tried_max);
    let mut values: Vec<Value> = moves
        .into_iter()
        .map(|chosen| Value {
            chosen,
            results: Results::default(),
        })
        .collect();
    let seat = position.turn;
    let hidden = knowledge.hidden();
    let best = position.scores.iter().map(|(_, &points)| points).max();
    let is_near = |target: u16| target.saturating_sub(best.unwrap_or(0)) <= POINTS_AT_END;
    let turns = if hidden <= HIDDEN_AT_END || position.rules.target().is_some_and(is_near) {
        TURNS_AT_END
    } else {
        position.rules.seating().seat_count()
    };
    let passes = turns.div_ceil(TURNS_A_PASS);
    let mut meter = Meter::new(budget);
    let mut alive = values.len();
    while alive > 1 {
        let rounds = alive.ilog2().max(1);
        let left = budget.passes.saturating_sub(meter.spent);
        let worlds = (left / (rounds * (alive * passes) as u32)).max(1);
        'worlds: for _ in 0..worlds {
            let world = knowledge.suppose(chance);
            let begins = knowledge.position(&world);
            for value in &mut values[..alive] {
                if !(0..passes).all(|_| meter.spend()) && value.results.tries > 0 {
                    break 'worlds;
                }
                let mut end = begins.clone();
                end.make(value.chosen);
                play_on(&mut end, turns, chance);
                value.results.add(share(&end, seat));
            }
        }
        values[..alive].sort_by(|one, other| other.results.mean().total_cmp(&one.results.mean()));
        alive /= 2;
    }
    values
}

/// Plays so many turns, or to the end.
fn play_on(position: &mut Position<'_>, turns: usize, chance: &mut Chance) {
    for _ in 0..turns {
        let turn = position.turn;
        while !position.is_over() && position.turn == turn {
            match greedy(position, Weights::AHEAD, chance) {
                Some(next) => position.make(next),
                None => return,
            }
        }
    }
}
