//! Tables, and the people who sit and watch there.

use std::sync::Arc;
use std::time::{Duration, Instant};

use boneyard_protocol::http::CreateTable;
use boneyard_protocol::{ClockRule, Level, TableId};
use boneyard_rules::{Rules, Seat};
use rand::RngExt as _;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

use super::player::{Pace, Person, Player};
use super::seen::Seen;
use super::servers::Servers;
use crate::client::{Identity, public_table};
use crate::error::LoadError;

/// Tables that are being opened at once.
const STARTING_MAX: usize = 16;

/// How often a table is tried to be opened: a server that is being killed may cut any of it off.
const TRIES_MAX: usize = 50;

/// Between two tries, at most.
const RETRY_MAX: Duration = Duration::from_millis(400);

/// A table that is to be opened.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TableSpec {
    pub(crate) rules: Rules,
    /// Computer players, who take the seats from 1 on.
    pub(crate) computers: usize,
    pub(crate) watchers: usize,
    pub(crate) clock: ClockRule,
    /// The number of the server that its host comes to; the others come to those after it, one each.
    pub(crate) first_server: usize,
}

/// An open table and its people.
pub(crate) struct Table {
    pub(crate) id: TableId,
    people: Vec<Person>,
}

impl Table {
    /// Opens them all.
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

    /// Opens it. Its people come when they play.
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
        let seats = spec.rules.seating.seats();
        let taken = seats.skip(1 + spec.computers).map(Some);
        let places = [Some(Seat::default())].into_iter().chain(taken);
        let places = places.chain(std::iter::repeat_n(None, spec.watchers));
        let http = reqwest::Client::new();
        let mut people = Vec::new();
        for (number, seat) in places.enumerate() {
            let home = spec.first_server + number;
            let (_, address) = servers.at(home).ok_or(LoadError::NoServer)?;
            let identity = Identity::fetch(&http, address).await?;
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
        let created = people[0].identity.create(&http, address, &wanted).await?;
        Ok(Self {
            id: created.table,
            people,
        })
    }

    /// Its people, who were shown nothing yet.
    pub(crate) fn players(
        &self,
        servers: &Servers,
        seen: &Arc<Seen>,
        pace: &'static Pace,
    ) -> impl Iterator<Item = Player> {
        let people = self.people.iter().enumerate();
        people.map(move |(number, person)| {
            let (servers, seen) = (servers.clone(), Arc::clone(seen));
            Player::new((self.id, number), person.clone(), servers, seen, pace)
        })
    }
}

/// Waits until each table has gone on from where it is now, but not for longer than this; how many
/// haven't.
pub(crate) async fn until_all_went_on(tables: &[Table], seen: &Seen, patience: Duration) -> usize {
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
    let until = Instant::now() + patience;
    while stuck() > 0 && Instant::now() < until {
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    stuck()
}
