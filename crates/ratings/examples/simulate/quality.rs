//! Measures how well ratings order the players and predict results.

use std::fmt;

use boneyard_bot::Chance;
use boneyard_ratings::{Rating, Weight, leaderboard_of, on_leaderboard};
use boneyard_rules::Rules;
use skillratings::elo::EloRating;
use skillratings::glicko2::Glicko2Rating;

use crate::kendall::tau_b;
use crate::methods::{Elo, Glicko2, Method, WengLin};
use crate::pairing::{Pairing, groups};
use crate::truth;

/// The numbers of matches for each player after which the ratings are examined.
pub(crate) const AFTER: [usize; 3] = [20, 50, 200];

/// The number of players who search for the same game at the same time.
const SEEKERS: usize = 200;

/// A group of matches for which a method predicted about the same probability.
#[derive(Clone, Copy, Default)]
pub(crate) struct Bin {
    matches: f64,
    expected: f64,
    won: f64,
}

impl fmt::Display for Bin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.matches == 0.0 {
            return f.write_str("none");
        }
        let [expected, won] = [self.expected, self.won].map(|sum| sum / self.matches * 100.0);
        write!(f, "{expected:.1}, {won:.1} ({})", self.matches)
    }
}

/// Bins, indexed by the number of matches played, by the rating method, and by the predicted probability in
/// tenths.
#[derive(Default)]
pub(crate) struct Calibration(pub(crate) [[[Bin; 10]; 4]; 3]);

/// The results of one simulation.
pub(crate) struct Quality {
    /// Kendall's τ after each number of matches, by method.
    pub(crate) tau: [[f64; 4]; 3],
    /// After how many matches half of the players are no longer provisional, and after how many half may
    /// be on the leaderboard; `None` if this never happens.
    pub(crate) settled: [Option<usize>; 2],
}

/// The simulated players: their true strengths, and their ratings by each method.
pub(crate) struct World {
    pub(crate) strengths: Vec<f64>,
    pub(crate) ours: WengLin,
    others: [Box<dyn Method>; 3],
    last: Vec<Option<usize>>,
}

impl World {
    pub(crate) fn new(players: usize, chance: &mut Chance) -> Self {
        Self {
            strengths: truth::strengths(players, chance),
            ours: WengLin::new(players, true),
            others: [
                Box::new(WengLin::new(players, false)),
                Box::new(Elo(vec![EloRating { rating: 1500.0 }; players])),
                Box::new(Glicko2(vec![Glicko2Rating::new(); players])),
            ],
            last: vec![None; players],
        }
    }

    /// Simulates 200 matches of every player, each with one of these rules.
    pub(crate) fn run(
        &mut self,
        rules: &[Rules],
        pairing: Pairing,
        calibration: &mut Calibration,
        chance: &mut Chance,
    ) -> Quality {
        let mut quality = Quality {
            tau: [[0.0; 4]; 3],
            settled: [None; 2],
        };
        let mut played = 0;
        for (index, after) in AFTER.into_iter().enumerate() {
            while played < after {
                self.day(rules, pairing, &mut calibration.0[index], chance);
                played += 1;
                for (settled, is_so) in quality.settled.iter_mut().zip(self.settled()) {
                    *settled = settled.or(is_so.then_some(played));
                }
            }
            quality.tau[index] = self.methods().map(|method| self.tau(method));
        }
        quality
    }

    fn methods(&self) -> [&dyn Method; 4] {
        let [unweighted, elo, glicko] = &self.others;
        [
            &self.ours,
            unweighted.as_ref(),
            elo.as_ref(),
            glicko.as_ref(),
        ]
    }

    /// Simulates one match of every player.
    fn day(
        &mut self,
        rules: &[Rules],
        pairing: Pairing,
        calibration: &mut [[Bin; 10]; 4],
        chance: &mut Chance,
    ) {
        let mut players: Vec<usize> = (0..self.strengths.len()).collect();
        truth::shuffle(&mut players, chance);
        for players in players.chunks(SEEKERS) {
            let rules = &rules[chance.below(rules.len())];
            let Some((_, weight)) = leaderboard_of(rules) else {
                continue;
            };
            let ratings = &self.ours.ratings;
            let groups = groups(
                pairing,
                players.to_vec(),
                rules.seating().seats().len(),
                |player| ratings[player].shown(),
                &mut self.last,
                chance,
            );
            for group in groups {
                let sides = group.chunks(rules.seating().side_size());
                let sides: Vec<_> = sides.map(<[usize]>::to_vec).collect();
                self.play(&sides, weight, calibration, chance);
            }
        }
    }

    fn play(
        &mut self,
        sides: &[Vec<usize>],
        weight: Weight,
        calibration: &mut [[Bin; 10]; 4],
        chance: &mut Chance,
    ) {
        let winner = truth::winner(sides, &self.strengths, weight, chance);
        for (method, calibration) in self.methods().into_iter().zip(calibration) {
            let expected = method.expected(sides, weight);
            let tenth = (1..10).filter(|&tenth| expected >= f64::from(tenth) / 10.0);
            let bin = &mut calibration[tenth.count()];
            bin.matches += 1.0;
            bin.expected += expected;
            bin.won += f64::from(u8::from(winner == 0));
        }
        self.ours.play(sides, winner, weight);
        for method in &mut self.others {
            method.play(sides, winner, weight);
        }
    }

    fn tau(&self, method: &dyn Method) -> f64 {
        let strengths = self.strengths.iter().enumerate();
        let values: Vec<_> = strengths
            .map(|(player, &strength)| (strength, method.order_key(player)))
            .collect();
        tau_b(&values)
    }

    /// Whether half of the players are no longer provisional, and whether half of the players may be on
    /// the leaderboard.
    fn settled(&self) -> [bool; 2] {
        let half_are = |is: fn(&Rating) -> bool| {
            let count = self.ours.ratings.iter().filter(|rating| is(rating)).count();
            2 * count >= self.ours.ratings.len()
        };
        [
            half_are(|rating| !rating.is_provisional()),
            half_are(|rating| on_leaderboard(rating, 0, 0)),
        ]
    }
}
