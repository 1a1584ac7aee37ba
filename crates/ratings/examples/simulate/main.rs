//! Lets 2,000 players of known strength play, and prints how well ratings find it out, and what those
//! gain who cheat. docs/ratings.md has the figures.
//!
//! `cargo run --release -p boneyard-ratings --example simulate -- [SEED]`
#![expect(
    clippy::cast_precision_loss,
    reason = "players, matches and millionths stay far below the 52 bits of an f64"
)]

mod attacks;
mod kendall;
mod methods;
mod pairing;
mod quality;
mod truth;

use attacks::{Leaving, Scheme, TOWN, Town};
use boneyard_bot::Chance;
use boneyard_protocol::RatingBoard;
use boneyard_ratings::{Weight, board_of};
use boneyard_rules::{Options, Preset, Rules, Seating};
use pairing::Pairing;
use quality::{AFTER, Classes, Quality, World};

/// In the order of a world's methods.
const METHODS: [&str; 4] = ["ours", "ours, all alike", "Elo", "Glicko-2"];

fn main() {
    let seed = std::env::args().nth(1).and_then(|seed| seed.parse().ok());
    let seed: u64 = seed.unwrap_or(0);
    println!("{TOWN} players, seed {seed}");
    each_preset(seed);
    let classes = each_board(seed);
    foretold(&classes);
    cheats(seed);
}

/// What is rated: each preset for its seatings, with all its targets or with its own alone.
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
    board_of(rules).map(|(board, _)| board)
}

fn players(seating: Seating) -> &'static str {
    match seating {
        Seating::Two => "two",
        Seating::Three => "three",
        Seating::Four => "four",
        Seating::Partners => "pairs",
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
        let mut world = World::new(TOWN, &mut chance);
        let rules = [rules];
        let quality = world.run(&rules, Pairing::Quick, &mut Classes::default(), &mut chance);
        println!(
            "| {} {}, {} | {:.2} | {} | {} | {} | {} |",
            preset.name(),
            rules[0].target,
            players(rules[0].seating),
            board_of(&rules[0]).map_or(0.0, |(_, weight)| weight.share()),
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

/// All presets, seatings and targets of a board mixed.
fn each_board(seed: u64) -> Classes {
    println!("\nThe same, all presets, seatings and targets of a board mixed\n");
    println!(
        "| board | pairing | {} | known, sure |",
        METHODS.join(" | ")
    );
    println!("| --- | --- | --- | --- | --- | --- | --- |");
    let mut classes = Classes::default();
    let mut rules = rated(true);
    rules.sort_by_key(|(_, rules)| board(rules));
    for rules in rules.chunk_by(|one, other| board(&one.1) == board(&other.1)) {
        let rules: Vec<Rules> = rules.iter().map(|&(_, rules)| rules).collect();
        for pairing in [Pairing::Quick, Pairing::Random] {
            let mut chance = Chance::new(seed);
            let mut ignored = Classes::default();
            let classes = match pairing {
                Pairing::Quick => &mut classes,
                Pairing::Random => &mut ignored,
            };
            let mut world = World::new(TOWN, &mut chance);
            let quality = world.run(&rules, pairing, classes, &mut chance);
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
    classes
}

fn foretold(classes: &Classes) {
    let mut from = 1;
    for (classes, to) in classes.0.iter().zip(AFTER) {
        println!("\nExpected and actual share of wins, %, in matches {from} to {to}, all boards\n");
        println!("| expected | {} |", METHODS.join(" | "));
        println!("| --- | --- | --- | --- | --- |");
        for class in 0..10 {
            let columns: Vec<String> = classes
                .iter()
                .map(|classes| classes[class].to_string())
                .collect();
            println!(
                "| {} to {} | {} |",
                class * 10,
                class * 10 + 10,
                columns.join(" | ")
            );
        }
        from = to + 1;
    }
}

fn cheats(seed: u64) {
    let mut chance = Chance::new(seed);
    let mut world = World::new(TOWN, &mut chance);
    let draw = [*Preset::DRAW.rules()];
    world.run(&draw, Pairing::Quick, &mut Classes::default(), &mut chance);
    let weight = |rules: &Rules| board_of(rules).map_or(Weight::STANDARD, |(_, weight)| weight);
    let long = Options {
        target: 500,
        ..draw[0].into()
    };
    let long = Rules::try_from(long).map_or(Weight::STANDARD, |rules| weight(&rules));
    let town = Town {
        strengths: world.strengths,
        ratings: world.ours.ratings,
        weight: weight(&draw[0]),
    };
    println!("\nWhat 30 days of it gain in shown points, beside the same days without\n");
    println!("| | with ten honest matches a day | of 100 players above | without | above |");
    println!("| --- | --- | --- | --- | --- |");
    for (name, scheme) in attacks::schemes(town.weight, long) {
        let [honest, alone] = [true, false].map(|is_honest| {
            let gain = attacks::gain(&town, scheme, is_honest, seed);
            format!(
                "{:+.0}{} | {:.0} → {:.0}",
                gain.own,
                if matches!(scheme, Scheme::Partner(..)) {
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
    partners(&town, seed);
}

fn partners(town: &Town, seed: u64) {
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
            let gain = attacks::with_partner(town, leaving, spared_a_day, seed);
            format!("{gain:+.0}")
        });
        println!("| {name} | {} |", gains.join(" | "));
    }
}
