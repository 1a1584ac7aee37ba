//! Records of finished matches, and how they are shown. `summary` is a record's summary, as the database
//! holds it; `figures` counts what each seat did; `replay` turns a transcript into positions; `picture`
//! draws a position, and `pictures` caches pictures; `analysis` asks an expert about each move;
//! `retention` deletes records that are too old.

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
