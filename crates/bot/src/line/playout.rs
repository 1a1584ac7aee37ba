//! Playouts: rounds that are played to their end by the appeal of the plays, with some randomness.

use boneyard_rules::line::{Event, Placement, Round, Rules};

use crate::chance::Chance;
use crate::line::heuristic::{Weights, rate_plays};
use crate::line::opponent_model::GreedySeats;
use crate::line::position::Position;

/// The highest random addition to the appeal of a play, in pips. Without it, all playouts of one
/// deal would be equal.
const NOISE_MAX: f32 = 8.0;

/// Plays rounds to their end. It has its own buffers, so that a playout allocates no memory.
#[derive(Debug, Default)]
pub(crate) struct Playouts {
    rated_plays: Vec<(Placement, f32)>,
    events: Vec<Event>,
}

impl Playouts {
    /// The play that a playout makes for the seat on turn; `None` only if the round is over.
    pub(crate) fn choice(
        &mut self,
        rules: &Rules,
        round: &Round,
        score: u16,
        chance: &mut Chance,
    ) -> Option<Placement> {
        rate_plays(
            rules,
            round,
            score,
            Weights::for_playouts(rules),
            &mut self.rated_plays,
        );
        let mut best = None;
        let mut most = f32::NEG_INFINITY;
        for &(placement, appeal) in &self.rated_plays {
            let appeal = appeal + NOISE_MAX * chance.unit();
            if appeal > most {
                (best, most) = (Some(placement), appeal);
            }
        }
        best
    }

    /// The play that a greedy seat on turn makes; `None` only if the round is over.
    pub(crate) fn greedy(&mut self, rules: &Rules, round: &Round, score: u16) -> Option<Placement> {
        rate_plays(rules, round, score, &Weights::CASUAL, &mut self.rated_plays);
        let by_appeal =
            |one: &&(Placement, f32), other: &&(Placement, f32)| one.1.total_cmp(&other.1);
        let best = self.rated_plays.iter().max_by(by_appeal)?;
        Some(best.0)
    }

    /// Plays until the round or the match ends.
    pub(crate) fn finish(
        &mut self,
        position: &mut Position,
        greedy: GreedySeats,
        chance: &mut Chance,
    ) {
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
            position.play(choice, &mut self.events);
        }
    }
}
