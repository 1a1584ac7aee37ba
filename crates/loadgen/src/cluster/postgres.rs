//! A PostgreSQL server for this run.

use std::fs;
use std::net::SocketAddr;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, chown};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};

use tokio::process::{Child, Command};

use crate::error::LoadError;
use crate::server::free_address;

/// How long the server may take to start, including recovery after a crash.
const START_TIMEOUT: Duration = Duration::from_mins(1);

/// A running server. It is stopped when this value is dropped.
pub(super) struct Postgres {
    programs: Programs,
    directory: PathBuf,
    address: SocketAddr,
    server: Child,
}

impl Postgres {
    /// Starts a server that keeps all its files in the directory, which is created.
    pub(super) async fn start(directory: PathBuf) -> Result<Self, LoadError> {
        let programs = Programs::find()?;
        fs::create_dir(&directory)?;
        fs::set_permissions(&directory, fs::Permissions::from_mode(0o700))?;
        if let Some(user) = programs.user {
            chown(&directory, Some(user), None)?;
        }
        let mut initdb = programs.command("initdb");
        initdb
            .args(["--auth=trust", "--username=boneyard", "--encoding=UTF8"])
            .args(["--no-locale", "--no-sync", "-D"])
            .arg(data(&directory));
        if !initdb.status().await?.success() {
            return Err(LoadError::Part("initdb failed".into()));
        }
        let address = free_address()?;
        let server = programs.serve(&directory, address)?;
        let mut postgres = Self {
            programs,
            directory,
            address,
            server,
        };
        postgres.wait_until_ready().await?;
        Ok(postgres)
    }

    /// The address of the server.
    pub(super) fn address(&self) -> SocketAddr {
        self.address
    }

    /// The id of its main process.
    pub(super) fn pid(&self) -> Option<u32> {
        self.server.id()
    }

    /// Stops the server immediately, as in a crash, and starts it again.
    pub(super) async fn restart(&mut self) -> Result<(), LoadError> {
        let stop = self.programs.stop(&self.directory);
        if !Command::from(stop).status().await?.success() {
            return Err(LoadError::Part("PostgreSQL could not be stopped".into()));
        }
        self.server.wait().await?;
        self.server = self.programs.serve(&self.directory, self.address)?;
        self.wait_until_ready().await
    }

    /// Creates an empty database.
    pub(super) async fn create(&self, name: &str) -> Result<(), LoadError> {
        let mut createdb = self.programs.client("createdb", self.address);
        if !createdb.arg(name).status().await?.success() {
            return Err(LoadError::Part(format!("can't create database {name}")));
        }
        Ok(())
    }

    async fn wait_until_ready(&mut self) -> Result<(), LoadError> {
        let until = Instant::now() + START_TIMEOUT;
        loop {
            let mut pg_isready = self.programs.client("pg_isready", self.address);
            if pg_isready.status().await?.success() {
                return Ok(());
            }
            if Instant::now() > until || self.server.try_wait()?.is_some() {
                return Err(LoadError::Part("PostgreSQL doesn't start".into()));
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        // SIGKILL would leave the server's shared memory behind.
        let _ = self.programs.stop(&self.directory).status();
    }
}

/// The connection string of a database at this address, which may be a link.
pub(super) fn database(address: SocketAddr, name: &str) -> String {
    format!("postgres://boneyard@{address}/{name}?sslmode=disable")
}

fn data(directory: &Path) -> PathBuf {
    directory.join("data")
}

/// The programs of PostgreSQL, and the user that runs them.
struct Programs {
    directory: PathBuf,
    /// The id of another user, if this process runs as root: PostgreSQL refuses to run as root.
    user: Option<u32>,
}

impl Programs {
    /// Finds the programs in the directories of Debian and other distributions.
    fn find() -> Result<Self, LoadError> {
        let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten();
        let directory = versions
            .filter_map(|entry| Some(entry.ok()?.path().join("bin")))
            .chain(["/usr/local/bin".into(), "/usr/bin".into()])
            .find(|directory| directory.join("initdb").exists())
            .ok_or_else(|| LoadError::Part("install Debian's package `postgresql`".into()))?;
        let is_root = fs::metadata("/proc/self")?.uid() == 0;
        let user = if is_root {
            user_id("postgres")?.or(user_id("nobody")?)
        } else {
            None
        };
        Ok(Self { directory, user })
    }

    fn serve(&self, directory: &Path, address: SocketAddr) -> Result<Child, LoadError> {
        let mut command = self.command("postgres");
        command
            .arg("-D")
            .arg(data(directory))
            .arg("-k")
            .arg(directory)
            .args(["-c", "listen_addresses=127.0.0.1"])
            .args(["-p", &address.port().to_string()]);
        Ok(command.spawn()?)
    }

    /// The command that stops the server as in a crash.
    fn stop(&self, directory: &Path) -> std::process::Command {
        let mut pg_ctl = self.command("pg_ctl").into_std();
        pg_ctl
            .args(["stop", "--mode=immediate", "-D"])
            .arg(data(directory));
        pg_ctl
    }

    /// The command of a client program that connects to the server.
    fn client(&self, program: &str, address: SocketAddr) -> Command {
        let mut command = self.command(program);
        command
            .args(["-h", &address.ip().to_string()])
            .args(["-p", &address.port().to_string()])
            .args(["-U", "boneyard"]);
        if program == "pg_isready" {
            command.args(["-d", "postgres"]);
        }
        command
    }

    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(self.directory.join(program));
        command
            .current_dir("/")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        if let Some(user) = self.user {
            command.uid(user);
        }
        command
    }
}

/// The id of a user, from the system's list.
fn user_id(name: &str) -> Result<Option<u32>, LoadError> {
    let users = fs::read_to_string("/etc/passwd")?;
    Ok(users.lines().find_map(|line| {
        let mut fields = line.split(':');
        let found = fields.next() == Some(name);
        found.then(|| fields.nth(1)?.parse().ok()).flatten()
    }))
}
