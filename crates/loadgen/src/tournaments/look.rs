//! Looking at a table without coming to it.

use std::time::Duration;

use boneyard_protocol::{ClientMessage, Request, ServerMessage, Snapshot, Status, TableId};
use tokio::time::{sleep, timeout};

use super::visitor::Visitor;
use crate::client::Connection;
use crate::error::LoadError;

/// How long a connection may take to open, and an answer to come.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(10);

/// How often a program looks whether no match is played any more at the table of a match that has its result. A server
/// that was killed between the two is away for some seconds.
const LOOKS_MAX: usize = 25;

/// The pause between two looks.
const LOOK_INTERVAL: Duration = Duration::from_millis(200);

pub(super) async fn connect(visitor: &Visitor) -> Result<Connection, LoadError> {
    let (_, address) = visitor
        .servers
        .at(visitor.number)
        .ok_or(LoadError::NoServer)?;
    let opening = Connection::open(address, &visitor.identity);
    let opened = timeout(ANSWER_TIMEOUT, opening).await;
    opened.map_err(|_| LoadError::NoAnswer(ANSWER_TIMEOUT))?
}

/// Opens a table without coming to it, and sends a request there if there is one. Returns what the player is shown;
/// `None` if the table is closed.
pub(super) async fn visit(
    visitor: &Visitor,
    table: TableId,
    request: Option<Request>,
) -> Result<Option<Snapshot>, LoadError> {
    let mut connection = connect(visitor).await?;
    let open = ClientMessage::Open {
        table,
        invite: None,
        since: None,
        preview: Some(request.is_none()),
        replay: None,
    };
    connection.send(&open).await?;
    let mut known = None;
    loop {
        let answer = timeout(ANSWER_TIMEOUT, connection.receive()).await;
        match answer.map_err(|_| LoadError::NoAnswer(ANSWER_TIMEOUT))?? {
            ServerMessage::Table(snapshot) => match &request {
                None => return Ok(Some(*snapshot)),
                Some(request) => {
                    known = Some(*snapshot);
                    connection.send(&request.clone().at(table)).await?;
                }
            },
            ServerMessage::Update(_) if known.is_some() => return Ok(known),
            ServerMessage::Error { text, .. } if known.is_some() => {
                return Err(LoadError::Refused(text));
            }
            ServerMessage::Outside(_)
            | ServerMessage::Closed { .. }
            | ServerMessage::Error { .. } => {
                return Ok(None);
            }
            _ => {}
        }
    }
}

/// Looks at a table until no match is played there, but not for ever. `None` if the table is closed.
pub(super) async fn look(visitor: &Visitor, table: TableId) -> Option<Snapshot> {
    let mut found = None;
    for _ in 0..LOOKS_MAX {
        match visit(visitor, table, None).await {
            Ok(Some(snapshot)) => {
                let is_playing = snapshot.room.status == Status::Playing;
                found = Some(snapshot);
                if !is_playing {
                    break;
                }
            }
            Ok(None) => break,
            Err(_) => {}
        }
        sleep(LOOK_INTERVAL).await;
    }
    found
}
