//! Plays at the tables of one of the compared servers, in the same way as `boneyard-loadgen` at
//! Boneyard's: one thread that waits with epoll, the same WebSocket library, and the same results.
//! Prints one JSON object.

mod connect;
mod dialect;
mod engine;
mod host;
mod stream;
mod table;

use std::error::Error;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use clap::Parser;
use serde_json::{Value, json};

use self::dialect::Dialect;
use self::engine::{Engine, Pace, Screens};

/// The pause after set-up, in which the server's memory settles at that of idle tables.
const SETTLE: Duration = Duration::from_secs(1);

/// The arguments of a measurement.
#[derive(Parser, Debug)]
struct Args {
    /// Address of the server
    #[arg(long)]
    server: SocketAddr,
    /// Process id of the server
    #[arg(long)]
    server_pid: u32,
    /// The server's protocol
    #[arg(long)]
    dialect: Dialect,
    /// Number of tables, each with two players
    #[arg(long, default_value_t = 500)]
    tables: usize,
    /// Moves per second, evenly at all tables together; if absent, every player plays as soon as
    /// possible
    #[arg(long)]
    rate: Option<f64>,
    /// How long to play before the measurement, in seconds: first as soon as possible, and then as
    /// long at the rate
    #[arg(long, default_value_t = 2)]
    warmup: u64,
    /// How long to measure, in seconds
    #[arg(long, default_value_t = 10)]
    seconds: u64,
}

fn main() -> Result<(), Box<dyn Error>> {
    let args = Args::parse();
    host::allow_open_files(args.tables * table::SEATS);
    let before = host::memory(args.server_pid)?;
    let mut engine = Engine::new()?;
    connect::add_tables(&mut engine, args.dialect, args.server, args.tables)?;
    engine.run(SETTLE)?;
    let seated = host::memory(args.server_pid)?;
    engine.set_pace(Pace::Closed)?;
    engine.run(Duration::from_secs(args.warmup))?;
    if let Some(rate) = args.rate {
        host::wake_in_time()?;
        engine.set_pace(Pace::Rate(rate))?;
        engine.run(Duration::from_secs(args.warmup))?;
    }
    engine.forget();
    let start = Instant::now();
    let (own_before, cpu_before) = (host::own_cpu(), host::cpu(args.server_pid)?);
    engine.run(Duration::from_secs(args.seconds))?;
    let seconds = start.elapsed().as_secs_f64();
    let (own, cpu) = (
        host::own_cpu().saturating_sub(own_before),
        host::cpu(args.server_pid)?,
    );
    let played = host::memory(args.server_pid)?;
    let moves = engine.own.count();
    if moves == 0 {
        return Err("no move was made".into());
    }
    let per_1000 = |time: Duration| time.as_secs_f64() * 1e6 / number(moves);
    let share =
        |bytes: u64| (number(bytes) - number(before)) / number((args.tables * table::SEATS) as u64);
    let user = cpu.user.saturating_sub(cpu_before.user);
    let system = cpu.system.saturating_sub(cpu_before.system);
    println!(
        "{}",
        json!({
            "tables": args.tables,
            "rate": args.rate,
            "seconds": seconds,
            "moves": moves,
            "moves_per_second": number(moves) / seconds,
            "overdue_moves": engine.overdue(),
            "own_screen": latency(&engine.own),
            "opponents_screens": latency(&engine.opponents),
            "bytes": { "per_move": number(engine.bytes) / number(moves) },
            "loadgen_core_share": own.as_secs_f64() / seconds,
            "server_cpu_per_1000_moves": {
                "total_ms": per_1000(user + system),
                "user_ms": per_1000(user),
                "system_ms": per_1000(system),
            },
            "server_memory": {
                "before_bytes": before,
                "seated_bytes": seated,
                "played_bytes": played,
                "per_seated_player_bytes": share(seated),
                "per_player_after_play_bytes": share(played),
            },
        })
    );
    Ok(())
}

fn latency(screens: &Screens) -> Value {
    json!({
        "p50_ms": screens.latency_ms(50.0),
        "p99_ms": screens.latency_ms(99.0),
        "p99_9_ms": screens.latency_ms(99.9),
        "max_ms": screens.latency_ms(100.0),
    })
}

#[expect(clippy::cast_precision_loss, reason = "figures for people")]
fn number(count: u64) -> f64 {
    count as f64
}
