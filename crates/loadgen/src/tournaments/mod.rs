//! A tournament of many programs, which is played to its end while servers are killed. The pairings and results
//! are checked at the end, and saved for a program that computes the standings again.

mod check;
mod entrant;

use std::fs;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use boneyard_protocol::tournament::{
    CreateTournament, OrganiserAction, TakeOrganiserAction, TournamentCreated, TournamentFormat,
    TournamentMatches, TournamentPhase, TournamentState,
};
use boneyard_protocol::{ClockRule, TournamentId};
use boneyard_rules::{Options, Preset};
use clap::{Args, ValueEnum};
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use reqwest::header::COOKIE;
use reqwest::{Method, StatusCode};
use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::task::JoinSet;
use tokio::time::sleep;

use self::check::Flaws;
use self::entrant::Entrant;
use crate::client::Identity;
use crate::error::LoadError;
use crate::host::Host;
use crate::people::{Observations, Servers};

/// How many programs enter at the same time.
const ENTERING_MAX: usize = 16;

/// How long a killed server is away.
const DOWN_FOR: Duration = Duration::from_millis(500);

/// How often the tournament is looked at.
const LOOK_INTERVAL: Duration = Duration::from_secs(1);

/// After this time without a new result, a tournament is stuck. It is longer than what a server allows for
/// coming to a match, after which the match is forfeited.
const STUCK_AFTER: Duration = Duration::from_mins(5);

/// How many minutes a program has to come to a match.
const COME_MINUTES: u8 = 3;

/// The format of the tournament.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Format {
    Swiss,
    Arena,
    Knockout,
    RoundRobin,
    Individual,
}

impl From<Format> for TournamentFormat {
    fn from(format: Format) -> Self {
        match format {
            Format::Swiss => Self::Swiss,
            Format::Arena => Self::Arena,
            Format::Knockout => Self::Knockout,
            Format::RoundRobin => Self::RoundRobin,
            Format::Individual => Self::Individual,
        }
    }
}

/// Lets many programs play a tournament to its end while servers are killed, and checks it
#[derive(Args, Debug)]
pub(crate) struct TournamentArgs {
    /// The path of the server's program.
    #[arg(long)]
    program: PathBuf,
    /// The format of the tournament.
    #[arg(long, value_enum, default_value_t = Format::Swiss)]
    format: Format,
    /// Number of programs that take part.
    #[arg(long, default_value_t = 500)]
    players: usize,
    /// The number of rounds, for formats in which it can be chosen.
    #[arg(long, default_value_t = 7)]
    rounds: u8,
    /// How many minutes an arena lasts; a server refuses less than 10.
    #[arg(long, default_value_t = 10)]
    minutes: u16,
    /// How many boards each match has, if all tables of a round have the same deals.
    #[arg(long)]
    boards: Option<u8>,
    /// Number of nodes, which share one PostgreSQL and NATS; one uses SQLite.
    #[arg(long, default_value_t = 1)]
    nodes: usize,
    /// The average time between two kills of a server, in seconds; 0 for no kills.
    #[arg(long, default_value_t = 20)]
    kill_every: u64,
    /// The seed of the times of the kills.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The directory in which the tournament and its matches are saved as JSON.
    #[arg(long)]
    save: PathBuf,
}

/// The results of a run.
#[derive(Serialize, Debug)]
struct Report {
    format: String,
    players: usize,
    nodes: usize,
    rounds: u32,
    matches: usize,
    /// Matches that were not played to their end.
    forfeited: usize,
    #[serde(flatten)]
    flaws: Flaws,
    /// Whether nothing more happened before the end.
    stuck: bool,
    kills: usize,
    /// The number of panics in the logs of the nodes.
    panics: usize,
    seconds: u64,
}

/// Runs a tournament and prints the report. Returns whether the report has no error.
pub(crate) async fn run(args: TournamentArgs) -> Result<bool, LoadError> {
    let directory = std::env::temp_dir().join(format!("boneyard-event-{}", std::process::id()));
    fs::create_dir_all(&directory)?;
    fs::create_dir_all(&args.save)?;
    let mut host = Host::start(&args.program, args.nodes, &directory).await?;
    let report = run_at(&args, &mut host).await;
    drop(host);
    fs::remove_dir_all(&directory)?;
    let report = report?;
    println!("{}", serde_json::to_string(&report)?);
    Ok(!report.stuck && report.flaws.none() && report.panics == 0)
}

async fn run_at(args: &TournamentArgs, host: &mut Host) -> Result<Report, LoadError> {
    let began = Instant::now();
    let event = Event::create(args, host.servers()).await?;
    let mut playing = event.enter_all(args.players).await?;
    eprintln!("{} have entered after {:?}", args.players, began.elapsed());
    event.act(OrganiserAction::Start).await?;
    let Played {
        stuck,
        kills,
        at_two_tables,
    } = play(args, host, &event).await?;
    playing.shutdown().await;

    let state: TournamentState = event.get("").await?;
    let mut all = TournamentMatches {
        matches: Vec::new(),
        more: true,
    };
    for page in 0_u32.. {
        if !all.more {
            break;
        }
        let some: TournamentMatches = event.get(&format!("/matches?page={page}")).await?;
        all.matches.extend(some.matches);
        all.more = some.more;
    }
    fs::write(
        args.save.join("tournament.json"),
        serde_json::to_string(&state)?,
    )?;
    fs::write(args.save.join("matches.json"), serde_json::to_string(&all)?)?;
    Ok(Report {
        format: format!("{:?}", args.format),
        players: args.players,
        nodes: args.nodes,
        rounds: state.head.round,
        matches: all.matches.len(),
        forfeited: check::forfeited(&all.matches),
        flaws: Flaws::of(&all.matches, state.head.format, at_two_tables),
        stuck,
        kills,
        panics: host.panics(),
        seconds: began.elapsed().as_secs(),
    })
}

/// What happened until a tournament ended.
struct Played {
    /// Whether nothing more happened before the end.
    stuck: bool,
    kills: usize,
    /// The number of times at which an entrant was shown with two matches without a result.
    at_two_tables: usize,
}

/// Kills servers until the tournament has ended.
async fn play(args: &TournamentArgs, host: &mut Host, event: &Event) -> Result<Played, LoadError> {
    let mut random = StdRng::seed_from_u64(args.seed);
    let mut until_kill = || {
        let seconds = args.kill_every.max(1);
        Duration::from_secs(random.random_range(seconds.div_ceil(2)..=seconds * 3 / 2))
    };
    let mut next_kill = Instant::now() + until_kill();
    let (mut kills, mut at_two_tables) = (0, 0);
    let (mut last_v, mut changed, mut round) = (0, Instant::now(), 0);
    loop {
        sleep(LOOK_INTERVAL).await;
        if args.kill_every > 0 && Instant::now() >= next_kill {
            host.kill_and_restart(kills % args.nodes, DOWN_FOR).await?;
            kills += 1;
            next_kill = Instant::now() + until_kill();
        }
        let state: TournamentState = match event.get("").await {
            Ok(state) => state,
            Err(error) if changed.elapsed() > STUCK_AFTER => return Err(error),
            // A server that has just started may be busy.
            Err(_) => continue,
        };
        if state.v != last_v {
            (last_v, changed) = (state.v, Instant::now());
            at_two_tables += check::at_two_tables(&state.matches);
        }
        if state.head.round != round {
            round = state.head.round;
            eprintln!("round {round}, {kills} kills");
        }
        let stuck = match state.head.phase {
            TournamentPhase::Ended => false,
            TournamentPhase::CalledOff => true,
            _ if changed.elapsed() > STUCK_AFTER => true,
            _ => continue,
        };
        return Ok(Played {
            stuck,
            kills,
            at_two_tables,
        });
    }
}

/// A tournament on the servers, and its organiser.
struct Event {
    servers: Servers,
    http: reqwest::Client,
    organiser: Identity,
    id: TournamentId,
}

impl Event {
    async fn create(args: &TournamentArgs, servers: Servers) -> Result<Self, LoadError> {
        let http = reqwest::Client::new();
        let (_, address) = servers.at(0).ok_or(LoadError::NoServer)?;
        let guest = Identity::fetch(&http, address).await?;
        let organiser = guest.keep(&http, address, "Organiser".to_owned()).await?;
        let body = serde_json::to_string(&wanted(args))?;
        let path = "/api/tournaments";
        let answer = ask(&http, address, &organiser, (Method::POST, path, body)).await?;
        let created: TournamentCreated = serde_json::from_str(&answer)?;
        Ok(Self {
            servers,
            http,
            organiser,
            id: created.tournament,
        })
    }

    /// Lets programs enter. Each one then plays until its task is ended.
    async fn enter_all(&self, players: usize) -> Result<JoinSet<()>, LoadError> {
        let seen = Arc::new(Observations::default());
        let mut playing = JoinSet::new();
        let numbers: Vec<usize> = (0..players).collect();
        for some in numbers.chunks(ENTERING_MAX) {
            let entering = some.iter().map(|&number| self.enter(number));
            for entered in futures_util::future::join_all(entering).await {
                let (number, identity) = entered?;
                let servers = self.servers.clone();
                let entrant = Entrant::new((self.id, number), identity, servers, Arc::clone(&seen));
                playing.spawn(entrant.take_part());
            }
        }
        Ok(playing)
    }

    async fn enter(&self, number: usize) -> Result<(usize, Identity), LoadError> {
        let (_, address) = self.servers.at(number).ok_or(LoadError::NoServer)?;
        let identity = Identity::fetch(&self.http, address).await?;
        let path = format!("/api/tournaments/{}/entry", self.id);
        let request = (Method::PUT, path.as_str(), "{}".to_owned());
        ask(&self.http, address, &identity, request).await?;
        Ok((number, identity))
    }

    async fn act(&self, action: OrganiserAction) -> Result<(), LoadError> {
        let action = TakeOrganiserAction {
            action,
            entrant: None,
            partner: None,
            round: None,
            number: None,
            result: None,
            note: None,
        };
        let body = serde_json::to_string(&action)?;
        let path = format!("/api/tournaments/{}/actions", self.id);
        let (_, address) = self.servers.at(0).ok_or(LoadError::NoServer)?;
        ask(
            &self.http,
            address,
            &self.organiser,
            (Method::POST, &path, body),
        )
        .await?;
        Ok(())
    }

    async fn get<T: DeserializeOwned>(&self, part: &str) -> Result<T, LoadError> {
        let path = format!("/api/tournaments/{}{part}", self.id);
        let (_, address) = self.servers.at(0).ok_or(LoadError::NoServer)?;
        let request = (Method::GET, path.as_str(), String::new());
        let answer = ask(&self.http, address, &self.organiser, request).await?;
        Ok(serde_json::from_str(&answer)?)
    }
}

/// Sends an HTTP request, and returns the body of the answer.
async fn ask(
    http: &reqwest::Client,
    address: SocketAddr,
    by: &Identity,
    (method, path, body): (Method, &str, String),
) -> Result<String, LoadError> {
    let request = http.request(method, format!("http://{address}{path}"));
    let request = request.header(COOKIE, by.cookie());
    let request = request.header("content-type", "application/json");
    let answer = request.body(body).send().await?;
    let status: StatusCode = answer.status();
    let body = answer.text().await?;
    if !status.is_success() {
        return Err(LoadError::Status {
            path: path.to_owned(),
            status: status.as_u16(),
            body,
        });
    }
    Ok(body)
}

/// The tournament that the arguments describe: one round of Block in each match.
fn wanted(args: &TournamentArgs) -> CreateTournament {
    let has_rounds = matches!(args.format, Format::Swiss | Format::Individual);
    let preset = match args.format {
        Format::Individual => Preset::LATIN_PAIRS,
        _ => Preset::BLOCK,
    };
    CreateTournament {
        format: args.format.into(),
        rounds: has_rounds.then_some(args.rounds),
        minutes: (args.format == Format::Arena).then_some(args.minutes),
        boards: args.boards,
        watch_delay_minutes: None,
        rules: Options {
            target: 1,
            ..Options::from(*preset.rules())
        },
        ..swiss(u16::try_from(args.players).unwrap_or(u16::MAX))
    }
}

/// A Swiss of seven rounds, each of one round of Block, that begins in an hour.
pub(crate) fn swiss(players_max: u16) -> CreateTournament {
    CreateTournament {
        name: "Programs".to_owned(),
        format: TournamentFormat::Swiss,
        rounds: Some(7),
        minutes: None,
        pairs: false,
        repeat: None,
        cut: None,
        third_place: false,
        rules: Options {
            target: 1,
            ..Options::from(*Preset::BLOCK.rules())
        },
        clock: ClockRule::PerMove { seconds: 30 },
        time_cap: None,
        boards: None,
        watch_delay_minutes: None,
        starts_ms: boneyard_base::Clock::system().now().0 + 3_600_000,
        players_max,
        come_minutes: COME_MINUTES,
        check_in: false,
        listed: true,
        password: None,
        rated: false,
        computers: None,
        fill_to: None,
    }
}
