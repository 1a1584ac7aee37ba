//! The messages between nodes.

use boneyard_base::{DeviceId, PlayerId, Requester, Timestamp};
use boneyard_protocol::{Reaction, RequestOutcome, TableId, Words};
use boneyard_rules::Seat;
use serde::{Deserialize, Serialize};

use crate::bus::matching::MatchMessage;

/// A message for all nodes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Message {
    /// The node is alive.
    Beat(Beat),
    /// A table's entry in the lobby has changed.
    Listed {
        /// The table.
        table: TableId,
        /// When the table was opened.
        created: Timestamp,
        /// The visitor who opened the table.
        host: PlayerId,
        /// The entry, as the database stores it; `None` if the lobby no longer lists the table.
        listing: Option<String>,
    },
    /// For each of these listed tables, a player who is connected to it through this node; `None` if
    /// there is none any more.
    AtTables(Vec<(TableId, Option<Requester>)>),
    /// The node has missed messages: the others must send [`Self::AtTables`] and [`Self::Online`] again.
    AsksWhoIsHere,
    /// A player has received a seat at a table.
    Seated {
        /// The table.
        table: TableId,
        /// The player.
        player: PlayerId,
    },
    /// The first match at a table has begun, or the table is closed: the table no longer counts against
    /// its host's limit.
    NotWaiting {
        /// The table.
        table: TableId,
        /// The visitor who opened the table.
        host: PlayerId,
    },
    /// A visitor has changed their name.
    Renamed {
        /// The visitor.
        player: PlayerId,
        /// The new name.
        name: String,
    },
    /// The token of a program was revoked.
    TurnedOut {
        /// The program.
        bot: PlayerId,
    },
    /// The node had to drop messages to all nodes: the others must read from the database what those
    /// messages said.
    Omitted,
    /// The node stops, and sends nothing more.
    Leaving,
    /// Some devices of an account were signed out.
    SignedOut {
        /// The account.
        player: PlayerId,
        /// The devices.
        devices: Vec<DeviceId>,
    },
    /// A guest has become an account.
    Kept {
        /// The former guest.
        player: PlayerId,
    },
    /// An account's data have changed.
    AccountChanged {
        /// The account.
        player: PlayerId,
    },
    /// A message of quick match.
    Matching(Box<MatchMessage>),
    /// What tables respect about a visitor has changed: the visitor's blocks, or a moderator's decision.
    VisitorStatusChanged {
        /// The visitor.
        player: PlayerId,
    },
    /// A message for a visitor's sockets.
    ForPlayer {
        /// The visitor.
        player: PlayerId,
        /// The message, as it goes over the wire.
        message: String,
    },
    /// Accounts that have become connected to this node (`true`), or no longer are (`false`).
    Online(Vec<(PlayerId, bool)>),
}

/// The regular message by which a node shows that it is alive.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Beat {
    /// Whether the node reaches the database.
    pub stores: bool,
}

impl Beat {
    /// The beat of a node that reaches the database.
    pub const STORING: Self = Self { stores: true };
}

/// A message for the nodes that have a table in memory.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum TableMessage {
    /// Rows were appended to the table's log.
    Appended {
        /// The number of the last row.
        seq: i64,
        /// The last row, unless it is large.
        row: Option<(Timestamp, Vec<u8>)>,
    },
    /// The visitors who are at the table through this node.
    Here(Here),
    /// A visitor has written in the chat, or reacts.
    Spoke(Spoken),
    /// The last chat messages, for a node that has just loaded the table.
    Chat(Vec<Spoken>),
    /// A visitor requests a computer player's seat.
    Asked {
        /// The visitor.
        player: PlayerId,
        /// The visitor's name.
        name: String,
        /// Whether the visitor came with the table's invitation.
        invited: bool,
        /// The seat.
        seat: Seat,
        /// The time of the request, which also identifies it.
        asked: Timestamp,
    },
    /// A request for a seat has ended.
    AskedNoMore {
        /// The time of the request, which identifies it.
        asked: Timestamp,
        /// How the request ended.
        outcome: RequestOutcome,
    },
}

/// The visitors who are at a table through one node.
#[derive(Clone, Default, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Here {
    /// The number of the last row that the node has shown.
    pub seq: i64,
    /// The players who have a seat.
    pub players: Vec<PlayerId>,
    /// How many watchers there are.
    pub watchers: u32,
    /// Whether, as far as the node knows, no player could play for some time, and the deadlines were not
    /// moved by that time yet.
    pub idle: bool,
    /// Whether the other nodes should answer with their own message of this kind.
    pub asks: bool,
}

/// What a visitor says.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Speech {
    /// Words for the visitor's room.
    Say(Words),
    /// A reaction for both rooms.
    React(Reaction),
}

/// A chat message, or a reaction.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Spoken {
    /// The speaker's seat; `None` if the speaker is a watcher.
    pub seat: Option<Seat>,
    /// The speaker's name.
    pub name: String,
    /// The text, or the reaction.
    pub speech: Speech,
    /// Whether only watchers see it, though it is a reaction.
    pub is_hidden: bool,
    /// The time.
    pub at: Timestamp,
    /// The speaker. Nodes don't pass this id on to clients.
    pub player: PlayerId,
    /// The visitors whom the speaker has blocked: they don't see it.
    pub unheard_by: Vec<PlayerId>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round_trip<T>(message: &T)
    where
        T: Serialize + serde::de::DeserializeOwned + PartialEq + std::fmt::Debug,
    {
        let bytes = postcard::to_stdvec(message).unwrap();
        assert_eq!(&postcard::from_bytes::<T>(&bytes).unwrap(), message);
    }

    #[test]
    fn encoded_messages_decode_to_the_same_messages() {
        let (table, player) = (TableId::random(), PlayerId::random());
        let at = Timestamp(1_700_000_000_000);
        round_trip(&Message::Beat(Beat::STORING));
        round_trip(&Message::Listed {
            table,
            created: at,
            host: player,
            listing: Some("{}".to_owned()),
        });
        let from = std::net::IpAddr::from(std::net::Ipv4Addr::LOCALHOST).into();
        let requester = Requester { player, from };
        round_trip(&Message::AtTables(vec![
            (table, Some(requester)),
            (table, None),
        ]));
        round_trip(&Message::Renamed {
            player,
            name: "Ann".to_owned(),
        });
        round_trip(&Message::Online(vec![(player, true)]));
        round_trip(&TableMessage::Spoke(Spoken {
            seat: None,
            name: "Ann".to_owned(),
            speech: Speech::Say(Words::Text("hello".to_owned())),
            is_hidden: false,
            at,
            player,
            unheard_by: vec![PlayerId::random()],
        }));
        round_trip(&TableMessage::Appended {
            seq: 7,
            row: Some((at, vec![1, 2, 3])),
        });
        round_trip(&TableMessage::Here(Here {
            seq: 7,
            players: vec![player],
            watchers: 2,
            ..Here::default()
        }));
    }
}
