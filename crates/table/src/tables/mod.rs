//! The tables in this process's memory, and the operations on all of them: opening, finding, listing, closing
//! and unloading. `task` is one table in memory. `appends` builds the appends that write a whole log, as a
//! running table would build them.

mod appends;
mod arranged;
mod close;
mod cluster;
mod create;
mod finished_logs;
mod meters;
mod missing_records;
mod over_days;
mod own_tables;
mod parts;
mod pauses;
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
use boneyard_store::{Outage, Store};
use parking_lot::Mutex;
use tokio::runtime::Handle;

pub use self::appends::appends;
pub use self::arranged::{ArrangedMatch, ArrangedStand, margins};
use self::create::Counted;
pub use self::create::CreateError;
pub use self::meters::Meters;
pub use self::parts::TableParts;
use self::pauses::Pauses;
pub use self::quick::{LastQuick, QuickStand};
use self::task::Shared;
use self::task::log::Log;
pub use self::task::preview::Preview;
pub use self::task::sitting::{NotReported, Reported, Sitting};
pub use self::task::{FollowTerms, Input, TableGone, TableHandle};
use crate::computers::players::Players;
use crate::lobby::Lobby;

/// All tables of this process. Clones share one state.
#[derive(Clone)]
pub struct Tables {
    inner: Arc<Inner>,
}

struct Inner {
    /// The runtime on which the tables' own tasks run.
    runtime: Handle,
    parts: TableParts,
    log: Log,
    meters: Meters,
    /// The tables in memory. A handle is made only while this map is locked. So a table is never loaded
    /// twice, and never unloaded while a session is about to use it.
    loaded: Mutex<HashMap<TableId, Arc<Shared>>>,
    /// The tables that wait for their first match, by host.
    waiting: Counted,
    /// The tables that were opened against only computer players, by host.
    begun: Counted,
    /// The computer players that tables share.
    players: Players,
    pauses: Pauses,
    /// The last time in which no server ran.
    outage: Mutex<Option<Outage>>,
}

impl fmt::Debug for Tables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tables").finish_non_exhaustive()
    }
}

impl Tables {
    /// Manages the tables of a store. The tables' own tasks run on the current runtime.
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
            pauses: Pauses::default(),
            outage: Mutex::default(),
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

    /// The connection to the other nodes.
    pub fn bus(&self) -> &Bus {
        &self.parts().bus
    }

    /// The nodes of the cluster that are alive.
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

    /// The pauses of this process.
    pub(crate) fn pauses(&self) -> &Pauses {
        &self.inner.pauses
    }

    /// The lobby that lists the tables.
    pub fn lobby(&self) -> &Lobby {
        &self.parts().lobby
    }

    /// The metrics of tables.
    pub fn meters(&self) -> &Meters {
        &self.inner.meters
    }

    /// Records of matches that ended before this time are deleted; `None` if records are kept for ever.
    fn oldest_record(&self) -> Option<Timestamp> {
        let keep = self.parts().keep_records?;
        Some(keep.oldest(self.clock().now()))
    }

    /// A handle to a table. The first input loads the table, and only then is it known whether the table
    /// exists.
    pub fn open(&self, id: TableId) -> TableHandle {
        let mut loaded = self.loaded();
        let shared = loaded.entry(id).or_insert_with(|| Shared::new(self, id));
        shared.handle()
    }

    /// Unloads a table if no handle to it exists. Returns whether it was unloaded.
    fn unload(&self, table: &Arc<Shared>) -> bool {
        let mut loaded = self.loaded();
        let unused = table.is_unused();
        if unused {
            loaded.remove(&table.id());
        }
        unused
    }

    /// Removes a table that has ended from memory, even if handles to it exist.
    fn forget(&self, table: &Arc<Shared>) {
        let mut loaded = self.loaded();
        // The table may have been loaded again in the meantime. If so, the newly loaded one stays in memory.
        if let Entry::Occupied(known) = loaded.entry(table.id())
            && Arc::ptr_eq(known.get(), table)
        {
            known.remove();
        }
    }

    pub(crate) fn loaded(&self) -> parking_lot::MutexGuard<'_, HashMap<TableId, Arc<Shared>>> {
        self.inner.loaded.lock()
    }

    /// The largest number of sessions that wait for the same table.
    pub fn longest_queue(&self) -> usize {
        let loaded = self.loaded();
        let waiting = loaded.values().map(|table| table.waiting());
        waiting.max().unwrap_or(0)
    }
}
