//! The count of a layout, and what counts and hands score.

use boneyard_rules::line::counting::{hand_points, play_points};
use boneyard_rules::line::{ArmId, Layout, Preset};

use crate::common::document::{codes, table, table_with_headings};
use crate::tile;

/// A layout with these tiles: the lead, then each tile as `arm:tile`.
fn layout(has_spinner: bool, tiles: &str) -> Layout {
    let mut layout = Layout::new(has_spinner);
    for part in tiles.split(' ') {
        match part.split_once(':') {
            None => layout.lead(tile(part)),
            Some((arm, joined)) => {
                let arm: ArmId = arm.parse().expect("an arm");
                layout.join(tile(joined), arm).expect("it fits");
            }
        }
    }
    layout
}

/// All Fives with a point for each pip, All Fives with a point for each five, and Fives and Threes.
const GAMES: [Preset; 3] = [Preset::ALL_FIVES, Preset::MUGGINS, Preset::FIVES_AND_THREES];

#[test]
fn each_layout_has_its_count() {
    for row in table("Counts") {
        let [shown, spinner, tiles, scores @ ..] = &row[..] else {
            panic!("{row:?}")
        };
        let tiles = codes(tiles).next().expect("a layout");
        let count = layout(*spinner == "yes", tiles).count().total();
        let points = GAMES.map(|game| play_points(game.rules(), count));
        let counted: Vec<_> = [count].iter().chain(&points).map(u16::to_string).collect();
        assert_eq!(counted, *scores, "{shown}");
    }
}

#[test]
fn counts_and_hands_score_what_the_table_says() {
    let rows = table_with_headings("What counts and hands score");
    let [numbers, games @ ..] = &rows[..] else {
        panic!("{rows:?}")
    };
    let hands = numbers.iter().position(|it| *it == "pips in hands");
    let hands = hands.expect("a column");
    for (game, row) in GAMES.into_iter().zip(games) {
        for (column, number) in numbers.iter().enumerate() {
            let Ok(number) = number.parse() else { continue };
            let score = if column < hands {
                play_points
            } else {
                hand_points
            };
            let points = score(game.rules(), number).to_string();
            assert_eq!(points, row[column], "{number} in {}", row[0]);
        }
    }
    assert_eq!(games.len(), GAMES.len());
}
