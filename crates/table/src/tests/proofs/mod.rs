//! Tests of the proof of deals. `scripts/verify-deal` checks records that are made from a table's own log.
//! This script shares no code with the server, and is written only from the description of the scheme. It knows no
//! rules: `boneyard_records::check` checks that the same records were played by them.

mod forged;
mod perl;
mod played;
mod section;

use std::path::{Path, PathBuf};
use std::process::Command as Process;

use boneyard_fair::{Chain, Deal, Purpose, Secret};
use boneyard_protocol::Fairness;
use boneyard_records::{Checked, Contradiction, check};
use boneyard_rules::Order;
use boneyard_rules::line::Preset;
use boneyard_rules::line::TileOrder;
use boneyard_rules::line::rules::DominoSet;
use serde_json::{Value, json};

use self::played::{Habit, Table, records};

fn script() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/verify-deal")
}

/// Runs the verifier on records. Returns whether it agrees with all of them, and what it prints.
fn verify(records: &[Value]) -> (bool, String) {
    let folder = tempfile::tempdir().unwrap();
    let files: Vec<_> = (0..records.len())
        .map(|n| folder.path().join(format!("{n}.json")))
        .collect();
    for (record, file) in records.iter().zip(&files) {
        std::fs::write(file, record.to_string()).unwrap();
    }
    let output = Process::new("python3").arg(script()).args(&files).output();
    let output = output.expect("python3 is installed");
    let said = String::from_utf8(output.stdout).unwrap() + &String::from_utf8_lossy(&output.stderr);
    (output.status.success(), said)
}

/// Plays a record again by the rules.
fn replayed(record: &Value) -> Result<Checked, Contradiction> {
    check(&serde_json::from_value(record.clone()).unwrap())
}

#[test]
fn another_program_agrees_with_thousands_of_rounds() {
    let records = records(10_000);
    let (agrees, said) = verify(&records);
    assert!(agrees, "{said}");
    for record in &records {
        replayed(record).unwrap();
    }
    let rounds: usize = said
        .lines()
        .filter_map(|line| {
            line.split_once(": ")?
                .1
                .split_once(" rounds")?
                .0
                .parse::<usize>()
                .ok()
        })
        .sum();
    assert!(rounds >= 10_000, "{said}");
    assert_eq!(said.lines().count(), records.len());
    eprintln!("{} records, {rounds} rounds", records.len());
}

#[test]
fn another_program_agrees_with_the_published_vectors() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let vectors = docs.join("fair-deal-vectors.json");
    let output = Process::new("python3")
        .arg(script())
        .arg("--vectors")
        .arg(&vectors)
        .output();
    assert!(output.unwrap().status.success());
    // If two things of an order are exchanged, the verifier must disagree.
    let folder = tempfile::tempdir().unwrap();
    let text = std::fs::read_to_string(vectors).unwrap();
    let (before, order) = text.split_once("\"order\"").unwrap();
    let order = order
        .replacen(" 27,", " x,", 1)
        .replacen(" 11,", " 27,", 1)
        .replacen(" x,", " 11,", 1);
    let changed = folder.path().join("changed.json");
    std::fs::write(&changed, format!("{before}\"order\"{order}")).unwrap();
    let output = Process::new("python3")
        .arg(script())
        .arg("--vectors")
        .arg(changed)
        .output();
    assert_eq!(output.unwrap().status.code(), Some(1));
}

/// A match of several rounds for which both players revealed their seeds, and its record.
fn honest() -> (Table, Value) {
    let mut table = Table::open(*Preset::BLOCK.rules(), &[], 7);
    table.begin(&[Habit::Reveals; 2], 7);
    table.play(7);
    let record = table.record();
    assert!(record["fairness"]["rounds"].as_array().unwrap().len() > 2);
    (table, record)
}

fn turn_a_digit(value: &mut Value) {
    let text = value.as_str().unwrap();
    let turned = if text.starts_with('0') { '1' } else { '0' };
    *value = format!("{turned}{}", &text[1..]).into();
}

fn found(record: &Value, what: &str) {
    let (agrees, said) = verify(std::slice::from_ref(record));
    assert!(
        !agrees && said.contains("DOES NOT AGREE") && said.contains(what),
        "{said}"
    );
}

/// The record, changed so that a round's tiles have another order, both in the proof and in the transcript.
fn dealt_otherwise(record: &Value, round: usize, order: &Order) -> Value {
    let mut record = record.clone();
    let dealt = &mut record["fairness"]["rounds"][round]["deals"][0];
    let words = |things: &Value| -> String {
        let order: Order = serde_json::from_value(things.clone()).unwrap();
        let is_of = |set: &&DominoSet| set.len() == order.things().len();
        let set = *DominoSet::ALL.iter().find(is_of).unwrap();
        let order = TileOrder::new(set, &order).unwrap();
        let tiles: Vec<_> = order.tiles().iter().map(ToString::to_string).collect();
        tiles.join(" ")
    };
    let before = words(dealt);
    *dealt = json!(order);
    let after = words(dealt);
    let transcript = record["transcript"].as_str().unwrap();
    assert!(transcript.contains(&before));
    record["transcript"] = transcript.replace(&before, &after).into();
    record
}

#[test]
fn whatever_is_changed_is_found() {
    let (table, honest) = honest();
    assert!(verify(std::slice::from_ref(&honest)).0);
    for round in [0, 1, 2] {
        let mut changed = honest.clone();
        turn_a_digit(&mut changed["fairness"]["rounds"][round]["secret"]);
        found(&changed, "isn't one that the match is bound to");
    }
    for seat in [0, 1] {
        let mut changed = honest.clone();
        turn_a_digit(&mut changed["fairness"]["seats"][seat]["seed"]);
        found(&changed, "isn't the one that it promised");
        let mut missing = honest.clone();
        missing["fairness"]["seats"][seat]["seed"] = Value::Null;
        found(&missing, "the promised seed of seat");
        let mut unpromised = missing;
        unpromised["fairness"]["seats"][seat]["promise"] = Value::Null;
        found(&unpromised, "aren't dealt as the seeds make them");
        let mut other_head = honest.clone();
        turn_a_digit(&mut other_head["fairness"]["seats"][seat]["promise"]["head"]["root"]);
        found(&other_head, "aren't dealt as the seeds make them");
    }
    let mut changed = honest.clone();
    turn_a_digit(&mut changed["fairness"]["commitment"]);
    found(&changed, "isn't one that the match is bound to");
    // The record names another table or another match. Each shuffle belongs to one match at one table.
    let mut changed = honest.clone();
    turn_a_digit(&mut changed["fairness"]["table"]);
    found(&changed, "aren't dealt as the seeds make them");
    let mut changed = honest.clone();
    changed["fairness"]["match"] = json!(2);
    found(&changed, "aren't dealt as the seeds make them");
    // The record proves one round more, or one round less, than were played.
    let rounds = honest["fairness"]["rounds"].as_array().unwrap();
    let (mut more, mut fewer) = (honest.clone(), honest.clone());
    more["fairness"]["rounds"] = [rounds.as_slice(), &rounds[..1]].concat().into();
    fewer["fairness"]["rounds"] = rounds[..rounds.len() - 1].into();
    found(&more, "are proved");
    found(&fewer, "are proved");
    // Two tiles are exchanged, within a hand or between two hands.
    let fairness = table.state.fairness(None).unwrap();
    for (one, other) in [(0, 1), (0, 7), (3, 27)] {
        let mut order = fairness.rounds[1].deals[0].clone();
        order.swap(one, other);
        let changed = dealt_otherwise(&honest, 1, &order);
        found(&changed, "round 2: the tiles aren't dealt");
    }
}

/// A dishonest server that knows all seeds searches its chain for a place whose deals it likes. The verifier
/// finds this, because each round has its own place in the chain.
#[test]
fn another_place_in_the_chain_is_found() {
    let (table, honest) = honest();
    let fairness = table.state.fairness(None).unwrap();
    let chain = Chain::new(&table.seed(), 1);
    let mut chosen = honest["fairness"].clone();
    // Only the deals are replaced, as if a match had been played with them.
    for (index, round) in fairness.rounds.iter().enumerate() {
        let secret = chain.secret(round.round + 30).unwrap();
        let order = order_of(&fairness, &secret, round.round);
        chosen["rounds"][index]["deals"] = json!([order]);
        chosen["rounds"][index]["secret"] = json!(secret);
    }
    found(&chosen, "isn't one that the match is bound to");
}

/// The order that the verifier expects for a round, if its secret is this one.
fn order_of(fairness: &Fairness, secret: &Secret, round: u32) -> Order {
    let deal = Deal {
        terms: fairness.terms(),
        round,
        purpose: Purpose::Deal,
        attempt: 0,
        seeds: &fairness.seeds(),
    };
    boneyard_fair::order(secret, &deal, 28)
}

/// The record says that the tiles were dealt a second time, but the rules don't require this. Only the
/// rules may decide it.
#[test]
fn a_deal_that_the_rules_would_not_make_again_is_found() {
    let (_, honest) = honest();
    let mut again = honest.clone();
    let dealt = again["fairness"]["rounds"][0]["deals"][0].clone();
    again["fairness"]["rounds"][0]["deals"] = json!([dealt, dealt]);
    let transcript = honest["transcript"].as_str().unwrap();
    let line = transcript
        .lines()
        .find(|line| line.starts_with("deal "))
        .unwrap();
    let (_, tiles) = line.split_once(": ").unwrap();
    again["transcript"] = transcript
        .replacen(line, &format!("deal again: {tiles}\n{line}"), 1)
        .into();
    let (agrees, said) = verify(&[again]);
    assert!(!agrees && said.contains("DOES NOT AGREE"), "{said}");
}

#[test]
fn what_the_panel_of_a_table_copies_is_checked_as_well() {
    let (_, honest) = honest();
    let mut proof = honest["fairness"].clone();
    let (agrees, said) = verify(std::slice::from_ref(&proof));
    assert!(
        agrees && said.contains("nothing is known of the plays"),
        "{said}"
    );
    turn_a_digit(&mut proof["rounds"][1]["secret"]);
    found(&proof, "isn't one that the match is bound to");
}

/// Each test vector of `orders` has an order of the tiles. The test changes each hex digit of each vector,
/// one digit at a time. From the changed vector, the verifier must compute another order of the tiles, or
/// refuse the vector.
#[test]
fn no_digit_of_the_published_vectors_can_be_changed() {
    const PROGRAM: &str = r#"
import copy, importlib.machinery, importlib.util, json, sys
loader = importlib.machinery.SourceFileLoader("verify_deal", sys.argv[1])
program = importlib.util.module_from_spec(importlib.util.spec_from_loader("verify_deal", loader))
loader.exec_module(program)
vectors = json.load(open(sys.argv[2]))

def texts(value, path=()):
    if isinstance(value, dict):
        return [found for key in value for found in texts(value[key], (*path, key))]
    if isinstance(value, list):
        return [found for n, one in enumerate(value) for found in texts(one, (*path, n))]
    is_hex = isinstance(value, str) and len(value) in (32, 64)
    return [(path, value)] if is_hex else []

turned = 0
for case in vectors["orders"]:
    for path, text in texts(case):
        for n, digit in enumerate(text):
            forged = copy.deepcopy(case)
            at = forged
            for key in path[:-1]:
                at = at[key]
            at[path[-1]] = text[:n] + ("1" if digit == "0" else "0") + text[n + 1 :]
            turned += 1
            try:
                program.check_vectors({**vectors, "seeds": vectors["seeds"][:1], "chains": vectors["chains"][:1], "terms": vectors["terms"][:1], "orders": [forged]})
            except program.Mismatch:
                continue
            sys.exit(f"not noticed: {path} {n} of {case}")
print(turned)
"#;
    let vectors = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/fair-deal-vectors.json");
    let output = Process::new("python3")
        .args(["-c", PROGRAM])
        .args([script(), vectors])
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let turned: usize = said.trim().parse().unwrap();
    assert!(turned > 8_000, "{turned}");
}

/// A dishonest server deals a round with the number, or with the secret, of an earlier round.
#[test]
fn a_round_number_that_is_used_again_is_found() {
    let (table, honest) = honest();
    let fairness = table.state.fairness(None).unwrap();
    let [first, second, ..] = fairness.rounds.as_slice() else {
        panic!("there are more rounds")
    };
    // Round 2 is dealt with the number of round 1 and the secret of round 2. One record's proof says that the
    // round was dealt with number 2; another record's proof shows the number 1.
    let mut reused = dealt_otherwise(&honest, 1, &order_of(&fairness, &second.secret, 1));
    found(&reused, "round 2: the tiles aren't dealt");
    reused["fairness"]["rounds"][1]["round"] = json!(1);
    found(&reused, "round 2 was dealt as round 1");
    // Round 2 is dealt with the secret of round 1: once under the number of round 1, once under its own
    // number.
    for (told, number) in [(1, 1), (2, 2)] {
        let mut reused = dealt_otherwise(&honest, 1, &order_of(&fairness, &first.secret, number));
        reused["fairness"]["rounds"][1]["secret"] = json!(first.secret);
        reused["fairness"]["rounds"][1]["round"] = json!(told);
        let (agrees, said) = verify(&[reused]);
        assert!(!agrees, "{said}");
    }
}

/// A seat that keeps its seed back has two matches called off, and then the tiles are dealt without it. Each
/// match has a chain of its own.
#[test]
fn a_match_is_dealt_from_all_promised_seeds_however_often_it_was_called_off() {
    let mut table = Table::open(*Preset::BLOCK.rules(), &[], 7);
    table.begin(&[Habit::Reveals, Habit::KeepsBack], 7);
    table.play(7);
    let fairness = table.state.fairness(None).unwrap();
    assert_eq!(fairness.match_number, 3);
    let [first, second] = [0, 1].map(|seat| fairness.seats.as_slice()[seat]);
    assert!(first.seed.is_some() && second.promise.is_none());
    let chain = Chain::new(&table.seed(), 3);
    assert_eq!(fairness.commitment, chain.commitment());
    assert!(verify(&[table.record()]).0);
    table.begin(&[Habit::Reveals; 2], 7);
    table.play(7);
    let fairness = table.state.fairness(None).unwrap();
    assert_eq!((fairness.match_number, fairness.seeds().len()), (4, 2));
    assert!(verify(&[table.record()]).0);
}
