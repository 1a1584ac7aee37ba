//! Learns from finished rounds how the other seats play.

use boneyard_rules::line::{Event, Match};
use boneyard_rules::{Need, TileSet, Viewer};

use crate::line::belief::log_choices;
use crate::line::knowledge::{Begun, observations};
use crate::line::opponent_model::{GREED_MAX, OpponentModel};

impl OpponentModel {
    /// Learns from a finished round, in which all tiles are known. The caller must call this function once
    /// for each round. A round that is still being played is ignored.
    pub fn learn(&mut self, game: &Match) {
        let is_over = !matches!(game.needs(), Need::Move(_));
        let Some(round) = game.round().filter(|_| is_over) else {
            return;
        };
        let mut hands = *round.hands();
        let mut before: Vec<TileSet> = Vec::new();
        for event in game.history().iter().rev() {
            match *event {
                Event::Drew { seat, tile } => {
                    hands[seat].remove(tile);
                }
                Event::Played { seat, tile, .. } => {
                    hands[seat].insert(tile);
                    before.push(hands[seat]);
                }
                _ => {}
            }
        }
        before.reverse();
        let (rules, view) = (game.rules(), game.view(Viewer::Watcher));
        let begun = Begun::new(rules, &view, *game.scores(), game.round_number() == 1);
        let (observations, _) = observations(rules, &view, begun);
        let hand_before = |_, _, played: TileSet| before[played.len()];
        let logs = log_choices(game.rules(), &observations, None, hand_before);
        for (greed, [of_greed, of_thought]) in self.greed.iter_mut().zip(logs) {
            let told = (1_000.0 * (of_greed - of_thought)) as i32;
            *greed = (*greed + told).clamp(-GREED_MAX, GREED_MAX);
        }
    }
}

#[cfg(test)]
mod tests {
    use boneyard_rules::Game as _;
    use boneyard_rules::Seat;
    use boneyard_rules::line::Preset;

    use super::*;
    use crate::chance::Chance;
    use crate::level::{Budget, Level};
    use crate::line::Seen;
    use crate::line::opponent_model::GREED_PRIOR;
    use crate::line::player::Player;

    fn seat(number: u8) -> Seat {
        Seat::new(number).expect("a seat")
    }

    /// The model that has learned from the given number of rounds between two players, or from one whole
    /// match if the match ends earlier.
    fn learned(levels: [Level; 2], rounds: u16, seed: u64) -> OpponentModel {
        let rules = Preset::FIVES_AND_THREES.rules();
        let player = Player::new(rules);
        let mut chance = Chance::new(seed);
        let mut game = Match::new(rules);
        let mut opponents = OpponentModel::default();
        while game.needs() != Need::Nothing {
            if let Need::Move(turn) = game.needs() {
                let before = opponents;
                opponents.learn(&game);
                assert_eq!(opponents, before, "the round is still being played");
                let view = game.view(Viewer::Seat(turn));
                let level = levels[turn.index()];
                let choice = player.choose(
                    Seen::new(&game.standing(), &view, opponents),
                    level,
                    Budget::passes(60),
                    chance.bits(),
                );
                game.take(turn, choice.expect("on turn").play.into())
                    .expect("it is offered");
                continue;
            }
            opponents.learn(&game);
            if game.round_number() == rounds {
                break;
            }
            game.deal(&chance.order(game.rules().tile_set.len()))
                .expect("a deal");
        }
        opponents
    }

    #[test]
    fn rounds_tell_who_is_greedy_and_who_thinks() {
        let (mut right, mut told) = (0, 0);
        for seed in 0..20 {
            let opponents = learned([Level::Casual, Level::Expert], 3, seed);
            for (greed, is_greedy) in opponents.greed.into_iter().zip([true, false]) {
                assert!(greed.abs() <= GREED_MAX);
                right += usize::from((greed > GREED_PRIOR) == is_greedy);
                told += 1;
            }
        }
        assert!(right * 5 > told * 4, "{right} of {told}");
    }

    #[test]
    fn a_seat_that_another_comes_to_is_strange_again() {
        let mut opponents = learned([Level::Casual, Level::Casual], 2, 1);
        let known = opponents.greed;
        assert!(known[0] > GREED_PRIOR);
        opponents.forget(seat(0));
        assert_eq!(opponents.greed[0], GREED_PRIOR);
        assert_eq!(opponents.greed[1..], known[1..]);
    }
}
