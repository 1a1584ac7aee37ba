//! Playing a round to its end by what looks good at first sight, with a little chance in it.

use boneyard_rules::{Event, Placement, Round, Rules};

use crate::chance::Chance;
use crate::heuristic::{Weights, weighed};
use crate::opponent_model::Greedy;
use crate::position::Position;

/// How far chance can shift the appeal of a placement, in pips. Without it all playouts of a
/// supposed deal would go the same way.
const WHIM: f32 = 8.0;

/// Plays rounds to their end; holds the room that this needs.
#[derive(Debug, Default)]
pub(crate) struct Playouts {
    weighed: Vec<(Placement, f32)>,
    heard: Vec<Event>,
}

impl Playouts {
    /// What the seat on turn plays; `None` only where the round is over.
    pub(crate) fn choice(
        &mut self,
        rules: &Rules,
        round: &Round,
        score: u16,
        chance: &mut Chance,
    ) -> Option<Placement> {
        weighed(rules, round, score, Weights::keen(rules), &mut self.weighed);
        let mut best = None;
        let mut most = f32::NEG_INFINITY;
        for &(placement, appeal) in &self.weighed {
            let appeal = appeal + WHIM * chance.unit();
            if appeal > most {
                (best, most) = (Some(placement), appeal);
            }
        }
        best
    }

    /// What a greedy seat plays; `None` only where the round is over.
    pub(crate) fn greedy(&mut self, rules: &Rules, round: &Round, score: u16) -> Option<Placement> {
        weighed(rules, round, score, &Weights::CASUAL, &mut self.weighed);
        let by_appeal =
            |one: &&(Placement, f32), other: &&(Placement, f32)| one.1.total_cmp(&other.1);
        let best = self.weighed.iter().max_by(by_appeal)?;
        Some(best.0)
    }

    /// Plays on to the end of the round or the match.
    pub(crate) fn finish(&mut self, position: &mut Position, greedy: Greedy, chance: &mut Chance) {
        while !position.is_over() {
            let rules = *position.rules();
            let score = position.score();
            let round = position.round();
            let choice = if greedy.contains(round.turn()) {
                self.greedy(&rules, round, score)
            } else {
                self.choice(&rules, round, score, chance)
            };
            let Some(choice) = choice else { return };
            position.play(choice, &mut self.heard);
        }
    }
}
