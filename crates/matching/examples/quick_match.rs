//! Simulates quick match: how long players wait, and how large the rating gaps between the players of a
//! match are. The time is simulated. `docs/matching.md` shows the results.
//!
//! ```sh
//! cargo run --release -p boneyard-matching --example quick_match
//! ```

#![expect(
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "all numbers are small and positive"
)]

use std::collections::{HashMap, HashSet};

use boneyard_base::{PlayerId, Timestamp, limits};
use boneyard_matching::pool::{Group, Pool, Ticket, TicketKind, Want};
use boneyard_rules::Seating;
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};

/// The mean and the standard deviation of the players' ratings.
const MEAN: f64 = 1_500.0;
const DEVIATION: f64 = 250.0;

/// The seed is fixed, so that each run gives the same results.
const SEED: u64 = 1;

/// How many hours of arriving players are simulated.
const HOURS: i64 = 24;

/// The time between two waves.
const WAVE_MS: i64 = 3_000;
const STEP_MS: i64 = 100;

fn main() {
    println!(
        "| seats | a minute | people | wait p50 | p90 | p99 | gap p50 | p90 | offered a computer | left over |"
    );
    println!("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |");
    for (name, seating) in [
        ("two", Seating::Two),
        ("three", Seating::Three),
        ("pairs", Seating::Partners),
    ] {
        for per_minute in [1, 10, 100] {
            let result = Simulation::new(seating, per_minute).run();
            println!("| {name} | {per_minute} | {result} |");
        }
    }
}

struct Simulation {
    dice: StdRng,
    seatings: [Seating; 1],
    per_minute: i32,
    waiting: Vec<Ticket>,
    people: u64,
    waits_ms: Vec<i64>,
    gaps: Vec<i64>,
    offered: usize,
}

impl Simulation {
    fn new(seating: Seating, per_minute: i32) -> Self {
        Self {
            dice: StdRng::seed_from_u64(SEED),
            seatings: [seating],
            per_minute,
            waiting: Vec::new(),
            people: 0,
            waits_ms: Vec::new(),
            gaps: Vec::new(),
            offered: 0,
        }
    }

    fn run(mut self) -> String {
        let apart = HashSet::new();
        let mut next = self.gap_to_next();
        for step in 0..HOURS * 3_600_000 / STEP_MS {
            let now = Timestamp(step * STEP_MS);
            while next <= now.0 as f64 {
                next += self.gap_to_next();
                self.come(now);
                let pool = Pool {
                    tickets: &self.waiting,
                    seatings: &self.seatings,
                    apart: &apart,
                    now,
                };
                if let Some(group) = pool.arrive(self.waiting.len() - 1) {
                    self.seat(&[group], now);
                }
            }
            if now.0 % WAVE_MS == 0 {
                let pool = Pool {
                    tickets: &self.waiting,
                    seatings: &self.seatings,
                    apart: &apart,
                    now,
                };
                let groups = pool.wave();
                self.seat(&groups, now);
            }
        }
        let left_over = self.waiting.len();
        let seated = self.waits_ms.len();
        self.waits_ms.sort_unstable();
        self.gaps.sort_unstable();
        let wait = |share| seconds(at(&self.waits_ms, share));
        let gap = |share| at(&self.gaps, share);
        format!(
            "{} | {} | {} | {} | {} | {} | {:.1} % | {left_over}",
            self.people,
            wait(0.5),
            wait(0.9),
            wait(0.99),
            gap(0.5),
            gap(0.9),
            100.0 * self.offered as f64 / seated as f64,
        )
    }

    /// The time in milliseconds until the next player arrives. Players arrive independently of each other.
    fn gap_to_next(&mut self) -> f64 {
        let chance: f64 = self.dice.random_range(f64::EPSILON..1.0);
        -chance.ln() * 60_000.0 / f64::from(self.per_minute)
    }

    fn come(&mut self, now: Timestamp) {
        self.people += 1;
        let mut bytes = [0; 16];
        bytes[..8].copy_from_slice(&self.people.to_be_bytes());
        let rating = (MEAN + DEVIATION * self.normal()).round() as i32;
        self.waiting.push(Ticket {
            players: vec![PlayerId::from_bytes(bytes)],
            wants: vec![Want { preset: 0, rating }],
            kind: TicketKind::Accounts,
            mixed: false,
            since: now,
            met: Vec::new(),
            absences: 0,
        });
    }

    /// A random number with standard normal distribution, by the Box-Muller method.
    fn normal(&mut self) -> f64 {
        let radius: f64 = self.dice.random_range(f64::EPSILON..1.0);
        let angle: f64 = self.dice.random_range(0.0..std::f64::consts::TAU);
        (-2.0 * radius.ln()).sqrt() * angle.cos()
    }

    fn seat(&mut self, groups: &[Group], now: Timestamp) {
        let seated: HashMap<PlayerId, i32> = groups
            .iter()
            .flat_map(|group| group.seats.iter().map(|&player| (player, group.gap)))
            .collect();
        self.waiting.retain(|ticket| {
            let Some(&gap) = seated.get(&ticket.players[0]) else {
                return true;
            };
            let waited = now.ms_since(ticket.since);
            self.waits_ms.push(waited);
            self.gaps.push(i64::from(gap));
            self.offered += usize::from(waited >= limits::SEEK_OFFER_MS);
            false
        });
    }
}

fn at(sorted: &[i64], share: f64) -> i64 {
    let place = (sorted.len() as f64 * share) as usize;
    sorted.get(place).copied().unwrap_or_default()
}

fn seconds(ms: i64) -> String {
    format!("{:.1} s", ms as f64 / 1_000.0)
}
