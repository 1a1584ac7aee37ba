//! Time in which players of a loaded table can't play, because the storage, the process or another node fails.
//! The player on turn gets this time back before anything else is judged.

use boneyard_base::{PlayerId, Timestamp, limits};
use boneyard_cluster::NodeId;
use boneyard_store::LogRow;
use tokio::time::Instant;

use super::LoadedTable;
use crate::tables::task::Input;

impl LoadedTable {
    /// Since when the player on turn could not play, as far as this node knows, or since when no player was
    /// connected; `None` if that player could play.
    pub(super) fn interrupted_since(&self) -> Option<Timestamp> {
        let unable_since = self.player_on_turn().and_then(|player| {
            let elsewhere = self.others.player_known_unable_since(player);
            let elsewhere = elsewhere.filter(|_| !self.followers.has(player));
            let elsewhere = elsewhere.map(|at| self.time_of(at));
            let here = self.interruptions.since(player);
            here.into_iter().chain(elsewhere).min()
        });
        // Only the time after the last giving back counts, so an earlier time in which no player was connected must be
        // given back with a later one, though it may go on.
        let idle_since = self.interruptions.idle_since();
        let idle_since =
            idle_since.filter(|_| self.has_idled() || unable_since.is_some() && self.idles());
        idle_since.into_iter().chain(unable_since).min()
    }

    /// The person on turn for whom no computer player stands in.
    fn player_on_turn(&self) -> Option<PlayerId> {
        let turn = self.state().clocks.turn()?;
        Some(self.state().seats.person_at(turn.seat)?.player)
    }

    /// Whether the player on turn may be at a node that takes no plays and has not said whom it has. Until the player
    /// comes, or has had the time to come, this node doesn't know the time to give back, and the clock waits.
    pub(super) fn may_be_unheard(&self) -> bool {
        let is_unheard = |player| {
            !self.followers.has(player)
                && self.others.player_known_unable_since(player).is_none()
                && self.others.player_unable_since(player).is_some()
        };
        self.player_on_turn().is_some_and(is_unheard)
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
            self.end_interruptions(self.has_idled());
        }
    }

    /// Until when a request must wait: after the table was loaded, only the other nodes know whether the player
    /// on turn could play through them, and since when not. `None` if the request can be judged now.
    pub(crate) fn judges_from(&self) -> Option<Instant> {
        let until = self.others.settles_at()?;
        let begun = self.state().clocks.resumed()?;
        let now = self.time.this_moment();
        if !is_long(begun, now) {
            return None;
        }
        let idle_since = self.interruptions.idle_since();
        if idle_since.is_some_and(|idle_since| is_long(idle_since, now)) {
            return Some(until);
        }
        self.others.answers_until()
    }

    /// Records that the players can play, and that the time of the interruptions was given back. `has_idled` says
    /// whether the time in which no player was connected had ended when this was judged.
    pub(super) fn end_interruptions(&mut self, has_idled: bool) {
        if has_idled {
            self.interruptions.end_idling();
        }
        self.interruptions.end_for_players();
    }

    /// Whether the time in which no player was connected has ended, because a player is connected to this
    /// node, and no player was connected to another node in this time.
    pub(super) fn has_idled(&self) -> bool {
        let mut people = self.state().seats.people();
        self.idles() && people.any(|person| self.followers.has(person.player))
    }

    /// Whether no player was connected to another node in the time in which none was connected to this one.
    fn idles(&self) -> bool {
        self.others.settles_at().is_none() && !self.others.can_play_at_other_node()
    }

    /// Records that the players at this node could not play while the log was doubtful, since it was just read or
    /// written.
    pub(super) fn note_doubt(&mut self) {
        if let Some(since) = self.log.doubtful_since() {
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

    /// The player who can't play while an input waits; `None` if the player can, or if no player has sent it.
    pub(crate) fn waiter(&self, input: &Input<'_>) -> Option<PlayerId> {
        match input {
            Input::Request { id, .. } => Some(self.followers.get(*id)?.peer.player),
            Input::Follow { peer, terms, .. } => {
                let comes = !terms.preview && !self.followers.has(peer.player);
                comes.then_some(peer.player)
            }
            _ => None,
        }
    }

    /// Records that a player could not play since this time, because an input of the player waited: for the
    /// storage, or for the answers of other nodes.
    pub(crate) fn note_wait(&mut self, player: PlayerId, since: Instant) {
        if ms_since(since) >= limits::IDLE_MS_MIN {
            self.time.read();
            let since = self.time_of(since);
            self.interruptions.interrupt(player, since);
        }
    }

    /// Records since when a player could not play who connects to this node now, if the player comes from a node
    /// that takes no plays.
    pub(super) fn note_arrival(&mut self, player: PlayerId) {
        if let Some(since) = self.others.player_unable_since(player) {
            let since = self.time_of(since);
            self.interruptions.interrupt(player, since);
        }
        self.others.find_again(player);
    }

    /// Does the same for a player who connects to another node now.
    pub(super) fn note_arrival_at(&mut self, node: NodeId, player: PlayerId) {
        let since = self.others.player_lost_since(player, Some(node));
        self.others.find_again(player);
        if self.log.is_doubtful() {
            // This node can't give the time back. It has told the other node since when the player can't play.
            self.interruptions.forget(player);
        } else if let Some(since) = since {
            let since = self.time_of(since);
            self.interruptions.interrupt(player, since);
        }
    }

    /// Records since when players of this node could not play, who could not play through another node before.
    /// That node has just answered this node's first question.
    pub(super) fn note_told(&mut self) {
        let state = self.log.state();
        for person in state.seats.people() {
            if self.followers.has(person.player)
                && let Some(since) = self.others.player_known_unable_since(person.player)
            {
                let since = self.time_of(since);
                self.interruptions.interrupt(person.player, since);
            }
        }
    }

    /// Records that a player has left this node while the player could not play.
    pub(super) fn note_departure(&mut self, player: PlayerId) {
        if let Some(since) = self.log.doubtful_since()
            && !self.followers.has(player)
        {
            self.interruptions.interrupt(player, since);
        }
    }

    /// Records that these players, who were connected through another node, could not play since this time,
    /// except those who are still connected through any node. They get the time back once they are connected
    /// again.
    pub(super) fn note_lost(&mut self, node: NodeId, players: &[PlayerId], since: Option<Instant>) {
        let Some(since) = since else { return };
        for &player in players {
            if !self.followers.has(player) && !self.others.have(player) {
                self.others.lose(node, player, since);
            }
        }
    }

    /// Records the interruptions of players who have been lost for so long that their time runs again.
    pub(super) fn end_long_losses(&mut self) {
        while let Some((player, since)) = self.others.take_long_lost() {
            if let Some(since) = since.map(|since| self.time_of(since)) {
                self.interruptions.interrupt(player, since);
            }
        }
        while let Some((_, since)) = self.others.take_long_unheard() {
            let Some(since) = since.map(|since| self.time_of(since)) else {
                continue;
            };
            for person in self.log.state().seats.people() {
                let player = person.player;
                if !self.followers.has(player) && !self.others.have(player) {
                    self.interruptions.interrupt(player, since);
                }
            }
        }
    }

    /// The players who could not play for a time that has not been given back yet, as far as this node knows by
    /// itself, and how many milliseconds ago that time began.
    pub(super) fn unable_players(&self) -> Vec<(PlayerId, u32)> {
        let now = self.now();
        let unable = |player: PlayerId| {
            let doubtful_since = self.log.doubtful_since();
            let doubtful_since = doubtful_since.filter(|_| self.followers.has(player));
            let here = self.interruptions.since(player).into_iter();
            let lost_since = self.others.player_lost_since(player, None);
            let lost_since = lost_since.filter(|_| !self.followers.has(player));
            let lost_since = lost_since.map(|since| self.time_of(since));
            let since = here.chain(doubtful_since).chain(lost_since).min()?;
            let ago_ms = u32::try_from(now.ms_since(since)).unwrap_or_default();
            Some((player, ago_ms))
        };
        let people = self.state().seats.people();
        people.filter_map(|person| unable(person.player)).collect()
    }

    /// Records that the player on turn could not play since the turn began, if this node shows the row late
    /// that began it. If another node that takes plays has the player, it may have shown the row in time, unless
    /// this node has appended it.
    pub(super) fn note_late_turn(&mut self, row: &LogRow, is_own: bool) {
        let state = self.log.state();
        let Some(turn) = state.clocks.turn().filter(|turn| turn.since == row.at) else {
            return;
        };
        let person = state.seats.person_at(turn.seat);
        if let Some(player) = person.map(|person| person.player)
            && is_long(row.at, self.now())
            && (is_own || !self.may_play_elsewhere(player))
        {
            self.interruptions.interrupt(player, row.at);
        }
    }

    /// Whether a player is connected to another node alone, which takes plays, as far as this node knows.
    fn may_play_elsewhere(&self, player: PlayerId) -> bool {
        !self.followers.has(player)
            && self.followers.is_here(player)
            && self.others.player_unable_since(player).is_none()
    }

    /// Records that the players at this node could not play since this time, unless it was a moment ago.
    fn interrupt_here(&mut self, since: Timestamp) {
        if !is_long(since, self.now()) {
            return;
        }
        let people = self.log.state().seats.people();
        for person in people.filter(|person| self.followers.has(person.player)) {
            self.interruptions.interrupt(person.player, since);
        }
    }

    /// The time at the table, as of this input or the last wait.
    pub(super) fn now(&self) -> Timestamp {
        self.time.now()
    }

    /// Has a row move all times of the table, if the server's clock has stepped. Before that, nothing else is judged.
    pub(super) async fn follow_clock(&mut self) {
        self.time.note_step();
        if self.time.to_move().is_some() && !self.log.is_doubtful() {
            // If the append fails, the table follows the clock later.
            let _ = self
                .decide_and_append(|state, _| Ok(state.no_change()))
                .await;
        }
    }

    /// Moves the times that are not in the log, after a row has moved those of the state.
    pub(super) fn move_times(&mut self, by_ms: i64) {
        let by_ms = self.time.moved(by_ms, self.log.state().last);
        self.interruptions.move_by(by_ms);
        self.absences.move_by(by_ms);
        self.followers.move_by(by_ms);
        self.log.move_by(by_ms);
        self.seat_requests.forget_times();
        self.lapse_request();
    }

    /// The time at which something happened in this process.
    pub(super) fn time_of(&self, at: Instant) -> Timestamp {
        self.now().plus_ms(-ms_since(at))
    }
}

/// Whether so much time has passed since an interruption began that it is given back.
fn is_long(since: Timestamp, now: Timestamp) -> bool {
    now.ms_since(since) >= limits::IDLE_MS_MIN
}

fn ms_since(at: Instant) -> i64 {
    i64::try_from(at.elapsed().as_millis()).unwrap_or(i64::MAX)
}
