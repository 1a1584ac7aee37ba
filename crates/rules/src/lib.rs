//! The rules of dominoes, and nothing else: Block, Draw, All Fives, and Fives and Threes, with
//! the usual options of each game, for two to four seats or for partners.
//!
//! The crate is pure: it does no I/O, reads no clock and makes no random numbers. The caller gives
//! the order of the tiles as an [`Order`]. A match reports what happens as a list of [`Event`]s,
//! and what one seat may know as a [`View`].
//!
//! # A round, played to its end
//!
//! ```
//! use boneyard_rules::{Match, Need, Order, Play, Preset};
//!
//! let mut game = Match::new(Preset::QUICK_DRAW.rules());
//! game.deal(&Order::SORTED)?;
//! while let Need::Play(seat) = game.needs() {
//!     // The rules list what may be played; a player chooses. This one takes the first.
//!     let choice = game.placements().next().expect("a seat on turn can always play");
//!     for event in game.play(seat, Play::from(choice))? {
//!         println!("{event}");
//!     }
//! }
//! assert_eq!(game.needs(), Need::Deal, "the round is over, the match to 50 goes on");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Modules
//!
//! | module | content |
//! | --- | --- |
//! | [`tile`], [`tile_set`] | pips, tiles, and sets of tiles |
//! | [`seat`] | seats, sides, seatings, and containers that are indexed by them |
//! | [`rules`], [`preset`] | the options, which of them can be combined, and the named combinations |
//! | [`notation`] | the rules of a table on one line, printed and parsed |
//! | [`deal`] | the order of the tiles, the opening, lots and redeals |
//! | [`layout`], [`counting`] | the tiles on the table, their open ends, the count and its points |
//! | [`play`], [`round`], [`game`] | a placement; one round; rounds until a side reaches the target |
//! | [`view`] | what a seat or a watcher may know; `supposition`: rounds with guessed hidden tiles |
//! | [`change`] | the changes of a view from one moment to the next |
//! | [`text`] | reading JSON texts that stand for typed values |
//! | [`record`] | the transcript: one line an event, printed and parsed without loss |

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
pub mod seat;
mod seen;
mod supposition;
pub mod text;
pub mod tile;
pub mod tile_set;
pub mod view;
mod whole;

pub use change::Change;
pub use counting::{Count, Term};
pub use deal::Order;
pub use error::{CallError, DealError, GiveError, PlayError};
pub use event::{Event, Outcome, Parts, Reason};
pub use game::{Match, Need};
pub use layout::{ArmId, End, Joint, Laid, Layout};
pub use play::{Placement, Play};
pub use preset::Preset;
pub use record::Transcript;
pub use round::{Round, Stakes};
pub use rules::{Options, Rules, RulesError};
pub use seat::{BySeat, BySide, Seat, Seating, Side};
pub use tile::{Pips, Tile};
pub use tile_set::TileSet;
pub use view::{View, Viewer};
