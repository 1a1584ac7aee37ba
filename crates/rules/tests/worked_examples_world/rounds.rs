//! Rows 1 to 19 of the worked examples: the points of a round, and the side that wins a block.

use boneyard_rules::rules::{
    BlockedScore, BlockedTie, BlockedWinner, DominoSet, Finish, Hands, NextLead,
};
use boneyard_rules::{Event, Match, Options, Outcome, Reason, Round, Seating};

use crate::positions::*;
use crate::{base, by_finish, game, gone_out, leads_next, partners, preset, reach};

/// The points that seat 0 gets by going out in a position.
fn domino(options: Options, position: &Position) -> u16 {
    gone_out(&mut game(options), position)
}

/// The points that seat 0 gets by going out in a position, after `won` earlier rounds were won.
fn domino_after(won: u16, options: Options, position: &Position) -> u16 {
    let mut game = won_before(won, options);
    gone_out(&mut game, position)
}

/// A match in which this number of rounds has been won. Each round begins like the first.
fn won_before(won: u16, options: Options) -> Match {
    let mut game = game(Options {
        next_lead: NextLead::Opening,
        ..options
    });
    for before in 0..won {
        assert_eq!(game.won_rounds(), before);
        reach(&mut game, &ROW_1);
    }
    game
}

/// The result of a blocked round: the winner, the points, and the seat that leads next. The seat is `None` if
/// the next round begins like the first.
type Blocked = (Option<u8>, u16, Option<u8>);

fn blocked(options: Options, position: &Position) -> Blocked {
    let mut game = game(options);
    let events = reach(&mut game, position);
    let outcome = game.round().and_then(Round::outcome);
    let Some(Outcome::Blocked { winner, points, .. }) = outcome else {
        panic!("{outcome:?}")
    };
    let scored = events.iter().find_map(|event| match *event {
        Event::Scored {
            side,
            points,
            reason: Reason::Blocked,
        } => Some((side, points)),
        _ => None,
    });
    assert_eq!(scored, winner.map(|side| (side, points)));
    let winner = winner.map(|side| side.index() as u8);
    (winner, points, leads_next(&game))
}

/// The winner and the points of a blocked round, without the next leader.
fn scored_by(options: Options, position: &Position) -> (Option<u8>, u16) {
    let (winner, points, _) = blocked(options, position);
    (winner, points)
}

fn all_hands() -> Options {
    Options {
        hands: Hands::All,
        ..base()
    }
}

#[test]
fn row_1_a_plain_finish() {
    assert_eq!(domino(base(), &ROW_1), 12);
    assert_eq!(domino(all_hands(), &ROW_1), 17);
    assert_eq!(domino(by_finish([1; 5]), &ROW_1), 1);
    assert_eq!(domino(partners("Brazilian Pairs"), &ROW_1), 1);
}

#[test]
fn row_2_a_double() {
    assert_eq!(domino(base(), &ROW_2), 10);
    assert_eq!(domino(all_hands(), &ROW_2), 10);
    assert_eq!(domino(partners("Brazilian Pairs"), &ROW_2), 2);
}

#[test]
fn row_3_both_ends() {
    assert_eq!(domino(partners("Brazilian Pairs"), &ROW_3), 3);
    assert_eq!(domino(partners("Dominican Pairs"), &ROW_3), 35);
    assert_eq!(domino_after(0, partners("Quinientos"), &ROW_3), 210);
}

#[test]
fn row_4_a_double_on_both_ends() {
    assert_eq!(domino(partners("Brazilian Pairs"), &ROW_4), 4);
    assert_eq!(domino(partners("Dominican Pairs"), &ROW_4), 6);
    assert_eq!(domino_after(1, partners("Quinientos"), &ROW_4), 81);
}

#[test]
fn row_5_a_tile_that_fits_either_of_two_equal_ends_is_plain() {
    assert_eq!(domino(partners("Brazilian Pairs"), &ROW_5), 1);
    assert_eq!(domino(partners("Dominican Pairs"), &ROW_5), 25);
}

#[test]
fn row_6_the_double_blank() {
    assert_eq!(domino_after(4, partners("Quinientos"), &ROW_6), 114);
    assert_eq!(domino(partners("Brazilian Pairs"), &ROW_6), 2);
}

#[test]
fn row_7_the_double_blank_on_both_ends() {
    assert_eq!(domino_after(2, partners("Quinientos"), &ROW_7), 176);
    assert_eq!(domino(partners("Brazilian Pairs"), &ROW_7), 4);
}

#[test]
fn row_8_both_ends_of_double_nine() {
    let double_nine = |options| Options {
        tile_set: DominoSet::DoubleNine,
        ..options
    };
    assert_eq!(domino(double_nine(base()), &ROW_8), 22);
    assert_eq!(domino(double_nine(all_hands()), &ROW_8), 35);
    assert_eq!(domino(double_nine(by_finish([1, 2, 3, 4, 1])), &ROW_8), 3);
}

#[test]
fn the_parts_of_a_round_are_written_down() {
    let quinientos = || partners("Quinientos");
    let rows = [
        (
            0,
            quinientos(),
            &ROW_3,
            "0 goes out for 210 (hands 10, finish 100, round 100)",
        ),
        (
            1,
            quinientos(),
            &ROW_4,
            "0 goes out for 81 (hands 6, round 75)",
        ),
        (
            4,
            quinientos(),
            &ROW_6,
            "0 goes out for 114 (hands 14, double blank 100)",
        ),
        (
            2,
            quinientos(),
            &ROW_7,
            "0 goes out for 176 (hands 26, double blank 100, round 50)",
        ),
        (
            0,
            partners("Brazilian Pairs"),
            &ROW_2,
            "0 goes out for 2 (finish 2)",
        ),
        (
            0,
            quinientos(),
            &ROW_9,
            "blocked 0 for 122 (hands 22, round 100)",
        ),
        (0, base(), &ROW_9, "blocked 0 for 12 (hands 12)"),
        (0, base(), &ROW_1, "0 goes out for 12 (hands 12)"),
    ];
    for (won, options, position, line) in rows {
        let events = reach(&mut won_before(won, options), position);
        assert!(
            events.iter().any(|event| event.to_string() == line),
            "{line}: {events:?}"
        );
    }
}

fn won_by(blocked_winner: BlockedWinner, options: Options) -> Options {
    Options {
        blocked_winner,
        ..options
    }
}

fn tie_to(blocked_tie: BlockedTie, options: Options) -> Options {
    Options {
        blocked_tie,
        ..options
    }
}

#[test]
fn row_9_the_lightest_side_wins_a_block() {
    let difference = Options {
        blocked_score: BlockedScore::Difference,
        ..base()
    };
    assert_eq!(blocked(base(), &ROW_9), (Some(0), 12, Some(2)));
    assert_eq!(blocked(difference, &ROW_9), (Some(0), 2, Some(2)));
    assert_eq!(blocked(all_hands(), &ROW_9), (Some(0), 22, Some(2)));
}

#[test]
fn row_10_the_lightest_seat_wins_it() {
    let lightest = |options| won_by(BlockedWinner::LightestSeat, options);
    assert_eq!(blocked(lightest(base()), &ROW_9), (Some(1), 10, Some(3)));
    assert_eq!(
        blocked(lightest(all_hands()), &ROW_9),
        (Some(1), 22, Some(3))
    );
}

#[test]
fn row_11_the_blocker_and_the_next_seat_compare() {
    let compared = won_by(BlockedWinner::Blocker, base());
    assert_eq!(blocked(compared, &ROW_9), (Some(1), 10, Some(3)));
    assert_eq!(
        scored_by(partners("Dominican Pairs"), &ROW_9),
        (Some(1), 22)
    );
    assert_eq!(scored_by(partners("Six-Love"), &ROW_9), (Some(1), 1));
    assert_eq!(scored_by(partners("Brazilian Pairs"), &ROW_9), (Some(0), 1));
    assert_eq!(scored_by(partners("Quinientos"), &ROW_9), (Some(0), 122));
}

#[test]
fn row_12_a_tie_of_sides() {
    let leader = |options| tie_to(BlockedTie::Leader, options);
    let blocker = tie_to(BlockedTie::Blocker, base());
    assert_eq!(blocked(base(), &ROW_12), (None, 0, None));
    assert_eq!(blocked(leader(base()), &ROW_12), (Some(0), 13, Some(2)));
    assert_eq!(blocked(blocker, &ROW_12), (Some(1), 13, Some(3)));
    assert_eq!(
        blocked(leader(all_hands()), &ROW_12),
        (Some(0), 26, Some(2))
    );
}

#[test]
fn row_13_a_tie_makes_the_next_won_round_count_twice() {
    let tied = |options| {
        let mut game = won_before(0, options);
        reach(&mut game, &ROW_12);
        assert!(game.scores().as_slice().iter().all(|&score| score == 0));
        assert_eq!(game.won_rounds(), 0);
        game
    };
    let brazilian = tied(partners("Brazilian Pairs"));
    assert_eq!(gone_out(&mut brazilian.clone(), &ROW_1), 2);
    assert_eq!(gone_out(&mut brazilian.clone(), &ROW_3), 6);
    let twice = reach(&mut brazilian.clone(), &ROW_3)[1].to_string();
    assert_eq!(twice, "0 goes out for 6 (finish 3, twice)");

    let mut game = tied(tie_to(BlockedTie::Doubles, base()));
    assert_eq!(gone_out(&mut game.clone(), &ROW_1), 24);
    reach(&mut game, &ROW_12);
    assert_eq!(gone_out(&mut game, &ROW_1), 24, "two ties double once");
    assert_eq!(
        gone_out(&mut game, &ROW_1),
        12,
        "the round after that counts once"
    );
}

#[test]
fn row_14_a_tie_of_two_seats() {
    let lightest = won_by(BlockedWinner::LightestSeat, base());
    assert_eq!(blocked(base(), &ROW_14), (Some(1), 17, Some(1)));
    assert_eq!(blocked(lightest, &ROW_14), (None, 0, None));
    for tie in [BlockedTie::Leader, BlockedTie::Blocker] {
        assert_eq!(
            blocked(tie_to(tie, lightest), &ROW_14),
            (Some(0), 13, Some(0))
        );
    }
}

#[test]
fn row_15_the_blocker_has_an_equal_comparison() {
    let dominican = partners("Dominican Pairs");
    assert_eq!(blocked(dominican, &ROW_14), (Some(0), 30, Some(0)));
}

#[test]
fn row_16_two_lightest_seats_of_one_side_are_no_tie() {
    let options = Options {
        tile_set: DominoSet::DoubleNine,
        hand_size: 10,
        ..won_by(BlockedWinner::LightestSeat, base())
    };
    assert_eq!(blocked(options, &ROW_16), (Some(1), 24, Some(1)));
    let all = Options {
        hands: Hands::All,
        ..options
    };
    assert_eq!(blocked(all, &ROW_16), (Some(1), 40, Some(1)));
}

#[test]
fn rows_17_and_18_three_alone_without_the_double_blank() {
    let cut_throat = preset("Cut-Throat", Seating::Three);
    assert_eq!(
        (cut_throat.tile_set, cut_throat.hand_size),
        (DominoSet::NoDoubleBlank, 9)
    );
    assert_eq!(blocked(cut_throat, &ROW_17), (Some(2), 1, Some(2)));
    assert_eq!(blocked(cut_throat, &ROW_18), (None, 0, None));
    for tie in [BlockedTie::Leader, BlockedTie::Blocker] {
        let options = tie_to(tie, cut_throat);
        assert_eq!(
            blocked(options, &ROW_18),
            (Some(2), 1, Some(2)),
            "seat 1 is not tied"
        );
    }
}

#[test]
fn row_19_three_alone_with_seven_asleep() {
    let cochon = preset("Cochon", Seating::Three);
    assert_eq!(scored_by(cochon, &ROW_19), (Some(1), 1));
    let by_hands = Options {
        hands: Hands::Opponents,
        finish: Finish::default(),
        target: 100,
        ..cochon
    };
    assert_eq!(scored_by(by_hands, &ROW_19), (Some(1), 17));
}
