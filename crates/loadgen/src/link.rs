//! A TCP proxy between players and a server, or between a node and PostgreSQL or NATS. It can delay bytes, drop them,
//! and cut connections.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use rand::RngExt as _;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

use crate::error::LoadError;

/// The largest number of bytes that the proxy forwards at once.
const PIECE: usize = 16 * 1024;

/// The highest number of bytes after which a connection breaks, if connections do. Most connections of players
/// transfer fewer bytes before the server is killed.
const BREAKS_WITHIN: usize = 80 * 1024;

/// How a link treats connections and bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Flow {
    /// Forwards everything immediately.
    Open,
    /// Ends all connections, and closes new ones immediately.
    Refused,
    /// Forwards bytes after a delay of `latency`, and at most `rate` bytes per second.
    Slow { latency: Duration, rate: u32 },
    /// Keeps connections open, but forwards nothing in the silent directions. `up` silences the
    /// direction from the node to the target, `down` the opposite direction.
    Silent { up: bool, down: bool },
    /// Ends each connection after a random number of bytes from the target, in the middle of what it sends.
    Breaking,
}

/// A proxy that forwards connections to a target address. After this value is dropped, the proxy accepts no
/// new connections.
pub(crate) struct Link {
    address: SocketAddr,
    state: watch::Sender<State>,
    breaks: Arc<AtomicUsize>,
}

#[derive(Clone, Copy, Debug)]
struct State {
    target: SocketAddr,
    flow: Flow,
    /// The link raises this number to end all connections that exist now.
    generation: u64,
}

/// The direction in which bytes are forwarded.
enum Direction {
    /// To the target.
    Up,
    /// From the target. If connections break, the number of bytes until this one does.
    Down { left: usize },
}

impl Link {
    /// Opens a proxy to the target address.
    pub(crate) async fn open(target: SocketAddr) -> Result<Self, LoadError> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let address = listener.local_addr()?;
        let (state, receiver) = watch::channel(State {
            target,
            flow: Flow::Open,
            generation: 0,
        });
        let breaks = Arc::new(AtomicUsize::new(0));
        let (mut ended, counter) = (receiver.clone(), Arc::clone(&breaks));
        tokio::spawn(async move {
            loop {
                tokio::select! {
                    accepted = listener.accept() => if let Ok((client, _)) = accepted {
                        tokio::spawn(carry(client, receiver.clone(), Arc::clone(&counter)));
                    },
                    changed = ended.changed() => if changed.is_err() {
                        return;
                    },
                }
            }
        });
        Ok(Self {
            address,
            state,
            breaks,
        })
    }

    /// The address that clients connect to.
    pub(crate) fn address(&self) -> SocketAddr {
        self.address
    }

    /// The number of connections that have ended by [`Flow::Breaking`].
    pub(crate) fn breaks(&self) -> usize {
        self.breaks.load(Ordering::Relaxed)
    }

    /// Forwards new connections to another target from now on.
    pub(crate) fn leads_to(&self, target: SocketAddr) {
        self.state.send_modify(|state| state.target = target);
    }

    /// Changes how the link treats connections and bytes.
    pub(crate) fn set(&self, flow: Flow) {
        self.state.send_modify(|state| {
            state.flow = flow;
            state.generation += u64::from(flow == Flow::Refused);
        });
    }

    /// Ends all existing connections. New connections are forwarded normally.
    pub(crate) fn cut(&self) {
        self.state.send_modify(|state| {
            state.flow = Flow::Open;
            state.generation += 1;
        });
    }
}

/// Connects to the target, and forwards bytes until one side closes the connection or the link ends
/// it.
async fn carry(client: TcpStream, mut state: watch::Receiver<State>, breaks: Arc<AtomicUsize>) {
    let begun = *state.borrow();
    if begun.flow == Flow::Refused {
        return;
    }
    let Ok(target) = TcpStream::connect(begun.target).await else {
        return;
    };
    if client.set_nodelay(true).is_err() || target.set_nodelay(true).is_err() {
        return;
    }
    let (from_client, to_client) = client.into_split();
    let (from_target, to_target) = target.into_split();
    let is_over = |state: &State| state.generation != begun.generation;
    let (up, down) = (state.clone(), state.clone());
    let left = rand::rng().random_range(1..BREAKS_WITHIN);
    tokio::select! {
        _ = pump(from_client, to_target, Direction::Up, up) => {}
        is_broken = pump(from_target, to_client, Direction::Down { left }, down) => {
            breaks.fetch_add(usize::from(is_broken), Ordering::Relaxed);
        }
        _ = state.wait_for(is_over) => {}
    }
}

/// Forwards bytes in one direction until either side closes the connection, or until it breaks. Returns whether it
/// has broken.
async fn pump(
    mut from: OwnedReadHalf,
    mut to: OwnedWriteHalf,
    mut direction: Direction,
    mut state: watch::Receiver<State>,
) -> bool {
    let mut buffer = vec![0; PIECE];
    loop {
        let Ok(read @ 1..) = from.read(&mut buffer).await else {
            return false;
        };
        let speaks = |state: &State| !direction.is_silent(state.flow);
        let flow = match state.wait_for(speaks).await {
            Ok(state) => state.flow,
            Err(_) => return false,
        };
        if let Flow::Slow { latency, rate } = flow {
            let takes = Duration::from_secs(1) * read as u32 / rate;
            tokio::time::sleep(latency + takes).await;
        }
        if let Direction::Down { left } = &mut direction {
            if flow == Flow::Breaking && read > *left {
                // The client receives only a part of a frame, and then the connection ends.
                let _ = to.write_all(&buffer[..*left]).await;
                return true;
            }
            *left = left.saturating_sub(read);
        }
        if to.write_all(&buffer[..read]).await.is_err() {
            return false;
        }
    }
}

impl Direction {
    fn is_silent(&self, flow: Flow) -> bool {
        match (self, flow) {
            (Self::Up, Flow::Silent { up, .. }) => up,
            (Self::Down { .. }, Flow::Silent { down, .. }) => down,
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A link to an echo server, and a connection over it.
    async fn echo() -> (Link, TcpStream) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let target = listener.local_addr().unwrap();
        tokio::spawn(async move {
            while let Ok((mut stream, _)) = listener.accept().await {
                tokio::spawn(async move {
                    let (mut from, mut to) = stream.split();
                    tokio::io::copy(&mut from, &mut to).await
                });
            }
        });
        let link = Link::open(target).await.unwrap();
        let stream = TcpStream::connect(link.address()).await.unwrap();
        (link, stream)
    }

    async fn echoes(stream: &mut TcpStream, byte: u8) -> bool {
        let mut buffer = [0];
        stream.write_all(&[byte]).await.is_ok()
            && stream.read_exact(&mut buffer).await.is_ok()
            && buffer == [byte]
    }

    #[tokio::test]
    async fn an_open_or_slow_link_carries() {
        let (link, mut stream) = echo().await;
        assert!(echoes(&mut stream, 1).await);
        link.set(Flow::Slow {
            latency: Duration::from_millis(1),
            rate: 10_000,
        });
        assert!(echoes(&mut stream, 2).await);
    }

    #[tokio::test]
    async fn a_cut_link_ends_its_connections_and_carries_new_ones() {
        let (link, mut stream) = echo().await;
        assert!(echoes(&mut stream, 1).await);
        link.cut();
        assert_eq!(stream.read(&mut [0]).await.unwrap_or(0), 0);
        let mut next = TcpStream::connect(link.address()).await.unwrap();
        assert!(echoes(&mut next, 2).await);
    }

    #[tokio::test]
    async fn a_refusing_link_ends_all_connections() {
        let (link, mut stream) = echo().await;
        assert!(echoes(&mut stream, 1).await);
        link.set(Flow::Refused);
        assert_eq!(stream.read(&mut [0]).await.unwrap_or(0), 0);
        let mut next = TcpStream::connect(link.address()).await.unwrap();
        assert!(!echoes(&mut next, 2).await);
        link.set(Flow::Open);
        let mut last = TcpStream::connect(link.address()).await.unwrap();
        assert!(echoes(&mut last, 3).await);
    }

    #[tokio::test]
    async fn a_breaking_link_ends_within_what_is_sent() {
        let (link, mut stream) = echo().await;
        link.set(Flow::Breaking);
        let sent = vec![7; 2 * BREAKS_WITHIN];
        let (mut from, mut to) = stream.split();
        let mut received = Vec::new();
        let (_, read) = tokio::join!(to.write_all(&sent), from.read_to_end(&mut received));
        assert!(read.is_err() || received.len() < BREAKS_WITHIN);
        assert_eq!(link.breaks(), 1);
    }

    #[tokio::test]
    async fn a_silent_link_keeps_its_connections_and_what_was_sent() {
        let (link, mut stream) = echo().await;
        for (up, down) in [(true, false), (false, true), (true, true)] {
            link.set(Flow::Silent { up, down });
            stream.write_all(&[1]).await.unwrap();
            let nothing = stream.try_read(&mut [0]).unwrap_err();
            assert_eq!(nothing.kind(), std::io::ErrorKind::WouldBlock);
            link.set(Flow::Open);
            let mut buffer = [0];
            stream.read_exact(&mut buffer).await.unwrap();
            assert_eq!(buffer, [1]);
        }
    }
}
