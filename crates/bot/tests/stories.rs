//! The play of each level in positions with an obvious answer.

mod common;

use boneyard_bot::line::{HintReason, OpponentModel, Player, Seen};
use boneyard_bot::{Budget, Level};
use boneyard_rules::Game as _;
use boneyard_rules::line::Move;
use boneyard_rules::line::view::View;
use boneyard_rules::line::{Match, Play, Preset, Rules};
use boneyard_rules::{Need, Seat, Tile, Viewer};
use common::{RandomMatch, deal};

fn tiles(text: &str) -> Vec<Tile> {
    text.split_whitespace()
        .map(|tile| tile.parse().expect("a tile"))
        .collect()
}

fn seat(number: u8) -> Seat {
    Seat::new(number).expect("a seat")
}

/// A match with these rules, hands and plays. A play is a tile and an arm; the first play, the lead, has
/// no arm.
fn table(rules: &str, hands: &[&str], plays: &[&str]) -> (Rules, Match) {
    let rules: Rules = rules.parse().expect("short notation");
    let hands: Vec<_> = hands.iter().map(|hand| tiles(hand)).collect();
    let mut game = Match::new(&rules);
    game.deal(&deal(&hands)).expect("a deal");
    for play in plays {
        let (tile, arm) = play.split_once(' ').unwrap_or((play, ""));
        let play = Play {
            tile: tile.parse().expect("a tile"),
            arm: arm.parse().ok(),
            announced: None,
        };
        let Need::Move(seat) = game.needs() else {
            unreachable!("the round goes on");
        };
        game.take(seat, play.into()).expect("the play is possible");
    }
    (rules, game)
}

fn view(game: &Match) -> View {
    let Need::Move(seat) = game.needs() else {
        unreachable!("the round goes on");
    };
    game.view(Viewer::Seat(seat))
}

#[test]
fn points_that_win_the_match_are_taken() {
    // The lead 1-1 has the count 2. Only 3-1 makes a count of five, and five points win the match.
    let (rules, game) = table(
        "All Fives 5 · 3 tiles",
        &["1-1 4-2 3-2", "3-1 6-1 1-0"],
        &["1-1"],
    );
    let player = Player::new(&rules);
    for level in [Level::Casual, Level::Club, Level::Expert] {
        for seed in 0..10 {
            let choice = player.choose(
                Seen::new(&game.standing(), &view(&game), OpponentModel::default()),
                level,
                level.budget(),
                seed,
            );
            let choice = choice.expect("on turn");
            assert_eq!(choice.play.tile.to_string(), "3-1", "{level}");
            assert_eq!(choice.reason, HintReason::Wins);
        }
    }
}

#[test]
fn an_expert_leaves_the_ends_that_its_opponent_passed_on() {
    // Seat 1 passed when the open ends were 6, and then when they were 5 and 6. If seat 0 plays 5-5, the
    // open ends stay the same, and then it goes out with 5-0. If it plays 5-0 first, the 5-5 fits no open
    // end.
    let (rules, game) = table(
        "Block 100 · 4 tiles",
        &["6-6 6-5 5-5 5-0", "4-4 4-3 4-2 4-1"],
        &["6-6", "6-5 a"],
    );
    assert_eq!(game.needs(), Need::Move(seat(0)));
    let player = Player::new(&rules);
    for seed in 0..5 {
        let choice = player.choose(
            Seen::new(&game.standing(), &view(&game), OpponentModel::default()),
            Level::Expert,
            Level::Expert.budget(),
            seed,
        );
        let choice = choice.expect("on turn");
        assert_eq!(choice.play.tile.to_string(), "5-5");
        assert_eq!(choice.reason, HintReason::ShutsOut { seat: seat(1) });
    }
}

#[test]
fn calls_are_announced_rightly_by_experts_and_missed_by_beginners() {
    let rules: Rules = "Fives 150 · muggins calls".parse().expect("short notation");
    let player = Player::new(&rules);
    let mut missed = [0; 4];
    let mut made = 0;
    for seed in 0..60 {
        let walk = RandomMatch::begun(&rules, seed);
        let Need::Move(seat) = walk.game.needs() else {
            continue;
        };
        let view = walk.game.view(Viewer::Seat(seat));
        made += 1;
        for (&level, missed) in Level::ALL.iter().zip(&mut missed) {
            let choice = player.choose(
                Seen::new(&walk.game.standing(), &view, OpponentModel::default()),
                level,
                Budget::passes(4),
                seed,
            );
            let play = choice.expect("on turn").play;
            let round = walk.game.round().expect("a round");
            let placement = round.placement(seat, play.tile, play.arm).expect("offered");
            *missed += usize::from(play.announced != Some(round.points(placement)));
        }
    }
    assert!(made >= 50);
    assert_eq!(missed[3], 0, "experts miss nothing");
    assert!(missed[0] > missed[1] && missed[1] > 0, "{missed:?}");
}

#[test]
fn points_that_were_not_announced_are_called() {
    let (rules, mut game) = table(
        "Fives 150 · muggins calls · 3 tiles",
        &["5-5 1-0 2-1", "5-0 5-1 6-5"],
        &["5-5"],
    );
    let player = Player::new(&rules);
    let caller = game.view(Viewer::Seat(seat(1)));
    assert!(
        player.calls(&caller, Level::Expert, 0),
        "10 points weren't announced"
    );
    assert!(!player.calls(&game.view(Viewer::Seat(seat(0))), Level::Expert, 0));
    assert!(!player.calls(&game.view(Viewer::Watcher), Level::Expert, 0));
    game.take(seat(1), Move::Call).expect("there are points");
    let after = game.view(Viewer::Seat(seat(1)));
    assert!(!player.calls(&after, Level::Expert, 0), "they are taken");
}

#[test]
fn reasons_name_what_is_plain() {
    let (rules, game) = table(
        "Fives 150 · 3 tiles",
        &["5-5 1-0 2-1", "5-0 5-1 6-5"],
        &["5-5"],
    );
    let player = Player::new(&rules);
    let reason = |tile: &str| {
        let play = game
            .placements()
            .find(|play| play.tile().to_string() == tile);
        let arm = play.expect("offered").arm();
        player.reason(
            Seen::new(&game.standing(), &view(&game), OpponentModel::default()),
            tile.parse().expect("a tile"),
            arm,
        )
    };
    assert_eq!(reason("5-0"), Ok(HintReason::Scores { points: 10 }));
    let text = reason("5-0").expect("on turn").to_string();
    assert_eq!(text, "it scores 10 points");
    assert_eq!(reason("6-5"), Ok(HintReason::ShedsWeight));
}

#[test]
fn an_analysis_of_open_hands_is_exact() {
    // When the boneyard is empty, all tiles that the seat does not hold are in the other hand.
    let rules = Preset::DRAW.rules();
    let player = Player::new(rules);
    let mut exact = 0;
    for seed in 0..400 {
        let mut walk = RandomMatch::begun(rules, seed);
        for _ in 0..40 {
            let Need::Move(seat) = walk.game.needs() else {
                break;
            };
            let view = walk.game.view(Viewer::Seat(seat));
            if view.board.boneyard == 0 {
                let analysis = player.analyse(
                    Seen::new(&walk.game.standing(), &view, OpponentModel::default()),
                    Budget::passes(20_000),
                    seed,
                );
                exact += usize::from(analysis.expect("on turn").exact);
                break;
            }
            walk.step();
        }
    }
    assert!(exact > 5, "{exact} rounds went through the boneyard");
}

/// The view of a seat that has won a round of Six-Love and may give the lead. Its hand has this number of
/// doubles.
fn about_to_lead(doubles: usize) -> View {
    let rules = Preset::SIX_LOVE.rules();
    let mut walks = (0..).map(|seed| {
        let mut walk = RandomMatch::begun(rules, seed);
        while walk.game.round_number() < 2 || !matches!(walk.game.needs(), Need::Move(_)) {
            walk.step();
        }
        view(&walk.game)
    });
    let has = |view: &View| {
        let own = view.own.as_ref().expect("a seat's view");
        let held = own.hand.iter().filter(|tile| tile.is_double()).count();
        own.may_give_lead && held == doubles
    };
    walks.find(has).expect("some hand has so many")
}

#[test]
fn a_hand_of_doubles_is_a_reason_to_have_the_partner_lead() {
    for (doubles, gives) in [(0, false), (1, false), (2, false), (3, true), (4, true)] {
        let view = about_to_lead(doubles);
        for &level in Level::ALL {
            let thinks = level >= Level::Club;
            assert_eq!(Player::gives_lead(&view, level), gives && thinks, "{level}");
        }
    }
}

#[test]
fn a_seat_that_leads_anyway_gives_nothing() {
    let (_, game) = table("Spanish Pairs 100", &["6-6 5-5 4-4 3-3 2-2 1-1 0-0"], &[]);
    assert!(!Player::gives_lead(&view(&game), Level::Expert));
}

#[test]
fn every_level_says_why_in_every_game() {
    for preset in Preset::ALL {
        let player = Player::new(preset.rules());
        let mut walk = RandomMatch::begun(preset.rules(), 1);
        while walk.game.round_number() < 3 && walk.game.needs() != Need::Nothing {
            if let Need::Move(_) = walk.game.needs() {
                let view = view(&walk.game);
                let budget = Budget::passes(20);
                let choice = player.choose(
                    Seen::new(&walk.game.standing(), &view, OpponentModel::default()),
                    Level::Expert,
                    budget,
                    1,
                );
                assert!(choice.is_ok_and(|choice| !choice.reason.to_string().is_empty()));
            }
            walk.step();
        }
    }
}
