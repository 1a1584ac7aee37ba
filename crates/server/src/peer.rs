//! A connected client, as tables and the lobby see it: a bounded queue to put frames into.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use axum::extract::ws::Utf8Bytes;
use boneyard_protocol::{ServerMessage, TableId};
use tokio::sync::{Notify, mpsc};

use crate::id::PlayerId;
use crate::limits;

/// Names one following: of one table, or of the lobby, by one socket.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct FollowId(u64);

impl FollowId {
    /// One that this process has not used yet.
    pub(crate) fn next() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        Self(NEXT.fetch_add(1, Ordering::Relaxed))
    }
}

/// What waits for a socket.
#[derive(Clone, Debug)]
pub(crate) enum Outbound {
    /// A message for the client. Clones share the text.
    Frame(Utf8Bytes),
    /// The table is no longer followed; the message says why.
    Ended {
        /// Which following has ended; the client may have begun another since.
        follow: FollowId,
        table: TableId,
        frame: Utf8Bytes,
    },
    /// The visitor is none any more: a program's token was taken back.
    TurnedOut,
    /// The visitor has got another name, maybe through another socket.
    Renamed { name: Arc<str> },
}

/// The client is gone, or too slow and as good as gone.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PeerGone;

/// The end into which frames are put. Clones lead to the same socket.
#[derive(Clone, Debug)]
pub(crate) struct Peer {
    /// Whose socket it is.
    pub(crate) player: PlayerId,
    queue: mpsc::Sender<Outbound>,
    behind: Arc<Notify>,
}

/// The socket's end.
#[derive(Debug)]
pub(crate) struct Inbox {
    /// All that waits, in order.
    pub(crate) queue: mpsc::Receiver<Outbound>,
    /// Told when the queue was full: something is missing in it, and the client must start over.
    pub(crate) behind: Arc<Notify>,
}

impl Peer {
    /// The two ends of a new queue.
    pub(crate) fn channel(player: PlayerId) -> (Self, Inbox) {
        let (sender, queue) = mpsc::channel(limits::SOCKET_QUEUE_MAX);
        let behind = Arc::new(Notify::new());
        let peer = Self {
            player,
            queue: sender,
            behind: Arc::clone(&behind),
        };
        (peer, Inbox { queue, behind })
    }

    /// Puts something into the queue, and never waits. If the queue is full the socket is told
    /// to close: whoever sends, a table or the lobby, has others to think of.
    pub(crate) fn send(&self, outbound: Outbound) -> Result<(), PeerGone> {
        use mpsc::error::TrySendError;
        self.queue.try_send(outbound).map_err(|error| {
            if let TrySendError::Full(_) = error {
                self.behind.notify_one();
            }
            PeerGone
        })
    }

    /// Puts a message into the queue, as [`Self::send`].
    pub(crate) fn tell(&self, message: &ServerMessage) -> Result<(), PeerGone> {
        self.send(Outbound::Frame(message.encode().into()))
    }

    /// How many messages wait.
    pub(crate) fn waiting(&self) -> usize {
        self.queue.max_capacity() - self.queue.capacity()
    }

    /// Whether both lead to the same socket.
    pub(crate) fn is(&self, other: &Self) -> bool {
        self.queue.same_channel(&other.queue)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_full_queue_tells_its_own_socket_and_nobody_waits() {
        let (slow, inbox) = Peer::channel(PlayerId::random());
        let frame = Outbound::Frame("{}".into());
        for _ in 0..limits::SOCKET_QUEUE_MAX {
            slow.send(frame.clone()).unwrap();
        }
        assert!(slow.send(frame).is_err());
        // Returns at once, or the test would hang.
        inbox.behind.notified().await;
    }
}
