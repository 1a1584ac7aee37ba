//! Nodes over NATS, as NATS lets them.

#[path = "../../../../server/tests/common/nats.rs"]
mod nats_server;
mod over_nats;

use super::TableMessage;

fn appended(seq: i64) -> TableMessage {
    TableMessage::Appended { seq, row: None }
}
