//! A position in which every tile is known or supposed: a round with the scores around it.

use boneyard_rules::{BySide, Event, Outcome, Placement, Round, Rules, Seat, Side};

/// A round that goes on from here, within its match.
///
/// Announcements aren't modelled: a play scores what its count is worth, as it does among
/// players who miss nothing.
#[derive(Clone, Debug)]
pub struct Position {
    rules: Rules,
    round: Round,
    scores: BySide<u16>,
    winner: Option<Side>,
}

impl Position {
    /// A round that is being played, and the points that each side had when it stood like this.
    #[must_use]
    pub const fn new(rules: &Rules, round: Round, scores: BySide<u16>) -> Self {
        Self {
            rules: *rules,
            round,
            scores,
            winner: None,
        }
    }

    /// The rules.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The round.
    #[must_use]
    pub const fn round(&self) -> &Round {
        &self.round
    }

    /// The points of each side.
    #[must_use]
    pub const fn scores(&self) -> &BySide<u16> {
        &self.scores
    }

    /// The side that has reached the target.
    #[must_use]
    pub const fn winner(&self) -> Option<Side> {
        self.winner
    }

    /// Whether the round or the match is over.
    #[must_use]
    pub const fn is_over(&self) -> bool {
        self.winner.is_some() || self.round.outcome().is_some()
    }

    /// Whose turn it is.
    #[must_use]
    pub const fn turn(&self) -> Seat {
        self.round.turn()
    }

    /// The side of the seat on turn.
    #[must_use]
    pub fn turn_side(&self) -> Side {
        self.rules.seating.side(self.round.turn())
    }

    /// Plays on. `heard` is room for the events, so that no play has to ask for memory.
    pub fn play(&mut self, placement: Placement, heard: &mut Vec<Event>) {
        let side = self.turn_side();
        heard.clear();
        let points = self.round.play(placement, heard);
        self.score(side, points);
        if self.winner.is_some() {
            return;
        }
        match self.round.outcome() {
            Some(Outcome::Domino { points, .. }) => self.score(side, points),
            Some(Outcome::Blocked {
                winner: Some(winner),
                points,
            }) => self.score(winner, points),
            Some(Outcome::Blocked { winner: None, .. }) | None => {}
        }
    }

    fn score(&mut self, side: Side, points: u16) {
        if let Some(score) = self.rules.score_after(self.scores[side], points) {
            self.scores[side] = score;
            if score >= self.rules.target {
                self.winner = Some(side);
            }
        }
    }
}
