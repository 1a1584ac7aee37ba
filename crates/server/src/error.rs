//! Why a server could not start or go on.

use std::net::SocketAddr;
use std::{fmt, io};

use boneyard_cluster::BusError;
use boneyard_people::IdentityError;
use boneyard_records::TransparencyError;
use boneyard_store::StoreError;

/// Why a server could not start or go on.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The address can't be listened on.
    #[error("can't listen on {address}: {source}{}", mend(flag, source))]
    Listen {
        /// The setting that has the address.
        flag: &'static str,
        /// The address.
        address: SocketAddr,
        /// What the system says.
        source: io::Error,
    },
    /// The database can't be opened or read.
    #[error("can't open the database {address}: {source}")]
    Database {
        /// Its address, without a password.
        address: String,
        /// Why it can't.
        source: StoreError,
    },
    /// The database fails while the server starts.
    #[error("can't read the database: {0}")]
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
    #[error(
        "can't start the threads that think for computer players: {0}. Give fewer with --computer-threads, or \
         allow this process more"
    )]
    ComputerThreads(io::Error),
    /// The system has no threads for the server.
    #[error(
        "can't start the server's threads: {0}. Allow this process more (ulimit -u, or the container's limit \
         of pids)"
    )]
    Threads(io::Error),
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
    /// The filter of the log can't be read.
    #[error("--log {filter} is no filter: {source}. Give error, warn, info, debug or trace")]
    LogFilter {
        /// What was given.
        filter: String,
        /// What is wrong with it.
        source: tracing_subscriber::filter::ParseError,
    },
    /// Logging can't be started.
    #[error("can't start logging: {0}")]
    Log(Box<dyn std::error::Error + Send + Sync>),
}

impl Error {
    /// Names the database that can't be opened.
    #[must_use]
    pub fn database(address: &str, source: StoreError) -> Self {
        let address = boneyard_store::without_password(address);
        Self::Database { address, source }
    }
}

/// What the host can do about an address that can't be listened on.
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
