//! The cluster: PostgreSQL, NATS, and nodes with links that can fail.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use boneyard_testing::{Nats, Postgres};
use futures_util::FutureExt as _;
use futures_util::future::{BoxFuture, join_all, try_join_all};
use tokio::task::block_in_place;
use tokio::time::sleep;

use super::node::{Links, Node, NodeSpec};
use super::parts::{Part, Parts};
use super::schedule::{Fault, FaultKind, Peer};
use super::timeline::Timeline;
use crate::error::LoadError;
use crate::link::{Flow, Link};
use crate::people::Servers;
use crate::server::{FOR_MANY_PLAYERS, panics_in};

/// The name of the PostgreSQL database.
const DATABASE: &str = "boneyard";

/// How long PostgreSQL may take to recover after a crash.
const RECOVERY_TIMEOUT: Duration = Duration::from_mins(1);

/// The interval at which the cluster checks whether PostgreSQL has recovered.
const CHECK_INTERVAL: Duration = Duration::from_millis(50);

/// A running cluster.
pub(crate) struct Cluster {
    pub(crate) servers: Servers,
    pub(super) parts: Arc<Parts>,
    directory: PathBuf,
    nodes: Vec<Node>,
    links: Vec<Links>,
    nats: Option<Nats>,
    postgres: Postgres,
}

impl Cluster {
    /// Starts a cluster with this number of nodes. All files of the cluster are kept in
    /// `directory`. A single node runs without NATS.
    pub(crate) async fn start(
        program: &Path,
        directory: PathBuf,
        nodes: usize,
    ) -> Result<Self, LoadError> {
        let postgres = Postgres::start_in(directory.join("postgres"));
        let _ = postgres.create_database(DATABASE);
        let nats = (nodes > 1).then(|| {
            let log = directory.join("nats.log").display().to_string();
            Nats::start_with(&["--log", &log])
        });
        let mut cluster = Self {
            servers: Servers::new(nodes),
            parts: Arc::new(Parts::new(nodes)),
            directory,
            nodes: Vec::new(),
            links: Vec::new(),
            nats,
            postgres,
        };
        for number in 0..nodes {
            let links = cluster.open_links().await?;
            let spec = cluster.node_spec(program, number, &links);
            cluster.links.push(links);
            let (servers, parts) = (cluster.servers.clone(), Arc::clone(&cluster.parts));
            let node = Node::start(number, spec, servers, parts).await?;
            cluster.nodes.push(node);
        }
        Ok(cluster)
    }

    async fn open_links(&self) -> Result<Links, LoadError> {
        let nats = match &self.nats {
            Some(nats) => Some(Link::open(([127, 0, 0, 1], nats.port()).into()).await?),
            None => None,
        };
        let postgres = Link::open(self.postgres.tcp_address()).await?;
        Ok(Links { postgres, nats })
    }

    fn node_spec(&self, program: &Path, number: usize, links: &Links) -> NodeSpec {
        let mut arguments: Vec<String> = FOR_MANY_PLAYERS.map(str::to_owned).into();
        if let Some(nats) = &links.nats {
            arguments.extend(["--nats".to_owned(), format!("nats://{}", nats.address())]);
        }
        NodeSpec {
            program: program.to_owned(),
            database: database(links.postgres.address()),
            arguments,
            log: self.log_of(number),
        }
    }

    fn log_of(&self, node: usize) -> PathBuf {
        self.directory.join(format!("node{node}.log"))
    }

    /// Executes a schedule of faults, and waits until all parts are healthy again.
    pub(super) async fn fail(
        &mut self,
        faults: &[Fault],
        timeline: &Timeline,
    ) -> Result<(), LoadError> {
        let began = timeline.elapsed();
        let mut queues: Vec<BoxFuture<'_, Result<(), LoadError>>> = Vec::new();
        for (number, node) in self.nodes.iter_mut().enumerate() {
            let queue = FaultQueue::of(faults, timeline, began, move |kind| match kind {
                FaultKind::NodeKilled { node } | FaultKind::NodePaused { node } => node == number,
                _ => false,
            });
            queues.push(fail_node(node, queue).boxed());
        }
        for (number, links) in self.links.iter().enumerate() {
            for peer in [Peer::Postgres, Peer::Nats] {
                let queue = FaultQueue::of(faults, timeline, began, move |kind| match kind {
                    FaultKind::LinkFails { node, to, .. } => (node, to) == (number, peer),
                    _ => false,
                });
                queues.push(fail_link(links, number, &self.parts, queue).boxed());
            }
        }
        if let Some(nats) = &mut self.nats {
            let queue = FaultQueue::of(faults, timeline, began, |kind| {
                kind == FaultKind::NatsKilled
            });
            queues.push(fail_nats(nats, &self.parts, queue).boxed());
        }
        let queue = FaultQueue::of(faults, timeline, began, |kind| {
            kind == FaultKind::PostgresRestarted
        });
        queues.push(fail_postgres(&mut self.postgres, &self.parts, queue).boxed());
        try_join_all(queues).await?;
        Ok(())
    }

    /// Kills a node, and starts it again after the time `down_for`.
    pub(crate) async fn kill_and_restart(
        &mut self,
        node: usize,
        down_for: Duration,
    ) -> Result<(), LoadError> {
        self.nodes[node].kill_and_restart(down_for).await
    }

    /// The number of nodes.
    pub(super) fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// Asks all nodes to stop, and kills those that don't. Returns the number of killed nodes.
    pub(super) async fn stop_nodes(&mut self) -> usize {
        let stopped = join_all(self.nodes.drain(..).map(Node::stop)).await;
        stopped.iter().filter(|stopped| stopped.is_err()).count()
    }

    /// The connection string of the database. It leads directly to PostgreSQL, without a link.
    pub(crate) fn database(&self) -> String {
        database(self.postgres.tcp_address())
    }

    /// The number of panics in the logs of all nodes.
    pub(crate) fn panics(&self) -> usize {
        let logs = (0..self.links.len()).map(|node| self.log_of(node));
        logs.map(|log| panics_in(&log)).sum()
    }
}

/// The faults of one part of the cluster, which are injected one after the other.
struct FaultQueue<'a> {
    faults: Vec<Fault>,
    timeline: &'a Timeline,
    began: Duration,
}

impl<'a> FaultQueue<'a> {
    fn of(
        faults: &[Fault],
        timeline: &'a Timeline,
        began: Duration,
        is_of_part: impl Fn(FaultKind) -> bool,
    ) -> Self {
        let of_part = faults.iter().filter(|fault| is_of_part(fault.kind));
        Self {
            faults: of_part.copied().collect(),
            timeline,
            began,
        }
    }

    /// Waits until a fault is due, and records its start. Returns the number of the fault in the
    /// timeline.
    async fn begin(&self, fault: &Fault) -> usize {
        let at = self.began + fault.at;
        sleep(at.saturating_sub(self.timeline.elapsed())).await;
        self.timeline.begin(fault.kind)
    }
}

async fn fail_node(node: &mut Node, queue: FaultQueue<'_>) -> Result<(), LoadError> {
    for fault in &queue.faults {
        let number = queue.begin(fault).await;
        match fault.kind {
            FaultKind::NodePaused { .. } => node.pause_for(fault.lasts).await?,
            _ => node.kill_and_restart(fault.lasts).await?,
        }
        queue.timeline.end(number);
    }
    Ok(())
}

async fn fail_link(
    links: &Links,
    node: usize,
    parts: &Parts,
    queue: FaultQueue<'_>,
) -> Result<(), LoadError> {
    for fault in &queue.faults {
        let FaultKind::LinkFails {
            to, flow, then_cut, ..
        } = fault.kind
        else {
            continue;
        };
        let (link, part) = match to {
            Peer::Postgres => (Some(&links.postgres), Part::LinkToPostgres(node)),
            Peer::Nats => (links.nats.as_ref(), Part::LinkToNats(node)),
        };
        let Some(link) = link else { continue };
        let number = queue.begin(fault).await;
        parts.set(part, false);
        link.set(flow);
        sleep(fault.lasts).await;
        if then_cut {
            link.cut();
        } else {
            link.set(Flow::Open);
        }
        parts.set(part, true);
        queue.timeline.end(number);
    }
    Ok(())
}

async fn fail_nats(nats: &mut Nats, parts: &Parts, queue: FaultQueue<'_>) -> Result<(), LoadError> {
    for fault in &queue.faults {
        let number = queue.begin(fault).await;
        parts.set(Part::Nats, false);
        nats.stop();
        sleep(fault.lasts).await;
        block_in_place(|| nats.start_again());
        parts.set(Part::Nats, true);
        queue.timeline.end(number);
    }
    Ok(())
}

async fn fail_postgres(
    postgres: &mut Postgres,
    parts: &Parts,
    queue: FaultQueue<'_>,
) -> Result<(), LoadError> {
    for fault in &queue.faults {
        let number = queue.begin(fault).await;
        parts.set(Part::Postgres, false);
        block_in_place(|| postgres.crash());
        let until = Instant::now() + RECOVERY_TIMEOUT;
        while !block_in_place(|| postgres.is_ready()) {
            if Instant::now() > until {
                return Err(LoadError::Part("PostgreSQL doesn't recover".into()));
            }
            sleep(CHECK_INTERVAL).await;
        }
        parts.set(Part::Postgres, true);
        queue.timeline.end(number);
    }
    Ok(())
}

/// The connection string of the database at this address, which may be the address of a link.
fn database(address: SocketAddr) -> String {
    format!("postgres://boneyard@{address}/{DATABASE}?sslmode=disable")
}
