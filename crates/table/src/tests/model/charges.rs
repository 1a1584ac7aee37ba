//! The law of the clocks on one node: a player is charged only time in which a play of that player would have
//! been taken. Between several nodes the stories check it: a node doesn't know why a player left another one.

use boneyard_base::limits;
use boneyard_rules::Seat;
use boneyard_store::LogRow;

use super::ModelTable;
use crate::state::State;
use crate::state::event::TableEvent;

/// The time during a turn in which the player on turn could play.
#[derive(Default)]
pub(super) struct Charges {
    /// The number of the row that began the turn.
    began: i64,
    could_play_ms: i64,
    /// How often during the turn the player became unable to play. The time until the row is shown that begins
    /// the turn is the first of these interruptions.
    interruptions: i64,
    is_interrupted: bool,
}

impl Charges {
    /// Adds time that passes. `may_play` says whether a play would be taken during this time.
    pub(super) fn pass(&mut self, wait_ms: i64, may_play: bool) {
        if may_play {
            self.could_play_ms += wait_ms;
        } else if !self.is_interrupted {
            self.interruptions += 1;
        }
        self.is_interrupted = !may_play;
    }

    /// Follows a row of the log. If a play ends a turn, checks what the turn costs its player.
    pub(super) fn follow(&mut self, before: &State, row: &LogRow) {
        let mut state = before.clone();
        for event in TableEvent::from_body(&row.body).unwrap() {
            let turn = state.clocks.turn();
            state.apply(&event, row.at).unwrap();
            let is_same_turn = matches!(
                event,
                TableEvent::Warned { .. } | TableEvent::Resumed { .. }
            ) || turn == state.clocks.turn();
            if is_same_turn {
                continue;
            }
            let is_play = matches!(
                event,
                TableEvent::Played { .. } | TableEvent::PlacedFor { .. }
            );
            if let Some(turn) = turn.filter(|turn| is_play && turn.is_timed()) {
                self.check(turn.seat, row.at.ms_since(turn.since));
            }
            *self = Self {
                began: row.seq,
                interruptions: 1,
                ..Self::default()
            };
        }
    }

    fn check(&self, seat: Seat, charged_ms: i64) {
        // Short interruptions are not given back.
        let short_ms = self.interruptions * limits::IDLE_MS_MIN;
        assert!(
            charged_ms <= self.could_play_ms + short_ms,
            "{seat:?} is charged {charged_ms} ms, but could play for {} ms",
            self.could_play_ms
        );
    }
}

impl ModelTable<'_> {
    /// Whether a play of the player on turn would be taken now. A player who is not connected counts as able
    /// to play.
    pub(super) fn may_play(&self) -> bool {
        let state = self.state();
        let Some(turn) = state.clocks.turn() else {
            return true;
        };
        let player = state.seats.person_at(turn.seat).map(|person| person.player);
        let mut guests = self.guests.iter();
        let guest = guests.find(|guest| Some(guest.player) == player);
        let following = guest.and_then(|guest| guest.following.as_ref());
        // A node doesn't know the follower yet to whom it has sent nothing.
        let Some(following) = following.filter(|following| following.shown > 0) else {
            return true;
        };
        let node = &self.nodes[following.node];
        let Some(loaded) = node.loaded.as_ref().and_then(|table| table.try_lock().ok()) else {
            return false;
        };
        loaded.state().version >= self.charges.began
    }
}
