//! Errors because of which a server can't start or must stop.

use std::net::SocketAddr;
use std::{fmt, io};

use boneyard_cluster::BusError;
use boneyard_notices::StartError;
use boneyard_people::{IdentityError, SmtpError};
use boneyard_records::TransparencyError;
use boneyard_store::StoreError;

/// The reason why a server can't start or must stop.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The server can't listen on the address.
    #[error("can't listen on {address}: {source}{}", mend(flag, source))]
    Listen {
        /// The flag of the setting that contains the address.
        flag: &'static str,
        /// The address on which the server should listen.
        address: SocketAddr,
        /// The operating system's error.
        source: io::Error,
    },
    /// The database can't be opened or read.
    #[error("can't open the database {address}: {source}")]
    Database {
        /// The database's address, without a password.
        address: String,
        /// The error of the store.
        source: StoreError,
    },
    /// The database failed while the server was starting.
    #[error("can't read the database: {0}")]
    Store(#[from] StoreError),
    /// Servers of a cluster need a database that they share, but this database can't be shared.
    #[error(
        "--nats is for servers that share a PostgreSQL database: give --database postgres://..., or leave \
         --nats out"
    )]
    NatsWithoutPostgres,
    /// The connection to other nodes can't be set up.
    #[error("can't work together with other servers: {0}")]
    Bus(#[from] BusError),
    /// The operating system can't start the threads for computer players.
    #[error(
        "can't start the threads that decide for computer players: {0}. Give fewer with --computer-threads, or \
         allow this process more"
    )]
    ComputerThreads(io::Error),
    /// The operating system can't start the server's threads.
    #[error(
        "can't start the server's threads: {0}. Allow this process more (ulimit -u, or the container's limit \
         of pids)"
    )]
    Threads(io::Error),
    /// The part of the server that identifies visitors can't be started.
    #[error("can't set up identities: {0}")]
    Identity(#[from] IdentityError),
    /// The key for signatures or the public log can't be read.
    #[error("can't go on with the public log: {0}")]
    Transparency(#[from] TransparencyError),
    /// Mails can't be sent.
    #[error("can't send mails: {0}")]
    Mail(#[from] SmtpError),
    /// The key for Web Push can't be read.
    #[error("can't set up Web Push: {0}")]
    Push(#[from] StartError),
    /// The task that accepts connections has failed.
    #[error("connections can no longer be accepted: {0}")]
    Accepting(std::io::Error),
    /// The log's filter can't be parsed.
    #[error("--log {filter} is not a filter: {source}. Give error, warn, info, debug or trace")]
    LogFilter {
        /// The text of the filter.
        filter: String,
        /// The error of the parser.
        source: tracing_subscriber::filter::ParseError,
    },
    /// Logging can't be started.
    #[error("can't start logging: {0}")]
    Log(Box<dyn std::error::Error + Send + Sync>),
}

impl Error {
    /// Creates the error for a database that can't be opened. The error contains the database's address
    /// without a password.
    #[must_use]
    pub fn database(address: &str, source: StoreError) -> Self {
        let address = boneyard_store::without_password(address);
        Self::Database { address, source }
    }
}

/// Writes how the host can correct the settings if the server can't listen on an address. `flag` is the
/// setting with the address.
fn mend(flag: &'static str, source: &io::Error) -> impl fmt::Display {
    let kind = source.kind();
    fmt::from_fn(move |f| match kind {
        io::ErrorKind::AddrInUse => write!(
            f,
            ". Another program listens there: stop it, or give another port with {flag}"
        ),
        io::ErrorKind::AddrNotAvailable => write!(
            f,
            ". This machine doesn't have that address: give one that it has with {flag}; 0.0.0.0 and [::] \
             stand for all"
        ),
        io::ErrorKind::PermissionDenied => write!(
            f,
            ". Ports below 1024 are for root alone on most systems: give a higher one with {flag}, and have \
             a proxy in front listen on 80 and 443"
        ),
        _ => Ok(()),
    })
}
