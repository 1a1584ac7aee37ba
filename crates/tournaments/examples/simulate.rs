//! Simulates tournaments of 64 players with known strengths. Prints how often the four strongest players end in
//! the top quarter, and how long it takes to pair a round of 500. The results are in docs/tournaments.md.
//!
//! `cargo run --release -p boneyard-tournaments --example simulate -- [SEED] [times]`
//!
//! With `times`, only the times are measured.
//!
//! The model: strengths are normally distributed with a standard deviation of 1. The margin of a match is the
//! difference of the strengths and luck, which is normally distributed with a standard deviation of [`LUCK`]. A
//! given share of its variance is the luck of the deal. In duplicate, all tables of a round have this part in
//! common; otherwise each table has its own. The players have no ratings, and enter in random order.
#![expect(clippy::cast_precision_loss, reason = "all numbers are small")]

use std::time::Instant;

use boneyard_bot::Chance;
use boneyard_tournaments::duplicate::{Comparison, score};
use boneyard_tournaments::{
    Decision, EntrantId, Event, Format, MatchOutcome, Pairing, PairingId, Side, Tournament, Winner,
};

const PLAYERS: usize = 64;
const EVENTS: usize = 200;

/// The numbers of rounds after which the standings are looked at.
const AFTER: [u8; 3] = [5, 7, 9];

/// The standard deviation of the luck in a match. A player whose strength is one standard deviation higher wins 63
/// of 100 matches.
const LUCK: f64 = 3.0;

/// How many points of a match are one unit of strength.
const POINTS: f64 = 20.0;

/// How players are paired.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pairs {
    Swiss,
    Random,
}

/// What decides the standings.
#[derive(Clone, Copy)]
enum Decides {
    /// The match points and their tie-breaks.
    Matches,
    /// The scores of boards that all tables play.
    Boards(Comparison),
}

const METHODS: [(&str, Pairs, Decides); 6] = [
    ("Swiss", Pairs::Swiss, Decides::Matches),
    ("random pairing", Pairs::Random, Decides::Matches),
    (
        "random pairing, duplicate, margins",
        Pairs::Random,
        Decides::Boards(Comparison::Margin),
    ),
    (
        "random pairing, duplicate, matchpoints",
        Pairs::Random,
        Decides::Boards(Comparison::Matchpoints),
    ),
    (
        "Swiss, duplicate, margins",
        Pairs::Swiss,
        Decides::Boards(Comparison::Margin),
    ),
    (
        "Swiss, duplicate, matchpoints",
        Pairs::Swiss,
        Decides::Boards(Comparison::Matchpoints),
    ),
];

fn main() {
    let seed = std::env::args().nth(1).and_then(|seed| seed.parse().ok());
    let mut chance = Chance::new(seed.unwrap_or(0));
    if std::env::args().nth(2).as_deref() != Some("times") {
        print_methods(&mut chance);
    }
    for players in [PLAYERS, 500] {
        print_times(players, &mut chance);
        print_times_of_arena(players, &mut chance);
    }
}

fn print_methods(chance: &mut Chance) {
    for deal in [0.5, 0.8] {
        println!(
            "\n{EVENTS} tournaments of {PLAYERS}; the deal is {deal} of the variance of luck\n"
        );
        println!("| method | after 5 | after 7 | after 9 rounds |\n| --- | --- | --- | --- |");
        for (name, pairs, decides) in METHODS {
            let shares = AFTER.map(|rounds| {
                let found = (0..EVENTS)
                    .map(|_| Simulated::new(chance).play(rounds, deal, pairs, decides, chance));
                let found: usize = found.sum();
                format!("{:.0} %", 100.0 * found as f64 / (4 * EVENTS) as f64)
            });
            println!("| {name} | {} |", shares.join(" | "));
        }
    }
}

/// A tournament whose players have known strengths.
struct Simulated {
    tournament: Tournament,
    strengths: Vec<f64>,
    /// The sum of the scores on boards, by player.
    boards: Vec<i64>,
}

impl Simulated {
    fn new(chance: &mut Chance) -> Self {
        Self::with_players(PLAYERS, chance)
    }

    fn with_players(players: usize, chance: &mut Chance) -> Self {
        let format = Format::Swiss {
            rounds: u8::MAX,
            cut: None,
        };
        let mut tournament = Tournament::new(format);
        for _ in 0..players {
            tournament
                .apply(&Event::Entered { rating: 0 })
                .expect("few players");
        }
        Self {
            tournament,
            strengths: (0..players).map(|_| normal(chance)).collect(),
            boards: vec![0; players],
        }
    }

    /// Plays the tournament. Returns how many of the four strongest players end in the top quarter.
    fn play(
        mut self,
        rounds: u8,
        deal: f64,
        pairs: Pairs,
        decides: Decides,
        chance: &mut Chance,
    ) -> usize {
        for round in 0..rounds.into() {
            let pairings = match pairs {
                Pairs::Swiss => self.tournament.pair(0).expect("a round"),
                Pairs::Random => random(self.strengths.len(), chance),
            };
            self.play_round(round, pairings, deal, decides, chance);
        }
        let mut order: Vec<usize> = self
            .tournament
            .standings()
            .iter()
            .map(|of| of.entrant.0 as usize)
            .collect();
        if let Decides::Boards(_) = decides {
            order.sort_by_key(|&player| -self.boards[player]);
        }
        let mut strongest: Vec<usize> = (0..self.strengths.len()).collect();
        strongest.sort_by(|&one, &other| self.strengths[other].total_cmp(&self.strengths[one]));
        let top = &order[..order.len() / 4];
        strongest[..4]
            .iter()
            .filter(|player| top.contains(player))
            .count()
    }

    fn play_round(
        &mut self,
        round: usize,
        pairings: Vec<Pairing>,
        deal: f64,
        decides: Decides,
        chance: &mut Chance,
    ) {
        let sides: Vec<[Side; 2]> = pairings.iter().filter_map(Pairing::sides).collect();
        self.tournament
            .apply(&Event::Paired { pairings })
            .expect("a round");
        let common = normal(chance);
        let margins: Vec<i32> = sides
            .iter()
            .map(|[first, second]| {
                let of_deal = match decides {
                    Decides::Matches => normal(chance),
                    Decides::Boards(_) => common,
                };
                let luck = LUCK * (deal.sqrt() * of_deal + (1.0 - deal).sqrt() * normal(chance));
                let [first, second] =
                    [first, second].map(|side| self.strengths[side.first.0 as usize]);
                (POINTS * (first - second + luck)).round() as i32
            })
            .collect();
        for (number, &margin) in margins.iter().enumerate() {
            let outcome = outcome(margin);
            let pairing = PairingId { round, number };
            self.tournament
                .apply(&Event::Reported { pairing, outcome })
                .expect("a match");
        }
        if let Decides::Boards(comparison) = decides {
            for (sides, scores) in sides.iter().zip(score(&margins, comparison)) {
                for (side, score) in sides.iter().zip(scores) {
                    self.boards[side.first.0 as usize] += score;
                }
            }
        }
    }
}

fn outcome(margin: i32) -> MatchOutcome {
    let decision = match margin {
        0 => Decision::Tie,
        1.. => Decision::Won(Winner::First),
        _ => Decision::Won(Winner::Second),
    };
    let points = u16::try_from(margin.unsigned_abs()).unwrap_or(u16::MAX);
    let points = if margin > 0 { [points, 0] } else { [0, points] };
    MatchOutcome {
        decision,
        points: Some(points),
    }
}

/// Pairings of an even number of players by chance.
fn random(players: usize, chance: &mut Chance) -> Vec<Pairing> {
    let mut order: Vec<EntrantId> = (0..players)
        .map(|player| EntrantId(player as u32))
        .collect();
    for last in (1..order.len()).rev() {
        order.swap(last, chance.below(last + 1));
    }
    let sides = order
        .chunks_exact(2)
        .map(|pair| [Side::one(pair[0]), Side::one(pair[1])]);
    sides.map(Pairing::Match).collect()
}

/// A random number from the standard normal distribution (Box and Muller 1958).
fn normal(chance: &mut Chance) -> f64 {
    let (radius, angle) = (
        1.0 - f64::from(chance.unit()),
        std::f64::consts::TAU * f64::from(chance.unit()),
    );
    (-2.0 * radius.ln()).sqrt() * angle.cos()
}

/// Prints how long it takes to pair the rounds of Swiss tournaments, and to compute their standings.
fn print_times(players: usize, chance: &mut Chance) {
    let (mut pairing, mut standing) = (Vec::new(), Vec::new());
    for _ in 0..12 {
        let mut simulated = Simulated::with_players(players, chance);
        for round in 0..9 {
            let begun = Instant::now();
            let pairings = simulated.tournament.pair(0).expect("a round");
            pairing.push(begun.elapsed().as_secs_f64() * 1_000.0);
            simulated.play_round(round, pairings, 0.5, Decides::Matches, chance);
            let begun = Instant::now();
            let standings = simulated.tournament.standings();
            standing.push(begun.elapsed().as_secs_f64() * 1_000.0);
            assert_eq!(standings.len(), players);
        }
    }
    println!();
    print_shares(&format!("Swiss of {players}, pairing"), pairing);
    print_shares(&format!("Swiss of {players}, standings"), standing);
}

/// Prints how long it takes to pair those who are free in an arena of half an hour, and to compute its standings. It
/// is paired each second, as on a server, and a match lasts 20 to 120 seconds.
fn print_times_of_arena(players: usize, chance: &mut Chance) {
    const SECONDS: i64 = 1_800;
    let mut arena = Tournament::new(Format::Arena { ends: SECONDS });
    for _ in 0..players {
        arena
            .apply(&Event::Entered { rating: 0 })
            .expect("few players");
    }
    let (mut first, mut pairing, mut standing) = (Vec::new(), Vec::new(), Vec::new());
    let mut running: Vec<(i64, PairingId)> = Vec::new();
    let mut rounds = 0;
    for now in 0..SECONDS {
        for (_, pairing) in running.extract_if(.., |(ends, _)| *ends <= now) {
            let outcome = outcome((normal(chance) * LUCK * POINTS) as i32);
            arena
                .apply(&Event::Reported { pairing, outcome })
                .expect("a match");
        }
        let free = arena.free_count();
        let begun = Instant::now();
        let paired = arena.pair(now);
        let ms = begun.elapsed().as_secs_f64() * 1_000.0;
        if let Ok(pairings) = paired {
            let times = if free == players {
                &mut first
            } else {
                &mut pairing
            };
            times.push(ms);
            running.extend((0..pairings.len()).map(|number| {
                let more = i64::try_from(chance.below(101)).expect("a small number");
                let ends = now + 20 + more;
                let round = rounds;
                (ends, PairingId { round, number })
            }));
            arena.apply(&Event::Paired { pairings }).expect("a round");
            rounds += 1;
            let begun = Instant::now();
            assert_eq!(arena.standings().len(), players);
            standing.push(begun.elapsed().as_secs_f64() * 1_000.0);
        }
    }
    print_shares(&format!("arena of {players}, first pairing"), first);
    print_shares(&format!("arena of {players}, pairing"), pairing);
    print_shares(&format!("arena of {players}, standings"), standing);
}

fn print_shares(name: &str, mut times: Vec<f64>) {
    times.sort_by(f64::total_cmp);
    let at = |share: usize| times[(times.len() * share).div_ceil(100) - 1];
    println!(
        "{name}: median {:.2} ms, p99 {:.2} ms, max {:.2} ms, of {}",
        at(50),
        at(99),
        at(100),
        times.len()
    );
}
