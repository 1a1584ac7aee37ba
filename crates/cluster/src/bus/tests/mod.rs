//! Tests with nodes whose messages go over NATS.

mod over_nats;

use super::TableMessage;

fn appended(seq: i64) -> TableMessage {
    TableMessage::Appended { seq, row: None }
}
