//! Plays at all tables on a single thread: it waits for frames, reads them, and sends moves.

use std::os::fd::OwnedFd;
use std::time::{Duration, Instant};

use boneyard_rules::seat::SEATS_MAX;
use rustix::buffer::spare_capacity;
use rustix::event::{Timespec, epoll};
use rustix::io::Errno;

use super::sample::Sample;
use super::table::Table;
use crate::error::LoadError;

/// The highest number of readable connections that one call of `wait` reports.
const EVENTS_MAX: usize = 1024;

/// The times at which players make moves.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Pace {
    /// The players make no moves. This pace is used while tables are set up.
    Hold,
    /// Each player moves immediately when on turn.
    Closed,
    /// The players make this number of moves per second, evenly spaced, at all tables in turn. A latency is counted from the time at which the move was due, even if the table's
    /// previous move was late.
    Rate(f64),
}

/// The state of all tables, and the results of the measurement.
pub(crate) struct Engine {
    epoll: OwnedFd,
    tables: Vec<Table>,
    pace: Pace,
    schedule: Option<Schedule>,
    /// The measured moves.
    pub(crate) moves: Sample,
}

/// The times at which moves are due, at a fixed rate.
struct Schedule {
    next: Instant,
    step: Duration,
    /// The number of tables whose players move. These are the first tables in the list.
    tables: usize,
    table: usize,
}

impl Engine {
    pub(crate) fn new() -> Result<Self, LoadError> {
        Ok(Self {
            epoll: epoll::create(epoll::CreateFlags::CLOEXEC).map_err(std::io::Error::from)?,
            tables: Vec::new(),
            pace: Pace::Hold,
            schedule: None,
            moves: Sample::new(),
        })
    }

    /// Adds a table, and makes its first move if the pace allows it.
    pub(super) fn add(&mut self, mut table: Table) -> Result<(), LoadError> {
        table.set_nonblocking()?;
        let first = self.tables.len() * SEATS_MAX;
        for (seat, player) in table.players().iter().enumerate() {
            let data = epoll::EventData::new_u64((first + seat) as u64);
            epoll::add(&self.epoll, player.stream(), data, epoll::EventFlags::IN)
                .map_err(std::io::Error::from)?;
        }
        self.tables.push(table);
        self.play_at(self.tables.len() - 1)
    }

    pub(super) fn tables(&self) -> &[Table] {
        &self.tables
    }

    /// Discards the measurements so far, and begins to measure again.
    pub(crate) fn reset(&mut self) {
        self.moves = Sample::new();
    }

    /// The number of moves that are due but can't be made yet, because earlier moves at the same
    /// table are late.
    pub(super) fn overdue(&self) -> usize {
        self.tables.iter().map(Table::overdue).sum()
    }

    /// Adds the overdue moves to the measurement as if their updates arrived now. Without this, a
    /// server that doesn't answer would look fast.
    pub(crate) fn add_overdue(&mut self) {
        let tables = self.tables.iter();
        for at in tables.flat_map(Table::overdue_since) {
            self.moves.own.add_late(at.elapsed());
        }
    }

    /// Changes the pace, and makes the moves that the new pace allows.
    pub(crate) fn set_pace(&mut self, pace: Pace) -> Result<(), LoadError> {
        self.pace = pace;
        self.schedule = match pace {
            Pace::Hold | Pace::Closed => None,
            Pace::Rate(rate) => Some(Schedule {
                next: Instant::now(),
                step: Duration::from_secs_f64(1.0 / rate),
                tables: self.tables.iter().filter(|table| !table.is_idle).count(),
                table: 0,
            }),
        };
        (0..self.tables.len()).try_for_each(|table| self.play_at(table))
    }

    /// Plays for this time.
    pub(crate) fn run(&mut self, time: Duration) -> Result<(), LoadError> {
        let end = Instant::now() + time;
        let mut events = Vec::with_capacity(EVENTS_MAX);
        loop {
            let now = Instant::now();
            if now >= end {
                return Ok(());
            }
            self.make_due_moves(now)?;
            let due = self.schedule.as_ref().map(|schedule| schedule.next);
            let wake = due.map_or(end, |due| due.min(end));
            wait(
                &self.epoll,
                &mut events,
                wake.saturating_duration_since(now),
            )?;
            for event in events.drain(..) {
                self.read(event.data.u64() as usize)?;
            }
        }
    }

    fn read(&mut self, connection: usize) -> Result<(), LoadError> {
        let (index, seat) = (connection / SEATS_MAX, connection % SEATS_MAX);
        let table = &mut self.tables[index];
        table.read(seat, &mut self.moves)?;
        self.play_at(index)
    }

    fn make_due_moves(&mut self, now: Instant) -> Result<(), LoadError> {
        while let Some(schedule) = self.schedule.as_mut().filter(|due| due.next <= now) {
            let (index, at) = (schedule.table, schedule.next);
            schedule.next += schedule.step;
            schedule.table = (index + 1) % schedule.tables;
            self.tables[index].add_due(at);
            self.play_at(index)?;
        }
        Ok(())
    }

    /// Makes a move at a table if a player is on turn and the pace allows it.
    fn play_at(&mut self, index: usize) -> Result<(), LoadError> {
        let table = &mut self.tables[index];
        let Some(seat) = table.on_turn() else {
            return Ok(());
        };
        let at = match self.pace {
            Pace::Hold => None,
            Pace::Rate(_) => table.take_due(),
            Pace::Closed => Some(Instant::now()),
        };
        at.map_or(Ok(()), |at| table.play(seat, at))
    }
}

/// Waits until a connection has bytes to read, but not longer than `timeout`.
pub(super) fn wait(
    epoll: &OwnedFd,
    events: &mut Vec<epoll::Event>,
    timeout: Duration,
) -> Result<(), LoadError> {
    let timeout = Timespec {
        tv_sec: i64::try_from(timeout.as_secs()).unwrap_or(i64::MAX),
        tv_nsec: i64::from(timeout.subsec_nanos()),
    };
    match epoll::wait(epoll, spare_capacity(events), Some(&timeout)) {
        Ok(_) | Err(Errno::INTR) => Ok(()),
        Err(error) => Err(std::io::Error::from(error).into()),
    }
}
