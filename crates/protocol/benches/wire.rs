//! Measures how long it takes to make frames: `cargo bench -p boneyard-protocol`.

use std::sync::Arc;

use boneyard_protocol::{ClientMessage, PrivateUpdate, SharedUpdate, TableId};
use boneyard_rules::{Match, Need, Order, Rules};
use divan::{Bencher, black_box};

fn main() {
    divan::main();
}

const PLAY: &str = r#"{"type":"move","table":"3f2b8c1e9d4a4c7fb6a05e8d2c7b1f90","ply":12,"move":{"line":{"play":{"tile":"6-5","arm":"b"}}}}"#;

#[divan::bench]
fn read_a_play(bencher: Bencher) {
    bencher.bench(|| ClientMessage::parse(black_box(PLAY)));
}

/// A match between two players in the middle of its first round: before a play, and after it.
fn a_play(rules: &Rules) -> (Match, Match) {
    let mut game = Match::new(rules);
    let mut plays = 0;
    loop {
        let before = game.clone();
        match game.needs() {
            Need::Chance(_) => drop(game.deal(&shuffled())),
            Need::Move(seat) => {
                let first = game.forced().expect("a seat on turn can play");
                drop(game.take(seat, first));
                plays += 1;
            }
            Need::Nothing => unreachable!("the first round is short"),
        }
        if plays == 5 {
            return (before, game);
        }
    }
}

/// An order of the tiles that looks random and is the same each time.
fn shuffled() -> Order {
    let mut things = Order::sorted(28).things().to_vec();
    things.sort_by_key(|thing| thing * 11 % 28);
    Order::try_from(things.as_slice()).expect("every tile once")
}

fn update(before: &Match, after: &Match, table: TableId) -> SharedUpdate {
    SharedUpdate {
        standing: Some(after.standing_since(Some(before))),
        change: Some(after.change_since(Some(before))),
        ..SharedUpdate::new(table, 7)
    }
}

/// The work of a table for each play at a table with watchers. All watchers get the same text.
#[divan::bench(args = [2, 1_000])]
fn write_a_play_for_watchers(bencher: Bencher, watchers: usize) {
    let rules: Rules = "Draw 100".parse().expect("short notation");
    let (before, after) = a_play(&rules);
    let table = TableId::random();
    bencher.bench(|| {
        let (before, after) = black_box((&before, &after));
        let mut shared = update(before, after, table).encode();
        let frame: Arc<str> = shared.frame(&PrivateUpdate::default()).into();
        (0..watchers).for_each(|_| drop(black_box(Arc::clone(&frame))));
    });
}

/// The work of a table for each play between two players: computes the changes, and encodes both players'
/// frames.
#[divan::bench(args = ["Draw 100", "Five-Up 150"])]
fn write_a_play_for_two(bencher: Bencher, notation: &str) {
    let rules: Rules = notation.parse().expect("short notation");
    let (before, after) = a_play(&rules);
    let table = TableId::random();
    bencher.bench(|| {
        let (before, after) = black_box((&before, &after));
        let mut shared = update(before, after, table).encode();
        rules.seating().seats().for_each(|seat| {
            let own = after.own_change_since(Some(before), seat, false);
            let own = (!own.is_empty()).then_some(own);
            black_box(shared.frame(&PrivateUpdate {
                own,
                ..PrivateUpdate::default()
            }));
        });
    });
}
