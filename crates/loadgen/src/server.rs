//! The server under test, as a child process that can be killed.

use std::fs::{self, File};
use std::net::SocketAddr;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};
use tokio::io::{AsyncBufReadExt as _, BufReader};
use tokio::process::{Child, Command};
use tokio::time::timeout;

use crate::error::LoadError;

/// How long a server may take to stop: a little longer than the server waits for requests in
/// progress.
const STOP_TIMEOUT: Duration = Duration::from_secs(12);

/// The file name of the SQLite database.
const DATABASE_FILE: &str = "boneyard.db";

/// Server arguments that raise the limits, so that many simulated players can connect from a few
/// addresses of this machine and can play faster than people.
pub(crate) const FOR_MANY_PLAYERS: [&str; 10] = [
    "--bot-delay",
    "0",
    "--message-rate",
    "10000",
    "--connections-per-address",
    "100000",
    "--tables-per-address",
    "1000000",
    "--rows-per-address",
    "1000000000",
];

/// The configuration of a server process.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ServerSpec<'a> {
    pub(crate) program: &'a Path,
    /// The connection string of the database.
    pub(crate) database: &'a str,
    /// Arguments of the program, without the listening address and the database.
    pub(crate) arguments: &'a [&'a str],
    /// The file to which the server's log is appended; `None` for standard error.
    pub(crate) log: Option<&'a Path>,
}

/// A running server process. It is killed when this value is dropped.
pub(crate) struct Server {
    child: Child,
    address: SocketAddr,
}

impl ServerSpec<'_> {
    /// Starts the server on a free port of the loopback network.
    pub(crate) async fn start(self) -> Result<Server, LoadError> {
        let stderr = match self.log {
            Some(path) => File::options()
                .create(true)
                .append(true)
                .open(path)
                .map_err(LoadError::Server)?
                .into(),
            None => Stdio::inherit(),
        };
        let mut command = Command::new(self.program);
        // Environment variables for another server on this machine must not change the limits.
        for (name, _) in std::env::vars_os() {
            if name.to_string_lossy().starts_with("BONEYARD_") {
                command.env_remove(name);
            }
        }
        let mut child = command
            .args(["--listen", "127.0.0.1:0", "--database", self.database])
            .args(self.arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(stderr)
            .kill_on_drop(true)
            .spawn()
            .map_err(LoadError::Server)?;
        let mut line = String::new();
        if let Some(stdout) = child.stdout.take() {
            let mut lines = BufReader::new(stdout);
            lines
                .read_line(&mut line)
                .await
                .map_err(LoadError::Server)?;
        }
        let address = line.trim().strip_prefix("http://");
        let address = address.and_then(|address| address.parse().ok());
        let address = address.ok_or(LoadError::NoServer)?;
        Ok(Server { child, address })
    }
}

impl Server {
    pub(crate) fn address(&self) -> SocketAddr {
        self.address
    }

    /// Pauses or resumes the process.
    pub(crate) fn pause(&self, is_paused: bool) -> Result<(), LoadError> {
        self.signal(if is_paused {
            Signal::STOP
        } else {
            Signal::CONT
        })
    }

    fn signal(&self, signal: Signal) -> Result<(), LoadError> {
        let pid = self
            .child
            .id()
            .and_then(|pid| Pid::from_raw(pid.cast_signed()));
        let sent = kill_process(pid.ok_or(LoadError::NoServer)?, signal);
        sent.map_err(|error| LoadError::Server(error.into()))
    }

    /// Kills the process with SIGKILL.
    pub(crate) async fn kill(mut self) -> Result<(), LoadError> {
        self.child.kill().await.map_err(LoadError::Server)
    }

    /// Asks the process to stop with SIGTERM, and waits for its end.
    pub(crate) async fn stop(mut self) -> Result<(), LoadError> {
        self.signal(Signal::TERM)?;
        let stopped = timeout(STOP_TIMEOUT, self.child.wait()).await;
        stopped
            .map_err(|_| LoadError::Server(std::io::ErrorKind::TimedOut.into()))?
            .map_err(LoadError::Server)?;
        Ok(())
    }
}

/// The connection string of the SQLite database in a directory.
pub(crate) fn database(directory: &Path) -> String {
    format!("sqlite://{}", directory.join(DATABASE_FILE).display())
}

/// The number of panics in the log of a server.
pub(crate) fn panics_in(log: &Path) -> usize {
    let text = fs::read_to_string(log).unwrap_or_default();
    text.matches("panicked at").count()
}
