//! The diary of a table records what happened to each person at the table. It is printed when
//! the comparison finds an anomaly there.

use std::fmt;
use std::time::SystemTime;

use boneyard_protocol::ErrorCode;
use boneyard_rules::{BySeat, Tile};

/// An entry of a table's diary.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    /// The time of the entry in milliseconds since 1970, as the log counts it.
    at_ms: u128,
    /// The person's number at the table.
    number: usize,
    what: DiaryEvent,
}

/// What happened to a person.
#[derive(Clone, Debug)]
pub(super) enum DiaryEvent {
    /// The person connected to this server.
    Connected { server: usize },
    /// The person's connection ended.
    Disconnected { why: String },
    /// The person was shown the table at this version.
    Shown { v: u64 },
    /// The person was shown which seats are connected.
    ShownPresence {
        seats: BySeat<bool>,
        is_anyone_absent: bool,
    },
    /// The person sent a play.
    Played { ply: u32, tile: Tile },
    /// The person sent another message.
    Sent,
    /// The server refused a message of the person.
    Refused { code: ErrorCode },
}

impl Entry {
    /// An entry with the current time.
    pub(super) fn now(number: usize, what: DiaryEvent) -> Self {
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
            DiaryEvent::Connected { server } => write!(f, "connects to server {server}"),
            DiaryEvent::Disconnected { why } => write!(f, "is disconnected: {why}"),
            DiaryEvent::Shown { v } => write!(f, "is shown version {v}"),
            DiaryEvent::ShownPresence {
                seats,
                is_anyone_absent: false,
            } => write!(f, "is shown the connected seats: {:?}", seats.as_slice()),
            DiaryEvent::ShownPresence { seats, .. } => {
                write!(
                    f,
                    "is shown that a player is absent, and the connected seats: {:?}",
                    seats.as_slice()
                )
            }
            DiaryEvent::Played { ply, tile } => write!(f, "plays {tile} in ply {ply}"),
            DiaryEvent::Sent => write!(f, "sends another message"),
            DiaryEvent::Refused { code } => write!(f, "is refused: {code:?}"),
        }
    }
}
