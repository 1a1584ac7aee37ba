//! How long a player who leaves matches must wait before the next quick match. After the first leave there is
//! only a warning. Each further leave causes a longer wait. For each day since the last leave, one leave is
//! forgotten.

use crate::Conduct;
use boneyard_base::{Timestamp, limits};

impl Conduct {
    /// The number of left matches that are not forgotten at `now`.
    pub fn leaves_at(&self, now: Timestamp) -> i64 {
        let forgotten = now.ms_since(self.left) / limits::LEAVE_FORGOTTEN_MS;
        (self.leaves - forgotten).max(0)
    }

    /// The conduct after the player has left a match at `at`. A leave that is not later than the last one
    /// doesn't count, since several nodes can report the same leave.
    pub fn after_leaving(self, at: Timestamp) -> Self {
        if self.leaves > 0 && at <= self.left {
            return self;
        }
        let most = i64::try_from(limits::WAITS_MINUTES.len()).unwrap_or(i64::MAX);
        let leaves = (self.leaves_at(at) + 1).min(most);
        let place = usize::try_from(leaves - 1).unwrap_or(0);
        let wait_ms = limits::WAITS_MINUTES[place] * 60_000;
        Self {
            leaves,
            left: at,
            waits_until: self.waits_until.max(at.plus_ms(wait_ms)),
            ..self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: Timestamp = Timestamp(1_700_000_000_000);
    const DAY: i64 = limits::LEAVE_FORGOTTEN_MS;

    /// The waiting times in minutes, if a player leaves a match at each of these times.
    fn waits(times: &[i64]) -> Vec<i64> {
        let mut conduct = Conduct::default();
        let wait = |&after_ms: &i64| {
            let at = START.plus_ms(after_ms);
            conduct = conduct.after_leaving(at);
            conduct.waits_until.ms_since(at) / 60_000
        };
        times.iter().map(wait).collect()
    }

    #[test]
    fn a_warning_comes_first_and_then_longer_waits_up_to_a_day() {
        let hours: Vec<i64> = (0..8).map(|hour| hour * 3_600_000).collect();
        assert_eq!(waits(&hours[..7]), [0, 2, 5, 15, 60, 240, 1440]);
        // The remaining time of the previous wait is not added.
        assert_eq!(waits(&hours)[7], 1440);
    }

    #[test]
    fn one_time_is_forgotten_each_day() {
        assert_eq!(waits(&[0, DAY - 1]), [0, 2]);
        assert_eq!(waits(&[0, DAY]), [0, 0]);
        assert_eq!(waits(&[0, 1, 2, 3, 3 + 2 * DAY]), [0, 2, 5, 15, 5]);
        assert_eq!(waits(&[0, 1, 2, 365 * DAY]), [0, 2, 5, 0]);
        let left = Conduct::default().after_leaving(START);
        assert_eq!(left.leaves_at(START), 1);
        assert_eq!(left.leaves_at(START.plus_ms(DAY)), 0);
    }

    #[test]
    fn a_leave_that_two_nodes_report_counts_once() {
        assert_eq!(waits(&[5, 5]), [0, 0]);
        let once = Conduct::default().after_leaving(START);
        assert_eq!(once.after_leaving(START), once);
        assert_eq!(once.after_leaving(START.plus_ms(-1)), once);
    }

    #[test]
    fn leaving_changes_no_mute() {
        let muted = Conduct {
            muted_until: START,
            closed: true,
            ..Conduct::default()
        };
        let after = muted.after_leaving(START);
        assert_eq!((after.muted_until, after.closed), (START, true));
    }
}
