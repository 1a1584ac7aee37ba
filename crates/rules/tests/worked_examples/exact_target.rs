//! Points that would pass an exact target are not given (RULES.md, The match).

use boneyard_rules::line::{Event, Match, Play, Preset, Reason};
use boneyard_rules::{Need, Seat};

use crate::common::RandomMatch;
use crate::common::document::rules;
use crate::{deal, tile};

#[test]
fn at_60_of_61_a_play_worth_2_scores_nothing() {
    let rules = Preset::FIVES_AND_THREES.rules();
    let found = (0..200).any(|seed| {
        let mut random = RandomMatch::new(rules, seed);
        while random.game.needs() != Need::Nothing {
            let Some((seat, two)) = play_worth_two_at_sixty(&random.game) else {
                random.step();
                continue;
            };
            let side = rules.seating.side(seat);
            let events = random.game.take(seat, two.into()).expect("listed");
            assert_eq!(
                events[1],
                Event::Overshot {
                    side,
                    points: 2,
                    reason: Reason::Count
                }
            );
            let went_out = random.game.winner() == Some(side);
            assert!(
                went_out || random.game.scores()[side] == 60,
                "the points are not given"
            );
            return true;
        }
        false
    });
    assert!(found, "two hundred matches hold such a play");
}

#[test]
fn what_would_pass_an_exact_target_is_offered_for_nothing() {
    let mut game = Match::new(&rules("`Fives and Threes 1`"));
    deal(&mut game, "5-5");
    let seat = Seat::default();
    let lead = game
        .own(seat)
        .placements
        .into_iter()
        .find(|offer| offer.tile == tile("5-5"))
        .expect("5-5 may be led");
    assert_eq!(lead.points, None);
    let five_five = game.placements().find(|it| it.tile() == lead.tile);
    let events = game
        .take(seat, five_five.expect("listed").into())
        .expect("listed");
    assert!(matches!(events[1], Event::Overshot { points: 2, .. }));
}

fn play_worth_two_at_sixty(game: &Match) -> Option<(Seat, Play)> {
    let Need::Move(seat) = game.needs() else {
        return None;
    };
    let round = game
        .round()
        .filter(|_| game.scores()[game.rules().seating.side(seat)] == 60)?;
    let two = round
        .placements()
        .find(|&placement| round.points(placement) == 2)?;
    Some((seat, two.into()))
}
