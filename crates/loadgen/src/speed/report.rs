//! The results of a measurement, for people and as JSON for programs.

use std::io::{self, Write};
use std::time::Duration;

use serde::Serialize;
use serde_json::Value;

use super::SpeedArgs;
use super::engine::Engine;
use super::host::Appends;
use super::sample::Updates;
use super::usage::{MemoryUse, Usage};
use crate::error::LoadError;

/// If the load generator uses more than this share of a core, it may itself limit the throughput.
const BUSY_SHARE: f64 = 0.9;

/// The results of one measurement. Times are in milliseconds, sizes in bytes. Fields that couldn't
/// be measured are absent.
#[derive(Serialize, Debug)]
pub(super) struct Report {
    rules: String,
    tables: u32,
    seats: usize,
    /// The number of tables at which people have begun a match but make no move.
    idle_tables: usize,
    watchers: usize,
    /// The requested number of moves per second; absent in a closed loop.
    #[serde(skip_serializing_if = "Option::is_none")]
    rate: Option<f64>,
    seconds: f64,
    moves: u64,
    moves_per_second: f64,
    /// The number of moves that were due but not made at the end, because earlier moves at their
    /// tables were late.
    overdue_moves: usize,
    own_screen: Latency,
    opponents_screens: Latency,
    bytes: Bytes,
    /// The load generator's CPU time, as a share of one core.
    loadgen_core_share: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    server_cpu_per_1000_moves: Option<CpuFigures>,
    #[serde(skip_serializing_if = "Option::is_none")]
    server_memory: Option<MemoryFigures>,
    #[serde(skip_serializing_if = "Option::is_none")]
    written_bytes_per_move: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    database_bytes_per_move: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rows_per_commit: Option<f64>,
}

/// The times from sending a play until its update arrives at a player.
#[derive(Serialize, Debug)]
#[expect(
    clippy::struct_field_names,
    reason = "a figure's name ends with its unit"
)]
struct Latency {
    p50_ms: f64,
    p99_ms: f64,
    p99_9_ms: f64,
    max_ms: f64,
}

/// Mean sizes of the payloads of the server's frames, in bytes.
#[derive(Serialize, Debug)]
struct Bytes {
    /// The size of the frames that all players together receive for each move.
    per_move: f64,
    /// The size of the update that shows a play to the player who made it.
    own_update: Option<f64>,
    /// The size of the update that shows a play to an opponent.
    opponent_update: Option<f64>,
    /// The size of an update that a watcher receives.
    watcher_update: Option<f64>,
}

#[derive(Serialize, Debug)]
#[expect(
    clippy::struct_field_names,
    reason = "a figure's name ends with its unit"
)]
struct CpuFigures {
    total_ms: f64,
    user_ms: f64,
    system_ms: f64,
}

#[derive(Serialize, Debug)]
#[expect(
    clippy::struct_field_names,
    reason = "a figure's name ends with its unit"
)]
struct MemoryFigures {
    before_bytes: u64,
    seated_bytes: u64,
    played_bytes: u64,
    /// The growth of the resident memory per seated player, before any play.
    per_seated_player_bytes: f64,
    /// The growth of the memory that isn't backed by files, per seated player, before any play.
    per_seated_player_anonymous_bytes: f64,
    /// The growth of the resident memory per player, until the end of the measurement. It includes
    /// the memory for watchers.
    per_player_after_play_bytes: f64,
}

impl Report {
    #[expect(clippy::cast_precision_loss, reason = "figures for people")]
    pub(super) fn new(
        args: &SpeedArgs,
        engine: &Engine,
        elapsed: Duration,
        used: &Usage,
        memory: Option<MemoryUse>,
    ) -> Result<Self, LoadError> {
        let sample = &engine.moves;
        let moves = sample.moves();
        if moves == 0 {
            return Err(LoadError::NoMoves);
        }
        let per_move = |quantity: f64| quantity / moves as f64;
        let seconds = elapsed.as_secs_f64();
        Ok(Self {
            rules: args.rules.to_string(),
            tables: args.tables,
            seats: args.rules.seating.seat_count(),
            idle_tables: args.idle_tables,
            watchers: args.watchers,
            rate: args.rate,
            seconds,
            moves,
            moves_per_second: moves as f64 / seconds,
            overdue_moves: engine.overdue(),
            own_screen: Latency::new(&sample.own),
            opponents_screens: Latency::new(&sample.opponents),
            bytes: Bytes {
                per_move: per_move(sample.frames.bytes as f64),
                own_update: sample.own.frames.bytes_mean(),
                opponent_update: sample.opponents.frames.bytes_mean(),
                watcher_update: used.watched.bytes_mean(),
            },
            loadgen_core_share: used.own_cpu.as_secs_f64() / seconds,
            server_cpu_per_1000_moves: used.server_cpu.map(|cpu| {
                let ms = |time: Duration| per_move(time.as_secs_f64() * 1e6);
                CpuFigures {
                    total_ms: ms(cpu.user + cpu.system),
                    user_ms: ms(cpu.user),
                    system_ms: ms(cpu.system),
                }
            }),
            server_memory: memory.map(|memory| MemoryFigures::new(&memory, args.players())),
            written_bytes_per_move: used.written.map(|bytes| per_move(bytes as f64)),
            database_bytes_per_move: used.database.map(|bytes| per_move(bytes as f64)),
            rows_per_commit: used.appends.and_then(rows_per_commit),
        })
    }
}

impl Latency {
    fn new(updates: &Updates) -> Self {
        Self {
            p50_ms: updates.latency_ms(50.0),
            p99_ms: updates.latency_ms(99.0),
            p99_9_ms: updates.latency_ms(99.9),
            max_ms: updates.latency_ms_max(),
        }
    }
}

fn rows_per_commit(appends: Appends) -> Option<f64> {
    (appends.commits > 0.0).then(|| appends.rows / appends.commits)
}

impl MemoryFigures {
    #[expect(clippy::cast_precision_loss, reason = "figures for people")]
    fn new(memory: &MemoryUse, players: usize) -> Self {
        let share = |before: u64, after: u64| (after as f64 - before as f64) / players as f64;
        let MemoryUse {
            before,
            seated,
            played,
        } = memory;
        Self {
            before_bytes: before.rss,
            seated_bytes: seated.rss,
            played_bytes: played.rss,
            per_seated_player_bytes: share(before.rss, seated.rss),
            per_seated_player_anonymous_bytes: share(before.anonymous, seated.anonymous),
            per_player_after_play_bytes: share(before.rss, played.rss),
        }
    }
}

impl Report {
    /// Prints each figure on a line of its own for people, and below them one line of JSON for programs.
    pub(super) fn print(&self) -> Result<(), LoadError> {
        let mut out = io::stdout().lock();
        print_figures(&mut out, "", &serde_json::to_value(self)?)?;
        writeln!(out, "{}", serde_json::to_string(self)?)?;
        if self.loadgen_core_share > BUSY_SHARE {
            eprintln!("the load generator was the bottleneck: the server could do more");
        }
        Ok(())
    }
}

/// Writes the figures of a part of the report, each with the names of the parts that it is in.
fn print_figures(out: &mut impl Write, name: &str, value: &Value) -> io::Result<()> {
    match value {
        Value::Object(fields) => fields.iter().try_for_each(|(field, value)| {
            let dot = if name.is_empty() { "" } else { "." };
            print_figures(out, &format!("{name}{dot}{field}"), value)
        }),
        Value::Number(number) if number.is_f64() => {
            writeln!(out, "{name:<48} {:.3}", number.as_f64().unwrap_or_default())
        }
        value => writeln!(out, "{name:<48} {value}"),
    }
}
