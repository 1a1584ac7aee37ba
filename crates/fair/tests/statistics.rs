//! Chance deals: no tile likes a place, and no two tiles like each other.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

#[path = "common/statistics.rs"]
mod statistics;

/// The deals are the same in every run, so this passes always or never. A shuffle that takes
/// remainders of bytes is eight deviations off.
#[test]
fn each_tile_comes_to_each_place_and_each_two_tiles_together_as_often_as_chance_would_have_it() {
    let counted = statistics::count(20_000);
    for sum in [counted.places(), counted.pairs()] {
        let off = sum.deviations();
        assert!(off.abs() < 4.0, "{off} deviations: {}", sum.value);
    }
}
