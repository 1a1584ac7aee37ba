//! Measures the cost of each stage of a move at a table: `cargo bench -p boneyard-table --bench stages`. The
//! benches of `boneyard-protocol` measure how frames are read and written, and the bench `store` measures
//! appends.

use boneyard_base::{PlayerId, TableId, Timestamp, Visitor};
use boneyard_rules::{BySeat, Move, Rules, Seat};
use boneyard_store::LogRow;
use boneyard_table::{Action, Command, OfflineTable, OfflineTurn, State, TableEvent};
use divan::{Bencher, black_box};
use rand::RngExt as _;

const NOW: Timestamp = Timestamp(1_700_000_000_000);

fn main() {
    divan::main();
}

fn rules(notation: &str) -> Rules {
    notation.parse().expect("short notation")
}

fn people() -> Vec<Visitor> {
    let visitor = |name: &str| Visitor {
        player: PlayerId::random(),
        name: name.to_owned(),
        person: None,
    };
    vec![visitor("Ana"), visitor("Ben")]
}

fn open(notation: &str, people: &[Visitor]) -> OfflineTable {
    let table = OfflineTable::open(TableId::random(), rules(notation), people, false, NOW);
    table.expect("a table")
}

/// Chooses a random move.
fn at_random(turn: &OfflineTurn<'_>) -> Move {
    let all = turn.game.moves(turn.seat);
    all[rand::rng().random_range(0..all.len())]
}

/// The log of a table of two players. It has this many rows and ends in the middle of a round.
fn log(notation: &str, people: &[Visitor], rows: usize) -> Vec<LogRow> {
    let mut table = open(notation, people);
    let played = table.play_rows(rows, &mut at_random);
    played.expect("a player is on turn");
    table.into_rows(NOW)
}

/// A state of a table, and the command that makes the next play of the table's log.
fn a_play(notation: &str) -> (State, Command) {
    let people = people();
    let rows = log(notation, &people, 60);
    let mut played = rows.iter().enumerate().rev().filter_map(|(index, row)| {
        let events = TableEvent::from_body(&row.body).expect("a row of a log");
        match events[..] {
            [TableEvent::Moved { seat, chosen }] => Some((index, seat, chosen)),
            _ => None,
        }
    });
    let (index, seat, chosen) = played.next().expect("a play");
    let state = State::from_log(&rows[..index]).expect("a log");
    let command = Command {
        player: people[seat.index()].player,
        invited: false,
        action: Action::Move {
            ply: state.ply(),
            chosen,
        },
    };
    (state, command)
}

/// Decides a play: computes its events and the state after it.
#[divan::bench(args = ["Draw 100", "Five-Up 150"])]
fn decide(bencher: Bencher<'_, '_>, notation: &str) {
    let (state, command) = a_play(notation);
    let gone = BySeat::from_fn(rules(notation).seating(), |_: Seat| None);
    bencher.bench(|| black_box(&state).decide(black_box(&command), &gone, NOW));
}

/// Encodes a play as the body of a row.
#[divan::bench]
fn to_body(bencher: Bencher<'_, '_>) {
    let (state, command) = a_play("Draw 100");
    let gone = BySeat::from_fn(rules("Draw 100").seating(), |_: Seat| None);
    let decision = state.decide(&command, &gone, NOW).expect("a play");
    bencher.bench(|| TableEvent::to_body(black_box(&decision.events)));
}

/// Loads a table from its log.
#[divan::bench(args = [50, 500, 5_000])]
fn fold(bencher: Bencher<'_, '_>, rows: usize) {
    let rows = log("Draw 100", &people(), rows);
    bencher.bench(|| State::from_log(black_box(&rows)));
}

/// Plays a whole match of random placements. Each decision is made and encoded as a row.
#[divan::bench(args = ["Draw 100", "All Fives 150"], sample_size = 1)]
fn play_match(bencher: Bencher<'_, '_>, notation: &str) {
    bencher
        .with_inputs(|| open(notation, &people()))
        .bench_values(|mut table| table.play_match(&mut at_random).expect("a match ends"));
}
