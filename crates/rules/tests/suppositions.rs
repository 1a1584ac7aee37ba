//! Laws of supposed rounds: from a view, a round can be built with the true hidden tiles, but not with tiles
//! that contradict the view.

mod common;

use boneyard_rules::line::Round;
use boneyard_rules::{BySeat, Need, Tile, TileSet, Viewer};
use common::options::rules;
use common::{RandomMatch, cases};
use proptest::prelude::*;

proptest! {
    #![proptest_config(cases())]

    #[test]
    fn what_is_supposed_rightly_goes_on_as_the_truth_does(rules in rules(), seed: u64) {
        let mut random = RandomMatch::new(&rules, seed);
        for _ in 0..40 {
            if let (Need::Move(seat), Some(truth)) = (random.game.needs(), random.game.round()) {
                let view = random.game.view(Viewer::Seat(seat));
                let supposed = Round::supposed(&rules, &view, seat, truth.hands(), truth.boneyard());
                let mut supposed = supposed.expect("the truth is possible");
                let mut truth = truth.clone();
                prop_assert_eq!(supposed.unplayed(), truth.unplayed());
                let (mut events, mut supposed_events) = (Vec::new(), Vec::new());
                while let Some(choice) = truth.placements().last() {
                    prop_assert!(supposed.placements().eq(truth.placements()));
                    prop_assert_eq!(supposed.points(choice), truth.points(choice));
                    truth.play(choice, &mut events);
                    supposed.play(choice, &mut supposed_events);
                }
                prop_assert_eq!(events, supposed_events);
                prop_assert_eq!(supposed.outcome(), truth.outcome());
            }
            random.step();
        }
    }

    #[test]
    fn what_can_not_be_is_not_supposed(rules in rules(), seed: u64, steps in 0..30_usize) {
        let mut random = RandomMatch::new(&rules, seed);
        (0..steps).for_each(|_| drop(random.step()));
        let Need::Move(seat) = random.game.needs() else { return Ok(()) };
        let Some(truth) = random.game.round() else { return Ok(()) };
        let view = random.game.view(Viewer::Seat(seat));
        let (hands, boneyard) = (*truth.hands(), truth.boneyard().to_vec());

        // One tile occurs twice, and so another tile is missing.
        let next = rules.seating.next(seat);
        let mut twice = hands;
        if let (Some(lost), Some(doubled)) = (hands[next].iter().next(), hands[seat].iter().next()) {
            twice[next].remove(lost);
            twice[next].insert(doubled);
            prop_assert!(Round::supposed(&rules, &view, seat, &twice, &boneyard).is_none());
            prop_assert!(truth.rearranged(&twice, &boneyard).is_none());
        }
        // One hand has a tile more, and the boneyard has a tile less.
        if let Some((&drawn, left)) = boneyard.split_first() {
            let mut larger = hands;
            larger[next].insert(drawn);
            prop_assert!(Round::supposed(&rules, &view, seat, &larger, left).is_none());
            prop_assert!(truth.rearranged(&larger, left).is_none());
        }
        // The viewer's own hand is different.
        let others = BySeat::from_fn(rules.seating, |at| hands[rules.seating.next(at)]);
        if others[seat] != hands[seat] {
            prop_assert!(Round::supposed(&rules, &view, seat, &others, &boneyard).is_none());
        }
    }

    #[test]
    fn hidden_tiles_can_be_exchanged(rules in rules(), seed: u64) {
        let mut random = RandomMatch::new(&rules, seed);
        for _ in 0..20 {
            random.step();
        }
        let Need::Move(seat) = random.game.needs() else { return Ok(()) };
        let Some(truth) = random.game.round() else { return Ok(()) };
        let next = rules.seating.next(seat);
        let (Some(theirs), Some(&hidden)) = (truth.hand(next).iter().next(), truth.boneyard().first())
        else {
            return Ok(());
        };
        let mut hands = *truth.hands();
        hands[next] = hands[next].difference(TileSet::only(theirs));
        hands[next].insert(hidden);
        let mut boneyard: Vec<Tile> = truth.boneyard().to_vec();
        boneyard[0] = theirs;
        let other = truth.rearranged(&hands, &boneyard).expect("the sizes are the same");
        prop_assert_eq!(other.hand(next), hands[next]);
        prop_assert_eq!(other.boneyard(), boneyard.as_slice());
        prop_assert_eq!(other.layout(), truth.layout());
        let back = other.rearranged(truth.hands(), truth.boneyard()).expect("and back");
        prop_assert_eq!(back.hands(), truth.hands());

        let supposed = random.game.supposing(&hands, &boneyard).expect("a round is played");
        prop_assert_eq!(supposed.round().expect("it is").hands(), &hands);
        for viewer in [Viewer::Seat(seat), Viewer::Watcher] {
            prop_assert_eq!(supposed.view(viewer), random.game.view(viewer));
        }
    }
}
