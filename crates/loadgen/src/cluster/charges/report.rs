//! What players were charged beyond their thought, by deployment and fault.

use std::collections::HashMap;
use std::time::Duration;

use tokio::time::Instant;

use super::trouble::Hit;
use super::turns::Turn;
use crate::error::LoadError;

/// The most that a turn may be charged beyond its player's thought: what an answer may take on a busy machine.
const BEYOND_MS_MAX: i64 = 500;

/// What was found with one fault in one deployment.
#[derive(Default, Debug)]
pub(super) struct Row {
    /// For each try, the most that a turn was charged beyond its player's thought, in milliseconds.
    tries_ms: Vec<i64>,
    /// The same for the other turns of the time, which the fault did not hit.
    others_ms: Vec<i64>,
    /// Why the fault could not be tried.
    failed: Option<String>,
}

/// The rows of a run.
#[derive(Default, Debug)]
pub(super) struct Report {
    rows: Vec<(&'static str, &'static str, Row)>,
    pub(super) panics: usize,
}

impl Row {
    /// A row of a fault that could not be tried.
    pub(super) fn failed(error: &LoadError) -> Self {
        Self {
            failed: Some(error.to_string()),
            ..Self::default()
        }
    }

    /// Adds the turns of one round, in which the fault lasted from `began` to `ended`.
    pub(super) fn add(&mut self, turns: &[Turn], hit: Hit, (began, ended): (Instant, Instant)) {
        let middle = began + (ended - began) / 2;
        let is_hit = |turn: &Turn| match hit {
            Hit::UnderWayForLong => turn.learned <= middle && turn.played >= ended,
            Hit::AtNode(node) => turn.server == node && turn.learned <= began,
            Hit::WorstOfTable => true,
        };
        let mut worst: HashMap<usize, i64> = HashMap::new();
        for turn in turns {
            if is_hit(turn) {
                let known = worst.entry(turn.table).or_insert(turn.beyond_ms);
                *known = turn.beyond_ms.max(*known);
            } else {
                self.others_ms.push(turn.beyond_ms);
            }
        }
        self.tries_ms.extend(worst.into_values());
    }

    fn over(&self) -> usize {
        let all = self.tries_ms.iter().chain(&self.others_ms);
        all.filter(|ms| **ms > BEYOND_MS_MAX).count()
    }

    fn is_ok(&self) -> bool {
        self.failed.is_none() && !self.tries_ms.is_empty() && self.over() == 0
    }
}

impl Report {
    pub(super) fn add(&mut self, shape: &'static str, fault: &'static str, row: Row) {
        self.rows.push((shape, fault, row));
    }

    /// Whether each fault was tried, and no turn was charged more than the bound.
    pub(super) fn is_ok(&self) -> bool {
        self.panics == 0 && self.rows.iter().all(|(.., row)| row.is_ok())
    }

    pub(super) fn print(&self) {
        println!(
            "{:<12} {:<26} {:>5}  {:>8} {:>7} {:>7}  {:>10}  {:>10}",
            "deployment",
            "fault",
            "tries",
            "median s",
            "p99 s",
            "max s",
            "others' max",
            "over 0.5 s"
        );
        for (shape, fault, row) in &self.rows {
            if let Some(why) = &row.failed {
                println!("{shape:<12} {fault:<26} not tried: {why}");
                continue;
            }
            let mut tries_ms = row.tries_ms.clone();
            tries_ms.sort_unstable();
            println!(
                "{shape:<12} {fault:<26} {:>5}  {:>8.2} {:>7.2} {:>7.2}  {:>10.2}  {:>10}",
                tries_ms.len(),
                percentile(&tries_ms, 50),
                percentile(&tries_ms, 99),
                percentile(&tries_ms, 100),
                seconds(row.others_ms.iter().max().copied()),
                row.over(),
            );
        }
        if self.panics > 0 {
            println!("{} panics of servers", self.panics);
        }
    }
}

/// The value that this percentage of the sorted values doesn't exceed, in seconds.
fn percentile(sorted_ms: &[i64], percent: usize) -> f64 {
    let rank = (sorted_ms.len() * percent).div_ceil(100);
    seconds(sorted_ms.get(rank.saturating_sub(1)).copied())
}

fn seconds(ms: Option<i64>) -> f64 {
    let ms = ms.unwrap_or(0);
    let size = Duration::from_millis(ms.unsigned_abs()).as_secs_f64();
    if ms < 0 { -size } else { size }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Duration = Duration::from_millis(1);

    /// A turn at a table over server 1, which lasts from the first to the second of these milliseconds.
    fn turn(from: Instant, table: usize, (learned, played): (u32, u32), beyond_ms: i64) -> Turn {
        Turn {
            table,
            server: 1,
            learned: from + MS * learned,
            played: from + MS * played,
            beyond_ms,
        }
    }

    #[test]
    fn a_try_is_the_turn_that_the_fault_hit() {
        let from = Instant::now();
        let time = (from + MS * 100, from + MS * 200);
        let turns = [
            turn(from, 0, (50, 150), 10),
            turn(from, 0, (150, 250), 20),
            turn(from, 0, (190, 210), 40),
            turn(from, 1, (60, 260), 30),
        ];
        for (hit, mut tries) in [
            (Hit::UnderWayForLong, vec![20, 30]),
            (Hit::AtNode(1), vec![10, 30]),
            (Hit::AtNode(0), vec![]),
            (Hit::WorstOfTable, vec![30, 40]),
        ] {
            let mut row = Row::default();
            row.add(&turns, hit, time);
            row.tries_ms.sort_unstable();
            tries.sort_unstable();
            assert_eq!(row.tries_ms, tries, "{hit:?}");
        }
    }

    #[test]
    fn a_turn_over_the_bound_fails_and_so_does_a_fault_without_a_try() {
        let from = Instant::now();
        let time = (from, from + MS * 200);
        let mut row = Row::default();
        assert!(!row.is_ok());
        row.add(
            &[turn(from, 0, (50, 150), BEYOND_MS_MAX)],
            Hit::WorstOfTable,
            time,
        );
        assert!(row.is_ok());
        row.add(
            &[turn(from, 0, (50, 150), BEYOND_MS_MAX + 1)],
            Hit::UnderWayForLong,
            time,
        );
        assert!(!row.is_ok(), "a turn that is no try holds the bound too");
        assert!(!Row::failed(&LoadError::Panicked).is_ok());
    }
}
