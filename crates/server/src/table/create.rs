//! Opening a new table.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use boneyard_protocol::http::{CreateTable, TableCreated};
use boneyard_protocol::{ErrorCode, Invite, TableId};
use boneyard_rules::{Rules, RulesError};

use super::Tables;
use super::actor::body;
use super::event::TableEvent;
use super::relisted::Relisted;
use super::state::State;
use crate::clock::Timestamp;
use crate::id::PlayerId;
use crate::identity::Visitor;
use crate::limits;
use crate::store::Append;

/// Why a table was not opened.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CreateError {
    /// The options don't go together.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// The host must have a seat.
    #[error("kept_seats: {kept} of {seats} seats; one is the host's")]
    KeptSeats {
        /// How many were to be kept.
        kept: u8,
        /// How many the table has.
        seats: usize,
    },
    /// The visitor has many tables already that wait for players.
    #[error(
        "You have {} tables that wait for players; leave one of them first.",
        limits::TABLES_PER_VISITOR_MAX
    )]
    TooMany,
    /// The storage does not answer.
    #[error("The storage does not answer; try again soon.")]
    Unavailable,
}

impl CreateError {
    /// The code that goes with it on the wire.
    #[must_use]
    pub const fn code(self) -> ErrorCode {
        match self {
            Self::Rules(_) | Self::KeptSeats { .. } => ErrorCode::BadRules,
            Self::TooMany => ErrorCode::TooMany,
            Self::Unavailable => ErrorCode::Unavailable,
        }
    }

    /// The option that must change, by its name on the wire.
    #[must_use]
    pub const fn option(self) -> Option<&'static str> {
        match self {
            Self::Rules(error) => Some(error.option()),
            Self::KeptSeats { .. } => Some("kept_seats"),
            Self::TooMany | Self::Unavailable => None,
        }
    }
}

impl Tables {
    /// Opens a table, with its host at seat 0.
    ///
    /// # Errors
    ///
    /// When the options don't go together, the host has too many tables, or the storage fails.
    pub async fn create(
        &self,
        host: &Visitor,
        wanted: CreateTable,
    ) -> Result<TableCreated, CreateError> {
        let CreateTable {
            rules,
            access,
            kept_seats,
        } = wanted;
        let rules = Rules::try_from(rules)?;
        let seats = rules.seating.seat_count();
        if usize::from(kept_seats) >= seats {
            return Err(CreateError::KeptSeats {
                kept: kept_seats,
                seats,
            });
        }
        let (table, invite) = (TableId::random(), Invite::random());
        let now = self.clock().now();
        if !self.inner.waiting.add(host.player, table, now) {
            return Err(CreateError::TooMany);
        }
        let created = TableEvent::Created {
            host: host.player,
            name: host.name.clone(),
            rules,
            access,
            kept_seats,
            invite,
        };
        if let Err(error) = self.append_first(table, created, now).await {
            self.no_longer_waiting(host.player, table);
            return Err(error);
        }
        tracing::info!(%table, %rules, ?access, "table opened");
        Ok(TableCreated { table, invite })
    }

    async fn append_first(
        &self,
        table: TableId,
        created: TableEvent,
        now: Timestamp,
    ) -> Result<(), CreateError> {
        let events = [created];
        // A table that has just been made is always possible.
        let state = State::begin(&events, now).map_err(|_| CreateError::Unavailable)?;
        let listed = Relisted(state.listing(table));
        let append = Append {
            table,
            seq: state.version,
            at: now,
            body: body(&events),
            listing: Some(listed.to_store()),
        };
        self.store().append(append).await.map_err(|error| {
            tracing::error!(%table, %error, "a table could not be opened");
            CreateError::Unavailable
        })?;
        self.lobby().set(table, now, listed.0);
        Ok(())
    }

    /// A table's first match has begun, or it is closed: it no longer counts against its host.
    pub(super) fn no_longer_waiting(&self, host: PlayerId, table: TableId) {
        self.inner.waiting.remove(host, table);
    }
}

/// Which tables wait for their first match, by who opened them: so many may one visitor have.
#[derive(Debug, Default)]
pub(super) struct Waiting(Mutex<HashMap<PlayerId, Vec<(TableId, Timestamp)>>>);

impl Waiting {
    /// Adds a table, unless its host has too many.
    fn add(&self, host: PlayerId, table: TableId, now: Timestamp) -> bool {
        let mut hosts = self.hosts();
        let forget_old = |tables: &mut Vec<(TableId, Timestamp)>| {
            tables.retain(|&(_, opened)| now.ms_since(opened) < limits::WAITING_TABLE_MS_MAX);
            !tables.is_empty()
        };
        if hosts.len() >= limits::WAITING_HOSTS_MAX {
            hosts.retain(|_, tables| forget_old(tables));
        }
        let tables = hosts.entry(host).or_default();
        forget_old(tables);
        let allowed = tables.len() < limits::TABLES_PER_VISITOR_MAX;
        if allowed {
            tables.push((table, now));
        }
        allowed
    }

    fn remove(&self, host: PlayerId, table: TableId) {
        let mut hosts = self.hosts();
        if let Some(tables) = hosts.get_mut(&host) {
            tables.retain(|&(waiting, _)| waiting != table);
            if tables.is_empty() {
                hosts.remove(&host);
            }
        }
    }

    fn hosts(&self) -> MutexGuard<'_, HashMap<PlayerId, Vec<(TableId, Timestamp)>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_visitor_may_have_so_many_waiting_tables_and_no_more() {
        let waiting = Waiting::default();
        let (host, other) = (PlayerId::random(), PlayerId::random());
        let start = Timestamp(0);
        let first = TableId::random();
        assert!(waiting.add(host, first, start));
        for _ in 1..limits::TABLES_PER_VISITOR_MAX {
            assert!(waiting.add(host, TableId::random(), start));
        }
        assert!(!waiting.add(host, TableId::random(), start));
        assert!(waiting.add(other, TableId::random(), start));

        waiting.remove(host, first);
        assert!(waiting.add(host, TableId::random(), start));

        let tomorrow = start.plus_ms(limits::WAITING_TABLE_MS_MAX);
        assert!(waiting.add(host, TableId::random(), tomorrow));
    }
}
