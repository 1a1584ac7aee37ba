//! Sets up tables: creates the visitors and the table, opens a connection for each seat, and
//! makes all players ready.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use boneyard_protocol::http::TableCreated;
use boneyard_protocol::{ClockRule, Request, TableId};
use boneyard_rules::Rules;

use super::address;
use super::engine::Engine;
use super::http::Http;
use super::table::{Player, Table};
use crate::client::{open, public_table};
use crate::error::LoadError;

/// The number of threads that set up tables, each one table at a time. So few threads don't
/// overload a server that has just started, but several answers of the server can be in transit at
/// the same time.
const THREADS: usize = 8;

/// The interval at which tables that are set up are added to the engine. Between two such steps,
/// the engine plays at the tables that it already has.
const TAKE_INTERVAL: Duration = Duration::from_millis(20);

/// The kind of tables to set up.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TableSpec {
    pub(crate) server: SocketAddr,
    pub(crate) rules: Rules,
    /// Whether the players make no moves, although they have begun a match.
    pub(crate) is_idle: bool,
    pub(crate) clock: ClockRule,
}

/// Adds `count` tables to the engine.
pub(crate) fn add_tables(
    engine: &mut Engine,
    spec: TableSpec,
    count: usize,
) -> Result<(), LoadError> {
    let first = engine.tables().len();
    let next = Arc::new(AtomicUsize::new(first));
    let (sender, receiver) = mpsc::channel();
    for _ in 0..THREADS {
        let (next, sender) = (Arc::clone(&next), sender.clone());
        thread::spawn(move || {
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                // Sending fails after the set-up of a table has failed, because the receiver is
                // dropped then.
                if index >= first + count || sender.send(spec.set_up(index)).is_err() {
                    return;
                }
            }
        });
    }
    drop(sender);
    while engine.tables().len() < first + count {
        engine.run(TAKE_INTERVAL)?;
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
    }
    Ok(())
}

impl TableSpec {
    /// Sets up the table with this number. Its match has not begun yet.
    fn set_up(self, index: usize) -> Result<Table, LoadError> {
        let from = address::of_players(self.server, index)?;
        let mut host = Http::connect(self.server, from)?;
        host.get("/api/me")?;
        let mut request = public_table(self.rules);
        request.clock = self.clock;
        let created = host.post("/api/tables", &serde_json::to_string(&request)?)?;
        let TableCreated { table, .. } = serde_json::from_str(&created)?;
        let mut players = vec![join(host, table)?];
        for seat in self.rules.seating().seats().skip(1) {
            let mut guest = Http::connect(self.server, from)?;
            guest.get("/api/me")?;
            let mut player = join(guest, table)?;
            player.send(&Request::Sit { seat: Some(seat) }.at(table))?;
            player.receive_version()?;
            players.push(player);
        }
        for player in &mut players {
            player.send(&Request::Ready { ready: true }.at(table))?;
        }
        Ok(Table::new(table, players, self.is_idle))
    }
}

/// Upgrades the connection to a WebSocket, and follows a table over it.
fn join(http: Http, table: TableId) -> Result<Player, LoadError> {
    let mut player = Player::new(http.upgrade()?);
    player.send(&open(table))?;
    player.receive_version()?;
    Ok(player)
}
