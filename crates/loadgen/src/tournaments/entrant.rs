//! A program that takes part in a tournament: it follows the tournament, and plays at the table of its match.

use std::sync::Arc;
use std::time::Duration;

use boneyard_protocol::{ClientMessage, ServerMessage, TableId, TournamentId};
use rand::RngExt as _;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use crate::client::{Connection, Identity};
use crate::error::LoadError;
use crate::people::{Observations, Pace, Player, Servers};

/// The pace of the programs.
const PACE: Pace = Pace {
    thinking_ms: 100..600,
    away_ms: 20..400,
};

/// How long a connection may take to open.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);

/// A program that takes part.
pub(super) struct Entrant {
    tournament: TournamentId,
    /// The number of the program, from which its first server follows.
    number: usize,
    identity: Arc<Identity>,
    servers: Servers,
    seen: Arc<Observations>,
    /// The table of the match that is not decided, and the player there.
    table: Option<TableId>,
    playing: JoinSet<()>,
}

impl Entrant {
    pub(super) fn new(
        (tournament, number): (TournamentId, usize),
        identity: Identity,
        servers: Servers,
        seen: Arc<Observations>,
    ) -> Self {
        Self {
            tournament,
            number,
            identity: Arc::new(identity),
            servers,
            seen,
            table: None,
            playing: JoinSet::new(),
        }
    }

    /// Takes part until the future is dropped, and connects again after each failure.
    pub(super) async fn take_part(mut self) {
        loop {
            // The server is killed again and again, so a lost connection is no fault.
            let _ = self.follow().await;
            let ms = rand::rng().random_range(PACE.away_ms);
            sleep(Duration::from_millis(ms)).await;
        }
    }

    /// Follows the tournament over one connection.
    async fn follow(&mut self) -> Result<(), LoadError> {
        let (_, address) = self.servers.at(self.number).ok_or(LoadError::NoServer)?;
        let opening = Connection::open(address, &self.identity);
        let mut connection = timeout(CONNECT_TIMEOUT, opening)
            .await
            .map_err(|_| LoadError::NoAnswer(CONNECT_TIMEOUT))??;
        let follow = ClientMessage::Tournament {
            tournament: self.tournament,
            follow: true,
        };
        connection.send(&follow).await?;
        loop {
            match connection.receive().await? {
                ServerMessage::TournamentOwn(own) => self.sit(own.table),
                ServerMessage::Error { text, .. } => return Err(LoadError::Refused(text)),
                _ => {}
            }
        }
    }

    /// Plays at this table, and no longer at another one.
    fn sit(&mut self, table: Option<TableId>) {
        if self.table == table {
            return;
        }
        self.table = table;
        self.playing.abort_all();
        if let Some(table) = table {
            let identity = Arc::clone(&self.identity);
            let (servers, seen) = (self.servers.clone(), Arc::clone(&self.seen));
            let place = (table, self.number);
            let player = Player::arranged(place, identity, servers, seen, &PACE);
            self.playing.spawn(player.play());
        }
    }
}
