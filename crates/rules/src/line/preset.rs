//! The named choices of options (RULES.md, Presets).

use crate::game::GamePreset;
use crate::line::rules::{
    AfterBlock, BlockedScore, BlockedTie, BlockedWinner, DominoSet, Finish, Hands, Love, NextLead,
    NoDouble, Opening, Options, Passes, PointUnit, Rules, SEATINGS, Turns, Variant,
};
use crate::seat::Seating;

/// A complete choice of options, under the name that players know.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Preset {
    name: &'static str,
    rules: Rules,
    targets: &'static [u16],
    hand_sizes: &'static [u8],
    seatings: &'static [Seating],
    /// The deals for the seatings that have another hand size, tile set or reserve than `rules`.
    deals: &'static [Deal],
    offers_love: bool,
}

/// The hand sizes, the tile set and the reserve for one seating.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Deal {
    seating: Seating,
    /// The hand sizes that clients should offer; the first is the preset's own.
    hand_sizes: &'static [u8],
    tile_set: DominoSet,
    reserve: u8,
}

const BY_FIFTY: &[u16] = &[50, 100, 150, 200, 250, 300, 350, 400, 450, 500];
const BY_FIFTY_FROM_100: &[u16] = &[100, 150, 200, 250, 300, 350, 400, 450, 500];

/// The options that most presets share: two players, seven tiles, the highest double leads.
const fn common(variant: Variant, target: u16) -> Options {
    Options {
        variant,
        target,
        spinner: matches!(variant, Variant::AllFives),
        ..Options::DEFAULTS
    }
}

/// The options of a short game: if no player holds a double, the tiles are dealt again; every round opens
/// like the first.
const fn quick(variant: Variant, target: u16) -> Options {
    Options {
        no_double: NoDouble::Redeal,
        next_lead: NextLead::Opening,
        blocked_score: BlockedScore::Difference,
        ..common(variant, target)
    }
}

/// The options of the party games: the first leader is chosen by lot, and then the lead moves to the next
/// seat after each round. With two players, two tiles of the boneyard may never be drawn.
const fn party(variant: Variant, target: u16) -> Options {
    Options {
        spinner: false,
        opening: Opening::Lot,
        next_lead: NextLead::Rotate,
        reserve: if variant.draws() { 2 } else { 0 },
        ..common(variant, target)
    }
}

/// The options of Block for pairs: all 28 tiles are dealt, and the turns go to the right.
const fn pairs(target: u16) -> Options {
    Options {
        seating: Seating::PARTNERS,
        turns: Turns::CounterClockwise,
        ..common(Variant::Block, target)
    }
}

/// Changes the options so that the hands score nothing, and a won round scores only the points for the way
/// in which it was won.
const fn scored_by_wins(options: Options, finish: [u8; 5]) -> Options {
    Options {
        hands: Hands::None,
        finish: Finish::of(finish),
        ..options
    }
}

const fn preset(name: &'static str, options: Options, targets: &'static [u16]) -> Preset {
    Preset {
        name,
        rules: Rules::trusted(options),
        targets,
        hand_sizes: &[7],
        seatings: match options.seating {
            Seating::PARTNERS => &[Seating::PARTNERS],
            Seating::THREE => &[Seating::THREE],
            _ => &[Seating::TWO],
        },
        deals: &[],
        offers_love: false,
    }
}

/// The deals for three or four seats: five tiles for each seat, and a reserve of `reserve` tiles.
const fn party_deals(reserve: u8) -> [Deal; 3] {
    let for_two = Deal {
        seating: Seating::TWO,
        hand_sizes: &[5],
        tile_set: DominoSet::DoubleSix,
        reserve,
    };
    [
        Deal {
            seating: Seating::THREE,
            ..for_two
        },
        Deal {
            seating: Seating::FOUR,
            ..for_two
        },
        Deal {
            seating: Seating::PARTNERS,
            ..for_two
        },
    ]
}

const fn party_preset(name: &'static str, options: Options, targets: &'static [u16]) -> Preset {
    Preset {
        seatings: &SEATINGS,
        deals: if options.variant.draws() {
            const { &party_deals(1) }
        } else {
            const { &party_deals(0) }
        },
        ..preset(name, options, targets)
    }
}

impl Preset {
    /// All Fives to 150 points. After a blocked round, the winner scores the opponents' pips minus its
    /// own, and the next leader is found as in the first round.
    pub const FIVES: Self = preset(
        "Fives",
        Options {
            after_block: AfterBlock::Opening,
            blocked_score: BlockedScore::Difference,
            ..common(Variant::AllFives, 150)
        },
        BY_FIFTY,
    );
    /// Draw; the seats lead in turn.
    pub const DRAW: Self = preset(
        "Draw",
        Options {
            next_lead: NextLead::Rotate,
            blocked_score: BlockedScore::Difference,
            ..common(Variant::Draw, 100)
        },
        BY_FIFTY,
    );
    /// Block; the seats lead in turn.
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
    pub const FIVE_UP: Self = Preset {
        seatings: &[Seating::TWO, Seating::PARTNERS],
        deals: &[Deal {
            seating: Seating::PARTNERS,
            hand_sizes: &[7, 5],
            tile_set: DominoSet::DoubleSix,
            reserve: 0,
        }],
        ..preset("Five-Up", common(Variant::AllFives, 150), BY_FIFTY_FROM_100)
    };
    /// Draw; the winner of the last round leads.
    pub const DRAW_WINNER_LEADS: Self = preset(
        "Draw, winner leads",
        common(Variant::Draw, 150),
        BY_FIFTY_FROM_100,
    );
    /// Block; the winner of the last round leads.
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
    /// The pub game Fives and Threes, to exactly 61 points.
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
    /// Block for two to four single players, or for partners.
    pub const PARTY_BLOCK: Self =
        party_preset("Party Block", party(Variant::Block, 100), &[100, 200]);
    /// Draw for two to four single players, or for partners.
    pub const PARTY_DRAW: Self = party_preset("Party Draw", party(Variant::Draw, 100), &[100, 200]);
    /// All Fives for two to four single players, or for partners; one point for each five.
    pub const MUGGINS: Self = party_preset(
        "Muggins",
        Options {
            point_unit: PointUnit::Fives,
            ..party(Variant::AllFives, 61)
        },
        &[61, 100, 200],
    );

    /// The game of Spain, Venezuela and much of the Caribbean coast: the winners count every remaining
    /// tile.
    pub const SPANISH_PAIRS: Self = preset(
        "Spanish Pairs",
        Options {
            next_lead: NextLead::Rotate,
            hands: Hands::All,
            ..pairs(100)
        },
        &[75, 100, 150, 200, 300],
    );
    /// Spanish Pairs in its international form, which counts only the losers' tiles.
    pub const LATIN_PAIRS: Self = preset(
        "Latin Pairs",
        Options {
            next_lead: NextLead::Rotate,
            ..pairs(100)
        },
        &[100, 150, 200],
    );
    /// The game of Spanish tournaments: the first leader is chosen by lot.
    pub const FEDERATION_PAIRS: Self = preset(
        "Federation Pairs",
        Options {
            opening: Opening::Lot,
            next_lead: NextLead::Rotate,
            hands: Hands::All,
            ..pairs(300)
        },
        &[200, 300, 350],
    );
    /// The game of Mexico: the winner leads, and the losers' tiles score.
    pub const MEXICAN_PAIRS: Self = preset("Mexican Pairs", pairs(100), &[100, 150, 200]);
    /// The game of Puerto Rico: extra points for the first four won rounds, for a capicú and for a
    /// chuchazo.
    pub const QUINIENTOS: Self = preset(
        "Quinientos",
        Options {
            hands: Hands::All,
            finish: Finish::of([0, 0, 100, 0, 0]),
            double_blank: 100,
            round_bonus: [100, 75, 50, 25],
            ..pairs(500)
        },
        &[500],
    );
    /// The game of the Dominican Republic: points for a pass on the lead, for a pass of all other seats,
    /// and for a capicúa.
    pub const DOMINICAN_PAIRS: Self = preset(
        "Dominican Pairs",
        Options {
            hands: Hands::All,
            blocked_winner: BlockedWinner::Blocker,
            blocked_tie: BlockedTie::Blocker,
            finish: Finish::of([0, 0, 25, 0, 0]),
            passes: Passes::of([25, 50, 0, 25]),
            ..pairs(200)
        },
        &[100, 150, 200],
    );
    /// The game of Jamaica and the English-speaking Caribbean: a side must win six rounds before the
    /// other side wins one.
    pub const SIX_LOVE: Self = preset(
        "Six-Love",
        Options {
            next_lead: NextLead::WinningSide,
            blocked_winner: BlockedWinner::LightestSeat,
            love: Love::OneAll,
            ..scored_by_wins(pairs(6), [1; 5])
        },
        &[3, 4, 6],
    );
    /// The game of Jamaica and the English-speaking Caribbean for single players. Three players play
    /// without the double blank.
    pub const CUT_THROAT: Self = Preset {
        seatings: &[Seating::TWO, Seating::THREE, Seating::FOUR],
        deals: &[
            Deal {
                seating: Seating::TWO,
                hand_sizes: &[14, 7],
                tile_set: DominoSet::DoubleSix,
                reserve: 0,
            },
            Deal {
                seating: Seating::THREE,
                hand_sizes: &[9],
                tile_set: DominoSet::NoDoubleBlank,
                reserve: 0,
            },
        ],
        offers_love: true,
        ..preset(
            "Cut-Throat",
            Options {
                seating: Seating::FOUR,
                blocked_winner: BlockedWinner::LightestSeat,
                ..scored_by_wins(pairs(6), [1; 5])
            },
            &[3, 6, 10],
        )
    };
    /// The game of Martinique and Guadeloupe: three players; seven tiles stay in the boneyard. A player
    /// without a won round is called a pig.
    pub const COCHON: Self = Preset {
        offers_love: true,
        ..preset(
            "Cochon",
            Options {
                seating: Seating::THREE,
                turns: Turns::Clockwise,
                blocked_winner: BlockedWinner::LightestSeat,
                ..scored_by_wins(pairs(3), [1; 5])
            },
            &[3, 5],
        )
    };
    /// The game of Brazil: the points depend on how a seat goes out.
    pub const BRAZILIAN_PAIRS: Self = Preset {
        hand_sizes: &[7, 6],
        ..preset(
            "Brazilian Pairs",
            Options {
                after_block: AfterBlock::Opening,
                blocked_tie: BlockedTie::Doubles,
                redeal_doubles: 4,
                ..scored_by_wins(pairs(6), [1, 2, 3, 4, 1])
            },
            &[6, 7, 10],
        )
    };
    /// The game of Cuba: each seat gets ten tiles of the double-nine set, and fifteen tiles stay in the
    /// boneyard.
    pub const CUBAN_DOUBLE_NINE: Self = Preset {
        hand_sizes: &[10],
        ..preset(
            "Cuban Double-Nine",
            Options {
                hand_size: 10,
                tile_set: DominoSet::DoubleNine,
                opening: Opening::Lot,
                blocked_winner: BlockedWinner::LightestSeat,
                blocked_tie: BlockedTie::Doubles,
                redeal_doubles: 5,
                ..pairs(100)
            },
            &[100, 150, 200],
        )
    };
    /// The game of Russia and its neighbours: 1-1 leads, and a side's first score must be at least 13
    /// points.
    pub const KOZEL: Self = preset(
        "Kozel",
        Options {
            turns: Turns::Clockwise,
            opening: Opening::DoubleOne,
            entry: 13,
            redeal_doubles: 5,
            ..pairs(101)
        },
        &[101],
    );

    /// All presets, in the order in which clients should offer them: the first preset is for newcomers,
    /// and the first preset of each variant is the variant's standard.
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
        Self::SPANISH_PAIRS,
        Self::LATIN_PAIRS,
        Self::FEDERATION_PAIRS,
        Self::MEXICAN_PAIRS,
        Self::QUINIENTOS,
        Self::DOMINICAN_PAIRS,
        Self::SIX_LOVE,
        Self::CUT_THROAT,
        Self::COCHON,
        Self::BRAZILIAN_PAIRS,
        Self::CUBAN_DOUBLE_NINE,
        Self::KOZEL,
    ];

    /// The preset with this name.
    #[must_use]
    pub fn by_name(name: &str) -> Option<&'static Self> {
        Self::ALL.iter().find(|preset| preset.name == name)
    }

    /// The preset's name.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// The options for the preset's usual seating.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The targets that clients should offer; the preset's own is among them.
    #[must_use]
    pub const fn targets(&self) -> &'static [u16] {
        self.targets
    }

    /// The hand sizes that clients should offer for a seating, the preset's own first. Sizes that the rules
    /// don't allow for this seating are left out.
    pub fn hand_sizes(&self, seating: Seating) -> impl Iterator<Item = u8> {
        let options = self.for_seating(seating).into_options();
        let known = self.dealt(seating);
        let known = known.map_or(self.hand_sizes, |deal| deal.hand_sizes);
        let is_possible = move |&hand_size: &u8| {
            let options = Options {
                hand_size,
                ..options
            };
            Rules::try_from(options).is_ok()
        };
        known.iter().copied().filter(is_possible)
    }

    /// The seatings that clients should offer.
    #[must_use]
    pub const fn seatings(&self) -> &'static [Seating] {
        self.seatings
    }

    /// Whether clients should offer the option `love`, which is off in the preset.
    #[must_use]
    pub const fn offers_love(&self) -> bool {
        self.offers_love
    }

    fn dealt(&self, seating: Seating) -> Option<&'static Deal> {
        self.deals.iter().find(|deal| deal.seating == seating)
    }

    /// The options for a seating. If the preset doesn't offer this seating, options that are impossible with
    /// this seating get their default value.
    #[must_use]
    pub fn for_seating(&self, seating: Seating) -> Rules {
        let mut options = Options {
            seating,
            ..self.rules.into_options()
        };
        if let Some(deal) = self.dealt(seating) {
            options.hand_size = deal.hand_sizes[0];
            options.tile_set = deal.tile_set;
            options.reserve = deal.reserve;
        }
        if !seating.has_partners() && options.next_lead == NextLead::WinningSide {
            options.next_lead = NextLead::Winner;
        }
        if seating == Seating::TWO {
            options.passes = Passes::default();
        }
        Rules::trusted(options)
    }
}

impl GamePreset for Preset {
    type Rules = Rules;

    const ALL: &'static [Self] = Self::ALL;

    fn name(&self) -> &'static str {
        self.name
    }

    fn rules(&self) -> Rules {
        self.rules
    }

    fn seatings(&self) -> &'static [Seating] {
        self.seatings
    }

    fn for_seating(&self, seating: Seating) -> Rules {
        self.for_seating(seating)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_preset_is_possible_for_every_seating() {
        assert_eq!(Preset::ALL.len(), 25);
        for preset in Preset::ALL {
            assert!(
                preset.targets().contains(&preset.rules().target),
                "{}",
                preset.name()
            );
            for seating in SEATINGS {
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
