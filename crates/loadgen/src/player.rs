//! A table of two players who take the first placement that they are offered.

use std::net::SocketAddr;
use std::time::Instant;

use boneyard_protocol::http::CreateTable;
use boneyard_protocol::{Access, ClientMessage, ClockRule, ServerMessage, TableId};
use boneyard_rules::Rules;
use boneyard_rules::view::{Board, Own, Phase};
use tokio::sync::Semaphore;

use crate::client::{Connection, Identity};
use crate::report::Meter;

/// Why a table stopped playing.
#[derive(Debug, thiserror::Error)]
pub(crate) enum LoadError {
    #[error("can't connect: {0}")]
    Connect(std::io::Error),
    #[error("HTTP: {0}")]
    Http(#[from] reqwest::Error),
    #[error("WebSocket: {0}")]
    Socket(#[from] tokio_tungstenite::tungstenite::Error),
    #[error("not a message of the protocol: {0}")]
    Message(#[from] serde_json::Error),
    #[error("the server gave no identity cookie")]
    NoCookie,
    #[error("no table was created: {0}")]
    NotCreated(String),
    #[error("the server closed the connection")]
    Closed,
    #[error("the server refused a message: {0}")]
    Refused(String),
    #[error("a table stopped")]
    Stopped,
    #[error("can't read the server's CPU time: {0}")]
    Cpu(std::io::Error),
}

/// Sets up a table, then plays on it until it is stopped.
pub(crate) async fn play_table(
    server: SocketAddr,
    rules: Rules,
    meter: &Meter,
    starting: &Semaphore,
) -> Result<(), LoadError> {
    let permit = starting.acquire().await.map_err(|_| LoadError::Stopped)?;
    let http = reqwest::Client::new();
    let host = Identity::fetch(&http, server).await?;
    let guest = Identity::fetch(&http, server).await?;
    let request = CreateTable {
        rules: rules.into(),
        access: Access::Public,
        kept_seats: 0,
        computers: Vec::new(),
        hints: None,
        clock: ClockRule::None,
    };
    let table = host.create(&http, server, &request).await?.table;
    drop(http);

    let mut first = Player::join(server, &host, table).await?;
    let mut second = Player::join(server, &guest, table).await?;
    second
        .connection
        .send(&ClientMessage::Sit { table, seat: None })
        .await?;
    first
        .connection
        .send(&ClientMessage::Ready { table, ready: true })
        .await?;
    second
        .connection
        .send(&ClientMessage::Ready { table, ready: true })
        .await?;
    meter.table_plays();
    drop(permit);
    tokio::try_join!(first.play(meter), second.play(meter))?;
    Ok(())
}

struct Player {
    connection: Connection,
    table: TableId,
    /// When the play was sent whose update isn't here yet.
    sent: Option<Instant>,
    ply: u32,
}

impl Player {
    async fn join(
        server: SocketAddr,
        identity: &Identity,
        table: TableId,
    ) -> Result<Self, LoadError> {
        let mut connection = Connection::open(server, identity).await?;
        connection
            .send(&ClientMessage::Open {
                table,
                invite: None,
                since: None,
            })
            .await?;
        while !matches!(connection.receive().await?, ServerMessage::Table(_)) {}
        Ok(Self {
            connection,
            table,
            sent: None,
            ply: 0,
        })
    }

    async fn play(&mut self, meter: &Meter) -> Result<(), LoadError> {
        loop {
            match self.connection.receive().await? {
                ServerMessage::Update(update) => {
                    if let Some(board) = update.shared.board {
                        self.look(&board).await?;
                    }
                    if let Some(own) = update.private.own {
                        self.choose(&own, meter).await?;
                    }
                }
                ServerMessage::Error { text, .. } => return Err(LoadError::Refused(text)),
                _ => {}
            }
        }
    }

    /// Notes the position, and goes on to the next round or a rematch.
    async fn look(&mut self, board: &Board) -> Result<(), LoadError> {
        self.ply = board.ply;
        let table = self.table;
        match board.phase {
            Phase::RoundOver { .. } => self.connection.send(&ClientMessage::Next { table }).await,
            Phase::MatchOver { .. } => {
                self.connection
                    .send(&ClientMessage::Ready { table, ready: true })
                    .await
            }
            Phase::Dealing | Phase::Playing { .. } => Ok(()),
        }
    }

    /// Plays the first tile that is offered.
    async fn choose(&mut self, own: &Own, meter: &Meter) -> Result<(), LoadError> {
        if let Some(sent) = self.sent.take() {
            meter.moved(sent.elapsed());
        }
        let Some(offer) = own.placements.first() else {
            return Ok(());
        };
        self.sent = Some(Instant::now());
        let (table, ply, tile, arm) = (self.table, self.ply, offer.tile, offer.arm);
        self.connection
            .send(&ClientMessage::Play {
                table,
                ply,
                tile,
                arm,
                announced: None,
            })
            .await
    }
}
