//! Publishes a node's messages on NATS. A message to all nodes goes to a subject that all of them receive. A
//! message about a table goes to the subject of each node that has joined the table. So no node receives its own
//! messages about tables, and NATS carries none for a table that only one node has in memory.
//!
//! The messages about tables that wait at the same time, as those about the rows of one commit do, go to each node
//! in one message.

use std::collections::HashMap;
use std::mem;
use std::sync::Arc;

use async_nats::{Client, Subscriber};
use boneyard_base::{TableId, limits};
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, timeout};

use super::joined::JoinedTables;
use super::outbox::{Outgoing, Outlet};
use super::receiver::Receiver;
use super::seal::Sealer;
use super::{Meters, NodeId, TableMessage};

/// A request to subscribe to a subject.
#[derive(Debug)]
pub(super) struct Join {
    pub(super) subject: String,
    pub(super) joined: oneshot::Sender<Subscriber>,
}

/// The task that publishes messages and makes subscriptions. No other task waits for NATS.
pub(super) struct Publisher {
    pub(super) receiving: Client,
    pub(super) sending: Client,
    pub(super) receiver: Arc<Receiver>,
    pub(super) tables: Arc<JoinedTables>,
    pub(super) sealer: Sealer,
    pub(super) meters: Meters,
    /// For each node, the encoded messages about tables that it is sent next.
    pub(super) batches: HashMap<NodeId, Vec<u8>>,
}

impl Publisher {
    /// Runs until the bus is dropped.
    pub(super) async fn run(
        &mut self,
        outlet: &mut Outlet,
        joining: &mut mpsc::UnboundedReceiver<Join>,
    ) {
        let (mut joins, mut waiting) = (Vec::new(), Vec::new());
        loop {
            tokio::select! {
                // Waiting subscriptions are made before the next message is sent, so that they receive the
                // answers to this message.
                biased;
                1.. = joining.recv_many(&mut joins, limits::BUS_JOINS_MAX) => self.join(&mut joins).await,
                count = outlet.take(&mut waiting) => {
                    if count == 0 {
                        return;
                    }
                    waiting.extend(outlet.omitted());
                    for outgoing in waiting.drain(..) {
                        self.publish(outgoing).await;
                    }
                    self.publish_batches().await;
                }
            }
        }
    }

    async fn join(&self, joins: &mut Vec<Join>) {
        for Join { subject, joined } in joins.drain(..) {
            match self.receiving.subscribe(subject).await {
                // If the receiver was dropped, the subscription ends here.
                Ok(subscriber) => drop(joined.send(subscriber)),
                Err(error) => tracing::error!(%error, "NATS accepts no more subscriptions"),
            }
        }
        // In a flood this takes long, and messages must be sent nevertheless.
        let _ = timeout(limits::BUS_JOIN_TIMEOUT, self.receiving.flush()).await;
    }

    async fn publish(&mut self, outgoing: Outgoing) {
        match outgoing {
            Outgoing::All(message) => {
                let content = self.receiver.encode(&message, Instant::now());
                self.tell(self.receiver.all().to_owned(), content).await;
            }
            Outgoing::Table(table, message) => {
                let to = if message.is_for_all() {
                    self.receiver.known()
                } else {
                    self.tables.others(table)
                };
                self.add_to_batches(to, table, &message).await;
            }
            Outgoing::Left(node, table) => {
                self.add_to_batches(vec![node], table, &TableMessage::Left)
                    .await;
            }
            Outgoing::Flush(done) => {
                self.publish_batches().await;
                // If there is no connection, the messages are lost.
                let _ = self.sending.flush().await;
                let _ = done.send(());
            }
        }
    }

    async fn add_to_batches(&mut self, to: Vec<NodeId>, table: TableId, message: &TableMessage) {
        let Ok(encoded) = postcard::to_stdvec(&(table, message)) else {
            self.meters.dropped.inc();
            return;
        };
        for node in to {
            let batch = self.batches.entry(node).or_default();
            batch.extend_from_slice(&encoded);
            if batch.len() >= limits::BUS_BATCH_BYTES {
                let batch = mem::take(batch);
                self.tell(self.receiver.node(node), Ok(batch)).await;
            }
        }
    }

    async fn publish_batches(&mut self) {
        for (node, batch) in mem::take(&mut self.batches) {
            if !batch.is_empty() {
                self.tell(self.receiver.node(node), Ok(batch)).await;
            }
        }
    }

    async fn tell(&mut self, subject: String, content: Result<Vec<u8>, postcard::Error>) {
        let sealed = content.ok().and_then(|content| {
            let sealed = self.sealer.seal(&subject, content);
            sealed.ok()
        });
        let told = match sealed {
            Some(sealed) => self.sending.publish(subject, sealed.into()).await.is_ok(),
            None => false,
        };
        if told {
            self.meters.told.inc();
        } else {
            self.meters.dropped.inc();
        }
    }
}
