//! The worked examples of the page: the crate and the referee do what each row says.

use boneyard_rules::race::Board;
use boneyard_rules::{Game as _, Transcript};

use crate::both::{Both, Start, in_words, read, rules_for};
use crate::common::document::RINGWAY;
use crate::referee::{self, Place, Tile, judge};

#[test]
fn a_tile_is_placed_or_refused() {
    for row in RINGWAY.table("Examples of placing") {
        let (mut board, mut other) = (Board::default(), referee::Board::default());
        for text in row[1].split(", ").filter(|text| *text != "nothing") {
            let place = Place::parse(text).expect(text);
            assert_eq!(board.check(read(text), None), Ok(()), "{text}");
            assert_eq!(other.refusal(&place, None), None, "{text}");
            board.add(read(text));
            other.add(&place);
        }
        let answer = board.check(read(row[2]), None).map_err(in_words);
        let answer = answer.err().unwrap_or_else(|| "allowed".into());
        assert_eq!(answer, row[3], "{}", row[0]);
        let place = Place::parse(row[2]).expect(row[2]);
        assert_eq!(
            other.refusal(&place, None).unwrap_or("allowed"),
            row[3],
            "{}",
            row[0]
        );
    }
}

/// A list such as `0: 3 track`, as lines of a transcript.
fn scores(list: &str) -> Vec<String> {
    let scores = list.split(", ").filter(|score| *score != "nothing");
    let line = |score: &str| {
        let (side, score) = score.split_once(": ").expect("a side");
        let (points, reason) = score.split_once(' ').expect("a reason");
        format!("side {side} scores {points} for {reason}")
    };
    scores.map(line).collect()
}

/// A tile that lies so that the placement is allowed; none if it is allowed on the empty board.
fn support(placement: &str) -> Vec<String> {
    let place = Place::parse(placement).expect(placement);
    let mut board = referee::Board::default();
    if board.refusal(&place, None).is_none() {
        return Vec::new();
    }
    board.add(&place);
    let mut tiles = Tile::all();
    let first = tiles.find_map(|tile| board.places(tile, None).next());
    vec![first.expect("a tile that can touch it").to_string()]
}

/// A position before a placement. The seat holds the tile of this placement, and others to place after it.
fn before(seat: usize, placements: &[&str], board: Vec<String>, scores: Vec<u16>) -> Start {
    let tile = |placement: &&str| placement[..3].to_owned();
    let tiles = |number: usize| {
        if number == seat {
            placements.iter().map(tile).collect()
        } else {
            vec!["5-4".to_owned()]
        }
    };
    Start {
        rules: rules_for(scores.len()).replace("100", "Long"),
        board,
        hands: (0..scores.len()).map(tiles).collect(),
        boneyard: ["4-0", "5-1", "5-4", "6-0"].map(str::to_owned).into(),
        scores,
        leader: 0,
        turn: seat,
        is_time_called: false,
    }
}

fn numbers(list: &str) -> Vec<u16> {
    list.split(' ').map(read).collect()
}

fn scored(lines: &[String]) -> Vec<String> {
    let lines = lines.iter().filter(|line| line.contains(" scores "));
    lines.cloned().collect()
}

#[test]
fn a_placement_scores() {
    for row in RINGWAY.table("Examples of scoring") {
        let (seat, placement) = row[2].split_once(": ").expect("a seat");
        let start = before(
            read(seat),
            &[placement],
            support(placement),
            numbers(row[1]),
        );
        let mut both = Both::from(&start).0;
        let lines = both.decide(&format!("{seat} places {placement}"));
        assert_eq!(
            scored(&lines.expect("an allowed placement")),
            scores(row[3]),
            "{}",
            row[0]
        );
    }
}

#[test]
fn seven_moves_score() {
    let rows = RINGWAY.table("Seven moves");
    let mut points = vec![0; 2];
    for (at, row) in rows.iter().enumerate() {
        let [number, seat, placement, gives, after] = row[..] else {
            panic!("{row:?}")
        };
        let board = rows[..at].iter().map(|row| row[2].to_owned()).collect();
        let mut both = Both::from(&before(read(seat), &[placement, "6-5"], board, points)).0;
        let lines = both.decide(&format!("{seat} places {placement}"));
        assert_eq!(scored(&lines.expect(number)), scores(gives), "{number}");
        assert_eq!(both.game.scores().as_slice(), numbers(after), "{number}");
        points = numbers(after);
    }
    let mut both = Both::from(&before(
        0,
        &["6-6", "6-5"],
        rows[..5].iter().map(|row| row[2].to_owned()).collect(),
        vec![6, 4],
    ))
    .0;
    for row in &rows[5..] {
        both.decide(&format!("0 places {}", row[2]))
            .expect("M7 continues after M6");
    }
    assert_eq!(both.game.scores().as_slice(), points);
}

#[test]
fn a_turn_has_these_lines() {
    for row in RINGWAY.table("Turns") {
        let [number, position, moves, wanted] = row[..] else {
            panic!("{row:?}")
        };
        let (mut both, mut lines) = Both::from(&Start::read(position));
        let mut refused = Vec::new();
        for text in moves.split(", ").filter(|text| !text.is_empty()) {
            let decision = text.trim_start_matches('?');
            let seat = both.referee.turn;
            let said = both.decide(&match decision.split_once(' ') {
                None => format!("{seat} stops"),
                Some(("pit", tile)) => format!("{seat} pits {tile}"),
                Some(_) => format!("{seat} places {decision}"),
            });
            assert_eq!(said.is_err(), text.starts_with('?'), "{number}: {text}");
            match said {
                Ok(more) => lines.extend(more),
                Err(reason) => refused.push(format!("refused: {reason}")),
            }
        }
        lines.extend(refused);
        assert_eq!(lines.join("; "), wanted, "{number}");
    }
}

#[test]
fn all_examples_are_read() {
    let tables = [
        "Examples of placing",
        "Examples of scoring",
        "Seven moves",
        "Turns",
    ];
    let count = tables.map(|name| RINGWAY.table(name).len());
    assert_eq!(count, [23, 13, 7, 18]);
}

#[test]
fn the_short_game_happened() {
    let text = RINGWAY.block("transcript");
    assert_eq!(judge(text), Ok(()));
    let transcript: Transcript = read(text);
    let game = transcript.replay().expect("a game that can happen");
    assert!(game.standing().over);
    assert_eq!(transcript.to_string(), text);
}
