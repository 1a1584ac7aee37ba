//! The faults that a deployment must not charge to its players.

use std::time::Duration;

use tokio::time::{Instant, sleep};

use super::wrong_clock::WrongClock;
use crate::cluster::layout::Layout;
use crate::cluster::link::Flow;
use crate::cluster::running::Cluster;
use crate::cluster::schedule::{Fault, FaultKind, LinkFault, Peer};
use crate::cluster::timeline::Timeline;
use crate::error::LoadError;

/// How long the storage is away.
const STORAGE_DOWN: Duration = Duration::from_secs(13);

/// How long NATS is away, and how long a node is stopped.
const OUTAGE: Duration = Duration::from_secs(10);

/// How long a killed node is down.
const KILLED_FOR: Duration = Duration::from_secs(2);

/// How long the turns are measured while a clock is wrong, or while nothing fails.
const MEASURED_FOR: Duration = Duration::from_secs(12);

/// How long a node with a wrong clock has to find out, before the turns are measured.
const LEARNS_WITHIN: Duration = Duration::from_secs(5);

const HOUR: i64 = 3_600;

/// What happens to a deployment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Trouble {
    /// Nothing: what the measurement itself adds.
    Nothing,
    StorageRefused,
    StorageSilent,
    NatsCut,
    NatsKilled,
    NodeKilled,
    NodeStopped,
    /// The clock of the first node is wrong by so many seconds since its start.
    ClockOff(i64),
    /// The clock of the first node is set by so many seconds while it runs.
    ClockSet(i64),
}

/// Which turns are the tries of a fault. All other turns in its time must hold the bound too.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Hit {
    /// The turn of each table that lasted from the first half of the fault to its end: its play waited.
    UnderWayForLong,
    /// The turns of players who were connected to this node when the fault began.
    AtNode(usize),
    /// At each table the turn that was charged most: play goes on during the fault.
    WorstOfTable,
}

impl Trouble {
    pub(super) const ALL: [Self; 13] = [
        Self::Nothing,
        Self::StorageRefused,
        Self::StorageSilent,
        Self::NatsCut,
        Self::NatsKilled,
        Self::NodeKilled,
        Self::NodeStopped,
        Self::ClockOff(3),
        Self::ClockOff(-3),
        Self::ClockOff(20),
        Self::ClockOff(-20),
        Self::ClockSet(HOUR),
        Self::ClockSet(-HOUR),
    ];

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Nothing => "nothing",
            Self::StorageRefused => "storage refused 13 s",
            Self::StorageSilent => "storage silent 13 s",
            Self::NatsCut => "NATS cut from a node 10 s",
            Self::NatsKilled => "NATS killed 10 s",
            Self::NodeKilled => "node killed",
            Self::NodeStopped => "node stopped 10 s",
            Self::ClockOff(3) => "clock 3 s ahead",
            Self::ClockOff(-3) => "clock 3 s behind",
            Self::ClockOff(1..) => "clock 20 s ahead",
            Self::ClockOff(_) => "clock 20 s behind",
            Self::ClockSet(1..) => "clock set 1 h ahead",
            Self::ClockSet(_) => "clock set 1 h back",
        }
    }

    /// Whether this can happen to such a deployment.
    pub(super) const fn exists_in(self, layout: Layout) -> bool {
        match self {
            Self::StorageRefused | Self::StorageSilent => !layout.is_on_sqlite,
            Self::NatsCut | Self::NatsKilled => layout.has_nats,
            _ => true,
        }
    }

    /// Which turns the fault hits, if it is caused at this node.
    pub(super) const fn hits(self, node: usize) -> Hit {
        match self {
            Self::StorageRefused | Self::StorageSilent => Hit::UnderWayForLong,
            Self::NodeKilled | Self::NodeStopped => Hit::AtNode(node),
            _ => Hit::WorstOfTable,
        }
    }

    /// Whether the players at one node alone lose time. Such a fault is tried at each node.
    pub(super) const fn is_of_one_node(self) -> bool {
        matches!(self, Self::NatsCut | Self::NodeKilled | Self::NodeStopped)
    }

    /// About how long all tries together last, with this number of nodes.
    pub(super) fn lasts(self, nodes: usize) -> Duration {
        let nodes = u32::try_from(nodes).unwrap_or(1);
        let goes_on = Duration::from_secs(3);
        match self {
            Self::Nothing => MEASURED_FOR + goes_on,
            Self::StorageRefused | Self::StorageSilent => STORAGE_DOWN + goes_on,
            Self::NatsKilled => OUTAGE + goes_on,
            Self::NatsCut | Self::NodeStopped => (OUTAGE + 2 * goes_on) * nodes,
            Self::NodeKilled => (KILLED_FOR + 2 * goes_on) * nodes,
            Self::ClockOff(_) | Self::ClockSet(_) => LEARNS_WITHIN + MEASURED_FOR + 2 * goes_on,
        }
    }

    /// Causes the fault, and returns the time in which turns felt it.
    pub(super) async fn cause(
        self,
        cluster: &mut Cluster,
        clock: &Result<WrongClock, LoadError>,
        node: usize,
    ) -> Result<(Instant, Instant), LoadError> {
        let began = match self {
            Self::ClockOff(seconds) => {
                Self::run_by(cluster, clock, node, seconds).await?;
                Instant::now()
            }
            Self::ClockSet(seconds) => {
                let clock = Self::run_by(cluster, clock, node, 0).await?;
                let began = Instant::now();
                clock.set(seconds)?;
                began
            }
            _ => Instant::now(),
        };
        match self.faults(cluster.node_count(), node) {
            faults if faults.is_empty() => sleep(MEASURED_FOR).await,
            faults => cluster.fail(&faults, &Timeline::new()).await?,
        }
        Ok((began, Instant::now()))
    }

    /// Ends what [`Trouble::cause`] left.
    pub(super) async fn mend(self, cluster: &mut Cluster, node: usize) -> Result<(), LoadError> {
        if matches!(self, Self::ClockOff(_) | Self::ClockSet(_)) {
            cluster.restart_under(node, Vec::new()).await?;
        }
        Ok(())
    }

    /// Restarts a node under a clock that is wrong by so many seconds.
    async fn run_by<'a>(
        cluster: &mut Cluster,
        clock: &'a Result<WrongClock, LoadError>,
        node: usize,
        seconds: i64,
    ) -> Result<&'a WrongClock, LoadError> {
        let clock = clock.as_ref();
        let clock = clock.map_err(|error| LoadError::Part(error.to_string()))?;
        clock.set(seconds)?;
        cluster.restart_under(node, clock.environment()).await?;
        sleep(LEARNS_WITHIN).await;
        Ok(clock)
    }

    /// The faults of the cluster's parts, which begin at once.
    fn faults(self, nodes: usize, node: usize) -> Vec<Fault> {
        let fault = |kind, lasts| Fault {
            at: Duration::ZERO,
            lasts,
            kind,
        };
        let link = |node, to, flow| FaultKind::LinkFails {
            node,
            to,
            link_fault: LinkFault::Flow {
                flow,
                then_cut: false,
            },
        };
        let storage = |flow| {
            let links = (0..nodes).map(|node| link(node, Peer::Postgres, flow));
            links.map(|kind| fault(kind, STORAGE_DOWN)).collect()
        };
        let silent = Flow::Silent {
            up: true,
            down: true,
        };
        match self {
            Self::StorageRefused => storage(Flow::Refused),
            Self::StorageSilent => storage(silent),
            Self::NatsCut => vec![fault(link(node, Peer::Nats, silent), OUTAGE)],
            Self::NatsKilled => vec![fault(FaultKind::NatsKilled, OUTAGE)],
            Self::NodeKilled => vec![fault(FaultKind::NodeKilled { node }, KILLED_FOR)],
            Self::NodeStopped => vec![fault(FaultKind::NodePaused { node }, OUTAGE)],
            Self::Nothing | Self::ClockOff(_) | Self::ClockSet(_) => Vec::new(),
        }
    }
}
