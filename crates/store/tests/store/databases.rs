//! Access to the databases without the store, as other programs have it.

use boneyard_base::TableId;
use postgres::error::SqlState;
use postgres::{Client, NoTls, SimpleQueryMessage};
use rusqlite::Connection;
use rusqlite::types::ValueRef;

/// Changes the database without the store.
pub(crate) async fn change(address: &str, sql: &'static str) {
    let address = address.to_owned();
    let changed = tokio::task::spawn_blocking(move || match address.strip_prefix("sqlite://") {
        Some(file) => Connection::open(file).unwrap().execute_batch(sql).unwrap(),
        None => connect(&address).batch_execute(sql).unwrap(),
    });
    changed.await.unwrap();
}

/// Adds a row to a log on PostgreSQL, without the store, as another node does. Returns false if there is already
/// a row with this number.
pub(crate) async fn insert_row(address: &str, table: TableId, seq: i64, body: &str) -> bool {
    let address = address.to_owned();
    let sql = format!(
        "INSERT INTO tables (table_id, created_ms, updated_ms, listed, closed, listing) \
         VALUES ('\\x{table}', 0, 0, 0, 0, '') ON CONFLICT DO NOTHING; \
         INSERT INTO log (key, at_ms, body) \
         SELECT number + {seq}, 0, '{body}' FROM tables WHERE table_id = '\\x{table}'"
    );
    let inserted = tokio::task::spawn_blocking(move || connect(&address).batch_execute(&sql));
    match inserted.await.unwrap() {
        Ok(()) => true,
        Err(error) => {
            assert_eq!(error.code(), Some(&SqlState::UNIQUE_VIOLATION), "{error}");
            false
        }
    }
}

/// The rows that a statement returns, as text.
pub(crate) async fn rows(address: &str, sql: &'static str) -> Vec<Vec<String>> {
    let address = address.to_owned();
    let read = tokio::task::spawn_blocking(move || match address.strip_prefix("sqlite://") {
        Some(file) => sqlite_rows(&Connection::open(file).unwrap(), sql),
        None => postgres_rows(&mut connect(&address), sql),
    });
    read.await.unwrap()
}

fn connect(address: &str) -> Client {
    Client::connect(address, NoTls).unwrap()
}

fn sqlite_rows(connection: &Connection, sql: &str) -> Vec<Vec<String>> {
    let mut statement = connection.prepare(sql).unwrap();
    let columns = statement.column_count();
    let text = |value: ValueRef<'_>| match value {
        ValueRef::Integer(number) => number.to_string(),
        other => other.as_str().unwrap().to_owned(),
    };
    let rows = statement.query_map([], |row| {
        let values = (0..columns).map(|column| Ok(text(row.get_ref(column)?)));
        values.collect()
    });
    rows.unwrap().collect::<Result<_, _>>().unwrap()
}

fn postgres_rows(client: &mut Client, sql: &str) -> Vec<Vec<String>> {
    let messages = client.simple_query(sql).unwrap();
    let row = |message: &SimpleQueryMessage| match message {
        SimpleQueryMessage::Row(row) => {
            let values = (0..row.len()).map(|column| row.get(column).unwrap().to_owned());
            Some(values.collect())
        }
        _ => None,
    };
    messages.iter().filter_map(row).collect()
}
