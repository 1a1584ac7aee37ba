//! What is measured of the log's writer.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::histogram::Histogram;

/// From what a fast disk needs for a commit, to what a table waits for at most, in seconds.
const SECONDS: [f64; 11] = [
    0.000_25, 0.000_5, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.25, 1.0, 10.0,
];

/// Batches, by powers of two, up to the largest.
const APPENDS: [f64; 10] = [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0, 512.0];

/// What is measured of the log's writer. Clones are the same.
#[derive(Clone, Debug)]
pub struct Meters {
    /// How long appends took, from being asked for to being committed.
    pub latency: Histogram,
    /// How many appends were committed together.
    pub batch: Histogram,
    /// Appends that failed.
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
    /// A batch was committed whose appends had waited so long.
    #[expect(clippy::cast_precision_loss, reason = "a batch is small")]
    pub(super) fn committed(&self, waits: impl ExactSizeIterator<Item = Duration>) {
        self.batch.observe(waits.len() as f64);
        waits.for_each(|wait| self.latency.observe(wait.as_secs_f64()));
        self.failing.store(false, Ordering::Relaxed);
    }

    /// So many appends failed together.
    pub(super) fn failed(&self, appends: usize) {
        self.failures.inc_by(appends as u64);
        self.failing.store(true, Ordering::Relaxed);
    }

    /// Whether the last thing that was written could not be.
    pub(super) fn is_failing(&self) -> bool {
        self.failing.load(Ordering::Relaxed)
    }

    /// Something could be written again.
    pub(super) fn mended(&self) {
        self.failing.store(false, Ordering::Relaxed);
    }
}
