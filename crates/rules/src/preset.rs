//! The named choices of options (rules.md, Presets).

use crate::rules::{
    AfterBlock, BlockedScore, Calls, NextLead, NoDouble, Opening, Options, PointUnit, Rules,
    Variant,
};
use crate::seat::Seating;

/// A full choice of options under the name that players know it by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Preset {
    name: &'static str,
    rules: Rules,
    targets: &'static [u16],
    hand_sizes: &'static [u8],
    /// Whether hand size and reserve depend on how many play.
    party: bool,
}

const BY_FIFTY: &[u16] = &[50, 100, 150, 200, 250, 300, 350, 400, 450, 500];
const BY_FIFTY_FROM_100: &[u16] = &[100, 150, 200, 250, 300, 350, 400, 450, 500];

/// What most presets share: two players, seven tiles, the highest double leads.
const fn common(variant: Variant, target: u16) -> Options {
    Options {
        variant,
        seating: Seating::Two,
        hand_size: 7,
        target,
        spinner: matches!(variant, Variant::AllFives),
        point_unit: PointUnit::Pips,
        opening: Opening::HighestDouble,
        no_double: NoDouble::HeaviestTile,
        next_lead: NextLead::Winner,
        after_block: AfterBlock::Same,
        reserve: 0,
        blocked_score: BlockedScore::OpponentsTotal,
        exact_target: false,
        going_out_point: false,
        calls: Calls::Automatic,
    }
}

/// Nobody holding a double means a redeal, and every round opens like the first.
const fn quick(variant: Variant, target: u16) -> Options {
    Options {
        no_double: NoDouble::Redeal,
        next_lead: NextLead::Opening,
        blocked_score: BlockedScore::Difference,
        ..common(variant, target)
    }
}

/// The lead goes by lot and then round the table; two players leave two tiles of the boneyard.
const fn party(variant: Variant, target: u16) -> Options {
    Options {
        spinner: false,
        opening: Opening::Lot,
        next_lead: NextLead::Rotate,
        reserve: if variant.draws() { 2 } else { 0 },
        ..common(variant, target)
    }
}

const fn preset(name: &'static str, options: Options, targets: &'static [u16]) -> Preset {
    Preset {
        name,
        rules: Rules::trusted(options),
        targets,
        hand_sizes: &[7],
        party: false,
    }
}

const fn party_preset(name: &'static str, options: Options, targets: &'static [u16]) -> Preset {
    Preset {
        party: true,
        ..preset(name, options, targets)
    }
}

impl Preset {
    /// All Fives as the first source plays it.
    pub const FIVES: Self = preset(
        "Fives",
        Options {
            after_block: AfterBlock::Opening,
            blocked_score: BlockedScore::Difference,
            ..common(Variant::AllFives, 150)
        },
        BY_FIFTY,
    );
    /// Draw, with the lead going round.
    pub const DRAW: Self = preset(
        "Draw",
        Options {
            next_lead: NextLead::Rotate,
            blocked_score: BlockedScore::Difference,
            ..common(Variant::Draw, 100)
        },
        BY_FIFTY,
    );
    /// Block, with the lead going round.
    pub const BLOCK: Self = preset(
        "Block",
        Options {
            next_lead: NextLead::Rotate,
            blocked_score: BlockedScore::Difference,
            ..common(Variant::Block, 100)
        },
        BY_FIFTY,
    );
    /// All Fives under the name that American clubs use.
    pub const FIVE_UP: Self = preset("Five-Up", common(Variant::AllFives, 150), BY_FIFTY_FROM_100);
    /// Draw, led by the winner of the last round.
    pub const DRAW_WINNER_LEADS: Self = preset(
        "Draw, winner leads",
        common(Variant::Draw, 150),
        BY_FIFTY_FROM_100,
    );
    /// Block, led by the winner of the last round.
    pub const BLOCK_WINNER_LEADS: Self = preset(
        "Block, winner leads",
        common(Variant::Block, 150),
        BY_FIFTY_FROM_100,
    );
    /// A short game of Draw.
    pub const QUICK_DRAW: Self = preset("Quick Draw", quick(Variant::Draw, 50), &[50]);
    /// A short game of All Fives.
    pub const QUICK_ALL_FIVES: Self =
        preset("Quick All Fives", quick(Variant::AllFives, 100), &[100]);
    /// The pub game, to exactly 61.
    pub const FIVES_AND_THREES: Self = preset(
        "Fives and Threes",
        Options {
            exact_target: true,
            going_out_point: true,
            ..quick(Variant::FivesAndThrees, 61)
        },
        &[61],
    );
    /// All Fives with seven or nine tiles.
    pub const ALL_FIVES: Self = Preset {
        hand_sizes: &[7, 9],
        ..preset(
            "All Fives",
            Options {
                blocked_score: BlockedScore::Difference,
                ..common(Variant::AllFives, 150)
            },
            BY_FIFTY_FROM_100,
        )
    };
    /// Block for two to four, or partners.
    pub const PARTY_BLOCK: Self =
        party_preset("Party Block", party(Variant::Block, 100), &[100, 200]);
    /// Draw for two to four, or partners.
    pub const PARTY_DRAW: Self = party_preset("Party Draw", party(Variant::Draw, 100), &[100, 200]);
    /// All Fives for two to four, or partners, with a point for each five.
    pub const MUGGINS: Self = party_preset(
        "Muggins",
        Options {
            point_unit: PointUnit::Fives,
            ..party(Variant::AllFives, 61)
        },
        &[61, 100, 200],
    );

    /// Every preset, in the order in which they are offered: the first is for newcomers, and the
    /// first of each variant is its standard.
    pub const ALL: &[Self] = &[
        Self::DRAW,
        Self::BLOCK,
        Self::FIVES,
        Self::FIVE_UP,
        Self::DRAW_WINNER_LEADS,
        Self::BLOCK_WINNER_LEADS,
        Self::QUICK_DRAW,
        Self::QUICK_ALL_FIVES,
        Self::FIVES_AND_THREES,
        Self::ALL_FIVES,
        Self::PARTY_BLOCK,
        Self::PARTY_DRAW,
        Self::MUGGINS,
    ];

    /// The preset with this name.
    #[must_use]
    pub fn by_name(name: &str) -> Option<&'static Self> {
        Self::ALL.iter().find(|preset| preset.name == name)
    }

    /// Its name.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Its options for two players.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The targets that it is offered with; the default is among them.
    #[must_use]
    pub const fn targets(&self) -> &'static [u16] {
        self.targets
    }

    /// The hand sizes that it is offered with for two players.
    #[must_use]
    pub const fn hand_sizes(&self) -> &'static [u8] {
        self.hand_sizes
    }

    /// The seatings that it is offered with.
    #[must_use]
    pub const fn seatings(&self) -> &'static [Seating] {
        if self.party {
            &Seating::ALL
        } else {
            &[Seating::Two]
        }
    }

    /// Its options for a seating. The party games deal five tiles to each of three or four
    /// seats, and leave one tile in the boneyard.
    #[must_use]
    pub const fn for_seating(&self, seating: Seating) -> Rules {
        let mut options = self.rules.into_options();
        options.seating = seating;
        if self.party && !matches!(seating, Seating::Two) {
            options.hand_size = 5;
            if options.reserve > 0 {
                options.reserve = 1;
            }
        }
        Rules::trusted(options)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_preset_is_possible_for_every_seating() {
        assert_eq!(Preset::ALL.len(), 13);
        for preset in Preset::ALL {
            assert!(
                preset.targets().contains(&preset.rules().target),
                "{}",
                preset.name()
            );
            for seating in Seating::ALL {
                let rules = preset.for_seating(seating);
                assert_eq!(
                    Rules::try_from(Options::from(rules)),
                    Ok(rules),
                    "{}",
                    preset.name()
                );
            }
        }
    }

    #[test]
    fn no_two_presets_are_the_same() {
        let different: std::collections::HashSet<_> =
            Preset::ALL.iter().map(|preset| preset.rules).collect();
        assert_eq!(different.len(), Preset::ALL.len());
    }
}
