//! Plays many tables of two over real WebSockets, each player answering as fast as it can, and
//! reports what the server made of it.
//!
//! ```sh
//! target/release/boneyard-server --message-rate 1000 &
//! cargo run --release -p boneyard-loadgen -- --server 127.0.0.1:8080 --tables 500 --server-pid $!
//! ```
//!
//! These players don't stop to think, so the server must let them send faster than people do. The
//! last line on standard output is the report as one JSON object.
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

use boneyard_rules::Rules;
use clap::{Parser, Subcommand};
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

use crate::faults::FaultArgs;
use crate::flood::FloodArgs;
use crate::player::{LoadError, play_table};
use crate::report::{Meter, cpu_seconds};

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
    let meter = Arc::new(Meter::default());
    let starting = Arc::new(Semaphore::new(STARTING_MAX));
    let mut tables = JoinSet::new();
    for _ in 0..args.tables {
        let (meter, starting) = (Arc::clone(&meter), Arc::clone(&starting));
        let (server, rules) = (args.server, args.rules);
        tables.spawn(
            async move { play_table(server, rules, &meter, &starting, Duration::ZERO).await },
        );
    }
    eprintln!("setting up {} tables of {}", args.tables, args.rules);
    while meter.playing() < args.tables {
        tokio::select! {
            Some(ended) = tables.join_next() => failed(ended)?,
            () = tokio::time::sleep(Duration::from_millis(20)) => {}
        }
    }
    eprintln!("measuring for {} s", args.seconds);
    let cpu_before = args.server_pid.map(cpu_seconds).transpose()?;
    meter.start();
    tokio::select! {
        Some(ended) = tables.join_next() => failed(ended)?,
        () = tokio::time::sleep(Duration::from_secs(args.seconds)) => {}
    }
    let elapsed = meter.stop();
    let cpu = match (cpu_before, args.server_pid) {
        (Some(before), Some(pid)) => Some(cpu_seconds(pid)? - before),
        _ => None,
    };
    tables.abort_all();
    println!("{}", meter.report(args.tables, elapsed, cpu));
    Ok(())
}

/// A table plays until it is stopped; one that ends by itself has failed.
fn failed(ended: Result<Result<(), LoadError>, tokio::task::JoinError>) -> Result<(), LoadError> {
    match ended {
        Ok(result) => result,
        Err(_) => Err(LoadError::Stopped),
    }
}
