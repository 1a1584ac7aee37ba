//! A single thread that plays at all tables: it waits for messages, reads them, and answers.

use std::error::Error;
use std::os::fd::OwnedFd;
use std::time::{Duration, Instant};

use hdrhistogram::Histogram;
use rustix::buffer::spare_capacity;
use rustix::event::{Timespec, epoll};
use rustix::io::Errno;

use crate::table::{SEATS, Table};

const EVENTS_MAX: usize = 1024;

/// Longer latencies than this, in microseconds, count as this: a minute.
const LATENCY_US_MAX: u64 = 60_000_000;

/// When moves are made.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Pace {
    /// Never, while tables are being set up.
    Hold,
    /// Immediately when a player is on turn.
    Closed,
    /// At this number per second, evenly at all tables in turn.
    Rate(f64),
}

/// Latencies from plays to their updates at one kind of player.
pub struct Screens(Histogram<u64>);

impl Screens {
    fn new() -> Self {
        Self(Histogram::new_with_max(LATENCY_US_MAX, 3).expect("constant bounds are valid"))
    }

    pub fn add(&mut self, latency: Duration) {
        let us = u64::try_from(latency.as_micros()).unwrap_or(LATENCY_US_MAX);
        self.0.saturating_record(us);
    }

    pub fn count(&self) -> u64 {
        self.0.len()
    }

    /// A percentile of the latencies, in milliseconds.
    #[expect(clippy::cast_precision_loss, reason = "under a minute")]
    pub fn latency_ms(&self, percent: f64) -> f64 {
        self.0.value_at_percentile(percent) as f64 / 1000.0
    }
}

/// The state of all tables and of the measurement.
pub struct Engine {
    epoll: OwnedFd,
    tables: Vec<Table>,
    pace: Pace,
    /// At a fixed rate: the time of the next move, and its table.
    next: Instant,
    next_table: usize,
    pub own: Screens,
    pub opponents: Screens,
    /// The bytes of all messages to players.
    pub bytes: u64,
}

impl Engine {
    pub fn new() -> Result<Self, Box<dyn Error>> {
        Ok(Self {
            epoll: epoll::create(epoll::CreateFlags::CLOEXEC)?,
            tables: Vec::new(),
            pace: Pace::Hold,
            next: Instant::now(),
            next_table: 0,
            own: Screens::new(),
            opponents: Screens::new(),
            bytes: 0,
        })
    }

    pub fn add(&mut self, mut table: Table) -> Result<(), Box<dyn Error>> {
        let first = self.tables.len() * SEATS;
        for (seat, player) in table.players.iter_mut().enumerate() {
            player.stream().set_nonblocking()?;
            let data = epoll::EventData::new_u64((first + seat) as u64);
            epoll::add(&self.epoll, player.stream(), data, epoll::EventFlags::IN)?;
        }
        self.tables.push(table);
        Ok(())
    }

    pub fn table_count(&self) -> usize {
        self.tables.len()
    }

    /// The number of moves that are due but not made, because earlier moves are late.
    pub fn overdue(&self) -> usize {
        self.tables.iter().map(|table| table.due.len()).sum()
    }

    /// Discards what was measured, and starts again.
    pub fn forget(&mut self) {
        self.own = Screens::new();
        self.opponents = Screens::new();
        self.bytes = 0;
    }

    pub fn set_pace(&mut self, pace: Pace) -> Result<(), Box<dyn Error>> {
        self.pace = pace;
        self.next = Instant::now();
        (0..self.tables.len()).try_for_each(|table| self.play_at(table))
    }

    /// Plays for this time.
    pub fn run(&mut self, time: Duration) -> Result<(), Box<dyn Error>> {
        let end = Instant::now() + time;
        let mut events = Vec::with_capacity(EVENTS_MAX);
        loop {
            let now = Instant::now();
            if now >= end {
                return Ok(());
            }
            let mut wake = end;
            if let Pace::Rate(rate) = self.pace {
                self.make_due_moves(now, Duration::from_secs_f64(1.0 / rate))?;
                wake = wake.min(self.next);
            }
            let timeout = Timespec::try_from(wake.saturating_duration_since(now))?;
            match epoll::wait(&self.epoll, spare_capacity(&mut events), Some(&timeout)) {
                Ok(_) | Err(Errno::INTR) => {}
                Err(error) => return Err(error.into()),
            }
            for event in events.drain(..) {
                let connection = event.data.u64() as usize;
                let (table, seat) = (connection / SEATS, connection % SEATS);
                let read = self.tables[table].read(seat, &mut self.own, &mut self.opponents);
                self.bytes += read? as u64;
                self.play_at(table)?;
            }
        }
    }

    fn make_due_moves(&mut self, now: Instant, step: Duration) -> Result<(), Box<dyn Error>> {
        while self.next <= now {
            let table = self.next_table;
            self.tables[table].due.push_back(self.next);
            self.next += step;
            self.next_table = (table + 1) % self.tables.len();
            self.play_at(table)?;
        }
        Ok(())
    }

    /// Makes a move at a table if a player is on turn and the pace allows it.
    fn play_at(&mut self, index: usize) -> Result<(), Box<dyn Error>> {
        let table = &mut self.tables[index];
        let Some(seat) = table.on_turn() else {
            return Ok(());
        };
        let at = match self.pace {
            Pace::Hold => None,
            Pace::Rate(_) => table.due.pop_front(),
            Pace::Closed => Some(Instant::now()),
        };
        at.map_or(Ok(()), |at| table.play(seat, at))
    }
}
