//! Plays many tables on several nodes with one PostgreSQL and NATS between them, while nodes, NATS and
//! PostgreSQL are killed, links fail and nodes stand still. At the end the log is compared with what
//! people were shown.

mod absences;
mod cost;
mod link;
mod machine;
mod nats;
mod node;
mod parts;
mod postgres;
mod report;
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
use tokio::task::JoinSet;

use self::absences::{Absences, FalseAbsence};
pub(crate) use self::cost::{CostArgs, run as run_cost};
pub(crate) use self::machine::Machine;
use self::report::Report;
use self::schedule::FaultCounts;
use self::timeline::Timeline;
use crate::error::LoadError;
use crate::people::{self, Pace, Seen, Table};

/// How fast people are: slow enough that many of them fit on a small machine.
const PACE: Pace = Pace {
    thinks_ms: 400..2_500,
    away_ms: 50..1_000,
};

/// The longest that a table may stand still while people can play.
const STALL_MAX: Duration = Duration::from_secs(15);

/// How often it is looked whether people can play.
const TICK: Duration = Duration::from_millis(100);

/// Between two samples, in ticks.
const TICKS_PER_SAMPLE: u32 = 10;

/// How long all is left in peace after the last fault: long enough that nobody who is there may be shown
/// as gone any more.
const SETTLES_FOR: Duration = Duration::from_secs(13);

/// How long all tables may take to go on after that.
const GOES_ON_WITHIN: Duration = Duration::from_mins(1);

/// Fails parts of a cluster while many tables play, and checks what is left.
#[derive(Args, Debug)]
pub(crate) struct ClusterArgs {
    /// The server's program.
    #[arg(long)]
    program: PathBuf,
    /// Nodes; a single one runs without NATS.
    #[arg(long, default_value_t = 3)]
    nodes: usize,
    /// Tables of two to four seats.
    #[arg(long, default_value_t = 300)]
    tables: usize,
    /// How long parts fail, in seconds.
    #[arg(long, default_value_t = 480)]
    seconds: u64,
    /// What the schedule of faults follows from; chosen by chance, and told, if not given.
    #[arg(long)]
    seed: Option<u64>,
    /// A directory for logs and evidence, which is made and kept; without it they are kept only if
    /// something is wrong.
    #[arg(long)]
    keep: Option<PathBuf>,
    #[command(flatten)]
    faults: FaultCounts,
}

/// Runs until the report is there; whether nothing is wrong.
pub(crate) async fn run(args: ClusterArgs) -> Result<bool, LoadError> {
    let chosen = args.seed.unwrap_or_else(|| rand::rng().random());
    let directory = args.keep.clone().unwrap_or_else(|| {
        std::env::temp_dir().join(format!("boneyard-cluster-{}", std::process::id()))
    });
    fs::create_dir(&directory)?;
    let report = run_in(&args, chosen, &directory).await;
    let is_well = report.as_ref().is_ok_and(Report::is_well);
    if let Ok(report) = &report {
        report.print(&directory)?;
    }
    if is_well && args.keep.is_none() {
        fs::remove_dir_all(&directory)?;
    } else {
        eprintln!("logs and evidence are in {}", directory.display());
    }
    report.map(|_| is_well)
}

async fn run_in(
    args: &ClusterArgs,
    schedule_seed: u64,
    directory: &Path,
) -> Result<Report, LoadError> {
    let began = Instant::now();
    eprintln!("the seed is {schedule_seed}");
    let mut machine = Machine::start(&args.program, directory.to_owned(), args.nodes).await?;
    let tables = Table::open_all(&machine.servers, tables::specs(args.tables)).await?;
    eprintln!(
        "{} tables are open after {:.1} s",
        tables.len(),
        began.elapsed().as_secs_f64()
    );
    let seen = Arc::new(Seen::default());
    let mut playing = JoinSet::new();
    for table in &tables {
        for player in table.players(&machine.servers, &seen, &PACE) {
            playing.spawn(player.play());
        }
    }
    let timeline = Arc::new(Timeline::new());
    let (stop, stopped) = watch::channel(());
    let absences = Absences::new(Arc::clone(&machine.parts));
    let observing = tokio::spawn(observe(
        Arc::clone(&seen),
        Arc::clone(&timeline),
        absences,
        stopped,
    ));
    let time = Duration::from_secs(args.seconds);
    let faults = schedule::schedule(schedule_seed, args.faults, args.nodes, time);
    machine.fail(&faults, &timeline).await?;
    tokio::time::sleep(SETTLES_FOR).await;
    let stuck = people::until_all_went_on(&tables, &seen, GOES_ON_WITHIN).await;
    drop(stop);
    let false_absences: Vec<FalseAbsence> = observing.await.map_err(|_| LoadError::Panicked)?;
    playing.shutdown().await;
    let unstopped = machine.stop_nodes().await;
    let absences = false_absences.iter().map(|absence| absence.table);
    let suspects: Vec<TableId> = seen
        .stalled(STALL_MAX)
        .into_iter()
        .chain(absences)
        .collect();
    let found = people::compare(&machine.database(), &tables, &seen, &suspects).await?;
    Ok(Report {
        seed: schedule_seed,
        found,
        false_absences,
        stuck,
        unstopped,
        panics: machine.panics(),
        tables: tables.len(),
        time: began.elapsed(),
        seen,
        timeline,
    })
}

/// Looks at the tables until it is stopped; what people were falsely shown as gone.
async fn observe(
    seen: Arc<Seen>,
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
        if parts.are_enough() {
            seen.could_play_for(looked.elapsed());
        }
        looked = Instant::now();
        if tick.is_multiple_of(TICKS_PER_SAMPLE) {
            absences.look(&seen, Instant::now());
            timeline.sample(&seen);
        }
    }
    absences.found()
}
