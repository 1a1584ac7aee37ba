//! Laws that hold for all possible rules, deals and plays. The tests choose these at random.

mod common;

use std::collections::HashMap;

use boneyard_rules::Game as _;
use boneyard_rules::line::rules::{
    BlockedScore, BlockedTie, BlockedWinner, Callers, Calls, DominoSet, DominoWinner, Finish,
    Hands, Love, MatchEnd, NextLead, Passes, PointUnit, Variant,
};
use boneyard_rules::line::{ArmId, Change, Event, Match, Options, Reason, Rules, View};
use boneyard_rules::line::{Move, TileOrder};
use boneyard_rules::seat::SEATS_MAX;
use boneyard_rules::{Need, Seat, Tile, TileSet, Transcript, Viewer};
use common::options::{nearly_possible, rules, rules_where};
use common::{RandomMatch, cases, walk};
use proptest::prelude::*;

fn all_seats() -> impl Iterator<Item = Seat> {
    (0..SEATS_MAX as u8).filter_map(Seat::new)
}

/// The count, computed from the list of the tiles on the table, without the layout.
fn naive_count(game: &Match) -> u16 {
    let laid: Vec<_> = game.laid().collect();
    let arm_of = |i: usize| laid[i].joint.map(|joint| joint.arm);
    let carries = |arm: ArmId| {
        laid.iter()
            .any(|tile| tile.joint.is_some_and(|joint| joint.arm == arm))
    };
    let has_spinner = game.rules().spinner;
    let spinner = laid
        .iter()
        .position(|laid| laid.tile.is_double())
        .filter(|_| has_spinner);
    let mut count = 0;
    for (i, this) in laid.iter().enumerate() {
        let pips = |n: u8| u16::from(n);
        let along = match arm_of(i) {
            None => usize::from(carries(ArmId::A)) + usize::from(carries(ArmId::B)),
            Some(arm) => {
                1 + usize::from((i + 1..laid.len()).any(|later| arm_of(later) == Some(arm)))
            }
        };
        let across = [ArmId::C, ArmId::D].into_iter().filter(|&arm| carries(arm));
        let neighbours = along
            + if spinner == Some(i) {
                across.count()
            } else {
                0
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

/// Every tile that a JSON text contains.
fn tiles_in(text: &str) -> TileSet {
    let bytes = text.as_bytes();
    let named = bytes
        .windows(5)
        .filter(|five| five[0] == b'"' && five[4] == b'"');
    named
        .filter_map(|five| std::str::from_utf8(&five[1..4]).ok()?.parse::<Tile>().ok())
        .collect()
}

/// Whether options are possible according to the last column of the table of options in RULES.md.
fn is_possible(o: &Options) -> bool {
    let by_count = matches!(o.variant, Variant::AllFives | Variant::FivesAndThrees);
    let (tiles, doubles) = match o.tile_set {
        DominoSet::DoubleSix => (28, 7),
        DominoSet::NoDoubleBlank => (27, 7),
        DominoSet::DoubleNine => (55, 10),
    };
    let (seats, partners) = (o.seating.seat_count() as u32, o.seating.has_partners());
    let basic = seats <= 4
        && (3..=14).contains(&o.hand_size)
        && seats * u32::from(o.hand_size) <= tiles
        && (1..=1000).contains(&o.target)
        && o.reserve <= 2
        && (o.point_unit == PointUnit::Pips || o.variant == Variant::AllFives)
        && (o.calls == Calls::Automatic || by_count);
    let deal = (o.tile_set == DominoSet::DoubleSix || !by_count)
        && (o.next_lead != NextLead::WinningSide || partners)
        && (o.redeal_doubles == 0
            || (4..=doubles).contains(&o.redeal_doubles)
                && o.redeal_doubles <= o.hand_size
                && o.hand_size <= 10);
    let no_points = o.double_blank == 0 && o.round_bonus == [0; 4] && o.passes == Passes::default();
    let new_scores = no_points
        && o.hands == Hands::Opponents
        && o.blocked_winner == BlockedWinner::Side
        && o.blocked_tie == BlockedTie::Nobody
        && o.finish == Finish::default()
        && o.entry == 0
        && o.love == Love::No;
    let passes = [
        o.passes.lead_double,
        o.passes.lead_other,
        o.passes.next,
        o.passes.all,
    ];
    let finish = [
        o.finish.plain,
        o.finish.double,
        o.finish.both,
        o.finish.double_both,
        o.finish.blocked,
    ];
    let numbers = finish.iter().chain(&passes).all(|&it| it <= 100)
        && o.round_bonus
            .iter()
            .chain([&o.double_blank])
            .all(|&it| it <= 200)
        && o.entry <= 50;
    let of_sides = o.hands == Hands::Opponents
        && o.blocked_winner == BlockedWinner::Side
        && matches!(o.blocked_tie, BlockedTie::Nobody | BlockedTie::Doubles);
    let score = (new_scores || !by_count && !o.going_out_point)
        && (o.blocked_score == BlockedScore::OpponentsTotal || of_sides)
        && (o.hands != Hands::None || o.finish.plain >= 1)
        && (o.double_blank == 0 || o.tile_set != DominoSet::NoDoubleBlank)
        && (o.passes == Passes::default() || seats >= 3)
        && (o.entry == 0 || o.hands != Hands::None && u16::from(o.entry) <= o.target);
    let love = o.love == Love::No
        || o.hands == Hands::None && o.target <= 20 && !o.exact_target && no_points;
    let seeds = (o.domino_winner == DominoWinner::Out || partners && !o.going_out_point)
        && (o.callers == Callers::Opponents || partners && o.calls == Calls::Muggins);
    basic && deal && numbers && score && love && seeds
}

/// Makes matches short: there is no exact target, which a side may never reach, and no love, with which a
/// match can last long.
fn with_a_near_target(options: &mut Options) {
    options.target = options.target % 10 + 1;
    options.exact_target = false;
    options.love = Love::No;
}

proptest! {
    #![proptest_config(cases())]

    #[test]
    fn options_are_possible_as_the_table_of_options_says(options in nearly_possible()) {
        prop_assert_eq!(Rules::try_from(options).is_ok(), is_possible(&options), "{:?}", options);
    }

    #[test]
    fn every_tile_of_the_set_is_in_one_place(rules in rules(), seed: u64) {
        walk(&rules, seed, |game, _| {
            let Some(round) = game.round() else { return };
            let hands = rules.seating.seats().flat_map(|seat| round.hand(seat));
            let laid = game.laid().map(|laid| laid.tile);
            let mut all: Vec<_> = hands.chain(laid).chain(round.boneyard().iter().copied()).collect();
            all.sort_unstable();
            assert!(all.into_iter().eq(rules.tile_set.tiles()));
        });
    }

    #[test]
    fn what_is_listed_is_what_is_accepted(rules in rules(), seed: u64) {
        walk(&rules, seed, |game, _| {
            for seat in rules.seating.seats() {
                let moves = game.moves(seat);
                assert!(moves.is_empty() || game.may_move(seat));
                assert!(game.needs() != Need::Move(seat) || game.forced() == moves.first().copied());
                for chosen in moves.iter().copied().chain([Move::GiveLead, Move::Call]) {
                    let accepted = game.clone().take(seat, chosen).is_ok();
                    assert_eq!(accepted, moves.contains(&chosen), "seat {seat} {chosen:?}");
                }
            }
            let Some(round) = game.round() else { return };
            let listed: Vec<_> = game.placements().map(|it| (it.tile(), it.arm())).collect();
            assert_eq!(!listed.is_empty(), matches!(game.needs(), Need::Move(_)), "who is on turn can play");
            for tile in rules.tile_set.tiles() {
                for arm in ArmId::ALL.into_iter().map(Some).chain([None]) {
                    for seat in all_seats() {
                        let accepted = round.placement(seat, tile, arm).is_ok();
                        let expected = game.needs() == Need::Move(seat) && listed.contains(&(tile, arm));
                        // A round that ended because a side reached the target has no outcome.
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
            if rules.variant.draws() && rules.dealt() + usize::from(rules.reserve) < rules.tile_set.len() {
                assert!(round.boneyard().len() >= usize::from(rules.reserve), "the reserve stays");
            } else {
                assert_eq!(round.boneyard().len(), rules.tile_set.len() - rules.dealt(), "nothing is drawn");
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
    fn scores_follow_from_the_events_and_never_pass_an_exact_target(rules in rules(), seed: u64) {
        let mut told = vec![0; rules.seating.side_count()];
        walk(&rules, seed, |game, events| {
            let mut before_love = None;
            for event in events {
                match event {
                    Event::Scored { side, points, .. } => told[side.index()] += points,
                    Event::Love { scores } => {
                        before_love = Some(told.clone());
                        assert_ne!(scores.as_slice(), told, "love tells a change");
                        told = scores.as_slice().to_vec();
                    }
                    _ => {}
                }
            }
            let scores = game.scores().as_slice();
            assert_eq!(scores, told);
            assert!(!rules.exact_target || scores.iter().all(|&score| score <= rules.target));
            let reached = scores.iter().any(|&score| score >= rules.target);
            let rests = game.round().is_some_and(|round| round.outcome().is_some());
            let judged = before_love.as_deref().unwrap_or(scores);
            let most = judged.iter().max().copied();
            let alone = judged.iter().filter(|&&score| Some(score) == most).count() == 1;
            let by_target = reached && match rules.match_end {
                MatchEnd::AtOnce => true,
                MatchEnd::AfterRound => rests && alone,
            };
            let by_time = game.is_last_round() && rests && alone;
            assert_eq!(game.winner().is_some(), by_target || by_time);
            if let Some(winner) = game.winner() {
                assert!(scores.iter().all(|&score| score <= game.scores()[winner]));
            }
        });
    }

    #[test]
    fn the_scores_after_each_finished_round_are_kept_and_told_when_it_ends(rules in rules(), seed: u64) {
        let mut finished = Vec::new();
        let mut before: Option<Match> = None;
        walk(&rules, seed, |game, events| {
            let is_time_called = matches!(events, [Event::TimeCalled, ..]);
            let ends = !is_time_called
                && events.iter().any(|event| matches!(event, Event::RoundOver(_) | Event::MatchOver { .. }));
            finished.extend(ends.then(|| *game.scores()));
            assert_eq!(game.round_scores(), finished);
            let told = game.standing_since(before.as_ref()).round_scores;
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
            if !matches!(game.needs(), Need::Move(_)) {
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
        let mut standing = start.standing();
        let mut step = 0;
        walk(&rules, seed, |game, _| {
            step += 1;
            if step % every != 0 {
                return;
            }
            let change = game.change_since(before.as_ref());
            let json = serde_json::to_string(&change).expect("changes have a JSON form");
            assert_eq!(serde_json::from_str::<Change>(&json).expect("its own form"), change);
            standing.fold(game.standing_since(before.as_ref()));
            assert_eq!(standing, game.standing());
            for (viewer, known) in viewers().zip(&mut known) {
                known.fold(change.clone());
                if let (Viewer::Seat(seat), Some(own)) = (viewer, &mut known.own) {
                    own.fold(game.own_change_since(before.as_ref(), seat, false));
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
                let own = game.own_change_since(before.as_ref(), seat, false);
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
            if let (Some((before, Need::Move(seat))), Some(Event::Played { tile, joint, .. })) = (on_turn, events.first()) {
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
                    Event::Lots { .. }
                    | Event::Deal { .. }
                    | Event::GaveLead { .. }
                    | Event::Played { .. }
                    | Event::Called { .. }
                    | Event::TimeCalled => 1,
                    Event::Scored { reason: Reason::Count | Reason::Call, .. }
                    | Event::Overshot { reason: Reason::Count | Reason::Call, .. } => 2,
                    Event::Drew { .. } | Event::Passed { .. } => 3,
                    Event::Scored { reason: Reason::Pass, .. }
                    | Event::Overshot { reason: Reason::Pass, .. }
                    | Event::RoundOver(_) => 4,
                    Event::Scored { .. } | Event::Overshot { .. } | Event::FellShort { .. } => 5,
                    Event::Love { .. } => 6,
                    Event::MatchOver { .. } => 7,
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
            assert_eq!(last == 7, game.winner().is_some());
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
        let transcript = Transcript::new(rules, events);
        let text = transcript.to_string();
        let parsed: Transcript = text.parse().expect("what is printed is parsed");
        prop_assert_eq!(&parsed, &transcript);
        prop_assert_eq!(parsed.to_string(), text);
        prop_assert_eq!(parsed.replay(), Ok(last.into()));
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
        let changed = Transcript::new(rules, events);
        prop_assert!(changed.replay().is_err());
    }

    #[test]
    fn a_match_ends(rules in rules_where(with_a_near_target), seed: u64) {
        let mut random = RandomMatch::new(&rules, seed);
        while random.game.needs() != Need::Nothing && random.game.round_number() < 600 {
            random.step();
        }
        prop_assert!(random.game.winner().is_some(), "{rules}: {:?}", random.game.scores());
    }

    #[test]
    fn an_order_is_every_tile_of_a_set_once(rules in rules(), seed: u64, place: prop::sample::Index, other in 0..Tile::COUNT) {
        let order = RandomMatch::new(&rules, seed).order();
        let things = order.clone();
        let order = TileOrder::new(rules.tile_set, &order).expect("an order of the set");
        prop_assert_eq!(order.things(), things);
        prop_assert_eq!(TileOrder::try_from(order.tiles()), Ok(order));
        let mut tiles = order.tiles().to_vec();
        let place = place.index(tiles.len());
        let replaced = std::mem::replace(&mut tiles[place], Tile::from_index(other).expect("a tile"));
        prop_assert_eq!(TileOrder::try_from(tiles.as_slice()).is_ok(), replaced.index() == other);
        tiles.pop();
        let is_without_blank = tiles.iter().copied().collect::<TileSet>() == DominoSet::NoDoubleBlank.tiles();
        prop_assert_eq!(TileOrder::try_from(tiles.as_slice()).is_ok(), is_without_blank);
    }
}
