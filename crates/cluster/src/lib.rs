//! Communication between the nodes of a cluster. `bus` carries messages between the nodes, and may lose some
//! of them. `nodes` knows which nodes are alive, and which node acts for a table. The database log has the
//! final word: a node that has missed a message finds the content of the message there.

mod bus;
mod nodes;

pub use self::bus::{
    AskedSeat, Beat, Bus, BusError, BusEvent, Carrier, Heard, Here, MatchMessage, Message,
    Messages, Meters, NatsUrl, NodeId, ParseNatsUrlError, Proposal, Seeker, Speech, Spoken,
    TableMessage, TableSubscription,
};
pub use self::nodes::{News, NewsFeed, NodeEvent, Nodes};
