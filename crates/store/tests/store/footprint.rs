//! Measures how much disk space the log needs on PostgreSQL.

use boneyard_base::TableId;
use boneyard_store::Store;
use boneyard_testing::Postgres;
use tokio::task::JoinSet;

use crate::append;
use crate::databases::rows;

const TABLES: usize = 200;
const MOVES: usize = 131;

/// The body of a row with a play.
const PLAY: &str = "\u{c}\u{1}\u{19}\u{1}\u{1}\0";

/// The maximum size of a row and its key in the index, in bytes. A row has 52 bytes; 24 of them are PostgreSQL's
/// own. A key has 20 bytes in the index, whose pages are between half full and full.
const BYTES_A_ROW_MAX: usize = 95;

#[tokio::test]
async fn a_row_of_the_log_costs_few_bytes_on_postgresql() {
    let postgres = Postgres::start();
    let address = postgres.create_database("footprint");
    let store = Store::open(&address).await.unwrap();
    let mut tables = JoinSet::new();
    for _ in 0..TABLES {
        let store = store.clone();
        tables.spawn(async move {
            let table = TableId::random();
            for seq in (1..).take(MOVES) {
                store.append(append(table, seq, PLAY)).await.unwrap();
            }
        });
    }
    tables.join_all().await;
    store.close().await;
    let sizes = "SELECT pg_relation_size('log'), pg_total_relation_size('log')";
    let sizes: Vec<usize> = rows(&address, sizes).await[0]
        .iter()
        .map(|size| size.parse().unwrap())
        .collect();
    let of_a_row = |size: usize| size / (TABLES * MOVES);
    println!(
        "{} bytes a row, {} with the index",
        of_a_row(sizes[0]),
        of_a_row(sizes[1])
    );
    assert!(of_a_row(sizes[1]) <= BYTES_A_ROW_MAX, "{sizes:?}");
}
