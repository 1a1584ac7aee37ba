//! The levels of the computer player, its hints, and its judgement of moves.

use boneyard_rules::game::GameView as _;
use boneyard_rules::race::{Match, Move, Rules, View, gives, track};
use boneyard_rules::{GameRules as _, Pips, Side};
use serde::{Deserialize, Serialize};

use crate::chance::Chance;
use crate::computer::{Computer, Judgement, Seen};
use crate::level::{Budget, Level};
use crate::race::appraisal::{Weights, greedy, most_of_others};
use crate::race::knowledge::Knowledge;
use crate::race::search::{TRIED_MAX, Value, search};

/// How often a beginner makes any move.
const BEGINNER_ANY: f32 = 0.5;

/// How often the casual level does.
const CASUAL_ANY: f32 = 0.1;

/// A computer player for a match with certain rules. It can play at any seat and any level.
#[derive(Debug)]
pub struct Player {
    rules: Rules,
}

/// A hint: the move that an expert would make, and what it gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "RaceHint"))]
pub struct Hint {
    /// The move.
    pub chosen: Move,
    /// What the move gives.
    pub reason: HintReason,
}

/// What a move gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "RaceHintReason"))]
pub struct HintReason {
    /// The points that the seat scores at once.
    pub points: u16,
    /// The points of the other seat that scores most by it.
    pub others: u16,
    /// The number that the seat's piece stands on after it; `null` if it is not on the track.
    pub stands_on: Option<Pips>,
}

impl HintReason {
    fn of(rules: Rules, known: Seen<'_, View, ()>, chosen: Move) -> Option<Self> {
        let seat = known.standing.turn?;
        let side: Side = rules.seating().side(seat);
        let scores = &known.standing.scores;
        let gives = match chosen {
            Move::Place(place) => gives(place, seat, scores),
            Move::Stop | Move::Pit(_) => scores.map(|_| 0),
        };
        Some(Self {
            points: gives[side],
            others: most_of_others(&gives, side),
            stands_on: track::number(scores[side] + gives[side]),
        })
    }
}

impl Computer for Player {
    type Game = Match;
    type Memory = ();
    type Hint = Hint;

    fn new(rules: &Rules) -> Self {
        Self { rules: *rules }
    }

    fn choose_move(
        &self,
        known: Seen<'_, View, ()>,
        level: Level,
        budget: Budget,
        seed: u64,
    ) -> Option<Move> {
        let offers = known.view.offers();
        if offers.len() < 2 {
            return offers.first().copied();
        }
        let knowledge = Knowledge::new(self.rules, &known).ok()?;
        let mut chance = Chance::new(seed);
        let greedy = |weights, chance: &mut Chance| greedy(&knowledge.position, weights, chance);
        let any = |chance: &mut Chance| Some(offers[chance.below(offers.len())]);
        match level {
            Level::Beginner if chance.happens(BEGINNER_ANY) => any(&mut chance),
            Level::Casual if chance.happens(CASUAL_ANY) => any(&mut chance),
            Level::Beginner | Level::Casual => greedy(Weights::OWN, &mut chance),
            Level::Club => greedy(Weights::AHEAD, &mut chance),
            Level::Expert => {
                let values = search(&knowledge, &offers, TRIED_MAX, budget, &mut chance);
                values.first().map(|best| best.chosen)
            }
        }
    }

    fn hint(&self, known: Seen<'_, View, ()>, budget: Budget, seed: u64) -> Option<Hint> {
        let chosen = self.choose_move(known, Level::Expert, budget, seed)?;
        let reason = HintReason::of(self.rules, known, chosen)?;
        Some(Hint { chosen, reason })
    }

    fn is_judged(made: Move) -> bool {
        matches!(made, Move::Place(_) | Move::Stop)
    }

    fn choices(view: &View) -> usize {
        let places = view.own.as_ref().map_or(0, |own| own.places.len());
        places + usize::from(view.may_stop())
    }

    fn judge(
        &self,
        known: Seen<'_, View, ()>,
        made: Move,
        budget: Budget,
        seed: u64,
    ) -> Option<Judgement<Move>> {
        let offers = known.view.offers();
        let knowledge = Knowledge::new(self.rules, &known).ok()?;
        let mut chance = Chance::new(seed);
        let values = search(&knowledge, &offers, usize::MAX, budget, &mut chance);
        let best = values.first()?;
        let made = values.iter().find(|value| value.chosen == made)?;
        let lower = |value: &Value| best.results.mean() - value.results.mean();
        let is_certain = lower(made) > best.results.error().hypot(made.results.error());
        Some(Judgement {
            best: best.chosen,
            chance: best.results.mean(),
            cost: if is_certain { lower(made) } else { 0.0 },
            stake: values.iter().map(lower).fold(0.0, f32::max),
        })
    }
}
