//! The grammar of the page agrees with the code that reads and prints transcripts.

use boneyard_rules::Transcript;
use boneyard_rules::race::{Event, Rules};
use proptest::prelude::*;
use rand::SeedableRng as _;
use rand::rngs::StdRng;
use rand::seq::IteratorRandom as _;

use crate::both::{read, walk};
use crate::common::document::RINGWAY;
use crate::common::grammar::{Grammar, with_high_ends_first};
use crate::games::rules;

fn grammar() -> Grammar {
    Grammar::read(RINGWAY.block("ebnf"))
}

/// The transcript of a random game.
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
    let other = "0123456789 -+:ABOPrs·".chars().choose(random).expect("one");
    match random.random_range(0..3) {
        0 => letters.insert(at, other),
        1 => letters[at] = other,
        _ => drop(letters.remove(at)),
    }
    letters.into_iter().collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

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
        let line = changed(&rules, &mut random);
        if let Ok(rules) = line.parse::<Rules>() {
            prop_assert_eq!(&rules.to_string(), &line);
            prop_assert!(grammar().has("notation", &line), "{line}");
        }
    }

    #[test]
    fn a_line_of_the_grammar_is_read(seed: u64) {
        let (grammar, mut random) = (grammar(), StdRng::seed_from_u64(seed));
        // A random deal can have a tile three times, and random sharers a seat twice: the grammar doesn't forbid it.
        for rule in ["places", "stops", "pits", "time", "draw", "score", "blocked"] {
            let line = grammar.sentence(rule, &mut random);
            let ordered = with_high_ends_first(&line);
            let read = ordered.parse::<Event>();
            prop_assert_eq!(read.map(|event| event.to_string()), Ok(ordered.clone()));
            prop_assert!(line == ordered || line.parse::<Event>().is_err(), "{line}");
        }
        let line = grammar.sentence("notation", &mut random);
        let small = ["Ringway 1", "Ringway 2"].iter().any(|head| line.starts_with(head));
        match line.parse::<Rules>() {
            Ok(rules) => prop_assert_eq!(rules.to_string(), line),
            Err(error) => prop_assert!(small, "{line}: {error}"),
        }
    }
}

#[test]
fn a_deal_has_two_tiles_of_each_kind() {
    let text = transcript("Ringway 100", 0);
    let deal = text.lines().nth(1).expect("a deal");
    assert!(deal.parse::<Event>().is_ok());
    for (one, other) in [("3-3", "5-1"), ("0-0", "1-0"), ("6-6", "6-5")] {
        assert!(deal.replacen(one, other, 1).parse::<Event>().is_err());
    }
    let (fewer, _) = deal.rsplit_once(' ').expect("tiles");
    assert!(fewer.parse::<Event>().is_err());
    assert!(format!("{deal} 0-0").parse::<Event>().is_err());
}
