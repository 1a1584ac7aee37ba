//! Connections that only watch. They are read by a thread of their own, so that the thread of
//! the measured players doesn't wait for them.

use std::net::SocketAddr;
use std::os::fd::OwnedFd;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use boneyard_protocol::TableId;
use rustix::event::epoll;
use tokio_tungstenite::tungstenite::{Message, WebSocket};

use super::address;
use super::engine::wait;
use super::http::Http;
use super::sample::Frames;
use super::stream::Stream;
use super::table::receive;
use crate::client::open;
use crate::error::LoadError;
use crate::wire::{Frame, update_version};

/// The longest wait for frames. After each wait, the thread checks whether the run has ended.
const WAIT: Duration = Duration::from_millis(50);

/// The number of watchers that are added before the thread reads the frames of the existing
/// watchers.
const ADDED_AT_ONCE: usize = 16;

/// The highest number of readable connections that one call of `wait` reports.
const EVENTS_MAX: usize = 1024;

/// The watchers of all tables. They disconnect when this value is dropped.
pub(super) struct Watchers {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<Result<(), LoadError>>>,
}

/// The state that the watchers' thread shares with the other threads.
#[derive(Default)]
struct Shared {
    watching: AtomicUsize,
    frames: AtomicU64,
    bytes: AtomicU64,
    is_over: AtomicBool,
}

/// A watcher's connection, and the last version of the table that the watcher received.
struct Watcher {
    socket: WebSocket<Stream>,
    v: u64,
}

impl Watchers {
    /// Starts a thread that adds watchers, evenly distributed over the tables.
    pub(super) fn start(server: SocketAddr, tables: Vec<TableId>, count: usize) -> Self {
        let shared = Arc::new(Shared::default());
        let of_thread = Arc::clone(&shared);
        let thread = thread::spawn(move || of_thread.watch(server, &tables, count));
        Self {
            shared,
            thread: Some(thread),
        }
    }

    /// The number of watchers that have been added so far, or the error that ended their thread.
    pub(super) fn watching(&mut self) -> Result<usize, LoadError> {
        if let Some(thread) = self.thread.take_if(|thread| thread.is_finished()) {
            thread.join().map_err(|_| LoadError::Panicked)??;
        }
        Ok(self.shared.watching.load(Ordering::Relaxed))
    }

    /// The updates that all watchers have received so far.
    pub(super) fn frames(&self) -> Frames {
        Frames {
            count: self.shared.frames.load(Ordering::Relaxed),
            bytes: self.shared.bytes.load(Ordering::Relaxed),
        }
    }
}

impl Drop for Watchers {
    fn drop(&mut self) {
        self.shared.is_over.store(true, Ordering::Relaxed);
    }
}

impl Shared {
    fn watch(&self, server: SocketAddr, tables: &[TableId], count: usize) -> Result<(), LoadError> {
        let epoll = epoll::create(epoll::CreateFlags::CLOEXEC).map_err(std::io::Error::from)?;
        let mut watchers = Vec::with_capacity(count);
        for index in 0..count {
            let watcher = Watcher::open(server, index, tables[index % tables.len()])?;
            let data = epoll::EventData::new_u64(index as u64);
            let stream = watcher.socket.get_ref();
            epoll::add(&epoll, stream, data, epoll::EventFlags::IN)
                .map_err(std::io::Error::from)?;
            watchers.push(watcher);
            self.watching.fetch_add(1, Ordering::Relaxed);
            if index % ADDED_AT_ONCE == 0 {
                self.drain(&epoll, &mut watchers, Duration::ZERO)?;
            }
        }
        while !self.is_over.load(Ordering::Relaxed) {
            self.drain(&epoll, &mut watchers, WAIT)?;
        }
        Ok(())
    }

    /// Waits until a watcher has received frames, and reads all frames that have arrived.
    fn drain(
        &self,
        epoll: &OwnedFd,
        watchers: &mut [Watcher],
        timeout: Duration,
    ) -> Result<(), LoadError> {
        let mut events = Vec::with_capacity(EVENTS_MAX);
        wait(epoll, &mut events, timeout)?;
        for event in events {
            let watcher = &mut watchers[event.data.u64() as usize];
            while let Some(text) = receive(&mut watcher.socket)? {
                let Some(v) = update_version(&text) else {
                    continue;
                };
                if v != watcher.v + 1 {
                    return Err(LoadError::Gap {
                        before: watcher.v,
                        got: v,
                    });
                }
                watcher.v = v;
                self.frames.fetch_add(1, Ordering::Relaxed);
                self.bytes.fetch_add(text.len() as u64, Ordering::Relaxed);
            }
        }
        Ok(())
    }
}

impl Watcher {
    fn open(server: SocketAddr, index: usize, table: TableId) -> Result<Self, LoadError> {
        let mut http = Http::connect(server, address::of_watcher(server, index)?)?;
        http.get("/api/me")?;
        let mut socket = http.upgrade()?;
        socket.send(Message::text(open(table).encode()))?;
        let v = loop {
            let text = receive(&mut socket)?.ok_or(LoadError::Closed)?;
            match Frame::decode(&text)? {
                Frame::Table { v, .. } => break v,
                Frame::Refused(text) => return Err(LoadError::Refused(text.into_owned())),
                Frame::Update { .. } | Frame::Other => {}
            }
        };
        socket.get_mut().set_nonblocking()?;
        Ok(Self { socket, v })
    }
}
