//! Random options and rules.

use boneyard_rules::Seating;
use boneyard_rules::line::rules::{
    AfterBlock, BONUS_MAX, BlockedScore, BlockedTie, BlockedWinner, Callers, Calls, DominoSet,
    DominoWinner, ENTRY_MAX, FINISH_MAX, Finish, HAND_SIZE_MAX, Hands, LOVE_TARGET_MAX, Love,
    MatchEnd, NextLead, NoDouble, Opening, Passes, PointUnit, RESERVE_MAX, SEATINGS, TARGET_MAX,
    Turns, Variant,
};
use boneyard_rules::line::{Options, Preset, Rules};
use proptest::prelude::*;
use proptest::sample::select;

/// The names of all options, in the order of the fields of [`Options`].
pub const FIELDS: [&str; 30] = [
    "variant",
    "seating",
    "hand_size",
    "target",
    "spinner",
    "point_unit",
    "opening",
    "no_double",
    "next_lead",
    "after_block",
    "reserve",
    "blocked_score",
    "exact_target",
    "going_out_point",
    "calls",
    "tile_set",
    "turns",
    "redeal_doubles",
    "hands",
    "blocked_winner",
    "blocked_tie",
    "finish",
    "double_blank",
    "round_bonus",
    "passes",
    "entry",
    "love",
    "match_end",
    "domino_winner",
    "callers",
];

/// A random value from a list. At least half of the time it is the first value.
fn mostly<T: Copy + std::fmt::Debug + 'static>(all: &'static [T]) -> impl Strategy<Value = T> {
    prop_oneof![Just(all[0]), select(all)]
}

/// A random number up to `most`. At least half of the time it is 0.
fn number(most: u8) -> impl Strategy<Value = u8> {
    prop_oneof![Just(0), 0..=most]
}

fn numbers<const N: usize>(most: u8) -> impl Strategy<Value = [u8; N]> {
    let small = prop_oneof![Just(0), 1..=3_u8];
    let one = prop_oneof![3 => small, 1 => 0..=most].boxed();
    let list = prop::collection::vec(one, N);
    prop_oneof![Just(vec![0; N]), list].prop_map(|list| std::array::from_fn(|i| list[i]))
}

/// Random options, possible or not. All options from `tile_set` on have their first value.
fn basic_options() -> impl Strategy<Value = Options> {
    let target = prop_oneof![1..=20_u16, 1..=200_u16, 0..=TARGET_MAX + 1];
    // Two thirds of the random games are Block or Draw. One third has partners; the others have any seating.
    let variant = prop_oneof![
        2 => select(&Variant::ALL[..2]),
        1 => select(&Variant::ALL[2..]),
    ];
    let seating = prop_oneof![
        5 => select(&SEATINGS[..]),
        3 => Just(Seating::PARTNERS),
        1 => select(&Seating::ALL[..]),
    ];
    let hand_size = prop_oneof![3..=7_u8, 0..=HAND_SIZE_MAX + 1];
    let game = (variant, seating, hand_size, target);
    let opening = prop_oneof![select(&Opening::ALL[..2]), select(Opening::ALL)];
    let round = (
        any::<bool>(),
        select(PointUnit::ALL),
        opening,
        select(NoDouble::ALL),
        select(NextLead::ALL),
        mostly(AfterBlock::ALL),
    );
    let score = (
        0..=RESERVE_MAX + 1,
        select(BlockedScore::ALL),
        prop::bool::weighted(0.3),
        prop::bool::weighted(0.2),
        select(Calls::ALL),
    );
    (game, round, score).prop_map(|(game, round, score)| {
        let (variant, seating, hand_size, target) = game;
        let (spinner, point_unit, opening, no_double, next_lead, after_block) = round;
        let (reserve, blocked_score, exact_target, going_out_point, calls) = score;
        Options {
            variant,
            seating,
            hand_size,
            target,
            spinner,
            point_unit,
            opening,
            no_double,
            next_lead,
            after_block,
            reserve,
            blocked_score,
            exact_target,
            going_out_point,
            calls,
            ..(*Preset::BLOCK.rules()).into()
        }
    })
}

/// Random options, possible or not. In a third of them all options from `tile_set` on have their first value.
pub fn options() -> impl Strategy<Value = Options> {
    prop_oneof![1 => basic_options(), 2 => options_of_the_world()]
}

fn options_of_the_world() -> impl Strategy<Value = Options> {
    let round = (
        mostly(DominoSet::ALL),
        mostly(Turns::ALL),
        number(11),
        mostly(Hands::ALL),
        mostly(BlockedWinner::ALL),
        mostly(BlockedTie::ALL),
    );
    let bonuses = (
        numbers::<5>(FINISH_MAX + 1),
        number(BONUS_MAX + 1),
        numbers::<4>(BONUS_MAX + 1),
        numbers::<4>(FINISH_MAX + 1),
        number(ENTRY_MAX + 1),
    );
    let score = (
        prop_oneof![3 => Just(Love::No), 1 => select(Love::ALL)],
        mostly(MatchEnd::ALL),
        select(DominoWinner::ALL),
        select(Callers::ALL),
    );
    (basic_options(), round, bonuses, score).prop_map(|(basic, round, bonuses, score)| {
        let (tile_set, turns, redeal_doubles, hands, blocked_winner, blocked_tie) = round;
        let (finish, double_blank, round_bonus, passes, entry) = bonuses;
        let (love, match_end, domino_winner, callers) = score;
        Options {
            tile_set,
            turns,
            redeal_doubles,
            hands,
            blocked_winner,
            blocked_tie,
            finish: Finish::of(finish),
            double_blank,
            round_bonus,
            passes: Passes::of(passes),
            entry,
            love,
            match_end,
            domino_winner,
            callers,
            ..basic
        }
    })
}

/// Random possible rules. They are made from random options by changing the impossible values, so that every
/// possible combination can occur.
pub fn rules() -> impl Strategy<Value = Rules> {
    rules_where(|_| ())
}

/// Like [`rules`], but `change` is applied to the random options first. Values that are then impossible
/// are changed.
pub fn rules_where(change: fn(&mut Options)) -> impl Strategy<Value = Rules> {
    options().prop_map(move |mut options| {
        change(&mut options);
        mend_basics(&mut options);
        mend_rounds(&mut options);
        mend_points(&mut options);
        Rules::try_from(options).expect("mended options are possible")
    })
}

/// Possible options, in which up to three options are replaced by random values. The result can be
/// impossible.
pub fn nearly_possible() -> impl Strategy<Value = Options> {
    let chosen = prop::sample::subsequence(FIELDS.to_vec(), 0..=3);
    (rules(), options(), chosen).prop_map(|(rules, other, chosen)| {
        let json = |options| serde_json::to_value(options).expect("options have a JSON form");
        let (mut options, mut other) = (json(Options::from(rules)), json(other));
        let options_by_name = options.as_object_mut().expect("an object");
        for field in chosen {
            options_by_name.remove(field);
            let other = other.as_object_mut().and_then(|other| other.remove(field));
            options_by_name.extend(other.map(|value| (field.to_owned(), value)));
        }
        serde_json::from_value(options).expect("options read back")
    })
}

/// Sets the option to its first value, unless the other options allow its present value.
fn reset_unless<T: Default>(is_allowed: bool, option: &mut T) {
    if !is_allowed {
        *option = T::default();
    }
}

fn mend_basics(options: &mut Options) {
    let counts = options.variant.counts();
    if !SEATINGS.contains(&options.seating) {
        options.seating = Seating::FOUR;
    }
    let partners = options.seating.has_partners();
    reset_unless(!counts, &mut options.tile_set);
    let most = options.tile_set.len() / options.seating.seat_count();
    options.hand_size = options.hand_size.clamp(3, HAND_SIZE_MAX.min(most as u8));
    options.target = options.target.clamp(1, TARGET_MAX);
    options.reserve = options.reserve.min(RESERVE_MAX);
    reset_unless(
        options.variant == Variant::AllFives,
        &mut options.point_unit,
    );
    reset_unless(counts, &mut options.calls);
    let muggins = options.calls == Calls::Muggins;
    reset_unless(partners && muggins, &mut options.callers);
    reset_unless(
        partners && !options.going_out_point,
        &mut options.domino_winner,
    );
    reset_unless(
        partners || options.next_lead != NextLead::WinningSide,
        &mut options.next_lead,
    );
}

fn mend_rounds(options: &mut Options) {
    let by_round = !options.variant.counts() && !options.going_out_point;
    reset_unless(by_round, &mut options.hands);
    reset_unless(by_round, &mut options.blocked_winner);
    reset_unless(by_round, &mut options.blocked_tie);
    reset_unless(by_round, &mut options.finish);
    reset_unless(by_round, &mut options.double_blank);
    reset_unless(by_round, &mut options.round_bonus);
    reset_unless(by_round, &mut options.passes);
    reset_unless(by_round, &mut options.entry);
    reset_unless(by_round, &mut options.love);
    let most = if options.tile_set == DominoSet::DoubleNine {
        10
    } else {
        7
    };
    let can_redeal = (4..=10).contains(&options.hand_size);
    reset_unless(can_redeal, &mut options.redeal_doubles);
    if options.redeal_doubles > 0 {
        options.redeal_doubles = options.redeal_doubles.clamp(4, options.hand_size.min(most));
    }
}

fn mend_points(options: &mut Options) {
    if options.love != Love::No {
        options.hands = Hands::None;
        options.target = options.target.min(LOVE_TARGET_MAX);
        options.exact_target = false;
        options.double_blank = 0;
        options.round_bonus = [0; 4];
        options.passes = Passes::default();
    }
    let finish = options.finish.list().map(|points| points.min(FINISH_MAX));
    options.finish = Finish::of(finish);
    if options.hands == Hands::None {
        options.finish.plain = options.finish.plain.max(1);
    }
    options.double_blank = options.double_blank.min(BONUS_MAX);
    reset_unless(
        options.tile_set != DominoSet::NoDoubleBlank,
        &mut options.double_blank,
    );
    options.round_bonus = options.round_bonus.map(|points| points.min(BONUS_MAX));
    let passes = options.passes.list().map(|points| points.min(FINISH_MAX));
    options.passes = Passes::of(passes);
    reset_unless(options.seating != Seating::TWO, &mut options.passes);
    let entry_max = options.target.min(ENTRY_MAX.into()) as u8;
    options.entry = options.entry.min(entry_max);
    reset_unless(options.hands != Hands::None, &mut options.entry);
    let by_side = options.hands == Hands::Opponents
        && options.blocked_winner == BlockedWinner::Side
        && matches!(
            options.blocked_tie,
            BlockedTie::Nobody | BlockedTie::Doubles
        );
    reset_unless(by_side, &mut options.blocked_score);
}
