//! Several tables are dealt alike from the seeds of all of them. The verifiers agree, and find what a dishonest
//! server, or players who work with it, could do.

mod tables;

use std::process::Command as Process;

use boneyard_fair::{LogHead, SigningKey, merkle};
use boneyard_protocol::SignedHead;
use boneyard_protocol::transparency::{LogEntry, LogEvent, log_name};
use boneyard_rules::line::Preset;
use boneyard_rules::{Rules, Seating};
use serde_json::{Value, json};

use self::tables::{Table, Tables};
use super::perl::verify_in_perl;
use super::{found, script, turn_a_digit, verify};

/// Rules whose leaders follow from the tiles alone.
fn rules() -> Rules {
    Preset::QUICK_DRAW.rules().into()
}

/// Two records contradict each other, of which each agrees by itself.
fn contradict(records: [&Value; 2], what: &str) {
    let records = records.map(Value::clone);
    for record in &records {
        let (agrees, said) = verify(std::slice::from_ref(record));
        assert!(agrees, "{said}");
    }
    let (agrees, said) = verify(&records);
    assert!(!agrees && said.contains(what), "{said}");
}

#[test]
fn all_tables_of_a_section_are_dealt_alike() {
    let lots = Rules::from(Preset::CUBAN_DOUBLE_NINE.for_seating(Seating::PARTNERS));
    for (count, rules) in [(1, rules()), (2, rules()), (7, rules()), (3, lots)] {
        let tables = Tables::new(count, &rules);
        let mut records = tables.play_all(&rules);
        let (agrees, said) = if rules == lots {
            // The leaders of later rounds follow from the plays, so each record is read alone.
            verify(&records[..1])
        } else {
            verify(&records)
        };
        assert!(agrees, "{said}");
        let alike = format!("; the same deals as at {} other tables", count - 1);
        assert!(said.contains(&alike), "{said}");
        let first = |record: &Value| record["fairness"]["rounds"][0].clone();
        assert!(
            records
                .iter()
                .all(|record| first(record) == first(&records[0]))
        );
        let (agrees, said) = verify_in_perl(&records);
        assert!(agrees, "{said}");
        turn_a_digit(&mut records[0]["fairness"]["rounds"][0]["secret"]);
        assert!(!verify_in_perl(&records).0);
    }
}

/// A dishonest server deals one table from that table's own terms and seeds, or from the section without one of
/// its tables.
#[test]
fn a_table_that_is_dealt_another_board_is_found() {
    let tables = Tables::new(4, &rules());
    let records = tables.play_all(&rules());
    let alone = Tables {
        tables: tables.tables[..1].to_vec(),
        ..tables.clone()
    };
    let fewer = Tables {
        tables: tables.tables[..3].to_vec(),
        ..tables.clone()
    };
    for other in [alone, fewer] {
        let other = other.play(&rules(), 0, 9);
        // The proof names the section of the other tables.
        let mut hidden = other.clone();
        hidden["fairness"]["section"] = records[0]["fairness"]["section"].clone();
        found(
            &hidden,
            "round 1: the tiles aren't dealt as the seeds make them",
        );
        // The proof names the section from which the table was dealt.
        contradict([&other, &records[1]], "is in two sections");
    }
}

/// Players who work with the server choose their promises when the seeds of an honest table are known. So their
/// table names the honest one, and the honest one doesn't name theirs.
#[test]
fn a_table_that_joins_a_section_later_is_found() {
    let honest = Tables::new(2, &rules());
    let mut joined = honest.clone();
    joined.tables.push(Table::new(9, &rules()));
    let (honest, joined) = (honest.play(&rules(), 0, 1), joined.play(&rules(), 2, 1));
    contradict([&honest, &joined], "is in two sections");
}

#[test]
fn what_is_changed_in_the_section_is_found() {
    let tables = Tables::new(3, &rules());
    let honest = tables.play(&rules(), 0, 3);
    let forged = |change: fn(&mut Value), what: &str| {
        let mut changed = honest.clone();
        change(&mut changed["fairness"]["section"]);
        found(&changed, what);
    };
    let dealt = "aren't dealt as the seeds make them";
    // Of the four other seats, the first of the last table promised nothing.
    forged(
        |section| section[0]["seats"][0]["seed"] = Value::Null,
        "the promised seed of seat 0 at table",
    );
    forged(
        |section| turn_a_digit(&mut section[0]["seats"][0]["seed"]),
        "isn't the one that it promised",
    );
    forged(
        |section| section[1]["seats"][1] = json!({ "promise": null, "seed": null }),
        dealt,
    );
    forged(|section| turn_a_digit(&mut section[0]["table"]), dealt);
    forged(|section| section[0]["match"] = json!(70), dealt);
    forged(
        |section| section[1] = section[0].clone(),
        "a table is twice in its section",
    );
    forged(|section| drop(section.as_array_mut().unwrap().pop()), dealt);
    forged(
        |section| drop(section[0]["seats"].as_array_mut().unwrap().pop()),
        "another number of seats",
    );
    let mut alone = honest.clone();
    alone["fairness"].as_object_mut().unwrap().remove("section");
    found(&alone, dealt);
    // The same tables in another order are the same section.
    let mut turned = honest.clone();
    turned["fairness"]["section"]
        .as_array_mut()
        .unwrap()
        .reverse();
    assert!(verify(&[turned]).0);
}

/// One table plays by rules by which another seat begins, with the same tiles.
#[test]
fn a_board_that_another_seat_begins_is_found() {
    let mut tables = Tables::new(2, &rules());
    let other: Rules = format!("{} · lowest double", rules()).parse().unwrap();
    tables.tables[1] = Table::new(1, &other);
    let records = [tables.play(&rules(), 0, 1), tables.play(&other, 1, 1)];
    contradict(
        [&records[0], &records[1]],
        "was dealt otherwise at another table of the section",
    );
}

/// A receipt with the terms of the other tables, from a log that has only this match.
fn receipt(tables: &Tables, table: usize, key: &SigningKey) -> Value {
    let (at_ms, own) = (1_000, &tables.tables[table]);
    let entry = LogEntry {
        at_ms,
        table: log_name(own.id),
        match_number: own.match_number,
        event: LogEvent::Began {
            terms: tables.section().terms(),
        },
    };
    let head = LogHead {
        size: 1,
        root: merkle::leaf(&entry.to_bytes()),
    };
    let promises = own.promises();
    let terms = |other: &Table| other.terms(&tables.chain);
    let others = tables.tables.iter().filter(|other| other.id != own.id);
    json!({
        "table": own.id, "match": own.match_number, "commitment": tables.chain.commitment(),
        "agreed": own.agreed, "section": others.map(terms).collect::<Vec<_>>(), "at_ms": at_ms, "index": 0, "path": [],
        "log": SignedHead::new(head, at_ms, key), "heads": vec![json!([]); promises.len()], "seats": promises,
        "key": key.public(),
    })
}

/// The output of the verifier on a receipt and a record of its match.
fn verify_with(receipt: &Value, record: &Value) -> (bool, String) {
    let folder = tempfile::tempdir().unwrap();
    let [receipt, record] =
        [("receipt.json", receipt), ("record.json", record)].map(|(name, value)| {
            let file = folder.path().join(name);
            std::fs::write(&file, value.to_string()).unwrap();
            file
        });
    let output = Process::new("python3")
        .arg(script())
        .arg("--receipt")
        .args([receipt, record])
        .output()
        .unwrap();
    (
        output.status.success(),
        String::from_utf8(output.stdout).unwrap(),
    )
}

#[test]
fn a_receipt_binds_the_deals_to_the_section() {
    let (tables, key) = (Tables::new(3, &rules()), SigningKey::from_seed(&[5; 32]));
    let (told, record) = (receipt(&tables, 0, &key), tables.play(&rules(), 0, 1));
    let (agrees, said) = verify_with(&told, &record);
    assert!(
        agrees && said.contains("receipt.json says the same"),
        "{said}"
    );
    // The table was dealt from another section than its players were told.
    let mut more = tables.clone();
    more.tables.push(Table::new(9, &rules()));
    let (agrees, said) = verify_with(&told, &more.play(&rules(), 0, 1));
    assert!(
        !agrees && said.contains("receipt.json says something else"),
        "{said}"
    );
    // The log has other terms than the receipt.
    let mut changed = told.clone();
    turn_a_digit(&mut changed["section"][0]);
    let (agrees, said) = verify_with(&changed, &record);
    assert!(
        !agrees && said.contains("an entry isn't in the public log"),
        "{said}"
    );
}

/// If a seed of one table is missing, all tables of the section are called off, and nothing else explains a match
/// that is called off without a missing seat of its own.
#[test]
fn a_section_is_called_off_for_the_missing_seat_of_one_table() {
    const PROGRAM: &str = r#"
import importlib.machinery, importlib.util, sys
loader = importlib.machinery.SourceFileLoader("verify_deal", sys.argv[1])
program = importlib.util.module_from_spec(importlib.util.spec_from_loader("verify_deal", loader))
loader.exec_module(program)

def audited(*missing, terms=("a", "a")):
    matches = program.Matches()
    for table, own in enumerate(terms):
        matches.add({"type": "began", "at_ms": 0, "table": table, "match": 1, "terms": own})
    for table, bits in enumerate(missing):
        matches.add({"type": "called_off", "at_ms": 0, "table": table, "match": 1, "missing": bits})
    try:
        matches.check_called_off()
    except program.Mismatch as mismatch:
        return str(mismatch)

def missed(*bits):
    matches = program.Matches()
    try:
        for number, missing in enumerate(bits, 1):
            match = {"at_ms": number, "table": 0, "match": number}
            matches.add({**match, "type": "began", "terms": "a"})
            end = {"type": "ended", "transcript": ""} if missing is None else {"type": "called_off", "missing": missing}
            matches.add({**match, **end})
    except program.Mismatch as mismatch:
        return str(mismatch)

assert missed(1, 2, 1, 2, None, 2, 2) is None
assert "match 4 of 0 is one of more than 2 that were called off for one seat" in missed(1, 3, 2, 2)
assert audited(2, 1) is None
assert audited(0, 2) is None
assert audited(2, 0) is None
assert "match 1 of 0 was called off, and no seat was missing" in audited(0, 0)
assert "match 1 of 0 was called off, and no seat was missing" in audited(0, 2, terms=("a", "b"))
"#;
    run_python(PROGRAM, &Value::Null);
}

/// The log must have the beginning of every table of a section, with its terms, before the first deal.
#[test]
fn the_log_is_asked_about_every_table_of_a_section() {
    const PROGRAM: &str = r#"
import importlib.machinery, importlib.util, json, sys
loader = importlib.machinery.SourceFileLoader("verify_deal", sys.argv[1])
program = importlib.util.module_from_spec(importlib.util.spec_from_loader("verify_deal", loader))
loader.exec_module(program)
record = json.load(sys.stdin)
own, others = record["fairness"], record["fairness"]["section"]
terms = program.terms_of_proof(own).hex()

class Log(program.Log):
    def __init__(self, changed):
        entries = [{"type": "began", "at_ms": 5_000, "match": one["match"], "terms": terms} for one in others]
        self.told = [[{"entry": entry, "index": 0}] for entry in entries]
        self.told[1] = changed(self.told[1])

    def of_table(self, table, match):
        place = [one["table"] for one in others].index(table)
        return self.told[place], program.Matches()

def found(changed):
    try:
        Log(changed).check_section({**record, "began_ms": 5_001})
    except program.Mismatch as mismatch:
        return str(mismatch)

def with_entry(**values):
    return lambda told: [{**told[0], "entry": {**told[0]["entry"], **values}}]

assert found(lambda told: told) is None
assert "never began" in found(lambda told: [])
assert "other terms" in found(with_entry(terms="00" * 32))
assert "joined its section 3600 s after the first deal" in found(with_entry(at_ms=3_605_001))
"#;
    let record = Tables::new(3, &rules()).play(&rules(), 0, 1);
    run_python(PROGRAM, &record);
}

/// Runs a Python program with the path of the verifier as its argument, and a value as its input.
fn run_python(program: &str, input: &Value) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("input.json");
    std::fs::write(&file, input.to_string()).unwrap();
    let output = Process::new("python3")
        .args(["-c", program])
        .arg(script())
        .stdin(std::fs::File::open(&file).unwrap())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
}
