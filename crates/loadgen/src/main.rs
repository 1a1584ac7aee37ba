//! Plays many tables of two over real WebSockets, each player answering as fast as it can, and
//! reports what the server made of it.
//!
//! ```sh
//! target/release/boneyard-server --message-rate 1000 &
//! cargo run --release -p boneyard-loadgen -- --server 127.0.0.1:8080 --tables 500 --server-pid $!
//! ```
//!
//! With `--computer-tables` it measures twice in one run: the tables of people alone, and beside
//! tables where somebody plays against two experts. How much slower the people's moves became is in
//! the report, as a ratio.
//!
//! These players don't stop to think unless `--pause-ms` has them, so the server must let them send
//! faster than people do. The last line on standard output is the report as one JSON object.
//!
//! `boneyard-loadgen flood` measures what attackers cost others, and `boneyard-loadgen faults`, which
//! `scripts/faults` calls, what is left when everything fails that can.

mod client;
mod faults;
mod flood;
mod player;
mod report;

use std::net::SocketAddr;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use boneyard_rules::{Options, Rules, Seating};
use clap::{Parser, Subcommand};
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

use crate::faults::FaultArgs;
use crate::flood::FloodArgs;
use crate::player::{LoadError, Opponents, play_table};
use crate::report::{Comparison, Meter, Report, cpu_seconds, to_json};

/// Tables that are being set up at once: a server that has just started isn't stampeded.
const STARTING_MAX: usize = 32;

/// Plays many tables on a Boneyard server and reports moves, latency and the server's CPU time.
#[derive(Parser, Debug)]
#[command(version, args_conflicts_with_subcommands = true)]
struct Args {
    /// Something else than measuring speed.
    #[command(subcommand)]
    command: Option<Command>,
    /// Address of the server.
    #[arg(long, default_value = "127.0.0.1:8080")]
    server: SocketAddr,
    /// Tables of two players each.
    #[arg(long, default_value_t = 500)]
    tables: usize,
    /// How long to measure, in seconds, once all tables play.
    #[arg(long, default_value_t = 10)]
    seconds: u64,
    /// What is played, in short notation, by two players.
    #[arg(long, default_value = "Draw 100")]
    rules: Rules,
    /// How long each player thinks before a move on average, in milliseconds.
    #[arg(long, default_value_t = 0)]
    pause_ms: u64,
    /// Tables where one player plays against two experts, in the second half of the run.
    #[arg(long, default_value_t = 0)]
    computer_tables: usize,
    /// Process id of the server, to report its CPU time (Linux).
    #[arg(long)]
    server_pid: Option<u32>,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Compare the players' latency with and without attackers
    Flood(FloodArgs),
    /// Kill the server, cut connections and fill the disk, and look what is left
    Faults(FaultArgs),
}

#[tokio::main]
async fn main() -> ExitCode {
    let args = Args::parse();
    let is_well = match args.command {
        None => measure(args).await.map(|()| true),
        Some(Command::Flood(args)) => flood::run(args).await.map(|()| true),
        Some(Command::Faults(args)) => faults::run(args).await,
    };
    match is_well {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("boneyard-loadgen: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Measures the speed of a server.
async fn measure(args: Args) -> Result<(), LoadError> {
    let mut run = Run {
        tables: JoinSet::new(),
        starting: Arc::new(Semaphore::new(STARTING_MAX)),
    };
    let (people, computers) = (Arc::new(Meter::default()), Arc::new(Meter::default()));
    eprintln!("setting up {} tables of {}", args.tables, args.rules);
    for _ in 0..args.tables {
        run.open(&args, args.rules, Opponents::Person, &people);
    }
    run.until_playing(&people, args.tables).await?;
    let alone = run.measure(&args, &people).await?;
    if args.computer_tables == 0 {
        println!("{}", to_json(&alone));
        return Ok(());
    }
    eprintln!("setting up {} tables with computers", args.computer_tables);
    let rules = Rules::try_from(Options {
        seating: Seating::Three,
        ..args.rules.into()
    })?;
    for _ in 0..args.computer_tables {
        run.open(&args, rules, Opponents::Experts, &computers);
    }
    run.until_playing(&computers, args.computer_tables).await?;
    computers.start();
    let beside = run.measure(&args, &people).await?;
    let elapsed = computers.stop();
    let computers = computers.report(args.computer_tables, elapsed, None);
    println!("{}", to_json(&Comparison::new(alone, beside, computers)));
    Ok(())
}

/// Tables that are played at.
struct Run {
    tables: JoinSet<Result<(), LoadError>>,
    starting: Arc<Semaphore>,
}

impl Run {
    fn open(&mut self, args: &Args, rules: Rules, opponents: Opponents, meter: &Arc<Meter>) {
        let (meter, starting) = (Arc::clone(meter), Arc::clone(&self.starting));
        let server = args.server;
        let thinking = Duration::from_millis(args.pause_ms);
        self.tables.spawn(async move {
            play_table(server, rules, opponents, &meter, &starting, thinking).await
        });
    }

    async fn until_playing(&mut self, meter: &Meter, tables: usize) -> Result<(), LoadError> {
        while meter.playing() < tables {
            tokio::select! {
                Some(ended) = self.tables.join_next() => failed(ended)?,
                () = tokio::time::sleep(Duration::from_millis(20)) => {}
            }
        }
        Ok(())
    }

    async fn measure(&mut self, args: &Args, meter: &Meter) -> Result<Report, LoadError> {
        eprintln!("measuring for {} s", args.seconds);
        let cpu_before = args.server_pid.map(cpu_seconds).transpose()?;
        meter.start();
        tokio::select! {
            Some(ended) = self.tables.join_next() => failed(ended)?,
            () = tokio::time::sleep(Duration::from_secs(args.seconds)) => {}
        }
        let elapsed = meter.stop();
        let cpu = match (cpu_before, args.server_pid) {
            (Some(before), Some(pid)) => Some(cpu_seconds(pid)? - before),
            _ => None,
        };
        Ok(meter.report(args.tables, elapsed, cpu))
    }
}

/// A table plays until it is stopped; one that ends by itself has failed.
fn failed(ended: Result<Result<(), LoadError>, tokio::task::JoinError>) -> Result<(), LoadError> {
    match ended {
        Ok(result) => result,
        Err(_) => Err(LoadError::Stopped),
    }
}
