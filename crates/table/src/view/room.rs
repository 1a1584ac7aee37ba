//! One room of a table's chat.
//!
//! A visitor who is blocked must not find out. So the lines that each visitor is shown are numbered without
//! gaps: from a line's number in the room, the number of lines before it that the visitor wasn't shown is
//! subtracted.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::Arc;

use boneyard_base::{Peer, PlayerId, Rate, limits};
use boneyard_protocol::{Chat, Line};
use tokio::time::Instant;

/// A line that is remembered.
#[derive(Debug)]
pub(super) struct Kept {
    pub(super) line: Line,
    /// The visitor who said it.
    pub(super) player: PlayerId,
    /// The visitors who weren't shown the line: whom the speaker has blocked, and who have blocked the
    /// speaker.
    pub(super) unheard_by: Arc<HashSet<PlayerId>>,
}

/// One room.
#[derive(Debug)]
pub(super) struct Room {
    lines: VecDeque<Kept>,
    /// How many lines were ever said here.
    said: u64,
    /// How many of the lines that are no longer remembered each visitor wasn't shown.
    missed: HashMap<PlayerId, u64>,
    rate: Rate,
}

impl Room {
    /// A room in which nothing has been said.
    pub(super) fn new(now: Instant) -> Self {
        Self {
            lines: VecDeque::new(),
            said: 0,
            missed: HashMap::new(),
            rate: Rate::new(limits::CHAT_ROOM_INTERVAL, limits::CHAT_ROOM_BURST, now),
        }
    }

    /// Whether nothing has been said.
    pub(super) const fn is_empty(&self) -> bool {
        self.said == 0
    }

    /// Whether another line may be said now, which counts then.
    pub(super) fn allows(&mut self, now: Instant) -> bool {
        self.rate.allows(now)
    }

    /// The number of the next line.
    pub(super) const fn next_number(&self) -> u64 {
        self.said + 1
    }

    /// The last lines, so many at most.
    pub(super) fn last(&self, count: usize) -> impl Iterator<Item = &Kept> {
        let skipped = self.lines.len().saturating_sub(count);
        self.lines.iter().skip(skipped)
    }

    /// Adds the next line. Of lines that are no longer remembered, the room counts for each visitor who is
    /// here those that the visitor wasn't shown.
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

    /// The lines that a visitor is shown, the last ones, as they are numbered for the visitor.
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

    /// How many lines before those that are remembered a visitor wasn't shown.
    fn missed_before(&self, player: PlayerId) -> u64 {
        self.missed.get(&player).copied().unwrap_or(0)
    }

    /// How many lines a visitor wasn't shown, up to now.
    pub(super) fn missed(&self, player: PlayerId) -> u64 {
        let lines = self.lines.iter();
        let kept = lines.filter(|kept| kept.unheard_by.contains(&player));
        self.missed_before(player) + kept.count() as u64
    }
}
