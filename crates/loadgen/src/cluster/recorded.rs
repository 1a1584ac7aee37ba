//! A program on NATS that can't read the database records what the nodes tell each other, and sends it
//! again and again, to nodes that have all started since. People play meanwhile: seekers at different
//! nodes must be paired, and no line of chat may be said again.

use std::fs;
use std::net::Ipv4Addr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use boneyard_protocol::{ClientMessage, Phrase, Request, ServerMessage, TableId, Words};
use boneyard_rules::Preset;
use boneyard_testing::Recorder;
use clap::Args;
use futures_util::future::join_all;
use serde::Serialize;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, timeout};

use super::running::Cluster;
use crate::client::{Connection, Identity, public_table};
use crate::error::LoadError;
use crate::people::Servers;
use crate::seek::{Observed, seek, wait};

const NODES: usize = 2;

/// How long the recorded nodes run before they are killed, so that several of their beats are recorded.
const RECORDED_FOR: Duration = Duration::from_secs(5);

/// How long the killed nodes are down.
const DOWN_FOR: Duration = Duration::from_millis(100);

/// How long two honest seekers may wait for their match.
const MATCH_TIMEOUT: Duration = Duration::from_secs(10);

/// How long an answer of a node may take.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(10);

/// Records the messages of a cluster's nodes, and sends them again to the nodes that run after them
#[derive(Args, Debug)]
pub(crate) struct RecordedArgs {
    /// The path of the server's program.
    #[arg(long)]
    program: PathBuf,
    /// The number of pairs of people who seek a quick match, one pair after the other.
    #[arg(long, default_value_t = 20)]
    pairs: usize,
    /// The pause between two repetitions of the recording, in milliseconds; 0 for a flood. The default makes
    /// more than a thousand messages a second.
    #[arg(long, default_value_t = 20)]
    pause_ms: u64,
}

/// The results of a run, which is printed as JSON.
#[derive(Serialize, Debug)]
struct Report {
    recorded: usize,
    /// How often the recorded messages were sent again.
    repeats: usize,
    /// The number of lines of chat that were said before the nodes were killed, and came again.
    said_again: usize,
    pairs: usize,
    /// Pairs of seekers that got no match in time.
    unpaired: usize,
    longest_wait_ms: u128,
    panics: usize,
}

/// Runs the test and prints the report. Returns whether nothing failed.
pub(crate) async fn run(args: RecordedArgs) -> Result<bool, LoadError> {
    let directory = std::env::temp_dir().join(format!("boneyard-recorded-{}", std::process::id()));
    fs::create_dir(&directory)?;
    let report = run_in(&args, &directory).await;
    fs::remove_dir_all(&directory)?;
    let report = report?;
    println!("{}", serde_json::to_string(&report)?);
    Ok(report.said_again + report.unpaired + report.panics == 0)
}

async fn run_in(args: &RecordedArgs, directory: &Path) -> Result<Report, LoadError> {
    let mut cluster = Cluster::start(&args.program, directory.to_owned(), NODES).await?;
    let nats = cluster.nats_address().ok_or(LoadError::NoServer)?;
    let recorder = Arc::new(Recorder::start(&nats).await);
    let (people, table) = talk(&cluster.servers).await?;
    sleep(RECORDED_FOR).await;
    let messages = recorder.stop();
    cluster.restart_nodes(DOWN_FOR).await?;

    let repeats = Arc::new(AtomicUsize::new(0));
    let (counted, repeated) = (Arc::clone(&repeats), Arc::clone(&recorder));
    let pause = Duration::from_millis(args.pause_ms);
    let repeating = tokio::spawn(async move {
        loop {
            repeated.repeat().await;
            counted.fetch_add(1, Ordering::Relaxed);
            if !pause.is_zero() {
                sleep(pause).await;
            }
        }
    });
    let mut listening = JoinSet::new();
    let said = Arc::new(AtomicUsize::new(0));
    for (node, identity) in people.iter().enumerate() {
        let connection = follow(&cluster.servers, node, identity, table).await?;
        listening.spawn(count_lines(connection, Arc::clone(&said)));
    }
    let mut waits = Vec::new();
    for _ in 0..args.pairs {
        let pair = (0..NODES).map(|node| seek_at(&cluster.servers, node));
        let waited: Result<Vec<_>, LoadError> = join_all(pair).await.into_iter().collect();
        waits.push(waited?.into_iter().max().unwrap_or_default());
    }
    repeating.abort();
    listening.shutdown().await;
    cluster.stop_nodes().await;
    let longest = waits.iter().max().copied().unwrap_or_default();
    Ok(Report {
        recorded: messages,
        repeats: repeats.load(Ordering::Relaxed),
        said_again: said.load(Ordering::Relaxed),
        pairs: args.pairs,
        unpaired: waits.iter().filter(|wait| **wait >= MATCH_TIMEOUT).count(),
        longest_wait_ms: longest.as_millis(),
        panics: cluster.panics(),
    })
}

/// A visitor of each node follows a table, and one of them says something to the other.
async fn talk(servers: &Servers) -> Result<(Vec<Identity>, TableId), LoadError> {
    let http = reqwest::Client::new();
    let mut people = Vec::new();
    for node in 0..NODES {
        let (_, server) = servers.at(node).ok_or(LoadError::NoServer)?;
        people.push(Identity::fetch(&http, server).await?);
    }
    let (_, server) = servers.at(0).ok_or(LoadError::NoServer)?;
    let wanted = public_table(*Preset::DRAW.rules());
    let table = people[0].create(&http, server, &wanted).await?.table;
    let mut host = follow(servers, 0, &people[0], table).await?;
    let mut guest = follow(servers, 1, &people[1], table).await?;
    guest.send(&Request::Sit { seat: None }.at(table)).await?;
    let words = Words::Phrase(Phrase::NiceMove);
    guest.send(&Request::Say { words }.at(table)).await?;
    let listen = async {
        while !matches!(host.receive().await?, ServerMessage::Said { .. }) {}
        Ok::<(), LoadError>(())
    };
    let heard = timeout(ANSWER_TIMEOUT, listen).await;
    heard.map_err(|_| LoadError::NoAnswer(ANSWER_TIMEOUT))??;
    Ok((people, table))
}

/// Follows a table through a node.
async fn follow(
    servers: &Servers,
    node: usize,
    identity: &Identity,
    table: TableId,
) -> Result<Connection, LoadError> {
    let (_, server) = servers.at(node).ok_or(LoadError::NoServer)?;
    let mut connection = Connection::open(server, identity).await?;
    let open = ClientMessage::Open {
        table,
        invite: None,
        since: None,
        preview: None,
        replay: None,
    };
    connection.send(&open).await?;
    Ok(connection)
}

/// Counts the lines of chat that arrive, until the connection ends.
async fn count_lines(mut connection: Connection, said: Arc<AtomicUsize>) {
    while let Ok(message) = connection.receive().await {
        let lines = match message {
            ServerMessage::Said { .. } => 1,
            ServerMessage::Table(snapshot) => snapshot.chat.lines().count(),
            _ => 0,
        };
        said.fetch_add(lines, Ordering::Relaxed);
    }
}

/// A new visitor of a node seeks a quick match. Returns the wait, which is [`MATCH_TIMEOUT`] if there was no
/// match.
async fn seek_at(servers: &Servers, node: usize) -> Result<Duration, LoadError> {
    let (_, server) = servers.at(node).ok_or(LoadError::NoServer)?;
    let identity = Identity::fetch(&reqwest::Client::new(), server).await?;
    let mut connection = seek(Ipv4Addr::LOCALHOST.into(), server, &identity).await?;
    let began = Instant::now();
    let until = began + MATCH_TIMEOUT;
    let is_matched = wait(&mut connection, until, &mut Observed::default()).await?;
    Ok(if is_matched {
        began.elapsed().min(MATCH_TIMEOUT)
    } else {
        MATCH_TIMEOUT
    })
}
