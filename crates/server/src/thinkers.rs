//! Threads that think for computer players. They are few, apart from the threads that serve
//! people, and less urgent: when there is much to think of, each thought gets shorter. What nobody
//! at a table waits for is thought of at leisure, when nothing else is to be done.

use std::collections::VecDeque;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread;
use std::time::Instant;

use boneyard_bot::{Budget, Level};
use parking_lot::{Condvar, Mutex, MutexGuard};

use crate::limits;

/// The way to the thinkers. Clones lead to the same ones; with the last the threads end.
#[derive(Clone, Debug)]
pub struct Thinkers {
    door: Arc<Door>,
}

/// The end of the queue where thoughts come in. When it is dropped nobody can ask any more.
#[derive(Debug)]
struct Door(Arc<Queue>);

/// Thoughts that nobody has begun.
#[derive(Default)]
struct Queue {
    waiting: Mutex<Waiting>,
    /// Told when there is one more, or the door is closed.
    more: Condvar,
}

#[derive(Default)]
struct Waiting {
    /// Somebody at a table waits for these.
    urgent: VecDeque<Work>,
    /// These are begun only when none of the others waits.
    leisurely: VecDeque<Work>,
    closed: bool,
}

/// Something to think about, when it is its turn.
type Work = Box<dyn FnOnce(usize) + Send>;

/// Too many thoughts wait already; this one has been thrown away.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Busy;

/// How much a thought may cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Share {
    /// When it must be done.
    until: Instant,
    /// Among how many thoughts each thinker's time is to be divided.
    thoughts: u32,
}

impl Share {
    /// The budget of a player of this level.
    pub(crate) fn budget(self, level: Level) -> Budget {
        // None at all stays none: the simple levels need nothing.
        let passes = level.budget().passes.div_ceil(self.thoughts);
        // What is prepared for many passes would cost more than the time that is left.
        let is_late = Instant::now() >= self.until;
        Budget::passes(if is_late { passes.min(1) } else { passes }).until(self.until)
    }
}

impl Thinkers {
    /// Starts so many threads; at least one.
    ///
    /// # Errors
    ///
    /// When the system has no thread left.
    pub fn start(count: usize) -> std::io::Result<Self> {
        let count = count.max(1);
        let queue = Arc::new(Queue::default());
        let thinkers = Self {
            door: Arc::new(Door(Arc::clone(&queue))),
        };
        for number in 0..count {
            let queue = Arc::clone(&queue);
            thread::Builder::new()
                .name(format!("thinker-{number}"))
                .spawn(move || run(&queue, count))?;
        }
        Ok(thinkers)
    }

    /// Thoughts that nobody has begun.
    pub(crate) fn waiting(&self) -> usize {
        self.door.0.waiting().urgent.len()
    }

    /// Has something thought about, and the thought passed on to where it is wanted; none if
    /// thinking has failed. Never waits. What is passed on must not block.
    pub(crate) fn ask<T>(
        &self,
        think: impl FnOnce(Share) -> T + Send + 'static,
        pass_on: impl FnOnce(Option<T>) + Send + 'static,
    ) -> Result<(), Busy> {
        let until = Instant::now() + limits::THINKING_TIME_MAX;
        let work = move |thoughts| {
            let thoughts = u32::try_from(thoughts).unwrap_or(u32::MAX);
            conclude(Share { until, thoughts }, think, pass_on);
        };
        self.door
            .0
            .put(Box::new(work), |waiting| &mut waiting.urgent)
    }

    /// The same for what nobody at a table waits for: it is begun when there is nothing else to
    /// think of, and may take as long from then on.
    pub(crate) fn ask_at_leisure<T>(
        &self,
        think: impl FnOnce(Share) -> T + Send + 'static,
        pass_on: impl FnOnce(Option<T>) + Send + 'static,
    ) -> Result<(), Busy> {
        let work = move |_| {
            let until = Instant::now() + limits::THINKING_TIME_MAX;
            let thoughts = 1;
            conclude(Share { until, thoughts }, think, pass_on);
        };
        self.door
            .0
            .put(Box::new(work), |waiting| &mut waiting.leisurely)
    }
}

impl Queue {
    fn put(
        &self,
        work: Work,
        lane: impl Fn(&mut Waiting) -> &mut VecDeque<Work>,
    ) -> Result<(), Busy> {
        let mut waiting = self.waiting();
        let lane = lane(&mut waiting);
        if lane.len() >= limits::THOUGHTS_QUEUE_MAX {
            return Err(Busy);
        }
        lane.push_back(work);
        drop(waiting);
        self.more.notify_one();
        Ok(())
    }

    /// Waits for the next thought; how many urgent ones are left behind it. None when there are no
    /// more, and never will be.
    fn take(&self) -> Option<(Work, usize)> {
        let mut waiting = self.waiting();
        loop {
            let next = waiting.urgent.pop_front();
            if let Some(work) = next.or_else(|| waiting.leisurely.pop_front()) {
                return Some((work, waiting.urgent.len()));
            }
            if waiting.closed {
                return None;
            }
            self.more.wait(&mut waiting);
        }
    }

    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock()
    }
}

impl fmt::Debug for Queue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Queue").finish_non_exhaustive()
    }
}

impl Drop for Door {
    fn drop(&mut self) {
        self.0.waiting().closed = true;
        self.0.more.notify_all();
    }
}

/// Thinks, and passes the thought on; none if thinking has failed.
fn conclude<T>(share: Share, think: impl FnOnce(Share) -> T, pass_on: impl FnOnce(Option<T>)) {
    let thought = catch_unwind(AssertUnwindSafe(|| think(share)));
    if thought.is_err() {
        tracing::error!("a thought has panicked");
    }
    pass_on(thought.ok());
}

/// Thinks until nobody can ask any more.
fn run(queue: &Queue, thinkers: usize) {
    give_way();
    while let Some((work, behind)) = queue.take() {
        work(1 + behind / thinkers);
    }
}

/// Has the system run this thread only when no other wants the core. Only on Linux is this each
/// thread's own; elsewhere it would slow the whole server down.
fn give_way() {
    #[cfg(target_os = "linux")]
    {
        use thread_priority::{
            NormalThreadSchedulePolicy::Idle, ThreadPriority, ThreadSchedulePolicy::Normal, unix,
        };

        let this = unix::thread_native_id();
        let asked = unix::set_thread_priority_and_policy(this, ThreadPriority::Min, Normal(Idle));
        // Where the whole server is `nice`, an error may concern that alone.
        if !matches!(unix::thread_schedule_policy(), Ok(Normal(Idle))) {
            tracing::warn!(?asked, "the thinkers are as urgent as all else");
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::time::Duration;

    use super::*;

    /// Only a failing test waits that long.
    const PATIENCE: Duration = Duration::from_secs(20);

    /// A single thinker that is kept busy, so that all others must wait, until it is told to go on.
    fn busy_thinker() -> (Thinkers, mpsc::Sender<()>) {
        let thinkers = Thinkers::start(1).unwrap();
        let (go, signal) = mpsc::channel();
        let (started, has_started) = mpsc::channel();
        thinkers
            .ask(
                move |_| {
                    started.send(()).unwrap();
                    signal.recv().unwrap();
                },
                |_| (),
            )
            .unwrap();
        has_started.recv_timeout(PATIENCE).unwrap();
        (thinkers, go)
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn thinkers_run_when_nothing_else_does() {
        use thread_priority::{NormalThreadSchedulePolicy, ThreadSchedulePolicy, unix};

        let thinkers = Thinkers::start(1).unwrap();
        let (policies, received) = mpsc::channel();
        thinkers
            .ask(
                |_| unix::thread_schedule_policy().unwrap(),
                move |policy| policies.send(policy).unwrap(),
            )
            .unwrap();
        let idle = ThreadSchedulePolicy::Normal(NormalThreadSchedulePolicy::Idle);
        assert_eq!(received.recv_timeout(PATIENCE).unwrap(), Some(idle));
    }

    #[test]
    fn a_thought_that_panics_ends_nothing_else() {
        let thinkers = Thinkers::start(1).unwrap();
        let (thoughts, received) = mpsc::channel();
        let panicking = thoughts.clone();
        thinkers
            .ask(
                |_| panic!("lost the thread"),
                move |thought: Option<u8>| {
                    panicking.send(thought).unwrap();
                },
            )
            .unwrap();
        thinkers
            .ask(|_| 7, move |thought| thoughts.send(thought).unwrap())
            .unwrap();
        assert_eq!(received.recv_timeout(PATIENCE).unwrap(), None);
        assert_eq!(received.recv_timeout(PATIENCE).unwrap(), Some(7));
    }

    #[test]
    fn what_nobody_waits_for_is_thought_of_last() {
        let (thinkers, go) = busy_thinker();
        let (done, received) = mpsc::channel();
        for number in 0..3 {
            let (later, sooner) = (done.clone(), done.clone());
            let pass_on = move |share: Option<Share>| {
                later.send((10 + number, share.unwrap().thoughts)).unwrap();
            };
            thinkers.ask_at_leisure(|share| share, pass_on).unwrap();
            let pass_on = move |share: Option<Share>| {
                sooner.send((number, share.unwrap().thoughts)).unwrap();
            };
            thinkers.ask(|share| share, pass_on).unwrap();
        }
        go.send(()).unwrap();
        let order: Vec<_> = (0..6)
            .map(|_| received.recv_timeout(PATIENCE).unwrap())
            .collect();
        // Those that nobody waits for don't make the others shorter, nor each other.
        assert_eq!(order, [(0, 3), (1, 2), (2, 1), (10, 1), (11, 1), (12, 1)]);
    }

    #[test]
    fn a_thought_that_comes_too_late_is_as_short_as_can_be() {
        let share = |until| Share { until, thoughts: 1 };
        let late = share(Instant::now()).budget(Level::Expert);
        assert_eq!(late.passes, 1);
        let in_time = share(Instant::now() + PATIENCE).budget(Level::Expert);
        assert_eq!(in_time.passes, Level::Expert.budget().passes);
    }

    #[test]
    fn many_thoughts_are_short_and_too_many_are_refused() {
        let (thinkers, go) = busy_thinker();
        let (shares, received) = mpsc::channel();
        let ask = || {
            let shares = shares.clone();
            thinkers.ask(|share| share, move |share| shares.send(share).unwrap())
        };
        for _ in 0..limits::THOUGHTS_QUEUE_MAX {
            ask().unwrap();
        }
        assert_eq!(ask(), Err(Busy));
        go.send(()).unwrap();
        let thoughts: Vec<_> = (0..limits::THOUGHTS_QUEUE_MAX)
            .map(|_| received.recv_timeout(PATIENCE).unwrap().unwrap().thoughts)
            .collect();
        let fewer_and_fewer = (1..=limits::THOUGHTS_QUEUE_MAX as u32).rev();
        assert!(thoughts.into_iter().eq(fewer_and_fewer));
        let crowded = Share {
            until: Instant::now() + PATIENCE,
            thoughts: 100,
        };
        let alone = Level::Expert.budget().passes;
        assert_eq!(crowded.budget(Level::Expert).passes, alone.div_ceil(100));
        assert_eq!(crowded.budget(Level::Beginner).passes, 0);
    }
}
