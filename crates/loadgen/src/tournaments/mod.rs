//! Tournaments of many programs, which are played to their end while servers are killed. What the servers say of them in
//! the end, and what the programs have done and seen, is saved for the programs that check it.
//!
//! In a random run, tournaments of all formats are played at the same time, and to many of their players something
//! happens: see `chance`.

mod chance;
mod entrant;
mod event;
mod facts;
mod kinds;
mod look;
mod visitor;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use boneyard_protocol::tournament::{
    OrganiserAction, ResultSource, TournamentFormat, TournamentMatches, TournamentPhase,
};
use clap::Args;
use futures_util::future::join_all;
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use serde::Serialize;
use serde_json::{Value, json};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use self::chance::{Moment, Plan};
use self::entrant::Entrant;
use self::event::Event;
use self::kinds::PlannedTournament;
pub(crate) use self::kinds::swiss;
use crate::error::LoadError;
use crate::host::Host;
use crate::people::Observations;

/// How many pairs of programs enter at the same time.
const ENTERING_MAX: usize = 8;

/// How long a killed server is away.
const DOWN_FOR: Duration = Duration::from_millis(500);

/// How often the tournaments are looked at.
const LOOK_INTERVAL: Duration = Duration::from_secs(1);

/// After this time without a new result, a tournament is stuck. It is longer than what a server allows for
/// coming to a match, after which the match is forfeited.
const STUCK_AFTER: Duration = Duration::from_mins(5);

/// How long programs may look at their last tables after the end.
const LAST_LOOKS: Duration = Duration::from_mins(1);

/// The format of the tournament, as the protocol names it, with hyphens.
fn format(name: &str) -> Result<TournamentFormat, String> {
    let format = serde_json::from_value(name.replace('-', "_").into());
    format.map_err(|_| "swiss, arena, knockout, round-robin or individual".to_owned())
}

/// Lets many programs play tournaments to their end while servers are killed, and saves what is known of them
#[derive(Args, Debug)]
pub(crate) struct TournamentArgs {
    /// The path of the server's program.
    #[arg(long)]
    program: PathBuf,
    /// Plays tournaments of all formats, in which everything happens at random.
    #[arg(long)]
    random: bool,
    /// Plays three small tournaments; only with `--random`.
    #[arg(long, requires = "random")]
    quick: bool,
    /// The format of the tournament.
    #[arg(long, value_parser = format, default_value = "swiss")]
    format: TournamentFormat,
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
    /// The seed of the times of the kills, and of what happens at random.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The directory in which all is saved: for each tournament a directory with `tournament.json`, `matches.json` and
    /// `facts.json`, and the database and the log of the server in `server`.
    #[arg(long)]
    save: PathBuf,
}

/// The results of a run.
#[derive(Serialize, Debug, Default)]
struct Report {
    seed: u64,
    nodes: usize,
    tournaments: usize,
    programs: usize,
    rounds: u32,
    matches: usize,
    /// Matches that were not played to their end.
    not_played: usize,
    /// How often each thing happened that the server has accepted.
    happened: BTreeMap<String, usize>,
    kills: usize,
    seconds: u64,
}

/// Runs tournaments, saves what is known of them, and prints the report.
pub(crate) async fn run(args: TournamentArgs) -> Result<bool, LoadError> {
    let directory = args.save.join("server");
    fs::create_dir_all(&directory)?;
    let mut host = Host::start(&args.program, args.nodes, &directory).await?;
    let report = run_at(&args, &mut host).await?;
    println!("{}", serde_json::to_string(&report)?);
    Ok(true)
}

async fn run_at(args: &TournamentArgs, host: &mut Host) -> Result<Report, LoadError> {
    let began = Instant::now();
    let mut report = Report {
        seed: args.seed,
        nodes: args.nodes,
        ..Report::default()
    };
    eprintln!("seed {}", args.seed);
    let (mut events, mut playing) = (Vec::new(), JoinSet::new());
    for (number, kind) in kinds::kinds(args).into_iter().enumerate() {
        report.programs += kind.plans.len();
        let event = Event::create((number, kind.name.clone()), &kind.wanted, host.servers());
        let event = Arc::new(event.await?);
        host.make_moderator(event::organiser(number)).await?;
        for entrant in enter_all(&event, &kind).await? {
            playing.spawn(entrant.take_part());
        }
        events.push(event);
    }
    eprintln!(
        "{} programs have come after {:?}",
        report.programs,
        began.elapsed()
    );
    for event in &events {
        event.act(OrganiserAction::Start.alone()).await?;
    }
    report.kills = play(args, host, &events).await?;
    let ended = async { while playing.join_next().await.is_some() {} };
    // The programs of a tournament that is stuck don't end.
    let _ = timeout(LAST_LOOKS, ended).await;
    eprintln!(
        "{} programs were still there after {:?}",
        playing.len(),
        began.elapsed()
    );
    playing.shutdown().await;
    for event in &events {
        event.facts().panics = host.panics();
        save(event, &args.save.join(&event.name), &mut report).await?;
    }
    report.tournaments = events.len();
    report.seconds = began.elapsed().as_secs();
    Ok(report)
}

/// Lets the programs enter that do so before the start.
async fn enter_all(
    event: &Arc<Event>,
    kind: &PlannedTournament,
) -> Result<Vec<Entrant>, LoadError> {
    let seen = Arc::new(Observations::default());
    let plans: Vec<(usize, Plan)> = kind.plans.iter().copied().enumerate().collect();
    let pairs: Vec<&[(usize, Plan)]> = plans.chunks(2).collect();
    let mut entered = Vec::new();
    for some in pairs.chunks(ENTERING_MAX) {
        let entering = some.iter().map(|pair| enter_pair(event, &seen, pair));
        for pair in join_all(entering).await {
            entered.extend(pair?);
        }
    }
    Ok(entered)
}

/// Lets two programs enter, as partners if pairs play.
async fn enter_pair(
    event: &Arc<Event>,
    seen: &Arc<Observations>,
    plans: &[(usize, Plan)],
) -> Result<Vec<Entrant>, LoadError> {
    let mut invite = None;
    let mut entrants = Vec::new();
    for &(number, plan) in plans {
        let visitor = event.visitor(number, plan.has_account).await?;
        let mut entrant = Entrant::new(Arc::clone(event), visitor, plan, Arc::clone(seen));
        if plan.enters_in == 0 {
            invite = entrant.enter(invite).await?;
        }
        entrants.push(entrant);
    }
    for entrant in &mut entrants {
        entrant.meet_fate(Moment::Entered).await;
    }
    Ok(entrants)
}

/// Kills servers until all tournaments have ended or are stuck. Returns the number of kills.
async fn play(
    args: &TournamentArgs,
    host: &mut Host,
    events: &[Arc<Event>],
) -> Result<usize, LoadError> {
    let mut random = StdRng::seed_from_u64(args.seed);
    let mut until_kill = || {
        let seconds = args.kill_every.max(1);
        Duration::from_secs(random.random_range(seconds.div_ceil(2)..=seconds * 3 / 2))
    };
    let mut next_kill = Instant::now() + until_kill();
    let mut kills = 0;
    let watch = |event| (event, (0, 0), Instant::now());
    let mut running: Vec<_> = events.iter().map(watch).collect();
    while !running.is_empty() {
        sleep(LOOK_INTERVAL).await;
        if args.kill_every > 0 && Instant::now() >= next_kill {
            host.kill_and_restart(kills % args.nodes, DOWN_FOR).await?;
            kills += 1;
            next_kill = Instant::now() + until_kill();
        }
        let mut going_on = Vec::new();
        for (event, known, changed) in running {
            // A server that has just started may be busy.
            let Ok(state) = event.state().await else {
                going_on.push((event, known, changed));
                continue;
            };
            let round = state.head.round;
            let results = state
                .matches
                .iter()
                .filter(|one| one.result.is_some() || one.over);
            let now = (round, results.count());
            match state.head.phase {
                TournamentPhase::Ended => eprintln!("{} has ended after round {round}", event.name),
                TournamentPhase::Coming | TournamentPhase::Running if now != known => {
                    if round != known.0 {
                        eprintln!("{}: round {round}, {kills} kills", event.name);
                    }
                    going_on.push((event, now, Instant::now()));
                }
                TournamentPhase::Coming | TournamentPhase::Running
                    if changed.elapsed() < STUCK_AFTER =>
                {
                    going_on.push((event, known, changed));
                }
                phase => {
                    eprintln!("{} is stuck in round {round}: {phase:?}", event.name);
                    event.facts().stuck = true;
                }
            }
        }
        running = going_on;
    }
    Ok(kills)
}

/// The matches of all rounds, from all pages of the list.
async fn all_matches(event: &Event) -> Result<TournamentMatches, LoadError> {
    let mut all = TournamentMatches {
        matches: Vec::new(),
        more: true,
    };
    for page in 0_u32.. {
        if !all.more {
            break;
        }
        let path = event.path(&format!("/matches?page={page}"));
        let some: TournamentMatches = event.organiser.ask("GET", &path, Value::Null).await?;
        all.matches.extend(some.matches);
        all.more = some.more;
    }
    Ok(all)
}

/// Saves what is known of a tournament, and adds it to the report.
async fn save(event: &Event, directory: &Path, report: &mut Report) -> Result<(), LoadError> {
    fs::create_dir_all(directory)?;
    let state = event.state().await?;
    let all = all_matches(event).await?;
    let left: Vec<_> = event
        .facts()
        .left
        .iter()
        .filter_map(|left| left.record)
        .collect();
    for id in left {
        if event.facts().records.contains_key(&id.to_string()) {
            continue;
        }
        let path = format!("/api/m/{id}");
        let record: Value = event.organiser.ask("GET", &path, Value::Null).await?;
        let path = format!("{path}/ratings");
        let ratings = event.organiser.ask("GET", &path, Value::Null);
        // Some rated matches change no rating.
        let ratings: Option<Value> = if state.head.rated {
            ratings.await.ok()
        } else {
            None
        };
        let record = json!({
            "winner": record["winner"],
            "scores": record["scores"],
            "ending": record["ending"],
            "ratings": ratings,
        });
        event.facts().records.insert(id.to_string(), record);
    }
    let facts = event.facts();
    for (name, text) in [
        ("tournament", serde_json::to_string(&state)?),
        ("matches", serde_json::to_string(&all)?),
        ("facts", serde_json::to_string(&*facts)?),
    ] {
        fs::write(directory.join(name).with_extension("json"), text)?;
    }
    report.rounds += state.head.round;
    report.matches += all
        .matches
        .iter()
        .filter(|one| one.sides.len() == 2)
        .count();
    let results = all.matches.iter().filter_map(|one| one.result.as_ref());
    report.not_played += results
        .filter(|result| result.source != ResultSource::Played)
        .count();
    for one in facts.happened.iter().filter(|one| one.refused.is_none()) {
        *report.happened.entry(one.what.clone()).or_default() += 1;
    }
    Ok(())
}
