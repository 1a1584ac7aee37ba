#![doc = include_str!("../README.md")]
//!
//! # Modules
//!
//! | module | content |
//! | --- | --- |
//! | [`law`], [`law_of_ringway`], [`law_of_trains`] | the rules of all games, in words |
//! | [`game`] | what the house asks of a game |
//! | `any` | the closed list of games, and the types that hold a value of any of them |
//! | [`transcript`] | a match as text: its rules, and one line an event |
//! | [`seat`] | seats, sides, seatings, and containers that are indexed by them |
//! | [`order`] | what chance gives to a match: the order of the things that are dealt |
//! | [`tile`], [`tile_set`] | pips, tiles, and sets of tiles |
//! | [`text`] | reading JSON texts that stand for typed values |
//! | `high` | the game of the tests, in builds with debug assertions |
//! | [`line`](mod@line) | the games of the line: Block, Draw, All Fives, Fives and Threes, and all that is made of them |
//! | [`race`] | Ringway, the race board |
//! | [`trains`] | Mexican Train and Chickenfoot |

mod any;
pub mod game;
#[cfg(debug_assertions)]
pub mod high;
#[doc = include_str!("../RULES.md")]
pub mod law {}
#[doc = include_str!("../RULES-RINGWAY.md")]
pub mod law_of_ringway {}
#[doc = include_str!("../RULES-TRAINS.md")]
pub mod law_of_trains {}
pub mod line;
pub mod order;
pub mod race;
pub mod seat;
pub mod text;
pub mod tile;
pub mod tile_set;
pub mod trains;
pub mod transcript;
mod whole;

pub use any::{
    Change, Event, Illegal, Match, Move, Options, OtherGame, OwnChange, Preset, Rules, Step, View,
};
pub use game::{
    DealError, Game, GamePreset, GameRules, Given, Need, Noted, ParseRulesError, RulesError,
    Standing, StandingChange, TimeError, Viewer,
};
pub use order::{Chance, Order, Purpose};
pub use seat::{BoxBySeat, BySeat, BySide, Seat, Seating, Side, Winners};
pub use tile::{Pips, Tile};
pub use tile_set::{LargeTileSet, TileSet};
pub use transcript::Transcript;
