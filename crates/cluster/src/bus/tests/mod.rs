//! Tests with nodes whose messages go over NATS, and of what a program can do that records the messages.

mod over_nats;
mod recorded;

use super::{Here, TableMessage};

pub(super) fn appended(seq: i64) -> TableMessage {
    TableMessage::Appended { seq, row: None }
}

/// What a node that has just joined a table sends to all nodes.
pub(super) fn asks(seq: i64) -> TableMessage {
    TableMessage::Here(Here {
        seq,
        asks: true,
        ..Here::default()
    })
}
