//! Why a server could not start or go on.

use std::io;
use std::net::SocketAddr;

use crate::bus::BusError;
use crate::identity::IdentityError;
use crate::store::StoreError;
use crate::transparency::TransparencyError;

/// Why a server could not start or go on.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The address can't be listened on.
    #[error("can't listen on {address}: {source}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// What the system says.
        source: io::Error,
    },
    /// The database can't be opened or read.
    #[error("can't open the database: {0}")]
    Store(#[from] StoreError),
    /// Several servers are to work together, and each would have a database of its own.
    #[error(
        "--nats is for servers that share a PostgreSQL database: give --database postgres://..., or leave \
         --nats out"
    )]
    NatsWithoutPostgres,
    /// Other nodes can't be told anything.
    #[error("can't work together with other servers: {0}")]
    Bus(#[from] BusError),
    /// The system has no threads for computer players.
    #[error("can't start the threads that think for computer players: {0}")]
    ComputerThreads(io::Error),
    /// Visitors can't be told apart.
    #[error("can't set up identities: {0}")]
    Identity(#[from] IdentityError),
    /// Nothing can be signed, or the public log can't be read.
    #[error("can't go on with the public log: {0}")]
    Transparency(#[from] TransparencyError),
    /// Mails can't be sent.
    #[error("can't send mails: {0}")]
    Mail(#[from] lettre::transport::smtp::Error),
    /// The task that takes connections has died, or can't have the listener.
    #[error("connections can no longer be taken: {0}")]
    Accepting(std::io::Error),
    /// Logging can't be started.
    #[error("can't start logging: {0}")]
    Log(Box<dyn std::error::Error + Send + Sync>),
}
