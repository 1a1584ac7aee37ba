//! The shutdown: how tasks are notified of it, and how the server knows that all tasks have ended.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use boneyard_base::limits;
use tokio::sync::watch;
use tokio::time::{Instant, sleep, sleep_until};

/// The phases of a shutdown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    Serving,
    /// The sockets are being closed, one after another. `since` is the time at which this began, and `each`
    /// is the time between two sockets.
    Draining {
        since: Instant,
        each: Duration,
    },
    Stopped,
}

/// The sender half, which starts the shutdown.
#[derive(Debug)]
pub(crate) struct Stop(watch::Sender<Phase>);

/// The receiver half, which is notified of the shutdown. A task with unfinished work keeps its receiver half
/// until the work is done.
#[derive(Clone, Debug)]
pub(crate) struct Stopping {
    phase: watch::Receiver<Phase>,
    /// The number of sockets that have received a time at which they close.
    turns: Arc<AtomicU32>,
}

/// The sender and receiver of a shutdown that has not begun.
pub(crate) fn channel() -> (Stop, Stopping) {
    let (stop, phase) = watch::channel(Phase::Serving);
    let turns = Arc::default();
    (Stop(stop), Stopping { phase, turns })
}

impl Stop {
    /// Lets the open sockets close one after another, so that their clients don't all reconnect at the same
    /// time. Returns after the time at which the last socket closes.
    pub(crate) async fn drain(&self, sockets: usize) {
        let sockets = u32::try_from(sockets).unwrap_or(u32::MAX);
        let each = limits::DRAIN_INTERVAL.min(limits::DRAIN_SPREAD / sockets.max(1));
        let since = Instant::now();
        self.0.send_replace(Phase::Draining { since, each });
        sleep(each * sockets).await;
    }

    /// Tells all tasks to stop. Waits until all [`Stopping`]s are dropped, but not longer than `timeout`.
    /// Returns whether all of them were dropped.
    pub(crate) async fn stop(self, timeout: Duration) -> bool {
        self.0.send_replace(Phase::Stopped);
        tokio::time::timeout(timeout, self.0.closed()).await.is_ok()
    }
}

impl Stopping {
    /// Whether the shutdown has begun.
    pub(crate) fn has_begun(&self) -> bool {
        *self.phase.borrow() != Phase::Serving
    }

    /// Waits until the server tells all tasks to stop.
    pub(crate) async fn wait(&mut self) {
        // An error means that the sender was dropped, which also ends the server.
        let _ = self.phase.wait_for(|&phase| phase == Phase::Stopped).await;
    }

    /// Waits until the time at which this socket must close. The times of all sockets come before the end of
    /// the server.
    pub(crate) async fn turn(&mut self) {
        let begun = self.phase.wait_for(|&phase| phase != Phase::Serving).await;
        let Ok(Phase::Draining { since, each }) = begun.map(|phase| *phase) else {
            return;
        };
        let before = self.turns.fetch_add(1, Ordering::Relaxed);
        // The timer is in a box, because it is needed only once and would make every session larger.
        let turn = Box::pin(sleep_until(since + each * before));
        tokio::select! {
            () = turn => {}
            () = self.wait() => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_stop_waits_for_everybody_but_not_for_ever() {
        let (stop, stopping) = channel();
        let worker = tokio::spawn({
            let mut stopping = stopping.clone();
            async move { stopping.wait().await }
        });
        drop(stopping);
        assert!(stop.stop(Duration::from_mins(1)).await);
        worker.await.unwrap();

        let (stop, stopping) = channel();
        assert!(!stop.stop(Duration::ZERO).await);
        drop(stopping);
    }

    /// The times at which the sockets are closed, and the time at which the drain ends.
    async fn drained(sockets: usize) -> (Vec<Duration>, Duration) {
        let (stop, stopping) = channel();
        let begin = Instant::now();
        let closed: Vec<_> = (0..sockets)
            .map(|_| {
                let mut stopping = stopping.clone();
                tokio::spawn(async move {
                    stopping.turn().await;
                    begin.elapsed()
                })
            })
            .collect();
        assert!(!stopping.has_begun());
        stop.drain(sockets).await;
        assert!(stopping.has_begun());
        let all = begin.elapsed();
        let mut times = Vec::new();
        for socket in closed {
            times.push(socket.await.unwrap());
        }
        times.sort_unstable();
        (times, all)
    }

    #[tokio::test(start_paused = true)]
    async fn sockets_are_closed_one_after_another_within_the_spread() {
        let (few, all) = drained(2).await;
        assert!(few[0] < few[1] && all < Duration::from_millis(5));

        let (many, all) = drained(10_000).await;
        let half = limits::DRAIN_SPREAD / 2;
        let in_first_half = many.iter().filter(|&&time| time < half).count();
        assert!((4_900..=5_100).contains(&in_first_half), "{in_first_half}");
        // A tokio timer has a precision of one millisecond.
        assert!(all <= limits::DRAIN_SPREAD + Duration::from_millis(1));
    }

    #[tokio::test(start_paused = true)]
    async fn a_stop_ends_the_turns_that_are_left() {
        let (stop, stopping) = channel();
        let mut sockets = [stopping.clone(), stopping.clone()];
        drop(stopping);
        let since = Instant::now();
        let each = Duration::from_hours(1);
        stop.0.send_replace(Phase::Draining { since, each });
        sockets[0].turn().await;
        let last = tokio::spawn(async move { sockets[1].turn().await });
        assert!(stop.stop(Duration::from_mins(1)).await);
        last.await.unwrap();
    }
}
