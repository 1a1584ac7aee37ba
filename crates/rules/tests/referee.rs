//! For random rules and matches, the crate's transcript is equal to the transcript that a second,
//! independent implementation computes from the lots, deals and decisions.

mod common;

use std::cell::Cell;

use boneyard_rules::line::Rules;
use boneyard_rules::{Need, Transcript};
use common::RandomMatch;
use common::options::rules;
use common::referee::{Fault, judge};
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::{Config, TestRunner};
use serde_json::Value;

/// The test plays at least so many rounds, unless `PROPTEST_CASES` sets the number of matches.
const ROUNDS: u32 = 10_000;
const MATCHES: u32 = 8_000;
/// The highest number of rounds of a match: enough to give all bonuses for won rounds, and to reset scores by
/// the love rule.
const ROUNDS_A_MATCH: usize = 8;

/// The transcript of a match that is played at random, to its end or for [`ROUNDS_A_MATCH`] rounds, and in which
/// time may be called. Also returns the number of rounds.
fn played(rules: &Rules, seed: u64) -> (String, u32) {
    played_on(RandomMatch::with_time(rules, seed))
}

fn played_on(mut random: RandomMatch) -> (String, u32) {
    let rules = *random.game.rules();
    let mut events = Vec::new();
    let is_over = |random: &RandomMatch| {
        let game = &random.game;
        game.round_scores().len() >= ROUNDS_A_MATCH || game.needs() == Need::Nothing
    };
    while !is_over(&random) {
        events.extend(random.step());
    }
    let transcript = Transcript::new(rules, events);
    (
        transcript.to_string(),
        random.game.round_scores().len() as u32,
    )
}

fn json(rules: &Rules) -> Value {
    serde_json::to_value(rules).expect("rules have a JSON form")
}

/// Two threads share the test below, because this binary has hardly any other tests that could run at the
/// same time.
const THREADS: u32 = 2;

#[test]
fn ten_thousand_rounds_read_back_and_stand_before_the_referee() {
    std::thread::scope(|scope| {
        for _ in 0..THREADS {
            scope.spawn(rounds_stand_before_the_referee);
        }
    });
}

fn rounds_stand_before_the_referee() {
    let asked = std::env::var_os("PROPTEST_CASES").is_some();
    let default = Config::default();
    let mut runner = TestRunner::new(Config {
        cases: if asked {
            default.cases
        } else {
            MATCHES / THREADS
        },
        failure_persistence: None,
        ..default
    });
    let rounds = Cell::new(0);
    let law = |(rules, seed)| {
        let (text, number) = played(&rules, seed);
        rounds.set(rounds.get() + number);
        let parsed: Transcript = text.parse().expect("what is printed is parsed");
        prop_assert!(parsed.to_string() == text, "{}", text);
        let verdict = judge(&json(&rules), &text);
        prop_assert!(verdict.is_ok(), "{:?}\n{:?}\n{}", verdict, rules, text);
        Ok(())
    };
    runner
        .run(&(rules(), any::<u64>()), law)
        .unwrap_or_else(|failure| panic!("{failure}"));
    assert!(
        asked || rounds.get() >= ROUNDS / THREADS,
        "{} rounds",
        rounds.get()
    );
}

/// Whether a line contains rules, lots, a deal or a decision. All other lines of a transcript follow from
/// these.
fn is_given(line: &str) -> bool {
    let words: Vec<_> = line.split(' ').collect();
    matches!(
        words[..],
        ["boneyard" | "rules" | "lots" | "deal" | "time", ..]
            | [_, "plays" | "calls" | "gives", ..]
    )
}

/// The variants of a line. In each variant, exactly one number is greater by one than in the line.
fn falsified(line: &str) -> Vec<String> {
    let mut all = Vec::new();
    let mut words: Vec<_> = line.split(' ').map(str::to_owned).collect();
    for i in 0..words.len() {
        let digits = words[i]
            .trim_matches(|it: char| !it.is_ascii_digit())
            .to_owned();
        if let Ok(number) = digits.parse::<u16>() {
            let kept = words[i].clone();
            words[i] = kept.replacen(&digits, &(number + 1).to_string(), 1);
            all.push(words.join(" "));
            words[i] = kept;
        }
    }
    all
}

proptest! {
    #![proptest_config(Config { cases: 1_000, failure_persistence: None, ..Config::default() })]

    #[test]
    fn the_referee_finds_a_line_that_does_not_follow(rules in rules(), seed: u64, at: Index) {
        let (text, _) = played(&rules, seed);
        let lines: Vec<_> = text.lines().collect();
        let (rules, fault) = (json(&rules), |fault: Fault| fault.line);
        let following: Vec<_> = (0..lines.len()).filter(|&i| !is_given(lines[i])).collect();
        let i = *at.get(&following);
        let with = |instead: &[&str]| {
            let changed = [&lines[..i], instead, &lines[i + 1..]].concat();
            judge(&rules, &(changed.join("\n") + "\n")).map_err(fault)
        };
        prop_assert_eq!(with(&[lines[i]]), Ok(()));
        for changed in falsified(lines[i]) {
            prop_assert_eq!(with(&[&changed]), Err(i + 1), "{}", changed);
        }
        prop_assert_eq!(with(&[]), Err(i + 1), "without {}", lines[i]);
        prop_assert!(with(&[lines[i], lines[i]]).is_err(), "twice {}", lines[i]);
    }

    #[test]
    fn the_referee_finds_a_play_that_is_not_allowed(rules in rules(), seed: u64, at: Index) {
        let (text, _) = played(&rules, seed);
        let lines: Vec<_> = text.lines().collect();
        let plays: Vec<_> = (0..lines.len()).filter(|&i| lines[i].contains(" plays ")).collect();
        let i = *at.get(&plays);
        let words: Vec<_> = lines[i].splitn(4, ' ').collect();
        let next = (words[0].parse::<usize>().expect("a seat") + 1) % rules.seating.seat_count();
        let mut changes = vec![
            lines[i].replacen(words[0], &next.to_string(), 1),
            format!("{} passes", words[0]),
        ];
        // Replaces the tile by one that is already on the table.
        let mut laid = lines[..i].iter().rev().take_while(|line| !line.starts_with("deal"));
        let last = laid.find_map(|line| line.split_once(" plays "));
        changes.extend(last.map(|(_, last)| lines[i].replacen(words[2], &last[..3], 1)));
        // Replaces the arm by one that doesn't exist, or adds an arm to a lead.
        let arm = ["a", "b", "c", "d"].map(|arm| format!(" on {arm} "));
        let arm = arm.iter().find(|arm| lines[i].contains(*arm));
        changes.push(match arm {
            Some(arm) => lines[i].replace(arm, " on e "),
            None => format!("{} on a to 0", lines[i]),
        });
        for changed in changes {
            let mut lines = lines.clone();
            lines[i] = &changed;
            let fault = judge(&json(&rules), &(lines.join("\n") + "\n")).err();
            prop_assert_eq!(fault.map(|fault| fault.line), Some(i + 1), "{}", changed);
        }
    }
}

#[test]
fn the_referee_finds_that_a_match_was_played_by_other_rules() {
    let rules: Rules = "Brazilian Pairs 6".parse().expect("a notation");
    let mut noticed = 0;
    for seed in 0..50 {
        let (text, _) = played_on(RandomMatch::new(&rules, seed));
        for (option, value) in [
            (
                "finish",
                serde_json::json!({"plain": 1, "double": 2, "both": 4, "double_both": 3, "blocked": 1}),
            ),
            (
                "finish",
                serde_json::json!({"plain": 1, "double": 1, "both": 3, "double_both": 4, "blocked": 1}),
            ),
            ("blocked_tie", "leader".into()),
            ("blocked_winner", "lightest_seat".into()),
            ("after_block", "same".into()),
            ("next_lead", "rotate".into()),
            ("opening", "lowest_double".into()),
            ("hands", "all".into()),
            ("round_bonus", serde_json::json!([0, 0, 0, 1])),
            ("target", 5.into()),
        ] {
            let mut other = json(&rules);
            other[option] = value;
            noticed += u32::from(judge(&other, &text).is_err());
        }
        assert_eq!(judge(&json(&rules), &text), Ok(()));
    }
    assert!(noticed > 300, "{noticed} of 500 readings by other rules");
}
