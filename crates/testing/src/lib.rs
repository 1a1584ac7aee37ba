//! What tests of several rooms need: nodes of one process that hear each other as a test says, visitors of
//! this machine, and threads that are busy.

mod hub;

use std::net::{IpAddr, Ipv4Addr};
use std::sync::mpsc;

use boneyard_base::{ComputerThreads, PlayerId, Requester};

pub use self::hub::{Delivery, Hub, Passage};

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
    let (begin, begun) = mpsc::channel();
    let wait = move |_| {
        let _ = begin.send(());
        // The sender is dropped at the end of the test.
        let _ = receiver.recv();
    };
    let asked = threads.ask(wait, |_| ());
    asked.expect("nothing else waits");
    // The queue is full for good only once the thread has taken its job.
    begun.recv().expect("the thread runs");
    while threads.ask(|_| (), |_| ()).is_ok() {}
    (threads, sender)
}
