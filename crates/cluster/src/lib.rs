//! Communication between the nodes of a cluster. `bus` carries messages between the nodes, and may lose some
//! of them. `nodes` knows which nodes are alive, and which node acts for a table. `offset` is how far a node's
//! clock is wrong. The database log has the final word: a node that has missed a message finds the content of
//! the message there.

mod bus;
mod nodes;
mod offset;

pub use self::bus::{
    AskedSeat, Beat, Bus, BusError, BusEvent, Carrier, Heard, Here, JoinedTables, MatchMessage,
    Message, Messages, Meters, NatsUrl, NodeId, ParseNatsUrlError, Proposal, Seeker, Speech,
    Spoken, TableMessage, TableMessages, TableSubscription,
};
pub use self::nodes::{News, NewsFeed, NodeEvent, Nodes};
pub use self::offset::{ClockOffset, ClockSample};
