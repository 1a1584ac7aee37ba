//! The tables of options and presets in RULES.md say what the crate does.

mod common;

use std::collections::HashSet;

use boneyard_rules::ParseRulesError;
use boneyard_rules::line::{Options, Preset, Rules};
use common::cases;
use common::document::{codes, table, values};
use common::options::{FIELDS, rules};
use proptest::prelude::*;
use serde_json::{Value, json};

fn read(line: &str) -> Rules {
    line.parse()
        .unwrap_or_else(|error| panic!("{line}: {error}"))
}

/// An option as its row in the table of options describes it.
struct Row {
    field: &'static str,
    /// Each value with its word in short notation.
    values: Vec<(&'static str, &'static str)>,
}

fn option_rows() -> impl Iterator<Item = Row> {
    table("Options").into_iter().map(|row| Row {
        field: codes(row[0]).next().expect("a field"),
        values: values(row[1]).collect(),
    })
}

/// The option and the value that a word of short notation stands for. The value is empty if the word has
/// numbers.
fn meaning(word: &str) -> (&'static str, &'static str) {
    let mut pattern = String::new();
    for it in word.chars() {
        if !it.is_ascii_digit() {
            pattern.push(it);
        } else if !pattern.ends_with('N') {
            pattern.push('N');
        }
    }
    let mut meanings = option_rows().flat_map(|row| {
        let of_values = row.values.into_iter();
        of_values.map(move |(value, word)| (row.field, value, word))
    });
    let found = meanings.find(|&(_, _, listed)| listed == word || listed == pattern);
    let (field, value, _) = found.unwrap_or_else(|| panic!("the table has no {word}"));
    (field, value)
}

/// The numbers in a text, the lowest first.
fn numbers(text: &str) -> Vec<u16> {
    let words = text.split(|it: char| !it.is_ascii_digit());
    let mut numbers: Vec<_> = words.filter_map(|word| word.parse().ok()).collect();
    numbers.sort_unstable();
    numbers
}

/// A JSON value as the table writes it.
fn written(value: &Value) -> String {
    let text = value.as_str();
    text.map_or_else(|| value.to_string(), str::to_owned)
}

#[test]
fn the_table_has_each_option_with_its_default_first() {
    assert!(option_rows().map(|row| row.field).eq(FIELDS));
    for Row { field, values } in option_rows() {
        let (value, word) = values[0];
        if value.is_empty() || word.is_empty() {
            continue;
        }
        let said = format!("Block, winner leads 150 · {word}").parse::<Rules>();
        assert!(
            matches!(said, Err(ParseRulesError::Redundant(_))),
            "{field}: {said:?}"
        );
    }
}

proptest! {
    #![proptest_config(cases())]

    #[test]
    fn a_line_says_what_the_table_of_options_says(rules in rules()) {
        let json = serde_json::to_value(rules).expect("rules have a JSON form");
        for Row { field, values } in option_rows() {
            let is_listed = |value| values.iter().any(|&(listed, _)| listed == written(value));
            let has_numbers = values[0].0.is_empty();
            prop_assert!(has_numbers || json.get(field).is_none_or(is_listed), "{field}: {json}");
        }
        for word in rules.to_string().split(" · ").skip(1) {
            let (field, value) = meaning(word);
            match json.get(field) {
                Some(told) if value.is_empty() => {
                    prop_assert_eq!(numbers(word), numbers(&told.to_string()), "{}", word);
                }
                Some(told) => prop_assert_eq!(value, written(told), "{}", word),
                // The option has its default, which JSON leaves out.
                None if value.is_empty() => prop_assert!(numbers(word).iter().all(|it| *it == 0)),
                None => {
                    let row = option_rows().find(|row| row.field == field).expect("a row");
                    prop_assert_eq!(value, row.values[0].0, "{}", word);
                }
            }
        }
    }
}

/// The rules of a row in the table of presets. The words are those that differ from the defaults.
fn rules_of(variant: &str, target: u16, words: Vec<String>) -> Rules {
    let with_defaults = match variant {
        "all_fives" => "Five-Up",
        _ => "Draw, winner leads",
    };
    let line = [vec![format!("{with_defaults} {target}")], words].concat();
    let mut options = Options::from(read(&line.join(" · ")));
    options.variant = serde_json::from_value(json!(variant)).expect("a variant");
    Rules::try_from(options).expect("possible options")
}

#[test]
fn each_preset_is_its_rows() {
    let mut rows = Vec::new();
    for row in table("Presets") {
        let [name, variant, seatings, sizes, targets, options, _] = row[..] else {
            panic!("{row:?}")
        };
        let preset = Preset::by_name(name).expect(name);
        let target = preset.rules().target;
        assert!(
            targets.starts_with(&target.to_string()),
            "{name}: {targets}"
        );
        assert_eq!(numbers(targets), preset.targets(), "{name}");
        let offers_love = options.ends_with("offers love");
        assert_eq!(offers_love, preset.offers_love(), "{name}");
        let size = sizes.split(", ").next().unwrap_or_default();
        for seating in seatings.split(", ") {
            let variant = codes(variant).next().expect("a variant");
            let said = [seating.to_owned(), format!("{size} tiles")];
            let said = said.into_iter().chain(codes(options).map(str::to_owned));
            let differs = |word: &String| !["2 players", "7 tiles"].contains(&&**word);
            let words: Vec<_> = said.filter(differs).collect();
            let rules = rules_of(variant, target, words);
            assert_eq!(preset.for_seating(rules.seating), rules, "{name}");
            assert_eq!(rules.preset(), preset, "{rules}");
            let offered = preset
                .hand_sizes(rules.seating)
                .map(|size| size.to_string());
            assert_eq!(offered.collect::<Vec<_>>().join(", "), sizes, "{name}");
            rows.push((name, rules.seating));
        }
    }
    let offered: HashSet<_> = Preset::ALL
        .iter()
        .flat_map(|preset| {
            preset
                .seatings()
                .iter()
                .map(|seating| (preset.name(), *seating))
        })
        .collect();
    assert_eq!(rows.iter().copied().collect::<HashSet<_>>(), offered);
    assert_eq!(rows.len(), offered.len(), "each seating has one row");
    rows.dedup_by_key(|(name, _)| *name);
    let usual = Preset::ALL
        .iter()
        .map(|preset| (preset.name(), preset.rules().seating));
    assert!(rows.into_iter().eq(usual), "the rows are in order");
}

#[test]
fn presets_differ_in_more_than_their_targets() {
    let mut seen = HashSet::new();
    for preset in Preset::ALL {
        let options = Options {
            target: 1,
            ..(*preset.rules()).into()
        };
        assert!(seen.insert(options), "{}", preset.name());
    }
}

#[test]
fn short_notation_has_a_word_for_each_option_and_one_back() {
    let lines = [
        "Six-Love 4 · love",
        "Brazilian Pairs 6 · 6 tiles · finish 1/2/3/6/1",
        "Block 100 · partners · double-nine",
        "Block 100 · no double blank",
        "Block 100 · counter-clockwise",
        "Block 100 · lowest double",
        "Block 100 · double one",
        "Block 100 · partners · winning side leads",
        "Draw 100 · redeal at 4 doubles",
        "Block, winner leads 100 · lightest seat",
        "Block, winner leads 100 · tie to leader",
        "Block, winner leads 100 · tie to blocker",
        "Block, winner leads 100 · tie doubles",
        "Block, winner leads 100 · all hands",
        "Block, winner leads 100 · 3 players · passes 25/50/0/25",
        "Block, winner leads 100 · entry 13",
        "Block, winner leads 100 · rounds 100/75/50/25",
        "Block, winner leads 100 · double blank 100",
        "Block, winner leads 100 · match ends after a round",
        "Muggins 61 · partners · lightest side scores",
        "Muggins 61 · partners · muggins calls · anyone calls",
        "Spanish Pairs 100 · clockwise",
        "Cuban Double-Nine 100 · 7 tiles · double-six",
        "Six-Love 6 · winner leads · no love",
        "Kozel 101 · redeal at 0 doubles · entry 0",
        "Dominican Pairs 200 · lightest side · tie to nobody · passes 0/0/0/0",
        "Quinientos 500 · opponents' hands · rounds 0/0/0/0",
    ];
    for line in lines {
        let rules = read(line);
        let back: Rules = read(&rules.to_string());
        assert_eq!(back, rules, "{line}");
        let shortest = rules.to_string();
        assert!(
            shortest.split(" · ").count() <= line.split(" · ").count(),
            "{shortest} for {line}"
        );
    }
    for (line, other) in [
        ("Six-Love 6 · counter-clockwise", "is as the preset has it"),
        ("Block 100 · love one all", "is no option"),
        ("Block 100 · finish 1/2/3/4", "is no option"),
        ("Block 100 · rounds 100/75/50/25/5", "is no option"),
        ("Block 100 · love", "love"),
    ] {
        let error = line.parse::<Rules>().expect_err(line).to_string();
        assert!(error.contains(other), "{line}: {error}");
    }
}
