//! The network between players and the server: a constant address for successive servers, and
//! connections that are cut after a random number of bytes.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use rand::RngExt as _;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, copy};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

use crate::error::LoadError;

/// The highest number of bytes from the server before its connection is cut. Most connections end
/// with the server before that.
const BYTES_MAX: usize = 80 * 1024;

/// The proxy. Its task ends with the last clone.
pub(super) struct Proxy {
    address: SocketAddr,
    server: watch::Sender<SocketAddr>,
    state: Arc<State>,
}

#[derive(Default)]
struct State {
    cuts: AtomicUsize,
    is_calm: AtomicBool,
}

impl Proxy {
    /// Opens a proxy to a server.
    pub(super) async fn open(server: SocketAddr) -> Result<Self, LoadError> {
        let listener = TcpListener::bind("127.0.0.1:0").await;
        let listener = listener.map_err(LoadError::Connect)?;
        let address = listener.local_addr().map_err(LoadError::Connect)?;
        let (sender, receiver) = watch::channel(server);
        let state = Arc::new(State::default());
        let shared = Arc::clone(&state);
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let server = *receiver.borrow();
                tokio::spawn(connect(client, server, Arc::clone(&shared)));
            }
        });
        Ok(Self {
            address,
            server: sender,
            state,
        })
    }

    pub(super) fn address(&self) -> SocketAddr {
        self.address
    }

    /// Forwards new connections to another server.
    pub(super) fn leads_to(&self, server: SocketAddr) {
        self.server.send_replace(server);
    }

    pub(super) fn no_more_cuts(&self) {
        self.state.is_calm.store(true, Ordering::Relaxed);
    }

    /// The number of connections that were cut.
    pub(super) fn cuts(&self) -> usize {
        self.state.cuts.load(Ordering::Relaxed)
    }
}

/// Forwards bytes in both directions until one end closes the connection or it is cut.
async fn connect(client: TcpStream, server: SocketAddr, state: Arc<State>) {
    let Ok(server) = TcpStream::connect(server).await else {
        return;
    };
    let (mut from_client, mut to_client) = client.into_split();
    let (mut from_server, mut to_server) = server.into_split();
    let mut left = rand::rng().random_range(1..BYTES_MAX);
    let down = async {
        let mut buffer = vec![0; 4096];
        loop {
            let Ok(read @ 1..) = from_server.read(&mut buffer).await else {
                return;
            };
            let calm = state.is_calm.load(Ordering::Relaxed);
            if read > left && !calm {
                // A part of a frame arrives, and nothing after it.
                let _ = to_client.write_all(&buffer[..left]).await;
                state.cuts.fetch_add(1, Ordering::Relaxed);
                return;
            }
            left = left.saturating_sub(read);
            if to_client.write_all(&buffer[..read]).await.is_err() {
                return;
            }
        }
    };
    tokio::select! {
        () = down => {}
        _ = copy(&mut from_client, &mut to_server) => {}
    }
}
