//! Plays many tables over real WebSockets, and reports what the server made of it.
//!
//! ```sh
//! target/release/boneyard-server --message-rate 1000000 --rows-per-address 1000000000 &
//! cargo run --release -p boneyard-loadgen -- --tables 500 --server-pid $!
//! ```
//!
//! In a closed loop every player plays as soon as they can: that shows how much the server can do.
//! With `--rate` moves are made at fixed times, and a latency counts from the time at which the move
//! was to be made: that shows how long people wait. Connections come from many addresses of the
//! loopback network, so that the server's limits for one address hold for each of them; only the
//! messages from one socket, and the rows of one visitor, are more than a person's, and need
//! `--message-rate` and `--rows-per-address`.
//!
//! With `--computer-tables` it measures twice in one run: the tables of people alone, and beside
//! tables where one person plays against two experts.
//!
//! The last line on standard output is the report as one JSON object.
//!
//! `boneyard-loadgen attack`, which `scripts/attack` calls, measures what attackers cost others, and
//! `boneyard-loadgen faults`, which `scripts/faults` calls, what is left when everything fails that can.
//! `boneyard-loadgen cluster`, which `scripts/cluster` calls, does the same to several nodes.
//! `boneyard-loadgen seekers`, which `scripts/seekers` calls, has people look for quick matches.

mod attack;
mod client;
mod cluster;
mod error;
mod faults;
mod people;
mod seekers;
mod server;
mod speed;
mod wire;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::attack::AttackArgs;
use crate::cluster::{ClusterArgs, CostArgs};
use crate::error::LoadError;
use crate::faults::FaultArgs;
use crate::seekers::SeekerArgs;
use crate::speed::SpeedArgs;

/// Plays many tables on a Boneyard server and reports moves, latency, CPU time, memory and bytes
#[derive(Parser, Debug)]
#[command(version, args_conflicts_with_subcommands = true)]
struct Args {
    /// Something else than measuring speed.
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    speed: SpeedArgs,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Attack a server in many ways, and compare what players and newcomers see with and without it
    Attack(AttackArgs),
    /// Kill nodes of a cluster, its PostgreSQL and its NATS, cut their links, and look what is left
    Cluster(ClusterArgs),
    /// Measure what one, two and three nodes cost at the same load
    ClusterCost(CostArgs),
    /// Kill the server, cut connections and fill the disk, and look what is left
    Faults(FaultArgs),
    /// Have many people look for a quick match, and look whom they get
    Seekers(SeekerArgs),
}

fn main() -> ExitCode {
    let args = Args::parse();
    let is_well = match args.command {
        None => speed::run(&args.speed).map(|()| true),
        Some(Command::Attack(args)) => attack::run(&args),
        Some(Command::Cluster(args)) => block_on(cluster::run(args)),
        Some(Command::ClusterCost(args)) => block_on(cluster::run_cost(args)),
        Some(Command::Faults(args)) => block_on(faults::run(args)),
        Some(Command::Seekers(args)) => block_on(seekers::run(args)),
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

fn block_on(run: impl Future<Output = Result<bool, LoadError>>) -> Result<bool, LoadError> {
    tokio::runtime::Runtime::new()?.block_on(run)
}
