//! The computer player of the games of the line.
//!
//! A [`Player`] decides from a [`View`], which contains only what one seat may
//! know, and from the [`OpponentModel`] of finished rounds. It has no access to other information, so it
//! can't cheat.

mod analysis;
mod belief;
mod heuristic;
mod hidden;
mod knowledge;
mod learning;
mod match_state;
mod muggins;
pub mod odds;
pub mod open_hands;
pub mod opponent_model;
mod player;
mod playout;
mod position;
mod reason;
mod simple;
mod thinking;
mod tree;

use boneyard_rules::line::View;

pub use analysis::{Analysis, PlayValue};
pub use match_state::MatchState;
pub use odds::Odds;
pub use open_hands::OpenHands;
pub use opponent_model::OpponentModel;
pub use player::{Choice, Hint, Player};
pub use position::Position;
pub use reason::HintReason;

/// What the computer player knows when it decides.
pub type Seen<'a> = crate::Seen<'a, View, OpponentModel>;
