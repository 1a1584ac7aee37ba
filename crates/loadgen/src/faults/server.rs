//! The server, in a process that can be killed.

use std::net::SocketAddr;
use std::path::Path;
use std::process::Stdio;

use tokio::io::{AsyncBufReadExt as _, BufReader};
use tokio::process::{Child, Command};

use super::disk::database;
use crate::error::LoadError;

/// A running server. It dies with us.
pub(super) struct Server {
    child: Child,
    address: SocketAddr,
}

impl Server {
    /// Starts one on the database in a directory.
    pub(super) async fn start(program: &Path, directory: &Path) -> Result<Self, LoadError> {
        let mut child = Command::new(program)
            .args([
                "--listen",
                "127.0.0.1:0",
                "--log",
                "off",
                "--bot-delay",
                "0",
            ])
            // Everybody here comes from one address, and plays faster than people.
            .args([
                "--message-rate",
                "10000",
                "--rows-per-address",
                "1000000000",
                "--connections-per-address",
                "100000",
            ])
            .args(["--tables-per-address", "1000000", "--database"])
            .arg(database(directory))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
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
        Ok(Self { child, address })
    }

    pub(super) fn address(&self) -> SocketAddr {
        self.address
    }

    /// Kills it with -9.
    pub(super) async fn kill(mut self) -> Result<(), LoadError> {
        self.child.kill().await.map_err(LoadError::Server)
    }

    /// Has it stop by itself.
    pub(super) async fn stop(mut self) -> Result<(), LoadError> {
        let Some(pid) = self.child.id() else {
            return Err(LoadError::NoServer);
        };
        let asked = Command::new("kill").arg(pid.to_string()).status().await;
        asked.map_err(LoadError::Server)?;
        self.child.wait().await.map_err(LoadError::Server)?;
        Ok(())
    }
}
