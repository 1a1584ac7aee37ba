//! Impossible combinations of options are refused. The error names the option that must change.

use boneyard_rules::Seating;
use boneyard_rules::line::rules::{
    BlockedScore, BlockedTie, BlockedWinner, Callers, Calls, DominoSet, DominoWinner, Finish,
    Hands, Love, NextLead, Opening, Passes, Turns, Variant,
};
use boneyard_rules::line::{Options, Preset, Rules};

/// A change that a test makes to the options of Block for partners. The changed options can be impossible.
type Change = fn(&mut Options);

fn changed(change: Change) -> Result<Rules, boneyard_rules::RulesError> {
    let mut options = Options {
        seating: Seating::PARTNERS,
        ..(*Preset::BLOCK_WINNER_LEADS.rules()).into()
    };
    change(&mut options);
    Rules::try_from(options)
}

const FINISH: Finish = Finish {
    plain: 1,
    double: 1,
    both: 1,
    double_both: 1,
    blocked: 1,
};

fn by_finish(options: &mut Options) {
    options.hands = Hands::None;
    options.finish = FINISH;
}

fn by_love(options: &mut Options) {
    by_finish(options);
    options.target = 20;
    options.love = Love::Yes;
}

const NEXT: Passes = Passes {
    lead_double: 0,
    lead_other: 0,
    next: 10,
    all: 0,
};

/// The changes that make the options impossible, each with the option that the error names.
const REFUSED: &[(&str, Change)] = &[
    ("tile_set", |o| {
        o.variant = Variant::AllFives;
        o.tile_set = DominoSet::DoubleNine;
    }),
    ("tile_set", |o| {
        o.variant = Variant::FivesAndThrees;
        o.hand_size = 6;
        o.tile_set = DominoSet::NoDoubleBlank;
    }),
    ("hand_size", |o| o.hand_size = 2),
    ("hand_size", |o| o.hand_size = 8),
    ("hand_size", |o| o.tile_set = DominoSet::NoDoubleBlank),
    ("hand_size", |o| {
        o.tile_set = DominoSet::DoubleNine;
        o.hand_size = 14;
    }),
    ("hand_size", |o| {
        o.seating = Seating::TWO;
        o.tile_set = DominoSet::DoubleNine;
        o.hand_size = 15;
    }),
    ("seating", |o| {
        o.seating = Seating::EIGHT;
        o.hand_size = 3;
    }),
    ("seating", |o| {
        o.seating = Seating::new(6, true).expect("a seating");
        o.hand_size = 3;
    }),
    ("next_lead", |o| {
        o.seating = Seating::FOUR;
        o.next_lead = NextLead::WinningSide;
    }),
    ("next_lead", |o| {
        o.seating = Seating::TWO;
        o.next_lead = NextLead::WinningSide;
    }),
    ("redeal_doubles", |o| o.redeal_doubles = 1),
    ("redeal_doubles", |o| o.redeal_doubles = 3),
    ("redeal_doubles", |o| o.redeal_doubles = 8),
    ("redeal_doubles", |o| {
        o.hand_size = 5;
        o.redeal_doubles = 6;
    }),
    ("redeal_doubles", |o| {
        o.tile_set = DominoSet::DoubleNine;
        o.redeal_doubles = 11;
        o.hand_size = 12;
    }),
    ("redeal_doubles", |o| {
        o.seating = Seating::TWO;
        o.hand_size = 11;
        o.redeal_doubles = 5;
    }),
    ("blocked_score", |o| {
        o.blocked_score = BlockedScore::Difference;
        o.hands = Hands::All;
    }),
    ("blocked_score", |o| {
        o.blocked_score = BlockedScore::Difference;
        by_finish(o);
    }),
    ("blocked_score", |o| {
        o.blocked_score = BlockedScore::Difference;
        o.blocked_winner = BlockedWinner::Blocker;
    }),
    ("blocked_score", |o| {
        o.blocked_score = BlockedScore::Difference;
        o.blocked_tie = BlockedTie::Leader;
    }),
    ("blocked_score", |o| {
        o.blocked_score = BlockedScore::Difference;
        o.blocked_tie = BlockedTie::Blocker;
    }),
    ("finish", |o| o.hands = Hands::None),
    ("finish", |o| o.finish.blocked = 101),
    ("double_blank", |o| {
        o.tile_set = DominoSet::NoDoubleBlank;
        o.hand_size = 6;
        o.double_blank = 1;
    }),
    ("double_blank", |o| o.double_blank = 201),
    ("round_bonus", |o| o.round_bonus[3] = 201),
    ("passes", |o| o.passes.all = 101),
    ("passes", |o| {
        o.seating = Seating::TWO;
        o.passes = NEXT;
    }),
    ("entry", |o| o.entry = 51),
    ("entry", |o| {
        o.target = 12;
        o.entry = 13;
    }),
    ("entry", |o| {
        by_finish(o);
        o.entry = 1;
    }),
    ("love", |o| {
        by_love(o);
        o.hands = Hands::Opponents;
    }),
    ("love", |o| {
        by_love(o);
        o.target = 21;
    }),
    ("love", |o| {
        by_love(o);
        o.exact_target = true;
    }),
    ("love", |o| {
        by_love(o);
        o.double_blank = 1;
    }),
    ("love", |o| {
        by_love(o);
        o.round_bonus = [0, 0, 0, 1];
    }),
    ("love", |o| {
        by_love(o);
        o.passes = NEXT;
    }),
    ("domino_winner", |o| {
        o.domino_winner = DominoWinner::LightestSide;
        o.seating = Seating::FOUR;
    }),
    ("domino_winner", |o| {
        o.domino_winner = DominoWinner::LightestSide;
        o.going_out_point = true;
    }),
    ("callers", |o| o.callers = Callers::Everyone),
    ("callers", |o| {
        o.variant = Variant::AllFives;
        o.seating = Seating::FOUR;
        o.calls = Calls::Muggins;
        o.callers = Callers::Everyone;
    }),
];

/// Options that are possible only in Block and Draw, and not with the going-out point. Each has a change that
/// sets it.
const OF_WHOLE_ROUNDS: &[(&str, Change)] = &[
    ("hands", |o| o.hands = Hands::All),
    ("blocked_winner", |o| {
        o.blocked_winner = BlockedWinner::Blocker;
    }),
    ("blocked_tie", |o| o.blocked_tie = BlockedTie::Doubles),
    ("finish", |o| o.finish = FINISH),
    ("double_blank", |o| o.double_blank = 100),
    ("round_bonus", |o| o.round_bonus = [100, 75, 50, 25]),
    ("passes", |o| o.passes = NEXT),
    ("entry", |o| o.entry = 13),
];

/// Changes after which the rules still allow the options. Each is similar to a change in [`REFUSED`].
const ALLOWED: &[Change] = &[
    |o| {
        o.variant = Variant::Draw;
        o.tile_set = DominoSet::DoubleNine;
        o.hand_size = 13;
    },
    |o| {
        o.seating = Seating::THREE;
        o.tile_set = DominoSet::NoDoubleBlank;
        o.hand_size = 9;
    },
    |o| {
        o.seating = Seating::TWO;
        o.hand_size = 14;
    },
    |o| o.redeal_doubles = 7,
    |o| {
        o.tile_set = DominoSet::DoubleNine;
        o.hand_size = 10;
        o.redeal_doubles = 10;
    },
    |o| {
        o.blocked_score = BlockedScore::Difference;
        o.blocked_tie = BlockedTie::Doubles;
        o.finish.blocked = 100;
    },
    |o| {
        o.hands = Hands::None;
        o.finish.plain = 1;
    },
    |o| {
        o.double_blank = 200;
        o.round_bonus = [200; 4];
        o.passes.lead_other = 100;
        o.exact_target = true;
        o.spinner = true;
        o.reserve = 2;
    },
    |o| {
        o.target = 50;
        o.entry = 50;
        o.hands = Hands::All;
    },
    by_love,
    |o| {
        by_love(o);
        o.blocked_tie = BlockedTie::Doubles;
        o.love = Love::OneAll;
    },
    |o| {
        o.variant = Variant::FivesAndThrees;
        o.calls = Calls::Muggins;
        o.callers = Callers::Everyone;
        o.domino_winner = DominoWinner::LightestSide;
        o.next_lead = NextLead::WinningSide;
        o.opening = Opening::DoubleOne;
        o.turns = Turns::CounterClockwise;
        o.spinner = true;
        o.redeal_doubles = 4;
    },
];

#[test]
fn what_does_not_go_together_is_refused_by_the_name_of_the_option() {
    for (i, (option, change)) in REFUSED.iter().enumerate() {
        let refused = changed(*change).expect_err(option).option();
        assert_eq!(refused, *option, "row {i} of its options");
    }
    for (i, change) in ALLOWED.iter().enumerate() {
        assert!(changed(*change).is_ok(), "row {i}: {:?}", changed(*change));
    }
}

#[test]
fn what_scores_whole_rounds_goes_with_block_and_draw_alone() {
    let settings: [Change; 3] = [
        |o| o.variant = Variant::AllFives,
        |o| o.variant = Variant::FivesAndThrees,
        |o| o.going_out_point = true,
    ];
    let refused = |options| Rules::try_from(options).map_err(boneyard_rules::RulesError::option);
    for (option, change) in OF_WHOLE_ROUNDS {
        assert!(changed(*change).is_ok(), "{option}");
        for setting in settings {
            let mut options = Options::from(changed(*change).expect(option));
            setting(&mut options);
            assert_eq!(refused(options), Err(*option));
        }
    }
    // Love also requires that hands score nothing. The rules check this first, so the error names `love`.
    for setting in settings {
        let mut options = Options::from(changed(|_| ()).expect("possible"));
        setting(&mut options);
        options.love = Love::Yes;
        options.target = 20;
        assert_eq!(refused(options), Err("love"));
    }
}
