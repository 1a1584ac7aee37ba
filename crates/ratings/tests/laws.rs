//! Laws of the ratings that hold for every match.

use boneyard_ratings::{
    DAY_MS, Played, PlayerOutcome, Rating, Side, Weight, expected, leaderboard_of, on_leaderboard,
    rate,
};
use boneyard_rules::Preset;
use proptest::prelude::*;

fn ratings() -> impl Strategy<Value = Rating> {
    (0..50_000_000_i64, 500_000..8_333_333_i64)
        .prop_map(|(mean, deviation)| Rating { mean, deviation })
}

fn weights() -> impl Strategy<Value = Weight> {
    let weights = Preset::all().filter_map(|preset| Some(leaderboard_of(&preset.rules())?.1));
    prop::sample::select(weights.collect::<Vec<_>>())
}

/// The ratings of the players of a match, by side: two to eight single players, or two to four pairs. Side 0 wins.
fn matches() -> impl Strategy<Value = Vec<Vec<Rating>>> {
    let singles = prop::collection::vec(prop::collection::vec(ratings(), 1), 2..=8);
    let pairs = prop::collection::vec(prop::collection::vec(ratings(), 2), 2..=4);
    prop_oneof![singles, pairs]
}

fn won_by_first(sides: &[Vec<Rating>]) -> Vec<Side> {
    let outcome = |index| {
        if index == 0 {
            PlayerOutcome::Won
        } else {
            PlayerOutcome::Lost
        }
    };
    played(sides, outcome)
}

fn played(sides: &[Vec<Rating>], outcome: impl Fn(usize) -> PlayerOutcome) -> Vec<Side> {
    let of = |(index, side): (usize, &Vec<Rating>)| {
        let outcome = outcome(index);
        side.iter()
            .map(|&rating| Played {
                rating,
                outcome,
                place: 0,
            })
            .collect()
    };
    sides.iter().enumerate().map(of).collect()
}

/// The deviation if the match told nothing of the player: its square grows by (25/300)². It is rounded up,
/// as a deviation is kept in whole millionths.
fn highest_deviation(before: Rating) -> i64 {
    #[expect(clippy::cast_precision_loss, reason = "deviations are small")]
    let grown = (before.deviation as f64).hypot(25e6 / 300.0).ceil();
    #[expect(clippy::cast_possible_truncation, reason = "deviations are small")]
    let rounded = grown as i64;
    rounded
}

proptest! {
    #[test]
    fn winners_gain_and_losers_lose(sides in matches(), weight in weights()) {
        let after = rate(&won_by_first(&sides), weight);
        for (index, (before, after)) in sides.iter().zip(&after).enumerate() {
            for (before, after) in before.iter().zip(after) {
                if index == 0 {
                    prop_assert!(after.mean >= before.mean);
                } else {
                    prop_assert!(after.mean <= before.mean);
                }
            }
        }
    }

    #[test]
    fn a_match_makes_ratings_more_certain(sides in matches(), weight in weights()) {
        let after = rate(&won_by_first(&sides), weight);
        for (before, after) in sides.iter().flatten().zip(after.iter().flatten()) {
            prop_assert!(after.deviation <= highest_deviation(*before));
        }
    }

    #[test]
    fn the_order_of_the_sides_does_not_matter(sides in matches(), weight in weights()) {
        let mut sides = won_by_first(&sides);
        let (mut after, mut chances) = (rate(&sides, weight), expected(&sides, weight));
        sides.reverse();
        after.reverse();
        chances.reverse();
        prop_assert_eq!(rate(&sides, weight), after);
        for (one, other) in expected(&sides, weight).iter().zip(chances) {
            prop_assert!((one - other).abs() < 1e-12);
        }
    }

    #[test]
    fn the_probabilities_sum_to_one(sides in matches(), weight in weights()) {
        let chances = expected(&won_by_first(&sides), weight);
        prop_assert!((chances.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        prop_assert!(chances.iter().all(|chance| (0.0..=1.0).contains(chance)));
    }

    #[test]
    fn a_player_whose_partner_left_keeps_the_rating(
        sides in prop::collection::vec(prop::collection::vec(ratings(), 2), 2),
        weight in weights(),
    ) {
        let mut left = won_by_first(&sides);
        let lost = rate(&left, weight);
        left[1][0].outcome = PlayerOutcome::Left;
        left[1][1].outcome = PlayerOutcome::Spared;
        let after = rate(&left, weight);
        prop_assert_eq!(after[1][1], sides[1][1]);
        prop_assert_eq!(after[1][0], lost[1][0], "leaving costs what losing does");
        prop_assert_eq!(&after[0], &lost[0], "and the others gain as much");
    }

    #[test]
    fn a_side_that_leaves_loses_to_all_others(sides in matches(), weight in weights()) {
        let of = |index| if index == 0 { PlayerOutcome::Left } else { PlayerOutcome::Undecided };
        let after = rate(&played(&sides, of), weight);
        for (index, (before, after)) in sides.iter().zip(&after).enumerate() {
            for (before, after) in before.iter().zip(after) {
                if index == 0 {
                    prop_assert!(after.mean <= before.mean);
                } else {
                    prop_assert!(after.mean >= before.mean);
                }
            }
        }
    }

    #[test]
    fn equal_outcomes_change_nothing(sides in matches(), weight in weights()) {
        for outcome in [PlayerOutcome::Undecided, PlayerOutcome::Left] {
            prop_assert_eq!(&rate(&played(&sides, |_| outcome), weight), &sides);
        }
    }

    /// Each loser is compared only with the winner.
    #[test]
    fn losers_are_not_compared(
        winner in ratings(), loser in ratings(), other in ratings(), weight in weights(),
    ) {
        let two = rate(&won_by_first(&[vec![winner], vec![loser]]), weight);
        let three = rate(&won_by_first(&[vec![winner], vec![loser], vec![other]]), weight);
        prop_assert_eq!(three[1][0], two[1][0]);
    }

    /// Ratings are whole numbers. So computing them in two steps, and storing them after the first step,
    /// gives the same ratings as computing them in one step.
    #[test]
    fn matches_computed_again_give_the_same_ratings(
        winners in prop::collection::vec((0..3_usize, weights()), 1..30), pause in 0..30_usize,
    ) {
        let play = |ratings: &mut Vec<Rating>, matches: &[(usize, Weight)]| {
            for &(winner, weight) in matches {
                let sides: Vec<_> = ratings.iter().map(|&rating| vec![rating.aged(DAY_MS)]).collect();
                let of = |index| if index == winner { PlayerOutcome::Won } else { PlayerOutcome::Lost };
                *ratings = rate(&played(&sides, of), weight).concat();
            }
        };
        let mut at_once = vec![Rating::NEW; 3];
        play(&mut at_once, &winners);
        let mut kept = vec![Rating::NEW; 3];
        let (before, after) = winners.split_at(pause.min(winners.len()));
        play(&mut kept, before);
        let mut kept = kept
            .iter()
            .map(|&Rating { mean, deviation }| Rating { mean, deviation })
            .collect();
        play(&mut kept, after);
        prop_assert_eq!(kept, at_once);
    }

    #[test]
    fn time_without_matches_only_raises_the_deviation(rating in ratings(), days in 0..2_000_i64) {
        let (aged, more) = (rating.aged(days * DAY_MS), rating.aged((days + 1) * DAY_MS));
        prop_assert_eq!(aged.mean, rating.mean);
        prop_assert!((rating.deviation..=Rating::NEW.deviation).contains(&aged.deviation));
        prop_assert!(more.deviation >= aged.deviation);
        prop_assert!(days < 730 || aged.deviation == Rating::NEW.deviation);
        prop_assert_eq!(rating.aged(0), rating);
        prop_assert_eq!(rating.aged(-DAY_MS), rating, "a clock that went back");
    }
}

#[test]
fn a_leaderboard_shows_certain_ratings_of_active_players() {
    let known = Rating {
        mean: 30_000_000,
        deviation: 2_500_000,
    };
    let week_ms = 7 * DAY_MS;
    assert!(on_leaderboard(&known, 0, week_ms));
    assert!(!on_leaderboard(&known, 0, week_ms + 1));
    let doubtful = Rating {
        deviation: 2_500_001,
        ..known
    };
    assert!(!on_leaderboard(&doubtful, 0, 0));
}
