//! The results of a measurement, as a table for people and as JSON for programs.

use std::fmt;
use std::time::Duration;

use serde::Serialize;

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

/// Two measurements of the same tables of people: the first without tables of computer players, the
/// second while such tables are played too.
#[derive(Serialize, Debug)]
pub(super) struct Comparison {
    alone: Report,
    beside: Report,
    computer_tables: usize,
    /// The number of moves of the people who play against computer players.
    computer_table_moves: u64,
    /// The median latency with tables of computer players, divided by the median latency without
    /// such tables.
    median_ratio: f64,
    p99_ratio: f64,
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
        let sample = &engine.people;
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

impl Comparison {
    pub(super) fn new(
        alone: Report,
        beside: Report,
        computer_tables: usize,
        computer_table_moves: u64,
    ) -> Self {
        Self {
            median_ratio: beside.own_screen.p50_ms / alone.own_screen.p50_ms,
            p99_ratio: beside.own_screen.p99_ms / alone.own_screen.p99_ms,
            alone,
            beside,
            computer_tables,
            computer_table_moves,
        }
    }
}

/// Writes a line of the table. If the value is absent, writes nothing.
fn line(f: &mut fmt::Formatter<'_>, name: &str, value: Option<impl fmt::Display>) -> fmt::Result {
    value.map_or(Ok(()), |value| writeln!(f, "  {name:<34} {value}"))
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pace = self.rate.map_or("closed loop".to_owned(), |rate| {
            format!("{rate} moves/s, latency from the due time")
        });
        let (tables, seats, watchers) = (self.tables, self.seats, self.watchers);
        let idle = self.idle_tables;
        writeln!(
            f,
            "{}: {tables} tables of {seats}, {idle} idle tables, {watchers} watchers, {pace}, {:.1} s",
            self.rules, self.seconds
        )?;
        line(f, "moves/s", Some(format!("{:.0}", self.moves_per_second)))?;
        let overdue = (self.overdue_moves > 0).then_some(self.overdue_moves);
        line(f, "moves that could not be sent in time", overdue)?;
        line(f, "ms to the player's own screen", Some(&self.own_screen))?;
        line(
            f,
            "ms to the opponents' screens",
            Some(&self.opponents_screens),
        )?;
        self.write_costs(f)?;
        let share = self.loadgen_core_share;
        line(
            f,
            "load generator",
            Some(format!("{:.0} % of a core", share * 100.0)),
        )?;
        if share > BUSY_SHARE {
            writeln!(
                f,
                "  The load generator was the bottleneck: the server could do more."
            )?;
        }
        Ok(())
    }
}

impl Report {
    fn write_costs(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cpu = self.server_cpu_per_1000_moves.as_ref().map(|cpu| {
            let CpuFigures {
                total_ms,
                user_ms,
                system_ms,
            } = cpu;
            format!("{total_ms:.1} ms (user {user_ms:.1}, system {system_ms:.1})")
        });
        line(f, "server CPU per 1,000 moves", cpu)?;
        let memory = self.server_memory.as_ref().map(|memory| {
            let kib = |bytes: f64| bytes / 1024.0;
            format!(
                "{:.1} KiB seated, {:.1} KiB after play",
                kib(memory.per_seated_player_bytes),
                kib(memory.per_player_after_play_bytes)
            )
        });
        line(f, "server memory per player", memory)?;
        let bytes = |value: f64| format!("{value:.0} bytes");
        line(
            f,
            "frames to players per move",
            Some(bytes(self.bytes.per_move)),
        )?;
        line(f, "update to the player", self.bytes.own_update.map(bytes))?;
        line(
            f,
            "update to an opponent",
            self.bytes.opponent_update.map(bytes),
        )?;
        line(
            f,
            "update to a watcher",
            self.bytes.watcher_update.map(bytes),
        )?;
        line(
            f,
            "written to disk per move",
            self.written_bytes_per_move.map(bytes),
        )?;
        line(
            f,
            "database growth per move",
            self.database_bytes_per_move.map(bytes),
        )?;
        let rows = self.rows_per_commit.map(|rows| format!("{rows:.1}"));
        line(f, "rows per commit", rows)
    }
}

impl fmt::Display for Latency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            p50_ms,
            p99_ms,
            p99_9_ms,
            max_ms,
        } = self;
        write!(
            f,
            "p50 {p50_ms:.2}  p99 {p99_ms:.2}  p99.9 {p99_9_ms:.2}  max {max_ms:.2}"
        )
    }
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.alone)?;
        writeln!(f, "beside {} tables with computers:", self.computer_tables)?;
        write!(f, "{}", self.beside)?;
        line(
            f,
            "median, as a ratio",
            Some(format!("{:.2}", self.median_ratio)),
        )?;
        line(f, "p99, as a ratio", Some(format!("{:.2}", self.p99_ratio)))
    }
}
