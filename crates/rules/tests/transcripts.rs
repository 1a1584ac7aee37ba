//! The law of the transcript: whatever was played, by whatever rules, prints as text that reads
//! back to the same match and prints again to the same bytes.

mod common;

use boneyard_rules::{Match, Need, Preset, Transcript};
use common::RandomMatch;
use common::options::rules;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

/// Matches that the law is tried on, unless `PROPTEST_CASES` asks for more.
const MATCHES: u32 = 10_000;

/// An exact target may never be reached; everything that a transcript can hold has come up by now.
const ROUNDS_MAX: u16 = 30;

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
    /// a seat or side, `P` for pips, `A` for an arm, `R` for a reason.
    const LINES: &[&str] = &[
        "S gives the lead",
        "S plays T",
        "S plays T says N",
        "S plays T on A to P",
        "S plays T on A to P says N",
        "S calls",
        "S draws T",
        "S passes",
        "S goes out for N",
        "side S scores N for R",
        "side S overshoots N for R",
        "side S falls short N for R",
        "blocked S for N",
        "blocked tie",
        "scores are N N",
        "scores are N N N",
        "scores are N N N N",
        "side S wins",
    ];

    /// The parts of a round's points, in their order.
    const PARTS: &[&str] = &["hands N", "finish N", "double blank N", "round N", "twice"];

    fn fits(word: &str, kind: &str) -> bool {
        let bytes = word.as_bytes();
        match kind {
            "T" => match bytes {
                &[high @ b'0'..=b'9', b'-', low @ b'0'..=b'9'] => high >= low,
                _ => false,
            },
            "N" => {
                word.len() <= 5
                    && bytes.iter().all(u8::is_ascii_digit)
                    && (word == "0" || !word.starts_with('0'))
            }
            "S" => matches!(word, "0" | "1" | "2" | "3"),
            "P" => matches!(bytes, [b'0'..=b'9']),
            "A" => matches!(word, "a" | "b" | "c" | "d"),
            "R" => matches!(word, "count" | "call" | "domino" | "blocked" | "pass"),
            _ => word == kind,
        }
    }

    fn is_like(text: &str, pattern: &str) -> bool {
        let (words, kinds) = (text.split(' '), pattern.split(' '));
        words.clone().count() == kinds.clone().count()
            && words.zip(kinds).all(|(word, kind)| fits(word, kind))
    }

    /// How many tiles the sets have.
    const SETS: &[usize] = &[27, 28, 55];

    fn is_shuffled(line: &str) -> bool {
        let tiles = |rest: &str, counts: &[usize]| {
            counts.contains(&rest.split(' ').count()) && rest.split(' ').all(|word| fits(word, "T"))
        };
        let led = |rest: &str| {
            let (seat, tiles) = rest.split_once(": ")?;
            fits(seat, "S").then(|| tiles.to_owned())
        };
        if let Some(rest) = line.strip_prefix("deal again: ") {
            return tiles(rest, SETS);
        }
        let (rest, counts) = if let Some(rest) = line.strip_prefix("deal leads ") {
            (rest, SETS)
        } else if let Some(rest) = line.strip_prefix("lots leads ") {
            (rest, &[2, 3, 4][..])
        } else {
            return false;
        };
        led(rest).is_some_and(|rest| tiles(&rest, counts))
    }

    /// Whether the points of a round are followed by parts, each once and in their order.
    fn is_end_with_parts(line: &str) -> bool {
        let Some((end, parts)) = line
            .strip_suffix(')')
            .and_then(|line| line.split_once(" ("))
        else {
            return false;
        };
        let mut left = PARTS.iter();
        let known = parts
            .split(", ")
            .all(|part| left.any(|pattern| is_like(part, pattern)));
        known && (is_like(end, "S goes out for N") || is_like(end, "blocked S for N"))
    }

    /// Whether the grammar has such a line.
    pub(super) fn has(line: &str) -> bool {
        is_shuffled(line)
            || is_end_with_parts(line)
            || LINES.iter().any(|pattern| is_like(line, pattern))
    }
}

proptest! {
    #![proptest_config(Config { cases: 300, failure_persistence: None, ..Config::default() })]

    #[test]
    fn every_printed_line_is_in_the_grammar(rules in rules(), seed: u64) {
        let text = played(&rules, seed).0.to_string();
        prop_assert!(text.ends_with('\n'));
        let mut lines = text.lines().peekable();
        let version = lines.next_if_eq(&"boneyard 2");
        prop_assert_eq!(version.is_some(), rules.is_extended());
        let first = lines.next().unwrap_or_default();
        prop_assert_eq!(first, format!("rules {rules}"));
        for option in first.split(" · ").skip(1) {
            prop_assert!(is_option_of_the_document(option), "{}", option);
        }
        for line in lines {
            prop_assert!(grammar::has(line), "{}", line);
            let is_new = line.ends_with(')') || line.starts_with("scores are") || line.ends_with("for pass");
            prop_assert!(version.is_some() || !is_new, "{}", line);
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

/// Whether the document's grammar has an option, or the text before or after its number.
fn is_option_of_the_document(option: &str) -> bool {
    let grammar = block_of_the_document("ebnf");
    let mut around = option.split(|it: char| it.is_ascii_digit());
    let text = around.find(|text| !text.is_empty()).unwrap_or_default();
    [option, text]
        .iter()
        .any(|it| grammar.contains(&format!("\"{it}\"")))
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

/// Transcripts of the thirteen presets that need no version line, one file a match.
fn stored() -> impl Iterator<Item = (String, String)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/transcripts");
    std::fs::read_dir(folder)
        .expect("the folder of stored transcripts")
        .map(|file| file.expect("a file of it").path())
        .map(|path| {
            let text = std::fs::read_to_string(&path).expect("a transcript is text");
            (path.display().to_string(), text)
        })
}

#[test]
fn stored_transcripts_replay_and_print_to_the_same_byte() {
    let mut presets = std::collections::HashSet::new();
    for (name, text) in stored() {
        let transcript: Transcript = text.parse().expect(&name);
        let game = transcript.replay().expect(&name);
        assert_eq!(game.needs(), Need::Nothing, "{name}: a side has won");
        assert_eq!(transcript.to_string(), text, "{name}");
        presets.insert(preset_of(&text).to_owned());
    }
    assert_eq!(presets.len(), 13, "{presets:?}");
}

/// The name of the preset that a transcript's first line begins with.
fn preset_of(text: &str) -> &str {
    let line = text.lines().next().and_then(|it| it.strip_prefix("rules "));
    let head = line.and_then(|line| line.split(" · ").next());
    let (name, _target) = head.and_then(|it| it.rsplit_once(' ')).expect("rules");
    name
}
