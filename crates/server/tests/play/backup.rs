//! Tests of `boneyard-server backup` and `boneyard-server restore`: when they fail, which files they keep,
//! and the state after an interruption.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use boneyard_protocol::TableId;
use boneyard_rules::line::Preset;
use rusqlite::Connection;
use tempfile::TempDir;

use crate::person::Person;
use crate::restart::Process;
use crate::world::{open, public};

/// The number of restores that the test kills, each at a different time.
const KILLS: u32 = 40;

fn program(directory: &TempDir) -> Command {
    let mut program = Command::new(env!("CARGO_BIN_EXE_boneyard-server"));
    let database = directory.path().join("boneyard.db");
    program.env(
        "BONEYARD_DATABASE",
        format!("sqlite://{}", database.display()),
    );
    program
}

fn run(directory: &TempDir, command: &str, file: &Path) -> Output {
    let mut program = program(directory);
    program.arg(command).arg(file).output().unwrap()
}

/// Runs a command that must succeed. Returns its standard output.
fn succeeds(directory: &TempDir, command: &str, file: &Path) -> String {
    let output = run(directory, command, file);
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{error}");
    assert_eq!(error, "");
    String::from_utf8(output.stdout).unwrap()
}

/// Runs a command that must fail. Returns the only line that it prints to standard error.
fn fails(directory: &TempDir, command: &str, file: &Path) -> String {
    let output = run(directory, command, file);
    assert_eq!(
        output.status.code(),
        Some(1),
        "{command} {}",
        file.display()
    );
    assert_eq!(output.stdout, b"");
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(error.lines().count(), 1, "{error}");
    error
}

/// All files in a directory, with their contents.
fn files(directory: &Path) -> BTreeMap<String, Vec<u8>> {
    let files = fs::read_dir(directory).unwrap().map(|entry| {
        let entry = entry.unwrap();
        let name = entry.file_name().into_string().unwrap();
        (name, fs::read(entry.path()).unwrap())
    });
    files.collect()
}

fn names(directory: &Path) -> Vec<String> {
    files(directory).into_keys().collect()
}

/// The tables in the database of a directory, the oldest first.
fn tables(directory: &TempDir) -> Vec<TableId> {
    let database = open(directory);
    let mut read = database
        .prepare("SELECT table_id FROM tables ORDER BY number")
        .unwrap();
    let ids = read.query_map([], |row| row.get(0)).unwrap();
    ids.map(|id| TableId::from_bits(u128::from_be_bytes(id.unwrap())))
        .collect()
}

async fn create(server: &Process) -> TableId {
    let person = Person::arrive(server.address).await;
    let wanted = public(*Preset::DRAW.rules());
    person.create(server.address, &wanted).await.table
}

/// The files of a killed server. It opened a table, then a backup was made, and then it opened another
/// table. The newest changes are still in the write-ahead log.
struct Killed {
    directory: TempDir,
    backups: TempDir,
    backup: PathBuf,
    first: TableId,
    second: TableId,
}

impl Killed {
    async fn new() -> Self {
        let directory = tempfile::tempdir().unwrap();
        let backups = tempfile::tempdir().unwrap();
        let backup = backups.path().join("backup.db");
        let mut server = Process::start(&directory);
        let first = create(&server).await;
        succeeds(&directory, "backup", &backup);
        let second = create(&server).await;
        server.kill();
        let log = fs::metadata(directory.path().join("boneyard.db-wal"));
        assert!(log.unwrap().len() > 0);
        Self {
            directory,
            backups,
            backup,
            first,
            second,
        }
    }

    /// Copies the files that the server left to a new directory.
    fn copy(&self) -> TempDir {
        let copy = tempfile::tempdir().unwrap();
        for (name, bytes) in files(self.directory.path()) {
            fs::write(copy.path().join(name), bytes).unwrap();
        }
        copy
    }

    /// Checks that the database is equal to the backup. There must be no other file that SQLite would read
    /// together with the database.
    fn is_restored(&self, directory: &TempDir) {
        let database = directory.path().join("boneyard.db");
        assert!(fs::read(database).unwrap() == fs::read(&self.backup).unwrap());
        for end in ["-wal", "-shm", "-journal"] {
            let file = directory.path().join(format!("boneyard.db{end}"));
            assert!(!file.exists(), "{}", file.display());
        }
        assert_eq!(tables(directory), [self.first]);
    }
}

/// The file in which a restore has kept the earlier database, read from the output of the command.
fn kept(said: &str) -> PathBuf {
    let (_, kept) = said
        .split_once("what was there before is kept as ")
        .unwrap();
    PathBuf::from(kept.trim_end())
}

#[cfg(unix)]
#[tokio::test]
async fn a_backup_is_for_its_owner_alone_and_overwrites_nothing() {
    use std::os::unix::fs::PermissionsExt as _;

    let directory = tempfile::tempdir().unwrap();
    let backups = tempfile::tempdir().unwrap();
    let file = backups.path().join("backup.db");
    let said = fails(&directory, "backup", &file);
    assert!(said.contains("there is no database file"), "{said}");
    assert!(names(directory.path()).is_empty());

    let server = Process::start(&directory);
    create(&server).await;
    let said = succeeds(&directory, "backup", &file);
    let bytes = fs::metadata(&file).unwrap().len();
    let contents = format!("{bytes} bytes, 1 tables, 0 matches\n");
    assert!(said.ends_with(&contents), "{said}");
    assert_eq!(
        fs::metadata(&file).unwrap().permissions().mode() & 0o777,
        0o600
    );

    create(&server).await;
    let before = files(backups.path());
    let said = fails(&directory, "backup", &file);
    assert!(said.contains("is not overwritten"), "{said}");
    assert!(files(backups.path()) == before);
    assert_eq!(names(backups.path()), ["backup.db"]);
}

#[tokio::test]
async fn a_restore_is_refused_while_a_server_or_a_reader_has_the_database() {
    let killed = Killed::new().await;
    let mut server = Process::start(&killed.directory);
    let said = fails(&killed.directory, "restore", &killed.backup);
    let mut second = program(&killed.directory);
    let second = second.args(["--listen", "127.0.0.1:0", "--log", "off"]);
    let start = second.output().unwrap().stderr;
    assert_eq!(said, String::from_utf8(start).unwrap());
    server.kill();

    let reader = open(&killed.directory);
    reader
        .execute_batch("BEGIN; SELECT COUNT(*) FROM tables")
        .unwrap();
    let said = fails(&killed.directory, "restore", &killed.backup);
    assert!(said.contains("another program has"), "{said}");
    drop(reader);
    assert_eq!(tables(&killed.directory), [killed.first, killed.second]);
    let names = names(killed.directory.path());
    assert!(!names.iter().any(|name| name.contains("before-restore")));
}

#[tokio::test]
async fn a_restore_leaves_exactly_the_backup_and_keeps_what_was_there() {
    let killed = Killed::new().await;
    let directory = &killed.directory;
    let backup = fs::read(&killed.backup).unwrap();
    let first = kept(&succeeds(directory, "restore", &killed.backup));
    killed.is_restored(directory);
    assert!(fs::read(&killed.backup).unwrap() == backup);
    assert_eq!(names(killed.backups.path()), ["backup.db"]);

    // The earlier database can be restored like any backup. It includes the changes from its write-ahead
    // log.
    let second = kept(&succeeds(directory, "restore", &first));
    assert_eq!(tables(directory), [killed.first, killed.second]);
    let database = Connection::open(second).unwrap();
    let count = database.query_row("SELECT COUNT(*) FROM tables", [], |row| row.get(0));
    assert_eq!(count, Ok(1));
    let server = Process::start(directory);
    create(&server).await;
    assert_eq!(tables(directory).len(), 3);
}

#[tokio::test]
async fn whatever_is_left_of_an_old_database_does_not_come_into_the_new_one() {
    let killed = Killed::new().await;
    let log_alone = killed.copy();
    fs::remove_file(log_alone.path().join("boneyard.db")).unwrap();
    let before = files(log_alone.path());
    let name = kept(&succeeds(&log_alone, "restore", &killed.backup));
    assert!(!name.exists());
    let log = fs::read(format!("{}-wal", name.display())).unwrap();
    assert!(log == before["boneyard.db-wal"]);
    killed.is_restored(&log_alone);

    let no_sqlite = tempfile::tempdir().unwrap();
    for file in ["boneyard.db", "boneyard.db-wal", "boneyard.db-shm"] {
        fs::write(no_sqlite.path().join(file), [7; 8192]).unwrap();
    }
    let name = kept(&succeeds(&no_sqlite, "restore", &killed.backup));
    assert!(fs::read(name).unwrap() == [7; 8192]);
    killed.is_restored(&no_sqlite);

    let nothing = tempfile::tempdir().unwrap();
    let said = succeeds(&nothing, "restore", &killed.backup);
    assert_eq!(said.lines().count(), 1, "{said}");
    killed.is_restored(&nothing);
}

#[tokio::test]
async fn a_file_that_no_server_could_start_with_is_refused() {
    let killed = Killed::new().await;
    let good = fs::read(&killed.backup).unwrap();
    let mut damaged = good.clone();
    damaged[3 * 4096..5 * 4096].fill(0x55);
    let bad = |name: &str| killed.backups.path().join(name);
    let changed = |name: &str, sql: &str| {
        fs::copy(&killed.backup, bad(name)).unwrap();
        Connection::open(bad(name))
            .unwrap()
            .execute_batch(sql)
            .unwrap();
    };
    fs::write(bad("damaged"), damaged).unwrap();
    fs::write(bad("truncated"), &good[..5 * 4096]).unwrap();
    fs::write(bad("torn"), &good[..good.len() - 100]).unwrap();
    fs::write(bad("empty"), "").unwrap();
    fs::write(bad("text"), "Dear diary, today we played dominoes.").unwrap();
    changed(
        "newer",
        "UPDATE schema_version SET version = 99; \
         UPDATE settings SET value = '99' WHERE name = 'schema_usable_from'",
    );
    changed("foreign", "DROP TABLE log");
    fs::write(bad("open"), &good).unwrap();
    fs::write(bad("open-wal"), "changes").unwrap();
    let database = killed.directory.path().join("boneyard.db");
    // Opening and closing the database once completes its write-ahead log, so its files no longer change.
    tables(&killed.directory);
    let before = files(killed.directory.path());
    for (file, reason) in [
        (bad("damaged"), "is damaged"),
        (bad("truncated"), "is damaged"),
        (bad("torn"), "is damaged"),
        (bad("empty"), "is not a SQLite database"),
        (bad("text"), "is not a SQLite database"),
        (bad("newer"), "a newer version of the server"),
        (bad("foreign"), "not a database of this server"),
        (bad("open"), "its newest changes are in a file beside it"),
        (bad("missing"), "No such file"),
        (database, "is the database itself"),
    ] {
        let backup = fs::read(&file).ok();
        let said = fails(&killed.directory, "restore", &file);
        assert!(said.contains(reason), "{said}");
        assert!(said.contains(file.to_str().unwrap()), "{said}");
        assert!(fs::read(&file).ok() == backup, "{file:?}");
        assert!(files(killed.directory.path()) == before, "{file:?}");
    }
}

#[tokio::test]
async fn a_database_that_is_damaged_is_not_taken_for_a_backup() {
    let killed = Killed::new().await;
    let directory = tempfile::tempdir().unwrap();
    let mut damaged = fs::read(&killed.backup).unwrap();
    damaged[3 * 4096..5 * 4096].fill(0x55);
    fs::write(directory.path().join("boneyard.db"), damaged).unwrap();
    let said = fails(&directory, "backup", &killed.backups.path().join("copy.db"));
    assert!(said.contains("boneyard.db is damaged"), "{said}");
    assert_eq!(names(killed.backups.path()), ["backup.db"]);
}

#[tokio::test]
async fn a_restore_that_is_killed_leaves_the_old_database_or_the_new_one() {
    let killed = Killed::new().await;
    let (mut old, mut new) = (0, 0);
    for kill in 0..KILLS {
        let directory = killed.copy();
        let mut restore = program(&directory)
            .arg("restore")
            .arg(&killed.backup)
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(1) * kill);
        // The process may have ended already, so the error is ignored.
        let _ = restore.kill();
        restore.wait().unwrap();
        let found = tables(&directory);
        if found == [killed.first] {
            new += 1;
        } else {
            assert_eq!(found, [killed.first, killed.second]);
            old += 1;
        }
    }
    assert_eq!(old + new, KILLS);
}

#[test]
fn for_postgresql_its_own_programs_are_named() {
    for (command, names) in [("backup", "pg_dump"), ("restore", "pg_restore")] {
        let mut program = Command::new(env!("CARGO_BIN_EXE_boneyard-server"));
        let address = "postgres://boneyard:secret@localhost/boneyard";
        let output = program
            .args([command, "--database", address, "backup.db"])
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(1));
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains(names), "{said}");
        assert!(!said.contains("secret"), "{said}");
    }
}
