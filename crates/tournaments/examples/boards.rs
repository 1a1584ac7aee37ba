//! Plays tournaments of 64 computer players on real boards. Prints how much of the variance of a board is the
//! deal's, and how often the four strongest players end in the top quarter. The results are in docs/tournaments.md.
//!
//! `cargo run --release -p boneyard-tournaments --example boards -- [SEED]`
//!
//! The model: player *n* of 0 to 63 chooses *n* of 63 plays as the level club does with [`PASSES`] passes, and the
//! others as a beginner. All rounds are paired as a Swiss, and a match is [`BOARDS`] rounds of Quick Draw. With
//! duplicate scoring all tables of a round have the same deals; otherwise each table has its own, and the points of
//! the boards decide the match.
#![expect(clippy::cast_precision_loss, reason = "all numbers are small")]

use boneyard_bot::{Budget, Chance, Level, Memory, Player, Seen};
use boneyard_rules::line::Preset;
use boneyard_rules::{Match, Need, Rules, Viewer};
use boneyard_tournaments::duplicate::Results;
use boneyard_tournaments::{
    Decision, EntrantId, Event, Format, MatchOutcome, Pairing, PairingId, Tournament, Winner,
};

const PLAYERS: u32 = 64;
const EVENTS: usize = 100;
const BOARDS: u8 = 4;
const PASSES: u32 = 30;

/// The numbers of rounds after which the standings are looked at.
const AFTER: [usize; 3] = [5, 7, 9];

/// The number of deals, and of tables for each, from which the deal's part of the variance is estimated.
const MEASURED: [usize; 2] = [400, 20];

fn main() {
    let seed = std::env::args().nth(1).and_then(|seed| seed.parse().ok());
    let mut chance = Chance::new(seed.unwrap_or(0));
    let computers = Computers::new();
    println!(
        "of the variance of a board, {:.0} % is the deal's",
        computers.deals_part(&mut chance)
    );
    let [weak, even] = [0, PLAYERS / 2].map(|other| computers.won(other, &mut chance));
    println!(
        "the strongest wins {weak:.0} % of the matches with the weakest, {even:.0} % with the median"
    );
    println!("\n| scoring | after 5 | after 7 | after 9 rounds |\n| --- | --- | --- | --- |");
    for (name, is_duplicate) in [("matches", false), ("duplicate", true)] {
        let mut found = [0; AFTER.len()];
        for _ in 0..EVENTS {
            let event = computers.play_tournament(is_duplicate, &mut chance);
            for (sum, found) in found.iter_mut().zip(event) {
                *sum += found;
            }
        }
        let shares =
            found.map(|found| format!("{:.0} %", 100.0 * found as f64 / (4 * EVENTS) as f64));
        println!("| {name} | {} |", shares.join(" | "));
    }
}

/// The computer players.
struct Computers {
    rules: Rules,
    player: Player,
}

impl Computers {
    fn new() -> Self {
        let rules = Preset::QUICK_DRAW.rules().into();
        Self {
            rules,
            player: Player::new(&rules),
        }
    }

    /// Plays a board. Returns the points of the first player less those of the second.
    fn play_board(&self, players: [u32; 2], deal: u64, chance: &mut Chance) -> i32 {
        let mut orders = Chance::new(deal);
        let mut game = Match::new(&self.rules);
        while let Need::Chance(needed) = game.needs() {
            game.deal(&orders.order(needed.things))
                .expect("a deal is needed");
        }
        while let Need::Move(seat) = game.needs() {
            let thinks = chance.below(PLAYERS as usize - 1) < players[seat.index()] as usize;
            let level = if thinks { Level::Club } else { Level::Beginner };
            let view = game.view(Viewer::Seat(seat));
            let standing = game.standing();
            let seen = Seen::new(&standing, &view, Memory::new(&self.rules));
            let budget = Budget::passes(PASSES);
            let chosen = self.player.choose_move(seen, level, budget, chance.bits());
            game.take(seat, chosen.expect("on turn"))
                .expect("a legal play");
        }
        let mut scores = game.scores().iter().map(|(_, &points)| i32::from(points));
        scores.next().unwrap_or(0) - scores.next().unwrap_or(0)
    }

    /// Plays the boards of a match.
    fn play_match(&self, players: [u32; 2], deals: &[u64], chance: &mut Chance) -> Vec<i32> {
        let deals = deals.iter();
        deals
            .map(|&deal| self.play_board(players, deal, chance))
            .collect()
    }

    /// How much of the variance of a board between two of the strongest players is the deal's, in percent: one way
    /// analysis of variance.
    fn deals_part(&self, chance: &mut Chance) -> f64 {
        let [deals, tables] = MEASURED;
        let strongest = [PLAYERS - 1; 2];
        let (mut means, mut within) = (Vec::new(), 0.0);
        for _ in 0..deals {
            let deal = chance.bits();
            let boards = (0..tables).map(|_| f64::from(self.play_board(strongest, deal, chance)));
            let (mean, variance) = moments(&boards.collect::<Vec<_>>());
            means.push(mean);
            within += variance / deals as f64;
        }
        let between = moments(&means).1 - within / tables as f64;
        100.0 * between / (between + within)
    }

    /// How many matches the strongest player wins against another, in percent of those that one side wins.
    fn won(&self, other: u32, chance: &mut Chance) -> f64 {
        let (mut won, mut lost) = (0_u32, 0_u32);
        for _ in 0..1_000 {
            let deals = draw_deals(chance);
            let points: i32 = self
                .play_match([PLAYERS - 1, other], &deals, chance)
                .iter()
                .sum();
            won += u32::from(points > 0);
            lost += u32::from(points < 0);
        }
        100.0 * f64::from(won) / f64::from(won + lost)
    }

    /// Plays a tournament. Returns how many of the four strongest players are in the top quarter after each number of
    /// rounds.
    fn play_tournament(&self, is_duplicate: bool, chance: &mut Chance) -> [usize; AFTER.len()] {
        let rounds = AFTER[AFTER.len() - 1];
        let format = Format::Swiss {
            rounds: rounds as u8,
            cut: None,
        };
        let mut tournament = Tournament::new(format);
        // The numbers of the entrants say nothing of their strengths: ties are broken by chance.
        let mut strengths: Vec<u32> = (0..PLAYERS).collect();
        for last in (1..strengths.len()).rev() {
            strengths.swap(last, chance.below(last + 1));
        }
        for _ in 0..PLAYERS {
            tournament
                .apply(&Event::Entered { rating: 0 })
                .expect("few players");
        }
        let mut results = Results::new();
        let mut found = [0; AFTER.len()];
        for round in 0..rounds {
            self.play_round(
                &mut tournament,
                &strengths,
                &mut results,
                is_duplicate,
                chance,
            );
            if let Some(at) = AFTER.iter().position(|&after| after == round + 1) {
                let order: Vec<EntrantId> = if is_duplicate {
                    let standings = tournament.board_standings(BOARDS, &results);
                    standings.iter().map(|of| of.entrant).collect()
                } else {
                    tournament.standings().iter().map(|of| of.entrant).collect()
                };
                let top = order.iter().take(order.len() / 4);
                found[at] = top
                    .filter(|of| strengths[of.0 as usize] >= PLAYERS - 4)
                    .count();
            }
        }
        found
    }

    fn play_round(
        &self,
        tournament: &mut Tournament,
        strengths: &[u32],
        results: &mut Results,
        is_duplicate: bool,
        chance: &mut Chance,
    ) {
        let pairings = tournament.pair(0).expect("a round");
        let round = tournament.rounds().count();
        let sides: Vec<_> = pairings.iter().filter_map(Pairing::sides).collect();
        tournament
            .apply(&Event::Paired { pairings })
            .expect("a round");
        let common = draw_deals(chance);
        for (number, sides) in sides.into_iter().enumerate() {
            let players = sides.map(|side| strengths[side.first.0 as usize]);
            let deals = if is_duplicate {
                common
            } else {
                draw_deals(chance)
            };
            let boards = self.play_match(players, &deals, chance);
            let pairing = PairingId { round, number };
            let outcome = outcome(boards.iter().sum());
            results.insert(pairing, boards.into_iter().map(Some).collect());
            tournament
                .apply(&Event::Reported { pairing, outcome })
                .expect("a match");
        }
    }
}

fn draw_deals(chance: &mut Chance) -> [u64; BOARDS as usize] {
    std::array::from_fn(|_| chance.bits())
}

/// The mean and the variance of a sample.
fn moments(of: &[f64]) -> (f64, f64) {
    let mean = of.iter().sum::<f64>() / of.len() as f64;
    let squares = of.iter().map(|one| (one - mean).powi(2));
    (mean, squares.sum::<f64>() / (of.len() - 1) as f64)
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
