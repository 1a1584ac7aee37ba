//! What the table's deals leave behind proves them: records that the table's own log gives are
//! checked by `scripts/verify-deal`, which shares nothing with this code but the description.

mod played;

use std::path::{Path, PathBuf};
use std::process::Command as Process;

use boneyard_fair::{Binding, Chain, Contribution, Deal, Purpose, Seed};
use boneyard_protocol::TableId;
use boneyard_rules::{Order, Preset, Rules, Seating, Tile};
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
fn another_program_agrees_with_thousands_of_rounds() {
    let records = records(6_000);
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
    assert!(rounds >= 6_000, "{said}");
    assert_eq!(said.lines().count(), records.len());
    eprintln!("{} records, {rounds} rounds", records.len());
}

/// Has a program in Perl, written from the description alone, look at records and shuffles: whether it
/// agrees with all of them, and what it says.
fn verify_in_perl(cases: &[Value]) -> (bool, String) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("cases.json");
    std::fs::write(&file, serde_json::to_vec(cases).unwrap()).unwrap();
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/table/tests/proofs/verifier.pl");
    let output = Process::new("perl")
        .arg(program)
        .stdin(std::fs::File::open(&file).unwrap())
        .output()
        .expect("perl is installed");
    let said = String::from_utf8(output.stdout).unwrap() + &String::from_utf8_lossy(&output.stderr);
    (output.status.success(), said)
}

#[test]
fn a_program_in_perl_agrees_with_a_thousand_rounds() {
    let mut records = records(1_000);
    let (agrees, said) = verify_in_perl(&records);
    assert!(agrees, "{said}");
    let secret = &mut records[3]["fairness"]["rounds"][0]["secret"];
    turn_a_digit(secret);
    let (agrees, said) = verify_in_perl(&records);
    assert!(!agrees && said.contains("case 3: secret deal"), "{said}");
}

#[test]
fn a_program_in_perl_agrees_with_thousands_of_shuffles_of_other_sets() {
    let seed = |n: u32| Seed::from(std::array::from_fn(|i| (n as usize * 31 + i * 7) as u8));
    let mut cases = Vec::new();
    for tiles in [27_u8, 55] {
        for n in 0..1_000_u32 {
            let (table, secret) = (
                TableId::from_bits(u128::from(n) << 64 | 5),
                seed(n).to_string(),
            );
            let seats = [
                Contribution::Seed(seed(n + 1)),
                Contribution::Withheld(seed(n + 2).commitment()),
                Contribution::Nothing,
            ];
            let purpose = if n % 5 == 0 {
                Purpose::Lots
            } else {
                Purpose::Deal
            };
            let deal = Deal {
                binding: Some(Binding {
                    table: table.bits().to_be_bytes(),
                    first: n + 1,
                }),
                match_number: n + 2,
                round: n % 7 + 1,
                purpose,
                attempt: n % 3,
                seats: &seats,
            };
            let places = boneyard_fair::places(&secret.parse().unwrap(), &deal, tiles);
            let all = (0..10).flat_map(|high| (0..=high).map(move |low| format!("{high}-{low}")));
            let sorted: Vec<_> = all
                .skip(usize::from(tiles == 27))
                .take(tiles.into())
                .collect();
            let order: Vec<_> = places
                .iter()
                .map(|&place| &sorted[usize::from(place)])
                .collect();
            cases.push(json!({
                "table": table, "first": n + 1, "match": n + 2, "round": n % 7 + 1,
                "purpose": i32::from(purpose == Purpose::Deal), "attempt": n % 3, "tiles": tiles,
                "secret": secret, "order": order,
                "seats": [
                    { "commitment": seed(n + 1).commitment(), "seed": seed(n + 1) },
                    { "commitment": seed(n + 2).commitment(), "seed": null },
                    { "commitment": null, "seed": null },
                ],
            }));
        }
    }
    let (agrees, said) = verify_in_perl(&cases);
    assert!(agrees, "{said}");
    assert_eq!(said, "2000 cases, 0 bad\n");
}

#[test]
fn another_program_agrees_with_the_published_vectors() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let vectors = docs.join("fair-deal-vectors.json");
    let output = Process::new("python3")
        .arg(script())
        .arg("--vectors")
        .arg(docs.join("fair-deal-vectors-1.json"))
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
    // Another table, or another place in the chain: a shuffle belongs to one match at one table.
    let mut changed = honest.clone();
    turn_a_digit(&mut changed["fairness"]["table"]);
    found(&changed, "aren't dealt as the seeds make them");
    let mut changed = honest.clone();
    changed["fairness"]["first"] = json!(2);
    found(&changed, "match 1 begins with secret 1");
    // A proof more or less than there were rounds.
    let rounds = honest["fairness"]["rounds"].as_array().unwrap();
    let (mut more, mut fewer) = (honest.clone(), honest.clone());
    more["fairness"]["rounds"] = [rounds.as_slice(), &rounds[..1]].concat().into();
    fewer["fairness"]["rounds"] = rounds[..rounds.len() - 1].into();
    found(&more, "are proved");
    found(&fewer, "are proved");
    // Two tiles have changed places, within a hand or between two.
    let fairness = table.state.fairness(None).unwrap();
    for (one, other) in [(0, 1), (0, 7), (3, 27)] {
        let mut order = fairness.rounds[1].deals[0].clone();
        order.swap(one, other);
        let changed = dealt_otherwise(&honest, 1, &order);
        found(&changed, "round 2: the tiles aren't dealt");
    }
}

/// A change of a transcript's lines.
type Retelling<'a> = Box<dyn Fn(&mut Vec<String>) + 'a>;

/// The transcript with one change of its lines.
fn retold(record: &Value, change: impl FnOnce(&mut Vec<String>)) -> Value {
    let mut record = record.clone();
    let transcript = record["transcript"].as_str().unwrap();
    let mut lines: Vec<String> = transcript.lines().map(str::to_owned).collect();
    change(&mut lines);
    record["transcript"] = format!("{}\n", lines.join("\n")).into();
    record
}

#[test]
fn a_transcript_that_the_rules_do_not_make_is_found() {
    let mut table = Table::open(Preset::MUGGINS.for_seating(Seating::Three), &[], 9);
    table.begin(&[Habit::Reveals; 3], 9);
    table.play(9);
    let honest = table.record();
    let (agrees, said) = verify(std::slice::from_ref(&honest));
    assert!(agrees, "{said}");
    let lines = honest["transcript"].as_str().unwrap().lines();
    let at = |what: &str| lines.clone().position(|line| line.contains(what)).unwrap();
    let (lots, deal, play) = (at("lots leads "), at("deal leads "), at(" plays "));
    let (scores, join) = (at(" scores "), at(" on "));
    let rounds_end = lines
        .clone()
        .position(|line| line.contains(" goes out ") || line.starts_with("blocked"));
    let rounds_end = rounds_end.unwrap();
    let turned = |line: &mut String, at: usize| {
        let digit = if &line[at..=at] == "0" { "1" } else { "0" };
        line.replace_range(at..=at, digit);
    };
    let forgeries: [(&str, Retelling); 14] = [
        (
            "the winner of the lots",
            Box::new(|lines| turned(&mut lines[lots], 11)),
        ),
        ("no lots", Box::new(|lines| drop(lines.remove(lots)))),
        ("the leader", Box::new(|lines| turned(&mut lines[deal], 11))),
        ("who plays", Box::new(|lines| turned(&mut lines[play], 0))),
        (
            "two plays in the other order",
            Box::new(|lines| lines.swap(play, join)),
        ),
        (
            "the arm",
            Box::new(|lines| {
                lines[join] = lines[join]
                    .replace(" on a ", " on d ")
                    .replace(" on b ", " on d ");
            }),
        ),
        (
            "the free end",
            Box::new(|lines| {
                let end = lines[join].len() - 1;
                turned(&mut lines[join], end);
            }),
        ),
        (
            "a play left out",
            Box::new(|lines| drop(lines.remove(join))),
        ),
        (
            "a line of junk",
            Box::new(|lines| lines.insert(join, "0 cheats".to_owned())),
        ),
        (
            "points",
            Box::new(|lines| lines[scores] = lines[scores].replace("scores ", "scores 1")),
        ),
        (
            "the side that scores",
            Box::new(|lines| turned(&mut lines[scores], 5)),
        ),
        (
            "points left out",
            Box::new(|lines| drop(lines.remove(scores))),
        ),
        (
            "what a round was worth",
            Box::new(|lines| lines[rounds_end].push('0')),
        ),
        ("the last line", Box::new(|lines| drop(lines.pop()))),
    ];
    for (what, change) in forgeries {
        let changed = retold(&honest, |lines| change(lines));
        assert!(changed != honest, "{what}");
        let (agrees, said) = verify(&[changed]);
        assert!(!agrees && said.contains("DOES NOT AGREE"), "{what}: {said}");
    }
}

#[test]
fn a_record_that_says_something_else_than_its_transcript_is_found() {
    let (_, honest) = honest();
    let winner = honest["winner"].as_u64().unwrap();
    let other = json!(1 - winner);
    let (mut target, mut hand, mut spinner) = (
        honest["rules"].clone(),
        honest["rules"].clone(),
        honest["rules"].clone(),
    );
    target["target"] = json!(101);
    hand["hand_size"] = json!(6);
    spinner["spinner"] = json!(true);
    let forgeries = [
        ("winner", other.clone()),
        ("winner", Value::Null),
        ("ending", json!({ "type": "played", "winner": other })),
        ("ending", json!({ "type": "agreed" })),
        (
            "ending",
            json!({ "type": "resigned", "seat": winner, "winner": winner }),
        ),
        ("scores", json!([100, 100])),
        ("seats", json!([{ "name": "Anybody" }])),
        ("notation", json!("Block 150")),
        ("notation", json!("Draw 100")),
        ("rules", target),
        ("rules", hand),
        ("rules", spinner),
        ("times", json!({ "ms": [1], "forced": [] })),
    ];
    for (field, value) in forgeries {
        let mut changed = honest.clone();
        changed[field] = value;
        let (agrees, said) = verify(std::slice::from_ref(&changed));
        assert!(
            !agrees && said.contains("DOES NOT AGREE"),
            "{field}: {} {said}",
            changed[field]
        );
    }
    // The target in the transcript's first line, and in all else that names it.
    let text = honest["transcript"].as_str().unwrap();
    let mut changed = honest.clone();
    changed["transcript"] = text.replacen("Block 100", "Block 150", 1).into();
    changed["notation"] = json!("Block 150");
    changed["rules"]["target"] = json!(150);
    found(&changed, "doesn't follow from what came before");
}

/// A server that has seen all seeds, and looks for the place in a long chain of its own whose deal it
/// likes: in scheme 1 that was its choice. Now the place is a part of the shuffle, and a table's first
/// match begins with secret 1.
#[test]
fn another_place_in_the_chain_is_found() {
    let (table, honest) = honest();
    let fairness = table.state.fairness(None).unwrap();
    let TableEvent::Created { seed, .. } = &table.log[0] else {
        panic!("a log begins with the table")
    };
    let chain = Chain::new(seed, 0);
    let seats: Vec<_> = fairness.seats.iter().map(|(_, &s)| s.into()).collect();
    // The deals alone, as if a match had been played with them.
    let mut chosen = honest["fairness"].clone();
    for (index, round) in fairness.rounds.iter().enumerate() {
        let secret = chain.secret(fairness.first + 30 + index as u32).unwrap();
        let deal = Deal {
            binding: fairness.binding(),
            match_number: fairness.match_number,
            round: round.round,
            purpose: Purpose::Deal,
            attempt: 0,
            seats: &seats,
        };
        let order = boneyard_fair::order(&secret, &deal);
        chosen["rounds"][index]["deals"] = json!([order.tiles().as_slice()]);
        chosen["rounds"][index]["secret"] = json!(secret);
    }
    // Told as the place where the match should have begun: the secrets are others.
    found(&chosen, "isn't one that the table was bound to");
    // Told as the place where it did begin: no first match does.
    chosen["first"] = json!(fairness.first + 30);
    found(&chosen, "match 1 begins with secret 1");
    // As a later match its shuffle would be another.
    chosen["match"] = json!(2);
    found(&chosen, "aren't dealt as the seeds make them");
}

/// A promise that was made up after the match, by a server in league with a player.
#[test]
fn another_promise_of_a_seat_that_withheld_its_seed_is_found() {
    let mut table = Table::open(*Preset::BLOCK.rules(), &[], 7);
    table.begin(&[Habit::Reveals, Habit::Withholds], 7);
    table.play(7);
    let mut record = table.record();
    assert!(verify(std::slice::from_ref(&record)).0);
    turn_a_digit(&mut record["fairness"]["seats"][1]["commitment"]);
    found(&record, "aren't dealt as the seeds make them");
}

/// Nobody holds a double in these deals, or somebody does: the rules alone say what follows.
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
    found(&proof, "isn't one that the table was bound to");
}

#[test]
fn a_table_of_an_earlier_server_deals_by_scheme_1_and_its_records_say_what_they_lack() {
    let mut table = Table::open(*Preset::BLOCK.rules(), &[], 7).of_scheme_1();
    for _ in 0..2 {
        table.begin(&[Habit::Reveals, Habit::Withholds], 7);
        table.play(7);
        let record = table.record();
        assert_eq!(record["fairness"]["scheme"], 1);
        assert!(record["fairness"].get("table").is_none());
        let (agrees, said) = verify(&[record]);
        assert!(
            agrees && said.contains("a dishonest server could have chosen these"),
            "{said}"
        );
    }
}

/// Every hex digit of every order's vector, turned, makes another order or is refused.
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
                program.check_vectors({**vectors, "seeds": vectors["seeds"][:1], "chains": vectors["chains"][:1], "orders": [forged]})
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
    assert!(turned > 10_000, "{turned}");
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
                binding: fairness.binding(),
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
