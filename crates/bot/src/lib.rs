//! Computer players.
//!
//! A [`Player`] is asked with a [`View`](boneyard_rules::View), which holds what one seat may
//! know and nothing else, and with the [`OpponentModel`] that rounds have shown which are over: cheating
//! can't be written down.
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
pub mod level;
mod muggins;
pub mod odds;
pub mod open_hands;
pub mod opponent_model;
mod player;
mod playout;
mod position;
mod reason;
mod simple;
mod standing;
mod thinking;
mod tree;

pub use analysis::{Analysis, Valued};
pub use chance::Chance;
pub use error::NotOnTurn;
pub use level::{Budget, Level};
pub use odds::Odds;
pub use open_hands::OpenHands;
pub use opponent_model::OpponentModel;
pub use player::{Choice, Player};
pub use position::Position;
pub use reason::Reason;
pub use standing::Standing;
