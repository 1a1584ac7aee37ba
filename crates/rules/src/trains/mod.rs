//! Trains: Mexican Train and Chickenfoot, two games of one engine (RULES-TRAINS.md).
//!
//! [`Match`] has the rounds, the totals and the places. [`Round`] is what both games share; what differs, the trains of
//! Mexican Train and the tree of Chickenfoot, lies behind `layout`. Players that think ahead complete the [`View`] of a
//! seat to a round by [`Round::supposed`], and play it on.

mod chickenfoot;
mod event;
mod game;
mod layout;
mod mexican;
mod notation;
mod place;
mod position;
mod preset;
mod round;
mod rules;
#[cfg(test)]
mod tests;
mod view;

pub use chickenfoot::Fill;
pub use event::{Begun, Deal, Event, Points, Seen};
pub use game::{Match, places};
pub use layout::{Illegal, State};
pub use place::{ParsePlaceError, Place, Played};
pub use position::{Position, PositionError};
pub use preset::Preset;
pub use round::{Move, Offer, Outcome, Round};
pub use rules::{
    ARMS, DOUBLE_BLANK_MAX, DominoSet, DoubleTurn, FirstTurn, HAND_SIZES, LastDouble, Options,
    OwnFirst, Rules, SEATINGS, Variant,
};
pub use view::{Change, Own, OwnChange, Shown, Step, Table, View};
