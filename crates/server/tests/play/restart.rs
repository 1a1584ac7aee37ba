//! Tests that kill the real server with SIGKILL during play, again and again. After each restart, the server
//! must still have everything that a client was shown.

use std::io::BufRead as _;
use std::io::BufReader;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use boneyard_protocol::http::CreateTable;
use boneyard_protocol::{ClientMessage, Level, Request, Status, TableId};
use boneyard_rules::{Preset, View, high, line};
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use tempfile::TempDir;
use tokio::sync::watch;
use tokio::task::JoinSet;

use crate::client::{Client, Ended};
use crate::known::KnownTable;
use crate::person::Person;
use crate::world::{public, random_move};

const KILLS: usize = 20;
const TABLES: usize = 20;

/// The number of moves at all tables together before the server is killed again.
const MOVES_PER_LIFE: usize = 150;

/// The real server in a process of its own.
pub(crate) struct Process {
    child: Child,
    pub(crate) address: SocketAddr,
}

impl Process {
    pub(crate) fn start(directory: &TempDir) -> Self {
        Self::start_under(directory, &[])
    }

    /// Starts the server with these environment variables.
    pub(crate) fn start_under(directory: &TempDir, environment: &[(&str, PathBuf)]) -> Self {
        let database = directory.path().join("boneyard.db");
        let mut child = Command::new(env!("CARGO_BIN_EXE_boneyard-server"))
            .args([
                "--listen",
                "127.0.0.1:0",
                "--log",
                "warn",
                "--message-rate",
                "10000",
                "--rows-per-address",
                "1000000000",
                "--bot-delay",
                "0",
                "--database",
            ])
            .arg(format!("sqlite://{}", database.display()))
            .envs(environment.iter().cloned())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        let stdout = child.stdout.take().unwrap();
        BufReader::new(stdout).read_line(&mut line).unwrap();
        let address = line
            .trim()
            .strip_prefix("http://")
            .unwrap()
            .parse()
            .unwrap();
        Self { child, address }
    }

    /// Asks the server to shut down with SIGTERM.
    fn terminate(&self) {
        let pid = self.child.id().to_string();
        let told = Command::new("kill").args(["-s", "TERM", &pid]).status();
        assert!(told.unwrap().success());
    }

    pub(crate) fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // If the test fails, the server's process must end too.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A player who continues after every restart, and remembers the last state that the server showed.
struct Stubborn {
    person: Person,
    table: TableId,
    seen: Option<KnownTable>,
    dice: StdRng,
    moves: watch::Sender<usize>,
}

impl Stubborn {
    /// Plays until the server is killed.
    async fn play(&mut self, address: SocketAddr) -> Result<(), Ended> {
        let mut client = self.person.try_connect(address).await?;
        let (table, invite) = (self.table, None);
        client
            .say(&ClientMessage::Open {
                table,
                invite,
                since: None,
                preview: None,
                replay: None,
            })
            .await?;
        let mut asked_for = None;
        loop {
            let received = client.try_receive().await;
            self.remember(&client);
            received?;
            let Some(known) = client.tables.get(&table) else {
                continue;
            };
            // The player acts only once at each version, because each action that succeeds creates a new
            // version.
            if asked_for == Some(known.0.v) {
                continue;
            }
            if let Some(message) = self.next_message(&client) {
                asked_for = Some(known.0.v);
                client.say(&message).await?;
                self.moves.send_modify(|moves| *moves += 1);
            }
        }
    }

    fn remember(&mut self, client: &Client) {
        let Some(now) = client.tables.get(&self.table) else {
            return;
        };
        if let Some(before) = &self.seen {
            assert!(now.0.v >= before.0.v, "the table went back in time");
            if now.0.v == before.0.v {
                now.assert_same(before);
            }
            nothing_is_missing(before, now);
        }
        self.seen = Some(now.clone());
    }

    fn next_message(&mut self, client: &Client) -> Option<ClientMessage> {
        let table = self.table;
        let snapshot = client.table(table);
        let me = snapshot.me.seat?;
        if snapshot.room.status != Status::Playing {
            let ready = snapshot.room.seats[me].as_ref()?.ready;
            return (!ready).then_some(Request::Ready { ready: true }.at(table));
        }
        match client.standing(table).turn {
            Some(turn) if turn == me => Some(random_move(client, table, &mut self.dice)),
            Some(_) => None,
            None => {
                let ready = snapshot.room.seats[me].as_ref()?.ready;
                (!ready).then_some(Request::Next.at(table))
            }
        }
    }
}

/// Checks that the state after the kill continues the state before it, and that nothing is missing.
fn nothing_is_missing(before: &KnownTable, now: &KnownTable) {
    let (Some(old), Some(new)) = (before.view(), now.view()) else {
        assert!(before.view().is_none(), "the match is gone");
        return;
    };
    let round = |known: &KnownTable| {
        let standing = known.0.standing.as_ref().unwrap();
        (known.0.room.match_number, standing.round)
    };
    let (was, is) = (round(before), round(now));
    assert!(is >= was);
    if is == was {
        match (old, new) {
            (View::Line(old), View::Line(new)) => {
                assert!(new.history.starts_with(&old.history), "history was lost");
                assert!(new.layout.starts_with(&old.layout), "tiles were lost");
            }
            (View::High(old), View::High(new)) => {
                assert!(new.history.starts_with(&old.history), "history was lost");
            }
            _ => panic!("another game"),
        }
    }
}

/// Waits until the players have sent this number of moves.
async fn until_moved(moves: &mut watch::Receiver<usize>, goal: usize) {
    let reached = moves.wait_for(|&moves| moves >= goal);
    let in_time = tokio::time::timeout(Duration::from_mins(1), reached).await;
    in_time.expect("the tables play").unwrap();
}

#[tokio::test]
async fn twenty_kills_in_the_middle_of_play_lose_nothing() {
    let directory = tempfile::tempdir().unwrap();
    let mut process = Process::start(&directory);
    let (moves, mut counter) = watch::channel(0);
    let mut players = open_tables(process.address, &moves).await;
    let mut dice = StdRng::seed_from_u64(KILLS as u64);
    let started = Instant::now();
    for life in 0..=KILLS {
        let address = process.address;
        let mut playing = JoinSet::new();
        for mut player in players {
            playing.spawn(async move {
                // The connection must end because the server was killed, and not because the server closed
                // it with a code.
                let ended = player.play(address).await.unwrap_err();
                assert_eq!(ended.code, None);
                player
            });
        }
        let goal = *counter.borrow() + MOVES_PER_LIFE + dice.random_range(0..MOVES_PER_LIFE);
        until_moved(&mut counter, goal).await;
        process.kill();
        players = playing.join_all().await;
        players.sort_by_key(|player| player.table);
        all_saw_the_same(&players);
        if life < KILLS {
            process = Process::start(&directory);
        }
    }
    eprintln!(
        "{} moves, {KILLS} kills, {:?}",
        *counter.borrow(),
        started.elapsed()
    );
}

#[tokio::test]
async fn a_shutdown_tells_all_clients_to_come_back_and_takes_under_ten_seconds() {
    let directory = tempfile::tempdir().unwrap();
    let mut process = Process::start(&directory);
    let person = Person::arrive(process.address).await;
    let wanted = public(*line::Preset::FIVE_UP.rules());
    let table = person.create(process.address, &wanted).await.table;
    let mut client = person.connect(process.address).await;
    client.open(table, None).await;
    let name = "The last that was said".to_owned();
    client.send(&ClientMessage::Rename { name }).await;
    process.terminate();
    let restart = boneyard_protocol::CloseCode::Restart.code();
    assert_eq!(client.until_ended().await, Some(restart));
    let stopped = tokio::task::spawn_blocking(move || process.child.wait());
    let stopped = tokio::time::timeout(Duration::from_secs(10), stopped).await;
    let status = stopped.expect("it stops in time").unwrap().unwrap();
    assert!(status.success());
}

#[tokio::test]
async fn shutdowns_in_the_middle_of_play_lose_nothing_and_all_clients_come_back() {
    const STOPS: usize = 3;
    let restart = boneyard_protocol::CloseCode::Restart.code();
    let directory = tempfile::tempdir().unwrap();
    let mut process = Process::start(&directory);
    let (moves, mut counter) = watch::channel(0);
    let mut players = open_tables(process.address, &moves).await;
    for _ in 0..STOPS {
        let address = process.address;
        let mut playing = JoinSet::new();
        for mut player in players {
            playing.spawn(async move {
                let ended = player.play(address).await.unwrap_err();
                assert_eq!(ended.code, Some(restart));
                player
            });
        }
        let goal = *counter.borrow() + MOVES_PER_LIFE;
        until_moved(&mut counter, goal).await;
        process.terminate();
        // When the players reconnect, each one compares the last state before the kill with the state at the
        // next server.
        players = playing.join_all().await;
        process.child.wait().unwrap();
        process = Process::start(&directory);
    }
}

#[tokio::test]
async fn a_match_against_a_computer_goes_on_after_each_kill() {
    const MOVES: usize = 6;
    let directory = tempfile::tempdir().unwrap();
    let mut process = Process::start(&directory);
    let (moves, mut counter) = watch::channel(0);
    let person = Person::arrive(process.address).await;
    let wanted = CreateTable {
        computers: vec![Level::Casual],
        ..public(*line::Preset::FIVE_UP.rules())
    };
    let table = person.create(process.address, &wanted).await.table;
    let mut player = Stubborn {
        person,
        table,
        seen: None,
        dice: StdRng::seed_from_u64(5),
        moves,
    };
    for life in 1..=5 {
        let address = process.address;
        let playing = tokio::spawn(async move {
            let ended = player.play(address).await.unwrap_err();
            assert_eq!(ended.code, None);
            player
        });
        until_moved(&mut counter, life * MOVES).await;
        process.kill();
        player = playing.await.unwrap();
        process = Process::start(&directory);
    }
}

async fn open_tables(address: SocketAddr, moves: &watch::Sender<usize>) -> Vec<Stubborn> {
    let mut players = Vec::new();
    let line = line::Preset::ALL.iter().map(Preset::from);
    let presets: Vec<Preset> = [Preset::from(&high::Preset::HIGH_TILE)]
        .into_iter()
        .chain(line)
        .collect();
    for number in 0..TABLES {
        let preset = presets[number % presets.len()];
        let host = Person::arrive(address).await;
        let guest = Person::arrive(address).await;
        let created = host.create(address, &public(preset.rules())).await;
        let table = created.table;
        let mut client = guest.connect(address).await;
        client.open(table, None).await;
        client.send(&Request::Sit { seat: None }.at(table)).await;
        client.until(|client| client.seat(table).is_some()).await;
        for person in [host, guest] {
            players.push(Stubborn {
                person,
                table,
                seen: None,
                dice: StdRng::seed_from_u64(players.len() as u64),
                moves: moves.clone(),
            });
        }
    }
    players
}

/// Checks that two players who were shown the same version of their table saw the same state.
fn all_saw_the_same(players: &[Stubborn]) {
    for pair in players.chunks(2) {
        let [one, other] = pair else {
            panic!("a table has two players")
        };
        assert_eq!(one.table, other.table);
        let (Some(one), Some(other)) = (&one.seen, &other.seen) else {
            continue;
        };
        if one.0.v == other.0.v {
            let shared = |known: &KnownTable| {
                let mut view = known.view().cloned();
                if let Some(view) = &mut view {
                    view.fold_own(None, None);
                }
                (known.0.standing.clone(), view)
            };
            assert_eq!(shared(one), shared(other));
        }
    }
}
