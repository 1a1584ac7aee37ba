//! How a table changes: the events that its state decides are appended to the log, and only then shown.

use std::sync::Arc;

use boneyard_base::{Amount, Requester, Timestamp, limits};
use boneyard_cluster::{Message, TableMessage};
use boneyard_protocol::ServerMessage;
use boneyard_records::to_store;
use boneyard_store::{Append, AppendError, LogRow, NewRecord};

use super::LoadedTable;
use crate::state::State;
use crate::state::command::Decision;
use crate::state::event::TableEvent;
use crate::state::public::public_entries;
use crate::state::record::record_of;
use crate::state::refusal::Refusal;
use crate::tables::task::relisted::Relisted;

/// An append that is ready to be written, with its effects on the lobby and on budgets.
struct Prepared {
    append: Append,
    relisted: Option<Relisted>,
    amount: Amount,
}

impl LoadedTable {
    /// Calls `judge` to decide the events, appends them to the log, and then shows them. If another node has
    /// appended a row first, shows that row and calls `judge` again. If the player on turn could not play for
    /// a time, `judge` decides after this time was given back. If the clock has stepped, a row of its own moves the
    /// times of the table first, so that `judge` sees no step.
    pub(crate) async fn decide_and_append<F>(&mut self, judge: F) -> Result<(), Refusal>
    where
        F: Fn(&State, Timestamp) -> Result<Decision, Refusal>,
    {
        self.decide_and_append_for(None, judge).await
    }

    /// Does the same as [`Self::decide_and_append`], but takes the write from the budgets of the visitor who
    /// requests it. Writes without a requester, by computer players and clocks, have limits of their own.
    pub(super) async fn decide_and_append_for<F>(
        &mut self,
        requester: Option<Requester>,
        judge: F,
    ) -> Result<(), Refusal>
    where
        F: Fn(&State, Timestamp) -> Result<Decision, Refusal>,
    {
        self.time.note_step();
        self.note_pause();
        if self.log.is_doubtful() {
            self.catch_up().await?;
        }
        for _ in 0..limits::APPEND_TRIES_MAX {
            let moved = self.time.to_move();
            let by_ms = moved.unwrap_or_default();
            let now = self.now().plus_ms(by_ms);
            let has_idled = self.has_idled();
            let interrupted = self.interrupted_since().map(|since| since.plus_ms(by_ms));
            let requester = requester.filter(|_| moved.is_none());
            let Decision { events, next } = if moved.is_some() {
                self.state().moved_by(by_ms, interrupted, now)?
            } else {
                self.state().decide_after(interrupted, now, &judge)?
            };
            if events.is_empty() {
                return Ok(());
            }
            let row = LogRow {
                seq: next.version,
                at: now,
                body: TableEvent::to_body(&events),
            };
            let Prepared {
                append,
                relisted,
                amount,
            } = self.prepare(&next, &row).await?;
            self.writes.spend(requester, amount)?;
            // The table treats the outcome of the append as unknown until the log answers, because the
            // session that waits for the answer may be cancelled at any time.
            self.log.doubt(self.now());
            let appended = self.tables.log().append(append).await;
            self.time.read();
            match appended {
                Ok(()) => {
                    self.end_interruptions(has_idled);
                    self.tables.meters().happened(&events);
                    self.show_appended(next, &row, relisted);
                    if moved.is_none() {
                        return Ok(());
                    }
                }
                Err(AppendError::Conflict) => {
                    self.writes.put_back(requester, amount);
                    self.catch_up().await?;
                }
                Err(AppendError::Unavailable(error)) => {
                    tracing::error!(table = %self.id, %error, "an append failed");
                    return Err(Refusal::Unavailable);
                }
            }
        }
        Err(Refusal::Unavailable)
    }

    /// Shows a row that this node has appended to the other nodes and to the people at the table.
    fn show_appended(&mut self, next: Box<State>, row: &LogRow, relisted: Option<Relisted>) {
        self.note_doubt();
        self.log.trust();
        self.tell_appended(&next, row, relisted.as_ref());
        self.tell_leavers(self.state(), &next);
        self.show_next(next, row, relisted);
        self.note_late_turn(row, true);
    }

    /// Builds the append of a row, with everything that is stored together with the row.
    async fn prepare(&self, next: &State, row: &LogRow) -> Result<Prepared, Refusal> {
        let state = self.state();
        let relisted = Relisted::between(self.id, state, next);
        let players = next.own_players_since(state);
        let record = self.record(next, row).await?;
        let record_rows = record.as_deref().map_or(0, NewRecord::rows);
        let record_bytes = record.as_deref().map_or(0, NewRecord::bytes);
        let entries = public_entries(self.id, Some(state), next, row.at, record.as_deref());
        Ok(Prepared {
            amount: Amount {
                rows: 1 + u32::from(players.is_some()) + record_rows,
                bytes: row.body.len() + record_bytes,
            },
            append: Append {
                table: self.id,
                seq: row.seq,
                at: row.at,
                body: row.body.clone(),
                listing: relisted.as_ref().map(Relisted::to_store),
                players,
                record,
                entries: to_store(&entries),
                due: next.stored_due(),
            },
            relisted,
        })
    }

    /// Tells the players who left a match that their accounts have changed, because leaving counts against a
    /// player. The append that ended the match has stored this change.
    fn tell_leavers(&self, before: &State, after: &State) {
        if !after.matches.has_ended_since(&before.matches) {
            return;
        }
        for player in after.counted_leavers() {
            let changed = ServerMessage::AccountChanged {};
            self.tables.parts().sockets.tell(player, &changed);
            self.tables
                .bus()
                .tell_all(Message::AccountChanged { player });
        }
    }

    /// The record of the match, if it may be seen from this row on.
    async fn record(&self, next: &State, row: &LogRow) -> Result<Option<Arc<NewRecord>>, Refusal> {
        if !next.opens_record_since(self.state()) {
            return Ok(None);
        }
        let first = next.matches.first_row();
        let mut rows = match self.log.rows_from(first) {
            Some(rows) => rows,
            None => self.tables.log().read(self.id, first - 1).await?,
        };
        // If another node has appended first, the append will fail with a conflict.
        rows.retain(|row| row.seq < next.version);
        rows.push(row.clone());
        let record = record_of(next, self.id, &rows);
        // A match must end even if its record can't be made.
        let report = |error| tracing::error!(table = %self.id, %error, "the record of a match can't be made");
        Ok(record.map_err(report).ok().map(Arc::new))
    }

    /// Reads the rows of the log that are not in the state yet, and shows them.
    pub(super) async fn catch_up(&mut self) -> Result<(), Refusal> {
        let was_doubtful = self.log.is_doubtful();
        self.log.doubt(self.now());
        let known = self.state().version;
        let rows = self.tables.log().read(self.id, known).await;
        self.time.read();
        let rows = rows?;
        // A player whose client has fallen behind is dropped when the rows are shown.
        self.note_doubt();
        for row in rows {
            let before = self.state().clone();
            self.show_row(&row)?;
            if was_doubtful {
                // This node may have appended the row itself. If so, it has not told any other node about the
                // row.
                let after = self.log.state();
                let relisted = Relisted::between(self.id, &before, after);
                self.tables
                    .tell_all_nodes(self.id, Some(&before), after, relisted.as_ref());
                self.tell_leavers(&before, after);
            }
        }
        self.log.trust();
        let seq = self.state().version;
        if was_doubtful && seq > known {
            self.others
                .tell(|| TableMessage::Appended { seq, row: None });
        }
        Ok(())
    }

    /// Applies and shows the row that comes after the state.
    pub(super) fn show_row(&mut self, row: &LogRow) -> Result<(), Refusal> {
        let (next, events) = self.log.after(self.id, row)?;
        for event in events {
            if let TableEvent::Moved { seat, .. } = event
                && let Some(person) = self.log.state().seats.person_at(seat)
            {
                self.absences.played(person.player);
            }
        }
        let relisted = Relisted::between(self.id, self.state(), &next);
        self.show_next(next, row, relisted);
        self.note_late_turn(row, false);
        Ok(())
    }

    /// Replaces the state by the next one, whose row is in the log, and shows the change.
    fn show_next(&mut self, next: Box<State>, row: &LogRow, relisted: Option<Relisted>) {
        let before = self.log.advance(next);
        let moved_ms = self.state().moved_ms - before.moved_ms;
        if moved_ms != 0 {
            self.move_times(moved_ms);
        }
        self.time.follow_row(self.log.state().last);
        self.forget_receipt();
        let state = self.log.state();
        self.listings.count(state.status());
        self.followers.publish(&before, state, &self.chat);
        for id in self.followers.moved_in_or_out(&before, self.log.state()) {
            self.show(id, None);
        }
        if let Some(relisted) = relisted {
            self.listings.list(self.log.state(), relisted.listing);
        }
        let state = self.log.state();
        self.listings.show_players(&before, state, &self.followers);
        if before.is_waiting() && !state.is_waiting() {
            self.tables
                .no_longer_waiting(state.settings.opened_by, self.id);
        }
        self.log.remember(before, row);
    }
}
