//! Players and watchers who reconnect after every failure, and record what they are shown.

use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

use boneyard_base::Clock;
use boneyard_protocol::{
    AbsentChoice, ClientMessage, Folded, Missed, Receipt, Request, ServerMessage, Snapshot, Status,
    TableId, Update,
};
use boneyard_rules::line::view::VisibleEvent;
use boneyard_rules::line::{self, Play};
use boneyard_rules::{Move, Seat, Tile};
use rand::RngExt as _;
use tokio::time::{Instant, timeout, timeout_at};

use super::promises::Promises;
use super::seen::Observations;
use super::servers::Servers;
use super::turns::CurrentTurn;
use crate::client::{Connection, Identity, open_since};
use crate::error::LoadError;

/// The pace of people, in milliseconds.
#[derive(Debug)]
pub(crate) struct Pace {
    /// How long a player thinks before acting, in milliseconds.
    pub(crate) thinking_ms: Range<u64>,
    /// How long a person stays away after a connection is lost, in milliseconds.
    pub(crate) away_ms: Range<u64>,
    /// After this time without a message, a player asks the server for the state of the table. If there is no
    /// answer within the same time again, the connection counts as lost.
    pub(crate) news_timeout: Duration,
}

/// The usual time without news after which a player asks for the state of the table.
pub(crate) const NEWS_TIMEOUT: Duration = Duration::from_secs(3);

/// How long a connection may take to open. After this time, the person tries another server.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);

/// The pause before a player sends again what the server has refused, or what had no effect.
const RETRY_DELAY: Duration = Duration::from_millis(100);

/// A person at a table before the test begins to play at the table.
#[derive(Clone)]
pub(super) struct Person {
    pub(super) identity: Arc<Identity>,
    /// The person's seat; `None` for a watcher.
    pub(super) seat: Option<Seat>,
    /// The number of the server to which the person connects first.
    pub(super) home: usize,
}

/// A person at a table that is being played.
pub(crate) struct Player {
    person: Person,
    servers: Servers,
    /// The number of the server of the last connection; `None` before the first connection.
    server: Option<usize>,
    table: TableId,
    /// The person's number at the table. Watchers are numbered after the players.
    number: usize,
    seen: Arc<Observations>,
    pace: &'static Pace,
    /// The last state of the table that the person was shown, over any connection.
    known: Option<Snapshot>,
    /// The play that the player sent, until the server shows it in an update.
    sent: Option<Tile>,
    promises: Promises,
    /// The match and the ply for which the player has begun to think, and when the player acts there.
    thought: Option<((u32, u32), Instant)>,
    /// The player's own turn, if its time is measured.
    turn: Option<CurrentTurn>,
    /// Whether the player claims the win as soon as an absent opponent lets that.
    claims: bool,
}

impl Player {
    pub(super) fn new(
        (table, number): (TableId, usize),
        person: Person,
        servers: Servers,
        seen: Arc<Observations>,
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
            promises: Promises::new(),
            thought: None,
            turn: None,
            claims: false,
        }
    }

    /// A player of a tournament, for whom the server keeps a seat at the table. The number is the player's own one
    /// among all of the run.
    pub(crate) fn arranged(
        (table, number): (TableId, usize),
        identity: Arc<Identity>,
        servers: Servers,
        seen: Arc<Observations>,
        pace: &'static Pace,
    ) -> Self {
        let person = Person {
            identity,
            seat: Some(Seat::default()),
            home: number,
        };
        Self {
            claims: true,
            ..Self::new((table, number), person, servers, seen, pace)
        }
    }

    /// Plays until the future is dropped, and reconnects after each failure.
    pub(crate) async fn play(mut self) {
        loop {
            // After a failure, the player requests the state of the table over a new connection.
            let why = match self.play_until_it_breaks().await {
                Ok(()) => String::new(),
                Err(error) => error.to_string(),
            };
            self.seen.disconnected(self.table, self.number, &why);
            self.wait(&self.pace.away_ms).await;
        }
    }

    /// Connects to a server: after a failure to another one, if there are several.
    async fn connect(&mut self) -> Result<Connection, LoadError> {
        let chosen = match self.server {
            None => self.servers.at(self.person.home),
            Some(lost) => self.servers.other_than(lost),
        };
        let (server, address) = chosen.ok_or(LoadError::NoServer)?;
        self.server = Some(server);
        let opening = Connection::open(address, &self.person.identity);
        let connection = timeout(CONNECT_TIMEOUT, opening)
            .await
            .map_err(|_| LoadError::NoAnswer(CONNECT_TIMEOUT))??;
        self.seen.connected(self.table, self.number, server);
        Ok(connection)
    }

    async fn play_until_it_breaks(&mut self) -> Result<(), LoadError> {
        let mut connection = self.connect().await?;
        connection.send(&self.open()).await?;
        // `acts_at` is the time of the player's next action. `quiet_at` is the time after which
        // silence is a failure.
        let mut acts_at = None;
        let news_timeout = self.pace.news_timeout;
        let mut quiet_at = Instant::now() + news_timeout;
        let mut has_asked = false;
        loop {
            let wakes_at = acts_at.map_or(quiet_at, |at: Instant| at.min(quiet_at));
            if let Ok(received) = timeout_at(wakes_at, connection.receive()).await {
                quiet_at = Instant::now() + news_timeout;
                has_asked = false;
                match received? {
                    ServerMessage::Table(snapshot) => self.take(*snapshot),
                    ServerMessage::Missed(missed) => self.catch_up(*missed)?,
                    ServerMessage::Update(update) => self.fold(*update)?,
                    ServerMessage::Presence { presence, .. } => {
                        if let Some(known) = &mut self.known {
                            known.presence = presence.clone();
                        }
                        self.seen.presence(self.table, self.number, presence);
                        if let Some((_, after)) = self.claim() {
                            acts_at = Some(Instant::now() + after);
                        }
                        continue;
                    }
                    // The server refused a message, for example because its disk is full. The
                    // player requests the state of the table and tries again.
                    ServerMessage::Error { code, .. } => {
                        let refused = format!("is refused: {code:?}");
                        self.seen.add_to_diary(self.table, self.number, refused);
                        tokio::time::sleep(RETRY_DELAY).await;
                        connection.send(&self.open()).await?;
                        continue;
                    }
                    ServerMessage::Receipt(receipt) => {
                        if let Some(reveal) = self.reveal(&receipt) {
                            connection.send(&reveal).await?;
                            self.note(&reveal);
                        }
                        continue;
                    }
                    ServerMessage::Closed { .. } => return Err(LoadError::Closed),
                    _ => continue,
                }
                acts_at = self.acts_at();
            } else if acts_at.is_some_and(|at| at <= Instant::now()) {
                acts_at = None;
                if let Some(message) = self.next_message() {
                    connection.send(&message).await?;
                    self.note(&message);
                }
            } else if has_asked {
                return Err(LoadError::NoAnswer(news_timeout));
            } else {
                connection.send(&self.open()).await?;
                quiet_at = Instant::now() + news_timeout;
                has_asked = true;
            }
        }
    }

    /// The message that follows the table and requests all changes since the last known version.
    fn open(&self) -> ClientMessage {
        open_since(self.table, self.known.as_ref().map(|known| known.v))
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
        // If the missed updates don't contain the play that was sent, the server has not accepted
        // this play.
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
        let got = update.shared.v;
        let change = update.shared.change.as_ref();
        let change = change.and_then(|change| <&line::Change>::try_from(change).ok());
        let events = change.map_or_else(Vec::new, |change| change.events.clone());
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
            self.seen.acknowledge(self.table, known.v, seat, tile);
        }
        self.show();
        Ok(())
    }

    /// The message that reveals the player's seed for a receipt. A receipt that proves nothing is recorded.
    fn reveal(&mut self, receipt: &Receipt) -> Option<ClientMessage> {
        let seat = self.known.as_ref()?.me.seat?;
        receipt.seats[seat]?;
        let reveal = self.promises.reveal(receipt, seat);
        if reveal.is_none() {
            self.seen.unproved(self.table, receipt.match_number);
        }
        Some(reveal?.at(self.table))
    }

    /// Records the state of the table that the person is shown now, and the turn that has ended with it.
    fn show(&mut self) {
        let Some((known, server)) = self.known.as_ref().zip(self.server) else {
            return;
        };
        self.seen.shown(self.number, known);
        if let Some(turn) = self.turn.take_if(|turn| !turn.is_in(known)) {
            let thought_ms = self.pace.thinking_ms.start.cast_signed();
            self.seen.add_turn(turn.over(known, thought_ms));
        }
        if self.turn.is_none() {
            self.turn = CurrentTurn::of(known, server);
        }
    }

    /// Records a message that the person has sent.
    fn note(&mut self, message: &ClientMessage) {
        let what = match *message {
            ClientMessage::Table {
                request:
                    Request::Move {
                        ply,
                        chosen: Move::Line(line::Move::Play(Play { tile, .. })),
                    },
                ..
            } => {
                self.sent = Some(tile);
                format!("plays {tile} in ply {ply}")
            }
            _ => "sends another message".to_owned(),
        };
        self.seen.add_to_diary(self.table, self.number, what);
    }

    /// The next message of this player; `None` if the player must wait.
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
        let request = match (known.room.status, &known.standing) {
            (Status::Playing, Some(standing)) => match standing.turn {
                Some(turn) if turn == seat => self.choose(known),
                Some(_) => self.claim().map(|(claim, _)| claim),
                None => (!is_ready).then_some(Request::Next),
            },
            _ => self.promises.commit(known, seat).or(ready),
        };
        request.map(|request| request.at(self.table))
    }

    /// The claim of the win against an absent opponent, and how long the player must wait with it.
    fn claim(&self) -> Option<(Request, Duration)> {
        let absent = self
            .known
            .as_ref()?
            .presence
            .absent
            .filter(|_| self.claims)?;
        let from_ms = absent.claim_ms?;
        let wait_ms = from_ms - Clock::system().now().0;
        let claim = Request::Absent {
            seat: absent.seat,
            choice: AbsentChoice::Claim,
        };
        Some((claim, Duration::from_millis(wait_ms.max(0).unsigned_abs())))
    }

    /// A random choice among the offered placements. `None` if the player has sent a play that no
    /// update has shown yet.
    fn choose(&self, known: &Snapshot) -> Option<Request> {
        if self.sent.is_some() {
            return None;
        }
        let view = <&line::View>::try_from(known.view.as_ref()?).ok()?;
        let offers = &view.own.as_ref()?.placements;
        let chosen = rand::rng().random_range(0..offers.len().max(1));
        let offer = offers.get(chosen)?;
        Some(Request::Move {
            ply: known.standing.as_ref()?.ply,
            chosen: line::Move::from(offer).into(),
        })
    }

    /// When the player sends the next message; `None` if the player must wait. A player thinks once about a position,
    /// even if the connection is lost meanwhile.
    fn acts_at(&mut self) -> Option<Instant> {
        self.next_message()?;
        let known = self.known.as_ref()?;
        let ply = known.standing.as_ref().map_or(0, |standing| standing.ply);
        let position = (known.room.match_number, ply);
        let now = Instant::now();
        Some(match self.thought {
            Some((thought_of, until)) if thought_of == position => until.max(now + RETRY_DELAY),
            _ => {
                let thinks = rand::rng().random_range(self.pace.thinking_ms.clone());
                let until = now + Duration::from_millis(thinks);
                self.thought = Some((position, until));
                until
            }
        })
    }

    async fn wait(&self, range_ms: &Range<u64>) {
        let ms = rand::rng().random_range(range_ms.clone());
        tokio::time::sleep(Duration::from_millis(ms)).await;
    }
}

/// Whether the event is a play of the tile `wanted` by the seat `by`.
fn is_play(event: &VisibleEvent, by: Seat, wanted: Tile) -> bool {
    matches!(event, VisibleEvent::Played { seat, tile, .. } if (*seat, *tile) == (by, wanted))
}
