//! The worked examples of the page: the crate and the referee do what each row says.

use boneyard_rules::trains::{self, Event, Move, Round};
use boneyard_rules::{BySide, Seating, Transcript};
use rand::SeedableRng as _;
use rand::rngs::StdRng;

use crate::both::{Both, chance, in_words, read, seat, text_of};
use crate::common::document::TRAINS;
use crate::referee::{Phase, Referee, Tile, judge, places, totals};
use crate::start::Start;

/// The list on offer, as the page writes it.
fn offered(referee: &Referee) -> String {
    let (may_stop, tiles) = referee.offers();
    let stop = may_stop.then(|| "stop".to_owned());
    let tiles = tiles.into_iter().map(|(tile, places)| {
        let names: Vec<_> = places
            .into_iter()
            .map(|place| referee.name(place))
            .collect();
        format!("{tile} on {}", names.join("/"))
    });
    stop.into_iter().chain(tiles).collect::<Vec<_>>().join(", ")
}

/// Gives a decision to the round of the crate. Returns the lines that follow.
fn give(round: &mut Round, decision: &str) -> Result<Vec<String>, String> {
    let (on_turn, decision) = decision.split_once(' ').expect("a seat");
    assert_eq!(round.turn(), Some(seat(read(on_turn))), "{decision}");
    let words: Vec<&str> = decision.split(' ').collect();
    let decision = match words[..] {
        ["stops"] => Move::Stop,
        ["plays", tile, "on", on, ..] => Move::Play {
            tile: read(tile),
            on: read(on),
        },
        _ => panic!("{decision:?} is no decision"),
    };
    let mut events = Vec::new();
    round.play(decision, &mut events).map_err(in_words)?;
    Ok(events.iter().map(Event::to_string).collect())
}

/// The lines without those of the match.
fn of_round(mut lines: Vec<String>) -> Vec<String> {
    lines.retain(|line| !line.starts_with("totals") && !line.contains(" win"));
    lines
}

/// Plays the examples of a section. Returns how many they are.
fn play(heading: &str) -> usize {
    let rows = TRAINS.table(heading);
    for row in &rows {
        let [number, shown, position, happens] = row[..] else {
            panic!("{row:?}")
        };
        let start = Start::read(shown, position, number.starts_with('C'));
        let (mut round, mut lines) = start.round();
        let (mut referee, follows) = start.referee();
        assert_eq!(lines, of_round(follows), "{number}");
        lines.reverse();
        for what in happens.split("; ") {
            if let Some(list) = what.strip_prefix("on offer to ") {
                let (seat, list) = list.split_once(": ").expect("a list");
                assert_eq!(seat, referee.turn.to_string(), "{number}");
                assert_eq!(offered(&referee), list, "{number}");
                let turn = round.turn().expect("a seat on turn");
                let moves = round.moves().into_iter().map(|it| text_of(turn, it));
                assert!(moves.eq(referee.moves()), "{number}");
            } else if let Some(decision) = what.strip_prefix("refused: ") {
                let decision = decision.replace("plays stop", "stops");
                let (before, refused) = (round.clone(), give(&mut round, &decision));
                assert_eq!(refused, referee.decide(&decision), "{number}");
                assert!(refused.is_err() && round == before, "{number}");
            } else {
                if lines.is_empty() {
                    lines = give(&mut round, what).expect(what);
                    let follows = referee.decide(what).expect(what);
                    assert_eq!(lines, of_round(follows), "{number}");
                    lines.reverse();
                }
                assert_eq!(lines.pop().as_deref(), Some(what), "{number}");
            }
        }
        assert!(lines.is_empty(), "{number}: {lines:?}");
    }
    rows.len()
}

#[test]
fn a_turn_of_mexican_train_has_these_lines() {
    assert_eq!(play("Examples of Mexican Train"), 42);
}

#[test]
fn a_turn_of_chickenfoot_has_these_lines() {
    assert_eq!(play("Examples of Chickenfoot"), 15);
}

#[test]
fn matches_have_these_places() {
    let rows = TRAINS.table("Examples of matches");
    assert_eq!(rows.len(), 6);
    for row in rows {
        let numbers = |text: &str| -> Vec<u32> { text.split(':').map(read).collect() };
        let points: Vec<Vec<u32>> = row[2].split(", ").map(numbers).collect();
        let seats = points[0].len();
        assert_eq!(totals(&points, seats), numbers(row[3]), "{}", row[0]);
        let wanted: Vec<usize> = row[4].split(':').map(read).collect();
        assert_eq!(places(&points, seats), wanted, "{}", row[0]);
        let after = |rounds: usize| {
            let totals = totals(&points[..rounds], seats).into_iter();
            BySide::from_list(totals.map(|total| total as u16).collect()).expect("totals")
        };
        let after: Vec<_> = (1..=points.len()).map(after).collect();
        let seating = Seating::new(seats as u8, false).expect("a seating");
        let found = trains::places(seating, &after);
        let found = found.as_slice().iter().map(|&place| usize::from(place));
        assert!(found.eq(wanted), "{}", row[0]);
    }
}

#[test]
fn the_heaviest_lot_begins() {
    let rows = TRAINS.table("Examples of lots");
    assert_eq!(rows.len(), 3);
    for row in rows {
        let seats = row[0].split(' ').count();
        let rules = format!("Mexican Train 7 · {seats} players").replace(" · 4 players", "");
        let lines = Both::new(&rules).decide(&format!("lots begin 0: {}", row[0]));
        assert_eq!(
            lines,
            Ok(vec![format!("lots begin {}: {}", row[1], row[0])])
        );
    }
}

#[test]
fn rounds_have_these_engines_and_beginners() {
    let rows = TRAINS.table("Examples of engines");
    assert_eq!(rows.len(), 3);
    for row in rows {
        let [seats, set, first, rounds] = row[..] else {
            panic!("{row:?}")
        };
        let name = match set {
            "double-nine" => "Mexican Train, double-nine",
            _ => "Mexican Train",
        };
        let count = rounds.split(", ").count();
        let mut both = Both::new(&format!("{name} {count} · {seats} players"));
        let tiles = Tile::all(8);
        let mut lots: Vec<String> = tiles
            .take(read(seats))
            .map(|tile| tile.to_string())
            .collect();
        lots[read::<usize>(first)] = "9-8".into();
        both.decide(&format!("lots begin 0: {}", lots.join(" ")))
            .expect("lots");
        let mut random = StdRng::seed_from_u64(0);
        for round in rounds.split(", ") {
            let (engine, beginner) = round.split_once(' ').expect("a seat");
            let lines = both
                .decide(&chance(&both.referee, &mut random))
                .expect("a deal");
            assert!(
                lines[0].starts_with(&format!("deal {engine} begins {beginner}: ")),
                "{round}"
            );
            while let Some(first) = both.moves().first() {
                both.decide(first).expect("a move on offer");
            }
        }
        assert_eq!(both.referee.phase, Phase::Over);
    }
}

#[test]
fn the_short_match_happened() {
    let text = TRAINS.block("transcript");
    assert_eq!(judge(text), Ok(()));
    let transcript: Transcript = read(text);
    let game = transcript.replay().expect("a match that can happen");
    assert!(game.standing().over);
    assert_eq!(transcript.to_string(), text);
}
