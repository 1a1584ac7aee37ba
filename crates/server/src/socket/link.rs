//! A WebSocket over one TCP connection: the handshake, and the byte stream that the WebSocket library uses.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::body::Body;
use axum::extract::Request;
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use boneyard_base::{Inbox, Peer, Requester, limits};
use hyper::upgrade::{OnUpgrade, Upgraded};
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::tcp::OwnedReadHalf;
use tokio::runtime::{Handle, Id};
use tokio::time::Instant;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::handshake::server::create_response_with_body;
use tokio_tungstenite::tungstenite::protocol::{Role, WebSocketConfig};

use crate::http::connection::{Connection, Places};

/// A WebSocket, which is read through tungstenite. Tungstenite writes only pongs and close frames; the
/// server sends its messages through [`Peer`]. The socket is in a box, because it is moved through several
/// calls.
pub(super) type WebSocket = Box<WebSocketStream<Link>>;

/// The byte stream under the WebSocket. Reads take bytes from the connection. Writes go through the queue of
/// messages to the client.
pub(super) struct Link {
    /// The reading half of the connection; `None` while another runtime takes it over.
    read: Option<OwnedReadHalf>,
    /// The runtime with which the connection was registered first.
    runtime: Id,
    /// Whether the connection has moved to the players' runtime.
    is_players: bool,
    inbox: Arc<Inbox>,
    places: Places,
    /// The number of bytes that were read since the last complete message.
    unread: usize,
}

/// Answers a request for a WebSocket. Returns the response, and the future of the upgraded connection;
/// `None` if the request is refused.
pub(super) fn handshake(mut request: Request) -> (Response, Option<OnUpgrade>) {
    let upgrade = hyper::upgrade::on(&mut request);
    match create_response_with_body(&request, Body::empty) {
        Ok(response) => (response, Some(upgrade)),
        Err(error) => {
            let refusal = (StatusCode::BAD_REQUEST, error.to_string());
            (refusal.into_response(), None)
        }
    }
}

/// Creates the WebSocket on an upgraded connection, with both ends of the queue of messages to the client.
/// `None` if the connection was lost.
pub(super) async fn open(
    upgraded: Upgraded,
    requester: Requester,
) -> Option<(WebSocket, Peer, Arc<Inbox>)> {
    let parts = upgraded.downcast::<TokioIo<Connection>>().ok()?;
    let (stream, places) = parts.io.into_inner().into_parts();
    let (read, write) = stream.into_split();
    let (peer, inbox) = Peer::channel(requester, Some(write));
    let inbox = Arc::new(inbox);
    places.open().become_socket(&peer);
    let link = Link {
        read: Some(read),
        runtime: Handle::current().id(),
        is_players: false,
        inbox: Arc::clone(&inbox),
        places,
        unread: 0,
    };
    let config = WebSocketConfig::default()
        .read_buffer_size(limits::SOCKET_READ_BUFFER_BYTES)
        .write_buffer_size(0)
        .max_message_size(Some(limits::FRAME_BYTES_MAX))
        .max_frame_size(Some(limits::FRAME_BYTES_MAX));
    let read_already = parts.read_buf.to_vec();
    let socket =
        WebSocketStream::from_partially_read(link, read_already, Role::Server, Some(config));
    Some((Box::new(socket.await), peer, inbox))
}

impl Drop for Link {
    fn drop(&mut self) {
        self.inbox.close();
    }
}

impl Link {
    /// Registers the connection with the players' runtime, after the task of this connection has moved
    /// there.
    fn follow_task(&mut self) -> io::Result<()> {
        if self.is_players || !self.inbox.is_seated() || Handle::current().id() == self.runtime {
            return Ok(());
        }
        let Some(read) = self.read.take() else {
            return Ok(());
        };
        match self.inbox.watch_here(read)? {
            Ok(read) => (self.read, self.is_players) = (Some(read), true),
            // The connection can't be moved now, so the next read tries again.
            Err(read) => self.read = Some(read),
        }
        Ok(())
    }

    /// Records that a complete message has arrived.
    pub(super) fn heard(&mut self, message: &Message, now: Instant) {
        self.unread = 0;
        // A pong shows only that the client runs, not that a person uses it.
        if message.is_text() {
            self.places.open().hear(now);
        }
    }
}

impl AsyncRead for Link {
    /// Reads bytes. The library doesn't limit the number of frames in a message. So reading fails, and the
    /// connection ends, if a message takes many more bytes than the longest valid message.
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if self.unread > limits::MESSAGE_BYTES_MAX {
            return Poll::Ready(Err(io::ErrorKind::InvalidData.into()));
        }
        self.follow_task()?;
        let Some(read) = &mut self.read else {
            return Poll::Ready(Err(io::ErrorKind::NotConnected.into()));
        };
        let before = buffer.filled().len();
        let read = Pin::new(read).poll_read(cx, buffer);
        self.unread += buffer.filled().len() - before;
        read
    }
}

/// Accepts each frame completely. Bytes that the TCP connection can't take yet wait in the queue, and the
/// session writes them later.
impl AsyncWrite for Link {
    fn poll_write(
        self: Pin<&mut Self>,
        _: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Poll::Ready(self.inbox.write(bytes).map(|()| bytes.len()))
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        // The connection is shut down when its writing half is dropped.
        self.inbox.close();
        Poll::Ready(Ok(()))
    }
}
