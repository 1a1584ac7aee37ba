//! The state of a match between its rounds.

use boneyard_rules::line::rules::{BlockedTie, Love, MatchEnd};
use boneyard_rules::line::{Match, Rules};
use boneyard_rules::{BySide, Seating, Side};

/// The facts of earlier rounds that matter for later rounds, except which seat leads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MatchState {
    /// The points of each side.
    pub scores: BySide<u16>,
    /// How many rounds of the match were won, by any side.
    pub won_rounds: u16,
    /// Whether an earlier block was tied and doubles the points of the next won round.
    pub is_doubled: bool,
}

impl MatchState {
    /// The state before the first round.
    #[must_use]
    pub fn new(seating: Seating) -> Self {
        Self {
            scores: BySide::from_fn(seating, |_| 0),
            won_rounds: 0,
            is_doubled: false,
        }
    }

    /// The state of a match. Of a round in progress, only the points scored so far count.
    #[must_use]
    pub fn of(game: &Match) -> Self {
        let mut match_state = Self {
            scores: *game.scores(),
            won_rounds: game.won_rounds(),
            is_doubled: game.stakes().twice,
        };
        if let Some(round) = game.round().filter(|round| round.outcome().is_some()) {
            match round.winning_side() {
                Some(_) => match_state.is_doubled = false,
                None => match_state.tie_round(game.rules()),
            }
        }
        match_state
    }

    /// The side that has won the match. Call this only when the rules allow the match to end.
    #[must_use]
    pub fn winner(&self, rules: &Rules) -> Option<Side> {
        let most = self.most();
        if most < rules.target {
            return None;
        }
        let mut first = self.scores.iter().filter(|&(_, &score)| score == most);
        match (first.next(), first.next()) {
            (Some((side, _)), None) => Some(side),
            _ => None,
        }
    }

    /// The highest score of any side.
    pub(crate) fn most(&self) -> u16 {
        self.scores.as_slice().iter().copied().max().unwrap_or(0)
    }

    /// Adds the points that a play scored by the count to the score of the side.
    pub(crate) fn score(&mut self, rules: &Rules, side: Side, points: u16) {
        if let Some(score) = rules.score_after(self.scores[side], points) {
            self.scores[side] = score;
        }
    }

    /// Adds points for passes to the score of the side, unless they would win the match.
    pub(crate) fn score_passes(&mut self, rules: &Rules, side: Side, points: u16) {
        let score = self.scores[side] + points;
        if score < rules.target {
            self.scores[side] = score;
        }
    }

    /// Changes the state for a round that no side has won.
    pub(crate) fn tie_round(&mut self, rules: &Rules) {
        self.is_doubled |= rules.blocked_tie == BlockedTie::Doubles;
    }

    /// Changes the state for a round that a side has won. The round is worth `points`.
    pub(crate) fn win_round(&mut self, rules: &Rules, side: Side, points: u16) {
        self.won_rounds = self.won_rounds.saturating_add(1);
        self.is_doubled = false;
        if self.scores[side] == 0 && points < rules.entry.into() {
            return;
        }
        let was_one_all = self.is_one_all();
        self.score(rules, side, points);
        if rules.love != Love::No && !self.has_ended(rules, side) {
            self.apply_love(rules, side, was_one_all);
        }
    }

    /// Whether the last points of this side ended the match in the middle of a round.
    pub(crate) fn has_ended(&self, rules: &Rules, side: Side) -> bool {
        rules.match_end == MatchEnd::AtOnce && self.scores[side] >= rules.target
    }

    /// Resets scores by the love rule (crates/rules/RULES.md, Love).
    fn apply_love(&mut self, rules: &Rules, winner: Side, was_one_all: bool) {
        let one_all = rules.love == Love::OneAll;
        let kept = if one_all && was_one_all {
            self.scores[winner]
        } else if self.scores.as_slice().contains(&0) || one_all && self.is_one_all() {
            return;
        } else {
            0
        };
        self.scores = BySide::from_fn(rules.seating, |side| if side == winner { kept } else { 0 });
    }

    /// Whether every side has exactly one point.
    fn is_one_all(&self) -> bool {
        self.scores.as_slice().iter().all(|&score| score == 1)
    }
}
