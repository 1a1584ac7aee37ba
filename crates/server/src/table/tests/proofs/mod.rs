//! What the table's deals leave behind proves them: records that the table's own log gives are
//! checked by `scripts/verify-deal`, which shares nothing with this code but the description.

mod played;

use std::path::{Path, PathBuf};
use std::process::Command as Process;

use boneyard_fair::{Chain, Contribution, Deal, Purpose};
use boneyard_rules::{Order, Preset, Rules, Tile};
use serde_json::{Value, json};

use self::played::{Habit, Table, records};
use crate::table::state::event::TableEvent;

fn script() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/verify-deal")
}

/// Has the verifier look at records; whether it agrees with all of them, and what it says.
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

#[test]
fn another_program_agrees_with_a_thousand_rounds() {
    let records = records(1_000);
    let (agrees, said) = verify(&records);
    assert!(agrees, "{said}");
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
    assert!(rounds >= 1_000, "{said}");
    assert_eq!(said.lines().count(), records.len());
    eprintln!("{} records, {rounds} rounds", records.len());
}

#[test]
fn another_program_agrees_with_the_published_vectors() {
    let vectors = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/fair-deal-vectors.json");
    let output = Process::new("python3")
        .arg(script())
        .arg("--vectors")
        .arg(&vectors)
        .output();
    assert!(output.unwrap().status.success());
    // One digit of it changed, it no longer does.
    let folder = tempfile::tempdir().unwrap();
    let text = std::fs::read_to_string(vectors).unwrap();
    let (before, order) = text.split_once("\"order\"").unwrap();
    let order = order
        .replacen("6-6", "x-x", 1)
        .replacen("5-5", "6-6", 1)
        .replacen("x-x", "5-5", 1);
    let changed = folder.path().join("changed.json");
    std::fs::write(&changed, format!("{before}\"order\"{order}")).unwrap();
    let output = Process::new("python3")
        .arg(script())
        .arg("--vectors")
        .arg(changed)
        .output();
    assert_eq!(output.unwrap().status.code(), Some(1));
}

/// A match of several rounds in which both players gave seeds.
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

/// The record with a round's deal in another order, in proof and transcript alike.
fn dealt_otherwise(record: &Value, round: usize, order: &[Tile]) -> Value {
    let mut record = record.clone();
    let dealt = &mut record["fairness"]["rounds"][round]["deals"][0];
    let words = |tiles: &Value| -> String {
        let tiles = tiles
            .as_array()
            .unwrap()
            .iter()
            .map(|tile| tile.as_str().unwrap());
        tiles.collect::<Vec<_>>().join(" ")
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
        found(&changed, "aren't dealt as the seeds make them");
    }
    for seat in [0, 1] {
        let mut changed = honest.clone();
        turn_a_digit(&mut changed["fairness"]["seats"][seat]["seed"]);
        found(&changed, "isn't the one that it promised");
        let mut withheld = honest.clone();
        withheld["fairness"]["seats"][seat]["seed"] = Value::Null;
        found(&withheld, "aren't dealt as the seeds make them");
        let mut unpromised = withheld;
        unpromised["fairness"]["seats"][seat]["commitment"] = Value::Null;
        found(&unpromised, "aren't dealt as the seeds make them");
    }
    let mut changed = honest.clone();
    turn_a_digit(&mut changed["fairness"]["commitment"]);
    found(&changed, "isn't the one that the table was bound to");
    // Two tiles have changed places, within a hand or between two.
    let fairness = table.state.fairness(None).unwrap();
    for (one, other) in [(0, 1), (0, 7), (3, 27)] {
        let mut order = fairness.rounds[1].deals[0].clone();
        order.swap(one, other);
        let changed = dealt_otherwise(&honest, 1, &order);
        found(&changed, "round 2: the tiles aren't dealt");
    }
    // Somebody plays what another holds, or draws past the next tile.
    let mut changed = honest.clone();
    let transcript = changed["transcript"].as_str().unwrap();
    let first = transcript
        .lines()
        .find(|line| line.contains(" plays "))
        .unwrap();
    let other = match first.split_at(1) {
        ("0", rest) => format!("1{rest}"),
        (_, rest) => format!("0{rest}"),
    };
    changed["transcript"] = transcript.replacen(first, &other, 1).into();
    found(&changed, "which it doesn't hold");
}

/// A server that deals a round by the number, or the secret, of an earlier one.
#[test]
fn a_round_number_that_is_used_again_is_found() {
    let (table, honest) = honest();
    let fairness = table.state.fairness(None).unwrap();
    let [first, second, ..] = fairness.rounds.as_slice() else {
        panic!("there are more rounds")
    };
    let seats: Vec<Contribution> = fairness
        .seats
        .as_slice()
        .iter()
        .map(|&s| s.into())
        .collect();
    let order = |secret, round| -> Order {
        boneyard_fair::order(
            secret,
            &Deal {
                match_number: fairness.match_number,
                round,
                purpose: Purpose::Deal,
                attempt: 0,
                seats: &seats,
            },
        )
    };
    // The number of round 1 with the secret of round 2, told or not told.
    let mut reused = dealt_otherwise(&honest, 1, order(&second.secret, 1).tiles());
    found(&reused, "round 2: the tiles aren't dealt");
    reused["fairness"]["rounds"][1]["round"] = json!(1);
    found(&reused, "round 2 was dealt as round 1");
    // The secret of round 1 once more, under either number.
    for (told, number) in [(1, 1), (2, 2)] {
        let mut reused = dealt_otherwise(&honest, 1, order(&first.secret, number).tiles());
        reused["fairness"]["rounds"][1]["secret"] = json!(first.secret);
        reused["fairness"]["rounds"][1]["round"] = json!(told);
        let (agrees, said) = verify(&[reused]);
        assert!(!agrees, "{said}");
    }
}

#[test]
fn a_table_that_has_used_up_a_chain_shows_the_next_before_anybody_promises() {
    let mut options = **Preset::BLOCK.rules();
    options.target = 1;
    let mut table = Table::open(Rules::try_from(options).unwrap(), &[], 3);
    let head = table
        .state
        .deals
        .room_fairness(&table.state.matches)
        .commitment;
    let mut seen = vec![head];
    while seen.len() < 3 {
        let shown = table.state.deals.room_fairness(&table.state.matches);
        if seen.last() != Some(&shown.commitment) {
            assert!(shown.seats.iter().all(|(_, promise)| promise.is_none()));
            seen.push(shown.commitment);
        }
        table.begin(&[Habit::Reveals; 2], 3);
        assert_eq!(
            table
                .state
                .deals
                .room_fairness(&table.state.matches)
                .commitment,
            shown.commitment
        );
        table.play(3);
        assert_eq!(
            table.state.fairness(None).unwrap().commitment,
            shown.commitment
        );
        if table.state.matches.count().is_multiple_of(500) {
            assert!(verify(&[table.record()]).0);
        }
    }
    let TableEvent::Created { seed, .. } = &table.log[0] else {
        panic!("a log begins with the table")
    };
    let heads = (0..3).map(|number| Chain::new(seed, number).commitment());
    assert!(heads.eq(seen));
}
