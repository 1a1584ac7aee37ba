//! Turns for work that needs a CPU core for some milliseconds. Only a few turns run at the same time. The
//! networks from which requests wait get turns in rotation, and so do the addresses of each network.

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
    /// The waiting requests of each network.
    waiting: Rotation<Rotation<VecDeque<oneshot::Sender<Turn>>>>,
}

/// Queues that get turns in rotation: those of networks, or those of a network's addresses.
#[derive(Default)]
struct Rotation<Q> {
    of: HashMap<Address, Q>,
    /// The networks or addresses with waiting requests, in the order in which they get turns.
    order: VecDeque<Address>,
}

/// Waiting requests.
trait Queue: Default {
    /// Takes the request that gets the next turn. `None` if no request waits.
    fn next(&mut self) -> Option<oneshot::Sender<Turn>>;
}

impl Queue for VecDeque<oneshot::Sender<Turn>> {
    fn next(&mut self) -> Option<oneshot::Sender<Turn>> {
        self.pop_front()
    }
}

impl<Q: Queue> Rotation<Q> {
    /// The queue of a network or address. The caller adds a request to it.
    fn queue(&mut self, of: Address) -> &mut Q {
        self.of.entry(of).or_insert_with(|| {
            self.order.push_back(of);
            Q::default()
        })
    }
}

impl<Q: Queue> Queue for Rotation<Q> {
    fn next(&mut self) -> Option<oneshot::Sender<Turn>> {
        loop {
            let first = self.order.pop_front()?;
            if let Some(next) = self.of.get_mut(&first).and_then(Queue::next) {
                self.order.push_back(first);
                return Some(next);
            }
            self.of.remove(&first);
        }
    }
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
            waiting: Rotation::default(),
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
        let of_network = self.waiting.queue(from.surroundings());
        if of_network.of.len() >= limits::WAITING_ADDRESSES_OF_NETWORK
            && !of_network.of.contains_key(&from)
        {
            return Err(TooManyWait);
        }
        let own = of_network.queue(from);
        own.retain(|waiter| !waiter.is_closed());
        if own.len() >= limits::WAITING_PER_ADDRESS {
            return Err(TooManyWait);
        }
        let (grant, granted) = oneshot::channel();
        own.push_back(grant);
        Ok(granted)
    }

    /// Takes the request that gets the next turn.
    fn next(&mut self) -> Option<oneshot::Sender<Turn>> {
        // A request may have been cancelled while it waited.
        std::iter::from_fn(|| self.waiting.next()).find(|waiter| !waiter.is_closed())
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
        assert_eq!((line.free, line.waiting.of.len()), (1, 0));
    }

    #[tokio::test]
    async fn the_addresses_of_a_network_do_not_keep_another_waiting() {
        let turns = Turns::start(1).unwrap();
        let mut turn = Some(turns.take(from(1)).await.ok().unwrap());
        let mut crowd: Vec<_> = (0..limits::WAITING_ADDRESSES_OF_NETWORK as u32)
            .map(|number| Box::pin(turns.take(from(0x0102_0300 + number))))
            .collect();
        for one in &mut crowd {
            assert!(one.now_or_never().is_none());
        }
        let more = turns.take(from(0x0102_03ff)).now_or_never();
        assert!(more.unwrap().is_err(), "enough of one network");
        let mut honest = Box::pin(turns.take(from(2)));
        assert!((&mut honest).now_or_never().is_none());
        turn.take();
        drop((&mut crowd[0]).now_or_never().unwrap());
        assert!((&mut honest).now_or_never().is_some(), "the second");
    }
}
