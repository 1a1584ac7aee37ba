//! Laws of the options from `tile_set` on that hold for all possible rules, deals and plays. The tests
//! choose these at random.

mod common;

use boneyard_rules::line::Move;

use boneyard_rules::line::rules::{
    BlockedScore, BlockedTie, BlockedWinner, Calls, DominoSet, DominoWinner, Finish, Hands, Love,
    NextLead, NoDouble, Turns, Variant,
};
use boneyard_rules::line::{
    Event, Match, Options, Outcome, Parts, Play, Preset, Reason, Round, Rules,
};
use boneyard_rules::{Need, Seating, Side, Tile};
use common::options::{rules, rules_where};
use common::{cases, walk};
use proptest::prelude::*;

/// The same rules with a change. The changed rules must be possible.
fn with(rules: Rules, change: impl FnOnce(&mut Options)) -> Rules {
    let mut options = Options::from(rules);
    change(&mut options);
    Rules::try_from(options).expect("possible options")
}

/// The lines of a random match's transcript, without the line of the rules.
fn lines(rules: &Rules, seed: u64) -> Vec<String> {
    let mut all = Vec::new();
    walk(rules, seed, |_, events| {
        all.extend(events.iter().map(Event::to_string));
    });
    all
}

/// Changes the options so that only the end of a round scores, and not single plays. Then all options
/// about the points of a round are allowed.
fn by_whole_rounds(options: &mut Options) {
    options.going_out_point = false;
    if options.variant.counts() {
        options.variant = Variant::Draw;
    }
}

/// How a round ended: the side that won it, its points, and the parts of these points.
fn round_over(game: &Match, events: &[Event]) -> Option<(Option<Side>, u16, Parts)> {
    let outcome = events.iter().find_map(|event| match *event {
        Event::RoundOver(outcome) => Some(outcome),
        _ => None,
    })?;
    let winner = game.round()?.winning_side();
    let (Outcome::Domino { points, parts, .. } | Outcome::Blocked { points, parts, .. }) = outcome;
    Some((winner, points, parts))
}

fn is_blocked(events: &[Event]) -> bool {
    let blocked = |event: &Event| matches!(event, Event::RoundOver(Outcome::Blocked { .. }));
    events.iter().any(blocked)
}

/// Whether a block is tied: whether the seats or sides with the fewest pips belong to different sides.
fn is_tied(game: &Match) -> bool {
    let rules = game.rules();
    let seating = rules.seating;
    let round = game.round().expect("a round");
    let blocker = game.laid().last().expect("a lead").seat;
    let pips = |side| -> u16 {
        let hands = round.hands().iter();
        let own = hands.filter(|(seat, _)| seating.side(*seat) == side);
        own.map(|(_, hand)| hand.weight()).sum()
    };
    let compared: Vec<(Side, u16)> = match rules.blocked_winner {
        BlockedWinner::Side => seating.sides().map(|side| (side, pips(side))).collect(),
        BlockedWinner::LightestSeat => seating
            .seats()
            .map(|seat| (seating.side(seat), round.hand(seat).weight()))
            .collect(),
        BlockedWinner::Blocker => [blocker, seating.next(blocker)]
            .map(|seat| (seating.side(seat), round.hand(seat).weight()))
            .to_vec(),
    };
    let fewest = compared.iter().map(|(_, pips)| *pips).min();
    let mut lowest = compared.iter().filter(|(_, pips)| Some(*pips) == fewest);
    let first = lowest.next().expect("somebody is compared").0;
    lowest.any(|(side, _)| *side != first)
}

fn by_any_love(options: &mut Options) {
    by_whole_rounds(options);
    if options.love == Love::No {
        options.love = Love::OneAll;
    }
}

fn by_winning_side(options: &mut Options) {
    options.seating = Seating::PARTNERS;
    options.next_lead = NextLead::WinningSide;
    options.domino_winner = DominoWinner::Out;
}

/// Changes the options to a game with muggins calls. The deal leaves few tiles in the boneyard, so that
/// blocks after draws occur often.
fn by_muggins(options: &mut Options) {
    if !options.variant.counts() {
        options.variant = Variant::AllFives;
    }
    options.calls = Calls::Muggins;
    options.tile_set = DominoSet::DoubleSix;
    options.hand_size = if options.seating == Seating::TWO {
        12
    } else {
        6
    };
    options.target = options.target.min(30);
}

fn alone(options: &mut Options) {
    by_whole_rounds(options);
    if options.seating == Seating::PARTNERS {
        options.seating = Seating::FOUR;
    }
}

proptest! {
    #![proptest_config(cases())]

    #[test]
    fn the_way_round_the_table_changes_the_first_lines_alone(rules in rules(), seed: u64) {
        let by = |turns| with(rules, |options| options.turns = turns);
        let [one, other] = [Turns::Clockwise, Turns::CounterClockwise].map(by);
        prop_assert_eq!(lines(&one, seed), lines(&other, seed));
    }

    #[test]
    fn a_play_that_ends_the_round_scores_whatever_was_announced(rules in rules_where(by_muggins), seed: u64) {
        let mut before = Match::new(&rules);
        walk(&rules, seed, |game, events| {
            let before = std::mem::replace(&mut before, game.clone());
            let Some(&Event::Played { seat, tile, joint, .. }) = events.first() else { return };
            let arm = joint.map(|joint| joint.arm);
            let mut round = before.round().expect("a round").clone();
            let placement = round.placement(seat, tile, arm).expect("it was played");
            let points = round.points(placement);
            let saying = |announced| {
                let mut game = before.clone();
                let events = game.take(seat, Move::Play(Play { tile, arm, announced })).expect("it was played");
                (game, events)
            };
            round.play(placement, &mut Vec::new());
            let (silent, by_itself) = saying(None);
            if round.outcome().is_none() {
                return assert!(silent.is_unsettled(), "the points are still to be called");
            }
            let (told, announced) = saying(Some(points));
            assert_eq!(by_itself[1..], announced[1..]);
            assert_eq!(silent.scores(), told.scores());
            if let [_, Event::Scored { reason: Reason::Count, .. }, Event::MatchOver { .. }, after @ ..] = &by_itself[..] {
                assert!(after.is_empty(), "nobody draws any more: {after:?}");
            }
        });
    }

    #[test]
    fn the_parts_of_a_round_add_up_and_follow_from_the_options(rules in rules(), seed: u64) {
        let mut won_before = 0;
        let finish = rules.finish;
        walk(&rules, seed, |game, events| {
            let Some((winner, points, parts)) = round_over(game, events) else { return };
            let once = parts.hands + parts.finish + parts.double_blank + parts.round;
            let told = if parts.twice { 2 * once } else { once };
            assert_eq!(told, points);
            let blocked = is_blocked(events);
            let bonus = rules.round_bonus.get(won_before).filter(|_| winner.is_some());
            assert_eq!(parts.round, bonus.map_or(0, |&points| points.into()));
            assert!(parts.hands == 0 || rules.hands != Hands::None);
            assert!(parts.hands == 0 || !blocked || !rules.going_out_point);
            assert!([0, rules.double_blank.into()].contains(&parts.double_blank));
            assert!(!blocked || parts.double_blank == 0);
            let by_domino = [finish.plain, finish.double, finish.both, finish.double_both];
            if blocked {
                let expected = winner.map_or(0, |_| finish.blocked.into());
                assert_eq!(parts.finish, expected);
            } else {
                assert!(by_domino.map(u16::from).contains(&parts.finish));
            }
            assert!(!parts.twice || rules.blocked_tie == BlockedTie::Doubles);
            assert!(winner.is_some() || points == 0 && parts.is_empty());
            won_before += usize::from(winner.is_some());
            assert_eq!(usize::from(game.won_rounds()), won_before);
        });
    }

    #[test]
    fn a_bonus_for_passes_needs_an_opponent_who_passed_and_never_wins(rules in rules_where(by_whole_rounds), seed: u64) {
        walk(&rules, seed, |game, events| {
            let mut bonuses = events.iter().filter_map(|event| match *event {
                Event::Scored { side, reason: Reason::Pass, .. } => Some((side, true)),
                Event::Overshot { side, reason: Reason::Pass, .. } => Some((side, false)),
                _ => None,
            });
            let Some((side, is_given)) = bonuses.next() else { return };
            assert_eq!(bonuses.next(), None, "one for a turn of passes");
            assert_eq!(game.winner(), None);
            assert!(!is_given || game.scores()[side] < rules.target);
            let opponent = |seat| rules.seating.side(seat) != side;
            let passed = |event: &Event| matches!(*event, Event::Passed { seat } if opponent(seat));
            assert!(events.iter().any(passed), "{events:?}");
            let Some(Event::Played { seat, .. }) = events.first() else { panic!("{events:?}") };
            assert_eq!(rules.seating.side(*seat), side, "who played the tile has the bonus");
        });
    }

    #[test]
    fn with_love_somebody_has_nothing_or_it_is_one_all_or_over(rules in rules_where(by_any_love), seed: u64) {
        prop_assert!(rules.love != Love::No);
        walk(&rules, seed, |game, events| {
            if round_over(game, events).is_some() {
                let scores = game.scores().as_slice();
                let one_all = rules.love == Love::OneAll && scores.iter().all(|&score| score == 1);
                assert!(scores.contains(&0) || one_all || game.winner().is_some(), "{scores:?}");
            }
        });
    }

    #[test]
    fn where_every_side_is_one_seat_the_lightest_seat_is_the_lightest_side(rules in rules_where(alone), seed: u64) {
        let by = |blocked_winner| {
            with(rules, |options| {
                options.blocked_score = BlockedScore::OpponentsTotal;
                options.blocked_winner = blocked_winner;
            })
        };
        let side = lines(&by(BlockedWinner::Side), seed);
        prop_assert_eq!(side, lines(&by(BlockedWinner::LightestSeat), seed));
    }

    #[test]
    fn a_tied_block_is_won_where_it_is_given_to_a_side(rules in rules_where(by_whole_rounds), seed: u64) {
        let is_given = matches!(rules.blocked_tie, BlockedTie::Leader | BlockedTie::Blocker);
        walk(&rules, seed, |game, events| {
            if is_blocked(events) {
                let winner = game.round().and_then(Round::winning_side);
                assert_eq!(winner.is_some(), !is_tied(game) || is_given);
            }
        });
    }

    #[test]
    fn a_tie_doubles_the_next_won_round_and_no_other(rules in rules_where(by_whole_rounds), seed: u64) {
        let mut is_doubled = false;
        walk(&rules, seed, |game, events| {
            let is_dealt = events.iter().any(|event| matches!(event, Event::Deal { leader: Some(_), .. }));
            assert!(!is_dealt || game.stakes().twice == is_doubled);
            let Some((winner, _, parts)) = round_over(game, events) else { return };
            if winner.is_some() {
                assert_eq!(parts.twice, is_doubled);
                is_doubled = false;
            } else {
                is_doubled |= rules.blocked_tie == BlockedTie::Doubles;
            }
        });
    }

    #[test]
    fn tiles_are_dealt_again_for_too_many_doubles_or_none(rules in rules(), seed: u64) {
        let limit = Some(usize::from(rules.redeal_doubles)).filter(|&limit| limit > 0);
        walk(&rules, seed, |_, events| {
            let [Event::Deal { order, leader }] = events else { return };
            let hands = order.tiles().chunks(rules.hand_size.into()).take(rules.seating.seat_count());
            let doubles = |hand: &[Tile]| hand.iter().filter(|tile| tile.is_double()).count();
            let counts: Vec<_> = hands.map(doubles).collect();
            let too_many = limit.is_some_and(|limit| counts.iter().any(|&count| count >= limit));
            let none = counts.iter().all(|&count| count == 0) && rules.no_double == NoDouble::Redeal;
            match leader {
                Some(_) => assert!(!too_many, "{counts:?}"),
                None => assert!(too_many || none, "{counts:?}"),
            }
        });
    }

    #[test]
    fn the_going_out_point_is_a_finish_of_one(rules in rules_where(by_whole_rounds), seed: u64) {
        let plain = with(rules, |options| {
            let blocks = Options::from(*Preset::BLOCK_WINNER_LEADS.rules());
            *options = Options {
                variant: options.variant,
                seating: options.seating,
                hand_size: options.hand_size,
                target: options.target,
                spinner: options.spinner,
                opening: options.opening,
                no_double: options.no_double,
                next_lead: options.next_lead,
                after_block: options.after_block,
                reserve: options.reserve,
                exact_target: options.exact_target,
                tile_set: options.tile_set,
                redeal_doubles: options.redeal_doubles,
                match_end: options.match_end,
                ..blocks
            };
        });
        let scored = |rules: &Rules| {
            let mut scored = Vec::new();
            walk(rules, seed, |game, events| {
                let round = round_over(game, events).map(|(winner, points, _)| (winner, points));
                scored.push((*game.scores(), round, game.winner()));
            });
            scored
        };
        let point = with(plain, |options| options.going_out_point = true);
        let finish = with(plain, |options| {
            options.hands = Hands::None;
            options.finish = Finish::of([1, 1, 1, 1, 0]);
        });
        prop_assert_eq!(scored(&point), scored(&finish));
    }

    #[test]
    fn the_lead_is_given_once_and_by_the_winning_side_alone(rules in rules_where(by_winning_side), seed: u64) {
        let mut winner = None;
        walk(&rules, seed, |game, events| {
            let giver = rules.seating.seats().find(|&seat| game.may_give_lead(seat));
            if let Some(giver) = giver {
                assert_eq!(game.needs(), Need::Move(giver));
                assert_eq!(rules.next_lead, NextLead::WinningSide);
                assert_eq!(winner, Some(rules.seating.side(giver)));
                assert_eq!(game.laid().count(), 0);
            }
            for seat in rules.seating.seats() {
                assert_eq!(game.clone().take(seat, Move::GiveLead).is_ok(), giver == Some(seat));
            }
            if let [Event::GaveLead { seat }] = *events {
                let partner = rules.seating.next(rules.seating.next(seat));
                assert_eq!(game.needs(), Need::Move(partner));
                assert_eq!(giver, None);
            }
            if let Some((side, ..)) = round_over(game, events) {
                let set_back = |event: &Event| matches!(event, Event::Love { scores } if scores.as_slice().iter().all(|&it| it == 0));
                winner = side.filter(|_| !events.iter().any(set_back));
            }
        });
    }
}
