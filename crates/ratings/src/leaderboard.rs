//! Which matches are rated, on which board, and with which weight.

use boneyard_protocol::RatingBoard;
use boneyard_rules::line::rules::{Love, Variant};
use boneyard_rules::line::{self, Options, Preset};
use boneyard_rules::{GamePreset as _, GameRules as _, Rules, Seating, race, trains};

/// How much a match shows about the strength of its players, in percent of what the standard match of the
/// same board shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Weight(u16);

impl Weight {
    /// The weight of the standard match of each board. The standard matches are Block 100, Draw 100,
    /// Fives 150, Fives and Threes, and Ringway 100 of two; Mexican Train 7 and Chickenfoot 10 of four; for pairs Spanish
    /// Pairs 100, Party Draw 100 and Five-Up 150.
    pub const STANDARD: Self = Self(100);

    /// The weight with this number of hundredths; `None` for 0.
    #[must_use]
    pub fn new(hundredths: u16) -> Option<Self> {
        (hundredths > 0).then_some(Self(hundredths))
    }

    /// The weight in hundredths of the standard match.
    #[must_use]
    pub const fn hundredths(self) -> u16 {
        self.0
    }

    /// The weight as a factor greater than 0. The factor of the standard match is 1.
    #[must_use]
    pub fn share(self) -> f64 {
        f64::from(self.0) / 100.0
    }
}

/// The weight of a match to the preset's own target, in hundredths, for each preset and seating. The
/// weights were measured in matches between computer players of the levels beginner, casual and club:
/// the more the results of the levels differ, the higher is the weight (docs/ratings.md, Weights).
const MEASURED: &[(Preset, Seating, u16)] = &[
    (Preset::DRAW, Seating::TWO, 100),
    (Preset::BLOCK, Seating::TWO, 100),
    (Preset::FIVES, Seating::TWO, 100),
    (Preset::FIVE_UP, Seating::TWO, 100),
    (Preset::FIVE_UP, Seating::PARTNERS, 100),
    (Preset::DRAW_WINNER_LEADS, Seating::TWO, 132),
    (Preset::BLOCK_WINNER_LEADS, Seating::TWO, 67),
    (Preset::QUICK_DRAW, Seating::TWO, 45),
    (Preset::QUICK_ALL_FIVES, Seating::TWO, 64),
    (Preset::FIVES_AND_THREES, Seating::TWO, 100),
    (Preset::ALL_FIVES, Seating::TWO, 106),
    (Preset::PARTY_BLOCK, Seating::TWO, 52),
    (Preset::PARTY_BLOCK, Seating::THREE, 8),
    (Preset::PARTY_BLOCK, Seating::FOUR, 6),
    (Preset::PARTY_BLOCK, Seating::PARTNERS, 47),
    (Preset::PARTY_DRAW, Seating::TWO, 91),
    (Preset::PARTY_DRAW, Seating::THREE, 15),
    (Preset::PARTY_DRAW, Seating::FOUR, 9),
    (Preset::PARTY_DRAW, Seating::PARTNERS, 100),
    (Preset::MUGGINS, Seating::TWO, 160),
    (Preset::MUGGINS, Seating::THREE, 43),
    (Preset::MUGGINS, Seating::FOUR, 27),
    (Preset::MUGGINS, Seating::PARTNERS, 48),
    (Preset::SPANISH_PAIRS, Seating::PARTNERS, 100),
    (Preset::LATIN_PAIRS, Seating::PARTNERS, 233),
    (Preset::FEDERATION_PAIRS, Seating::PARTNERS, 325),
    (Preset::MEXICAN_PAIRS, Seating::PARTNERS, 189),
    (Preset::QUINIENTOS, Seating::PARTNERS, 166),
    (Preset::DOMINICAN_PAIRS, Seating::PARTNERS, 229),
    (Preset::SIX_LOVE, Seating::PARTNERS, 334),
    (Preset::CUT_THROAT, Seating::TWO, 363),
    (Preset::CUT_THROAT, Seating::THREE, 95),
    (Preset::CUT_THROAT, Seating::FOUR, 43),
    (Preset::COCHON, Seating::THREE, 7),
    (Preset::BRAZILIAN_PAIRS, Seating::PARTNERS, 83),
    (Preset::CUBAN_DOUBLE_NINE, Seating::PARTNERS, 35),
    (Preset::KOZEL, Seating::PARTNERS, 194),
];

/// The board on which matches with these rules are rated, and the weight of such a match. `None` unless
/// the rules are exactly those of a preset, with a seating and a target that the preset offers.
#[must_use]
pub fn leaderboard_of(rules: &Rules) -> Option<(RatingBoard, Weight)> {
    if let Ok(rules) = rules.try_into() {
        leaderboard_of_line(rules)
    } else if let Ok(rules) = <&race::Rules>::try_from(rules) {
        leaderboard_of_race(*rules)
    } else {
        leaderboard_of_trains(rules.try_into().ok()?)
    }
}

/// Whether the matches of a board are rated by the places of all sides. On the other boards only the winner is compared with
/// the others: the aim there is to win, and the points of the others tell little.
#[must_use]
pub const fn compares_places(board: RatingBoard) -> bool {
    matches!(board, RatingBoard::MexicanTrain | RatingBoard::Chickenfoot)
}

fn leaderboard_of_line(rules: &line::Rules) -> Option<(RatingBoard, Weight)> {
    let (preset, _, measured) = MEASURED
        .iter()
        .find(|(preset, seating, _)| *seating == rules.seating && is_of(rules, preset))?;
    let board = board(rules.variant, rules.seating);
    Some((board, weight(*measured, preset, rules)))
}

/// Whether the rules are exactly those of the preset. The target may be any that the preset offers.
fn is_of(rules: &line::Rules, preset: &Preset) -> bool {
    let own = Options {
        target: rules.target,
        ..preset.for_seating(rules.seating).into()
    };
    preset.targets().contains(&rules.target) && Options::from(*rules) == own
}

/// The weight of a match with these rules. It grows with the length of the match. The length is
/// proportional to the target; with the one-all love rule it is proportional to the square of the target.
fn weight(measured: u16, preset: &Preset, rules: &line::Rules) -> Weight {
    let power = if rules.love == Love::OneAll { 2 } else { 1 };
    let target = u32::from(rules.target).pow(power);
    let own = u32::from(preset.rules().target).pow(power);
    in_proportion(measured, target, own)
}

/// The weight of a match of a certain length, if one of the own length has the measured weight.
const fn in_proportion(measured: u16, length: u32, own: u32) -> Weight {
    // Half of the divisor is added, so that the division rounds to the nearest number.
    Weight(((measured as u32 * length + own / 2) / own) as u16)
}

/// The weights of Ringway, as those of [`MEASURED`].
const MEASURED_RACE: &[(race::Preset, Seating, u16)] = &[
    (race::Preset::RINGWAY, Seating::TWO, 100),
    (race::Preset::RINGWAY, Seating::THREE, 53),
    (race::Preset::RINGWAY, Seating::FOUR, 31),
    (race::Preset::RINGWAY_LONG, Seating::TWO, 111),
    (race::Preset::RINGWAY_LONG, Seating::THREE, 53),
    (race::Preset::RINGWAY_LONG, Seating::FOUR, 31),
];

fn leaderboard_of_race(rules: race::Rules) -> Option<(RatingBoard, Weight)> {
    let seating = rules.seating();
    let (preset, _, measured) = MEASURED_RACE
        .iter()
        .find(|(preset, of, _)| *of == seating && preset == rules.preset())?;
    let usual = preset.for_seating(seating);
    if rules.after_double() != usual.after_double() {
        return None;
    }
    let (Some(target), Some(own)) = (rules.target(), usual.target()) else {
        return Some((RatingBoard::Ringway, Weight(*measured)));
    };
    let weight = in_proportion(*measured, target.into(), own.into());
    let is_offered = preset.targets().contains(&target);
    is_offered.then_some((RatingBoard::Ringway, weight))
}

/// The weights of Mexican Train and Chickenfoot, as those of [`MEASURED`]: for each preset of two seats and more, as many
/// as it offers.
const MEASURED_TRAINS: &[(trains::Preset, &[u16])] = &[
    (
        trains::Preset::MEXICAN_TRAIN,
        &[68, 78, 100, 76, 84, 69, 69],
    ),
    (trains::Preset::LONG_START, &[72, 78, 116, 81, 105, 67, 78]),
    (trains::Preset::FREE_DOUBLES, &[71, 76, 112, 67, 90, 53, 56]),
    (
        trains::Preset::TRAIN_OF_NINE,
        &[114, 117, 109, 49, 52, 52, 35],
    ),
    (
        trains::Preset::CHICKENFOOT,
        &[294, 183, 100, 60, 38, 63, 39],
    ),
    (
        trains::Preset::CHICKENFOOT_OF_TWELVE,
        &[239, 171, 132, 116, 65],
    ),
    (trains::Preset::DOUBLE_CHICKENFOOT, &[301, 194, 120, 83, 44]),
];

/// The rules must be exactly those of a preset; the number of rounds may be any that the preset offers.
fn leaderboard_of_trains(rules: &trains::Rules) -> Option<(RatingBoard, Weight)> {
    let is_of = |preset: &trains::Preset| {
        let own = trains::Options {
            rounds: rules.rounds,
            ..preset.for_seating(rules.seating).into()
        };
        preset.rounds().contains(&rules.rounds) && trains::Options::from(*rules) == own
    };
    let (preset, measured) = MEASURED_TRAINS.iter().find(|(preset, _)| is_of(preset))?;
    let measured = *measured.get(rules.seating.seat_count() - 2)?;
    let weight = in_proportion(measured, rules.rounds.into(), preset.rules().rounds.into());
    let board = match rules.game {
        trains::Variant::MexicanTrain => RatingBoard::MexicanTrain,
        trains::Variant::Chickenfoot => RatingBoard::Chickenfoot,
    };
    Some((board, weight))
}

fn board(variant: Variant, seating: Seating) -> RatingBoard {
    match (variant, seating.has_partners()) {
        (Variant::Block, false) => RatingBoard::Block,
        (Variant::Block, true) => RatingBoard::BlockPairs,
        (Variant::Draw, false) => RatingBoard::Draw,
        (Variant::Draw, true) => RatingBoard::DrawPairs,
        (Variant::AllFives, false) => RatingBoard::AllFives,
        (Variant::AllFives, true) => RatingBoard::AllFivesPairs,
        (Variant::FivesAndThrees, false) => RatingBoard::FivesAndThrees,
        (Variant::FivesAndThrees, true) => RatingBoard::FivesAndThreesPairs,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use boneyard_rules::line::rules::Calls;

    fn hundredths(notation: &str) -> Option<(RatingBoard, u16)> {
        let rules = notation.parse().expect("rules");
        leaderboard_of(&rules).map(|(board, weight)| (board, weight.0))
    }

    #[test]
    fn each_preset_is_rated_for_its_seatings_and_targets() {
        let mut offered = 0;
        for preset in Preset::ALL {
            for &seating in preset.seatings() {
                for &target in preset.targets() {
                    let options = Options {
                        target,
                        ..preset.for_seating(seating).into()
                    };
                    let rules = Rules::Line(options.try_into().unwrap());
                    let (board, weight) = leaderboard_of(&rules).unwrap();
                    assert_eq!(
                        format!("{board:?}").ends_with("Pairs"),
                        seating.has_partners()
                    );
                    assert!((4..=700).contains(&weight.0), "{rules}: {weight:?}");
                }
                offered += 1;
            }
        }
        assert_eq!(MEASURED.len(), offered, "one row for each");
    }

    #[test]
    fn each_preset_of_trains_is_rated_for_its_seatings_and_rounds() {
        for (preset, measured) in MEASURED_TRAINS {
            assert_eq!(measured.len(), preset.seatings().len(), "{}", preset.name());
            for &seating in preset.seatings() {
                for &rounds in preset.rounds() {
                    let options = trains::Options {
                        rounds,
                        ..preset.for_seating(seating).into()
                    };
                    let rules = Rules::Trains(options.try_into().unwrap());
                    let (board, weight) = leaderboard_of(&rules).unwrap();
                    assert!(compares_places(board), "{rules}: {board:?}");
                    assert!((4..=700).contains(&weight.0), "{rules}: {weight:?}");
                }
            }
        }
        assert_eq!(MEASURED_TRAINS.len(), trains::Preset::ALL.len());
    }

    #[test]
    fn longer_matches_weigh_more() {
        use RatingBoard::{
            AllFives, Block, BlockPairs, Chickenfoot, Draw, FivesAndThrees, MexicanTrain,
        };
        assert_eq!(hundredths("Draw 100"), Some((Draw, 100)));
        assert_eq!(hundredths("Draw 50"), Some((Draw, 50)));
        assert_eq!(hundredths("Quick Draw 50"), Some((Draw, 45)));
        assert_eq!(hundredths("Block 500"), Some((Block, 500)));
        assert_eq!(hundredths("Fives 150"), Some((AllFives, 100)));
        assert_eq!(
            hundredths("Fives and Threes 61"),
            Some((FivesAndThrees, 100))
        );
        assert_eq!(hundredths("Six-Love 6"), Some((BlockPairs, 334)));
        assert_eq!(hundredths("Six-Love 3"), Some((BlockPairs, 84)));
        assert_eq!(hundredths("Mexican Train 7"), Some((MexicanTrain, 100)));
        assert_eq!(hundredths("Mexican Train 13"), Some((MexicanTrain, 186)));
        assert_eq!(
            hundredths("Chickenfoot 10 · 8 players"),
            Some((Chickenfoot, 39))
        );
    }

    #[test]
    fn rules_of_ones_own_are_not_rated() {
        for notation in [
            "Draw 60",
            "Draw 100 · 5 tiles",
            "Quick Draw 100",
            "Draw 100 · partners",
            "Mexican Train 5",
            "Mexican Train 7 · own train first",
            "Chickenfoot, double-twelve 7 · 7 players",
        ] {
            assert_eq!(hundredths(notation), None, "{notation}");
        }
        let muggins = Options {
            calls: Calls::Muggins,
            ..(*Preset::FIVES.rules()).into()
        };
        let muggins = Rules::Line(muggins.try_into().unwrap());
        assert_eq!(leaderboard_of(&muggins), None);
    }
}
