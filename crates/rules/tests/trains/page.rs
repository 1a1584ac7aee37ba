//! The tables of the page say what the crate does.

use std::collections::BTreeSet;

use boneyard_rules::trains::{DominoSet, Options, Preset, Rules};
use boneyard_rules::{GamePreset as _, GameRules as _, ParseRulesError, RulesError};
use serde_json::{Value, json};

use crate::both::read;
use crate::common::document::{TRAINS, codes, values};
use crate::referee::Referee;

#[test]
fn presets_are_their_rows() {
    let rows = TRAINS.table("Presets");
    assert_eq!(rows.len(), Preset::ALL.len());
    for (row, preset) in rows.iter().zip(Preset::ALL) {
        assert_eq!(row[0], preset.name());
        let offered = row[2].split(", ").filter(|tiles| *tiles != "–").count();
        assert_eq!(preset.seatings().len(), offered);
        let rounds: Vec<u8> = row[3].split(", ").map(read).collect();
        let offered: BTreeSet<u8> = rounds.iter().copied().collect();
        assert!(preset.rounds().iter().copied().eq(offered));
        assert_eq!(preset.rules().rounds, rounds[0]);
        assert_eq!(
            preset.rules().to_string(),
            format!("{} {}", row[0], rounds[0])
        );
        for &seating in preset.seatings() {
            let rules = preset.for_seating(seating);
            assert_eq!(rules.seating(), seating);
            let law = Referee::new(&rules.to_string()).law;
            assert_eq!(law.seats, seating.seat_count());
            assert_eq!(law.hand_size, usize::from(rules.hand_size));
            let is_large = rules.tile_set == DominoSet::DoubleTwelve;
            assert_eq!(law.highest, if is_large { 12 } else { 9 });
            assert_eq!(law.arms, usize::from(rules.arms));
            // The options that the row names, and no others, differ from the defaults.
            let words = row[4].split(", ").filter(|word| !word.is_empty());
            let mut plain: Value = json!(rules);
            for (option, value) in words.map(named) {
                assert_eq!(plain[option], value, "{}", row[0]);
                plain[option] = default(option);
            }
            for option in [
                "double_blank",
                "first_turn",
                "own_first",
                "double_turn",
                "last_double",
                "arms",
            ] {
                assert_eq!(plain[option], default(option), "{}", row[0]);
            }
        }
    }
}

fn default(option: &str) -> Value {
    json!(Preset::MEXICAN_TRAIN.rules())[option].clone()
}

/// The option and the value that a word of short notation names.
fn named(word: &'static str) -> (&'static str, Value) {
    for row in TRAINS.table("Options") {
        let option = codes(row[0]).next().expect("an option");
        for (value, known) in values(row[1]) {
            if known == word {
                return (option, json!(value));
            }
            let number = known.split_once('N').and_then(|(before, after)| {
                let number = word.strip_prefix(before)?.strip_suffix(after)?;
                number.parse::<u8>().ok()
            });
            if let Some(number) = number {
                return (option, json!(number));
            }
        }
    }
    panic!("{word} is no word of the table")
}

#[test]
fn options_have_these_values_and_words() {
    let defaults = json!(Preset::MEXICAN_TRAIN.rules());
    let rows = TRAINS.table("Options");
    let names: BTreeSet<&str> = rows.iter().flat_map(|row| codes(row[0])).collect();
    assert!(
        names.iter().copied().eq(defaults
            .as_object()
            .expect("options")
            .keys()
            .map(String::as_str)
            .collect::<BTreeSet<_>>())
    );
    for row in rows {
        let option = codes(row[0]).next().expect("an option");
        for (at, (value, word)) in values(row[1]).enumerate() {
            if value.is_empty() || word.is_empty() {
                continue;
            }
            if at == 0 {
                assert_eq!(defaults[option], value);
            }
            for preset in Preset::ALL {
                let has_it = json!(preset.rules())[option] == value;
                let read = format!("{} 1 · {word}", preset.name()).parse::<Rules>();
                match read {
                    Ok(rules) => assert!(!has_it && json!(rules)[option] == value, "{word}"),
                    Err(ParseRulesError::Redundant(_)) => assert!(has_it, "{word}"),
                    Err(error) => {
                        assert!(matches!(error, ParseRulesError::Impossible(_)), "{word}");
                    }
                }
            }
        }
    }
}

#[test]
fn rules_print_what_differs_from_the_nearest_preset() {
    for line in [
        "Mexican Train 7",
        "Mexican Train 7 · 2 players",
        "Mexican Train, double-nine 1 · 13 tiles",
        "Mexican Train, double-nine 10 · double blank 25 · whole train first",
        "Mexican Train 13 · 8 players · 11 tiles · double blank 0 · own train before the Mexican · cover the last double",
        "Mexican Train, long start 13 · 6 players · own train first",
        "Mexican Train, long start 4 · plain doubles",
        "Mexican Train, double-nine 10 · 8 players · double blank 25",
        "Chickenfoot 10 · 3 players · 8 arms",
        "Chickenfoot 13 · 8 players",
        "Chickenfoot 10 · 7 players · 6 arms",
        "Chickenfoot, double-twelve 7 · 5 players",
        "Double Chickenfoot 10 · 6 players",
    ] {
        let rules: Rules = read(line);
        let json = serde_json::to_string(&rules).expect("a JSON form");
        assert_eq!(
            serde_json::from_str::<Rules>(&json).expect("its own form"),
            rules
        );
        assert_eq!(rules.to_string(), line);
    }
    for (line, printed) in [
        (
            "Mexican Train 7 · whole train first",
            "Mexican Train, long start 7",
        ),
        (
            "Chickenfoot 10 · 8 arms · 3 players",
            "Chickenfoot 10 · 3 players · 8 arms",
        ),
        ("Double Chickenfoot 10 · 4 arms", "Chickenfoot 10"),
    ] {
        assert_eq!(read::<Rules>(line).to_string(), printed);
    }
    for line in [
        "Mexican Train",
        "Mexican Train 0",
        "Mexican Train 14",
        "Mexican Train 07",
        "Mexican Train +7",
        "mexican train 7",
        "Mexican Train, double-nine 11",
        "Mexican Train 7 · 4 players",
        "Mexican Train 7 · 9 players",
        "Mexican Train 7 · 1 players",
        "Mexican Train 7 · 15 tiles",
        "Mexican Train 7 · 8 players · 12 tiles",
        "Mexican Train 7 · double-twelve",
        "Mexican Train 7 · double blank 50",
        "Mexican Train 7 · double blank 51",
        "Mexican Train 7 · one tile first",
        "Mexican Train 7 · 6 arms",
        "Mexican Train 7 · 3 players · 2 players",
        "Mexican Train 7 · plain doubles · free second tile",
        "Mexican Train 7 · plain doubles · cover the last double",
        "Chickenfoot 10 · whole train first",
        "Chickenfoot 10 · 5 arms",
        "Mexican Train 7 ",
        "Mexican Train 7 ·  3 players",
    ] {
        assert!(line.parse::<Rules>().is_err(), "{line}");
    }
}

#[test]
fn combinations_are_allowed_or_refused_for_an_option() {
    for row in TRAINS.table("Examples of combinations") {
        let mut options: Value = json!(Preset::MEXICAN_TRAIN.rules());
        for part in row[0].split(", ") {
            let (option, value) = part.split_once(' ').expect("a value");
            options[option.trim_matches('`')] = crate::start::value(value);
        }
        let options: Options = serde_json::from_value(options).expect("options");
        let answer = Rules::try_from(options).map_or_else(RulesError::option, |_| "allowed");
        assert_eq!(answer, row[1].trim_matches('`'), "{}", row[0]);
    }
    for seating in ["one", "nine", "1"] {
        let mut options: Value = json!(Preset::MEXICAN_TRAIN.rules());
        options["seating"] = json!(seating);
        assert!(serde_json::from_value::<Options>(options).is_err());
    }
}
