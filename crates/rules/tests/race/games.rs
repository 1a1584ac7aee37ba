//! Random games of all options: the crate and the referee say the same of each decision.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;

use boneyard_rules::Game as _;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::{Config, TestRunner};

use crate::both::{Both, line_of, seat, walk};
use crate::referee::{DIRECTIONS, Place, Tile, judge, squares};

/// The number of games, unless `PROPTEST_CASES` sets another number.
const GAMES: u32 = 2_000;

/// The line of any rules.
pub(crate) fn rules() -> impl Strategy<Value = String> {
    let head = prop_oneof![
        (25..=100).prop_map(|target| format!("Ringway {target}")),
        Just("Ringway Long".to_owned()),
    ];
    let seats = select(&["", " · 3 seats", " · 4 seats"][..]);
    let after_double = select(&["", " · either end"][..]);
    (head, seats, after_double).prop_map(|(head, seats, after)| format!("{head}{seats}{after}"))
}

/// How often each thing happened in all games.
type Seen = BTreeMap<&'static str, u32>;

fn note(both: &Both, lines: &[String], seen: &mut Seen) {
    let count = |part: &str| lines.iter().filter(|line| line.contains(part)).count();
    let by_itself = |part: &str| lines[1..].iter().any(|line| line.contains(part));
    let is_over = both.referee.is_over();
    let is_blocked = count("nobody can place") > 0;
    let is_target = is_over && both.referee.is_target_reached();
    let by_another = format!("side {} wins", &lines[0][..1]);
    for (what, happens) in [
        ("a deal again", count("deal again") > 0),
        ("a stop", lines[0].ends_with(" stops")),
        ("a tile for the pit", lines[0].contains(" pits ")),
        ("a pit without a choice", by_itself(" pits ")),
        ("a hand that is filled with two tiles", count(" draws ") > 2),
        ("points for three pieces", count(" for track") > 2),
        ("a block", is_blocked),
        ("an end by time", is_over && !is_blocked && !is_target),
        ("an end by the target", is_target),
        (
            "an end by another seat's tile",
            is_target && count(&by_another) == 0,
        ),
        ("a shared win", count(" share") > 0),
    ] {
        *seen.entry(what).or_default() += u32::from(happens);
    }
}

#[test]
fn two_thousand_games_are_played_alike() {
    let asked = std::env::var_os("PROPTEST_CASES").is_some();
    let default = Config::default();
    let mut runner = TestRunner::new(Config {
        cases: if asked { default.cases } else { GAMES },
        failure_persistence: None,
        ..default
    });
    let seen = Mutex::new(Seen::new());
    let law = |(rules, seed): (String, u64)| {
        let mut seen = seen.lock().expect("no failure before");
        let mut text = format!("rules {rules}\n");
        walk(&rules, seed, |both, lines| {
            note(both, lines, &mut seen);
            text.extend(lines.iter().flat_map(|line| [line, "\n"]));
            let turn = both.referee.turn;
            let forced = both.game.forced().map(|it| line_of(seat(turn), it));
            assert_eq!(forced, both.referee.forced());
        });
        prop_assert_eq!(judge(&text), Ok(()));
        Ok(())
    };
    let played = runner.run(&(rules(), any::<u64>()), law);
    played.unwrap_or_else(|failure| panic!("{failure}"));
    for (what, times) in seen.into_inner().expect("no failure") {
        assert!(asked || times > 0, "{what} never happened");
    }
}

/// The moments of a random game.
fn moments(rules: &str, seed: u64) -> Vec<Both> {
    let mut moments = Vec::new();
    walk(rules, seed, |both, _| moments.push(both.clone()));
    moments
}

proptest! {
    #![proptest_config(Config { cases: 40, failure_persistence: None, ..Config::default() })]

    #[test]
    fn what_is_not_offered_is_refused_for_the_same_reason(rules in rules(), seed: u64, at: Index) {
        let moments = moments(&rules, seed);
        let both = at.get(&moments);
        let turn = both.referee.turn;
        let mut accepted = BTreeSet::new();
        let mut ask = |line: String| {
            if both.clone().decide(&line).is_ok() {
                accepted.insert(line);
            }
        };
        for tile in Tile::all() {
            for square in squares() {
                for direction in DIRECTIONS {
                    let place = Place { tile, square, direction };
                    ask(format!("{turn} places {place}"));
                }
            }
            ask(format!("{turn} pits {tile}"));
        }
        ask(format!("{turn} stops"));
        prop_assert_eq!(&accepted, &both.referee.moves());
        for line in &accepted {
            let (_, decision) = line.split_once(' ').expect("a seat");
            for other in (0..both.referee.hands.len()).filter(|&other| other != turn) {
                let refused = both.clone().decide(&format!("{other} {decision}"));
                prop_assert_eq!(refused, Err("not on turn".into()));
            }
        }
    }

    #[test]
    fn the_referee_finds_a_line_that_does_not_follow(rules in rules(), seed: u64, at: Index) {
        let (mut text, mut following) = (vec![format!("rules {rules}")], Vec::new());
        walk(&rules, seed, |_, lines| {
            following.extend(text.len() + 1..text.len() + lines.len());
            text.extend_from_slice(lines);
        });
        let i = *at.get(&following);
        let with = |instead: &[String]| {
            let changed = [&text[..i], instead, &text[i + 1..]].concat();
            judge(&(changed.join("\n") + "\n")).map_err(|fault| fault.line)
        };
        prop_assert_eq!(with(&[text[i].clone()]), Ok(()));
        let digit = text[i].rfind(|it: char| it.is_ascii_digit());
        if let Some(digit) = digit {
            let next = (text[i].as_bytes()[digit] - b'0' + 1) % 10;
            let mut changed = text[i].clone();
            changed.replace_range(digit..=digit, &next.to_string());
            prop_assert_eq!(with(&[changed]), Err(i + 1));
        }
        prop_assert_eq!(with(&[]), Err(i + 1));
        prop_assert!(with(&[text[i].clone(), text[i].clone()]).is_err());
    }
}
