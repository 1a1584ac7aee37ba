//! Rules and their lines, the sizes of values, and the round that the page of the rules shows.

use crate::game::{
    DealError, Game as _, GamePreset as _, GameRules as _, Given, Need, ParseRulesError, Viewer,
};
use crate::order::Order;
use crate::seat::{BySeat, Seat, Seating};
use crate::tile_set::LargeTileSet;
use crate::trains::{
    DominoSet, DoubleTurn, Event, FirstTurn, Illegal, LastDouble, Match, Move, Options, OwnFirst,
    Place, Position, Preset, Round, Rules, State, Variant,
};

/// The match that the page shows (RULES-TRAINS.md, Transcript).
const SHOWN: &str = "\
lots begin 1: 5-1 9-3
deal 9-9 begins 1: 9-7 4-2 8-2 9-0 8-1 3-1 0-0 4-0 5-1 9-4 6-1 5-4 6-5 6-2 1-1 3-0 9-8 8-6 7-3 9-2 5-3 7-4 5-5 4-1 7-1 2-1 1-0 9-5 8-7 2-0 9-6 8-0 2-2 7-5 6-3 6-4 3-3 8-5 7-7 8-4 5-2 7-2 9-3 6-6 8-3 3-2 7-0 7-6 4-4 5-0 6-0 4-3 9-1 8-8
1 draws 5-1
1 opens
1 passes
0 plays 9-7 on 0 to 7
1 draws 9-4
1 plays 9-4 on 1 to 4
1 closes
0 plays 9-0 on m to 0
1 plays 0-0 on m to 0
1 plays 4-0 on m to 4
0 plays 4-2 on m to 2
1 draws 6-1
1 opens
1 passes
0 plays 8-2 on m to 8
0 goes out: 0 26
totals 0 26
0 wins
";

fn rules(notation: &str) -> Rules {
    notation.parse().expect(notation)
}

/// Plays the causes among the lines, and compares what follows. Returns the match.
fn replay(rules: &Rules, lines: &str) -> Match {
    let mut game = Match::new(rules);
    let mut events = lines.lines().map(|line| line.parse::<Event>().expect(line));
    while let Some(first) = events.next() {
        let follow = match game.given(&first).expect("a cause") {
            Given::Order(order) => game.deal(&order).expect("an order is needed"),
            Given::Move(seat, chosen) => {
                assert!(game.moves(seat).contains(&chosen), "{first}");
                game.take(seat, chosen).expect("it is listed")
            }
            Given::Time => game.call_time().expect("time can be called"),
        };
        let known = std::iter::once(first).chain(events.by_ref().take(follow.len() - 1));
        assert_eq!(follow, known.collect::<Vec<_>>());
    }
    game
}

#[test]
fn a_turn_goes_on_until_its_last_move() {
    let rules = rules("Mexican Train, double-nine 1 · 2 players · 4 tiles");
    let lines: Vec<&str> = SHOWN.lines().collect();
    let goes_on = |count: usize| replay(&rules, &lines[..count].join("\n")).turn_goes_on();
    // Only 0-0 must be covered; after each other move the other seat has moved or passed.
    for shown in [5, 7, 9, 10, 11, 12, 16] {
        assert_eq!(goes_on(shown), shown == 11, "after {}", lines[shown - 1]);
    }
    assert!(!goes_on(lines.len()), "the match is over");
}

#[test]
fn the_round_of_the_page_is_played_by_its_lines() {
    let rules = rules("Mexican Train, double-nine 1 · 2 players · 4 tiles");
    let game = replay(&rules, SHOWN);
    assert_eq!(game.needs(), Need::Nothing);
    assert_eq!(game.scores().as_slice(), [0, 26]);
    assert_eq!(game.places().as_slice(), [1, 2]);
    for line in SHOWN.lines() {
        assert_eq!(line.parse::<Event>().expect(line).to_string(), line);
    }
    // What was hidden is shown now, and a hand is in the order in which its tiles came.
    let shown = game.view(Viewer::Watcher).shown.expect("the round is over");
    let hand: Vec<String> = shown.hands.as_slice()[1]
        .iter()
        .map(ToString::to_string)
        .collect();
    assert_eq!(hand, ["8-1", "3-1", "5-1", "6-1"]);
}

#[test]
fn lines_of_other_sets_and_of_other_matches_are_refused() {
    for line in [
        "lots begin 1: 5-1",
        "deal 9-8 begins 1: 9-9",
        "deal 9-9 begins 1: 9-7 4-2",
        "0 plays 9-7 on 0 to 13",
        "0 plays 9-7 on 91 to 7",
        "0 plays 7-9 on 0 to 7",
        "8 passes",
        "1 and 0 win",
        "0 win",
        "blocked: 1",
    ] {
        assert!(line.parse::<Event>().is_err(), "{line}");
    }
    let deal = SHOWN.lines().nth(1).expect("the deal");
    assert!(deal.parse::<Event>().is_ok());
    for (one, other) in [
        ("8-8", "9-9"),
        ("8-8", "9-1"),
        ("8-8", "12-1"),
        (" 8-8", ""),
    ] {
        let lines = deal.replace(one, other);
        assert!(lines.parse::<Event>().is_err(), "{lines}");
    }
    // A deal of the small set in a match of the large one.
    let mut game = Match::new(&Preset::MEXICAN_TRAIN.rules());
    assert_eq!(game.deal(&Order::sorted(54)), Err(DealError::Set));
    let lots: Event = "lots begin 1: 12-12 1-1 2-2 3-3"
        .parse()
        .expect("four lots");
    assert_eq!(game.given(&lots), None, "the engine is no lot");
    let lots: Event = "lots begin 1: 1-1 1-1 2-2 3-3".parse().expect("four lots");
    assert_eq!(game.given(&lots), None, "a tile is one lot");
}

#[test]
fn rules_have_one_line_and_are_read_from_it() {
    for line in [
        "Mexican Train 7",
        "Mexican Train, long start 13 · 6 players · own train first",
        "Mexican Train, free doubles 7 · 8 players · cover the last double",
        "Mexican Train, double-nine 1 · 2 players · 4 tiles",
        "Mexican Train, double-nine 10 · double blank 0 · own train before the Mexican · plain doubles",
        "Chickenfoot 10 · 3 players · 8 arms",
        "Chickenfoot 10 · 7 players",
        "Chickenfoot 10 · 7 players · double-nine",
        "Chickenfoot, double-twelve 7 · 2 players",
        "Double Chickenfoot 4 · 9 tiles",
    ] {
        assert_eq!(rules(line).to_string(), line);
    }
    let others = "Mexican Train, long start 7 · one tile first · 3 players";
    assert_eq!(rules(others).to_string(), "Mexican Train 7 · 3 players");
    for preset in Preset::ALL {
        assert_eq!(preset.rules().preset(), preset);
        for &seating in preset.seatings() {
            let rules = preset.for_seating(seating);
            assert_eq!(rules.seating(), seating);
            assert_eq!(rules.preset(), preset);
            assert_eq!(rules.to_string().parse(), Ok(rules));
            assert_eq!(Rules::try_from(Options::from(rules)), Ok(rules));
        }
        for seating in Seating::ALL {
            assert!(Rules::try_from(*preset.for_seating(seating)).is_ok());
        }
    }
    let error = |line: &str| line.parse::<Rules>().expect_err(line);
    assert_eq!(error("Mexican Train"), ParseRulesError::Head);
    assert_eq!(error("Ringway 7"), ParseRulesError::Head);
    assert_eq!(
        error("Chickenfoot 7 · four"),
        ParseRulesError::Option("four".into())
    );
    assert_eq!(
        error("Chickenfoot 7 · 4 arms"),
        ParseRulesError::Redundant("4 arms".into())
    );
    assert_eq!(
        error("Chickenfoot 7 · 6 arms · 8 arms"),
        ParseRulesError::Redundant("6 arms".into())
    );
    assert!(matches!(
        error("Mexican Train 14"),
        ParseRulesError::Impossible(_)
    ));
}

#[test]
fn options_that_do_not_go_together_are_refused_by_name() {
    let nine = Options::from(Preset::TRAIN_OF_NINE.rules());
    let twelve = Options::from(Preset::MEXICAN_TRAIN.rules());
    let feet = Options::from(Preset::CHICKENFOOT.rules());
    let seats = |count| Seating::new(count, false).expect("a seating");
    #[rustfmt::skip]
    let refused = [
        ("seating", Options { seating: Seating::PARTNERS, ..twelve }),
        ("hand_size", Options { seating: seats(8), hand_size: 7, ..nine }),
        ("hand_size", Options { seating: seats(2), hand_size: 17, ..twelve }),
        ("hand_size", Options { hand_size: 3, ..twelve }),
        ("rounds", Options { rounds: 11, ..nine }),
        ("rounds", Options { rounds: 0, ..nine }),
        ("double_blank", Options { double_blank: 51, ..nine }),
        ("arms", Options { arms: 6, ..twelve }),
        ("last_double", Options { double_turn: DoubleTurn::None, last_double: LastDouble::MustCover, ..twelve }),
        ("first_turn", Options { first_turn: FirstTurn::WholeTrain, ..feet }),
        ("own_first", Options { own_first: OwnFirst::ForAll, ..feet }),
        ("double_turn", Options { double_turn: DoubleTurn::None, ..feet }),
        ("last_double", Options { last_double: LastDouble::MustCover, ..feet }),
        ("arms", Options { arms: 5, ..feet }),
    ];
    for (option, options) in refused {
        let error = Rules::try_from(options).expect_err(option);
        assert_eq!(error.option(), option);
    }
    #[rustfmt::skip]
    let allowed = [
        Options { seating: seats(6), hand_size: 9, ..nine },
        Options { rounds: 13, ..twelve },
        Options { double_turn: DoubleTurn::FreeSecond, last_double: LastDouble::MustCover, ..twelve },
        Options { arms: 8, ..feet },
    ];
    for options in allowed {
        assert!(Rules::try_from(options).is_ok(), "{options:?}");
    }
    let boards = Preset::TRAIN_OF_NINE.rules().of_boards(3);
    assert_eq!(boards.map(|rules| rules.rounds), Some(3));
    assert_eq!(Preset::TRAIN_OF_NINE.rules().of_boards(11), None);
}

#[test]
fn engines_go_down_and_beginners_go_up() {
    let rules = rules("Mexican Train, double-nine 4 · 3 players");
    let engines: Vec<String> = (0..=11)
        .filter_map(|round| rules.engine(round))
        .map(|engine| engine.to_string())
        .collect();
    assert_eq!(engines.len(), 10);
    assert_eq!((&*engines[0], &*engines[9]), ("9-9", "0-0"));
    let mut game = Match::new(&rules);
    let mut begun = Vec::new();
    loop {
        match game.needs() {
            Need::Nothing => break,
            Need::Chance(chance) => {
                let lots = game.round().is_none() && begun.is_empty();
                game.deal(&Order::sorted(chance.things)).expect("an order");
                let table = game.view(Viewer::Watcher).table;
                let is_first = lots && table.engine.is_none();
                if !is_first {
                    begun.push((table.engine.expect("dealt"), table.beginner.expect("dealt")));
                }
            }
            Need::Move(seat) => {
                let chosen = game.forced().expect("a seat is on turn");
                game.take(seat, chosen).expect("it is listed");
            }
        }
    }
    let begun: Vec<String> = begun
        .iter()
        .map(|(engine, seat)| format!("{engine} {seat}"))
        .collect();
    // The lots of sorted tiles are 0-0, 1-0 and 1-1.
    assert_eq!(begun, ["9-9 2", "8-8 0", "7-7 1", "6-6 2"]);
}

/// A position of three seats and double-nine in which all other tiles lie in the boneyard.
fn position(turn: u8, hands: [&str; 3], laid: &str, first: &str) -> Position {
    let tiles = |text: &str| -> Vec<_> {
        let words = text.split_whitespace();
        words.map(|tile| tile.parse().expect(tile)).collect()
    };
    let laid: Vec<_> = laid
        .split_whitespace()
        .map(|laid| {
            let (tile, on) = laid.split_once('@').expect(laid);
            (tile.parse().expect(tile), on.parse().expect(on))
        })
        .collect();
    let engine = "9-9".parse().expect("a tile");
    let hands: BySeat<Vec<_>, Box<[_]>> =
        BySeat::from_list(hands.map(tiles).to_vec()).expect("three");
    let mut boneyard = tiles(first);
    let named = hands.as_slice().iter().flatten().chain(&boneyard);
    let named = named.chain(laid.iter().map(|(tile, _)| tile)).copied();
    let named: LargeTileSet = named.chain([engine]).collect();
    boneyard.extend(DominoSet::DoubleNine.tiles().difference(named));
    Position {
        engine,
        turn: Seat::new(turn).expect("a seat"),
        hands,
        laid,
        markers: Vec::new(),
        doubles: Vec::new(),
        first_turns: Vec::new(),
        boneyard,
    }
}

#[test]
fn a_refused_move_names_the_reason() {
    let rules_of_trains = rules("Mexican Train, double-nine 10 · 3 players");
    let hands = ["7-7 8-3 7-2", "2-1 5-1", "7-0 6-0"];
    let laid = "9-8@0 9-5@1 9-6@2 9-7@m";
    let trains = position(0, hands, laid, "");
    let (mut round, _) = Round::from_position(&rules_of_trains, &trains).expect("a position");
    let tree = position(
        0,
        ["7-7 4-3 8-0", "4-1", "7-2"],
        "9-1@0 9-4@0 9-0@0 9-7@0",
        "",
    );
    let rules_of_feet = rules("Chickenfoot 10 · 3 players");
    let (mut feet, _) = Round::from_position(&rules_of_feet, &tree).expect("a position");
    let refused = |round: &mut Round, tile: &str, on: &str| {
        let (tile, on) = (tile.parse().expect(tile), on.parse().expect(on));
        let before = round.clone();
        let refused = round.play(Move::Play { tile, on }, &mut Vec::new());
        assert!(refused.is_ok() || *round == before);
        refused.err()
    };
    for (tile, on, reason) in [
        ("7-0", "m", Illegal::NotHeld),
        ("7-2", "3", Illegal::Place),
        ("7-2", "2", Illegal::NoRight),
        ("8-3", "m", Illegal::NotFit),
    ] {
        assert_eq!(
            refused(&mut round, tile, on),
            Some(reason),
            "{tile} on {on}"
        );
    }
    assert_eq!(round.play(Move::Stop, &mut Vec::new()), Err(Illegal::Stop));
    assert_eq!(refused(&mut round, "7-7", "m"), None);
    assert_eq!(round.state(), Some(State::Cover));
    assert_eq!(refused(&mut round, "8-3", "0"), Some(Illegal::Cover));
    for (tile, on, reason) in [
        ("8-0", "5", Illegal::Place),
        ("8-0", "0", Illegal::Place),
        ("8-0", "m", Illegal::Place),
        ("8-0", "1", Illegal::NotFit),
    ] {
        assert_eq!(refused(&mut feet, tile, on), Some(reason), "{tile} on {on}");
    }
    assert_eq!(refused(&mut feet, "7-7", "4"), None);
    assert_eq!(feet.state(), Some(State::Foot));
    assert_eq!(feet.turn(), Seat::new(2));
    assert_eq!(refused(&mut feet, "7-2", "3"), Some(Illegal::Fill));
}

#[test]
fn a_round_is_supposed_from_a_view_and_rearranged() {
    for (notation, seed) in [
        ("Mexican Train, long start 1 · 3 players", 1),
        ("Mexican Train, free doubles 1", 5),
        ("Mexican Train, double-nine 1", 3),
        ("Chickenfoot 1 · 3 players", 7),
    ] {
        let rules = rules(notation);
        let mut game = Match::new(&rules);
        let mut step = seed;
        while game.needs() != Need::Nothing {
            step += 1;
            let Need::Move(seat) = game.needs() else {
                let things = rules.tile_set.dealt();
                let mut order = Order::sorted(things);
                (0..things).for_each(|one| order.swap(one, (one * 29 + step * 31) % things));
                game.deal(&order).expect("an order is needed");
                continue;
            };
            let view = game.view(Viewer::Seat(seat));
            let round = game.round().expect("a seat is on turn");
            let (hands, boneyard) = (round.hands(), round.boneyard());
            let supposed = Round::supposed(&rules, &view, seat, hands, boneyard);
            let mut supposed = supposed.expect("the true tiles are possible");
            assert_eq!(supposed.rearranged(hands, boneyard), Some(supposed.clone()));
            assert_eq!(
                supposed.rearranged(hands, &boneyard[..boneyard.len() / 2]),
                (boneyard.is_empty()).then(|| supposed.clone())
            );
            let moves = game.moves(seat);
            assert_eq!(supposed.moves(), moves);
            let chosen = moves[step * 7 % moves.len()];
            let mut events = Vec::new();
            supposed.play(chosen, &mut events).expect("it is listed");
            let happened = game.take(seat, chosen).expect("it is listed");
            assert_eq!(events, happened[..events.len()]);
            let round = game.round().expect("it was dealt");
            assert_eq!(supposed.hands(), round.hands());
            assert_eq!(supposed.outcome(), round.outcome());
            assert_eq!(supposed.state(), round.state());
            assert_eq!(supposed.doubles(), round.doubles());
            assert_eq!(supposed.fill(), round.fill());
        }
    }
}

#[test]
fn impossible_positions_are_refused() {
    let rules = rules("Mexican Train, double-nine 10 · 3 players");
    let hands = ["7-7 8-3", "2-1 5-1", "7-0 6-0"];
    let good = position(0, hands, "9-8@0 8-8@0 9-5@1", "");
    assert!(Match::from_position(&rules, &good).is_ok());
    let seat = |number| Seat::new(number).expect("a seat");
    let tile = |text: &str| text.parse().expect(text);
    let refuse = |change: &dyn Fn(&mut Position)| {
        let mut bad = good.clone();
        change(&mut bad);
        assert!(Match::from_position(&rules, &bad).is_err(), "{bad:?}");
    };
    refuse(&|bad| bad.engine = tile("9-2"));
    refuse(&|bad| bad.engine = tile("12-12"));
    refuse(&|bad| bad.turn = seat(3));
    refuse(&|bad| bad.hands = BySeat::from_list(vec![Vec::new(); 2]).expect("two"));
    refuse(&|bad| bad.boneyard.push(tile("9-8")));
    refuse(&|bad| bad.boneyard.push(tile("12-8")));
    refuse(&|bad| bad.laid.push((bad.boneyard.remove(0), Place::Mexican)));
    refuse(&|bad| bad.doubles.push(Place::Number(1)));
    refuse(&|bad| bad.doubles.push(Place::Number(200)));
    refuse(&|bad| bad.markers.push(seat(3)));
    refuse(&|bad| bad.first_turns.push(seat(0)));
}

#[test]
fn a_tile_in_hand_counts_its_pips_and_double_blank_its_own() {
    let tile = |text: &str| text.parse().expect(text);
    let mut options = Options::from(Preset::MEXICAN_TRAIN.rules());
    for (double_blank, points) in [(50, 50), (25, 25), (0, 0)] {
        options.double_blank = double_blank;
        let rules = Rules::try_from(options).expect("possible");
        assert_eq!(rules.points(tile("0-0")), points);
        assert_eq!(rules.points(tile("12-5")), 17);
    }
    assert_eq!(options.game, Variant::MexicanTrain);
}

#[test]
fn values_stay_small_since_those_of_all_games_are_as_large_as_the_largest() {
    assert!(size_of::<Event>() <= 16);
    assert!(size_of::<Match>() <= 344);
    assert!(size_of::<Rules>() <= 16);
    assert!(size_of::<Move>() <= 4);
    // Players that think ahead clone it for each try.
    assert!(size_of::<Round>() <= 512);
}
