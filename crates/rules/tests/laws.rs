//! Laws over random possible rules, deals and plays.

mod common;

use std::collections::HashMap;

use boneyard_rules::change::BoardChange;
use boneyard_rules::rules::{Calls, Variant};
use boneyard_rules::{
    ArmId, Event, Match, Need, Options, Order, Reason, Rules, Seat, Tile, TileSet, Transcript,
    View, Viewer,
};
use common::{RandomMatch, cases, options, rules};
use proptest::prelude::*;

/// Enough decisions for a few rounds of any game.
const STEPS: usize = 120;

/// Walks a random match and looks at it after every step.
fn walk(rules: &Rules, seed: u64, mut look: impl FnMut(&Match, &[Event])) {
    let mut random = RandomMatch::new(rules, seed);
    for _ in 0..STEPS {
        let events = random.step();
        look(&random.game, &events);
        if random.game.needs() == Need::Nothing {
            break;
        }
    }
}

fn all_seats() -> impl Iterator<Item = Seat> {
    (0..4).filter_map(Seat::new)
}

/// The count worked out from the list of tiles that lie, without the layout.
fn naive_count(game: &Match) -> u16 {
    let laid: Vec<_> = game.laid().collect();
    let arm_of = |i: usize| laid[i].joint.map(|joint| joint.arm);
    let carries = |arm: ArmId| {
        laid.iter()
            .any(|tile| tile.joint.is_some_and(|joint| joint.arm == arm))
    };
    let mut count = 0;
    for (i, this) in laid.iter().enumerate() {
        let pips = |n: u8| u16::from(n);
        let neighbours = match arm_of(i) {
            None => usize::from(carries(ArmId::A)) + usize::from(carries(ArmId::B)),
            Some(arm) => {
                1 + usize::from((i + 1..laid.len()).any(|later| arm_of(later) == Some(arm)))
            }
        };
        count += match this.joint {
            _ if this.tile.is_double() && neighbours < 2 => pips(this.tile.weight()),
            _ if this.tile.is_double() => 0,
            Some(joint) if neighbours < 2 => pips(joint.outer.get()),
            Some(_) => 0,
            None => {
                let high = if carries(ArmId::A) {
                    0
                } else {
                    this.tile.high().get()
                };
                let low = if carries(ArmId::B) {
                    0
                } else {
                    this.tile.low().get()
                };
                pips(high) + pips(low)
            }
        };
    }
    count
}

/// Every tile that a text names.
fn tiles_in(text: &str) -> TileSet {
    let bytes = text.as_bytes();
    let named = bytes
        .windows(5)
        .filter(|five| five[0] == b'"' && five[4] == b'"');
    named
        .filter_map(|five| std::str::from_utf8(&five[1..4]).ok()?.parse::<Tile>().ok())
        .collect()
}

proptest! {
    #![proptest_config(cases())]

    #[test]
    fn options_are_possible_as_the_table_of_options_says(options in options()) {
        let tiles = options.seating.seat_count() * usize::from(options.hand_size);
        let possible = (3..=9).contains(&options.hand_size)
            && tiles <= 28
            && (1..=1000).contains(&options.target)
            && options.reserve <= 2
            && (options.point_unit == boneyard_rules::rules::PointUnit::Pips || options.variant == Variant::AllFives)
            && (options.calls == boneyard_rules::rules::Calls::Automatic || options.variant.counts());
        prop_assert_eq!(Rules::try_from(options).is_ok(), possible);
    }

    #[test]
    fn there_are_always_28_tiles(rules in rules(), seed: u64) {
        walk(&rules, seed, |game, _| {
            let Some(round) = game.round() else { return };
            let hands = rules.seating.seats().flat_map(|seat| round.hand(seat));
            let laid = game.laid().map(|laid| laid.tile);
            let all: Vec<_> = hands.chain(laid).chain(round.boneyard().iter().copied()).collect();
            assert_eq!(all.len(), 28);
            assert_eq!(all.into_iter().collect::<TileSet>(), TileSet::FULL);
        });
    }

    #[test]
    fn what_is_listed_is_what_is_accepted(rules in rules(), seed: u64) {
        walk(&rules, seed, |game, _| {
            let Some(round) = game.round() else { return };
            let listed: Vec<_> = game.placements().map(|it| (it.tile(), it.arm())).collect();
            assert_eq!(!listed.is_empty(), matches!(game.needs(), Need::Play(_)), "who is on turn can play");
            for tile in Tile::all() {
                for arm in ArmId::ALL.into_iter().map(Some).chain([None]) {
                    for seat in all_seats() {
                        let accepted = round.placement(seat, tile, arm).is_ok();
                        let expected = game.needs() == Need::Play(seat) && listed.contains(&(tile, arm));
                        // A round stopped by the target has no outcome of its own.
                        if round.outcome().is_some() || game.winner().is_none() {
                            assert_eq!(accepted, expected, "seat {seat} {tile} {arm:?}");
                        }
                    }
                }
            }
        });
    }

    #[test]
    fn who_draws_or_passes_could_not_play(rules in rules(), seed: u64) {
        walk(&rules, seed, |game, events| {
            let Some(round) = game.round() else { return };
            let fitting = round.layout().fitting();
            let mut drawn: HashMap<Seat, TileSet> = HashMap::new();
            for event in events {
                match *event {
                    Event::Drew { seat, tile } => {
                        let before = drawn.entry(seat).or_default();
                        assert!(before.intersection(fitting).is_empty(), "it draws until a tile fits");
                        before.insert(tile);
                    }
                    Event::Passed { seat } => {
                        assert!(round.hand(seat).intersection(fitting).is_empty());
                    }
                    _ => {}
                }
            }
            for (seat, tiles) in drawn {
                assert!(round.hand(seat).difference(tiles).intersection(fitting).is_empty());
            }
            if rules.variant.draws() && rules.dealt() + usize::from(rules.reserve) < 28 {
                assert!(round.boneyard().len() >= usize::from(rules.reserve), "the reserve stays");
            } else {
                assert_eq!(round.boneyard().len(), 28 - rules.dealt(), "nothing is drawn");
            }
        });
    }

    #[test]
    fn the_count_is_the_sum_of_the_outermost_pips(rules in rules(), seed: u64) {
        walk(&rules, seed, |game, _| {
            if let Some(round) = game.round() {
                assert_eq!(round.layout().count().total(), naive_count(game));
            }
        });
    }

    #[test]
    fn scores_only_grow_and_never_pass_an_exact_target(rules in rules(), seed: u64) {
        let mut before: Vec<u16> = Vec::new();
        walk(&rules, seed, |game, events| {
            let scores = game.scores().as_slice();
            let given: u16 = events
                .iter()
                .map(|event| if let Event::Scored { points, .. } = event { *points } else { 0 })
                .sum();
            assert_eq!(scores.iter().sum::<u16>(), before.iter().sum::<u16>() + given);
            assert!(before.iter().zip(scores).all(|(before, after)| before <= after));
            assert!(!rules.exact_target || scores.iter().all(|&score| score <= rules.target));
            assert_eq!(game.winner().is_some(), scores.iter().any(|&score| score >= rules.target));
            before = scores.to_vec();
        });
    }

    #[test]
    fn the_scores_after_each_finished_round_are_kept_and_told_when_it_ends(rules in rules(), seed: u64) {
        let mut finished = Vec::new();
        let mut before: Option<Match> = None;
        walk(&rules, seed, |game, events| {
            let ends = events.iter().any(|event| matches!(event, Event::RoundOver(_) | Event::MatchOver { .. }));
            finished.extend(ends.then(|| *game.scores()));
            assert_eq!(game.round_scores(), finished);
            let told = game.change_since(before.as_ref()).round_scores;
            assert_eq!(told, (ends || before.is_none()).then(|| finished.clone()));
            before = Some(game.clone());
        });
    }

    #[test]
    fn a_view_holds_no_tile_that_its_viewer_may_not_know(rules in rules(), seed: u64) {
        walk(&rules, seed, |game, _| {
            let Some(round) = game.round() else { return };
            let mut public: TileSet = game.laid().map(|laid| laid.tile).collect();
            for event in game.history() {
                if let Event::Lots { lots, .. } = event {
                    public = lots.as_slice().iter().copied().collect::<TileSet>().union(public);
                }
            }
            if !matches!(game.needs(), Need::Play(_)) {
                public = rules.seating.seats().fold(public, |all, seat| all.union(round.hand(seat)));
            }
            let watcher = serde_json::to_string(&game.view(Viewer::Watcher)).expect("views have a JSON form");
            assert!(tiles_in(&watcher).difference(public).is_empty(), "{watcher}");
            for seat in rules.seating.seats() {
                let view = game.view(Viewer::Seat(seat));
                let json = serde_json::to_string(&view).expect("views have a JSON form");
                let known = public.union(round.hand(seat));
                assert!(tiles_in(&json).difference(known).is_empty(), "seat {seat}: {json}");
                assert_eq!(serde_json::from_str::<View>(&json).expect("its own form"), view);
            }
        });
    }

    #[test]
    fn folding_changes_gives_the_view_made_anew(rules in rules(), seed: u64, every in 1..4_usize) {
        let mut before: Option<Match> = None;
        let start = Match::new(&rules);
        let viewers = || rules.seating.seats().map(Viewer::Seat).chain([Viewer::Watcher]);
        let mut known: Vec<_> = viewers().map(|viewer| start.view(viewer)).collect();
        let mut step = 0;
        walk(&rules, seed, |game, _| {
            step += 1;
            if step % every != 0 {
                return;
            }
            let change = game.change_since(before.as_ref());
            let json = serde_json::to_string(&change.board).expect("changes have a JSON form");
            assert_eq!(serde_json::from_str::<BoardChange>(&json).expect("its own form"), change.board);
            for (viewer, known) in viewers().zip(&mut known) {
                known.fold(change.clone());
                if let (Viewer::Seat(seat), Some(own)) = (viewer, &mut known.own) {
                    own.fold(game.own_change_since(before.as_ref(), seat));
                }
                assert_eq!(*known, game.view(viewer));
            }
            before = Some(game.clone());
        });
    }

    #[test]
    fn a_change_holds_no_tile_that_its_viewer_may_not_know(rules in rules(), seed: u64) {
        let mut before: Option<Match> = None;
        walk(&rules, seed, |game, _| {
            let public = tiles_in(&serde_json::to_string(&game.view(Viewer::Watcher)).expect("JSON"));
            let change = game.change_since(before.as_ref());
            let json = serde_json::to_string(&(&change.events, &change.board)).expect("JSON");
            assert!(tiles_in(&json).difference(public).is_empty(), "{json}");
            for seat in rules.seating.seats() {
                let own = game.own_change_since(before.as_ref(), seat);
                let json = serde_json::to_string(&own).expect("JSON");
                let held = game.round().map_or(TileSet::EMPTY, |round| round.hand(seat));
                assert!(tiles_in(&json).difference(held).is_empty(), "seat {seat}: {json}");
            }
            before = Some(game.clone());
        });
    }

    #[test]
    fn what_a_placement_is_offered_for_is_what_it_scores(rules in rules(), seed: u64) {
        let mut before: Option<Match> = None;
        walk(&rules, seed, |game, events| {
            let on_turn = before.as_ref().map(|before| (before, before.needs()));
            if let (Some((before, Need::Play(seat))), Some(Event::Played { tile, joint, .. })) = (on_turn, events.first()) {
                let arm = joint.map(|joint| joint.arm);
                let offers = before.own(seat).placements;
                let offer = offers.iter().find(|offer| (offer.tile, offer.arm) == (*tile, arm)).expect("it was listed");
                let scored = events.iter().find_map(|event| match *event {
                    Event::Scored { points, reason: Reason::Count, .. } => Some(points),
                    _ => None,
                });
                let told = if rules.calls == Calls::Automatic { scored } else { None };
                assert_eq!(offer.points, told);
            }
            before = Some(game.clone());
        });
    }

    #[test]
    fn events_stand_in_the_order_in_which_things_happen(rules in rules(), seed: u64) {
        walk(&rules, seed, |game, events| {
            let seats_after = |seat| rules.seating.from(seat).skip(1).collect::<Vec<_>>();
            let mut last = 0;
            let mut turns = Vec::new();
            for event in events {
                let place = match *event {
                    Event::Lots { .. } | Event::Deal { .. } | Event::Played { .. } | Event::Called { .. } => 1,
                    Event::Scored { reason: Reason::Count | Reason::Call, .. }
                    | Event::Overshot { reason: Reason::Count | Reason::Call, .. } => 2,
                    Event::Drew { .. } | Event::Passed { .. } => 3,
                    Event::RoundOver(_) => 4,
                    Event::Scored { .. } | Event::Overshot { .. } => 5,
                    Event::MatchOver { .. } => 6,
                };
                assert!(last <= place, "{events:?}");
                last = place;
                match *event {
                    Event::Played { seat, announced, .. } => {
                        turns = seats_after(seat);
                        assert!(announced.is_none() || rules.calls == Calls::Muggins);
                    }
                    Event::Drew { seat, .. } => {
                        let skipped = turns.iter().position(|&turn| turn == seat);
                        assert_eq!(skipped, Some(0), "{events:?}");
                    }
                    Event::Passed { seat } => assert_eq!(turns.remove(0), seat),
                    _ => {}
                }
            }
            assert_eq!(last == 6, game.winner().is_some());
        });
    }

    #[test]
    fn a_drawn_tile_that_does_not_fit_makes_what_a_seat_lacked_forgotten(rules in rules(), seed: u64) {
        walk(&rules, seed, |game, events| {
            let Some(round) = game.round() else { return };
            let open: Vec<_> = round.layout().ends().map(|end| end.pips).collect();
            for seat in rules.seating.seats() {
                let drawn = events.iter().filter_map(|event| match *event {
                    Event::Drew { seat: by, tile } if by == seat => Some(tile),
                    _ => None,
                });
                let is_forgotten = drawn.clone().any(|tile| !round.layout().fitting().contains(tile));
                assert!(!is_forgotten || round.lacks(seat).all(|pips| open.contains(&pips)));
            }
        });
    }

    #[test]
    fn a_hand_is_listed_by_the_higher_end_and_then_by_the_lower(rules in rules(), seed: u64) {
        walk(&rules, seed, |game, _| {
            for seat in rules.seating.seats() {
                assert!(game.own(seat).hand.is_sorted_by_key(|tile| (tile.high(), tile.low())));
            }
        });
    }

    #[test]
    fn a_seat_holds_nothing_that_it_is_known_to_lack(rules in rules(), seed: u64) {
        walk(&rules, seed, |game, _| {
            let Some(round) = game.round() else { return };
            let last_turn = game.history().iter().rev().take_while(|event| !matches!(event, Event::Played { .. }));
            let just_drawn: TileSet = last_turn
                .filter_map(|event| if let Event::Drew { tile, .. } = event { Some(*tile) } else { None })
                .collect();
            for seat in rules.seating.seats() {
                let mut held = round.hand(seat);
                if round.turn() == seat {
                    held = held.difference(just_drawn.intersection(round.layout().fitting()));
                }
                for pips in round.lacks(seat) {
                    assert!(held.intersection(TileSet::with(pips)).is_empty(), "seat {seat} lacks {pips}");
                }
            }
        });
    }

    #[test]
    fn short_notation_round_trips(rules in rules()) {
        let line = rules.to_string();
        prop_assert!(!line.contains('\n'));
        prop_assert_eq!(line.parse::<Rules>(), Ok(rules), "{}", line);
    }

    #[test]
    fn transcripts_round_trip_and_replay(rules in rules(), seed: u64) {
        let mut events = Vec::new();
        let mut last = Match::new(&rules);
        walk(&rules, seed, |game, new| {
            events.extend_from_slice(new);
            last = game.clone();
        });
        let transcript = Transcript { rules, events };
        let text = transcript.to_string();
        let parsed: Transcript = text.parse().expect("what is printed is parsed");
        prop_assert_eq!(&parsed, &transcript);
        prop_assert_eq!(parsed.to_string(), text);
        prop_assert_eq!(parsed.replay(), Ok(last));
    }

    #[test]
    fn a_changed_transcript_does_not_replay(rules in rules(), seed: u64, at: prop::sample::Index) {
        let mut events = Vec::new();
        walk(&rules, seed, |_, new| events.extend_from_slice(new));
        let i = at.index(events.len());
        let doubled = events[i].clone();
        events.insert(i, doubled);
        let repeated = matches!(&events[i], Event::Deal { leader: None, .. } | Event::Passed { .. });
        prop_assume!(!repeated);
        let changed = Transcript { rules, events };
        prop_assert!(changed.replay().is_err());
    }

    #[test]
    fn a_match_ends_or_no_side_has_reached_the_target(rules in rules(), seed: u64) {
        let mut options = Options::from(rules);
        options.target = options.target % 60 + 1;
        let rules = Rules::try_from(options).expect("a smaller target is possible");
        let mut random = RandomMatch::new(&rules, seed);
        while random.game.needs() != Need::Nothing && random.game.round_number() < 600 {
            random.step();
        }
        let scores = random.game.scores().as_slice();
        let reached = scores.iter().filter(|&&score| score >= rules.target).count();
        prop_assert_eq!(reached, usize::from(random.game.winner().is_some()));
        // Only an exact target can stay out of reach for ever.
        prop_assert!(random.game.winner().is_some() || rules.exact_target, "{rules}: {scores:?}");
    }

    #[test]
    fn an_order_is_every_tile_once(mut places in prop::collection::vec(0..28_usize, 28)) {
        let tiles: Vec<_> = places.iter().filter_map(|&place| Tile::from_index(place)).collect();
        places.sort_unstable();
        places.dedup();
        prop_assert_eq!(Order::try_from(tiles.as_slice()).is_ok(), places.len() == 28);
    }
}
