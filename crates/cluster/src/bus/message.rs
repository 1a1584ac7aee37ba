//! What nodes tell each other.

use boneyard_base::{DeviceId, PlayerId, Requester, Timestamp};
use boneyard_protocol::{Reaction, RequestOutcome, TableId, Words};
use boneyard_rules::Seat;
use serde::{Deserialize, Serialize};

use crate::bus::matching::MatchMessage;

/// What concerns all nodes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Message {
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
    /// The node has missed what it was told: the others are to tell again who is at listed tables through
    /// them.
    AsksWhoIsHere,
    /// A player has got a seat at a table.
    Seated {
        /// The table.
        table: TableId,
        /// The player.
        player: PlayerId,
    },
    /// The first match at a table has begun, or the table is closed: it no longer counts against its host.
    NotWaiting {
        /// The table.
        table: TableId,
        /// Who opened it.
        host: PlayerId,
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
    /// Some devices of an account were signed out.
    SignedOut {
        /// Whose they are.
        player: PlayerId,
        /// The devices.
        devices: Vec<DeviceId>,
    },
    /// A guest keeps an account from now on.
    Kept {
        /// The guest that was.
        player: PlayerId,
    },
    /// What an account is has changed.
    AccountChanged {
        /// Whose it is.
        player: PlayerId,
    },
    /// Something of quick match.
    Matching(Box<MatchMessage>),
    /// What is minded of a visitor has changed: whom they have blocked, or what moderators decided.
    StandingChanged {
        /// The visitor.
        player: PlayerId,
    },
    /// A message for a visitor's sockets, as it goes over the wire.
    ForPlayer {
        /// The visitor.
        player: PlayerId,
        /// The message.
        message: String,
    },
    /// People who keep an account and are connected to the node from now on, or no longer.
    Online(Vec<(PlayerId, bool)>),
}

/// A sign of life.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Beat {
    /// Whether the node reaches the database.
    pub stores: bool,
}

impl Beat {
    /// The beat of a node that reaches the database.
    pub const STORING: Self = Self { stores: true };
}

/// What concerns the nodes that have a table in memory.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum TableMessage {
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
    Spoke(Spoken),
    /// What was said last, for a node that has just loaded the table.
    Chat(Vec<Spoken>),
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
pub struct Here {
    /// The number of the last row that the node has shown.
    pub seq: i64,
    /// Those who have a seat.
    pub players: Vec<PlayerId>,
    /// How many others look on.
    pub watchers: u32,
    /// Whether nobody can have played for some time, as far as the node knows, and that time isn't given
    /// back yet.
    pub idle: bool,
    /// Whether the node wants to know the same of the others.
    pub asks: bool,
}

/// What somebody wants others to hear or see.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Speech {
    /// Words for their room.
    Say(Words),
    /// A reaction for everybody.
    React(Reaction),
}

/// What somebody has said.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Spoken {
    /// Where the speaker sits, if they do.
    pub seat: Option<Seat>,
    /// The speaker's name.
    pub name: String,
    /// The words, or the reaction.
    pub speech: Speech,
    /// Whether the watchers alone see it, though it is a reaction.
    pub is_hidden: bool,
    /// When.
    pub at: Timestamp,
    /// Who speaks; nobody else is told.
    pub player: PlayerId,
    /// Whom the speaker has blocked: they don't hear it.
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
    fn what_is_told_reads_back() {
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
