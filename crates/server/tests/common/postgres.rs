//! Runs SQL statements on a PostgreSQL database, for tests that use it without the server.

use postgres::{Client, NoTls};

/// Runs statements on a database.
pub(crate) async fn run(address: String, sql: String) -> Result<(), postgres::Error> {
    // This runs on a blocking thread, because the PostgreSQL client blocks.
    let ran =
        tokio::task::spawn_blocking(move || Client::connect(&address, NoTls)?.batch_execute(&sql));
    ran.await.unwrap()
}

/// The only column of all rows that a query returns.
pub(crate) async fn lines(address: String, sql: &'static str) -> Vec<String> {
    let rows = move || Client::connect(&address, NoTls)?.query(sql, &[]);
    let rows = tokio::task::spawn_blocking(rows).await.unwrap().unwrap();
    rows.iter().map(|row| row.get(0)).collect()
}
