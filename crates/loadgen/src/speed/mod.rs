//! Measures the speed of the server. It plays at many tables over real WebSockets, as fast as
//! possible or at a fixed rate.

mod address;
mod engine;
pub(crate) mod host;
mod http;
mod report;
mod sample;
mod setup;
mod stream;
mod table;
mod usage;
mod watchers;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use boneyard_protocol::ClockRule;
use boneyard_rules::Rules;
use clap::Args;
use serde_json::Value;

pub(crate) use self::engine::{Engine, Pace};
use self::host::Memory;
pub(crate) use self::setup::{TableSpec, add_tables};
use self::table::Table;
use self::usage::{MemoryUse, Usage};
use self::watchers::Watchers;
use crate::error::LoadError;

/// The interval at which is looked whether all watchers have come.
const TICK: Duration = Duration::from_millis(100);

/// The pause after set-up. When it ends, the server's memory is measured while all tables are idle.
const SETTLE: Duration = Duration::from_secs(1);

/// The arguments of a measurement.
#[derive(Args, Debug)]
pub(crate) struct SpeedArgs {
    /// Address of the server
    #[arg(long, default_value = "127.0.0.1:8080")]
    server: SocketAddr,
    /// Number of tables, each with a person at every seat
    #[arg(long, default_value_t = 500, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    tables: u32,
    /// The rules, in short notation: a preset with its target, for two to four players
    #[arg(long, default_value = "Draw 100")]
    rules: Rules,
    /// Moves per second, evenly at all tables together, each with a due time; if absent, every
    /// player plays as soon as possible
    #[arg(long, value_name = "MOVES_PER_SECOND", value_parser = rate)]
    rate: Option<f64>,
    /// How long to play before the measurement, in seconds. At a fixed rate, every player first
    /// plays as soon as possible for this time, so that tables are at different points of their
    /// matches
    #[arg(long, default_value_t = 2)]
    warmup: u64,
    /// How long to measure, in seconds
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..))]
    seconds: u64,
    /// Number of connections that only watch, evenly distributed over the tables
    #[arg(long, default_value_t = 0)]
    watchers: usize,
    /// Number of additional tables with a person at every seat, at which a match has begun but
    /// no move is made
    #[arg(long, default_value_t = 0)]
    idle_tables: usize,
    /// Have the idle tables played over days, so that the server need not keep them in memory once
    /// their players have gone
    #[arg(long)]
    idle_over_days: bool,
    /// The process id of the server, to report its CPU time and memory
    #[arg(long)]
    server_pid: Option<u32>,
    /// The path of the server's `SQLite` database, to report how much a move adds to it
    #[arg(long, value_name = "PATH")]
    database: Option<PathBuf>,
    /// The address of the server's metrics, to report how many appends are committed together
    #[arg(long, value_name = "ADDRESS:PORT")]
    metrics: Option<SocketAddr>,
}

impl SpeedArgs {
    /// The number of people at tables where all players are people, including idle tables.
    fn players(&self) -> usize {
        (self.tables as usize + self.idle_tables) * self.rules.seating().seat_count()
    }
}

/// Parses a number of moves per second, and checks its range.
fn rate(text: &str) -> Result<f64, String> {
    let rate = text.parse().map_err(|_| "not a number".to_owned())?;
    if (0.01..=1e6).contains(&rate) {
        Ok(rate)
    } else {
        Err("a rate is between 0.01 and 1,000,000".to_owned())
    }
}

/// Runs the measurement, and prints the report.
pub(crate) fn run(args: &SpeedArgs) -> Result<(), LoadError> {
    host::allow_open_files(args.players() + args.watchers);
    let before = memory(args)?;
    let mut engine = Engine::new()?;
    add(&mut engine, args, false, args.tables as usize)?;
    add(&mut engine, args, true, args.idle_tables)?;
    engine.run(SETTLE)?;
    let idle = before.zip(memory(args)?);
    let mut watchers = watch(&mut engine, args)?;
    warm_up(&mut engine, args)?;
    report::print(&measure(&mut engine, args, idle, &mut watchers)?)
}

/// The current memory usage of the server; `None` if its process id is not given.
fn memory(args: &SpeedArgs) -> Result<Option<Memory>, LoadError> {
    args.server_pid.map(host::memory).transpose()
}

/// Adds tables to the engine.
fn add(
    engine: &mut Engine,
    args: &SpeedArgs,
    is_idle: bool,
    count: usize,
) -> Result<(), LoadError> {
    let spec = TableSpec {
        server: args.server,
        rules: args.rules,
        is_idle,
        clock: if args.idle_over_days && is_idle {
            ClockRule::Days {
                days: 7,
                holiday: 0,
            }
        } else {
            ClockRule::None
        },
    };
    add_tables(engine, spec, count)?;
    eprintln!(
        "{count} {}tables are set up",
        if is_idle { "idle " } else { "" }
    );
    Ok(())
}

/// Adds the watchers; `None` if no watchers are requested.
fn watch(engine: &mut Engine, args: &SpeedArgs) -> Result<Option<Watchers>, LoadError> {
    if args.watchers == 0 {
        return Ok(None);
    }
    let tables = engine.tables().iter().map(Table::id);
    let mut watchers = Watchers::start(args.server, tables.collect(), args.watchers);
    while watchers.watching()? < args.watchers {
        engine.run(TICK)?;
    }
    Ok(Some(watchers))
}

/// Discards the previous measurement, and makes a new one. `idle` contains the server's memory
/// before and after the players took their seats.
fn measure(
    engine: &mut Engine,
    args: &SpeedArgs,
    idle: Option<(Memory, Memory)>,
    watchers: &mut Option<Watchers>,
) -> Result<Value, LoadError> {
    engine.reset();
    let start = Instant::now();
    let before = Usage::now(args, watchers.as_ref())?;
    play(engine, "measuring", args.seconds)?;
    let elapsed = start.elapsed();
    let used = Usage::now(args, watchers.as_ref())?.since(&before);
    if let Some(watchers) = watchers {
        watchers.watching()?;
    }
    let memory = idle.zip(memory(args)?);
    let memory = memory.map(|((before, seated), played)| MemoryUse {
        before,
        seated,
        played,
    });
    report::report(args, engine, elapsed, &used, memory)
}

/// Plays until the tables are at different points of their matches. Then changes to the rate that
/// will be measured.
fn warm_up(engine: &mut Engine, args: &SpeedArgs) -> Result<(), LoadError> {
    if args.warmup > 0 {
        engine.set_pace(Pace::Closed)?;
        play(engine, "warming up", args.warmup)?;
    }
    let Some(rate) = args.rate else {
        return engine.set_pace(Pace::Closed);
    };
    host::minimise_timer_slack()?;
    engine.set_pace(Pace::Rate(rate))?;
    play(engine, "slowing down", args.warmup)
}

/// Plays for this number of seconds.
fn play(engine: &mut Engine, title: &str, seconds: u64) -> Result<(), LoadError> {
    eprintln!("{title} for {seconds} s");
    engine.run(Duration::from_secs(seconds))
}
