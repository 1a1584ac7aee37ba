//! Sets tables up: visitors, a table, a connection for each seat, everybody ready.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use boneyard_protocol::Level;
use boneyard_protocol::http::TableCreated;
use boneyard_rules::Rules;

use super::address;
use super::engine::Engine;
use super::http::Http;
use super::table::{Opponents, Player, Table};
use crate::client::public_table;
use crate::error::LoadError;
use crate::wire;

/// Threads that set up tables, each one table at a time: a server that has just started isn't
/// flooded, and no step waits for the network alone.
const THREADS: usize = 8;

/// How often the tables that are ready are taken over. They are played or kept alive in between.
const TAKE_INTERVAL: Duration = Duration::from_millis(20);

/// Tables of one kind.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TableSpec {
    pub(crate) server: SocketAddr,
    pub(crate) rules: Rules,
    pub(crate) opponents: Opponents,
}

/// Adds so many tables to those that the engine plays at, and says after each step how many of them
/// there are.
pub(crate) fn add_tables(
    engine: &mut Engine,
    spec: TableSpec,
    count: usize,
    mut progress: impl FnMut(usize),
) -> Result<(), LoadError> {
    let first = engine.tables().len();
    let next = Arc::new(AtomicUsize::new(first));
    let (sender, receiver) = mpsc::channel();
    for _ in 0..THREADS {
        let (next, sender) = (Arc::clone(&next), sender.clone());
        thread::spawn(move || {
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                // Nobody receives any more once a table has failed.
                if index >= first + count || sender.send(spec.set_up(index)).is_err() {
                    return;
                }
            }
        });
    }
    drop(sender);
    while engine.tables().len() < first + count {
        engine.run(TAKE_INTERVAL, TAKE_INTERVAL, |_| {})?;
        loop {
            match receiver.try_recv() {
                Ok(table) => engine.add(table?)?,
                Err(mpsc::TryRecvError::Empty) => break,
                Err(mpsc::TryRecvError::Disconnected) if engine.tables().len() == first + count => {
                    break;
                }
                Err(mpsc::TryRecvError::Disconnected) => return Err(LoadError::Panicked),
            }
        }
        progress(engine.tables().len() - first);
    }
    Ok(())
}

impl TableSpec {
    /// The table with this number, whose players wait for the match.
    fn set_up(self, index: usize) -> Result<Table, LoadError> {
        let from = address::of_players(self.server, index)?;
        let mut host = Http::connect(self.server, from)?;
        host.get("/api/me")?;
        let mut request = public_table(self.rules);
        let seats = self.rules.seating.seat_count();
        let people = match self.opponents {
            Opponents::People | Opponents::IdlePeople => seats,
            Opponents::Experts => {
                request.computers = vec![Level::Expert; seats - 1];
                1
            }
        };
        let created = host.post("/api/tables", &serde_json::to_string(&request)?)?;
        let TableCreated { table, .. } = serde_json::from_str(&created)?;
        let table = table.to_string();
        let mut players = vec![join(host, &table)?];
        for seat in 1..people {
            let mut guest = Http::connect(self.server, from)?;
            guest.get("/api/me")?;
            let mut player = join(guest, &table)?;
            player.send(wire::sit(&table, seat))?;
            player.receive_version()?;
            players.push(player);
        }
        if people == seats {
            for player in &mut players {
                player.send(wire::ready(&table))?;
            }
        }
        Ok(Table::new(table, players, self.opponents))
    }
}

/// Follows a table over a new WebSocket.
fn join(http: Http, table: &str) -> Result<Player, LoadError> {
    let mut player = Player::new(http.upgrade()?);
    player.send(wire::hello())?;
    player.send(wire::open(table))?;
    player.receive_version()?;
    Ok(player)
}
