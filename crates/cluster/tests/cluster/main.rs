//! Tests with several nodes in one process: their messages, and which of them are alive.

#![allow(clippy::unwrap_used, reason = "a test that fails may panic")]

mod bus;
mod nodes;
