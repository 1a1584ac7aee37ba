//! How far a node's clock is from the database's clock, so that all nodes of a cluster use the same time.

use std::collections::VecDeque;
use std::time::Duration;

use boneyard_base::{Timestamp, limits};

/// A measurement: a node has asked the database for its time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClockSample {
    /// The time of the database's clock minus the time of the node's clock, in milliseconds. It is wrong by at
    /// most half of the round trip.
    offset_ms: i64,
    round_trip_ms: i64,
}

impl ClockSample {
    /// The measurement in which the database's answer `database` arrived after `round_trip`, at the time
    /// `node` of the node's own clock.
    pub fn new(database: Timestamp, node: Timestamp, round_trip: Duration) -> Self {
        let round_trip_ms = i64::try_from(round_trip.as_millis()).unwrap_or(i64::MAX);
        Self {
            // The database has read its clock half of the round trip ago, give or take as much.
            offset_ms: database.0.saturating_sub(node.0) + round_trip_ms / 2,
            round_trip_ms,
        }
    }

    /// Whether both measurements can be right, if neither clock was set between them.
    const fn agrees(&self, other: &Self) -> bool {
        let apart_ms = self.offset_ms.abs_diff(other.offset_ms);
        let explained_ms = self.round_trip_ms.saturating_add(other.round_trip_ms) / 2;
        apart_ms
            <= explained_ms
                .saturating_add(limits::CLOCK_DRIFT_MS)
                .unsigned_abs()
    }
}

/// The last measurements of a node.
#[derive(Debug, Default)]
pub struct ClockOffset {
    samples: VecDeque<ClockSample>,
}

impl ClockOffset {
    /// Adds a measurement. Returns what must be added to the node's clock, in milliseconds, by the measurement
    /// with the shortest round trip. Measurements that the new one contradicts are dropped, because a clock
    /// was set since then.
    pub fn add(&mut self, sample: ClockSample) -> i64 {
        self.samples.retain(|earlier| earlier.agrees(&sample));
        if self.samples.len() == limits::CLOCK_SAMPLES {
            self.samples.pop_front();
        }
        self.samples.push_back(sample);
        let samples = self.samples.iter();
        let best = samples.min_by_key(|sample| sample.round_trip_ms);
        best.unwrap_or(&sample).offset_ms
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// A measurement at a true time, by a node whose clock is wrong by `error_ms`. Of the round trip,
    /// `there_ms` are the way to the database.
    fn sample(true_ms: i64, error_ms: i64, there_ms: i64, back_ms: i64) -> ClockSample {
        let round_trip = Duration::from_millis((there_ms + back_ms).unsigned_abs());
        let answered_ms = true_ms + there_ms + back_ms;
        ClockSample::new(
            Timestamp(true_ms + there_ms),
            Timestamp(answered_ms + error_ms),
            round_trip,
        )
    }

    #[test]
    fn the_shortest_of_the_last_round_trips_counts() {
        let mut offset = ClockOffset::default();
        assert_eq!(offset.add(sample(0, 3_000, 90, 10)), -2_960);
        assert_eq!(offset.add(sample(2_000, 3_000, 1, 1)), -3_000);
        for second in 2..9 {
            assert_eq!(offset.add(sample(1_000 * second, 3_000, 80, 0)), -3_000);
        }
        assert_eq!(offset.add(sample(9_000, 3_000, 80, 0)), -2_960);
    }

    #[test]
    fn a_clock_that_is_set_is_followed_at_once() {
        let mut offset = ClockOffset::default();
        offset.add(sample(0, 0, 1, 1));
        assert_eq!(offset.add(sample(2_000, -3_600_000, 40, 40)), 3_600_000);
        assert_eq!(offset.add(sample(4_000, 0, 40, 40)), 0);
    }

    proptest! {
        /// Nodes with wrong clocks agree about the time, as well as their shortest round trips allow. So a
        /// player who thinks for a second is charged a second, at whichever node the moves are made.
        #[test]
        fn nodes_with_wrong_clocks_charge_what_was_thought(
            errors in prop::array::uniform2(-20_000_i64..=20_000),
            ways in prop::collection::vec(prop::array::uniform4(0_i64..200), 1..30),
        ) {
            let mut nodes = [ClockOffset::default(), ClockOffset::default()];
            let mut row_ms = None;
            for (number, way) in ways.iter().enumerate() {
                let true_ms = 1_000 * i64::try_from(number).unwrap();
                let both = [(way[0], way[1]), (way[2], way[3])];
                for (node, (there, back)) in both.into_iter().enumerate() {
                    let measured = sample(true_ms, errors[node], there, back);
                    let offset_ms = nodes[node].add(measured);
                    if number % 2 == node {
                        // The node appends a row at this moment, by its corrected clock.
                        let corrected_ms = true_ms + errors[node] + offset_ms;
                        let charged_ms = row_ms.map(|row_ms| corrected_ms - row_ms);
                        row_ms = Some(corrected_ms);
                        if let Some(charged_ms) = charged_ms {
                            prop_assert!((charged_ms - 1_000_i64).abs() <= 202);
                        }
                    }
                }
            }
        }
    }
}
