//! How the run went, second by second, and what failed meanwhile.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use super::schedule::FaultKind;
use crate::people::Seen;

/// For how long after a fault has ended tables and connections still suffer from it, as the report counts
/// it.
const AFTERMATH: Duration = Duration::from_secs(10);

/// The run, second by second.
#[derive(Debug)]
pub(super) struct Timeline {
    began: Instant,
    began_at: SystemTime,
    samples: Mutex<Vec<Sample>>,
    faults: Mutex<Vec<Happened>>,
}

/// A look at all tables.
#[derive(Clone, Copy, Debug)]
struct Sample {
    at: Duration,
    moves: usize,
    lost_connections: u64,
    stall_ms: u64,
}

/// A fault that there was.
#[derive(Clone, Copy, Debug)]
pub(super) struct Happened {
    pub(super) kind: FaultKind,
    pub(super) began: Duration,
    pub(super) ended: Option<Duration>,
}

/// What faults of one kind cost.
#[derive(Default, Debug)]
pub(super) struct Cost {
    pub(super) count: usize,
    /// The longest stall of any table, for each fault.
    pub(super) stalls_ms: Vec<u64>,
    pub(super) lost_connections: u64,
    /// Moves in the time that the faults and what follows them took.
    pub(super) moves: u32,
    pub(super) time: Duration,
}

impl Timeline {
    /// Begins now.
    pub(super) fn new() -> Self {
        Self {
            began: Instant::now(),
            began_at: SystemTime::now(),
            samples: Mutex::default(),
            faults: Mutex::default(),
        }
    }

    /// How long it has been.
    pub(super) fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }

    /// Notes how the tables are.
    pub(super) fn sample(&self, seen: &Seen) {
        let sample = Sample {
            at: self.elapsed(),
            moves: seen.acknowledged(),
            lost_connections: seen.lost_connections(),
            stall_ms: seen.stall_now().lasted_ms,
        };
        lock(&self.samples).push(sample);
    }

    /// A fault begins; its number.
    pub(super) fn begin(&self, kind: FaultKind) -> usize {
        let began = self.elapsed();
        eprintln!("{:6.1} s  {kind}", began.as_secs_f64());
        let mut faults = lock(&self.faults);
        faults.push(Happened {
            kind,
            began,
            ended: None,
        });
        faults.len() - 1
    }

    /// A fault is over.
    pub(super) fn end(&self, number: usize) {
        let ended = self.elapsed();
        if let Some(fault) = lock(&self.faults).get_mut(number) {
            fault.ended = Some(ended);
        }
    }

    /// The faults that there were.
    pub(super) fn faults(&self) -> Vec<Happened> {
        lock(&self.faults).clone()
    }

    /// When what failed, in milliseconds since 1970, as the log counts them.
    pub(super) fn story(&self) -> String {
        let began = self.began_at.duration_since(SystemTime::UNIX_EPOCH);
        let began = began.unwrap_or_default();
        let mut text = String::from("what failed:\n");
        for fault in lock(&self.faults).iter() {
            let at = |time: Duration| (began + time).as_millis();
            let ended = fault.ended.map_or(0, at);
            let _ = writeln!(text, "{} to {ended}: {}", at(fault.began), fault.kind);
        }
        text
    }

    /// What each kind of fault cost. Faults that come close to each other share what they cost.
    pub(super) fn costs(&self) -> BTreeMap<&'static str, Cost> {
        let samples = lock(&self.samples);
        let mut costs: BTreeMap<&'static str, Cost> = BTreeMap::new();
        for fault in lock(&self.faults).iter() {
            let until = fault.ended.unwrap_or(fault.began) + AFTERMATH;
            let during: Vec<&Sample> = samples
                .iter()
                .filter(|sample| sample.at >= fault.began && sample.at <= until)
                .collect();
            let (Some(first), Some(last)) = (during.first(), during.last()) else {
                continue;
            };
            let cost = costs.entry(fault.kind.name()).or_default();
            cost.count += 1;
            let stalls = during.iter().map(|sample| sample.stall_ms);
            cost.stalls_ms.push(stalls.max().unwrap_or(0));
            cost.lost_connections += last.lost_connections - first.lost_connections;
            cost.moves += u32::try_from(last.moves - first.moves).unwrap_or(u32::MAX);
            cost.time += last.at.saturating_sub(first.at);
        }
        costs
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
