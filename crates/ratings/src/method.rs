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
}

/// The players of a side: one player, or a pair.
pub type Side = Vec<Played>;

/// The ratings after a match, in the order of the sides and players. Sides are compared in pairs, as if
/// only these two had played. The winner is compared with each other side. Each loser is compared with
/// the winner, and with sides that left. Sides with equal results aren't compared. The ratings of a side
/// without any comparison don't change.
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
    let place = |side: &[Played]| side.iter().map(|played| played.outcome.place()).max();
    match place(own).cmp(&place(other)) {
        std::cmp::Ordering::Less => Some(Outcomes::WIN),
        std::cmp::Ordering::Equal => None,
        std::cmp::Ordering::Greater => Some(Outcomes::LOSS),
    }
}

impl PlayerOutcome {
    /// The place of a side with this outcome. A lower place is better.
    fn place(self) -> u8 {
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

    /// [`rate`] compares the sides in pairs. If no two sides have the same place, its ratings are the same as
    /// those of the method of Weng and Lin for many teams.
    #[test]
    fn comparisons_in_pairs_add_up() {
        let sides: Vec<Side> = [
            (PlayerOutcome::Won, [24_000_000, 31_000_000], 2_000_000),
            (PlayerOutcome::Lost, [25_000_000, 22_000_000], 8_333_333),
            (PlayerOutcome::Left, [38_000_000, 26_000_000], 3_000_000),
        ]
        .map(|(outcome, means, deviation)| {
            let played = |mean| Played {
                rating: Rating { mean, deviation },
                outcome,
            };
            means.map(played).to_vec()
        })
        .to_vec();
        let strengths: Vec<_> = sides.iter().map(|side| strengths(side)).collect();
        let places: Vec<_> = strengths
            .iter()
            .zip(1..)
            .map(|(side, place)| (side.as_slice(), MultiTeamOutcome::new(place)))
            .collect();
        let theirs = weng_lin_multi_team(&places, &config(Weight::STANDARD));
        let theirs: Vec<Vec<_>> = theirs
            .iter()
            .map(|side| {
                side.iter()
                    .map(|player| Rating::of(player.rating, player.uncertainty))
                    .collect()
            })
            .collect();
        assert_eq!(rate(&sides, Weight::STANDARD), theirs);
    }
}
