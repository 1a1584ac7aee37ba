//! A TCP proxy between a node and PostgreSQL or NATS. It can delay bytes, drop them, and cut
//! connections.

use std::net::SocketAddr;
use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

use crate::error::LoadError;

/// The largest number of bytes that the proxy forwards at once.
const PIECE: usize = 16 * 1024;

/// How a link treats connections and bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Flow {
    /// Forwards everything immediately.
    Open,
    /// Ends all connections, and closes new ones immediately.
    Refused,
    /// Forwards bytes after a delay of `latency`, and at most `rate` bytes per second.
    Slow { latency: Duration, rate: u32 },
    /// Keeps connections open, but forwards nothing in the silent directions. `up` silences the
    /// direction from the node to the target, `down` the opposite direction.
    Silent { up: bool, down: bool },
}

/// A proxy that forwards connections to a target address. After this value is dropped, the proxy accepts no
/// new connections.
pub(super) struct Link {
    address: SocketAddr,
    state: watch::Sender<State>,
}

#[derive(Clone, Copy, Debug)]
struct State {
    flow: Flow,
    /// The link raises this number to end all connections that exist now.
    generation: u64,
}

#[derive(Clone, Copy)]
enum Direction {
    /// Bytes that the node sends.
    Up,
    /// Bytes that the node receives.
    Down,
}

impl Link {
    /// Opens a proxy to the target address.
    pub(super) async fn open(target: SocketAddr) -> Result<Self, LoadError> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let address = listener.local_addr()?;
        let (state, receiver) = watch::channel(State {
            flow: Flow::Open,
            generation: 0,
        });
        let mut ended = receiver.clone();
        tokio::spawn(async move {
            loop {
                tokio::select! {
                    accepted = listener.accept() => if let Ok((node, _)) = accepted {
                        tokio::spawn(carry(node, target, receiver.clone()));
                    },
                    changed = ended.changed() => if changed.is_err() {
                        return;
                    },
                }
            }
        });
        Ok(Self { address, state })
    }

    /// The address that the node connects to.
    pub(super) fn address(&self) -> SocketAddr {
        self.address
    }

    /// Changes how the link treats connections and bytes.
    pub(super) fn set(&self, flow: Flow) {
        self.state.send_modify(|state| {
            state.flow = flow;
            state.generation += u64::from(flow == Flow::Refused);
        });
    }

    /// Ends all existing connections. New connections are forwarded normally.
    pub(super) fn cut(&self) {
        self.state.send_modify(|state| {
            state.flow = Flow::Open;
            state.generation += 1;
        });
    }
}

/// Connects to the target, and forwards bytes until one side closes the connection or the link ends
/// it.
async fn carry(node: TcpStream, target: SocketAddr, mut state: watch::Receiver<State>) {
    let begun = *state.borrow();
    if begun.flow == Flow::Refused {
        return;
    }
    let Ok(target) = TcpStream::connect(target).await else {
        return;
    };
    if node.set_nodelay(true).is_err() || target.set_nodelay(true).is_err() {
        return;
    }
    let (from_node, to_node) = node.into_split();
    let (from_target, to_target) = target.into_split();
    let is_over = |state: &State| state.generation != begun.generation;
    let (up, down) = (state.clone(), state.clone());
    tokio::select! {
        () = pump(from_node, to_target, Direction::Up, up) => {}
        () = pump(from_target, to_node, Direction::Down, down) => {}
        _ = state.wait_for(is_over) => {}
    }
}

/// Forwards bytes in one direction until either side closes the connection.
async fn pump(
    mut from: OwnedReadHalf,
    mut to: OwnedWriteHalf,
    direction: Direction,
    mut state: watch::Receiver<State>,
) {
    let mut buffer = vec![0; PIECE];
    loop {
        let Ok(read @ 1..) = from.read(&mut buffer).await else {
            return;
        };
        let speaks = |state: &State| !direction.is_silent(state.flow);
        let flow = match state.wait_for(speaks).await {
            Ok(state) => state.flow,
            Err(_) => return,
        };
        if let Flow::Slow { latency, rate } = flow {
            let takes = Duration::from_secs(1) * read as u32 / rate;
            tokio::time::sleep(latency + takes).await;
        }
        if to.write_all(&buffer[..read]).await.is_err() {
            return;
        }
    }
}

impl Direction {
    fn is_silent(self, flow: Flow) -> bool {
        match (self, flow) {
            (Self::Up, Flow::Silent { up, .. }) => up,
            (Self::Down, Flow::Silent { down, .. }) => down,
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
