//! What the server sends.

use boneyard_rules::{ArmId, Seat, Tile, View};
use serde::{Deserialize, Serialize};

use crate::analysis::MatchAnalysis;
use crate::chat::{Chat, Line, Reaction};
use crate::client::About;
use crate::clock::Time;
use crate::computer::HintReason;
use crate::error::ErrorCode;
use crate::fairness::Fairness;
use crate::id::{Invite, PersonId, Pseudonym, TableId};
use crate::matching::{Paired, SeekCounts, Seeking};
use crate::parse::ParseError;
use crate::room::{Listing, Me, OwnTable, Presence, Room};
use crate::seat_request::RequestOutcome;
use crate::transparency::Receipt;
use crate::update::Update;

/// A message from the server to a client.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ServerMessage {
    /// The answer to `hello`.
    Welcome {
        /// The version of the protocol that the server speaks.
        protocol: u32,
        /// The server's own version.
        server: String,
        /// Which build of the browser client the server has. The page of another build should offer
        /// to be loaded anew.
        build: String,
        /// The visitor's display name.
        name: String,
        /// The server's clock, in milliseconds since 1970: what it says of times is by this one.
        now_ms: i64,
    },
    /// The visitor's display name has changed.
    You {
        /// The new name.
        name: String,
    },
    /// All public tables; replaces the list that the client had.
    Lobby {
        /// The tables.
        tables: Vec<Listing>,
    },
    /// A table is new in the list, or has changed there.
    Listed {
        /// The table as it is now.
        table: Listing,
    },
    /// A table is no longer in the list.
    Unlisted {
        /// The table.
        table: TableId,
    },
    /// The tables at which the receiver has a seat, those that they came to last first; replaces the
    /// list that the client had.
    OwnTables {
        /// The tables.
        tables: Vec<OwnTable>,
    },
    /// How the receiver's search for a quick match stands.
    Seeking(Seeking),
    /// A quick match is found.
    Paired(Paired),
    /// How many look for a quick match and play one.
    SeekCounts(SeekCounts),
    /// A friend invites the receiver to a table.
    Invited {
        /// The friend.
        person: PersonId,
        /// Their name.
        name: String,
        /// The table.
        table: TableId,
        /// What lets the receiver in.
        invite: Invite,
        /// The table's rules on one line.
        notation: String,
    },
    /// What the receiver's account is has changed, by another device or a moderator: it should be asked for
    /// again.
    AccountChanged {},
    /// Who is a friend or there has changed, and should be asked for again.
    FriendsChanged {},
    /// All that the receiver may know of a table; replaces what the client knew of it.
    Table(Box<Snapshot>),
    /// What an outsider may know of a table: the answer to `open`, and again whenever it changes.
    /// Replaces what the client knew of the table.
    Outside(Box<Outside>),
    /// What the receiver missed of a table that they knew: the answer to `open` with `since`.
    Missed(Box<Missed>),
    /// What changed at a table.
    Update(Box<Update>),
    /// What a table is bound to, signed, before its players reveal their seeds.
    Receipt(Box<Receipt>),
    /// Who is connected at a table. It has no version of its own, and replaces the presence that
    /// the client knew.
    Presence {
        /// The table.
        table: TableId,
        /// Who is connected.
        #[serde(flatten)]
        presence: Presence,
    },
    /// Somebody in the receiver's room said something: a player to players, or a watcher to
    /// watchers. It has no version; it goes to the end of the table's `chat`.
    Said {
        /// The table.
        table: TableId,
        /// What was said.
        line: Line,
    },
    /// Somebody at the table reacts to what has just happened. It is not kept.
    Reacted {
        /// The table.
        table: TableId,
        /// The seat of who reacts; `null` for a watcher.
        seat: Option<Seat>,
        /// Their display name.
        name: String,
        /// Who they are at this table.
        pseudonym: Pseudonym,
        /// How they react.
        reaction: Reaction,
    },
    /// What an expert would play in the receiver's place: the answer to `hint`, for whoever asked
    /// and nobody else. It means nothing any more once the match has moved on.
    Hint {
        /// The table.
        table: TableId,
        /// `board.ply` of the position that it is for.
        ply: u32,
        /// The tile.
        tile: Tile,
        /// The arm that it would lengthen; `null` for the lead.
        arm: Option<ArmId>,
        /// What speaks for it.
        reason: HintReason,
        /// What speaks against it: how many points more another play would score by the count; absent
        /// if none would.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        gives_up: Option<u16>,
    },
    /// How far the analysis of a match is, for those who asked for it.
    Analysing {
        /// The table.
        table: TableId,
        /// The number of the match at this table.
        #[serde(rename = "match")]
        match_number: u32,
        /// Moves that are done.
        done: u16,
        /// Moves that the match has.
        moves: u16,
    },
    /// The analysis of a match: the answer to `analyse`.
    Analysis(Box<MatchAnalysis>),
    /// What proves the deals of a round: the answer to `fairness`, for whoever asked.
    Fairness {
        /// The table.
        table: TableId,
        /// The match, with that round alone.
        fairness: Fairness,
    },
    /// What came of the receiver's own request for a seat.
    RequestEnded {
        /// The table.
        table: TableId,
        /// The seat.
        seat: Seat,
        /// What came of it.
        outcome: RequestOutcome,
    },
    /// The table is no longer followed, without the client having asked for it.
    Closed {
        /// The table.
        table: TableId,
        /// Why.
        reason: ClosedReason,
    },
    /// A message was refused, and changed nothing.
    Error {
        /// The type of the refused message; absent if it had none that the server knows.
        #[serde(skip_serializing_if = "Option::is_none")]
        about: Option<About>,
        /// The table of the refused message, if it named one.
        #[serde(skip_serializing_if = "Option::is_none")]
        table: Option<TableId>,
        /// Why.
        code: ErrorCode,
        /// The same for people, in English.
        text: String,
    },
}

/// All that one viewer may know of a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Snapshot {
    /// The table.
    pub table: TableId,
    /// The table's version.
    pub v: u64,
    /// The table and its people.
    pub room: Room,
    /// Who is connected.
    pub presence: Presence,
    /// The match; `null` before the first.
    pub view: Option<View>,
    /// The clocks; absent at a table without, and before the first match.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time: Option<Time>,
    /// What the receiver is at the table.
    pub me: Me,
    /// What was said last in the receiver's room, the players' or the watchers'; the oldest line
    /// first, at most 50.
    pub chat: Chat,
}

/// A table as an outsider sees it: who plays there, and nothing of the match. An outsider follows a
/// table by link without a seat while a match is played there.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Outside {
    /// The table.
    pub table: TableId,
    /// The table and its people. Nobody is shown as ready, nor how seats are looked after.
    pub room: Room,
    /// Who is connected, and whether somebody asks for a seat. Nobody is shown as absent.
    pub presence: Presence,
}

/// All that the receiver missed of a table since a version that they knew.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Missed {
    /// The table.
    pub table: TableId,
    /// The table's version now.
    pub v: u64,
    /// Every update after the version that was named, in order; none if nothing was missed.
    pub updates: Vec<Update>,
    /// Who is connected now.
    pub presence: Presence,
    /// What was said last in the receiver's room, as in `table`.
    pub chat: Chat,
}

/// Why a table is no longer followed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ClosedReason {
    /// The host removed you.
    Removed,
    /// The table is no more.
    Gone,
}

impl ServerMessage {
    /// The message as a text frame.
    #[must_use]
    pub fn encode(&self) -> String {
        crate::encode(self)
    }
}

impl From<&ParseError> for ServerMessage {
    fn from(error: &ParseError) -> Self {
        Self::Error {
            about: error.about(),
            table: error.table(),
            code: error.code(),
            text: error.to_string(),
        }
    }
}
