//! A program that plays at one seat. It thinks for a known time, retries at once, and reports what each turn was
//! charged.

use std::sync::Arc;
use std::time::Duration;

use boneyard_protocol::{
    ClientMessage, Folded, Request, ServerMessage, Snapshot, Status, TableId, Update,
};
use boneyard_rules::Seat;
use boneyard_rules::view::Phase;
use tokio::time::{Instant, sleep, timeout, timeout_at};

use super::turns::{Turn, Turns};
use crate::client::{Connection, Identity};
use crate::error::LoadError;
use crate::people::Servers;

/// How long a program thinks before it plays. It is shorter than each fault, so that at each table a play waits
/// while the fault lasts.
const THOUGHT_MS: i64 = 2_000;

/// The pause before a message that had no effect is sent again.
const RETRY: Duration = Duration::from_millis(500);

/// The pause before a program does what needs no thought.
const ACTS_AFTER: Duration = Duration::from_millis(50);

/// The pause between two attempts to connect.
const RECONNECT: Duration = Duration::from_millis(50);

/// After this time without a message a program asks for the state of the table. After the same time again it
/// connects to another server.
const NEWS_TIMEOUT: Duration = Duration::from_millis(1_500);

/// A program at one seat.
pub(super) struct Program {
    identity: Arc<Identity>,
    wanted_seat: Seat,
    home: usize,
    servers: Servers,
    /// The number of the server of the last connection; `None` before the first connection.
    server: Option<usize>,
    table: TableId,
    table_number: usize,
    known: Option<Snapshot>,
    /// When the program acts next; `None` if it waits for the table.
    acts_at: Option<Instant>,
    /// Whether what it has sent has had no effect yet.
    retries: bool,
    turn: Option<OwnTurn>,
    turns: Turns,
}

/// The program's turn, until its play is shown.
#[derive(Clone, Copy)]
struct OwnTurn {
    match_number: u32,
    ply: u32,
    server: usize,
    left_ms: i64,
    learned: Instant,
}

impl Program {
    pub(super) fn new(
        (table_number, table): (usize, TableId),
        (identity, wanted_seat, home): (Arc<Identity>, Seat, usize),
        servers: Servers,
        turns: &Turns,
    ) -> Self {
        Self {
            identity,
            wanted_seat,
            home,
            servers,
            server: None,
            table,
            table_number,
            known: None,
            acts_at: None,
            retries: false,
            turn: None,
            turns: turns.clone(),
        }
    }

    /// Plays until the future is dropped, and reconnects at once after each failure.
    pub(super) async fn play(mut self) {
        loop {
            // The reason doesn't matter: whatever failed, the program connects again.
            let _ = self.play_until_it_breaks().await;
            sleep(RECONNECT).await;
        }
    }

    async fn play_until_it_breaks(&mut self) -> Result<(), LoadError> {
        let chosen = match self.server {
            None => self.servers.at(self.home),
            Some(lost) => self.servers.other_than(lost),
        };
        let (server, address) = chosen.ok_or(LoadError::NoServer)?;
        let opening = Connection::open(address, &self.identity);
        let opened = timeout(NEWS_TIMEOUT, opening).await;
        let mut connection = opened.map_err(|_| LoadError::NoAnswer(NEWS_TIMEOUT))??;
        self.server = Some(server);
        connection.send(&self.open()).await?;
        if self.retries {
            self.acts_at = Some(Instant::now());
        }
        let mut quiet_at = Instant::now() + NEWS_TIMEOUT;
        let mut has_asked = false;
        loop {
            let wakes_at = self.acts_at.map_or(quiet_at, |at| at.min(quiet_at));
            if let Ok(received) = timeout_at(wakes_at, connection.receive()).await {
                quiet_at = Instant::now() + NEWS_TIMEOUT;
                has_asked = false;
                self.take(received?)?;
            } else if self.acts_at.is_some_and(|at| at <= Instant::now()) {
                self.acts_at = None;
                if let Some(request) = self.next_request() {
                    connection.send(&request.at(self.table)).await?;
                    self.acts_at = Some(Instant::now() + RETRY);
                    self.retries = true;
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

    /// The message that follows the table and requests all changes since the last known version.
    fn open(&self) -> ClientMessage {
        ClientMessage::Open {
            table: self.table,
            invite: None,
            since: self.known.as_ref().map(|known| known.v),
            preview: None,
            replay: None,
        }
    }

    fn take(&mut self, message: ServerMessage) -> Result<(), LoadError> {
        match message {
            ServerMessage::Table(snapshot) => {
                self.known = Some(*snapshot);
                self.follow();
            }
            ServerMessage::Missed(missed) => {
                for update in missed.updates {
                    self.fold(update)?;
                }
            }
            ServerMessage::Update(update) => self.fold(*update)?,
            ServerMessage::Closed { .. } => return Err(LoadError::Closed),
            _ => {}
        }
        Ok(())
    }

    fn fold(&mut self, update: Update) -> Result<(), LoadError> {
        let got = update.shared.v;
        let known = self.known.as_mut();
        let known = known.ok_or(LoadError::Gap { before: 0, got })?;
        let before = known.v;
        match known.fold(update) {
            Folded::Gap => return Err(LoadError::Gap { before, got }),
            Folded::Known => {}
            Folded::Next => self.follow(),
        }
        Ok(())
    }

    /// Ends and begins the program's turn as the table shows it now.
    fn follow(&mut self) {
        let now = Instant::now();
        let Some(known) = &self.known else { return };
        let Some((seat, server)) = known.me.seat.zip(self.server) else {
            self.acts_at = Some(now + ACTS_AFTER);
            return;
        };
        let ply = known.view.as_ref().map(|view| view.board.ply);
        let match_number = known.room.match_number;
        let left_ms = known.time.as_ref().map(|time| time.left_ms[seat]);
        if let Some(turn) = self.turn {
            if (turn.match_number, Some(turn.ply)) == (match_number, ply) {
                return;
            }
            self.turn = None;
            // A new match begins with a full bank, which says nothing about the last one.
            let is_same_match = turn.match_number == match_number;
            if let Some(left_ms) = left_ms.filter(|_| is_same_match) {
                self.turns.add(Turn {
                    table: self.table_number,
                    server: turn.server,
                    learned: turn.learned,
                    played: now,
                    beyond_ms: turn.left_ms - left_ms - THOUGHT_MS,
                });
            }
        }
        self.retries = false;
        if let Some(((ply, left_ms), true)) = ply.zip(left_ms).map(|at| (at, self.is_on_turn(seat)))
        {
            self.turn = Some(OwnTurn {
                match_number,
                ply,
                server,
                left_ms,
                learned: now,
            });
            self.acts_at = Some(now + Duration::from_millis(THOUGHT_MS.unsigned_abs()));
        } else {
            self.acts_at = self.next_request().map(|_| now + ACTS_AFTER);
        }
    }

    fn is_on_turn(&self, seat: Seat) -> bool {
        let known = self.known.as_ref();
        let playing = known.filter(|known| known.room.status == Status::Playing);
        let phase = playing.and_then(|known| Some(&known.view.as_ref()?.board.phase));
        matches!(phase, Some(Phase::Playing { turn }) if *turn == seat)
    }

    /// The next request of this program; `None` if it must wait.
    fn next_request(&self) -> Option<Request> {
        let known = self.known.as_ref()?;
        let Some(seat) = known.me.seat else {
            let seat = Some(self.wanted_seat);
            return Some(Request::Sit { seat });
        };
        let sitter = known.room.seats[seat].as_ref();
        let is_ready = sitter.is_some_and(|sitter| sitter.ready);
        let view = known.view.as_ref();
        match (known.room.status, view) {
            (Status::Playing, Some(view)) => match view.board.phase {
                Phase::Playing { turn } if turn == seat => {
                    let offer = view.own.as_ref()?.placements.first()?;
                    Some(Request::Play {
                        ply: view.board.ply,
                        tile: offer.tile,
                        arm: offer.arm,
                        announced: None,
                    })
                }
                Phase::RoundOver { .. } => (!is_ready).then_some(Request::Next),
                _ => None,
            },
            _ => (!is_ready).then_some(Request::Ready { ready: true }),
        }
    }
}
