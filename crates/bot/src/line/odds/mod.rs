//! The odds of a match: the probability that each side wins the match, computed from the scores.
//!
//! The points of a round only help to win the match. With 145 of 150 points, any five points win; with 60
//! points and a target of exactly 61, a play that scores two is worth nothing. The odds are computed
//! backwards from the target, with a sample of rounds between equal players. This crate plays these rounds
//! itself.

mod love;
mod race;
mod sample;

use boneyard_rules::line::Rules;
use boneyard_rules::line::rules::Love;

use crate::line::match_state::MatchState;
use sample::Sample;

/// The probability that each side wins, by side number. The sum is 1. A side that the table doesn't have
/// gets 0.
pub type Shares = [f32; 4];

/// The odds for every score of a match with certain rules.
#[derive(Clone, Debug)]
pub struct Odds {
    rules: Rules,
    chances: Chances,
}

#[derive(Clone, Debug)]
enum Chances {
    Race(race::Race),
    Love(love::LoveOdds),
}

impl Odds {
    /// Computes the odds. The same rules always give the same odds. The computation takes ten to a few
    /// hundred milliseconds, longest with a high exact target, so the caller should compute the odds once for
    /// the whole match.
    #[must_use]
    pub fn new(rules: &Rules) -> Self {
        let sample = Sample::new(rules);
        let chances = match rules.love {
            Love::No => Chances::Race(race::Race::new(rules, &sample)),
            Love::Yes | Love::OneAll => Chances::Love(love::LoveOdds::new(rules, &sample)),
        };
        Self {
            rules: *rules,
            chances,
        }
    }

    /// The probability that each side wins the match, from this state before the next deal.
    #[must_use]
    pub fn shares(&self, match_state: &MatchState) -> Shares {
        let mut shares = [0.0; 4];
        if let Some(winner) = match_state.winner(&self.rules) {
            shares[winner.index()] = 1.0;
            return shares;
        }
        for (side, _) in match_state.scores.iter() {
            shares[side.index()] = match &self.chances {
                Chances::Race(race) => race.chance(match_state, side),
                Chances::Love(odds) => odds.chance(&match_state.scores, side),
            };
        }
        let sum: f32 = shares.iter().sum();
        shares.map(|share| share / sum.max(f32::MIN_POSITIVE))
    }
}

#[cfg(test)]
mod tests {
    use boneyard_rules::line::{Match, Options, Play, Preset, Round};
    use boneyard_rules::{BySide, Need, Seating};

    use crate::chance::Chance;
    use crate::line::opponent_model::GreedySeats;
    use crate::line::playout::Playouts;
    use crate::line::position::Position;

    use super::*;

    /// The state in which the first side has the first number of points, and each other side has the
    /// second.
    fn match_state(rules: &Rules, scores: [u16; 2]) -> MatchState {
        MatchState {
            scores: BySide::from_fn(rules.seating, |side| scores[side.index().min(1)]),
            ..MatchState::new(rules.seating)
        }
    }

    fn chance(odds: &Odds, rules: &Rules, scores: [u16; 2]) -> f32 {
        odds.shares(&match_state(rules, scores))[0]
    }

    #[test]
    fn equal_scores_are_equal_chances() {
        for preset in Preset::ALL {
            for seating in [Seating::TWO, Seating::THREE, Seating::PARTNERS] {
                let rules = preset.for_seating(seating);
                let odds = Odds::new(&rules);
                let even = 1.0 / seating.side_count() as f32;
                for score in [0, rules.target / 2, rules.target - 1] {
                    let share = chance(&odds, &rules, [score; 2]);
                    assert!((share - even).abs() < 0.01, "{rules} at {score}: {share}");
                }
            }
        }
    }

    #[test]
    fn more_points_are_a_better_chance() {
        for preset in Preset::ALL {
            let rules = preset.rules();
            // Near an exact target more points can be worse.
            if rules.exact_target {
                continue;
            }
            let odds = Odds::new(rules);
            let steps = rules.target.min(15);
            let points = |step: u16| step * rules.target / steps;
            let chances: Vec<f32> = (0..steps)
                .map(|step| chance(&odds, rules, [points(step), points(steps / 2)]))
                .collect();
            assert!(chances.is_sorted(), "{rules}: {chances:?}");
            let last = chances.last().expect("there are scores");
            assert!(chances[0] + 0.15 < *last, "{rules}: {chances:?}");
        }
    }

    #[test]
    fn after_a_reset_all_sides_have_equal_chances() {
        let love = |line: &str| {
            let rules = line.parse().expect("short notation");
            move |scores| chance(&Odds::new(&rules), &rules, scores)
        };
        let near = |one: f32, other: f32| assert!((one - other).abs() < 1e-4, "{one} {other}");
        // A side needs three won rounds in a row. With two won rounds, it wins the match half of the
        // time. Otherwise all scores are equal again.
        let yes = love("Six-Love 3 · love");
        near(yes([2, 0]), 0.75);
        near(yes([1, 0]), 0.625);
        near(yes([0, 2]), 0.25);
        // At one-all, the side that wins the next round keeps its point.
        let one_all = love("Six-Love 3");
        near(one_all([1, 1]), 0.5);
        near(one_all([2, 0]), 0.75);
    }

    /// Plays matches, and looks at the side that is ahead after the third round. Returns the mean of this
    /// side's predicted probability to win, and the share of matches that it won.
    fn ahead(rules: &Rules, matches: u64) -> [f32; 2] {
        let odds = Odds::new(rules);
        let mut playouts = Playouts::default();
        let mut sums = [0.0; 3];
        for seed in 0..matches {
            let mut chance = Chance::new(seed);
            let mut game = Match::new(rules);
            let mut predicted = None;
            while game.needs() != Need::Nothing {
                let order = chance.order(rules.tile_set.len());
                match game.needs() {
                    Need::Move(seat) => {
                        let round = game.round().expect("a round").clone();
                        let choice = playouts.choice(rules, &round, 0, &mut chance);
                        let play = Play::from(choice.expect("on turn"));
                        game.take(seat, play.into()).expect("it is offered");
                    }
                    Need::Chance(_) | Need::Nothing => {
                        if game.round_number() == 3 && predicted.is_none() {
                            predicted = Some(odds.shares(&MatchState::of(&game)));
                        }
                        game.deal(&order).expect("a deal");
                    }
                }
            }
            let (Some(shares), Some(winner)) = (predicted, game.winner()) else {
                continue;
            };
            let most = (0..4).max_by(|&one, &other| shares[one].total_cmp(&shares[other]));
            let most = most.expect("there are sides");
            sums[0] += shares[most];
            sums[1] += f32::from(u8::from(winner.index() == most));
            sums[2] += 1.0;
        }
        [sums[0] / sums[2], sums[1] / sums[2]]
    }

    #[test]
    fn the_side_ahead_wins_as_often_as_predicted() {
        let mut three_in_love = Options::from(*Preset::COCHON.rules());
        three_in_love.love = Love::Yes;
        let three_in_love = Rules::try_from(three_in_love).expect("it is offered");
        let presets = [
            Preset::QUINIENTOS,
            Preset::DOMINICAN_PAIRS,
            Preset::SIX_LOVE,
            Preset::BRAZILIAN_PAIRS,
            Preset::KOZEL,
        ];
        for rules in presets
            .iter()
            .map(|preset| *preset.rules())
            .chain([three_in_love])
        {
            let [predicted, won] = ahead(&rules, 600);
            assert!((predicted - won).abs() < 0.06, "{rules}: {predicted} {won}");
        }
    }

    #[test]
    fn not_every_point_is_better_near_an_exact_target() {
        // The last point can only be scored by a count of 3 or 5, or by going out. Four points can be
        // scored in many ways.
        let rules = Preset::FIVES_AND_THREES.rules();
        let odds = Odds::new(rules);
        let to_go = |points: u16| chance(&odds, rules, [61 - points, 50]);
        assert!(to_go(4) > to_go(3), "{} {}", to_go(4), to_go(3));
        assert!(to_go(4) > 0.6);
    }

    #[test]
    fn the_winner_has_won() {
        let rules = Preset::BLOCK.rules();
        assert!(chance(&Odds::new(rules), rules, [100, 99]) > 0.999);
        assert!(chance(&Odds::new(rules), rules, [99, 104]) < 0.001);
    }

    /// Plays matches from these scores to their end. Returns the share of matches that the first of two
    /// sides wins.
    fn played(rules: &Rules, scores: [u16; 2], matches: u16) -> f32 {
        let mut chance = Chance::new(1);
        let mut playouts = Playouts::default();
        let won = (0..matches).filter(|_| {
            let mut match_state = match_state(rules, scores);
            loop {
                let Some(round) = Round::deal(rules, &chance.order(rules.tile_set.len())) else {
                    continue;
                };
                let mut position = Position::new(rules, round, match_state);
                playouts.finish(&mut position, GreedySeats::default(), &mut chance);
                match_state = *position.match_state();
                if let Some(winner) = position.winner() {
                    break winner.index() == 0;
                }
            }
        });
        won.count() as f32 / f32::from(matches)
    }

    #[test]
    fn the_chances_are_those_of_matches_played() {
        let rules = Preset::FIVES_AND_THREES.rules();
        let odds = Odds::new(rules);
        for (own, other) in [(1, 2), (1, 16), (4, 8), (4, 16), (8, 16), (8, 30)] {
            let scores = [61 - own, 61 - other];
            let (predicted, played) = (chance(&odds, rules, scores), played(rules, scores, 400));
            assert!(
                (predicted - played).abs() < 0.07,
                "{scores:?}: {predicted} {played}"
            );
        }
    }
}
