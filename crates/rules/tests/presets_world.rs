//! Each preset in the table of presets in rules-world.md has the options and the short notation that its row
//! names.

use std::collections::HashSet;

use boneyard_rules::{Options, Preset, Rules, Seating};
use serde_json::{Value, json};

/// The options that the table of presets doesn't mention.
fn defaults() -> Value {
    json!({
        "variant": "block", "seating": "partners", "hand_size": 7, "spinner": false,
        "point_unit": "pips", "opening": "highest_double", "no_double": "heaviest_tile",
        "next_lead": "winner", "after_block": "same", "reserve": 0,
        "blocked_score": "opponents_total", "exact_target": false, "going_out_point": false,
        "calls": "automatic", "turns": "counter_clockwise",
    })
}

/// The options of a row of the table. A `null` in `changes` removes the option from the JSON.
fn with(changes: Value) -> Value {
    let mut options = defaults();
    let Value::Object(changes) = changes else {
        panic!("an object")
    };
    let map = options.as_object_mut().expect("an object");
    for (option, value) in changes {
        map.remove(&option);
        map.extend((!value.is_null()).then_some((option, value)));
    }
    options
}

fn by_wins(plain: u8, double: u8, both: u8, double_both: u8) -> Value {
    json!({
        "plain": plain, "double": double, "both": both, "double_both": double_both, "blocked": 1,
    })
}

fn pairs() -> Vec<(&'static str, Value)> {
    vec![
        (
            "Spanish Pairs 100",
            json!({"target": 100, "next_lead": "rotate", "hands": "all"}),
        ),
        (
            "Latin Pairs 100",
            json!({"target": 100, "next_lead": "rotate"}),
        ),
        (
            "Federation Pairs 300",
            json!({"target": 300, "opening": "lot", "next_lead": "rotate", "hands": "all"}),
        ),
        ("Mexican Pairs 100", json!({"target": 100})),
        (
            "Quinientos 500",
            json!({
                "target": 500, "hands": "all", "finish": {"plain": 0, "double": 0, "both": 100, "double_both": 0, "blocked": 0},
                "double_blank": 100, "round_bonus": [100, 75, 50, 25],
            }),
        ),
        (
            "Dominican Pairs 200",
            json!({
                "target": 200, "hands": "all", "blocked_winner": "blocker", "blocked_tie": "blocker",
                "finish": {"plain": 0, "double": 0, "both": 25, "double_both": 0, "blocked": 0},
                "passes": {"lead_double": 25, "lead_other": 50, "next": 0, "all": 25},
            }),
        ),
        (
            "Six-Love 6",
            json!({
                "target": 6, "next_lead": "winning_side", "hands": "none", "blocked_winner": "lightest_seat",
                "finish": by_wins(1, 1, 1, 1), "love": "one_all",
            }),
        ),
        (
            "Brazilian Pairs 6",
            json!({
                "target": 6, "after_block": "opening", "hands": "none", "blocked_tie": "doubles",
                "finish": by_wins(1, 2, 3, 4), "redeal_doubles": 4,
            }),
        ),
        (
            "Cuban Double-Nine 100",
            json!({
                "target": 100, "hand_size": 10, "tile_set": "double_nine", "opening": "lot",
                "blocked_winner": "lightest_seat", "blocked_tie": "doubles", "redeal_doubles": 5,
            }),
        ),
        (
            "Kozel 101",
            json!({"target": 101, "turns": null, "opening": "double_one", "entry": 13, "redeal_doubles": 5}),
        ),
    ]
}

/// The games of single players. Cut-Throat has one entry for each number of seats.
fn alone() -> Vec<(&'static str, Value)> {
    let cut_throat = |seating: &str, hand_size: u8| {
        json!({
            "seating": seating, "hand_size": hand_size, "target": 6, "hands": "none",
            "blocked_winner": "lightest_seat", "finish": by_wins(1, 1, 1, 1),
        })
    };
    let mut three = cut_throat("three", 9);
    three["tile_set"] = "no_double_blank".into();
    vec![
        ("Cut-Throat 6", cut_throat("four", 7)),
        ("Cut-Throat 6 · 2 players", cut_throat("two", 14)),
        ("Cut-Throat 6 · 3 players", three),
        (
            "Cochon 3",
            json!({
                "seating": "three", "target": 3, "turns": null, "hands": "none",
                "blocked_winner": "lightest_seat", "finish": by_wins(1, 1, 1, 1),
            }),
        ),
    ]
}

fn read(line: &str) -> Rules {
    line.parse()
        .unwrap_or_else(|error| panic!("{line}: {error}"))
}

fn told(rules: Rules) -> Value {
    serde_json::to_value(rules).expect("rules have a JSON form")
}

#[test]
fn each_preset_is_its_row() {
    for (line, changes) in pairs().into_iter().chain(alone()) {
        let rules = read(line);
        assert_eq!(told(rules), with(changes), "{line}");
        assert_eq!(rules.to_string(), line);
    }
    assert_eq!(Preset::ALL.len(), 13 + pairs().len() + 2);
}

/// Rows of the table that are not offered as presets. A host can make each of these games with options.
const NOT_OFFERED: [(&str, &str); 3] = [
    (
        "Doscientos",
        "Mexican Pairs 200 · all hands · tie to blocker · finish 0/0/50/0/0 · double blank 50 · passes 10/10/0/25",
    ),
    (
        "Chiva",
        "Mexican Pairs 4 · no hands · tie to blocker · love · finish 1/1/1/1/1",
    ),
    (
        "Gaple",
        "Block, winner leads 100 · 4 players · lowest double · lightest seat · redeal at 6 doubles",
    ),
];

#[test]
fn the_presets_are_the_rows_of_the_tables_that_are_offered() {
    let basic = [
        "Fives",
        "Draw",
        "Block",
        "Five-Up",
        "Draw, winner leads",
        "Block, winner leads",
        "Quick Draw",
        "Quick All Fives",
        "Fives and Threes",
        "All Fives",
        "Party Block",
        "Party Draw",
        "Muggins",
    ];
    let of_the_world = [
        "Spanish Pairs",
        "Latin Pairs",
        "Federation Pairs",
        "Mexican Pairs",
        "Quinientos",
        "Dominican Pairs",
        "Six-Love",
        "Cut-Throat",
        "Cochon",
        "Brazilian Pairs",
        "Cuban Double-Nine",
        "Kozel",
    ];
    let names: HashSet<_> = Preset::ALL.iter().map(Preset::name).collect();
    let rows: HashSet<_> = basic.into_iter().chain(of_the_world).collect();
    assert_eq!(names, rows);
    for (name, line) in NOT_OFFERED {
        assert_eq!(Preset::by_name(name), None);
        let rules = read(line);
        assert_eq!(read(&rules.to_string()), rules, "{name}");
    }
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
fn what_the_rows_offer() {
    let rows: &[(&str, &[u16], Seating, &[u8])] = &[
        (
            "Spanish Pairs",
            &[75, 100, 150, 200, 300],
            Seating::Partners,
            &[7],
        ),
        ("Latin Pairs", &[100, 150, 200], Seating::Partners, &[7]),
        (
            "Federation Pairs",
            &[200, 300, 350],
            Seating::Partners,
            &[7],
        ),
        ("Mexican Pairs", &[100, 150, 200], Seating::Partners, &[7]),
        ("Quinientos", &[500], Seating::Partners, &[7]),
        ("Dominican Pairs", &[100, 150, 200], Seating::Partners, &[7]),
        ("Six-Love", &[3, 4, 6], Seating::Partners, &[7]),
        ("Cut-Throat", &[3, 6, 10], Seating::Two, &[14, 7]),
        ("Cut-Throat", &[3, 6, 10], Seating::Three, &[9]),
        ("Cut-Throat", &[3, 6, 10], Seating::Four, &[7]),
        ("Cochon", &[3, 5], Seating::Three, &[7]),
        ("Brazilian Pairs", &[6, 7, 10], Seating::Partners, &[7, 6]),
        (
            "Cuban Double-Nine",
            &[100, 150, 200],
            Seating::Partners,
            &[10],
        ),
        ("Kozel", &[101], Seating::Partners, &[7]),
    ];
    for &(name, targets, seating, hand_sizes) in rows {
        let preset = Preset::by_name(name).expect(name);
        assert_eq!(preset.targets(), targets, "{name}");
        assert!(preset.seatings().contains(&seating), "{name}");
        let offered: Vec<_> = preset.hand_sizes(seating).collect();
        assert_eq!(offered, hand_sizes, "{name}");
        let offered = rows.iter().filter(|row| row.0 == name).count();
        assert_eq!(preset.seatings().len(), offered, "{name}");
        let loves = ["Cut-Throat", "Cochon"].contains(&name);
        assert_eq!(preset.offers_love(), loves, "{name}");
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
        "Fives 150 · spinner open from the start",
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
