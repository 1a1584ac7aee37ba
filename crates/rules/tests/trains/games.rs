//! Random matches of all options: the crate and the referee say the same of each decision.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;

use boneyard_rules::trains::{Options, Rules};
use boneyard_rules::{Game as _, Seating};
use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::{Config, TestRunner};
use serde_json::json;

use crate::both::{Both, seat, text_of, walk};
use crate::referee::{Layout, Phase, Tile, judge};

/// The number of matches, unless `PROPTEST_CASES` sets another number. Half of them have one round, the others up to three.
const MATCHES: u32 = 300;

/// The line of any rules of a match with few rounds.
pub(crate) fn rules() -> impl Strategy<Value = String> {
    let seats = (2..=8_u8).prop_map(|count| Seating::new(count, false).expect("a seating"));
    let shared = (seats, any::<bool>(), 4..=16_usize, 1..=4_usize, 0..=50_u8);
    let first = select(&["one_tile", "whole_train"][..]);
    let own = select(&["no", "for_mexican", "for_all"][..]);
    let double = select(&["cover", "free_second", "none"][..]);
    let of_trains = (first, own, double, any::<bool>()).prop_map(|(first, own, double, must_cover)| {
        let must_cover = must_cover && double != "none";
        let last = if must_cover { "must_cover" } else { "ends" };
        json!({
            "game": "mexican_train", "first_turn": first, "own_first": own, "double_turn": double, "last_double": last,
            "arms": 4
        })
    });
    let of_feet = select(&[4, 6, 8][..]).prop_map(|arms| {
        json!({
            "game": "chickenfoot", "first_turn": "one_tile", "own_first": "no", "double_turn": "cover",
            "last_double": "ends", "arms": arms
        })
    });
    let own = prop_oneof![2 => of_trains, 1 => of_feet];
    (shared, own).prop_map(|((seating, is_large, tiles, rounds, blank), mut json)| {
        let dealt = if is_large { 90 } else { 54 };
        json["seating"] = json!(seating);
        json["tile_set"] = json!(if is_large {
            "double_twelve"
        } else {
            "double_nine"
        });
        json["hand_size"] = json!(tiles.min(dealt / seating.seat_count()));
        json["rounds"] = json!(rounds.max(2) - 1);
        json["double_blank"] = json!(blank);
        let options: Options = serde_json::from_value(json).expect("options");
        Rules::try_from(options)
            .expect("rules that are possible")
            .to_string()
    })
}

/// How often each thing happened in all matches.
type Seen = BTreeMap<&'static str, u32>;

fn note(both: &Both, lines: &[String], seen: &mut Seen) {
    let has = |part: &str| lines.iter().any(|line| line.contains(part));
    let referee = &both.referee;
    let open = match &referee.layout {
        Layout::Trains(trains) => trains.open.len(),
        Layout::Tree(_) => 0,
    };
    let plays = lines[0].contains(" plays ");
    let is_on_turn = lines[0].starts_with(&format!("{} ", referee.turn));
    for (what, happens) in [
        ("a round", has("totals")),
        ("a stop", lines[0].ends_with(" stops")),
        ("a marker that comes off", has(" closes")),
        ("a block", has("blocked")),
        (
            "a seat that goes on after a tile",
            plays && is_on_turn && referee.phase == Phase::Turn,
        ),
        (
            "a pass with nothing left to draw",
            has(" passes") && !has(" draws ") && referee.boneyard.is_empty(),
        ),
        ("two open doubles", open > 1),
        ("an end by time", referee.is_time_called && has(" win")),
    ] {
        *seen.entry(what).or_default() += u32::from(happens);
    }
}

#[test]
fn random_matches_are_played_alike() {
    let asked = std::env::var_os("PROPTEST_CASES").is_some();
    let default = Config::default();
    let mut runner = TestRunner::new(Config {
        cases: if asked { default.cases } else { MATCHES },
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
            let turn = seat(both.referee.turn);
            let forced = both.game.forced().map(|it| text_of(turn, it));
            assert_eq!(forced.as_ref(), both.referee.moves().first());
        });
        prop_assert_eq!(judge(&text), Ok(()));
        Ok(())
    };
    let played = runner.run(&(rules(), any::<u64>()), law);
    played.unwrap_or_else(|failure| panic!("{failure}"));
    for (what, times) in seen.into_inner().expect("no failure") {
        println!("{what}: {times} times");
        assert!(asked || times > 0, "{what} never happened");
    }
}

/// The moments of a random match.
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
        let (turn, seats) = (both.referee.turn, both.referee.hands.len());
        let mut accepted = BTreeSet::new();
        let mut ask = |text: String| {
            let mut both = both.clone();
            let before = both.game.clone();
            if both.decide(&text).is_ok() {
                accepted.insert(text);
            } else {
                assert_eq!(both.game, before, "{text}");
            }
        };
        let places: Vec<String> = (0..=90).map(|place| place.to_string()).chain(["m".into()]).collect();
        for tile in Tile::all(12) {
            for place in &places {
                ask(format!("{turn} plays {tile} on {place}"));
            }
        }
        ask(format!("{turn} stops"));
        let moves = both.moves();
        prop_assert_eq!(&accepted, &moves.iter().cloned().collect());
        for text in &moves {
            let (_, decision) = text.split_once(' ').expect("a seat");
            for other in (0..seats).filter(|&other| other != turn) {
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
