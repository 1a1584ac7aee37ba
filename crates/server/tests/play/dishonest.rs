//! Tests that `scripts/verify-deal` finds the lies of a dishonest server. The dishonest server has the real
//! server's key. It forwards requests to the real server over real sockets, and changes and signs the
//! responses.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::Router;
use axum::extract::{Request as HttpRequest, State};
use axum::http::StatusCode;
use boneyard_fair::SigningKey;
use boneyard_protocol::record::Record;
use boneyard_protocol::transparency::{LogEntry, LogEvent, LogPage, RecordSignature, log_name};
use boneyard_protocol::{ClockRule, Hash, LogHead, Receipt, Request, Seed, SignedHead};
use boneyard_rules::line::Preset;
use ct_merkle::mem_backed_tree::MemoryBackedTree;
use data_encoding::HEXLOWER;
use serde_json::{Value, json};
use sha2::Sha256;
use tempfile::TempDir;
use tokio::net::TcpListener;

use crate::person::request;
use crate::records::{get, short};
use crate::transparency::{ready, reveal};
use crate::world::{Table, World, dice, public};

/// What remains after a match: the files of a player, and those of the server.
struct Left {
    world: World,
    key: SigningKey,
    record: Record,
    receipt: Receipt,
    directory: TempDir,
}

impl Left {
    /// Lets two players add their seeds and play a match.
    async fn by_a_match() -> Self {
        let world = World::new().await;
        let rules = short(Preset::BLOCK.rules(), 20);
        let mut table = world.table(&public(rules)).await;
        let record = played(&world, &mut table).await;
        let receipt = table.players[0].receipts[0].clone();
        let stored: String = world
            .database()
            .query_row(
                "SELECT value FROM settings WHERE name = 'server_key'",
                [],
                |row| row.get(0),
            )
            .unwrap();
        let seed = HEXLOWER.decode(stored.as_bytes()).unwrap();
        let key = SigningKey::from_seed(&seed.try_into().unwrap());
        assert_eq!(key.public(), receipt.key);
        Self {
            world,
            key,
            record,
            receipt,
            directory: tempfile::tempdir().unwrap(),
        }
    }

    fn file(&self, name: &str, content: &impl serde::Serialize) -> PathBuf {
        let file = self.directory.path().join(name);
        std::fs::write(&file, serde_json::to_string(content).unwrap()).unwrap();
        file
    }

    /// Runs the verifier on a record, with the receipt and the responses of a server's log. Returns the
    /// output of the program.
    async fn verify(&self, record: &Record, log: Option<SocketAddr>) -> Result<String, String> {
        let receipt = self.file("receipt.json", &self.receipt);
        self.verify_with(record, &[receipt], log).await
    }

    async fn verify_with(
        &self,
        record: &Record,
        receipts: &[PathBuf],
        log: Option<SocketAddr>,
    ) -> Result<String, String> {
        let mut command = verifier();
        command.arg(self.file("record.json", record));
        for receipt in receipts {
            command.arg("--receipt").arg(receipt);
        }
        if let Some(log) = log {
            command.arg("--log").arg(format!("http://{log}"));
        }
        said(command).await
    }
}

pub(crate) fn verifier() -> Command {
    let mut command = Command::new("python3");
    command.arg(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../scripts/verify-deal"
    ));
    command
}

/// Runs the verifier. Returns its output: `Ok` if everything agrees, or `Err` with the contradiction.
pub(crate) async fn said(mut command: Command) -> Result<String, String> {
    let output = tokio::task::spawn_blocking(move || command.output());
    let output = output.await.unwrap().expect("python3 is installed");
    let text = String::from_utf8(output.stdout).unwrap();
    if output.status.success() {
        return Ok(text);
    }
    assert!(text.contains("DOES NOT AGREE"), "{text}");
    Err(text)
}

pub(crate) async fn audited(log: SocketAddr) -> Result<String, String> {
    let mut command = verifier();
    command.arg("--audit").arg(format!("http://{log}"));
    said(command).await
}

/// Plays a match, for which all players receive a receipt. Returns the record.
async fn played(world: &World, table: &mut Table) -> Record {
    ready(table).await;
    reveal(table).await;
    table.play_to_the_end(&mut dice(5)).await;
    let id = table.players[0].table(table.id).room.record.unwrap();
    get(world, &format!("/api/m/{id}")).await.read()
}

/// How a dishonest server changes a receipt.
type Forgery = fn(&mut Receipt);

/// How a dishonest server changes an honest response to the request for this path.
type Change = dyn Fn(&str, Value) -> Value + Send + Sync;

/// Starts a server that forwards requests to the honest server and changes the responses.
async fn liar(
    honest: SocketAddr,
    change: impl Fn(&str, Value) -> Value + Send + Sync + 'static,
) -> SocketAddr {
    async fn answer(
        State((honest, change)): State<(SocketAddr, Arc<Change>)>,
        asked: HttpRequest,
    ) -> (StatusCode, String) {
        let path = asked.uri().to_string();
        let told = request(honest, "GET", &path, "", "").await.unwrap();
        let status = StatusCode::from_u16(told.status).unwrap();
        match serde_json::from_str(&told.body) {
            Ok(told) if status.is_success() => (status, change(&path, told).to_string()),
            _ => (status, told.body),
        }
    }
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let change: Arc<Change> = Arc::new(change);
    let router = Router::new().fallback(answer).with_state((honest, change));
    tokio::spawn(async move { axum::serve(listener, router).await });
    address
}

/// Checks that the program has found a contradiction, and that the output names it.
fn named(said: Result<String, String>, what: &str) {
    let text = said.expect_err("this must not agree");
    assert!(text.contains(what), "{text:?} doesn't say {what:?}");
}

#[tokio::test]
async fn an_honest_match_agrees_with_its_receipt_and_the_log() {
    let left = Left::by_a_match().await;
    let text = left
        .verify(&left.record, Some(left.world.address))
        .await
        .unwrap();
    assert!(text.contains("receipt.json says the same"), "{text}");
    assert!(text.contains("so does the public log"), "{text}");
    let text = audited(left.world.address).await.unwrap();
    assert!(
        text.contains("1 began, 1 ended, 0 aborted, 0 called off, 0 not ended"),
        "{text}"
    );
}

#[tokio::test]
async fn a_copy_with_anything_changed_is_named() {
    let left = Left::by_a_match().await;
    let changes: [fn(&mut Record); 5] = [
        |record| record.seats[0].name = Some("Another".into()),
        |record| record.seats[0].bot = true,
        |record| record.ended_ms += 1,
        |record| record.id = boneyard_protocol::RecordId::random(),
        |record| record.clock = ClockRule::PerMove { seconds: 15 },
    ];
    for change in changes {
        let mut copy = left.record.clone();
        change(&mut copy);
        named(
            left.verify_with(&copy, &[], None).await,
            "the record as it is here isn't signed",
        );
        copy.signed = None;
        let unsigned = left.verify_with(&copy, &[], None).await.unwrap();
        assert!(unsigned.contains("may have been changed"), "{unsigned}");
        named(
            left.verify_with(&copy, &[], Some(left.world.address)).await,
            "it isn't signed",
        );
        // An attacker changes the copy of the record, and signs it with another key.
        let own = SigningKey::from_seed(&[3; 32]);
        let log = left.record.signed.unwrap().log;
        let head = SignedHead::new(log.head(), log.at_ms, &own);
        copy.signed = Some(RecordSignature::new(&copy.hash(), head, &own));
        let other = left.verify(&copy, None).await;
        named(other, "is signed by another key than the record");
        let asked = left.verify_with(&copy, &[], Some(left.world.address)).await;
        named(asked, "it is signed by another key");
    }
}

#[tokio::test]
async fn a_record_that_the_receipt_contradicts_is_named() {
    let left = Left::by_a_match().await;
    let changes: [Forgery; 4] = [
        |receipt| receipt.commitment = Seed::from([1; 32]).commitment(),
        |receipt| {
            receipt.seats = receipt.seats.map(|promise| {
                let mut promise = (*promise)?;
                promise.commitment = Seed::from([1; 32]).commitment();
                Some(promise)
            });
        },
        |receipt| receipt.match_number = 2,
        |receipt| receipt.at_ms += 1,
    ];
    for change in changes {
        let mut receipt = left.receipt.clone();
        change(&mut receipt);
        let file = left.file("other.json", &receipt);
        let forged = left.verify_with(&left.record, &[file], None).await;
        named(forged, "an entry isn't in the public log");
    }
    // The server makes a log in which the match began with other promises.
    let mut receipt = left.receipt.clone();
    receipt.commitment = Seed::from([1; 32]).commitment();
    let log = log_of(&[receipt.entry()], receipt.log.at_ms, &left.key).log;
    (receipt.log, receipt.index, receipt.path) = (log, 0, Vec::new());
    receipt.heads = receipt.heads.map(|_| Vec::new());
    let file = left.file("other.json", &receipt);
    let bound = left.verify_with(&left.record, &[file], None).await;
    named(bound, "other.json says something else");
    let mut unsigned = left.receipt.clone();
    unsigned.log.at_ms += 1;
    let file = left.file("other.json", &unsigned);
    let unsigned = left.verify_with(&left.record, &[file], None).await;
    named(unsigned, "a head of the public log isn't signed by the key");
}

#[tokio::test]
async fn a_server_that_rewrites_its_log_is_named() {
    let left = Left::by_a_match().await;
    let honest = left.world.address;

    // The end of the match is missing in the response.
    let silent = liar(honest, |path, mut told| {
        if path.contains("/entries") {
            told["entries"].as_array_mut().unwrap().truncate(1);
        }
        told
    });
    let said = left.verify(&left.record, Some(silent.await)).await;
    named(said, "the match hasn't ended");

    // In the response, the terms of the match differ from those in the record, or the transcript differs.
    for (place, field) in [(0, "terms"), (1, "transcript")] {
        let other = liar(honest, move |path, mut told| {
            if path.contains("/entries") {
                told["entries"][place]["entry"][field] = json!(Hash::of(&[]));
            }
            told
        });
        let said = left.verify(&left.record, Some(other.await)).await;
        named(said, "an entry isn't in the public log");
    }

    // The response has a head of another log, with a new signature. This log doesn't continue the signed head
    // that the player received earlier.
    let key = left.key.clone();
    let forked = liar(honest, move |path, mut told| {
        if path.contains("/consistency") {
            let head: SignedHead = serde_json::from_value(told["log"].clone()).unwrap();
            let other = LogHead {
                root: Hash::of(&[b"another log"]),
                ..head.head()
            };
            told["log"] = json!(SignedHead::new(other, head.at_ms, &key));
        }
        told
    });
    let said = left
        .verify_with(&left.record, &[], Some(forked.await))
        .await;
    named(said, "the public log isn't what it was");
}

/// A log with these entries, as the response of a server with a single page.
fn log_of(entries: &[LogEntry], at_ms: i64, key: &SigningKey) -> LogPage {
    let mut tree = MemoryBackedTree::<Sha256, Vec<u8>>::new();
    for entry in entries {
        tree.push(entry.to_bytes());
    }
    let root: [u8; 32] = (*tree.root().as_bytes()).into();
    let head = LogHead {
        size: entries.len() as u32,
        root: Hash::from(root),
    };
    LogPage {
        log: SignedHead::new(head, at_ms, key),
        entries: entries.to_vec(),
        next: None,
    }
}

/// A server whose public log has these entries.
async fn liar_with(honest: SocketAddr, page: LogPage) -> SocketAddr {
    let change = move |path: &str, mut told: Value| {
        if path.contains("/log") {
            return json!(page);
        }
        told["log"] = json!(page.log);
        told
    };
    liar(honest, change).await
}

async fn whole_log(world: &World) -> LogPage {
    get(world, "/api/transparency/log").await.read()
}

#[tokio::test]
async fn an_audit_finds_what_a_server_gave_up_and_what_cannot_be() {
    let left = Left::by_a_match().await;
    let page = whole_log(&left.world).await;
    let [began, ended] = page.entries[..] else {
        panic!("{:?}", page.entries)
    };
    let show = async |entries: &[LogEntry]| {
        let page = log_of(entries, 1, &left.key);
        audited(liar_with(left.world.address, page).await).await
    };
    // A match that was abandoned is no contradiction: its entries show that it began and has not ended.
    let text = show(&[began]).await.unwrap();
    assert!(
        text.contains("began at") && text.contains("hasn't ended"),
        "{text}"
    );
    assert!(text.contains("1 not ended"), "{text}");
    named(show(&[began, began, ended]).await, "began twice");
    named(show(&[ended]).await, "ended before it began");
    let of_match = |entry: LogEntry, match_number| LogEntry {
        match_number,
        ..entry
    };
    let second = of_match(began, 2);
    show(&[began, ended, second]).await.unwrap();
    let restarted = show(&[began, second, of_match(ended, 2)]).await;
    named(restarted, "began, and match 1 hadn't ended");
    let left_out = show(&[began, ended, of_match(began, 3)]).await;
    named(left_out, "began, and match 2 never did");
    let off = |missing| LogEntry {
        event: LogEvent::CalledOff { missing },
        ..began
    };
    let text = show(&[began, off(0b10), second]).await.unwrap();
    assert!(text.contains("1 of 2 matches were called off"), "{text}");
    assert!(text.contains("for seeds of seats 1"), "{text}");
    named(show(&[began, off(0)]).await, "no seat was missing");
    let late = LogEntry {
        at_ms: began.at_ms + 60 * 60 * 1000,
        ..began
    };
    named(show(&[late, ended]).await, "times go back");
    // The signature belongs to a log whose entries are different.
    let changed = liar(left.world.address, |path, mut told| {
        if path.contains("/log") {
            told["entries"][0]["at_ms"] = json!(0);
        }
        told
    });
    named(
        audited(changed.await).await,
        "has another hash than its head says",
    );
    let key = SigningKey::from_seed(&[3; 32]);
    let stranger = liar_with(left.world.address, log_of(&[began], 1, &key)).await;
    named(audited(stranger).await, "isn't signed by the key");
}

#[tokio::test]
async fn a_receipt_alone_shows_what_became_of_its_match() {
    let left = Left::by_a_match().await;
    let alone = async |receipt: &Receipt, log: SocketAddr| {
        let mut command = verifier();
        command
            .arg("--receipt")
            .arg(left.file("receipt.json", receipt));
        command.arg("--log").arg(format!("http://{log}"));
        said(command).await
    };
    let honest = left.world.address;
    let text = alone(&left.receipt, honest).await.unwrap();
    assert!(text.contains("it ended at"), "{text}");

    let dropped = liar(honest, |path, mut told| {
        if path.contains("/entries") {
            told["entries"].as_array_mut().unwrap().truncate(1);
        }
        told
    });
    let text = alone(&left.receipt, dropped.await).await.unwrap();
    assert!(text.contains("HASN'T ENDED"), "{text}");

    // The server makes another log for the player, in which the match began otherwise.
    let mut forked = left.receipt.clone();
    forked.commitment = Seed::from([1; 32]).commitment();
    forked.log = log_of(&[forked.entry()], forked.log.at_ms, &left.key).log;
    named(
        alone(&forked, honest).await,
        "the public log isn't what it was",
    );
    // The response has the proved entries of another table.
    let rules = short(Preset::BLOCK.rules(), 20);
    let mut table = left.world.table(&public(rules)).await;
    let fairness = played(&left.world, &mut table).await.fairness.unwrap();
    let name = log_name(fairness.table);
    let path = format!("/api/transparency/entries?table={name}");
    let elsewhere: Value = get(&left.world, &path).await.read();
    let other = liar(honest, move |path, told| {
        if path.contains("/entries") {
            elsewhere.clone()
        } else {
            told
        }
    });
    named(
        alone(&left.receipt, other.await).await,
        "an entry of another table",
    );
}

#[tokio::test]
async fn two_heads_for_one_place_in_the_log_are_named() {
    let left = Left::by_a_match().await;
    let mut forked = left.receipt.clone();
    forked.at_ms += 1;
    forked.log = log_of(&[forked.entry()], forked.log.at_ms, &left.key).log;
    assert_eq!(forked.log.size, left.receipt.log.size);
    let receipts = [&left.receipt, &forked].map(|receipt| {
        let root = receipt.log.root;
        left.file(&format!("{root}.json"), receipt)
    });
    let both = left.verify_with(&left.record, &receipts, None).await;
    named(both, "are signed by the key");
}

#[tokio::test]
async fn an_audit_remembers_what_the_log_was() {
    let left = Left::by_a_match().await;
    let state = left.directory.path().join("state.json");
    // The attacker answers at one address: honestly at first, then with another log that is whole by itself.
    let page = whole_log(&left.world).await;
    let other = log_of(
        &[LogEntry {
            at_ms: 1,
            ..page.entries[0]
        }],
        1,
        &left.key,
    );
    let is_honest = Arc::new(AtomicBool::new(true));
    let honest = Arc::clone(&is_honest);
    let log = liar(left.world.address, move |path, mut told| {
        if honest.load(Ordering::Relaxed) {
            told
        } else if path.contains("/log") {
            json!(other)
        } else {
            told["log"] = json!(other.log);
            told
        }
    });
    let log = log.await;
    let audit = async || {
        let mut command = verifier();
        command.arg("--audit").arg(format!("http://{log}"));
        command.arg("--state").arg(&state);
        said(command).await
    };
    for _ in 0..2 {
        audit().await.unwrap();
    }
    is_honest.store(false, Ordering::Relaxed);
    audited(log).await.unwrap();
    named(audit().await, "isn't what it was at the audit before");
    is_honest.store(true, Ordering::Relaxed);
    audit().await.unwrap();
}

#[tokio::test]
async fn the_log_goes_on_over_restarts() {
    let mut left = Left::by_a_match().await;
    left.world = left.world.restarted().await.restarted().await;
    left.verify(&left.record, Some(left.world.address))
        .await
        .unwrap();
    let text = audited(left.world.address).await.unwrap();
    assert!(text.contains("2 entries are whole"), "{text}");
}

#[tokio::test]
async fn all_players_see_that_a_match_is_given_up() {
    let world = World::new().await;
    let mut table = world.table(&public(*Preset::BLOCK.rules())).await;
    ready(&mut table).await;
    reveal(&mut table).await;
    let text = audited(world.address).await.unwrap();
    assert!(
        text.contains("1 began, 0 ended, 0 aborted, 0 called off, 1 not ended"),
        "{text}"
    );
    for player in &mut table.players {
        player
            .send(&Request::Agree { agree: true }.at(table.id))
            .await;
    }
    table.sync().await;
    let text = audited(world.address).await.unwrap();
    assert!(
        text.contains("0 ended, 1 aborted, 0 called off, 0 not ended"),
        "{text}"
    );
}
