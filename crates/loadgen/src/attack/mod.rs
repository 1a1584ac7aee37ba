//! Measures what attackers cost others: a server is attacked in many ways while honest players play
//! and newcomers arrive, and their experience is compared with that without attackers.
//!
//! All traffic stays on the loopback network, and each attack is limited in count and in time. Real
//! attackers and players have machines of their own; here they share the server's. So the threads
//! of attackers run only when no other thread wants the core, and the players' thread runs before
//! all others. To measure what they still cost each other, the same attack is also made on a second
//! server on this machine.

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

use self::priority::HighPriority;
use self::report::{HEADER, Summary};
use self::scenario::Scenario;
use self::trial::Bench;
use crate::error::LoadError;
use crate::speed::{host, progress_bar};

/// The highest number of connections of this process: attackers, players and newcomers.
const CONNECTIONS_MAX: usize = 8_000;

/// The number of threads of the attackers.
const ATTACKERS_THREADS: usize = 2;

/// Starts a server and attacks it.
#[derive(Args, Debug)]
pub(crate) struct AttackArgs {
    /// The path of the server's program
    #[arg(long)]
    program: PathBuf,
    /// Use few attackers and short windows, and don't judge latencies; takes less than a minute
    #[arg(long)]
    quick: bool,
    /// Number of tables, each with two players
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u16).range(1..=2_000))]
    tables: u16,
    /// Moves per second, evenly at all tables together
    #[arg(long, default_value_t = 600, value_parser = clap::value_parser!(u16).range(1..))]
    rate: u16,
    /// Number of windows of each kind
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u8).range(1..=100))]
    rounds: u8,
    /// Length of a window, in seconds
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..))]
    seconds: u8,
    /// The rules, in short notation, for two players
    #[arg(long, default_value = "Draw 100")]
    rules: Rules,
    /// The attacks to make; all if absent
    scenarios: Vec<Scenario>,
}

/// How much is played, and for how long.
#[derive(Clone, Copy, Debug)]
struct Plan {
    tables: usize,
    /// Moves per second at all tables together.
    rate: f64,
    rounds: u8,
    window: Duration,
    /// How long an attack lasts before it is measured, so that the attackers can connect.
    lead: Duration,
    /// The pause after an attack, so that its after-effects aren't measured as the experience
    /// without attackers.
    rest: Duration,
    /// The number of newcomers in a window.
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

    /// The length of a scenario.
    fn time(self) -> Duration {
        // The attack on the second server is only made if latencies are judged.
        let attacks = if self.rest.is_zero() { 1 } else { 2 };
        let attack = self.lead + self.window + self.rest;
        let round = self.window + attack * attacks;
        self.lead + round * u32::from(self.rounds)
    }
}

/// Makes all attacks, and prints a line for each and a summary. Returns whether none failed.
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
    let players_come_first = HighPriority::new().is_granted();
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
        // A scenario that ended early leaves a gap in the progress bar.
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

/// The runtime of the attackers.
fn attackers() -> Result<Runtime, LoadError> {
    Ok(Builder::new_multi_thread()
        .worker_threads(ATTACKERS_THREADS)
        .on_thread_start(priority::set_idle_priority)
        .enable_all()
        .build()?)
}
