//! A TCP proxy between the players and the server. Its address stays the same when the server
//! is restarted, and it cuts connections after a random number of bytes.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use rand::RngExt as _;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, copy};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

use crate::error::LoadError;

/// The highest number of bytes that the server can send before the proxy cuts the connection. Most
/// connections transfer fewer bytes before the server is killed.
const BYTES_MAX: usize = 80 * 1024;

/// The proxy between the players and the current server.
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
    /// Opens a proxy that forwards to this server.
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

    /// Forwards new connections to another server from now on.
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

/// Forwards bytes in both directions until one side closes the connection or the proxy cuts it.
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
                // The client receives only a part of a frame, and then the connection ends.
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
