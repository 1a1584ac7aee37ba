//! Tests that this version reads what each released version has written. The folder `tests/kept` has the files
//! of each version: a database on SQLite and one on PostgreSQL, and what players have downloaded.

use std::fs;
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};

use boneyard_base::{Clock, Timestamp};
use boneyard_protocol::people::{AccountBody, RatingChanges};
use boneyard_protocol::record::{Record, Replay};
use boneyard_protocol::{Invite, Receipt, TableId};
use boneyard_rules::Transcript;
use boneyard_rules::line::Preset;
use boneyard_testing::Postgres;
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::dishonest::{audited, said, verifier};
use crate::person::Person;
use crate::ratings::{changes, ended, keep, sit_down};
use crate::records::get;
use crate::transparency::{ready, reveal};
use crate::world::{Table, World, database, dice, open, public};

const HOME: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/kept");

/// The files beside a database: what its visitors have.
const VISITORS: &str = "visitors.json";
const RECORD: &str = "record.json";
const TRANSCRIPT: &str = "transcript.txt";
const RECEIPT: &str = "receipt.json";

/// Each column and each index of a database, one a line.
const SQLITE_SCHEMA: &str = "SELECT concat_ws(' ', t.name, c.name, c.type, c.\"notnull\", c.dflt_value, c.pk) \
         FROM sqlite_schema t JOIN pragma_table_xinfo(t.name) c WHERE t.type = 'table' \
     UNION SELECT sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL ORDER BY 1";
const POSTGRES_SCHEMA: &str = "SELECT concat_ws(' ', table_name, column_name, data_type, is_nullable, column_default) \
         FROM information_schema.columns WHERE table_schema = 'public' \
     UNION SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1";

/// What the visitors of a database know.
#[derive(Serialize, Deserialize)]
struct Visitors {
    /// The time at which the database was written. Later, the server would close the running table.
    now_ms: i64,
    /// The cookies of the accounts Ada and Ben, who have played a rated match.
    accounts: Vec<String>,
    /// A table at which a match is running.
    table: TableId,
    invite: Invite,
    /// The cookies of the guests at the running table, by seat.
    guests: Vec<String>,
}

/// A database of a test: on a PostgreSQL server of its own, or in a SQLite file.
pub(crate) struct Database {
    pub(crate) directory: TempDir,
    postgres: Option<(Postgres, String)>,
}

impl Database {
    pub(crate) fn on(kind: &str) -> Self {
        let postgres = (kind == "postgres").then(|| {
            let postgres = Postgres::start();
            let address = postgres.create_database("boneyard");
            (postgres, address)
        });
        let directory = tempfile::tempdir().unwrap();
        Self {
            directory,
            postgres,
        }
    }

    /// The address of the database, as the server takes it.
    pub(crate) fn address(&self) -> String {
        match &self.postgres {
            Some((_, address)) => address.clone(),
            None => database(&self.directory),
        }
    }

    /// Lets a server with this database run during `story`.
    pub(crate) async fn serve(self, clock: Clock, story: impl AsyncFnOnce(&World)) -> Self {
        let address = self.postgres.as_ref().map(|(_, address)| address.as_str());
        let flags: Vec<&str> = address.map_or(vec![], |address| vec!["--database", address]);
        let world = World::within_by(self.directory, &flags, clock).await;
        story(&world).await;
        Self {
            directory: world.stopped().await,
            ..self
        }
    }

    /// The name of the file in which a database of this kind is kept.
    fn file(&self) -> &'static str {
        match self.postgres {
            Some(_) => "boneyard.sql.gz",
            None => "boneyard.db.gz",
        }
    }

    async fn fill(&self, kept: &[u8]) {
        let mut content = Vec::new();
        GzDecoder::new(kept).read_to_end(&mut content).unwrap();
        match &self.postgres {
            Some((_, address)) => {
                let sql = String::from_utf8(content).unwrap();
                crate::postgres::run(address.clone(), sql).await.unwrap();
            }
            None => fs::write(self.directory.path().join("boneyard.db"), content).unwrap(),
        }
    }

    fn packed(&self) -> Vec<u8> {
        let content = if let Some((postgres, _)) = &self.postgres {
            postgres.dump("boneyard").into_bytes()
        } else {
            open(&self.directory).execute_batch("VACUUM").unwrap();
            fs::read(self.directory.path().join("boneyard.db")).unwrap()
        };
        let mut packed = GzEncoder::new(Vec::new(), Compression::best());
        packed.write_all(&content).unwrap();
        packed.finish().unwrap()
    }

    async fn schema(&self) -> Vec<String> {
        if let Some((_, address)) = &self.postgres {
            return crate::postgres::lines(address.clone(), POSTGRES_SCHEMA).await;
        }
        let database = open(&self.directory);
        let mut lines = database.prepare(SQLITE_SCHEMA).unwrap();
        let lines = lines.query_map([], |row| row.get(0)).unwrap();
        lines.map(Result::unwrap).collect()
    }
}

/// Writes the files of this version. Ada and Ben play a rated match to its end, and two guests begin a match.
async fn write(kind: &str, folder: &Path) {
    fs::create_dir_all(folder).unwrap();
    let write = |name: &str, content: &[u8]| fs::write(folder.join(name), content).unwrap();
    let pretty = |value: &Value| format!("{value:#}\n").into_bytes();
    let database = Database::on(kind);
    let database = database.serve(Clock::system(), async |world| {
        let mut people = Vec::new();
        for name in ["Ada", "Ben"] {
            people.push(keep(world.address, name).await.0);
        }
        let rules = Preset::FIVE_UP.rules();
        let mut rated = sit_down(world.address, rules, people).await;
        ready(&mut rated).await;
        reveal(&mut rated).await;
        rated.play_to_the_end(&mut dice(1)).await;
        let record = ended(&mut rated).await;
        while changes(world.address, &rated.people[0], record)
            .await
            .is_none()
        {}

        let mut running = world.table(&public(*Preset::MUGGINS.rules())).await;
        ready(&mut running).await;
        reveal(&mut running).await;
        running.play_a_tile_each().await;

        let json = get(world, &format!("/api/m/{record}")).await;
        write(RECORD, &pretty(&json.read()));
        let text = get(world, &format!("/api/m/{record}.txt")).await;
        write(TRANSCRIPT, text.text().as_bytes());
        write(RECEIPT, &pretty(&json!(rated.players[0].receipts[0])));
        let cookies = |table: &Table| {
            let people = table.people.iter();
            people.map(|person| person.cookie.clone()).collect()
        };
        let visitors = Visitors {
            now_ms: Clock::system().now().0,
            accounts: cookies(&rated),
            table: running.id,
            invite: running.invite,
            guests: cookies(&running),
        };
        write(VISITORS, &pretty(&json!(visitors)));
    });
    let database = database.await;
    write(database.file(), &database.packed());
}

fn parsed<T: DeserializeOwned>(folder: &Path, name: &str) -> T {
    let text = fs::read_to_string(folder.join(name)).unwrap();
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Reads the files of a version, and uses them as its visitors would.
async fn read(kind: &str, folder: &Path) {
    let visitors: Visitors = parsed(folder, VISITORS);
    let (clock, _hand) = Clock::manual(Timestamp(visitors.now_ms));
    let database = Database::on(kind);
    let kept = fs::read(folder.join(database.file())).unwrap();
    database.fill(&kept).await;
    let served = database.serve(clock.clone(), async |world| {
        downloads_are_as_they_were(world, folder).await;
        ada_is_known(world, &visitors.accounts[0], folder).await;
        running_match_is_played_to_its_end(world, visitors).await;
        audited(world.address).await.unwrap();
    });
    let schema = served.await.schema().await;
    let fresh = Database::on(kind).serve(clock, async |_| {}).await;
    assert_eq!(schema, fresh.schema().await, "that of an empty database");
}

/// The record, the transcript and the receipt are read and verified, and the server still has the same.
async fn downloads_are_as_they_were(world: &World, folder: &Path) {
    let record: Record = parsed(folder, RECORD);
    let id = record.id;
    assert_eq!(json!(record), parsed::<Value>(folder, RECORD));
    // The signature depends on the length of the public log.
    let unsigned = |record: Record| Record {
        signed: None,
        ..record
    };
    let served: Record = get(world, &format!("/api/m/{id}")).await.read();
    assert_eq!(unsigned(served), unsigned(record));

    let text = fs::read_to_string(folder.join(TRANSCRIPT)).unwrap();
    let served = get(world, &format!("/api/m/{id}.txt")).await;
    assert_eq!(served.text(), text);
    let transcript: Transcript = text.parse().unwrap();
    assert_eq!(transcript.to_string(), text);
    transcript.replay().unwrap();
    let replay: Replay = get(world, &format!("/api/m/{id}/steps")).await.read();
    assert!(!replay.rounds.is_empty());

    let receipt: Receipt = parsed(folder, RECEIPT);
    assert!(receipt.is_proved());
    assert_eq!(json!(receipt), parsed::<Value>(folder, RECEIPT));
    verified(world, &folder.join(RECORD), Some(&folder.join(RECEIPT))).await;
}

/// Plays the match of a record again by the rules, and checks its deals with `scripts/verify-deal`, the public log of
/// the server, and a receipt.
async fn verified(world: &World, record: &Path, receipt: Option<&Path>) {
    let text = fs::read(record).unwrap();
    boneyard_records::check(&serde_json::from_slice(&text).unwrap()).unwrap();
    let mut command = verifier();
    command.arg(record);
    command
        .arg("--log")
        .arg(format!("http://{}", world.address));
    if let Some(receipt) = receipt {
        command.arg("--receipt").arg(receipt);
    }
    said(command).await.unwrap();
}

/// A cookie still signs in to its account, whose rating is as the match made it.
async fn ada_is_known(world: &World, cookie: &str, folder: &Path) {
    let ada = Person {
        cookie: cookie.to_owned(),
    };
    let answer = ada.request(world.address, "GET", "/api/account", "").await;
    let account: AccountBody = serde_json::from_str(&answer.body).unwrap();
    assert_eq!(account.name, "Ada");
    let record: Record = parsed(folder, RECORD);
    let RatingChanges { unrated, seats, .. } =
        changes(world.address, &ada, record.id).await.unwrap();
    assert_eq!(unrated, None);
    assert!(seats.as_slice().iter().all(Option::is_some));
}

async fn running_match_is_played_to_its_end(world: &World, visitors: Visitors) {
    let Visitors {
        table: id, invite, ..
    } = visitors;
    let (mut people, mut players) = (Vec::new(), Vec::new());
    for cookie in visitors.guests {
        let person = Person { cookie };
        let mut player = person.connect(world.address).await;
        player.open(id, None).await;
        players.push(player);
        people.push(person);
    }
    let mut table = Table {
        id,
        invite,
        people,
        players,
    };
    assert!(table.play_to_the_end(&mut dice(2)).await > 0);
    let record = ended(&mut table).await;
    let record: Record = get(world, &format!("/api/m/{record}")).await.read();
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join(RECORD);
    fs::write(&file, json!(record).to_string()).unwrap();
    verified(world, &file, None).await;
}

/// Says what to do if a test fails.
struct Advice(PathBuf);

impl Drop for Advice {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!(
                "{} isn't read. What a released version has written is read for ever: change the code, not the \
                 files. Only the files of a version that has no tag yet are written again:\n\
                 UPDATE=1 cargo test -p boneyard-server --test play kept_files",
                self.0.display()
            );
        }
    }
}

async fn each_version_is_read(kind: &str) {
    if std::env::var_os("UPDATE").is_some() {
        let version = env!("CARGO_PKG_VERSION");
        write(kind, &Path::new(HOME).join(version).join(kind)).await;
    }
    let mut versions = 0;
    for version in fs::read_dir(HOME).unwrap() {
        let folder = version.unwrap().path().join(kind);
        let _advice = Advice(folder.clone());
        read(kind, &folder).await;
        versions += 1;
    }
    assert!(versions > 0, "the files of the first release are there");
}

#[tokio::test]
async fn what_each_version_wrote_on_sqlite_is_read() {
    each_version_is_read("sqlite").await;
}

#[tokio::test]
async fn what_each_version_wrote_on_postgresql_is_read() {
    each_version_is_read("postgres").await;
}
