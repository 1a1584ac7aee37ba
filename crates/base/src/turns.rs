//! Turns for work that needs a CPU core for some milliseconds. Only a few turns run at the same time. Work for
//! visitors' requests, for pairings and for the matches of computer players waits in groups: each network from which
//! requests wait is one, pairings are one, and those matches are one. The groups get turns in rotation, and so do the
//! addresses of a network and the organisers of tournaments. Work that may take longer than [`limits::TURN`] is done in
//! pieces, with a turn for each.

use std::collections::{HashMap, VecDeque};
use std::fmt;
use std::hash::Hash;
use std::io;
use std::sync::Arc;
use std::time::Instant;

use parking_lot::{Mutex, MutexGuard};
use prometheus_client::metrics::histogram::Histogram;
use tokio::sync::oneshot;

use crate::address::Address;
use crate::{ComputerThreads, PlayerId, limits};

/// What a turn is for, and for whom.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Work {
    /// A request from this address.
    Request(Address),
    /// The pairing of a tournament of this organiser.
    Pairing(PlayerId),
    /// The matches between computer players in a tournament of this organiser.
    ComputerMatches(PlayerId),
}

/// What gets turns in rotation with others of its kind.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Group {
    Network(Address),
    Pairings,
    ComputerMatches,
}

/// The queue of requests that wait for a turn. Clones share it.
#[derive(Clone)]
pub struct Turns {
    line: Arc<Mutex<Line>>,
    /// The threads that do the work. The system runs them only when no other thread needs the core, so the
    /// work doesn't delay players.
    threads: ComputerThreads,
    /// How long turns on the threads last, in seconds.
    lengths: Histogram,
}

/// The buckets of the lengths of turns, in seconds. [`limits::TURN`] is the fourth.
const SECONDS: [f64; 6] = [0.005, 0.02, 0.05, 0.2, 1.0, 5.0];

struct Line {
    /// How many more turns may begin now.
    free: usize,
    /// The work that waits, of each group.
    waiting: Rotation<Group, Rotation<Work, VecDeque<oneshot::Sender<Turn>>>>,
}

/// Queues that get turns in rotation: those of groups, or those within a group.
struct Rotation<K, Q> {
    of: HashMap<K, Q>,
    /// Those for whom work waits, in the order in which they get turns.
    order: VecDeque<K>,
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

impl<K, Q> Default for Rotation<K, Q> {
    fn default() -> Self {
        Self {
            of: HashMap::new(),
            order: VecDeque::new(),
        }
    }
}

impl<K: Copy + Eq + Hash, Q: Queue> Rotation<K, Q> {
    /// The queue of one of them. The caller adds to it.
    fn queue(&mut self, of: K) -> &mut Q {
        self.of.entry(of).or_insert_with(|| {
            self.order.push_back(of);
            Q::default()
        })
    }
}

impl<K: Copy + Eq + Hash, Q: Queue> Queue for Rotation<K, Q> {
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

impl Work {
    fn group(self) -> Group {
        match self {
            Self::Request(from) => Group::Network(from.surroundings()),
            Self::Pairing(_) => Group::Pairings,
            Self::ComputerMatches(_) => Group::ComputerMatches,
        }
    }
}

impl From<Address> for Work {
    fn from(from: Address) -> Self {
        Self::Request(from)
    }
}

/// The error if too much work waits of one kind for the same visitor or organiser.
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
            lengths: Histogram::new(SECONDS),
        })
    }

    /// Waits for a turn, and then does the work on a thread. Returns the result, or `None` if the work has panicked.
    pub async fn run<T: Send + 'static>(
        &self,
        whose: impl Into<Work>,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<Option<T>, TooManyWait> {
        self.run_piece(whose, |_| work()).await
    }

    /// Like [`Self::run`], for a piece of long work. The work is told when its turn is over: it returns then, and asks
    /// for another turn.
    pub async fn run_piece<T: Send + 'static>(
        &self,
        whose: impl Into<Work>,
        work: impl FnOnce(Instant) -> T + Send + 'static,
    ) -> Result<Option<T>, TooManyWait> {
        let turn = self.take(whose).await?;
        let (answer, answered) = oneshot::channel();
        let pass_on = move |done| {
            // The receiver may have been dropped, if the request was cancelled. The turn ends only when the
            // work is done.
            let _ = answer.send(done);
            drop(turn);
        };
        let lengths = self.lengths.clone();
        let piece = move |_| {
            let begun = Instant::now();
            let done = work(begun + limits::TURN);
            lengths.observe(begun.elapsed().as_secs_f64());
            done
        };
        let asked = self.threads.ask_when_idle(piece, pass_on);
        asked.map_err(|_| TooManyWait)?;
        Ok(answered.await.unwrap_or_default())
    }

    /// Waits for a turn.
    pub async fn take(&self, whose: impl Into<Work>) -> Result<Turn, TooManyWait> {
        let granted = {
            let mut line = self.line();
            if line.free > 0 {
                line.free -= 1;
                return Ok(self.turn());
            }
            line.wait(whose.into())?
        };
        // When a turn is dropped, it is given to the next waiting request. So each waiting request gets a
        // turn.
        granted.await.map_err(|_| TooManyWait)
    }

    /// How long turns on the threads last, in seconds.
    pub fn lengths(&self) -> Histogram {
        self.lengths.clone()
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
    /// Adds work to the queue, after what waits of one kind for the same visitor or organiser.
    fn wait(&mut self, work: Work) -> Result<oneshot::Receiver<Turn>, TooManyWait> {
        let group = work.group();
        let of_group = self.waiting.queue(group);
        if matches!(group, Group::Network(_))
            && of_group.of.len() >= limits::WAITING_ADDRESSES_OF_NETWORK
            && !of_group.of.contains_key(&work)
        {
            return Err(TooManyWait);
        }
        let own = of_group.queue(work);
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
    async fn computer_matches_of_many_organisers_keep_no_pairing_and_no_request_waiting() {
        let turns = Turns::start(1).unwrap();
        let turn = turns.take(from(1)).await.ok().unwrap();
        let wait = |work: Work| {
            let mut waits = Box::pin(turns.take(work));
            assert!((&mut waits).now_or_never().is_none());
            waits
        };
        let organisers = (0..20).map(|_| wait(Work::ComputerMatches(PlayerId::random())));
        let mut matches: Vec<_> = organisers.collect();
        let mut pairing = wait(Work::Pairing(PlayerId::random()));
        let mut request = wait(from(2).into());
        drop(turn);
        drop((&mut matches[0]).now_or_never().unwrap());
        drop((&mut pairing).now_or_never().expect("the second"));
        assert!((&mut request).now_or_never().is_some(), "the third");
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
