//! The checks of which options can be combined (RULES.md, Options).

use super::{
    BONUS_MAX, BlockedScore, BlockedTie, BlockedWinner, Calls, DominoSet, ENTRY_MAX, FINISH_MAX,
    HAND_SIZE_MAX, HAND_SIZE_MIN, Hands, LOVE_TARGET_MAX, Love, NextLead, Options, PointUnit,
    REDEAL_DOUBLES_MIN, REDEAL_HAND_SIZE_MAX, RESERVE_MAX, SEATINGS, TARGET_MAX, Variant,
    is_default,
};

/// A check: the name of an option, whether the option's value is possible, and the reason that is shown
/// if it isn't.
pub(crate) type Check = (&'static str, bool, &'static str);

/// All checks of the options.
pub(crate) fn checks(options: &Options) -> impl Iterator<Item = Check> {
    let basic = basic_checks(options).into_iter();
    basic
        .chain(table_checks(options))
        .chain(round_checks(options))
}

/// The checks of the hand size, the target, and how points are counted and called.
fn basic_checks(options: &Options) -> [Check; 7] {
    let variant = options.variant;
    [
        (
            "seating",
            SEATINGS.contains(&options.seating),
            "two, three or four play, each alone, or four as partners",
        ),
        (
            "hand_size",
            (HAND_SIZE_MIN..=HAND_SIZE_MAX).contains(&options.hand_size),
            "a hand has 3 to 14 tiles",
        ),
        (
            "hand_size",
            options.dealt() <= options.tile_set.len(),
            "all hands together need more tiles than the set has",
        ),
        (
            "target",
            (1..=TARGET_MAX).contains(&options.target),
            "a match is played to 1 to 1000 points",
        ),
        (
            "reserve",
            options.reserve <= RESERVE_MAX,
            "at most 2 tiles are kept from being drawn",
        ),
        (
            "point_unit",
            options.point_unit == PointUnit::Pips || variant == Variant::AllFives,
            "fives are only counted in All Fives",
        ),
        (
            "calls",
            options.calls == Calls::Automatic || variant.counts(),
            "muggins needs All Fives, or Fives and Threes",
        ),
    ]
}

/// The checks of the tile set, redeals, and options that need partners or a spinner.
fn table_checks(options: &Options) -> impl IntoIterator<Item = Check> {
    let partners = options.seating.has_partners();
    let doubles_max = match options.tile_set {
        DominoSet::DoubleNine => 10,
        DominoSet::DoubleSix | DominoSet::NoDoubleBlank => 7,
    };
    [
        (
            "tile_set",
            is_default(&options.tile_set) || !options.variant.counts(),
            "only Block and Draw are played with another set than double-six",
        ),
        (
            "next_lead",
            options.next_lead != NextLead::WinningSide || partners,
            "only partners can give the lead to each other",
        ),
        (
            "redeal_doubles",
            options.redeal_doubles == 0
                || (REDEAL_DOUBLES_MIN..=doubles_max.min(options.hand_size))
                    .contains(&options.redeal_doubles),
            "from 4 doubles on, and not more than the set or a hand has",
        ),
        (
            "redeal_doubles",
            options.redeal_doubles == 0 || options.hand_size <= REDEAL_HAND_SIZE_MAX,
            "hands have at most 10 tiles",
        ),
        (
            "domino_winner",
            is_default(&options.domino_winner) || partners && !options.going_out_point,
            "needs partners, and no going-out point",
        ),
        (
            "callers",
            is_default(&options.callers) || partners && options.calls == Calls::Muggins,
            "needs partners and muggins calls",
        ),
    ]
}

/// The checks of the options that change the points of a round.
fn round_checks(options: &Options) -> impl Iterator<Item = Check> {
    let scores_rounds_alone = !options.variant.counts() && !options.going_out_point;
    let chosen = [
        ("hands", !is_default(&options.hands)),
        ("blocked_winner", !is_default(&options.blocked_winner)),
        ("blocked_tie", !is_default(&options.blocked_tie)),
        ("finish", !is_default(&options.finish)),
        ("double_blank", options.double_blank > 0),
        ("round_bonus", !is_default(&options.round_bonus)),
        ("passes", !is_default(&options.passes)),
        ("entry", options.entry > 0),
        ("love", options.love != Love::No),
    ];
    let by_round = "needs Block or Draw, and no going-out point";
    let alone = chosen.map(|(option, is_chosen)| {
        let is_possible = !is_chosen || scores_rounds_alone;
        (option, is_possible, by_round)
    });
    alone.into_iter().chain(worth_checks(options))
}

fn worth_checks(options: &Options) -> impl IntoIterator<Item = Check> {
    let no_bonus = is_default(&options.round_bonus) && is_default(&options.passes);
    [
        (
            "blocked_score",
            options.blocked_score == BlockedScore::OpponentsTotal
                || options.hands == Hands::Opponents
                    && options.blocked_winner == BlockedWinner::Side
                    && matches!(
                        options.blocked_tie,
                        BlockedTie::Nobody | BlockedTie::Doubles
                    ),
            "the difference needs opponents' hands, and a block that the lightest side wins",
        ),
        (
            "finish",
            options
                .finish
                .list()
                .iter()
                .all(|&points| points <= FINISH_MAX),
            "0 to 100 points each",
        ),
        (
            "finish",
            options.hands != Hands::None || options.finish.plain > 0,
            "where hands score nothing, a plain finish is worth at least 1",
        ),
        (
            "double_blank",
            options.double_blank <= BONUS_MAX,
            "0 to 200 points",
        ),
        (
            "double_blank",
            options.double_blank == 0 || options.tile_set != DominoSet::NoDoubleBlank,
            "the set has no 0-0",
        ),
        (
            "round_bonus",
            options
                .round_bonus
                .iter()
                .all(|&points| points <= BONUS_MAX),
            "0 to 200 points each",
        ),
        (
            "passes",
            options
                .passes
                .list()
                .iter()
                .all(|&points| points <= FINISH_MAX),
            "0 to 100 points each",
        ),
        (
            "passes",
            is_default(&options.passes) || options.seating.seat_count() > 2,
            "needs at least three seats",
        ),
        ("entry", options.entry <= ENTRY_MAX, "0 to 50 points"),
        (
            "entry",
            options.entry == 0
                || options.hands != Hands::None && u16::from(options.entry) <= options.target,
            "needs hands that score, and at most the target",
        ),
        (
            "love",
            options.love == Love::No
                || options.hands == Hands::None
                    && options.target <= LOVE_TARGET_MAX
                    && !options.exact_target
                    && options.double_blank == 0
                    && no_bonus,
            "needs hands that score nothing, a target of at most 20 that need not be met exactly, \
             and no bonus",
        ),
    ]
}
