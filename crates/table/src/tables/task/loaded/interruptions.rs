//! Time in which players of a loaded table can't play, because the storage, the process or another node fails.
//! The player on turn gets this time back before anything else is judged.

use boneyard_base::{PlayerId, Timestamp, limits};
use boneyard_store::LogRow;
use tokio::time::Instant;

use super::LoadedTable;

impl LoadedTable {
    /// Since when the player on turn could not play, as far as this node knows, or since when no player was
    /// connected; `None` if that player could play.
    pub(super) fn interrupted_since(&self) -> Option<Timestamp> {
        let idle_since = self.interruptions.idle_since();
        let idle_since = idle_since.filter(|_| self.has_idled());
        let unable_since = self.player_on_turn().and_then(|player| {
            let elsewhere = self.others.player_unable_since(player);
            let elsewhere = elsewhere.filter(|_| !self.followers.has(player));
            let elsewhere = elsewhere.map(|at| self.time_of(at));
            let here = self.interruptions.since(player);
            here.into_iter().chain(elsewhere).min()
        });
        idle_since.into_iter().chain(unable_since).min()
    }

    /// The person on turn for whom no computer player stands in.
    fn player_on_turn(&self) -> Option<PlayerId> {
        let turn = self.state().clocks.turn()?;
        Some(self.state().seats.person_at(turn.seat)?.player)
    }

    /// Gives back the time of an interruption that has ended, if no other row has done so.
    pub(super) async fn give_time_back(&mut self) {
        if self.log.is_doubtful() || !self.interruptions.is_any() {
            return;
        }
        let now = self.now();
        let from = self.interrupted_since();
        if from.is_some_and(|from| self.state().resumed(from, now).is_some()) {
            // If the append fails, the interruption goes on.
            let _ = self
                .decide_and_append(|state, _| Ok(state.no_change()))
                .await;
            // A player may have sat down through another node in the meantime.
            self.look_elsewhere();
        } else {
            self.end_interruptions();
        }
    }

    /// Until when a request must wait: after the table was loaded, only the other nodes know whether the player
    /// on turn could play through them. `None` if the request can be judged now.
    pub(crate) fn judges_from(&self) -> Option<Instant> {
        let idle_since = self.interruptions.idle_since()?;
        let must_wait = self.is_long(idle_since) && self.state().clocks.is_running();
        must_wait.then(|| self.others.settles_at()).flatten()
    }

    /// Records that the players can play, and that the time of the interruptions was given back.
    pub(super) fn end_interruptions(&mut self) {
        if self.interruptions.idle_since().is_some() && self.has_idled() {
            self.interruptions.end_idling();
        }
        self.interruptions.end_for_players();
    }

    /// Whether the time in which no player was connected has ended, because a player is connected to this
    /// node, and no player was connected to another node in this time.
    fn has_idled(&self) -> bool {
        let mut people = self.state().seats.people();
        self.others.settles_at().is_none()
            && !self.others.is_played_elsewhere()
            && people.any(|person| self.followers.has(person.player))
    }

    /// Records that the state has all rows of the log. The players at this node could not play while the log
    /// was doubtful.
    pub(super) fn trust_log(&mut self) {
        if let Some(since) = self.log.trust() {
            self.interrupt_here(since);
        }
    }

    /// Records a pause of the process. The players at this node could not play in this time.
    pub(super) fn note_pause(&mut self) {
        let last = self.tables.pauses().last();
        if last != self.known_pause {
            self.known_pause = last;
            if let Some(pause) = last {
                self.interrupt_here(self.time_of(pause.from));
            }
        }
    }

    /// Records since when a player could not play who connects to a node now, if the player comes from a node
    /// that takes no plays.
    pub(super) fn note_arrival(&mut self, player: PlayerId) {
        if let Some(since) = self.others.player_unable_since(player) {
            let since = self.time_of(since);
            self.interruptions.interrupt(player, since);
        }
    }

    /// Records that these players, who were connected through another node, could not play since this time,
    /// except those who are still connected through any node.
    pub(super) fn note_lost(&mut self, players: &[PlayerId], since: Option<Instant>) {
        let Some(since) = since.map(|since| self.time_of(since)) else {
            return;
        };
        self.look_elsewhere();
        for &player in players {
            if !self.followers.is_here(player) {
                self.interruptions.interrupt(player, since);
            }
        }
    }

    /// Records that the player on turn could not play since the turn began, if this node shows the row late
    /// that began it. If there are other nodes, a player there may have seen a row in time that this node has not
    /// appended.
    pub(super) fn note_late_turn(&mut self, row: &LogRow, is_own: bool) {
        let state = self.log.state();
        if let Some(turn) = state.clocks.turn()
            && turn.since == row.at
            && self.is_long(row.at)
            && let Some(person) = state.seats.person_at(turn.seat)
            && (is_own || self.others.are_none() || self.followers.has(person.player))
        {
            self.interruptions.interrupt(person.player, row.at);
        }
    }

    /// Records that the players at this node could not play since this time, unless it was a moment ago.
    fn interrupt_here(&mut self, since: Timestamp) {
        if !self.is_long(since) {
            return;
        }
        let people = self.log.state().seats.people();
        for person in people.filter(|person| self.followers.has(person.player)) {
            self.interruptions.interrupt(person.player, since);
        }
    }

    fn is_long(&self, since: Timestamp) -> bool {
        self.now().ms_since(since) >= limits::IDLE_MS_MIN
    }

    /// The time at a table. It is the time of the server's clock, or later if the clock was set back or the
    /// clock of another node is ahead: time never runs backward in a log, and a clock of the table always
    /// runs.
    pub(super) fn now(&self) -> Timestamp {
        self.tables.clock().now().plus_ms(self.ahead_ms)
    }

    /// Lets the table's time go on from the last row.
    pub(super) fn follow_time(&mut self) {
        self.ahead_ms += self.state().last.ms_since(self.now());
    }

    /// The time at which something happened in this process.
    pub(super) fn time_of(&self, at: Instant) -> Timestamp {
        let ago = Instant::now().saturating_duration_since(at);
        self.now()
            .plus_ms(-i64::try_from(ago.as_millis()).unwrap_or(i64::MAX))
    }
}
