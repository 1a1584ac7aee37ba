//! A program that can use NATS, but not the database. It records what the nodes tell each other.

use std::sync::Arc;

use async_nats::{Client, Message};
use futures_util::StreamExt as _;
use parking_lot::Mutex;
use tokio::task::AbortHandle;

/// Records all messages between nodes, and sends them again. Recording ends when the value is dropped.
#[derive(Debug)]
pub struct Recorder {
    client: Client,
    recorded: Arc<Mutex<Vec<Message>>>,
    recording: AbortHandle,
}

impl Recorder {
    /// Connects to NATS at this address, and begins to record.
    ///
    /// # Panics
    ///
    /// When NATS can't be reached.
    pub async fn start(address: &str) -> Self {
        let client = async_nats::connect(address).await;
        let client = client.expect("NATS listens at its address");
        let subscribed = client.subscribe("boneyard.>").await;
        let mut messages = subscribed.expect("NATS accepts a subscription");
        client.flush().await.expect("NATS answers");
        let recorded = Arc::new(Mutex::new(Vec::new()));
        let told = Arc::clone(&recorded);
        let recording = tokio::spawn(async move {
            while let Some(message) = messages.next().await {
                told.lock().push(message);
            }
        });
        Self {
            client,
            recorded,
            recording: recording.abort_handle(),
        }
    }

    /// Records nothing more. Returns the number of recorded messages.
    pub fn stop(&self) -> usize {
        self.recording.abort();
        self.recorded.lock().len()
    }

    /// Sends all recorded messages again, in their order. Returns when NATS has passed them on.
    ///
    /// # Panics
    ///
    /// When the connection to NATS is lost.
    pub async fn repeat(&self) {
        let recorded = self.recorded.lock().clone();
        for Message {
            subject, payload, ..
        } in recorded
        {
            let sent = self.client.publish(subject, payload).await;
            sent.expect("NATS accepts messages");
        }
        self.client.flush().await.expect("NATS answers");
    }
}

impl Drop for Recorder {
    fn drop(&mut self) {
        self.recording.abort();
    }
}
