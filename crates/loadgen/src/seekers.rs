//! Simulated people who seek a quick match. They arrive, leave, lose their connection, fall silent,
//! or come back, to another node if there are several. Every seeker who waits must get a match with
//! people who are connected.

use std::net::{IpAddr, Ipv4Addr};
use std::path::{Path, PathBuf};
use std::time::Duration;

use boneyard_protocol::{ClientMessage, ServerMessage};
use clap::Args;
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use serde::Serialize;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, timeout_at};

use crate::client::Identity;
use crate::error::LoadError;
use crate::figures::percentile;
use crate::host::Host;
use crate::http::Http;
use crate::people::Servers;
use crate::seek::{Observed, receive, seek, wait};

/// After this time without a match, a seeker counts as waiting forever. All seekers arrive within seconds. A
/// seeker may be paired with a player who doesn't arrive at the table, but this should happen to a seeker at
/// most twice.
const MATCH_TIMEOUT: Duration = Duration::from_secs(75);

/// How long silent seekers keep their connections.
const SILENT: Duration = Duration::from_secs(30);

/// Lets many people seek a quick match, and checks the matches that they get
#[derive(Args, Debug)]
pub(crate) struct SeekerArgs {
    /// The path of the server's program.
    #[arg(long)]
    program: PathBuf,
    /// Number of seekers.
    #[arg(long, default_value_t = 1_000)]
    seekers: usize,
    /// Number of nodes, to which seekers connect in turn; if there are several, they share one
    /// PostgreSQL and NATS.
    #[arg(long, default_value_t = 1)]
    nodes: usize,
    /// The time in which all seekers arrive, in seconds.
    #[arg(long, default_value_t = 10)]
    seconds: u64,
    /// The seed of the random choices of the seekers.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// The behaviour of a seeker.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Behaviour {
    /// Waits for a match.
    Waits,
    /// Ends the search after some time.
    Leaves,
    /// Loses the connection without a closing frame.
    LosesConnection,
    /// Loses the connection, and comes back over another one.
    ComesBack,
    /// Keeps the connection open, but sends and reads nothing more.
    FallsSilent,
}

/// How the search of a seeker ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum SearchEnd {
    Played,
    Left,
    Lost,
    Silent,
    WaitedForEver,
}

/// The results of a run.
#[derive(Serialize, Debug, Default)]
struct Report {
    seekers: usize,
    played: usize,
    left: usize,
    lost: usize,
    silent: usize,
    /// Seekers who waited and got no match. One such seeker is allowed, because players are paired:
    /// if their number is odd, one of them remains.
    waited_for_ever: usize,
    /// Tables at which a player didn't arrive, so that the other player searched again.
    replaced: usize,
    /// The number of times that a seeker got a second table while the first still existed.
    twice: usize,
    /// The number of times that a seeker waited longer than allowed for a player who didn't arrive.
    too_long_with_the_gone: usize,
    failed: usize,
    nodes: usize,
    /// The number of panics in the logs of the nodes.
    panics: usize,
    wait_p50_ms: u128,
    wait_p90_ms: u128,
    longest_wait_ms: u128,
    /// The waiting times of the seekers who played, in milliseconds.
    #[serde(skip)]
    waits_ms: Vec<u128>,
}

/// Runs the simulation and prints the report. Returns whether the report has no error.
pub(crate) async fn run(args: SeekerArgs) -> Result<bool, LoadError> {
    let directory = std::env::temp_dir().join(format!("boneyard-seekers-{}", std::process::id()));
    std::fs::create_dir_all(&directory)?;
    let report = run_at(&args, &directory).await;
    std::fs::remove_dir_all(&directory)?;
    let report = report?;
    println!("{}", serde_json::to_string(&report)?);
    Ok(report.is_ok())
}

async fn run_at(args: &SeekerArgs, directory: &Path) -> Result<Report, LoadError> {
    let host = Host::start(&args.program, args.nodes, directory).await?;
    let servers = host.servers();
    let mut random = StdRng::seed_from_u64(args.seed);
    let mut seekers = JoinSet::new();
    for number in 0..args.seekers {
        let behaviour = match random.random_range(0..100) {
            0..10 => Behaviour::Leaves,
            10..20 => Behaviour::LosesConnection,
            20..30 => Behaviour::ComesBack,
            30..35 => Behaviour::FallsSilent,
            _ => Behaviour::Waits,
        };
        let arrives_after = Duration::from_millis(random.random_range(0..args.seconds * 1_000));
        let acts_after = Duration::from_millis(random.random_range(0..3_000));
        let servers = servers.clone();
        seekers.spawn(async move {
            sleep(arrives_after).await;
            let mut seen = Observed::default();
            let end = run_seeker((&servers, number), (behaviour, acts_after), &mut seen).await;
            (end, seen)
        });
    }
    let mut report = Report {
        seekers: args.seekers,
        nodes: args.nodes,
        ..Report::default()
    };
    while let Some(ended) = seekers.join_next().await {
        let (end, seen) = ended.map_err(|_| LoadError::Panicked)?;
        report.count(end, &seen);
    }
    report.panics = host.panics();
    report.sum_up();
    Ok(report)
}

impl Report {
    fn count(&mut self, end: Result<SearchEnd, LoadError>, seen: &Observed) {
        self.replaced += seen.replaced;
        self.twice += seen.twice;
        self.too_long_with_the_gone += seen.too_long;
        match end {
            Ok(SearchEnd::Played) => {
                self.played += 1;
                self.waits_ms.push(seen.waited.as_millis());
            }
            Ok(SearchEnd::Left) => self.left += 1,
            Ok(SearchEnd::Lost) => self.lost += 1,
            Ok(SearchEnd::Silent) => self.silent += 1,
            Ok(SearchEnd::WaitedForEver) => self.waited_for_ever += 1,
            Err(error) => {
                eprintln!("a seeker failed: {error}");
                self.failed += 1;
            }
        }
    }

    fn sum_up(&mut self) {
        let at = |percent| percentile(&self.waits_ms, percent);
        (self.wait_p50_ms, self.wait_p90_ms, self.longest_wait_ms) = (at(50), at(90), at(100));
    }

    fn is_ok(&self) -> bool {
        let ends = [
            self.played,
            self.left,
            self.lost,
            self.silent,
            self.waited_for_ever,
        ];
        self.twice == 0
            && self.too_long_with_the_gone == 0
            && self.failed == 0
            && self.panics == 0
            && self.waited_for_ever <= 1
            && ends.iter().sum::<usize>() == self.seekers
    }
}

/// The local address of a seeker. Each has a network of its own.
fn address(number: usize) -> IpAddr {
    let [.., high, low] = number.to_be_bytes();
    Ipv4Addr::new(127, high, low, 1).into()
}

async fn run_seeker(
    (servers, number): (&Servers, usize),
    (behaviour, acts_after): (Behaviour, Duration),
    seen: &mut Observed,
) -> Result<SearchEnd, LoadError> {
    let server = |number| servers.at(number).ok_or(LoadError::NoServer);
    let from = address(number);
    let (_, address) = server(number)?;
    let identity = Identity::fetch(Http::default(), address).await?;
    let mut connection = seek(from, address, &identity).await?;
    // A seeker who doesn't wait for a match leaves even after being paired. The paired player then
    // waits in vain at the table.
    if behaviour != Behaviour::Waits {
        let until = Instant::now() + acts_after;
        while let Ok(message) = timeout_at(until, receive(&mut connection)).await {
            if matches!(message?, ServerMessage::Paired(_)) {
                break;
            }
        }
    }
    match behaviour {
        Behaviour::Leaves => {
            connection.send(&ClientMessage::Unseek {}).await?;
            return Ok(SearchEnd::Left);
        }
        Behaviour::LosesConnection => return Ok(SearchEnd::Lost),
        Behaviour::FallsSilent => {
            sleep(SILENT).await;
            return Ok(SearchEnd::Silent);
        }
        Behaviour::ComesBack => {
            drop(connection);
            sleep(acts_after).await;
            let (_, address) = server(number + 1)?;
            connection = seek(from, address, &identity).await?;
        }
        Behaviour::Waits => {}
    }
    let began = Instant::now();
    let has_played = wait(&mut connection, began + MATCH_TIMEOUT, seen).await?;
    seen.waited = began.elapsed();
    Ok(if has_played {
        SearchEnd::Played
    } else {
        SearchEnd::WaitedForEver
    })
}
