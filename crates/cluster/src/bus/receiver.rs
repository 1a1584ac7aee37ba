//! Decides which of the messages that arrive over NATS this node acts on. Messages that it doesn't act on are
//! dropped as early as possible, since a program that can use NATS can send as many as it likes.

use std::collections::HashMap;

use boneyard_base::{TableId, limits};
use parking_lot::Mutex;
use ring::error::Unspecified;
use tokio::time::Instant;

use super::seal::{self, BusSecret, Keys, Sealer};
use super::senders::{Senders, Stamps, Verdict};
use super::{Heard, Message, Meters, NodeId, TableMessage};

/// What all subscriptions of a node share.
#[derive(Debug)]
pub(super) struct Receiver {
    me: NodeId,
    /// How the NATS subjects of the cluster begin.
    prefix: String,
    /// The subject of messages to all nodes.
    all: String,
    /// The subject of messages to this node.
    own: String,
    keys: Keys,
    senders: Mutex<Senders>,
    meters: Meters,
}

/// The number of the last message from each known sender on one subject. A message with the same or a lower
/// number is a repetition, and is dropped.
#[derive(Debug)]
pub(super) struct Order(HashMap<NodeId, u64>);

/// Why a message was dropped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Dropped {
    /// The message is this node's own.
    Own,
    /// The message can't be decrypted or parsed, is too large, or is a repetition.
    Unreadable,
    /// The sender is not known, or sealed the message before it was known.
    Unproven,
}

impl From<Unspecified> for Dropped {
    fn from(_: Unspecified) -> Self {
        Self::Unreadable
    }
}

impl From<postcard::Error> for Dropped {
    fn from(_: postcard::Error) -> Self {
        Self::Unreadable
    }
}

impl Receiver {
    /// The receiver of a node that starts now.
    pub(super) fn new(me: NodeId, secret: &BusSecret, start: Instant, meters: Meters) -> Self {
        let keys = Keys::new(secret);
        let prefix = format!("boneyard.{}", keys.cluster());
        Self {
            me,
            all: format!("{prefix}.all"),
            own: subject_of(&prefix, me),
            prefix,
            keys,
            senders: Mutex::new(Senders::new(me, start)),
            meters,
        }
    }

    /// The subject of messages to all nodes.
    pub(super) fn all(&self) -> &str {
        &self.all
    }

    /// The subject of messages about tables to one node.
    pub(super) fn node(&self, node: NodeId) -> String {
        subject_of(&self.prefix, node)
    }

    /// The other nodes from which this node accepts messages.
    pub(super) fn known(&self) -> Vec<NodeId> {
        self.senders.lock().known()
    }

    /// The sealer for the messages of this node.
    pub(super) fn sealer(&self) -> Result<Sealer, Unspecified> {
        self.keys.sealer(self.me)
    }

    /// The content of a message to all nodes, before it is sealed. After a beat come its stamps.
    pub(super) fn encode(
        &self,
        message: &Message,
        now: Instant,
    ) -> Result<Vec<u8>, postcard::Error> {
        let content = postcard::to_stdvec(message)?;
        if matches!(message, Message::Beat(_)) {
            return postcard::to_extend(&self.senders.lock().stamps(now), content);
        }
        Ok(content)
    }

    /// The order of a subject to which this node subscribes now. All messages that this node has acted on
    /// before are repetitions.
    pub(super) fn order(&self) -> Order {
        Order(self.senders.lock().last_numbers())
    }

    /// Accepts no more messages from a node until it sends a new beat.
    pub(super) fn forget(&self, node: NodeId) {
        self.senders.lock().forget(node);
    }

    /// Handles a message to all nodes. Returns what this node must react to.
    pub(super) fn take(&self, order: &mut Order, sealed: &[u8], now: Instant) -> Option<Heard> {
        let heard = self.counted(self.try_take(order, sealed, now));
        if matches!(heard, Some(Heard::Message(from, _)) if from != self.me) {
            self.meters.taken.inc();
        }
        heard
    }

    /// Handles a message about tables to this node. Returns its sender, and what it tells about each table, if
    /// this node must act on it.
    pub(super) fn take_of_tables(
        &self,
        order: &mut Order,
        sealed: &[u8],
    ) -> Option<(NodeId, Vec<(TableId, TableMessage)>)> {
        let told = self.counted(self.try_take_of_tables(order, sealed));
        if told.is_some() {
            self.meters.taken.inc();
        }
        told
    }

    fn counted<T>(&self, taken: Result<T, Dropped>) -> Option<T> {
        match taken {
            Ok(_) | Err(Dropped::Own) => {}
            Err(Dropped::Unreadable) => drop(self.meters.unreadable.inc()),
            Err(Dropped::Unproven) => drop(self.meters.unproven.inc()),
        }
        taken.ok()
    }

    fn try_take(&self, order: &mut Order, sealed: &[u8], now: Instant) -> Result<Heard, Dropped> {
        let (from, number) = order.check(sealed)?;
        if self.senders.lock().is_outdated(from, number) {
            return Err(Dropped::Unproven);
        }
        let content = self.keys.open(&self.all, sealed)?;
        let (message, rest) = postcard::take_from_bytes::<Message>(&content)?;
        if let Message::Beat(_) = message {
            let stamps: Stamps = postcard::from_bytes(rest)?;
            let mut senders = self.senders.lock();
            let verdict = senders.take_beat(from, number, &stamps, now);
            if from == self.me || senders.knows(from) {
                order.note(from, number);
            }
            return match verdict {
                Verdict::Accepted => Ok(Heard::Message(from, message)),
                Verdict::Unproven => Ok(Heard::Asked),
                Verdict::Repeated => Err(Dropped::Unreadable),
            };
        }
        self.accept(order, from, number)?;
        Ok(Heard::Message(from, message))
    }

    fn try_take_of_tables(
        &self,
        order: &mut Order,
        sealed: &[u8],
    ) -> Result<(NodeId, Vec<(TableId, TableMessage)>), Dropped> {
        let (from, number) = order.check(sealed)?;
        // Checked before the message is decrypted. Only beats make a node known, and they are sent to all.
        if !self.senders.lock().knows(from) {
            return Err(Dropped::Unproven);
        }
        let content = self.keys.open(&self.own, sealed)?;
        self.accept(order, from, number)?;
        let (mut told, mut rest) = (Vec::new(), content.as_slice());
        while !rest.is_empty() {
            let (one, after) = postcard::take_from_bytes(rest)?;
            told.push(one);
            rest = after;
        }
        Ok((from, told))
    }

    /// Accepts a decrypted message that is not a beat.
    fn accept(&self, order: &mut Order, from: NodeId, number: u64) -> Result<(), Dropped> {
        if from == self.me {
            return Err(Dropped::Own);
        }
        if !self.senders.lock().accepts(from, number) {
            return Err(Dropped::Unproven);
        }
        order.note(from, number);
        Ok(())
    }
}

fn subject_of(prefix: &str, node: NodeId) -> String {
    format!("{prefix}.node.{node}")
}

impl Order {
    /// The claimed sender and number of a message. Fails without decrypting if the message is too large, or
    /// is a repetition.
    fn check(&self, sealed: &[u8]) -> Result<(NodeId, u64), Dropped> {
        if sealed.len() > limits::BUS_MESSAGE_BYTES_MAX {
            return Err(Dropped::Unreadable);
        }
        let (from, number) = seal::claimed(sealed).ok_or(Dropped::Unreadable)?;
        let last = self.0.get(&from).copied().unwrap_or(0);
        if number > last {
            Ok((from, number))
        } else {
            Err(Dropped::Unreadable)
        }
    }

    /// Notes a message that was decrypted.
    fn note(&mut self, from: NodeId, number: u64) {
        self.0.insert(from, number);
    }
}
