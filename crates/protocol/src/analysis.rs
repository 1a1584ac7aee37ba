//! What a finished match looks like to an expert, move by move.

use boneyard_rules::{ArmId, BySeat, End, Laid, Seat, Tile};
use serde::{Deserialize, Serialize};

use crate::computer::HintReason;
use crate::id::TableId;

/// The analysis of a match that is over.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MatchAnalysis {
    /// The table.
    pub table: TableId,
    /// The number of the match at this table, from 1.
    #[serde(rename = "match")]
    pub match_number: u32,
    /// How much of what each seat's choices could win or lose it kept, in percent: 100 for whoever
    /// always chose as the expert would, 0 for whoever always chose the worst; `null` for a seat
    /// without a choice.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<Option<u8>>"))]
    pub accuracy: BySeat<Option<u8>>,
    /// For each round the tiles on the table, in the order of play.
    pub rounds: Vec<Vec<Laid>>,
    /// Every play of the match, in order.
    pub moves: Vec<AnalysedMove>,
}

/// One play, and what the expert thinks of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AnalysedMove {
    /// Who played.
    pub seat: Seat,
    /// In which round, from 1.
    pub round: u16,
    /// How many tiles lay on the table before.
    pub laid: u8,
    /// The open ends before.
    pub ends: Vec<End>,
    /// The spinner before, if it lay.
    pub spinner: Option<Tile>,
    /// The player's hand before.
    pub hand: Vec<Tile>,
    /// How many placements there were to choose from.
    pub choices: u8,
    /// What was played.
    pub played: Choice,
    /// What the expert would have played.
    pub best: Choice,
    /// The chance of the player's side to win the match after the best play, in thousandths; 0
    /// where there was no choice, and nobody thought about it.
    pub chance: u16,
    /// By how much the chance was less after what was played, in thousandths. A difference that
    /// may be the analysis's own error counts as none.
    pub cost: u16,
    /// What speaks for the best play.
    pub reason: HintReason,
}

/// A tile, and where it goes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Choice {
    /// The tile.
    pub tile: Tile,
    /// The arm that it lengthens; `null` for the lead.
    pub arm: Option<ArmId>,
}
