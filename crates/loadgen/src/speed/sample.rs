//! Counts the frames and latencies at tables during a measurement.

use std::time::Duration;

use hdrhistogram::Histogram;

/// The precision of latencies in the histograms, in decimal digits: three digits are a tenth of a
/// percent.
const SIGNIFICANT_DIGITS: u8 = 3;

/// The longest latency in the histograms: a minute, in microseconds. Longer latencies are recorded
/// as this value.
const LATENCY_US_MAX: u64 = 60_000_000;

/// The measured frames of some tables.
pub(crate) struct Sample {
    /// The updates that show a play to the player who made it.
    pub(crate) own: Updates,
    /// The updates that show a play to an opponent.
    pub(super) opponents: Updates,
    /// All frames that players received.
    pub(super) frames: Frames,
}

/// The updates that show plays to one kind of receiver, with their latencies.
pub(crate) struct Updates {
    latency_us: Histogram<u64>,
    /// The number and size of these updates.
    pub(super) frames: Frames,
}

/// A number of frames, and the size of all their payloads together, in bytes.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Frames {
    pub(super) count: u64,
    pub(super) bytes: u64,
}

impl Sample {
    pub(super) fn new() -> Self {
        Self {
            own: Updates::new(),
            opponents: Updates::new(),
            frames: Frames::default(),
        }
    }

    /// The number of moves that were shown to the players who made them.
    pub(crate) fn moves(&self) -> u64 {
        self.own.frames.count
    }
}

impl Updates {
    fn new() -> Self {
        // The arguments are constants that are valid for a histogram.
        let latency_us = Histogram::new_with_max(LATENCY_US_MAX, SIGNIFICANT_DIGITS)
            .expect("constant bounds are valid");
        Self {
            latency_us,
            frames: Frames::default(),
        }
    }

    /// Adds an update that shows a play. `latency` is the time since the play was sent or, at a
    /// fixed rate, was due. `bytes` is the size of the update.
    pub(super) fn add(&mut self, latency: Duration, bytes: usize) {
        self.add_late(latency);
        self.frames.add(bytes);
    }

    /// Adds the latency of a play whose update hasn't arrived yet.
    pub(super) fn add_late(&mut self, latency: Duration) {
        let us = u64::try_from(latency.as_micros()).unwrap_or(LATENCY_US_MAX);
        self.latency_us.saturating_record(us);
    }

    /// A percentile of the latencies, in milliseconds.
    pub(crate) fn latency_ms(&self, percent: f64) -> f64 {
        ms(self.latency_us.value_at_percentile(percent))
    }

    /// The longest latency, in milliseconds.
    pub(super) fn latency_ms_max(&self) -> f64 {
        ms(self.latency_us.max())
    }
}

#[expect(clippy::cast_precision_loss, reason = "under a minute")]
fn ms(us: u64) -> f64 {
    us as f64 / 1000.0
}

impl Frames {
    /// Adds a frame of this size.
    pub(super) fn add(&mut self, bytes: usize) {
        self.count += 1;
        self.bytes += bytes as u64;
    }

    /// The mean size of a frame, in bytes.
    #[expect(clippy::cast_precision_loss, reason = "an average for people")]
    pub(super) fn bytes_mean(self) -> Option<f64> {
        (self.count > 0).then(|| self.bytes as f64 / self.count as f64)
    }
}
