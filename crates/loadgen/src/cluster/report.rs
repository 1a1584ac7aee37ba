//! The report of a cluster test.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};

use super::STALL_MAX;
use super::absences::FalseAbsence;
use super::schedule::FaultKind;
use super::timeline::{Cost, Timeline};
use crate::error::LoadError;
use crate::figures::percentile;
use crate::people::{AnomalyKind, Findings, Observations};

/// The highest number of lines about failures that are printed. The evidence file contains all
/// lines.
const LINES_MAX: usize = 40;

/// The results of a cluster test.
pub(super) struct Report {
    pub(super) seed: u64,
    pub(super) found: Findings,
    pub(super) false_absences: Vec<FalseAbsence>,
    /// The number of tables that made no progress at the end.
    pub(super) stuck: usize,
    /// The number of nodes that didn't stop when they were asked to.
    pub(super) unstopped: usize,
    pub(super) panics: usize,
    pub(super) tables: usize,
    pub(super) time: Duration,
    pub(super) seen: Arc<Observations>,
    pub(super) timeline: Arc<Timeline>,
}

impl Report {
    /// Whether nothing failed.
    pub(super) fn is_ok(&self) -> bool {
        self.found.anomalies.is_empty()
            && self.false_absences.is_empty()
            && self.stuck + self.unstopped + self.panics == 0
            && self.seen.stalled(STALL_MAX).is_empty()
    }

    /// Prints the report, and writes all failures to an evidence file in the directory.
    pub(super) fn print(&self, directory: &Path) -> Result<(), LoadError> {
        self.print_costs();
        let evidence = self.evidence();
        for line in evidence.lines().take(LINES_MAX) {
            eprintln!("{line}");
        }
        let whole = evidence + &self.timeline.story() + &self.found.stories;
        fs::write(directory.join("evidence.txt"), whole)?;
        println!("{}", self.summary());
        Ok(())
    }

    fn print_costs(&self) {
        println!(
            "{:<30} {:>5}  {:>14} {:>13}  {:>16}  {:>9}",
            "fault", "times", "median stall s", "worst stall s", "lost connections", "moves/s"
        );
        for (name, cost) in self.timeline.costs() {
            let Cost {
                count,
                stalls_ms,
                lost_connections,
                moves,
                time,
            } = cost;
            let stall_s = |percent| {
                let ms = percentile(&stalls_ms, percent);
                Duration::from_millis(ms).as_secs_f64()
            };
            println!(
                "{name:<30} {count:>5}  {:>14.1} {:>13.1}  {lost_connections:>16}  {:>9.1}",
                stall_s(50),
                stall_s(100),
                f64::from(moves) / time.as_secs_f64().max(1.0),
            );
        }
    }

    /// The text of the evidence file: all failures, one line each.
    fn evidence(&self) -> String {
        let mut text = String::new();
        if let Some((table, stall)) = self.seen.longest_stall() {
            let _ = writeln!(
                text,
                "the longest stall: {} ms at table {table}, after version {}",
                stall.lasted_ms, stall.version
            );
        }
        for anomaly in &self.found.anomalies {
            let _ = writeln!(text, "{anomaly}");
        }
        for absence in &self.false_absences {
            let _ = writeln!(
                text,
                "false absence at table {}: {}",
                absence.table, absence.text
            );
        }
        text
    }

    /// The report as JSON. `stalled` are the tables that made no progress for longer than allowed, at any time in the
    /// run, and `placed_for` the moves that the server made for players whose time had run out.
    fn summary(&self) -> Value {
        let faults = self.timeline.faults();
        let count = |is_meant: fn(FaultKind) -> bool| {
            let kinds = faults.iter().map(|fault| fault.kind);
            kinds.filter(|kind| is_meant(*kind)).count()
        };
        let stall = self.seen.longest_stall();
        let found = |kind| self.found.count(kind);
        json!({
            "acknowledged": self.seen.acknowledged(),
            "lost": found(AnomalyKind::Lost),
            "twice": found(AnomalyKind::Duplicate),
            "out_of_order": found(AnomalyKind::OutOfOrder),
            "disagreed": found(AnomalyKind::Mismatch) + found(AnomalyKind::Unfair),
            "went_back": found(AnomalyKind::OlderVersion),
            "false_absences": self.false_absences.len(),
            "stuck": self.stuck,
            "unstopped": self.unstopped,
            "panics": self.panics,
            "kills": count(|kind| matches!(kind, FaultKind::NodeKilled { .. })),
            "longest_stall_ms": stall.map_or(0, |(_, stall)| stall.lasted_ms),
            "nats_kills": count(|kind| kind == FaultKind::NatsKilled),
            "postgres_restarts": count(|kind| kind == FaultKind::PostgresRestarted),
            "links": count(|kind| matches!(kind, FaultKind::LinkFails { .. })),
            "pauses": count(|kind| matches!(kind, FaultKind::NodePaused { .. })),
            "tables": self.tables,
            "stalled": self.seen.stalled(STALL_MAX).len(),
            "matches": self.seen.matches(),
            "moves": self.found.moves,
            "placed_for": self.found.placed_for,
            "lost_connections": self.seen.lost_connections(),
            "seconds": self.time.as_secs(),
            "seed": self.seed,
        })
    }
}
