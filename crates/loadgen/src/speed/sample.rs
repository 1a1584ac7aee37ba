//! What is measured at tables while a time is measured.

use std::time::Duration;

use hdrhistogram::Histogram;

/// Digits of a latency that the histograms keep: a tenth of a percent.
const SIGNIFICANT_DIGITS: u8 = 3;

/// The longest latency that is told from longer ones, in microseconds: a minute.
const LATENCY_US_MAX: u64 = 60_000_000;

/// The moves at some tables.
pub(crate) struct Sample {
    /// From a play to its update on the player's own screen.
    pub(crate) own: Screens,
    /// From a play to its update on each opponent's screen.
    pub(super) opponents: Screens,
    /// Frames to players, of all kinds.
    pub(super) frames: Frames,
}

/// Updates that show a play, as they arrive at one kind of receiver.
pub(crate) struct Screens {
    latency_us: Histogram<u64>,
    /// The updates themselves.
    pub(super) frames: Frames,
}

/// Frames and the bytes of their payloads.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Frames {
    pub(super) count: u64,
    pub(super) bytes: u64,
}

impl Sample {
    pub(super) fn new() -> Self {
        Self {
            own: Screens::new(),
            opponents: Screens::new(),
            frames: Frames::default(),
        }
    }

    /// Moves that came back to their players.
    pub(crate) fn moves(&self) -> u64 {
        self.own.frames.count
    }
}

impl Screens {
    fn new() -> Self {
        // The bounds are constants that the histogram takes.
        let latency_us = Histogram::new_with_max(LATENCY_US_MAX, SIGNIFICANT_DIGITS)
            .expect("constant bounds are valid");
        Self {
            latency_us,
            frames: Frames::default(),
        }
    }

    /// An update of so many bytes came so long after its play was sent, or was to be sent.
    pub(super) fn add(&mut self, latency: Duration, bytes: usize) {
        self.add_late(latency);
        self.frames.add(bytes);
    }

    /// No update has come so long after its play was to be sent.
    pub(super) fn add_late(&mut self, latency: Duration) {
        let us = u64::try_from(latency.as_micros()).unwrap_or(LATENCY_US_MAX);
        self.latency_us.saturating_record(us);
    }

    /// What this share of the latencies, in percent, is no longer than: in milliseconds.
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
    /// One more frame, of so many bytes.
    pub(super) fn add(&mut self, bytes: usize) {
        self.count += 1;
        self.bytes += bytes as u64;
    }

    /// Bytes of a frame on average.
    #[expect(clippy::cast_precision_loss, reason = "an average for people")]
    pub(super) fn bytes_mean(self) -> Option<f64> {
        (self.count > 0).then(|| self.bytes as f64 / self.count as f64)
    }
}
