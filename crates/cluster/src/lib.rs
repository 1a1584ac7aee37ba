//! How the nodes of a cluster hear of each other. `bus` carries what they tell each other, and may lose
//! it; `nodes` knows which of them are alive, and which one acts for a table. The log decides all else.

mod bus;
mod nodes;

pub use self::bus::{
    Beat, Bus, BusError, BusEvent, Carrier, Heard, Here, MatchMessage, Message, Messages, Meters,
    NatsUrl, NodeId, ParseNatsUrlError, Proposal, Seeker, Speech, Spoken, TableMessage,
    TableSubscription,
};
pub use self::nodes::{News, NewsFeed, NodeEvent, Nodes};
