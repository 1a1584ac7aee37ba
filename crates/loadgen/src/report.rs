//! What is measured, and how it is told.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use serde::Serialize;

use crate::player::LoadError;

/// Collects the latency of every move while it is on.
#[derive(Default)]
pub(crate) struct Meter {
    on: AtomicBool,
    playing: AtomicUsize,
    since: Mutex<Option<Instant>>,
    latencies_us: Mutex<Vec<u32>>,
}

/// How fast the moves at some tables were.
#[derive(Serialize)]
pub(crate) struct Report {
    tables: usize,
    seconds: f64,
    moves: usize,
    moves_per_second: f64,
    latency_ms_median: f64,
    latency_ms_p99: f64,
    latency_ms_max: f64,
    server_cpu_ms_per_1000_moves: Option<f64>,
}

/// The same tables without and with others beside them.
#[derive(Serialize)]
pub(crate) struct Comparison {
    /// The tables of people alone.
    alone: Report,
    /// The same, beside the tables with computers.
    beside: Report,
    /// Moves of the people who play against the computers.
    computers: Report,
    /// By how much the latency has grown: 1 is not at all.
    median_ratio: f64,
    p99_ratio: f64,
}

impl Comparison {
    pub(crate) fn new(alone: Report, beside: Report, computers: Report) -> Self {
        Self {
            median_ratio: beside.latency_ms_median / alone.latency_ms_median,
            p99_ratio: beside.latency_ms_p99 / alone.latency_ms_p99,
            alone,
            beside,
            computers,
        }
    }
}

/// A report as one line of JSON.
pub(crate) fn to_json(report: &impl Serialize) -> String {
    serde_json::to_string(report).unwrap_or_default()
}

fn locked<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex
        .lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner)
}

impl Meter {
    /// One more table plays.
    pub(crate) fn table_plays(&self) {
        self.playing.fetch_add(1, Ordering::Relaxed);
    }

    /// How many tables play.
    pub(crate) fn playing(&self) -> usize {
        self.playing.load(Ordering::Relaxed)
    }

    /// Begins to measure.
    pub(crate) fn start(&self) {
        *locked(&self.since) = Some(Instant::now());
        self.on.store(true, Ordering::Relaxed);
    }

    /// Ends measuring; how long it went on.
    pub(crate) fn stop(&self) -> Duration {
        self.on.store(false, Ordering::Relaxed);
        locked(&self.since).map_or(Duration::ZERO, |since| since.elapsed())
    }

    /// A move came back to its player after so long.
    pub(crate) fn moved(&self, latency: Duration) {
        if self.on.load(Ordering::Relaxed) {
            locked(&self.latencies_us).push(u32::try_from(latency.as_micros()).unwrap_or(u32::MAX));
        }
    }

    /// What was measured, in milliseconds: how many moves, their median and the 99th percentile.
    pub(crate) fn take(&self) -> (usize, f64, f64) {
        let mut latencies = std::mem::take(&mut *locked(&self.latencies_us));
        latencies.sort_unstable();
        let moves = latencies.len();
        (
            moves,
            percentile(&latencies, 50),
            percentile(&latencies, 99),
        )
    }

    /// What was measured since the last report.
    #[expect(clippy::cast_precision_loss, reason = "figures for people")]
    pub(crate) fn report(&self, tables: usize, elapsed: Duration, cpu: Option<f64>) -> Report {
        let mut latencies = std::mem::take(&mut *locked(&self.latencies_us));
        latencies.sort_unstable();
        let moves = latencies.len();
        let at = |part| percentile(&latencies, part);
        Report {
            tables,
            seconds: elapsed.as_secs_f64(),
            moves,
            moves_per_second: moves as f64 / elapsed.as_secs_f64(),
            latency_ms_median: at(50),
            latency_ms_p99: at(99),
            latency_ms_max: at(100),
            server_cpu_ms_per_1000_moves: cpu.map(|cpu| cpu * 1e6 / moves as f64),
        }
    }
}

/// What so many hundredths of sorted microseconds are below, in milliseconds.
fn percentile(sorted_us: &[u32], part: usize) -> f64 {
    let rank = (sorted_us.len() * part / 100).min(sorted_us.len().saturating_sub(1));
    f64::from(sorted_us.get(rank).copied().unwrap_or(0)) / 1000.0
}

/// The CPU time that a process has used, in seconds, by Linux's accounting.
pub(crate) fn cpu_seconds(pid: u32) -> Result<f64, LoadError> {
    /// Linux counts in hundredths of a second for user programs, whatever the kernel's own clock.
    const TICKS_PER_SECOND: f64 = 100.0;
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).map_err(LoadError::Cpu)?;
    // The process name, in parentheses, may hold spaces; the fields are counted behind it.
    let fields: Vec<&str> = stat
        .rsplit(')')
        .next()
        .unwrap_or("")
        .split_whitespace()
        .collect();
    let ticks = |i: usize| {
        fields
            .get(i)
            .and_then(|field| field.parse::<f64>().ok())
            .unwrap_or(0.0)
    };
    Ok((ticks(11) + ticks(12)) / TICKS_PER_SECOND)
}
