//! Tables: people around a match.
//!
//! - `state` is what the log of a table tells, and how it goes on: pure, without clock, chance and
//!   store.
//! - `task` is a table in memory: the lock that sessions take, the appends, and what is due without
//!   being asked.
//! - `view` is what people are shown and what they say.
//! - `computers` are the computer players at a table.
//! - `appends` writes a whole log, as a running table would.

mod appends;
mod cluster;
mod computers;
mod create;
mod meters;
mod quick;
mod state;
mod task;
#[cfg(test)]
mod tests;
mod view;

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use boneyard_protocol::transparency::LogEntry;
use boneyard_protocol::{Receipt, RoomFairness, TableId};
use parking_lot::Mutex;
use tokio::runtime::Handle;

pub use self::appends::appends;
use self::computers::players::Players;
use self::create::Counted;
pub use self::create::CreateError;
pub(crate) use self::meters::Meters;
use self::quick::QuickPlayers;
pub(crate) use self::quick::{LastQuick, PairedPerson, QuickStand};
pub use self::state::State;
pub use self::state::command::{Action, Command, Decision};
pub use self::state::event::TableEvent;
pub use self::state::refusal::Refusal;
pub use self::state::rows::LogError;
pub(crate) use self::state::rows::read_row;
use self::task::Shared;
use self::task::analysis::Analyses;
use self::task::loaded::load;
use self::task::log::Log;
pub(crate) use self::task::sitting::{NotReported, Reported, Sitting};
pub(crate) use self::task::{FollowTerms, Input, TableGone, TableHandle};
pub(crate) use self::view::chat::Speech;
use crate::bus::Bus;
use crate::clock::{Clock, Timestamp};
use crate::computer_threads::ComputerThreads;
use crate::config::FinishedLogs;
use crate::gate::{Budgets, Requester};
use crate::limits;
use crate::lobby::Lobby;
use crate::nodes::Nodes;
use crate::people::People;
use crate::records::KeepRecords;
use crate::store::{NewEntry, OpenTable, Store, StoreError};
use crate::transparency::Transparency;
use crate::turns::Turns;

/// All tables of this process. Clones are the same.
#[derive(Clone)]
pub struct Tables {
    inner: Arc<Inner>,
}

struct Inner {
    /// Where tables do what nobody asks for.
    runtime: Handle,
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
    threads: ComputerThreads,
    players: Players,
    meters: Meters,
    quick_players: QuickPlayers,
    /// Who has a match analysed.
    analyses: Analyses,
    /// How long a position is on the table before a computer player acts in it.
    bot_delay: Duration,
    /// For how long records are kept; for ever if nothing is said.
    keep_records: Option<KeepRecords>,
    /// What becomes of the logs of closed tables.
    finished_logs: FinishedLogs,
    /// How much may still be written for each visitor and address; without bounds if there are none.
    budgets: Option<Budgets>,
    /// The way to the other nodes, if there are any.
    bus: Bus,
    nodes: Nodes,
    /// Who is told of those who leave; nobody in tests of tables alone.
    people: Option<People>,
    /// What signs receipts, and where the public log grows; none in tests of tables alone.
    transparency: Option<Transparency>,
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
        threads: ComputerThreads,
        bot_delay: Duration,
    ) -> Self {
        let meters = Meters::default();
        Self::with_log(Log::Kept(store), meters, clock, lobby, threads, bot_delay)
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

    /// The same, with logs of closed tables that are kept or not.
    ///
    /// # Panics
    ///
    /// When somebody has a clone of it already.
    #[must_use]
    pub fn finishing_logs(mut self, finished_logs: FinishedLogs) -> Self {
        let inner = Arc::get_mut(&mut self.inner).expect("nobody has a clone yet");
        inner.finished_logs = finished_logs;
        self
    }

    /// The same, with bounds on what is written for each visitor and address, and at each table.
    ///
    /// # Panics
    ///
    /// When somebody has a clone of it already.
    #[must_use]
    pub(crate) fn within(mut self, budgets: Budgets) -> Self {
        let inner = Arc::get_mut(&mut self.inner).expect("nobody has a clone yet");
        inner.budgets = Some(budgets);
        self
    }

    /// The same, with receipts and a public log.
    ///
    /// # Panics
    ///
    /// When somebody has a clone of it already.
    #[must_use]
    pub fn signing(mut self, transparency: Transparency) -> Self {
        let inner = Arc::get_mut(&mut self.inner).expect("nobody has a clone yet");
        inner.transparency = Some(transparency);
        self
    }

    /// The same, among other nodes.
    ///
    /// # Panics
    ///
    /// When somebody has a clone of it already.
    #[must_use]
    pub(crate) fn among(mut self, bus: Bus, nodes: Nodes) -> Self {
        let inner = Arc::get_mut(&mut self.inner).expect("nobody has a clone yet");
        (inner.bus, inner.nodes) = (bus, nodes);
        self
    }

    /// The same, with people who are told who leaves matches.
    ///
    /// # Panics
    ///
    /// When somebody has a clone of it already.
    #[must_use]
    pub(crate) fn minding(mut self, people: People) -> Self {
        let inner = Arc::get_mut(&mut self.inner).expect("nobody has a clone yet");
        inner.people = Some(people);
        self
    }

    /// Where tables do what nobody asks for.
    pub(crate) fn runtime(&self) -> &Handle {
        &self.inner.runtime
    }

    /// The way to the other nodes, if there are any.
    pub(crate) fn bus(&self) -> &Bus {
        &self.inner.bus
    }

    /// Which nodes are alive.
    pub(crate) fn nodes(&self) -> &Nodes {
        &self.inner.nodes
    }

    /// What the public log is to say, as it is stored.
    fn to_store(&self, entries: &[LogEntry]) -> Vec<NewEntry> {
        let transparency = self.inner.transparency.as_ref();
        transparency.map_or_else(Vec::new, |log| log.to_store(entries))
    }

    /// A receipt for what a table shows.
    fn receipt(&self, table: TableId, shown: &RoomFairness, at: Timestamp) -> Option<Receipt> {
        let transparency = self.inner.transparency.as_ref()?;
        Some(transparency.receipt(table, shown, at))
    }

    /// An append with entries of the public log has been committed.
    fn has_public_entries(&self) {
        if let Some(transparency) = &self.inner.transparency {
            transparency.has_more();
        }
    }

    /// Matches that ended before this are no longer to be kept.
    fn oldest_record(&self) -> Option<Timestamp> {
        let keep = self.inner.keep_records?;
        Some(keep.oldest(self.clock().now()))
    }

    fn with_log(
        log: Log,
        meters: Meters,
        clock: Clock,
        lobby: Lobby,
        threads: ComputerThreads,
        bot_delay: Duration,
    ) -> Self {
        let bus = Bus::alone();
        let inner = Inner {
            runtime: Handle::current(),
            log,
            clock,
            lobby,
            loaded: Mutex::default(),
            waiting: Counted::for_ms(limits::WAITING_TABLE_MS_MAX),
            begun: Counted::for_ms(limits::BEGUN_TABLE_MS_MAX),
            threads,
            players: Players::default(),
            meters,
            quick_players: QuickPlayers::default(),
            analyses: Analyses::default(),
            bot_delay,
            keep_records: None,
            finished_logs: FinishedLogs::default(),
            budgets: None,
            nodes: Nodes::alone(&bus),
            bus,
            people: None,
            transparency: None,
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

    fn loaded(&self) -> parking_lot::MutexGuard<'_, HashMap<TableId, Arc<Shared>>> {
        self.inner.loaded.lock()
    }

    /// Has each of a player's own tables tell the player's list what it says. Tables that aren't in memory
    /// are read from their logs, a few at once, with a turn for each address that waits.
    pub(crate) async fn show_own(&self, requester: Requester, turns: &Turns) {
        let own = self.lobby().own();
        match self.tell_own(requester, turns).await {
            Ok(()) => own.tell_all(requester.player),
            Err(error) => {
                tracing::error!(%error, "a player's tables can't be looked for");
                own.fail(requester.player);
            }
        }
    }

    async fn tell_own(&self, requester: Requester, turns: &Turns) -> Result<(), StoreError> {
        let Requester { player, from } = requester;
        // The table that the player came to last is the first in the list.
        for table in self.log().tables_of(player).await?.into_iter().rev() {
            let turn = loop {
                if self.loaded().contains_key(&table) {
                    break None;
                }
                match turns.take(from).await {
                    Ok(turn) => break Some(turn),
                    Err(_) => tokio::time::sleep(limits::OWN_TABLES_INTERVAL).await,
                }
            };
            // A table that is gone is none of the player's.
            let _ = self.open(table).take(Input::ShowPlayer(player)).await;
            drop(turn);
        }
        Ok(())
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

    /// The time by which they live.
    pub(crate) fn clock(&self) -> &Clock {
        &self.inner.clock
    }

    /// Where the tables are listed.
    pub(crate) fn lobby(&self) -> &Lobby {
        &self.inner.lobby
    }

    /// Looks for tables that nobody came back to from time to time, until the process ends.
    pub(crate) async fn close_abandoned_for_ever(self, store: Store) {
        loop {
            tokio::time::sleep(limits::ABANDONED_CHECK_INTERVAL).await;
            self.close_abandoned(&store).await;
            self.finish_logs(&store).await;
        }
    }

    /// Takes the rows of tables that were closed some time ago out of the log. Their records are made
    /// first, if one was missing; a log that can't be read stays as it is.
    pub(crate) async fn finish_logs(&self, store: &Store) {
        let before = self.clock().now().plus_ms(-limits::CLOSED_TABLE_MS);
        let keep = self.inner.finished_logs == FinishedLogs::Compress;
        let mut after = OpenTable::NONE;
        loop {
            let tables = match store.closed_tables(before, after).await {
                Ok(tables) => tables,
                Err(error) => {
                    tracing::error!(%error, "closed tables can't be looked for");
                    return;
                }
            };
            let Some(last) = tables.last() else {
                return;
            };
            after = *last;
            let nodes = self.nodes();
            for OpenTable { table, .. } in tables {
                if nodes.owner(table, nodes.live()) != nodes.me() {
                    continue;
                }
                // It is closed, so there is no such table for anybody; else its log is needed.
                if load(self, table).await.err() != Some(Refusal::NotFound) {
                    continue;
                }
                if let Err(error) = store.finish_log(table, keep).await {
                    tracing::error!(%table, %error, "the log of a closed table stays as it is");
                }
            }
        }
    }

    /// Looks for listed tables that nobody joined, from time to time, until the process ends.
    pub(crate) async fn close_lapsed_for_ever(self) {
        loop {
            tokio::time::sleep(limits::LONE_TABLES_INTERVAL).await;
            self.close_lapsed().await;
        }
    }

    /// Has every listed table closed that nobody joined, and that its only player has left alone.
    pub(crate) async fn close_lapsed(&self) {
        self.close_own(self.lobby().lapsed(), || Input::CloseIfLapsed)
            .await;
    }

    /// Has tables closed, of those that fall to this node.
    async fn close_own(&self, tables: Vec<TableId>, input: fn() -> Input<'static>) {
        let nodes = self.nodes();
        let own = tables.into_iter();
        let own = own.filter(|&table| nodes.owner(table, nodes.live()) == nodes.me());
        let tables: Vec<TableHandle> = own.map(|table| self.open(table)).collect();
        if !self.bus().is_alone() && !tables.is_empty() {
            // The other nodes say first who is at these tables.
            for table in &tables {
                let _ = table.take(Input::Due).await;
            }
            tokio::time::sleep(limits::NODE_SETTLE).await;
        }
        for table in tables {
            // A table that is gone already needs no closing.
            let _ = table.take(input()).await;
        }
    }

    /// Has every table closed to which nobody has come back. The table itself decides: somebody
    /// may be on their way.
    pub(crate) async fn close_abandoned(&self, store: &Store) {
        let before = self.clock().now().plus_ms(-limits::TABLE_ABANDONED_MS);
        let mut after = OpenTable::NONE;
        loop {
            let tables = match store.untouched_tables(before, after).await {
                Ok(tables) => tables,
                Err(error) => {
                    tracing::error!(%error, "abandoned tables can't be looked for");
                    return;
                }
            };
            // Those that can't be closed, because they can't be read or somebody is there, stay behind.
            let Some(last) = tables.last() else {
                return;
            };
            after = *last;
            let tables = tables.into_iter().map(|open| open.table).collect();
            self.close_own(tables, || Input::CloseIfAbandoned).await;
        }
    }
}
