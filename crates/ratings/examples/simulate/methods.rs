//! The rating methods that are compared.

use boneyard_ratings::{Played, PlayerOutcome, Rating, Side, Weight, expected, rate};
use skillratings::Outcomes;
use skillratings::elo::{self, EloConfig, EloRating};
use skillratings::glicko2::{self, Glicko2Config, Glicko2Rating};

/// A rating method, with the ratings of all players. Players are numbered from 0.
pub(crate) trait Method {
    /// Updates the ratings after a match that one side has won.
    fn play(&mut self, sides: &[Vec<usize>], winner: usize, weight: Weight);
    /// The probability that the first side wins the match.
    fn expected(&self, sides: &[Vec<usize>], weight: Weight) -> f64;
    /// A number by which players can be ordered: a stronger player has a greater number.
    fn order_key(&self, player: usize) -> f64;
}

/// The method of this project, Weng and Lin.
pub(crate) struct WengLin {
    pub(crate) ratings: Vec<Rating>,
    /// Whether short matches have less weight.
    pub(crate) is_weighted: bool,
}

impl WengLin {
    pub(crate) fn new(players: usize, is_weighted: bool) -> Self {
        let ratings = vec![Rating::NEW; players];
        Self {
            ratings,
            is_weighted,
        }
    }

    fn weight(&self, weight: Weight) -> Weight {
        if self.is_weighted {
            weight
        } else {
            Weight::STANDARD
        }
    }

    fn sides(&self, sides: &[Vec<usize>], winner: usize) -> Vec<Side> {
        let of = |(index, side): (usize, &Vec<usize>)| {
            let outcome = if index == winner {
                PlayerOutcome::Won
            } else {
                PlayerOutcome::Lost
            };
            side.iter()
                .map(|&player| Played {
                    rating: self.ratings[player],
                    outcome,
                    place: 0,
                })
                .collect()
        };
        sides.iter().enumerate().map(of).collect()
    }
}

impl Method for WengLin {
    fn play(&mut self, sides: &[Vec<usize>], winner: usize, weight: Weight) {
        let after = rate(&self.sides(sides, winner), self.weight(weight));
        for (&player, rating) in sides.iter().flatten().zip(after.into_iter().flatten()) {
            self.ratings[player] = rating;
        }
    }

    fn expected(&self, sides: &[Vec<usize>], weight: Weight) -> f64 {
        expected(&self.sides(sides, 0), self.weight(weight))[0]
    }

    fn order_key(&self, player: usize) -> f64 {
        self.ratings[player].mean as f64
    }
}

/// Elo with K = 32. The rating of a side is the mean of its players' ratings. Each loser counts as having
/// lost to the winner.
pub(crate) struct Elo(pub(crate) Vec<EloRating>);

impl Elo {
    fn of(&self, side: &[usize]) -> EloRating {
        let sum: f64 = side.iter().map(|&player| self.0[player].rating).sum();
        EloRating {
            rating: sum / side.len() as f64,
        }
    }
}

impl Method for Elo {
    fn play(&mut self, sides: &[Vec<usize>], winner: usize, _: Weight) {
        let before: Vec<EloRating> = sides.iter().map(|side| self.of(side)).collect();
        for loser in (0..sides.len()).filter(|&side| side != winner) {
            let (won, _) = elo::elo(
                &before[winner],
                &before[loser],
                &Outcomes::WIN,
                &EloConfig::new(),
            );
            let change = won.rating - before[winner].rating;
            for &player in &sides[winner] {
                self.0[player].rating += change;
            }
            for &player in &sides[loser] {
                self.0[player].rating -= change;
            }
        }
    }

    fn expected(&self, sides: &[Vec<usize>], _: Weight) -> f64 {
        let own = self.of(&sides[0]);
        against_all(
            sides[1..]
                .iter()
                .map(|other| elo::expected_score(&own, &self.of(other)).1),
        )
    }

    fn order_key(&self, player: usize) -> f64 {
        self.0[player].rating
    }
}

/// Glicko-2 with its default configuration. Each match is one rating period. Sides are treated as in Elo.
pub(crate) struct Glicko2(pub(crate) Vec<Glicko2Rating>);

impl Glicko2 {
    fn of(&self, side: &[usize]) -> Glicko2Rating {
        let mean = |of: fn(&Glicko2Rating) -> f64| {
            side.iter().map(|&player| of(&self.0[player])).sum::<f64>() / side.len() as f64
        };
        Glicko2Rating {
            rating: mean(|player| player.rating),
            deviation: mean(|player| player.deviation.powi(2)).sqrt(),
            volatility: mean(|player| player.volatility),
        }
    }
}

impl Method for Glicko2 {
    fn play(&mut self, sides: &[Vec<usize>], winner: usize, _: Weight) {
        let before: Vec<Glicko2Rating> = sides.iter().map(|side| self.of(side)).collect();
        for (index, side) in sides.iter().enumerate() {
            let results: Vec<_> = if index == winner {
                let losers = (0..sides.len()).filter(|&other| other != winner);
                losers.map(|loser| (before[loser], Outcomes::WIN)).collect()
            } else {
                vec![(before[winner], Outcomes::LOSS)]
            };
            for &player in side {
                let as_side = Glicko2Rating {
                    rating: before[index].rating,
                    ..self.0[player]
                };
                let after =
                    glicko2::glicko2_rating_period(&as_side, &results, &Glicko2Config::new());
                self.0[player] = Glicko2Rating {
                    rating: self.0[player].rating + after.rating - as_side.rating,
                    ..after
                };
            }
        }
    }

    fn expected(&self, sides: &[Vec<usize>], _: Weight) -> f64 {
        let own = self.of(&sides[0]);
        against_all(
            sides[1..]
                .iter()
                .map(|other| glicko2::expected_score(&own, &self.of(other)).1),
        )
    }

    fn order_key(&self, player: usize) -> f64 {
        self.0[player].rating
    }
}

/// The probability to win against all other sides. `others` contains, for each other side, the
/// probability to lose against that side alone.
fn against_all(others: impl Iterator<Item = f64>) -> f64 {
    let odds: f64 = others.map(|chance| chance / (1.0 - chance)).sum();
    1.0 / (1.0 + odds)
}
