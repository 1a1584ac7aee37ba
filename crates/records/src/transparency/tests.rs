//! Tests of the public log with crashes, full trees and restarts.

use boneyard_protocol::Hash;
use boneyard_protocol::transparency::TreeHead;
use boneyard_store::Append;
use ct_merkle::mem_backed_tree::MemoryBackedTree;
use ct_merkle::{ConsistencyProof, InclusionProof, RootHash};
use sha2::Sha256;
use tempfile::TempDir;

use super::*;

struct World {
    directory: TempDir,
    clock: Clock,
}

impl World {
    fn new() -> Self {
        let (clock, _) = Clock::manual(Timestamp(1_000));
        Self {
            directory: tempfile::tempdir().unwrap(),
            clock,
        }
    }

    async fn start(&self) -> (Store, Transparency) {
        let file = self.directory.path().join("boneyard.db");
        let store = Store::open(&format!("sqlite://{}", file.display()))
            .await
            .unwrap();
        let transparency = Transparency::start(store.clone(), self.clock.clone())
            .await
            .unwrap();
        (store, transparency)
    }
}

fn opened(number: u32) -> LogEntry {
    let hash = Hash::of(&[&number.to_be_bytes()]);
    LogEntry {
        at_ms: i64::from(number),
        event: LogEvent::Opened {
            commitment: Commitment::from(*hash.bytes()),
        },
    }
}

/// Stores entries about opened tables. Doesn't add them to the tree.
async fn append(store: &Store, transparency: &Transparency, numbers: std::ops::Range<u32>) {
    let entries: Vec<_> = numbers.map(opened).collect();
    let append = Append {
        table: TableId::random(),
        seq: 1,
        at: Timestamp(1_000),
        body: Vec::new(),
        listing: None,
        players: None,
        record: None,
        entries: transparency.to_store(&entries),
    };
    store.append(append).await.unwrap();
    transparency.has_more();
}

fn root(head: &TreeHead) -> RootHash<Sha256> {
    RootHash::new((*head.root.bytes()).into(), head.size.into())
}

fn concat(path: &[Hash]) -> Vec<u8> {
    path.iter().flat_map(|hash| *hash.bytes()).collect()
}

async fn find(transparency: &Transparency, number: u32) -> Vec<ProvedEntry> {
    let entry = opened(number);
    let commitment = commitment(&entry.event).unwrap();
    let found = transparency.entries(commitment, None).await.unwrap();
    for proved in &found.entries {
        assert_eq!(proved.entry, entry);
        let SignedTreeHead { head, signature } = proved.log;
        assert!(found.key.verifies(&head.message(), &signature));
        root(&head)
            .verify_inclusion(
                &proved.entry.to_bytes(),
                proved.index.into(),
                &InclusionProof::from_bytes(concat(&proved.path)),
            )
            .unwrap();
    }
    found.entries
}

#[tokio::test]
async fn entries_that_a_crash_left_out_are_in_the_tree_after_the_next_start() {
    let world = World::new();
    let (store, log) = world.start().await;
    append(&store, &log, 0..3).await;
    log.grow().await.unwrap();
    let seen = log.head();
    assert_eq!((seen.head.tree, seen.head.size), (1, 3));
    append(&store, &log, 3..5).await;
    assert_eq!(log.head(), seen, "nobody has been told of the rest");
    store.close().await;

    let (store, log) = world.start().await;
    let head = log.head().head;
    assert_eq!((head.tree, head.size), (2, 1), "a process has its own tree");
    for number in 0..5 {
        let [found] = &find(&log, number).await[..] else {
            panic!("{number} is missing")
        };
        assert_eq!((found.log.head.tree, found.index), (1, number));
    }
    // The tree from before the crash is the beginning of the present tree.
    let grown = log.consistency(1, 3).await.unwrap().unwrap();
    assert_eq!(grown.log.head.size, 5);
    root(&grown.log.head)
        .verify_consistency(
            &root(&seen.head),
            &ConsistencyProof::try_from_bytes(concat(&grown.path)).unwrap(),
        )
        .unwrap();
    let page = log.page(2, 0).await.unwrap().unwrap();
    let TreeHead {
        tree, size, root, ..
    } = grown.log.head;
    assert_eq!(
        page.entries[0].event,
        LogEvent::Tree { tree, size, root },
        "the next tree names the end of this one"
    );
    assert!(log.consistency(1, 6).await.unwrap().is_none());
    assert!(log.page(3, 0).await.unwrap().is_none());
    store.close().await;
}

#[tokio::test]
async fn the_key_stays_and_an_empty_tree_is_one() {
    let world = World::new();
    let (store, log) = world.start().await;
    let (key, head) = (log.key(), log.head());
    assert_eq!(head.head.size, 0);
    assert_eq!(head.head.root, Hash::of(&[]));
    assert!(log.page(1, 0).await.unwrap().unwrap().entries.is_empty());
    store.close().await;
    let (store, log) = world.start().await;
    assert_eq!(log.key(), key);
    store.close().await;
}

#[tokio::test]
async fn a_full_tree_is_followed_by_another() {
    let world = World::new();
    let (store, log) = world.start().await;
    let most = limits::TREE_ENTRIES_MAX as u32;
    append(&store, &log, 0..most + 10).await;
    log.grow().await.unwrap();
    let head = log.head().head;
    assert_eq!((head.tree, head.size), (2, 11));
    for (number, tree, index) in [(0, 1, 0), (most - 1, 1, most - 1), (most, 2, 1)] {
        let [found] = &find(&log, number).await[..] else {
            panic!("{number} is missing")
        };
        assert_eq!((found.log.head.tree, found.index), (tree, index));
    }
    let mut from = Some(0);
    let mut count = 0;
    while let Some(start) = from {
        let page = log.page(1, start).await.unwrap().unwrap();
        count += page.entries.len();
        from = page.next;
    }
    assert_eq!(count, limits::TREE_ENTRIES_MAX);
    store.close().await;
    // After another start, all entries are still in the log.
    let (store, log) = world.start().await;
    assert_eq!(log.head().head.tree, 3);
    assert_eq!(find(&log, most + 9).await.len(), 1);
    store.close().await;
}

#[tokio::test]
async fn entries_that_a_storage_failure_left_out_come_later() {
    let world = World::new();
    let (store, log) = world.start().await;
    append(&store, &log, 0..2).await;
    let file = world.directory.path().join("boneyard.db");
    let other = rusqlite::Connection::open(file).unwrap();
    other
        .execute_batch("ALTER TABLE public_trees RENAME TO hidden")
        .unwrap();
    assert!(log.grow().await.is_err());
    assert_eq!(log.head().head.size, 0, "only what is stored is shown");
    other
        .execute_batch("ALTER TABLE hidden RENAME TO public_trees")
        .unwrap();
    append(&store, &log, 2..3).await;
    log.grow().await.unwrap();
    assert_eq!(log.head().head.size, 3);
    assert_eq!(find(&log, 1).await.len(), 1);
    store.close().await;
}

/// Starts two processes on one database. Their clocks differ, so the heads that they sign differ too.
async fn two(world: &World) -> (Store, [Transparency; 2]) {
    let (store, first) = world.start().await;
    let (clock, _) = Clock::manual(Timestamp(2_000));
    let second = Transparency::start(store.clone(), clock).await;
    (store, [first, second.unwrap()])
}

/// Checks that each tree except the first one begins with the last head of the previous tree. Returns the
/// number of trees.
async fn is_chained(log: &Transparency) -> u32 {
    let last = log.public_log().await.unwrap().log.head.tree;
    let mut before: Option<Vec<LogEntry>> = None;
    for tree in 1..=last {
        let mut entries: Vec<LogEntry> = Vec::new();
        let mut from = Some(0);
        while let Some(start) = from {
            let page = log.page(tree, start).await.unwrap().unwrap();
            entries.extend(page.entries);
            from = page.next;
        }
        if let Some(before) = &before {
            let LogEvent::Tree {
                tree: named,
                size,
                root,
            } = entries[0].event
            else {
                panic!("{:?}", entries[0])
            };
            assert_eq!(named, tree - 1);
            let mut merkle = MemoryBackedTree::<Sha256, Vec<u8>>::new();
            for entry in &before[..size as usize] {
                merkle.push(entry.to_bytes());
            }
            assert_eq!(merkle.root().as_bytes()[..], root.bytes()[..]);
        }
        before = Some(entries);
    }
    last
}

#[tokio::test]
async fn processes_grow_trees_side_by_side_and_each_answers_for_all() {
    let world = World::new();
    let (store, logs) = two(&world).await;
    assert_eq!(logs.each_ref().map(Transparency::process), [1, 2]);
    for round in 0..3 {
        for (number, log) in (0..).zip(&logs) {
            append(&store, log, 10 * round + number..10 * round + number + 1).await;
        }
        logs[1].grow().await.unwrap();
    }
    for log in &logs {
        for round in 0..3 {
            for (number, index) in [(0, round), (1, round + 1)] {
                let [found] = &find(log, 10 * round + number).await[..] else {
                    panic!("{round} {number} is missing")
                };
                assert_eq!((found.log.head.tree, found.index), (number + 1, index));
            }
        }
        assert_eq!(is_chained(log).await, 2);
    }
    // The other process has extended this process's tree. This process continues from there.
    append(&store, &logs[0], 40..41).await;
    logs[0].grow().await.unwrap();
    assert_eq!(logs[0].head().head.size, 4);
    store.close().await;
}

#[tokio::test]
async fn the_tree_of_a_process_that_is_gone_is_finished_by_another() {
    let world = World::new();
    let (store, [gone, left]) = two(&world).await;
    append(&store, &gone, 0..2).await;
    left.adopt(gone.process()).await.unwrap();
    let page = left.page(1, 0).await.unwrap().unwrap();
    assert_eq!(page.entries.len(), 2);
    assert!(left.adopt(99).await.is_err(), "there is no such process");
    // No living process has completed this tree, so the next start completes it.
    append(&store, &gone, 2..3).await;
    append(&store, &left, 3..4).await;
    let third = Transparency::start(store.clone(), world.clock.clone()).await;
    let third = third.unwrap();
    assert!(store.unfinished_processes().await.unwrap().is_empty());
    for (tree, size) in [(1, 3), (2, 2), (3, 1)] {
        let page = third.page(tree, 0).await.unwrap().unwrap();
        assert_eq!(
            (page.log.head.size, page.entries.len()),
            (size, size as usize)
        );
    }
    store.close().await;
}

#[tokio::test]
async fn two_processes_that_grow_one_tree_at_once_show_one_head_for_each_size() {
    let world = World::new();
    let (store, [owner, other]) = two(&world).await;
    let mut heads = std::collections::HashMap::new();
    let most = limits::TREE_ENTRIES_MAX as u32;
    // Both processes add entries to the same tree at the same time, until it is full and the next tree
    // begins.
    let mut next = most - 6;
    append(&store, &owner, 0..next).await;
    while next < most + 6 {
        append(&store, &owner, next..next + 1).await;
        next += 1;
        let (grown, adopted) = tokio::join!(owner.grow(), other.adopt(owner.process()));
        grown.unwrap();
        adopted.unwrap();
        for tree in 1..=3 {
            let stored = store.tree(tree).await.unwrap();
            let shown = [
                stored.map(|stored| head_of_stored(&stored).unwrap()),
                Some(owner.head()),
            ];
            for SignedTreeHead { head, signature } in shown.into_iter().flatten() {
                let before = heads.insert((head.tree, head.size), signature);
                assert!(before.is_none_or(|before| before == signature), "{head:?}");
            }
        }
    }
    assert_eq!(is_chained(&owner).await, 3);
    assert_eq!(store.tree(3).await.unwrap().unwrap().process, 1);
    for number in [0, most - 1, most, most + 5] {
        assert_eq!(find(&owner, number).await.len(), 1, "{number}");
    }
    store.close().await;
}
