//! A node: the process of a server, and its links.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::time::{sleep, timeout};

use super::link::Link;
use super::parts::{Part, Parts};
use crate::error::LoadError;
use crate::people::Servers;
use crate::server::{Server, ServerSpec};

/// How long a node may take to start. If PostgreSQL or NATS is down, the node ends instead.
const START_TIMEOUT: Duration = Duration::from_secs(15);

/// How long starting a node is tried.
const RESTART_TIMEOUT: Duration = Duration::from_mins(1);

/// The interval between two tries.
const RETRY: Duration = Duration::from_millis(300);

/// The configuration of a node.
#[derive(Clone, Debug)]
pub(super) struct NodeSpec {
    pub(super) program: PathBuf,
    pub(super) database: String,
    pub(super) arguments: Vec<String>,
    pub(super) log: PathBuf,
}

/// The links of a node. Without NATS there is no link to it.
pub(super) struct Links {
    pub(super) postgres: Link,
    pub(super) nats: Option<Link>,
}

/// A node, running or killed.
pub(super) struct Node {
    number: usize,
    spec: NodeSpec,
    server: Option<Server>,
    servers: Servers,
    parts: Arc<Parts>,
}

impl Node {
    /// Starts a node.
    pub(super) async fn start(
        number: usize,
        spec: NodeSpec,
        servers: Servers,
        parts: Arc<Parts>,
    ) -> Result<Self, LoadError> {
        let mut node = Self {
            number,
            spec,
            server: None,
            servers,
            parts,
        };
        node.come_up().await?;
        Ok(node)
    }

    /// The process id; `None` while the node doesn't run.
    pub(super) fn pid(&self) -> Option<u32> {
        self.server.as_ref().and_then(Server::pid)
    }

    /// Kills the node with SIGKILL, and starts it again after a time.
    pub(super) async fn kill_and_restart(&mut self, down_for: Duration) -> Result<(), LoadError> {
        self.parts.set(Part::Node(self.number), false);
        self.servers.set(self.number, None);
        if let Some(server) = self.server.take() {
            server.kill().await?;
        }
        sleep(down_for).await;
        self.come_up().await
    }

    /// Pauses the node for a time. In this time new connections don't go to it.
    pub(super) async fn pause_for(&mut self, time: Duration) -> Result<(), LoadError> {
        let server = self.server.as_ref().ok_or(LoadError::NoServer)?;
        self.parts.set(Part::Node(self.number), false);
        self.servers.set(self.number, None);
        server.pause(true)?;
        sleep(time).await;
        server.pause(false)?;
        self.servers.set(self.number, Some(server.address()));
        self.parts.set(Part::Node(self.number), true);
        Ok(())
    }

    /// Asks the node to stop.
    pub(super) async fn stop(mut self) -> Result<(), LoadError> {
        self.servers.set(self.number, None);
        match self.server.take() {
            Some(server) => server.stop().await,
            None => Ok(()),
        }
    }

    async fn come_up(&mut self) -> Result<(), LoadError> {
        let until = Instant::now() + RESTART_TIMEOUT;
        let arguments: Vec<&str> = self.spec.arguments.iter().map(String::as_str).collect();
        let server = loop {
            let spec = ServerSpec {
                program: &self.spec.program,
                database: &self.spec.database,
                arguments: &arguments,
                log: Some(&self.spec.log),
                open_files_max: None,
            };
            match timeout(START_TIMEOUT, spec.start()).await {
                Ok(Ok(server)) => break server,
                Ok(Err(error)) if Instant::now() > until => return Err(error),
                Err(_) if Instant::now() > until => return Err(LoadError::NoAnswer(START_TIMEOUT)),
                _ => sleep(RETRY).await,
            }
        };
        self.servers.set(self.number, Some(server.address()));
        self.server = Some(server);
        self.parts.set(Part::Node(self.number), true);
        Ok(())
    }
}
