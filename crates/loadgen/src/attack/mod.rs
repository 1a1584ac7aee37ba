//! Attacks a server in many ways while players play and newcomers arrive. A scenario fails if a
//! newcomer can't begin a match, or if the server stops answering. The latencies of the players are
//! only printed, so that a reader can compare them.
//!
//! All traffic stays on the loopback network, and each attack is limited in its size and its time.
//! Attackers, players and the server share one machine here. So the attackers' threads have idle
//! priority: they run only when no other thread needs the core.

mod attacker;
mod codes;
mod counts;
mod honest;
mod http;
mod messages;
mod quick_match;
mod scenario;
mod tournaments;
mod trial;

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum as _};
use tokio::runtime::{Builder, Runtime};

use self::scenario::Scenario;
use self::trial::Bench;
use crate::error::LoadError;
use crate::speed::host;

/// The highest number of connections of this process: those of attackers, players and newcomers
/// together.
const CONNECTIONS_MAX: usize = 8_000;

/// The number of threads on which the attackers run.
const ATTACKERS_THREADS: usize = 2;

/// Starts a server and attacks it.
#[derive(Args, Debug)]
pub(crate) struct AttackArgs {
    /// The path of the server's program
    #[arg(long)]
    program: PathBuf,
    /// Use few attackers and short windows; takes less than a minute
    #[arg(long)]
    quick: bool,
    /// The attacks to make; all if absent
    scenarios: Vec<Scenario>,
}

/// The load and the times of a run.
#[derive(Clone, Copy, Debug)]
struct Plan {
    tables: usize,
    /// Moves per second at all tables together.
    rate: f64,
    /// The number of windows with attackers, which is also the number of windows without them.
    rounds: u8,
    window: Duration,
    /// How long an attack runs before its window begins, so that all attackers are connected.
    lead: Duration,
    /// The pause after an attack, so that its effects have ended before the next window without
    /// attackers.
    rest: Duration,
    /// The number of newcomers who arrive in each window.
    newcomers: u32,
}

const USUAL: Plan = Plan {
    tables: 100,
    rate: 600.0,
    rounds: 5,
    window: Duration::from_secs(2),
    lead: Duration::from_secs(1),
    rest: Duration::from_secs(1),
    newcomers: 4,
};

const QUICK: Plan = Plan {
    tables: 6,
    rate: 36.0,
    rounds: 1,
    window: Duration::from_millis(800),
    lead: Duration::from_millis(300),
    rest: Duration::ZERO,
    newcomers: 3,
};

/// Runs the chosen attacks, and prints a report for each. Returns whether no scenario failed.
pub(crate) fn run(args: &AttackArgs) -> Result<bool, LoadError> {
    host::allow_open_files(CONNECTIONS_MAX);
    let scenarios = match &args.scenarios[..] {
        [] => Scenario::value_variants(),
        chosen => chosen,
    };
    let visitors = Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()?;
    let bench = Bench {
        program: &args.program,
        is_quick: args.quick,
        plan: if args.quick { QUICK } else { USUAL },
        attackers: attackers()?,
        visitors,
    };
    let mut is_ok = true;
    for scenario in scenarios {
        let report = bench.run(*scenario);
        println!("{report}");
        is_ok &= report.failures.is_empty();
    }
    Ok(is_ok)
}

/// Creates the runtime of the attackers.
fn attackers() -> Result<Runtime, LoadError> {
    Ok(Builder::new_multi_thread()
        .worker_threads(ATTACKERS_THREADS)
        .on_thread_start(set_idle_priority)
        .enable_all()
        .build()?)
}

/// Gives the current thread idle priority, so that it runs only when no other thread needs the
/// core.
fn set_idle_priority() {
    #[cfg(target_os = "linux")]
    {
        use thread_priority::{
            NormalThreadSchedulePolicy::Idle, ThreadPriority, ThreadSchedulePolicy::Normal, unix,
        };

        let this = unix::thread_native_id();
        // If this call fails, the attackers take a little more CPU time from the server, which is
        // no problem.
        let _ = unix::set_thread_priority_and_policy(this, ThreadPriority::Min, Normal(Idle));
    }
}
