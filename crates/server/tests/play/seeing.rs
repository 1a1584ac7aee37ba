//! Tests of what the host sees of a running server: metrics, readiness, and the log, whose filter can be
//! changed.

use std::collections::BTreeSet;
use std::io::{BufRead as _, BufReader};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};

use boneyard_rules::line::Preset;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::person::request;
use crate::world::{World, dice, public};

const METRICS: [&str; 2] = ["--metrics", "127.0.0.1:0"];

/// The handbook that explains metrics and log lines to the host.
const MANUAL: &str = include_str!("../../../../docs/operating.md");

/// The name of a metric in a line of the metrics. The parts of a histogram have the name of the histogram,
/// as in the handbook.
fn name_of(line: &str) -> Option<&str> {
    let name = line.split(['{', ' ']).next()?;
    let parts = ["_bucket", "_sum", "_count"];
    let whole = parts.iter().find_map(|part| name.strip_suffix(part));
    (!line.starts_with('#')).then_some(whole.unwrap_or(name))
}

#[tokio::test]
async fn every_metric_is_explained_and_every_explained_metric_exists() {
    let world = World::with(&METRICS).await;
    let metrics = world.metrics().await;
    assert!(metrics.ends_with("# EOF\n"));
    let exported: BTreeSet<&str> = metrics.lines().filter_map(name_of).collect();
    let explained: BTreeSet<&str> = MANUAL
        .split('`')
        .filter_map(|word| word.split('{').next())
        .filter(|word| word.starts_with("boneyard_"))
        .collect();
    assert_eq!(exported, explained);
    // The handbook must also explain each reason for refusing a client.
    let reasons = metrics.split("reason=\"").skip(1);
    for reason in reasons.filter_map(|rest| rest.split('"').next()) {
        assert!(MANUAL.contains(&format!("| `{reason}` |")), "{reason}");
    }
}

#[tokio::test]
async fn every_setting_is_in_the_manual() {
    let help = Command::new(env!("CARGO_BIN_EXE_boneyard-server"))
        .arg("--help")
        .output()
        .unwrap();
    let help = String::from_utf8(help.stdout).unwrap();
    let settings = help.split(|c: char| !c.is_ascii_alphanumeric() && c != '-' && c != '_');
    let variables = settings.filter(|word| word.starts_with("BONEYARD_"));
    let variables: BTreeSet<&str> = variables.collect();
    assert!(variables.len() > 10);
    for variable in variables {
        let flag = variable.trim_start_matches("BONEYARD_").to_lowercase();
        let flag = format!("`--{}`", flag.replace('_', "-"));
        assert!(MANUAL.contains(&flag), "{flag}");
        assert!(MANUAL.contains(variable), "{variable}");
    }
}

#[tokio::test]
async fn what_happens_is_measured() {
    let world = World::with(&METRICS).await;
    let mut table = world.table(&public(*Preset::DRAW.rules())).await;
    let open = "boneyard_tables{state=\"open\"}";
    let playing = "boneyard_tables{state=\"playing\"}";
    assert_eq!(world.metric(open).await, 1);
    assert_eq!(world.metric("boneyard_sockets").await, 2);
    table.start().await;
    assert_eq!(world.metric(open).await, 0);
    assert_eq!(world.metric(playing).await, 1);
    for _ in 0..4 {
        table.step(&mut dice(41)).await;
    }
    assert_eq!(world.metric("boneyard_moves_total").await, 4);
    // The eight appends are: the table, a seat, two players who became ready, and four moves.
    assert_eq!(world.metric("boneyard_append_seconds_count").await, 8);
    assert_eq!(world.metric("boneyard_append_failures_total").await, 0);
    let next = boneyard_protocol::Request::Next.at(table.id);
    table.players[0].refused(&next).await;
    assert_eq!(
        world
            .metric("boneyard_refused_total{code=\"not_now\"}")
            .await,
        1
    );
    assert!(world.metric("boneyard_connections").await >= 2);
    assert_eq!(
        world
            .metric("boneyard_queue_depth{queue=\"appends\"}")
            .await,
        0
    );
}

/// Requests the metrics. The `Host` header of the request contains `name`.
async fn get_as(host: SocketAddr, name: &str) -> String {
    let mut stream = TcpStream::connect(host).await.unwrap();
    let request = format!("GET /metrics HTTP/1.1\r\nHost: {name}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    answer
}

#[tokio::test]
async fn the_hosts_door_is_no_door_for_visitors_or_pages() {
    let world = World::with(&METRICS).await;
    for path in ["/metrics", "/log"] {
        let answer = request(world.address, "GET", path, "", "").await.unwrap();
        assert_eq!(answer.status, 404, "{path}");
    }
    let host = world.host.unwrap();
    let page = "Origin: http://evil.example\r\n";
    let answer = request(host, "GET", "/metrics", page, "").await.unwrap();
    assert_eq!(answer.status, 403);
    // The owner of a malicious page can let a name of their own resolve to this address.
    let rebound = get_as(host, "evil.example").await;
    assert!(rebound.starts_with("HTTP/1.1 403"), "{rebound}");
    let local = get_as(host, "localhost:1").await;
    assert!(local.starts_with("HTTP/1.1 200"), "{local}");
    assert!(World::new().await.host.is_none(), "nobody has asked for it");
}

#[tokio::test]
async fn a_server_is_ready_once_it_serves() {
    let world = World::new().await;
    let answer = request(world.address, "GET", "/readyz", "", "")
        .await
        .unwrap();
    assert_eq!((answer.status, answer.body.as_str()), (200, "ready"));
}

/// A server in a process of its own, whose log the test reads.
struct Logged {
    child: Child,
    log: BufReader<std::process::ChildStderr>,
}

impl Logged {
    fn start(directory: &tempfile::TempDir) -> Self {
        let database = directory.path().join("boneyard.db");
        let mut child = Command::new(env!("CARGO_BIN_EXE_boneyard-server"))
            .args([
                "--listen",
                "127.0.0.1:0",
                "--log",
                "info",
                "--metrics",
                "127.0.0.1:0",
            ])
            .arg("--database")
            .arg(format!("sqlite://{}", database.display()))
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let log = BufReader::new(child.stderr.take().unwrap());
        Self { child, log }
    }

    /// Reads the log until a line contains this text. Returns the line.
    fn line(&mut self, text: &str) -> String {
        loop {
            let mut line = String::new();
            assert!(self.log.read_line(&mut line).unwrap() > 0, "no {text:?}");
            if line.contains(text) {
                return line;
            }
        }
    }

    /// Reads the log until a line contains this text. Returns the address in the line.
    fn address(&mut self, text: &str) -> std::net::SocketAddr {
        let line = self.line(text);
        let digits = line.rsplit("127.0.0.1:").next().unwrap();
        let port: String = digits.chars().take_while(char::is_ascii_digit).collect();
        format!("127.0.0.1:{port}").parse().unwrap()
    }
}

impl Drop for Logged {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[tokio::test]
async fn the_logs_filter_changes_while_the_server_runs() {
    let directory = tempfile::tempdir().unwrap();
    let mut server = Logged::start(&directory);
    let address = server.address("serving");
    let host = server.address("serving the host");
    let log = async |method, body| request(host, method, "/log", "", body).await.unwrap();
    assert_eq!(log("GET", "").await.body, "info\n");
    assert_eq!(log("PUT", "boneyard_server=debug,warn").await.status, 204);
    server.line("the log's filter has changed");
    assert_eq!(log("PUT", "==").await.status, 400);
    assert_eq!(log("GET", "").await.body, "boneyard_server=debug,warn\n");
    let foreign = "Origin: http://evil.example\r\n";
    let answer = request(address, "POST", "/api/tables", foreign, "{}").await;
    assert_eq!(answer.unwrap().status, 403);
    server.line("turned away");
}
