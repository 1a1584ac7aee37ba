//! Measures which time the clocks of players are charged while parts of a deployment fail. Programs think for a
//! known time before each play and retry at once. What is charged beyond their thought is time in which a play
//! could not be taken, and the server promises to charge it to nobody.

mod program;
mod report;
mod trouble;
mod turns;
mod wrong_clock;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use boneyard_protocol::ClockRule;
use boneyard_rules::Preset;
use clap::{Args, ValueEnum};
use tokio::task::JoinSet;
use tokio::time::sleep;

use self::program::Program;
use self::report::{Report, Row};
use self::trouble::Trouble;
use self::turns::Turns;
use self::wrong_clock::WrongClock;
use super::layout::Layout;
use super::running::Cluster;
use crate::error::LoadError;
use crate::people::{Table, TableSpec};

/// The largest bank that the server allows. It outlasts the run, so that no clock runs out.
const CLOCK: ClockRule = ClockRule::Bank {
    seconds: 3_600,
    increment: 0,
};

/// How long the programs play before the first fault.
const WARMS_UP_FOR: Duration = Duration::from_secs(5);

/// How long the tables play between two faults, so that all nodes know of each other again.
const RECOVERS_FOR: Duration = Duration::from_secs(4);

/// How long after a fault a turn is shown that began meanwhile.
const SHOWS_WITHIN: Duration = Duration::from_secs(1);

/// Measures which time players are charged while storage, NATS, nodes and clocks fail
#[derive(Args, Debug)]
pub(crate) struct ChargesArgs {
    /// The path of the server's program.
    #[arg(long)]
    program: PathBuf,
    /// Number of tables. A fault that all nodes feel is one try for each table. A fault of one node is tried at
    /// each node, and is a try for each table whose player on turn is connected to it.
    #[arg(long, default_value_t = 30)]
    tables: usize,
    /// The deployments that are tried; all if absent.
    #[arg(long, value_enum)]
    shape: Vec<Shape>,
    /// The faults that are tried, by the beginning of their names; all if absent.
    #[arg(long)]
    fault: Vec<String>,
}

/// A deployment.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Shape {
    /// One server on SQLite. Its storage can't be taken away without a file system of its own.
    Sqlite,
    /// One server on PostgreSQL, without NATS.
    Lone,
    /// One node of a cluster.
    One,
    /// Three nodes. The players of a table are connected to different ones.
    Three,
}

impl Shape {
    const ALL: [Self; 4] = [Self::Sqlite, Self::Lone, Self::One, Self::Three];

    const fn name(self) -> &'static str {
        match self {
            Self::Sqlite => "SQLite",
            Self::Lone => "lone server",
            Self::One => "one node",
            Self::Three => "three nodes",
        }
    }

    const fn layout(self) -> Layout {
        Layout {
            nodes: if matches!(self, Self::Three) { 3 } else { 1 },
            has_nats: matches!(self, Self::One | Self::Three),
            is_on_sqlite: matches!(self, Self::Sqlite),
        }
    }
}

/// Runs all tries and prints the report. Returns whether no player was charged more than the bound.
pub(crate) async fn run(args: ChargesArgs) -> Result<bool, LoadError> {
    let shapes = if args.shape.is_empty() {
        &Shape::ALL[..]
    } else {
        &args.shape
    };
    let wanted = |trouble: &Trouble| {
        let names = &args.fault;
        names.is_empty() || names.iter().any(|name| trouble.name().starts_with(name))
    };
    let troubles = shapes.iter().map(|&shape| {
        let all = Trouble::ALL.into_iter();
        let in_shape = all.filter(|trouble| trouble.exists_in(shape.layout()) && wanted(trouble));
        (shape, in_shape.collect::<Vec<Trouble>>())
    });
    let troubles: Vec<(Shape, Vec<Trouble>)> = troubles.collect();
    let lasts = troubles.iter().map(|(shape, troubles)| {
        let nodes = shape.layout().nodes;
        let each = troubles
            .iter()
            .map(|trouble| trouble.lasts(nodes) + RECOVERS_FOR);
        WARMS_UP_FOR + each.sum::<Duration>()
    });
    let lasts: Duration = lasts.sum();
    eprintln!("this takes about {} minutes", lasts.as_secs().div_ceil(60));
    let directory = std::env::temp_dir().join(format!("boneyard-charges-{}", std::process::id()));
    fs::create_dir(&directory)?;
    let mut report = Report::default();
    for (shape, troubles) in &troubles {
        let files = directory.join(format!("{shape:?}"));
        fs::create_dir(&files)?;
        run_shape(&args, *shape, troubles, &files, &mut report).await?;
    }
    report.print();
    if report.is_ok() {
        fs::remove_dir_all(&directory)?;
    } else {
        eprintln!("logs are in {}", directory.display());
    }
    Ok(report.is_ok())
}

/// Starts a deployment, and lets programs play while its parts fail one after the other.
async fn run_shape(
    args: &ChargesArgs,
    shape: Shape,
    troubles: &[Trouble],
    directory: &Path,
    report: &mut Report,
) -> Result<(), LoadError> {
    let began = Instant::now();
    let layout = shape.layout();
    let mut cluster = Cluster::start_as(&args.program, directory.to_owned(), layout).await?;
    let specs = (0..args.tables).map(|number| TableSpec {
        rules: *Preset::DRAW.rules(),
        computers: 0,
        watchers: 0,
        clock: CLOCK,
        first_server: number,
        together: false,
    });
    let tables = Table::open_all(&cluster.servers, specs).await?;
    let turns = Turns::new(tables.len());
    let mut playing = JoinSet::new();
    for (number, table) in tables.iter().enumerate() {
        for (identity, seat, home) in table.seated() {
            let servers = cluster.servers.clone();
            let program = Program::new((number, table.id), (identity, seat, home), servers, &turns);
            playing.spawn(program.play());
        }
    }
    let clock = WrongClock::new(directory);
    sleep(WARMS_UP_FOR).await;
    for &trouble in troubles {
        let name = trouble.name();
        eprintln!(
            "{:>4} s  {}: {name}",
            began.elapsed().as_secs(),
            shape.name()
        );
        let row = match try_trouble(trouble, &mut cluster, &clock, &turns, layout.nodes).await {
            Ok(row) => row,
            Err(error @ LoadError::Part(_)) => Row::failed(&error),
            Err(error) => return Err(error),
        };
        report.add(shape.name(), name, row);
    }
    playing.shutdown().await;
    cluster.stop_nodes().await;
    report.panics += cluster.panics();
    Ok(())
}

/// Causes a trouble, at each node if it is one of a single node, and collects what the turns meanwhile were charged.
async fn try_trouble(
    trouble: Trouble,
    cluster: &mut Cluster,
    clock: &Result<WrongClock, LoadError>,
    turns: &Turns,
    nodes: usize,
) -> Result<Row, LoadError> {
    let mut row = Row::default();
    let rounds = if trouble.is_of_one_node() { nodes } else { 1 };
    for node in 0..rounds {
        let (began, ended) = trouble.cause(cluster, clock, node).await?;
        // A turn that began meanwhile may be shown only now.
        let shown = ended + SHOWS_WITHIN;
        turns.wait_until_all_played_since(shown).await?;
        row.add(
            &turns.within(began, shown),
            trouble.hits(node),
            (began, ended),
        );
        trouble.mend(cluster, node).await?;
        sleep(RECOVERS_FOR).await;
    }
    Ok(row)
}
