//! What a client may send.

use boneyard_fair::{Commitment, Seed};
use boneyard_rules::{ArmId, Seat, Tile};
use serde::{Deserialize, Serialize};

use crate::chat::{Reaction, Words};
use crate::clock::AbsentChoice;
use crate::computer::Level;
use crate::id::{Invite, TableId};

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
    /// Asks for the seat of a computer player while a match is played. Sent again for the same seat,
    /// it changes nothing.
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
    /// Agrees to a request for a seat, or declines it: for the host, or while the host is away for
    /// any player.
    AnswerRequest {
        /// The table.
        table: TableId,
        /// `asked_ms` of the request that is meant.
        asked_ms: i64,
        /// Whether the asker gets the seat.
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
