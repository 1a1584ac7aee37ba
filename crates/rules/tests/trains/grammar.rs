//! The grammar of the page agrees with the code that reads and prints transcripts.

use boneyard_rules::Transcript;
use boneyard_rules::trains::{Event, Rules};
use proptest::prelude::*;
use rand::SeedableRng as _;
use rand::rngs::StdRng;
use rand::seq::IteratorRandom as _;

use crate::both::{read, walk};
use crate::common::document::TRAINS;
use crate::common::grammar::Grammar;
use crate::games::rules;

fn grammar() -> Grammar {
    Grammar::read(TRAINS.block("ebnf"))
}

/// The transcript of a random match.
fn transcript(rules: &str, seed: u64) -> String {
    let mut text = format!("rules {rules}\n");
    walk(rules, seed, |_, lines| {
        text.extend(lines.iter().flat_map(|line| [line, "\n"]));
    });
    text
}

/// A text in which one random character is inserted, removed or replaced.
fn changed(text: &str, random: &mut StdRng) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    let at = random.random_range(0..letters.len());
    let other = "0123456789 -+:amMCprs·"
        .chars()
        .choose(random)
        .expect("one");
    match random.random_range(0..3) {
        0 => letters.insert(at, other),
        1 => letters[at] = other,
        _ => drop(letters.remove(at)),
    }
    letters.into_iter().collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_printed_is_in_the_grammar_and_read_back(rules in rules(), seed: u64) {
        let text = transcript(&rules, seed);
        prop_assert!(grammar().has("transcript", &text), "{text}");
        let read: Transcript = read(&text);
        prop_assert_eq!(read.to_string(), text);
        prop_assert!(read.replay().is_ok());
    }

    #[test]
    fn a_changed_line_is_refused_or_printed_in_the_same_way(rules in rules(), seed: u64) {
        let text = transcript(&rules, seed);
        let mut random = StdRng::seed_from_u64(seed);
        for line in text.lines().skip(1) {
            let line = changed(line, &mut random);
            if let Ok(event) = line.parse::<Event>() {
                prop_assert_eq!(event.to_string(), line);
            }
        }
        if let Ok(read) = changed(&rules, &mut random).parse::<Rules>() {
            let line = read.to_string();
            prop_assert!(grammar().has("notation", &line), "{line}");
            prop_assert_eq!(line.parse(), Ok(read));
        }
    }

    #[test]
    fn a_line_of_the_grammar_is_read(seed: u64) {
        let (grammar, mut random) = (grammar(), StdRng::seed_from_u64(seed));
        // Random lots or a random deal can have a tile twice, and random numbers can be too large: the grammar doesn't
        // forbid it.
        for rule in ["stops", "opens", "closes", "passes", "time"] {
            let line = grammar.sentence(rule, &mut random);
            prop_assert_eq!(line.parse::<Event>().map(|event| event.to_string()), Ok(line));
        }
        for rule in ["play", "draw", "end", "totals", "win", "lots", "deal"] {
            let line = grammar.sentence(rule, &mut random);
            if let Ok(event) = line.trim_end().parse::<Event>() {
                prop_assert_eq!(event.to_string(), line.trim_end());
            }
        }
        let line = grammar.sentence("notation", &mut random);
        if let Ok(rules) = line.parse::<Rules>() {
            prop_assert_eq!(rules.to_string().parse(), Ok(rules));
        }
    }
}

#[test]
fn a_deal_has_each_tile_but_the_engine_once() {
    let text = transcript("Mexican Train 1", 0);
    let deal = text.lines().nth(2).expect("a deal");
    assert!(deal.parse::<Event>().is_ok());
    for (one, other) in [(" 3-3", " 5-1"), (" 0-0", " 1-0"), (" 11-11", " 12-12")] {
        assert!(deal.replacen(one, other, 1).parse::<Event>().is_err());
    }
    let (fewer, _) = deal.rsplit_once(' ').expect("tiles");
    assert!(fewer.parse::<Event>().is_err());
    assert!(format!("{deal} 12-12").parse::<Event>().is_err());
}

#[test]
fn numbers_are_read_as_they_are_printed() {
    for line in [
        "00 passes",
        "8 passes",
        "0 plays 6-4 on 04 to 4",
        "0 plays 6-4 on m to 04",
        "0 plays 4-6 on m to 4",
        "0 plays 6-4 on M to 4",
        "0 plays 6-4 on m to 13",
        "totals 01 2",
        "totals 1",
        "blocked: 1 2 3 4 5 6 7 8 9",
        "0 and 1 wins",
        "0 win",
        "1 and 0 win",
    ] {
        assert!(line.parse::<Event>().is_err(), "{line}");
    }
}
