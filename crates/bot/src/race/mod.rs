//! The computer player of Ringway.
//!
//! | module | content |
//! | --- | --- |
//! | `player` | the levels, hints, and the judgement of moves |
//! | `knowledge` | what a seat knows of the others' tiles, and suppositions that agree with it |
//! | `position` | a supposed position, in which a game is played on |
//! | `appraisal` | what a placement is worth at first sight |
//! | `odds` | the chance to win from a position |
//! | `search` | tries each move in supposed positions |

mod appraisal;
mod knowledge;
mod odds;
mod player;
mod position;
mod search;

pub use player::{Hint, HintReason, Player};
