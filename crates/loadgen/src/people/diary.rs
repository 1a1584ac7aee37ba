//! What happened to the people of a table, to be read when something is wrong there.

use std::fmt;
use std::time::SystemTime;

use boneyard_protocol::ErrorCode;
use boneyard_rules::{BySeat, Tile};

/// One thing that happened to somebody.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    /// Milliseconds since 1970, as the log counts them.
    at_ms: u128,
    /// Whose it is: their number at the table.
    number: usize,
    what: Happening,
}

/// What happened.
#[derive(Clone, Debug)]
pub(super) enum Happening {
    /// They have a connection to this server.
    Came { server: usize },
    /// Their connection ended.
    Left { why: String },
    /// They were shown this version.
    Shown { v: u64 },
    /// They were told who is connected.
    Told {
        seats: BySeat<bool>,
        is_somebody_absent: bool,
    },
    /// They sent a play.
    Played { ply: u32, tile: Tile },
    /// They sent something else.
    Sent,
    /// The server refused what they sent.
    Refused { code: ErrorCode },
}

impl Entry {
    /// Something that happens now.
    pub(super) fn now(number: usize, what: Happening) -> Self {
        let since_1970 = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
        Self {
            at_ms: since_1970.unwrap_or_default().as_millis(),
            number,
            what,
        }
    }
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} number {} ", self.at_ms, self.number)?;
        match &self.what {
            Happening::Came { server } => write!(f, "comes to server {server}"),
            Happening::Left { why } => write!(f, "is disconnected: {why}"),
            Happening::Shown { v } => write!(f, "is shown version {v}"),
            Happening::Told {
                seats,
                is_somebody_absent: false,
            } => write!(f, "is told who is there: {:?}", seats.as_slice()),
            Happening::Told { seats, .. } => {
                write!(f, "is told that somebody is absent: {:?}", seats.as_slice())
            }
            Happening::Played { ply, tile } => write!(f, "plays {tile} in ply {ply}"),
            Happening::Sent => write!(f, "asks for what comes next"),
            Happening::Refused { code } => write!(f, "is refused: {code:?}"),
        }
    }
}
