#![doc = include_str!("../README.md")]
//!
//! # Modules
//!
//! | module | content |
//! | --- | --- |
//! | [`law`] | the rules of all games, in words |
//! | `any` | the closed list of games, and the types that hold a value of any of them |
//! | [`seat`] | seats, sides, seatings, and containers that are indexed by them |
//! | [`order`] | what chance gives to a match: the order of the things that are dealt |
//! | [`tile`], [`tile_set`] | pips, tiles, and sets of tiles |
//! | [`text`] | reading JSON texts that stand for typed values |
//! | [`line`](mod@line) | the games of the line: Block, Draw, All Fives, Fives and Threes, and all that is made of them |

mod any;
#[doc = include_str!("../RULES.md")]
pub mod law {}
pub mod line;
pub mod order;
pub mod seat;
pub mod text;
pub mod tile;
pub mod tile_set;
mod whole;

pub use any::{Illegal, Move};
pub use line::{
    ArmId, Change, Count, DealError, End, Event, Joint, Laid, Layout, Match, Need, Options,
    Outcome, Parts, Placement, Play, Preset, Reason, Round, Rules, RulesError, Stakes, Term,
    TimeError, Transcript, View, Viewer,
};
pub use order::{Chance, Order, Purpose};
pub use seat::{BoxBySeat, BySeat, BySide, Seat, Seating, Side};
pub use tile::{Pips, Tile};
pub use tile_set::TileSet;
