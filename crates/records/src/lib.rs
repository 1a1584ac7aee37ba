//! Records of finished matches: how they are stored and shown. Also the public log.
//!
//! - `summary` is the part of a record that lists and pages need. `figures` counts what each seat did in the
//!   match.
//! - `analysis` judges the moves of a match.
//! - `check` plays a record again, and says whether the match was played by its rules.
//! - `replay` makes positions from a transcript. `picture` draws a position, and `pictures` caches the
//!   drawings.
//! - `retention` deletes records that are too old.
//! - `transparency` signs records and the heads of the public log, and makes the log's proofs.

pub mod analysis;
mod check;
mod figures;
pub mod picture;
pub mod pictures;
pub mod replay;
mod retention;
mod summary;
mod transparency;

pub use self::check::{Checked, Contradiction, check};
pub use self::retention::{KeepRecords, forget_old};
pub use self::summary::{
    Facts, SeatParticipation, Summary, level_name, option_name, written_fairness,
};
pub use self::transparency::{Transparency, TransparencyError, to_store};
