//! The cluster: PostgreSQL, NATS, and nodes behind links that can fail.

use std::fs;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt as _;
use futures_util::future::{BoxFuture, join_all, try_join_all};
use tokio::time::sleep;

use super::link::{Flow, Link};
use super::nats::Nats;
use super::node::{Links, Node, NodeSpec};
use super::parts::{Part, Parts};
use super::postgres::{Postgres, database};
use super::schedule::{Fault, FaultKind, Peer, Trouble};
use super::timeline::Timeline;
use crate::error::LoadError;
use crate::people::Servers;
use crate::server::{FOR_MANY_PLAYERS, free_address};
use crate::speed::host::{self, Appends, Cpu};

/// The name of the database.
const DATABASE: &str = "boneyard";

/// What the parts of a cluster have used up.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Usage {
    pub(super) nodes_cpu: Duration,
    pub(super) postgres_cpu: Duration,
    pub(super) nats_cpu: Duration,
    /// Rows of the log, and commits that wrote them.
    pub(super) rows: f64,
    pub(super) commits: f64,
    /// Messages that nodes have sent to NATS.
    pub(super) bus_messages: u64,
}

/// A cluster that runs.
pub(crate) struct Machine {
    pub(crate) servers: Servers,
    pub(super) parts: Arc<Parts>,
    directory: PathBuf,
    nodes: Vec<Node>,
    links: Vec<Links>,
    /// Where each node tells its figures.
    metrics: Vec<SocketAddr>,
    nats: Option<Nats>,
    postgres: Postgres,
}

impl Machine {
    /// Starts it: so many nodes of this program, which keep everything in this directory. A node that is
    /// alone has no NATS.
    pub(crate) async fn start(
        program: &Path,
        directory: PathBuf,
        nodes: usize,
    ) -> Result<Self, LoadError> {
        let postgres = Postgres::start(directory.join("postgres")).await?;
        postgres.create(DATABASE).await?;
        let nats = match nodes {
            1 => None,
            _ => Some(Nats::start(directory.join("nats.log")).await?),
        };
        let mut machine = Self {
            servers: Servers::new(nodes),
            parts: Arc::new(Parts::new(nodes)),
            directory,
            nodes: Vec::new(),
            links: Vec::new(),
            metrics: Vec::new(),
            nats,
            postgres,
        };
        for number in 0..nodes {
            let links = machine.open_links().await?;
            let metrics = free_address()?;
            let spec = machine.node_spec(program, number, &links, metrics);
            machine.metrics.push(metrics);
            machine.links.push(links);
            let (servers, parts) = (machine.servers.clone(), Arc::clone(&machine.parts));
            let node = Node::start(number, spec, servers, parts).await?;
            machine.nodes.push(node);
        }
        Ok(machine)
    }

    async fn open_links(&self) -> Result<Links, LoadError> {
        let nats = match &self.nats {
            Some(nats) => Some(Link::open(nats.address()).await?),
            None => None,
        };
        let postgres = Link::open(self.postgres.address()).await?;
        Ok(Links { postgres, nats })
    }

    fn node_spec(
        &self,
        program: &Path,
        number: usize,
        links: &Links,
        metrics: SocketAddr,
    ) -> NodeSpec {
        let mut arguments: Vec<String> = FOR_MANY_PLAYERS.map(str::to_owned).into();
        arguments.extend(["--metrics".to_owned(), metrics.to_string()]);
        if let Some(nats) = &links.nats {
            arguments.extend(["--nats".to_owned(), format!("nats://{}", nats.address())]);
        }
        NodeSpec {
            program: program.to_owned(),
            database: database(links.postgres.address(), DATABASE),
            arguments,
            log: self.log_of(number),
        }
    }

    fn log_of(&self, node: usize) -> PathBuf {
        self.directory.join(format!("node{node}.log"))
    }

    /// Has this fail, and waits until all is over and well again.
    pub(super) async fn fail(
        &mut self,
        faults: &[Fault],
        timeline: &Timeline,
    ) -> Result<(), LoadError> {
        let began = timeline.elapsed();
        let mut lanes: Vec<BoxFuture<'_, Result<(), LoadError>>> = Vec::new();
        for (number, node) in self.nodes.iter_mut().enumerate() {
            let lane = Lane::of(faults, timeline, began, move |kind| match kind {
                FaultKind::NodeKilled { node } | FaultKind::NodePaused { node } => node == number,
                _ => false,
            });
            lanes.push(fail_node(node, lane).boxed());
        }
        for (number, links) in self.links.iter().enumerate() {
            for peer in [Peer::Postgres, Peer::Nats] {
                let lane = Lane::of(faults, timeline, began, move |kind| match kind {
                    FaultKind::LinkTroubled { node, to, .. } => (node, to) == (number, peer),
                    _ => false,
                });
                lanes.push(fail_link(links, number, &self.parts, lane).boxed());
            }
        }
        if let Some(nats) = &mut self.nats {
            let lane = Lane::of(faults, timeline, began, |kind| {
                kind == FaultKind::NatsKilled
            });
            lanes.push(fail_nats(nats, &self.parts, lane).boxed());
        }
        let lane = Lane::of(faults, timeline, began, |kind| {
            kind == FaultKind::PostgresRestarted
        });
        lanes.push(fail_postgres(&mut self.postgres, &self.parts, lane).boxed());
        try_join_all(lanes).await?;
        Ok(())
    }

    /// Has all nodes stop by themselves; how many don't, and are killed.
    pub(super) async fn stop_nodes(&mut self) -> usize {
        let stopped = join_all(self.nodes.drain(..).map(Node::stop)).await;
        stopped.iter().filter(|stopped| stopped.is_err()).count()
    }

    /// The database's own address.
    pub(super) fn database(&self) -> String {
        database(self.postgres.address(), DATABASE)
    }

    /// What all parts have used up so far.
    pub(super) async fn usage(&self) -> Result<Usage, LoadError> {
        let pids = self
            .nodes
            .iter()
            .map(|node| node.pid().ok_or(LoadError::NoServer));
        let pids = pids.collect::<Result<Vec<u32>, LoadError>>()?;
        let appends = self.metrics.iter().map(|metrics| host::appends(*metrics));
        let appends = appends.collect::<Result<Vec<Appends>, LoadError>>()?;
        let mut usage = Usage::default();
        for pid in pids {
            usage.nodes_cpu += total(host::cpu(pid)?);
        }
        for Appends { rows, commits } in appends {
            usage.rows += rows;
            usage.commits += commits;
        }
        if let Some(pid) = self.postgres.pid() {
            usage.postgres_cpu = total(host::cpu_with_children(pid)?);
        }
        if let Some(nats) = &self.nats {
            usage.bus_messages = nats.messages().await?;
            if let Some(pid) = nats.pid() {
                usage.nats_cpu = total(host::cpu(pid)?);
            }
        }
        Ok(usage)
    }

    /// How often a node has panicked, as far as the logs tell.
    pub(crate) fn panics(&self) -> usize {
        let logs = (0..self.links.len()).map(|node| self.log_of(node));
        let texts = logs.filter_map(|log| fs::read_to_string(log).ok());
        texts.map(|text| text.matches("panicked at").count()).sum()
    }
}

/// User and system time together.
fn total(cpu: Cpu) -> Duration {
    cpu.user + cpu.system
}

/// What fails of one part, one after the other.
struct Lane<'a> {
    faults: Vec<Fault>,
    timeline: &'a Timeline,
    began: Duration,
}

impl<'a> Lane<'a> {
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

    /// Waits until a fault is due, and notes that it begins.
    async fn begin(&self, fault: &Fault) -> usize {
        let at = self.began + fault.at;
        sleep(at.saturating_sub(self.timeline.elapsed())).await;
        self.timeline.begin(fault.kind)
    }
}

async fn fail_node(node: &mut Node, lane: Lane<'_>) -> Result<(), LoadError> {
    for fault in &lane.faults {
        let number = lane.begin(fault).await;
        match fault.kind {
            FaultKind::NodePaused { .. } => node.be_paused(fault.lasts).await?,
            _ => node.be_killed(fault.lasts).await?,
        }
        lane.timeline.end(number);
    }
    Ok(())
}

async fn fail_link(
    links: &Links,
    node: usize,
    parts: &Parts,
    lane: Lane<'_>,
) -> Result<(), LoadError> {
    for fault in &lane.faults {
        let FaultKind::LinkTroubled { to, trouble, .. } = fault.kind else {
            continue;
        };
        let (link, part) = match to {
            Peer::Postgres => (Some(&links.postgres), Part::LinkToPostgres(node)),
            Peer::Nats => (links.nats.as_ref(), Part::LinkToNats(node)),
        };
        let Some(link) = link else { continue };
        let number = lane.begin(fault).await;
        parts.set(part, false);
        if let Trouble::Flow { flow, .. } = trouble {
            link.set(flow);
            sleep(fault.lasts).await;
        }
        match trouble {
            Trouble::Flow {
                then_cut: false, ..
            } => link.set(Flow::Open),
            _ => link.cut(),
        }
        parts.set(part, true);
        lane.timeline.end(number);
    }
    Ok(())
}

async fn fail_nats(nats: &mut Nats, parts: &Parts, lane: Lane<'_>) -> Result<(), LoadError> {
    for fault in &lane.faults {
        let number = lane.begin(fault).await;
        parts.set(Part::Nats, false);
        nats.kill().await?;
        sleep(fault.lasts).await;
        nats.start_again().await?;
        parts.set(Part::Nats, true);
        lane.timeline.end(number);
    }
    Ok(())
}

async fn fail_postgres(
    postgres: &mut Postgres,
    parts: &Parts,
    lane: Lane<'_>,
) -> Result<(), LoadError> {
    for fault in &lane.faults {
        let number = lane.begin(fault).await;
        parts.set(Part::Postgres, false);
        postgres.restart().await?;
        parts.set(Part::Postgres, true);
        lane.timeline.end(number);
    }
    Ok(())
}
