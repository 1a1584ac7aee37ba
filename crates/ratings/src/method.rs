//! The ratings after a match: the method of Weng and Lin (2011) with the Bradley–Terry model, for
//! two or more sides of one or more players.

use skillratings::{
    Outcomes,
    weng_lin::{WengLinConfig, WengLinRating, expected_score_multi_team, weng_lin_two_teams},
};

use crate::leaderboard::Weight;
use crate::rating::Rating;

/// The standard deviation of the change in a player's strength from one match to the next.
const STRENGTH_STEP: f64 = 25.0 / 300.0;

/// The smallest share of a variance that can remain after a match.
const VARIANCE_LEFT_MIN: f64 = 0.000_001;

/// The outcome of a match for a player.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum PlayerOutcome {
    /// The player's side won.
    Won,
    /// No side won. Such a match shows nothing about strength and changes no rating.
    Undecided,
    /// The player's side lost.
    Lost,
    /// The player left the match. This counts as a loss to every player who stayed.
    Left,
    /// The player's partner left the match. The player keeps the rating, although the side counts as
    /// having left.
    Spared,
}

/// A player of a match, with the rating before the match and the outcome.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Played {
    /// The rating before the match, [aged](Rating::aged) by the time since the previous match.
    pub rating: Rating,
    /// The outcome of the match for the player.
    pub outcome: PlayerOutcome,
    /// The place of the player's side, from 1, on a board that compares all places; otherwise 0, and for players who
    /// left too. Sides with the same outcome are compared by it.
    pub place: u8,
}

/// The players of a side: one player, or a pair.
pub type Side = Vec<Played>;

/// The ratings after a match, in the order of the sides and players. Sides are compared in pairs, as if
/// only these two had played. The winner is compared with each other side. Each loser is compared with
/// the winner, with sides that left, and with losers who have another place. Sides with equal results aren't
/// compared. The ratings of a side without any comparison don't change.
#[must_use]
pub fn rate(sides: &[Side], weight: Weight) -> Vec<Vec<Rating>> {
    let config = config(weight);
    let before: Vec<Vec<WengLinRating>> = sides.iter().map(|side| strengths(side)).collect();
    sides
        .iter()
        .enumerate()
        .map(|(own, side)| {
            let comparisons: Vec<Vec<WengLinRating>> = sides
                .iter()
                .zip(&before)
                .filter_map(|(other, theirs)| {
                    let outcome = compare(side, other)?;
                    Some(weng_lin_two_teams(&before[own], theirs, &outcome, &config).0)
                })
                .collect();
            side.iter()
                .enumerate()
                .map(|(player, played)| {
                    if comparisons.is_empty() || played.outcome == PlayerOutcome::Spared {
                        return played.rating;
                    }
                    let after = comparisons.iter().map(|comparison| comparison[player]);
                    sum_of(before[own][player], after)
                })
                .collect()
        })
        .collect()
}

/// For each side, in the order of the sides: the probability that this side wins a match of this weight
/// between these sides. The sum of the probabilities is 1.
#[must_use]
pub fn expected(sides: &[Side], weight: Weight) -> Vec<f64> {
    let strengths: Vec<Vec<WengLinRating>> = sides.iter().map(|side| strengths(side)).collect();
    let sides: Vec<&[WengLinRating]> = strengths.iter().map(Vec::as_slice).collect();
    expected_score_multi_team(&sides, &config(weight))
}

/// The configuration of the method for a match of this weight. A smaller weight makes the results of
/// matches more random.
fn config(weight: Weight) -> WengLinConfig {
    WengLinConfig {
        beta: Rating::NEW.deviation() / 2.0 / weight.share().sqrt(),
        uncertainty_tolerance: VARIANCE_LEFT_MIN,
    }
}

/// The strengths of a side's players at the beginning of the match.
fn strengths(side: &[Played]) -> Vec<WengLinRating> {
    side.iter()
        .map(|played| WengLinRating {
            rating: played.rating.mean(),
            uncertainty: played.rating.deviation().hypot(STRENGTH_STEP),
        })
        .collect()
}

/// The result of one side against another; `None` if both sides did equally well.
fn compare(own: &[Played], other: &[Played]) -> Option<Outcomes> {
    let of_player = |played: &Played| (played.outcome.rank(), played.place);
    let rank = |side: &[Played]| side.iter().map(of_player).max();
    match rank(own).cmp(&rank(other)) {
        std::cmp::Ordering::Less => Some(Outcomes::WIN),
        std::cmp::Ordering::Equal => None,
        std::cmp::Ordering::Greater => Some(Outcomes::LOSS),
    }
}

impl PlayerOutcome {
    /// How a side with this outcome is compared with others. Less is better.
    fn rank(self) -> u8 {
        match self {
            Self::Won => 0,
            Self::Undecided | Self::Lost => 1,
            Self::Left | Self::Spared => 2,
        }
    }
}

/// The rating after several comparisons. Each comparison started from the rating `before`. The changes of the
/// mean are added up, and so are the reductions of the variance.
fn sum_of(before: WengLinRating, after: impl Iterator<Item = WengLinRating>) -> Rating {
    let mut mean = before.rating;
    let mut left = 1.0;
    for after in after {
        mean += after.rating - before.rating;
        left -= 1.0 - (after.uncertainty / before.uncertainty).powi(2);
    }
    Rating::of(
        mean,
        before.uncertainty * left.max(VARIANCE_LEFT_MIN).sqrt(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use skillratings::MultiTeamOutcome;
    use skillratings::weng_lin::weng_lin_multi_team;

    /// A side of two players with this outcome, place and deviation.
    fn side(outcome: PlayerOutcome, place: u8, means: [i64; 2], deviation: i64) -> Side {
        let played = |mean| Played {
            rating: Rating { mean, deviation },
            outcome,
            place,
        };
        means.map(played).to_vec()
    }

    /// The ratings by the method of Weng and Lin for many teams, from the best to the last.
    fn of_many_teams(sides: &[Side]) -> Vec<Vec<Rating>> {
        let strengths: Vec<_> = sides.iter().map(|side| strengths(side)).collect();
        let places: Vec<_> = strengths
            .iter()
            .zip(1..)
            .map(|(side, place)| (side.as_slice(), MultiTeamOutcome::new(place)))
            .collect();
        let after = weng_lin_multi_team(&places, &config(Weight::STANDARD));
        let rating = |player: &WengLinRating| Rating::of(player.rating, player.uncertainty);
        after
            .iter()
            .map(|side| side.iter().map(rating).collect())
            .collect()
    }

    /// [`rate`] compares the sides in pairs. If no two sides have the same place, its ratings are the same as
    /// those of the method of Weng and Lin for many teams.
    #[test]
    fn comparisons_in_pairs_add_up() {
        let sides = [
            side(PlayerOutcome::Won, 0, [24_000_000, 31_000_000], 2_000_000),
            side(PlayerOutcome::Lost, 0, [25_000_000, 22_000_000], 8_333_333),
            side(PlayerOutcome::Left, 0, [38_000_000, 26_000_000], 3_000_000),
        ];
        assert_eq!(rate(&sides, Weight::STANDARD), of_many_teams(&sides));
    }

    #[test]
    fn places_compare_losers_and_those_who_left_are_behind_them_all() {
        let mean = |place: u8| 25_000_000 + 500_000 * i64::from(place);
        let one = |outcome, place| side(outcome, place, [mean(place); 2], 4_000_000);
        let losers = (2..8).map(|place| one(PlayerOutcome::Lost, place));
        let mut sides = vec![one(PlayerOutcome::Won, 1)];
        sides.extend(losers);
        sides.push(one(PlayerOutcome::Left, 0));
        assert_eq!(rate(&sides, Weight::STANDARD), of_many_teams(&sides));
    }

    #[test]
    fn sides_that_share_a_place_are_not_compared() {
        let one = |outcome, place| side(outcome, place, [25_000_000; 2], 4_000_000);
        let (first, last) = (one(PlayerOutcome::Won, 1), one(PlayerOutcome::Lost, 3));
        let apart = rate(&[first.clone(), last.clone()], Weight::STANDARD);
        let shared = rate(&[first.clone(), first, last], Weight::STANDARD);
        assert_eq!(shared[..2], [apart[0].clone(), apart[0].clone()]);
        assert!(shared[2][0].mean < apart[1][0].mean);
    }
}
