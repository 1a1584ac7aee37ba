//! Tests of the public log in the store.

use std::time::Duration;

use boneyard_base::{Clock, TableId};
use boneyard_fair::merkle::{self, Span};
use boneyard_records::Transparency;
use boneyard_store::{Append, AppendError, LogReader, NewEntry, Store, StoredEntry};
use boneyard_testing::{Postgres, Tcp};
use postgres::{Client, NoTls};
use tokio::sync::oneshot;
use tokio::task::JoinSet;
use tokio::time::timeout;

use crate::append;
use crate::databases::{change, rows};
use crate::nodes::node;
use crate::one_server::Network;

fn entry(table: i64, bytes: &[u8]) -> NewEntry {
    NewEntry {
        table,
        match_number: 1,
        bytes: bytes.to_vec(),
    }
}

/// All entries of the log, with their places.
async fn stored(store: &Store) -> Vec<(u32, Vec<u8>)> {
    let all = store.public_log().read(|log| log.entries_from(0)).await;
    let parts = all.unwrap().into_iter();
    parts.map(|entry| (entry.index, entry.bytes)).collect()
}

/// This test runs on SQLite and on PostgreSQL.
pub(crate) async fn entries_are_written_with_their_appends(address: String) {
    let store = Store::open(&address).await.unwrap();
    assert_eq!(stored(&store).await, []);
    let (table, other) = (TableId::random(), TableId::random());
    let second_match = NewEntry {
        match_number: 2,
        ..entry(-1, b"began again")
    };
    let first = Append {
        entries: vec![entry(-1, b"began"), entry(5, b"ended"), second_match],
        ..append(table, 1, "opened")
    };
    store.append(first.clone()).await.unwrap();
    // An append that fails adds no entry.
    let lost = store.append(first).await;
    assert!(matches!(lost, Err(AppendError::Conflict)), "{lost:?}");
    let ending = Append {
        entries: vec![entry(-1, b"ended")],
        ..append(other, 1, "ended")
    };
    // The size of the log is missing, so the append leaves nothing behind: neither its step nor its entry.
    change(&address, "ALTER TABLE public_log_size RENAME TO hidden").await;
    let lost = store.append(ending.clone()).await;
    assert!(matches!(lost, Err(AppendError::Unavailable(_))), "{lost:?}");
    assert_eq!(store.read_log(other, 0).await.unwrap(), []);
    change(&address, "ALTER TABLE hidden RENAME TO public_log_size").await;
    store.append(ending).await.unwrap();

    let all: Vec<(u32, Vec<u8>)> = vec![
        (0, b"began".into()),
        (1, b"ended".into()),
        (2, b"began again".into()),
        (3, b"ended".into()),
    ];
    assert_eq!(stored(&store).await, all);
    let read = |log: &mut LogReader<'_>| {
        let found = [
            log.entries_from(3)?,
            log.entries_of(-1, None)?,
            log.entries_of(-1, Some(2))?,
            log.entries_of(6, None)?,
        ];
        Ok((found, log.hashes(&[vec![Span::whole(4)]])?))
    };
    let (found, hashes) = store.public_log().read(read).await.unwrap();
    let indexes = |entries: Vec<StoredEntry>| entries.iter().map(|one| one.index).collect();
    let indexes: [Vec<u32>; 4] = found.map(indexes);
    assert_eq!(indexes, [vec![3], vec![0, 3, 2], vec![2], vec![]]);
    let leaves: Vec<_> = all.iter().map(|(_, bytes)| merkle::leaf(bytes)).collect();
    let halves = [0, 2].map(|left| merkle::parent(&leaves[left], &leaves[left + 1]));
    assert_eq!(hashes, [[merkle::parent(&halves[0], &halves[1])]]);
    store.close().await;
}

#[tokio::test]
async fn nodes_that_write_at_once_add_to_one_log_that_only_grows() {
    const APPENDS: u32 = 60;
    let postgres = Postgres::start();
    let address = postgres.create_database("crowd");
    let mut nodes = JoinSet::new();
    for number in 0..4_u32 {
        let store = node(&address).await.unwrap();
        nodes.spawn(async move {
            let log = Transparency::start(store.clone(), Clock::system()).await;
            let log = log.unwrap();
            let mut heads = Vec::new();
            for seq in 0..APPENDS {
                let entries = (0..=seq % 3).map(|_| entry(number.into(), &seq.to_be_bytes()));
                let append = Append {
                    entries: entries.collect(),
                    ..append(TableId::random(), 1, "opened")
                };
                store.append(append).await.unwrap();
                heads.push(log.head().await.unwrap());
            }
            (store, log, heads)
        });
    }
    let nodes = nodes.join_all().await;
    let size = nodes.len() as u32 * APPENDS * 2;
    let all = stored(&nodes[0].0).await;
    assert!(all.iter().map(|(index, _)| *index).eq(0..size));
    for (_, _, heads) in &nodes {
        assert!(heads.is_sorted_by_key(|head| head.size));
        for before in heads {
            // Each node proves the heads of all nodes.
            for (_, log, _) in &nodes {
                let found = log.consistency(before.size).await.unwrap().unwrap();
                assert_eq!(found.log.size, size);
                let heads = ((before.size, before.root), (size, found.log.root));
                assert!(merkle::is_consistent(heads.0, heads.1, &found.path));
            }
        }
    }
    for (store, _, _) in nodes {
        store.close().await;
    }
}

/// Waits until exactly one session waits for its commit, and returns the session's process id. The session
/// must be another one than `before`.
async fn waiting(address: &str, before: &[Vec<String>]) -> Vec<Vec<String>> {
    let asked = async {
        loop {
            let sql = "SELECT pid FROM pg_locks WHERE objid = 42 AND NOT granted";
            let found = rows(address, sql).await;
            if found.len() == 1 && found != before {
                return found;
            }
        }
    };
    let found = timeout(Duration::from_secs(30), asked).await;
    found.expect("a commit that waits")
}

#[tokio::test]
async fn a_commit_under_way_ends_before_the_next_session_of_its_node_writes() {
    let tcp = Tcp {
        certificate: None,
        rules: "",
    };
    let postgres = Postgres::start_with(tcp);
    let local = postgres.create_database("late");
    let network = Network::before(postgres.tcp_address().port()).await;
    let address = format!("postgres://boneyard@127.0.0.1:{}/late", network.port);
    let cut = node(&address).await.unwrap();
    // The commit of an append with an entry waits as long as another session holds a lock.
    let slow = "CREATE FUNCTION wait() RETURNS TRIGGER LANGUAGE plpgsql AS \
         'BEGIN PERFORM pg_advisory_xact_lock_shared(42); RETURN NULL; END'; \
         CREATE CONSTRAINT TRIGGER slow AFTER INSERT ON public_log \
         DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION wait()";
    change(&local, slow).await;
    let (locked, is_locked) = oneshot::channel();
    let (release, released) = std::sync::mpsc::channel::<()>();
    let address = local.clone();
    let holder = tokio::task::spawn_blocking(move || {
        let mut client = Client::connect(&address, NoTls).unwrap();
        client.execute("SELECT pg_advisory_lock(42)", &[]).unwrap();
        locked.send(()).unwrap();
        released.recv().unwrap();
    });
    is_locked.await.unwrap();

    let table = TableId::random();
    let with_entry = |bytes: &[u8]| Append {
        entries: vec![entry(7, bytes)],
        ..append(table, 1, "opened")
    };
    let offered = with_entry(b"lost");
    let node = cut.clone();
    let lost = tokio::spawn(async move { node.append(offered).await });
    let former = waiting(&local, &[]).await;
    network.lose.notify_waiters();
    let lost = lost.await.unwrap();
    assert!(matches!(lost, Err(AppendError::Unavailable(_))), "{lost:?}");

    let offered = with_entry(b"kept");
    let node = cut.clone();
    let kept = tokio::spawn(async move { node.append(offered).await });
    waiting(&local, &former).await;
    release.send(()).unwrap();
    holder.await.unwrap();
    kept.await.unwrap().unwrap();
    assert_eq!(stored(&cut).await, [(0, b"kept".to_vec())]);
    cut.close().await;
}
