//! The tables in memory of this process, and what happens to all of them: how they are opened, found, listed,
//! closed and put away. `task` is one table in memory; `appends` makes the appends of a whole log, as a
//! running table would.

mod appends;
mod close;
mod cluster;
mod create;
mod finished_logs;
mod meters;
mod missing_records;
mod own_tables;
mod parts;
mod public_log;
mod quick;
pub(crate) mod task;

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fmt;
use std::sync::Arc;

use boneyard_base::{Clock, Timestamp, limits};
use boneyard_cluster::{Bus, Nodes};
use boneyard_protocol::TableId;
use boneyard_store::Store;
use parking_lot::Mutex;
use tokio::runtime::Handle;

pub use self::appends::appends;
use self::create::Counted;
pub use self::create::CreateError;
pub use self::meters::Meters;
pub use self::parts::TableParts;
use self::quick::QuickPlayers;
pub use self::quick::{LastQuick, QuickStand};
use self::task::Shared;
use self::task::analysis::Analyses;
use self::task::log::Log;
pub use self::task::sitting::{NotReported, Reported, Sitting};
pub use self::task::{FollowTerms, Input, TableGone, TableHandle};
use crate::computers::players::Players;
use crate::lobby::Lobby;

/// All tables of this process. Clones are the same.
#[derive(Clone)]
pub struct Tables {
    inner: Arc<Inner>,
}

struct Inner {
    /// Where the tables' own tasks run.
    runtime: Handle,
    parts: TableParts,
    log: Log,
    meters: Meters,
    /// The tables in memory. A handle is taken from here under the lock, so that a table is never
    /// loaded twice, and never unloaded while a session is about to use it.
    loaded: Mutex<HashMap<TableId, Arc<Shared>>>,
    /// Tables that wait for their first match.
    waiting: Counted,
    /// Tables that were opened against computer players alone.
    begun: Counted,
    /// The computer players that tables share.
    players: Players,
    quick_players: QuickPlayers,
    /// The visitors for whom a match is analysed.
    analyses: Analyses,
}

impl fmt::Debug for Tables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tables").finish_non_exhaustive()
    }
}

impl Tables {
    /// The tables in a store. Their own tasks run on the current runtime.
    #[must_use]
    pub fn new(parts: TableParts) -> Self {
        let log = Log::Kept(parts.store.clone());
        Self::with_log(parts, log, Meters::default())
    }

    pub(crate) fn with_log(parts: TableParts, log: Log, meters: Meters) -> Self {
        let inner = Inner {
            runtime: Handle::current(),
            parts,
            log,
            meters,
            loaded: Mutex::default(),
            waiting: Counted::for_ms(limits::WAITING_TABLE_MS_MAX),
            begun: Counted::for_ms(limits::BEGUN_TABLE_MS_MAX),
            players: Players::default(),
            quick_players: QuickPlayers::default(),
            analyses: Analyses::default(),
        };
        Self {
            inner: Arc::new(inner),
        }
    }

    fn parts(&self) -> &TableParts {
        &self.inner.parts
    }

    /// The runtime of the tables' own tasks.
    pub fn runtime(&self) -> &Handle {
        &self.inner.runtime
    }

    /// The way to the other nodes.
    pub fn bus(&self) -> &Bus {
        &self.parts().bus
    }

    /// The nodes that are alive.
    pub fn nodes(&self) -> &Nodes {
        &self.parts().nodes
    }

    fn store(&self) -> &Store {
        &self.parts().store
    }

    fn log(&self) -> &Log {
        &self.inner.log
    }

    /// The clock of the tables.
    pub fn clock(&self) -> &Clock {
        &self.parts().clock
    }

    /// The lobby that lists the tables.
    pub fn lobby(&self) -> &Lobby {
        &self.parts().lobby
    }

    /// What is measured of tables.
    pub fn meters(&self) -> &Meters {
        &self.inner.meters
    }

    /// The time before which a match must have ended so that its record is deleted; none if records are
    /// kept for ever.
    fn oldest_record(&self) -> Option<Timestamp> {
        let keep = self.parts().keep_records?;
        Some(keep.oldest(self.clock().now()))
    }

    /// The way to a table, which is loaded by the first input. Whether the table exists shows only then.
    pub fn open(&self, id: TableId) -> TableHandle {
        let mut loaded = self.loaded();
        let shared = loaded.entry(id).or_insert_with(|| Shared::new(self, id));
        shared.handle()
    }

    /// Takes a table out of memory unless a handle leads to it; whether the table is out.
    fn unload(&self, table: &Arc<Shared>) -> bool {
        let mut loaded = self.loaded();
        let unused = table.is_unused();
        if unused {
            loaded.remove(&table.id());
        }
        unused
    }

    /// Takes a table that has ended out of memory, whatever handles lead to it.
    fn forget(&self, table: &Arc<Shared>) {
        let mut loaded = self.loaded();
        // The table may have been opened again meanwhile.
        if let Entry::Occupied(known) = loaded.entry(table.id())
            && Arc::ptr_eq(known.get(), table)
        {
            known.remove();
        }
    }

    pub(crate) fn loaded(&self) -> parking_lot::MutexGuard<'_, HashMap<TableId, Arc<Shared>>> {
        self.inner.loaded.lock()
    }

    /// How many sessions wait for the table with the most waiting sessions.
    pub fn longest_queue(&self) -> usize {
        let loaded = self.loaded();
        let waiting = loaded.values().map(|table| table.waiting());
        waiting.max().unwrap_or(0)
    }
}
