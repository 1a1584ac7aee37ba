//! How a seat is supposed to play.

use boneyard_rules::seat::SEATS_MAX;
use boneyard_rules::{Event, Match, Need, Seat, TileSet, Viewer};

use crate::belief::log_choices;
use crate::knowledge::moments;

/// The seats that are supposed to take what lies there, with no thought for the others; all other
/// seats are supposed to think.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Greedy(u8);

impl Greedy {
    /// Counts a seat among them.
    pub(crate) const fn insert(&mut self, seat: Seat) {
        self.0 |= 1 << seat.index();
    }

    /// Whether a seat is among them.
    pub(crate) const fn contains(self, seat: Seat) -> bool {
        self.0 & 1 << seat.index() != 0
    }
}

/// How much likelier greed is than thought of a stranger: 7 to 1, as a logarithm in thousandths.
/// Most take what lies there; and who thinks gives that away within a few plays, where greed shows
/// only slowly, as thought often leads to the same plays.
const GREED_OF_STRANGERS: i32 = 2_000;

/// How sure finished rounds can make of it that a seat is greedy or that it thinks: 50 to 1. A player who was greedy
/// for long may begin to think.
const SURE_MAX: i32 = 4_000;

/// What the rounds that are over tell of each seat: whether it plays greedily or thinks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OpponentModel {
    /// By seat number, the logarithm of how much likelier greed is than thought, in thousandths.
    greed: [i32; SEATS_MAX],
}

impl Default for OpponentModel {
    /// Nothing is known of anybody.
    fn default() -> Self {
        Self {
            greed: [GREED_OF_STRANGERS; SEATS_MAX],
        }
    }
}

impl OpponentModel {
    /// Learns from a round that is over, of which nothing is hidden any more; once for each. From
    /// a round that is being played nothing is learned.
    pub fn learn(&mut self, game: &Match) {
        let is_over = !matches!(game.needs(), Need::Play(_));
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
        let (moments, _) = moments(game.rules(), &game.view(Viewer::Watcher));
        let hand_before = |_, _, played: TileSet| before[played.len()];
        let logs = log_choices(game.rules(), &moments, None, hand_before);
        for (greed, [of_greed, of_thought]) in self.greed.iter_mut().zip(logs) {
            let told = (1_000.0 * (of_greed - of_thought)) as i32;
            *greed = (*greed + told).clamp(-SURE_MAX, SURE_MAX);
        }
    }

    /// Forgets what was learned of a seat, as another comes to play there.
    pub fn forget(&mut self, seat: Seat) {
        self.greed[seat.index()] = GREED_OF_STRANGERS;
    }

    /// How likely a seat is to be greedy, as far as these rounds tell: the logarithm of the odds.
    pub(crate) fn greed(&self, seat: Seat) -> f32 {
        self.greed[seat.index()] as f32 / 1_000.0
    }
}

#[cfg(test)]
mod tests {
    use boneyard_rules::Preset;

    use super::*;
    use crate::chance::Chance;
    use crate::level::{Budget, Level};
    use crate::player::Player;

    fn seat(number: u8) -> Seat {
        Seat::new(number).expect("a seat")
    }

    /// Two play a match, or as much of it as so many rounds; what can be learned from it.
    fn learned(levels: [Level; 2], rounds: u16, seed: u64) -> OpponentModel {
        let rules = Preset::FIVES_AND_THREES.rules();
        let player = Player::new(rules);
        let mut chance = Chance::new(seed);
        let mut game = Match::new(rules);
        let mut opponents = OpponentModel::default();
        while game.needs() != Need::Nothing {
            if let Need::Play(turn) = game.needs() {
                let before = opponents;
                opponents.learn(&game);
                assert_eq!(opponents, before, "the round is still being played");
                let view = game.view(Viewer::Seat(turn));
                let level = levels[turn.index()];
                let choice =
                    player.choose(&view, opponents, level, Budget::passes(60), chance.bits());
                game.play(turn, choice.expect("on turn").play)
                    .expect("it is offered");
                continue;
            }
            opponents.learn(&game);
            if game.round_number() == rounds {
                break;
            }
            game.deal(&chance.order(game.rules().tile_set))
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
                assert!(greed.abs() <= SURE_MAX);
                right += usize::from((greed > GREED_OF_STRANGERS) == is_greedy);
                told += 1;
            }
        }
        assert!(right * 5 > told * 4, "{right} of {told}");
    }

    #[test]
    fn a_seat_that_another_comes_to_is_strange_again() {
        let mut opponents = learned([Level::Casual, Level::Casual], 2, 1);
        let known = opponents.greed;
        assert!(known[0] > GREED_OF_STRANGERS);
        opponents.forget(seat(0));
        assert_eq!(opponents.greed[0], GREED_OF_STRANGERS);
        assert_eq!(opponents.greed[1..], known[1..]);
    }
}
