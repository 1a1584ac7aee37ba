//! Every worked example in rules.md. Each row of its tables is one case.

mod common;

use boneyard_rules::counting::{hand_points, play_points};
use boneyard_rules::rules::{BlockedScore, PointUnit};
use boneyard_rules::{
    ArmId, Event, Layout, Match, Need, Options, Order, Outcome, Parts, Play, Preset, Reason, Rules,
    Seat, Side, Tile, TileSet,
};
use common::RandomMatch;

fn tile(text: &str) -> Tile {
    text.parse().expect("a tile")
}

/// A layout with these tiles: the lead, then each tile as `arm:tile`.
fn layout(spinner: bool, tiles: &str) -> Layout {
    let mut layout = Layout::new(spinner);
    for part in tiles.split(' ') {
        match part.split_once(':') {
            None => layout.lead(tile(part)),
            Some((arm, joined)) => {
                let arm = ArmId::ALL
                    .into_iter()
                    .find(|it| it.to_string() == arm)
                    .expect("an arm");
                layout.join(tile(joined), arm).expect("it fits");
            }
        }
    }
    layout
}

/// The parts of the points of a round in which only the pips in hands score.
fn hands(points: u16) -> Parts {
    Parts {
        hands: points,
        ..Parts::default()
    }
}

fn in_fives() -> Options {
    (*Preset::MUGGINS.rules()).into()
}

/// The points for a count in three games: All Fives with a point for each pip, All Fives with a point for
/// each five, and Fives and Threes.
fn points(count: u16) -> [u16; 3] {
    [
        play_points(Preset::ALL_FIVES.rules(), count),
        play_points(&in_fives(), count),
        play_points(Preset::FIVES_AND_THREES.rules(), count),
    ]
}

#[test]
fn counts_and_what_they_score() {
    let rows = [
        ("ends 1 and 4", false, "4-1", 5, [5, 1, 1]),
        ("ends 6 and 4", false, "6-4", 10, [10, 2, 2]),
        (
            "end 5 and an outermost 5-5",
            false,
            "5-2 a:5-5 b:2-1 b:5-1",
            15,
            [15, 3, 8],
        ),
        (
            "spinner 5-5 with one side played, whose end is 0",
            true,
            "5-5 a:5-0",
            10,
            [10, 2, 2],
        ),
        (
            "outermost 4-4 and end 2",
            false,
            "4-2 a:4-4",
            10,
            [10, 2, 2],
        ),
        (
            "3 on one end, 6-6 outermost on the other",
            false,
            "6-3 a:6-6",
            15,
            [15, 3, 8],
        ),
        (
            "outermost 5-5 and outermost 0-0",
            false,
            "5-0 a:5-5 b:0-0",
            10,
            [10, 2, 2],
        ),
        (
            "spinner with three arms ending 4, 4 and 2, the fourth side bare",
            true,
            "6-6 a:6-4 b:6-1 b:4-1 c:6-2",
            10,
            [10, 2, 2],
        ),
        (
            "outermost 6-6 and an end 3, 5-5 inside an arm",
            false,
            "5-5 a:6-5 a:6-6 b:5-3",
            15,
            [15, 3, 8],
        ),
        ("ends 0 and 0", false, "2-1 a:2-0 b:1-0", 0, [0, 0, 0]),
        ("a lone 5-5", true, "5-5", 10, [10, 2, 2]),
        (
            "a spinner with tiles on two sides",
            true,
            "5-5 a:5-0 b:5-1",
            1,
            [0, 0, 0],
        ),
        (
            "a spinner out on an arm, outermost",
            true,
            "6-4 a:6-6",
            16,
            [0, 0, 0],
        ),
    ];
    for (name, spinner, tiles, count, scores) in rows {
        assert_eq!(layout(spinner, tiles).count().total(), count, "{name}");
        assert_eq!(points(count), scores, "{name}");
    }
}

#[test]
fn ends_adding_to_each_sum() {
    let rows = [
        (3, [0, 0, 1]),
        (5, [5, 1, 1]),
        (6, [0, 0, 2]),
        (9, [0, 0, 3]),
        (10, [10, 2, 2]),
        (12, [0, 0, 4]),
        (15, [15, 3, 8]),
        (18, [0, 0, 6]),
        (20, [20, 4, 4]),
    ];
    for (count, scores) in rows {
        assert_eq!(points(count), scores, "count {count}");
    }
}

#[test]
fn hands_are_rounded_to_the_nearest_five_in_all_fives() {
    let all_fives = Preset::ALL_FIVES.rules();
    for (pips, score, fives) in [(2, 0, 0), (3, 5, 1), (17, 15, 3), (18, 20, 4)] {
        assert_eq!(hand_points(all_fives, pips), score, "{pips} pips");
        assert_eq!(hand_points(&in_fives(), pips), fives, "{pips} pips");
        assert_eq!(hand_points(Preset::DRAW.rules(), pips), pips);
    }
}

/// An order of all tiles that begins with the tiles `first` and ends with the tiles `last`.
fn order(first: &str, last: &str) -> Order {
    let first: Vec<_> = first.split_whitespace().map(tile).collect();
    let last: Vec<_> = last.split_whitespace().map(tile).collect();
    let named: TileSet = first.iter().chain(&last).copied().collect();
    let between = boneyard_rules::rules::DominoSet::DoubleSix
        .tiles()
        .difference(named);
    let all: Vec<_> = first.into_iter().chain(between).chain(last).collect();
    Order::try_from(all.as_slice()).expect("each tile once")
}

/// Deals the tiles, and makes these plays, each for the seat on turn. Returns the match and the events of
/// the last play.
fn play_out(rules: &Rules, order: &Order, plays: &str) -> (Match, Vec<Event>) {
    let mut game = Match::new(rules);
    let mut events = game.deal(order).expect("a match begins with a deal");
    for play in plays.split_whitespace() {
        let (arm, played) = play
            .split_once(':')
            .map_or((None, play), |(arm, rest)| (arm.parse().ok(), rest));
        let Need::Play(seat) = game.needs() else {
            panic!("{play}: the round is over")
        };
        events = game
            .play(
                seat,
                Play {
                    tile: tile(played),
                    arm,
                    announced: None,
                },
            )
            .expect(play);
    }
    (game, events)
}

fn with(preset: &Preset, change: impl FnOnce(&mut Options)) -> Rules {
    let mut options = Options::from(*preset.rules());
    change(&mut options);
    Rules::try_from(options).expect("possible options")
}

#[test]
fn an_opponent_left_with_4_4_and_0_3() {
    // Seat 1 draws 5-1. At the end it holds the two tiles of the example.
    let order = order("6-6 6-5 2-1 4-4 3-0 6-2 5-1", "");
    for (preset, points) in [(Preset::DRAW, 11), (Preset::ALL_FIVES, 10)] {
        let rules = with(&preset, |options| options.hand_size = 3);
        let (game, events) = play_out(&rules, &order, "6-6 a:6-2 b:6-5 b:5-1 a:2-1");
        let side = Side::new(0).expect("a side");
        assert!(
            events.contains(&Event::Scored {
                side,
                points,
                reason: Reason::Domino
            }),
            "{events:?}"
        );
        assert_eq!(game.scores()[side], points);
    }
}

#[test]
fn an_all_fives_domino_is_worth_the_rounded_hand() {
    // At the end seat 1 holds 6-4 and 4-4 (18 pips), or 6-4 and 4-3 (17 pips).
    for (left, pips, fives) in [("6-4 4-4", 20, 4), ("6-4 4-3", 15, 3)] {
        let order = order(&format!("5-5 5-1 2-1 {left} 5-2 1-0"), "");
        for (unit, points) in [(PointUnit::Pips, pips), (PointUnit::Fives, fives)] {
            let rules = with(&Preset::ALL_FIVES, |options| {
                options.hand_size = 3;
                options.point_unit = unit;
            });
            let (_, events) = play_out(&rules, &order, "5-5 a:5-2 b:5-1 b:1-0 a:2-1");
            let by = Seat::new(0).expect("a seat");
            assert!(
                events.contains(&Event::RoundOver(Outcome::Domino {
                    by,
                    points,
                    parts: hands(points)
                })),
                "{events:?}"
            );
        }
    }
}

#[test]
fn at_60_of_61_a_play_worth_2_scores_nothing() {
    let rules = Preset::FIVES_AND_THREES.rules();
    let found = (0..200).any(|seed| {
        let mut random = RandomMatch::new(rules, seed);
        while random.game.needs() != Need::Nothing {
            let Some((seat, two)) = play_worth_two_at_sixty(&random.game) else {
                random.step();
                continue;
            };
            let side = rules.seating.side(seat);
            let events = random.game.play(seat, two).expect("listed");
            assert_eq!(
                events[1],
                Event::Overshot {
                    side,
                    points: 2,
                    reason: Reason::Count
                }
            );
            let went_out = random.game.winner() == Some(side);
            assert!(
                went_out || random.game.scores()[side] == 60,
                "the points are not given"
            );
            return true;
        }
        false
    });
    assert!(found, "two hundred matches hold such a play");
}

#[test]
fn what_would_pass_an_exact_target_is_offered_for_nothing() {
    let mut options = Options::from(*Preset::FIVES_AND_THREES.rules());
    options.target = 1;
    let rules = Rules::try_from(options).expect("possible");
    let mut tiles = Order::SORTED.tiles().to_vec();
    tiles.sort_by_key(|&it| it != tile("5-5"));
    let mut game = Match::new(&rules);
    if game.needs() == Need::Lots {
        let mut lots = tiles.clone();
        lots.swap(0, 27);
        let order = Order::try_from(lots.as_slice()).expect("every tile once");
        game.lots(order.lots(rules.seating)).expect("lots");
    }
    let order = Order::try_from(tiles.as_slice()).expect("every tile once");
    game.deal(&order).expect("a deal");
    let seat = Seat::default();
    let lead = game
        .own(seat)
        .placements
        .into_iter()
        .find(|offer| offer.tile == tile("5-5"))
        .expect("5-5 may be led");
    assert_eq!(lead.points, None);
    let five_five = game.placements().find(|it| it.tile() == lead.tile);
    let events = game
        .play(seat, five_five.expect("listed").into())
        .expect("listed");
    assert!(matches!(events[1], Event::Overshot { points: 2, .. }));
}

fn play_worth_two_at_sixty(game: &Match) -> Option<(Seat, Play)> {
    let Need::Play(seat) = game.needs() else {
        return None;
    };
    let round = game
        .round()
        .filter(|_| game.scores()[game.rules().seating.side(seat)] == 60)?;
    let two = round
        .placements()
        .find(|&placement| round.points(placement) == 2)?;
    Some((seat, two.into()))
}

#[test]
fn a_blocked_round_with_21_against_12() {
    // The last two tiles are the reserve. At the end the open ends are 3 and 1.
    let order = order(
        "6-5 6-4 1-1 5-4 4-4 5-5 1-0 4-3 6-6 4-2 2-0 2-2 3-2 6-0 6-1 3-1 6-2 2-1 5-0 3-3 5-2 0-0 4-0 6-3 5-3 4-1",
        "5-1 3-0",
    );
    let plays = "6-6 a:6-0 a:1-0 b:6-1 a:1-1 a:2-1 a:5-2 b:3-1 a:5-4 b:3-2 a:4-3 b:6-2 a:3-3 b:6-3 a:5-3 a:5-5 \
                 a:5-0 a:0-0 a:4-0 a:4-4 a:4-1";
    let rows = [
        (Preset::DRAW, BlockedScore::Difference, 9),
        (Preset::DRAW, BlockedScore::OpponentsTotal, 21),
        (Preset::ALL_FIVES, BlockedScore::Difference, 10),
        (Preset::ALL_FIVES, BlockedScore::OpponentsTotal, 20),
    ];
    for (preset, blocked_score, points) in rows {
        let rules = with(&preset, |options| {
            *options = Options {
                hand_size: 9,
                reserve: 2,
                target: 1000,
                spinner: false,
                blocked_score,
                ..*options
            };
        });
        let (_, events) = play_out(&rules, &order, plays);
        let winner = Side::new(1);
        assert!(
            events.contains(&Event::RoundOver(Outcome::Blocked {
                winner,
                points,
                parts: hands(points)
            })),
            "{events:?}"
        );
    }
}
