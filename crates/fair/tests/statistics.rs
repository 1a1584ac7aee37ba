//! Tests that deals are random: no tile is at one place too often, and no two tiles are in one hand too
//! often.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

#[path = "common/statistics.rs"]
mod statistics;

/// The deals are the same in every run, so the test always passes or always fails. A shuffle that takes
/// the remainders of bytes would give a sum that is eight standard deviations away from its mean.
#[test]
fn places_and_pairs_of_tiles_are_as_frequent_as_by_chance() {
    let counted = statistics::count(20_000);
    for sum in [counted.places(), counted.pairs()] {
        let off = sum.deviations();
        assert!(off.abs() < 4.0, "{off} deviations: {}", sum.value);
    }
}
