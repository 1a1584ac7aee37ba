//! Measures the resources that one, two and three nodes with one PostgreSQL need for the same
//! load.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use boneyard_protocol::ClockRule;
use boneyard_rules::Preset;
use clap::Args;
use serde::Serialize;
use tokio::task::JoinSet;
use tokio::time::sleep;

use super::running::{Cluster, Usage};
use crate::error::LoadError;
use crate::people::{Observations, Pace, Table, TableSpec};

/// The highest number of nodes.
const NODES_MAX: usize = 3;

/// The pace of people while CPU time is measured.
const STEADY_PACE: Pace = Pace {
    thinking_ms: 300..700,
    away_ms: 50..100,
};

/// The pace of people while the highest throughput is measured: they play without a pause.
const FASTEST_PACE: Pace = Pace {
    thinking_ms: 0..1,
    away_ms: 50..100,
};

/// The time between the start of the players and the measurement.
const WARM_UP: Duration = Duration::from_secs(5);

/// Measures the costs of nodes.
#[derive(Args, Debug)]
pub(crate) struct CostArgs {
    /// The path of the server's program.
    #[arg(long)]
    program: PathBuf,
    /// Number of tables, each with two people.
    #[arg(long, default_value_t = 200)]
    tables: usize,
    /// Connect the people of a table to the same node, as a balancer does that hashes by the table. Otherwise
    /// they are always connected to different nodes.
    #[arg(long)]
    together: bool,
    /// The length of each measurement, in seconds.
    #[arg(long, default_value_t = 20)]
    seconds: u64,
    /// The number of measurements for each number of nodes.
    #[arg(long, default_value_t = 3)]
    repeats: usize,
}

/// The results for one number of nodes: those of one trial, or the medians of several trials.
#[derive(Serialize, Clone, Copy, Debug)]
struct Figures {
    nodes: usize,
    moves_per_second: f64,
    /// The CPU time of all nodes, in milliseconds per 1,000 moves. `postgres_cpu_ms` and
    /// `nats_cpu_ms` have the same unit.
    nodes_cpu_ms: f64,
    postgres_cpu_ms: f64,
    nats_cpu_ms: f64,
    bus_messages_per_move: f64,
    rows_per_commit: f64,
    /// Moves per second while people play as fast as possible. `busy_rows_per_commit` belongs to
    /// the same measurement.
    busy_moves_per_second: f64,
    busy_rows_per_commit: f64,
}

/// Runs all measurements and prints the report.
pub(crate) async fn run(args: CostArgs) -> Result<bool, LoadError> {
    let directory = std::env::temp_dir().join(format!("boneyard-cost-{}", std::process::id()));
    let mut trials = Vec::new();
    for repeat in 1..=args.repeats {
        for nodes in 1..=NODES_MAX {
            fs::create_dir(&directory)?;
            let figures = try_nodes(&args, &directory, nodes).await;
            fs::remove_dir_all(&directory)?;
            let figures = figures?;
            eprintln!("repeat {repeat} of {}, {nodes} nodes: done", args.repeats);
            trials.push(figures);
        }
    }
    let medians: Vec<Figures> = (1..=NODES_MAX)
        .map(|nodes| median(nodes, &trials))
        .collect();
    print(&medians);
    println!("{}", serde_json::to_string(&medians)?);
    Ok(true)
}

async fn try_nodes(args: &CostArgs, directory: &Path, nodes: usize) -> Result<Figures, LoadError> {
    let mut cluster = Cluster::start(&args.program, directory.to_owned(), nodes).await?;
    let specs = (0..args.tables).map(|number| TableSpec {
        rules: *Preset::FIVE_UP.rules(),
        computers: 0,
        watchers: 0,
        clock: ClockRule::None,
        first_server: number,
        together: args.together,
    });
    let tables = Table::open_all(&cluster.servers, specs).await?;
    let time = Duration::from_secs(args.seconds);
    let steady = measure(&cluster, &tables, &STEADY_PACE, time).await?;
    let busy = measure(&cluster, &tables, &FASTEST_PACE, time).await?;
    cluster.stop_nodes().await;
    Ok(Figures::new(nodes, &steady, &busy))
}

/// The moves and the resource usage of a period.
struct Measured {
    moves: f64,
    seconds: f64,
    before: Usage,
    after: Usage,
}

async fn measure(
    cluster: &Cluster,
    tables: &[Table],
    pace: &'static Pace,
    time: Duration,
) -> Result<Measured, LoadError> {
    let seen = Arc::new(Observations::default());
    let mut playing = JoinSet::new();
    for table in tables {
        for player in table.players(&cluster.servers, &seen, pace) {
            playing.spawn(player.play());
        }
    }
    sleep(WARM_UP).await;
    let (began, moves_before) = (Instant::now(), seen.acknowledged());
    let before = cluster.usage().await?;
    sleep(time).await;
    let (seconds, moves_after) = (began.elapsed().as_secs_f64(), seen.acknowledged());
    let after = cluster.usage().await?;
    playing.shutdown().await;
    let moves = u32::try_from(moves_after - moves_before).unwrap_or(u32::MAX);
    if moves == 0 {
        return Err(LoadError::NoMoves);
    }
    Ok(Measured {
        moves: f64::from(moves),
        seconds,
        before,
        after,
    })
}

impl Measured {
    /// The CPU time that one part of the cluster used, in milliseconds per 1,000 moves.
    fn cpu_ms(&self, part: impl Fn(&Usage) -> Duration) -> f64 {
        let used = part(&self.after).saturating_sub(part(&self.before));
        used.as_secs_f64() * 1e6 / self.moves
    }

    fn rows_per_commit(&self) -> f64 {
        let commits = self.after.commits - self.before.commits;
        (self.after.rows - self.before.rows) / commits.max(1.0)
    }

    #[expect(clippy::cast_precision_loss, reason = "a figure for people")]
    fn bus_messages(&self) -> f64 {
        (self.after.bus_messages - self.before.bus_messages) as f64 / self.moves
    }
}

impl Figures {
    fn new(nodes: usize, steady: &Measured, busy: &Measured) -> Self {
        Self {
            nodes,
            moves_per_second: steady.moves / steady.seconds,
            nodes_cpu_ms: steady.cpu_ms(|usage| usage.nodes_cpu),
            postgres_cpu_ms: steady.cpu_ms(|usage| usage.postgres_cpu),
            nats_cpu_ms: steady.cpu_ms(|usage| usage.nats_cpu),
            bus_messages_per_move: steady.bus_messages(),
            rows_per_commit: steady.rows_per_commit(),
            busy_moves_per_second: busy.moves / busy.seconds,
            busy_rows_per_commit: busy.rows_per_commit(),
        }
    }
}

/// The median of each field, over all trials with this number of nodes.
fn median(nodes: usize, trials: &[Figures]) -> Figures {
    let middle = |figure: fn(&Figures) -> f64| {
        let of_nodes = trials.iter().filter(|trial| trial.nodes == nodes);
        let mut figures: Vec<f64> = of_nodes.map(figure).collect();
        figures.sort_by(f64::total_cmp);
        figures.get(figures.len() / 2).copied().unwrap_or_default()
    };
    Figures {
        nodes,
        moves_per_second: middle(|figures| figures.moves_per_second),
        nodes_cpu_ms: middle(|figures| figures.nodes_cpu_ms),
        postgres_cpu_ms: middle(|figures| figures.postgres_cpu_ms),
        nats_cpu_ms: middle(|figures| figures.nats_cpu_ms),
        bus_messages_per_move: middle(|figures| figures.bus_messages_per_move),
        rows_per_commit: middle(|figures| figures.rows_per_commit),
        busy_moves_per_second: middle(|figures| figures.busy_moves_per_second),
        busy_rows_per_commit: middle(|figures| figures.busy_rows_per_commit),
    }
}

fn print(medians: &[Figures]) {
    println!(
        "CPU time in ms per 1,000 moves; \"busy\" means that all people play as fast as possible"
    );
    println!(
        "{:>5}  {:>7}  {:>8}  {:>10}  {:>7}  {:>16}  {:>11}  {:>12}  {:>16}",
        "nodes",
        "moves/s",
        "nodes ms",
        "PostgreSQL",
        "NATS ms",
        "bus messages/move",
        "rows/commit",
        "busy moves/s",
        "busy rows/commit"
    );
    for figures in medians {
        println!(
            "{:>5}  {:>7.0}  {:>8.1}  {:>10.1}  {:>7.1}  {:>17.2}  {:>11.2}  {:>12.0}  {:>16.2}",
            figures.nodes,
            figures.moves_per_second,
            figures.nodes_cpu_ms,
            figures.postgres_cpu_ms,
            figures.nats_cpu_ms,
            figures.bus_messages_per_move,
            figures.rows_per_commit,
            figures.busy_moves_per_second,
            figures.busy_rows_per_commit,
        );
    }
}
