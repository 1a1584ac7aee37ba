//! The analysis of a finished match by an expert, some moves at a time. The expert judges each move with what
//! its player saw.

use std::sync::Arc;
use std::time::Instant;

use boneyard_base::limits;
use boneyard_bot::{Level, OpponentModel, Player};
use boneyard_protocol::{Choice, MoveAnalysis, RecordAnalysis};
use boneyard_rules::line::record::ReplayError;
use boneyard_rules::{Event, Match, Need, Rules, Seat, Transcript, View, Viewer};
use quick_cache::sync::Cache;

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
            ..Moves::default()
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
#[derive(Default)]
struct Moves {
    /// The numbers of the moves to analyse.
    wanted: std::ops::Range<usize>,
    found: Vec<Move>,
    /// The number of moves so far.
    all: usize,
    /// The number of the current position in its round.
    step: u16,
    opponents: OpponentModel,
    /// What the seat on turn sees.
    view: Option<View>,
}

/// A move, and what its player knew before it.
struct Move {
    /// The move as it is before its analysis.
    moved: MoveAnalysis,
    view: View,
    opponents: OpponentModel,
    /// Where the expert's random numbers begin, so that an analysis can be repeated.
    seed: u64,
}

impl Moves {
    fn look(&mut self, game: &Match, events: &[Event]) {
        match events.first() {
            Some(Event::Lots { .. } | Event::Deal { leader: None, .. }) => return,
            Some(Event::Deal { .. }) => self.step = 0,
            _ => self.step += 1,
        }
        let needs = game.needs();
        if let Some(&Event::Played {
            seat, tile, joint, ..
        }) = events.first()
        {
            let arm = joint.map(|joint| joint.arm);
            self.add(seat, Choice { tile, arm });
            if !matches!(needs, Need::Move(_)) {
                self.opponents.learn(game);
            }
        }
        self.view = match needs {
            Need::Move(seat) if self.wants_next() => Some(game.view(Viewer::Seat(seat))),
            _ => None,
        };
    }

    fn wants_next(&self) -> bool {
        self.all < limits::ANALYSED_MOVES_MAX && self.wanted.contains(&self.all)
    }

    fn add(&mut self, seat: Seat, played: Choice) {
        if let Some(view) = self.view.take() {
            self.found.push(Move {
                moved: moved(seat, played, self.step, &view),
                view,
                opponents: self.opponents,
                seed: self.all as u64,
            });
        }
        self.all += 1;
    }
}

/// A move as it is before its analysis.
fn moved(seat: Seat, played: Choice, step: u16, View { board, own, .. }: &View) -> MoveAnalysis {
    let choices = own.as_ref().map_or(0, |own| own.placements.len());
    MoveAnalysis {
        seat,
        round: board.round,
        step,
        ends: board.ends.clone(),
        choices: u8::try_from(choices).unwrap_or(u8::MAX),
        played,
        best: played,
        chance: 0,
        cost: 0,
        stake: 0,
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
        let values = expert.analyse(&self.view, self.opponents, budget, self.seed);
        let Ok(analysis) = values else {
            return moved;
        };
        let Some(best) = analysis.best() else {
            return moved;
        };
        MoveAnalysis {
            best: Choice {
                tile: best.tile,
                arm: best.arm,
            },
            chance: thousandths(best.chance),
            cost: thousandths(analysis.cost(moved.played.tile, moved.played.arm)),
            stake: thousandths(analysis.stake()),
            ..moved
        }
    }
}

/// A fraction between 0 and 1, in thousandths.
#[expect(clippy::cast_sign_loss, reason = "it is bounded by 0 first")]
fn thousandths(share: f32) -> u16 {
    (share * 1000.0).round().clamp(0.0, 1000.0) as u16
}
