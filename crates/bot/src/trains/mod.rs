//! The computer player of Mexican Train and Chickenfoot.

mod player;

pub use player::{Hint, Player};
