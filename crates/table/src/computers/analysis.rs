//! The analysis of a finished match. It makes one question for each move, with what the player saw before
//! the move. The computer players' threads answer the questions, and the answers together make the
//! analysis. Pure.

use boneyard_base::{Share, limits};
use boneyard_bot::{Analysis, Level, OpponentModel, Player};
use boneyard_protocol::{AnalysedMove, Choice, HintReason, MatchAnalysis, TableId};
use boneyard_rules::{BySeat, Play, Seat, View, Viewer};
use boneyard_store::LogRow;

use crate::computers::question::budget;
use crate::state::State;
use crate::state::event::TableEvent;
use crate::state::refusal::Refusal;
use crate::state::rows::{LogError, read_row};

/// The analysis of a table's last match, while it is being made.
#[derive(Debug)]
pub(crate) struct MatchAnalyser {
    analysis: MatchAnalysis,
    /// For each seat, two sums over the analysed moves of the seat's player: how much of the chance to win
    /// was at stake in the moves, and how much of this stake the player has kept.
    stakes: BySeat<(f32, f32)>,
    /// The moves with more than one choice that are not analysed yet, in reverse order.
    questions: Vec<MoveQuestion>,
    /// The index of the move that is being analysed.
    asked: Option<usize>,
}

/// A move, and what its player saw before it.
#[derive(Debug)]
pub(crate) struct MoveQuestion {
    /// The index of the move in the match.
    at: usize,
    view: View,
    opponents: OpponentModel,
    played: Choice,
    seed: u64,
}

/// The expert's judgement of a move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Verdict {
    best: Choice,
    reason: HintReason,
    /// The chance to win after the best play, 0 to 1.
    chance: f32,
    /// How much lower the chance to win is after the player's move than after the best play.
    cost: f32,
    /// How much lower the chance to win is after the worst play than after the best play.
    stake: f32,
}

impl MoveQuestion {
    /// The expert's judgement of the move; `None` if the move can't be analysed.
    pub(crate) fn think(&self, player: &Player, share: Share) -> Option<Verdict> {
        let budget = budget(share, Level::Expert);
        let analysis = player
            .analyse(&self.view, self.opponents, budget, self.seed)
            .ok()?;
        let best = analysis.best()?;
        let reason = player.reason(&self.view, best.tile, best.arm).ok()?;
        Some(Verdict::of(&analysis, self.played, reason))
    }
}

impl Verdict {
    fn of(analysis: &Analysis, played: Choice, reason: HintReason) -> Self {
        let [best, ..] = analysis.plays[..] else {
            return Self {
                best: played,
                reason,
                chance: 0.0,
                cost: 0.0,
                stake: 0.0,
            };
        };
        let mut values = analysis.plays.iter();
        let chosen = values.find(|one| (one.tile, one.arm) == (played.tile, played.arm));
        let chosen = chosen.unwrap_or(&best);
        // A difference smaller than the error of the analysis counts as 0.
        let cost = best.chance - chosen.chance;
        let error = best.error.hypot(chosen.error);
        let cost = if cost > error { cost } else { 0.0 };
        let chances = analysis.plays.iter().map(|one| one.chance);
        let worst = chances.fold(best.chance, f32::min);
        Self {
            best: Choice {
                tile: best.tile,
                arm: best.arm,
            },
            reason,
            chance: best.chance,
            cost,
            stake: best.chance - worst,
        }
    }
}

impl MatchAnalyser {
    /// Starts the analysis of the last match of a table's log.
    ///
    /// # Errors
    ///
    /// When the log can't be read, or it holds no finished match.
    pub(crate) fn of(rows: &[LogRow], table: TableId) -> Result<Self, Refusal> {
        let walked = LogReader::through(rows, table).map_err(|error| {
            tracing::error!(%table, %error, "a match can't be read from its log");
            Refusal::OutOfOrder
        })?;
        let mut questions = walked.questions;
        questions.reverse();
        Ok(Self {
            stakes: BySeat::from_fn(walked.state.rules().seating, |_| (0.0, 0.0)),
            analysis: walked.analysis,
            questions,
            asked: None,
        })
    }

    /// The number of the match at its table.
    pub(crate) const fn match_number(&self) -> u32 {
        self.analysis.match_number
    }

    /// The next move to be analysed; `None` when all moves are analysed.
    pub(crate) fn next(&mut self) -> Option<MoveQuestion> {
        let question = self.questions.pop()?;
        self.asked = Some(question.at);
        Some(question)
    }

    /// Adds the expert's judgement of the move that [`Self::next`] returned last.
    pub(crate) fn take(&mut self, verdict: Verdict) {
        let Some(moved) = self
            .asked
            .take()
            .and_then(|at| self.analysis.moves.get_mut(at))
        else {
            return;
        };
        moved.best = verdict.best;
        moved.reason = verdict.reason;
        moved.chance = parts(verdict.chance, 1000);
        moved.cost = parts(verdict.cost, 1000);
        let (stake, kept) = &mut self.stakes[moved.seat];
        *stake += verdict.stake;
        *kept += verdict.stake - verdict.cost.min(verdict.stake);
    }

    /// The number of moves that are analysed, and the number of all moves.
    pub(crate) fn progress(&self) -> (usize, usize) {
        let moves = self.analysis.moves.len();
        let next = self.questions.last().map(|question| question.at);
        (self.asked.or(next).unwrap_or(moves), moves)
    }

    /// The finished analysis.
    pub(crate) fn finish(mut self) -> MatchAnalysis {
        self.analysis.accuracy = self.stakes.map(|(stake, kept)| {
            let percent = || parts(kept / stake, 100).try_into().unwrap_or(100);
            (*stake > 0.0).then(percent)
        });
        self.analysis
    }
}

/// A fraction between 0 and 1, in units of 1/`whole`.
#[expect(clippy::cast_sign_loss, reason = "it is bounded by 0 first")]
fn parts(share: f32, whole: u16) -> u16 {
    (share * f32::from(whole))
        .round()
        .clamp(0.0, f32::from(whole)) as u16
}

/// Reads a log from its first row, and collects the moves of its last match.
struct LogReader {
    state: State,
    analysis: MatchAnalysis,
    questions: Vec<MoveQuestion>,
}

impl LogReader {
    fn through(rows: &[LogRow], table: TableId) -> Result<Self, LogError> {
        let (first, _) = rows.split_first().ok_or(LogError::Missing)?;
        let events = read_row(first, 1)?;
        let created = events.first().ok_or(LogError::Missing)?;
        let impossible = |seq| move |reason| LogError::Impossible { seq, reason };
        let state = State::created(created, first.at).map_err(impossible(1))?;
        let mut walk = Self {
            analysis: MatchAnalysis {
                table,
                match_number: 0,
                accuracy: BySeat::from_fn(state.rules().seating, |_| None),
                rounds: Vec::new(),
                moves: Vec::new(),
            },
            state,
            questions: Vec::new(),
        };
        for (seq, row) in (1..).zip(rows) {
            let skipped = usize::from(seq == 1);
            for event in read_row(row, seq)?.iter().skip(skipped) {
                walk.look_at(event);
                let matches = walk.state.matches.count();
                walk.state.apply(event, row.at).map_err(impossible(seq))?;
                walk.look_after(event, walk.state.matches.count() != matches);
            }
        }
        Ok(walk)
    }

    /// Records a move and what its player saw before it. Called before the event is applied.
    fn look_at(&mut self, event: &TableEvent) {
        let (&TableEvent::Played { seat, play }, Some(game)) =
            (event, self.state.matches.current())
        else {
            return;
        };
        let number = self.analysis.moves.len();
        if number >= limits::ANALYSED_MOVES_MAX {
            return;
        }
        let view = game.view(Viewer::Seat(seat));
        let Play { tile, arm, .. } = play;
        let played = Choice { tile, arm };
        let moved = moved(seat, played, &view);
        if moved.choices > 1 {
            self.questions.push(MoveQuestion {
                at: number,
                seed: self.state.deals.computer_chance(view.board.ply, seat),
                view,
                opponents: self.state.matches.opponents(),
                played,
            });
        }
        self.analysis.moves.push(moved);
    }

    /// Records the layout after an event. Called after the event is applied.
    fn look_after(&mut self, event: &TableEvent, begins_match: bool) {
        if begins_match {
            self.analysis.match_number = self.state.matches.count();
            self.analysis.rounds.clear();
            self.analysis.moves.clear();
            self.questions.clear();
        }
        match (event, self.state.matches.current()) {
            (TableEvent::Dealt { .. }, _) => self.analysis.rounds.push(Vec::new()),
            (TableEvent::Played { .. }, Some(game)) => {
                if let Some(layout) = self.analysis.rounds.last_mut() {
                    *layout = game.laid().collect();
                }
            }
            _ => {}
        }
    }
}

/// A move as it is before its analysis.
fn moved(seat: Seat, played: Choice, view: &View) -> AnalysedMove {
    let own = view.own.as_ref();
    let count = |length: usize| u8::try_from(length).unwrap_or(u8::MAX);
    AnalysedMove {
        seat,
        round: view.board.round,
        laid: count(view.layout.len()),
        ends: view.board.ends.clone(),
        spinner: view.board.spinner,
        hand: own.map(|own| own.hand.clone()).unwrap_or_default(),
        choices: count(own.map_or(0, |own| own.placements.len())),
        played,
        best: played,
        chance: 0,
        cost: 0,
        reason: HintReason::OnlyPlay,
    }
}
