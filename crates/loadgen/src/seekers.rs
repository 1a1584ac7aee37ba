//! People who look for a quick match: they arrive, leave, lose their connection, say nothing any more, come back,
//! to another node if there are several; and each seeker who waits must get a match with people who are connected.

use std::fmt;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use boneyard_protocol::{ClientMessage, Request, ServerMessage, Status, TableId};
use clap::Args;
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use serde::Serialize;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, timeout_at};

use crate::client::{Connection, Identity};
use crate::cluster::Machine;
use crate::error::LoadError;
use crate::people::Servers;
use crate::server::{FOR_MANY_PLAYERS, Server, ServerSpec, database};

/// How long people may wait for those who don't come: the 20 seconds, and what a busy machine needs.
const COME_MAX: Duration = Duration::from_secs(25);

/// After so long without a match somebody waits for ever. All come within seconds, and nobody has more than two
/// tables in vain.
const WAIT_MAX: Duration = Duration::from_secs(75);

/// How long those who say nothing keep their connections.
const SILENT: Duration = Duration::from_secs(30);

/// Has many people look for a quick match, and checks whom they get
#[derive(Args, Debug)]
pub(crate) struct SeekerArgs {
    /// The server's program.
    #[arg(long)]
    program: PathBuf,
    /// How many look.
    #[arg(long, default_value_t = 1_000)]
    seekers: usize,
    /// Nodes, to which they come in turn: several are on one PostgreSQL, with NATS between them.
    #[arg(long, default_value_t = 1)]
    nodes: usize,
    /// Over how many seconds they come.
    #[arg(long, default_value_t = 10)]
    seconds: u64,
    /// What they do follows from it.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// What somebody does who looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Habit {
    /// Waits for a match.
    Waits,
    /// Takes the search back after some time.
    Leaves,
    /// Loses the connection, without a closing frame.
    IsLost,
    /// The same, and comes back over another connection.
    ComesBack,
    /// Says and reads nothing any more, over a connection that stays open.
    IsSilent,
}

/// How it ended for somebody.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum End {
    Played,
    Left,
    Lost,
    Silent,
    WaitedForEver,
}

/// What came of it.
#[derive(Serialize, Debug, Default)]
struct Report {
    seekers: usize,
    played: usize,
    left: usize,
    lost: usize,
    silent: usize,
    /// Of all who wait, one may be left over.
    waited_for_ever: usize,
    /// Tables at which somebody didn't come, and the others looked again.
    replaced: usize,
    /// Got a second table while they had one.
    twice: usize,
    /// Seekers that waited longer than allowed for a player who didn't come.
    too_long_with_the_gone: usize,
    failed: usize,
    nodes: usize,
    /// Panics of nodes, as far as their logs tell.
    panics: usize,
    wait_p50_ms: u128,
    wait_p90_ms: u128,
    longest_wait_ms: u128,
    /// The waiting times of the seekers who have played, in milliseconds.
    #[serde(skip)]
    waits_ms: Vec<u128>,
}

/// What one of them saw.
#[derive(Debug, Default)]
struct Seen {
    replaced: usize,
    twice: usize,
    too_long: usize,
    waited: Duration,
}

/// Runs until the report is there; whether nothing is wrong.
pub(crate) async fn run(args: SeekerArgs) -> Result<bool, LoadError> {
    let directory = std::env::temp_dir().join(format!("boneyard-seekers-{}", std::process::id()));
    std::fs::create_dir_all(&directory)?;
    let report = run_at(&args, &directory).await;
    std::fs::remove_dir_all(&directory)?;
    let report = report?;
    println!("{}", serde_json::to_string(&report)?);
    eprintln!("{report}");
    Ok(report.is_well())
}

/// What runs: a server alone on SQLite, or a cluster.
enum Host {
    Alone(Box<Server>),
    Cluster(Box<Machine>),
}

impl Host {
    async fn start(args: &SeekerArgs, directory: &Path) -> Result<Self, LoadError> {
        if args.nodes > 1 {
            let machine = Machine::start(&args.program, directory.to_owned(), args.nodes).await?;
            return Ok(Self::Cluster(Box::new(machine)));
        }
        let spec = ServerSpec {
            program: &args.program,
            database: &database(directory),
            arguments: &FOR_MANY_PLAYERS,
            log: Some(&directory.join("server.log")),
            open_files_max: None,
        };
        Ok(Self::Alone(Box::new(spec.start().await?)))
    }

    fn servers(&self) -> Servers {
        match self {
            Self::Alone(server) => Servers::one(server.address()),
            Self::Cluster(machine) => machine.servers.clone(),
        }
    }

    fn panics(&self) -> usize {
        match self {
            // A panic ends it, and all who look fail.
            Self::Alone(_) => 0,
            Self::Cluster(machine) => machine.panics(),
        }
    }
}

async fn run_at(args: &SeekerArgs, directory: &Path) -> Result<Report, LoadError> {
    let host = Host::start(args, directory).await?;
    let servers = host.servers();
    let http = reqwest::Client::new();
    let mut dice = StdRng::seed_from_u64(args.seed);
    let mut looking = JoinSet::new();
    for number in 0..args.seekers {
        let habit = match dice.random_range(0..100) {
            0..10 => Habit::Leaves,
            10..20 => Habit::IsLost,
            20..30 => Habit::ComesBack,
            30..35 => Habit::IsSilent,
            _ => Habit::Waits,
        };
        let comes = Duration::from_millis(dice.random_range(0..args.seconds * 1_000));
        let tires = Duration::from_millis(dice.random_range(0..3_000));
        let (http, servers) = (http.clone(), servers.clone());
        looking.spawn(async move {
            sleep(comes).await;
            let mut seen = Seen::default();
            let end = look(&http, (&servers, number), (habit, tires), &mut seen).await;
            (end, seen)
        });
    }
    let mut report = Report {
        seekers: args.seekers,
        nodes: args.nodes,
        ..Report::default()
    };
    while let Some(ended) = looking.join_next().await {
        let (end, seen) = ended.map_err(|_| LoadError::Panicked)?;
        report.count(end, &seen);
    }
    report.panics = host.panics();
    report.sum_up();
    Ok(report)
}

impl Report {
    fn count(&mut self, end: Result<End, LoadError>, seen: &Seen) {
        self.replaced += seen.replaced;
        self.twice += seen.twice;
        self.too_long_with_the_gone += seen.too_long;
        match end {
            Ok(End::Played) => {
                self.played += 1;
                self.waits_ms.push(seen.waited.as_millis());
            }
            Ok(End::Left) => self.left += 1,
            Ok(End::Lost) => self.lost += 1,
            Ok(End::Silent) => self.silent += 1,
            Ok(End::WaitedForEver) => self.waited_for_ever += 1,
            Err(error) => {
                eprintln!("somebody failed: {error}");
                self.failed += 1;
            }
        }
    }

    fn sum_up(&mut self) {
        self.waits_ms.sort_unstable();
        let at = |percent: usize| {
            let last = self.waits_ms.len().saturating_sub(1);
            self.waits_ms.get(last * percent / 100).copied()
        };
        self.wait_p50_ms = at(50).unwrap_or_default();
        self.wait_p90_ms = at(90).unwrap_or_default();
        self.longest_wait_ms = at(100).unwrap_or_default();
    }

    fn is_well(&self) -> bool {
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

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "of {} who looked at {} nodes {} played, {} left, {} were lost, {} said nothing any more, {} waited for ever; \
             {} were replaced, {} had two tables, {} waited too long for the gone",
            self.seekers,
            self.nodes,
            self.played,
            self.left,
            self.lost,
            self.silent,
            self.waited_for_ever,
            self.replaced,
            self.twice,
            self.too_long_with_the_gone
        )
    }
}

async fn look(
    http: &reqwest::Client,
    (servers, number): (&Servers, usize),
    (habit, tires): (Habit, Duration),
    seen: &mut Seen,
) -> Result<End, LoadError> {
    let server = |number| servers.at(number).ok_or(LoadError::NoServer);
    let (_, address) = server(number)?;
    let identity = Identity::fetch(http, address).await?;
    let mut connection = seek(address, &identity).await?;
    // Those who don't wait go even if they have just got a table: somebody waits for them there.
    if habit != Habit::Waits {
        let until = Instant::now() + tires;
        while let Ok(message) = timeout_at(until, connection.receive()).await {
            if matches!(message?, ServerMessage::Paired(_)) {
                break;
            }
        }
    }
    match habit {
        Habit::Leaves => {
            connection.send(&ClientMessage::Unseek {}).await?;
            return Ok(End::Left);
        }
        Habit::IsLost => return Ok(End::Lost),
        Habit::IsSilent => {
            sleep(SILENT).await;
            return Ok(End::Silent);
        }
        Habit::ComesBack => {
            drop(connection);
            sleep(tires).await;
            let (_, address) = server(number + 1)?;
            connection = seek(address, &identity).await?;
        }
        Habit::Waits => {}
    }
    let began = Instant::now();
    let has_played = wait(&mut connection, began + WAIT_MAX, seen).await?;
    seen.waited = began.elapsed();
    Ok(if has_played {
        End::Played
    } else {
        End::WaitedForEver
    })
}

async fn seek(server: SocketAddr, identity: &Identity) -> Result<Connection, LoadError> {
    let mut connection = Connection::open(server, identity).await?;
    let seek = ClientMessage::Seek {
        presets: vec!["Draw".to_owned()],
        mixed: false,
        party: None,
    };
    connection.send(&seek).await?;
    Ok(connection)
}

/// Waits until a match has begun, or the time is over; whether it has.
async fn wait(
    connection: &mut Connection,
    until: Instant,
    seen: &mut Seen,
) -> Result<bool, LoadError> {
    let mut table: Option<(TableId, Instant)> = None;
    let too_long = |since: Instant| usize::from(since.elapsed() > COME_MAX);
    while let Ok(message) = timeout_at(until, connection.receive()).await {
        match message? {
            ServerMessage::Paired(paired) => {
                seen.twice += usize::from(table.is_some());
                table = Some((paired.table, Instant::now()));
                let open = ClientMessage::Open {
                    table: paired.table,
                    invite: None,
                    since: None,
                };
                connection.send(&open).await?;
                let ready = Request::Ready { ready: true };
                connection.send(&ready.at(paired.table)).await?;
            }
            ServerMessage::Seeking(seeking) if seeking.ended.is_none() => {
                if let Some((_, since)) = table.take() {
                    seen.replaced += 1;
                    seen.too_long += too_long(since);
                }
            }
            ServerMessage::Table(snapshot) if snapshot.room.status == Status::Playing => {
                return Ok(true);
            }
            ServerMessage::Update(update) => {
                let begun = update.shared.room.as_ref();
                if begun.is_some_and(|room| room.status == Status::Playing) {
                    return Ok(true);
                }
            }
            ServerMessage::Error { text, .. } => return Err(LoadError::Refused(text)),
            _ => {}
        }
    }
    if let Some((_, since)) = table {
        seen.too_long += too_long(since);
    }
    Ok(false)
}
