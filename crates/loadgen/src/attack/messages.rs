//! Attacks with messages over WebSockets.

use std::time::Duration;

use boneyard_protocol::{Access, ClientMessage, Request};
use boneyard_rules::line::Preset;
use tokio::time::timeout;

use super::attacker::{Attacker, Target};
use super::counts::Counts;
use crate::client::{Connection, open, table};
use crate::error::LoadError;

/// How long the attacker reads after the server has closed a connection. In this time, all frames
/// that the server sent before the close arrive.
const LAST_FRAMES: Duration = Duration::from_millis(200);

/// Messages that many sockets of one address send again and again.
#[derive(Clone, Copy)]
pub(super) struct Flood {
    /// The number of sockets.
    pub(super) sockets: usize,
    /// The time between two messages of a socket.
    pub(super) interval: Duration,
    pub(super) messages: Messages,
}

/// The kind of messages that the sockets send. Each function makes a message from the number of the
/// message, which counts the messages of one socket.
#[derive(Clone, Copy)]
pub(super) enum Messages {
    /// Sends messages to the server, without opening a table.
    ToServer(fn(u32) -> ClientMessage),
    /// Sends requests at a table that the attacker has created.
    AtOwnTable(fn(u32) -> Request),
}

/// Sends messages on many sockets. When the server closes a socket, the attacker connects again.
pub(super) async fn flood(target: &Target, flood: Flood) {
    let attack = move |attacker, _| send_all(attacker, flood);
    target.run(1, flood.sockets, attack).await;
}

async fn send_all(attacker: Attacker, flood: Flood) -> Result<(), LoadError> {
    let mut connection = attacker.connect().await?;
    let message: Box<dyn Fn(u32) -> ClientMessage + Send> = match flood.messages {
        Messages::ToServer(message) => Box::new(message),
        Messages::AtOwnTable(request) => {
            let wanted = table(Preset::DRAW.rules().into(), Access::Link);
            let created = attacker.identity.create(attacker.server, &wanted);
            let created = created.await?;
            connection.send(&open(created.table)).await?;
            Box::new(move |number| request(number).at(created.table))
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
        if let Err(error) = connection.send(&message(number)).await {
            return Err(closing(&mut connection, counts, error).await);
        }
    }
    Ok(())
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
