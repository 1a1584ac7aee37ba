//! The tables of a cluster test.

use boneyard_protocol::ClockRule;
use boneyard_rules::line::{Options, Preset};
use boneyard_rules::{Rules, Seating};

use crate::people::TableSpec;

/// A low target, with which matches end within minutes.
const SHORT_TARGET: u16 = 30;

/// Descriptions of the tables. They use all games, have two to four seats, and some have computer
/// players, clocks or watchers. The people at a table connect to different nodes.
pub(super) fn specs(count: usize) -> impl Iterator<Item = TableSpec> {
    (0..count).map(|number| {
        let (seating, computers) = match number % 10 {
            0..5 => (Seating::TWO, 0),
            5 => (Seating::TWO, 1),
            6 => (Seating::THREE, 1),
            7 => (Seating::THREE, 0),
            8 => (Seating::PARTNERS, 0),
            _ => (Seating::FOUR, 2),
        };
        let clock = match number % 7 {
            1 => ClockRule::PerMove { seconds: 30 },
            3 => ClockRule::Bank {
                seconds: 300,
                increment: 10,
            },
            _ => ClockRule::None,
        };
        TableSpec {
            rules: rules(number, seating),
            computers,
            watchers: usize::from(number % 2 == 0),
            clock,
            first_server: number,
        }
    })
}

/// The rules for the table with this number. The presets are used in turn. Every second table has a
/// short match, if the rules allow the low target.
fn rules(number: usize, seating: Seating) -> Rules {
    let preset = &Preset::ALL[number % Preset::ALL.len()];
    let rules = preset.for_seating(seating);
    let short = Options {
        target: SHORT_TARGET.min(rules.target),
        ..Options::from(rules)
    };
    if number.is_multiple_of(2) {
        Rules::try_from(short).unwrap_or(rules.into())
    } else {
        rules.into()
    }
}
