//! Honest visitors: newcomers who begin a match, and visitors who use the part of the server
//! that is attacked.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use boneyard_protocol::http::CreateTable;
use boneyard_protocol::{
    Access, ClientMessage, Level, RecordId, Request, ServerMessage, Status, TableId, TournamentId,
};
use boneyard_rules::Seat;
use boneyard_rules::line::Preset;
use tokio::task::JoinSet;
use tokio::time::{sleep_until, timeout};

use crate::client::{Connection, Identity, open, public_table, table};
use crate::error::LoadError;
use crate::http::Http;

/// How long a newcomer waits for a match to begin before giving up.
const MATCH_TIMEOUT: Duration = Duration::from_secs(5);

/// The address of the first visitor. Each other visitor connects from an address in a network of its own.
const FIRST_ADDRESS: Ipv4Addr = Ipv4Addr::new(127, 3, 0, 1);

/// The seat of the computer player at the tables of newcomers.
const COMPUTERS_SEAT: Seat = Seat::new(1).expect("a table has a second seat");

/// What honest visitors prepared at the server for a scenario, in addition to the players' tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Fixture {
    /// The scenario needs no fixture.
    None,
    /// A public table that waits for a second player. Its host stays connected and follows it.
    Listed(TableId),
    /// A tournament that has not begun, with players.
    Tournament(TournamentId),
    /// The record of a finished match.
    Record(RecordId),
    /// Nothing is prepared. Guests seek quick matches.
    SeekingGuests,
    /// Nothing is prepared. Visitors with accounts seek quick matches.
    SeekingAccounts,
    /// Nothing is prepared. Visitors sign in with transfer codes.
    Codes,
}

/// The time that an action of an honest visitor took, or the reason for its failure.
pub(super) type Tried = Result<Duration, String>;

/// The results of the actions of honest visitors in a window.
#[derive(Default, Debug)]
pub(super) struct Visits {
    pub(super) newcomers: Vec<Tried>,
    /// The results of using the fixture.
    pub(super) checks: Vec<Tried>,
    /// The results of requesting `/healthz` and `/metrics`.
    pub(super) answers: Vec<Tried>,
}

impl Visits {
    /// Adds the results of another window.
    pub(super) fn add(&mut self, more: Self) {
        self.newcomers.extend(more.newcomers);
        self.checks.extend(more.checks);
        self.answers.extend(more.answers);
    }
}

/// Creates visitors, each with a new address.
#[derive(Clone)]
pub(super) struct Visitors {
    pub(super) server: SocketAddr,
    metrics: SocketAddr,
    next_address: Arc<AtomicU32>,
}

impl Visitors {
    /// Prepares to create visitors, but creates none yet.
    pub(super) fn new(server: SocketAddr, metrics: SocketAddr) -> Self {
        Self {
            server,
            metrics,
            next_address: Arc::new(AtomicU32::new(FIRST_ADDRESS.to_bits())),
        }
    }

    /// Lets `count` newcomers arrive, evenly distributed over this time, and lets the same number
    /// of other visitors use the fixture. In the middle of the time, a visitor requests `/healthz`
    /// and `/metrics`.
    pub(super) async fn come(self, count: u32, time: Duration, fixture: Fixture) -> Visits {
        let start = tokio::time::Instant::now();
        let mut newcomers = JoinSet::new();
        let mut checks = JoinSet::new();
        for number in 0..count {
            let at = start + time / count * number;
            let (of_newcomer, of_check) = (self.clone(), self.clone());
            newcomers.spawn(async move {
                sleep_until(at).await;
                of_newcomer.newcomer().await
            });
            checks.spawn(async move {
                sleep_until(at + time / count / 2).await;
                of_check.check(fixture).await
            });
        }
        sleep_until(start + time / 2).await;
        let answers = vec![
            self.answer(self.server, "/healthz").await,
            self.answer(self.metrics, "/metrics").await,
        ];
        let checks = checks.join_all().await;
        Visits {
            newcomers: newcomers.join_all().await,
            checks: checks.into_iter().flatten().collect(),
            answers,
        }
    }

    /// An address in a network of 24 bits of which no visitor has had an address.
    pub(super) fn address(&self) -> IpAddr {
        const NEXT_NETWORK: u32 = 1 << 8;
        Ipv4Addr::from_bits(self.next_address.fetch_add(NEXT_NETWORK, Ordering::Relaxed)).into()
    }

    /// Opens the site and a table, and begins a match against a computer player.
    async fn newcomer(&self) -> Tried {
        let mut step = "at the start";
        let from = self.address();
        tried(begin_match(from, self.server, &mut step))
            .await
            .map_err(|error| format!("{step}: {error}"))
    }

    /// Uses the fixture. Returns `None` if there is no check for this kind of fixture.
    async fn check(&self, fixture: Fixture) -> Option<Tried> {
        match fixture {
            Fixture::None => None,
            Fixture::Tournament(id) => Some(tried(self.take_part(id)).await),
            Fixture::Listed(table) => Some(tried(self.find(table)).await),
            Fixture::SeekingGuests | Fixture::SeekingAccounts => Some(self.seek(fixture).await),
            Fixture::Codes => Some(self.enter_code().await),
            Fixture::Record(record) => {
                let http = Http::from(self.address());
                Some(tried(http.get(self.server, &picture(record))).await)
            }
        }
    }

    /// Requests a page by which the operators of the server see whether the server is healthy.
    async fn answer(&self, server: SocketAddr, path: &str) -> Tried {
        let http = Http::from(self.address());
        let answer = tried(http.get(server, path)).await;
        answer.map_err(|error| format!("{path}: {error}"))
    }

    /// Follows the lobby, and checks that the first list of tables includes the wanted table.
    async fn find(&self, wanted: TableId) -> Result<(), LoadError> {
        let identity = self.guest().await?;
        let mut connection = Connection::open_from(self.address(), self.server, &identity).await?;
        let lobby = ClientMessage::Lobby { follow: true };
        connection.send(&lobby).await?;
        loop {
            match connection.receive().await? {
                ServerMessage::Lobby { tables } => {
                    let is_listed = tables.iter().any(|listing| listing.table == wanted);
                    return is_listed.then_some(()).ok_or(LoadError::NotListed);
                }
                ServerMessage::Error { text, .. } => return Err(LoadError::Refused(text)),
                _ => {}
            }
        }
    }

    /// A new visitor.
    pub(super) async fn guest(&self) -> Result<Identity, LoadError> {
        Identity::fetch(Http::from(self.address()), self.server).await
    }

    /// Creates a table as a new visitor, and follows it.
    async fn open_table(&self, table: CreateTable) -> Result<(TableId, Connection), LoadError> {
        let identity = self.guest().await?;
        let created = identity.create(self.server, &table).await?;
        let mut connection = Connection::open_from(self.address(), self.server, &identity).await?;
        connection.send(&open(created.table)).await?;
        Ok((created.table, connection))
    }

    /// Creates a public table as a new visitor, who then waits for another player.
    pub(super) async fn open_public_table(&self) -> Result<Fixture, LoadError> {
        let (table, connection) = self
            .open_table(public_table(Preset::DRAW.rules().into()))
            .await?;
        tokio::spawn(stay(connection));
        Ok(Fixture::Listed(table))
    }

    /// Lets a new visitor begin and resign a match, so that a record exists.
    pub(super) async fn finish_match(&self) -> Result<Fixture, LoadError> {
        let wanted = CreateTable {
            computers: vec![Level::Beginner],
            ..public_table(Preset::DRAW.rules().into())
        };
        let (table, mut connection) = self.open_table(wanted).await?;
        connection.send(&Request::Resign.at(table)).await?;
        loop {
            match connection.receive().await? {
                ServerMessage::Update(update) => {
                    if let Some(record) = update.shared.room.and_then(|room| room.record) {
                        return Ok(Fixture::Record(record));
                    }
                }
                ServerMessage::Error { text, .. } => return Err(LoadError::Refused(text)),
                _ => {}
            }
        }
    }
}

/// The path of the picture of a record.
pub(super) fn picture(record: RecordId) -> String {
    format!("/m/{record}.png")
}

/// Measures the time of an action. An action that takes longer than [`MATCH_TIMEOUT`] fails.
async fn tried<T>(doing: impl Future<Output = Result<T, LoadError>>) -> Tried {
    let began = Instant::now();
    match timeout(MATCH_TIMEOUT, doing).await {
        Ok(Ok(_)) => Ok(began.elapsed()),
        Ok(Err(error)) => Err(error.to_string()),
        Err(_) => Err(LoadError::NoAnswer(MATCH_TIMEOUT).to_string()),
    }
}

/// Opens the site and a table, and begins a match against a computer player. `step` is set to the
/// name of the current step.
async fn begin_match(
    from: IpAddr,
    server: SocketAddr,
    step: &mut &'static str,
) -> Result<(), LoadError> {
    *step = "asking for the page";
    Http::from(from).get(server, "/").await?;
    *step = "becoming a visitor";
    let identity = Identity::fetch(Http::from(from), server).await?;
    *step = "opening the socket";
    let mut connection = Connection::open_from(from, server, &identity).await?;
    *step = "saying hello";
    let welcome = |message: &_| matches!(message, ServerMessage::Welcome { .. });
    until(&mut connection, welcome).await?;
    *step = "opening a table";
    let wanted = table(Preset::DRAW.rules().into(), Access::Link);
    let created = identity.create(server, &wanted).await?;
    connection.send(&open(created.table)).await?;
    until(&mut connection, |message| {
        matches!(message, ServerMessage::Table(_))
    })
    .await?;
    *step = "beginning a match";
    let (seat, level) = (COMPUTERS_SEAT, Level::Beginner);
    for request in [
        Request::SeatComputer { seat, level },
        Request::Ready { ready: true },
    ] {
        connection.send(&request.at(created.table)).await?;
    }
    until(&mut connection, |message| match message {
        ServerMessage::Update(update) => {
            let room = update.shared.room.as_ref();
            room.is_some_and(|room| room.status == Status::Playing)
        }
        _ => false,
    })
    .await
}

/// Reads messages until one arrives for which `is_wanted` returns true.
async fn until(
    connection: &mut Connection,
    is_wanted: impl Fn(&ServerMessage) -> bool,
) -> Result<(), LoadError> {
    loop {
        match connection.receive().await? {
            ServerMessage::Error { text, .. } => return Err(LoadError::Refused(text)),
            message if is_wanted(&message) => return Ok(()),
            _ => {}
        }
    }
}

/// Reads and ignores frames until the connection ends.
async fn stay(mut connection: Connection) {
    while connection.receive_text().await.is_ok() {}
}
