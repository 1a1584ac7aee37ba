//! People who play on, whatever happens to the servers, and what they were shown, compared with the log.

mod diary;
mod player;
mod seen;
mod servers;
mod tables;
mod verify;

pub(crate) use self::player::Pace;
pub(crate) use self::seen::{Seen, Viewer};
pub(crate) use self::servers::Servers;
pub(crate) use self::tables::{Table, TableSpec, until_all_went_on};
pub(crate) use self::verify::{AnomalyKind, Found, compare};
