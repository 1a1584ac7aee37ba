//! The time. All code that needs the time gets a [`Clock`] or a [`Timestamp`], so tests can set the time.

use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use parking_lot::Mutex;
use serde::{Deserialize, Serialize};

use crate::limits;

/// A point in time, in milliseconds since 1970-01-01 00:00 UTC.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Timestamp(pub i64);

impl Timestamp {
    /// The time that is `duration_ms` milliseconds later.
    #[must_use]
    pub fn plus_ms(self, duration_ms: i64) -> Self {
        Self(self.0.saturating_add(duration_ms))
    }

    /// The number of milliseconds since `earlier`. 0 if `earlier` is later than this time, which can happen
    /// after the system's clock was set back.
    #[must_use]
    pub fn ms_since(self, earlier: Self) -> i64 {
        self.0.saturating_sub(earlier.0).max(0)
    }
}

/// How often the server's time is compared with the system's clock.
const COMPARE_INTERVAL: Duration = Duration::from_secs(1);

/// After the system's clock was set by a small amount, the server's time approaches it by at most one part in this
/// many of the time that passes.
const APPROACH: i64 = 100;

/// What a clock shows at one moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reading {
    /// The time.
    pub now: Timestamp,
    /// The sum of all steps of the clock, in milliseconds: a time that was wrong by more than
    /// [`limits::CLOCK_STEP_MS`] was set at once. Without this sum the time runs evenly.
    pub stepped_ms: i64,
    /// How long the time has run evenly: since the last step, or since the clock was made.
    pub even_for: Duration,
}

/// Keeps the time of a server. It begins with the system's clock and then runs evenly, by a clock that nobody sets.
/// A small difference from the system's clock is made good slowly, so that no deadline comes early or late by more
/// than one part in [`APPROACH`]. A great one is made good at once, by a step: the system's clock was wrong and was
/// set, or the machine was asleep. Once the time was corrected by the database's clock, it follows that clock alone.
///
/// All that it knows of clocks are arguments, so tests can let them jump.
#[derive(Debug)]
struct Timekeeper {
    begun: Instant,
    begun_ms: i64,
    /// When the time was last compared with the system's clock, and the time then.
    compared: Instant,
    time_ms: i64,
    /// How far the database's clock is ahead of [`Self::own_ms`]; `None` without a database whose clock counts.
    offset_ms: Option<i64>,
    /// The latest time that was shown. Without a step the time never runs backward.
    latest_ms: i64,
    stepped_ms: i64,
    even_since: Instant,
}

impl Timekeeper {
    const fn new(now: Instant, system_ms: i64) -> Self {
        Self {
            begun: now,
            begun_ms: system_ms,
            compared: now,
            time_ms: system_ms,
            offset_ms: None,
            latest_ms: i64::MIN,
            stepped_ms: 0,
            even_since: now,
        }
    }

    /// What the clock shows at `now`, when the system's clock shows `system_ms`.
    fn read(&mut self, now: Instant, system_ms: impl FnOnce() -> i64) -> Reading {
        let time_ms = match self.offset_ms {
            Some(offset_ms) => self.own_ms(now).saturating_add(offset_ms),
            None => self.compared_ms(now, system_ms),
        };
        self.latest_ms = self.latest_ms.max(time_ms);
        Reading {
            now: Timestamp(self.latest_ms),
            stepped_ms: self.stepped_ms,
            even_for: now.saturating_duration_since(self.even_since),
        }
    }

    /// A time that nothing corrects or sets.
    fn own_ms(&self, now: Instant) -> i64 {
        let passed = now.saturating_duration_since(self.begun);
        self.begun_ms.saturating_add(whole_ms(passed))
    }

    /// The time that follows the system's clock.
    fn compared_ms(&mut self, now: Instant, system_ms: impl FnOnce() -> i64) -> i64 {
        let passed = now.saturating_duration_since(self.compared);
        let passed_ms = whole_ms(passed);
        let time_ms = self.time_ms.saturating_add(passed_ms);
        if passed < COMPARE_INTERVAL {
            return time_ms;
        }
        // The part of a millisecond that has passed in addition stays for the next comparison.
        let rest = Duration::from_nanos(u64::from(passed.subsec_nanos() % 1_000_000));
        self.compared = now.checked_sub(rest).unwrap_or(now);
        let behind_ms = system_ms().saturating_sub(time_ms);
        self.time_ms = if behind_ms.saturating_abs() > limits::CLOCK_STEP_MS {
            self.step(behind_ms, now);
            time_ms.saturating_add(behind_ms)
        } else {
            let approach_ms = passed_ms / APPROACH;
            time_ms + behind_ms.clamp(-approach_ms, approach_ms)
        };
        self.time_ms
    }

    /// Follows the database's clock, which is `offset_ms` ahead of [`Self::own_ms`]. If it was set by little, the
    /// time follows at once, since all nodes must agree. The first correction is no step: no time was shown before.
    fn correct(&mut self, offset_ms: i64, now: Instant) {
        match self.offset_ms.replace(offset_ms) {
            None => self.latest_ms = i64::MIN,
            Some(before) => {
                let by_ms = offset_ms.saturating_sub(before);
                if by_ms.saturating_abs() > limits::DATABASE_STEP_MS {
                    self.step(by_ms, now);
                }
            }
        }
    }

    /// Notes that the time is set.
    fn step(&mut self, by_ms: i64, now: Instant) {
        self.latest_ms = i64::MIN;
        self.stepped_ms = self.stepped_ms.saturating_add(by_ms);
        self.even_since = now;
    }
}

/// A duration in whole milliseconds.
fn whole_ms(duration: Duration) -> i64 {
    i64::try_from(duration.as_millis()).unwrap_or(i64::MAX)
}

/// What the system's clock shows, in milliseconds since 1970-01-01 00:00 UTC. If it shows a time before 1970,
/// it is wrong. With the time 0, the server continues to run until the host sets the clock.
fn system_time_ms() -> i64 {
    let since_epoch = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default();
    whole_ms(since_epoch)
}

/// A clock. Clones show the same time.
#[derive(Clone, Debug)]
pub struct Clock(Source);

#[derive(Clone, Debug)]
enum Source {
    /// The machine's clocks. A test may have made the system's clock wrong by `error_ms` milliseconds.
    Machine {
        keeper: Arc<Mutex<Timekeeper>>,
        error_ms: i64,
    },
    /// What a test has set.
    Manual(Arc<Mutex<Reading>>),
}

impl Clock {
    /// The clock of the server. It begins with the system's clock and runs evenly, except for steps.
    #[must_use]
    pub fn system() -> Self {
        Self::wrong_by(0)
    }

    /// A clock for tests. Its time changes only through the returned [`ManualClock`].
    #[must_use]
    pub fn manual(start: Timestamp) -> (Self, ManualClock) {
        let reading = Arc::new(Mutex::new(Reading {
            now: start,
            stepped_ms: 0,
            even_for: Duration::MAX,
        }));
        let clock = Self(Source::Manual(Arc::clone(&reading)));
        (clock, ManualClock { reading })
    }

    /// A clock for tests: the system's clock, if it were set wrong by `error_ms` milliseconds.
    #[must_use]
    pub fn wrong_by(error_ms: i64) -> Self {
        let keeper = Timekeeper::new(Instant::now(), system_time_ms() + error_ms);
        Self(Source::Machine {
            keeper: Arc::new(Mutex::new(keeper)),
            error_ms,
        })
    }

    /// What the clock shows now. The time runs backward only by a step.
    #[must_use]
    pub fn read(&self) -> Reading {
        match &self.0 {
            Source::Manual(reading) => *reading.lock(),
            Source::Machine { keeper, error_ms } => {
                let mut keeper = keeper.lock();
                keeper.read(Instant::now(), || system_time_ms() + error_ms)
            }
        }
    }

    /// The present time.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        self.read().now
    }

    /// How long the time has run evenly. A board without a battery begins with a wrong clock, and has the right time
    /// once it reaches the network: so soon after the start or a step, nothing should be done that can't be undone.
    #[must_use]
    pub fn even_for(&self) -> Duration {
        self.read().even_for
    }

    /// How far the database's clock is ahead of the system's, in milliseconds. 0 without a correction.
    #[must_use]
    pub fn offset_ms(&self) -> i64 {
        match &self.0 {
            Source::Machine { keeper, error_ms } if keeper.lock().offset_ms.is_some() => {
                self.now().0 - (system_time_ms() + error_ms)
            }
            _ => 0,
        }
    }

    /// Sets how far the database's clock is ahead of [`Self::uncorrected`]. A clock that a test has set doesn't
    /// change.
    pub fn correct(&self, offset_ms: i64) {
        if let Source::Machine { keeper, .. } = &self.0 {
            keeper.lock().correct(offset_ms, Instant::now());
        }
    }

    /// A time of this machine that nothing corrects, and that runs evenly also if the system's clock is set.
    #[must_use]
    pub fn uncorrected(&self) -> Timestamp {
        match &self.0 {
            Source::Machine { keeper, .. } => Timestamp(keeper.lock().own_ms(Instant::now())),
            Source::Manual(_) => self.now(),
        }
    }
}

/// Sets the time of a clock that [`Clock::manual`] has made.
#[derive(Clone, Debug)]
pub struct ManualClock {
    reading: Arc<Mutex<Reading>>,
}

impl ManualClock {
    /// Lets time pass.
    pub fn advance_ms(&self, duration_ms: i64) {
        let mut reading = self.reading.lock();
        let passed = Duration::from_millis(duration_ms.unsigned_abs());
        reading.now = reading.now.plus_ms(duration_ms);
        reading.even_for = reading.even_for.saturating_add(passed);
    }

    /// Sets the clock by a step.
    pub fn step_ms(&self, by_ms: i64) {
        let mut reading = self.reading.lock();
        reading.now = reading.now.plus_ms(by_ms);
        reading.stepped_ms += by_ms;
        reading.even_for = Duration::ZERO;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MINUTE_MS: i64 = 60_000;
    const HOUR_MS: i64 = 60 * MINUTE_MS;
    const DAY_MS: i64 = 24 * HOUR_MS;

    /// A machine: how long it has run without sleep, and the true time. Its clock is wrong by `error_ms`.
    struct Machine {
        start: Instant,
        awake_ms: i64,
        true_ms: i64,
        error_ms: i64,
        keeper: Timekeeper,
    }

    impl Machine {
        const START_MS: i64 = 20_000 * DAY_MS;

        fn start(error_ms: i64) -> Self {
            let start = Instant::now();
            Self {
                start,
                awake_ms: 0,
                true_ms: Self::START_MS,
                error_ms,
                keeper: Timekeeper::new(start, Self::START_MS + error_ms),
            }
        }

        fn read(&mut self) -> Reading {
            let now = self.start + Duration::from_millis(self.awake_ms.unsigned_abs());
            let system_ms = self.true_ms + self.error_ms;
            self.keeper.read(now, || system_ms)
        }

        fn correct(&mut self, database_error_ms: i64) {
            let now = self.start + Duration::from_millis(self.awake_ms.unsigned_abs());
            let own_ms = self.keeper.own_ms(now);
            let offset_ms = self.true_ms + database_error_ms - own_ms;
            self.keeper.correct(offset_ms, now);
        }

        /// Lets time pass. The clock is read at short intervals, and runs evenly.
        fn run(&mut self, passed_ms: i64) -> Reading {
            let mut before = self.read();
            for _ in 0..passed_ms / 100 {
                (self.awake_ms, self.true_ms) = (self.awake_ms + 100, self.true_ms + 100);
                let reading = self.read();
                let step_ms = reading.stepped_ms - before.stepped_ms;
                let even_ms = reading.now.0 - before.now.0 - step_ms;
                assert!((88..=112).contains(&even_ms), "{before:?} {reading:?}");
                before = reading;
            }
            before
        }

        fn sleep(&mut self, passed_ms: i64) {
            self.true_ms += passed_ms;
        }

        fn off_ms(&mut self) -> i64 {
            self.read().now.0 - self.true_ms
        }
    }

    #[test]
    fn a_manual_clock_stands_until_it_is_moved() {
        let (clock, hand) = Clock::manual(Timestamp(1_000));
        assert_eq!(clock.now(), Timestamp(1_000));
        hand.advance_ms(250);
        assert_eq!(clock.clone().now(), Timestamp(1_250));
        assert_eq!(clock.now().ms_since(Timestamp(1_000)), 250);
        assert_eq!(Timestamp(1_000).ms_since(clock.now()), 0);
        assert_eq!(clock.even_for(), Duration::MAX);
        hand.step_ms(-1_000);
        assert_eq!(clock.read().now, Timestamp(250));
        assert_eq!(clock.read().stepped_ms, -1_000);
        assert_eq!(clock.even_for(), Duration::ZERO);
    }

    /// The table of jumps: the system's clock is wrong by an hour, days or years, and is set right a moment after the
    /// start or in the middle; or it is right, and becomes wrong.
    #[test]
    fn a_clock_that_is_far_off_is_followed_at_once_both_ways() {
        for error_ms in [
            3 * MINUTE_MS,
            HOUR_MS,
            3 * DAY_MS,
            200 * DAY_MS,
            50 * 365 * DAY_MS,
        ] {
            for error_ms in [error_ms, -error_ms] {
                for after_ms in [3_000, 20 * MINUTE_MS] {
                    let mut wrong_first = Machine::start(error_ms);
                    wrong_first.run(after_ms);
                    assert_eq!(wrong_first.off_ms(), error_ms);
                    wrong_first.error_ms = 0;
                    let reading = wrong_first.run(1_100);
                    assert_eq!(wrong_first.off_ms(), 0, "set right after {after_ms} ms");
                    assert_eq!(reading.stepped_ms, -error_ms);
                    assert!(reading.even_for <= Duration::from_millis(1_100));

                    let mut right_first = Machine::start(0);
                    right_first.run(after_ms);
                    right_first.error_ms = error_ms;
                    right_first.run(1_100);
                    assert_eq!(right_first.off_ms(), error_ms);
                    right_first.error_ms = 0;
                    assert_eq!(right_first.run(1_100).stepped_ms, 0, "there and back");
                    assert_eq!(right_first.off_ms(), 0);
                }
            }
        }
    }

    #[test]
    fn a_machine_that_slept_has_the_right_time_again() {
        for slept_ms in [8 * HOUR_MS, 30 * DAY_MS] {
            let mut machine = Machine::start(0);
            machine.run(10_000);
            machine.sleep(slept_ms);
            assert_eq!(machine.run(1_100).stepped_ms, slept_ms);
            assert_eq!(machine.off_ms(), 0);
        }
    }

    #[test]
    fn a_clock_that_is_a_little_off_is_followed_slowly() {
        for error_ms in [limits::CLOCK_STEP_MS, -limits::CLOCK_STEP_MS] {
            let mut machine = Machine::start(error_ms);
            machine.error_ms = 0;
            let reading = machine.run(60_000);
            assert_eq!(reading.stepped_ms, 0);
            let made_good_ms = (error_ms - machine.off_ms()) * error_ms.signum();
            assert!((590..=610).contains(&made_good_ms), "{made_good_ms}");
        }
        let mut machine = Machine::start(-500);
        machine.error_ms = 0;
        machine.run(60_000);
        assert_eq!(machine.off_ms(), 0);
    }

    /// A node follows the database's clock, and not its own.
    #[test]
    fn a_node_steps_with_the_database_alone() {
        let mut node = Machine::start(-3 * DAY_MS);
        node.correct(0);
        assert_eq!(node.off_ms(), 0);
        for error_ms in [0, HOUR_MS, -200 * DAY_MS] {
            node.error_ms = error_ms;
            assert_eq!(node.run(5_000).stepped_ms, 0, "its own clock was set");
        }
        for error_ms in [20_000, 3 * DAY_MS, -200 * DAY_MS, 50 * 365 * DAY_MS, 0] {
            node.correct(error_ms);
            let reading = node.run(5_000);
            assert_eq!(reading.stepped_ms, error_ms, "the database's clock was set");
            assert_eq!(node.off_ms(), error_ms);
        }
        node.sleep(8 * HOUR_MS);
        assert_eq!(node.off_ms(), -8 * HOUR_MS, "until the next measurement");
        node.correct(0);
        assert_eq!((node.off_ms(), node.read().stepped_ms), (0, 8 * HOUR_MS));
    }

    #[test]
    fn a_small_correction_never_turns_the_time_back() {
        let mut node = Machine::start(0);
        node.correct(1_000);
        let latest = node.read();
        node.correct(0);
        assert_eq!(node.read(), latest, "it waits until the time is reached");
    }

    #[test]
    fn a_wrong_clock_is_corrected() {
        let (right, wrong) = (Clock::system(), Clock::wrong_by(-HOUR_MS));
        assert!(right.now().ms_since(wrong.clone().now()) > HOUR_MS / 2);
        assert_eq!((right.offset_ms(), wrong.offset_ms()), (0, 0));
        wrong.clone().correct(HOUR_MS);
        assert!(wrong.offset_ms().abs_diff(HOUR_MS) < 60_000);
        assert!(wrong.now() >= right.now());
    }

    #[test]
    fn the_system_clock_tells_this_century() {
        assert!(Clock::system().now() > Timestamp(1_600_000_000_000));
    }
}
