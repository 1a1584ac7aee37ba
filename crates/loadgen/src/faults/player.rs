//! Players who come back, whatever happens, and note what they are shown.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use boneyard_protocol::{
    ClientMessage, Folded, Request, ServerMessage, Snapshot, Status, TableId, Update,
};
use boneyard_rules::view::{Phase, Seen as Happened};
use boneyard_rules::{Rules, Tile};
use rand::RngExt as _;
use tokio::time::timeout;

use super::seen::Seen;
use crate::client::{Connection, Identity, public_table};
use crate::error::LoadError;

/// How long a player looks at the table before they play, in milliseconds.
const THINKING_MS: std::ops::Range<u64> = 30..250;

/// How long a player stays away after a connection is lost, in milliseconds.
const AWAY_MS: std::ops::Range<u64> = 20..400;

/// After so long without news a player asks for the whole table.
const NEWS_TIMEOUT: Duration = Duration::from_secs(3);

/// The two people at one table.
pub(super) struct Seats {
    pub(super) table: TableId,
    people: [Arc<Identity>; 2],
}

/// One of them.
pub(super) struct Player {
    identity: Arc<Identity>,
    server: SocketAddr,
    table: TableId,
    seen: Arc<Seen>,
    /// What was known last, over all connections.
    known: Option<Snapshot>,
    /// The play that was sent and not yet seen.
    sent: Option<Tile>,
}

impl Seats {
    /// Opens a table, and has a second person sit down.
    pub(super) async fn open(server: SocketAddr, rules: Rules) -> Result<Self, LoadError> {
        // A server that is being killed may cut any of it off.
        let mut tries = 0;
        loop {
            match Self::try_open(server, rules).await {
                Err(error) if tries == 50 => return Err(error),
                Err(_) => tokio::time::sleep(Duration::from_millis(AWAY_MS.end)).await,
                done => return done,
            }
            tries += 1;
        }
    }

    async fn try_open(server: SocketAddr, rules: Rules) -> Result<Self, LoadError> {
        let http = reqwest::Client::new();
        let host = Identity::fetch(&http, server).await?;
        let guest = Identity::fetch(&http, server).await?;
        let created = host.create(&http, server, &public_table(rules)).await?;
        Ok(Self {
            table: created.table,
            people: [Arc::new(host), Arc::new(guest)],
        })
    }

    /// Both, as players who were shown nothing yet.
    pub(super) fn players(&self, server: SocketAddr, seen: &Arc<Seen>) -> [Player; 2] {
        self.people.each_ref().map(|identity| Player {
            identity: Arc::clone(identity),
            server,
            table: self.table,
            seen: Arc::clone(seen),
            known: None,
            sent: None,
        })
    }
}

impl Player {
    /// Plays until it is stopped.
    pub(super) async fn play(mut self) {
        loop {
            // Whatever ends a connection, the next one finds out what has become of the table.
            let _ = self.play_until_it_breaks().await;
            self.sent = None;
            let away = Duration::from_millis(rand::rng().random_range(AWAY_MS));
            tokio::time::sleep(away).await;
        }
    }

    async fn play_until_it_breaks(&mut self) -> Result<(), LoadError> {
        let mut connection = Connection::open(self.server, &self.identity).await?;
        let (table, invite) = (self.table, None);
        let open = ClientMessage::Open {
            table,
            invite,
            since: None,
        };
        connection.send(&open).await?;
        loop {
            match timeout(NEWS_TIMEOUT, connection.receive()).await {
                Ok(Ok(ServerMessage::Table(snapshot))) => self.take(*snapshot),
                Ok(Ok(ServerMessage::Update(update))) => self.fold(*update)?,
                // Refused, be it for a full disk: the whole table, and once more.
                Ok(Ok(ServerMessage::Error { .. })) => {
                    self.sent = None;
                    tokio::time::sleep(Duration::from_millis(THINKING_MS.end)).await;
                    connection.send(&open).await?;
                    continue;
                }
                Ok(Ok(_)) => continue,
                Ok(Err(error)) => return Err(error),
                Err(_) => {
                    connection.send(&open).await?;
                    continue;
                }
            }
            self.act(&mut connection).await?;
        }
    }

    fn take(&mut self, snapshot: Snapshot) {
        if self
            .known
            .as_ref()
            .is_some_and(|known| snapshot.v < known.v)
        {
            self.seen.went_back(self.table);
        }
        self.sent = None;
        self.known = Some(snapshot);
        self.show();
    }

    fn fold(&mut self, update: Update) -> Result<(), LoadError> {
        let (events, got) = (update.shared.events.clone(), update.shared.v);
        let known = self
            .known
            .as_mut()
            .ok_or(LoadError::Gap { before: 0, got })?;
        match known.fold(update) {
            Folded::Known => return Ok(()),
            Folded::Gap => {
                let before = known.v;
                return Err(LoadError::Gap { before, got });
            }
            Folded::Next => {}
        }
        for event in events {
            if let Happened::Played { seat, tile, .. } = event
                && Some(seat) == known.me.seat
                && self.sent.take() == Some(tile)
            {
                self.seen.play(self.table, known.v, seat, tile);
            }
        }
        self.show();
        Ok(())
    }

    /// Notes what the board shows.
    fn show(&self) {
        if let Some(known) = &self.known
            && let Some(view) = &known.view
        {
            self.seen.board(self.table, known.v, &view.board);
        }
    }

    /// Does what is to be done at the table, if it is up to this player.
    async fn act(&mut self, connection: &mut Connection) -> Result<(), LoadError> {
        let table = self.table;
        let Some(known) = &self.known else {
            return Ok(());
        };
        let (status, seat) = (known.room.status, known.me.seat);
        if seat.is_none() {
            return connection
                .send(&Request::Sit { seat: None }.at(table))
                .await;
        }
        let Some(view) = known.view.as_ref().filter(|_| status != Status::Open) else {
            return connection
                .send(&Request::Ready { ready: true }.at(table))
                .await;
        };
        match view.board.phase {
            Phase::RoundOver { .. } if status == Status::Playing => {
                connection.send(&Request::Next.at(table)).await
            }
            Phase::RoundOver { .. } | Phase::MatchOver { .. } => {
                connection
                    .send(&Request::Ready { ready: true }.at(table))
                    .await
            }
            Phase::Dealing => Ok(()),
            Phase::Playing { turn } if Some(turn) != seat || self.sent.is_some() => Ok(()),
            Phase::Playing { .. } => {
                let offers = view.own.as_ref().map_or(&[][..], |own| &own.placements);
                if offers.is_empty() {
                    return Ok(());
                }
                let offer = offers[rand::rng().random_range(0..offers.len())];
                let ply = view.board.ply;
                let thinks = rand::rng().random_range(THINKING_MS);
                tokio::time::sleep(Duration::from_millis(thinks)).await;
                self.sent = Some(offer.tile);
                connection.play(table, ply, &offer).await
            }
        }
    }
}
