//! A table of two players, or of one against two experts. Players take the first placement that
//! they are offered.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use boneyard_protocol::http::CreateTable;
use boneyard_protocol::{
    Access, ClientMessage, ClockRule, Level, Request, ServerMessage, Snapshot, TableId,
};
use boneyard_rules::view::{Offer, Phase};
use boneyard_rules::{Rules, RulesError};
use rand::RngExt as _;
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
    #[error("three can't play by these rules: {0}")]
    Rules(#[from] RulesError),
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
    #[error("the server can't be started or stopped: {0}")]
    Server(std::io::Error),
    #[error("the server ended before it served")]
    NoServer,
    #[error("the disk: {0}")]
    Disk(std::io::Error),
    #[error("an update is missing")]
    Gap,
    #[error("the log can't be read: {0}")]
    Log(#[from] boneyard_server::store::StoreError),
}

/// Who sits opposite the first player.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Opponents {
    /// Another player.
    Person,
    /// Two computer players.
    Experts,
}

/// A table that anybody may join.
pub(crate) fn public_table(rules: Rules) -> CreateTable {
    CreateTable {
        rules: rules.into(),
        access: Access::Public,
        kept_seats: 0,
        computers: Vec::new(),
        hints: None,
        clock: ClockRule::None,
        bots: None,
        commitment: None,
    }
}

/// Sets up a table, then plays on it until it is stopped. Before each play its
/// player thinks for so long on average.
pub(crate) async fn play_table(
    server: SocketAddr,
    rules: Rules,
    opponents: Opponents,
    meter: &Meter,
    starting: &Semaphore,
    thinking: Duration,
) -> Result<(), LoadError> {
    let permit = starting.acquire().await.map_err(|_| LoadError::Stopped)?;
    let http = reqwest::Client::new();
    let host = Identity::fetch(&http, server).await?;
    let mut request = public_table(rules);
    if opponents == Opponents::Experts {
        request.computers = vec![Level::Expert; 2];
    }
    let table = host.create(&http, server, &request).await?.table;
    let (mut first, snapshot) = Player::join(server, &host, table, thinking).await?;
    if opponents == Opponents::Experts {
        meter.table_plays();
        drop(permit);
        first.begin(&snapshot).await?;
        return first.play(meter).await;
    }
    let guest = Identity::fetch(&http, server).await?;
    let (mut second, _) = Player::join(server, &guest, table, thinking).await?;
    second
        .connection
        .send(&Request::Sit { seat: None }.at(table))
        .await?;
    first
        .connection
        .send(&Request::Ready { ready: true }.at(table))
        .await?;
    second
        .connection
        .send(&Request::Ready { ready: true }.at(table))
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
    /// Before a play, on average.
    thinking: Duration,
}

impl Player {
    async fn join(
        server: SocketAddr,
        identity: &Identity,
        table: TableId,
        thinking: Duration,
    ) -> Result<(Self, Snapshot), LoadError> {
        let mut connection = Connection::open(server, identity).await?;
        connection
            .send(&ClientMessage::Open {
                table,
                invite: None,
                since: None,
            })
            .await?;
        let snapshot = loop {
            match connection.receive().await? {
                ServerMessage::Table(snapshot) => break *snapshot,
                ServerMessage::Error { text, .. } => return Err(LoadError::Refused(text)),
                _ => {}
            }
        };
        let player = Self {
            connection,
            table,
            sent: None,
            ply: 0,
            thinking,
        };
        Ok((player, snapshot))
    }

    /// Plays if the match has begun with one's own turn.
    async fn begin(&mut self, snapshot: &Snapshot) -> Result<(), LoadError> {
        let Some(view) = &snapshot.view else {
            return Ok(());
        };
        self.look(view.board.ply, Some(&view.board.phase)).await?;
        match &view.own {
            Some(own) => self.choose(&own.placements).await,
            None => Ok(()),
        }
    }

    async fn play(&mut self, meter: &Meter) -> Result<(), LoadError> {
        loop {
            match self.connection.receive().await? {
                ServerMessage::Update(update) => {
                    if let Some(board) = update.shared.board {
                        if let Some(sent) = self.sent.take() {
                            meter.moved(sent.elapsed());
                        }
                        self.look(board.ply, board.phase.as_ref()).await?;
                    }
                    if let Some(own) = update.private.own {
                        self.choose(&own.placements).await?;
                    }
                }
                ServerMessage::Error { text, .. } => return Err(LoadError::Refused(text)),
                _ => {}
            }
        }
    }

    /// Notes the position, and goes on to the next round or a rematch.
    async fn look(&mut self, ply: u32, phase: Option<&Phase>) -> Result<(), LoadError> {
        self.ply = ply;
        let table = self.table;
        match phase {
            Some(Phase::RoundOver { .. }) => self.connection.send(&Request::Next.at(table)).await,
            Some(Phase::MatchOver { .. }) => {
                self.connection
                    .send(&Request::Ready { ready: true }.at(table))
                    .await
            }
            Some(Phase::Dealing | Phase::Playing { .. }) | None => Ok(()),
        }
    }

    /// Plays the first tile that is offered.
    async fn choose(&mut self, placements: &[Offer]) -> Result<(), LoadError> {
        let Some(offer) = placements.first() else {
            return Ok(());
        };
        if !self.thinking.is_zero() {
            // Half as long to half as long again: if all took the same time, one stall would have
            // them move at the same moments from then on.
            let share = rand::rng().random_range(0.5..1.5);
            tokio::time::sleep(self.thinking.mul_f64(share)).await;
        }
        self.sent = Some(Instant::now());
        self.connection.play(self.table, self.ply, offer).await
    }
}
