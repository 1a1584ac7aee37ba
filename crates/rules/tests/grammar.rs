//! The grammar of RULES.md agrees with the code that reads and prints transcripts. Every printed
//! text fits the grammar, every text that fits the grammar can be read, and every text that was read is
//! printed in the same way.

mod common;

use boneyard_rules::ParseRulesError;
use boneyard_rules::Transcript;
use boneyard_rules::line::{Event, Rules};
use common::cases;
use common::grammar::{Grammar, with_high_ends_first};
use common::options::rules;
use proptest::prelude::*;
use rand::rngs::StdRng;
use rand::seq::{IndexedRandom, IteratorRandom, SliceRandom};
use rand::{RngExt, SeedableRng};

/// The transcript of a random match with these rules.
fn transcript(rules: &Rules, seed: u64) -> String {
    let mut events = Vec::new();
    common::walk(rules, seed, |_, more| events.extend_from_slice(more));
    let rules = *rules;
    Transcript::new(rules, events).to_string()
}

/// A text in which one random character is inserted, removed or replaced.
fn changed(text: &str, rng: &mut StdRng) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    let at = rng.random_range(0..chars.len());
    let other = "0123456789 -+abc:()/,.·".chars().choose(rng).expect("one");
    match rng.random_range(0..3) {
        0 => chars.insert(at, other),
        1 => chars[at] = other,
        _ => drop(chars.remove(at)),
    }
    chars.into_iter().collect()
}

proptest! {
    #![proptest_config(cases())]

    #[test]
    fn the_options_of_a_line_may_stand_in_any_order(rules in rules(), seed: u64) {
        let line = rules.to_string();
        let mut parts: Vec<&str> = line.split(" · ").collect();
        parts[1..].shuffle(&mut StdRng::seed_from_u64(seed));
        let read: Rules = parts.join(" · ").parse().expect("the same options");
        prop_assert_eq!(read, rules);
        prop_assert_eq!(read.to_string(), line);
    }

    #[test]
    fn an_option_is_said_once(rules in rules(), seed: u64) {
        let line = rules.to_string();
        let Some(part) = line.split(" · ").skip(1).choose(&mut StdRng::seed_from_u64(seed)) else {
            return Ok(());
        };
        let twice = format!("{line} · {part}").parse::<Rules>();
        prop_assert!(matches!(twice, Err(ParseRulesError::Redundant(_))), "{twice:?}");
    }

    #[test]
    fn what_the_grammar_says_of_rules_is_read(seed: u64) {
        let line = Grammar::of_transcripts().sentence("notation", &mut StdRng::seed_from_u64(seed));
        match line.parse::<Rules>() {
            // The line fits the grammar, but a number in it may be too large for any option.
            Err(ParseRulesError::Head | ParseRulesError::Option(_)) => {
                let number = line.split(|it: char| !it.is_ascii_digit());
                prop_assert!(number.into_iter().any(|it| it.len() > 2), "{line}");
            }
            Err(ParseRulesError::Redundant(_) | ParseRulesError::Impossible(_)) => {}
            Ok(rules) => prop_assert_eq!(rules.to_string().parse(), Ok(rules)),
        }
    }

    #[test]
    fn what_is_read_of_rules_is_in_the_grammar(rules in rules(), seed: u64) {
        let mut rng = StdRng::seed_from_u64(seed);
        let line = changed(&rules.to_string(), &mut rng);
        if let Ok(read) = line.parse::<Rules>() {
            prop_assert!(Grammar::of_transcripts().has("notation", &line), "{line}");
            prop_assert_eq!(read.to_string().parse(), Ok(read));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..cases() })]

    #[test]
    fn what_is_printed_is_in_the_grammar(rules in rules(), seed: u64) {
        let text = transcript(&rules, seed);
        prop_assert!(Grammar::of_transcripts().has("transcript", &text), "{text}");
    }

    #[test]
    fn a_number_with_a_zero_before_it_is_refused(rules in rules(), seed: u64) {
        let text = transcript(&rules, seed);
        let begins = |&(at, it): &(usize, char)| {
            it.is_ascii_digit() && !text[..at].ends_with(|it: char| it.is_ascii_digit())
        };
        let numbers: Vec<usize> = text.char_indices().filter(begins).map(|(at, _)| at).collect();
        let mut rng = StdRng::seed_from_u64(seed);
        for _ in 0..20 {
            let at = *numbers.choose(&mut rng).expect("seats are numbers");
            for sign in ["0", "+"] {
                let other = format!("{}{sign}{}", &text[..at], &text[at..]);
                prop_assert!(other.parse::<Transcript>().is_err(), "{sign} at {at}: {other}");
            }
        }
    }

    #[test]
    fn a_line_that_is_read_is_printed_in_the_same_way(rules in rules(), seed: u64) {
        let mut rng = StdRng::seed_from_u64(seed);
        let text = transcript(&rules, seed);
        for line in text.lines().skip(1) {
            let line = changed(line, &mut rng);
            if let Ok(event) = line.parse::<Event>() {
                prop_assert_eq!(event.to_string(), with_high_ends_first(&line));
            }
        }
    }

    #[test]
    fn an_event_of_the_grammar_is_read(seed: u64) {
        let grammar = Grammar::of_transcripts();
        let mut rng = StdRng::seed_from_u64(seed);
        // The test leaves out the grammar's rules for lots and deals. A random text of these rules can
        // contain a tile twice, because the grammar doesn't forbid it.
        for rule in ["give", "play", "call", "time", "draw", "pass", "score", "love", "win"] {
            let line = grammar.sentence(rule, &mut rng);
            let read = line.parse::<Event>();
            prop_assert_eq!(read.map(|event| event.to_string()), Ok(with_high_ends_first(&line)));
        }
    }
}

#[test]
fn numbers_are_read_as_they_are_printed() {
    for line in [
        "Draw 050",
        "Draw +50",
        "Draw 100 · 09 tiles",
        "Kozel 101 · entry 013",
    ] {
        assert!(line.parse::<Rules>().is_err(), "{line}");
    }
    for line in [
        "00 passes",
        "0 plays 6-4 on a to 04",
        "side 1 scores 010 for count",
    ] {
        assert!(line.parse::<Event>().is_err(), "{line}");
    }
}
