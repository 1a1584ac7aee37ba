//! The computer player of Mexican Train and Chickenfoot: laws of every level, and positions with an obvious answer.

use boneyard_bot::trains::Player;
use boneyard_bot::{Budget, Chance, Computer as _, Level, Seen};
use boneyard_rules::game::GamePreset as _;
use boneyard_rules::trains::{Match, Move, Place, Position, Preset, Rules};
use boneyard_rules::{
    BoxBySeat, Game as _, GameRules as _, LargeTileSet, Need, Seat, Tile, Viewer,
};

fn tiles(text: &str) -> Vec<Tile> {
    let tiles = text.split_whitespace();
    tiles.map(|tile| tile.parse().expect("a tile")).collect()
}

/// A position of two seats in the round of 9-9; seat 0 begins its turn. The trains are of the two seats and the Mexican
/// one. The boneyard begins with these tiles, and has all others too.
fn position(hands: [&str; 2], trains: [&str; 3], boneyard: &str) -> Match {
    let rules: Rules = "Mexican Train, double-nine 7 · 2 players"
        .parse()
        .expect("rules");
    let places = [Place::Number(0), Place::Number(1), Place::Mexican];
    let laid = places.iter().zip(trains);
    let laid = laid.flat_map(|(&on, all)| tiles(all).into_iter().map(move |tile| (tile, on)));
    let laid: Vec<(Tile, Place)> = laid.collect();
    let engine: Tile = "9-9".parse().expect("a tile");
    let mut boneyard = tiles(boneyard);
    let named = laid.iter().map(|&(tile, _)| tile).chain([engine]);
    let named = named
        .chain(hands.map(tiles).concat())
        .chain(boneyard.clone());
    let named: LargeTileSet = named.collect();
    boneyard.extend(rules.tile_set.tiles().difference(named));
    let position = Position {
        engine,
        turn: Seat::default(),
        hands: BoxBySeat::from_list(hands.map(tiles).to_vec()).expect("two hands"),
        laid,
        markers: Vec::new(),
        doubles: Vec::new(),
        first_turns: Vec::new(),
        boneyard,
    };
    let (game, _) = Match::from_position(&rules, &position).expect("a position");
    game
}

fn choose(game: &Match, level: Level, budget: Budget, seed: u64) -> Option<Move> {
    let seat = game.turn()?;
    let (standing, view) = (game.standing(), game.view(Viewer::Seat(seat)));
    let player = Player::new(game.rules());
    player.choose_move(Seen::new(&standing, &view, ()), level, budget, seed)
}

/// The moves that a level makes, for some seeds.
fn moves(game: &Match, level: Level) -> Vec<String> {
    let made = |seed| match choose(game, level, level.budget(), seed) {
        Some(Move::Play { tile, on }) => format!("{tile} on {on}"),
        other => format!("{other:?}"),
    };
    (0..5).map(made).collect()
}

/// The levels that plan the chain of their own train.
const THINKING: [Level; 2] = [Level::Club, Level::Expert];

const TRAINS: [&str; 3] = ["9-8", "9-5", "9-7"];

#[test]
fn every_level_chooses_what_is_offered_and_the_same_again() {
    for (number, preset) in Preset::ALL.iter().enumerate() {
        for seating in preset.seatings().iter().step_by(3) {
            let rules = preset.for_seating(*seating);
            let mut chance = Chance::new(number as u64);
            let mut game = Match::new(&rules);
            while game.round_scores().is_empty() {
                let Need::Move(seat) = game.needs() else {
                    let things = rules.tile_set.dealt();
                    game.deal(&chance.order(things)).expect("a deal is needed");
                    continue;
                };
                let offered = game.moves(seat);
                let seed = chance.bits();
                for &level in Level::ALL {
                    let chosen = choose(&game, level, Budget::passes(60), seed);
                    let again = choose(&game, level, Budget::passes(60), seed);
                    assert_eq!(again, chosen, "{rules} {level}");
                    let is_offered = chosen.is_some_and(|chosen| offered.contains(&chosen));
                    assert!(is_offered, "{rules} {level}: {chosen:?}");
                }
                let made = offered[chance.below(offered.len())];
                game.take(seat, made).expect("it is listed");
            }
        }
    }
}

#[test]
fn a_choice_is_the_same_whatever_the_others_hold() {
    let of = |others, boneyard| position(["8-7 7-1 4-1 6-0 7-7", others], TRAINS, boneyard);
    let one = of("8-0 5-0 3-0", "2-0 5-5 4-4 3-3 2-2 1-1 7-3 6-3");
    let other = of("5-5 4-4 7-3", "8-0 6-3 2-0 5-0 3-0 3-3 1-1 2-2");
    for &level in Level::ALL {
        for seed in 0..5 {
            let chosen = |game| choose(game, level, Budget::passes(500), seed);
            assert_eq!(chosen(&one), chosen(&other), "{level}");
        }
    }
}

#[test]
fn a_tile_beside_the_chain_goes_elsewhere_first() {
    let game = position(["8-1 2-1 4-2 7-6", "8-0 5-0 3-0 6-0"], TRAINS, "");
    for level in THINKING {
        for made in moves(&game, level) {
            assert_eq!(made, "7-6 on m", "{level}");
        }
    }
}

#[test]
fn a_seat_that_can_go_out_does() {
    let game = position(["7-2", "8-0 5-0"], TRAINS, "");
    for &level in Level::ALL {
        for made in moves(&game, level) {
            assert_eq!(made, "7-2 on m", "{level}");
        }
    }
}

#[test]
fn the_double_blank_goes_before_another_seat_goes_out() {
    let trains = ["9-0", "9-5", "9-7"];
    let game = position(["0-0 7-6 1-0 4-2 3-2", "8-0"], trains, "");
    for level in THINKING {
        for made in moves(&game, level) {
            assert_eq!(made, "0-0 on 0", "{level}");
        }
    }
}

#[test]
fn a_hint_says_what_its_move_does() {
    let game = position(["8-1 2-1 4-2 7-6", "8-0 5-0 3-0 6-0"], TRAINS, "");
    let (standing, view) = (game.standing(), game.view(Viewer::Seat(Seat::default())));
    let known = Seen::new(&standing, &view, ());
    let hint = Player::new(game.rules()).hint(known, Level::Expert.budget(), 1);
    let json = serde_json::to_value(hint.expect("a hint")).expect("JSON");
    let expected = serde_json::json!({
        "chosen": { "play": { "tile": "7-6", "on": "m" } },
        "reason": {
            "points": 13, "out": false, "covers": false, "closes": false, "follower": null,
            "chain": 3, "chain_after": 3, "fewest": 4,
        },
    });
    assert_eq!(json, expected);
}

#[test]
fn an_expert_judges_what_a_move_costs() {
    let trains = ["9-0", "9-5", "9-7"];
    let game = position(["0-0 7-6 1-0 4-2 3-2", "8-0"], trains, "");
    let (standing, view) = (game.standing(), game.view(Viewer::Seat(Seat::default())));
    let player = Player::new(game.rules());
    assert_eq!(Player::choices(&view), 3);
    let judge = |tile: &str, on: Place| {
        let known = Seen::new(&standing, &view, ());
        let tile = tile.parse().expect("a tile");
        let made = Move::Play { tile, on };
        assert!(Player::is_judged(made));
        let judged = player.judge(known, made, Level::Expert.budget(), 3);
        judged.expect("on turn")
    };
    let best = judge("0-0", Place::Number(0));
    let worst = judge("7-6", Place::Mexican);
    assert!(best.cost < 0.01 && worst.cost > 0.02, "{best:?} {worst:?}");
    for judged in [best, worst] {
        assert!((0.0..=1.0).contains(&judged.chance), "{judged:?}");
        assert!(judged.stake >= judged.cost, "{judged:?}");
    }
}

#[test]
fn each_level_has_better_places_than_the_level_below() {
    let rules: Rules = "Mexican Train 7".parse().expect("rules");
    let seats: Vec<Seat> = rules.seating().seats().collect();
    for levels in Level::ALL[..3].windows(2) {
        let rounds = 100_u32;
        let mut places = 0;
        for seed in 0..rounds {
            let mut chance = Chance::new(seed.into());
            let mut game = Match::new(&rules);
            let better = seats[seed as usize % seats.len()];
            while game.round_scores().is_empty() {
                let Need::Move(seat) = game.needs() else {
                    let things = rules.tile_set.dealt();
                    game.deal(&chance.order(things)).expect("a deal is needed");
                    continue;
                };
                let level = levels[usize::from(seat == better)];
                let chosen = choose(&game, level, level.budget(), chance.bits());
                game.take(seat, chosen.expect("on turn"))
                    .expect("it is offered");
            }
            places += u32::from(game.places()[rules.seating().side(better)]);
        }
        // The mean place of equal players is 2.5.
        let mean = f64::from(places) / f64::from(rounds);
        assert!(mean < 2.4, "{levels:?}: {mean}");
    }
}
