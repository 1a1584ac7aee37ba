//! Pauses of the process: it was stopped, or so busy that no task ran. Players whose sockets it has could not
//! play in this time.

use boneyard_base::{Timestamp, limits};
use parking_lot::Mutex;
use tokio::time::{Instant, MissedTickBehavior, interval};

use super::Tables;
use super::task::Input;

/// The pauses of this process. Each look shows that the process runs.
#[derive(Debug, Default)]
pub(crate) struct Pauses(Mutex<Looks>);

#[derive(Debug, Default)]
struct Looks {
    /// When the process was last known to run; `None` before the first look.
    last: Option<Instant>,
    pause: Option<Pause>,
}

/// A time in which the process did not run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Pause {
    pub(crate) from: Instant,
    pub(crate) until: Instant,
}

impl Pauses {
    /// Notes that the process runs now. Returns the last pause, which may just have ended.
    pub(crate) fn look(&self, now: Instant) -> Option<Pause> {
        self.0.lock().look(now)
    }

    /// The last pause, if looks are taken at intervals.
    pub(crate) fn last(&self) -> Option<Pause> {
        let mut looks = self.0.lock();
        looks.last?;
        looks.look(Instant::now())
    }
}

impl Looks {
    fn look(&mut self, now: Instant) -> Option<Pause> {
        let last = self.last.replace(now);
        if let Some(from) = last.filter(|&last| now - last > limits::PAUSE_MIN) {
            self.pause = Some(Pause { from, until: now });
        }
        self.pause
    }
}

impl Tables {
    /// Looks at intervals whether the process was paused or the clock has stepped, until the process ends. After a
    /// pause, all tables give its time back.
    pub async fn watch_pauses_for_ever(&self) {
        let mut ticks = interval(limits::PAUSE_CHECK_INTERVAL);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut known = None;
        let mut stepped_ms = self.clock().read().stepped_ms;
        loop {
            ticks.tick().await;
            let last = self.pauses().look(Instant::now());
            let step_ms = self.clock().read().stepped_ms - stepped_ms;
            if last != known || step_ms != 0 {
                known = last;
                stepped_ms += step_ms;
                self.give_all(|| Input::AfterPause).await;
            }
            if step_ms != 0 {
                self.after_step(step_ms).await;
            }
        }
    }

    /// Lets everything go on after a step of the clock that no loaded table knows by itself: what is stored, tables over
    /// days that aren't in memory, and the pages, which learn the time when they connect.
    pub(crate) async fn after_step(&self, step_ms: i64) {
        tracing::warn!(
            step_ms,
            "the clock was far off and has been set: it counts as a pause, and players connect again"
        );
        if step_ms < 0 {
            if let Err(error) = self.store().forget_future(self.clock().now()).await {
                tracing::error!(%error, "stored times that are in the future can't be mended");
            }
            self.tell_due_tables(Timestamp(i64::MAX)).await;
        }
        self.parts().sockets.send_away();
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_pause_is_a_long_time_between_two_looks() {
        let pauses = Pauses::default();
        assert_eq!(pauses.last(), None, "nobody looks at intervals");
        let start = Instant::now();
        let at = |ms: u64| start + Duration::from_millis(ms);
        for ms in [0, 500, 1_200] {
            assert_eq!(pauses.look(at(ms)), None);
        }
        let pause = Some(Pause {
            from: at(1_200),
            until: at(9_000),
        });
        assert_eq!(pauses.look(at(9_000)), pause);
        assert_eq!(pauses.look(at(9_500)), pause);
    }
}
