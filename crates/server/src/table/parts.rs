//! What tables work with.

use std::time::Duration;

use crate::bus::Bus;
use crate::clock::Clock;
use crate::computer_threads::ComputerThreads;
use crate::config::FinishedLogs;
use crate::gate::Budgets;
use crate::lobby::Lobby;
use crate::nodes::Nodes;
use crate::people::People;
use crate::records::KeepRecords;
use crate::store::Store;
use crate::transparency::Transparency;

/// The other parts of the server that tables use, and the host's settings for tables.
pub(crate) struct TableParts {
    pub(crate) store: Store,
    pub(crate) clock: Clock,
    /// The lobby that lists the tables.
    pub(crate) lobby: Lobby,
    /// The threads on which computer players think.
    pub(crate) threads: ComputerThreads,
    /// How long a position is on the table before a computer player acts in it.
    pub(crate) bot_delay: Duration,
    /// How long records are kept; none for ever.
    pub(crate) keep_records: Option<KeepRecords>,
    /// What becomes of the logs of closed tables.
    pub(crate) finished_logs: FinishedLogs,
    /// How much may still be written for each visitor and address; none for no bounds.
    pub(crate) budgets: Option<Budgets>,
    /// The way to the other nodes.
    pub(crate) bus: Bus,
    /// The nodes that are alive.
    pub(crate) nodes: Nodes,
    /// The accounts, which are told who leaves a match; none in tests of tables alone.
    pub(crate) people: Option<People>,
    /// What signs receipts and grows the public log; none in tests of tables alone.
    pub(crate) transparency: Option<Transparency>,
}

impl TableParts {
    /// The parts of a server without other nodes, accounts, public log and bounds on what is written, with
    /// the default settings and computer players that act at once.
    pub(crate) fn new(store: Store, clock: Clock, lobby: Lobby, threads: ComputerThreads) -> Self {
        let bus = Bus::alone();
        Self {
            store,
            clock,
            lobby,
            threads,
            bot_delay: Duration::ZERO,
            keep_records: None,
            finished_logs: FinishedLogs::default(),
            budgets: None,
            nodes: Nodes::alone(&bus),
            bus,
            people: None,
            transparency: None,
        }
    }
}
