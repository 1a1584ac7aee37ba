//! A node of the cluster: a server process, and its links to PostgreSQL and NATS.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::time::{sleep, timeout};

use super::parts::{Part, Parts};
use crate::error::LoadError;
use crate::link::Link;
use crate::people::Servers;
use crate::server::{Server, ServerSpec};

/// How long one start of a node may take. If PostgreSQL or NATS is down, the process exits instead,
/// and is started again.
const START_TIMEOUT: Duration = Duration::from_secs(15);

/// The time after which a node that can't be started is an error.
const RESTART_TIMEOUT: Duration = Duration::from_mins(1);

/// The pause between two attempts to start a node.
const RETRY: Duration = Duration::from_millis(300);

/// The configuration of a node.
#[derive(Clone, Debug)]
pub(super) struct NodeSpec {
    pub(super) program: PathBuf,
    pub(super) database: String,
    pub(super) arguments: Vec<String>,
    pub(super) log: PathBuf,
}

/// The links of a node. `nats` is `None` in a cluster without NATS.
pub(super) struct Links {
    pub(super) postgres: Link,
    pub(super) nats: Option<Link>,
}

/// A node, whose process is running or was killed.
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

    /// Kills the node with SIGKILL, and starts it again after the time `down_for`.
    pub(super) async fn kill_and_restart(&mut self, down_for: Duration) -> Result<(), LoadError> {
        self.parts.set(Part::Node(self.number), false);
        self.servers.set(self.number, None);
        if let Some(server) = self.server.take() {
            server.kill().await?;
        }
        sleep(down_for).await;
        self.come_up().await
    }

    /// Pauses the node's process for this time. Meanwhile, people don't open new connections to
    /// this node.
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

    /// Asks the node to stop, and waits for its end.
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
