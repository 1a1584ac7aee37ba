//! What attackers cost others: the players' latency with and without them, in one run.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use boneyard_protocol::ClientMessage;
use boneyard_rules::Rules;
use clap::Args;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};
use tokio::runtime::Runtime;

use crate::client::{Connection, Identity};
use crate::error::LoadError;
use crate::speed::{Engine, Opponents, Pace, TableSpec, add_tables, play};

/// Half-open connections of the slow attacker.
const HALF_OPEN: usize = 500;

/// Connections that the greedy attacker asks for.
const CONNECTIONS: usize = 10_000;

/// The attackers' own address: what is refused to them is refused to nobody else.
const ATTACKER: &str = "127.0.0.2:0";

/// How long nobody attacks after an attack, in seconds.
const REST_S: u64 = 2;

/// Plays, and attacks.
#[derive(Args, Debug)]
pub(crate) struct FloodArgs {
    /// Address of the server, which has its usual limits.
    #[arg(long, default_value = "127.0.0.1:8080")]
    server: SocketAddr,
    /// Tables of two players each.
    #[arg(long, default_value_t = 100)]
    tables: usize,
    /// How long to measure before and during each attack, in seconds.
    #[arg(long, default_value_t = 8)]
    seconds: u64,
    /// Moves a second, evenly at all tables together.
    #[arg(long, default_value_t = 600.0)]
    rate: f64,
    /// What is played, in short notation, by two players.
    #[arg(long, default_value = "Draw 100")]
    rules: Rules,
}

/// What an attacker does, over and over.
#[derive(Clone, Copy, Debug)]
enum Attack {
    HalfOpen,
    Connections,
    ValidMessages,
    InvalidMessages,
}

/// What the attackers came to.
#[derive(Default)]
struct Counts {
    tried: AtomicUsize,
    refused: AtomicUsize,
}

impl Attack {
    const ALL: [Self; 4] = [
        Self::HalfOpen,
        Self::Connections,
        Self::ValidMessages,
        Self::InvalidMessages,
    ];

    const fn name(self) -> &'static str {
        match self {
            Self::HalfOpen => "500 half-open connections",
            Self::Connections => "10,000 connections",
            Self::ValidMessages => "valid messages, one client",
            Self::InvalidMessages => "invalid messages, one client",
        }
    }
}

/// Plays and attacks in turn, and prints a table of what that does to the players.
pub(crate) fn run(args: &FloodArgs) -> Result<(), LoadError> {
    let spec = TableSpec {
        server: args.server,
        rules: args.rules,
        opponents: Opponents::People,
    };
    let mut engine = Engine::new()?;
    add_tables(&mut engine, spec, args.tables, |_| {})?;
    engine.set_pace(Pace::Rate(args.rate))?;
    let attackers = Runtime::new()?;
    println!(
        "attack                        | median ms | attacked | ratio | p99 ms | attacked | tried  | refused"
    );
    for attack in Attack::ALL {
        let (before, slow_before) = measure(&mut engine, attack.name(), args.seconds)?;
        let counts = Arc::new(Counts::default());
        let time = Duration::from_secs(args.seconds);
        let attacking =
            attackers.spawn(attack_with(attack, args.server, time, Arc::clone(&counts)));
        let (during, slow_during) = measure(&mut engine, attack.name(), args.seconds)?;
        attacking.abort();
        println!(
            "{:<29} | {before:9.2} | {during:8.2} | {:5.2} | {slow_before:6.2} | {slow_during:8.2} | {:6} | {:7}",
            attack.name(),
            during / before,
            counts.tried.load(Ordering::Relaxed),
            counts.refused.load(Ordering::Relaxed),
        );
        // What the attackers left behind is not the next one's.
        play(&mut engine, "resting", REST_S)?;
    }
    Ok(())
}

/// The players' median latency and its 99th percentile, in milliseconds.
fn measure(
    engine: &mut Engine,
    title: &'static str,
    seconds: u64,
) -> Result<(f64, f64), LoadError> {
    engine.forget();
    play(engine, title, seconds)?;
    let own = &engine.people.own;
    Ok((own.latency_ms(50.0), own.latency_ms(99.0)))
}

/// Attacks until it is stopped.
async fn attack_with(attack: Attack, server: SocketAddr, pace: Duration, counts: Arc<Counts>) {
    match attack {
        Attack::HalfOpen => half_open(server, &counts).await,
        Attack::Connections => connections(server, pace, &counts).await,
        Attack::ValidMessages => {
            let lobby = ClientMessage::Lobby { follow: true }.encode();
            messages(server, &lobby, &counts).await;
        }
        Attack::InvalidMessages => messages(server, "{\"type\":", &counts).await,
    }
}

async fn dial(server: SocketAddr) -> std::io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    socket.bind(ATTACKER.parse().map_err(std::io::Error::other)?)?;
    socket.connect(server).await
}

/// Keeps so many requests begun, a byte a second each.
async fn half_open(server: SocketAddr, counts: &Counts) {
    let mut open: Vec<TcpStream> = Vec::new();
    loop {
        while open.len() < HALF_OPEN {
            counts.tried.fetch_add(1, Ordering::Relaxed);
            let Ok(mut stream) = dial(server).await else {
                break;
            };
            if stream.write_all(b"GET /ws HTTP/1.1\r\nX: ").await.is_ok() {
                open.push(stream);
            }
        }
        tokio::time::sleep(Duration::from_secs(1)).await;
        let mut alive = Vec::new();
        for mut stream in open {
            if stream.write_all(b"x").await.is_ok() {
                alive.push(stream);
            } else {
                counts.refused.fetch_add(1, Ordering::Relaxed);
            }
        }
        open = alive;
    }
}

/// Opens connections, evenly over the time, and keeps those that it gets.
async fn connections(server: SocketAddr, pace: Duration, counts: &Counts) {
    let mut kept = Vec::new();
    let interval = pace / u32::try_from(CONNECTIONS).unwrap_or(1);
    let mut ticks = tokio::time::interval(interval);
    for _ in 0..CONNECTIONS {
        ticks.tick().await;
        counts.tried.fetch_add(1, Ordering::Relaxed);
        match dial(server).await {
            Ok(mut stream) => {
                // Whoever is refused finds the connection closed at once.
                let mut byte = [0];
                let closed =
                    tokio::time::timeout(Duration::from_micros(200), stream.read(&mut byte));
                match closed.await {
                    Ok(_) => drop(counts.refused.fetch_add(1, Ordering::Relaxed)),
                    Err(_) => kept.push(stream),
                }
            }
            Err(_) => drop(counts.refused.fetch_add(1, Ordering::Relaxed)),
        }
    }
    std::future::pending::<()>().await;
}

/// Sends one text as fast as it can, and connects again whenever it is closed.
async fn messages(server: SocketAddr, text: &str, counts: &Counts) {
    let http = reqwest::Client::new();
    let Ok(identity) = Identity::fetch(&http, server).await else {
        return;
    };
    loop {
        let connected = async {
            let stream = dial(server).await.map_err(LoadError::Connect)?;
            Connection::open_over(stream, server, &identity).await
        };
        if let Ok(mut connection) = connected.await {
            while connection.send_text(text.to_owned()).await.is_ok() {
                counts.tried.fetch_add(1, Ordering::Relaxed);
            }
        }
        counts.refused.fetch_add(1, Ordering::Relaxed);
    }
}
