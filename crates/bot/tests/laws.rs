//! Laws that hold for all rules, deals and plays. The tests choose these at random.

mod common;

use std::time::{Duration, Instant};

use boneyard_bot::line::{HintReason, MatchState, Odds, OpponentModel, Player, Seen};
use boneyard_bot::{Budget, Level, NotOnTurn};
use boneyard_rules::Game as _;
use boneyard_rules::line::{Match, Play, Rules};
use boneyard_rules::{BySide, Need, Viewer};
use common::{RandomMatch, cases, rules};
use proptest::prelude::*;

/// The number of steps of a random match: enough for two or three rounds of any game.
const STEPS: usize = 60;

/// Plays a match at random, and calls `look` before each play.
fn walk(rules: &Rules, seed: u64, mut look: impl FnMut(&Match)) {
    let mut walk = RandomMatch::new(rules, seed);
    for _ in 0..STEPS {
        if matches!(walk.game.needs(), Need::Move(_)) {
            look(&walk.game);
        }
        walk.step();
        if walk.game.needs() == Need::Nothing {
            break;
        }
    }
}

proptest! {
    #![proptest_config(cases())]

    #[test]
    fn every_level_chooses_what_is_offered_and_the_same_again(rules in rules(), seed: u64) {
        let player = Player::new(&rules);
        walk(&rules, seed, |game| {
            let Need::Move(seat) = game.needs() else { return };
            let view = game.view(Viewer::Seat(seat));
            for &level in Level::ALL {
                let choose = || player.choose(Seen::new(&game.standing(), &view, OpponentModel::default()), level, Budget::passes(6), seed);
                let choice = choose().expect("the seat is on turn");
                assert_eq!(choose(), Ok(choice.clone()), "{level}");
                assert!(!choice.reason.to_string().is_empty());
                let mut after = game.clone();
                assert!(after.take(seat, choice.play.into()).is_ok(), "{level}: {choice:?}");
            }
        });
    }

    #[test]
    fn a_choice_names_what_it_gives_up(rules in rules(), seed: u64) {
        let player = Player::new(&rules);
        walk(&rules, seed, |game| {
            let Need::Move(seat) = game.needs() else { return };
            let round = game.round().expect("a round");
            let score = game.scores()[rules.seating.side(seat)];
            let offers: Vec<_> = game.placements().collect();
            let points = |offer| {
                let points = round.points(offer);
                if rules.score_after(score, points).is_some() { points } else { 0 }
            };
            let view = game.view(Viewer::Seat(seat));
            let kept = |tile, arm| {
                let mut after = game.clone();
                let play = Play { tile, arm, announced: None };
                after.take(seat, play.into()).expect("offered");
                let mut rest = round.hand(seat);
                rest.remove(tile);
                Some(rest.intersection(after.round()?.layout().fitting()).len())
            };
            let choice = player
                .choose(Seen::new(&game.standing(), &view, OpponentModel::default()), Level::Club, Budget::passes(6), seed)
                .expect("the seat is on turn");
            let chosen = round.placement(seat, choice.play.tile, choice.play.arm).expect("offered");
            let most = offers.iter().map(|&offer| points(offer)).max().expect("something is offered");
            assert_eq!(choice.gives_up, most - points(chosen));
            if let HintReason::KeepsOptions { tiles } = choice.reason {
                for offer in offers {
                    // A play that ends the round leaves no open end, so the test doesn't compare it.
                    let other = kept(offer.tile(), offer.arm());
                    assert!(other.is_none_or(|other| other <= usize::from(tiles)), "{offer:?}");
                }
            }
        });
    }

    #[test]
    fn an_analysis_values_each_offer_once(rules in rules(), seed: u64) {
        let player = Player::new(&rules);
        walk(&rules, seed, |game| {
            let Need::Move(seat) = game.needs() else { return };
            let view = game.view(Viewer::Seat(seat));
            let analysis = player
                .analyse(Seen::new(&game.standing(), &view, OpponentModel::default()), Budget::passes(40), seed)
                .expect("on turn");
            let mut valued: Vec<_> = analysis.plays.iter().map(|play| (play.tile, play.arm)).collect();
            let mut offered: Vec<_> = game.placements().map(|offer| (offer.tile(), offer.arm())).collect();
            valued.sort_unstable();
            offered.sort_unstable();
            assert_eq!(valued, offered);
            for play in &analysis.plays {
                assert!((-0.001..=1.001).contains(&play.chance), "{play:?}");
                assert!(play.error >= 0.0, "{play:?}");
            }
        });
    }

    #[test]
    fn a_viewer_who_is_not_on_turn_gets_an_error(rules in rules(), seed: u64) {
        let player = Player::new(&rules);
        walk(&rules, seed, |game| {
            let viewers = rules.seating.seats().map(Viewer::Seat).chain([Viewer::Watcher]);
            for viewer in viewers.filter(|&viewer| {
                !matches!(game.needs(), Need::Move(turn) if viewer == Viewer::Seat(turn))
            }) {
                let asked = player.choose(
                    Seen::new(&game.standing(), &game.view(viewer), OpponentModel::default()),
                    Level::Casual,
                    Budget::passes(1),
                    seed,
                );
                assert_eq!(asked, Err(NotOnTurn));
            }
        });
    }

    #[test]
    fn chances_to_win_are_shares_of_one(rules in rules(), at in prop::collection::vec(0..1_000_u16, 4)) {
        let odds = Odds::new(&rules);
        let scores = BySide::from_fn(rules.seating, |side| at[side.index()] % rules.target);
        let match_state = MatchState { scores, ..MatchState::new(rules.seating) };
        let shares = odds.shares(&match_state);
        prop_assert!((shares.iter().sum::<f32>() - 1.0).abs() < 1e-3, "{shares:?}");
        prop_assert!(shares.iter().all(|share| (0.0..=1.0).contains(share)), "{shares:?}");
        prop_assert!(shares[rules.seating.side_count()..].iter().all(|&share| share == 0.0));
        if let Some((winner, _)) = scores.iter().next() {
            let mut won = match_state;
            won.scores = BySide::from_fn(rules.seating, |side| {
                if side == winner { rules.target } else { scores[side] }
            });
            prop_assert!(odds.shares(&won)[winner.index()] > 0.999);
        }
    }
}

#[test]
fn a_budget_of_time_is_kept() {
    let rules = boneyard_rules::line::Preset::ALL_FIVES.rules();
    let player = Player::new(rules);
    let _ = player.odds();
    let walk = RandomMatch::begun(rules, 3);
    let Need::Move(seat) = walk.game.needs() else {
        unreachable!("a round has begun");
    };
    let view = walk.game.view(Viewer::Seat(seat));
    // The time limit has passed already, so the player makes only one pass. It never reaches the limit of
    // passes.
    let late = Budget::passes(u32::MAX).until(Instant::now());
    assert!(
        player
            .choose(
                Seen::new(&walk.game.standing(), &view, OpponentModel::default()),
                Level::Expert,
                late,
                0
            )
            .is_ok()
    );
    let soon = Budget::passes(u32::MAX).until(Instant::now() + Duration::from_millis(1));
    assert!(
        player
            .choose(
                Seen::new(&walk.game.standing(), &view, OpponentModel::default()),
                Level::Club,
                soon,
                0
            )
            .is_ok()
    );
}
