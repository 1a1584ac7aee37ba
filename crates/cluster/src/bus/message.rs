//! The messages between nodes.

use boneyard_base::{DeviceId, PlayerId, Requester, Timestamp};
use boneyard_protocol::{Reaction, RequestOutcome, TableId, Words};
use boneyard_rules::Seat;
use serde::{Deserialize, Serialize};

use crate::bus::matching::MatchMessage;

/// A message to all nodes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Message {
    /// The sending node is alive.
    Beat(Beat),
    /// A table's entry in the lobby has changed.
    Listed {
        /// The table.
        table: TableId,
        /// When the table was created.
        created: Timestamp,
        /// The visitor who created the table.
        host: PlayerId,
        /// The entry in the form in which the database stores it. `None` if the lobby no longer lists the
        /// table.
        listing: Option<String>,
    },
    /// For each of these listed tables, one player who is connected to it through the sending node. `None` if
    /// no player is connected any more.
    AtTables(Vec<(TableId, Option<Requester>)>),
    /// The sending node has missed messages. The other nodes must send [`Self::AtTables`] and
    /// [`Self::Online`] again.
    AsksWhoIsHere,
    /// A player has got a seat at a table.
    Seated {
        /// The table.
        table: TableId,
        /// The player.
        player: PlayerId,
    },
    /// The first match at a table has begun, or the table was closed. So the table no longer counts against
    /// its host's limit.
    NotWaiting {
        /// The table.
        table: TableId,
        /// The visitor who created the table.
        host: PlayerId,
    },
    /// A visitor has changed their name.
    Renamed {
        /// The visitor.
        player: PlayerId,
        /// The visitor's new display name.
        name: String,
    },
    /// The token of a bot was revoked.
    TurnedOut {
        /// The bot.
        bot: PlayerId,
    },
    /// The sending node had to drop messages to all nodes. The other nodes must read the content of these
    /// messages from the database.
    Omitted,
    /// The sending node is stopping, and sends no more messages.
    Leaving,
    /// Some devices of an account were signed out.
    SignedOut {
        /// The player who owns the account.
        player: PlayerId,
        /// The devices that were signed out.
        devices: Vec<DeviceId>,
    },
    /// A guest has made an account.
    Kept {
        /// The player who was a guest.
        player: PlayerId,
    },
    /// The data of an account have changed.
    AccountChanged {
        /// The player who owns the account.
        player: PlayerId,
    },
    /// A message of quick match.
    Matching(Box<MatchMessage>),
    /// A visitor's blocks have changed, or a moderator has acted against the visitor. Tables must use the new
    /// data.
    VisitorStatusChanged {
        /// The visitor.
        player: PlayerId,
    },
    /// A message for a visitor's sockets.
    ForPlayer {
        /// The visitor who gets the message.
        player: PlayerId,
        /// The message, encoded for the client.
        message: String,
    },
    /// Accounts that have connected to the sending node (`true`), or disconnected from it (`false`).
    Online(Vec<(PlayerId, bool)>),
}

/// The message that a node sends regularly to show that it is alive. The transport adds what proves that the
/// beat is new.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Beat {
    /// How many milliseconds ago the node could last reach the database, if it can't now. `None` if it can.
    pub unable_for_ms: Option<u32>,
}

impl Beat {
    /// The beat of a node that can reach the database.
    pub const STORING: Self = Self {
        unable_for_ms: None,
    };
}

/// A message to the nodes that have a table in memory.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum TableMessage {
    /// Rows were appended to the table's log.
    Appended {
        /// The number of the last row.
        seq: i64,
        /// The last row. `None` if the row is too large for a message.
        row: Option<(Timestamp, Vec<u8>)>,
    },
    /// The visitors who are connected to the table through the sending node.
    Here(Here),
    /// A visitor has sent a chat message or a reaction.
    Spoke(Spoken),
    /// The last chat messages. Sent to a node that has just loaded the table.
    Chat(Vec<Spoken>),
    /// A visitor requests the seat of a computer player.
    Asked {
        /// The visitor.
        player: PlayerId,
        /// The visitor's name.
        name: String,
        /// Whether the visitor has used the table's invitation.
        invited: bool,
        /// The requested seat.
        seat: Seat,
        /// The time of the request. It also identifies the request.
        asked: Timestamp,
    },
    /// A request for a computer player's seat has ended.
    AskedNoMore {
        /// The time of the request. It identifies the request.
        asked: Timestamp,
        /// How the request ended.
        outcome: RequestOutcome,
    },
    /// The sending node does not have the table in memory. Sent as the answer to a message about the table.
    Left,
}

impl TableMessage {
    /// Whether all nodes are sent the message: the sending node may not know yet which nodes have the table in
    /// memory.
    pub const fn is_for_all(&self) -> bool {
        matches!(
            self,
            Self::Here(Here { asks: true, .. }) | Self::Asked { .. }
        )
    }
}

/// The visitors who are connected to a table through one node.
#[derive(Clone, Default, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Here {
    /// The number of the last row that the node has shown to its clients.
    pub seq: i64,
    /// The connected players who have a seat.
    pub players: Vec<PlayerId>,
    /// The number of connected watchers.
    pub watchers: u32,
    /// Whether the node can't reach the log, or no player could play for some time as far as the node knows, and
    /// the deadlines have not been moved by the length of that time yet.
    pub idle: bool,
    /// Whether the other nodes must answer with their own [`TableMessage::Here`].
    pub asks: bool,
    /// The players who could not play through a node, and how many milliseconds ago that time began. It has not
    /// been given back to them yet.
    pub unable: Vec<(PlayerId, u32)>,
}

/// What a visitor has sent to other visitors of the table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Speech {
    /// A line of chat. It is sent only to visitors of the speaker's kind: from a player to the players, from
    /// a watcher to the watchers.
    Say(Words),
    /// A reaction, for players and watchers.
    React(Reaction),
}

/// A chat message or a reaction.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Spoken {
    /// The seat of the speaker. `None` for a watcher.
    pub seat: Option<Seat>,
    /// The speaker's name.
    pub name: String,
    /// The content of the message.
    pub speech: Speech,
    /// Whether this message is a reaction that only watchers see. Players see other reactions too.
    pub is_hidden: bool,
    /// When the message was sent.
    pub at: Timestamp,
    /// The speaker's id. Nodes don't send it to clients.
    pub player: PlayerId,
    /// The visitors whom the speaker has blocked. They don't get the message.
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
            unable: vec![(player, 2_500)],
            ..Here::default()
        }));
    }
}
