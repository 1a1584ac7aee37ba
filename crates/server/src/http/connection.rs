//! A TCP connection, with its places and a time limit for a peer that doesn't read.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use boneyard_base::limits;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::Sleep;

use crate::gate::{Open, Permit, Place};

/// A connection's place among all connections, and the permit that the connection's address needs for it.
/// Both are returned when this value is dropped.
pub(crate) struct Places {
    among_all: Place,
    _of_address: Option<Permit>,
}

impl Places {
    pub(super) fn new((among_all, of_address): (Place, Option<Permit>)) -> Self {
        Self {
            among_all,
            _of_address: of_address,
        }
    }

    /// The connection's entry among all connections.
    pub(crate) fn open(&self) -> &Arc<Open> {
        self.among_all.open()
    }
}

/// A connection that speaks HTTP.
pub(crate) struct Connection {
    stream: TcpStream,
    places: Places,
    /// A timer that runs while the peer accepts no bytes; `None` while no write is waiting.
    stalled: Option<Pin<Box<Sleep>>>,
}

impl Connection {
    pub(super) fn new(stream: TcpStream, places: Places) -> Self {
        Self {
            stream,
            places,
            stalled: None,
        }
    }

    /// The connection's entry among all connections.
    pub(super) fn open(&self) -> &Arc<Open> {
        self.places.open()
    }

    /// Returns the stream and its places, for use after HTTP has ended on the connection.
    pub(crate) fn into_parts(self) -> (TcpStream, Places) {
        (self.stream, self.places)
    }

    /// Passes on the result of a write. Returns an error if the peer has accepted no bytes for the time
    /// [`limits::SOCKET_WRITE_TIMEOUT`].
    fn in_time<T>(
        &mut self,
        cx: &mut Context<'_>,
        written: Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.stalled = None;
            return written;
        }
        let patience = || Box::pin(tokio::time::sleep(limits::SOCKET_WRITE_TIMEOUT));
        let stalled = self.stalled.get_or_insert_with(patience);
        ready!(stalled.as_mut().poll(cx));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for Connection {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, buffer)
    }
}

impl AsyncWrite for Connection {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.in_time(cx, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(cx, slices);
        self.in_time(cx, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}
