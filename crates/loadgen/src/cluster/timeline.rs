//! A second-by-second record of a run, and the faults that were injected.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::time::{Duration, Instant, SystemTime};

use parking_lot::Mutex;

use super::schedule::FaultKind;
use crate::people::Observations;

/// The time after the end of a fault in which the effects are still attributed to this fault.
const AFTERMATH: Duration = Duration::from_secs(10);

/// The samples and faults of a run.
#[derive(Debug)]
pub(super) struct Timeline {
    began: Instant,
    began_at: SystemTime,
    samples: Mutex<Vec<Sample>>,
    faults: Mutex<Vec<InjectedFault>>,
}

/// The state of all tables together at one time.
#[derive(Clone, Copy, Debug)]
struct Sample {
    at: Duration,
    moves: usize,
    lost_connections: u64,
    stall_ms: u64,
}

/// A fault that was injected.
#[derive(Clone, Copy, Debug)]
pub(super) struct InjectedFault {
    pub(super) kind: FaultKind,
    pub(super) began: Duration,
    pub(super) ended: Option<Duration>,
}

/// The effects of all faults of one kind. A fault has effects while it lasts, and for the time
/// [`AFTERMATH`] after it.
#[derive(Default, Debug)]
pub(super) struct Cost {
    pub(super) count: usize,
    /// For each fault, the longest stall of any table while the fault had effects, in milliseconds.
    pub(super) stalls_ms: Vec<u64>,
    pub(super) lost_connections: u64,
    /// The number of moves while the faults had effects, for all faults together.
    pub(super) moves: u32,
    pub(super) time: Duration,
}

impl Timeline {
    /// Starts the timeline now.
    pub(super) fn new() -> Self {
        Self {
            began: Instant::now(),
            began_at: SystemTime::now(),
            samples: Mutex::default(),
            faults: Mutex::default(),
        }
    }

    /// The time since the timeline was started.
    pub(super) fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }

    /// Adds a sample of all tables.
    pub(super) fn sample(&self, seen: &Observations) {
        let sample = Sample {
            at: self.elapsed(),
            moves: seen.acknowledged(),
            lost_connections: seen.lost_connections(),
            stall_ms: seen.stall_now().lasted_ms,
        };
        self.samples.lock().push(sample);
    }

    /// Records the start of a fault. Returns the number of the fault.
    pub(super) fn begin(&self, kind: FaultKind) -> usize {
        let began = self.elapsed();
        eprintln!("{:6.1} s  {kind}", began.as_secs_f64());
        let mut faults = self.faults.lock();
        faults.push(InjectedFault {
            kind,
            began,
            ended: None,
        });
        faults.len() - 1
    }

    /// Records the end of a fault.
    pub(super) fn end(&self, number: usize) {
        let ended = self.elapsed();
        if let Some(fault) = self.faults.lock().get_mut(number) {
            fault.ended = Some(ended);
        }
    }

    /// All faults that were injected so far.
    pub(super) fn faults(&self) -> Vec<InjectedFault> {
        self.faults.lock().clone()
    }

    /// A text with all faults and their times, in milliseconds since 1970, as the log counts them.
    pub(super) fn story(&self) -> String {
        let began = self.began_at.duration_since(SystemTime::UNIX_EPOCH);
        let began = began.unwrap_or_default();
        let mut text = String::from("what failed:\n");
        for fault in self.faults.lock().iter() {
            let at = |time: Duration| (began + time).as_millis();
            let ended = fault.ended.map_or(0, at);
            let _ = writeln!(text, "{} to {ended}: {}", at(fault.began), fault.kind);
        }
        text
    }

    /// The effects of each kind of fault. If two faults overlap in time, the effects count for
    /// both.
    pub(super) fn costs(&self) -> BTreeMap<String, Cost> {
        let samples = self.samples.lock();
        let mut costs: BTreeMap<String, Cost> = BTreeMap::new();
        for fault in self.faults.lock().iter() {
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
