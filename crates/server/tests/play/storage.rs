//! Tests with storage that really fails. The table reports the error, keeps its state, and continues after
//! the repair. Other parts of the server still work.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use boneyard_protocol::{ClientMessage, ErrorCode};
use boneyard_rules::line::Preset;
use boneyard_store::Store;
use boneyard_testing::Postgres;
use rusqlite::params;
use tempfile::TempDir;

use crate::client::Client;
use crate::person::request;
use crate::postgres;
use crate::world::{Table, World, dice, public, random_play};

/// How long a test waits before it fails.
const PATIENCE: Duration = Duration::from_mins(1);

async fn running_table(world: &World) -> Table {
    let mut table = world.table(&public(*Preset::DRAW.rules())).await;
    table.start().await;
    table
}

/// The player on turn sends a play, which must be refused because the storage is unavailable.
async fn is_refused(table: &mut Table, message: &ClientMessage, seat: usize) {
    let code = table.players[seat].refused(message).await;
    assert_eq!(code, ErrorCode::Unavailable);
}

fn next_play(table: &Table, seed: u64) -> (usize, ClientMessage) {
    let has_offers = |player: &Client| !player.offers(table.id).is_empty();
    let seat = table.players.iter().position(has_offers).unwrap();
    (
        seat,
        random_play(&table.players[seat], table.id, &mut dice(seed)),
    )
}

/// Checks that the table is still at version `v`, for all players and for a new watcher.
async fn is_as_it_was(world: &World, table: &mut Table, v: u64) {
    let (_, mut watcher) = world.somebody().await;
    watcher.open(table.id, None).await;
    assert_eq!(watcher.v(table.id), v);
    for player in &mut table.players {
        player.open(table.id, None).await;
        assert_eq!(player.v(table.id), v);
    }
}

/// Sends the refused play again, which must succeed. Then some more moves are played.
async fn goes_on(table: &mut Table, message: &ClientMessage, seat: usize) {
    let (id, ply) = (table.id, table.players[seat].standing(table.id).ply);
    table.players[seat].send(message).await;
    for player in &mut table.players {
        // The server may first give the players back the time in which they could not play. This creates a
        // version of its own, so the test waits for the new ply and not for a new version.
        player.until(|player| player.standing(id).ply > ply).await;
    }
    let mut dice = dice(52);
    for _ in 0..5 {
        assert!(table.step(&mut dice).await);
    }
}

async fn readiness(world: &World) -> u16 {
    request(world.address, "GET", "/readyz", "", "")
        .await
        .unwrap()
        .status
}

async fn until_ready_is(world: &World, status: u16) {
    let asking = async { while readiness(world).await != status {} };
    tokio::time::timeout(PATIENCE, asking).await.unwrap();
}

/// A small file system that the test can fill.
struct SmallDisk {
    mount: PathBuf,
}

impl SmallDisk {
    /// Mounts the file system; `None` if this process may not mount one.
    fn mount(under: &Path) -> Option<Self> {
        let mount = under.join("disk");
        std::fs::create_dir(&mount).unwrap();
        let mounted = Command::new("mount")
            .args(["-t", "tmpfs", "-o", "size=2m", "tmpfs"])
            .arg(&mount)
            .output();
        let output = mounted.expect("the program mount is installed");
        output.status.success().then(|| Self { mount })
    }

    fn ballast(&self) -> PathBuf {
        self.mount.join("ballast")
    }

    fn fill(&self) {
        let mut file = std::fs::File::create(self.ballast()).unwrap();
        while file.write_all(&[1; 512]).is_ok() {}
    }

    fn free(&self) {
        std::fs::remove_file(self.ballast()).unwrap();
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        // The unmount is lazy, because the server may still be closing its files.
        let _ = Command::new("umount").arg("-l").arg(&self.mount).status();
    }
}

/// Tells a test that it runs in a namespace of its own.
const IN_NAMESPACE: &str = "BONEYARD_TEST_IN_NAMESPACE";

/// Runs a test of this program again in a user namespace, where an ordinary user may mount. Fails if nothing can
/// be mounted there either.
fn run_in_namespace(test: &str) {
    let advice = "this test mounts a file system: run it as root with the capability to mount, or as a user \
                  who may make user namespaces";
    assert!(std::env::var_os(IN_NAMESPACE).is_none(), "{advice}");
    let output = Command::new("unshare")
        .args(["--user", "--map-root-user", "--mount"])
        .arg(std::env::current_exe().unwrap())
        .args(["--exact", test])
        .env(IN_NAMESPACE, "1")
        .output()
        .expect("the program unshare is installed");
    let printed = String::from_utf8_lossy(&output.stdout);
    let reason = String::from_utf8_lossy(&output.stderr);
    // A wrong name would run no test, and succeed.
    assert!(printed.contains("1 passed"), "{advice}\n{printed}{reason}");
}

#[tokio::test]
async fn on_a_full_disk_tables_say_so_and_go_on_when_there_is_room() {
    let outside = tempfile::tempdir().unwrap();
    let Some(disk) = SmallDisk::mount(outside.path()) else {
        run_in_namespace("storage::on_a_full_disk_tables_say_so_and_go_on_when_there_is_room");
        return;
    };
    let inside = TempDir::new_in(&disk.mount).unwrap();
    let world = World::within(inside, &["--metrics", "127.0.0.1:0"]).await;
    let mut table = running_table(&world).await;
    assert_eq!(readiness(&world).await, 200);
    let v = table.players[0].v(table.id);
    let (seat, message) = next_play(&table, 51);

    disk.fill();
    for _ in 0..3 {
        is_refused(&mut table, &message, seat).await;
    }
    is_as_it_was(&world, &mut table, v).await;
    let person = crate::person::Person::arrive(world.address).await;
    let answer = person
        .post_table(world.address, &public(*Preset::DRAW.rules()))
        .await;
    assert_eq!(answer.status, 503);
    assert!(!answer.body.contains("database"), "{}", answer.body);
    until_ready_is(&world, 503).await;
    assert!(world.metric("boneyard_append_failures_total").await >= 3);

    disk.free();
    goes_on(&mut table, &message, seat).await;
    until_ready_is(&world, 200).await;
    drop(table);
}

#[tokio::test]
async fn while_the_database_is_locked_tables_say_so_and_wait() {
    let world = World::new().await;
    let mut table = running_table(&world).await;
    let v = table.players[0].v(table.id);
    let (seat, message) = next_play(&table, 53);
    let other = world.database();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    is_refused(&mut table, &message, seat).await;
    is_as_it_was(&world, &mut table, v).await;
    other.execute_batch("ROLLBACK").unwrap();
    goes_on(&mut table, &message, seat).await;
}

#[tokio::test]
async fn a_read_only_database_is_no_end_of_a_match() {
    let world = World::new().await;
    let mut table = running_table(&world).await;
    let v = table.players[0].v(table.id);
    let (seat, message) = next_play(&table, 54);
    // This is SQLite's message for a database that can't be written.
    let other = world.database();
    for what in [
        "INSERT ON log",
        "INSERT ON tables",
        "UPDATE ON tables",
        "INSERT ON settings",
    ] {
        let name = what.replace(' ', "_");
        let read_only = format!(
            "CREATE TRIGGER {name} BEFORE {what} \
             BEGIN SELECT RAISE(ABORT, 'attempt to write a readonly database'); END"
        );
        other.execute_batch(&read_only).unwrap();
    }
    is_refused(&mut table, &message, seat).await;
    until_ready_is(&world, 503).await;
    is_as_it_was(&world, &mut table, v).await;
    for name in [
        "INSERT_ON_log",
        "INSERT_ON_tables",
        "UPDATE_ON_tables",
        "INSERT_ON_settings",
    ] {
        let writable = format!("DROP TRIGGER {name}");
        other.execute_batch(&writable).unwrap();
    }
    until_ready_is(&world, 200).await;
    goes_on(&mut table, &message, seat).await;
}

#[tokio::test]
async fn a_corrupt_row_closes_its_own_table_until_it_is_mended() {
    let world = World::new().await;
    let mut broken = running_table(&world).await;
    let v = broken.players[0].v(broken.id);
    let mut well = running_table(&world).await;
    let world = world.restarted().await;
    let other = world.database();
    let row = "seq = 3 AND table_number = (SELECT number FROM tables WHERE table_id = ?1)";
    let id = broken.id.bits().to_be_bytes();
    let read = format!("SELECT body FROM log WHERE {row}");
    let body: Vec<u8> = other.query_row(&read, [id], |row| row.get(0)).unwrap();
    let sql = format!("UPDATE log SET body = ?2 WHERE {row}");
    let write = |body: &[u8]| other.execute(&sql, params![id, body]).unwrap();
    let dealt = &body[..body.len() - 1];
    for junk in [b"".as_slice(), b"\0", b"\xff", b"[]", dealt] {
        write(junk);
        let mut player = broken.people[0].connect(world.address).await;
        let open = ClientMessage::Open {
            table: broken.id,
            invite: None,
            since: None,
            preview: None,
            replay: None,
        };
        assert_eq!(
            player.refused(&open).await,
            ErrorCode::Unavailable,
            "{junk:?}"
        );
    }
    let (_, mut visitor) = world.somebody().await;
    visitor.send(&ClientMessage::Lobby { follow: true }).await;
    let lists = |visitor: &Client, id| {
        let lobby = visitor.lobby.as_ref();
        lobby.is_some_and(|lobby| lobby.contains_key(&id))
    };
    visitor.until(|visitor| lists(visitor, well.id)).await;
    assert!(!lists(&visitor, broken.id), "nobody can play there");
    for (person, player) in well.people.iter().zip(&mut well.players) {
        *player = person.connect(world.address).await;
        player.open(well.id, None).await;
    }
    assert!(well.step(&mut dice(55)).await);

    write(&body);
    for (person, player) in broken.people.iter().zip(&mut broken.players) {
        *player = person.connect(world.address).await;
        player.open(broken.id, None).await;
        assert!(player.v(broken.id) >= v);
    }
    visitor.until(|visitor| lists(visitor, broken.id)).await;
    assert!(broken.step(&mut dice(56)).await);
}

/// A command of the handbook, found by its first words. The folder `/backups` in it is replaced by the
/// folder of the test.
fn command_of_the_manual(beginning: &str, backups: &Path, database: &Path) -> Command {
    let manual = include_str!("../../../../docs/operating.md");
    let mut lines = manual.lines();
    let line = lines.find(|line| line.starts_with(beginning)).unwrap();
    let line = line.replace("/backups", &backups.display().to_string());
    let line = line.replace("boneyard-server", env!("CARGO_BIN_EXE_boneyard-server"));
    let mut shell = Command::new("sh");
    shell.args(["-c", &line]);
    let address = format!("sqlite://{}", database.display());
    shell.env("BONEYARD_DATABASE", address);
    shell
}

#[tokio::test]
async fn a_backup_taken_during_play_is_whole_and_plays_on() {
    let world = World::new().await;
    let mut table = running_table(&world).await;
    let mut dice = dice(57);
    let backups = tempfile::tempdir().unwrap();
    let database = world.directory.path().join("boneyard.db");
    let mut copy = command_of_the_manual("boneyard-server backup ", backups.path(), &database);
    let copying = tokio::task::spawn_blocking(move || copy.status().unwrap().success());
    let before = table.players[0].v(table.id);
    let mut steps = 0;
    while !copying.is_finished() || steps < 3 {
        table.step(&mut dice).await;
        steps += 1;
    }
    assert!(copying.await.unwrap());

    // The handbook's command contains the date of an example, but the backup of this test has today's date.
    let made = std::fs::read_dir(backups.path()).unwrap().next().unwrap();
    let named = backups.path().join("boneyard-2026-11-23.db");
    std::fs::rename(made.unwrap().path(), named).unwrap();
    let elsewhere = tempfile::tempdir().unwrap();
    let database = elsewhere.path().join("boneyard.db");
    let mut put = command_of_the_manual("boneyard-server restore ", backups.path(), &database);
    assert!(put.status().unwrap().success());
    let restored = World::within(elsewhere, &[]).await;
    for (person, player) in table.people.iter().zip(&mut table.players) {
        // The backup contains the signing key, so visitors keep their identities.
        *player = person.connect(restored.address).await;
        player.open(table.id, None).await;
        assert!(player.v(table.id) >= before);
    }
    assert!(table.step(&mut dice).await);
}

#[tokio::test]
async fn a_name_that_looks_like_sql_is_a_name() {
    let world = World::new().await;
    let (person, mut client) = world.somebody().await;
    let name = "x'); DROP TABLE log;--";
    let rename = ClientMessage::Rename {
        name: name.to_owned(),
    };
    client.send(&rename).await;
    client.until(|client| client.name == name).await;
    let wanted = public(*Preset::DRAW.rules());
    let table = person.create(world.address, &wanted).await.table;
    let world = world.restarted().await;
    let mut client = person.connect(world.address).await;
    assert_eq!(client.name, name);
    client.open(table, None).await;
}

#[tokio::test]
async fn a_server_without_its_database_file_is_not_ready_and_opens_no_table() {
    let world = World::new().await;
    let person = crate::person::Person::arrive(world.address).await;
    let wanted = public(*Preset::DRAW.rules());
    let file = world.directory.path().join("boneyard.db");
    let away = world.directory.path().join("away.db");
    std::fs::rename(&file, &away).unwrap();
    until_ready_is(&world, 503).await;
    let answer = person.post_table(world.address, &wanted).await;
    assert_eq!(answer.status, 503);
    std::fs::rename(&away, &file).unwrap();
    until_ready_is(&world, 200).await;
    assert_eq!(person.post_table(world.address, &wanted).await.status, 201);
}

#[tokio::test]
async fn a_server_whose_database_another_has_taken_is_not_ready_and_shows_nothing_new() {
    let postgres = Postgres::start();
    let address = postgres.create_database("taken");
    let world = World::with(&["--database", &address]).await;
    let mut table = running_table(&world).await;
    let (seat, message) = next_play(&table, 57);
    let v = table.players[0].v(table.id);
    assert_eq!(readiness(&world).await, 200);
    // The server loses the connection with which it writes. Before it writes again, another server opens the
    // database.
    let sql = "SELECT pg_terminate_backend(pid) FROM pg_locks \
               WHERE locktype = 'advisory' AND objid::BIGINT = 1112493637";
    postgres::run(address.clone(), sql.to_owned())
        .await
        .unwrap();
    let other = Store::open(&address).await.unwrap();
    until_ready_is(&world, 503).await;
    for _ in 0..2 {
        is_refused(&mut table, &message, seat).await;
        assert_eq!(readiness(&world).await, 503);
    }
    is_as_it_was(&world, &mut table, v).await;
    other.close().await;
    until_ready_is(&world, 200).await;
    goes_on(&mut table, &message, seat).await;
}
