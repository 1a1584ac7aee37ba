//! Measures which time the clocks of players are charged while parts of a cluster fail. The players think for a known
//! time before each play and retry at once. What is charged beyond their thought is time in which a play could not be
//! taken, and the server promises to charge it to nobody.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use boneyard_protocol::{ClockRule, TableId};
use boneyard_rules::line::Preset;
use clap::{Args, ValueEnum};
use tokio::time::sleep;

use super::running::Cluster;
use super::schedule::{Fault, FaultKind, Peer};
use super::timeline::Timeline;
use crate::error::LoadError;
use crate::figures::percentile;
use crate::link::Flow;
use crate::people::{Observations, Pace, Table, TableSpec, Turn};

/// The players think for less time than each fault lasts, so that at each table a play waits while it lasts.
const PACE: Pace = Pace {
    thinking_ms: 2_000..2_001,
    away_ms: 50..51,
    news_timeout: Duration::from_millis(1_500),
};

/// The largest bank that the server allows. It outlasts the run, so that no clock runs out.
const CLOCK: ClockRule = ClockRule::Bank {
    seconds: 3_600,
    increment: 0,
};

/// The most that a turn may be charged beyond its player's thought: what an answer may take on a busy machine.
const BEYOND_MS_MAX: i64 = 500;

/// How long the storage is away.
const STORAGE_DOWN: Duration = Duration::from_secs(13);

/// How long NATS is away, and how long a node is stopped.
const OUTAGE: Duration = Duration::from_secs(10);

/// How long a killed node is down.
const KILLED_FOR: Duration = Duration::from_secs(2);

/// How long the players play before the first fault.
const WARMS_UP_FOR: Duration = Duration::from_secs(5);

/// How long the tables play between two faults, so that all nodes know of each other again.
const RECOVERS_FOR: Duration = Duration::from_secs(4);

/// How long after a fault a turn is shown that began meanwhile.
const SHOWS_WITHIN: Duration = Duration::from_secs(1);

/// How long the tables may take to go on after a fault.
const GOES_ON_WITHIN: Duration = Duration::from_secs(30);

/// How often is looked whether all tables go on.
const LOOKS_EVERY: Duration = Duration::from_millis(100);

/// Measures which time players are charged while storage, NATS and nodes fail
#[derive(Args, Debug)]
pub(crate) struct ChargesArgs {
    /// The path of the server's program.
    #[arg(long)]
    program: PathBuf,
    /// Number of nodes; a single node runs without NATS.
    #[arg(long, default_value_t = 3)]
    nodes: usize,
    /// Number of tables. A fault that all nodes feel is one try for each table. A fault of one node is tried at
    /// each node, and is a try for each table whose player on turn is connected to it.
    #[arg(long, default_value_t = 30)]
    tables: usize,
    /// The faults that are tried; all if absent.
    #[arg(long, value_enum)]
    fault: Vec<Trouble>,
}

/// What happens to a cluster.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Trouble {
    StorageRefused,
    StorageSilent,
    NatsCut,
    NatsKilled,
    NodeKilled,
    NodeStopped,
}

/// Which turns are the tries of a fault. All other turns in its time must hold the bound too.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Hit {
    /// The turn of each table that lasted from the first half of the fault to its end: its play waited.
    UnderWayForLong,
    /// The turns of players who were connected to this node when the fault began.
    AtNode(usize),
    /// At each table the turn that was charged most: play goes on during the fault.
    WorstOfTable,
}

/// What the turns were charged beyond their players' thought while a fault was tried, in milliseconds.
#[derive(Default, Debug)]
struct Charged {
    /// The most for each try.
    tries_ms: Vec<i64>,
    /// The turns that the fault did not hit.
    others_ms: Vec<i64>,
}

/// Tries all faults and prints what was charged. Returns whether no player was charged more than the bound.
pub(crate) async fn run(args: ChargesArgs) -> Result<bool, LoadError> {
    let directory = std::env::temp_dir().join(format!("boneyard-charges-{}", std::process::id()));
    fs::create_dir(&directory)?;
    let is_ok = run_in(&args, &directory).await?;
    if is_ok {
        fs::remove_dir_all(&directory)?;
    } else {
        eprintln!("logs are in {}", directory.display());
    }
    Ok(is_ok)
}

async fn run_in(args: &ChargesArgs, directory: &Path) -> Result<bool, LoadError> {
    let mut cluster = Cluster::start(&args.program, directory.to_owned(), args.nodes).await?;
    let specs = (0..args.tables).map(|number| TableSpec {
        rules: Preset::DRAW.rules().into(),
        computers: 0,
        watchers: 0,
        clock: CLOCK,
        first_server: number,
    });
    let tables = Table::open_all(&cluster.servers, specs).await?;
    let seen = Arc::new(Observations::default());
    let mut playing = Table::play_all(&tables, &cluster.servers, &seen, &PACE);
    sleep(WARMS_UP_FOR).await;
    println!(
        "{:<16} {:>5}  {:>8} {:>7} {:>7}  {:>10}  {:>10}",
        "fault", "tries", "median s", "p99 s", "max s", "others' max", "over 0.5 s"
    );
    let mut is_ok = true;
    for &trouble in Trouble::value_variants() {
        let is_wanted = args.fault.is_empty() || args.fault.contains(&trouble);
        if is_wanted && (args.nodes > 1 || !trouble.is_of_nats()) {
            let charged = trouble.charges(&mut cluster, &tables, &seen).await?;
            charged.print(trouble);
            is_ok &= charged.is_ok();
        }
    }
    playing.shutdown().await;
    cluster.stop_nodes().await;
    let panics = cluster.panics();
    println!("{panics} panics of servers");
    Ok(is_ok && panics == 0)
}

impl Trouble {
    const fn is_of_nats(self) -> bool {
        matches!(self, Self::NatsCut | Self::NatsKilled)
    }

    /// Whether the players at one node alone lose time. Such a fault is tried at each node.
    const fn is_of_one_node(self) -> bool {
        matches!(self, Self::NatsCut | Self::NodeKilled | Self::NodeStopped)
    }

    /// Which turns the fault hits, if it happens at this node.
    const fn hits(self, node: usize) -> Hit {
        match self {
            Self::StorageRefused | Self::StorageSilent => Hit::UnderWayForLong,
            Self::NodeKilled | Self::NodeStopped => Hit::AtNode(node),
            Self::NatsCut | Self::NatsKilled => Hit::WorstOfTable,
        }
    }

    /// Causes the fault, at each node if it is one of a single node, and collects what the turns meanwhile were
    /// charged.
    async fn charges(
        self,
        cluster: &mut Cluster,
        tables: &[Table],
        seen: &Observations,
    ) -> Result<Charged, LoadError> {
        let mut charged = Charged::default();
        let nodes = cluster.node_count();
        for node in 0..if self.is_of_one_node() { nodes } else { 1 } {
            let began = Instant::now();
            cluster
                .fail(&self.faults(nodes, node), &Timeline::new())
                .await?;
            let ended = Instant::now();
            let shown = ended + SHOWS_WITHIN;
            wait_until_all_have_played(tables, seen, shown).await?;
            charged.add(&seen.turns(began, shown), self.hits(node), (began, ended));
            sleep(RECOVERS_FOR).await;
        }
        Ok(charged)
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
            flow,
            then_cut: false,
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
        }
    }
}

/// Waits until each table has a turn that began after this time. So all turns before it are known.
async fn wait_until_all_have_played(
    tables: &[Table],
    seen: &Observations,
    since: Instant,
) -> Result<(), LoadError> {
    let until = Instant::now() + GOES_ON_WITHIN;
    loop {
        let turns = seen.turns(since, Instant::now());
        let goes_on = |table: &&Table| {
            let mut turns = turns.iter();
            turns.any(|turn| turn.table == table.id && turn.learned > since)
        };
        let stuck = tables.len() - tables.iter().filter(goes_on).count();
        if stuck == 0 {
            return Ok(());
        }
        if Instant::now() > until {
            return Err(LoadError::Part(format!("{stuck} tables don't go on")));
        }
        sleep(LOOKS_EVERY).await;
    }
}

impl Charged {
    /// Adds the turns of one round, in which the fault lasted from `began` to `ended`.
    fn add(&mut self, turns: &[Turn], hit: Hit, (began, ended): (Instant, Instant)) {
        let middle = began + (ended - began) / 2;
        let is_hit = |turn: &Turn| match hit {
            Hit::UnderWayForLong => turn.learned <= middle && turn.played >= ended,
            Hit::AtNode(node) => turn.server == node && turn.learned <= began,
            Hit::WorstOfTable => true,
        };
        let mut worst: HashMap<TableId, i64> = HashMap::new();
        for turn in turns {
            if is_hit(turn) {
                let known = worst.entry(turn.table).or_insert(turn.beyond_ms);
                *known = turn.beyond_ms.max(*known);
            } else {
                self.others_ms.push(turn.beyond_ms);
            }
        }
        self.tries_ms.extend(worst.into_values());
    }

    fn over(&self) -> usize {
        let all = self.tries_ms.iter().chain(&self.others_ms);
        all.filter(|ms| **ms > BEYOND_MS_MAX).count()
    }

    fn is_ok(&self) -> bool {
        !self.tries_ms.is_empty() && self.over() == 0
    }

    #[expect(clippy::cast_precision_loss, reason = "figures for people")]
    fn print(&self, trouble: Trouble) {
        let name = trouble.to_possible_value();
        let name = name.as_ref().map_or("", |value| value.get_name());
        let seconds = |values: &[i64], percent| percentile(values, percent) as f64 / 1_000.0;
        println!(
            "{name:<16} {:>5}  {:>8.2} {:>7.2} {:>7.2}  {:>10.2}  {:>10}",
            self.tries_ms.len(),
            seconds(&self.tries_ms, 50),
            seconds(&self.tries_ms, 99),
            seconds(&self.tries_ms, 100),
            seconds(&self.others_ms, 100),
            self.over(),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Duration = Duration::from_millis(1);

    /// A turn at a table over server 1, which lasts from the first to the second of these milliseconds.
    fn turn(from: Instant, table: u128, (learned, played): (u32, u32), beyond_ms: i64) -> Turn {
        Turn {
            table: TableId::from_bits(table),
            server: 1,
            learned: from + MS * learned,
            played: from + MS * played,
            beyond_ms,
        }
    }

    #[test]
    fn a_try_is_the_turn_that_the_fault_hit() {
        let from = Instant::now();
        let time = (from + MS * 100, from + MS * 200);
        let turns = [
            turn(from, 0, (50, 150), 10),
            turn(from, 0, (150, 250), 20),
            turn(from, 0, (190, 210), 40),
            turn(from, 1, (60, 260), 30),
        ];
        for (hit, mut tries) in [
            (Hit::UnderWayForLong, vec![20, 30]),
            (Hit::AtNode(1), vec![10, 30]),
            (Hit::AtNode(0), vec![]),
            (Hit::WorstOfTable, vec![30, 40]),
        ] {
            let mut charged = Charged::default();
            charged.add(&turns, hit, time);
            charged.tries_ms.sort_unstable();
            tries.sort_unstable();
            assert_eq!(charged.tries_ms, tries, "{hit:?}");
        }
    }

    #[test]
    fn a_turn_over_the_bound_fails_and_so_does_a_fault_without_a_try() {
        let from = Instant::now();
        let time = (from, from + MS * 200);
        let mut charged = Charged::default();
        assert!(!charged.is_ok());
        let most = turn(from, 0, (50, 150), BEYOND_MS_MAX);
        charged.add(&[most], Hit::WorstOfTable, time);
        assert!(charged.is_ok());
        let more = turn(from, 0, (50, 150), BEYOND_MS_MAX + 1);
        charged.add(&[more], Hit::UnderWayForLong, time);
        assert!(
            !charged.is_ok(),
            "a turn that is no try holds the bound too"
        );
    }
}
