//! A table among those of a player: who finds it there, and what it says.

use std::sync::Arc;

use boneyard_protocol::{OwnTable, Status, TableId};
use boneyard_rules::Seat;

use crate::id::PlayerId;
use crate::table::state::State;

impl State {
    /// Who finds the table among their own: all people with a seat. Once a match has ended they don't,
    /// unless one of them wants another or a seat is free.
    pub(crate) fn own_players(&self) -> Vec<PlayerId> {
        let rests = self.is_full_and_over() && !self.seats.people().any(|person| person.ready);
        if self.closed || rests {
            return Vec::new();
        }
        self.seats.people().map(|person| person.player).collect()
    }

    /// The same, if it has changed since a state before. A play changes nothing of it, and costs nothing.
    pub(crate) fn own_players_since(&self, before: &Self) -> Option<Vec<PlayerId>> {
        if Arc::ptr_eq(&self.seats, &before.seats)
            && self.status() == before.status()
            && self.closed == before.closed
        {
            return None;
        }
        let players = self.own_players();
        (players != before.own_players()).then_some(players)
    }

    /// What the table says to one of its players among their own; none if it isn't there.
    pub(crate) fn own_table(&self, table: TableId, player: PlayerId) -> Option<OwnTable> {
        let seat = self.seat_of(player)?;
        if !self.own_players().contains(&player) {
            return None;
        }
        let turn = self.matches.on_turn();
        let begun = self.clocks.turn().filter(|begun| Some(begun.seat) == turn);
        Some(OwnTable {
            listing: self.described(table),
            seat,
            turn,
            waits: self.waits_for(seat),
            since_ms: begun.map_or(self.last, |turn| turn.since).0,
        })
    }

    /// Whether a player has something to do before the table goes on.
    fn waits_for(&self, seat: Seat) -> bool {
        match (self.status(), self.matches.on_turn()) {
            // A computer player may stand in.
            (Status::Playing, Some(turn)) => turn == seat && self.plays(seat),
            (Status::Playing, None) => !self.is_ready(seat),
            (Status::Open | Status::Over, _) => {
                self.seats.free().next().is_none() && !self.is_ready(seat)
            }
        }
    }
}
