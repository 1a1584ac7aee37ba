//! The games of the line: tiles are joined end to end (RULES.md).
//!
//! | module | content |
//! | --- | --- |
//! | [`rules`], [`preset`] | the options, which of them can be combined, and the named combinations |
//! | [`notation`] | the rules of a table on one line, printed and parsed |
//! | [`deal`] | the order of the tiles, the opening, lots and redeals |
//! | [`layout`], [`counting`] | the tiles on the table, their open ends, the count and its points |
//! | [`play`], [`round`], [`game`] | a placement; one round; rounds until a side reaches the target |
//! | [`view`] | what a seat or a watcher may know; `supposition`: rounds with guessed hidden tiles |
//! | [`change`] | the changes of a view from one moment to the next |
//! | [`record`] | the events as lines of a transcript |

pub mod change;
pub mod counting;
pub mod deal;
mod error;
pub mod event;
pub mod game;
pub mod layout;
pub mod notation;
pub mod play;
pub mod preset;
pub mod record;
pub mod round;
pub mod rules;
mod seen;
mod supposition;
pub mod view;

use crate::seat;

/// One value for each seat of a game of the line, which has at most four.
pub type BySeat<T> = seat::BySeat<T, [T; 4]>;
/// One value for each side of a game of the line, which has at most four.
pub type BySide<T> = seat::BySide<T, [T; 4]>;

pub use change::{Change, OwnChange};
pub use counting::{Count, Term};
pub use deal::TileOrder;
pub use error::Illegal;
pub use event::{Event, Outcome, Parts, Reason};
pub use game::Match;
pub use layout::{ArmId, End, Joint, Laid, Layout};
pub use play::{Move, Placement, Play};
pub use preset::Preset;
pub use round::{Round, Stakes};
pub use rules::{Options, Rules};
pub use view::{Step, View};
