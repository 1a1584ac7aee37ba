//! The law of the transcript: whatever was played, by whatever rules, prints as text that reads
//! back to the same match and prints again to the same bytes.

mod common;

use boneyard_rules::{Match, Need, Preset, Transcript};
use common::{RandomMatch, rules};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

/// Matches that the law is tried on, unless `PROPTEST_CASES` asks for more.
const MATCHES: u32 = 10_000;

/// An exact target may never be reached; everything that a transcript can hold has come up by now.
const ROUNDS_MAX: u16 = 120;

/// A match played at random, to its end or for [`ROUNDS_MAX`] rounds.
fn played(rules: &boneyard_rules::Rules, seed: u64) -> (Transcript, Match) {
    let mut random = RandomMatch::new(rules, seed);
    let mut events = Vec::new();
    while random.game.needs() != Need::Nothing && random.game.round_number() < ROUNDS_MAX {
        events.extend(random.step());
    }
    let transcript = Transcript {
        rules: *rules,
        events,
    };
    (transcript, random.game)
}

/// One test has this binary almost to itself, so it takes a second thread.
const THREADS: u32 = 2;

#[test]
fn print_parse_replay_and_print_again_are_equal_to_the_byte() {
    std::thread::scope(|scope| {
        for _ in 0..THREADS {
            scope.spawn(matches_print_and_read_back);
        }
    });
}

fn matches_print_and_read_back() {
    let asked = std::env::var_os("PROPTEST_CASES").is_some();
    let default = Config::default();
    let mut runner = TestRunner::new(Config {
        cases: if asked { default.cases } else { MATCHES } / THREADS,
        failure_persistence: None,
        ..default
    });
    let law = |(rules, seed)| {
        let (transcript, last) = played(&rules, seed);
        let text = transcript.to_string();
        let parsed: Transcript = text.parse().expect("what is printed is parsed");
        prop_assert_eq!(parsed.replay(), Ok(last));
        prop_assert!(parsed.to_string() == text, "{}", text);
        Ok(())
    };
    runner
        .run(&(rules(), any::<u64>()), law)
        .unwrap_or_else(|failure| panic!("{failure}"));
}

/// The grammar of `docs/record.md`, line by line, written as it stands there.
mod grammar {
    /// A pattern's pieces: letters stand for themselves, `T` for a tile, `N` for a number, `S` for
    /// a seat or side, `P` for pips, `A` for an arm.
    const LINES: &[&str] = &[
        "S plays T",
        "S plays T says N",
        "S plays T on A to P",
        "S plays T on A to P says N",
        "S calls",
        "S draws T",
        "S passes",
        "S goes out for N",
        "side S scores N for count",
        "side S scores N for call",
        "side S scores N for domino",
        "side S scores N for blocked",
        "side S overshoots N for count",
        "side S overshoots N for call",
        "side S overshoots N for domino",
        "side S overshoots N for blocked",
        "blocked S for N",
        "blocked tie",
        "side S wins",
    ];

    fn fits(word: &str, kind: &str) -> bool {
        let bytes = word.as_bytes();
        let pips = |byte: u8| (b'0'..=b'6').contains(&byte);
        match kind {
            "T" => {
                bytes.len() == 3
                    && pips(bytes[0])
                    && bytes[1] == b'-'
                    && pips(bytes[2])
                    && bytes[0] >= bytes[2]
            }
            "N" => {
                word.len() <= 5
                    && bytes.iter().all(u8::is_ascii_digit)
                    && (word == "0" || !word.starts_with('0'))
            }
            "S" => matches!(word, "0" | "1" | "2" | "3"),
            "P" => word.len() == 1 && pips(bytes[0]),
            "A" => matches!(word, "a" | "b" | "c" | "d"),
            _ => word == kind,
        }
    }

    fn is_shuffled(line: &str) -> bool {
        let tiles = |rest: &str, count: std::ops::RangeInclusive<usize>| {
            count.contains(&rest.split(' ').count()) && rest.split(' ').all(|word| fits(word, "T"))
        };
        let led = |rest: &str| {
            let (seat, tiles) = rest.split_once(": ")?;
            fits(seat, "S").then(|| tiles.to_owned())
        };
        if let Some(rest) = line.strip_prefix("deal again: ") {
            return tiles(rest, 28..=28);
        }
        let (rest, count) = if let Some(rest) = line.strip_prefix("deal leads ") {
            (rest, 28..=28)
        } else if let Some(rest) = line.strip_prefix("lots leads ") {
            (rest, 2..=4)
        } else {
            return false;
        };
        led(rest).is_some_and(|rest| tiles(&rest, count))
    }

    /// Whether the grammar has such a line.
    pub(super) fn has(line: &str) -> bool {
        let words: Vec<_> = line.split(' ').collect();
        is_shuffled(line)
            || LINES.iter().any(|pattern| {
                let kinds: Vec<_> = pattern.split(' ').collect();
                kinds.len() == words.len()
                    && words.iter().zip(kinds).all(|(word, kind)| fits(word, kind))
            })
    }
}

proptest! {
    #![proptest_config(Config { cases: 300, failure_persistence: None, ..Config::default() })]

    #[test]
    fn every_printed_line_is_in_the_grammar(rules in rules(), seed: u64) {
        let text = played(&rules, seed).0.to_string();
        prop_assert!(text.ends_with('\n'));
        let mut lines = text.lines();
        let first = lines.next().unwrap_or_default();
        prop_assert_eq!(first, format!("rules {rules}"));
        for line in lines {
            prop_assert!(grammar::has(line), "{}", line);
        }
    }
}

/// A block of `docs/record.md` by the word behind its fence.
fn block_of_the_document(kind: &str) -> &'static str {
    const DOCUMENT: &str = include_str!("../../../docs/record.md");
    let (_, rest) = DOCUMENT
        .split_once(&format!("```{kind}\n"))
        .expect("the document has such a block");
    rest.split_once("```").expect("a block ends").0
}

#[test]
fn the_example_of_the_document_is_a_match() {
    let text = block_of_the_document("transcript");
    let example: Transcript = text.parse().expect("the example is a transcript");
    let game = example.replay().expect("the example can have happened");
    assert_eq!(game.needs(), Need::Nothing);
    assert_eq!(example.to_string(), text);
}

#[test]
fn the_grammar_of_the_document_names_every_preset() {
    let grammar = block_of_the_document("ebnf");
    for preset in Preset::ALL {
        assert!(
            grammar.contains(&format!("\"{}\"", preset.name())),
            "{}",
            preset.name()
        );
    }
}
