//! Computer players.
//!
//! A [`Player`] decides from a [`View`](boneyard_rules::View), which contains only what one seat may
//! know, and from the [`OpponentModel`] of finished rounds. It has no access to other information, so it
//! can't cheat.
#![expect(
    clippy::cast_precision_loss,
    reason = "what is counted here stays far below the 24 bits of an f32"
)]

mod analysis;
mod belief;
pub mod chance;
mod error;
mod heuristic;
mod hidden;
mod knowledge;
mod learning;
pub mod level;
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

pub use analysis::{Analysis, PlayValue};
pub use chance::Chance;
pub use error::NotOnTurn;
pub use level::{Budget, Level};
pub use match_state::MatchState;
pub use odds::Odds;
pub use open_hands::OpenHands;
pub use opponent_model::OpponentModel;
pub use player::{Choice, Player};
pub use position::Position;
pub use reason::HintReason;
