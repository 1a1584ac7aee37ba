//! How fast the players think, on one core: `cargo bench -p boneyard-bot`.

use boneyard_bot::{Budget, Chance, Level, Manners, Odds, Player};
use boneyard_rules::{Match, Need, Rules, View, Viewer};
use divan::counter::ItemsCount;
use divan::{Bencher, black_box};

fn main() {
    divan::main();
}

const GAMES: [&str; 4] = [
    "All Fives 150",
    "Fives and Threes 61",
    "Draw 100",
    "Party Block 100 · partners",
];

fn rules(line: &str) -> Rules {
    line.parse().expect("short notation")
}

/// The view of the seat on turn after the third play of a round.
fn view(rules: &Rules) -> View {
    let mut chance = Chance::new(1);
    let mut game = Match::new(rules);
    let mut plays = 0;
    loop {
        match game.needs() {
            Need::Lots => drop(game.lots(chance.order().lots(rules.seating))),
            Need::Deal => drop(game.deal(&chance.order())),
            Need::Play(seat) if plays >= 3 && game.placements().nth(1).is_some() => {
                return game.view(Viewer::Seat(seat));
            }
            Need::Play(seat) => {
                let first = game.placements().next().expect("a seat on turn can play");
                drop(game.play(seat, first.into()));
                plays += 1;
            }
            Need::Nothing => game = Match::new(rules),
        }
    }
}

const PASSES: u32 = 1_000;

/// One item is one pass: a supposed round, played to its end.
#[divan::bench(args = GAMES)]
fn expert(bencher: Bencher, line: &str) {
    let rules = rules(line);
    let player = Player::new(&rules);
    let view = view(&rules);
    black_box(player.odds());
    bencher.counter(ItemsCount::new(PASSES)).bench_local(|| {
        player.choose(
            &view,
            Manners::default(),
            Level::Expert,
            Budget::passes(PASSES),
            1,
        )
    });
}

/// What the first decision of a match costs beside its passes.
#[divan::bench(args = GAMES)]
fn odds(bencher: Bencher, line: &str) {
    let rules = rules(line);
    bencher.bench_local(|| Odds::new(&rules));
}
