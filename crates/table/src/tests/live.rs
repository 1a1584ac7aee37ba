//! Tests of running tables without sockets: what a table's task does by itself, and which failures a table
//! survives.

use std::path::PathBuf;
use std::time::Duration;

use boneyard_base::{
    Budgets, Clock, ComputerThreads, FollowId, Inbox, ManualClock, Over, Peer, PlayerId, RecordId,
    Supervisor, Timestamp, limits,
};
use boneyard_protocol::{Access, Level, ServerMessage, TableId};
use boneyard_rules::line::Preset;
use boneyard_store::{Append, OpenTable, Store};
use tempfile::TempDir;
use tokio::runtime::Handle;
use tokio::time::{Instant, timeout};

use crate::computers::question::fallback_move;
use crate::lobby::Lobby;
use crate::state::command::Action;
use crate::tables::task::relisted::Relisted;

use crate::tests::bench::{Bench, play_round, two_players};
use crate::{FollowTerms, Input, TableHandle, TableParts, Tables};

/// How long a test waits before it fails.
const PATIENCE: Duration = Duration::from_secs(20);

/// How long computer players wait before they act.
const BOT_DELAY: Duration = Duration::from_millis(50);

/// The store and the clock of one test.
pub(super) struct Shelf {
    pub(super) store: Store,
    pub(super) clock: Clock,
    pub(super) hand: ManualClock,
    directory: TempDir,
}

impl Shelf {
    /// A store with the logs of these tables. The clock shows the time of the first table.
    pub(super) async fn with(tables: &[&Bench]) -> Self {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("boneyard.db");
        let store = Store::open(&format!("sqlite://{}", file.display()))
            .await
            .unwrap();
        for bench in tables {
            for row in &bench.log {
                let append = Append {
                    table: bench.id,
                    seq: row.seq,
                    at: row.at,
                    body: row.body.clone(),
                    listing: (row.seq == 1)
                        .then(|| Relisted::of(bench.id, &bench.state).to_store()),
                    players: None,
                    record: None,
                    entries: Vec::new(),
                    due: bench.state.stored_due(),
                };
                store.append(append).await.unwrap();
            }
        }
        let (clock, hand) = Clock::manual(tables[0].now);
        Self {
            store,
            clock,
            hand,
            directory,
        }
    }

    fn file(&self) -> PathBuf {
        self.directory.path().join("boneyard.db")
    }

    pub(super) async fn untouched(&self, since: Timestamp) -> Vec<TableId> {
        let found = self.store.tables().untouched(since, OpenTable::NONE).await;
        found.unwrap().iter().map(|open| open.table).collect()
    }

    pub(super) async fn parts(&self) -> TableParts {
        let lobby = Lobby::start(&Supervisor::default(), &self.store, &Handle::current())
            .await
            .unwrap();
        let threads = ComputerThreads::start(1).unwrap();
        TableParts {
            bot_delay: BOT_DELAY,
            ..TableParts::new(self.store.clone(), self.clock.clone(), lobby, threads)
        }
    }

    pub(super) async fn tables(&self) -> Tables {
        Tables::new(self.parts().await)
    }
}

/// A visitor at a table.
pub(super) struct Guest {
    pub(super) table: TableHandle,
    pub(super) id: FollowId,
    inbox: Inbox,
}

impl Guest {
    pub(super) async fn at(tables: &Tables, table: TableId, player: PlayerId) -> Self {
        let (peer, inbox) = Peer::channel(boneyard_testing::here(player), None);
        let table = tables.open(table);
        let id = FollowId::next();
        let follow = Input::Follow {
            id,
            peer,
            name: "Somebody",
            terms: FollowTerms::default(),
        };
        table.take(follow).await.unwrap();
        Self { table, id, inbox }
    }

    pub(super) async fn rename(&self, name: &str) {
        let id = self.id;
        self.table.take(Input::Rename { id, name }).await.unwrap();
    }

    pub(super) async fn next(&mut self) -> ServerMessage {
        let text = timeout(PATIENCE, self.inbox.next()).await.unwrap();
        serde_json::from_str(&text).unwrap()
    }

    /// Waits for the next update or snapshot, and returns its version.
    pub(super) async fn version(&mut self) -> u64 {
        loop {
            match self.next().await {
                ServerMessage::Table(snapshot) => return snapshot.v,
                ServerMessage::Update(update) => return update.shared.v,
                ServerMessage::Presence { .. } => {}
                other => panic!("{other:?}"),
            }
        }
    }
}

#[tokio::test]
async fn what_became_due_while_the_server_was_down_is_done_when_somebody_comes() {
    let mut bench = two_players();
    play_round(&mut bench);
    bench.act(0, Action::Next).unwrap();
    let version = bench.state.version.unsigned_abs();
    bench.now = bench.now.plus_ms(limits::NEXT_ROUND_MS_MAX);

    let shelf = Shelf::with(&[&bench]).await;
    let tables = shelf.tables().await;
    let mut watcher = Guest::at(&tables, bench.id, PlayerId::random()).await;
    assert_eq!(watcher.version().await, version);
    assert_eq!(watcher.version().await, version + 1, "the next round");
}

#[tokio::test]
async fn a_table_that_nobody_follows_leaves_the_memory_and_comes_back() {
    let bench = two_players();
    let shelf = Shelf::with(&[&bench]).await;
    let tables = shelf.tables().await;
    let mut guest = Guest::at(&tables, bench.id, bench.people[0]).await;
    let version = guest.version().await;
    // From now on time is simulated: it advances when all tasks wait.
    tokio::time::pause();
    tokio::time::sleep(limits::TABLE_IDLE_TIMEOUT * 2).await;
    assert_eq!(tables.loaded().len(), 1, "somebody follows it");

    guest.table.take(Input::Unfollow(guest.id)).await.unwrap();
    tokio::time::sleep(limits::TABLE_IDLE_TIMEOUT * 2).await;
    assert_eq!(tables.loaded().len(), 1, "somebody may follow it again");

    drop(guest);
    tokio::time::sleep(limits::TABLE_IDLE_TIMEOUT * 2).await;
    assert_eq!(tables.loaded().len(), 0);
    tokio::time::resume();
    let mut guest = Guest::at(&tables, bench.id, bench.people[0]).await;
    assert_eq!(guest.version().await, version);
}

#[tokio::test]
async fn a_table_leaves_the_memory_whatever_else_knows_it() {
    let bench = two_players();
    let shelf = Shelf::with(&[&bench]).await;
    let tables = shelf.tables().await;
    let mut guest = Guest::at(&tables, bench.id, bench.people[0]).await;
    guest.version().await;
    let known = std::sync::Arc::clone(&tables.loaded()[&bench.id]);
    tokio::time::pause();
    guest.table.take(Input::Unfollow(guest.id)).await.unwrap();
    let second = guest.table.clone();
    drop(guest);
    tokio::time::sleep(limits::TABLE_IDLE_TIMEOUT * 2).await;
    assert_eq!(tables.loaded().len(), 1, "a handle leads to it");
    drop(second);
    tokio::time::sleep(limits::TABLE_IDLE_TIMEOUT * 2).await;
    assert_eq!(tables.loaded().len(), 0);
    assert!(known.is_unused());
}

#[tokio::test]
async fn a_lost_race_spends_no_budget() {
    let bench = two_players();
    let shelf = Shelf::with(&[&bench]).await;
    let one = shelf.tables().await;
    let other = Tables::new(TableParts {
        // A visitor may write only one row in a minute.
        budgets: Some(Budgets::new(limits::VISITOR_SHARE_OF_ROWS)),
        ..shelf.parts().await
    });
    let mut watcher = Guest::at(&other, bench.id, PlayerId::random()).await;
    watcher.version().await;
    // The two nodes can't send messages to each other, so `other` does not learn of the guest's new name at
    // once.
    let mut guest = Guest::at(&one, bench.id, bench.people[1]).await;
    guest.version().await;
    let mut host = Guest::at(&other, bench.id, bench.people[0]).await;
    let ServerMessage::Table(snapshot) = host.next().await else {
        panic!("a snapshot comes first")
    };
    let seats = snapshot.room.seats.iter();
    let names: Vec<_> = seats.map(|seat| format!("{seat:?}")).collect();
    assert!(
        names.iter().all(|seat| seat.contains("Somebody")),
        "{names:?}"
    );
}

#[tokio::test]
async fn a_table_is_loaded_once_however_many_open_it() {
    let bench = two_players();
    let shelf = Shelf::with(&[&bench]).await;
    let tables = shelf.tables().await;
    let one = tables.open(bench.id);
    let other = tables.open(bench.id);
    assert!(one.is(&other));
    let missing = TableId::random();
    let mut nobody = Guest::at(&tables, missing, bench.people[0]).await;
    assert!(matches!(nobody.next().await, ServerMessage::Error { .. }));
    assert!(!tables.loaded().contains_key(&missing));
}

#[tokio::test]
async fn a_table_that_nobody_comes_back_to_is_put_away_and_its_log_kept() {
    let bench = two_players();
    let shelf = Shelf::with(&[&bench]).await;
    let tables = shelf.tables().await;
    shelf.hand.advance_ms(limits::TABLE_ABANDONED_MS - 1);
    tables.close_abandoned().await;
    let mut guest = Guest::at(&tables, bench.id, PlayerId::random()).await;
    guest.version().await;
    shelf.hand.advance_ms(1);
    let untouched = shelf.untouched(bench.now).await;
    assert_eq!(untouched, [bench.id]);
    // The watcher doesn't keep the table open: its players are disconnected.
    tables.close_abandoned().await;
    let farewell = loop {
        match guest.next().await {
            ServerMessage::Presence { .. } | ServerMessage::Update(_) => {}
            message => break message,
        }
    };
    assert!(
        matches!(farewell, ServerMessage::Closed { .. }),
        "{farewell:?}"
    );
    let rows = shelf.store.read_log(bench.id, 0).await.unwrap();
    assert_eq!(rows.len(), bench.log.len() + 1);
    let untouched = shelf.untouched(shelf.clock.now()).await;
    assert_eq!(untouched, [], "nothing is left to be done");
}

#[tokio::test]
async fn tables_that_cannot_be_read_keep_no_others_open() {
    let bench = two_players();
    let shelf = Shelf::with(&[&bench]).await;
    let tables = shelf.tables().await;
    // These tables can't be read. A search returns them before the readable table, and there are more of them
    // than one search can return.
    for _ in 0..=limits::ABANDONED_TABLES_MAX {
        let junk = Append {
            table: TableId::random(),
            seq: 1,
            at: Timestamp(0),
            body: b"junk".to_vec(),
            listing: None,
            players: None,
            record: None,
            entries: Vec::new(),
            due: boneyard_store::Due::NotStored,
        };
        shelf.store.append(junk).await.unwrap();
    }
    shelf.hand.advance_ms(limits::TABLE_ABANDONED_MS);
    tables.close_abandoned().await;
    let rows = shelf.store.read_log(bench.id, 0).await.unwrap();
    assert_eq!(rows.len(), bench.log.len() + 1, "the table is closed");
}

#[tokio::test]
async fn a_table_that_nobody_joins_is_closed_soon_after_its_player_has_gone() {
    let lone = |seed| Bench::new(*Preset::BLOCK.rules(), Access::Public, 0, seed);
    let (left, tended) = (lone(1), lone(2));
    let shelf = Shelf::with(&[&left, &tended]).await;
    let tables = shelf.tables().await;
    let open = async || shelf.untouched(Timestamp(i64::MAX)).await;
    let _host = Guest::at(&tables, tended.id, tended.people[0]).await;
    let later = async |time: Duration| {
        tokio::time::pause();
        tokio::time::sleep(time).await;
        // The storage's threads need real time.
        tokio::time::resume();
        tables.close_lapsed().await;
    };
    later(limits::LONE_TABLE_LIFE / 2).await;
    assert_eq!(open().await.len(), 2);
    later(limits::LONE_TABLE_LIFE / 2).await;
    assert_eq!(open().await, [tended.id]);
    assert_eq!(tables.lobby().lapsed(), []);
}

#[tokio::test]
async fn a_closed_tables_log_is_put_away_once_its_records_are_there() {
    let mut bench = two_players();
    bench.act(0, Action::Resign).unwrap();
    bench.act(0, Action::Leave).unwrap();
    bench.act(1, Action::Leave).unwrap();
    let running = Bench::with_a_computer_between(Access::Public);
    let shelf = Shelf::with(&[&bench, &running]).await;
    let tables = Tables::new(TableParts {
        keep_finished_logs: false,
        ..shelf.parts().await
    });
    let rows = async |bench: &Bench| shelf.store.read_log(bench.id, 0).await.unwrap().len();
    tables.finish_logs().await;
    assert_eq!(
        rows(&bench).await,
        bench.log.len(),
        "it was closed just now"
    );
    shelf.hand.advance_ms(limits::CLOSED_TABLE_MS);
    tables.finish_logs().await;
    assert_eq!(rows(&bench).await, 0);
    assert_eq!(rows(&running).await, running.log.len());
    let record = RecordId::from_bits(bench.state.deals.record_name());
    assert!(shelf.store.records().get(record).await.unwrap().is_some());
}

#[tokio::test]
async fn the_log_of_a_closed_table_stays_until_its_record_can_be_stored() {
    let mut bench = two_players();
    bench.act(0, Action::Resign).unwrap();
    bench.act(0, Action::Leave).unwrap();
    bench.act(1, Action::Leave).unwrap();
    let shelf = Shelf::with(&[&bench]).await;
    let tables = Tables::new(TableParts {
        keep_finished_logs: false,
        ..shelf.parts().await
    });
    let database = rusqlite::Connection::open(shelf.file()).unwrap();
    let refuse = "CREATE TRIGGER full BEFORE INSERT ON records \
                  BEGIN SELECT RAISE(ABORT, 'the disk is full'); END";
    database.execute_batch(refuse).unwrap();
    shelf.hand.advance_ms(limits::CLOSED_TABLE_MS);
    let rows = async || shelf.store.read_log(bench.id, 0).await.unwrap().len();
    tables.finish_logs().await;
    assert_eq!(rows().await, bench.log.len());
    // Visitors are told the same as of any closed table.
    let mut guest = Guest::at(&tables, bench.id, bench.people[0]).await;
    let told = guest.next().await;
    assert!(
        matches!(
            told,
            ServerMessage::Closed { .. } | ServerMessage::Error { .. }
        ),
        "{told:?}"
    );

    database.execute_batch("DROP TRIGGER full").unwrap();
    tables.finish_logs().await;
    assert_eq!(rows().await, 0);
    let record = RecordId::from_bits(bench.state.deals.record_name());
    assert!(shelf.store.records().get(record).await.unwrap().is_some());
}

#[tokio::test]
async fn a_table_that_panics_takes_nothing_with_it() {
    let broken = two_players();
    let well = Bench::with_a_computer_between(Access::Public);
    let shelf = Shelf::with(&[&broken, &well]).await;
    let tables = shelf.tables().await;
    let mut guest = Guest::at(&tables, broken.id, broken.people[1]).await;
    let mut other = Guest::at(&tables, well.id, well.people[1]).await;
    let version = guest.version().await;
    other.version().await;

    guest.table.take(Input::Panic).await.unwrap();
    let farewell = loop {
        match guest.next().await {
            ServerMessage::Presence { .. } => {}
            message => break message,
        }
    };
    assert!(
        matches!(farewell, ServerMessage::Closed { .. }),
        "{farewell:?}"
    );
    // Both tables still have their state.
    let mut again = Guest::at(&tables, broken.id, broken.people[1]).await;
    assert_eq!(again.version().await, version);
    other.rename("Still here").await;
    other.version().await;
}

#[tokio::test]
async fn a_follower_who_does_not_read_is_dropped_and_holds_nobody_up() {
    let bench = two_players();
    let shelf = Shelf::with(&[&bench]).await;
    let tables = shelf.tables().await;
    let slow = Guest::at(&tables, bench.id, PlayerId::random()).await;
    let mut quick = Guest::at(&tables, bench.id, bench.people[0]).await;
    let mut version = quick.version().await;
    tokio::time::pause();
    for number in 0..=limits::SOCKET_QUEUE_MAX {
        tokio::time::advance(limits::CHANGE_INTERVAL).await;
        quick.rename(&format!("Name {number}")).await;
        version += 1;
        assert_eq!(quick.version().await, version);
    }
    assert_eq!(slow.inbox.over(), Some(Over::Behind));
    let mut late = Guest::at(&tables, bench.id, bench.people[1]).await;
    let ServerMessage::Table(snapshot) = late.next().await else {
        panic!("a snapshot comes first")
    };
    assert_eq!(snapshot.presence.watchers, 0);
}

/// A table at which a computer player must lead.
fn computer_leads() -> Bench {
    let bench = |seed| {
        let rules = *Preset::BLOCK.rules();
        Bench::with_computers(rules, Access::Public, 0, &[Level::Club], seed)
    };
    let mut benches = (0..).map(bench);
    benches
        .find(|bench| fallback_move(&bench.state).is_some())
        .unwrap()
}

#[tokio::test]
async fn a_computer_plays_when_somebody_looks_and_takes_its_time() {
    let bench = computer_leads();
    let shelf = Shelf::with(&[&bench]).await;
    let tables = shelf.tables().await;
    // The table is loaded, but has no followers.
    let table = tables.open(bench.id);
    tokio::time::pause();
    tokio::time::sleep(limits::TABLE_IDLE_TIMEOUT * 5).await;
    tokio::time::resume();

    let start = Instant::now();
    let mut watcher = Guest::at(&tables, bench.id, PlayerId::random()).await;
    assert_eq!(watcher.version().await, 1, "nobody has played for nobody");
    assert_eq!(watcher.version().await, 2);
    assert!(start.elapsed() >= BOT_DELAY);
    drop(table);
}
