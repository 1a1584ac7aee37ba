//! The analysis of a finished match by an expert, some moves at a time. The expert judges each move with what
//! its player saw.

use std::sync::Arc;
use std::time::Instant;

use boneyard_base::limits;
use boneyard_bot::{Level, Memory, Player, Seen};
use boneyard_protocol::{MoveAnalysis, RecordAnalysis};
use boneyard_rules::transcript::ReplayError;
use boneyard_rules::{Event, Given, Match, Need, Rules, Seat, Standing, Transcript, View, Viewer};
use quick_cache::sync::Cache;

use crate::replay::begins_round;

/// Analyses matches. Clones share the experts that are prepared.
#[derive(Clone, Debug)]
pub struct Analyst(Arc<Cache<Rules, Arc<Player>>>);

impl Default for Analyst {
    fn default() -> Self {
        Self(Arc::new(Cache::new(limits::EXPERTS_KEPT)))
    }
}

impl Analyst {
    /// Analyses the moves from number `from` on, counted from 0. The number of moves in one answer is
    /// limited. If not all moves fit, `next` is the number of the first move that is left out.
    ///
    /// # Errors
    ///
    /// When the transcript breaks the rules.
    pub fn analyse(
        &self,
        transcript: &Transcript,
        from: usize,
    ) -> Result<RecordAnalysis, ReplayError> {
        let mut moves = Moves {
            wanted: from..from.saturating_add(limits::ANALYSED_MOVES_PER_ANSWER),
            found: Vec::new(),
            all: 0,
            step: 0,
            memory: Memory::new(&transcript.rules),
            before: None,
        };
        transcript.walk(|game, events| moves.look(game, events))?;
        let rules = &transcript.rules;
        let new = || Ok::<_, ReplayError>(Arc::new(Player::new(rules)));
        let expert = self.0.get_or_insert_with(rules, new)?;
        let all = moves.all.min(limits::ANALYSED_MOVES_MAX);
        let count = |number: usize| u16::try_from(number).unwrap_or(u16::MAX);
        Ok(RecordAnalysis {
            next: (moves.wanted.end < all).then_some(count(moves.wanted.end)),
            all: count(all),
            moves: moves.found.iter().map(|one| one.judged(&expert)).collect(),
        })
    }
}

/// The moves of a match, while its transcript is read.
struct Moves {
    /// The numbers of the moves to analyse.
    wanted: std::ops::Range<usize>,
    found: Vec<Move>,
    /// The number of moves so far.
    all: usize,
    /// The number of the current position in its round.
    step: u16,
    memory: Memory,
    /// How the match stands, and what the seat on turn sees.
    before: Option<(Standing, View)>,
}

/// A move, and what its player knew before it.
struct Move {
    /// The move as it is before its analysis.
    moved: MoveAnalysis,
    standing: Standing,
    view: View,
    memory: Memory,
    /// Where the expert's random numbers begin, so that an analysis can be repeated.
    seed: u64,
}

impl Moves {
    fn look(&mut self, game: &Match, events: &[Event]) {
        match begins_round(game, events) {
            None => return,
            Some(true) => self.step = 0,
            Some(false) => self.step += 1,
        }
        if let Some(Given::Move(seat, made)) = events.first().and_then(|event| game.given(event)) {
            self.add(seat, made);
            if !matches!(game.needs(), Need::Move(_)) {
                self.memory.learn(game);
            }
        }
        self.before = match game.needs() {
            Need::Move(seat) if self.wants_next() => {
                Some((game.standing(), game.view(Viewer::Seat(seat))))
            }
            _ => None,
        };
    }

    fn wants_next(&self) -> bool {
        self.all < limits::ANALYSED_MOVES_MAX && self.wanted.contains(&self.all)
    }

    /// Adds a move, if it is one that an expert can judge.
    fn add(&mut self, seat: Seat, made: boneyard_rules::Move) {
        if !Player::is_judged(made) {
            return;
        }
        if let Some((standing, view)) = self.before.take() {
            let choices = Player::choices(&view);
            self.found.push(Move {
                moved: MoveAnalysis {
                    seat,
                    round: standing.round,
                    step: self.step,
                    choices: u8::try_from(choices).unwrap_or(u8::MAX),
                    played: made,
                    best: made,
                    chance: 0,
                    cost: 0,
                    stake: 0,
                },
                standing,
                view,
                memory: self.memory,
                seed: self.all as u64,
            });
        }
        self.all += 1;
    }
}

impl Move {
    /// The move with the expert's judgement. A move without a choice, or one that the expert can't judge,
    /// counts as the best.
    fn judged(&self, expert: &Player) -> MoveAnalysis {
        let moved = self.moved.clone();
        if moved.choices < 2 {
            return moved;
        }
        let until = Instant::now() + limits::THINKING_TIME_MAX;
        let budget = Level::Expert.budget().until(until);
        let seen = Seen::new(&self.standing, &self.view, self.memory);
        let Some(judgement) = expert.judge(seen, moved.played, budget, self.seed) else {
            return moved;
        };
        MoveAnalysis {
            best: judgement.best,
            chance: thousandths(judgement.chance),
            cost: thousandths(judgement.cost),
            stake: thousandths(judgement.stake),
            ..moved
        }
    }
}

/// A fraction between 0 and 1, in thousandths.
#[expect(clippy::cast_sign_loss, reason = "it is bounded by 0 first")]
fn thousandths(share: f32) -> u16 {
    (share * 1000.0).round().clamp(0.0, 1000.0) as u16
}
