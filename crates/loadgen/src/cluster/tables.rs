//! The tables of a run.

use boneyard_protocol::ClockRule;
use boneyard_rules::{Options, Preset, Rules, Seating};

use crate::people::TableSpec;

/// A target with which matches end within minutes.
const SHORT_TARGET: u16 = 30;

/// The tables: all games, for two to four seats, some with computer players, clocks and watchers.
/// The people of a table are connected to different nodes.
pub(super) fn specs(count: usize) -> impl Iterator<Item = TableSpec> {
    (0..count).map(|number| {
        let (seating, computers) = match number % 10 {
            0..5 => (Seating::Two, 0),
            5 => (Seating::Two, 1),
            6 => (Seating::Three, 1),
            7 => (Seating::Three, 0),
            8 => (Seating::Partners, 0),
            _ => (Seating::Four, 2),
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

/// The rules of the next preset. Every second table has a short match, if the preset allows it.
fn rules(number: usize, seating: Seating) -> Rules {
    let preset = &Preset::ALL[number % Preset::ALL.len()];
    let rules = preset.for_seating(seating);
    let short = Options {
        target: SHORT_TARGET.min(rules.target),
        ..Options::from(rules)
    };
    if number.is_multiple_of(2) {
        Rules::try_from(short).unwrap_or(rules)
    } else {
        rules
    }
}
