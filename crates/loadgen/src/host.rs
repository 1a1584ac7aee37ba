//! The servers of a run: a single server on SQLite, or the nodes of a cluster.

use std::path::{Path, PathBuf};
use std::time::Duration;

use boneyard_base::Clock;
use boneyard_store::Moderators;
use tokio::task::spawn_blocking;
use tokio::time::sleep;

use crate::cluster::Cluster;
use crate::error::LoadError;
use crate::people::Servers;
use crate::server::{FOR_MANY_PLAYERS, Server, ServerSpec, database, panics_in};

/// The servers of a run. The clients find their addresses in [`Host::servers`].
pub(crate) enum Host {
    Alone(Box<Alone>),
    Cluster(Box<Cluster>),
}

/// A single server on SQLite.
pub(crate) struct Alone {
    program: PathBuf,
    directory: PathBuf,
    server: Option<Server>,
    servers: Servers,
}

impl Alone {
    fn log(&self) -> PathBuf {
        self.directory.join("server.log")
    }

    async fn start(&mut self) -> Result<(), LoadError> {
        let spec = ServerSpec {
            program: &self.program,
            database: &database(&self.directory),
            arguments: &FOR_MANY_PLAYERS,
            log: Some(&self.log()),
        };
        let server = spec.start().await?;
        self.servers.set(0, Some(server.address()));
        self.server = Some(server);
        Ok(())
    }

    async fn kill_and_restart(&mut self, down_for: Duration) -> Result<(), LoadError> {
        self.servers.set(0, None);
        if let Some(server) = self.server.take() {
            server.kill().await?;
        }
        sleep(down_for).await;
        self.start().await
    }
}

impl Host {
    /// Starts one server, or a cluster of several nodes. All files are kept in `directory`.
    pub(crate) async fn start(
        program: &Path,
        nodes: usize,
        directory: &Path,
    ) -> Result<Self, LoadError> {
        if nodes > 1 {
            let cluster = Cluster::start(program, directory.to_owned(), nodes).await?;
            return Ok(Self::Cluster(Box::new(cluster)));
        }
        let mut alone = Alone {
            program: program.to_owned(),
            directory: directory.to_owned(),
            server: None,
            servers: Servers::new(1),
        };
        alone.start().await?;
        Ok(Self::Alone(Box::new(alone)))
    }

    pub(crate) fn servers(&self) -> Servers {
        match self {
            Self::Alone(alone) => alone.servers.clone(),
            Self::Cluster(cluster) => cluster.servers.clone(),
        }
    }

    /// Kills a server with SIGKILL, and starts it again after the time `down_for`. The number is the one of a node
    /// of a cluster.
    pub(crate) async fn kill_and_restart(
        &mut self,
        node: usize,
        down_for: Duration,
    ) -> Result<(), LoadError> {
        match self {
            Self::Alone(alone) => alone.kill_and_restart(down_for).await,
            Self::Cluster(cluster) => cluster.kill_and_restart(node, down_for).await,
        }
    }

    /// Makes the account of this name a moderator while the servers run, as their host does.
    pub(crate) async fn make_moderator(&self, name: String) -> Result<(), LoadError> {
        let database = match self {
            Self::Alone(alone) => database(&alone.directory),
            Self::Cluster(cluster) => cluster.database(),
        };
        let added =
            spawn_blocking(move || Moderators::open(&database)?.add(&name, Clock::system().now()));
        let added = added.await.map_err(|_| LoadError::Panicked)?;
        added.map_err(|error| LoadError::Part(error.to_string()))
    }

    /// The number of panics in the logs.
    pub(crate) fn panics(&self) -> usize {
        match self {
            Self::Alone(alone) => panics_in(&alone.log()),
            Self::Cluster(cluster) => cluster.panics(),
        }
    }
}
