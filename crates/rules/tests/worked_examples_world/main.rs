//! Every worked example in rules-world.md. Each row of its table is one case.

#[path = "../common/mod.rs"]
mod common;
mod matches;
mod passes;
mod positions;
mod rounds;

use boneyard_rules::rules::{DominoSet, Finish, Hands};
use boneyard_rules::{
    Event, Match, Need, Options, Order, Outcome, Play, Preset, Reason, Round, Rules, Seat, Seating,
    Side, Tile, TileSet,
};
use positions::Position;

fn tile(text: &str) -> Tile {
    text.parse().expect("a tile")
}

fn seat(number: u8) -> Seat {
    Seat::new(number).expect("a seat")
}

fn side(number: u8) -> Side {
    Side::new(number).expect("a side")
}

/// The options that most rows use: Block for partners with seven tiles to 200 points. All options of
/// rules-world.md have their first value.
fn base() -> Options {
    Options {
        seating: Seating::Partners,
        target: 200,
        ..(*Preset::BLOCK_WINNER_LEADS.rules()).into()
    }
}

fn preset(name: &str, seating: Seating) -> Options {
    let preset = Preset::by_name(name).expect("a preset");
    preset.for_seating(seating).into()
}

fn partners(name: &str) -> Options {
    preset(name, Seating::Partners)
}

fn hands(text: &str) -> Vec<Vec<Tile>> {
    let hands = text.split('·');
    hands
        .map(|hand| hand.split_whitespace().map(tile).collect())
        .collect()
}

fn order(set: DominoSet, deal: &str) -> Order {
    let dealt = hands(deal).concat();
    let named: TileSet = dealt.iter().copied().collect();
    let all: Vec<_> = dealt
        .into_iter()
        .chain(set.tiles().difference(named))
        .collect();
    Order::try_from(all.as_slice()).expect("each tile once")
}

/// A new match with these options.
fn game(options: Options) -> Match {
    Match::new(&Rules::try_from(options).expect("possible options"))
}

/// Deals these hands. If the match needs lots first, seat 0 gets the heaviest lot.
fn deal(game: &mut Match, hands: &str) -> Vec<Event> {
    let rules = *game.rules();
    if game.needs() == Need::Lots {
        let heaviest = order(rules.tile_set, "6-6 6-5 6-4 6-3").lots(rules.seating);
        game.lots(heaviest).expect("lots are needed");
    }
    game.deal(&order(rules.tile_set, hands))
        .expect("a deal is needed")
}

/// Makes a play for the seat on turn. The play is written as `tile` or `arm:tile`.
fn play(game: &mut Match, text: &str) -> Vec<Event> {
    let (arm, played) = text.split_once(':').unwrap_or(("", text));
    let Need::Play(seat) = game.needs() else {
        panic!("{text}: the round is over")
    };
    let wanted = Play {
        tile: tile(played),
        arm: arm.parse().ok(),
        announced: None,
    };
    game.play(seat, wanted).expect(text)
}

fn ends(game: &Match) -> Vec<u8> {
    let layout = game.round().expect("a round").layout();
    let mut ends: Vec<_> = layout.ends().map(|end| end.pips.get()).collect();
    ends.sort_unstable();
    ends
}

/// Deals a position and makes all its plays. Returns the events of the last play.
fn reach(game: &mut Match, position: &Position) -> Vec<Event> {
    deal(game, position.deal);
    let (first, last) = position
        .plays
        .rsplit_once(char::is_whitespace)
        .expect("plays");
    for text in first.split_whitespace() {
        play(game, text);
    }
    assert_eq!(
        ends(game),
        position.ends[0],
        "the ends before the last play"
    );
    let events = play(game, last);
    assert_eq!(ends(game), position.ends[1], "the ends after it");
    let round = game.round().expect("a round");
    for (hand, left) in round.hands().as_slice().iter().zip(hands(position.left)) {
        assert_eq!(*hand, left.into_iter().collect(), "the tiles that are left");
    }
    events
}

/// Plays a position in which seat 0 wins by going out. Returns the points of the round.
fn gone_out(game: &mut Match, position: &Position) -> u16 {
    let events = reach(game, position);
    let outcome = game.round().and_then(Round::outcome);
    let Some(Outcome::Domino { by, points, parts }) = outcome else {
        panic!("{outcome:?}")
    };
    assert_eq!(by, seat(0));
    assert_eq!(parts.total(), points, "{parts:?}");
    let scored = Event::Scored {
        side: side(0),
        points,
        reason: Reason::Domino,
    };
    assert!(events.contains(&scored), "{events:?}");
    points
}

/// The seat that leads the next round and may lead any tile; `None` if the next round begins like the first.
fn leads_next(game: &Match) -> Option<u8> {
    let mut game = game.clone();
    if game.needs() == Need::Lots {
        return None;
    }
    game.deal(&Order::sorted(game.rules().tile_set))
        .expect("a deal is needed");
    let Need::Play(leader) = game.needs() else {
        return None;
    };
    let any_tile = game.placements().count() > 1;
    any_tile.then_some(leader.index() as u8)
}

/// The options of [`base`], but hands score nothing, and each way to win scores these points.
fn by_finish(points: [u8; 5]) -> Options {
    Options {
        hands: Hands::None,
        finish: Finish::of(points),
        ..base()
    }
}

/// The side that won the last round.
fn round_winner(game: &Match) -> Option<Side> {
    match game.round()?.outcome()? {
        Outcome::Domino { by, .. } => Some(game.rules().seating.side(by)),
        Outcome::Blocked { winner, .. } => winner,
    }
}
