//! Computer players.
//!
//! A [`Player`] decides from what one seat may know of a match: the [`Standing`](boneyard_rules::Standing) and the
//! seat's [`View`](boneyard_rules::View), and from the [`Memory`] of finished rounds. It has no access to other
//! information, so it can't cheat.
//!
//! | module | content |
//! | --- | --- |
//! | `any` | the closed list of games, and the types that hold a computer player of any of them |
//! | `computer` | what the house asks of a game's computer player |
//! | [`level`], [`chance`] | how strong a player is and how long it may think; random numbers |
//! | [`line`](mod@line) | the computer player of the games of the line |
//! | [`race`] | the computer player of Ringway |
//! | [`trains`] | the computer player of Mexican Train and Chickenfoot |
#![expect(
    clippy::cast_precision_loss,
    reason = "what is counted here stays far below the 24 bits of an f32"
)]

mod any;
pub mod chance;
mod computer;
#[cfg(debug_assertions)]
mod high;
pub mod level;
pub mod line;
pub mod race;
mod results;
pub mod trains;

pub use any::{Hint, Memory, Player};
pub use chance::Chance;
pub use computer::{Computer, Judgement, NotOnTurn, Seen};
pub use level::{Budget, Level};
