//! Measures how fast the computer players think on one core: `cargo bench -p boneyard-bot`.

use boneyard_bot::line::{Odds, OpponentModel, Player, Seen};
use boneyard_bot::{Budget, Chance, Level};
use boneyard_rules::Game as _;
use boneyard_rules::line::{Match, Rules, View};
use boneyard_rules::{Need, Standing, Viewer};
use divan::counter::ItemsCount;
use divan::{Bencher, black_box};

fn main() {
    divan::main();
}

const GAMES: [&str; 8] = [
    "All Fives 150",
    "Fives and Threes 61",
    "Draw 100",
    "Party Block 100 · partners",
    "Quinientos 500",
    "Six-Love 6",
    "Cut-Throat 6 · 2 players",
    "Cuban Double-Nine 100",
];

fn rules(line: &str) -> Rules {
    line.parse().expect("short notation")
}

/// Plays matches until `found` accepts a position. `found` gets the match, and the number of plays so
/// far.
fn until(rules: &Rules, found: impl Fn(&Match, usize) -> bool) -> Match {
    let mut chance = Chance::new(1);
    let mut game = Match::new(rules);
    let mut plays = 0;
    while !found(&game, plays) {
        match game.needs() {
            Need::Chance(_) => drop(game.deal(&chance.order(rules.tile_set.len()))),
            Need::Move(seat) => {
                let first = game.placements().next().expect("a seat on turn can play");
                drop(game.take(seat, first.into()));
                plays += 1;
            }
            Need::Nothing => game = Match::new(rules),
        }
    }
    game
}

/// What the seat on turn sees in the first position, after at least three plays, in which the seat can
/// choose between plays.
fn seen(rules: &Rules) -> (Standing, View) {
    let chooses = |game: &Match, plays| {
        plays >= 3 && matches!(game.needs(), Need::Move(_)) && game.placements().nth(1).is_some()
    };
    let game = until(rules, chooses);
    let Need::Move(seat) = game.needs() else {
        unreachable!("a seat chooses");
    };
    (game.standing(), game.view(Viewer::Seat(seat)))
}

const PASSES: u32 = 1_000;

/// One item is one pass: the search plays a supposed round to its end.
#[divan::bench(args = GAMES)]
fn expert(bencher: Bencher, line: &str) {
    let rules = rules(line);
    let player = Player::new(&rules);
    let (standing, view) = seen(&rules);
    black_box(player.odds());
    bencher.counter(ItemsCount::new(PASSES)).bench_local(|| {
        player.choose(
            Seen::new(&standing, &view, OpponentModel::default()),
            Level::Expert,
            Budget::passes(PASSES),
            1,
        )
    });
}

/// The time to compute the odds of a match. The first decision of a match needs this time in addition to the
/// time of its passes; later decisions use the same odds.
#[divan::bench(args = GAMES)]
fn odds(bencher: Bencher, line: &str) {
    let rules = rules(line);
    bencher.bench_local(|| Odds::new(&rules));
}

/// The time in which a computer player learns from a finished round.
#[divan::bench(args = GAMES)]
fn learning(bencher: Bencher, line: &str) {
    let over = |game: &Match, plays| plays > 0 && !matches!(game.needs(), Need::Move(_));
    let game = until(&rules(line), over);
    bencher.bench_local(|| {
        let mut opponents = OpponentModel::default();
        opponents.learn(black_box(&game));
        opponents
    });
}
