//! What fails, and when: a schedule that follows from a seed.

use std::fmt;
use std::time::Duration;

use clap::Args;
use rand::rngs::StdRng;
use rand::{Rng, RngExt as _, SeedableRng as _};

use super::link::Flow;

/// How much fails.
#[derive(Args, Clone, Copy, Debug)]
pub(super) struct FaultCounts {
    /// How often a node is killed with -9.
    #[arg(long, default_value_t = 32)]
    pub(super) kills: usize,
    /// How often NATS is killed with -9.
    #[arg(long, default_value_t = 5)]
    pub(super) nats_kills: usize,
    /// How often PostgreSQL is stopped at once and started again.
    #[arg(long, default_value_t = 3)]
    pub(super) postgres_restarts: usize,
    /// How many links are cut, slowed or fall silent.
    #[arg(long, default_value_t = 22)]
    pub(super) links: usize,
    /// How often a node is paused.
    #[arg(long, default_value_t = 4)]
    pub(super) pauses: usize,
}

/// Something that fails.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Fault {
    /// From the beginning of the schedule.
    pub(super) at: Duration,
    /// How long it lasts, if that isn't for the part to say.
    pub(super) lasts: Duration,
    pub(super) kind: FaultKind,
}

/// What fails.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum FaultKind {
    NodeKilled {
        node: usize,
    },
    NodePaused {
        node: usize,
    },
    NatsKilled,
    PostgresRestarted,
    LinkTroubled {
        node: usize,
        to: Peer,
        trouble: Trouble,
    },
}

/// What a node's link leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Peer {
    Postgres,
    Nats,
}

/// What happens on a link.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Trouble {
    /// Its connections end, and new ones are carried.
    Cut,
    /// It does something else for a while. Afterwards its connections end, or go on.
    Flow { flow: Flow, then_cut: bool },
}

impl FaultKind {
    /// What the report calls it.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::NodeKilled { .. } => "node killed",
            Self::NodePaused { .. } => "node paused",
            Self::NatsKilled => "NATS killed",
            Self::PostgresRestarted => "PostgreSQL restarted",
            Self::LinkTroubled { to, trouble, .. } => match (to, trouble) {
                (Peer::Postgres, Trouble::Cut) => "link to PostgreSQL cut",
                (Peer::Nats, Trouble::Cut) => "link to NATS cut",
                (Peer::Postgres, Trouble::Flow { flow, .. }) => match flow {
                    Flow::Slow { .. } => "link to PostgreSQL slow",
                    Flow::Silent { .. } => "link to PostgreSQL half open",
                    Flow::Refused | Flow::Open => "link to PostgreSQL refused",
                },
                (Peer::Nats, Trouble::Flow { flow, .. }) => match flow {
                    Flow::Slow { .. } => "link to NATS slow",
                    Flow::Silent { .. } => "link to NATS half open",
                    Flow::Refused | Flow::Open => "link to NATS refused",
                },
            },
        }
    }
}

/// With the node's number, from 1.
impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())?;
        match self {
            Self::NodeKilled { node }
            | Self::NodePaused { node }
            | Self::LinkTroubled { node, .. } => write!(f, ", node {}", node + 1),
            Self::NatsKilled | Self::PostgresRestarted => Ok(()),
        }
    }
}

/// What fails within this time, in order.
pub(super) fn schedule(seed: u64, counts: FaultCounts, nodes: usize, time: Duration) -> Vec<Fault> {
    let mut random = StdRng::seed_from_u64(seed);
    let mut faults = Vec::new();
    let mut add = |count: usize, make: &mut dyn FnMut(&mut StdRng) -> (Duration, FaultKind)| {
        for number in 0..count {
            // One in each part of the time, so that they are spread over the whole of it.
            let part = time / count as u32;
            let at = part * number as u32 + part.mul_f64(random.random());
            let (lasts, kind) = make(&mut random);
            faults.push(Fault { at, lasts, kind });
        }
    };
    add(counts.kills, &mut |random| {
        let node = random.random_range(0..nodes);
        (ms(random, 300..4_000), FaultKind::NodeKilled { node })
    });
    add(counts.pauses, &mut |random| {
        let node = random.random_range(0..nodes);
        (ms(random, 2_000..11_000), FaultKind::NodePaused { node })
    });
    add(counts.nats_kills, &mut |random| {
        (ms(random, 500..9_000), FaultKind::NatsKilled)
    });
    add(counts.postgres_restarts, &mut |_| {
        (Duration::ZERO, FaultKind::PostgresRestarted)
    });
    add(counts.links, &mut |random| link_trouble(random, nodes));
    faults.sort_by_key(|fault| fault.at);
    faults
}

fn link_trouble(random: &mut StdRng, nodes: usize) -> (Duration, FaultKind) {
    let node = random.random_range(0..nodes);
    let to = if random.random() {
        Peer::Postgres
    } else {
        Peer::Nats
    };
    let flow = |flow| {
        let then_cut = true;
        Trouble::Flow { flow, then_cut }
    };
    let (lasts, trouble) = match random.random_range(0..4) {
        0 => (Duration::ZERO, Trouble::Cut),
        1 => (ms(random, 1_000..8_000), flow(Flow::Refused)),
        2 => {
            let latency = ms(random, 20..250);
            let rate = random.random_range(20_000..400_000);
            let flow = Flow::Slow { latency, rate };
            let then_cut = false;
            (ms(random, 4_000..12_000), Trouble::Flow { flow, then_cut })
        }
        _ => {
            let (up, down) =
                [(true, true), (true, false), (false, true)][random.random_range(0..3)];
            let flow = Flow::Silent { up, down };
            let then_cut = random.random();
            (ms(random, 3_000..10_000), Trouble::Flow { flow, then_cut })
        }
    };
    (lasts, FaultKind::LinkTroubled { node, to, trouble })
}

fn ms(random: &mut impl Rng, range: std::ops::Range<u64>) -> Duration {
    Duration::from_millis(random.random_range(range))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_schedule_follows_from_its_seed_and_has_all_faults() {
        let counts = FaultCounts {
            kills: 32,
            nats_kills: 5,
            postgres_restarts: 3,
            links: 22,
            pauses: 4,
        };
        let time = Duration::from_mins(8);
        let faults = schedule(4711, counts, 3, time);
        assert_eq!(faults, schedule(4711, counts, 3, time));
        assert_ne!(faults, schedule(4712, counts, 3, time));
        let count = |name| {
            let names = faults.iter().map(|fault| fault.kind.name());
            names.filter(|other| other.starts_with(name)).count()
        };
        assert_eq!(count("node killed"), 32);
        assert_eq!(count("NATS killed"), 5);
        assert_eq!(count("PostgreSQL restarted"), 3);
        assert_eq!(count("link to"), 22);
        assert_eq!(count("node paused"), 4);
        assert!(faults.is_sorted_by_key(|fault| fault.at));
        assert!(faults.iter().all(|fault| fault.at < time));
    }
}
