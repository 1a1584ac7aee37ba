//! The queue of messages for NATS. If the queue is full, a message is dropped, and a note about the message
//! is stored for the message's table. From then on, all messages are dropped and noted, until the queue is
//! empty. Then the notes are sent. So a note is never sent before an older message.

use std::collections::HashMap;
use std::mem;
use std::sync::Arc;

use boneyard_base::{TableId, limits};
use parking_lot::Mutex;
use tokio::sync::mpsc;
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::oneshot;

use super::{Here, Message, Meters, NodeId, TableMessage};

/// An item of the queue.
#[derive(Debug)]
pub(super) enum Outgoing {
    /// A message to all nodes.
    All(Message),
    /// A message to the nodes that have joined a table.
    Table(TableId, TableMessage),
    /// The answer to a node's message about a table that this node has not joined.
    Left(NodeId, TableId),
    /// A request for an answer after NATS has taken all earlier messages.
    Flush(oneshot::Sender<()>),
}

/// The sending end of the queue.
#[derive(Debug)]
pub(super) struct Outbox {
    queue: mpsc::Sender<Outgoing>,
    omitted: Arc<Mutex<Omitted>>,
    meters: Meters,
}

/// The receiving end of the queue.
#[derive(Debug)]
pub(super) struct Outlet {
    queue: mpsc::Receiver<Outgoing>,
    omitted: Arc<Mutex<Omitted>>,
}

/// The notes about dropped messages.
#[derive(Default, Debug)]
struct Omitted {
    /// Whether any message was dropped.
    any: bool,
    /// Whether a dropped message was for all nodes.
    all: bool,
    /// For each table, a note about its dropped messages.
    tables: HashMap<TableId, OmittedOfTable>,
}

#[derive(Default, Debug)]
struct OmittedOfTable {
    /// The greatest row number of the dropped [`TableMessage::Appended`] messages.
    seq: Option<i64>,
    /// The last dropped [`TableMessage::Here`].
    here: Option<Here>,
}

/// Makes a queue for `capacity` messages.
pub(super) fn channel(capacity: usize, meters: Meters) -> (Outbox, Outlet) {
    let (sender, receiver) = mpsc::channel(capacity);
    let omitted = Arc::default();
    let outbox = Outbox {
        queue: sender,
        omitted: Arc::clone(&omitted),
        meters,
    };
    let outlet = Outlet {
        queue: receiver,
        omitted,
    };
    (outbox, outlet)
}

impl Outbox {
    /// Adds a message to the queue. If the queue is full, drops the message and stores a note about it.
    pub(super) fn put(&self, outgoing: Outgoing) {
        // The lock is held while the message is noted. Otherwise the receiving end could empty the queue and
        // miss the note.
        let mut omitted = self.omitted.lock();
        if omitted.any {
            self.meters.dropped.inc();
            return omitted.note(outgoing);
        }
        if let Err(TrySendError::Full(outgoing)) = self.queue.try_send(outgoing) {
            self.meters.dropped.inc();
            omitted.note(outgoing);
        }
    }

    /// Waits until NATS has taken all messages that were added before.
    pub(super) async fn flush(&self) {
        let (done, flushed) = oneshot::channel();
        // An error means that the receiving end was dropped.
        if self.queue.send(Outgoing::Flush(done)).await.is_ok() {
            let _ = flushed.await;
        }
    }
}

impl Outlet {
    /// Waits for the next items, and adds at most [`limits::BUS_TAKEN_MAX`] to `taken`. Returns how many: 0 if there
    /// will be no more. Cancel safe.
    pub(super) async fn take(&mut self, taken: &mut Vec<Outgoing>) -> usize {
        self.queue.recv_many(taken, limits::BUS_TAKEN_MAX).await
    }

    /// Takes the messages that replace the dropped messages. Returns none of them until the queue is empty.
    pub(super) fn omitted(&mut self) -> Vec<Outgoing> {
        if !self.queue.is_empty() {
            return Vec::new();
        }
        mem::take(&mut *self.omitted.lock()).into_messages()
    }
}

impl Omitted {
    fn note(&mut self, outgoing: Outgoing) {
        self.any = true;
        match outgoing {
            // A dropped beat needs no note, since the next beat replaces it; the next message about the table is
            // answered again. A dropped flush answers at once.
            Outgoing::All(Message::Beat(_)) | Outgoing::Left(..) | Outgoing::Flush(_) => {}
            Outgoing::All(_) => self.all = true,
            Outgoing::Table(table, message) => {
                let of_table = self.tables.entry(table).or_default();
                match message {
                    TableMessage::Appended { seq, .. } => {
                        of_table.seq = of_table.seq.max(Some(seq));
                    }
                    TableMessage::Here(mut here) => {
                        here.asks |= of_table.here.as_ref().is_some_and(|here| here.asks);
                        of_table.here = Some(here);
                    }
                    // The log does not contain the content of any other message, so no note can replace it:
                    // if such a message is dropped, it is lost.
                    _ => {}
                }
            }
        }
    }

    fn into_messages(self) -> Vec<Outgoing> {
        let mut messages = Vec::new();
        if self.all {
            messages.push(Outgoing::All(Message::Omitted));
        }
        for (table, OmittedOfTable { seq, here }) in self.tables {
            let appended = seq.map(|seq| TableMessage::Appended { seq, row: None });
            let told = appended.into_iter().chain(here.map(TableMessage::Here));
            messages.extend(told.map(|message| Outgoing::Table(table, message)));
        }
        messages
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt as _;

    use super::*;
    use crate::Beat;

    fn appended(seq: i64) -> TableMessage {
        let row = Some((boneyard_base::Timestamp(0), vec![1]));
        TableMessage::Appended { seq, row }
    }

    fn here(seq: i64, asks: bool) -> TableMessage {
        TableMessage::Here(Here {
            seq,
            asks,
            ..Here::default()
        })
    }

    /// Takes all messages from the queue, but no flushes.
    fn drain(outlet: &mut Outlet) -> Vec<(Option<TableId>, TableMessage)> {
        let mut taken = Vec::new();
        while outlet.take(&mut taken).now_or_never().is_some() {}
        taken.extend(outlet.omitted());
        let told = taken.into_iter().filter_map(|outgoing| match outgoing {
            Outgoing::Table(table, message) => Some((Some(table), message)),
            Outgoing::All(Message::Omitted) => Some((None, appended(0))),
            Outgoing::All(_) | Outgoing::Left(..) | Outgoing::Flush(_) => None,
        });
        told.collect()
    }

    #[test]
    fn messages_come_out_in_their_order() {
        let (outbox, mut outlet) = channel(4, Meters::default());
        let table = TableId::random();
        for seq in 1..=4 {
            outbox.put(Outgoing::Table(table, appended(seq)));
        }
        let expected: Vec<_> = (1..=4).map(|seq| (Some(table), appended(seq))).collect();
        assert_eq!(drain(&mut outlet), expected);
        assert_eq!(outbox.meters.dropped.get(), 0);
    }

    #[test]
    fn dropped_messages_are_summed_up_once_the_queue_is_empty() {
        let (outbox, mut outlet) = channel(1, Meters::default());
        let table = TableId::random();
        for message in [
            appended(1),
            appended(2),
            here(2, true),
            appended(3),
            here(3, false),
        ] {
            outbox.put(Outgoing::Table(table, message));
        }
        // The queue has space again, but the notes must be sent before new messages.
        assert!(outlet.queue.try_recv().is_ok());
        outbox.put(Outgoing::Table(table, appended(4)));
        let highest = TableMessage::Appended { seq: 4, row: None };
        let expected = vec![(Some(table), highest), (Some(table), here(3, true))];
        assert_eq!(drain(&mut outlet), expected);
        assert_eq!(outbox.meters.dropped.get(), 5);

        outbox.put(Outgoing::Table(table, appended(5)));
        assert_eq!(drain(&mut outlet), [(Some(table), appended(5))]);
    }

    #[test]
    fn all_are_told_that_something_was_omitted_unless_it_was_a_beat() {
        let (outbox, mut outlet) = channel(1, Meters::default());
        let beat = Message::Beat(Beat::STORING);
        outbox.put(Outgoing::All(Message::Omitted));
        outbox.put(Outgoing::All(beat.clone()));
        assert!(outlet.queue.try_recv().is_ok());
        assert_eq!(drain(&mut outlet), []);
        outbox.put(Outgoing::All(beat));
        outbox.put(Outgoing::All(Message::Leaving));
        assert_eq!(drain(&mut outlet), [(None, appended(0))]);
    }

    #[tokio::test]
    async fn a_flush_is_answered_after_all_before_it() {
        let (outbox, mut outlet) = channel(2, Meters::default());
        outbox.put(Outgoing::All(Message::Leaving));
        let flush = outbox.flush();
        let take = async {
            let mut taken = Vec::new();
            while taken.len() < 2 {
                outlet.take(&mut taken).await;
            }
            assert!(matches!(taken[0], Outgoing::All(_)));
            let Some(Outgoing::Flush(done)) = taken.pop() else {
                panic!("a flush was put in");
            };
            done.send(()).unwrap();
        };
        tokio::join!(flush, take);
    }
}
