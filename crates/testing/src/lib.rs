//! What tests of several crates need: nodes of one process whose messages a test controls, servers of
//! PostgreSQL and NATS on this machine, visitors, and threads that are busy.
//!
//! A server ends when its value is dropped. A server that can't be started panics, also where its package
//! isn't installed: otherwise nobody would notice a test that never runs.

mod hub;
mod nats;
mod postgres;

use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener};
use std::sync::mpsc;

use boneyard_base::{ComputerThreads, PlayerId, Requester};

pub use self::hub::{Delivery, Hub, Passage};
pub use self::nats::Nats;
pub use self::postgres::{Postgres, Tcp};

/// An address of 127.0.0.1 whose port is free at the moment.
pub fn free_address() -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr());
    listener.expect("the system has a free port")
}

/// A visitor of this machine.
pub fn here(player: PlayerId) -> Requester {
    let from = IpAddr::from(Ipv4Addr::LOCALHOST).into();
    Requester { player, from }
}

/// Another visitor of this machine each time.
pub fn anybody() -> Requester {
    here(PlayerId::random())
}

/// Threads for computer players that refuse all jobs, for as long as the sender lives.
///
/// # Panics
///
/// When the system has no thread left.
pub fn busy_threads() -> (ComputerThreads, mpsc::Sender<()>) {
    let threads = ComputerThreads::start(1).expect("one thread starts");
    let (sender, receiver) = mpsc::channel();
    let (start, started) = mpsc::channel();
    let wait = move |_| {
        let _ = start.send(());
        // The sender is dropped at the end of the test.
        let _ = receiver.recv();
    };
    let asked = threads.ask(wait, |_| ());
    asked.expect("nothing else waits");
    // The queue is full for good only once the thread has taken its job.
    started.recv().expect("the thread runs");
    while threads.ask(|_| (), |_| ()).is_ok() {}
    (threads, sender)
}
