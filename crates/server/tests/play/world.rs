//! Servers for tests, tables with players, and what the players do.

use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::path::PathBuf;

use boneyard_base::Clock;
use boneyard_notices::Outside;
use boneyard_protocol::http::CreateTable;
use boneyard_protocol::{
    Access, ClientMessage, ClockRule, Invite, Request, ServerMessage, Status, TableId,
};
use boneyard_rules::line::{self, Play};
use boneyard_rules::{Options, Rules, Seat, Standing};
use boneyard_server::Server;
use boneyard_server::config::{Cli, Config};
use clap::Parser as _;
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use rusqlite::Connection;
use tempfile::TempDir;
use tokio::runtime::Handle;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use crate::client::Client;
use crate::person::{Person, request};

/// Flags with which tests can play faster than people.
const FAST: [&str; 4] = [
    "--message-rate",
    "100000",
    "--rows-per-address",
    "1000000000",
];

/// A server in this process, with its own port and database.
pub(crate) struct World {
    pub(crate) address: SocketAddr,
    /// The address of the listener for the host; `None` without the flag `--metrics`.
    pub(crate) host: Option<SocketAddr>,
    pub(crate) directory: TempDir,
    stop: Option<oneshot::Sender<()>>,
    serving: JoinHandle<()>,
}

impl World {
    /// Starts a server with a new database.
    pub(crate) async fn new() -> Self {
        Self::with(&[]).await
    }

    /// Starts a server with the normal limit of messages per second.
    pub(crate) async fn with_the_usual_rate() -> Self {
        Self::on(tempfile::tempdir().unwrap(), &["--message-rate", "20"]).await
    }

    /// Starts a server with the normal budgets for writing, but a high limit of messages per second.
    pub(crate) async fn with_the_usual_budgets() -> Self {
        let flags = ["--message-rate", "100000"];
        Self::on(tempfile::tempdir().unwrap(), &flags).await
    }

    /// Starts a server with these additional flags.
    pub(crate) async fn with(flags: &[&str]) -> Self {
        Self::within(tempfile::tempdir().unwrap(), flags).await
    }

    /// Starts a server whose database is in this directory.
    pub(crate) async fn within(directory: TempDir, flags: &[&str]) -> Self {
        Self::on(directory, &[&FAST, flags].concat()).await
    }

    /// Starts a server whose database is in this directory, and which uses the test's clock.
    pub(crate) async fn within_by(directory: TempDir, flags: &[&str], clock: Clock) -> Self {
        Self::on_by(directory, &[&FAST, flags].concat(), clock).await
    }

    /// Starts a server that uses the test's clock.
    pub(crate) async fn by(clock: Clock, flags: &[&str]) -> Self {
        Self::within_by(tempfile::tempdir().unwrap(), flags, clock).await
    }

    /// Starts a server with a separate runtime for visitors who have no seat at a table.
    pub(crate) async fn with_visitors(visitors: Handle) -> Self {
        let directory = tempfile::tempdir().unwrap();
        let config = config(&directory, &FAST);
        let server = Server::with_visitors(config, Clock::system(), visitors).await;
        Self::serving(server.unwrap(), directory)
    }

    /// Starts a server that uses the test's clock and reaches push services in the test's way.
    pub(crate) async fn with_outside(clock: Clock, outside: Outside) -> Self {
        Self::with_outside_and(&FAST, clock, outside).await
    }

    /// The same, with these flags.
    pub(crate) async fn with_outside_and(flags: &[&str], clock: Clock, outside: Outside) -> Self {
        let directory = tempfile::tempdir().unwrap();
        let config = config(&directory, flags);
        let server = Server::with_outside(config, clock, Handle::current(), outside).await;
        Self::serving(server.unwrap(), directory)
    }

    async fn on(directory: TempDir, flags: &[&str]) -> Self {
        Self::on_by(directory, flags, Clock::system()).await
    }

    async fn on_by(directory: TempDir, flags: &[&str], clock: Clock) -> Self {
        let server = Server::with_clock(config(&directory, flags), clock).await;
        Self::serving(server.unwrap(), directory)
    }

    fn serving(server: Server, directory: TempDir) -> Self {
        let (address, host) = (server.local_addr(), server.metrics_addr());
        let (stop, stopped) = oneshot::channel();
        let serving = tokio::spawn(async move {
            let stopped = async { drop(stopped.await) };
            server.serve(stopped).await.unwrap();
        });
        Self {
            address,
            host,
            directory,
            stop: Some(stop),
            serving,
        }
    }

    /// Stops the server gracefully, and starts it again on the same database.
    pub(crate) async fn restarted(self) -> Self {
        Self::within(self.stopped().await, &[]).await
    }

    /// Stops the server gracefully. Returns the directory of its database.
    pub(crate) async fn stopped(mut self) -> TempDir {
        self.stop.take();
        self.serving.await.unwrap();
        self.directory
    }

    /// The current value of a metric, which is found by its name and labels.
    pub(crate) async fn metric(&self, sample: &str) -> u64 {
        let text = self.metrics().await;
        let mut lines = text.lines();
        let value = lines.find_map(|line| line.strip_prefix(sample)?.strip_prefix(' '));
        let value = value.unwrap_or_else(|| panic!("no {sample} in {text}"));
        value.parse().unwrap()
    }

    /// The text of all metrics.
    pub(crate) async fn metrics(&self) -> String {
        let host = self.host.expect("a world with --metrics");
        request(host, "GET", "/metrics", "", "").await.unwrap().body
    }

    /// Opens the server's database, as another program would.
    pub(crate) fn database(&self) -> Connection {
        open(&self.directory)
    }

    /// Creates a new visitor, and connects as this visitor.
    pub(crate) async fn somebody(&self) -> (Person, Client) {
        let person = Person::arrive(self.address).await;
        let client = person.connect(self.address).await;
        (person, client)
    }

    /// Creates a table with these options. New visitors take all its seats and follow it.
    pub(crate) async fn table(&self, wanted: &CreateTable) -> Table {
        let mut players = Vec::new();
        let mut people = Vec::new();
        for _ in Rules::try_from(wanted.rules).unwrap().seating().seats() {
            let (person, client) = self.somebody().await;
            players.push(client);
            people.push(person);
        }
        let created = people[0].create(self.address, wanted).await;
        let (id, invite) = (created.table, created.invite);
        for (number, player) in players.iter_mut().enumerate() {
            player.open(id, Some(invite)).await;
            if number > 0 {
                let seat = Seat::new(number as u8);
                player.send(&Request::Sit { seat }.at(id)).await;
                player.until(|player| player.seat(id) == seat).await;
            }
        }
        Table {
            id,
            invite,
            people,
            players,
        }
    }
}

/// The settings of a server whose database is in this directory.
fn config(directory: &TempDir, flags: &[&str]) -> Config {
    let database = database(directory);
    let mut arguments = vec![
        "boneyard-server",
        "--listen",
        "127.0.0.1:0",
        "--bot-delay",
        "0",
    ];
    if !flags.contains(&"--database") {
        arguments.extend(["--database", &database]);
    }
    arguments.extend(flags);
    Cli::try_parse_from(arguments).unwrap().config
}

/// The address of the database in a directory.
pub(crate) fn database(directory: &TempDir) -> String {
    format!("sqlite://{}", file(directory).display())
}

fn file(directory: &TempDir) -> PathBuf {
    directory.path().join("boneyard.db")
}

/// Opens the database in a directory.
pub(crate) fn open(directory: &TempDir) -> Connection {
    Connection::open(file(directory)).unwrap()
}

/// The request for a public table that keeps no seats for invited visitors.
pub(crate) fn public(rules: impl Into<Options>) -> CreateTable {
    CreateTable {
        rules: rules.into(),
        access: Access::Public,
        kept_seats: 0,
        computers: Vec::new(),
        hints: None,
        clock: ClockRule::None,
        time_cap: None,
        bots: None,
        rated: false,
        commitment: None,
        head: None,
    }
}

/// A table with all its players, by seat.
pub(crate) struct Table {
    pub(crate) id: TableId,
    pub(crate) invite: Invite,
    pub(crate) people: Vec<Person>,
    pub(crate) players: Vec<Client>,
}

impl Table {
    /// Lets all players get ready, and waits until the match begins.
    pub(crate) async fn start(&mut self) {
        let table = self.id;
        for player in &mut self.players {
            player.send(&Request::Ready { ready: true }.at(table)).await;
        }
        let started = |player: &Client| player.table(table).room.status == Status::Playing;
        for player in &mut self.players {
            player.until(started).await;
        }
    }

    /// Waits until all players have received the newest version.
    pub(crate) async fn sync(&mut self) {
        let latest = self.players.iter().map(|player| player.v(self.id)).max();
        for player in &mut self.players {
            player
                .until(|player| Some(player.v(self.id)) == latest)
                .await;
        }
    }

    /// Makes the next decision: that of the player on turn, or those of all players between two rounds.
    /// Returns `false` if the match is over.
    pub(crate) async fn step(&mut self, dice: &mut StdRng) -> bool {
        let table = self.id;
        self.sync().await;
        if self.players[0].table(table).room.status == Status::Over {
            return false;
        }
        let Standing { turn, round, .. } = *self.players[0].standing(table);
        if let Some(turn) = turn {
            if dice.random_bool(0.5) && self.somebody_calls().await {
                return true;
            }
            let player = &mut self.players[turn.index()];
            let message = random_move(player, table, dice);
            let before = player.v(table);
            player.send(&message).await;
            player.until(|player| player.v(table) > before).await;
        } else {
            for player in &mut self.players {
                player.send(&Request::Next.at(table)).await;
            }
            for player in &mut self.players {
                player
                    .until(|player| player.standing(table).round > round)
                    .await;
            }
        }
        true
    }

    /// If a player may call "Muggins!", that player does so. Returns whether the call took points.
    async fn somebody_calls(&mut self) -> bool {
        let table = self.id;
        let mut players = self.players.iter_mut();
        let is_offered =
            |player: &&mut Client| player.moves(table).contains(&line::Move::Call.into());
        let Some(caller) = players.find(is_offered) else {
            return false;
        };
        let (before, ply) = (caller.v(table), caller.standing(table).ply);
        caller.send(&call(ply).at(table)).await;
        loop {
            if let ServerMessage::Error { reason, .. } = caller.receive().await {
                assert_eq!(reason, Some(line::Illegal::NothingToTake.into()));
                return false;
            }
            if caller.v(table) > before {
                return true;
            }
        }
    }

    /// Plays random tiles until each player has had a turn, so that the match counts when it is given up.
    pub(crate) async fn play_a_tile_each(&mut self) {
        let mut dice = dice(1);
        let mut waiting: BTreeSet<usize> = (0..self.players.len()).collect();
        while !waiting.is_empty() {
            self.sync().await;
            if let Some(turn) = self.players[0].standing(self.id).turn {
                waiting.remove(&turn.index());
            }
            self.step(&mut dice).await;
        }
        self.sync().await;
    }

    /// Plays random tiles until the match is over. Returns the number of decisions.
    pub(crate) async fn play_to_the_end(&mut self, dice: &mut StdRng) -> usize {
        let mut steps = 0;
        while self.step(dice).await {
            steps += 1;
        }
        steps
    }
}

/// One of the moves that the server offers to the player on turn, chosen at random. A lead that may be given to the
/// partner is given half of the time.
pub(crate) fn random_move(player: &Client, table: TableId, dice: &mut StdRng) -> ClientMessage {
    let moves = player.moves(table);
    let gives = line::Move::GiveLead.into();
    let chosen = if moves.contains(&gives) && dice.random_bool(0.5) {
        gives
    } else if player.offers(table).is_empty() {
        moves[dice.random_range(0..moves.len())]
    } else {
        return random_play(player, table, dice);
    };
    let ply = player.standing(table).ply;
    Request::Move { ply, chosen }.at(table)
}

/// One of the plays that the server offers to the player, chosen at random. Sometimes the play also calls
/// points, whose number is random.
pub(crate) fn random_play(player: &Client, table: TableId, dice: &mut StdRng) -> ClientMessage {
    let offers = player.offers(table);
    let offer = offers[dice.random_range(0..offers.len())];
    let play = Play {
        tile: offer.tile,
        arm: offer.arm,
        announced: dice.random_bool(0.5).then(|| dice.random_range(0..4) * 5),
    };
    Request::Move {
        ply: player.standing(table).ply,
        chosen: line::Move::Play(play).into(),
    }
    .at(table)
}

/// A call of "Muggins!".
pub(crate) fn call(ply: u32) -> Request {
    Request::Move {
        ply,
        chosen: line::Move::Call.into(),
    }
}

/// A generator of random choices that are the same in every run.
pub(crate) fn dice(seed: u64) -> StdRng {
    StdRng::seed_from_u64(seed)
}
