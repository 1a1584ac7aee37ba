//! Fills a database with finished matches and running tables, as years of play would.
//!
//! ```sh
//! cargo run --release -p boneyard-server --example history -- \
//!     --database sqlite:///var/tmp/history.db --matches 100000 --running 5000
//! ```
//!
//! Each match is played by the table's own rules, with random placements. The target is low, so that the
//! match is short. The matches are spread over the last `--days` days. The last line on standard output is
//! one JSON object. It contains the numbers of stored matches and rows, and cookies of visitors. With these
//! cookies, a measurement requests tables and records.

mod people;

use std::error::Error;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

use axum::http::header::SET_COOKIE;
use axum::response::IntoResponse as _;
use boneyard_base::{Clock, PlayerId, Timestamp, Visitor};
use boneyard_people::Identity;
use boneyard_protocol::TableId;
use boneyard_rules::{Options, Play, Preset, Rules, Seating};
use boneyard_store::{Append, Store};
use boneyard_table::{OfflineTable, OfflineTurn};
use clap::Parser;
use indicatif::{ProgressBar, ProgressStyle};
use rand::RngExt as _;
use serde::Serialize;
use tokio::task::JoinSet;

use self::people::People;

/// The reason why the database could not be filled.
type FillError = Box<dyn Error + Send + Sync>;

/// The number of tables that are written at the same time. One commit takes up to 512 rows, each of another
/// table.
const TABLES_AT_ONCE: usize = 1024;

/// The games of the tables, with the usual names.
const GAMES: [(Preset, Seating); 6] = [
    (Preset::QUICK_DRAW, Seating::Two),
    (Preset::QUICK_ALL_FIVES, Seating::Two),
    (Preset::BLOCK, Seating::Two),
    (Preset::PARTY_BLOCK, Seating::Three),
    (Preset::PARTY_DRAW, Seating::Four),
    (Preset::PARTY_BLOCK, Seating::Partners),
];

/// The range from which the number of rows in a running table's log is chosen at random.
const RUNNING_ROWS: std::ops::Range<usize> = 10..60;

/// The longest time since the last play at a running table, in milliseconds.
const RUNNING_MS: i64 = 10 * 60_000;

const DAY_MS: i64 = 24 * 60 * 60_000;

/// Fills a database with finished matches and running tables
#[derive(Parser, Debug, Clone)]
struct Args {
    /// Address of the database, as the server takes it; it may have other tables already
    #[arg(long)]
    database: String,
    /// Finished matches, at tables that are closed
    #[arg(long, default_value_t = 10_000)]
    matches: u64,
    /// Matches that the same people play at one table
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u64).range(1..))]
    rematches: u64,
    /// Public tables at which a match is running
    #[arg(long, default_value_t = 0)]
    running: u64,
    /// Visitors who play
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(10..))]
    visitors: u32,
    /// The regular visitor, who has the most records, plays at one of this many finished tables
    #[arg(long, default_value_t = 50, value_parser = clap::value_parser!(u64).range(1..))]
    regular_every: u64,
    /// Points that win a finished match: with 1 it is one round, or a few after draws
    #[arg(long, default_value_t = 1)]
    target: u16,
    /// Days over which the matches are spread
    #[arg(long, default_value_t = 365)]
    days: u16,
    /// Running tables with a long log, for each length in `long_rows`
    #[arg(long, default_value_t = 0)]
    long_tables: u64,
    /// Lengths of the long logs, in rows, separated by commas
    #[arg(long, value_delimiter = ',', default_values_t = [50, 5_000])]
    long_rows: Vec<usize>,
}

/// The numbers of stored matches, tables and rows, and the visitors whom a measurement uses.
#[derive(Serialize, Debug)]
struct Report {
    matches: u64,
    running: u64,
    /// The number of rows in the logs of finished and of running tables.
    rows: u64,
    seconds: f64,
    regular: Regular,
    long: Vec<LongTable>,
}

/// The regular visitor, who has more records than any other.
#[derive(Serialize, Debug)]
struct Regular {
    cookie: String,
    records: u64,
}

/// A running table with a long log, and the cookies of its players, by seat.
#[derive(Serialize, Debug)]
struct LongTable {
    rows: usize,
    table: TableId,
    cookies: Vec<String>,
}

/// The settings and the visitors from which tables are made, and the store to which they are written.
struct History {
    args: Args,
    store: Store,
    identity: Identity,
    people: Arc<People>,
    now: Timestamp,
}

#[tokio::main]
async fn main() -> ExitCode {
    let args = Args::parse();
    match fill(args).await {
        Ok(report) => {
            println!("{report}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("history: {error}");
            ExitCode::FAILURE
        }
    }
}

async fn fill(args: Args) -> Result<String, FillError> {
    let store = Store::open(&args.database).await?;
    let clock = Clock::system();
    let history = History {
        identity: Identity::new(store.clone(), clock.clone(), None, false).await?,
        people: Arc::new(People::new(args.visitors as usize)),
        now: clock.now(),
        store,
        args,
    };
    let started = Instant::now();
    history.name_people().await?;
    let (finished_rows, records) = history.add_matches().await?;
    let running_rows = history.add_running().await?;
    let long = history.add_long_tables().await?;
    history.store.close().await;
    let report = Report {
        matches: history.args.matches,
        running: history.args.running,
        rows: finished_rows + running_rows,
        seconds: started.elapsed().as_secs_f64(),
        regular: Regular {
            cookie: history.cookie(history.people.regular().player)?,
            records,
        },
        long,
    };
    Ok(serde_json::to_string(&report)?)
}

impl History {
    /// Stores the names of all visitors, as if the visitors had chosen them.
    async fn name_people(&self) -> Result<(), FillError> {
        let created = self.now.plus_ms(-i64::from(self.args.days) * DAY_MS);
        let people = self.people.all().to_vec();
        let mut writes = Writes::new("naming visitors", people.len() as u64);
        for Visitor { player, name, .. } in people {
            let store = self.store.clone();
            writes
                .add(async move {
                    store.players().set_name(player, &name, created).await?;
                    Ok(0)
                })
                .await?;
        }
        writes.finish().await?;
        Ok(())
    }

    /// Adds the finished matches, the oldest first. Returns the number of rows in their logs, and the number
    /// of matches of the regular visitor.
    async fn add_matches(&self) -> Result<(u64, u64), FillError> {
        let tables = self.args.matches.div_ceil(self.args.rematches);
        let step_ms = i64::from(self.args.days) * DAY_MS / i64::try_from(tables.max(1))?;
        let mut writes = Writes::new("finished tables", tables);
        let mut left = self.args.matches;
        let mut regulars = 0;
        for number in 0..tables {
            let (preset, seating) = GAMES[number as usize % GAMES.len()];
            let rules = Rules::try_from(Options {
                target: self.args.target,
                ..preset.for_seating(seating).into()
            })?;
            let matches = left.min(self.args.rematches);
            left -= matches;
            let with_regular = number.is_multiple_of(self.args.regular_every);
            regulars += if with_regular { matches } else { 0 };
            let people = Arc::clone(&self.people);
            let ended = self.now.plus_ms(-step_ms * i64::try_from(tables - number)?);
            let store = self.store.clone();
            writes
                .add(async move {
                    let id = TableId::random();
                    let people = people.for_table(seating.seat_count(), with_regular);
                    let mut table = OfflineTable::open(id, rules, &people, false, ended)?;
                    (0..matches).try_for_each(|_| table.play_match(&mut at_random))?;
                    table.leave()?;
                    append(&store, table, ended).await
                })
                .await?;
        }
        Ok((writes.finish().await?, regulars))
    }

    /// Adds the running tables. Returns the number of rows in their logs.
    async fn add_running(&self) -> Result<u64, FillError> {
        let mut writes = Writes::new("running tables", self.args.running);
        for number in 0..self.args.running {
            let (preset, seating) = GAMES[number as usize % GAMES.len()];
            let people = Arc::clone(&self.people);
            let (store, now) = (self.store.clone(), self.now);
            writes
                .add(async move {
                    let id = TableId::random();
                    let people = people.for_table(seating.seat_count(), false);
                    let rules = preset.for_seating(seating);
                    let mut table = OfflineTable::open(id, rules, &people, false, now)?;
                    let rows = rand::rng().random_range(RUNNING_ROWS);
                    table.play_rows(rows, &mut at_random)?;
                    let idle_ms = rand::rng().random_range(0..RUNNING_MS);
                    append(&store, table, now.plus_ms(-idle_ms)).await
                })
                .await?;
        }
        writes.finish().await
    }

    /// Adds the tables with long logs.
    async fn add_long_tables(&self) -> Result<Vec<LongTable>, FillError> {
        let lengths = &self.args.long_rows;
        let all = lengths.len() as u64 * self.args.long_tables;
        let mut writes = Writes::new("long tables", all);
        let mut tables = Vec::new();
        for &rows in lengths {
            for _ in 0..self.args.long_tables {
                let id = TableId::random();
                let people = self.people.for_table(2, false);
                let cookies = people.iter().map(|person| self.cookie(person.player));
                tables.push(LongTable {
                    rows,
                    table: id,
                    cookies: cookies.collect::<Result<_, _>>()?,
                });
                let (store, now) = (self.store.clone(), self.now);
                writes
                    .add(async move {
                        let rules = *Preset::DRAW.rules();
                        let mut table = OfflineTable::open(id, rules, &people, false, now)?;
                        table.play_rows(rows, &mut at_random)?;
                        append(&store, table, now).await
                    })
                    .await?;
            }
        }
        writes.finish().await?;
        Ok(tables)
    }

    /// The identity cookie of a visitor, in the form in which browsers send it.
    fn cookie(&self, player: PlayerId) -> Result<String, FillError> {
        let answer = self.identity.cookie(player).into_response();
        let header = answer.headers().get(SET_COOKIE).ok_or("no cookie")?;
        let pair = header.to_str()?.split(';').next().unwrap_or_default();
        Ok(pair.to_owned())
    }
}

/// Chooses a random placement.
fn at_random(turn: &OfflineTurn<'_>) -> Play {
    let all: Vec<_> = turn.game.placements().collect();
    Play::from(all[rand::rng().random_range(0..all.len())])
}

/// Writes a table's log, row by row. `last` is the time of the last row. Returns the number of rows.
async fn append(store: &Store, table: OfflineTable, last: Timestamp) -> Result<u64, FillError> {
    let all: Vec<Append> = table.into_appends(last)?;
    let rows = all.len() as u64;
    for append in all {
        store.append(append).await?;
    }
    Ok(rows)
}

/// Writes that run at the same time, with a progress bar that counts the completed ones.
struct Writes {
    running: JoinSet<Result<u64, FillError>>,
    rows: u64,
    bar: ProgressBar,
}

impl Writes {
    fn new(title: &'static str, count: u64) -> Self {
        let template = "{msg:>18} [{bar:40}] {human_pos}/{human_len}, {eta} left";
        let style = ProgressStyle::with_template(template);
        let bar = ProgressBar::new(count).with_message(title);
        Self {
            running: JoinSet::new(),
            rows: 0,
            bar: bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar())),
        }
    }

    /// Starts a write, as soon as fewer than [`TABLES_AT_ONCE`] writes are running.
    async fn add(
        &mut self,
        write: impl Future<Output = Result<u64, FillError>> + Send + 'static,
    ) -> Result<(), FillError> {
        if self.running.len() >= TABLES_AT_ONCE {
            self.join_one().await?;
        }
        self.running.spawn(write);
        Ok(())
    }

    async fn join_one(&mut self) -> Result<(), FillError> {
        if let Some(written) = self.running.join_next().await {
            self.rows += written??;
            self.bar.inc(1);
        }
        Ok(())
    }

    /// Waits for all writes. Returns the number of rows that they have written.
    async fn finish(mut self) -> Result<u64, FillError> {
        while !self.running.is_empty() {
            self.join_one().await?;
        }
        self.bar.finish_and_clear();
        Ok(self.rows)
    }
}
