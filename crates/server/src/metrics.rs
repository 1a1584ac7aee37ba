//! The metrics of a running server, in the text format of Prometheus. Each module counts its own values;
//! this module gives them names. `docs/operating.md` explains each metric.

use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use boneyard_base::ComputerThreads;
use boneyard_cluster::{Bus, Nodes};
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::{Registry, Unit};

use crate::AppState;

/// All metrics of a server. All clones share them.
#[derive(Clone, Debug)]
pub(crate) struct Metrics {
    registry: Arc<Registry>,
    state: AppState,
    threads: ComputerThreads,
    nodes: Nodes,
    live: Gauge,
    cut_off: Gauge,
    unheard: Gauge,
    clock_offset: Gauge<f64, AtomicU64>,
    sockets: Gauge,
    queues: Family<QueueLabel, Gauge>,
    lost_lines: Gauge,
    tasks_failing: Gauge,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct QueueLabel {
    queue: &'static str,
}

impl Metrics {
    /// Registers the metrics of all modules.
    pub(crate) fn new(state: AppState, threads: ComputerThreads, bus: &Bus, nodes: Nodes) -> Self {
        let (sockets, queues) = (Gauge::default(), Family::default());
        let mut all = Registry::with_prefix("boneyard");
        let version = Info::new([("version", env!("CARGO_PKG_VERSION"))]);
        all.register("server", "The version of the server", version);

        let gate = &state.gate;
        let (connections, gave_way) = gate.connections.meters();
        all.register("connections", "Open TCP connections", connections);
        let max = Gauge::<i64>::default();
        max.set(figure(gate.connections.max()));
        let help = "TCP connections that may be open";
        all.register("connections_max", help, max);
        let help = "Idle connections that were closed to make room";
        all.register("connections_gave_way", help, gave_way);
        all.register("sockets", "Open WebSockets", sockets.clone());
        let rejected = gate.rejects.0.clone();
        all.register("rejected", "Peers turned away, by reason", rejected);

        if let Some(notices) = &state.notices {
            let (sent, failed) = (
                notices.meters().sent.clone(),
                notices.meters().failed.clone(),
            );
            all.register("pushes_sent", "Notices that push services have taken", sent);
            let help = "Tries to send a notice that have failed";
            all.register("pushes_failed", help, failed);
        }

        let tables = state.tables.meters();
        let loaded = tables.loaded.clone();
        all.register("tables", "Tables in memory, by state", loaded);
        all.register("moves", "Tiles played", tables.moves.clone());
        let refused = tables.refused.clone();
        all.register("refused", "Requests that tables refused, by code", refused);

        let store = state.store.meters();
        let (latency, batch) = (store.latency.clone(), store.batch.clone());
        let help = "Time from the request for an append to its commit";
        all.register_with_unit("append", help, Unit::Seconds, latency);
        all.register("append_batch", "Appends committed together", batch);
        let failures = store.failures.clone();
        all.register("append_failures", "Appends that failed", failures);

        let (live, cut_off, unheard) = (Gauge::default(), Gauge::default(), Gauge::default());
        let help = "Live nodes of the cluster, this one included";
        all.register("nodes", help, live.clone());
        let help = "Whether this node receives no messages, not even its own";
        all.register("nodes_cut_off", help, cut_off.clone());
        let help = "Nodes that write to the database and aren't heard by this one";
        all.register("nodes_unheard", help, unheard.clone());
        let clock_offset = Gauge::default();
        let help = "What is added to this machine's clock to agree with the database's";
        all.register_with_unit("clock_offset", help, Unit::Seconds, clock_offset.clone());
        let messages = bus.meters();
        let help = "Messages sent to other nodes";
        all.register("bus_told", help, messages.told);
        let help = "Messages received from other nodes";
        all.register("bus_taken", help, messages.taken);
        let help = "Messages between nodes that were dropped because a queue was full";
        all.register("bus_dropped", help, messages.dropped);
        let help = "Messages that no node of this cluster sealed, or that came again";
        all.register("bus_unreadable", help, messages.unreadable);
        let help = "Messages whose sender had not proved that it is alive";
        all.register("bus_unproven", help, messages.unproven);

        let help = "How long replays, pictures, pairings and the like kept a thread";
        all.register_with_unit("turn", help, Unit::Seconds, state.turns.lengths());

        let panics = state.supervisor.panics();
        let help = "Panics of tasks that live as long as the server, by task";
        all.register("task_panics", help, panics);
        let tasks_failing = Gauge::default();
        let help = "Tasks that panic again and again";
        all.register("tasks_failing", help, tasks_failing.clone());

        let lost_lines = Gauge::default();
        let help = "Lines of the log that were lost because nobody read them";
        all.register("log_lines_lost", help, lost_lines.clone());
        let help = "Entries in the longest queue of each kind";
        all.register("queue_depth", help, queues.clone());
        Self {
            registry: Arc::new(all),
            state,
            threads,
            nodes,
            live,
            cut_off,
            unheard,
            clock_offset,
            sockets,
            queues,
            lost_lines,
            tasks_failing,
        }
    }

    /// The current values as text. `lost_lines` is the number of log lines that were dropped.
    pub(crate) fn text(&self, lost_lines: usize) -> String {
        self.look();
        self.lost_lines.set(figure(lost_lines));
        let mut text = String::new();
        // Writing into a String can't fail.
        let _ = encode(&mut text, &self.registry);
        text
    }

    /// Updates the gauges from values that other modules hold. Counters are always current.
    fn look(&self) {
        let (sockets, longest) = self.state.sockets.crowd();
        self.sockets.set(figure(sockets));
        self.tasks_failing
            .set(figure(self.state.supervisor.failing().len()));
        self.live.set(figure(self.nodes.live().len()));
        self.cut_off.set(i64::from(self.nodes.is_cut_off()));
        self.unheard.set(figure(self.nodes.unheard().len()));
        let offset_ms = i32::try_from(self.state.clock.offset_ms()).unwrap_or(i32::MAX);
        self.clock_offset.set(f64::from(offset_ms) / 1_000.0);
        let depths = [
            ("appends", self.state.store.waiting()),
            ("computers", self.threads.waiting()),
            ("table", self.state.tables.longest_queue()),
            ("socket", longest),
        ];
        for (queue, depth) in depths {
            let gauge = self.queues.get_or_create_owned(&QueueLabel { queue });
            gauge.set(figure(depth));
        }
    }
}

/// Converts a count to the type of a gauge.
fn figure(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}
