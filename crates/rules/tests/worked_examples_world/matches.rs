//! Rows 28 to 38 of the worked examples: matches, deals and leads.

use boneyard_rules::rules::{
    BlockedScore, BlockedWinner, DominoSet, Hands, Love, NextLead, Opening, Passes,
};
use boneyard_rules::{
    Event, Match, Need, Options, Outcome, Placement, Reason, Rules, Seating, Side,
};

use crate::common::RandomMatch;
use crate::positions::{Position, ROW_1, ROW_20};
use crate::{
    base, by_finish, deal, ends, game, leads_next, partners, play, round_winner, seat, side, tile,
};

/// Continues copies of the match, each by one random round, until `wanted` accepts a copy. Returns this copy.
fn a_round(game: &Match, wanted: impl Fn(&Match) -> bool) -> Match {
    let ends = |seed| {
        let mut random = RandomMatch::new(game.rules(), seed);
        random.game = game.clone();
        let number = game.round_scores().len();
        while random.game.round_scores().len() == number {
            random.step();
        }
        random.game
    };
    (0..200_000)
        .map(ends)
        .find(wanted)
        .expect("such a round can happen")
}

fn pips_left(game: &Match, counts: impl Fn(Side) -> bool) -> u16 {
    let seating = game.rules().seating;
    let hands = game.round().expect("a round").hands().iter();
    let counted = hands.filter(|(seat, _)| counts(seating.side(*seat)));
    counted.map(|(_, hand)| hand.weight()).sum()
}

#[test]
fn row_28_the_bonuses_of_the_first_four_won_rounds() {
    let mut game = game(partners("Quinientos"));
    // Whether the round ended with neither a capicúa nor a chuchazo.
    let is_plain = |game: &Match| {
        let open = ends(game);
        let last = game.laid().last().map(|laid| laid.tile);
        open[0] != open[1] && last != Some(tile("0-0"))
    };
    let tie = |game: &Match| round_winner(game).is_none();
    for (winner, points, scores) in [
        (0, 10, [110, 0]),
        (1, 20, [110, 95]),
        (1, 5, [110, 150]),
        (0, 7, [142, 150]),
        (0, 30, [172, 150]),
    ] {
        if scores == [110, 95] {
            game = a_round(&game, tie);
            assert_eq!(game.scores().as_slice(), [110, 0]);
        }
        game = a_round(&game, |game| {
            round_winner(game) == Some(side(winner))
                && pips_left(game, |_| true) == points
                && is_plain(game)
        });
        assert_eq!(game.scores().as_slice(), scores);
    }
}

#[test]
fn row_29_the_first_entry() {
    let kozel = game(partners("Kozel"));
    let worth = |points| {
        move |game: &Match| {
            round_winner(game) == Some(side(0)) && pips_left(game, |it| it == side(1)) == points
        }
    };
    let short = a_round(&kozel, worth(12));
    assert_eq!(short.scores().as_slice(), [0, 0]);
    let reason = match short.round().expect("a round").outcome() {
        Some(Outcome::Domino { .. }) => Reason::Domino,
        _ => Reason::Blocked,
    };
    let fell_short = Event::FellShort {
        side: side(0),
        points: 12,
        reason,
    };
    assert_eq!(short.history().last(), Some(&fell_short));
    assert_eq!(short.won_rounds(), 1, "the round is won all the same");

    let entered = a_round(&kozel, worth(13));
    assert_eq!(entered.scores().as_slice(), [13, 0]);
    let later = a_round(&entered, worth(12));
    assert_eq!(later.scores().as_slice(), [25, 0]);
}

/// Plays a match in which `sides` names the winner of each round, in order. Returns the match, and the scores
/// after each round.
fn wins(options: Options, sides: &[u8]) -> (Match, Vec<Vec<u16>>) {
    let mut game = game(options);
    let mut scores = Vec::new();
    for &winner in sides {
        game = a_round(&game, |game| round_winner(game) == Some(side(winner)));
        scores.push(game.scores().as_slice().to_vec());
    }
    (game, scores)
}

/// Options with a love rule, in which each round scores one point.
fn love(love: Love, seating: Seating) -> Options {
    Options {
        love,
        seating,
        target: 6,
        ..by_finish([1; 5])
    }
}

#[test]
fn row_30_a_loss_sets_both_sides_back() {
    let (game, scores) = wins(love(Love::Yes, Seating::Partners), &[0, 0, 0, 1, 1]);
    assert_eq!(scores, [[1, 0], [2, 0], [3, 0], [0, 0], [0, 1]]);
    let winner_leads = leads_next(&game);
    assert!(winner_leads.is_some_and(|leader| leader % 2 == 1));
}

#[test]
fn row_31_one_all_play_two() {
    let one_all = love(Love::OneAll, Seating::Partners);
    let (_, scores) = wins(one_all, &[0, 1, 1]);
    assert_eq!(scores, [[1, 0], [1, 1], [0, 2]]);
    // The third round ends this match, so the love rule doesn't reset the scores.
    let (over, scores) = wins(
        Options {
            target: 2,
            ..one_all
        },
        &[0, 1, 1],
    );
    assert_eq!(scores, [[1, 0], [1, 1], [1, 2]]);
    assert_eq!(over.winner(), Some(side(1)));
    let (_, scores) = wins(one_all, &[0, 0, 1]);
    assert_eq!(scores, [[1, 0], [2, 0], [0, 0]]);
    let (_, scores) = wins(love(Love::Yes, Seating::Partners), &[0, 1]);
    assert_eq!(scores, [[1, 0], [0, 0]]);
}

#[test]
fn rows_32_and_33_love_of_three_seats() {
    let three = love(Love::Yes, Seating::Three);
    let (game, scores) = wins(three, &[0, 0, 1, 2]);
    assert_eq!(scores, [[1, 0, 0], [2, 0, 0], [2, 1, 0], [0, 0, 0]]);
    assert_eq!(
        leads_next(&game),
        None,
        "the next round begins as the first"
    );

    let (game, scores) = wins(three, &[0, 1, 0, 1, 1, 0, 0, 0, 0]);
    assert_eq!(
        scores[4..],
        [[2, 3, 0], [3, 3, 0], [4, 3, 0], [5, 3, 0], [6, 3, 0]]
    );
    assert_eq!(game.winner(), Some(side(0)));
}

#[test]
fn row_34_one_all_of_three_seats() {
    let (_, scores) = wins(love(Love::OneAll, Seating::Three), &[0, 1, 2, 2]);
    assert_eq!(scores, [[1, 0, 0], [1, 1, 0], [1, 1, 1], [0, 0, 2]]);
}

#[test]
fn row_35_which_double_leads() {
    let rows = [
        (Opening::HighestDouble, 0, "6-6"),
        (Opening::LowestDouble, 2, "0-0"),
        (Opening::DoubleOne, 1, "1-1"),
    ];
    for (opening, leader, lead) in rows {
        let mut game = game(Options { opening, ..base() });
        deal(&mut game, ROW_20);
        assert_eq!(game.needs(), Need::Play(seat(leader)));
        let leads: Vec<_> = game.placements().map(Placement::tile).collect();
        assert_eq!(leads, [tile(lead)]);
    }
}

#[test]
fn row_36_too_many_doubles_are_dealt_again() {
    let hands = "9-9 8-4 9-7 9-6 9-5 9-4 9-3 9-0 8-7 8-5 · 9-8 9-2 9-1 8-8 8-6 7-7 5-5 4-4 2-1 0-0 · \
                 6-6 6-5 6-4 6-3 6-2 6-1 6-0 5-4 5-3 5-2 · 3-3 3-2 3-1 3-0 2-0 1-0 4-0 4-1 4-2 4-3";
    for (redeal_doubles, leader) in [(5, None), (6, Some(seat(0)))] {
        let mut game = game(Options {
            tile_set: DominoSet::DoubleNine,
            hand_size: 10,
            redeal_doubles,
            ..base()
        });
        let events = deal(&mut game, hands);
        let [Event::Deal { leader: found, .. }] = events[..] else {
            panic!("{events:?}")
        };
        assert_eq!(found, leader, "redeal at {redeal_doubles}");
    }
}

#[test]
fn row_37_the_winning_side_gives_the_lead() {
    let mut game = game(Options {
        next_lead: NextLead::WinningSide,
        ..base()
    });
    deal(&mut game, ROW_1.deal);
    assert!(
        !game.may_give_lead(seat(2)),
        "the first round was not won by anybody"
    );
    let mut game = game_after(&game, &ROW_1);
    deal(&mut game, ROW_20);
    assert_eq!(game.needs(), Need::Play(seat(0)));
    assert!(game.may_give_lead(seat(0)));
    assert!(
        game.give_lead(seat(2)).is_err(),
        "its partner has not got it yet"
    );

    let mut kept = game.clone();
    play(&mut kept, "6-0");
    assert!(!kept.may_give_lead(seat(0)), "it has led");

    let events = game.give_lead(seat(0)).expect("it may");
    assert_eq!(events, [Event::GaveLead { seat: seat(0) }]);
    assert_eq!(game.needs(), Need::Play(seat(2)));
    assert_eq!(game.placements().count(), 7, "any tile");
    for giver in [0, 2] {
        assert!(!game.may_give_lead(seat(giver)));
        assert!(game.give_lead(seat(giver)).is_err());
    }
}

/// The match after the tiles of a position were dealt and all its plays were made.
fn game_after(dealt: &Match, position: &Position) -> Match {
    let mut game = dealt.clone();
    for text in position.plays.split_whitespace() {
        play(&mut game, text);
    }
    game
}

#[test]
fn row_38_what_does_not_go_together() {
    let refused = |options: Options| Rules::try_from(options).expect_err("impossible").option();
    let two = Options {
        seating: Seating::Two,
        ..base()
    };
    let fourteen = Options {
        hand_size: 14,
        redeal_doubles: 4,
        ..two
    };
    assert_eq!(refused(fourteen), "redeal_doubles");
    let for_two = Options {
        passes: Passes::of([0, 0, 10, 0]),
        ..two
    };
    assert_eq!(refused(for_two), "passes");
    let with_hands = Options {
        hands: Hands::All,
        ..love(Love::Yes, Seating::Partners)
    };
    assert_eq!(refused(with_hands), "love");
    let absent = Options {
        tile_set: DominoSet::NoDoubleBlank,
        hand_size: 6,
        double_blank: 50,
        ..base()
    };
    assert_eq!(refused(absent), "double_blank");
    let of_seats = Options {
        blocked_score: BlockedScore::Difference,
        blocked_winner: BlockedWinner::LightestSeat,
        ..base()
    };
    assert_eq!(refused(of_seats), "blocked_score");
}
