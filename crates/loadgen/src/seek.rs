//! The search for a quick match, as its client sees it.

use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use boneyard_protocol::{ClientMessage, Request, ServerMessage, Status, TableId};
use tokio::time::{Instant, timeout_at};

use crate::client::{Connection, Identity, open};
use crate::error::LoadError;

/// How long a player may wait at a table for a player who doesn't arrive: the server's limit of 20
/// seconds, and some time more for a busy machine.
const ARRIVAL_TIMEOUT: Duration = Duration::from_secs(25);

/// What one seeker observed during the search.
#[derive(Debug, Default)]
pub(crate) struct Observed {
    /// The number of tables at which a player didn't arrive.
    pub replaced: usize,
    /// The number of times that the seeker got a second table while the first still existed.
    pub twice: usize,
    /// The number of times that the seeker waited longer than allowed for a player who didn't arrive.
    pub too_long: usize,
    /// How long the seeker waited for a match.
    pub waited: Duration,
}

/// Connects from a local address, and begins a search for a match of Draw.
pub(crate) async fn seek(
    from: IpAddr,
    server: SocketAddr,
    identity: &Identity,
) -> Result<Connection, LoadError> {
    let mut connection = Connection::open_from(from, server, identity).await?;
    connection.send(&seek_draw()).await?;
    Ok(connection)
}

/// The message that begins a search for a match of Draw.
pub(crate) fn seek_draw() -> ClientMessage {
    ClientMessage::Seek {
        presets: vec!["Draw".to_owned()],
        mixed: false,
        party: None,
        with: None,
    }
}

/// Waits for the next message. Answers the question whether the seeker is still connected.
pub(crate) async fn receive(connection: &mut Connection) -> Result<ServerMessage, LoadError> {
    let message = connection.receive().await?;
    if let ServerMessage::SeekQuestion { number } = message {
        connection
            .send(&ClientMessage::SeekAnswer { number })
            .await?;
    }
    Ok(message)
}

/// Waits until a match has begun or the time `until` is reached. Returns whether a match has begun.
pub(crate) async fn wait(
    connection: &mut Connection,
    until: Instant,
    seen: &mut Observed,
) -> Result<bool, LoadError> {
    let mut table: Option<(TableId, Instant)> = None;
    let too_long = |since: Instant| usize::from(since.elapsed() > ARRIVAL_TIMEOUT);
    while let Ok(message) = timeout_at(until, receive(connection)).await {
        match message? {
            ServerMessage::Paired(paired) => {
                seen.twice += usize::from(table.is_some());
                table = Some((paired.table, Instant::now()));
                connection.send(&open(paired.table)).await?;
                let ready = Request::Ready { ready: true };
                connection.send(&ready.at(paired.table)).await?;
            }
            ServerMessage::Seeking(seeking) if seeking.ended.is_none() => {
                if let Some((_, since)) = table.take() {
                    seen.replaced += 1;
                    seen.too_long += too_long(since);
                }
            }
            ServerMessage::Table(snapshot) if snapshot.room.status == Status::Playing => {
                return Ok(true);
            }
            ServerMessage::Update(update) => {
                let begun = update.shared.room.as_ref();
                if begun.is_some_and(|room| room.status == Status::Playing) {
                    return Ok(true);
                }
            }
            ServerMessage::Error { text, .. } => return Err(LoadError::Refused(text)),
            _ => {}
        }
    }
    if let Some((_, since)) = table {
        seen.too_long += too_long(since);
    }
    Ok(false)
}
