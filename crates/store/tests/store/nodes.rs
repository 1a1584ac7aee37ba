//! Several servers use one PostgreSQL database: they share a lock, start at the same time, and append rows
//! with the same number.

use std::collections::BTreeMap;

use boneyard_base::{Clock, PlayerId, TableId, limits};
use boneyard_store::{Append, AppendError, ListingChange, NewEntry, Sharing, Store, StoreError};
use boneyard_testing::{Postgres, Tcp};
use tokio::task::JoinSet;

use crate::databases::{change, rows};
use crate::one_server::{Network, append_again};
use crate::sql;
use crate::{NOW, append, bodies, listed};

/// Selects the sessions that hold the lock of a database, the oldest first.
const HOLDERS: &str = "SELECT pid FROM pg_locks JOIN pg_stat_activity USING (pid) \
     WHERE locktype = 'advisory' AND objid::BIGINT = 1112493637 \
     AND database = (SELECT oid FROM pg_database WHERE datname = current_database()) \
     ORDER BY backend_start";

pub(crate) async fn node(address: &str) -> Result<Store, StoreError> {
    Store::open_with(address, Sharing::Nodes).await
}

/// This test runs on SQLite and on PostgreSQL.
pub(crate) async fn nodes_read_each_others_rows(address: String) {
    let store = Store::open(&address).await.unwrap();
    let (ann, ben) = (7, u64::MAX);
    assert_eq!(store.nodes().write(ann).await.unwrap().others, []);
    let rows = store.nodes().write(ben).await.unwrap();
    assert!(
        matches!(rows.others[..], [(node, age)] if node == ann && age < limits::NODE_ROW_LEASE)
    );
    assert!(rows.asked <= rows.answered);
    // Both clocks are of this machine.
    assert!(rows.time.0.abs_diff(Clock::system().now().0) < 10_000);
    store.nodes().forget().await.unwrap();
    let rows = store.nodes().write(ann).await.unwrap();
    assert!(
        matches!(rows.others[..], [(node, _)] if node == ben),
        "it is not old"
    );
    store.close().await;
}

/// This test runs on SQLite and on PostgreSQL.
pub(crate) async fn what_other_servers_changed_is_found(address: String) {
    let store = Store::open(&address).await.unwrap();
    let (open, closed, unknown) = (TableId::random(), TableId::random(), TableId::random());
    for table in [open, closed] {
        let created = append(table, 1, "created");
        store.append(listed(created, "{}")).await.unwrap();
    }
    for seq in 2..=4 {
        store.append(append(open, seq, "played")).await.unwrap();
    }
    let change = ListingChange {
        listed: false,
        listing: "{\"over\":1}".to_owned(),
        closed: true,
    };
    let last = Append {
        listing: Some(change.clone()),
        ..append(closed, 2, "closed")
    };
    store.append(last).await.unwrap();

    let asked = vec![unknown, closed, open];
    let mut last = store.tables().last_seqs(asked).await.unwrap();
    last.sort_by_key(|(_, seq)| *seq);
    assert_eq!(last, [(closed, 2), (open, 4)]);
    assert_eq!(store.tables().last_seqs(Vec::new()).await.unwrap(), []);

    let all = store.tables().changed(NOW).await.unwrap();
    let tables: Vec<_> = all.iter().map(|changed| changed.table).collect();
    assert_eq!(tables, [open, closed]);
    let since = store.tables().changed(NOW.plus_ms(2)).await.unwrap();
    assert_eq!(since, all[1..]);
    assert_eq!(since[0].change, change);
    assert_eq!(
        (since[0].created, since[0].updated),
        (NOW.plus_ms(1), NOW.plus_ms(2))
    );
    assert_eq!(store.tables().changed(NOW.plus_ms(3)).await.unwrap(), []);
    store.close().await;
}

/// This test runs on SQLite and on PostgreSQL.
pub(crate) async fn a_newer_schema_that_an_older_server_can_use_is_used(address: String) {
    let store = Store::open(&address).await.unwrap();
    store.close().await;
    let version = rows(&address, "SELECT version FROM schema_version").await;
    // Simulates a server of the next version. Its schema only adds to the present schema, so servers of the
    // present version can still use it.
    change(
        &address,
        "UPDATE schema_version SET version = version + 1; \
         UPDATE settings SET value = (SELECT version - 1 FROM schema_version) \
         WHERE name = 'schema_usable_from'; CREATE TABLE added (id BIGINT)",
    )
    .await;
    let store = Store::open(&address).await.unwrap();
    store
        .append(append(TableId::random(), 1, "one"))
        .await
        .unwrap();
    store.close().await;
    let after = rows(&address, "SELECT version - 1 FROM schema_version").await;
    assert_eq!(after, version, "an older server leaves it as it is");
    change(
        &address,
        "UPDATE settings SET value = (SELECT version FROM schema_version) \
         WHERE name = 'schema_usable_from'",
    )
    .await;
    assert!(matches!(
        Store::open(&address).await,
        Err(StoreError::Newer)
    ));
}

#[tokio::test]
async fn nodes_share_a_database_that_a_lone_server_cannot_have() {
    let postgres = Postgres::start();
    let address = postgres.create_database("shared");
    let (first, second) = (node(&address).await.unwrap(), node(&address).await.unwrap());
    let table = TableId::random();
    first.append(append(table, 1, "one")).await.unwrap();
    let late = second.append(append(table, 1, "late")).await;
    assert!(matches!(late, Err(AppendError::Conflict)));
    second.append(append(table, 2, "two")).await.unwrap();
    assert_eq!(
        bodies(&first, table, 0).await,
        bodies(&second, table, 0).await
    );
    let alone = Store::open(&address).await;
    assert!(matches!(alone, Err(StoreError::InUse)));
    first.close().await;
    let alone = Store::open(&address).await;
    assert!(matches!(alone, Err(StoreError::InUse)));
    second.close().await;

    let alone = Store::open(&address).await.unwrap();
    assert!(matches!(node(&address).await, Err(StoreError::InUse)));
    alone.close().await;
    node(&address).await.unwrap().close().await;
}

#[tokio::test]
async fn a_sqlite_file_is_for_one_server() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("boneyard.db");
    let refused = node(&format!("sqlite://{}", file.display())).await;
    let refused = refused.unwrap_err();
    assert!(matches!(refused, StoreError::Unshared), "{refused}");
    assert!(!file.exists());
}

#[tokio::test]
async fn a_node_whose_connection_is_lost_ends_its_own_session_and_no_other() {
    let tcp = Tcp {
        certificate: None,
        rules: "",
    };
    let postgres = Postgres::start_with(tcp);
    let local = postgres.create_database("half");
    let network = Network::before(postgres.tcp_address().port()).await;
    let address = format!("postgres://boneyard@127.0.0.1:{}/half", network.port);
    let cut = node(&address).await.unwrap();
    let other = node(&local).await.unwrap();
    let table = TableId::random();
    cut.append(append(table, 1, "one")).await.unwrap();
    let before = rows(&local, HOLDERS).await;
    assert_eq!(before.len(), 2);
    network.lose.notify_waiters();
    append_again(&cut, table, 2, "two").await;
    let after = rows(&local, HOLDERS).await;
    assert_eq!(after.len(), 2);
    assert_eq!(after[0], before[1], "the other node's session");
    assert_ne!(after[1], before[0]);
    other.append(append(table, 3, "three")).await.unwrap();
    cut.close().await;
    other.close().await;
}

#[tokio::test]
async fn a_node_without_a_lock_writes_nothing_while_a_lone_server_has_the_database() {
    let postgres = Postgres::start();
    let address = postgres.create_database("taken");
    let cut = node(&address).await.unwrap();
    let table = TableId::random();
    cut.append(append(table, 1, "one")).await.unwrap();
    let ended = rows(
        &address,
        "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' \
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())",
    );
    assert_eq!(ended.await, [["t"]]);
    let alone = Store::open(&address).await.unwrap();
    for _ in 0..2 {
        let lost = cut.append(append(table, 2, "lost")).await;
        assert!(matches!(lost, Err(AppendError::Unavailable(_))));
    }
    alone.append(append(table, 2, "two")).await.unwrap();
    alone.close().await;
    let late = cut.append(append(table, 2, "late")).await;
    assert!(matches!(late, Err(AppendError::Conflict)));
    cut.close().await;
}

#[tokio::test]
async fn nodes_go_on_without_advisory_locks() {
    let postgres = Postgres::start();
    let bodies_of_locks = [
        ("idle", "BEGIN RETURN true; END"),
        (
            "missing",
            "BEGIN RAISE undefined_function; RETURN false; END",
        ),
    ];
    for (name, body) in bodies_of_locks {
        let address = postgres.create_database(name);
        let function = format!(
            "CREATE FUNCTION public.pg_try_advisory_lock_shared(BIGINT) RETURNS BOOLEAN \
             LANGUAGE plpgsql AS '{body}'; \
             ALTER DATABASE {name} SET search_path = public, pg_catalog"
        );
        sql::run(address.clone(), function).await.unwrap();
        let (first, second) = (node(&address).await.unwrap(), node(&address).await.unwrap());
        assert_eq!(rows(&address, HOLDERS).await.len(), 0);
        let table = TableId::random();
        first.append(append(table, 1, "one")).await.unwrap();
        let late = second.append(append(table, 1, "late")).await;
        assert!(matches!(late, Err(AppendError::Conflict)));
        first.close().await;
        second.close().await;
    }
}

#[tokio::test]
async fn eight_nodes_that_start_at_once_make_one_schema() {
    const NODES: usize = 8;
    let postgres = Postgres::start();
    let address = postgres.create_database("crowd");
    let mut starts = JoinSet::new();
    for _ in 0..NODES {
        let address = address.clone();
        starts.spawn(async move { node(&address).await.unwrap() });
    }
    let nodes = starts.join_all().await;
    let versions = rows(&address, "SELECT COUNT(*) FROM schema_version").await;
    assert_eq!(versions, [["1"]]);
    let table = TableId::random();
    for (seq, store) in (1..).zip(&nodes) {
        store.append(append(table, seq, "step")).await.unwrap();
    }
    assert_eq!(bodies(&nodes[0], table, 0).await.len(), NODES);
    for store in nodes {
        store.close().await;
    }
}

#[tokio::test]
async fn a_table_that_two_nodes_create_at_once_has_one_log() {
    const TABLES: usize = 100;
    let postgres = Postgres::start();
    let address = postgres.create_database("twins");
    let nodes = [node(&address).await.unwrap(), node(&address).await.unwrap()];
    let mut tries = JoinSet::new();
    for table in (0..TABLES).map(|_| TableId::random()) {
        for (number, store) in nodes.clone().into_iter().enumerate() {
            tries.spawn(async move {
                let created = store.append(append(table, 1, &number.to_string())).await;
                (table, number, created)
            });
        }
    }
    let mut winners = BTreeMap::new();
    for (table, number, created) in tries.join_all().await {
        match created {
            Ok(()) => assert_eq!(winners.insert(table, number), None),
            Err(AppendError::Conflict) => {}
            Err(error) => panic!("{error}"),
        }
    }
    assert_eq!(winners.len(), TABLES);
    for (&table, &number) in &winners {
        // The node that has lost goes on with the log of the other.
        let next = nodes[1 - number].append(append(table, 2, "next"));
        next.await.unwrap();
        let log = [(1, number.to_string()), (2, "next".to_owned())];
        assert_eq!(bodies(&nodes[0], table, 0).await, log);
        assert_eq!(bodies(&nodes[1], table, 0).await, log);
    }
    for store in nodes {
        store.close().await;
    }
}

#[tokio::test]
async fn the_last_number_of_a_table_is_before_the_first_of_the_next() {
    const LAST: i64 = limits::KEYS_PER_TABLE - 1;
    let postgres = Postgres::start();
    let address = postgres.create_database("keys");
    let store = node(&address).await.unwrap();
    let tables: Vec<_> = (0..3).map(|_| TableId::random()).collect();
    for &table in &tables {
        for seq in [1, LAST] {
            store.append(append(table, seq, "step")).await.unwrap();
        }
        for seq in [0, -1, LAST + 1, LAST + 2, i64::MAX] {
            let refused = store.append(append(table, seq, "step")).await;
            assert!(matches!(refused, Err(AppendError::Conflict)), "{seq}");
        }
    }
    for &table in &tables {
        let log = bodies(&store, table, 0).await;
        assert_eq!(log, [1, LAST].map(|seq| (seq, "step".to_owned())));
        for after in [LAST, LAST + 1, LAST + 2, i64::MAX] {
            assert_eq!(bodies(&store, table, after).await, []);
        }
    }
    let mut last = store.tables().last_seqs(tables.clone()).await.unwrap();
    last.sort_unstable();
    let mut expected: Vec<_> = tables.iter().map(|&table| (table, LAST)).collect();
    expected.sort_unstable();
    assert_eq!(last, expected);
    let unknown = store.append(append(TableId::random(), 2, "step")).await;
    assert!(matches!(unknown, Err(AppendError::Conflict)));
    store.close().await;
}

#[tokio::test]
async fn a_thousand_numbers_that_two_nodes_want_are_each_written_once() {
    const TABLES: usize = 8;
    const NUMBERS: i64 = 125;
    let postgres = Postgres::start();
    let address = postgres.create_database("race");
    let nodes = [node(&address).await.unwrap(), node(&address).await.unwrap()];
    let tables: Vec<_> = (0..TABLES).map(|_| TableId::random()).collect();
    let mut tries = JoinSet::new();
    for (number, store) in (0_i64..).zip(&nodes) {
        // The second node uses the tables in reverse order, so that the batches of the two nodes overlap.
        let mut wanted: Vec<_> = tables.clone();
        if number == 1 {
            wanted.reverse();
        }
        for seq in 1..=NUMBERS {
            for &table in &wanted {
                let body = format!("{number} {table} {seq}");
                let mut offered = append(table, seq, &body);
                // Some appends consist of a row only. Others also change the listing and the public log.
                if seq % 3 == 0 {
                    offered = listed(offered, &body);
                    offered.players = Some(vec![PlayerId::random()]);
                    offered.entries = vec![NewEntry {
                        table: seq,
                        match_number: 1,
                        bytes: body.clone().into_bytes(),
                    }];
                }
                let store = store.clone();
                tries.spawn(async move {
                    let won = match store.append(offered).await {
                        Ok(()) => true,
                        Err(AppendError::Conflict) => false,
                        Err(error) => panic!("{error}"),
                    };
                    (table, seq, body, won)
                });
            }
        }
    }
    let mut winners = BTreeMap::new();
    let mut answers = [0, 0];
    for (table, seq, body, won) in tries.join_all().await {
        answers[usize::from(won)] += 1;
        if won {
            let before = winners.insert((table, seq), body);
            assert_eq!(before, None, "{table} {seq} was given twice");
        }
    }
    assert_eq!(answers, [1_000, 1_000]);
    for &table in &tables {
        let log = bodies(&nodes[0], table, 0).await;
        let expected = (1..=NUMBERS).map(|seq| (seq, winners[&(table, seq)].clone()));
        assert_eq!(log, expected.collect::<Vec<_>>());
    }
    // The log contains an entry for each row that was appended with an entry, and no other entries.
    let found = nodes[0].public_log().read(|log| log.entries_from(0)).await;
    let found = found.unwrap();
    assert!(
        found
            .iter()
            .map(|entry| entry.index)
            .eq(0..found.len() as u32)
    );
    let mut entries: Vec<_> = found.into_iter().map(|entry| entry.bytes).collect();
    entries.sort_unstable();
    let with_entry = winners.into_iter().filter(|((_, seq), _)| seq % 3 == 0);
    let mut expected: Vec<_> = with_entry.map(|(_, body)| body.into_bytes()).collect();
    expected.sort_unstable();
    assert_eq!(entries, expected);
    for store in nodes {
        store.close().await;
    }
}
