//! Ringway, the race board: tiles on the squares of a board, points on its diamonds, and a race round the track
//! (RULES-RINGWAY.md).

pub mod board;
mod event;
mod game;
mod placement;
mod rules;
pub mod track;
mod view;

pub use board::Board;
pub use event::{Deal, Event, Reason, Seen};
pub use game::{Illegal, Match, Move, Position, diamond_points, gives, track_points};
pub use placement::{Direction, Placement, Square};
pub use rules::{AfterDouble, Options, Preset, Rules, SEATINGS, TARGET_MAX, TARGET_MIN};
pub use view::{Change, Own, OwnChange, Shown, Step, View};
