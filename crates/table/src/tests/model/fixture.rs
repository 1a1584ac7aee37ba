//! The parts of a server that the model's tables need.

use std::sync::mpsc;
use std::time::Duration;

use boneyard_base::{Clock, ComputerThreads, Supervisor, Timestamp};
use boneyard_cluster::{Bus, Nodes};
use boneyard_store::Store;
use boneyard_testing::busy_threads;
use tokio::runtime::{Handle, Runtime};

use super::log::ModelLog;
use super::node::ModelNode;
use crate::lobby::Lobby;
use crate::tables::task::log::Log;
use crate::{Meters, TableParts, Tables};

/// The parts of a server that tables need. They are created once for all schedules.
pub(crate) struct ModelFixture {
    pub(super) log: ModelLog,
    /// A store for everything that isn't in the log. The model writes nothing to it.
    store: Store,
    meters: Meters,
    lobby: Lobby,
    /// No threads run, so computer players do the first action that is allowed.
    threads: (ComputerThreads, mpsc::Sender<()>),
    bot_delay: Duration,
    pub(super) runtime: Runtime,
}

impl ModelFixture {
    /// Computer players act only when a step says so.
    pub(crate) fn new() -> Self {
        Self::with_delay(Duration::from_hours(24))
    }

    /// Computer players act by themselves, without delay.
    pub(crate) fn with_computers() -> Self {
        Self::with_delay(Duration::ZERO)
    }

    fn with_delay(bot_delay: Duration) -> Self {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .unwrap();
        let (store, lobby) = runtime.block_on(async {
            let directory = tempfile::tempdir().unwrap();
            let file = directory.path().join("boneyard.db");
            let address = format!("sqlite://{}", file.display());
            let store = Store::open(&address).await.unwrap();
            let lobby = Lobby::start(&Supervisor::default(), &store, &Handle::current())
                .await
                .unwrap();
            tokio::time::pause();
            (store, lobby)
        });
        Self {
            log: ModelLog::default(),
            store,
            meters: Meters::default(),
            lobby,
            threads: busy_threads(),
            bot_delay,
            runtime,
        }
    }

    /// A new process with its own tables and its own clock.
    pub(super) fn process(&self, bus: Bus, now: Timestamp) -> ModelNode {
        let (clock, hand) = Clock::manual(now);
        let nodes = if bus.is_alone() {
            Nodes::alone(&bus)
        } else {
            let nodes = Nodes::by_hand(&bus);
            nodes.hear(bus.node());
            nodes
        };
        let (store, lobby) = (self.store.clone(), self.lobby.clone());
        let parts = TableParts {
            bot_delay: self.bot_delay,
            bus,
            nodes,
            ..TableParts::new(store, clock, lobby, self.threads.0.clone())
        };
        let log = Log::Modelled(self.log.clone());
        let tables = Tables::with_log(parts, log, self.meters.clone());
        ModelNode::new(tables, hand)
    }
}
