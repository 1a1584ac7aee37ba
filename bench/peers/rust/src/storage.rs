//! An append-only log on SQLite, with one thread that writes. What waits for it goes into one
//! transaction, and is published once that is on the disk.

use std::path::Path;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use rusqlite::Connection;

use crate::play::Place;

/// Appends committed together at most, as in Boneyard.
const BATCH_MAX: usize = 512;

/// A play to be stored, and what is to be done then.
pub struct Append<T> {
    /// Who plays.
    pub place: Place,
    /// How many plays there are with this one.
    pub ply: u32,
    /// The play as it came.
    pub body: String,
    /// What [`start`]'s `publish` needs besides.
    pub then: T,
}

/// Opens the file, and starts the writer.
///
/// # Errors
///
/// If the file can't be created.
pub fn start<T: Send + 'static>(
    path: &Path,
    publish: impl Fn(Append<T>) + Send + 'static,
) -> rusqlite::Result<Sender<Append<T>>> {
    let database = Connection::open(path)?;
    database.execute_batch(
        "PRAGMA journal_mode = WAL;
         PRAGMA synchronous = FULL;
         CREATE TABLE log (
           id INTEGER PRIMARY KEY,
           table_id INTEGER NOT NULL,
           seq INTEGER NOT NULL,
           body TEXT NOT NULL
         ) STRICT;",
    )?;
    let (sender, receiver) = channel();
    thread::spawn(move || {
        if let Err(error) = write(database, &receiver, publish) {
            eprintln!("storage: {error}");
            std::process::exit(1);
        }
    });
    Ok(sender)
}

fn write<T>(
    mut database: Connection,
    appends: &Receiver<Append<T>>,
    publish: impl Fn(Append<T>),
) -> rusqlite::Result<()> {
    let mut batch = Vec::with_capacity(BATCH_MAX);
    while let Ok(first) = appends.recv() {
        batch.push(first);
        batch.extend(appends.try_iter().take(BATCH_MAX - 1));
        let transaction = database.transaction()?;
        {
            let mut insert = transaction
                .prepare_cached("INSERT INTO log (table_id, seq, body) VALUES (?1, ?2, ?3)")?;
            for append in &batch {
                insert.execute((append.place.table, append.ply, &append.body))?;
            }
        }
        transaction.commit()?;
        batch.drain(..).for_each(&publish);
    }
    Ok(())
}
