//! The schedule of faults, which a seed determines.

use std::fmt;
use std::time::Duration;

use clap::Args;
use rand::rngs::StdRng;
use rand::{Rng, RngExt as _, SeedableRng as _};

use crate::link::Flow;

/// The number of faults of each kind.
#[derive(Args, Clone, Copy, Debug)]
pub(super) struct FaultCounts {
    /// The number of times that a node is killed with SIGKILL.
    #[arg(long, default_value_t = 32)]
    pub(super) kills: usize,
    /// The number of times that NATS is killed with SIGKILL.
    #[arg(long, default_value_t = 5)]
    pub(super) nats_kills: usize,
    /// The number of times that PostgreSQL is stopped immediately and started again.
    #[arg(long, default_value_t = 3)]
    pub(super) postgres_restarts: usize,
    /// The number of times that a link is cut, slowed or silenced.
    #[arg(long, default_value_t = 22)]
    pub(super) links: usize,
    /// The number of times that a node is paused.
    #[arg(long, default_value_t = 4)]
    pub(super) pauses: usize,
}

/// A scheduled fault.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Fault {
    /// The time at which the fault begins, since the start of the schedule.
    pub(super) at: Duration,
    /// How long the fault lasts. It is zero for a cut link and for a restart of PostgreSQL, because
    /// the length of these faults can't be chosen.
    pub(super) lasts: Duration,
    pub(super) kind: FaultKind,
}

/// The kind of a fault.
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
    LinkFails {
        node: usize,
        to: Peer,
        /// How the link treats connections and bytes meanwhile.
        flow: Flow,
        /// Whether the link's connections end afterwards. Otherwise they continue.
        then_cut: bool,
    },
}

/// The server to which a link of a node leads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Peer {
    Postgres,
    Nats,
}

impl FaultKind {
    /// The name of the kind in the report.
    pub(super) fn name(self) -> String {
        match self {
            Self::NodeKilled { .. } => "node killed".to_owned(),
            Self::NodePaused { .. } => "node paused".to_owned(),
            Self::NatsKilled => "NATS killed".to_owned(),
            Self::PostgresRestarted => "PostgreSQL restarted".to_owned(),
            Self::LinkFails { to, flow, .. } => {
                let to = match to {
                    Peer::Postgres => "PostgreSQL",
                    Peer::Nats => "NATS",
                };
                let how = match flow {
                    Flow::Slow { .. } => "slow",
                    Flow::Silent { .. } => "half open",
                    Flow::Refused => "refused",
                    Flow::Open | Flow::Breaking => "cut",
                };
                format!("link to {to} {how}")
            }
        }
    }
}

/// Writes the name, followed by the number of the node, counted from 1.
impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name())?;
        match self {
            Self::NodeKilled { node }
            | Self::NodePaused { node }
            | Self::LinkFails { node, .. } => write!(f, ", node {}", node + 1),
            Self::NatsKilled | Self::PostgresRestarted => Ok(()),
        }
    }
}

/// The faults within this time, in the order in which they begin.
pub(super) fn schedule(seed: u64, counts: FaultCounts, nodes: usize, time: Duration) -> Vec<Fault> {
    let mut random = StdRng::seed_from_u64(seed);
    let mut faults = Vec::new();
    let mut add = |count: usize, make: &mut dyn FnMut(&mut StdRng) -> (Duration, FaultKind)| {
        for number in 0..count {
            // The time is divided into equal parts with one fault each, so that the faults are
            // spread over the whole time.
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
    let (lasts, flow, then_cut) = match random.random_range(0..4) {
        0 => (Duration::ZERO, Flow::Open, true),
        1 => (ms(random, 1_000..8_000), Flow::Refused, true),
        2 => {
            let latency = ms(random, 20..250);
            let rate = random.random_range(20_000..400_000);
            let flow = Flow::Slow { latency, rate };
            (ms(random, 4_000..12_000), flow, false)
        }
        _ => {
            let (up, down) =
                [(true, true), (true, false), (false, true)][random.random_range(0..3)];
            let then_cut = random.random();
            (
                ms(random, 3_000..10_000),
                Flow::Silent { up, down },
                then_cut,
            )
        }
    };
    let kind = FaultKind::LinkFails {
        node,
        to,
        flow,
        then_cut,
    };
    (lasts, kind)
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
