//! The results of a measurement, for people and as JSON for programs.

use std::io::{self, Write};
use std::time::Duration;

use serde_json::{Value, json};

use super::SpeedArgs;
use super::engine::Engine;
use super::sample::Updates;
use super::usage::{MemoryUse, Usage};
use crate::error::LoadError;

/// If the load generator uses more than this share of a core, it may itself limit the throughput.
const BUSY_SHARE: f64 = 0.9;

/// The results of one measurement. Times are in milliseconds, sizes in bytes. Figures that couldn't be measured are
/// absent; so is `rate`, the requested number of moves per second, in a closed loop.
#[expect(clippy::cast_precision_loss, reason = "figures for people")]
pub(super) fn report(
    args: &SpeedArgs,
    engine: &Engine,
    elapsed: Duration,
    used: &Usage,
    memory: Option<MemoryUse>,
) -> Result<Value, LoadError> {
    let sample = &engine.moves;
    let moves = sample.moves();
    if moves == 0 {
        return Err(LoadError::NoMoves);
    }
    let per_move = |quantity: f64| quantity / moves as f64;
    let ms_per_1000_moves = |time: Duration| per_move(time.as_secs_f64() * 1e6);
    let seconds = elapsed.as_secs_f64();
    let cpu = used.server_cpu.map(|cpu| {
        json!({
            "total_ms": ms_per_1000_moves(cpu.user + cpu.system),
            "user_ms": ms_per_1000_moves(cpu.user),
            "system_ms": ms_per_1000_moves(cpu.system),
        })
    });
    let appends = used.appends.filter(|appends| appends.commits > 0.0);
    let mut report = json!({
        "rules": args.rules.to_string(),
        "tables": args.tables,
        "seats": args.rules.seating().seat_count(),
        "idle_tables": args.idle_tables,
        "watchers": args.watchers,
        "rate": args.rate,
        "seconds": seconds,
        "moves": moves,
        "moves_per_second": moves as f64 / seconds,
        // The moves that were due but not made at the end, because earlier moves at their tables were late.
        "overdue_moves": engine.overdue(),
        // The times from sending a play, or at a fixed rate from its due time, until its update arrives.
        "own_screen": latency(&sample.own),
        "opponents_screens": latency(&sample.opponents),
        // Mean sizes of the payloads of the server's frames; the first is of all players' frames for a move.
        "bytes": {
            "per_move": per_move(sample.frames.bytes as f64),
            "own_update": sample.own.frames.bytes_mean(),
            "opponent_update": sample.opponents.frames.bytes_mean(),
            "watcher_update": used.watched.bytes_mean(),
        },
        // The load generator's CPU time, as a share of one core.
        "loadgen_core_share": used.own_cpu.as_secs_f64() / seconds,
        "server_cpu_per_1000_moves": cpu,
        "server_memory": memory.map(|memory| memory_figures(&memory, args.players())),
        "written_bytes_per_move": used.written.map(|bytes| per_move(bytes as f64)),
        "database_bytes_per_move": used.database.map(|bytes| per_move(bytes as f64)),
        "rows_per_commit": appends.map(|appends| appends.rows / appends.commits),
    });
    if let Some(figures) = report.as_object_mut() {
        figures.retain(|_, figure| !figure.is_null());
    }
    Ok(report)
}

fn latency(updates: &Updates) -> Value {
    json!({
        "p50_ms": updates.latency_ms(50.0),
        "p99_ms": updates.latency_ms(99.0),
        "p99_9_ms": updates.latency_ms(99.9),
        "max_ms": updates.latency_ms_max(),
    })
}

/// How much the server's memory grew for each player: until all were seated, and until the end of the measurement,
/// with the memory for watchers. The memory that isn't backed by files is also given alone.
#[expect(clippy::cast_precision_loss, reason = "figures for people")]
fn memory_figures(memory: &MemoryUse, players: usize) -> Value {
    let share = |before: u64, after: u64| (after as f64 - before as f64) / players as f64;
    let MemoryUse {
        before,
        seated,
        played,
    } = memory;
    json!({
        "before_bytes": before.rss,
        "seated_bytes": seated.rss,
        "played_bytes": played.rss,
        "per_seated_player_bytes": share(before.rss, seated.rss),
        "per_seated_player_anonymous_bytes": share(before.anonymous, seated.anonymous),
        "per_player_after_play_bytes": share(before.rss, played.rss),
    })
}

/// Prints each figure on a line of its own for people, and below them one line of JSON for programs.
pub(super) fn print(report: &Value) -> Result<(), LoadError> {
    let mut out = io::stdout().lock();
    print_figures(&mut out, "", report)?;
    writeln!(out, "{report}")?;
    let share = &report["loadgen_core_share"];
    if share.as_f64().is_some_and(|share| share > BUSY_SHARE) {
        eprintln!("the load generator was the bottleneck: the server could do more");
    }
    Ok(())
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
