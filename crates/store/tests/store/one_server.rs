//! Only one server may use a PostgreSQL database. Tests of the lock, and of a server that loses it.

use std::future::pending;
use std::sync::Arc;

use boneyard_base::{PlayerId, TableId};
use boneyard_store::{AppendError, Store, StoreError};
use boneyard_testing::{Postgres, Tcp};
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Notify;

use crate::databases::rows;
use crate::{NOW, append, bodies};

/// Ends the sessions that hold the lock of a database.
async fn end_holders(address: &str) {
    let ended = rows(
        address,
        "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' \
         AND objid::BIGINT = 1112493637 \
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())",
    );
    assert_eq!(ended.await, [["t"]]);
}

/// Appends a row. If the first attempt fails because the connection was lost, appends the row again.
pub(crate) async fn append_again(store: &Store, table: TableId, seq: i64, body: &str) {
    let mut last = store.append(append(table, seq, body)).await;
    if let Err(AppendError::Unavailable(_)) = last {
        last = store.append(append(table, seq, body)).await;
    }
    last.unwrap();
}

#[tokio::test]
async fn a_second_server_on_one_postgres_database_is_refused() {
    let postgres = Postgres::start();
    let address = postgres.create_database("one");
    let first = Store::open(&address).await.unwrap();
    let table = TableId::random();
    first.append(append(table, 1, "one")).await.unwrap();

    let refused = Store::open(&address).await.unwrap_err();
    assert!(matches!(refused, StoreError::InUse), "{refused}");
    let said = refused.to_string();
    assert!(said.contains("another server uses this database"), "{said}");
    assert!(said.contains("stop the other server, or name another database"));
    assert!(said.contains("start both servers with --nats"), "{said}");
    // The lock doesn't apply to another database of the same PostgreSQL.
    let elsewhere = postgres.create_database("two");
    Store::open(&elsewhere).await.unwrap().close().await;

    first.append(append(table, 2, "two")).await.unwrap();
    first.close().await;
    let second = Store::open(&address).await.unwrap();
    second.append(append(table, 3, "three")).await.unwrap();
    assert_eq!(bodies(&second, table, 0).await.len(), 3);
    second.close().await;
}

#[tokio::test]
async fn a_server_whose_connection_is_lost_takes_its_database_again() {
    let postgres = Postgres::start();
    let address = postgres.create_database("lost");
    let store = Store::open(&address).await.unwrap();
    let table = TableId::random();
    store.append(append(table, 1, "one")).await.unwrap();
    end_holders(&address).await;
    append_again(&store, table, 2, "two").await;
    assert!(matches!(
        Store::open(&address).await,
        Err(StoreError::InUse)
    ));
    store.close().await;
}

/// A network connection between a server and its database. A test can cut it.
pub(crate) struct Network {
    pub(crate) port: u16,
    pub(crate) lose: Arc<Notify>,
}

impl Network {
    pub(crate) async fn before(database_port: u16) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let lose = Arc::new(Notify::new());
        let cut = Arc::clone(&lose);
        tokio::spawn(async move {
            while let Ok((mut client, _)) = listener.accept().await {
                let cut = Arc::clone(&cut);
                tokio::spawn(async move {
                    let mut database = TcpStream::connect(("127.0.0.1", database_port))
                        .await
                        .unwrap();
                    tokio::select! {
                        _ = copy_bidirectional(&mut client, &mut database) => {}
                        () = cut.notified() => {
                            drop(client);
                            // The connection to the database stays open, so the database doesn't notice the
                            // cut.
                            pending::<()>().await;
                        }
                    }
                });
            }
        });
        Self { port, lose }
    }
}

#[tokio::test]
async fn a_session_that_the_database_takes_for_alive_does_not_lock_its_own_server_out() {
    let tcp = Tcp {
        certificate: None,
        rules: "",
    };
    let postgres = Postgres::start_with(tcp);
    let local = postgres.create_database("half");
    let network = Network::before(postgres.tcp_address().port()).await;
    let address = format!("postgres://boneyard@127.0.0.1:{}/half", network.port);
    let store = Store::open(&address).await.unwrap();
    let table = TableId::random();
    store.append(append(table, 1, "one")).await.unwrap();
    network.lose.notify_waiters();
    append_again(&store, table, 2, "two").await;
    assert!(matches!(Store::open(&local).await, Err(StoreError::InUse)));
    store.close().await;
}

#[tokio::test]
async fn a_server_that_has_lost_its_database_to_another_acknowledges_nothing() {
    let postgres = Postgres::start();
    let address = postgres.create_database("taken");
    let first = Store::open(&address).await.unwrap();
    let table = TableId::random();
    first.append(append(table, 1, "first")).await.unwrap();
    end_holders(&address).await;
    let second = Store::open(&address).await.unwrap();

    // The first server's connection was ended, so this append fails.
    let lost = first.append(append(table, 2, "lost")).await;
    assert!(matches!(lost, Err(AppendError::Unavailable(_))));
    for seq in [2, 3] {
        let lost = first.append(append(table, seq, "lost")).await.unwrap_err();
        let in_use = matches!(lost, AppendError::Unavailable(StoreError::InUse));
        assert!(in_use, "{lost}");
    }
    let name = first
        .players()
        .set_name(PlayerId::random(), "Ann", NOW)
        .await;
    assert!(matches!(name, Err(StoreError::InUse)));
    let written = bodies(&second, table, 0).await;
    assert_eq!(written, [(1, "first".to_owned())]);

    second.append(append(table, 2, "second")).await.unwrap();
    second.close().await;
    // The database is free again. The rows that the second server has appended stay in the log.
    let late = first.append(append(table, 2, "late")).await;
    assert!(matches!(late, Err(AppendError::Conflict)));
    first.append(append(table, 3, "third")).await.unwrap();
    first.close().await;
}
