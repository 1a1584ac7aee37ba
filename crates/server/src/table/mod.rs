//! Tables: people around a match. `event` is what the log holds, and
//! `json_log` reads what the first versions wrote there; `state` rebuilds a table from it
//! and `command` judges what people want to do, both without clock, chance and store; `view` is
//! what people are shown, and `chat` what they say. `fair` is what the deals come from, and what
//! proves them. `question` is what computer players are asked, and what they know; `players` are
//! those who answer. `study` is a finished match, move by move, and `analyst` has it analysed.
//! `actor` is a loaded table; `asked`, `settle` and `computers` are what it does for people, for the
//! log and for computer players. `sitting` is who may sit down, and `seat_request` how a visitor gets the seat of a computer
//! player during a match.
//! `finished` is what is kept of a match that has ended, and `appends` writes a whole log. `handle` is the lock that
//! sessions take, and the table's own task; `followers` are those who see the table.

mod absence;
mod actor;
mod analyst;
mod appends;
mod asked;
#[cfg(test)]
mod bench;
mod care;
mod chat;
mod command;
mod computers;
mod create;
mod ending;
mod event;
mod fair;
mod finished;
mod followers;
#[cfg(test)]
mod footprint;
mod handle;
mod history;
mod json_log;
#[cfg(test)]
mod laws;
#[cfg(test)]
mod leaks;
#[cfg(test)]
mod live;
mod log;
mod meters;
#[cfg(test)]
mod model;
mod players;
mod promise;
#[cfg(test)]
mod proofs;
mod put_away;
mod question;
mod refusal;
mod relisted;
mod rows;
mod seat_request;
#[cfg(test)]
mod seat_request_laws;
mod settle;
mod sitting;
mod state;
#[cfg(test)]
mod stories;
mod study;
mod timing;
mod view;

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use boneyard_protocol::TableId;

use self::analyst::Analyses;
pub use self::appends::appends;
pub use self::command::{Action, Command, Decision};
use self::create::Counted;
pub use self::create::CreateError;
pub use self::event::TableEvent;
use self::handle::Shared;
pub(crate) use self::handle::{FollowTerms, Input, TableGone, TableHandle};
pub(crate) use self::json_log::body_from_json;
use self::log::Log;
pub(crate) use self::meters::Meters;
use self::players::Players;
pub use self::refusal::Refusal;
pub use self::rows::LogError;
pub use self::state::State;
use crate::clock::{Clock, Timestamp};
use crate::limits;
use crate::lobby::Lobby;
use crate::records::KeepRecords;
use crate::store::Store;
use crate::thinkers::Thinkers;

/// All tables of this process. Clones are the same.
#[derive(Clone)]
pub struct Tables {
    inner: Arc<Inner>,
}

struct Inner {
    log: Log,
    clock: Clock,
    lobby: Lobby,
    /// The tables in memory. A handle is taken from here under the lock, so that a table is never
    /// loaded twice, and never unloaded while a session is about to use it.
    loaded: Mutex<HashMap<TableId, Arc<Shared>>>,
    /// Tables that wait for their first match.
    waiting: Counted,
    /// Tables that were opened against computer players alone.
    begun: Counted,
    /// Who thinks for computer players.
    thinkers: Thinkers,
    players: Players,
    meters: Meters,
    /// Who has a match analysed.
    analyses: Analyses,
    /// How long a position is on the table before a computer player acts in it.
    bot_delay: Duration,
    /// For how long records are kept; for ever if nothing is said.
    keep_records: Option<KeepRecords>,
}

impl fmt::Debug for Tables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tables").finish_non_exhaustive()
    }
}

impl Tables {
    /// Tables that live in a store, and are listed in a lobby. Their computer players act no
    /// sooner than so long after a position has come about.
    #[must_use]
    pub fn new(
        store: Store,
        clock: Clock,
        lobby: Lobby,
        thinkers: Thinkers,
        bot_delay: Duration,
    ) -> Self {
        Self::with_log(Log::Kept(store), clock, lobby, thinkers, bot_delay)
    }

    /// The same, with records that are kept for so long.
    ///
    /// # Panics
    ///
    /// When somebody has a clone of it already.
    #[must_use]
    pub fn keeping_records(mut self, keep: Option<KeepRecords>) -> Self {
        let inner = Arc::get_mut(&mut self.inner).expect("nobody has a clone yet");
        inner.keep_records = keep;
        self
    }

    /// Matches that ended before this are no longer to be kept.
    fn oldest_record(&self) -> Option<Timestamp> {
        let keep = self.inner.keep_records?;
        Some(keep.oldest(self.clock().now()))
    }

    fn with_log(
        log: Log,
        clock: Clock,
        lobby: Lobby,
        thinkers: Thinkers,
        bot_delay: Duration,
    ) -> Self {
        let inner = Inner {
            log,
            clock,
            lobby,
            loaded: Mutex::default(),
            waiting: Counted::for_ms(limits::WAITING_TABLE_MS_MAX),
            begun: Counted::for_ms(limits::BEGUN_TABLE_MS_MAX),
            thinkers,
            players: Players::default(),
            meters: Meters::default(),
            analyses: Analyses::default(),
            bot_delay,
            keep_records: None,
        };
        Self {
            inner: Arc::new(inner),
        }
    }

    /// The way to a table, which is loaded when it is first given something to deal with. Whether
    /// there is such a table shows when it is followed.
    pub(crate) fn open(&self, id: TableId) -> TableHandle {
        let mut loaded = self.loaded();
        let shared = loaded.entry(id).or_insert_with(|| Shared::new(self, id));
        shared.handle()
    }

    /// Forgets a table to which no handle leads. `false` if one does.
    fn unload(&self, table: &Arc<Shared>) -> bool {
        let mut loaded = self.loaded();
        let unused = table.is_unused();
        if unused {
            loaded.remove(&table.id());
        }
        unused
    }

    /// Forgets a table that has ended, whatever handles lead to it.
    fn forget(&self, table: &Arc<Shared>) {
        let mut loaded = self.loaded();
        // The table may have been opened again meanwhile.
        if let Entry::Occupied(known) = loaded.entry(table.id())
            && Arc::ptr_eq(known.get(), table)
        {
            known.remove();
        }
    }

    fn loaded(&self) -> std::sync::MutexGuard<'_, HashMap<TableId, Arc<Shared>>> {
        // Nothing that runs under the lock leaves the map half changed.
        let loaded = self.inner.loaded.lock();
        loaded.unwrap_or_else(PoisonError::into_inner)
    }

    /// What is measured of tables.
    pub(crate) fn meters(&self) -> &Meters {
        &self.inner.meters
    }

    /// How many sessions wait for the table that has most.
    pub(crate) fn longest_queue(&self) -> usize {
        let loaded = self.loaded();
        let waiting = loaded.values().map(|table| table.waiting());
        waiting.max().unwrap_or(0)
    }

    fn log(&self) -> &Log {
        &self.inner.log
    }

    fn clock(&self) -> &Clock {
        &self.inner.clock
    }

    fn lobby(&self) -> &Lobby {
        &self.inner.lobby
    }
}
