//! A PostgreSQL server of a test's own: in a temporary directory, reached by a socket in it, gone
//! when dropped.

use std::fs;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, chown};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use postgres::{Client, NoTls};
use tempfile::TempDir;

/// How long the server may take to come up.
const START_TIMEOUT: Duration = Duration::from_secs(30);

/// A running server.
pub(crate) struct Postgres {
    server: Child,
    programs: Programs,
    directory: TempDir,
}

impl Postgres {
    /// Starts one.
    ///
    /// # Panics
    ///
    /// Where PostgreSQL is not installed: nobody would notice a test that never runs.
    pub(crate) async fn start() -> Self {
        let programs = Programs::find()
            .expect("this test needs PostgreSQL: install Debian's package `postgresql`");
        let directory = tempfile::tempdir().unwrap();
        fs::set_permissions(directory.path(), fs::Permissions::from_mode(0o700)).unwrap();
        if let Some(user) = programs.user {
            chown(directory.path(), Some(user), None).unwrap();
        }
        let data = directory.path().join("data");
        let made = programs
            .command("initdb")
            .args(["--auth=trust", "--username=boneyard", "--encoding=UTF8"])
            .args(["--no-locale", "--no-sync", "-D"])
            .arg(&data)
            .status()
            .unwrap();
        assert!(made.success(), "initdb failed");
        let server = programs
            .command("postgres")
            .arg("-D")
            .arg(&data)
            // Without TCP there is no port to clash with.
            .args(["-c", "listen_addresses=", "-k"])
            .arg(directory.path())
            .spawn()
            .unwrap();
        let postgres = Self {
            server,
            programs,
            directory,
        };
        postgres.wait_until_ready().await;
        postgres
    }

    /// The address of a new, empty database.
    pub(crate) async fn create_database(&self, name: &str) -> String {
        let sql = format!("CREATE DATABASE {name}");
        run(self.address("postgres"), sql).await.unwrap();
        self.address(name)
    }

    async fn wait_until_ready(&self) {
        let started = Instant::now();
        while let Err(error) = run(self.address("postgres"), String::new()).await {
            assert!(started.elapsed() < START_TIMEOUT, "{error}");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    fn address(&self, database: &str) -> String {
        let socket = self.directory.path().display().to_string();
        format!(
            "postgres://boneyard@{}/{database}",
            socket.replace('/', "%2F")
        )
    }
}

/// Runs statements on a database.
pub(crate) async fn run(address: String, sql: String) -> Result<(), postgres::Error> {
    // The client blocks.
    let ran =
        tokio::task::spawn_blocking(move || Client::connect(&address, NoTls)?.batch_execute(&sql));
    ran.await.unwrap()
}

impl Drop for Postgres {
    fn drop(&mut self) {
        // Killing it outright would leave its shared memory behind.
        let stopped = self
            .programs
            .command("pg_ctl")
            .args(["stop", "--mode=immediate", "-D"])
            .arg(self.directory.path().join("data"))
            .status();
        if !stopped.is_ok_and(|status| status.success()) {
            let _ = self.server.kill();
        }
        let _ = self.server.wait();
    }
}

/// PostgreSQL's programs, and who runs them.
struct Programs {
    directory: PathBuf,
    /// PostgreSQL refuses to run as root; root lends it another user's id.
    user: Option<u32>,
}

impl Programs {
    /// Looks where Debian and most others put them.
    fn find() -> Option<Self> {
        let mut directories: Vec<PathBuf> = fs::read_dir("/usr/lib/postgresql")
            .into_iter()
            .flatten()
            .filter_map(|entry| Some(entry.ok()?.path().join("bin")))
            .collect();
        directories.extend(["/usr/local/bin", "/usr/bin", "/usr/local/pgsql/bin"].map(Into::into));
        let complete = |directory: &PathBuf| {
            ["initdb", "postgres", "pg_ctl"]
                .iter()
                .all(|program| directory.join(program).exists())
        };
        let directory = directories.into_iter().find(complete)?;
        let is_root = fs::metadata("/proc/self").is_ok_and(|process| process.uid() == 0);
        let user = is_root.then(|| user_id("postgres").or_else(|| user_id("nobody")));
        Some(Self {
            directory,
            user: user.flatten(),
        })
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

/// A user's number, from the system's list.
fn user_id(name: &str) -> Option<u32> {
    let users = fs::read_to_string(Path::new("/etc/passwd")).ok()?;
    users.lines().find_map(|line| {
        let mut fields = line.split(':');
        let found = fields.next() == Some(name);
        found.then(|| fields.nth(1)?.parse().ok()).flatten()
    })
}
