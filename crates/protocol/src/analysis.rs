//! An expert's analysis of a finished match, move by move.

use boneyard_rules::{Move, Seat};
use serde::{Deserialize, Serialize};

/// Some moves of a finished match, and the expert's judgement of them: the answer of `GET
/// /api/m/{id}/analysis`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RecordAnalysis {
    /// The moves in this answer, in order.
    pub moves: Vec<MoveAnalysis>,
    /// The number of moves of the match that are analysed.
    pub all: u16,
    /// The number of the next answer's first move, counted from 0; `None` if there are no more moves.
    pub next: Option<u16>,
}

/// A move of a finished match, and the expert's judgement of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MoveAnalysis {
    /// The player's seat.
    pub seat: Seat,
    /// The number of the round, from 1.
    pub round: u16,
    /// The number of the round's position that the move led to. The position after the deal is 0.
    pub step: u16,
    /// The number of moves to choose from.
    pub choices: u8,
    /// The move that was made.
    pub played: Move,
    /// The move that the expert would make.
    pub best: Move,
    /// The chance of the player's side to win the match after the best move, in thousandths. 0 if only
    /// one move was possible, because such a move is not analysed.
    pub chance: u16,
    /// How much lower the chance to win was after the move that was made than after the best one, in
    /// thousandths. A difference that is smaller than the error of the analysis counts as 0.
    pub cost: u16,
    /// How much lower the chance to win was after the worst move than after the best one, in thousandths.
    pub stake: u16,
}
