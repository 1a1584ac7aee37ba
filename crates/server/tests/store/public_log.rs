//! The public log in the store.

use boneyard_server::clock::Clock;
use boneyard_server::id::TableId;
use boneyard_server::store::{Append, AppendError, NewEntry, Store, StoredTree};
use boneyard_server::transparency::Transparency;

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

/// A story for both databases.
pub(crate) async fn entries_are_written_with_their_appends(address: String) {
    let store = Store::open(&address).await.unwrap();
    assert_eq!(store.last_entry().await.unwrap(), 0);
    let (table, other) = (TableId::random(), TableId::random());
    let first = Append {
        entries: vec![entry(7, -1, b"opened"), entry(7, 5, b"began")],
        ..append(table, 1, "opened")
    };
    store.append(first.clone()).await.unwrap();
    // An append that isn't made leaves no entry.
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
        store.add_tree(tree.clone()).await.unwrap();
        assert!(store.add_tree(tree.clone()).await.is_err(), "there is one");
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
    store.save_head(grown.clone()).await.unwrap();
    // A head of fewer entries changes nothing.
    store.save_head(trees[1].clone()).await.unwrap();
    assert_eq!(store.last_tree().await.unwrap(), Some(grown));
    store.close().await;
}

/// A story for both databases.
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
