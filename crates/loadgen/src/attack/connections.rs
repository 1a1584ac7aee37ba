//! Attacks with connections that do nothing.

use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::task::JoinSet;

use super::attacker::{Attacker, RETRY_DELAY, Target};
use super::counts::Counts;
use crate::client::open_tcp;
use crate::error::LoadError;

/// Connections with an unfinished request.
const HALF_OPEN: usize = 500;

/// Connections that the attacker opens, unless the attack ends before.
const CONNECTIONS: usize = 10_000;

/// The time between two connections: 1,250 a second, so that an address reaches its limit in less
/// than a second. On a small machine, more than that costs the operating system more than the
/// server.
const CONNECTION_INTERVAL: Duration = Duration::from_micros(800);

/// Addresses with idle sockets; more than are needed for 20,000 connections with 1,024 from each
/// address.
const IDLE_ADDRESSES: u8 = 32;

/// Visitors of each address. Their sockets together exceed the server's limit of open files.
const IDLE_VISITORS: usize = 12;

/// Visitors of each address in a quick run.
const IDLE_VISITORS_QUICK: usize = 3;

/// Idle sockets of a visitor; a few less than the server allows.
const IDLE_SOCKETS: usize = 8;

/// Keeps this many requests unfinished, and sends one byte a second on each.
pub(super) async fn half_open(target: &Target) {
    let from = target.address(0);
    let mut open: Vec<TcpStream> = Vec::new();
    loop {
        while open.len() < HALF_OPEN {
            target.counts.tries();
            match open_tcp(from, target.server).await {
                Ok(mut stream) => {
                    if stream.write_all(b"GET /ws HTTP/1.1\r\nX: ").await.is_ok() {
                        open.push(stream);
                    }
                }
                Err(error) => {
                    target.counts.fails(&LoadError::Connect(error));
                    break;
                }
            }
        }
        tokio::time::sleep(Duration::from_secs(1)).await;
        let mut alive = Vec::new();
        for mut stream in open {
            match stream.write_all(b"x").await {
                Ok(()) => alive.push(stream),
                Err(error) => target.counts.fails(&LoadError::Connect(error)),
            }
        }
        open = alive;
    }
}

/// Opens one connection after another, and keeps those that the server accepts.
pub(super) async fn connections(target: &Target) {
    let from = target.address(0);
    let mut kept = Vec::new();
    let mut ticks = tokio::time::interval(CONNECTION_INTERVAL);
    for _ in 0..CONNECTIONS {
        ticks.tick().await;
        target.counts.tries();
        match open_tcp(from, target.server).await {
            Ok(mut stream) => {
                // The server closes a refused connection immediately.
                let mut byte = [0];
                let closed =
                    tokio::time::timeout(Duration::from_micros(200), stream.read(&mut byte));
                match closed.await {
                    Ok(_) => target.counts.fails(&LoadError::Closed),
                    Err(_) => kept.push(stream),
                }
            }
            Err(error) => target.counts.fails(&LoadError::Connect(error)),
        }
    }
    std::future::pending::<()>().await;
}

/// Opens WebSockets from many addresses, each within the limits of an address, and sends nothing
/// more.
pub(super) async fn idle_sockets(target: &Target) {
    let visitors = target.count(IDLE_VISITORS, IDLE_VISITORS_QUICK);
    let mut running = JoinSet::new();
    for number in 0..IDLE_ADDRESSES {
        let target = target.clone();
        running.spawn(async move {
            let from = target.address(number);
            let counts = Arc::clone(&target.counts);
            let attack = move |attacker, _| stay_idle(attacker, Arc::clone(&counts));
            target.run(visitors, from, attack).await;
        });
    }
    running.join_all().await;
}

/// Opens WebSockets, and replaces those that the server closes.
async fn stay_idle(attacker: Attacker, counts: Arc<Counts>) -> Result<(), LoadError> {
    let attacker = Arc::new(attacker);
    let mut idle = JoinSet::new();
    for _ in 0..IDLE_SOCKETS {
        let (attacker, counts) = (Arc::clone(&attacker), Arc::clone(&counts));
        idle.spawn(async move {
            loop {
                counts.tries();
                counts.fails(&idle_until_closed(&attacker).await);
                tokio::time::sleep(RETRY_DELAY).await;
            }
        });
    }
    idle.join_all().await;
    Ok(())
}

/// The reason for which the server closed an idle WebSocket. The library answers pings.
async fn idle_until_closed(attacker: &Attacker) -> LoadError {
    let mut connection = match attacker.connect().await {
        Ok(connection) => connection,
        Err(error) => return error,
    };
    loop {
        if let Err(error) = connection.receive_text().await {
            return error;
        }
    }
}
