//! Knows from which nodes messages are accepted. A program that can use NATS may record messages, and send
//! them again at any time. So a message is not new just because it can be decrypted.
//!
//! Each beat contains a stamp, which is the time since its sender's start, and echoes: the last stamps that
//! the sender has received from other nodes. Only a node that has received a stamp can echo it, since beats
//! are encrypted. So if a beat echoes a stamp of this node, the beat was sealed after that stamp. A beat is
//! accepted only if the echoed stamp is at most [`limits::BEAT_AGE_MAX`] old. Each node compares only its own
//! stamps, so the clocks of the nodes may differ. The id of a node is random, so nothing that was recorded
//! before a node's start echoes its stamps.
//!
//! The first such beat makes its sender known. From then on, this node accepts the messages that the sender
//! seals after that beat, until the sender is gone.

use std::collections::HashMap;

use boneyard_base::limits;
use serde::{Deserialize, Serialize};
use tokio::time::Instant;

use super::NodeId;

/// The part of a beat that proves that the beat is new.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Stamps {
    /// The stamp of the beat: the milliseconds since its sender's start.
    at_ms: u64,
    echoes: Vec<Echo>,
}

/// The last stamp that the sender of a beat has received from a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Echo {
    node: NodeId,
    at_ms: u64,
    /// Whether the sender of the beat accepts the node's messages.
    is_known: bool,
}

/// What a node does with a beat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Verdict {
    /// The beat is new, and its sender accepts the messages of this node.
    Accepted,
    /// The beat has not proved that it is new, or its sender doesn't accept the messages of this node yet.
    /// The next beat of this node helps the sender.
    Unproven,
    /// The beat was already received, or a later one.
    Repeated,
}

/// The nodes from which messages are accepted, and the stamps to echo.
#[derive(Debug)]
pub(super) struct Senders {
    me: NodeId,
    start: Instant,
    known: HashMap<NodeId, KnownSender>,
    /// The last beat of each node, also of nodes that are not known. There are at most
    /// [`limits::BUS_SENDERS_MAX`].
    stamps: HashMap<NodeId, ReceivedStamp>,
}

/// A node from which messages are accepted.
#[derive(Debug)]
struct KnownSender {
    /// The number of the beat that made the node known. Messages with lower numbers are not accepted.
    since: u64,
    /// The greatest number of a message that was accepted.
    last: u64,
    /// Whether a beat of the node was accepted. Such a node is known until [`Senders::forget`] is called.
    has_met: bool,
}

#[derive(Debug)]
struct ReceivedStamp {
    /// The number of the beat.
    number: u64,
    at_ms: u64,
    received: Instant,
}

impl Senders {
    /// No node is known at first.
    pub(super) fn new(me: NodeId, start: Instant) -> Self {
        Self {
            me,
            start,
            known: HashMap::new(),
            stamps: HashMap::new(),
        }
    }

    /// The stamps for this node's next beat.
    pub(super) fn stamps(&mut self, now: Instant) -> Stamps {
        // The node that sent an older stamp would not accept its echo any more.
        let is_useful = |stamp: &ReceivedStamp| now - stamp.received <= limits::BEAT_AGE_MAX;
        self.stamps.retain(|_, stamp| is_useful(stamp));
        let stamps = &self.stamps;
        self.known
            .retain(|node, known| known.has_met || stamps.contains_key(node));
        let echo = |(&node, stamp): (&NodeId, &ReceivedStamp)| Echo {
            node,
            at_ms: stamp.at_ms,
            is_known: self.known.contains_key(&node),
        };
        Stamps {
            at_ms: self.age_ms(now),
            echoes: self.stamps.iter().map(echo).collect(),
        }
    }

    /// Judges a decrypted beat, which may come from this node itself.
    pub(super) fn take_beat(
        &mut self,
        from: NodeId,
        number: u64,
        stamps: &Stamps,
        now: Instant,
    ) -> Verdict {
        if from == self.me {
            let is_new = self.is_new(stamps.at_ms, now);
            return if is_new {
                Verdict::Accepted
            } else {
                Verdict::Repeated
            };
        }
        let last = self.stamps.get(&from).map_or(0, |stamp| stamp.number);
        if number < last {
            return Verdict::Repeated;
        }
        // Each subscription of this node to the subject gets the beat.
        let is_first = number > last;
        if is_first {
            let received = ReceivedStamp {
                number,
                at_ms: stamps.at_ms,
                received: now,
            };
            self.remember(from, received);
        }
        let unproven = if is_first {
            Verdict::Unproven
        } else {
            Verdict::Repeated
        };
        let echo = stamps.echoes.iter().find(|echo| echo.node == self.me);
        let Some(echo) = echo.filter(|echo| self.is_new(echo.at_ms, now)) else {
            return unproven;
        };
        let first = KnownSender {
            since: number,
            last: number,
            has_met: false,
        };
        let known = self.known.entry(from).or_insert(first);
        known.last = known.last.max(number);
        known.has_met |= echo.is_known;
        if echo.is_known {
            Verdict::Accepted
        } else {
            unproven
        }
    }

    /// Whether messages from a node are accepted.
    pub(super) fn knows(&self, node: NodeId) -> bool {
        self.known.contains_key(&node)
    }

    /// The nodes from which messages are accepted.
    pub(super) fn known(&self) -> Vec<NodeId> {
        self.known.keys().copied().collect()
    }

    /// Whether a message need not even be decrypted: its sender is not known, and has sent a later beat.
    pub(super) fn is_outdated(&self, from: NodeId, number: u64) -> bool {
        let last = self.stamps.get(&from).map_or(0, |stamp| stamp.number);
        number < last && !self.knows(from)
    }

    /// Whether a decrypted message that is not a beat is accepted. Notes its number if it is.
    pub(super) fn accepts(&mut self, from: NodeId, number: u64) -> bool {
        let known = self.known.get_mut(&from);
        let Some(known) = known.filter(|known| number > known.since) else {
            return false;
        };
        known.last = known.last.max(number);
        true
    }

    /// The greatest number of an accepted message, for each known node.
    pub(super) fn last_numbers(&self) -> HashMap<NodeId, u64> {
        let known = self.known.iter();
        known.map(|(&node, known)| (node, known.last)).collect()
    }

    /// Accepts no more messages from a node until it sends a new beat.
    pub(super) fn forget(&mut self, node: NodeId) {
        self.known.remove(&node);
    }

    /// Stores a node's last stamp. If there are too many, drops the oldest one of a node that is not known.
    fn remember(&mut self, node: NodeId, stamp: ReceivedStamp) {
        if self.stamps.len() >= limits::BUS_SENDERS_MAX && !self.stamps.contains_key(&node) {
            let strangers = self.stamps.iter().filter(|(node, _)| !self.knows(**node));
            let oldest = strangers.min_by_key(|(_, stamp)| stamp.received);
            let Some((&oldest, _)) = oldest else { return };
            self.stamps.remove(&oldest);
        }
        self.stamps.insert(node, stamp);
    }

    /// Whether a stamp of this node is young enough to prove that a beat is new.
    fn is_new(&self, at_ms: u64, now: Instant) -> bool {
        let age_ms = u128::from(self.age_ms(now).saturating_sub(at_ms));
        age_ms <= limits::BEAT_AGE_MAX.as_millis()
    }

    fn age_ms(&self, now: Instant) -> u64 {
        u64::try_from((now - self.start).as_millis()).unwrap_or(u64::MAX)
    }
}
