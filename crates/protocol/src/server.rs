//! The messages that the server sends.

use boneyard_rules::{Illegal, Seat, Standing, View};
use serde::{Deserialize, Serialize};

use crate::chat::{Chat, Line, Reaction};
use crate::client::About;
use crate::clock::Time;
use crate::computer::Hint;
use crate::error::ErrorCode;
use crate::fairness::Fairness;
use crate::id::{Invite, PersonId, Pseudonym, TableId};
use crate::matching::{ListedSeeker, Paired, Seeking};
use crate::parse::ParseError;
use crate::room::{Listing, Me, OwnTable, Presence, Room};
use crate::seat_request::RequestOutcome;
use crate::tournament::{TournamentChange, TournamentOwn, TournamentState};
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
        /// The build of the server's browser client. A page of another build should offer to reload
        /// itself.
        build: String,
        /// The visitor's display name.
        name: String,
        /// The server's clock, in milliseconds since 1970. All times of the server are by this clock.
        now_ms: i64,
        /// Whether the server is a node of a cluster; absent if it is alone. A client that goes to a table then
        /// does well to connect again, to `/ws?t={table}`.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        cluster: bool,
    },
    /// The visitor's display name has changed.
    You {
        /// The new name.
        name: String,
    },
    /// All public tables; replaces the client's list.
    Lobby {
        /// The tables.
        tables: Vec<Listing>,
    },
    /// A table was added to the list, or its entry has changed.
    Listed {
        /// The table as it is now.
        table: Listing,
    },
    /// A table is no longer in the list.
    Unlisted {
        /// The table.
        table: TableId,
    },
    /// The tables at which the receiver has a seat, the most recently joined first. Replaces the client's
    /// list.
    OwnTables {
        /// The tables.
        tables: Vec<OwnTable>,
    },
    /// The state of the receiver's search for a quick match.
    Seeking(Seeking),
    /// Asks whether the receiver, for whom opponents are found, is still connected. The client answers with
    /// `seek_answer` within two seconds, without asking the player. A player whose client doesn't answer is
    /// not given a seat.
    SeekQuestion {
        /// The number of the question.
        number: u32,
    },
    /// A quick match is found.
    Paired(Paired),
    /// The players who search for a quick match alone.
    Seekers {
        /// The players, the longest wait first: 30 at most.
        seekers: Vec<ListedSeeker>,
    },
    /// A tournament, with its players and the matches of its last round: the answer to `tournament`. It
    /// replaces what the client knew of the tournament.
    Tournament(Box<TournamentState>),
    /// What has changed in a tournament that the client follows. A client whose version isn't `since` asks for
    /// the tournament again.
    TournamentChanged(Box<TournamentChange>),
    /// The receiver's own part in a tournament: its entry, its table and its invitation. The server sends it after
    /// `tournament`, and when it has changed.
    TournamentOwn(TournamentOwn),
    /// A friend invites the receiver to a table.
    Invited {
        /// The friend.
        person: PersonId,
        /// The friend's name.
        name: String,
        /// The table.
        table: TableId,
        /// The invitation to the table.
        invite: Invite,
        /// The table's rules on one line.
        notation: String,
    },
    /// The receiver's account was changed by another device or by a moderator. The client should request
    /// the account again.
    AccountChanged {},
    /// The receiver's friends, or their presence, have changed. The client should request the list of
    /// friends again.
    FriendsChanged {},
    /// All that the receiver may know of a table; replaces what the client knew of the table.
    Table(Box<Snapshot>),
    /// What an outsider may know of a table. The server sends it as the answer to `open`, and again on
    /// each change. It replaces what the client knew of the table.
    Outside(Box<Outside>),
    /// The updates of a table that the receiver missed: the answer to `open` with `since`.
    Missed(Box<Missed>),
    /// A change at a table.
    Update(Box<Update>),
    /// The server's signature of a table's commitments, sent before the players reveal their seeds.
    Receipt(Box<Receipt>),
    /// Which players and watchers are connected at a table. The message doesn't change the table's
    /// version. It replaces the presence that the client knew.
    Presence {
        /// The table.
        table: TableId,
        /// Which players and watchers are connected.
        #[serde(flatten)]
        presence: Presence,
    },
    /// A new chat line in the receiver's chat room: from a player to the players, or from a watcher to the
    /// watchers. The message doesn't change the table's version. The client adds the line at the end of
    /// the table's `chat`.
    Said {
        /// The table.
        table: TableId,
        /// The line.
        line: Line,
    },
    /// A player or watcher reacts to what has just happened. The reaction is not stored.
    Reacted {
        /// The table.
        table: TableId,
        /// The seat of the player who reacts; `null` for a watcher.
        seat: Option<Seat>,
        /// The display name of the player or watcher.
        name: String,
        /// The player's or watcher's pseudonym at this table.
        pseudonym: Pseudonym,
        /// The reaction.
        reaction: Reaction,
    },
    /// The move that an expert would make for the receiver: the answer to `hint`, sent only to the player
    /// who asked. The hint is out of date once the match has moved on.
    Hint {
        /// The table.
        table: TableId,
        /// The `standing.ply` of the position for which the hint was made.
        ply: u32,
        /// The hint: an object with one key, the game.
        hint: Hint,
    },
    /// The proof of a round's deals: the answer to `fairness`, sent to the client that asked.
    Fairness {
        /// The table.
        table: TableId,
        /// The proof for the match, with the deals of only that round.
        fairness: Box<Fairness>,
    },
    /// The receiver's own request for a computer player's seat has ended.
    RequestEnded {
        /// The table.
        table: TableId,
        /// The requested seat.
        seat: Seat,
        /// How the request ended.
        outcome: RequestOutcome,
    },
    /// The connection no longer follows the table. The client didn't ask for this.
    Closed {
        /// The table.
        table: TableId,
        /// The reason.
        reason: ClosedReason,
    },
    /// A message was refused, and changed nothing.
    Error {
        /// The type of the refused message; absent if the server doesn't know the type.
        #[serde(skip_serializing_if = "Option::is_none")]
        about: Option<About>,
        /// The table of the refused message, if it named one.
        #[serde(skip_serializing_if = "Option::is_none")]
        table: Option<TableId>,
        /// The reason.
        code: ErrorCode,
        /// Why the rules don't allow the move, if the code is `illegal`: an object with one key, the game.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<Illegal>,
        /// The reason as a sentence for people, in English.
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
    /// The table, without the match.
    pub room: Room,
    /// Which players and watchers are connected.
    pub presence: Presence,
    /// How the match stands; `null` before the first match.
    pub standing: Option<Standing>,
    /// What the receiver may know of the match, an object with one key, the game; `null` before the first match.
    pub view: Option<View>,
    /// The clocks; absent at a table without clocks, and before the first match.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time: Option<Time>,
    /// The receiver's role at the table.
    pub me: Me,
    /// The last chat lines of the receiver's chat room, the players' or the watchers', the oldest first;
    /// at most 50.
    pub chat: Chat,
}

/// A table as an outsider sees it: its players, but nothing of the match. An outsider is a client without
/// a seat that follows a table with the access `link` while a match is played there.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Outside {
    /// The table.
    pub table: TableId,
    /// The table, without the match. No player is shown as ready, away or replaced by a stand-in.
    pub room: Room,
    /// The presence, with an open request for a seat, but without absences.
    pub presence: Presence,
}

/// The updates of a table that the receiver missed since a version that the client named.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Missed {
    /// The table.
    pub table: TableId,
    /// The table's version now.
    pub v: u64,
    /// All updates after the named version, in order; empty if none were missed.
    pub updates: Vec<Update>,
    /// Which players and watchers are connected now.
    pub presence: Presence,
    /// The last chat lines of the receiver's chat room, as in `table`.
    pub chat: Chat,
}

/// Why a connection no longer follows a table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ClosedReason {
    /// The host removed the receiver.
    Removed,
    /// The table no longer exists.
    Gone,
}

impl ServerMessage {
    /// Encodes the message as a text frame.
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
            reason: None,
            text: error.to_string(),
        }
    }
}
