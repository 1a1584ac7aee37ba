//! Simulated people who continue to play when servers fail. What they were shown is compared
//! with the log.

mod diary;
mod player;
mod promises;
mod seen;
mod servers;
mod tables;
mod turns;
mod verify;

pub(crate) use self::player::{NEWS_TIMEOUT, Pace, Player};
pub(crate) use self::seen::{Observations, Viewer};
pub(crate) use self::servers::Servers;
pub(crate) use self::tables::{Table, TableSpec, wait_for_progress};
pub(crate) use self::turns::Turn;
pub(crate) use self::verify::{AnomalyKind, Findings, compare};
