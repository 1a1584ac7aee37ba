//! What is kept of finished matches, and how it is shown. `summary` is a record in short, as the
//! database holds it; `figures` counts what each seat did; `replay` makes positions of a transcript;
//! `picture` draws one of them, and `pictures` keeps some of these; `analysis` asks an expert about each move; `retention` forgets what is
//! too old.

pub(crate) mod analysis;
mod figures;
pub(crate) mod picture;
pub(crate) mod pictures;
pub(crate) mod replay;
mod retention;
mod summary;

pub use self::retention::KeepRecords;
pub(crate) use self::retention::forget_old;
pub(crate) use self::summary::{
    Facts, SeatParticipation, Summary, level_name, result_for, variant_name, written_fairness,
};
