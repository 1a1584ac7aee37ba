//! Tests of the public log in the store.

use std::time::Duration;

use boneyard_base::{Clock, TableId};
use boneyard_records::Transparency;
use boneyard_store::{Append, AppendError, NewEntry, Store, StoredTree};
use boneyard_testing::{Postgres, Tcp};
use postgres::{Client, NoTls};
use tokio::sync::oneshot;
use tokio::task::JoinSet;
use tokio::time::timeout;

use crate::databases::{change, rows};
use crate::nodes::node;
use crate::one_server::Network;
use crate::{NOW, append};

fn entry(process: i64, chain: i64, bytes: &[u8]) -> NewEntry {
    NewEntry {
        process,
        chain,
        bytes: bytes.to_vec(),
    }
}

fn tree(number: i64, after_id: i64, last_id: i64) -> StoredTree {
    StoredTree {
        number,
        process: 7,
        after_id,
        last_id,
        link: vec![0; 49],
        size: 1,
        at: NOW,
        root: vec![1; 32],
        signature: vec![2; 64],
    }
}

/// This test runs on SQLite and on PostgreSQL.
pub(crate) async fn entries_are_written_with_their_appends(address: String) {
    let store = Store::open(&address).await.unwrap();
    assert_eq!(store.last_entry().await.unwrap(), 0);
    let (table, other) = (TableId::random(), TableId::random());
    let first = Append {
        entries: vec![entry(7, -1, b"opened"), entry(7, 5, b"began")],
        ..append(table, 1, "opened")
    };
    store.append(first.clone()).await.unwrap();
    // An append that fails adds no entry.
    let lost = store.append(first).await;
    assert!(matches!(lost, Err(AppendError::Conflict)), "{lost:?}");
    let second = Append {
        entries: vec![entry(8, -1, b"ended")],
        ..append(other, 1, "ended")
    };
    store.append(second).await.unwrap();

    let of_process = store.entries_after(7, 0, 10).await.unwrap();
    let bytes: Vec<_> = of_process.iter().map(|one| &one.bytes[..]).collect();
    assert_eq!(bytes, [&b"opened"[..], b"began"]);
    let rest = store.entries_after(7, of_process[0].id, 10).await.unwrap();
    assert_eq!(rest, of_process[1..]);
    assert_eq!(store.entries_after(7, 0, 1).await.unwrap(), of_process[..1]);
    let of_chain = store.entries_of(-1).await.unwrap();
    assert_eq!(of_chain.len(), 2);
    assert_eq!(of_chain[1].bytes, b"ended");
    assert_eq!(store.last_entry().await.unwrap(), of_chain[1].id);

    let ends = [of_process[0].id, of_process[1].id];
    let trees = [tree(1, 0, ends[0]), tree(2, ends[0], ends[1])];
    for tree in &trees {
        assert!(store.add_tree(tree.clone()).await.unwrap());
        assert!(!store.add_tree(tree.clone()).await.unwrap(), "there is one");
        let other = StoredTree {
            number: 9,
            ..tree.clone()
        };
        assert!(!store.add_tree(other).await.unwrap(), "the place is taken");
    }
    assert_eq!(store.last_tree().await.unwrap().as_ref(), Some(&trees[1]));
    assert_eq!(store.tree(1).await.unwrap().as_ref(), Some(&trees[0]));
    assert_eq!(store.tree(3).await.unwrap(), None);
    for (entry, tree) in of_process.iter().zip(&trees) {
        assert_eq!(store.tree_of(entry).await.unwrap().as_ref(), Some(tree));
    }
    assert_eq!(store.tree_of(&of_chain[1]).await.unwrap(), None);
    let grown = StoredTree {
        size: 2,
        root: vec![3; 32],
        ..trees[1].clone()
    };
    assert!(store.save_head(grown.clone(), 1).await.unwrap());
    // The stored head now covers two leaves, so a head that should replace a head of one leaf isn't stored.
    let late = StoredTree {
        root: vec![4; 32],
        ..grown.clone()
    };
    assert!(!store.save_head(late, 1).await.unwrap());
    assert_eq!(store.last_tree().await.unwrap(), Some(grown.clone()));
    assert_eq!(store.last_tree_of(7).await.unwrap(), Some(grown));
    assert_eq!(store.last_tree_of(8).await.unwrap(), None);
    store.close().await;
}

/// This test runs on SQLite and on PostgreSQL.
pub(crate) async fn a_server_begins_its_tree_and_goes_on_after_a_restart(address: String) {
    for number in 1..=3 {
        let store = Store::open(&address).await.unwrap();
        let log = Transparency::start(store.clone(), Clock::system()).await;
        log.unwrap();
        let tree = store.last_tree().await.unwrap().unwrap();
        assert_eq!((tree.number, tree.process), (number, number));
        assert_eq!(tree.link.is_empty(), number == 1);
        store.close().await;
    }
}

#[tokio::test]
async fn nodes_that_start_at_once_begin_a_tree_each_in_one_chain() {
    const NODES: i64 = 8;
    let postgres = Postgres::start();
    let address = postgres.create_database("crowd");
    let mut starts = JoinSet::new();
    for _ in 0..NODES {
        let address = address.clone();
        starts.spawn(async move {
            let store = node(&address).await.unwrap();
            let log = Transparency::start(store.clone(), Clock::system()).await;
            (store, log.unwrap())
        });
    }
    let nodes = starts.join_all().await;
    let mut processes: Vec<_> = nodes.iter().map(|(_, log)| log.process()).collect();
    processes.sort_unstable();
    assert_eq!(processes, (1..=NODES).collect::<Vec<_>>());
    for (store, log) in nodes {
        let number = log.process();
        let tree = store.tree(number).await.unwrap().unwrap();
        assert_eq!(tree.process, number);
        assert_eq!(tree.link.is_empty(), number == 1);
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
        entries: vec![entry(7, 1, bytes)],
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
    let entries = cut.entries_after(7, 0, 10).await.unwrap();
    let entries: Vec<_> = entries.iter().map(|entry| &entry.bytes[..]).collect();
    assert_eq!(entries, [b"kept"]);
    cut.close().await;
}
