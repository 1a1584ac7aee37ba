//! The errors that end a run.

use std::io;
use std::net::SocketAddr;

/// The reason why a run ended without a report.
#[derive(Debug, thiserror::Error)]
pub(crate) enum LoadError {
    #[error("can't connect: {0}")]
    Connect(io::Error),
    #[error("HTTP: {0}")]
    Http(io::Error),
    #[error("not an HTTP response: {0}")]
    HttpAnswer(#[from] httparse::Error),
    #[error("{path} answered with status {status}: {body}")]
    Status {
        path: String,
        status: u16,
        body: String,
    },
    #[error("WebSocket: {0}")]
    Socket(Box<tokio_tungstenite::tungstenite::Error>),
    #[error("not a message of the protocol: {0}")]
    Message(#[from] serde_json::Error),
    #[error("the server gave no identity cookie")]
    NoCookie,
    #[error("these rules can't be played: {0}")]
    Rules(#[from] boneyard_rules::RulesError),
    #[error("the server closed the connection")]
    Closed,
    #[error("the server closed the connection with code {0}")]
    ClosedWith(u16),
    #[error("the server refused a message: {0}")]
    Refused(String),
    #[error("an update is missing: version {got} came after {before}")]
    Gap { before: u64, got: u64 },
    #[error("no move was made: the rate is too low for the time, or the server is stuck")]
    NoMoves,
    #[error("a thread has panicked")]
    Panicked,
    #[error("{0} connections are more than the source addresses of this machine's loopback allow")]
    TooMany(usize),
    #[error("system error: {0}")]
    System(#[from] io::Error),
    #[error("can't read {path}: {error}")]
    Read { path: String, error: io::Error },
    #[error("no metric {name} at http://{address}/metrics")]
    NoFigure {
        name: &'static str,
        address: SocketAddr,
    },
    #[error("the server can't be started or stopped: {0}")]
    Server(io::Error),
    #[error("the server ended before it served")]
    NoServer,
    #[error("{0}")]
    Part(String),
    #[error("disk error: {0}")]
    Disk(io::Error),
    #[error("the tournament is not in the list")]
    Unlisted,
    #[error("the table is not in the lobby's first list")]
    NotListed,
    #[error("no answer in {0:?}")]
    NoAnswer(std::time::Duration),
    #[error("the log can't be read: {0}")]
    Log(#[from] boneyard_store::StoreError),
}

impl From<tokio_tungstenite::tungstenite::Error> for LoadError {
    fn from(error: tokio_tungstenite::tungstenite::Error) -> Self {
        Self::Socket(Box::new(error))
    }
}
