//! The computer player of Ringway: laws of every level, and positions with an obvious answer.

use boneyard_bot::race::Player;
use boneyard_bot::{Budget, Chance, Computer as _, Level, Seen};
use boneyard_rules::race::{Match, Move, Placement, Position, Rules, diamond_points, gives};
use boneyard_rules::{BoxBySeat, BySide, Game as _, GameRules as _, Need, Seat, Tile, Viewer};

fn tiles(text: &str) -> Vec<Tile> {
    let tiles = text.split_whitespace();
    tiles.map(|tile| tile.parse().expect("a tile")).collect()
}

/// A position of two seats; seat 0 begins its turn, and draws first.
fn position(board: &[&str], hands: [&str; 2], boneyard: &str, scores: [u16; 2]) -> Match {
    let rules: Rules = "Ringway 100".parse().expect("rules");
    let placed = board
        .iter()
        .map(|place| place.parse().expect("a placement"));
    let position = Position {
        board: placed.collect(),
        hands: BoxBySeat::from_list(hands.map(tiles).to_vec()).expect("two hands"),
        boneyard: tiles(boneyard),
        scores: BySide::from_fn(rules.seating(), |side| scores[side.index()]),
        leader: Seat::default(),
        turn: Seat::default(),
        is_time_called: false,
    };
    Match::from_position(&rules, position).expect("two seats").0
}

fn choose(game: &Match, level: Level, budget: Budget, seed: u64) -> Option<Move> {
    let seat = game.turn()?;
    let (standing, view) = (game.standing(), game.view(Viewer::Seat(seat)));
    let player = Player::new(game.rules());
    player.choose_move(Seen::new(&standing, &view, ()), level, budget, seed)
}

/// The tile that a level places, for some seeds.
fn places(game: &Match, level: Level) -> Vec<String> {
    let placed = |seed| match choose(game, level, level.budget(), seed) {
        Some(Move::Place(place)) => place.to_string(),
        other => format!("{other:?}"),
    };
    (0..5).map(placed).collect()
}

/// The levels that look at more than the points of their own placement.
const THINKING: [Level; 2] = [Level::Club, Level::Expert];

const BONEYARD: &str = "5-5 4-4 3-3 2-2 1-1 0-0 5-4 4-3 3-2 2-1";

/// 6-6 can be placed on a diamond of 4.
fn at_a_diamond() -> Match {
    let board = [
        "2-1 on 8I left",
        "2-2 on 8J right",
        "2-1 on 7K right",
        "3-2 on 10J up",
        "6-1 on 6M left",
    ];
    position(&board, ["6-6 6-5 1-0", "1-1 2-0 3-0"], BONEYARD, [10, 10])
}

#[test]
fn every_level_chooses_what_is_offered_and_the_same_again() {
    for (notation, seed) in [
        ("Ringway 50", 1),
        ("Ringway Long · 4 seats", 2),
        ("Ringway 100 · 3 seats · either end", 3),
    ] {
        let rules: Rules = notation.parse().expect("rules");
        let mut chance = Chance::new(seed);
        let mut game = Match::new(&rules);
        while game.needs() != Need::Nothing {
            let Need::Move(seat) = game.needs() else {
                game.deal(&chance.order(56)).expect("a deal is needed");
                continue;
            };
            let moves = game.moves(seat);
            for &level in Level::ALL {
                let chosen = choose(&game, level, Budget::passes(40), seed);
                assert_eq!(
                    choose(&game, level, Budget::passes(40), seed),
                    chosen,
                    "{level}"
                );
                assert!(
                    chosen.is_some_and(|chosen| moves.contains(&chosen)),
                    "{level}: {chosen:?}"
                );
            }
            game.take(seat, moves[chance.below(moves.len())])
                .expect("it is listed");
        }
    }
}

#[test]
fn a_choice_is_the_same_whatever_the_others_hold() {
    let board = ["6-3 on 8H left", "6-5 on 8I right"];
    let of = |others, boneyard| position(&board, ["6-4 5-2 3-1", others], boneyard, [20, 30]);
    let one = of("6-6 5-5 3-3", "4-1 2-0 1-0 4-4 0-0 2-2");
    let other = of("0-0 2-2 1-0", "4-1 6-6 4-4 5-5 3-3 2-0");
    for &level in Level::ALL {
        for seed in 0..5 {
            let chosen = |game| choose(game, level, Budget::passes(500), seed);
            assert_eq!(chosen(&one), chosen(&other), "{level}");
        }
    }
}

#[test]
fn a_double_is_placed_on_a_diamond() {
    for level in THINKING {
        for place in places(&at_a_diamond(), level) {
            let points = place.parse().map(diamond_points);
            assert_eq!(points, Ok(8), "{level}: {place}");
        }
    }
}

#[test]
fn the_points_that_another_seat_would_get_are_not_given() {
    // Each tile of the hand fits the 6 only, and no diamond is near. Seat 1 stands on a 1.
    let game = position(
        &["6-3 on 8H left"],
        ["6-1 6-2 6-5", "1-0 2-0 3-0"],
        "6-4 5-5 4-4 2-2",
        [0, 19],
    );
    for level in THINKING {
        for place in places(&game, level) {
            assert!(!place.starts_with("6-1"), "{level}: {place}");
        }
    }
}

#[test]
fn a_move_that_wins_is_made() {
    // Seat 0 stands on a 6 with 97 points.
    let game = position(
        &["6-3 on 8H left"],
        ["6-1 3-2 3-1", "1-0 2-0 3-0"],
        "5-3 5-5 4-4 2-2",
        [97, 96],
    );
    for level in THINKING {
        for place in places(&game, level) {
            assert!(place.starts_with("6-1"), "{level}: {place}");
        }
    }
}

#[test]
fn a_turn_goes_on_after_a_double() {
    let mut game = position(
        &["6-3 on 8H left"],
        ["3-3 4-3 5-3", "6-1 1-1 2-0"],
        "6-5 0-0 2-1 5-5 4-4",
        [20, 20],
    );
    let double = Move::Place("3-3 on 8E right".parse().expect("a placement"));
    game.take(Seat::default(), double).expect("it may");
    assert!(game.is_after_double());
    for level in THINKING {
        for place in places(&game, level) {
            assert!(place.contains("on "), "{level}: {place}");
        }
    }
}

#[test]
fn a_hint_says_what_its_move_gives() {
    let game = at_a_diamond();
    let seat = game.turn().expect("a seat is on turn");
    let (standing, view) = (game.standing(), game.view(Viewer::Seat(seat)));
    let known = Seen::new(&standing, &view, ());
    let hint = Player::new(game.rules()).hint(known, Level::Expert.budget(), 1);
    let hint = hint.expect("a hint");
    assert!(matches!(hint.chosen, Move::Place(place) if place.tile.to_string() == "6-6"));
    let json = serde_json::to_value(hint.reason).expect("JSON");
    // With 18 points the piece stands on space 18, a 4.
    let expected = serde_json::json!({ "points": 8, "others": 0, "stands_on": 4 });
    assert_eq!(json, expected);
}

#[test]
fn an_expert_judges_what_a_placement_costs() {
    let game = at_a_diamond();
    let seat = game.turn().expect("a seat is on turn");
    let (standing, view) = (game.standing(), game.view(Viewer::Seat(seat)));
    let player = Player::new(game.rules());
    let places = view.own.as_ref().expect("a seat's view").places.clone();
    assert_eq!(Player::choices(&view), places.len());
    let points = |place: &Placement| {
        gives(*place, seat, &standing.scores)[game.rules().seating().side(seat)]
    };
    let judge = |place| {
        let known = Seen::new(&standing, &view, ());
        let made = Move::Place(place);
        assert!(Player::is_judged(made));
        let judged = player.judge(known, made, Level::Expert.budget(), 3);
        judged.expect("on turn")
    };
    let worst = places
        .iter()
        .min_by_key(|place| points(place))
        .expect("an offer");
    let worst = judge(*worst);
    let best = match worst.best {
        Move::Place(place) => judge(place),
        other => unreachable!("{other:?} isn't offered"),
    };
    assert!(best.cost < 0.02 && worst.cost > 0.03, "{best:?} {worst:?}");
    for judged in [best, worst] {
        assert!((0.0..=1.0).contains(&judged.chance), "{judged:?}");
        assert!(judged.stake >= judged.cost, "{judged:?}");
    }
}

#[test]
fn a_thinking_level_beats_a_beginner() {
    let rules: Rules = "Ringway 50".parse().expect("rules");
    let mut won = 0;
    for seed in 0..20 {
        let mut chance = Chance::new(seed);
        let mut game = Match::new(&rules);
        let seats: Vec<Seat> = rules.seating().seats().collect();
        let club = seats[seed as usize % 2];
        while game.needs() != Need::Nothing {
            let Need::Move(seat) = game.needs() else {
                game.deal(&chance.order(56)).expect("a deal is needed");
                continue;
            };
            let level = if seat == club {
                Level::Club
            } else {
                Level::Beginner
            };
            let chosen = choose(&game, level, level.budget(), chance.bits());
            game.take(seat, chosen.expect("on turn"))
                .expect("it is offered");
        }
        won += usize::from(game.winner() == Some(rules.seating().side(club)));
    }
    assert!(won >= 14, "{won} of 20");
}
