//! The computer player of Mexican Train and Chickenfoot.
//!
//! | module | content |
//! | --- | --- |
//! | `player` | the levels, hints, and the judgement of moves |
//! | `knowledge` | what a seat knows of the others' tiles, and suppositions that agree with it |
//! | `chain` | the tiles that a hand can lay on its own train, one after the other |
//! | `appraisal` | what a move is worth at first sight |
//! | `odds` | the chance to win the match after a round |
//! | `search` | tries each move in supposed rounds |

mod appraisal;
mod chain;
mod knowledge;
mod odds;
mod player;
mod search;

pub use player::{Hint, HintReason, Player};
