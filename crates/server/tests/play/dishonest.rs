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
use boneyard_protocol::transparency::{
    LogEntry, LogEvent, RecordSignature, SignedTreeHead, TreeHead, TreePage,
};
use boneyard_protocol::{ClockRule, Hash, Receipt, Request, Seed};
use boneyard_rules::Preset;
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
        let receipt = table.players[0].receipts[0];
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

fn verifier() -> Command {
    let mut command = Command::new("python3");
    command.arg(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../scripts/verify-deal"
    ));
    command
}

/// Runs the verifier. Returns its output: `Ok` if everything agrees, or `Err` with the contradiction.
async fn said(mut command: Command) -> Result<String, String> {
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

/// How a dishonest server changes a receipt before it signs it.
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
        text.contains("1 opened, 1 began, 1 ended, 0 aborted, 0 not ended"),
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
        let head = log.head.signed(&own);
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
    // Each change makes the receipt differ from the record. The changed receipt is checked twice: first with
    // the old signature, and then with a new signature by the server's key.
    let changes: [fn(&mut Receipt); 3] = [
        |receipt| receipt.first = 9,
        |receipt| receipt.commitment = Seed::from([1; 32]).commitment(),
        |receipt| {
            receipt.seats = receipt
                .seats
                .map(|_| Some(Seed::from([1; 32]).commitment()));
        },
    ];
    for change in changes {
        let mut receipt = left.receipt;
        change(&mut receipt);
        let file = left.file("other.json", &receipt);
        let forged = left.verify_with(&left.record, &[file], None).await;
        named(forged, "the receipt isn't signed by the key");
        receipt.signature = left.key.sign(&receipt.message());
        let file = left.file("other.json", &receipt);
        let bound = left.verify_with(&left.record, &[file], None).await;
        named(bound, "other.json says something else");
    }
    let mut elsewhere = left.receipt;
    elsewhere.match_number = 2;
    elsewhere.signature = left.key.sign(&elsewhere.message());
    let file = left.file("other.json", &elsewhere);
    let lost = left.verify_with(&left.record, &[file], None).await;
    named(lost, "none of the records is of its table and match");
}

#[tokio::test]
async fn a_server_that_rewrites_its_log_is_named() {
    let left = Left::by_a_match().await;
    let honest = left.world.address;
    let page: TreePage = get(&left.world, "/api/transparency/trees/1").await.read();

    // The end of the match is missing in the response.
    let silent = liar(honest, |path, mut told| {
        if path.contains("/entries") {
            told["entries"].as_array_mut().unwrap().truncate(2);
        }
        told
    });
    let said = left.verify(&left.record, Some(silent.await)).await;
    named(said, "didn't end once, after it began");

    // The response says that the match began twice.
    let again = liar(honest, |path, mut told| {
        if path.contains("/entries") {
            let entries = told["entries"].as_array_mut().unwrap();
            let began = entries[1].clone();
            entries.insert(1, began);
        }
        told
    });
    let said = left.verify(&left.record, Some(again.await)).await;
    named(said, "began 2 times");

    // In the response, the terms of the match differ from those in the record, or the transcript differs.
    for (place, field) in [(1, "terms"), (2, "transcript")] {
        let other = liar(honest, move |path, mut told| {
            if path.contains("/entries") {
                told["entries"][place]["entry"][field] = json!(Hash::of(&[]));
            }
            told
        });
        let said = left.verify(&left.record, Some(other.await)).await;
        named(said, "an entry isn't in the tree of the public log");
    }

    // The response has a tree without the last entry, with a new signature. This tree doesn't continue the
    // signed head that the player received earlier.
    let path = format!("/api/m/{}", left.record.id);
    let record: Record = get(&left.world, &path).await.read();
    assert_eq!(record.signed.unwrap().log.head, page.log.head);
    let other = Hash::of(&[b"another tree"]);
    let key = left.key.clone();
    let forked = liar(honest, move |path, mut told| {
        if path.contains("/consistency") {
            let head: SignedTreeHead = serde_json::from_value(told["log"].clone()).unwrap();
            let head = TreeHead {
                root: other,
                ..head.head
            };
            told["log"] = json!(head.signed(&key));
        }
        told
    });
    let said = left.verify_with(&record, &[], Some(forked.await)).await;
    named(said, "the public log isn't what it was");
}

/// A tree with these entries, as the response of a server with a single page.
fn tree_of(entries: &[LogEntry], key: &SigningKey) -> Value {
    let mut tree = MemoryBackedTree::<Sha256, Vec<u8>>::new();
    for entry in entries {
        tree.push(entry.to_bytes());
    }
    let root: [u8; 32] = (*tree.root().as_bytes()).into();
    let head = TreeHead {
        tree: 1,
        size: entries.len() as u32,
        at_ms: 1,
        root: Hash::from(root),
    };
    json!(TreePage {
        log: head.signed(key),
        entries: entries.to_vec(),
        next: None,
    })
}

#[tokio::test]
async fn an_audit_finds_what_a_server_gave_up_and_what_cannot_be() {
    let left = Left::by_a_match().await;
    let page: TreePage = get(&left.world, "/api/transparency/trees/1").await.read();
    let [opened, began, ended] = page.entries[..] else {
        panic!("{:?}", page.entries)
    };
    let show = async |entries: &[LogEntry]| {
        let page = tree_of(entries, &left.key);
        let change = move |path: &str, told: Value| {
            if path.contains("/trees/") {
                page.clone()
            } else {
                told
            }
        };
        audited(liar(left.world.address, change).await).await
    };
    // A match that was abandoned is no contradiction: its entries show that it began and has not ended.
    let text = show(&[opened, began]).await.unwrap();
    assert!(
        text.contains("began at") && text.contains("hasn't ended"),
        "{text}"
    );
    assert!(text.contains("1 not ended"), "{text}");
    named(show(&[opened, began, began, ended]).await, "began twice");
    named(show(&[opened, ended]).await, "ended before it began");
    named(show(&[began, ended]).await, "at a table that wasn't opened");
    let of_match = |mut entry: LogEntry, number| {
        if let LogEvent::Began { match_number, .. } | LogEvent::Ended { match_number, .. } =
            &mut entry.event
        {
            *match_number = number;
        }
        entry
    };
    let second = of_match(began, 2);
    show(&[opened, began, ended, second]).await.unwrap();
    let restarted = show(&[opened, began, second, of_match(ended, 2)]).await;
    named(restarted, "began, and match 1 hadn't ended");
    let left_out = show(&[opened, began, ended, of_match(began, 3)]).await;
    named(left_out, "began, and match 2 never did");
    let hour_ms = 60 * 60 * 1000;
    let late = LogEntry {
        at_ms: opened.at_ms + hour_ms,
        ..opened
    };
    named(show(&[late, began, ended]).await, "in tree 1 times go back");
    // The signature belongs to a tree whose entries are different.
    let changed = liar(left.world.address, |path, mut told| {
        if path.contains("/trees/") {
            told["entries"][0]["at_ms"] = json!(0);
        }
        told
    });
    named(
        audited(changed.await).await,
        "has another hash than its head says",
    );
    let key = SigningKey::from_seed(&[3; 32]);
    let page = tree_of(&[opened], &key);
    let stranger = liar(left.world.address, move |path, told| {
        if path.contains("/trees/") {
            page.clone()
        } else {
            told
        }
    });
    named(audited(stranger.await).await, "isn't signed by the key");
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
            told["entries"].as_array_mut().unwrap().truncate(2);
        }
        told
    });
    let text = alone(&left.receipt, dropped.await).await.unwrap();
    assert!(text.contains("HASN'T ENDED"), "{text}");

    let changes: [(Forgery, &str); 3] = [
        (|receipt| receipt.match_number = 2, "began 0 times"),
        (|receipt| receipt.first = 9, "tells of other promises"),
        (
            |receipt| receipt.at_ms -= 60 * 60 * 1000,
            "from its receipt",
        ),
    ];
    for (change, what) in changes {
        let mut receipt = left.receipt;
        change(&mut receipt);
        receipt.signature = left.key.sign(&receipt.message());
        named(alone(&receipt, honest).await, what);
    }
    // The response has the proved entries of another table.
    let rules = short(Preset::BLOCK.rules(), 20);
    let mut table = left.world.table(&public(rules)).await;
    let fairness = played(&left.world, &mut table).await.fairness.unwrap();
    let path = format!(
        "/api/transparency/entries?commitment={}",
        fairness.commitment
    );
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
        "an entry of another match",
    );
}

#[tokio::test]
async fn two_heads_for_one_place_in_the_log_are_named() {
    let left = Left::by_a_match().await;
    let mut forked = left.receipt;
    forked.log.head.root = Hash::of(&[b"another tree"]);
    forked.log = forked.log.head.signed(&left.key);
    forked.signature = left.key.sign(&forked.message());
    let receipts = [&left.receipt, &forked].map(|receipt| {
        let root = receipt.log.head.root;
        left.file(&format!("{root}.json"), receipt)
    });
    let both = left.verify_with(&left.record, &receipts, None).await;
    named(both, "has signed two heads");
}

#[tokio::test]
async fn an_audit_remembers_what_the_log_was() {
    let left = Left::by_a_match().await;
    let state = left.directory.path().join("state.json");
    // The attacker answers at one address: honestly at first, then with another log that is whole by itself.
    let page: TreePage = get(&left.world, "/api/transparency/trees/1").await.read();
    let other = tree_of(&page.entries[..1], &left.key);
    let is_honest = Arc::new(AtomicBool::new(true));
    let honest = Arc::clone(&is_honest);
    let log = liar(left.world.address, move |path, told| {
        if honest.load(Ordering::Relaxed) || !path.contains("/trees/") {
            told
        } else {
            other.clone()
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
async fn the_log_goes_on_over_restarts_and_a_break_is_named() {
    let Left {
        world,
        key,
        record,
        receipt,
        directory,
    } = Left::by_a_match().await;
    let world = world.restarted().await.restarted().await;
    let left = Left {
        world,
        key,
        record,
        receipt,
        directory,
    };
    left.verify(&left.record, Some(left.world.address))
        .await
        .unwrap();
    let text = audited(left.world.address).await.unwrap();
    assert!(text.contains("3 trees are whole"), "{text}");
    let broken = liar(left.world.address, |path, mut told| {
        if path.contains("/trees/2?") {
            told["entries"][0]["size"] = json!(1);
        }
        told
    });
    let broken = broken.await;
    named(
        left.verify(&left.record, Some(broken)).await,
        "a tree doesn't go on from an earlier head",
    );
    named(audited(broken).await, "names another one");
}

#[tokio::test]
async fn all_players_see_that_a_match_is_called_off() {
    let world = World::new().await;
    let mut table = world.table(&public(*Preset::BLOCK.rules())).await;
    ready(&mut table).await;
    reveal(&mut table).await;
    let text = audited(world.address).await.unwrap();
    assert!(
        text.contains("1 opened, 1 began, 0 ended, 0 aborted, 1 not ended"),
        "{text}"
    );
    for player in &mut table.players {
        player
            .send(&Request::Agree { agree: true }.at(table.id))
            .await;
    }
    table.sync().await;
    let text = audited(world.address).await.unwrap();
    assert!(text.contains("0 ended, 1 aborted, 0 not ended"), "{text}");
}
