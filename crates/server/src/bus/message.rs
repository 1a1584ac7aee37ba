//! What nodes tell each other.

use boneyard_protocol::{Listing, Reaction, RequestOutcome, TableId, Words};
use boneyard_rules::Seat;
use serde::{Deserialize, Serialize};

use crate::clock::Timestamp;
use crate::gate::Requester;
use crate::id::PlayerId;

/// What concerns all nodes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) enum Message {
    /// The node is alive.
    Beat(Beat),
    /// What the lobby says of a table from now on; none if it lists the table no longer.
    Listed {
        /// The table.
        table: TableId,
        /// When it was opened.
        created: Timestamp,
        /// Who opened it.
        host: PlayerId,
        /// The listing, as it is stored.
        listing: Option<String>,
    },
    /// Players who are at listed tables through this node, or none any more.
    AtTables(Vec<(TableId, Option<Requester>)>),
    /// A player has got a seat at a table, or has given it up.
    Seats {
        /// The table.
        table: TableId,
        /// The player.
        player: PlayerId,
    },
    /// A visitor goes by another name.
    Renamed {
        /// The visitor.
        player: PlayerId,
        /// The new name.
        name: String,
    },
    /// The token of a program was taken back.
    TurnedOut {
        /// The program.
        bot: PlayerId,
    },
    /// The node had to drop messages to all nodes: what they said must be read from the database.
    Omitted,
    /// The node stops, and tells nothing more.
    Leaving,
}

/// A sign of life.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Beat {
    /// The newest format of the log's rows that the node reads.
    pub(crate) reads: u8,
    /// Under what its entries of the public log are stored.
    pub(crate) process: i64,
}

/// What concerns the nodes that have a table in memory.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) enum TableMessage {
    /// The log has grown up to a number.
    Appended {
        /// The number of the last row.
        seq: i64,
        /// That row, unless it is large.
        row: Option<(Timestamp, Vec<u8>)>,
    },
    /// Who is at the table through this node.
    Here(Here),
    /// Somebody has said something, or reacts.
    Spoke {
        /// Where the speaker sits, if they do.
        seat: Option<Seat>,
        /// The speaker's name.
        name: String,
        /// What was said.
        speech: ToldSpeech,
        /// When.
        at: Timestamp,
    },
    /// A visitor asks for a computer player's seat.
    Asked {
        /// The visitor.
        player: PlayerId,
        /// The visitor's name.
        name: String,
        /// Whether the visitor came with the invitation.
        invited: bool,
        /// The seat.
        seat: Seat,
        /// When: by this the request is known.
        asked: Timestamp,
    },
    /// A request for a seat is over.
    AskedNoMore {
        /// When it was made.
        asked: Timestamp,
        /// What came of it.
        outcome: RequestOutcome,
    },
}

/// Who is at a table through a node.
#[derive(Clone, Default, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Here {
    /// The number of the last row that the node has shown.
    pub(crate) seq: i64,
    /// Those who have a seat.
    pub(crate) players: Vec<PlayerId>,
    /// How many others look on.
    pub(crate) watchers: u32,
    /// Whether the node wants to know the same of the others.
    pub(crate) asks: bool,
}

/// Words, or a reaction.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) enum ToldSpeech {
    /// Words for the speaker's room.
    Said(Words),
    /// A reaction; whether the watchers alone see it.
    Reacted(Reaction, bool),
}
