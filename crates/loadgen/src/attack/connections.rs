//! Attacks with connections that send nothing useful.

use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio::time::{interval, sleep, timeout};

use super::attacker::{Attacker, RETRY_DELAY, Target};
use crate::client::open_tcp;
use crate::error::LoadError;

/// The number of connections with an unfinished request.
const HALF_OPEN: usize = 500;

/// The interval at which the attacker sends the next byte of each unfinished request.
const BYTE_INTERVAL: Duration = Duration::from_secs(1);

/// The number of connections that the attacker opens, unless the attack ends earlier.
const CONNECTIONS: usize = 10_000;

/// The time between the opening of two connections. At 1,250 connections a second, an address
/// reaches its limit in less than a second. On a small machine, a higher rate would load the
/// operating system more than the server.
const CONNECTION_INTERVAL: Duration = Duration::from_micros(800);

/// How long the attacker waits for the server to close a refused connection.
const REFUSAL_TIMEOUT: Duration = Duration::from_micros(200);

/// The number of addresses with idle sockets. It is more than enough for 20,000 connections,
/// because the server accepts 1,024 from each address.
const IDLE_ADDRESSES: u8 = 32;

/// The number of visitors at each address. The sockets of all visitors together exceed the server's
/// limit of open files.
const IDLE_VISITORS: usize = 12;

/// The number of visitors at each address in a quick run.
const IDLE_VISITORS_QUICK: usize = 3;

/// The number of idle sockets of each visitor: a few fewer than the server allows.
const IDLE_SOCKETS: usize = 8;

/// Keeps [`HALF_OPEN`] requests unfinished, and sends one byte a second on each.
pub(super) async fn half_open(target: &Target) {
    let mut open: Vec<TcpStream> = Vec::new();
    loop {
        while open.len() < HALF_OPEN {
            target.counts.tries();
            match open_tcp(target.address(0), target.server).await {
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
        sleep(BYTE_INTERVAL).await;
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
    let mut kept = Vec::new();
    let mut ticks = interval(CONNECTION_INTERVAL);
    for _ in 0..CONNECTIONS {
        ticks.tick().await;
        target.counts.tries();
        match open_tcp(target.address(0), target.server).await {
            Ok(mut stream) => match timeout(REFUSAL_TIMEOUT, stream.read(&mut [0])).await {
                Ok(_) => target.counts.fails(&LoadError::Closed),
                Err(_) => kept.push(stream),
            },
            Err(error) => target.counts.fails(&LoadError::Connect(error)),
        }
    }
    std::future::pending::<()>().await;
}

/// Opens WebSockets from many addresses, each address within its limits, and sends no messages.
pub(super) async fn idle_sockets(target: &Target) {
    let visitors = target.count(IDLE_VISITORS, IDLE_VISITORS_QUICK);
    let attack = |attacker, _| stay_idle(attacker);
    target.run(IDLE_ADDRESSES, visitors, attack).await;
}

/// Opens WebSockets, and replaces those that the server closes.
async fn stay_idle(attacker: Attacker) -> Result<(), LoadError> {
    let attacker = Arc::new(attacker);
    let mut idle = JoinSet::new();
    for _ in 0..IDLE_SOCKETS {
        let attacker = Arc::clone(&attacker);
        idle.spawn(async move {
            loop {
                attacker.counts.tries();
                if let Err(error) = idle_until_closed(&attacker).await {
                    attacker.counts.fails(&error);
                }
                sleep(RETRY_DELAY).await;
            }
        });
    }
    idle.join_all().await;
    Ok(())
}

/// Keeps one WebSocket idle; the library answers the server's pings. Returns the error that ended
/// the connection.
async fn idle_until_closed(attacker: &Attacker) -> Result<(), LoadError> {
    let mut connection = attacker.connect().await?;
    loop {
        connection.receive_text().await?;
    }
}
