//! Plays recorded matches at tables with their followers, on a store in a temporary folder, and counts
//! what a move costs: from a client's text to the encoded frames in the queues of all clients. `bench/budget`
//! runs it under callgrind, which counts the instructions between two calls of [`boundary`].
//!
//! Ids, seeds and plays are the same in each run. A match is played twice: at the first table the players choose
//! from the moves that the server offers them, and their messages are recorded; at the second table only
//! the recorded messages are handled, and what that takes is counted.

mod guest;
mod house;

use std::alloc::GlobalAlloc;
use std::hint::black_box;
use std::io::Write as _;
use std::time::Duration;

use boneyard_rules::Rules;
use mimalloc::MiMalloc;
use serde::Serialize;
use stats_alloc::StatsAlloc;

use crate::house::{House, Table};

#[global_allocator]
static ALLOCATOR: StatsAlloc<MiMalloc> = StatsAlloc::new(MiMalloc);

/// The rules of the matches that are played.
const RULES: [&str; 5] = [
    "Draw 100",
    "All Fives 150",
    "Ringway 100",
    "Mexican Train 3",
    "Chickenfoot 3",
];

/// The number of tables over which the memory of a table is averaged.
const TABLES: u32 = 20;

/// Longer than what a table does by itself after its followers came: it tells who is present.
const SETTLE: Duration = Duration::from_millis(300);

/// What the moves of one match took.
#[derive(Serialize)]
struct Cost {
    rules: &'static str,
    moves: usize,
    /// Allocations and reallocations.
    allocations: usize,
    allocated_bytes: usize,
    /// The frames to the player who moved.
    own_frame_bytes: usize,
    /// The frames to each other player, on average.
    opponent_frame_bytes: usize,
    /// The rows that were written to the log.
    log_bytes: usize,
    /// What one table holds at the beginning of a match, with its log's last rows and its clients' queues.
    table_bytes: usize,
}

/// A message of a player.
struct Sent {
    seat: usize,
    text: String,
    is_play: bool,
}

type Error = Box<dyn std::error::Error>;

/// Callgrind writes what it has counted, and begins anew.
#[inline(never)]
fn boundary() {
    black_box(());
}

fn main() -> Result<(), Error> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    for rules in RULES {
        let cost = runtime.block_on(cost_of(rules))?;
        writeln!(std::io::stdout(), "{}", serde_json::to_string(&cost)?)?;
    }
    Ok(())
}

async fn cost_of(notation: &'static str) -> Result<Cost, Error> {
    let rules: Rules = notation.parse()?;
    let house = House::open().await?;
    let mut table = house.begin_match(rules, 0).await?;
    let table_bytes = bytes_of_a_table(&house, rules).await?;
    let recorded = record(&mut table).await?;
    house.close().await;

    // The same table in another store.
    let house = House::open().await?;
    let mut table = house.begin_match(rules, 0).await?;
    tokio::time::sleep(SETTLE).await;
    table.read()?;
    let rows = house.log_bytes(&table).await?;
    let before = ALLOCATOR.stats();
    boundary();
    let [own, others] = replay(&table, &recorded).await?;
    boundary();
    let used = ALLOCATOR.stats() - before;
    let log_bytes = house.log_bytes(&table).await? - rows;
    table.read()?;
    house.close().await;
    Ok(Cost {
        rules: notation,
        moves: recorded.iter().filter(|sent| sent.is_play).count(),
        allocations: used.allocations + used.reallocations,
        allocated_bytes: used.bytes_allocated,
        own_frame_bytes: own,
        opponent_frame_bytes: others / (table.guests.len() - 1),
        log_bytes,
        table_bytes,
    })
}

/// Plays a match to its end, and returns what the players sent.
async fn record(table: &mut Table) -> Result<Vec<Sent>, Error> {
    let mut recorded = Vec::new();
    let mut chance = 0;
    while let Some(sent) = table.next_message(&mut chance)? {
        table.guests[sent.seat].send(&sent.text).await?;
        table.read()?;
        recorded.push(sent);
    }
    Ok(recorded)
}

/// Handles the recorded messages. Returns the bytes of the frames to the players who moved, and to the others.
async fn replay(table: &Table, recorded: &[Sent]) -> Result<[usize; 2], Error> {
    let mut bytes = [0; 2];
    for sent in recorded {
        table.guests[sent.seat].send(&sent.text).await?;
        for (seat, guest) in table.guests.iter().enumerate() {
            let received = guest.drain();
            if sent.is_play {
                bytes[usize::from(seat != sent.seat)] += received;
            }
        }
    }
    Ok(bytes)
}

async fn bytes_of_a_table(house: &House, rules: Rules) -> Result<usize, Error> {
    let mut tables = Vec::with_capacity(TABLES as usize);
    tokio::time::sleep(SETTLE).await;
    let before = held_bytes(&ALLOCATOR);
    for number in 1..=TABLES {
        tables.push(house.begin_match(rules, number).await?);
    }
    tokio::time::sleep(SETTLE).await;
    for guest in tables.iter().flat_map(|table| &table.guests) {
        guest.drain();
    }
    // The clients are no part of a server.
    let clients: usize = tables.iter().map(|table| size_of_val(&*table.guests)).sum();
    Ok((held_bytes(&ALLOCATOR) - before - clients) / TABLES as usize)
}

/// The bytes that are allocated now.
fn held_bytes(allocator: &StatsAlloc<impl GlobalAlloc>) -> usize {
    let stats = allocator.stats();
    stats.bytes_allocated - stats.bytes_deallocated
}
