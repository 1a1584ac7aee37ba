//! What a client may send, and the one door through which it comes in.

use boneyard_fair::{Commitment, Seed};
use boneyard_rules::{ArmId, Seat, Tile};
use serde::de::IntoDeserializer;
use serde::de::value::Error as NoSuchType;
use serde::{Deserialize, Serialize};

use crate::chat::{Reaction, Words};
use crate::clock::AbsentChoice;
use crate::computer::Level;
use crate::error::ErrorCode;
use crate::id::{Invite, TableId};

/// How deep arrays and objects may lie in each other. No message needs more than the object that
/// it is; the rest is room for fields to come.
pub const NESTING_MAX: usize = 8;

/// Bytes of what is quoted from a frame in an error's text.
const QUOTE_BYTES_MAX: usize = 160;

macro_rules! client_messages {
    ($(
        $(#[doc = $doc:literal])+
        $variant:ident { $($(#[$field_attr:meta])* $field:ident: $type:ty,)* }
    )*) => {
        /// A message from a client to the server.
        #[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[serde(tag = "type", rename_all = "snake_case")]
        pub enum ClientMessage {
            $(
                $(#[doc = $doc])+
                $variant { $($(#[$field_attr])* $field: $type,)* },
            )*
        }

        /// The `type` of a client's message: what an error is about.
        #[expect(missing_docs, reason = "the messages themselves are documented")]
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[serde(rename_all = "snake_case")]
        pub enum About {
            $($variant,)*
        }

        impl About {
            /// Every type.
            pub const ALL: &[Self] = &[$(Self::$variant),*];
        }

        impl ClientMessage {
            /// The message's `type`.
            #[must_use]
            pub const fn about(&self) -> About {
                match self {
                    $(Self::$variant { .. } => About::$variant,)*
                }
            }
        }
    };
}

client_messages! {
    /// The first message on every connection, due within ten seconds. The answer is `welcome`.
    Hello {
        /// The version of the protocol that the client speaks.
        protocol: u32,
    }
    /// Begins or stops to follow the list of public tables. The answer is `lobby`, then `listed`
    /// and `unlisted` as it changes.
    Lobby {
        /// Whether to follow.
        follow: bool,
    }
    /// Changes the display name, at every table too. The answer is `you`, on every connection of
    /// this visitor.
    Rename {
        /// The new name.
        name: String,
    }
    /// Begins to follow a table. The answer is `table`, then an `update` for each change. Sent
    /// again, it brings a fresh `table`. With `since` the answer is `missed` if the server still
    /// has every update after that version, and `table` otherwise.
    Open {
        /// The table.
        table: TableId,
        /// The invitation; needed at a table by link, for those who don't sit there already.
        #[serde(skip_serializing_if = "Option::is_none")]
        invite: Option<Invite>,
        /// The last version of the table that the client knows.
        #[serde(skip_serializing_if = "Option::is_none")]
        since: Option<u64>,
    }
    /// Stops to follow a table. A player stays seated.
    Close {
        /// The table.
        table: TableId,
    }
    /// Takes a seat, before a match. Like all that follow, it needs the table to be open, and
    /// its answer is an `update` for everybody there.
    Sit {
        /// The table.
        table: TableId,
        /// The seat; without it, the first that is free.
        #[serde(skip_serializing_if = "Option::is_none")]
        seat: Option<Seat>,
    }
    /// Gives up the seat, before or after a match.
    Leave {
        /// The table.
        table: TableId,
    }
    /// Says that one is ready for the match, or for a rematch, or takes it back. It starts when
    /// every seat is taken and ready.
    Ready {
        /// The table.
        table: TableId,
        /// Whether one is.
        ready: bool,
    }
    /// Promises a seed for the deals of the match to come. Another promise takes the place of one
    /// given before.
    Commit {
        /// The table.
        table: TableId,
        /// The number of the match, as `room.fairness.match` says it.
        #[serde(rename = "match")]
        match_number: u32,
        /// The seed's hash.
        commitment: Commitment,
    }
    /// Reveals the seed, once `room.fairness.revealing` says that it is time.
    Reveal {
        /// The table.
        table: TableId,
        /// The number of the match.
        #[serde(rename = "match")]
        match_number: u32,
        /// What was promised.
        seed: Seed,
    }
    /// Asks for what proves the deals of a round of the last match, once the round has ended. The
    /// answer is `fairness`.
    Fairness {
        /// The table.
        table: TableId,
        /// The number of the round, from 1.
        round: u32,
    }
    /// Removes a player before the first match, or a computer player whenever no match is played.
    /// Only for the host.
    Remove {
        /// The table.
        table: TableId,
        /// The player's seat.
        seat: Seat,
    }
    /// Gives a free seat to a computer player, whenever no match is played. Only for the host.
    SeatComputer {
        /// The table.
        table: TableId,
        /// The seat.
        seat: Seat,
        /// How strong it is to be.
        level: Level,
    }
    /// Asks for the seat of a computer player while a match is played; the players decide. Sent
    /// again for the same seat, it changes nothing.
    RequestSeat {
        /// The table.
        table: TableId,
        /// The seat.
        seat: Seat,
    }
    /// Takes the own request for a seat back.
    WithdrawRequest {
        /// The table.
        table: TableId,
    }
    /// Agrees to a request for a seat, or declines it: one who declines is enough.
    AnswerRequest {
        /// The table.
        table: TableId,
        /// `asked_ms` of the request that is meant.
        asked_ms: i64,
        /// Whether the seat may be had.
        agree: bool,
    }
    /// Plays a tile.
    Play {
        /// The table.
        table: TableId,
        /// `board.ply` as the player saw it: a play that was meant for another moment is refused
        /// as `stale`.
        ply: u32,
        /// The tile.
        tile: Tile,
        /// The arm that it is to lengthen; without it, the lead.
        #[serde(skip_serializing_if = "Option::is_none")]
        arm: Option<ArmId>,
        /// The points that the player announces, under muggins calls.
        #[serde(skip_serializing_if = "Option::is_none")]
        announced: Option<u16>,
    }
    /// Calls "Muggins!".
    Call {
        /// The table.
        table: TableId,
        /// `board.ply` as the player saw it.
        ply: u32,
    }
    /// Asks what an expert would play in one's place. The answer is `hint`.
    Hint {
        /// The table.
        table: TableId,
        /// `board.ply` as the player saw it.
        ply: u32,
    }
    /// Gives the match up. Where two sides meet and nobody else of one's side plays, the other side
    /// wins; else a computer player plays on in one's place.
    Resign {
        /// The table.
        table: TableId,
    }
    /// Offers to end the match without a winner, agrees to that, or declines it. The match ends
    /// when all who are still at it want that.
    Agree {
        /// The table.
        table: TableId,
        /// Whether to end it; `false` declines, and takes every offer off the table.
        agree: bool,
    }
    /// Does something about a player who keeps the others waiting: see `absent` in the presence.
    Absent {
        /// The table.
        table: TableId,
        /// The seat of that player.
        seat: Seat,
        /// What to do.
        choice: AbsentChoice,
    }
    /// Says that one is back, and takes the own seat back.
    Back {
        /// The table.
        table: TableId,
    }
    /// Asks for the analysis of the match that is over; only for its players. The answer is
    /// `analysis`, and `analysing` while it is made.
    Analyse {
        /// The table.
        table: TableId,
    }
    /// Says that one is ready for the next round.
    Next {
        /// The table.
        table: TableId,
    }
    /// Says something, with either `text` or `phrase`: players to the other players, watchers to
    /// the other watchers. Its answer is `said` for everybody in that room.
    Say {
        /// The table.
        table: TableId,
        /// What is said.
        #[serde(flatten)]
        words: Words,
    }
    /// Reacts to what has just happened. Its answer is `reacted` for everybody at the table.
    React {
        /// The table.
        table: TableId,
        /// How.
        reaction: Reaction,
    }
}

/// A frame that isn't a message.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ParseError {
    /// It isn't JSON, isn't an object with a `type`, or is nested too deeply. Who sends this
    /// speaks another protocol: the connection is closed.
    #[error("not a message: {reason}")]
    Malformed {
        /// What was wrong.
        reason: String,
    },
    /// Its `type` is none that the protocol knows. The connection goes on.
    #[error("there is no message of type \"{name}\"")]
    UnknownType {
        /// The type, with what can't be printed escaped, and then shortened if it is long: what
        /// is sent back is never much longer than a line.
        name: String,
    },
    /// A field is missing or holds what it can't hold. The connection goes on.
    #[error("{reason}")]
    WrongFields {
        /// The message's type.
        about: About,
        /// What was wrong.
        reason: String,
    },
}

impl ParseError {
    /// The code with which it is answered.
    #[must_use]
    pub const fn code(&self) -> ErrorCode {
        match self {
            Self::Malformed { .. } => ErrorCode::Malformed,
            Self::UnknownType { .. } => ErrorCode::UnknownType,
            Self::WrongFields { .. } => ErrorCode::WrongFields,
        }
    }

    /// The type of the message, if it was one of the protocol's.
    #[must_use]
    pub const fn about(&self) -> Option<About> {
        match self {
            Self::WrongFields { about, .. } => Some(*about),
            Self::Malformed { .. } | Self::UnknownType { .. } => None,
        }
    }

    /// Whether the connection is closed for it.
    #[must_use]
    pub const fn is_fatal(&self) -> bool {
        matches!(self, Self::Malformed { .. })
    }
}

impl ClientMessage {
    /// Reads a text frame.
    ///
    /// Takes time and memory in proportion to the frame's length, and a stack that doesn't grow
    /// with it; how long a frame may be is for the caller to bound.
    ///
    /// # Errors
    ///
    /// [`ParseError`] tells apart what isn't a message, a type that doesn't exist, and a message
    /// with wrong fields.
    pub fn parse(frame: &str) -> Result<Self, ParseError> {
        if nesting(frame) > NESTING_MAX {
            let reason = format!("nested more than {NESTING_MAX} deep");
            return Err(ParseError::Malformed { reason });
        }
        serde_json::from_str(frame).map_err(|error| diagnose(frame, &error))
    }

    /// The message as a text frame.
    #[must_use]
    pub fn encode(&self) -> String {
        crate::encode(self)
    }
}

/// How deep the frame's arrays and objects lie in each other, at the deepest place.
fn nesting(frame: &str) -> usize {
    let (mut depth, mut deepest) = (0_usize, 0);
    let (mut in_string, mut escaped) = (false, false);
    for byte in frame.bytes() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_string => escaped = true,
            b'"' => in_string = !in_string,
            b'[' | b'{' if !in_string => {
                depth += 1;
                deepest = deepest.max(depth);
            }
            b']' | b'}' if !in_string => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    deepest
}

/// Finds out what was wrong with a frame that isn't a message.
fn diagnose(frame: &str, error: &serde_json::Error) -> ParseError {
    #[derive(Deserialize)]
    struct Head {
        r#type: String,
    }
    let head = match serde_json::from_str::<Head>(frame) {
        Ok(head) => head,
        Err(error) => {
            return ParseError::Malformed {
                reason: quote(&error.to_string()),
            };
        }
    };
    match About::deserialize(IntoDeserializer::<NoSuchType>::into_deserializer(
        head.r#type.as_str(),
    )) {
        Ok(about) => ParseError::WrongFields {
            about,
            reason: quote(&error.to_string()),
        },
        Err(_) => ParseError::UnknownType {
            name: quote(&head.r#type.escape_debug().to_string()),
        },
    }
}

/// At most so much of a text as belongs into an error.
fn quote(text: &str) -> String {
    if text.len() <= QUOTE_BYTES_MAX {
        return text.to_owned();
    }
    format!("{}…", &text[..text.floor_char_boundary(QUOTE_BYTES_MAX)])
}
