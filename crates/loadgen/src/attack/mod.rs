//! What attackers cost others: a server is attacked in many ways while honest players play and
//! newcomers come, and what these see is compared with what they see without attackers.
//!
//! Everything stays on the loopback network. Each attack is bounded in count and in time. Attackers and
//! players have machines of their own where they are real, and here share the server's: the attackers'
//! threads run when no other wants the core, and the players' runs before all others. What they cost each
//! other all the same is measured: the same attack meets another server of the machine in turn.

mod attacker;
mod connections;
mod counts;
mod crowds;
mod honest;
mod lobby;
mod messages;
mod priority;
mod records;
mod report;
mod scenario;
mod trial;
mod writes;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use boneyard_rules::Rules;
use clap::{Args, ValueEnum as _};
use tokio::runtime::{Builder, Runtime};

use self::priority::ComesFirst;
use self::report::{HEADER, Summary};
use self::scenario::Scenario;
use self::trial::Bench;
use crate::error::LoadError;
use crate::speed::{host, progress_bar};

/// Connections of this process at once, at most: attackers, players and newcomers.
const CONNECTIONS_MAX: usize = 8_000;

/// Threads of the attackers.
const ATTACKERS_THREADS: usize = 2;

/// Starts a server and attacks it.
#[derive(Args, Debug)]
pub(crate) struct AttackArgs {
    /// The server's program
    #[arg(long)]
    program: PathBuf,
    /// Few attackers and short windows, without a judgement of latencies: under a minute in all
    #[arg(long)]
    quick: bool,
    /// Tables of two players each
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u16).range(1..=2_000))]
    tables: u16,
    /// Moves a second, evenly at all tables together
    #[arg(long, default_value_t = 600, value_parser = clap::value_parser!(u16).range(1..))]
    rate: u16,
    /// Windows of each kind
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u8).range(1..=100))]
    rounds: u8,
    /// How long a window is, in seconds
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..))]
    seconds: u8,
    /// What is played, in short notation, by two players
    #[arg(long, default_value = "Draw 100")]
    rules: Rules,
    /// How to attack; in all ways if not given
    scenarios: Vec<Scenario>,
}

/// How much is played, and when.
#[derive(Clone, Copy, Debug)]
struct Plan {
    tables: usize,
    /// Moves a second at all tables together.
    rate: f64,
    rounds: u8,
    window: Duration,
    /// How long an attack lasts before it is measured: the attackers connect.
    lead: Duration,
    /// How long nobody attacks after an attack: what the attackers left behind is not measured as what
    /// the players have without them.
    rest: Duration,
    /// Newcomers in a window.
    newcomers: u32,
}

impl Plan {
    fn new(args: &AttackArgs) -> Self {
        if args.quick {
            return Self {
                tables: 6,
                rate: 36.0,
                rounds: 1,
                window: Duration::from_millis(800),
                lead: Duration::from_millis(300),
                rest: Duration::ZERO,
                newcomers: 3,
            };
        }
        Self {
            tables: args.tables.into(),
            rate: args.rate.into(),
            rounds: args.rounds,
            window: Duration::from_secs(args.seconds.into()),
            lead: Duration::from_secs(1),
            rest: Duration::from_secs(1),
            newcomers: 4,
        }
    }

    /// How long a scenario takes.
    fn time(self) -> Duration {
        // The attack on the neighbour is measured only where latencies are judged.
        let attacks = if self.rest.is_zero() { 1 } else { 2 };
        let attack = self.lead + self.window + self.rest;
        let round = self.window + attack * attacks;
        self.lead + round * u32::from(self.rounds)
    }
}

/// Attacks in each way, and prints a line for each and a summary; whether nothing failed.
pub(crate) fn run(args: &AttackArgs) -> Result<bool, LoadError> {
    let began = Instant::now();
    host::allow_open_files(CONNECTIONS_MAX);
    let scenarios = match &args.scenarios[..] {
        [] => Scenario::value_variants(),
        chosen => chosen,
    };
    let plan = Plan::new(args);
    let time_ms = plan.time().as_millis() as u64 * scenarios.len() as u64;
    let bench = Bench {
        args,
        plan,
        attackers: attackers()?,
        visitors: Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()?,
        bar: progress_bar("", time_ms),
    };
    let players_come_first = ComesFirst::new().is_granted();
    if !players_come_first {
        println!(
            "The system doesn't let the players' thread run before all others, so their waits for a core \
             are measured as well; root may."
        );
    }
    println!("{HEADER}");
    let mut reports = Vec::new();
    for (done, scenario) in (0..).zip(scenarios) {
        bench.bar.set_message(scenario.to_string());
        let report = bench.run(*scenario);
        bench.bar.suspend(|| println!("{report}"));
        // A scenario that ended early leaves a gap.
        bench
            .bar
            .set_position(time_ms / scenarios.len() as u64 * (done + 1));
        reports.push(report);
    }
    bench.bar.finish_and_clear();
    let failures = reports.iter().filter(|report| !report.failures.is_empty());
    let summary = Summary {
        failures: failures.count(),
        scenarios: reports,
        players_come_first,
        seconds: began.elapsed().as_secs(),
    };
    println!("{}", serde_json::to_string(&summary)?);
    Ok(summary.failures == 0)
}

/// Where the attackers run.
fn attackers() -> Result<Runtime, LoadError> {
    Ok(Builder::new_multi_thread()
        .worker_threads(ATTACKERS_THREADS)
        .on_thread_start(priority::give_way)
        .enable_all()
        .build()?)
}
