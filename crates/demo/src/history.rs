//! Fills a database with finished matches and running tables, as years of play would, to measure a server with them.
//! Each match is played by the table's own rules, with random placements. The target of finished matches is low, so
//! that they are short.

use std::sync::Arc;

use boneyard_base::{PlayerId, TableId, Timestamp, Visitor};
use boneyard_rules::line::{Options, Preset};
use boneyard_rules::{Move, Rules, Seating};
use boneyard_store::Store;
use boneyard_table::{OfflineTable, OfflineTurn};
use rand::RngExt as _;
use tokio::task::JoinSet;

use crate::DemoError;

/// The number of tables that are written at the same time. One commit takes up to 512 rows, each of another
/// table.
const TABLES_AT_ONCE: usize = 1024;

/// The games of the tables, with the usual names.
const GAMES: [(Preset, Seating); 6] = [
    (Preset::QUICK_DRAW, Seating::TWO),
    (Preset::QUICK_ALL_FIVES, Seating::TWO),
    (Preset::BLOCK, Seating::TWO),
    (Preset::PARTY_BLOCK, Seating::THREE),
    (Preset::PARTY_DRAW, Seating::FOUR),
    (Preset::PARTY_BLOCK, Seating::PARTNERS),
];

/// The points that win a finished match: it is one round, or a few after draws.
const TARGET: u16 = 1;

/// The number of matches that the same visitors play at one table.
const REMATCHES: u64 = 4;

/// The regular visitor, the one with the most records, plays at one of this many finished tables.
const REGULAR_EVERY: u64 = 50;

/// The time over which the finished matches are spread, in milliseconds: a year.
const SPREAD_MS: i64 = 365 * 24 * 60 * 60_000;

/// The range from which the number of rows in a running table's log is chosen at random.
const RUNNING_ROWS: std::ops::Range<usize> = 10..60;

/// The longest time since the last play at a running table, in milliseconds.
const RUNNING_MS: i64 = 10 * 60_000;

/// A part of a visitor's name. A name has one of them and a number, so a search for a part finds several names.
const NAMES: [&str; 8] = [
    "Badger", "Crane", "Falcon", "Heron", "Lynx", "Otter", "Robin", "Wolf",
];

/// How much is written.
#[derive(Clone, Copy, Debug)]
pub struct HistorySize {
    /// The number of finished matches, at tables that are closed.
    pub matches: u64,
    /// The number of public tables at which a match is running.
    pub running: u64,
    /// The number of visitors who play, at least 10.
    pub visitors: u32,
    /// The number of running tables with a long log.
    pub long_tables: u64,
    /// The number of rows in a long log.
    pub long_rows: usize,
}

/// What was written, and the visitors whom a measurement uses.
#[derive(Clone, Debug)]
pub struct History {
    /// The number of rows in the logs of finished and of running tables.
    pub rows: u64,
    /// The visitor with the most records, and the number of these records.
    pub regular: (PlayerId, u64),
    /// The running tables with a long log, and their players by seat.
    pub long: Vec<(TableId, Vec<PlayerId>)>,
}

/// The visitors, and the store to which the tables are written.
struct Filling<'a> {
    store: &'a Store,
    people: Arc<[Visitor]>,
    now: Timestamp,
    writing: JoinSet<Result<u64, DemoError>>,
    rows: u64,
}

/// Writes a history to a database, which may have other tables already.
///
/// # Errors
///
/// When the database fails. It then has a part of the history.
pub async fn fill_history(
    store: &Store,
    now: Timestamp,
    size: HistorySize,
) -> Result<History, DemoError> {
    let mut filling = Filling {
        store,
        people: people(size.visitors),
        now,
        writing: JoinSet::new(),
        rows: 0,
    };
    for Visitor { player, name, .. } in filling.people.iter() {
        let created = now.plus_ms(-SPREAD_MS);
        store.players().set_name(*player, name, created).await?;
    }
    let records = filling.add_matches(size.matches).await?;
    filling.add_running(size.running).await?;
    let (rows, mut long) = (filling.rows, Vec::new());
    for _ in 0..size.long_tables {
        let (table, people) = (TableId::random(), filling.seated(2, false));
        long.push((table, people.iter().map(|person| person.player).collect()));
        let play = move || {
            let rules = Preset::DRAW.rules().into();
            let mut offline = OfflineTable::open(table, rules, &people, false, now)?;
            offline.play_rows(size.long_rows, &mut at_random)?;
            Ok(offline)
        };
        filling.add(play, now).await?;
    }
    filling.written(0).await?;
    Ok(History {
        rows,
        regular: (filling.people[0].player, records),
        long,
    })
}

fn people(count: u32) -> Arc<[Visitor]> {
    let visitor = |number: u32| Visitor {
        player: PlayerId::random(),
        name: format!("{} {number}", NAMES[number as usize % NAMES.len()]),
        person: None,
    };
    (0..count).map(visitor).collect()
}

impl Filling<'_> {
    /// Adds the finished matches, the oldest first. Returns the number of matches of the regular visitor.
    async fn add_matches(&mut self, all: u64) -> Result<u64, DemoError> {
        let tables = all.div_ceil(REMATCHES);
        let (mut left, mut regulars) = (all, 0);
        for number in 0..tables {
            let (preset, seating) = GAMES[number as usize % GAMES.len()];
            let rules = Rules::try_from(Options {
                target: TARGET,
                ..preset.for_seating(seating).into()
            })?;
            let matches = left.min(REMATCHES);
            left -= matches;
            let with_regular = number.is_multiple_of(REGULAR_EVERY);
            regulars += if with_regular { matches } else { 0 };
            let people = self.seated(seating.seat_count(), with_regular);
            let age_ms = SPREAD_MS / tables.cast_signed() * (tables - number).cast_signed();
            let ended = self.now.plus_ms(-age_ms);
            let play = move || {
                let id = TableId::random();
                let mut table = OfflineTable::open(id, rules, &people, false, ended)?;
                (0..matches).try_for_each(|_| table.play_match(&mut at_random))?;
                table.leave()?;
                Ok(table)
            };
            self.add(play, ended).await?;
        }
        self.written(0).await?;
        Ok(regulars)
    }

    async fn add_running(&mut self, tables: u64) -> Result<(), DemoError> {
        for number in 0..tables {
            let (preset, seating) = GAMES[number as usize % GAMES.len()];
            let (now, people) = (self.now, self.seated(seating.seat_count(), false));
            let rows = rand::rng().random_range(RUNNING_ROWS);
            let play = move || {
                let (id, rules) = (TableId::random(), preset.for_seating(seating).into());
                let mut table = OfflineTable::open(id, rules, &people, false, now)?;
                table.play_rows(rows, &mut at_random)?;
                Ok(table)
            };
            let idle_ms = rand::rng().random_range(0..RUNNING_MS);
            self.add(play, now.plus_ms(-idle_ms)).await?;
        }
        self.written(0).await
    }

    /// Visitors for the seats of a table, all different. The regular visitor is one of them if that is wanted.
    fn seated(&self, seats: usize, with_regular: bool) -> Vec<Visitor> {
        let mut chosen: Vec<usize> = if with_regular { vec![0] } else { Vec::new() };
        while chosen.len() < seats {
            let other = rand::rng().random_range(1..self.people.len());
            if !chosen.contains(&other) {
                chosen.push(other);
            }
        }
        chosen.into_iter().map(|n| self.people[n].clone()).collect()
    }

    /// Begins to play at a table and to write its log, row by row, as soon as few enough tables are being written.
    /// `last` is the time of the last row.
    async fn add(
        &mut self,
        play: impl FnOnce() -> Result<OfflineTable, DemoError> + Send + 'static,
        last: Timestamp,
    ) -> Result<(), DemoError> {
        self.written(TABLES_AT_ONCE - 1).await?;
        let store = self.store.clone();
        self.writing.spawn(async move {
            let appends = play()?.into_appends(last)?;
            let rows = appends.len() as u64;
            for append in appends {
                store.append(append).await?;
            }
            Ok(rows)
        });
        Ok(())
    }

    /// Waits until at most so many tables are being written.
    async fn written(&mut self, most: usize) -> Result<(), DemoError> {
        while self.writing.len() > most
            && let Some(written) = self.writing.join_next().await
        {
            self.rows += written.map_err(|_| DemoError::Thread)??;
        }
        Ok(())
    }
}

/// Chooses a random move.
fn at_random(turn: &OfflineTurn<'_>) -> Move {
    let all = turn.game.moves(turn.seat);
    all[rand::rng().random_range(0..all.len())]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_history_has_as_much_as_was_asked_for() {
        let folder = tempfile::tempdir().unwrap();
        let address = format!("sqlite://{}", folder.path().join("history.db").display());
        let store = Store::open(&address).await.unwrap();
        let size = HistorySize {
            matches: 10,
            running: 3,
            visitors: 12,
            long_tables: 2,
            long_rows: 70,
        };
        let now = Timestamp(SPREAD_MS * 2);
        let History {
            rows,
            regular,
            long,
        } = fill_history(&store, now, size).await.unwrap();
        assert!(rows > 0);
        // The regular visitor plays at the first of three tables.
        assert_eq!(regular.1, REMATCHES);
        for (table, people) in &long {
            assert_eq!(people.len(), 2);
            assert!(store.read_log(*table, 0).await.unwrap().len() >= size.long_rows);
        }
        store.close().await;
    }
}
