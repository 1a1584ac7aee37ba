//! Tables with the simulated people who play and watch there.

use std::sync::Arc;
use std::time::{Duration, Instant};

use boneyard_protocol::http::CreateTable;
use boneyard_protocol::{ClockRule, Level, TableId};
use boneyard_rules::{Rules, Seat};
use rand::RngExt as _;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

use super::player::{Pace, Person, Player};
use super::seen::Observations;
use super::servers::Servers;
use crate::client::{Identity, public_table};
use crate::error::LoadError;
use crate::http::Http;

/// The highest number of tables that are opened at the same time.
const STARTING_MAX: usize = 16;

/// The highest number of attempts to open a table. An attempt fails when the server is killed
/// during any of its steps.
const TRIES_MAX: usize = 50;

/// The longest pause between two attempts.
const RETRY_MAX: Duration = Duration::from_millis(400);

/// The description of a table that the test opens.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TableSpec {
    pub(crate) rules: Rules,
    /// The number of computer players. They take the seats from number 1 on.
    pub(crate) computers: usize,
    pub(crate) watchers: usize,
    pub(crate) clock: ClockRule,
    /// The number of the host's server. Each other person connects to the next server in the list.
    pub(crate) first_server: usize,
}

/// An open table and its people.
pub(crate) struct Table {
    pub(crate) id: TableId,
    people: Vec<Person>,
}

impl Table {
    /// Opens all tables, several at a time.
    pub(crate) async fn open_all(
        servers: &Servers,
        specs: impl Iterator<Item = TableSpec>,
    ) -> Result<Vec<Self>, LoadError> {
        let starting = Arc::new(Semaphore::new(STARTING_MAX));
        let mut opening = JoinSet::new();
        for spec in specs {
            let (starting, servers) = (Arc::clone(&starting), servers.clone());
            opening.spawn(async move {
                let _permit = starting.acquire().await.map_err(|_| LoadError::Panicked)?;
                Self::open(&servers, spec).await
            });
        }
        opening.join_all().await.into_iter().collect()
    }

    /// Opens a table, with several attempts. The table's people connect only when they start to
    /// play.
    async fn open(servers: &Servers, spec: TableSpec) -> Result<Self, LoadError> {
        let mut tries = 1;
        loop {
            match Self::try_open(servers, spec).await {
                Err(error) if tries == TRIES_MAX => return Err(error),
                Err(_) => {
                    let wait = rand::rng().random_range(RETRY_MAX / 2..RETRY_MAX);
                    tokio::time::sleep(wait).await;
                }
                done => return done,
            }
            tries += 1;
        }
    }

    async fn try_open(servers: &Servers, spec: TableSpec) -> Result<Self, LoadError> {
        let seats = spec.rules.seating().seats();
        let taken = seats.skip(1 + spec.computers).map(Some);
        let places = [Some(Seat::default())].into_iter().chain(taken);
        let places = places.chain(std::iter::repeat_n(None, spec.watchers));
        let mut people = Vec::new();
        for (number, seat) in places.enumerate() {
            let home = spec.first_server + number;
            let (_, address) = servers.at(home).ok_or(LoadError::NoServer)?;
            let identity = Identity::fetch(Http::default(), address).await?;
            people.push(Person {
                identity: Arc::new(identity),
                seat,
                home,
            });
        }
        let (_, address) = servers.at(spec.first_server).ok_or(LoadError::NoServer)?;
        let wanted = CreateTable {
            computers: vec![Level::Casual; spec.computers],
            clock: spec.clock,
            ..public_table(spec.rules)
        };
        let created = people[0].identity.create(address, &wanted).await?;
        Ok(Self {
            id: created.table,
            people,
        })
    }

    /// Lets the players and watchers of all tables connect and play, until the returned tasks are stopped.
    pub(crate) fn play_all(
        tables: &[Self],
        servers: &Servers,
        seen: &Arc<Observations>,
        pace: &'static Pace,
    ) -> JoinSet<()> {
        let mut playing = JoinSet::new();
        for table in tables {
            for (number, person) in table.people.iter().enumerate() {
                let (servers, seen) = (servers.clone(), Arc::clone(seen));
                let seat = (table.id, number);
                let player = Player::new(seat, person.clone(), servers, seen, pace);
                playing.spawn(player.play());
            }
        }
        playing
    }
}

/// Waits until every table has made progress, but not longer than `timeout`. Returns the number of
/// tables without progress.
pub(crate) async fn wait_for_progress(
    tables: &[Table],
    seen: &Observations,
    timeout: Duration,
) -> usize {
    let before: Vec<u64> = tables
        .iter()
        .map(|table| seen.newest_at(table.id))
        .collect();
    let stuck = || {
        let pairs = tables.iter().zip(&before);
        pairs
            .filter(|(table, before)| seen.newest_at(table.id) <= **before)
            .count()
    };
    let until = Instant::now() + timeout;
    while stuck() > 0 && Instant::now() < until {
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    stuck()
}
