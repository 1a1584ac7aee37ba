//! What is kept of finished matches and how it is shown, and the public log.
//!
//! - `summary` is a record in short, as the database holds it; `figures` counts what each seat did.
//! - `replay` makes positions of a transcript, `picture` draws one of them, and `pictures` keeps some of the
//!   drawings.
//! - `retention` forgets what is too old.
//! - `transparency` signs receipts and records, and grows the public log.

mod figures;
pub mod picture;
pub mod pictures;
pub mod replay;
mod retention;
mod summary;
mod transparency;

pub use self::retention::{KeepRecords, forget_old};
pub use self::summary::{
    Facts, SeatParticipation, Summary, level_name, result_for, variant_name, written_fairness,
};
pub use self::transparency::{Transparency, TransparencyError, to_store};
