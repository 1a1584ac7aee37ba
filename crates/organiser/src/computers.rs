//! Matches between computer players. Nobody watches them, so they are played without a table.

use boneyard_base::limits;
use boneyard_bot::{Budget, Chance, Level, OpponentModel, Player};
use boneyard_rules::{Match, Need, Play, Rules, Viewer};
use boneyard_tournaments::{Outcome, Winner};

/// The number of passes for a decision. The computer players at tables of people have many more; here a match
/// must cost little, and both sides have the same.
const PASSES: u32 = 8;

/// Plays a match between computer players of one level. The result follows from the seed.
pub(crate) fn play(rules: &Rules, level: Level, seed: u64, is_knockout: bool) -> Outcome {
    let mut chance = Chance::new(seed);
    let player = Player::new(rules);
    let mut game = Match::new(rules);
    let mut opponents = OpponentModel::default();
    while u32::from(game.round_number()) <= limits::ROUNDS_MAX {
        let done = match game.needs() {
            Need::Lots => {
                let order = chance.order(rules.tile_set);
                game.lots(order.lots(rules.seating)).is_ok()
            }
            Need::Deal => {
                opponents.learn(&game);
                game.deal(&chance.order(rules.tile_set)).is_ok()
            }
            Need::Play(seat) => {
                let view = game.view(Viewer::Seat(seat));
                let budget = Budget::passes(level.budget().passes.min(PASSES));
                let choice = player.choose(&view, opponents, level, budget, chance.bits());
                let play = choice.ok().map(|choice| choice.play);
                let first = game.placements().next().map(Play::from);
                let play = play.or(first);
                play.is_some_and(|play| game.play(seat, play).is_ok())
            }
            Need::Nothing => break,
        };
        if !done {
            tracing::error!(%rules, "a match between computer players can't go on");
            break;
        }
    }
    let mut points = game.scores().iter().map(|(_, &points)| points);
    let points = [(); 2].map(|()| points.next().unwrap_or(0));
    let ahead = if points[1] > points[0] {
        Winner::Second
    } else {
        Winner::First
    };
    let winner = game.winner().map(|side| {
        if side.index() == 0 {
            Winner::First
        } else {
            Winner::Second
        }
    });
    Outcome::Played {
        winner: winner.or(is_knockout.then_some(ahead)),
        points,
    }
}

#[cfg(test)]
mod tests {
    use boneyard_rules::Preset;

    use super::*;

    #[test]
    fn a_match_of_every_preset_for_two_sides_is_played_to_its_end() {
        for preset in Preset::ALL {
            let rules = preset.rules();
            if rules.seating.side_count() != 2 {
                continue;
            }
            let outcome = play(rules, Level::Casual, 7, true);
            assert_eq!(outcome, play(rules, Level::Casual, 7, true));
            assert!(outcome.winner().is_some(), "{rules}");
        }
    }
}
