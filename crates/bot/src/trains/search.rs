//! The search of the expert: every move is tried in the same supposed rounds, which are played to their end.

use boneyard_rules::trains::{Move, Round, Rules, Variant};
use boneyard_rules::{BySide, GameRules as _, Seat, Standing};

use crate::chance::Chance;
use crate::level::{Budget, Meter};
use crate::results::Results;
use crate::trains::appraisal::{Plans, appraise};
use crate::trains::knowledge::Knowledge;
use crate::trains::odds;

/// The most moves that are tried for a choice.
const TRIED_MAX: usize = 10;

/// So often each of them must be tried before half of them are dropped, or fewer are tried.
const TRIES_MIN: u32 = 6;

/// The passes of the budget that a supposed round takes. One of Chickenfoot takes less time, and its moves are nearer to
/// each other.
fn passes_a_round(rules: &Rules) -> u32 {
    match rules.game {
        Variant::MexicanTrain => 5,
        Variant::Chickenfoot => 2,
    }
}

/// How many standard errors a gain must have, so that a move is taken that doesn't look best.
const CAUTION: f32 = 1.0;

/// The number of moves that such a budget is enough for.
pub(crate) fn tried_max(rules: &Rules, budget: Budget) -> usize {
    let tries = budget.passes / passes_a_round(rules);
    TRIED_MAX.min((tries / TRIES_MIN) as usize).max(1)
}

/// A move, and the chances to win the match after it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Value {
    pub(crate) chosen: Move,
    pub(crate) results: Results,
    /// How much higher they are than after the move that looks best.
    gain: Results,
}

impl Value {
    fn new(chosen: Move) -> Self {
        let results = Results::default();
        let gain = Results::default();
        Self {
            chosen,
            results,
            gain,
        }
    }

    /// The gain that is nearly sure.
    fn surely(&self) -> f32 {
        self.gain.mean() - CAUTION * self.gain.error()
    }
}

/// Whether it makes no difference which of two moves is made: in Chickenfoot a tile goes on any of equal ends.
pub(crate) fn is_same(round: &Round, one: Move, other: Move) -> bool {
    match (one, other) {
        (Move::Play { tile, on }, Move::Play { tile: same, on: at }) => {
            let is_tree = round.rules().game == Variant::Chickenfoot;
            tile == same && (on == at || is_tree && round.end(on) == round.end(at))
        }
        _ => one == other,
    }
}

/// The moves that look best, best first, without those that are the same.
pub(crate) fn ranked(round: &Round, seat: Seat, offers: &[Move]) -> Vec<Move> {
    let mut moves: Vec<Move> = Vec::new();
    for &chosen in offers {
        if !moves.iter().any(|&known| is_same(round, known, chosen)) {
            moves.push(chosen);
        }
    }
    let values = appraise(round, seat, &moves);
    let mut ranked: Vec<(f32, Move)> = values.into_iter().zip(moves).collect();
    ranked.sort_by(|one, other| other.0.total_cmp(&one.0));
    ranked.into_iter().map(|(_, chosen)| chosen).collect()
}

/// Values moves, best first. Each is compared with the one that looks best, in the same supposed rounds. Half of the
/// others are dropped again and again, so that those that are nearly equal are tried most often. Only so many moves are
/// tried at all: those that look best.
pub(crate) fn search(
    knowledge: &Knowledge,
    standing: &Standing,
    offers: &[Move],
    tried_max: usize,
    budget: Budget,
    chance: &mut Chance,
) -> Vec<Value> {
    let mut moves = ranked(&knowledge.round, knowledge.seat, offers);
    moves.truncate(tried_max);
    let mut values: Vec<Value> = moves.into_iter().map(Value::new).collect();
    let mut meter = Meter::new(budget);
    let passes = passes_a_round(knowledge.round.rules());
    let mut alive = values.len();
    while alive > 1 {
        let halvings = alive.ilog2().max(1);
        let left = budget.passes.saturating_sub(meter.spent);
        let worlds = (left / (halvings * alive as u32 * passes)).max(1);
        'worlds: for _ in 0..worlds {
            let Some(begins) = knowledge.suppose(chance) else {
                break;
            };
            let plans = Plans::new(&begins);
            let mut first = None;
            for value in &mut values[..alive] {
                if !(0..passes).all(|_| meter.spend()) && value.results.tries > 0 {
                    break 'worlds;
                }
                let points = play_on(begins.clone(), plans.clone(), value.chosen);
                let points = points.as_ref();
                let won = points.map_or(0.0, |points| chance_after(knowledge, standing, points));
                value.results.add(won);
                value.gain.add(won - *first.get_or_insert(won));
            }
        }
        // The one that looks best stays in front, since the others are compared with it.
        values[1..alive].sort_by(|one, other| other.surely().total_cmp(&one.surely()));
        alive = (alive / 2).max(1);
    }
    values.sort_by(|one, other| other.surely().total_cmp(&one.surely()));
    values
}

/// Makes a move, and plays the round to its end. Returns the points.
fn play_on(mut round: Round, mut plans: Plans, chosen: Move) -> Option<BySide<u16>> {
    let mut events = Vec::new();
    let mut next = Some(chosen);
    while let (Some(chosen), Some(seat)) = (next, round.turn()) {
        plans.note(seat, chosen);
        round.play(chosen, &mut events).ok()?;
        events.clear();
        next = plans.choose(&round);
    }
    round.outcome().map(|outcome| outcome.points)
}

/// The chance to win the match after a round with these points.
fn chance_after(knowledge: &Knowledge, standing: &Standing, points: &BySide<u16>) -> f32 {
    let rules = knowledge.round.rules();
    let seating = rules.seating();
    let totals = BySide::from_fn(seating, |side| standing.scores[side] + points[side]);
    let rounds_left = if standing.last_round {
        0
    } else {
        u16::from(rules.rounds).saturating_sub(standing.round) as u8
    };
    odds::chance(rules, &totals, rounds_left, seating.side(knowledge.seat))
}
