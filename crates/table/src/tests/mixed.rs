//! Makes rules with random options, so that tests cover many combinations of options.

use boneyard_rules::line::rules::{
    AfterBlock, BlockedScore, BlockedTie, BlockedWinner, Callers, Calls, DominoSet, DominoWinner,
    Finish, HAND_SIZE_MIN, Hands, Love, MatchEnd, NextLead, NoDouble, Opening, Passes, PointUnit,
    RESERVE_MAX, Turns,
};
use boneyard_rules::line::{Options, Preset, Rules};
use rand::RngExt as _;
use rand::rngs::StdRng;
use serde_json::json;

/// The numbers of points to which options are set, small and large.
const POINTS: [u8; 4] = [0, 1, 5, 25];

/// Sets each option of these rules to a random value. An option that contradicts the others is set to its
/// value in Block.
pub(crate) fn mixed(rules: Rules, dice: &mut StdRng) -> Rules {
    let mut options = Options::from(rules);
    change_game(&mut options, dice);
    if dice.random_range(0..4) > 0 {
        change_worth(&mut options, dice);
    }
    // The target is chosen so that a match has several rounds.
    options.target = if options.going_out_point || options.hands == Hands::None {
        dice.random_range(1..=6)
    } else {
        dice.random_range(25..=120)
    };
    mended(options)
}

/// Changes the options of the deal, the lead and the calls.
fn change_game(options: &mut Options, dice: &mut StdRng) {
    options.hand_size = dice.random_range(HAND_SIZE_MIN..9);
    options.spinner = dice.random();
    options.exact_target = dice.random_range(0..4) == 0;
    options.going_out_point = dice.random_range(0..8) == 0;
    options.reserve = dice.random_range(0..=RESERVE_MAX);
    options.redeal_doubles = *one(&[0, 0, 4, 5], dice);
    options.point_unit = *one(PointUnit::ALL, dice);
    options.opening = *one(Opening::ALL, dice);
    options.no_double = *one(NoDouble::ALL, dice);
    options.next_lead = *one(NextLead::ALL, dice);
    options.after_block = *one(AfterBlock::ALL, dice);
    options.blocked_score = *one(BlockedScore::ALL, dice);
    options.calls = *one(Calls::ALL, dice);
    options.tile_set = *one(DominoSet::ALL, dice);
    options.turns = *one(Turns::ALL, dice);
    options.match_end = *one(MatchEnd::ALL, dice);
    options.domino_winner = *one(DominoWinner::ALL, dice);
    options.callers = *one(Callers::ALL, dice);
}

/// Changes the options of scoring.
fn change_worth(options: &mut Options, dice: &mut StdRng) {
    let mut points = || *one(&POINTS, dice);
    options.finish = Finish::of(std::array::from_fn(|_| points()));
    options.passes = Passes::of(std::array::from_fn(|_| points()));
    options.round_bonus = std::array::from_fn(|_| points());
    options.double_blank = points();
    options.entry = points();
    options.hands = *one(Hands::ALL, dice);
    options.blocked_winner = *one(BlockedWinner::ALL, dice);
    options.blocked_tie = *one(BlockedTie::ALL, dice);
    if options.hands == Hands::None {
        options.finish = Finish::of([1, 2, 3, 4, dice.random_range(0..2)]);
        options.love = *one(Love::ALL, dice);
    }
    if options.love != Love::No {
        // The rules don't allow these options together with `love`.
        options.exact_target = false;
        options.double_blank = 0;
        options.round_bonus = Default::default();
        options.passes = Passes::default();
    }
}

fn one<'a, T>(all: &'a [T], dice: &mut StdRng) -> &'a T {
    &all[dice.random_range(0..all.len())]
}

/// Sets one option after another to its value in Block, until the rules allow the combination.
fn mended(options: Options) -> Rules {
    let plain = json!(Options {
        hand_size: HAND_SIZE_MIN,
        ..**Preset::BLOCK_WINNER_LEADS.rules()
    });
    let mut fields = json!(options);
    loop {
        let options: Options = serde_json::from_value(fields.clone()).unwrap();
        match Rules::try_from(options) {
            Ok(rules) => return rules,
            Err(error) => match plain.get(error.option()) {
                Some(value) => fields[error.option()] = value.clone(),
                None => drop(fields.as_object_mut().unwrap().remove(error.option())),
            },
        }
    }
}
