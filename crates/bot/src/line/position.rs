//! A position in which every tile is known or supposed: a round, and the state of its match.

use boneyard_rules::line::{Event, Outcome, Placement, Round, Rules};
use boneyard_rules::{Seat, Side};

use crate::line::match_state::MatchState;

/// A round in progress, and the state of its match.
///
/// A position doesn't model announcements: a play always scores its count, as if no player overlooked
/// points.
#[derive(Clone, Debug)]
pub struct Position {
    rules: Rules,
    round: Round,
    match_state: MatchState,
    winner: Option<Side>,
}

impl Position {
    /// A position in this round, with this state of the match.
    #[must_use]
    pub const fn new(rules: &Rules, round: Round, match_state: MatchState) -> Self {
        Self {
            rules: *rules,
            round,
            match_state,
            winner: None,
        }
    }

    /// The rules of the match.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The round.
    #[must_use]
    pub const fn round(&self) -> &Round {
        &self.round
    }

    /// The state of the match.
    #[must_use]
    pub const fn match_state(&self) -> &MatchState {
        &self.match_state
    }

    /// The points of the side whose turn it is.
    #[must_use]
    pub fn score(&self) -> u16 {
        self.match_state.scores[self.turn_side()]
    }

    /// The side that has won the match; `None` while the match goes on.
    #[must_use]
    pub const fn winner(&self) -> Option<Side> {
        self.winner
    }

    /// Whether the round or the match is over.
    #[must_use]
    pub const fn is_over(&self) -> bool {
        self.winner.is_some() || self.round.outcome().is_some()
    }

    /// The seat on turn.
    #[must_use]
    pub const fn turn(&self) -> Seat {
        self.round.turn()
    }

    /// The side of the seat on turn.
    #[must_use]
    pub fn turn_side(&self) -> Side {
        self.rules.seating.side(self.round.turn())
    }

    /// Plays a tile. `events` is a buffer, so that a play allocates no memory.
    pub fn play(&mut self, placement: Placement, events: &mut Vec<Event>) {
        let side = self.turn_side();
        events.clear();
        let points = self.round.play(placement, events);
        if points > 0 {
            self.match_state.score(&self.rules, side, points);
            if self.match_state.has_ended(&self.rules, side) {
                self.winner = Some(side);
                return;
            }
        }
        let Some(outcome) = self.round.outcome() else {
            let points = self.round.pass_points();
            if points > 0 {
                self.match_state.score_passes(&self.rules, side, points);
            }
            return;
        };
        let (Outcome::Domino { points, .. } | Outcome::Blocked { points, .. }) = outcome;
        match self.round.winning_side() {
            Some(winner) => self.match_state.win_round(&self.rules, winner, points),
            None => self.match_state.tie_round(&self.rules),
        }
        self.winner = self.match_state.winner(&self.rules);
    }
}
