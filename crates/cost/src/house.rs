//! The parts of a server that a table needs, and tables with players in them.

use boneyard_base::{
    Bounds, Budgets, Clock, ComputerThreads, PlayerId, Supervisor, TableId, limits,
};
use boneyard_fair::TableSeed;
use boneyard_notices::{Notices, Outside};
use boneyard_protocol::{Access, ClockRule, Invite, Request};
use boneyard_records::Transparency;
use boneyard_rules::Rules;
use boneyard_rules::seat::SEATS_MAX;
use boneyard_store::{LogRow, Store};
use boneyard_table::{Lobby, State, TableEvent, TableParts, Tables, appends};
use tempfile::TempDir;
use tokio::runtime::Handle;

use crate::guest::Guest;
use crate::{Error, Sent};

/// The rows that may be written for one address: more than the matches have.
const ROWS_PER_ADDRESS: u32 = 1_000_000_000;

pub(crate) struct House {
    store: Store,
    clock: Clock,
    tables: Tables,
    _directory: TempDir,
}

/// The names of the players. The first is the host's.
const NAMES: [&str; SEATS_MAX] = ["Ana", "Ben", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal"];

/// A table with a player on each seat.
pub(crate) struct Table {
    pub(crate) id: TableId,
    pub(crate) guests: Vec<Guest>,
}

impl House {
    /// Starts what the server starts for its tables, with an empty database.
    pub(crate) async fn open() -> Result<Self, Error> {
        let directory = tempfile::tempdir()?;
        let file = directory.path().join("boneyard.db");
        let store = Store::open(&format!("sqlite://{}", file.display())).await?;
        let (clock, supervisor) = (Clock::system(), Supervisor::default());
        let lobby = Lobby::start(&supervisor, &store, &Handle::current()).await?;
        let notices = Notices::start(
            supervisor.clone(),
            store.clone(),
            clock.clone(),
            Bounds::new(limits::TABLES_PER_ADDRESS),
            Outside::internet(),
            None,
        );
        let threads = ComputerThreads::start(1)?;
        let tables = Tables::new(TableParts {
            budgets: Some(Budgets::new(ROWS_PER_ADDRESS)),
            transparency: Some(Transparency::start(store.clone(), clock.clone()).await?),
            notices: Some(notices.await?),
            supervisor,
            ..TableParts::new(store.clone(), clock.clone(), lobby, threads)
        });
        Ok(Self {
            store,
            clock,
            tables,
            _directory: directory,
        })
    }

    /// A table with this number, with players whose match has begun.
    pub(crate) async fn begin_match(&self, rules: Rules, number: u32) -> Result<Table, Error> {
        let id = TableId::from_bits(u128::from(number) << 64 | 0xbe_c4);
        let player = |seat| {
            let mut bytes = [seat; 16];
            bytes[..4].copy_from_slice(&number.to_be_bytes());
            PlayerId::from_bytes(bytes)
        };
        let created = TableEvent::Created {
            table: id,
            host: player(1),
            name: NAMES[0].to_owned(),
            rules,
            access: Access::Public,
            kept_seats: 0,
            invite: Invite::from_bits(u128::from(number)),
            hints: true,
            clock: ClockRule::None,
            time_cap: None,
            bots: false,
            rated: false,
            quick: false,
            seed: TableSeed::from([7; 32]),
        };
        let now = self.clock.now();
        let opened = State::open(created, &[], None, now)?;
        let row = LogRow {
            seq: 1,
            at: now,
            body: TableEvent::to_body(&opened.events),
        };
        for append in appends(id, &[row])? {
            self.store.append(append).await?;
        }
        let names = &NAMES[..rules.seating().seat_count()];
        let mut guests = Vec::with_capacity(names.len());
        for (seat, name) in (1..).zip(names) {
            guests.push(Guest::at(self.tables.open(id), player(seat), name).await?);
        }
        let mut table = Table { id, guests };
        for guest in &table.guests[1..] {
            guest.request(id, Request::Sit { seat: None }).await?;
        }
        for guest in &table.guests {
            guest.request(id, Request::Ready { ready: true }).await?;
        }
        table.read()?;
        Ok(table)
    }

    /// The bytes of all rows of a table's log.
    pub(crate) async fn log_bytes(&self, table: &Table) -> Result<usize, Error> {
        let rows = self.store.read_log(table.id, 0).await?;
        Ok(rows.iter().map(|row| row.body.len()).sum())
    }

    pub(crate) async fn close(self) {
        self.store.close().await;
    }
}

impl Table {
    /// All clients read their messages.
    pub(crate) fn read(&mut self) -> Result<(), Error> {
        self.guests.iter_mut().try_for_each(Guest::read)
    }

    /// The next message of a player; `None` once the match is over.
    pub(crate) fn next_message(&mut self, chance: &mut usize) -> Result<Option<Sent>, Error> {
        if self.guests[0].is_over() {
            return Ok(None);
        }
        for (seat, guest) in self.guests.iter_mut().enumerate() {
            if let Some(sent) = guest.next_message(self.id, seat, chance)? {
                return Ok(Some(sent));
            }
        }
        Err("no player can go on".into())
    }
}
