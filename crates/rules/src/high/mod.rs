//! High Tile, the smallest game: it shows and tests what a game needs to stand behind the tables.
//!
//! Each of two to eight seats holds three tiles of double-six; the other tiles aren't used. The leader plays any tile,
//! and the others follow in turn with any tile. The heaviest tile takes the trick, of equal ones the first; its side
//! scores one point, and its seat leads the next trick. After three tricks the round is over. The side that then has
//! more points than any other, and at least the target, wins the match.

mod event;
mod game;
mod rules;
mod view;

pub use event::{Event, Seen};
pub use game::{Illegal, Match, Move};
pub use rules::{Options, Preset, Rules};
pub use view::{Change, Laid, Own, OwnChange, Step, View};
