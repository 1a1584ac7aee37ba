//! The turns of players with a clock, and what the server charged for them.

use std::time::Instant;

use boneyard_protocol::{ClockRule, Snapshot, Status, TableId};

/// A turn that a player has played.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Turn {
    pub(crate) table: TableId,
    /// The number of the server over which the player was shown the turn.
    pub(crate) server: usize,
    /// When the player was shown the turn.
    pub(crate) learned: Instant,
    /// When the player was shown the play.
    pub(crate) played: Instant,
    /// The time that the server charged beyond the player's thought, in milliseconds. Negative if the server charged
    /// less, because a play could not have been taken during a part of the thought.
    pub(crate) beyond_ms: i64,
}

/// A turn that isn't over.
#[derive(Clone, Copy, Debug)]
pub(super) struct CurrentTurn {
    match_number: u32,
    ply: u32,
    server: usize,
    learned: Instant,
    left_ms: i64,
}

impl CurrentTurn {
    /// The turn of the player of this snapshot, if it is the player's turn. Only a bank that doesn't grow says
    /// what each turn was charged.
    pub(super) fn of(known: &Snapshot, server: usize) -> Option<Self> {
        let (standing, seat) = (known.standing.as_ref()?, known.me.seat?);
        let has_turn = standing.turn == Some(seat);
        let is_measured = matches!(known.room.clock, ClockRule::Bank { increment: 0, .. });
        (known.room.status == Status::Playing && has_turn && is_measured).then_some(Self {
            match_number: known.room.match_number,
            ply: standing.ply,
            server,
            learned: Instant::now(),
            left_ms: known.time.as_ref()?.left_ms[seat],
        })
    }

    /// Whether the snapshot still shows this turn.
    pub(super) fn is_in(&self, known: &Snapshot) -> bool {
        let ply = known.standing.as_ref().map(|standing| standing.ply);
        (known.room.match_number, ply) == (self.match_number, Some(self.ply))
    }

    /// The turn, once the snapshot shows that it is over. `None` if a new match has begun, in which the bank is full.
    pub(super) fn over(&self, known: &Snapshot, thought_ms: i64) -> Option<Turn> {
        let left_ms = known.time.as_ref()?.left_ms[known.me.seat?];
        (known.room.match_number == self.match_number).then_some(Turn {
            table: known.table,
            server: self.server,
            learned: self.learned,
            played: Instant::now(),
            beyond_ms: self.left_ms - left_ms - thought_ms,
        })
    }
}
