//! Runs SQL statements on a PostgreSQL database, for tests that change it without the server.

use postgres::{Client, NoTls};

/// Runs statements on a database.
pub(crate) async fn run(address: String, sql: String) -> Result<(), postgres::Error> {
    // This runs on a blocking thread, because the PostgreSQL client blocks.
    let ran =
        tokio::task::spawn_blocking(move || Client::connect(&address, NoTls)?.batch_execute(&sql));
    ran.await.unwrap()
}
