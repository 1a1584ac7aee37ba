//! The real server under a clock that is far off and is then set: by the network after the start, or because the machine
//! slept. The library of Debian's package `faketime` makes the clock wrong; the monotonic clock stays as it is.

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use boneyard_base::{Clock, limits};
use boneyard_protocol::http::CreateTable;
use boneyard_protocol::tournament::{TournamentFormat, TournamentPhase};
use boneyard_protocol::{ClockRule, CloseCode, Request, Status, TableId};
use boneyard_rules::line::Preset;
use tempfile::TempDir;
use tokio::time::{Instant, sleep};

use crate::client::Client;
use crate::person::Person;
use crate::restart::Process;
use crate::tournaments::{Evening, wanted};
use crate::world::{dice, public, random_play};

const HOUR_MS: i64 = 3_600_000;

/// The players' time for the match, in seconds.
const BANK_S: u16 = 600;

/// How exactly the server must know the time, in milliseconds. A busy machine reads it late.
const EXACTLY_MS: u64 = 20_000;

/// How long a test waits for what must happen.
const PATIENCE: Duration = Duration::from_mins(1);

/// The clock of a process, which a test sets.
struct WrongClock {
    offset: PathBuf,
}

impl WrongClock {
    fn new(directory: &TempDir, error_ms: i64) -> Self {
        let offset = directory.path().join("clock");
        let clock = Self { offset };
        clock.set(error_ms);
        clock
    }

    /// Makes the clock wrong by so much from now on. The file is never half written.
    fn set(&self, error_ms: i64) {
        let next = self.offset.with_extension("next");
        fs::write(&next, format!("{:+}\n", error_ms / 1_000)).unwrap();
        fs::rename(next, &self.offset).unwrap();
    }

    fn environment(&self) -> [(&'static str, PathBuf); 4] {
        let folders = fs::read_dir("/usr/lib").unwrap().map(Result::unwrap);
        let mut libraries = folders.map(|folder| folder.path().join("faketime/libfaketimeMT.so.1"));
        let library = libraries.find(|library| library.exists());
        [
            ("LD_PRELOAD", library.expect("faketime is installed")),
            ("FAKETIME_TIMESTAMP_FILE", self.offset.clone()),
            ("FAKETIME_NO_CACHE", "1".into()),
            ("FAKETIME_DONT_FAKE_MONOTONIC", "1".into()),
        ]
    }
}

/// How far the server's time is ahead of the true one, as it tells a client that has just connected.
fn off_ms(client: &Client) -> i64 {
    let welcome: serde_json::Value = serde_json::from_str(&client.last_frame).unwrap();
    welcome["now_ms"].as_i64().unwrap() - Clock::system().now().0
}

fn is_about(off_ms: i64, expected_ms: i64) -> bool {
    off_ms.abs_diff(expected_ms) < EXACTLY_MS
}

/// A match with a clock, between two people.
struct Match {
    process: Process,
    table: TableId,
    people: [Person; 2],
    clients: [Client; 2],
    began: Instant,
}

impl Match {
    async fn begin(process: Process) -> Self {
        let address = process.address;
        let people = [Person::arrive(address).await, Person::arrive(address).await];
        let wanted = CreateTable {
            clock: ClockRule::Bank {
                seconds: BANK_S,
                increment: 0,
            },
            ..public(*Preset::DRAW.rules())
        };
        let table = people[0].create(address, &wanted).await.table;
        let mut clients = [
            people[0].connect(address).await,
            people[1].connect(address).await,
        ];
        for client in &mut clients {
            client.open(table, None).await;
        }
        let sit = Request::Sit { seat: None };
        clients[1].send(&sit.at(table)).await;
        clients[1]
            .until(|client| client.seat(table).is_some())
            .await;
        let began = Instant::now();
        for client in &mut clients {
            client.send(&Request::Ready { ready: true }.at(table)).await;
        }
        for client in &mut clients {
            let plays = |client: &Client| client.table(table).room.status == Status::Playing;
            client.until(plays).await;
        }
        Self {
            process,
            table,
            people,
            clients,
            began,
        }
    }

    /// The connections end, and the players connect again. Returns how far the server's time is off then.
    async fn connect_again(&mut self) -> i64 {
        let mut off = 0;
        for (client, person) in self.clients.iter_mut().zip(&self.people) {
            assert_eq!(client.until_ended().await, Some(CloseCode::Restart.code()));
            *client = person.connect(self.process.address).await;
            off = off_ms(client);
            client.open(self.table, None).await;
        }
        off
    }

    /// The player on turn plays, and is charged no more time than has passed.
    async fn goes_on(&mut self) {
        let table = self.table;
        let mut dice = dice(1);
        for _ in 0..2 {
            let turn = self.clients[0].standing(table).turn.expect("a match");
            let before = self.clients[0].v(table);
            let client = &mut self.clients[turn.index()];
            let play = random_play(client, table, &mut dice);
            client.send(&play).await;
            for client in &mut self.clients {
                client.until(|client| client.v(table) > before).await;
            }
            let time = self.clients[0].table(table).time.unwrap();
            let charged_ms = i64::from(BANK_S) * 1_000 - time.left_ms[turn];
            let passed_ms = i64::try_from(self.began.elapsed().as_millis()).unwrap();
            assert!(
                (0..=passed_ms).contains(&charged_ms),
                "{charged_ms} of {passed_ms}"
            );
        }
    }
}

/// Waits until a tournament has begun.
async fn begins(evening: &Evening, address: std::net::SocketAddr) {
    let until = Instant::now() + PATIENCE;
    while evening.shown(address).await.head.phase == TournamentPhase::Coming {
        assert!(Instant::now() < until, "it doesn't begin");
        sleep(Duration::from_millis(50)).await;
    }
}

/// A board without a battery: the service starts before the network tells the time.
#[tokio::test]
async fn a_server_that_was_started_behind_has_the_right_time_when_the_clock_is_set() {
    let directory = tempfile::tempdir().unwrap();
    let clock = WrongClock::new(&directory, -72 * HOUR_MS);
    let process = Process::start_under(&directory, &clock.environment());
    let mut game = Match::begin(process).await;
    let address = game.process.address;
    let client = Person::arrive(address).await.connect(address).await;
    assert!(is_about(off_ms(&client), -72 * HOUR_MS));
    let mut soon = wanted(TournamentFormat::Swiss);
    soon.starts_ms = Clock::system().now().0 + 5_000;
    let evening = Evening::create(address, &soon).await;
    let evening = evening.with_players(address, 2).await;
    clock.set(0);
    let off_ms = game.connect_again().await;
    assert!(is_about(off_ms, 0), "{off_ms}");
    game.goes_on().await;
    begins(&evening, address).await;
    assert!(Clock::system().now().0 >= soon.starts_ms);
}

#[tokio::test]
async fn a_server_that_was_started_ahead_has_the_right_time_when_the_clock_is_set() {
    let directory = tempfile::tempdir().unwrap();
    let clock = WrongClock::new(&directory, 0);
    // A tournament of tomorrow, from before the restart.
    let evening = {
        let process = Process::start_under(&directory, &clock.environment());
        let tomorrow = wanted(TournamentFormat::Swiss);
        Evening::create(process.address, &tomorrow).await
    };
    clock.set(200 * limits::DAY_MS);
    let process = Process::start_under(&directory, &clock.environment());
    let mut game = Match::begin(process).await;
    let address = game.process.address;
    assert_eq!(
        evening.shown(address).await.head.phase,
        TournamentPhase::Coming
    );
    clock.set(0);
    let off_ms = game.connect_again().await;
    assert!(is_about(off_ms, 0), "{off_ms}");
    game.goes_on().await;
    assert_eq!(
        evening.shown(address).await.head.phase,
        TournamentPhase::Coming
    );
    let mut soon = wanted(TournamentFormat::Swiss);
    soon.starts_ms = Clock::system().now().0 + 1_000;
    let next = Evening::create_by(evening.organiser, address, &soon).await;
    let next = next.with_players(address, 2).await;
    begins(&next, address).await;
}

#[tokio::test]
async fn a_clock_that_jumps_in_the_middle_of_a_match_is_charged_to_nobody() {
    let directory = tempfile::tempdir().unwrap();
    let clock = WrongClock::new(&directory, 0);
    let process = Process::start_under(&directory, &clock.environment());
    let mut game = Match::begin(process).await;
    for error_ms in [
        8 * HOUR_MS,
        0,
        -30 * limits::DAY_MS,
        50 * 365 * limits::DAY_MS,
        0,
    ] {
        clock.set(error_ms);
        let off_ms = game.connect_again().await;
        assert!(is_about(off_ms, error_ms), "{off_ms}");
        game.goes_on().await;
    }
}
