//! Plays many tables on several nodes that share one PostgreSQL and NATS. In this time, nodes,
//! NATS and PostgreSQL are killed, links fail, and nodes are paused. At the end, the log is
//! compared with what people were shown.

mod absences;
mod charges;
mod node;
mod parts;
mod report;
mod running;
mod schedule;
mod tables;
mod timeline;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use boneyard_protocol::TableId;
use clap::Args;
use rand::RngExt as _;
use tokio::sync::watch;

use self::absences::{Absences, FalseAbsence};
pub(crate) use self::charges::{ChargesArgs, run as run_charges};
use self::report::Report;
pub(crate) use self::running::Cluster;
use self::schedule::FaultCounts;
use self::timeline::Timeline;
use crate::error::LoadError;
use crate::people::{self, NEWS_TIMEOUT, Observations, Pace, Table};

/// The pace of people. They play slowly, so that a small machine can run many of them.
const PACE: Pace = Pace {
    thinking_ms: 400..2_500,
    away_ms: 50..1_000,
    news_timeout: NEWS_TIMEOUT,
};

/// The longest time that a table may make no progress while its people can play.
const STALL_MAX: Duration = Duration::from_secs(15);

/// The interval between two checks whether people can play, and who is shown as absent.
const TICK: Duration = Duration::from_millis(100);

/// The number of ticks (see [`TICK`]) between two samples of the tables.
const TICKS_PER_SAMPLE: u32 = 10;

/// The time without faults at the end of a run. After this time, no connected person may be shown
/// as absent.
const SETTLES_FOR: Duration = Duration::from_secs(13);

/// How long the tables may take to make progress after the time [`SETTLES_FOR`] has passed.
const GOES_ON_WITHIN: Duration = Duration::from_mins(1);

/// Injects faults into a cluster while many tables play, and checks the log.
#[derive(Args, Debug)]
pub(crate) struct ClusterArgs {
    /// The path of the server's program.
    #[arg(long)]
    program: PathBuf,
    /// Number of nodes; a single node runs without NATS.
    #[arg(long, default_value_t = 3)]
    nodes: usize,
    /// Number of tables, each with two to four seats.
    #[arg(long, default_value_t = 300)]
    tables: usize,
    /// How long faults are injected, in seconds.
    #[arg(long, default_value_t = 480)]
    seconds: u64,
    /// The seed of the schedule of faults; if absent, a random seed is chosen and printed.
    #[arg(long)]
    seed: Option<u64>,
    /// The directory for logs and evidence, which is created and kept. If absent, they are kept
    /// only after a failure.
    #[arg(long)]
    keep: Option<PathBuf>,
    #[command(flatten)]
    faults: FaultCounts,
}

/// Runs the test and prints the report. Returns whether the report has no failure.
pub(crate) async fn run(args: ClusterArgs) -> Result<bool, LoadError> {
    let chosen = args.seed.unwrap_or_else(|| rand::rng().random());
    let directory = args.keep.clone().unwrap_or_else(|| {
        std::env::temp_dir().join(format!("boneyard-cluster-{}", std::process::id()))
    });
    fs::create_dir(&directory)?;
    let report = run_in(&args, chosen, &directory).await;
    let is_ok = report.as_ref().is_ok_and(Report::is_ok);
    if let Ok(report) = &report {
        report.print(&directory)?;
    }
    if is_ok && args.keep.is_none() {
        fs::remove_dir_all(&directory)?;
    } else {
        eprintln!("logs and evidence are in {}", directory.display());
    }
    report.map(|_| is_ok)
}

async fn run_in(
    args: &ClusterArgs,
    schedule_seed: u64,
    directory: &Path,
) -> Result<Report, LoadError> {
    let began = Instant::now();
    eprintln!("the seed is {schedule_seed}");
    let mut cluster = Cluster::start(&args.program, directory.to_owned(), args.nodes).await?;
    let tables = Table::open_all(&cluster.servers, tables::specs(args.tables)).await?;
    eprintln!(
        "{} tables are open after {:.1} s",
        tables.len(),
        began.elapsed().as_secs_f64()
    );
    let seen = Arc::new(Observations::default());
    let mut playing = Table::play_all(&tables, &cluster.servers, &seen, &PACE);
    let timeline = Arc::new(Timeline::new());
    let (stop, stopped) = watch::channel(());
    let absences = Absences::new(Arc::clone(&cluster.parts), Instant::now());
    let observing = tokio::spawn(observe(
        Arc::clone(&seen),
        Arc::clone(&timeline),
        absences,
        stopped,
    ));
    let time = Duration::from_secs(args.seconds);
    let faults = schedule::schedule(schedule_seed, args.faults, args.nodes, time);
    cluster.fail(&faults, &timeline).await?;
    tokio::time::sleep(SETTLES_FOR).await;
    let stuck = people::wait_for_progress(&tables, &seen, GOES_ON_WITHIN).await;
    drop(stop);
    let false_absences: Vec<FalseAbsence> = observing.await.map_err(|_| LoadError::Panicked)?;
    playing.shutdown().await;
    let unstopped = cluster.stop_nodes().await;
    let absences = false_absences.iter().map(|absence| absence.table);
    let suspects: Vec<TableId> = seen
        .stalled(STALL_MAX)
        .into_iter()
        .chain(absences)
        .collect();
    let found = people::compare(&cluster.database(), &tables, &seen, &suspects).await?;
    Ok(Report {
        seed: schedule_seed,
        found,
        false_absences,
        stuck,
        unstopped,
        panics: cluster.panics(),
        tables: tables.len(),
        time: began.elapsed(),
        seen,
        timeline,
    })
}

/// Samples the tables until the test stops it. Returns the false absences.
async fn observe(
    seen: Arc<Observations>,
    timeline: Arc<Timeline>,
    mut absences: Absences,
    mut stopped: watch::Receiver<()>,
) -> Vec<FalseAbsence> {
    let parts = absences.parts();
    let mut looked = Instant::now();
    for tick in 1_u32.. {
        tokio::select! {
            () = tokio::time::sleep(TICK) => {}
            _ = stopped.changed() => break,
        }
        if parts.can_serve() {
            seen.add_playable_time(looked.elapsed());
        }
        looked = Instant::now();
        absences.check(&seen, Instant::now());
        if tick.is_multiple_of(TICKS_PER_SAMPLE) {
            timeline.sample(&seen);
        }
    }
    absences.found()
}
