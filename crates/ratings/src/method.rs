//! What a match does to the ratings of those who played it: the method of Weng and Lin (2011) with the
//! model of Bradley and Terry, for two, three or four sides of one or more players.

use skillratings::{
    Outcomes,
    weng_lin::{WengLinConfig, WengLinRating, expected_score_multi_team, weng_lin_two_teams},
};

use crate::board::Weight;
use crate::rating::Rating;

/// How much a strength changes from one match to the next: the standard deviation of the step.
const DYNAMICS: f64 = 25.0 / 300.0;

/// The least share of a variance that one match leaves.
const LEAST_LEFT: f64 = 0.000_001;

/// How a match ended for a player.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Outcome {
    /// The side won.
    Won,
    /// Nobody won. That says nothing of strength, and so changes nothing.
    Undecided,
    /// The side lost.
    Lost,
    /// The player left, which counts as lost to everybody who stayed.
    Left,
    /// The partner left: the rating stays as it is, though the side counts as having left.
    Spared,
}

/// A player of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Played {
    /// The rating before the match, [aged](Rating::aged) by the time since the one before.
    pub rating: Rating,
    /// How it ended.
    pub outcome: Outcome,
}

/// The players who play together: one, or a pair.
pub type Side = Vec<Played>;

/// The ratings after a match, side by side in the same order. Every two sides of which one has done
/// better are compared, as if they had played against each other alone: the winner with all others, a
/// loser only with the winner and with who left. If no two are, nothing changes.
#[must_use]
pub fn rate(sides: &[Side], weight: Weight) -> Vec<Vec<Rating>> {
    let config = config(weight);
    let before: Vec<Vec<WengLinRating>> = sides.iter().map(|side| strengths(side)).collect();
    sides
        .iter()
        .enumerate()
        .map(|(own, side)| {
            let duels: Vec<Vec<WengLinRating>> = sides
                .iter()
                .zip(&before)
                .filter_map(|(other, theirs)| {
                    let outcome = duel(side, other)?;
                    Some(weng_lin_two_teams(&before[own], theirs, &outcome, &config).0)
                })
                .collect();
            side.iter()
                .enumerate()
                .map(|(player, played)| {
                    if duels.is_empty() || played.outcome == Outcome::Spared {
                        return played.rating;
                    }
                    let after = duels.iter().map(|duel| duel[player]);
                    sum_of(before[own][player], after)
                })
                .collect()
        })
        .collect()
}

/// The share of such matches that each side is expected to win, in the same order; together 1.
#[must_use]
pub fn expected(sides: &[Side], weight: Weight) -> Vec<f64> {
    let strengths: Vec<Vec<WengLinRating>> = sides.iter().map(|side| strengths(side)).collect();
    let sides: Vec<&[WengLinRating]> = strengths.iter().map(Vec::as_slice).collect();
    expected_score_multi_team(&sides, &config(weight))
}

/// The less a match weighs, the more chance there is in it.
fn config(weight: Weight) -> WengLinConfig {
    WengLinConfig {
        beta: Rating::NEW.deviation() / 2.0 / weight.share().sqrt(),
        uncertainty_tolerance: LEAST_LEFT,
    }
}

/// What is believed of a side's players as the match begins.
fn strengths(side: &[Played]) -> Vec<WengLinRating> {
    side.iter()
        .map(|played| WengLinRating {
            rating: played.rating.mean(),
            uncertainty: played.rating.deviation().hypot(DYNAMICS),
        })
        .collect()
}

/// Which of two sides has done better; `None` if neither.
fn duel(own: &[Played], other: &[Played]) -> Option<Outcomes> {
    let place = |side: &[Played]| side.iter().map(|played| played.outcome.place()).max();
    match place(own).cmp(&place(other)) {
        std::cmp::Ordering::Less => Some(Outcomes::WIN),
        std::cmp::Ordering::Equal => None,
        std::cmp::Ordering::Greater => Some(Outcomes::LOSS),
    }
}

impl Outcome {
    /// Less is better.
    fn place(self) -> u8 {
        match self {
            Self::Won => 0,
            Self::Undecided | Self::Lost => 1,
            Self::Left | Self::Spared => 2,
        }
    }
}

/// A rating after several comparisons, of which each began with `before`: the method adds what they
/// change.
fn sum_of(before: WengLinRating, after: impl Iterator<Item = WengLinRating>) -> Rating {
    let mut mean = before.rating;
    let mut left = 1.0;
    for after in after {
        mean += after.rating - before.rating;
        left -= 1.0 - (after.uncertainty / before.uncertainty).powi(2);
    }
    Rating::of(mean, before.uncertainty * left.max(LEAST_LEFT).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;
    use skillratings::MultiTeamOutcome;
    use skillratings::weng_lin::weng_lin_multi_team;

    /// With all places known, comparing by twos is the method of Weng and Lin for many teams.
    #[test]
    fn comparisons_by_twos_add_up() {
        let sides: Vec<Side> = [
            (Outcome::Won, [24_000_000, 31_000_000], 2_000_000),
            (Outcome::Lost, [25_000_000, 22_000_000], 8_333_333),
            (Outcome::Left, [38_000_000, 26_000_000], 3_000_000),
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
