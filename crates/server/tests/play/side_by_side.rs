//! Tests of the public log that several servers write to one database. The log is checked by a program that
//! shares no code with the servers.

use boneyard_base::{Clock, TableId, Timestamp};
use boneyard_protocol::Hash;
use boneyard_protocol::transparency::{LogEntry, LogEvent, LogPage, log_name};
use boneyard_records::{Transparency, to_store};
use boneyard_store::{Append, Sharing, Store};
use boneyard_testing::Postgres;

use crate::dishonest::audited;
use crate::records::get;
use crate::world::World;

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
    let (table, terms) = (TableId::random(), Hash::of(&[]));
    let transcript = terms;
    let mut written = Vec::new();
    // The nodes write in turn.
    for (number, event) in [
        (1, LogEvent::Began { terms }),
        (1, LogEvent::CalledOff { missing: 1 }),
        (2, LogEvent::Began { terms }),
        (2, LogEvent::Ended { transcript }),
    ] {
        let entry = LogEntry {
            at_ms: 1,
            table: log_name(table),
            match_number: number,
            event,
        };
        let append = Append {
            table,
            seq: i64::try_from(written.len()).unwrap() + 1,
            at: Timestamp(1),
            body: Vec::new(),
            listing: None,
            players: None,
            record: None,
            entries: to_store(&[entry]),
            due: boneyard_store::Due::NotStored,
        };
        let (store, log) = &nodes[written.len() % 2];
        store.append(append).await.unwrap();
        written.push(entry);
        assert_eq!(log.head().await.unwrap().size, written.len() as u32);
    }
    for (store, _) in nodes {
        store.close().await;
    }

    let world = World::with(&["--database", &address]).await;
    let page: LogPage = get(&world, "/api/transparency/log").await.read();
    assert_eq!(page.entries, written);
    let text = audited(world.address).await.unwrap();
    assert!(text.contains("4 entries are whole"), "{text}");
    let told = "2 began, 1 ended, 0 aborted, 1 called off, 0 not ended";
    assert!(text.contains(told), "{text}");
}
