//! The storage and the process's own log.

use std::time::Duration;

// ---- Storage ----

/// Writes, appends and others, that wait for the writing thread. A table has at most one append there, so
/// this many tables wait before a sender has to.
pub const APPEND_QUEUE_MAX: usize = 8192;

/// Writes other than appends (names, bots) that wait for the writing thread. Further requests to write wait
/// for room, in the order in which they came.
pub const OTHER_WRITES_MAX: usize = 1024;

/// How many of those writes go with one batch of appends: they take some 2 ms, so that a flood of names
/// doesn't delay moves.
pub const OTHER_WRITES_PER_BATCH: usize = 32;

/// Appends that are committed together. Larger batches gain nothing, since each append's share of the commit
/// is small already, and would let the first append wait longer.
pub const APPEND_BATCH_MAX: usize = 512;

/// How long a commit may take before all appends in it count as failed. A healthy disk needs under a
/// millisecond; the limit is longer than the wait for a lock.
pub const COMMIT_TIMEOUT: Duration = Duration::from_secs(10);

/// Connections for reading, each with a thread. The server reads when a table is loaded, a match ends or a
/// visitor arrives, never for a move.
pub const READ_CONNECTIONS_MAX: usize = 4;

/// Queries that wait for a reading connection before their callers have to wait for room: as many as there
/// may be tables to load after a restart.
pub const READ_QUEUE_MAX: usize = 8192;

/// How long a query may take, from the call to its answer. After a restart thousands of tables may read their
/// logs at once, so the limit is generous.
pub const READ_TIMEOUT: Duration = Duration::from_secs(10);

/// How long connecting to a database may take, and how long SQLite waits for a file that another program has
/// locked, before the storage counts as unavailable.
pub const STORE_TIMEOUT: Duration = Duration::from_secs(5);

/// How long a start waits for a database that another server holds: a server that is being replaced may still
/// be closing it.
pub const LOCK_TIMEOUT: Duration = Duration::from_secs(2);

/// Pages of a SQLite file that the writing connection keeps in memory, in KiB: the end of the log, and
/// the indexes of some five thousand tables and records. The system keeps the file in memory as well.
pub const WRITE_CACHE_KIB: i64 = 4 * 1024;

/// Cache of each reading connection, in KiB. A reading connection seldom reads a page again, and the system
/// keeps the file in memory as well.
pub const READ_CACHE_KIB: i64 = 1024;

/// Pages (of 4 KiB) in SQLite's write-ahead log when they are copied to the database file: 16 MiB. A page
/// that changes often is then copied once for hundreds of commits. The write-ahead log grows to about twice
/// that, since commits go on during a copy; a running backup lets it grow until the backup is done.
pub const CHECKPOINT_PAGES: i32 = 4096;

/// Rows that are appended to a SQLite log before the ends of its tables' logs are stored. After a crash, a
/// start reads up to so many rows, which takes some 20 milliseconds; storing the ends of 5,000 tables takes
/// ten.
pub const LOG_TAIL_ROWS: i64 = 32_768;

/// Tables whose log's end is held in memory after it is stored: more than are played at. With the tables of
/// the last [`LOG_TAIL_ROWS`] rows this takes under 5 MB.
pub const LOG_ENDS_MAX: usize = 16_384;

// ---- Logging ----

/// Lines of the process's log that wait until standard error takes them: some 2 MB. Further lines are lost,
/// and the server counts them.
pub const LOG_LINES_MAX: usize = 8_192;
