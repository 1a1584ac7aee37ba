//! An append-only log on SQLite, written by one thread. Waiting plays are written in one
//! transaction, and published after it is on the disk.

use std::path::Path;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use rusqlite::Connection;

use crate::play::Place;

/// The highest number of appends that are committed together, as in Boneyard.
const BATCH_MAX: usize = 512;

/// A play to store and then publish.
pub struct Append<T> {
    /// The player who plays.
    pub place: Place,
    /// The number of plays including this one.
    pub ply: u32,
    /// The text of the play.
    pub body: String,
    /// What [`start`]'s `publish` also needs.
    pub then: T,
}

/// Opens the file, and starts the thread that writes.
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
