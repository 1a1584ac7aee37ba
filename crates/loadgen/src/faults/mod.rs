//! Plays many tables while the server is killed, connections are cut in the middle of a frame,
//! and the disk is filled. At the end, the server's log is compared with what players were shown.

mod disk;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use boneyard_protocol::ClockRule;
use boneyard_rules::Rules;
use boneyard_rules::line::Preset;
use clap::Args;
use rand::RngExt as _;
use serde_json::json;

use self::disk::Disk;
use crate::error::LoadError;
use crate::link::{Flow, Link};
use crate::people::{
    self, AnomalyKind, NEWS_TIMEOUT, Observations, Pace, Servers, Table, TableSpec,
};
use crate::server::{FOR_MANY_PLAYERS, Server, ServerSpec};

/// The pace of the players.
const PACE: Pace = Pace {
    thinking_ms: 30..250,
    away_ms: 20..400,
    news_timeout: NEWS_TIMEOUT,
};

/// The time in which every table must make progress after the last kill, in seconds.
const LAST_LIFE_S: u64 = 60;

/// Kills the server again and again while many tables play, and checks the log.
#[derive(Args, Debug)]
pub(crate) struct FaultArgs {
    /// The path of the server's program.
    #[arg(long)]
    program: PathBuf,
    /// Number of tables, each with two players.
    #[arg(long, default_value_t = 300)]
    tables: usize,
    /// How often the server is killed.
    #[arg(long, default_value_t = 52)]
    kills: usize,
    /// The average time between two kills, in milliseconds.
    #[arg(long, default_value_t = 4_500)]
    life_ms: u64,
}

/// Runs the test and prints the report. Returns whether the report has no failure.
pub(crate) async fn run(args: FaultArgs) -> Result<bool, LoadError> {
    let began = Instant::now();
    let disk = Disk::create()?;
    let server = start(&args, &disk).await?;
    let proxy = Link::open(server.address()).await?;
    proxy.set(Flow::Breaking);
    let seen = Arc::new(Observations::default());
    let servers = Servers::one(proxy.address());
    let tables = Table::open_all(&servers, specs(args.tables)).await?;
    eprintln!(
        "{} tables are open after {:?}",
        tables.len(),
        began.elapsed()
    );
    let mut playing = Table::play_all(&tables, &servers, &seen, &PACE);
    let (server, full_disks) = kill_again_and_again(server, &args, &disk, &proxy, &seen).await?;
    proxy.set(Flow::Open);
    let timeout = Duration::from_secs(LAST_LIFE_S);
    let stuck = people::wait_for_progress(&tables, &seen, timeout).await;
    playing.shutdown().await;
    server.stop().await?;
    let found = people::compare(&disk.database(), &tables, &seen, &[]).await?;
    for anomaly in &found.anomalies {
        eprintln!("{anomaly}");
    }
    let count = |kind| found.count(kind);
    let (lost, twice) = (count(AnomalyKind::Lost), count(AnomalyKind::Duplicate));
    let disagreed = count(AnomalyKind::Mismatch)
        + count(AnomalyKind::OutOfOrder)
        + count(AnomalyKind::OlderVersion)
        + count(AnomalyKind::Unfair);
    let report = json!({
        "acknowledged": seen.acknowledged(),
        "lost": lost,
        "twice": twice,
        "disagreed": disagreed,
        "kills": args.kills,
        // The tables that made no progress after the last kill.
        "stuck": stuck,
        "tables": tables.len(),
        // The connections that were cut in the middle of a frame.
        "cuts": proxy.breaks(),
        // `null` if no small file system could be mounted.
        "full_disks": disk.is_small().then_some(full_disks),
        "seconds": began.elapsed().as_secs(),
    });
    println!("{report}");
    Ok(lost + twice + disagreed + stuck == 0)
}

/// Kills the server as often as asked for, and starts it again each time. Returns the last server, and how often the
/// disk was filled.
async fn kill_again_and_again(
    mut server: Server,
    args: &FaultArgs,
    disk: &Disk,
    proxy: &Link,
    seen: &Observations,
) -> Result<(Server, usize), LoadError> {
    let mut full_disks = 0;
    for kill in 1..=args.kills {
        let life =
            Duration::from_millis(rand::rng().random_range(args.life_ms / 2..args.life_ms * 3 / 2));
        // The disk is filled in every fourth period between two kills. In every eighth period, it
        // is still full when the server is killed.
        let is_full = kill % 4 == 0 && disk.fill()?;
        full_disks += usize::from(is_full);
        tokio::time::sleep(life / 2).await;
        if is_full && kill % 8 != 0 {
            disk.free()?;
        }
        tokio::time::sleep(life / 2).await;
        server.kill().await?;
        disk.free()?;
        server = start(args, disk).await?;
        proxy.leads_to(server.address());
        eprintln!(
            "kill {kill}: {} moves are acknowledged",
            seen.acknowledged()
        );
    }
    Ok((server, full_disks))
}

/// Starts a server whose database is on this disk.
async fn start(args: &FaultArgs, disk: &Disk) -> Result<Server, LoadError> {
    let arguments = [&["--log", "off"], &FOR_MANY_PLAYERS[..]].concat();
    let spec = ServerSpec {
        program: &args.program,
        database: &disk.database(),
        arguments: &arguments,
        log: None,
    };
    spec.start().await
}

/// Descriptions of tables for two people, which use all games for two.
fn specs(count: usize) -> impl Iterator<Item = TableSpec> {
    let games: Vec<Rules> = Preset::ALL
        .iter()
        .map(|preset| preset.rules().into())
        .filter(|rules| Rules::seating(rules).seat_count() == 2)
        .collect();
    (0..count).map(move |number| TableSpec {
        rules: games[number % games.len()],
        computers: 0,
        watchers: 0,
        clock: ClockRule::None,
        first_server: 0,
    })
}
