//! One room of a table's chat.
//!
//! A blocked visitor must not find out about the block. So the lines that a visitor sees are numbered
//! without gaps: the number for this visitor is the line's number in the room, minus the number of earlier
//! lines that were hidden from the visitor.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::Arc;

use boneyard_base::{Peer, PlayerId, Rate, limits};
use boneyard_protocol::{Chat, Line};
use tokio::time::Instant;

/// A line that the room stores.
#[derive(Debug)]
pub(super) struct Kept {
    pub(super) line: Line,
    /// The visitor who wrote the line.
    pub(super) player: PlayerId,
    /// The visitors from whom the line was hidden: those whom the speaker has blocked, and those who have
    /// blocked the speaker.
    pub(super) unheard_by: Arc<HashSet<PlayerId>>,
}

/// One room of a table's chat.
#[derive(Debug)]
pub(super) struct Room {
    lines: VecDeque<Kept>,
    /// The number of all lines that were ever added.
    said: u64,
    /// For each visitor, how many of the lines that are no longer stored were hidden from that visitor.
    missed: HashMap<PlayerId, u64>,
    rate: Rate,
}

impl Room {
    /// An empty room.
    pub(super) fn new(now: Instant) -> Self {
        Self {
            lines: VecDeque::new(),
            said: 0,
            missed: HashMap::new(),
            rate: Rate::new(limits::CHAT_ROOM_INTERVAL, limits::CHAT_ROOM_BURST, now),
        }
    }

    /// Whether no line was ever added.
    pub(super) const fn is_empty(&self) -> bool {
        self.said == 0
    }

    /// Whether the rate limit allows another line now. If so, counts that line.
    pub(super) fn allows(&mut self, now: Instant) -> bool {
        self.rate.allows(now)
    }

    /// The number of the next line.
    pub(super) const fn next_number(&self) -> u64 {
        self.said + 1
    }

    /// The last lines, at most `count` of them.
    pub(super) fn last(&self, count: usize) -> impl Iterator<Item = &Kept> {
        let skipped = self.lines.len().saturating_sub(count);
        self.lines.iter().skip(skipped)
    }

    /// Adds a line, and drops the oldest one if the room is full. If the dropped line was hidden from a
    /// visitor who is connected, the room counts it for that visitor.
    pub(super) fn push(&mut self, kept: Kept, is_here: impl Fn(PlayerId) -> bool) {
        self.said += 1;
        self.lines.push_back(kept);
        while self.lines.len() > limits::ROOM_LINES_MAX
            && let Some(old) = self.lines.pop_front()
        {
            for &player in old.unheard_by.iter() {
                if is_here(player) || self.missed.contains_key(&player) {
                    *self.missed.entry(player).or_default() += 1;
                }
            }
        }
    }

    /// The last lines that a visitor may see, with their numbers for this visitor.
    pub(super) fn chat(&self, listener: &Peer) -> Chat {
        let status = listener.status();
        let mut missed = self.missed_before(listener.player);
        let mut chat = Chat::default();
        for kept in &self.lines {
            if kept.unheard_by.contains(&listener.player) {
                missed += 1;
            } else if !status.blocked.contains(&kept.player) {
                let mut line = kept.line.clone();
                line.n -= missed;
                chat.push(line);
            }
        }
        chat
    }

    /// How many of the lines that are no longer stored were hidden from a visitor.
    fn missed_before(&self, player: PlayerId) -> u64 {
        self.missed.get(&player).copied().unwrap_or(0)
    }

    /// How many of all lines that were ever added were hidden from a visitor.
    pub(super) fn missed(&self, player: PlayerId) -> u64 {
        let lines = self.lines.iter();
        let kept = lines.filter(|kept| kept.unheard_by.contains(&player));
        self.missed_before(player) + kept.count() as u64
    }
}
