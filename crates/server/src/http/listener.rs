//! Takes connections: so many at a time, each with a time limit for its requests' heads.

use std::io;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::limits;
use crate::shutdown::Stopping;

/// Takes connections until the server stops.
pub(crate) async fn run(listener: TcpListener, app: Router, mut stopping: Stopping) {
    let places = Arc::new(Semaphore::new(limits::CONNECTIONS_MAX));
    loop {
        let accepted = tokio::select! {
            accepted = accept(&listener, &places) => accepted,
            () = stopping.wait() => return,
        };
        match accepted {
            Ok(stream) => {
                tokio::spawn(serve(stream, app.clone(), stopping.clone()));
            }
            // The peer was gone before it was its turn.
            Err(error) if is_of_peer(&error) => {}
            Err(error) => {
                tracing::warn!(%error, "could not take a connection");
                tokio::time::sleep(limits::ACCEPT_RETRY_DELAY).await;
            }
        }
    }
}

/// Waits for a free place, then for a connection to take it.
async fn accept(listener: &TcpListener, places: &Arc<Semaphore>) -> io::Result<Placed> {
    let place = Arc::clone(places)
        .acquire_owned()
        .await
        .map_err(io::Error::other)?;
    let (stream, _) = listener.accept().await?;
    // A move is one small packet; waiting to fill it would be felt. It fails only if the peer has
    // gone already, which shows at the first read.
    let _ = stream.set_nodelay(true);
    Ok(Placed {
        stream,
        _place: place,
    })
}

/// Whether an error is one connection's own, and says nothing about the next.
fn is_of_peer(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(
        error.kind(),
        ConnectionAborted | ConnectionRefused | ConnectionReset
    )
}

/// Serves one connection until it ends or, when the server stops, until its request is answered.
async fn serve(stream: Placed, app: Router, mut stopping: Stopping) {
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits::HEADER_READ_TIMEOUT)
        .max_buf_size(limits::HEADER_BYTES_MAX)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(app))
        .with_upgrades();
    let mut connection = pin!(connection);
    let result = tokio::select! {
        result = connection.as_mut() => result,
        () = stopping.wait() => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = result {
        // Peers that vanish or speak something else are everyday life.
        tracing::debug!(%error, "a connection ended early");
    }
}

/// A connection and its place, which is free again when the connection is dropped, be it after
/// HTTP or after it has become a WebSocket.
struct Placed {
    stream: TcpStream,
    _place: OwnedSemaphorePermit,
}

impl AsyncRead for Placed {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, buffer)
    }
}

impl AsyncWrite for Placed {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(cx, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(cx, slices)
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
