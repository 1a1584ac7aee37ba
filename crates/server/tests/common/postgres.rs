//! A PostgreSQL server of a test's own: in a temporary directory, reached by a socket in it (and over TCP
//! where a test is about that), gone when dropped.

use std::fs;
use std::net::TcpListener;
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
    /// Its port on 127.0.0.1.
    pub(crate) port: Option<u16>,
}

/// What a server that is reached over TCP is started with.
pub(crate) struct Tcp<'a> {
    /// Its certificate and key, where it offers TLS.
    pub(crate) certificate: Option<(&'a str, &'a str)>,
    /// What comes before the rules of `pg_hba.conf` that let everybody in.
    pub(crate) rules: &'a str,
}

impl Postgres {
    /// Starts one that is reached by its socket alone: without TCP there is no port to clash with.
    ///
    /// # Panics
    ///
    /// Where PostgreSQL is not installed: nobody would notice a test that never runs.
    pub(crate) async fn start() -> Self {
        Self::start_with(None).await
    }

    /// Starts one, perhaps on a port of 127.0.0.1.
    pub(crate) async fn start_with(tcp: Option<Tcp<'_>>) -> Self {
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
        let mut command = programs.command("postgres");
        command.arg("-D").arg(&data).arg("-k").arg(directory.path());
        let port = tcp.as_ref().map(|_| free_port());
        match tcp {
            None => {
                command.args(["-c", "listen_addresses="]);
            }
            Some(tcp) => programs.configure(&mut command, &data, &tcp),
        }
        if let Some(port) = port {
            command.args(["-p", &port.to_string()]);
        }
        let postgres = Self {
            server: command.spawn().unwrap(),
            programs,
            directory,
            port,
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
        let port = self.port.unwrap_or(5432);
        format!(
            "postgres://boneyard@{}:{port}/{database}",
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

    /// Sets a server up for TCP.
    fn configure(&self, command: &mut Command, data: &Path, tcp: &Tcp<'_>) {
        command.args(["-c", "listen_addresses=127.0.0.1"]);
        let rules = data.join("pg_hba.conf");
        let others = fs::read_to_string(&rules).unwrap();
        fs::write(rules, format!("{}\n{others}", tcp.rules)).unwrap();
        if let Some((certificate, key)) = tcp.certificate {
            command.args(["-c", "ssl=on"]);
            for (name, text) in [("server.crt", certificate), ("server.key", key)] {
                let file = data.join(name);
                fs::write(&file, text).unwrap();
                fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).unwrap();
                if let Some(user) = self.user {
                    chown(&file, Some(user), None).unwrap();
                }
            }
        }
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

/// A port that nobody else has at the moment.
fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.local_addr().unwrap().port()
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
