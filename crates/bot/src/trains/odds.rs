//! The chance to win the match after a round.

use boneyard_rules::trains::Rules;
use boneyard_rules::{BySide, Side};

/// By how many points two totals differ after a round, as a share of the points that are dealt to a hand.
const SPREAD: f32 = 0.14;

/// A share of a round, which is added to those that are left. After the last round nothing is open, but then a seat that
/// can't win any more would play as if nothing mattered.
const ALWAYS_LEFT: f32 = 0.25;

/// The chance of a side to win the match with these totals and so many rounds to play: low totals are good, and what a
/// point is worth falls with the rounds that are left. The chances of all sides add up to 1.
pub(crate) fn chance(rules: &Rules, totals: &BySide<u16>, rounds_left: u8, side: Side) -> f32 {
    let pips = rules.tile_set.double_count() - 1;
    let dealt = f32::from(rules.hand_size) * f32::from(pips);
    let scale = SPREAD * dealt * (f32::from(rounds_left) + ALWAYS_LEFT).sqrt();
    let ahead = |other: &u16| (f32::from(totals[side]) - f32::from(*other)) / scale;
    let others = totals.iter().map(|(_, other)| ahead(other).exp());
    1.0 / others.sum::<f32>()
}

#[cfg(test)]
mod tests {
    use boneyard_rules::GameRules as _;

    use super::*;

    fn chances(totals: [u16; 4], rounds_left: u8) -> Vec<f32> {
        let rules: Rules = "Mexican Train 7".parse().expect("rules");
        let seating = rules.seating();
        let totals = BySide::from_fn(seating, |side| totals[side.index()]);
        let sides = seating.sides();
        sides
            .map(|side| chance(&rules, &totals, rounds_left, side))
            .collect()
    }

    #[test]
    fn the_chances_add_up_to_1_and_a_low_total_is_good() {
        for rounds_left in [0, 1, 6] {
            let all = chances([10, 40, 40, 300], rounds_left);
            assert!((all.iter().sum::<f32>() - 1.0).abs() < 1e-5, "{all:?}");
            assert!(all[0] > all[1] && all[1] > all[3], "{all:?}");
            assert!((all[1] - all[2]).abs() < 1e-5, "{all:?}");
        }
    }

    #[test]
    fn the_fewer_rounds_are_left_the_surer_a_lead_is() {
        let [early, late, end] = [6, 1, 0].map(|left| chances([10, 40, 40, 40], left)[0]);
        assert!(early < late && late < end, "{early} {late} {end}");
        assert!(end > 0.75, "{end}");
    }
}
