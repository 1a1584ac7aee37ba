//! Plays many tables while everything that can fail does: the server is killed, connections are cut
//! in the middle of a frame, the disk fills. At the end the log is compared with what players were
//! shown.

mod disk;
mod player;
mod proxy;
mod seen;
mod verify;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use boneyard_rules::{Preset, Rules};
use clap::Args;
use rand::RngExt as _;
use serde::Serialize;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

use self::disk::Disk;
use self::player::Seats;
use self::proxy::Proxy;
use self::seen::Seen;
use crate::error::LoadError;
use crate::server::{Server, ServerSpec};

/// Tables that are being set up at once.
const STARTING_MAX: usize = 16;

/// What the servers are started with besides the database. All players come from one address, and play
/// faster than people.
const ARGUMENTS: [&str; 12] = [
    "--log",
    "off",
    "--bot-delay",
    "0",
    "--message-rate",
    "10000",
    "--connections-per-address",
    "100000",
    "--tables-per-address",
    "1000000",
    "--rows-per-address",
    "1000000000",
];

/// How long the last server may take until every table has gone on, in seconds.
const LAST_LIFE_S: u64 = 60;

/// Kills the server again and again while many tables play, and checks what is left.
#[derive(Args, Debug)]
pub(crate) struct FaultArgs {
    /// The server's program.
    #[arg(long)]
    program: PathBuf,
    /// Tables of two players each.
    #[arg(long, default_value_t = 300)]
    tables: usize,
    /// How often the server is killed.
    #[arg(long, default_value_t = 52)]
    kills: usize,
    /// How long it lives, on average, in milliseconds.
    #[arg(long, default_value_t = 4_500)]
    life_ms: u64,
}

/// What came of it.
#[derive(Serialize, Debug)]
struct Report {
    acknowledged: usize,
    lost: usize,
    twice: usize,
    disagreed: usize,
    kills: usize,
    /// Tables that a new client could not play on.
    stuck: usize,
    tables: usize,
    /// Connections that were cut in the middle of a frame.
    cuts: usize,
    /// How often the disk was full; none where no small disk could be had.
    full_disks: Option<usize>,
    seconds: u64,
}

/// Runs until the report is there; whether nothing is wrong.
pub(crate) async fn run(args: FaultArgs) -> Result<bool, LoadError> {
    let began = Instant::now();
    let disk = Disk::take()?;
    let mut server = start(&args, &disk).await?;
    let proxy = Proxy::open(server.address()).await?;
    let seen = Arc::new(Seen::default());
    let tables = open_tables(&args, proxy.address()).await?;
    eprintln!(
        "{} tables are open after {:?}",
        tables.len(),
        began.elapsed()
    );
    let mut playing = JoinSet::new();
    for seats in &tables {
        for player in seats.players(proxy.address(), &seen) {
            playing.spawn(player.play());
        }
    }
    let mut full_disks = 0;
    for kill in 1..=args.kills {
        let life =
            Duration::from_millis(rand::rng().random_range(args.life_ms / 2..args.life_ms * 3 / 2));
        // Every fourth life sees a full disk, and every eighth ends on one.
        let is_full = kill % 4 == 0 && disk.fill()?;
        full_disks += usize::from(is_full);
        tokio::time::sleep(life / 2).await;
        if is_full && kill % 8 != 0 {
            disk.free()?;
        }
        tokio::time::sleep(life / 2).await;
        server.kill().await?;
        disk.free()?;
        server = start(&args, &disk).await?;
        proxy.leads_to(server.address());
        eprintln!(
            "kill {kill}: {} moves are acknowledged",
            seen.acknowledged()
        );
    }
    proxy.no_more_cuts();
    let stuck = until_all_went_on(&tables, &seen).await;
    playing.shutdown().await;
    server.stop().await?;
    let found = verify::compare(&disk.database(), &tables, &seen).await?;
    let report = Report {
        acknowledged: seen.acknowledged(),
        lost: found.lost,
        twice: found.twice,
        disagreed: found.disagreed + seen.disagreed(),
        kills: args.kills,
        stuck,
        tables: tables.len(),
        cuts: proxy.cuts(),
        full_disks: disk.is_small().then_some(full_disks),
        seconds: began.elapsed().as_secs(),
    };
    println!("{}", serde_json::to_string(&report)?);
    Ok(report.lost + report.twice + report.disagreed + report.stuck == 0)
}

/// Starts a server on the disk.
async fn start(args: &FaultArgs, disk: &Disk) -> Result<Server, LoadError> {
    let spec = ServerSpec {
        program: &args.program,
        directory: disk.path(),
        arguments: &ARGUMENTS,
        log: None,
        open_files_max: None,
    };
    spec.start().await
}

/// Opens tables of all games for two, and seats two people at each.
async fn open_tables(
    args: &FaultArgs,
    server: std::net::SocketAddr,
) -> Result<Vec<Seats>, LoadError> {
    let starting = Arc::new(Semaphore::new(STARTING_MAX));
    let mut opening = JoinSet::new();
    let games: Vec<Rules> = Preset::ALL
        .iter()
        .map(|preset| *preset.rules())
        .filter(|rules| rules.seating.seat_count() == 2)
        .collect();
    for number in 0..args.tables {
        let starting = Arc::clone(&starting);
        let rules = games[number % games.len()];
        opening.spawn(async move {
            let _permit = starting.acquire().await.map_err(|_| LoadError::Panicked)?;
            Seats::open(server, rules).await
        });
    }
    opening.join_all().await.into_iter().collect()
}

/// Waits until somebody has played at each table since the last start; how many where nobody could.
async fn until_all_went_on(tables: &[Seats], seen: &Seen) -> usize {
    let before: Vec<usize> = tables
        .iter()
        .map(|seats| seen.moves_at(seats.table))
        .collect();
    let stuck = || {
        let pairs = tables.iter().zip(&before);
        pairs
            .filter(|(seats, before)| seen.moves_at(seats.table) <= **before)
            .count()
    };
    let patience = Instant::now() + Duration::from_secs(LAST_LIFE_S);
    while stuck() > 0 && Instant::now() < patience {
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    stuck()
}
