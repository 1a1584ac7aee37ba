//! Metrics of the thread that writes.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::histogram::Histogram;

/// The buckets of the latencies, in seconds. They range from a commit on a fast disk to the longest time for
/// which a table waits.
const SECONDS: [f64; 11] = [
    0.000_25, 0.000_5, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.25, 1.0, 10.0,
];

/// The buckets of batch sizes: powers of two, up to the largest batch.
const APPENDS: [f64; 10] = [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0, 512.0];

/// Metrics of the thread that writes. Clones share the same values.
#[derive(Clone, Debug)]
pub struct Meters {
    /// The time between the request of an append and its commit, in seconds.
    pub latency: Histogram,
    /// How many appends were committed together.
    pub batch: Histogram,
    /// How many appends failed.
    pub failures: Counter,
    failing: Arc<AtomicBool>,
}

impl Default for Meters {
    fn default() -> Self {
        Self {
            latency: Histogram::new(SECONDS),
            batch: Histogram::new(APPENDS),
            failures: Counter::default(),
            failing: Arc::default(),
        }
    }
}

impl Meters {
    /// Counts a committed batch. `waits` contains the waiting time of each append.
    #[expect(clippy::cast_precision_loss, reason = "a batch is small")]
    pub(super) fn committed(&self, waits: impl ExactSizeIterator<Item = Duration>) {
        self.batch.observe(waits.len() as f64);
        waits.for_each(|wait| self.latency.observe(wait.as_secs_f64()));
        self.failing.store(false, Ordering::Relaxed);
    }

    /// Counts appends that failed in the same transaction.
    pub(super) fn failed(&self, appends: usize) {
        self.failures.inc_by(appends as u64);
        self.failing.store(true, Ordering::Relaxed);
    }

    /// Whether the last write failed.
    pub(super) fn is_failing(&self) -> bool {
        self.failing.load(Ordering::Relaxed)
    }

    /// Stores that a write has succeeded.
    pub(super) fn mended(&self) {
        self.failing.store(false, Ordering::Relaxed);
    }
}
