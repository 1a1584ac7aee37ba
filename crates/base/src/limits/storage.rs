//! Limits of the storage, and of the log of the process.

use std::time::Duration;

// ---- Storage ----

/// The greatest number of writes that wait for the thread that writes. A table has at most one waiting
/// append. So a sender has to wait only if more tables than this number send appends.
pub const APPEND_QUEUE_MAX: usize = 8192;

/// The greatest number of writes other than appends (names, bots) that wait for the thread that writes.
/// Further requests wait in the order in which they arrive.
pub const OTHER_WRITES_MAX: usize = 1024;

/// The number of writes other than appends in one batch. They take about 2 ms, so many changes of names don't
/// delay moves.
pub const OTHER_WRITES_PER_BATCH: usize = 32;

/// The greatest number of appends in one commit. With larger batches, the time for each append would hardly
/// be shorter, but the first append would wait longer.
pub const APPEND_BATCH_MAX: usize = 512;

/// If a commit takes longer than this, all its appends count as failed. A healthy disk needs less than a
/// millisecond. The limit is longer than the wait for a lock.
pub const COMMIT_TIMEOUT: Duration = Duration::from_secs(10);

/// The number of connections for reading, each with its own thread. The server reads when a table is loaded,
/// a match ends or a visitor arrives, but never for a move.
pub const READ_CONNECTIONS_MAX: usize = 4;

/// The greatest number of queries that wait for a connection for reading: as many as the tables that may be
/// loaded after a restart. Further callers wait until the queue has space.
pub const READ_QUEUE_MAX: usize = 8192;

/// The time limit of a query, including its time in the queue. After a restart, thousands of tables may read
/// their logs at once, so the limit is long.
pub const READ_TIMEOUT: Duration = Duration::from_secs(10);

/// The time limit for connecting to a database, and the time for which SQLite waits for a file that another
/// program has locked. After that, the storage counts as unavailable.
pub const STORE_TIMEOUT: Duration = Duration::from_secs(5);

/// How long a start waits for a database that another server has locked. A server that is being replaced may
/// still be closing the database.
pub const LOCK_TIMEOUT: Duration = Duration::from_secs(2);

/// The memory for pages of a SQLite file in the connection for writing, in KiB. It is enough for the end of
/// the log, and for the indexes of about five thousand tables and records. The operating system also keeps
/// the file in memory.
pub const WRITE_CACHE_KIB: i64 = 4 * 1024;

/// The memory for pages in each connection for reading, in KiB. Such a connection seldom reads a page again,
/// and the operating system also keeps the file in memory.
pub const READ_CACHE_KIB: i64 = 1024;

/// The size of a page of a new SQLite file, in bytes. A commit writes whole pages to the write-ahead log, and the
/// commit of one move needs one page.
pub const PAGE_BYTES: i32 = 2048;

/// When SQLite's write-ahead log has this number of pages, they are copied to the database file: 16 MiB. So a page
/// that changes often is copied only once for hundreds of commits. The write-ahead log grows to about twice this
/// size, since commits continue during a copy. While a backup runs, it grows until the end of the backup.
pub const CHECKPOINT_PAGES: i32 = 16 * 1024 * 1024 / PAGE_BYTES;

/// The number of rows that are appended to a SQLite log before the ends of the tables' logs are stored. After
/// a crash, a start reads up to this number of rows, which takes about 20 milliseconds. Storing the ends of
/// 5,000 tables takes ten milliseconds.
pub const LOG_TAIL_ROWS: i64 = 32_768;

/// The number of tables whose log ends stay in memory after they were stored. Fewer tables than this number
/// have running matches. Together with the tables of the last [`LOG_TAIL_ROWS`] rows, this needs less than 5
/// MB.
pub const LOG_ENDS_MAX: usize = 16_384;

/// The number of tables whose numbers in a PostgreSQL log stay in memory: more tables than have running matches
/// at one node. They need less than 4 MB.
pub const TABLE_NUMBERS_MAX: usize = 65_536;

/// The keys of a table's rows in a PostgreSQL log are its number plus 1, 2, …, and less than its number plus
/// this. The schema numbers the tables accordingly. A table would need a year with a row every two seconds, and
/// a log as long couldn't be loaded.
pub const KEYS_PER_TABLE: i64 = 1 << 24;

// ---- Logging ----

/// The greatest number of lines of the process's log that wait to be written to standard error: about 2 MB.
/// Further lines are lost, and the server counts them.
pub const LOG_LINES_MAX: usize = 8_192;
