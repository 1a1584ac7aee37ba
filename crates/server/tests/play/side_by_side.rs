//! Tests of the public log that several servers write to one database. The log is checked by a program that
//! shares no code with the servers.

use boneyard_base::{Clock, TableId, Timestamp};
use boneyard_protocol::transparency::{LogEntry, LogEvent, ProvedEntries};
use boneyard_protocol::{Commitment, Hash};
use boneyard_records::Transparency;
use boneyard_store::{Append, NewEntry, Sharing, Store};
use boneyard_testing::Postgres;

use crate::dishonest::audited;
use crate::records::get;
use crate::world::World;

/// Appends a row with these entries of the public log, as one process of a cluster.
async fn written_by(node: &(Store, Transparency), at: i64, events: &[LogEvent]) {
    let (store, log) = node;
    let entries = events.iter().map(|&event| {
        let (LogEvent::Opened { commitment }
        | LogEvent::Began { commitment, .. }
        | LogEvent::Ended { commitment, .. }) = event
        else {
            panic!("{event:?}")
        };
        let (chain, _) = commitment.bytes().split_at(8);
        NewEntry {
            process: log.process(),
            chain: i64::from_be_bytes(chain.try_into().unwrap()),
            bytes: LogEntry { at_ms: at, event }.to_bytes(),
        }
    });
    let append = Append {
        table: TableId::random(),
        seq: 1,
        at: Timestamp(at),
        body: Vec::new(),
        listing: None,
        players: None,
        record: None,
        entries: entries.collect(),
    };
    store.append(append).await.unwrap();
}

#[tokio::test]
async fn a_log_that_two_servers_wrote_side_by_side_is_whole() {
    let postgres = Postgres::start();
    let address = postgres.create_database("nodes");
    let mut nodes = Vec::new();
    for _ in 0..2 {
        let store = Store::open_with(&address, Sharing::Nodes).await.unwrap();
        let log = Transparency::start(store.clone(), Clock::system()).await;
        nodes.push((store, log.unwrap()));
    }
    let commitment = Commitment::from([9; 32]);
    let (match_number, hash) = (1, Hash::of(&[]));
    let began = LogEvent::Began {
        commitment,
        match_number,
        terms: hash,
    };
    let ended = LogEvent::Ended {
        commitment,
        match_number,
        transcript: hash,
    };
    // The second process writes that the match begins, and the first process writes that it ends.
    written_by(&nodes[0], 1, &[LogEvent::Opened { commitment }]).await;
    written_by(&nodes[1], 2, &[began]).await;
    written_by(&nodes[0], 3, &[ended]).await;
    // The first process ends suddenly, and the second one completes its tree.
    let gone = nodes[0].1.process();
    nodes[1].1.adopt(gone).await.unwrap();
    for (store, _) in nodes {
        store.close().await;
    }

    // A server that starts without a cluster completes the tree of the second process.
    let world = World::with(&["--database", &address]).await;
    let text = audited(world.address).await.unwrap();
    assert!(text.contains("3 trees are whole"), "{text}");
    assert!(
        text.contains("1 opened, 1 began, 1 ended, 0 aborted, 0 not ended"),
        "{text}"
    );
    let told: ProvedEntries = get(
        &world,
        &format!("/api/transparency/entries?commitment={commitment}"),
    )
    .await
    .read();
    let trees: Vec<_> = told.entries.iter().map(|one| one.log.head.tree).collect();
    assert_eq!(trees, [1, 2, 1]);
}
