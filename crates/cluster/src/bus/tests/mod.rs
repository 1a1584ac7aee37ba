//! Nodes over NATS, as NATS lets them.

mod over_nats;

use super::TableMessage;

fn appended(seq: i64) -> TableMessage {
    TableMessage::Appended { seq, row: None }
}
