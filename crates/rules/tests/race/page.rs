//! The tables of the page say what the crate does.

use boneyard_rules::race::{Placement, Preset, Rules, board, track};
use boneyard_rules::{GamePreset as _, GameRules as _};

use crate::both::read;
use crate::common::document::{RINGWAY, codes};
use crate::referee::{DIRECTIONS, Place, Tile, diamond, number, squares};

#[test]
fn the_board_has_these_diamonds() {
    let mut all = Vec::new();
    for square in squares() {
        let place = Place {
            tile: Tile::all().next().expect("a tile"),
            square,
            direction: DIRECTIONS[0],
        };
        let placement: Placement = read(&place.to_string());
        let points = board::diamond(placement.square);
        assert_eq!(u32::from(points), diamond(square), "{}", placement.square);
        all.extend((points > 0).then_some(points));
    }
    assert_eq!(all.len(), 68);
    assert_eq!(
        all.iter().map(|&points| u32::from(points)).sum::<u32>(),
        180
    );
}

#[test]
fn the_track_has_these_numbers() {
    assert_eq!(RINGWAY.block("track").split_whitespace().count(), 105);
    for points in 0..=300 {
        let stands_on = track::number(points).map(u8::from);
        assert_eq!(stands_on, number(points.into()), "{points} points");
    }
}

#[test]
fn presets_are_their_rows() {
    let rows = RINGWAY.table("Options");
    let rows = rows.iter().filter(|row| row.len() == 5).skip(1);
    assert_eq!(rows.clone().count(), Preset::ALL.len());
    for (row, preset) in rows.zip(Preset::ALL) {
        assert_eq!(row[0], preset.name());
        let json = serde_json::to_value(preset.rules()).expect("a JSON form");
        assert_eq!(json["seating"], codes(row[1]).next().expect("a seating"));
        assert_eq!(
            json["target"],
            row[2]
                .parse::<u16>()
                .map_or(serde_json::Value::Null, Into::into)
        );
        assert_eq!(json["after_double"], "far_end");
        let seatings = preset.seatings().iter().map(|seating| seating.name());
        assert!(seatings.eq(codes(row[4])));
    }
}

#[test]
fn rules_print_what_differs_from_the_defaults() {
    for line in [
        "Ringway 100",
        "Ringway 25 · either end",
        "Ringway 50 · 3 seats",
        "Ringway 99 · 4 seats · either end",
        "Ringway Long",
        "Ringway Long · 4 seats",
        "Ringway Long · 3 seats · either end",
    ] {
        let rules: Rules = read(line);
        assert_eq!(rules.to_string(), line);
        let json = serde_json::to_string(&rules).expect("a JSON form");
        assert_eq!(
            serde_json::from_str::<Rules>(&json).expect("its own form"),
            rules
        );
        let seats = line
            .split(" · ")
            .find_map(|part| part.strip_suffix(" seats"));
        assert_eq!(rules.seating().seat_count(), seats.map_or(2, read));
    }
    for line in [
        "Ringway",
        "Ringway 24",
        "Ringway 101",
        "Ringway 050",
        "Ringway Long 100",
        "Ringway 100 · 2 seats",
        "Ringway 100 · 5 seats",
        "Ringway 100 · far end",
        "Ringway 100 · either end · either end",
        "Ringway 100 · either end · 3 seats",
        "Ringway 100 · 3 seats · 4 seats",
        "Ringway 100 · either",
        "Ringway 100 ",
    ] {
        assert!(line.parse::<Rules>().is_err(), "{line}");
    }
}
