//! Turns for work that needs a CPU core for some milliseconds. Only a few turns run at the same time. The
//! network addresses from which requests wait get turns in rotation.

use std::collections::{HashMap, VecDeque};
use std::fmt;
use std::io;
use std::sync::Arc;

use parking_lot::{Mutex, MutexGuard};
use tokio::sync::oneshot;

use crate::ComputerThreads;
use crate::address::Address;
use crate::limits;

/// The queue of requests that wait for a turn. Clones share it.
#[derive(Clone)]
pub struct Turns {
    line: Arc<Mutex<Line>>,
    /// The threads that do the work. The system runs them only when no other thread needs the core, so the
    /// work doesn't delay players.
    threads: ComputerThreads,
}

struct Line {
    /// How many more turns may begin now.
    free: usize,
    /// The waiting requests of each network address.
    waiting: HashMap<Address, VecDeque<oneshot::Sender<Turn>>>,
    /// The network addresses with waiting requests, in the order in which they get turns.
    order: VecDeque<Address>,
}

/// The permission to do the work. When it is dropped, the next request gets its turn.
pub struct Turn {
    turns: Turns,
}

/// The error if too many requests from the same network address wait.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooManyWait;

impl fmt::Debug for Turns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Turns").finish_non_exhaustive()
    }
}

impl Turns {
    /// Starts `at_once` threads. At most this number of turns run at the same time.
    pub fn start(at_once: usize) -> io::Result<Self> {
        let line = Line {
            free: at_once,
            waiting: HashMap::new(),
            order: VecDeque::new(),
        };
        Ok(Self {
            line: Arc::new(Mutex::new(line)),
            threads: ComputerThreads::start(at_once)?,
        })
    }

    /// Waits for a turn of the network address, and then does the work on a thread. Returns the result, or
    /// `None` if the work has panicked.
    pub async fn run<T: Send + 'static>(
        &self,
        from: Address,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<Option<T>, TooManyWait> {
        let turn = self.take(from).await?;
        let (answer, answered) = oneshot::channel();
        let pass_on = move |done| {
            // The receiver may have been dropped, if the request was cancelled. The turn ends only when the
            // work is done.
            let _ = answer.send(done);
            drop(turn);
        };
        let asked = self.threads.ask_when_idle(move |_| work(), pass_on);
        asked.map_err(|_| TooManyWait)?;
        Ok(answered.await.unwrap_or_default())
    }

    /// Waits until it is the turn of the network address.
    pub async fn take(&self, from: Address) -> Result<Turn, TooManyWait> {
        let granted = {
            let mut line = self.line();
            if line.free > 0 {
                line.free -= 1;
                return Ok(self.turn());
            }
            line.wait(from)?
        };
        // When a turn is dropped, it is given to the next waiting request. So each waiting request gets a
        // turn.
        granted.await.map_err(|_| TooManyWait)
    }

    fn turn(&self) -> Turn {
        Turn {
            turns: self.clone(),
        }
    }

    fn line(&self) -> MutexGuard<'_, Line> {
        self.line.lock()
    }
}

impl Line {
    /// Adds a request to the queue, after the other requests from the same address.
    fn wait(&mut self, from: Address) -> Result<oneshot::Receiver<Turn>, TooManyWait> {
        let own = self.waiting.entry(from).or_default();
        own.retain(|waiter| !waiter.is_closed());
        if own.len() >= limits::WAITING_PER_ADDRESS {
            return Err(TooManyWait);
        }
        if own.is_empty() && !self.order.contains(&from) {
            self.order.push_back(from);
        }
        let (grant, granted) = oneshot::channel();
        own.push_back(grant);
        Ok(granted)
    }

    /// Takes the request that gets the next turn.
    fn next(&mut self) -> Option<oneshot::Sender<Turn>> {
        loop {
            let from = self.order.pop_front()?;
            let Some(own) = self.waiting.get_mut(&from) else {
                continue;
            };
            let next = own.pop_front();
            if own.is_empty() {
                self.waiting.remove(&from);
            } else {
                self.order.push_back(from);
            }
            // A request may have been cancelled while it waited.
            if let Some(waiter) = next.filter(|waiter| !waiter.is_closed()) {
                return Some(waiter);
            }
        }
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        let mut line = self.turns.line();
        let Some(next) = line.next() else {
            line.free += 1;
            return;
        };
        drop(line);
        // If the next request was cancelled just now, its turn is dropped here and given to the request after
        // it.
        let _ = next.send(self.turns.turn());
    }
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr};

    use futures_util::FutureExt as _;

    use super::*;

    fn from(number: u32) -> Address {
        IpAddr::from(Ipv4Addr::from_bits(number)).into()
    }

    #[tokio::test]
    async fn a_crowd_of_one_address_does_not_keep_others_waiting() {
        let turns = Turns::start(1).unwrap();
        let mut turn = Some(turns.take(from(1)).await.ok().unwrap());
        let mut crowd: Vec<_> = (0..limits::WAITING_PER_ADDRESS)
            .map(|_| Box::pin(turns.take(from(1))))
            .collect();
        for one in &mut crowd {
            assert!(one.now_or_never().is_none());
        }
        assert!(turns.take(from(1)).await.is_err(), "enough of one address");
        let mut honest = Box::pin(turns.take(from(2)));
        assert!((&mut honest).now_or_never().is_none());

        turn.take();
        let first = (&mut crowd[0]).now_or_never().unwrap();
        assert!((&mut honest).now_or_never().is_none());
        drop(first);
        assert!((&mut honest).now_or_never().is_some(), "the second");
    }

    #[tokio::test]
    async fn who_gives_up_keeps_nobody_waiting() {
        let turns = Turns::start(1).unwrap();
        let turn = turns.take(from(1)).await.ok().unwrap();
        for number in 1..50 {
            let mut impatient = Box::pin(turns.take(from(number % 3)));
            assert!((&mut impatient).now_or_never().is_none());
        }
        let mut patient = Box::pin(turns.take(from(9)));
        assert!((&mut patient).now_or_never().is_none());
        drop(turn);
        drop((&mut patient).now_or_never().unwrap());
        let line = turns.line();
        assert_eq!((line.free, line.waiting.len(), line.order.len()), (1, 0, 0));
    }
}
