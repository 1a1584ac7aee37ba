//! Plays many tables over real WebSockets, and reports the server's throughput, latency and costs.
//!
//! ```sh
//! target/release/boneyard-server --message-rate 1000000 --rows-per-address 1000000000 &
//! cargo run --profile dist -p boneyard-loadgen -- --tables 500 --server-pid $!
//! ```
//!
//! In a closed loop, every player plays as soon as possible. Such a run measures the server's
//! capacity. With `--rate`, moves are made at fixed times, and a latency is counted from the time
//! at which the move was due. Such a run measures how long people wait. Connections come from many
//! addresses of the loopback network, so that each address stays within the usual limits for one
//! address. But a simulated player sends more messages, and causes more rows in the database, than
//! a person. So the server needs higher limits. `--message-rate` limits the messages of one socket.
//! `--rows-per-address` limits the rows of one address, and a fixed part of it limits the rows of
//! one visitor.
//!
//! The last line of standard output is the report as a JSON object.
//!
//! Other commands: `boneyard-loadgen attack` (`scripts/attack`) attacks a server while
//! others play. `boneyard-loadgen faults` (`scripts/faults`) checks the log after crashes, cut
//! connections and full disks, and `boneyard-loadgen cluster` (`scripts/cluster`) does so for
//! several nodes. `boneyard-loadgen seekers` (`scripts/seekers`) lets people seek quick matches, and
//! `boneyard-loadgen tournament` (`scripts/tournament`) lets programs play a tournament.

mod attack;
mod client;
mod cluster;
mod error;
mod faults;
mod figures;
mod host;
mod http;
mod link;
mod people;
mod seek;
mod seekers;
mod server;
mod speed;
mod tournaments;
mod wire;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::attack::AttackArgs;
use crate::cluster::{ChargesArgs, ClusterArgs};
use crate::error::LoadError;
use crate::faults::FaultArgs;
use crate::seekers::SeekerArgs;
use crate::speed::SpeedArgs;
use crate::tournaments::TournamentArgs;

/// Plays many tables on a Boneyard server and reports moves, latency, CPU time, memory and bytes
#[derive(Parser, Debug)]
#[command(version, args_conflicts_with_subcommands = true)]
struct Args {
    /// A test other than the measurement of speed
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    speed: SpeedArgs,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Attack a server in many ways while players play and newcomers arrive
    Attack(AttackArgs),
    /// Kill nodes of a cluster, its PostgreSQL and its NATS, cut their links, and check the log
    Cluster(ClusterArgs),
    /// Measure which time players are charged while storage, NATS and nodes fail
    ClusterCharges(ChargesArgs),
    /// Kill the server, cut connections and fill the disk, and check the log
    Faults(FaultArgs),
    /// Let many people seek a quick match, and check the matches that they get
    Seekers(SeekerArgs),
    /// Let many programs play a tournament while servers are killed, and check it
    Tournament(TournamentArgs),
}

fn main() -> ExitCode {
    let args = Args::parse();
    let is_ok = match args.command {
        None => speed::run(&args.speed).map(|()| true),
        Some(Command::Attack(args)) => attack::run(&args),
        Some(Command::Cluster(args)) => block_on(cluster::run(args)),
        Some(Command::ClusterCharges(args)) => block_on(cluster::run_charges(args)),
        Some(Command::Faults(args)) => block_on(faults::run(args)),
        Some(Command::Seekers(args)) => block_on(seekers::run(args)),
        Some(Command::Tournament(args)) => block_on(tournaments::run(args)),
    };
    match is_ok {
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
