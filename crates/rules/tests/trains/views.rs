//! Law 4: what a viewer may know, and that nothing in it follows from what is hidden.

use boneyard_rules::{Game as _, GameRules as _, Viewer};
use proptest::prelude::*;
use rand::SeedableRng as _;
use rand::rngs::StdRng;

use crate::both::{Both, seat, walk};
use crate::games::rules;
use crate::laws::{played, whole};
use crate::referee::{Phase, Referee};

/// Asserts that a view has what its viewer may know, and nothing else.
fn assert_seen(both: &Both, viewer: Viewer) {
    let (game, view) = (&both.game, both.game.view(viewer));
    let step = game.step(&[]);
    assert_eq!((&view.table, &view.played), (&step.table, &step.played));
    let sizes = step.hands.iter().map(|(_, hand)| hand.len() as u8);
    assert!(sizes.eq(view.table.hand_sizes.as_slice().iter().copied()));
    assert_eq!(usize::from(view.table.boneyard), step.boneyard.len());
    let is_shown = both.referee.round > 0 && both.referee.phase != Phase::Turn;
    assert_eq!(view.shown.is_some(), is_shown);
    let history = serde_json::to_value(&view.history).expect("a JSON form");
    for event in history.as_array().expect("a list") {
        assert!(
            event["type"] != "drew" || event.get("tile").is_none(),
            "{event}"
        );
        assert!(event.get("tiles").is_none(), "{event}");
    }
    assert_eq!(view.own.is_some(), viewer.seat().is_some());
    if let Some((own, seat)) = view.own.zip(viewer.seat()) {
        assert_eq!(&own.hand, &step.hands[seat]);
        let is_asked = matches!(viewer, Viewer::Seat(_)) && game.turn() == Some(seat);
        let offers = own.offers.iter().flat_map(|offer| {
            offer
                .on
                .iter()
                .map(move |on| format!("{seat} plays {} on {on}", offer.tile))
        });
        let stops = own.stop.then(|| format!("{seat} stops"));
        let wanted = if is_asked { both.moves() } else { Vec::new() };
        assert!(stops.into_iter().chain(offers).eq(wanted));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_view_has_what_its_viewer_may_know(rules in rules(), seed: u64) {
        walk(&rules, seed, |both, _| {
            assert_seen(both, Viewer::Watcher);
            for seat in both.game.rules().seating().seats() {
                assert_seen(both, Viewer::Seat(seat));
                assert_seen(both, Viewer::Absent(seat));
            }
        });
    }
}

/// The same lines after the last deal, in which two tiles changed places.
fn with_two_tiles_swapped(mut given: Vec<String>, random: &mut StdRng) -> Vec<String> {
    let is_deal = |line: &String| line.starts_with("deal ");
    if let Some(deal) = given.iter().rposition(is_deal) {
        let mut words: Vec<_> = given[deal].split(' ').map(str::to_owned).collect();
        let tiles = 4..words.len();
        let (one, other) = (
            random.random_range(tiles.clone()),
            random.random_range(tiles),
        );
        words.swap(one, other);
        given[deal] = words.join(" ");
    }
    given
}

/// What a viewer may know of a line.
fn known(line: &str, viewer: Option<usize>, hand_size: usize) -> String {
    let words: Vec<&str> = line.split(' ').collect();
    let own = viewer.map(|seat| seat.to_string());
    match words[..] {
        ["deal", ..] => {
            let hand = viewer.map(|seat| &words[4 + seat * hand_size..4 + (seat + 1) * hand_size]);
            format!("{:?} {hand:?}", &words[..4])
        }
        [seat, "draws", _] if Some(seat) != own.as_deref() => format!("{seat} draws"),
        _ => line.to_owned(),
    }
}

#[test]
fn a_view_is_the_same_whatever_the_others_hold() {
    let all = [
        "Mexican Train, double-nine 2 · 3 players",
        "Mexican Train, long start 1 · own train first · 7 tiles",
        "Mexican Train, free doubles 1 · 8 players",
        "Chickenfoot 2 · 5 players",
    ];
    let mut compared = 0;
    for seed in 0..600 {
        let random = &mut StdRng::seed_from_u64(seed);
        let rules = all[random.random_range(0..all.len())];
        let law = Referee::new(rules).law;
        let (mut given, _) = whole(rules, random.random());
        given.truncate(random.random_range(2..given.len()));
        let (game, lines) = played(rules, &given).expect("it was played so");
        let Some((other, others)) = played(rules, &with_two_tiles_swapped(given.clone(), random))
        else {
            continue;
        };
        if game.turn().is_none() || lines == others {
            continue;
        }
        for viewer in std::iter::once(None).chain((0..law.seats).map(Some)) {
            let known = |lines: &[Vec<String>]| -> Vec<String> {
                let lines = lines.iter().flatten();
                lines
                    .map(|line| known(line, viewer, law.hand_size))
                    .collect()
            };
            if known(&others) == known(&lines) {
                let viewer = viewer.map_or(Viewer::Watcher, |number| Viewer::Seat(seat(number)));
                assert_eq!(game.view(viewer), other.view(viewer), "{given:?}");
                compared += 1;
            }
        }
    }
    assert!(compared > 300, "{compared} views");
}
