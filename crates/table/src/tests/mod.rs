//! Tests of tables: laws, stories, and a model of tables on nodes that fail and crash.

pub(crate) mod bench;
mod called_off;
mod company;
mod footprint;
mod laws;
mod leaks;
mod live;
mod mixed;
pub(crate) mod model;
mod nodes;
mod over_days;
mod proofs;
mod replay;
mod seat_request_laws;
mod stories;
mod watching;
