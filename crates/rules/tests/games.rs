//! Laws that hold for every game of the list. They know a game only by what the house knows of it.

use boneyard_rules::{
    Event, Given, Match, Move, Need, Order, Preset, Rules, Seat, Seating, Standing, Transcript,
    View, Viewer,
};
use proptest::prelude::*;
use proptest::sample::select;
use rand::SeedableRng as _;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom as _;

/// The highest number of rounds of a match before time is called, since a target may be far.
const ROUNDS: u16 = 12;

/// The most steps of a match. With time called, a match needs far fewer.
const STEPS: usize = 20_000;

fn cases() -> ProptestConfig {
    let asked = std::env::var_os("PROPTEST_CASES").is_some();
    let default = ProptestConfig::default();
    ProptestConfig {
        cases: if asked { default.cases } else { 150 },
        failure_persistence: None,
        ..default
    }
}

/// The rules of any preset, for a seating that it offers.
fn rules() -> impl Strategy<Value = Rules> {
    let offered = |preset: Preset| {
        let seatings = preset.seatings().iter();
        seatings.map(move |&seating| preset.for_seating(seating))
    };
    select(Preset::all().flat_map(offered).collect::<Vec<_>>())
}

fn seats(seating: Seating) -> impl Iterator<Item = Seat> + Clone {
    seating.seats()
}

fn shuffled(things: usize, random: &mut StdRng) -> Order {
    let mut order = Order::sorted(things);
    for last in (1..things).rev() {
        order.swap(last, random.random_range(0..=last));
    }
    order
}

/// All moves that the rules list now, with their seats.
fn listed(game: &Match) -> Vec<(Seat, Move)> {
    let seats = seats(game.rules().seating());
    let moves = seats.flat_map(|seat| game.moves(seat).into_iter().map(move |one| (seat, one)));
    moves.collect()
}

/// Plays a match at random to its end. Calls `look` with the match after each step, what was given and the events.
fn walk(rules: &Rules, seed: u64, mut look: impl FnMut(&Match, &Given<Move>, &[Event])) -> Match {
    let mut random = StdRng::seed_from_u64(seed);
    let mut game = Match::new(rules);
    for _ in 0..STEPS {
        let (given, events) = match game.needs() {
            Need::Nothing => return game,
            Need::Chance(_) if game.round_number() >= ROUNDS && !game.is_last_round() => {
                (Given::Time, game.call_time().expect("it is the first time"))
            }
            Need::Chance(needed) => {
                let order = shuffled(needed.things, &mut random);
                let events = game.deal(&order).expect("an order of so many things");
                (Given::Order(order), events)
            }
            Need::Move(_) => {
                let all = listed(&game);
                let &(seat, chosen) = all.choose(&mut random).expect("the seat on turn can move");
                let events = game.take(seat, chosen).expect("what is listed is accepted");
                (Given::Move(seat, chosen), events)
            }
        };
        look(&game, &given, &events);
    }
    panic!("a match of {rules} doesn't end");
}

proptest! {
    #![proptest_config(cases())]

    #[test]
    fn what_is_listed_is_accepted_and_what_time_forces_is_listed(rules in rules(), seed: u64) {
        walk(&rules, seed, |game, _, _| {
            for (seat, chosen) in listed(game) {
                assert!(game.may_move(seat), "{chosen:?}");
                assert!(game.clone().take(seat, chosen).is_ok(), "{chosen:?}");
            }
            for seat in seats(rules.seating()) {
                let offered = game.view(Viewer::Seat(seat)).offers();
                assert!(game.moves(seat).iter().all(|chosen| offered.contains(chosen)));
                assert!(game.view(Viewer::Absent(seat)).offers().is_empty());
            }
            assert!(game.view(Viewer::Watcher).offers().is_empty());
            match game.needs() {
                Need::Move(turn) => {
                    let forced = game.forced().expect("the seat on turn can move");
                    assert!(game.moves(turn).contains(&forced), "{forced:?}");
                    assert!(game.may_move(turn));
                }
                Need::Chance(_) | Need::Nothing => assert_eq!(game.forced(), None),
            }
        });
    }

    #[test]
    fn a_turn_that_goes_on_is_of_the_seat_that_moved(rules in rules(), seed: u64) {
        walk(&rules, seed, |game, given, _| {
            let turn = game.standing().turn;
            let moved = match given {
                Given::Move(seat, _) => Some(*seat),
                Given::Order(_) | Given::Time => None,
            };
            assert!(!game.turn_goes_on() || turn.is_some() && turn == moved);
        });
    }

    #[test]
    fn who_wins_alone_has_the_fewest_points_if_the_fewest_win_and_else_the_most(rules in rules(), seed: u64) {
        let game = walk(&rules, seed, |_, _, _| {});
        let Standing { winner: Some(winner), scores, .. } = game.standing() else {
            return Ok(());
        };
        let points = scores.iter().map(|(_, &points)| points);
        let best = if rules.fewest_win() { points.min() } else { points.max() };
        assert_eq!(Some(scores[winner]), best, "{rules}");
    }

    #[test]
    fn rules_for_another_number_of_players_differ_in_nothing_else(rules in rules(), players in 2..=8_usize) {
        let seating = rules.seating();
        if let Some(other) = rules.for_players(players) {
            prop_assert_eq!(other.seating(), Seating::new(players as u8, false).unwrap());
            prop_assert_eq!(other.preset().name(), rules.preset().name());
            if !seating.has_partners() {
                prop_assert_eq!(other.for_players(seating.seat_count()), Some(rules));
            }
        }
        let same = rules.for_players(seating.seat_count()).filter(|_| !seating.has_partners());
        prop_assert_eq!(same, (!seating.has_partners()).then_some(rules));
    }

    #[test]
    fn a_match_ends_and_says_how_it_stands(rules in rules(), seed: u64) {
        let game = walk(&rules, seed, |game, given, _| {
            let standing = game.standing();
            assert_eq!(standing.over, game.needs() == Need::Nothing);
            assert_eq!(standing.turn.is_some(), matches!(game.needs(), Need::Move(_)));
            assert_eq!(standing.scores.len(), game.rules().seating().side_count());
            let best = game.places().as_slice().iter().copied().min();
            assert_eq!(best, Some(1));
            assert!(!matches!(given, Given::Time) || standing.last_round);
        });
        let winner = game.winner();
        prop_assert!(winner.is_none_or(|side| game.places()[side] == 1));
    }

    #[test]
    fn folding_changes_gives_what_is_made_anew(rules in rules(), seed: u64, every in 1..4_usize) {
        let start = Match::new(&rules);
        let viewers = seats(rules.seating()).flat_map(|seat| [Viewer::Seat(seat), Viewer::Absent(seat)]);
        let viewers = viewers.chain([Viewer::Watcher]);
        let mut known: Vec<View> = viewers.clone().map(|viewer| start.view(viewer)).collect();
        let mut standing = start.standing();
        let (mut before, mut step): (Option<Match>, usize) = (None, 0);
        walk(&rules, seed, |game, _, _| {
            step += 1;
            if step % every != 0 {
                return;
            }
            let before_now = before.as_ref();
            standing.fold(game.standing_since(before_now));
            assert_eq!(standing, game.standing());
            let change = game.change_since(before_now);
            let json = serde_json::to_string(&change).expect("changes have a JSON form");
            assert_eq!(serde_json::from_str::<boneyard_rules::Change>(&json).expect("its own form"), change);
            for (viewer, known) in viewers.clone().zip(&mut known) {
                known.fold(change.clone());
                let is_absent = matches!(viewer, Viewer::Absent(_));
                let own = viewer.seat().map(|seat| game.own_change_since(before_now, seat, is_absent));
                known.fold_own(viewer.seat(), own);
                assert_eq!(*known, game.view(viewer), "{viewer:?}");
                // An update may tell nothing of the match.
                known.fold_own(viewer.seat(), None);
                assert_eq!(*known, game.view(viewer), "{viewer:?}");
            }
            before = Some(game.clone());
        });
    }

    #[test]
    fn a_match_is_repeated_by_what_its_events_say_was_given(rules in rules(), seed: u64) {
        let mut again = Match::new(&rules);
        let mut all = Vec::new();
        let last = walk(&rules, seed, |game, given, events| {
            let first = events.first().expect("something happens");
            let told = again.given(first).expect("the first event is the cause");
            match (&told, given) {
                // Of an order for lots only the beginning is told.
                (Given::Order(_), Given::Order(_)) => {}
                (told, given) => assert_eq!(told, given),
            }
            let repeated = match told {
                Given::Order(order) => again.deal(&order).expect("an order is needed"),
                Given::Move(seat, chosen) => again.take(seat, chosen).expect("it was accepted"),
                Given::Time => again.call_time().expect("it was called"),
            };
            assert_eq!(repeated, events);
            assert_eq!(again, *game);
            all.extend_from_slice(events);
        });
        let transcript = Transcript { rules, events: all };
        let text = transcript.to_string();
        let read: Transcript = text.parse().expect("what is printed is parsed");
        prop_assert_eq!(&read, &transcript);
        prop_assert_eq!(read.to_string(), text);
        prop_assert_eq!(read.replay(), Ok(last));
    }

    #[test]
    fn rules_are_read_from_their_line(rules in rules()) {
        let line = rules.to_string();
        prop_assert_eq!(line.parse::<Rules>(), Ok(rules));
        prop_assert!(line.starts_with(rules.preset().name()));
        let json = serde_json::to_string(&rules).expect("rules have a JSON form");
        prop_assert_eq!(serde_json::from_str::<Rules>(&json).expect("its own form"), rules);
    }
}
