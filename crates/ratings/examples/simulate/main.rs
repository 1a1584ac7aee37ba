//! Simulates 2,000 players of known strength. Prints how well the ratings approach these strengths, and
//! how much attackers gain. The results are in docs/ratings.md.
//!
//! `cargo run --release -p boneyard-ratings --example simulate -- [SEED]`
#![expect(
    clippy::cast_precision_loss,
    reason = "players, matches and millionths stay far below the 52 bits of an f64"
)]

mod attacks;
mod club;
mod kendall;
mod methods;
mod pairing;
mod quality;
mod truth;

use attacks::{Attack, Leaving, PLAYERS, Population};
use boneyard_bot::Chance;
use boneyard_protocol::RatingBoard;
use boneyard_ratings::{Weight, leaderboard_of};
use boneyard_rules::line::{Options, Preset};
use boneyard_rules::{Rules, Seating};
use pairing::Pairing;
use quality::{AFTER, Calibration, Quality, World};

/// The names of the methods, in the order of [`World::methods`].
const METHODS: [&str; 4] = ["ours", "ours, all alike", "Elo", "Glicko-2"];

fn main() {
    let seed = std::env::args().nth(1).and_then(|seed| seed.parse().ok());
    let seed: u64 = seed.unwrap_or(0);
    println!("{PLAYERS} players, seed {seed}");
    each_preset(seed);
    let calibration = each_board(seed);
    print_calibration(&calibration);
    print_attacks(seed);
}

/// The rules with which matches are rated: each preset with each of its seatings, either with all targets
/// that the preset offers, or only with the preset's own target.
fn rated(all_targets: bool) -> Vec<(&'static Preset, Rules)> {
    let mut rated = Vec::new();
    for preset in Preset::ALL {
        for &seating in preset.seatings() {
            for &target in preset.targets() {
                let options = Options {
                    target,
                    ..preset.for_seating(seating).into()
                };
                if let Ok(rules) = Rules::try_from(options)
                    && (all_targets || target == preset.rules().target)
                {
                    rated.push((preset, rules));
                }
            }
        }
    }
    rated
}

fn board(rules: &Rules) -> Option<RatingBoard> {
    leaderboard_of(rules).map(|(board, _)| board)
}

fn players(seating: Seating) -> &'static str {
    match seating {
        Seating::PARTNERS => "pairs",
        alone => alone.name(),
    }
}

fn each_preset(seed: u64) {
    println!(
        "\nKendall's tau after 20, 50 and 200 matches, paired as in quick match; after how many"
    );
    println!("matches half of the players are known, and sure enough for the leaderboard\n");
    println!(
        "| rules | weight | ours | Elo | Glicko-2 | known, sure |\n| --- | --- | --- | --- | --- | --- |"
    );
    for (preset, rules) in rated(false) {
        let mut chance = Chance::new(seed);
        let mut world = World::new(PLAYERS, &mut chance);
        let rules = [rules];
        let quality = world.run(
            &rules,
            Pairing::Quick,
            &mut Calibration::default(),
            &mut chance,
        );
        println!(
            "| {} {}, {} | {:.2} | {} | {} | {} | {} |",
            preset.name(),
            preset.rules().target,
            players(rules[0].seating()),
            leaderboard_of(&rules[0]).map_or(0.0, |(_, weight)| weight.share()),
            taus(&quality, 0),
            taus(&quality, 2),
            taus(&quality, 3),
            settled(&quality)
        );
    }
}

fn taus(quality: &Quality, method: usize) -> String {
    let taus = quality.tau.map(|tau| format!("{:.2}", tau[method]));
    taus.join(" ")
}

fn settled(quality: &Quality) -> String {
    let settled = quality
        .settled
        .map(|after| after.map_or_else(|| "over 200".to_owned(), |after| after.to_string()));
    settled.join(", ")
}

/// Simulates each board, with all its presets, seatings and targets together.
fn each_board(seed: u64) -> Calibration {
    println!("\nThe same, all presets, seatings and targets of a board mixed\n");
    println!(
        "| board | pairing | {} | known, sure |",
        METHODS.join(" | ")
    );
    println!("| --- | --- | --- | --- | --- | --- | --- |");
    let mut calibration = Calibration::default();
    let mut rules = rated(true);
    rules.sort_by_key(|(_, rules)| board(rules));
    for rules in rules.chunk_by(|one, other| board(&one.1) == board(&other.1)) {
        let rules: Vec<Rules> = rules.iter().map(|&(_, rules)| rules).collect();
        for pairing in [Pairing::Quick, Pairing::Random] {
            let mut chance = Chance::new(seed);
            let mut ignored = Calibration::default();
            let calibration = match pairing {
                Pairing::Quick => &mut calibration,
                Pairing::Random => &mut ignored,
            };
            let mut world = World::new(PLAYERS, &mut chance);
            let quality = world.run(&rules, pairing, calibration, &mut chance);
            let taus: Vec<String> = (0..METHODS.len())
                .map(|method| taus(&quality, method))
                .collect();
            let name = board(&rules[0]).map_or(String::new(), |board| format!("{board:?}"));
            println!(
                "| {name} | {pairing:?} | {} | {} |",
                taus.join(" | "),
                settled(&quality)
            );
        }
    }
    calibration
}

fn print_calibration(calibration: &Calibration) {
    let mut from = 1;
    for (calibration, to) in calibration.0.iter().zip(AFTER) {
        println!("\nExpected and actual share of wins, %, in matches {from} to {to}, all boards\n");
        println!("| expected | {} |", METHODS.join(" | "));
        println!("| --- | --- | --- | --- | --- |");
        for bin in 0..10 {
            let columns: Vec<String> = calibration
                .iter()
                .map(|calibration| calibration[bin].to_string())
                .collect();
            println!(
                "| {} to {} | {} |",
                bin * 10,
                bin * 10 + 10,
                columns.join(" | ")
            );
        }
        from = to + 1;
    }
}

fn print_attacks(seed: u64) {
    let mut chance = Chance::new(seed);
    let mut world = World::new(PLAYERS, &mut chance);
    let draw = [Rules::from(Preset::DRAW.rules())];
    world.run(
        &draw,
        Pairing::Quick,
        &mut Calibration::default(),
        &mut chance,
    );
    let weight =
        |rules: &Rules| leaderboard_of(rules).map_or(Weight::STANDARD, |(_, weight)| weight);
    let long = Options {
        target: 500,
        ..(*Preset::DRAW.rules()).into()
    };
    let long = Rules::try_from(long).map_or(Weight::STANDARD, |rules| weight(&rules));
    let population = Population {
        strengths: world.strengths,
        ratings: world.ours.ratings,
        weight: weight(&draw[0]),
    };
    println!("\nWhat 30 days of it gain in shown points, beside the same days without\n");
    println!("| | with ten honest matches a day | of 100 players above | without | above |");
    println!("| --- | --- | --- | --- | --- |");
    for (name, attack) in attacks::attacks(population.weight, long) {
        let [honest, alone] = [true, false].map(|is_honest| {
            let gain = attacks::gain(&population, attack, is_honest, seed);
            format!(
                "{:+.0}{} | {:.0} → {:.0}",
                gain.own,
                if matches!(attack, Attack::Partner(..)) {
                    format!(", partner {:+.0}", gain.partner)
                } else {
                    String::new()
                },
                gain.places[0],
                gain.places[1]
            )
        });
        println!("| {name} | {honest} | {alone} |");
    }
    print_partners(&population, seed);
    print_clubs(&population, seed);
}

fn print_clubs(population: &Population, seed: u64) {
    println!(
        "\nAfter how many days half of the new players are known: by the limit for pairs alone, and"
    );
    println!("with that for new opponents\n");
    println!(
        "| who play | matches a day | pairs alone | with new opponents |\n| --- | --- | --- | --- |"
    );
    for (name, new, known) in [
        ("20 new players", 20, 0),
        ("a household of four new players", 4, 0),
        ("20 new players among 180 known ones", 20, 180),
    ] {
        for a_day in [10, 3] {
            let days = [false, true].map(|is_limited| {
                club::days_until_known(population, [new, known], a_day, is_limited, seed)
            });
            println!("| {name} | {a_day} | {} | {} |", days[0], days[1]);
        }
    }
}

fn print_partners(population: &Population, seed: u64) {
    println!(
        "\nWhat 300 matches of pairs gain in 30 days, by how often a day one is spared who was left\n"
    );
    println!("| partner | 0 | 1 | 2 | 3 | always |\n| --- | --- | --- | --- | --- | --- |");
    let rows = [
        ("a new account that stays", Leaving::Never),
        ("a new account that leaves each lost match", Leaving::Losing),
        ("nobody leaves", Leaving::OneOf(usize::MAX)),
        ("one of 20 leaves", Leaving::OneOf(20)),
        ("one of 10 leaves", Leaving::OneOf(10)),
    ];
    for (name, leaving) in rows {
        let gains = [0, 1, 2, 3, usize::MAX].map(|spared_a_day| {
            let gain = attacks::with_partner(population, leaving, spared_a_day, seed);
            format!("{gain:+.0}")
        });
        println!("| {name} | {} |", gains.join(" | "));
    }
}
