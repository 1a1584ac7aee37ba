//! Every worked example in RULES.md. The tests read its tables, and compare each result with the crate.

#[path = "../common/mod.rs"]
mod common;
mod counts;
mod exact_target;
mod lead;
mod matches;
mod positions;
mod rounds;

use boneyard_rules::line::TileOrder;
use boneyard_rules::line::rules::{DominoSet, NextLead};
use boneyard_rules::line::{Event, Match, Options, Play, Rules};
use boneyard_rules::{Need, Order, Purpose, Seat, Side, Tile, TileSet};
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

/// The tiles of each hand.
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
    let order = TileOrder::try_from(all.as_slice()).expect("each tile once");
    order.things()
}

/// Deals these hands. If the match needs lots first, seat 0 gets the heaviest lot.
fn deal(game: &mut Match, hands: &str) -> Vec<Event> {
    let rules = *game.rules();
    if matches!(game.needs(), Need::Chance(chance) if chance.purpose == Purpose::Lots) {
        let heaviest = order(rules.tile_set, "6-6 6-5 6-4 6-3");
        game.deal(&heaviest).expect("lots are needed");
    }
    game.deal(&order(rules.tile_set, hands))
        .expect("a deal is needed")
}

/// Makes a play for the seat on turn. The play is written as `tile` or `arm:tile`.
fn play(game: &mut Match, text: &str) -> Vec<Event> {
    let (arm, played) = text.split_once(':').unwrap_or(("", text));
    let Need::Move(seat) = game.needs() else {
        panic!("{text}: the round is over")
    };
    let wanted = Play {
        tile: tile(played),
        arm: arm.parse().ok(),
        announced: None,
    };
    game.take(seat, wanted.into()).expect(text)
}

/// The open ends, the lower ones first, separated by commas.
fn ends(game: &Match) -> String {
    let layout = game.round().expect("a round").layout();
    let mut ends: Vec<_> = layout.ends().map(|end| end.pips.to_string()).collect();
    ends.sort_unstable();
    ends.join(", ")
}

/// The last play of a round.
struct LastPlay {
    /// The tile, and the open ends before and after it, as RULES.md writes them.
    text: String,
    /// The events of the play.
    events: Vec<Event>,
}

/// Deals a position and makes all its plays.
fn reach(game: &mut Match, position: &Position) -> LastPlay {
    deal(game, position.deal);
    let (first, last) = position
        .plays
        .rsplit_once(char::is_whitespace)
        .unwrap_or(("", position.plays));
    for text in first.split_whitespace() {
        play(game, text);
    }
    let before = ends(game);
    let events = play(game, last);
    let tile = last.trim_start_matches(|it: char| !it.is_ascii_digit());
    let text = format!("{tile}; {before} → {}", ends(game));
    LastPlay { text, events }
}

/// A match in which this number of rounds has been won, each of them as in example 1. If there are any,
/// each round begins as the first.
fn won_before(won: u16, rules: &Rules) -> Match {
    let mut options = Options::from(*rules);
    if won > 0 {
        options.next_lead = NextLead::Opening;
    }
    let mut game = Match::new(&Rules::try_from(options).expect("possible options"));
    for before in 0..won {
        assert_eq!(game.won_rounds(), before);
        reach(&mut game, positions::position("1"));
    }
    game
}
