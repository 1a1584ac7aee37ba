//! How a table goes on: what its state decides is appended to the log, and only then shown.

use std::sync::Arc;

use boneyard_protocol::{Listing, TableId};

use crate::bus::TableMessage;
use crate::clock::Timestamp;
use crate::gate::{Amount, Requester};
use crate::id::PlayerId;
use crate::limits;
use crate::store::{Append, AppendError, ListingChange, LogRow, NewRecord};
use crate::table::state::State;
use crate::table::state::command::Decision;
use crate::table::state::event::TableEvent;
use crate::table::state::public::public_entries;
use crate::table::state::record::record_of;
use crate::table::state::refusal::Refusal;
use crate::table::task::loaded::LoadedTable;

impl LoadedTable {
    /// Has the state judge something, appends what comes of it, and then shows it. If another
    /// node was faster, what it appended is shown, and the state is asked again.
    pub(crate) async fn decide_and_append<F>(&mut self, judge: F) -> Result<(), Refusal>
    where
        F: Fn(&State, Timestamp) -> Result<Decision, Refusal>,
    {
        self.decide_and_append_for(None, judge).await
    }

    /// The same, for a visitor whose budgets it is written from; what nobody asked for (computer players,
    /// clocks) has bounds of its own.
    pub(crate) async fn decide_and_append_for<F>(
        &mut self,
        requester: Option<Requester>,
        judge: F,
    ) -> Result<(), Refusal>
    where
        F: Fn(&State, Timestamp) -> Result<Decision, Refusal>,
    {
        if self.doubtful {
            self.catch_up().await?;
        }
        for _ in 0..limits::APPEND_TRIES_MAX {
            // The clock of another node may be ahead.
            let now = self.tables.clock().now().max(self.state.last);
            let Decision { events, next } = judge(&self.state, now)?;
            if events.is_empty() {
                return Ok(());
            }
            let relisted = Relisted::between(self.id, &self.state, &next);
            let players = next.own_players_since(&self.state);
            let row = LogRow {
                seq: next.version,
                at: now,
                body: TableEvent::to_body(&events),
            };
            let record = self.record(&next, &row).await?;
            let entries = public_entries(self.id, Some(&self.state), &next, now, record.as_deref());
            let amount = Amount {
                rows: 1
                    + u32::from(players.is_some())
                    + record.as_deref().map_or(0, NewRecord::rows),
                bytes: row.body.len() + record.as_deref().map_or(0, NewRecord::bytes),
            };
            self.spend(requester, amount)?;
            let append = Append {
                table: self.id,
                seq: row.seq,
                at: row.at,
                body: row.body.clone(),
                listing: relisted.as_ref().map(Relisted::to_store),
                players,
                record,
                entries: self.tables.to_store(&entries),
            };
            // Until the log has answered: who waits for it may be stopped at any time.
            self.doubtful = true;
            match self.tables.log().append(append).await {
                Ok(()) => {
                    self.doubtful = false;
                    self.tables.meters().happened(&events);
                    if !entries.is_empty() {
                        self.tables.has_public_entries();
                    }
                    self.tell_appended(&next, &row, relisted.as_ref());
                    self.tell_leavers(&self.state, &next);
                    self.show_next(next, &row, relisted);
                    return Ok(());
                }
                Err(AppendError::Conflict) => {
                    self.put_back(requester, amount);
                    self.catch_up().await?;
                }
                Err(AppendError::Unavailable(error)) => {
                    tracing::error!(table = %self.id, %error, "an append failed");
                    self.idle_since.get_or_insert(now);
                    return Err(Refusal::Unavailable);
                }
            }
        }
        Err(Refusal::Unavailable)
    }

    /// Spends what is to be written, of the budgets of the visitor, the address and the table.
    fn spend(&mut self, requester: Option<Requester>, amount: Amount) -> Result<(), Refusal> {
        let (Some(budgets), Some(requester)) = (&self.tables.parts().budgets, requester) else {
            return Ok(());
        };
        budgets
            .spend(requester, self.budget.as_mut(), amount)
            .map_err(|_| Refusal::ChangesTooMuch)
    }

    /// Puts back what was spent for a row that another node was faster than.
    fn put_back(&mut self, requester: Option<Requester>, amount: Amount) {
        if let (Some(budgets), Some(requester)) = (&self.tables.parts().budgets, requester) {
            budgets.put_back(requester, self.budget.as_mut(), amount);
        }
    }

    /// Tells those who have left a match that they are counted for it; the append that ended the match has
    /// noted it.
    fn tell_leavers(&self, before: &State, after: &State) {
        if let Some(people) = &self.tables.parts().people
            && after.matches.has_ended_since(&before.matches)
        {
            for player in after.counted_leavers() {
                people.account_changed(player);
            }
        }
    }

    /// What is to be kept of the match, if this row ends it.
    async fn record(&self, next: &State, row: &LogRow) -> Result<Option<Arc<NewRecord>>, Refusal> {
        if !next.matches.has_ended_since(&self.state.matches) {
            return Ok(None);
        }
        let first = next.matches.first_row();
        let mut rows = match self.history.rows_from(first) {
            Some(rows) => rows,
            None => self.tables.log().read(self.id, first - 1).await?,
        };
        // Another node may have been faster; the append will say so.
        rows.retain(|row| row.seq < next.version);
        rows.push(row.clone());
        let record = record_of(next, self.id, &rows);
        // The match itself must end, whatever is wrong with its record.
        let report = |error| tracing::error!(table = %self.id, %error, "a match is not kept");
        Ok(record.map_err(report).ok().map(Arc::new))
    }

    /// Shows what the log holds beyond the state.
    pub(crate) async fn catch_up(&mut self) -> Result<(), Refusal> {
        let was_doubtful = std::mem::replace(&mut self.doubtful, true);
        let known = self.state.version;
        let rows = self.tables.log().read(self.id, known).await?;
        for row in rows {
            let before = self.state.clone();
            self.show_row(&row)?;
            if was_doubtful {
                // It may be this node's own, of which it has told nobody.
                let relisted = Relisted::between(self.id, &before, &self.state);
                self.tables
                    .tell_all_nodes(self.id, Some(&before), &self.state, relisted.as_ref());
                self.tell_leavers(&before, &self.state);
            }
        }
        self.doubtful = false;
        // What was in doubt may have had entries of the public log, and no node has been told of it.
        self.tables.has_public_entries();
        if was_doubtful && self.state.version > known {
            let seq = self.state.version;
            self.tell_nodes(|| TableMessage::Appended { seq, row: None });
        }
        Ok(())
    }

    /// Shows the row that comes after the state.
    pub(crate) fn show_row(&mut self, row: &LogRow) -> Result<(), Refusal> {
        let mut next = self.state.clone();
        let events = next.add_row(row).map_err(|error| {
            tracing::error!(table = %self.id, %error, "the table stays out of use");
            self.broken = true;
            Refusal::OutOfOrder
        })?;
        for event in events {
            if let TableEvent::Played { seat, .. } = event
                && let Some(person) = self.state.seats.person_at(seat)
            {
                self.absences.played(person.player);
            }
        }
        let relisted = Relisted::between(self.id, &self.state, &next);
        self.show_next(next, row, relisted);
        Ok(())
    }

    /// Takes what is in the log, and shows it.
    fn show_next(&mut self, next: Box<State>, row: &LogRow, relisted: Option<Relisted>) {
        let before = std::mem::replace(&mut self.state, next);
        self.counted.is_now(self.state.status());
        self.followers.publish(&before, &self.state, &self.rooms);
        if self.state.deals.asks_for_seeds_since(&before.deals) {
            self.send_receipts();
        }
        for id in self.followers.moved_in_or_out(&before, &self.state) {
            self.show(id, None);
        }
        if let Some(relisted) = relisted {
            self.list(relisted.listing);
        }
        self.show_players_elsewhere(&before);
        if before.is_waiting() && !self.state.is_waiting() {
            self.tables
                .no_longer_waiting(self.state.settings.opened_by, self.id);
        }
        self.history.add(before, row);
    }

    /// Tells a player's list what this table says now.
    pub(crate) fn show_player(&self, player: PlayerId) {
        let own = self.state.own_table(self.id, player);
        self.tables.lobby().own().set(player, self.id, own);
    }

    /// Whether a player follows their own tables at this node, among them this one. A lone server tells
    /// them of what happens here by itself; a node must have the table in memory to hear of it.
    pub(crate) fn is_among_followed_own_tables(&self) -> bool {
        let own = self.tables.lobby().own();
        let mut people = self.state.seats.people();
        !self.tables.bus().is_alone()
            && people.any(|person| own.is_followed_by(person.player, |_| true))
    }

    /// Tells the lists of all players whose sockets are not all here, since those that are see the table.
    pub(crate) fn show_players_elsewhere(&self, before: &State) {
        let own = self.tables.lobby().own();
        for person in self.state.seats.people() {
            if own.is_followed_by(person.player, |peer| !self.followers.has_socket(peer)) {
                self.show_player(person.player);
            }
        }
        for person in before.seats.people() {
            if self.state.seat_of(person.player).is_none() {
                own.set(person.player, self.id, None);
            }
        }
    }

    /// Has the lobby list the table as it is now, or no longer.
    pub(crate) fn list(&self, listing: Option<Listing>) {
        let settings = &self.state.settings;
        let (created, host) = (settings.opened, settings.opened_by);
        self.tables.lobby().set(self.id, created, host, listing);
        self.tables.lobby().set_here(self.id, self.here);
    }
}

/// What the lobby is to show of a table from now on.
pub(crate) struct Relisted {
    pub(crate) listing: Option<Listing>,
    closed: bool,
}

impl Relisted {
    /// None if nothing changes for the lobby.
    pub(crate) fn between(table: TableId, before: &State, after: &State) -> Option<Self> {
        let changed = after.is_listed_otherwise(before);
        changed.then(|| Self::of(table, after))
    }

    pub(crate) fn of(table: TableId, state: &State) -> Self {
        Self {
            listing: state.listing(table),
            closed: state.closed,
        }
    }

    pub(crate) fn to_store(&self) -> ListingChange {
        ListingChange {
            listed: self.listing.is_some(),
            closed: self.closed,
            listing: self
                .listing
                .as_ref()
                .map_or_else(String::new, crate::lobby::written),
        }
    }
}
