//! What a loaded table does without an input, and when.

use std::time::Duration;

use boneyard_base::{Timestamp, limits};
use tokio::time::Instant;

use super::LoadedTable;
use crate::state::State;
use crate::state::refusal::Refusal;

impl LoadedTable {
    /// How long the table can wait until it must act without an input.
    pub(super) fn until_due(&self) -> Option<Duration> {
        if self.log.is_doubtful() {
            return Some(limits::STORE_RETRY_DELAY);
        }
        if self.is_idle() {
            return Some(limits::TABLE_IDLE_TIMEOUT);
        }
        let now = self.now();
        let state = self.state();
        let clock = state.clocks.deadline().filter(|_| self.does_clock_run());
        let absent = state.absent_from(self.absences.gone());
        // If this time has passed, the followers already see the absence, so the table need not wait for it.
        let absent = absent.filter(|&from| from > now);
        let request = self.seat_requests.deadline();
        let wait = |due: Timestamp| Duration::from_millis(due.ms_since(now).unsigned_abs());
        let due = state.deadline().into_iter().chain(clock);
        let unasked = due.min().map(|due| wait(due.plus_ms(self.stand_by_ms())));
        let for_time = absent.into_iter().chain(request).min().map(wait);
        let computers = self.computers.due();
        let computers = computers.filter(|_| self.may_computers_play());
        let due = computers.into_iter().chain(self.writes.next_change_at());
        let due = due.chain(self.others.settles_at());
        let due = due.chain(self.others.lost_until());
        let retries = self.lacks_receipt()
            || self.interruptions.are_for_players()
            || self.may_be_unheard()
            || self.time.to_move().is_some();
        let retry = retries.then_some(limits::STORE_RETRY_DELAY);
        let for_a_moment = due.map(|due| due.saturating_duration_since(Instant::now()));
        let all = unasked.into_iter().chain(for_time).chain(for_a_moment);
        let all = all.chain(retry).chain(self.until_late_row());
        all.min()
    }

    /// Reads the log if the outcome of an append is unknown. Otherwise does everything that is due.
    pub(super) async fn do_what_is_due(&mut self) {
        let result = if self.log.is_doubtful() {
            self.catch_up().await
        } else {
            self.go_on_unasked().await
        };
        // A storage failure is retried later. A damaged log would fail every time, so the table ends.
        self.log.note(result);
    }

    /// Makes changes that were held back. Deals and does what the clock requires, if it is time. Lets a
    /// computer player act.
    async fn go_on_unasked(&mut self) -> Result<(), Refusal> {
        while let Some((requester, change)) = self.writes.next_change() {
            // A change that is no longer allowed is dropped.
            let _ = self.act(requester, false, change.into()).await;
        }
        let stand_by_ms = self.stand_by_ms();
        let now = self.now();
        let is_due = |due: Timestamp| due.plus_ms(stand_by_ms) <= now;
        if self.state().deadline().is_some_and(is_due) {
            self.decide_and_append(State::on_deadline).await?;
        }
        if let Some(outage) = self.tables.outage()
            && self.state().is_over_days()
        {
            self.decide_and_append(|state, now| state.after_outage(outage, now))
                .await?;
        }
        let is_late = self.state().clocks.deadline().is_some_and(is_due);
        if is_late && self.does_clock_run() {
            self.decide_and_append(State::on_clock).await?;
        }
        let is_trusted = self.tables.clock().even_for() >= limits::CLOCK_TRUSTED_AFTER;
        if self.state().is_over_days() && is_trusted {
            self.close_without_players(State::abandon).await;
        }
        if !self.may_computers_play() {
            return Ok(());
        }
        self.let_computers_act().await
    }

    /// Whether the clock runs: over days always, and else while a player is connected, unless the player on turn may be
    /// at a node that takes no plays.
    fn does_clock_run(&self) -> bool {
        let is_stopped = || self.interruptions.idle_since().is_some() || self.may_be_unheard();
        self.state().is_over_days() || !is_stopped()
    }

    /// Whether computer players may play: over days also while nobody looks, so that a match goes on to the turn
    /// of a person.
    pub(super) fn may_computers_play(&self) -> bool {
        !self.followers.is_empty() || self.state().is_over_days()
    }

    /// How long this node waits for another node to do what is due at the table.
    pub(super) fn stand_by(&self) -> Duration {
        self.others.stand_by(!self.followers.is_empty())
    }

    fn stand_by_ms(&self) -> i64 {
        i64::try_from(self.stand_by().as_millis()).unwrap_or(i64::MAX)
    }
}
