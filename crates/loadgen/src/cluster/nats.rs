//! A NATS server for this run.

use std::fs::File;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::Stdio;
use std::time::{Duration, Instant};

use serde::Deserialize;
use tokio::net::TcpStream;
use tokio::process::{Child, Command};

use crate::error::LoadError;
use crate::server::free_address;

/// How long the server may take to start.
const START_TIMEOUT: Duration = Duration::from_secs(20);

/// A NATS server, running or killed. It ends with this process.
pub(super) struct Nats {
    log: PathBuf,
    address: SocketAddr,
    /// The address of its monitoring page.
    monitor: SocketAddr,
    server: Child,
}

impl Nats {
    /// Starts a server.
    pub(super) async fn start(log: PathBuf) -> Result<Self, LoadError> {
        let (address, monitor) = (free_address()?, free_address()?);
        let server = serve(&log, address, monitor)?;
        let nats = Self {
            log,
            address,
            monitor,
            server,
        };
        nats.wait_until_ready().await?;
        Ok(nats)
    }

    /// The address of the server.
    pub(super) fn address(&self) -> SocketAddr {
        self.address
    }

    /// The process id; `None` while the server doesn't run.
    pub(super) fn pid(&self) -> Option<u32> {
        self.server.id()
    }

    /// The number of messages that it has received so far.
    pub(super) async fn messages(&self) -> Result<u64, LoadError> {
        #[derive(Deserialize)]
        struct Carried {
            in_msgs: u64,
        }
        let answer = reqwest::get(format!("http://{}/varz", self.monitor)).await?;
        Ok(answer.json::<Carried>().await?.in_msgs)
    }

    /// Kills the server with SIGKILL.
    pub(super) async fn kill(&mut self) -> Result<(), LoadError> {
        Ok(self.server.kill().await?)
    }

    /// Starts the server again at the same address.
    pub(super) async fn start_again(&mut self) -> Result<(), LoadError> {
        self.server = serve(&self.log, self.address, self.monitor)?;
        self.wait_until_ready().await
    }

    async fn wait_until_ready(&self) -> Result<(), LoadError> {
        let until = Instant::now() + START_TIMEOUT;
        while TcpStream::connect(self.address).await.is_err() {
            if Instant::now() > until {
                return Err(LoadError::Part("NATS doesn't start".into()));
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        Ok(())
    }
}

fn serve(log: &PathBuf, address: SocketAddr, monitor: SocketAddr) -> Result<Child, LoadError> {
    let log = File::options().create(true).append(true).open(log)?;
    Command::new("nats-server")
        .args(["--addr", &address.ip().to_string()])
        .args(["--port", &address.port().to_string()])
        .args(["--http_port", &monitor.port().to_string()])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(log)
        .kill_on_drop(true)
        .spawn()
        .map_err(|error| {
            LoadError::Part(format!("{error}: install Debian's package `nats-server`"))
        })
}
