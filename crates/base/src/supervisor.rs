//! Starts the tasks that live as long as the server, and keeps them alive. Without a supervisor, a panic would end
//! such a task for good, and nothing would say so.
//!
//! A panic in a task is logged with the task's name and counted, and the task goes on after a rest. A task that goes
//! through many pieces of work, such as tournaments, catches the panics of each piece by [`Pieces`]: a panic in one
//! piece lets this piece rest, and the task goes on with the others.
//!
//! A panic that repeats for ever repeats once a minute, since each rest is twice as long as the one before, up to
//! [`limits::TASK_REST_MAX`].

use std::collections::HashMap;
use std::fmt::{self, Debug, Display};
use std::hash::Hash;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use parking_lot::Mutex;
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use tokio::runtime::Handle;
use tokio::task::{AbortHandle, JoinHandle};
use tokio::time::{Instant, sleep};

use crate::limits;

/// The supervisor of a server's tasks. Clones share one state.
#[derive(Clone, Debug, Default)]
pub struct Supervisor {
    inner: Arc<Inner>,
}

#[derive(Debug, Default)]
struct Inner {
    panics: Family<TaskLabel, Counter>,
    tasks: Mutex<Tasks>,
}

#[derive(Debug, Default)]
struct Tasks {
    running: Vec<JoinHandle<()>>,
    has_stopped: bool,
    /// The tasks that have panicked, by name.
    troubles: HashMap<&'static str, (Role, Trouble)>,
}

/// The label of the counter of panics.
#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
pub struct TaskLabel {
    /// The name of the task.
    pub task: &'static str,
}

/// What a task does for the server.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// Players need it at once. While it fails, a load balancer should send them to another server.
    Serving,
    /// It keeps the server in order. Players can play while it fails.
    Upkeep,
}

/// The panics of a task or of a piece of its work, without [`limits::TASK_WELL_AFTER`] between two of them.
#[derive(Clone, Copy, Debug)]
struct Trouble {
    panics: u32,
    last: Instant,
}

impl Trouble {
    /// The trouble after another panic.
    fn after(known: Option<Self>, now: Instant) -> Self {
        let recent = known.filter(|known| known.is_recent(now));
        Self {
            panics: recent.map_or(0, |known| known.panics).saturating_add(1),
            last: now,
        }
    }

    fn is_recent(&self, now: Instant) -> bool {
        now.duration_since(self.last) < limits::TASK_WELL_AFTER
    }

    fn is_failing(&self, now: Instant) -> bool {
        self.panics >= limits::TASK_FAILING_PANICS && self.is_recent(now)
    }

    /// How long to wait after the last panic.
    fn rest(&self) -> Duration {
        let doubled = 2_u32.saturating_pow(self.panics.saturating_sub(1));
        limits::TASK_REST_MIN
            .saturating_mul(doubled)
            .min(limits::TASK_REST_MAX)
    }
}

impl Supervisor {
    /// Starts a task on the current runtime. `run` is its loop. After a panic, the loop begins again with the `state`
    /// as the panic left it. A loop that ends by itself, since the server stops, isn't begun again. The returned handle
    /// ends the task earlier.
    pub fn supervise<S, F>(&self, name: &'static str, role: Role, state: S, run: F) -> AbortHandle
    where
        S: Send + 'static,
        F: for<'a> Fn(&'a mut S) -> BoxFuture<'a, ()> + Send + Sync + 'static,
    {
        self.supervise_on(&Handle::current(), name, role, state, run)
    }

    /// Like [`Self::supervise`], on another runtime.
    pub fn supervise_on<S, F>(
        &self,
        runtime: &Handle,
        name: &'static str,
        role: Role,
        mut state: S,
        run: F,
    ) -> AbortHandle
    where
        S: Send + 'static,
        F: for<'a> Fn(&'a mut S) -> BoxFuture<'a, ()> + Send + Sync + 'static,
    {
        // The counter is exported from the start: a counter that appears with the first panic shows no increase.
        let label = TaskLabel { task: name };
        drop(self.inner.panics.get_or_create(&label));
        let supervisor = self.clone();
        let task = runtime.spawn(async move {
            while supervisor
                .contain(name, "its loop", async { run(&mut state).await })
                .await
                .is_none()
            {
                sleep(supervisor.note(name, role)).await;
            }
        });
        let handle = task.abort_handle();
        let mut tasks = self.inner.tasks.lock();
        if tasks.has_stopped {
            handle.abort();
        } else {
            tasks.running.push(task);
        }
        handle
    }

    /// Does a piece of a task's work. `None` if it has panicked: that is logged with the task's name and `piece`, and
    /// counted, and ends nothing else.
    pub async fn contain<T>(
        &self,
        task: &'static str,
        piece: impl Display,
        work: impl Future<Output = T>,
    ) -> Option<T> {
        let done = AssertUnwindSafe(work).catch_unwind().await;
        if done.is_err() {
            // The text of the panic may hold what a log must not have. The standard error output has it.
            tracing::error!(task, %piece, "a task has panicked");
            self.inner
                .panics
                .get_or_create_owned(&TaskLabel { task })
                .inc();
        }
        done.ok()
    }

    /// Pieces of the work of the task with this name.
    pub fn pieces<K>(&self, task: &'static str) -> Pieces<K> {
        Pieces {
            supervisor: self.clone(),
            task,
            resting: Mutex::default(),
        }
    }

    /// Notes that a task has panicked. Returns how long it rests.
    fn note(&self, name: &'static str, role: Role) -> Duration {
        let mut tasks = self.inner.tasks.lock();
        let known = tasks.troubles.get(name).map(|(_, trouble)| *trouble);
        let trouble = Trouble::after(known, Instant::now());
        tasks.troubles.insert(name, (role, trouble));
        trouble.rest()
    }

    /// The tasks that panic again and again, with their roles.
    pub fn failing(&self) -> Vec<(&'static str, Role)> {
        let now = Instant::now();
        let tasks = self.inner.tasks.lock();
        let troubles = tasks.troubles.iter();
        troubles
            .filter(|(_, (_, trouble))| trouble.is_failing(now))
            .map(|(&name, &(role, _))| (name, role))
            .collect()
    }

    /// The panics, by task.
    pub fn panics(&self) -> Family<TaskLabel, Counter> {
        self.inner.panics.clone()
    }

    /// Stops all tasks, and waits until none of them runs any more. What they use may be closed then.
    pub async fn stop(&self) {
        let running = {
            let mut tasks = self.inner.tasks.lock();
            tasks.has_stopped = true;
            std::mem::take(&mut tasks.running)
        };
        running.iter().for_each(JoinHandle::abort);
        for task in running {
            // The error says that the task was stopped.
            let _ = task.await;
        }
    }
}

/// Pieces of a task's work that must not stop each other. A piece that has panicked rests for a growing time.
pub struct Pieces<K> {
    supervisor: Supervisor,
    task: &'static str,
    resting: Mutex<HashMap<K, Trouble>>,
}

/// Why a piece of work was not done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NotDone {
    /// It has panicked.
    Panicked,
    /// It has panicked before, and rests.
    Rests,
}

impl<K> Debug for Pieces<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Pieces").field(&self.task).finish()
    }
}

impl<K: Clone + Display + Eq + Hash> Pieces<K> {
    /// Does a piece of work, unless it rests after a panic.
    pub async fn attempt<T>(&self, piece: &K, work: impl Future<Output = T>) -> Result<T, NotDone> {
        let known = self.resting.lock().get(piece).copied();
        if known.is_some_and(|trouble| trouble.last.elapsed() < trouble.rest()) {
            return Err(NotDone::Rests);
        }
        if let Some(done) = self.supervisor.contain(self.task, piece, work).await {
            if known.is_some() {
                self.resting.lock().remove(piece);
            }
            return Ok(done);
        }
        let now = Instant::now();
        let mut resting = self.resting.lock();
        if resting.len() >= limits::RESTING_PIECES_MAX {
            resting.retain(|_, trouble| trouble.is_recent(now));
        }
        if resting.len() < limits::RESTING_PIECES_MAX {
            resting.insert(piece.clone(), Trouble::after(known, now));
        }
        Err(NotDone::Panicked)
    }
}

#[cfg(test)]
mod tests {
    use tokio::sync::mpsc;

    use super::*;

    /// A loop that panics at each number 0 that it is sent, and passes the others on.
    fn start(supervisor: &Supervisor) -> (mpsc::Sender<u32>, mpsc::Receiver<u32>) {
        let (give, given) = mpsc::channel(8);
        let (pass, passed) = mpsc::channel(8);
        supervisor.supervise("numbers", Role::Serving, (given, pass), |(given, pass)| {
            async {
                while let Some(number) = given.recv().await {
                    assert_ne!(number, 0, "a panic of the test");
                    pass.send(number).await.unwrap();
                }
            }
            .boxed()
        });
        (give, passed)
    }

    fn panics(supervisor: &Supervisor) -> u64 {
        let task = "numbers";
        let panics = supervisor.panics();
        panics.get_or_create_owned(&TaskLabel { task }).get()
    }

    #[tokio::test(start_paused = true)]
    async fn a_loop_that_panics_goes_on_with_what_it_had() {
        let supervisor = Supervisor::default();
        let (give, mut passed) = start(&supervisor);
        for number in [1, 0, 2] {
            give.send(number).await.unwrap();
        }
        assert_eq!(passed.recv().await, Some(1));
        assert_eq!(passed.recv().await, Some(2));
        assert_eq!(panics(&supervisor), 1);
        assert_eq!(supervisor.failing(), [], "one panic is over");
    }

    #[tokio::test(start_paused = true)]
    async fn a_loop_that_panics_again_and_again_rests_longer_and_counts_as_failing() {
        let supervisor = Supervisor::default();
        let (give, mut passed) = start(&supervisor);
        let begun = Instant::now();
        for number in [0, 0, 0, 0, 0, 0, 0, 0, 1] {
            give.send(number).await.unwrap();
        }
        assert_eq!(passed.recv().await, Some(1));
        // 1 + 2 + 4 + 8 + 16 + 32 + 60 + 60
        assert_eq!(begun.elapsed().as_secs(), 183);
        assert_eq!(panics(&supervisor), 8);
        assert_eq!(supervisor.failing(), [("numbers", Role::Serving)]);
        sleep(limits::TASK_WELL_AFTER).await;
        assert_eq!(supervisor.failing(), []);
        // Later it begins with the shortest rest.
        let begun = Instant::now();
        for number in [0, 2] {
            give.send(number).await.unwrap();
        }
        assert_eq!(passed.recv().await, Some(2));
        assert_eq!(begun.elapsed(), limits::TASK_REST_MIN);
    }

    #[tokio::test(start_paused = true)]
    async fn after_a_stop_no_task_runs_and_none_begins() {
        let supervisor = Supervisor::default();
        let (give, mut passed) = start(&supervisor);
        // One that waits after a panic stops as well.
        let (resting, _passed) = start(&supervisor);
        resting.send(0).await.unwrap();
        tokio::task::yield_now().await;
        supervisor.stop().await;
        assert!(give.send(1).await.is_err() && resting.send(1).await.is_err());
        assert_eq!(passed.recv().await, None);
        let (_give, mut passed) = start(&supervisor);
        assert_eq!(passed.recv().await, None);
    }

    #[tokio::test(start_paused = true)]
    async fn a_piece_that_panics_rests_and_the_others_go_on() {
        let supervisor = Supervisor::default();
        let pieces = supervisor.pieces("numbers");
        let attempt = async |piece: u32, damaged: u32| {
            let work = async { assert_ne!(piece, damaged, "a panic of the test") };
            pieces.attempt(&piece, work).await
        };
        for rest_s in [1, 2, 4] {
            assert_eq!(attempt(7, 7).await, Err(NotDone::Panicked));
            assert_eq!(attempt(8, 7).await, Ok(()));
            sleep(Duration::from_millis(rest_s * 1_000 - 1)).await;
            assert_eq!(attempt(7, 7).await, Err(NotDone::Rests));
            sleep(Duration::from_millis(1)).await;
        }
        assert_eq!(panics(&supervisor), 3);
        // It is mended, and begins anew.
        assert_eq!(attempt(7, 0).await, Ok(()));
        assert_eq!(attempt(7, 7).await, Err(NotDone::Panicked));
        sleep(limits::TASK_REST_MIN).await;
        assert_eq!(attempt(7, 0).await, Ok(()));
    }
}
