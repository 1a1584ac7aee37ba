//! Nodes of one process: what they tell each other, and which are alive.

#![allow(clippy::unwrap_used, reason = "a test that fails may panic")]

mod bus;
mod nodes;
