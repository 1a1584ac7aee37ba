//! Servers that a test or a measurement starts for itself on this machine: PostgreSQL and NATS. A server ends
//! when its value is dropped.
//!
//! A server that can't be started panics, also where its package isn't installed: otherwise nobody would
//! notice a test that never runs.

mod nats;
mod postgres;

use std::net::{SocketAddr, TcpListener};

pub use self::nats::Nats;
pub use self::postgres::{Postgres, Tcp};

/// An address of 127.0.0.1 whose port is free at the moment.
///
/// # Panics
///
/// When the system has no free port.
#[must_use]
pub fn free_address() -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr());
    listener.expect("the system has a free port")
}
