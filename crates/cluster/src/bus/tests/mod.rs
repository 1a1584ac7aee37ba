//! Tests with nodes whose messages go over NATS, and of what a program can do that records the messages.

mod over_nats;
mod recorded;

use super::TableMessage;

fn appended(seq: i64) -> TableMessage {
    TableMessage::Appended { seq, row: None }
}
