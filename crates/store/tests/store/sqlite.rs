//! Tests that apply to SQLite files only.

use std::path::{Path, PathBuf};

use boneyard_base::{TableId, limits};
use boneyard_store::{Store, StoreError};
use proptest::prelude::*;
use tempfile::TempDir;
use tokio::task::JoinSet;

use crate::databases::{change, rows};
use crate::finished::closed_table;
use crate::{append, bodies, listed};

fn file(directory: &TempDir) -> PathBuf {
    directory.path().join("data/boneyard.db")
}

fn address(directory: &TempDir) -> String {
    format!("sqlite://{}", file(directory).display())
}

/// Copies the database files as they are now. If the whole machine crashes, at least this content is left on
/// the disk.
fn copy(from: &TempDir) -> TempDir {
    let copy = tempfile::tempdir().unwrap();
    std::fs::create_dir(copy.path().join("data")).unwrap();
    for end in ["", "-wal"] {
        let name = format!("data/boneyard.db{end}");
        std::fs::copy(from.path().join(&name), copy.path().join(&name)).unwrap();
    }
    copy
}

#[tokio::test]
async fn a_second_server_on_the_same_file_does_not_start() {
    let directory = tempfile::tempdir().unwrap();
    let store = Store::open(&address(&directory)).await.unwrap();
    let second = Store::open(&address(&directory)).await;
    assert!(matches!(second, Err(StoreError::InUse)));
    store.close().await;
    Store::open(&address(&directory))
        .await
        .unwrap()
        .close()
        .await;
}

#[tokio::test]
async fn a_log_that_could_not_be_put_away_stays_readable() {
    let directory = tempfile::tempdir().unwrap();
    let store = Store::open(&address(&directory)).await.unwrap();
    let (closed, rows) = closed_table(&store, 20).await;
    let (well, well_rows) = closed_table(&store, 3).await;
    let database = rusqlite::Connection::open(file(&directory)).unwrap();
    let full = format!(
        "CREATE TRIGGER full BEFORE INSERT ON finished_logs WHEN NEW.table_id = x'{:032x}' \
         BEGIN SELECT RAISE(ABORT, 'the disk is full'); END",
        closed.bits()
    );
    database.execute_batch(&full).unwrap();
    // Both are one transaction, of which one half is undone.
    let (failed, done) = tokio::join!(
        store.tables().finish_log(closed, true),
        store.tables().finish_log(well, true)
    );
    assert!(failed.is_err() && done.is_ok());
    assert_eq!(store.read_log(closed, 0).await.unwrap(), rows);
    assert_eq!(store.read_log(well, 0).await.unwrap(), well_rows);

    database.execute_batch("DROP TRIGGER full").unwrap();
    store.tables().finish_log(closed, true).await.unwrap();
    assert_eq!(store.read_log(closed, 0).await.unwrap(), rows);
    store.close().await;
}

#[tokio::test]
async fn only_addresses_of_lasting_databases_are_taken() {
    for address in [
        "",
        "mysql://host/db",
        "sqlite://",
        "sqlite::memory:",
        "sqlite://:memory:",
        "sqlite://x?mode=memory",
        "postgres://user@host:port",
    ] {
        let refused = Store::open(address).await;
        assert!(matches!(refused, Err(StoreError::Address)), "{address}");
    }
}

#[cfg(unix)]
#[tokio::test]
async fn the_files_are_for_their_owner_alone() {
    use std::os::unix::fs::PermissionsExt as _;

    let directory = tempfile::tempdir().unwrap();
    let store = Store::open(&address(&directory)).await.unwrap();
    store
        .append(append(TableId::random(), 1, "row"))
        .await
        .unwrap();
    let mut files: Vec<String> = Vec::new();
    for entry in std::fs::read_dir(file(&directory).parent().unwrap()).unwrap() {
        let entry = entry.unwrap();
        let mode = entry.metadata().unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{:?}", entry.path());
        files.push(entry.file_name().into_string().unwrap());
    }
    files.sort();
    let expected = [
        "boneyard.db",
        "boneyard.db-shm",
        "boneyard.db-wal",
        "boneyard.db.lock",
    ];
    assert_eq!(files, expected);
    store.close().await;
}

/// Appends rows to the tables in the given order. Counts the rows of each table in `lengths`.
async fn append_all(store: &Store, tables: &[TableId], order: &[usize], lengths: &mut [i64]) {
    for &place in order {
        lengths[place] += 1;
        let row = append(
            tables[place],
            lengths[place],
            &format!("row {}", lengths[place]),
        );
        store.append(row).await.unwrap();
    }
}

async fn has_all(store: &Store, tables: &[TableId], lengths: &[i64]) {
    for (&table, &length) in tables.iter().zip(lengths) {
        for after in [0, 1, length - 1, length] {
            let expected = (after.max(0) + 1..=length).map(|seq| (seq, format!("row {seq}")));
            let found = bodies(store, table, after.max(0)).await;
            assert_eq!(found, expected.collect::<Vec<_>>());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn every_log_is_whole_after_crashes_and_restarts(
        orders in prop::collection::vec(prop::collection::vec(0_usize..5, 0..30), 1..5),
        crashes in prop::collection::vec(any::<bool>(), 5),
    ) {
        let runtime = tokio::runtime::Runtime::new().unwrap();
        runtime.block_on(async {
            let tables: Vec<_> = (0..5).map(|_| TableId::random()).collect();
            let mut lengths = vec![0; 5];
            let mut directory = tempfile::tempdir().unwrap();
            for (order, crashes) in orders.iter().zip(crashes) {
                let store = Store::open(&address(&directory)).await.unwrap();
                has_all(&store, &tables, &lengths).await;
                append_all(&store, &tables, order, &mut lengths).await;
                has_all(&store, &tables, &lengths).await;
                if crashes {
                    let left = copy(&directory);
                    store.close().await;
                    directory = left;
                } else {
                    store.close().await;
                }
            }
            let store = Store::open(&address(&directory)).await.unwrap();
            has_all(&store, &tables, &lengths).await;
            store.close().await;
        });
    }
}

async fn flood(store: &Store, tables: &[TableId], from: i64, rows: i64) {
    let mut tasks = JoinSet::new();
    for &table in tables {
        let store = store.clone();
        tasks.spawn(async move {
            for seq in from..from + rows {
                store.append(append(table, seq, "row")).await.unwrap();
            }
        });
    }
    tasks.join_all().await;
}

/// The number of the row up to which `log_ends` is complete, and the number of the last row in the log.
async fn complete(address: &str) -> (i64, i64) {
    let found = rows(
        address,
        "SELECT last_id, (SELECT max(id) FROM log) FROM log_ends_complete",
    );
    let numbers = found.await.concat();
    (numbers[0].parse().unwrap(), numbers[1].parse().unwrap())
}

#[tokio::test]
async fn a_start_after_a_crash_reads_a_bounded_part_of_the_log() {
    let directory = tempfile::tempdir().unwrap();
    let store = Store::open(&address(&directory)).await.unwrap();
    let tables: Vec<_> = (0..400).map(|_| TableId::random()).collect();
    flood(&store, &tables, 1, 100).await;
    // The thread that writes has ended all earlier writes before it answers this one.
    store.settings().get_or_insert("last", "one").await.unwrap();
    let (written, last) = complete(&address(&directory)).await;
    assert_eq!(last, 40_000);
    assert!(
        written > 0 && last - written <= limits::LOG_TAIL_ROWS + 512,
        "{written}"
    );
    let left = copy(&directory);
    store.close().await;
    assert_eq!(
        complete(&address(&directory)).await,
        (last, last),
        "nothing is to be read"
    );

    let store = Store::open(&address(&left)).await.unwrap();
    assert_eq!(complete(&address(&left)).await, (last, last));
    for &table in &tables {
        assert_eq!(bodies(&store, table, 0).await.len(), 100);
    }
    flood(&store, &tables[..5], 101, 1).await;
    store.close().await;
}

#[tokio::test]
async fn the_write_ahead_log_is_bounded_under_load() {
    let directory = tempfile::tempdir().unwrap();
    let store = Store::open(&address(&directory)).await.unwrap();
    // Each append changes a long listing, so it writes several pages.
    let listing = "x".repeat(3000);
    let mut tasks = JoinSet::new();
    for _ in 0..50 {
        let (store, listing) = (store.clone(), listing.clone());
        tasks.spawn(async move {
            let table = TableId::random();
            for seq in 1..=600 {
                store
                    .append(listed(append(table, seq, "row"), &listing))
                    .await
                    .unwrap();
            }
        });
    }
    tasks.join_all().await;
    let wal = std::fs::metadata(wal(&file(&directory))).unwrap().len();
    let pages = limits::CHECKPOINT_PAGES.unsigned_abs();
    let bound = 3 * u64::from(pages * limits::PAGE_BYTES.unsigned_abs());
    assert!(wal < bound, "{wal}");
    store.close().await;
    assert!(!wal_exists(&file(&directory)), "closing copies it all");
}

#[tokio::test]
async fn the_commit_of_a_row_writes_one_page() {
    /// What the write-ahead log holds beside each page, in bytes.
    const FRAME_HEADER: u64 = 24;
    let directory = tempfile::tempdir().unwrap();
    let store = Store::open(&address(&directory)).await.unwrap();
    let table = TableId::random();
    store.append(append(table, 1, "row")).await.unwrap();
    let length = || std::fs::metadata(wal(&file(&directory))).unwrap().len();
    for seq in 2..=10 {
        let before = length();
        store.append(append(table, seq, "row")).await.unwrap();
        let page = u64::from(limits::PAGE_BYTES.unsigned_abs());
        assert_eq!(length() - before, page + FRAME_HEADER);
    }
}

fn wal(file: &Path) -> PathBuf {
    let mut path = file.as_os_str().to_owned();
    path.push("-wal");
    path.into()
}

fn wal_exists(file: &Path) -> bool {
    wal(file).exists()
}

#[tokio::test]
async fn a_newer_schema_is_left_alone() {
    let directory = tempfile::tempdir().unwrap();
    Store::open(&address(&directory))
        .await
        .unwrap()
        .close()
        .await;
    change(
        &address(&directory),
        "UPDATE schema_version SET version = 99; \
         UPDATE settings SET value = '99' WHERE name = 'schema_usable_from'",
    )
    .await;
    let refused = Store::open(&address(&directory)).await;
    assert!(matches!(refused, Err(StoreError::Newer)));
}

#[tokio::test]
async fn a_file_that_is_deleted_or_replaced_is_noticed_before_anything_is_acknowledged() {
    let directory = tempfile::tempdir().unwrap();
    let store = Store::open(&address(&directory)).await.unwrap();
    let table = TableId::random();
    store.append(append(table, 1, "kept")).await.unwrap();
    let (file, away) = (file(&directory), directory.path().join("away.db"));
    std::fs::rename(&file, &away).unwrap();
    for _ in 0..2 {
        let lost = store.append(append(table, 2, "lost")).await;
        let said = lost.unwrap_err().to_string();
        assert!(said.contains("deleted or replaced"), "{said}");
        assert!(!file.exists(), "no new one is made in its place");
    }
    // A copy is not the same database: new rows would be written to only one of the two files.
    std::fs::copy(&away, &file).unwrap();
    assert!(store.append(append(table, 2, "lost")).await.is_err());
    std::fs::rename(&away, &file).unwrap();
    store.append(append(table, 2, "went on")).await.unwrap();
    let rows = bodies(&store, table, 0).await;
    assert_eq!(rows, [(1, "kept".to_owned()), (2, "went on".to_owned())]);
    store.close().await;
}
