//! What tables work with.

use std::time::Duration;

use boneyard_base::{Budgets, Clock, ComputerThreads, OpenSockets};
use boneyard_cluster::{Bus, Nodes};
use boneyard_records::{KeepRecords, Transparency};
use boneyard_store::Store;

use crate::lobby::Lobby;

/// The other parts of the server that tables use, and the host's settings for tables.
pub struct TableParts {
    /// The store of the tables' logs.
    pub store: Store,
    /// The time.
    pub clock: Clock,
    /// The lobby that lists the tables.
    pub lobby: Lobby,
    /// The threads on which computer players think.
    pub threads: ComputerThreads,
    /// How long a position is on the table before a computer player acts in it.
    pub bot_delay: Duration,
    /// How long records are kept; none for ever.
    pub keep_records: Option<KeepRecords>,
    /// Whether the logs of closed tables are kept, compressed. Otherwise they are deleted.
    pub keep_finished_logs: bool,
    /// How much may still be written for each visitor and address; none for no bounds.
    pub budgets: Option<Budgets>,
    /// The way to the other nodes.
    pub bus: Bus,
    /// The nodes that are alive.
    pub nodes: Nodes,
    /// The sockets at this node, whose clients are told what a match changes of their accounts.
    pub sockets: OpenSockets,
    /// What signs receipts and grows the public log; none in tests of tables alone.
    pub transparency: Option<Transparency>,
}

impl TableParts {
    /// The parts of a server without other nodes, accounts, public log and bounds on what is written, with
    /// the default settings and computer players that act at once.
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
        }
    }
}
