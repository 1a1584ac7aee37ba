//! Simulates new players who play among each other or with known players, under the daily limits, and measures
//! how long their ratings stay provisional.

use std::collections::HashMap;

use boneyard_bot::Chance;
use boneyard_ratings::{
    NEW_OPPONENTS_MAX, Played, PlayerOutcome, RATED_MATCHES_A_DAY, Rating, Weight, rate,
};

use crate::attacks::{Population, WEEK_DAYS};
use crate::truth;

/// The day after which a simulation ends in any case.
const LAST_DAY: usize = 100;

struct Club {
    strengths: Vec<f64>,
    ratings: Vec<Rating>,
    weight: Weight,
    /// For each player, the days on which a new opponent has changed the player's rating.
    changed: Vec<Vec<usize>>,
    /// Whether new opponents change a rating only so often.
    is_limited: bool,
}

/// Simulates a club of new and of known players, each of whom plays this number of matches a day against others
/// at random. Returns the day on which half of the new players are known.
pub(crate) fn days_until_known(
    population: &Population,
    [new, known]: [usize; 2],
    a_day: usize,
    is_limited: bool,
    seed: u64,
) -> usize {
    let mut chance = Chance::new(seed);
    let mut club = Club {
        strengths: truth::strengths(new, &mut chance),
        ratings: vec![Rating::NEW; new],
        weight: population.weight,
        changed: vec![Vec::new(); new + known],
        is_limited,
    };
    club.strengths.extend(&population.strengths[..known]);
    club.ratings.extend(&population.ratings[..known]);
    let is_known = |rating: &&Rating| !rating.is_provisional();
    let days = 1..LAST_DAY;
    days.take_while(|&day| {
        let known = club.ratings[..new].iter().filter(is_known).count();
        if known * 2 < new {
            club.day(day, a_day, &mut chance);
        }
        known * 2 < new
    })
    .count()
}

impl Club {
    fn day(&mut self, day: usize, a_day: usize, chance: &mut Chance) {
        let mut met: HashMap<[usize; 2], u32> = HashMap::new();
        let mut players: Vec<usize> = (0..self.ratings.len()).collect();
        for _ in 0..a_day {
            truth::shuffle(&mut players, chance);
            for pair in players.chunks_exact(2) {
                let pair = [pair[0].min(pair[1]), pair[0].max(pair[1])];
                let met = met.entry(pair).or_default();
                if *met < RATED_MATCHES_A_DAY && self.play(pair, day, chance) {
                    *met += 1;
                }
            }
        }
    }

    /// Plays a match. Returns whether it was rated.
    fn play(&mut self, pair: [usize; 2], day: usize, chance: &mut Chance) -> bool {
        let [one, other] = pair;
        let kept = [self.is_kept(one, other, day), self.is_kept(other, one, day)];
        if kept == [true, true] {
            return false;
        }
        let sides = pair.map(|player| vec![player]);
        let winner = truth::winner(&sides, &self.strengths, self.weight, chance);
        let side = |place: usize| {
            vec![Played {
                rating: self.ratings[pair[place]],
                outcome: if place == winner {
                    PlayerOutcome::Won
                } else {
                    PlayerOutcome::Lost
                },
                place: 0,
            }]
        };
        let after = rate(&[side(0), side(1)], self.weight);
        let is_new = pair.map(|player| self.ratings[player].is_provisional());
        for place in [0, 1] {
            if !kept[place] {
                self.ratings[pair[place]] = after[place][0];
                if is_new[1 - place] {
                    self.changed[pair[place]].push(day);
                }
            }
        }
        true
    }

    fn is_kept(&self, own: usize, opponent: usize, day: usize) -> bool {
        let days = if self.ratings[own].is_provisional() {
            1
        } else {
            WEEK_DAYS
        };
        let lately = self.changed[own]
            .iter()
            .filter(|&&changed| changed + days > day);
        self.is_limited
            && self.ratings[opponent].is_provisional()
            && lately.count() >= NEW_OPPONENTS_MAX as usize
    }
}
