//! The law of the transcript, for random rules and matches: a match prints as text. The text can be read
//! back to the same match, and that match prints the same bytes again.

mod common;

use std::collections::HashSet;

use boneyard_rules::line::Match;
use boneyard_rules::{Need, Transcript};
use common::RandomMatch;
use common::options::rules;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

/// The number of matches for which the test checks the law, unless `PROPTEST_CASES` sets another number.
const MATCHES: u32 = 10_000;

/// The highest number of rounds of a match, because an exact target may never be reached. After so many
/// rounds, everything that a transcript can contain has occurred.
const ROUNDS_MAX: u16 = 30;

/// A match that is played at random, to its end or for [`ROUNDS_MAX`] rounds.
fn played(rules: &boneyard_rules::line::Rules, seed: u64) -> (Transcript, Match) {
    let mut random = RandomMatch::new(rules, seed);
    let mut events = Vec::new();
    while random.game.needs() != Need::Nothing && random.game.round_number() < ROUNDS_MAX {
        events.extend(random.step());
    }
    (Transcript::new(*rules, events), random.game)
}

/// Two threads share the test below, because this binary has hardly any other tests that could run at the
/// same time.
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
        prop_assert_eq!(parsed.replay(), Ok(last.into()));
        prop_assert!(parsed.to_string() == text, "{}", text);
        Ok(())
    };
    runner
        .run(&(rules(), any::<u64>()), law)
        .unwrap_or_else(|failure| panic!("{failure}"));
}

/// The content of a code block in `docs/record.md`. `kind` is the word after the three backticks that begin
/// the block.
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

/// The paths and texts of the stored transcripts: at least one match for each preset. They never change: tables and
/// records name their rules by the preset, so a preset that changes would change matches that were played.
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
    let mut presets = HashSet::new();
    for (name, text) in stored() {
        let transcript: Transcript = text.parse().expect(&name);
        let game = transcript.replay().expect(&name);
        assert_eq!(game.needs(), Need::Nothing, "{name}: a side has won");
        assert_eq!(transcript.to_string(), text, "{name}");
        presets.insert(transcript.rules.preset().name());
    }
    let all: HashSet<_> = boneyard_rules::Preset::all()
        .map(boneyard_rules::Preset::name)
        .collect();
    assert_eq!(presets, all);
}
