//! The winning side may give the lead (RULES.md, The next leader).

use boneyard_rules::line::Move;

use boneyard_rules::Need;
use boneyard_rules::line::{Event, Match};

use crate::common::document::rules;
use crate::positions::position;
use crate::{deal, play, reach, seat};

#[test]
fn the_winning_side_gives_the_lead() {
    let mut game = Match::new(&rules("`base · winning side leads`"));
    deal(&mut game, position("1").deal);
    assert!(
        !game.may_give_lead(seat(2)),
        "the first round was not won by anybody"
    );
    let mut game = Match::new(game.rules());
    reach(&mut game, position("1"));
    deal(&mut game, position("20").deal);
    assert_eq!(game.needs(), Need::Move(seat(0)));
    assert!(game.may_give_lead(seat(0)));
    assert!(
        game.take(seat(2), Move::GiveLead).is_err(),
        "its partner has not got it yet"
    );

    let mut kept = game.clone();
    play(&mut kept, "6-0");
    assert!(!kept.may_give_lead(seat(0)), "it has led");

    let events = game.take(seat(0), Move::GiveLead).expect("it may");
    assert_eq!(events, [Event::GaveLead { seat: seat(0) }]);
    assert_eq!(game.needs(), Need::Move(seat(2)));
    assert_eq!(game.placements().count(), 7, "any tile");
    for giver in [0, 2] {
        assert!(!game.may_give_lead(seat(giver)));
        assert!(game.take(seat(giver), Move::GiveLead).is_err());
    }
}
