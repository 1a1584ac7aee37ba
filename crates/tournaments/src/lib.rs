//! Tournaments: who plays whom in each round, and the standings. The crate is pure: it uses no clock, no
//! chance, no input and no output.
//!
//! A [`Tournament`] is what a list of [`Event`]s made of it. [`Tournament::pair`] chooses the pairings of the
//! next round; the caller stores them as an event like all others, and applies it.
//!
//! ```
//! use boneyard_tournaments::{Decision, Event, Format, MatchOutcome, PairingId, Tournament, Winner};
//!
//! let mut tournament = Tournament::new(Format::Swiss { rounds: 1, cut: None });
//! for rating in [1500, 1600] {
//!     tournament.apply(&Event::Entered { rating })?;
//! }
//! let pairings = tournament.pair(0)?;
//! tournament.apply(&Event::Paired { pairings })?;
//! tournament.apply(&Event::Reported {
//!     pairing: PairingId { round: 0, number: 0 },
//!     outcome: MatchOutcome { decision: Decision::Won(Winner::First), points: Some([100, 45]) },
//! })?;
//! let [first, second] = tournament.standings()[..] else { panic!("two entrants") };
//! assert_eq!((first.points, first.difference), (2, 55));
//! assert_eq!((second.place, second.difference), (2, -55));
//! # Ok::<(), boneyard_tournaments::Refusal>(())
//! ```
//!
//! An entrant is a player, or a pair that stays together. Who the players of an entrant are is the caller's
//! matter, and so is that nobody enters twice.

mod arena;
pub mod duplicate;
mod event;
mod individual;
mod knockout;
mod matching;
mod pairing;
mod round_robin;
mod seating;
mod standings;
mod state;
mod swiss;
mod tables;
mod tournament;
mod whist;

pub use event::{Cut, Event, Format, Refusal};
pub use pairing::{
    Decision, EntrantId, MatchOutcome, Network, Pairing, PairingId, Placed, Placing, SEATS_MAX,
    Seated, Side, TABLE_WIN, Winner,
};
pub use standings::{STREAK_WIN, Standing, TIE, WIN};
pub use state::ENTRANTS_MAX;
pub use tournament::Tournament;
