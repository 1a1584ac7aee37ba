//! Attacks a server in many ways while players play and newcomers arrive. A scenario fails if a newcomer can't
//! begin a match, or if the server stops answering; the players' latencies are printed, for a reader to
//! compare.
//!
//! All traffic stays on the loopback network, and each attack is limited in count and in time. Attackers and
//! players share the server's machine here, so the attackers' threads run only when no other thread wants the
//! core.

mod attacker;
mod connections;
mod counts;
mod honest;
mod http;
mod messages;
mod scenario;
mod trial;

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum as _};
use tokio::runtime::{Builder, Runtime};

use self::scenario::Scenario;
use self::trial::Bench;
use crate::error::LoadError;
use crate::speed::host;

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
    /// Use few attackers and short windows; takes less than a minute
    #[arg(long)]
    quick: bool,
    /// The attacks to make; all if absent
    scenarios: Vec<Scenario>,
}

/// How much is played, and for how long.
#[derive(Clone, Copy, Debug)]
struct Plan {
    tables: usize,
    /// Moves per second at all tables together.
    rate: f64,
    /// The number of windows without attackers, and of windows with them.
    rounds: u8,
    window: Duration,
    /// How long an attack lasts before it is measured, so that the attackers can connect.
    lead: Duration,
    /// The pause after an attack, so that its after-effects aren't measured as the experience without
    /// attackers.
    rest: Duration,
    /// The number of newcomers in a window.
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

/// Makes all attacks, and prints the result of each. Returns whether none failed.
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

/// The runtime of the attackers.
fn attackers() -> Result<Runtime, LoadError> {
    Ok(Builder::new_multi_thread()
        .worker_threads(ATTACKERS_THREADS)
        .on_thread_start(set_idle_priority)
        .enable_all()
        .build()?)
}

/// Lets this thread of an attacker run only when no other thread wants the core.
fn set_idle_priority() {
    #[cfg(target_os = "linux")]
    {
        use thread_priority::{
            NormalThreadSchedulePolicy::Idle, ThreadPriority, ThreadSchedulePolicy::Normal, unix,
        };

        let this = unix::thread_native_id();
        // If this fails, an attack costs a little more.
        let _ = unix::set_thread_priority_and_policy(this, ThreadPriority::Min, Normal(Idle));
    }
}
