//! Runs SQL statements on a PostgreSQL database, for tests that change the database without the server.

use postgres::{Client, NoTls};

/// Runs statements on a database.
pub(crate) async fn run(address: String, sql: String) -> Result<(), postgres::Error> {
    // The client blocks its thread.
    let ran =
        tokio::task::spawn_blocking(move || Client::connect(&address, NoTls)?.batch_execute(&sql));
    ran.await.unwrap()
}
