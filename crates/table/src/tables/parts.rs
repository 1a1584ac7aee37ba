//! The parts of the server that tables use.

use std::time::Duration;

use boneyard_base::{Budgets, Clock, ComputerThreads, OpenSockets, Supervisor};
use boneyard_cluster::{Bus, Nodes};
use boneyard_notices::Notices;
use boneyard_records::{KeepRecords, Transparency};
use boneyard_store::Store;

use crate::lobby::Lobby;

/// The parts of the server that tables use, and the host's settings for tables.
pub struct TableParts {
    /// The store of the tables' logs.
    pub store: Store,
    /// The clock that gives the time.
    pub clock: Clock,
    /// The lobby that lists the tables.
    pub lobby: Lobby,
    /// The threads on which computer players compute their actions.
    pub threads: ComputerThreads,
    /// How long a computer player waits in a new position before it acts.
    pub bot_delay: Duration,
    /// How long records are kept; `None` for ever.
    pub keep_records: Option<KeepRecords>,
    /// Whether the logs of closed tables are kept, compressed. Otherwise they are deleted.
    pub keep_finished_logs: bool,
    /// The budgets, which limit how much is written to the storage for each visitor and each network address;
    /// `None` for no limit.
    pub budgets: Option<Budgets>,
    /// The connection to the other nodes.
    pub bus: Bus,
    /// The nodes of the cluster that are alive.
    pub nodes: Nodes,
    /// The sockets on this node. If a match changes a player's account, the player's clients are told through
    /// their sockets.
    pub sockets: OpenSockets,
    /// The public log and the key that signs receipts; `None` in tests that need only tables.
    pub transparency: Option<Transparency>,
    /// Tells the browsers of absent players that a table waits for them; `None` if nothing tells them.
    pub notices: Option<Notices>,
    /// Catches panics in the work of the tables' tasks.
    pub supervisor: Supervisor,
}

impl TableParts {
    /// The parts of a server with the default settings: one node, no accounts, no public log, no write
    /// limits, no pushes, and computer players that act without delay.
    pub fn new(store: Store, clock: Clock, lobby: Lobby, threads: ComputerThreads) -> Self {
        let bus = Bus::alone();
        Self {
            store,
            clock,
            lobby,
            threads,
            bot_delay: Duration::ZERO,
            keep_records: None,
            keep_finished_logs: true,
            budgets: None,
            nodes: Nodes::alone(&bus),
            bus,
            sockets: OpenSockets::default(),
            transparency: None,
            notices: None,
            supervisor: Supervisor::default(),
        }
    }
}
