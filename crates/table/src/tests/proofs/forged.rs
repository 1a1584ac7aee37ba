//! Records in which the transcript or a field was changed. The match is played again by the rules, which must find
//! the change. The verifier of deals must find tiles that were not dealt.

use boneyard_rules::line::Preset;
use boneyard_rules::{Order, Seating};
use serde_json::{Value, json};

use super::played::{Habit, Table};
use super::{dealt_otherwise, found, honest, replayed, verify};

/// A change of a transcript's lines.
type Retelling<'a> = Box<dyn Fn(&mut Vec<String>) + 'a>;

/// The record with one change of its transcript's lines.
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
    let mut table = Table::open(Preset::MUGGINS.for_seating(Seating::THREE), &[], 9);
    table.begin(&[Habit::Reveals; 3], 9);
    table.play(9);
    let honest = table.record();
    replayed(&honest).unwrap();
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
        assert!(replayed(&changed).is_err(), "{what}");
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
    target["line"]["target"] = json!(101);
    hand["line"]["hand_size"] = json!(6);
    spinner["line"]["spinner"] = json!(true);
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
        assert!(replayed(&changed).is_err(), "{field}: {}", changed[field]);
    }
    // The target is changed in the transcript's first line and in all fields that repeat it.
    let text = honest["transcript"].as_str().unwrap();
    let mut changed = honest.clone();
    changed["transcript"] = text.replacen("Block 100", "Block 150", 1).into();
    changed["notation"] = json!("Block 150");
    changed["rules"]["line"]["target"] = json!(150);
    let contradiction = replayed(&changed).unwrap_err().to_string();
    assert!(
        contradiction.ends_with("this doesn't follow from the lines before it"),
        "{contradiction}"
    );
}

/// The verifier of deals doesn't know which tile may be played, but which seat holds it.
#[test]
fn a_tile_that_was_not_dealt_to_its_seat_is_found() {
    let (honest, _) = played_until(&Preset::DRAW, " draws ");
    assert!(verify(std::slice::from_ref(&honest)).0);
    let text = honest["transcript"].as_str().unwrap().to_owned();
    let lines: Vec<&str> = text.lines().collect();
    let first = |verb: &str| lines.iter().position(|line| line.contains(verb)).unwrap();
    let tile = |line: usize| lines[line].split(' ').nth(2).unwrap();
    let (plays, draws) = (first(" plays "), first(" draws "));
    let other = if lines[plays].starts_with('0') {
        '1'
    } else {
        '0'
    };
    let forgeries = [
        (
            plays,
            format!("{other}{}", &lines[plays][1..]),
            "which it doesn't hold",
        ),
        (plays + 1, lines[plays].to_owned(), "which it doesn't hold"),
        (
            draws,
            lines[draws].replace(tile(draws), tile(plays)),
            "isn't the next tile of the boneyard",
        ),
    ];
    for (at, line, what) in forgeries {
        found(&retold(&honest, |lines| lines[at] = line), what);
    }
}

/// Plays matches by a preset until a transcript has a line with this text. Returns the record of that match,
/// and the index of the line.
fn played_until(preset: &Preset, text: &str) -> (Value, usize) {
    let rules = *preset.rules();
    let habits = [Habit::Reveals; 4];
    let found = (0..200).find_map(|salt| {
        let mut table = Table::open(rules, &[], salt);
        table.begin(&habits[..rules.seating.seat_count()], salt);
        table.play(salt.into());
        let record = table.record();
        let mut lines = record["transcript"].as_str().unwrap().lines();
        let at = lines.position(|line| line.contains(text))?;
        Some((record, at))
    });
    found.unwrap_or_else(|| panic!("no match by {} has {text:?}", preset.name()))
}

/// Changes parts of transcripts that only some games have: a line is left out, or written in another way.
#[test]
fn what_only_some_games_have_is_found_when_it_is_forged() {
    let forgeries = [
        (Preset::SPANISH_PAIRS, "rules ", "boneyard 2\nrules "),
        (Preset::BLOCK, " passes", " draws 6-6"),
        (Preset::DOMINICAN_PAIRS, "(hands ", "(finish "),
        (Preset::DOMINICAN_PAIRS, ", finish 25)", ")"),
        (Preset::DOMINICAN_PAIRS, " for pass", " for count"),
        (
            Preset::DOMINICAN_PAIRS,
            "overshoots 25 for pass",
            "scores 25 for pass",
        ),
        (Preset::QUINIENTOS, ", round 100", ", round 75"),
        (Preset::QUINIENTOS, ", double blank 100", ""),
        (Preset::BRAZILIAN_PAIRS, ", twice)", ")"),
        (Preset::BRAZILIAN_PAIRS, "(finish 4)", "(finish 3)"),
        (Preset::BRAZILIAN_PAIRS, "deal again:", "deal leads 0:"),
        (Preset::SIX_LOVE, "scores are 0 0", "scores are 0 1"),
        (Preset::SIX_LOVE, "0 gives the lead", "2 gives the lead"),
        (Preset::KOZEL, " falls short ", " scores "),
        (Preset::CUBAN_DOUBLE_NINE, " 9-9", " 9-10"),
        (Preset::CUBAN_DOUBLE_NINE, "plays 9-", "plays 8-"),
    ];
    let (mut honest, mut forged) = (Vec::new(), Vec::new());
    for (preset, told, otherwise) in &forgeries {
        let (record, at) = played_until(preset, told);
        forged.push(retold(&record, |lines| {
            lines[at] = lines[at].replace(told, otherwise);
        }));
        forged.push(retold(&record, |lines| drop(lines.remove(at))));
        honest.push(record);
    }
    for record in &honest {
        replayed(record).unwrap();
    }
    for (number, record) in forged.iter().enumerate() {
        let (_, told, _) = forgeries[number / 2];
        // A deal that was thrown away leaves nothing that the rules would miss, but the proof has it.
        let is_found = replayed(record).is_err() || !verify(std::slice::from_ref(record)).0;
        assert!(is_found, "{told}");
    }
}

/// Exchanges two of 55 tiles, both in the proof and in the transcript.
#[test]
fn a_tile_of_the_largest_set_that_was_exchanged_is_found() {
    let (honest, _) = played_until(&Preset::CUBAN_DOUBLE_NINE, "rules ");
    let dealt: Order =
        serde_json::from_value(honest["fairness"]["rounds"][0]["deals"][0].clone()).unwrap();
    // Both tiles are in one hand, in two hands, or not dealt to any hand.
    for (one, other) in [(0, 9), (3, 12), (40, 54)] {
        let mut order = dealt.clone();
        order.swap(one, other);
        found(
            &dealt_otherwise(&honest, 0, &order),
            "aren't dealt as the seeds make them",
        );
    }
}

/// The terms bind the deals to the rules and to the computer players at the seats.
#[test]
fn rules_and_computer_players_that_were_not_agreed_are_found() {
    let mut table = Table::open(*Preset::QUICK_DRAW.rules(), &[], 5);
    table.begin(&[Habit::Reveals; 2], 5);
    table.play(5);
    let agreed = "the rules and the computer players aren't those that were agreed before the deal";
    let changes: [fn(&mut Value); 3] = [
        |record| record["rules"]["redeal_doubles"] = 4.into(),
        |record| record["seats"][1]["computer"] = "club".into(),
        |record| record["fairness"]["agreed"] = "00".repeat(32).into(),
    ];
    for change in changes {
        let mut record = table.record();
        change(&mut record);
        found(&record, agreed);
    }
}
