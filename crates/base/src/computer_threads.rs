//! Threads that calculate moves of computer players and analyses of matches. There are few of them, and they
//! have a lower priority than the threads that serve clients. The more jobs wait, the less time each job
//! gets. A job for which no table waits runs only when no other job waits.

use std::collections::VecDeque;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread;
use std::time::Instant;

use parking_lot::{Condvar, Mutex, MutexGuard};

use crate::limits;

/// The threads. Clones share them. The threads end when the last clone is dropped.
#[derive(Clone, Debug)]
pub struct ComputerThreads {
    queue: Arc<Closing>,
}

/// Closes the queue when it is dropped.
#[derive(Debug)]
struct Closing(Arc<Queue>);

/// The jobs that have not begun.
#[derive(Default)]
struct Queue {
    waiting: Mutex<Waiting>,
    /// Notified when a job is added or the queue is closed.
    more: Condvar,
}

#[derive(Default)]
struct Waiting {
    /// The jobs for which a table waits.
    urgent: VecDeque<Job>,
    /// The jobs that begin only when no urgent job waits.
    idle: VecDeque<Job>,
    closed: bool,
}

/// A job. Its argument is the number of jobs that share the time of one thread.
type Job = Box<dyn FnOnce(usize) + Send>;

/// The error if a job is refused because too many jobs wait.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Busy;

/// How much time a job may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Share {
    /// When the job must end.
    pub until: Instant,
    /// The number of jobs that share the time of one thread.
    pub jobs: u32,
}

impl ComputerThreads {
    /// Starts `count` threads, or one thread if `count` is 0.
    pub fn start(count: usize) -> std::io::Result<Self> {
        let count = count.max(1);
        let queue = Arc::new(Queue::default());
        let threads = Self {
            queue: Arc::new(Closing(Arc::clone(&queue))),
        };
        for number in 0..count {
            let queue = Arc::clone(&queue);
            thread::Builder::new()
                .name(format!("computer-{number}"))
                .spawn(move || run(&queue, count))?;
        }
        Ok(threads)
    }

    /// The number of urgent jobs that haven't begun.
    pub fn waiting(&self) -> usize {
        self.queue.0.waiting().urgent.len()
    }

    /// Runs `job` on one of the threads, and then calls `pass_on` with the result, which is `None` if the job
    /// has panicked. Returns without waiting. `pass_on` must not block.
    pub fn ask<T>(
        &self,
        job: impl FnOnce(Share) -> T + Send + 'static,
        pass_on: impl FnOnce(Option<T>) + Send + 'static,
    ) -> Result<(), Busy> {
        let until = Instant::now() + limits::THINKING_TIME_MAX;
        let job = move |jobs| {
            let jobs = u32::try_from(jobs).unwrap_or(u32::MAX);
            run_job(Share { until, jobs }, job, pass_on);
        };
        self.queue
            .0
            .put(Box::new(job), |waiting| &mut waiting.urgent)
    }

    /// Like [`Self::ask`], but for a job for which no table waits. The job begins when no other job waits.
    /// Its time is counted from its beginning.
    pub fn ask_when_idle<T>(
        &self,
        job: impl FnOnce(Share) -> T + Send + 'static,
        pass_on: impl FnOnce(Option<T>) + Send + 'static,
    ) -> Result<(), Busy> {
        let job = move |_| {
            let until = Instant::now() + limits::THINKING_TIME_MAX;
            let jobs = 1;
            run_job(Share { until, jobs }, job, pass_on);
        };
        self.queue.0.put(Box::new(job), |waiting| &mut waiting.idle)
    }
}

impl Queue {
    fn put(&self, job: Job, lane: impl Fn(&mut Waiting) -> &mut VecDeque<Job>) -> Result<(), Busy> {
        let mut waiting = self.waiting();
        let lane = lane(&mut waiting);
        if lane.len() >= limits::COMPUTER_JOBS_MAX {
            return Err(Busy);
        }
        lane.push_back(job);
        drop(waiting);
        self.more.notify_one();
        Ok(())
    }

    /// Waits for the next job. Returns the job, and the number of urgent jobs that wait behind it. `None` if
    /// the queue is closed and empty.
    fn take(&self) -> Option<(Job, usize)> {
        let mut waiting = self.waiting();
        loop {
            let next = waiting.urgent.pop_front();
            if let Some(job) = next.or_else(|| waiting.idle.pop_front()) {
                return Some((job, waiting.urgent.len()));
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

impl Drop for Closing {
    fn drop(&mut self) {
        self.0.waiting().closed = true;
        self.0.more.notify_all();
    }
}

/// Runs a job, and calls `pass_on` with the result, which is `None` if the job has panicked.
fn run_job<T>(share: Share, job: impl FnOnce(Share) -> T, pass_on: impl FnOnce(Option<T>)) {
    let result = catch_unwind(AssertUnwindSafe(|| job(share)));
    if result.is_err() {
        tracing::error!("a computer player's job has panicked");
    }
    pass_on(result.ok());
}

/// Runs jobs until the queue is closed and empty.
fn run(queue: &Queue, threads: usize) {
    give_way();
    while let Some((job, behind)) = queue.take() {
        // `run_job` catches the panics of the work itself. The thread also survives one in what passes the result on.
        if catch_unwind(AssertUnwindSafe(|| job(1 + behind / threads))).is_err() {
            tracing::error!("the result of a computer player's job was not passed on");
        }
    }
}

/// Makes the system run this thread only when no other thread needs the CPU core. Only Linux can change the
/// priority of a single thread. On other systems the whole server would become slow, so nothing changes
/// there.
fn give_way() {
    #[cfg(target_os = "linux")]
    {
        use thread_priority::{
            NormalThreadSchedulePolicy::Idle, ThreadPriority, ThreadSchedulePolicy::Normal, unix,
        };

        let this = unix::thread_native_id();
        let asked = unix::set_thread_priority_and_policy(this, ThreadPriority::Min, Normal(Idle));
        // If the server was started with a nice value, the call can report an error although it has set the
        // policy.
        if !matches!(unix::thread_schedule_policy(), Ok(Normal(Idle))) {
            tracing::warn!(
                ?asked,
                "the computer players' threads are as urgent as all else"
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::time::Duration;

    use super::*;

    /// A time limit that only a failing test reaches.
    const PATIENCE: Duration = Duration::from_secs(20);

    /// Starts a thread with a job that runs until the returned sender is used. All other jobs must wait for
    /// it.
    fn busy_thread() -> (ComputerThreads, mpsc::Sender<()>) {
        let threads = ComputerThreads::start(1).unwrap();
        let (go, signal) = mpsc::channel();
        let (started, has_started) = mpsc::channel();
        threads
            .ask(
                move |_| {
                    started.send(()).unwrap();
                    signal.recv().unwrap();
                },
                |_| (),
            )
            .unwrap();
        has_started.recv_timeout(PATIENCE).unwrap();
        (threads, go)
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn the_threads_run_when_nothing_else_does() {
        use thread_priority::{NormalThreadSchedulePolicy, ThreadSchedulePolicy, unix};

        let threads = ComputerThreads::start(1).unwrap();
        let (policies, received) = mpsc::channel();
        threads
            .ask(
                |_| unix::thread_schedule_policy().unwrap(),
                move |policy| policies.send(policy).unwrap(),
            )
            .unwrap();
        let idle = ThreadSchedulePolicy::Normal(NormalThreadSchedulePolicy::Idle);
        assert_eq!(received.recv_timeout(PATIENCE).unwrap(), Some(idle));
    }

    #[test]
    fn a_job_that_panics_ends_nothing_else() {
        let threads = ComputerThreads::start(1).unwrap();
        let (jobs, received) = mpsc::channel();
        let panicking = jobs.clone();
        threads
            .ask(
                |_| panic!("lost the thread"),
                move |result: Option<u8>| {
                    panicking.send(result).unwrap();
                },
            )
            .unwrap();
        let pass_on = |_: Option<u8>| panic!("nobody waits");
        threads.ask(|_| 5, pass_on).unwrap();
        threads
            .ask(|_| 7, move |result| jobs.send(result).unwrap())
            .unwrap();
        assert_eq!(received.recv_timeout(PATIENCE).unwrap(), None);
        assert_eq!(received.recv_timeout(PATIENCE).unwrap(), Some(7));
    }

    #[test]
    fn a_job_that_nobody_waits_for_comes_last() {
        let (threads, go) = busy_thread();
        let (done, received) = mpsc::channel();
        for number in 0..3 {
            let (later, sooner) = (done.clone(), done.clone());
            let pass_on = move |share: Option<Share>| {
                later.send((10 + number, share.unwrap().jobs)).unwrap();
            };
            threads.ask_when_idle(|share| share, pass_on).unwrap();
            let pass_on = move |share: Option<Share>| {
                sooner.send((number, share.unwrap().jobs)).unwrap();
            };
            threads.ask(|share| share, pass_on).unwrap();
        }
        go.send(()).unwrap();
        let order: Vec<_> = (0..6)
            .map(|_| received.recv_timeout(PATIENCE).unwrap())
            .collect();
        // Idle jobs don't reduce the time of the other jobs, and don't share their time with each other.
        assert_eq!(order, [(0, 3), (1, 2), (2, 1), (10, 1), (11, 1), (12, 1)]);
    }

    #[test]
    fn many_jobs_are_short_and_too_many_are_refused() {
        let (threads, go) = busy_thread();
        let (shares, received) = mpsc::channel();
        let ask = || {
            let shares = shares.clone();
            threads.ask(|share| share, move |share| shares.send(share).unwrap())
        };
        for _ in 0..limits::COMPUTER_JOBS_MAX {
            ask().unwrap();
        }
        assert_eq!(ask(), Err(Busy));
        go.send(()).unwrap();
        let jobs: Vec<_> = (0..limits::COMPUTER_JOBS_MAX)
            .map(|_| received.recv_timeout(PATIENCE).unwrap().unwrap().jobs)
            .collect();
        let fewer_and_fewer = (1..=limits::COMPUTER_JOBS_MAX as u32).rev();
        assert!(jobs.into_iter().eq(fewer_and_fewer));
    }
}
