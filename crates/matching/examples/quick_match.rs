//! Simulates quick match: how long players wait, how large the rating gaps between the players of a match
//! are, and what players lose whose connections are often lost. The time is simulated. `docs/matching.md` shows the results.
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
use std::net::{IpAddr, Ipv6Addr};

use boneyard_base::{PlayerId, Requester, Timestamp, limits};
use boneyard_matching::absences::Absences;
use boneyard_matching::pool::{Group, Pool, Sizes, Ticket, TicketKind, Want};
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

/// Of so many players one has a bad network, in the second table.
const BAD_NETWORKS: u64 = 10;

/// How often such a player loses the connection before coming to a table.
const LOST: f64 = 0.25;

/// The time until such a player searches again, and until the others search again.
const AGAIN_MS: i64 = limits::PAIRED_COME_MS;

fn main() {
    println!(
        "| seats | a minute | people | wait p50 | p90 | p99 | gap p50 | p90 | offered a computer | left over |"
    );
    println!("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |");
    for (name, seating) in [
        ("two", Seating::TWO),
        ("three", Seating::THREE),
        ("pairs", Seating::PARTNERS),
    ] {
        for per_minute in [1, 10, 100] {
            let result = Simulation::new(seating, per_minute).run().report();
            println!("| {name} | {per_minute} | {result} |");
        }
    }
    println!("\n| a minute | absences count | good network: p50 | p90 | bad network: p50 | p90 |");
    println!("| --- | --- | --- | --- | --- | --- |");
    for per_minute in [1, 10, 100] {
        for counts in [false, true] {
            let simulation = Simulation {
                lost: LOST,
                counts,
                ..Simulation::new(Seating::TWO, per_minute)
            };
            let result = simulation.run().report_by_network();
            let counts = if counts { "yes" } else { "no" };
            println!("| {per_minute} | {counts} | {result} |");
        }
    }
}

struct Simulation {
    dice: StdRng,
    sizes: [Sizes; 1],
    apart: HashSet<(PlayerId, PlayerId)>,
    per_minute: i32,
    /// How often players with bad networks lose the connection before they come to a table.
    lost: f64,
    /// Whether such a loss counts as an absence.
    counts: bool,
    absences: Absences,
    waiting: Vec<Ticket>,
    /// The players who search again, with the times at which they do.
    later: Vec<(Timestamp, Ticket)>,
    /// The players who have not played yet, with the times at which they came.
    came: HashMap<PlayerId, Timestamp>,
    people: u64,
    waits_ms: Vec<i64>,
    /// The waits of the players with bad networks.
    bad_waits_ms: Vec<i64>,
    gaps: Vec<i64>,
    offered: usize,
}

impl Simulation {
    fn new(seating: Seating, per_minute: i32) -> Self {
        Self {
            dice: StdRng::seed_from_u64(SEED),
            sizes: [Sizes::only(seating)],
            apart: HashSet::new(),
            per_minute,
            lost: 0.0,
            counts: false,
            absences: Absences::default(),
            waiting: Vec::new(),
            later: Vec::new(),
            came: HashMap::new(),
            people: 0,
            waits_ms: Vec::new(),
            bad_waits_ms: Vec::new(),
            gaps: Vec::new(),
            offered: 0,
        }
    }

    fn run(mut self) -> Self {
        let mut next = self.gap_to_next();
        for step in 0..HOURS * 3_600_000 / STEP_MS {
            let now = Timestamp(step * STEP_MS);
            while next <= now.0 as f64 {
                next += self.gap_to_next();
                let ticket = self.new_ticket(now);
                self.arrive(ticket, now);
            }
            let due = |later: &mut (Timestamp, Ticket)| later.0 <= now;
            let due: Vec<_> = self.later.extract_if(.., due).collect();
            for (_, ticket) in due {
                self.arrive(ticket, now);
            }
            if now.0 % WAVE_MS == 0 {
                for ticket in &mut self.waiting {
                    ticket.absences = self.absences.of(requester(ticket.players[0]), now);
                }
                let groups = self.pool(now).wave();
                self.seat(&groups, now);
            }
            if now.0 % 60_000 == 0 {
                self.absences.forget(now);
            }
        }
        self.waits_ms.sort_unstable();
        self.bad_waits_ms.sort_unstable();
        self.gaps.sort_unstable();
        self
    }

    fn pool(&self, now: Timestamp) -> Pool<'_> {
        Pool {
            tickets: &self.waiting,
            sizes: &self.sizes,
            apart: &self.apart,
            now,
        }
    }

    fn report(self) -> String {
        let left_over = self.waiting.len();
        let seated = self.waits_ms.len();
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

    fn report_by_network(self) -> String {
        let wait = |waits_ms: &[i64], share| seconds(at(waits_ms, share));
        let (good, bad) = (&self.waits_ms, &self.bad_waits_ms);
        format!(
            "{} | {} | {} | {}",
            wait(good, 0.5),
            wait(good, 0.9),
            wait(bad, 0.5),
            wait(bad, 0.9)
        )
    }

    /// The time in milliseconds until the next player arrives. Players arrive independently of each other.
    fn gap_to_next(&mut self) -> f64 {
        let chance: f64 = self.dice.random_range(f64::EPSILON..1.0);
        -chance.ln() * 60_000.0 / f64::from(self.per_minute)
    }

    fn arrive(&mut self, mut ticket: Ticket, now: Timestamp) {
        ticket.absences = self.absences.of(requester(ticket.players[0]), now);
        self.waiting.push(ticket);
        if let Some(group) = self.pool(now).arrive(self.waiting.len() - 1) {
            self.seat(&[group], now);
        }
    }

    fn new_ticket(&mut self, now: Timestamp) -> Ticket {
        self.people += 1;
        let mut bytes = [0; 16];
        bytes[..8].copy_from_slice(&self.people.to_be_bytes());
        let rating = (MEAN + DEVIATION * self.normal()).round() as i32;
        let player = PlayerId::from_bytes(bytes);
        self.came.insert(player, now);
        Ticket {
            players: vec![player],
            wants: vec![Want { preset: 0, rating }],
            kind: TicketKind::Accounts,
            mixed: false,
            since: now,
            met: Vec::new(),
            with: None,
            absences: 0,
        }
    }

    /// A random number with standard normal distribution, by the Box-Muller method.
    fn normal(&mut self) -> f64 {
        let radius: f64 = self.dice.random_range(f64::EPSILON..1.0);
        let angle: f64 = self.dice.random_range(0.0..std::f64::consts::TAU);
        (-2.0 * radius.ln()).sqrt() * angle.cos()
    }

    /// Lets the players of these groups play, or search again if one of them doesn't come.
    fn seat(&mut self, groups: &[Group], now: Timestamp) {
        let seats = groups.iter().flat_map(|group| &group.seats);
        let seats: HashSet<PlayerId> = seats.copied().collect();
        let taken = |ticket: &mut Ticket| seats.contains(&ticket.players[0]);
        let tickets = self.waiting.extract_if(.., taken);
        let mut tickets: HashMap<PlayerId, Ticket> =
            tickets.map(|ticket| (ticket.players[0], ticket)).collect();
        for group in groups {
            let lost: Vec<bool> = group.seats.iter().map(|&who| self.loses(who)).collect();
            let is_vain = lost.contains(&true);
            for (&player, is_lost) in group.seats.iter().zip(lost) {
                if is_lost && self.counts {
                    self.absences.add(requester(player), now);
                }
                match tickets.remove(&player) {
                    Some(ticket) if is_vain => {
                        let again = now.plus_ms(AGAIN_MS);
                        let since = if is_lost { again } else { ticket.since };
                        self.later.push((again, Ticket { since, ..ticket }));
                    }
                    _ => self.play(player, group.gap, now),
                }
            }
        }
    }

    fn loses(&mut self, player: PlayerId) -> bool {
        self.lost > 0.0 && has_bad_network(player) && self.dice.random_bool(self.lost)
    }

    fn play(&mut self, player: PlayerId, gap: i32, now: Timestamp) {
        let Some(came) = self.came.remove(&player) else {
            return;
        };
        let waited = now.ms_since(came);
        if self.lost > 0.0 && has_bad_network(player) {
            self.bad_waits_ms.push(waited);
        } else {
            self.waits_ms.push(waited);
        }
        self.gaps.push(i64::from(gap));
        self.offered += usize::from(waited >= limits::SEEK_OFFER_MS);
    }
}

/// The number of a player, in the order in which players come.
fn number(player: PlayerId) -> u64 {
    let bytes = player.as_bytes();
    u64::from_be_bytes(std::array::from_fn(|place| bytes[place]))
}

fn has_bad_network(player: PlayerId) -> bool {
    number(player).is_multiple_of(BAD_NETWORKS)
}

/// A player, with an address in a network of the player's own.
fn requester(player: PlayerId) -> Requester {
    let network = u128::from(number(player)) << 80;
    Requester {
        player,
        from: IpAddr::from(Ipv6Addr::from_bits(network)).into(),
    }
}

fn at(sorted: &[i64], share: f64) -> i64 {
    let place = (sorted.len() as f64 * share) as usize;
    sorted.get(place).copied().unwrap_or_default()
}

fn seconds(ms: i64) -> String {
    format!("{:.1} s", ms as f64 / 1_000.0)
}
