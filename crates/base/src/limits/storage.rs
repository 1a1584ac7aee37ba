//! The storage and the process's own log.

use std::time::Duration;

// ---- Storage ----

/// What waits for the writer, appends and the rest. A table has at most one append there, so this many
/// tables wait before a sender does.
pub const APPEND_QUEUE_MAX: usize = 8192;

/// Names, bots and the like that wait for the writer beside appends. Requests to write more of them wait for
/// room, in the order in which they came.
pub const OTHER_WRITES_MAX: usize = 1024;

/// How many of them are written with one batch of appends: they take some 2 ms, so that a flood of names
/// doesn't hold up moves.
pub const OTHER_WRITES_PER_BATCH: usize = 32;

/// Appends committed together. Larger batches gain nothing (the cost of a commit is spread thin
/// already) and let the first of them wait longer.
pub const APPEND_BATCH_MAX: usize = 512;

/// How long a commit may take before all that wait for it count as failed. A healthy disk needs under
/// a millisecond; longer than the wait for a lock.
pub const COMMIT_TIMEOUT: Duration = Duration::from_secs(10);

/// Connections for reading, each with a thread. Reads happen when a table wakes up, a match ends or a
/// visitor arrives, never in the course of play.
pub const READ_CONNECTIONS_MAX: usize = 4;

/// Questions that wait for one of these connections before those who ask do: as many as there may be
/// tables that wake up after a restart.
pub const READ_QUEUE_MAX: usize = 8192;

/// How long a question may take, from being asked to its answer. After a restart thousands of tables
/// may read their logs at once, so it is generous.
pub const READ_TIMEOUT: Duration = Duration::from_secs(10);

/// How long a connection to a database may take, and how long SQLite waits for a file that another
/// program has locked, before the storage counts as unavailable.
pub const STORE_TIMEOUT: Duration = Duration::from_secs(5);

/// How long a start waits for a database that another server has: one that is being replaced may still
/// be closing it.
pub const LOCK_TIMEOUT: Duration = Duration::from_secs(2);

/// Pages of a SQLite file that the writing connection keeps in memory, in KiB: the end of the log, and
/// the indexes of some five thousand tables and records. The system keeps the file in memory as well.
pub const WRITE_CACHE_KIB: i64 = 4 * 1024;

/// The same for each reading connection. What it reads is seldom read again, and the system keeps
/// files in memory as well.
pub const READ_CACHE_KIB: i64 = 1024;

/// Pages (of 4 KiB) in SQLite's write-ahead log when they are copied to the database file: 16 MiB. A
/// page that changes often is then copied once for hundreds of commits. The log is bounded by about
/// twice that, what is committed during a copy included; a backup that is being made lets it grow
/// until that is done.
pub const CHECKPOINT_PAGES: i32 = 4096;

/// Rows that are appended to a SQLite log before the ends of its tables' logs are written down. After
/// a crash a start reads so many rows, which takes some 20 milliseconds; writing the ends of 5,000
/// tables takes ten.
pub const LOG_TAIL_ROWS: i64 = 32_768;

/// Tables whose log's end is held in memory once it is written down: more than are played at. With
/// those of the last [`LOG_TAIL_ROWS`] rows that is under 5 MB.
pub const LOG_ENDS_MAX: usize = 16_384;

// ---- Logging ----

/// Lines of the log that wait until standard error takes them: some 2 MB. Further lines are lost, and the
/// server counts them.
pub const LOG_LINES_MAX: usize = 8_192;
