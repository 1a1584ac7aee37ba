//! Players and watchers who come back, whatever happens, and note what they are shown.

use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

use boneyard_protocol::{
    ClientMessage, Folded, Missed, Request, ServerMessage, Snapshot, Status, TableId, Update,
};
use boneyard_rules::view::{Phase, Seen as Happened, View};
use boneyard_rules::{Seat, Tile};
use rand::RngExt as _;
use tokio::time::{Instant, timeout, timeout_at};

use super::diary::Happening;
use super::seen::Seen;
use super::servers::Servers;
use crate::client::{Connection, Identity};
use crate::error::LoadError;

/// How fast people are, in milliseconds.
#[derive(Debug)]
pub(crate) struct Pace {
    /// How long a player looks at the table before doing something.
    pub(crate) thinks_ms: Range<u64>,
    /// How long people stay away after a connection is lost.
    pub(crate) away_ms: Range<u64>,
}

/// How long a connection may take until it is there. A server that hangs is left for another one.
const CONNECT_MAX: Duration = Duration::from_secs(5);

/// After so long without news a player asks for them, and if none come for as long again, the
/// connection counts as lost.
const NEWS_TIMEOUT: Duration = Duration::from_secs(3);

/// Somebody at a table.
#[derive(Clone)]
pub(super) struct Person {
    pub(super) identity: Arc<Identity>,
    /// Where they sit; none for those who watch.
    pub(super) seat: Option<Seat>,
    /// The number of the server that they come to first.
    pub(super) home: usize,
}

/// Somebody at a table while it is played there.
pub(crate) struct Player {
    person: Person,
    servers: Servers,
    /// The server that they were connected to last.
    server: Option<usize>,
    table: TableId,
    /// Their number at the table, watchers included.
    number: usize,
    seen: Arc<Seen>,
    pace: &'static Pace,
    /// What was known last, over all connections.
    known: Option<Snapshot>,
    /// The play that was sent and not yet seen.
    sent: Option<Tile>,
}

impl Player {
    pub(super) fn new(
        (table, number): (TableId, usize),
        person: Person,
        servers: Servers,
        seen: Arc<Seen>,
        pace: &'static Pace,
    ) -> Self {
        Self {
            person,
            servers,
            server: None,
            table,
            number,
            seen,
            pace,
            known: None,
            sent: None,
        }
    }

    /// Plays until it is stopped.
    pub(crate) async fn play(mut self) {
        loop {
            // Whatever ends a connection, the next one finds out what has become of the table.
            let why = match self.play_until_it_breaks().await {
                Ok(()) => String::new(),
                Err(error) => error.to_string(),
            };
            self.seen.left(self.table, self.number, why);
            self.wait(&self.pace.away_ms).await;
        }
    }

    async fn play_until_it_breaks(&mut self) -> Result<(), LoadError> {
        let chosen = match self.server {
            None => self.servers.at(self.person.home),
            Some(lost) => self.servers.other_than(lost),
        };
        let (server, address) = chosen.ok_or(LoadError::NoServer)?;
        self.server = Some(server);
        let opening = Connection::open(address, &self.person.identity);
        let mut connection = timeout(CONNECT_MAX, opening)
            .await
            .map_err(|_| LoadError::NoAnswer(CONNECT_MAX))??;
        self.seen.came(self.table, self.number, server);
        connection.send(&self.open()).await?;
        // When the player does what is to be done, and when silence means something.
        let mut acts_at = None;
        let mut quiet_at = Instant::now() + NEWS_TIMEOUT;
        let mut has_asked = false;
        loop {
            let wakes_at = acts_at.map_or(quiet_at, |at: Instant| at.min(quiet_at));
            if let Ok(received) = timeout_at(wakes_at, connection.receive()).await {
                quiet_at = Instant::now() + NEWS_TIMEOUT;
                has_asked = false;
                match received? {
                    ServerMessage::Table(snapshot) => self.take(*snapshot),
                    ServerMessage::Missed(missed) => self.catch_up(*missed)?,
                    ServerMessage::Update(update) => self.fold(*update)?,
                    ServerMessage::Presence { presence, .. } => {
                        self.seen.presence(self.table, self.number, presence);
                        continue;
                    }
                    // Refused, be it for a full disk: what has become of the table, and once more.
                    ServerMessage::Error { code, .. } => {
                        let refused = Happening::Refused { code };
                        self.seen.note(self.table, self.number, refused);
                        self.wait(&self.pace.thinks_ms).await;
                        connection.send(&self.open()).await?;
                        continue;
                    }
                    ServerMessage::Closed { .. } => return Err(LoadError::Closed),
                    _ => continue,
                }
                acts_at = self.next_message().map(|_| self.thinks_until());
            } else if acts_at.is_some_and(|at| at <= Instant::now()) {
                acts_at = None;
                if let Some(message) = self.next_message() {
                    connection.send(&message).await?;
                    self.note(&message);
                }
            } else if has_asked {
                return Err(LoadError::NoAnswer(NEWS_TIMEOUT));
            } else {
                connection.send(&self.open()).await?;
                quiet_at = Instant::now() + NEWS_TIMEOUT;
                has_asked = true;
            }
        }
    }

    /// Asks for what this player doesn't know of the table.
    fn open(&self) -> ClientMessage {
        ClientMessage::Open {
            table: self.table,
            invite: None,
            since: self.known.as_ref().map(|known| known.v),
        }
    }

    fn take(&mut self, snapshot: Snapshot) {
        self.check_version(snapshot.v);
        self.sent = None;
        self.seen
            .presence(self.table, self.number, snapshot.presence.clone());
        self.known = Some(snapshot);
        self.show();
    }

    fn catch_up(&mut self, missed: Missed) -> Result<(), LoadError> {
        self.check_version(missed.v);
        for update in missed.updates {
            self.fold(update)?;
        }
        // What isn't among them by now has not happened.
        self.sent = None;
        self.seen.presence(self.table, self.number, missed.presence);
        self.show();
        Ok(())
    }

    fn check_version(&self, v: u64) {
        if let Some(known) = self.known.as_ref().filter(|known| v < known.v) {
            self.seen.went_back(self.table, known.v, v);
        }
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
        if let Some((seat, tile)) = known.me.seat.zip(self.sent)
            && events.iter().any(|event| is_play(event, seat, tile))
        {
            self.sent = None;
            self.seen.play(self.table, known.v, seat, tile);
        }
        self.show();
        Ok(())
    }

    /// Notes what is shown.
    fn show(&self) {
        if let Some(known) = &self.known {
            self.seen.shown(self.number, known);
        }
    }

    /// Notes what was sent.
    fn note(&mut self, message: &ClientMessage) {
        let what = match *message {
            ClientMessage::Table {
                request: Request::Play { ply, tile, .. },
                ..
            } => {
                self.sent = Some(tile);
                Happening::Played { ply, tile }
            }
            _ => Happening::Sent,
        };
        self.seen.note(self.table, self.number, what);
    }

    /// What is to be done at the table, if anything is up to this player.
    fn next_message(&self) -> Option<ClientMessage> {
        let wanted_seat = self.person.seat?;
        let known = self.known.as_ref()?;
        let Some(seat) = known.me.seat else {
            let seat = Some(wanted_seat);
            return Some(Request::Sit { seat }.at(self.table));
        };
        let is_ready = known.room.seats[seat]
            .as_ref()
            .is_some_and(|sitter| sitter.ready);
        let ready = (!is_ready).then_some(Request::Ready { ready: true });
        let view = known.view.as_ref();
        let request = match (known.room.status, view) {
            (Status::Playing, Some(view)) => match view.board.phase {
                Phase::Playing { turn } if turn == seat => self.choose(view),
                Phase::RoundOver { .. } => (!is_ready).then_some(Request::Next),
                _ => None,
            },
            _ => ready,
        };
        request.map(|request| request.at(self.table))
    }

    /// One of the placements that are offered, unless one is under way.
    fn choose(&self, view: &View) -> Option<Request> {
        if self.sent.is_some() {
            return None;
        }
        let offers = &view.own.as_ref()?.placements;
        let chosen = rand::rng().random_range(0..offers.len().max(1));
        let offer = offers.get(chosen)?;
        Some(Request::Play {
            ply: view.board.ply,
            tile: offer.tile,
            arm: offer.arm,
            announced: None,
        })
    }

    fn thinks_until(&self) -> Instant {
        let thinks = rand::rng().random_range(self.pace.thinks_ms.clone());
        Instant::now() + Duration::from_millis(thinks)
    }

    async fn wait(&self, range_ms: &Range<u64>) {
        let ms = rand::rng().random_range(range_ms.clone());
        tokio::time::sleep(Duration::from_millis(ms)).await;
    }
}

/// Whether a seat plays this tile.
fn is_play(event: &Happened, by: Seat, wanted: Tile) -> bool {
    matches!(event, Happened::Played { seat, tile, .. } if (*seat, *tile) == (by, wanted))
}
