//! The laws of the page, for random rules and games. Law 2 is in `games.rs`, law 9 in `grammar.rs`.

use std::collections::BTreeSet;

use boneyard_rules::race::{Event, Match, Step};
use boneyard_rules::{BoxBySeat, DealError, Game as _, GameRules as _, Need, Order, Viewer};
use proptest::prelude::*;
use rand::SeedableRng as _;
use rand::rngs::StdRng;

use crate::both::{Both, Start, allowed, give, read, rules_for, seat, walk};
use crate::games::rules;
use crate::referee::{Board, Place, Square, Tile, diamond};

fn tiles<'a, T: std::fmt::Display + 'a>(tiles: impl IntoIterator<Item = &'a T>) -> Vec<String> {
    tiles.into_iter().map(T::to_string).collect()
}

/// The placements on the board, in the types of the referee.
fn placed(step: &Step) -> Vec<Place> {
    let names = step.board.iter().map(ToString::to_string);
    names
        .map(|name| Place::parse(&name).expect("a placement"))
        .collect()
}

/// Asserts that each tile of the set is in one place.
fn assert_complete(step: &Step) {
    let mut all = tiles(&step.boneyard);
    all.extend(placed(step).iter().map(|place| place.tile.to_string()));
    for hands in [&step.hands, &step.pits] {
        all.extend(hands.iter().flat_map(|(_, hand)| tiles(hand)));
    }
    all.sort_unstable();
    let mut set: Vec<_> = Tile::all()
        .flat_map(|tile| [tile.to_string(), tile.to_string()])
        .collect();
    set.sort_unstable();
    assert_eq!(all, set);
}

/// Asserts what must hold for the tiles on the board.
fn assert_placed(places: &[Place]) {
    let mut halves = Vec::<(Square, u8)>::new();
    for place in places {
        let mut touches = 0;
        for ((row, column), number) in place.halves() {
            let is_near = |square: Square| (square.0 - row).abs() + (square.1 - column).abs() == 1;
            let near: Vec<_> = halves.iter().filter(|half| is_near(half.0)).collect();
            assert!(near.len() <= 1, "{place}");
            assert!(near.iter().all(|half| half.1 == number), "{place}");
            touches += near.len();
        }
        assert_eq!(touches == 0, halves.is_empty(), "{place}");
        halves.extend(place.halves());
    }
    let squares: BTreeSet<_> = halves.iter().map(|half| half.0).collect();
    assert_eq!(squares.len(), 2 * places.len());
    for &(row, column) in &squares {
        let others = [(row + 1, column), (row, column + 1), (row + 1, column + 1)];
        assert!(
            !others.iter().all(|square| squares.contains(square)),
            "a block at {row} {column}"
        );
    }
}

/// The points of a line, and whether they are those of a diamond.
fn points(line: &str) -> Option<(u16, bool)> {
    let (_, score) = line.split_once(" scores ")?;
    let (points, reason) = score.split_once(" for ")?;
    Some((read(points), reason == "diamond"))
}

/// Asserts that a view has what its viewer may know, and nothing else.
fn assert_seen(both: &Both, viewer: Viewer) {
    let (game, view) = (&both.game, both.game.view(viewer));
    let step = game.step(&[]);
    let sizes = |hands: &BoxBySeat<Vec<_>>| hands.map(|hand| hand.len() as u8);
    assert_eq!(view.board, step.board);
    assert_eq!(view.hand_sizes, sizes(&step.hands));
    assert_eq!(view.pits, sizes(&step.pits));
    assert_eq!(usize::from(view.boneyard), step.boneyard.len());
    assert_eq!((view.leader, view.more), (step.leader, step.more));
    assert_eq!(view.shown.is_some(), game.standing().over);
    for event in &view.history {
        if let Event::Drew { tile, .. } | Event::Pitted { tile, .. } = event {
            assert_eq!(*tile, None);
        }
    }
    assert_eq!(view.own.is_some(), viewer.seat().is_some());
    if let Some((own, seat)) = view.own.zip(viewer.seat()) {
        assert_eq!((&own.hand, &own.pit), (&step.hands[seat], &step.pits[seat]));
        let is_asked = matches!(viewer, Viewer::Seat(_));
        let lines = both
            .referee
            .moves()
            .into_iter()
            .filter(|_| is_asked && game.turn() == Some(seat));
        let places = own
            .places
            .iter()
            .map(|place| format!("{seat} places {place}"));
        let pits = own.pits.iter().map(|tile| format!("{seat} pits {tile}"));
        let offered: BTreeSet<_> = places.chain(pits).collect();
        assert!(lines.filter(|line| !line.ends_with(" stops")).eq(offered));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn games_keep_their_tiles_their_turns_and_their_points(rules in rules(), seed: u64) {
        let of_another_set = Match::new(&read(&rules)).deal(&Order::sorted(55));
        prop_assert_eq!(of_another_set, Err(DealError::Set));
        let (mut moves, mut scored) = (0, 0);
        let mut scores = Vec::new();
        let last = walk(&rules, seed, |both, lines| {
            let game = &both.game;
            let step = game.step(&[]);
            let deals = matches!(game.needs(), Need::Chance(_));
            assert_eq!(step.leader, (!deals).then(|| seat(both.referee.leader)));
            if !deals {
                assert_complete(&step);
                let hands = step.hands.iter().map(|(_, hand)| tiles(hand));
                assert!(hands.eq(both.referee.hands.iter().map(tiles)));
                assert_eq!(tiles(&step.boneyard), tiles(&both.referee.boneyard));
            }
            assert_placed(&placed(&step));
            let dealt = game.clone().deal(&Order::sorted(56));
            assert_eq!(dealt.err(), (!deals).then_some(DealError::NotNow));
            let calls = !game.is_last_round() && !game.standing().over;
            assert_eq!(game.clone().call_time().is_ok(), calls);
            let offers: Vec<_> = game.rules().seating().seats().map(|seat| game.moves(seat)).collect();
            let on_turn = offers.iter().filter(|offers| !offers.is_empty()).count();
            assert_eq!(on_turn, usize::from(game.turn().is_some()));
            let offers = allowed(game);
            let chooses = offers.iter().any(|line| line.ends_with(" stops") || line.contains(" pits "));
            assert!(!chooses || offers.len() > 1, "{offers:?}");
            moves += usize::from(!lines[0].starts_with("deal") && !lines[0].starts_with("time"));
            let now = game.scores().as_slice().to_vec();
            assert!(now.iter().zip(&scores).all(|(now, before)| now >= before));
            scored += lines.iter().filter_map(|line| points(line)).map(|it| it.0).sum::<u16>();
            assert_eq!(now.iter().sum::<u16>(), scored);
            scores = now;
            let place = lines[0].split_once(" places ").map(|(_, name)| Place::parse(name));
            let wanted: u32 = place.map_or(0, |place| {
                let halves = place.expect("a placement").halves();
                let points: u32 = halves.iter().map(|half| diamond(half.0)).sum();
                points << u32::from(halves[0].1 == halves[1].1)
            });
            let diamonds = lines.iter().filter_map(|line| points(line)).filter(|it| it.1);
            assert_eq!(diamonds.map(|it| u32::from(it.0)).sum::<u32>(), wanted);
            if lines.iter().any(|line| line == "nobody can place") {
                assert!(step.boneyard.is_empty());
                let mut board = Board::default();
                for place in placed(&step) {
                    board.add(&place);
                }
                let held = step.hands.iter().flat_map(|(_, hand)| tiles(hand));
                let held: Result<Vec<_>, _> = held.map(|tile| Tile::parse(&tile)).collect();
                assert!(!board.can_take(&held.expect("tiles"), None));
            }
        });
        prop_assert!(moves <= 70, "{moves} moves");
        let best = scores.iter().max();
        let winners = scores.iter().filter(|points| Some(*points) == best).count();
        let winner = last.game.winner().map(|side| &scores[usize::from(u8::from(side))]);
        prop_assert_eq!(winner, best.filter(|_| winners == 1));
    }

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

    #[test]
    fn either_end_offers_what_the_far_end_offers(rules in rules(), seed: u64) {
        walk(&rules, seed, |both, lines| {
            let is_begun = !both.game.is_after_double() && lines[0] != "time is called";
            let Some(turn) = both.game.turn().filter(|_| is_begun) else {
                return;
            };
            let step = both.game.step(&[]);
            let seats = both.game.rules().seating().seat_count();
            let mut start = Start {
                board: tiles(&step.board),
                hands: step.hands.iter().map(|(_, hand)| tiles(hand)).collect(),
                boneyard: tiles(&step.boneyard),
                scores: vec![0; seats],
                turn: turn.index(),
                ..Start::default()
            };
            let drawn = lines.last().and_then(|line| line.strip_prefix(&format!("{turn} draws ")));
            if let Some(drawn) = drawn {
                start.boneyard.insert(0, start.hands[turn.index()].pop().expect("the tile that was drawn"));
                assert_eq!(start.boneyard[0], drawn);
            }
            let begun = |rules: &str| {
                let rules = format!("Ringway Long · {seats} seats{rules}").replace(" · 2 seats", "");
                Start { rules, ..start.clone() }.game().0
            };
            let (far, either) = (begun(""), begun(" · either end"));
            assert_eq!(allowed(&far), allowed(&both.game));
            for line in allowed(&far) {
                let (mut far, mut either) = (far.clone(), either.clone());
                give(&mut far, &line).expect("it is allowed");
                give(&mut either, &line).expect("it is allowed");
                let more = allowed(&either);
                if far.is_after_double() {
                    assert!(allowed(&far).iter().all(|it| more.contains(it)), "{line}");
                }
            }
        });
    }
}

/// The given lines of a random game, up to some moment; and what all of them led to.
fn some_moment(rules: &str, random: &mut StdRng) -> (Vec<String>, Vec<Vec<String>>) {
    let mut lines = Vec::new();
    walk(rules, random.random(), |_, more| lines.push(more.to_vec()));
    lines.truncate(random.random_range(1..=lines.len()));
    (lines.iter().map(|more| more[0].clone()).collect(), lines)
}

/// The same lines after a deal in which two tiles changed places. What lies in a pit may be the other tile then.
fn with_two_tiles_swapped(mut given: Vec<String>, random: &mut StdRng) -> Vec<String> {
    let Some(deal) = given.iter().rposition(|line| line.starts_with("deal")) else {
        return given;
    };
    let mut dealt: Vec<_> = given[deal].split(' ').map(str::to_owned).collect();
    let tiles = dealt.len() - 56..dealt.len();
    let (one, other) = (
        random.random_range(tiles.clone()),
        random.random_range(tiles),
    );
    dealt.swap(one, other);
    given[deal] = dealt.join(" ");
    for line in given.iter_mut().filter(|line| line.contains(" pits ")) {
        let [a, b] = [&dealt[one], &dealt[other]];
        let (seat, tile) = line.split_once(" pits ").expect("a tile");
        let tile = if tile == a {
            b
        } else if tile == b {
            a
        } else {
            tile
        };
        *line = format!("{seat} pits {tile}");
    }
    given
}

#[test]
fn a_view_is_the_same_whatever_the_others_hold() {
    let mut compared = 0;
    for seed in 0..1_000 {
        let random = &mut StdRng::seed_from_u64(seed);
        let seats = random.random_range(2..=4);
        let rules = rules_for(seats);
        let (given, lines) = some_moment(&rules, random);
        let (game, _) = played(&rules, &given).expect("it was played so");
        let Some((other, others)) = played(&rules, &with_two_tiles_swapped(given.clone(), random))
        else {
            continue;
        };
        if game.standing().over || lines == others {
            continue;
        }
        for viewer in std::iter::once(None).chain((0..seats).map(Some)) {
            let known = |lines: &[Vec<String>]| -> Vec<String> {
                let lines = lines.iter().flatten();
                lines.map(|line| known(line, viewer, seats)).collect()
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

/// The game in which these lines were given, and all its lines; `None` if one is refused.
fn played(rules: &str, given: &[String]) -> Option<(Match, Vec<Vec<String>>)> {
    let mut game = Match::new(&read(rules));
    let lines = given.iter().map(|line| give(&mut game, line).ok());
    let lines = lines.collect::<Option<_>>()?;
    Some((game, lines))
}

/// What a viewer may know of a line.
fn known(line: &str, viewer: Option<usize>, seats: usize) -> String {
    let words: Vec<&str> = line.split(' ').collect();
    match words[..] {
        ["deal", ..] => {
            let (leads, tiles) = words.split_at(words.len() - 56);
            let own = viewer.map(|seat| &tiles[3 * seat..3 * seat + 3]);
            let dealt = tiles[..3 * seats]
                .iter()
                .map(|tile| Tile::parse(tile).expect("a tile"));
            let lightest = dealt.min_by_key(|tile| tile.weight()).expect("a tile");
            format!("{leads:?} {lightest} {own:?}")
        }
        [seat, done @ ("draws" | "pits"), _]
            if Some(seat) != viewer.map(|it| it.to_string()).as_deref() =>
        {
            format!("{seat} {done}")
        }
        _ => line.to_owned(),
    }
}
