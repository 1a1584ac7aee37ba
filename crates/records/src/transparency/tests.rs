//! Tests of the public log's proofs. They are checked with another implementation of RFC 6962.

use std::ops::Range;

use boneyard_base::Timestamp;
use boneyard_fair::Seed;
use boneyard_rules::Seating;
use boneyard_store::Append;
use ct_merkle::mem_backed_tree::MemoryBackedTree;
use ct_merkle::{ConsistencyProof, InclusionProof, RootHash};
use sha2::Sha256;
use tempfile::TempDir;

use super::*;

/// The number of tables whose entries follow each other in turn.
const TABLES: u32 = 6;

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
        let address = format!("sqlite://{}", file.display());
        let store = Store::open(&address).await.unwrap();
        let log = Transparency::start(store.clone(), self.clock.clone()).await;
        (store, log.unwrap())
    }
}

const fn table(number: u32) -> TableId {
    TableId::from_bits((number % TABLES) as u128)
}

/// The entry at a place in the log.
fn entry(index: u32) -> LogEntry {
    LogEntry {
        at_ms: i64::from(index),
        table: log_name(table(index)),
        match_number: index / TABLES + 1,
        event: LogEvent::CalledOff { missing: 1 },
    }
}

async fn append(store: &Store, entries: &[LogEntry]) {
    let append = Append {
        table: TableId::random(),
        seq: 1,
        at: Timestamp(1_000),
        body: Vec::new(),
        listing: None,
        players: None,
        record: None,
        entries: to_store(entries),
        due: boneyard_store::Due::NotStored,
    };
    store.append(append).await.unwrap();
}

async fn append_range(store: &Store, indexes: Range<u32>) {
    append(store, &indexes.map(entry).collect::<Vec<_>>()).await;
}

fn root(head: &SignedHead) -> RootHash<Sha256> {
    RootHash::new((*head.root.bytes()).into(), head.size.into())
}

fn concat(path: &[Hash]) -> Vec<u8> {
    path.iter().flat_map(|hash| *hash.bytes()).collect()
}

/// Checks that the log continues an earlier head.
async fn continues(log: &Transparency, before: &SignedHead) {
    let found = log.consistency(before.size).await.unwrap().unwrap();
    if before.size == 0 || before.size == found.log.size {
        assert_eq!(found.path, []);
        return;
    }
    let proof = ConsistencyProof::try_from_bytes(concat(&found.path)).unwrap();
    let proved = root(&found.log).verify_consistency(&root(before), &proof);
    proved.unwrap();
}

/// The entries about a table, after all their proofs were checked.
async fn proved(log: &Transparency, table: TableId, number: Option<u32>) -> Vec<(u32, LogEntry)> {
    let found = log.entries(log_name(table), number).await.unwrap();
    assert!(found.log.is_signed_by(&log.key()));
    let checked = found.entries.into_iter().map(|proved| {
        let proof = InclusionProof::from_bytes(concat(&proved.path));
        let bytes = proved.entry.to_bytes();
        let held = root(&found.log).verify_inclusion(&bytes, proved.index.into(), &proof);
        held.unwrap();
        (proved.index, proved.entry)
    });
    checked.collect()
}

#[tokio::test]
async fn heads_and_proofs_of_a_growing_log_agree_with_rfc_6962() {
    let world = World::new();
    let (store, log) = world.start().await;
    let mut tree = MemoryBackedTree::<Sha256, Vec<u8>>::new();
    let mut heads = vec![log.head().await.unwrap()];
    assert_eq!(heads[0].head(), LogHead::default());
    // Each append has one entry more than the one before, so the log ends at 595 entries.
    let mut size = 0;
    for added in 1..=34 {
        append_range(&store, size..size + added).await;
        (size..size + added).for_each(|index| tree.push(entry(index).to_bytes()));
        size += added;
        let head = log.head().await.unwrap();
        assert!(head.is_signed_by(&log.key()));
        assert_eq!((head.size, head.at_ms), (size, 1_000));
        assert_eq!(head.root.bytes()[..], tree.root().as_bytes()[..]);
        for before in &heads {
            continues(&log, before).await;
        }
        heads.push(head);
    }
    for number in 0..TABLES {
        let of_table = (number..size).step_by(TABLES as usize);
        let expected: Vec<_> = of_table.map(|index| (index, entry(index))).collect();
        assert_eq!(proved(&log, table(number), None).await, expected);
    }
    let one = proved(&log, table(2), Some(7)).await;
    assert_eq!(one, [(38, entry(38))]);
    assert_eq!(proved(&log, table(2), Some(1_000)).await, []);
    assert_eq!(proved(&log, TableId::random(), None).await, []);
    assert!(log.consistency(size + 1).await.unwrap().is_none());
    store.close().await;
}

#[tokio::test]
async fn a_log_goes_on_after_a_restart_with_the_same_key() {
    let world = World::new();
    let (store, log) = world.start().await;
    append_range(&store, 0..5).await;
    let (key, before) = (log.key(), log.head().await.unwrap());
    store.close().await;
    let (store, log) = world.start().await;
    assert_eq!(log.key(), key);
    assert_eq!(log.head().await.unwrap(), before);
    append_range(&store, 5..8).await;
    continues(&log, &before).await;
    assert_eq!(
        proved(&log, table(1), None).await,
        [(1, entry(1)), (7, entry(7))]
    );
    store.close().await;
}

#[tokio::test]
async fn a_log_is_read_page_by_page() {
    let world = World::new();
    let (store, log) = world.start().await;
    let page = log.page(0).await.unwrap();
    assert_eq!((page.entries, page.next), (Vec::new(), None));
    let most = boneyard_base::limits::ENTRIES_PER_PAGE;
    append_range(&store, 0..most + 2).await;
    for (from, to, next) in [
        (0, most, Some(most)),
        (1, most + 1, Some(most + 1)),
        (most, most + 2, None),
        (most + 2, most + 2, None),
        (u32::MAX, u32::MAX, None),
    ] {
        let page = log.page(from).await.unwrap();
        assert_eq!(page.log.size, most + 2);
        assert_eq!(page.entries, (from..to).map(entry).collect::<Vec<_>>());
        assert_eq!(page.next, next);
    }
    store.close().await;
}

#[tokio::test]
async fn a_receipt_proves_the_terms_and_the_head_that_each_seat_knows() {
    let world = World::new();
    let (store, log) = world.start().await;
    let promise = |head| Promise {
        commitment: Seed::from([1; 32]).commitment(),
        head,
    };
    append_range(&store, 0..3).await;
    let early = promise(log.head().await.unwrap().head());
    append_range(&store, 3..9).await;
    let late = promise(log.head().await.unwrap().head());
    let other_root = promise(LogHead {
        root: early.head.root,
        ..late.head
    });
    let too_large = promise(LogHead {
        size: 100,
        ..late.head
    });
    let (table, commitment) = (TableId::random(), Commitment::from([9; 32]));
    let agreed = Hash::from([7; 32]);
    let mut number = 0;
    let empty = promise(LogHead::default());
    for (promises, is_proved) in [
        ([None, None, None], true),
        ([Some(early), None, Some(late)], true),
        ([Some(empty), Some(early), Some(early)], true),
        ([Some(early), Some(other_root), None], false),
        ([None, None, Some(too_large)], false),
    ] {
        number += 1;
        let seats = BoxBySeat::from_fn(Seating::THREE, |seat| promises[seat.index()]);
        let receipt = log
            .receipt(table, number, commitment, agreed, seats.clone(), None)
            .await;
        assert_eq!(receipt.unwrap(), None, "the log has no such match");
        let terms = fairness::terms(table, number, commitment, agreed, seats.as_slice());
        let began = LogEntry {
            at_ms: 77,
            table: log_name(table),
            match_number: number,
            event: LogEvent::Began { terms },
        };
        append(&store, &[entry(0), began, entry(1)]).await;
        let receipt = log
            .receipt(table, number, commitment, agreed, seats.clone(), None)
            .await
            .unwrap();
        assert_eq!(receipt.is_some(), is_proved, "{promises:?}");
        let other = Commitment::from([8; 32]);
        let of_others = log.receipt(table, number, other, agreed, seats, None).await;
        assert_eq!(of_others.unwrap(), None, "these are other terms");
        let Some(receipt) = receipt else { continue };
        assert_eq!(receipt.entry(), began);
        assert_eq!(receipt.key, log.key());
        assert!(receipt.is_proved());
        let mut forged = receipt.clone();
        forged.match_number += 1;
        assert!(!forged.is_proved());
    }
    store.close().await;
}
