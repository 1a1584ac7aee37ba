//! Attacks with messages over WebSockets.

use std::sync::Arc;
use std::time::Duration;

use boneyard_protocol::{Access, ClientMessage, Invite, Request, TableId};
use boneyard_rules::Preset;
use tokio::time::timeout;

use super::attacker::{Attacker, Target};
use super::counts::Counts;
use crate::client::{Connection, table};
use crate::error::LoadError;

/// The number of sockets that send fragmented messages.
const FRAGMENT_SOCKETS: usize = 8;

/// The number of fragments of each message.
const FRAGMENTS: usize = 200_000;

/// How long the attacker reads after the server has closed a connection. In this time, all frames
/// that the server sent before the close arrive.
const LAST_FRAMES: Duration = Duration::from_millis(200);

/// Messages that many sockets send again and again.
#[derive(Clone, Copy)]
pub(super) struct Flood {
    /// The number of addresses from which the sockets connect.
    pub(super) addresses: u8,
    /// The number of sockets of each address.
    pub(super) sockets: usize,
    /// The time between two messages of a socket.
    pub(super) interval: Duration,
    pub(super) messages: Messages,
}

/// The kind of messages that the sockets send. Each function makes a message from the number of the
/// message, which counts the messages of one socket.
#[derive(Clone, Copy)]
pub(super) enum Messages {
    /// Sends any text, without opening a table.
    Text(fn(u32) -> String),
    /// Sends requests at this table, which the socket follows.
    AtTable(TableId, fn(u32) -> Request),
    /// Sends requests at a table that the attacker has created.
    AtOwnTable(fn(u32) -> Request),
}

/// Sends messages on many sockets. When the server closes a socket, the attacker connects again.
pub(super) async fn flood(target: &Target, flood: Flood) {
    let attack = move |attacker, _| send_all(attacker, flood);
    target.run(flood.addresses, flood.sockets, attack).await;
}

async fn send_all(attacker: Attacker, flood: Flood) -> Result<(), LoadError> {
    let mut connection = attacker.connect().await?;
    let message: Box<dyn Fn(u32) -> String + Send> = match flood.messages {
        Messages::Text(text) => Box::new(text),
        Messages::AtTable(table, request) => {
            open(&mut connection, table, None).await?;
            Box::new(move |number| request(number).at(table).encode())
        }
        Messages::AtOwnTable(request) => {
            let wanted = table(*Preset::DRAW.rules(), Access::Link);
            let created = attacker
                .identity
                .create(&attacker.http, attacker.server, &wanted);
            let created = created.await?;
            open(&mut connection, created.table, Some(created.invite)).await?;
            Box::new(move |number| request(number).at(created.table).encode())
        }
    };
    let counts = &attacker.counts;
    let mut ticks = tokio::time::interval(flood.interval);
    for number in 0.. {
        loop {
            tokio::select! {
                _ = ticks.tick() => break,
                received = connection.receive_text() => counts.receives(&received?),
            }
        }
        counts.tries();
        if let Err(error) = connection.send_text(message(number)).await {
            return Err(closing(&mut connection, counts, error).await);
        }
    }
    Ok(())
}

/// Sends the request to follow a table.
async fn open(
    connection: &mut Connection,
    table: TableId,
    invite: Option<Invite>,
) -> Result<(), LoadError> {
    let open = ClientMessage::Open {
        table,
        invite,
        since: None,
        preview: None,
        replay: None,
    };
    connection.send(&open).await
}

/// Sends short messages in very many fragments.
pub(super) async fn fragments(target: &Target) {
    let text = ClientMessage::Lobby { follow: false }.encode();
    let message: Arc<[u8]> = fragmented(&text).into();
    let attack = move |attacker, _| send_fragments(attacker, Arc::clone(&message));
    target.run(1, FRAGMENT_SOCKETS, attack).await;
}

async fn send_fragments(attacker: Attacker, message: Arc<[u8]>) -> Result<(), LoadError> {
    let mut connection = attacker.connect().await?;
    loop {
        attacker.counts.tries();
        if let Err(error) = connection.send_raw(&message).await {
            return Err(closing(&mut connection, &attacker.counts, error).await);
        }
    }
}

/// Reads the last frames from a connection after sending has failed. Returns the server's close
/// code if there is one, otherwise `error`.
async fn closing(connection: &mut Connection, counts: &Counts, error: LoadError) -> LoadError {
    let last = async {
        loop {
            match connection.receive_text().await {
                Ok(frame) => counts.receives(&frame),
                Err(error) => return error,
            }
        }
    };
    match timeout(LAST_FRAMES, last).await {
        Ok(error @ LoadError::ClosedWith(_)) => error,
        _ => error,
    }
}

/// A text frame in which all fragments but the last are empty (RFC 6455, 5.4), masked with zeros.
fn fragmented(text: &str) -> Vec<u8> {
    const MASKED: u8 = 0x80;
    const FINAL: u8 = 0x80;
    const TEXT: u8 = 1;
    const CONTINUATION: u8 = 0;
    let header = |first: u8, length: u8| [first, MASKED | length, 0, 0, 0, 0];
    // The text is a constant of fewer than 126 bytes, so its length takes one byte.
    let last = header(FINAL | CONTINUATION, text.len() as u8);
    let mut bytes = header(TEXT, 0).to_vec();
    for _ in 2..FRAGMENTS {
        bytes.extend(header(CONTINUATION, 0));
    }
    bytes.extend(last);
    bytes.extend(text.as_bytes());
    bytes
}
