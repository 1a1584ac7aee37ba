//! Computer players, and the hints that they give.

pub use boneyard_bot::{HintReason, Level};
use boneyard_rules::{ArmId, Tile};
use serde::{Deserialize, Serialize};

/// The move that an expert would make.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Hint {
    /// In a game of the line.
    Line(LineHint),
}

/// The play that an expert would make in a game of the line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LineHint {
    /// The tile.
    pub tile: Tile,
    /// The arm to lengthen; `null` for the lead.
    pub arm: Option<ArmId>,
    /// The reason for the play.
    pub reason: HintReason,
    /// How many more points another play would score by the count than the hint's play; absent if no play would
    /// score more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gives_up: Option<u16>,
}
