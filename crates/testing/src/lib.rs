//! Helpers for the tests of several crates: a message bus between nodes of one process, servers
//! of PostgreSQL, NATS and SMTP on this machine, a push service and its browsers, a software authenticator, visitors,
//! and busy threads.
//!
//! A server is stopped when its value is dropped. If a server can't be started, the test panics,
//! even if the server's package isn't installed. Otherwise a test that is always skipped would not
//! be noticed.

#![allow(
    clippy::unwrap_used,
    reason = "a test may stop at the first surprise, its helpers too"
)]

mod authenticator;
mod hub;
mod mail_sink;
mod nats;
mod postgres;
mod push_service;
mod recorder;

use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener};
use std::sync::mpsc;

use boneyard_base::{ComputerThreads, PlayerId, Requester};

pub use self::authenticator::{SoftBrowser, SoftPasskey};
pub use self::hub::{Delivery, Hub, Passage};
pub use self::mail_sink::{Encryption, Mail, MailSink};
pub use self::nats::Nats;
pub use self::postgres::{Postgres, Tcp};
pub use self::push_service::{PushAnswer, PushBrowser, PushRequest, PushService};
pub use self::recorder::Recorder;

/// An address of 127.0.0.1 with a port that is free now.
pub fn free_address() -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr());
    listener.expect("the system has a free port")
}

/// A requester with this player id and the address 127.0.0.1.
pub fn here(player: PlayerId) -> Requester {
    let from = IpAddr::from(Ipv4Addr::LOCALHOST).into();
    Requester { player, from }
}

/// A requester with a new random player id and the address 127.0.0.1.
pub fn anybody() -> Requester {
    here(PlayerId::random())
}

/// Creates threads for computer players that refuse all jobs until the returned sender is dropped.
///
/// # Panics
///
/// When the operating system can't start a thread.
pub fn busy_threads() -> (ComputerThreads, mpsc::Sender<()>) {
    let threads = ComputerThreads::start(1).expect("one thread starts");
    let (sender, receiver) = mpsc::channel();
    let (start, started) = mpsc::channel();
    let wait = move |_| {
        let _ = start.send(());
        // This waits until the test drops the sender.
        let _ = receiver.recv();
    };
    let asked = threads.ask(wait, |_| ());
    asked.expect("nothing else waits");
    // When the thread has taken its first job, the following jobs fill the queue, and the thread takes none
    // of them.
    started.recv().expect("the thread runs");
    while threads.ask(|_| (), |_| ()).is_ok() {}
    (threads, sender)
}
