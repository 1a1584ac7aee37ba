//! Accepts connections. Their number is limited, for the server and for each address. Each connection has a
//! time limit for the headers of its requests and for its writes.

use std::io;
use std::net::IpAddr;
use std::pin::pin;
use std::sync::Arc;

use axum::Router;
use axum::extract::Request;
use boneyard_base::limits;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::yield_now;
use tokio::time::Instant;
use tower::ServiceExt as _;

use super::connection::{Connection, Places};
use crate::gate::{Gate, Peer};
use crate::shutdown::Stopping;

/// Accepts connections until the server stops. Each connection is served by a task of the current runtime.
pub(crate) async fn run(
    listener: std::net::TcpListener,
    app: Router,
    gate: Gate,
    mut stopping: Stopping,
) -> io::Result<()> {
    let listener = TcpListener::from_std(listener)?;
    for taken in 1_usize.. {
        // Without this, many new connections at once would block the other tasks of this thread for
        // milliseconds.
        if taken.is_multiple_of(limits::ACCEPTED_AT_ONCE) {
            yield_now().await;
        }
        let accepted = tokio::select! {
            accepted = accept(&listener) => accepted,
            () = stopping.wait() => break,
        };
        match accepted {
            Ok((stream, peer)) => match gate.connect(peer) {
                Ok(places) => {
                    let connection = Connection::new(stream, Places::new(places));
                    tokio::spawn(serve(connection, peer, app.clone(), stopping.clone()));
                }
                Err(reject) => {
                    gate.rejects.count(reject);
                    // The connection is reset when it is dropped. A reset costs less than an orderly close,
                    // which matters when thousands of connections are refused each second. The call fails
                    // only if the peer has closed the connection.
                    let _ = stream.set_zero_linger();
                }
            },
            // The peer closed the connection before the server accepted it.
            Err(error) if is_of_peer(&error) => {}
            Err(error) => {
                tracing::warn!(%error, "could not take a connection");
                tokio::time::sleep(limits::ACCEPT_RETRY_DELAY).await;
            }
        }
    }
    Ok(())
}

async fn accept(listener: &TcpListener) -> io::Result<(TcpStream, IpAddr)> {
    let (stream, peer) = listener.accept().await?;
    // A move is one small packet, which must be sent without delay. The call fails only if the peer has
    // already closed the connection, and then the first read fails too.
    let _ = stream.set_nodelay(true);
    Ok((stream, peer.ip()))
}

/// Whether an error is about a single connection, and not about the listener.
fn is_of_peer(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(
        error.kind(),
        ConnectionAborted | ConnectionRefused | ConnectionReset
    )
}

/// Serves one connection until it ends. If the server stops, a request in progress is still completed.
async fn serve(stream: Connection, peer: IpAddr, app: Router, mut stopping: Stopping) {
    let open = Arc::clone(stream.open());
    let heard = Arc::clone(&open);
    let app = app.map_request(move |mut request: Request<Incoming>| {
        heard.hear(Instant::now());
        request.extensions_mut().insert(Peer(peer));
        request
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits::HEADER_READ_TIMEOUT)
        .max_buf_size(limits::HEADER_BYTES_MAX)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(app))
        .with_upgrades();
    let mut connection = pin!(connection);
    let result = tokio::select! {
        result = connection.as_mut() => result,
        () = open.gives_way() => return,
        () = stopping.wait() => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = result {
        // Such errors are normal: peers often disconnect without notice, or use another protocol.
        tracing::debug!(%error, "a connection ended early");
    }
}
