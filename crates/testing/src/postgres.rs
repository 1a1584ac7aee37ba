//! Starts PostgreSQL servers for tests.

use std::fs;
use std::net::SocketAddr;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, chown};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::free_address;

/// How long a PostgreSQL server may take to start.
const START_TIMEOUT: Duration = Duration::from_secs(30);

/// The time between two checks whether the server is ready.
const CHECK_INTERVAL: Duration = Duration::from_millis(50);

/// The port number in the name of the socket, for a server that doesn't listen on TCP.
const SOCKET_PORT: u16 = 5432;

/// Settings of a server in a temporary directory. A test ends the server's processes, never the machine, so what
/// they have written is not lost; and most of the time of a test was the waiting for the disk.
const WITHOUT_DISK: [&str; 2] = ["fsync=off", "full_page_writes=off"];

/// A running server, whose superuser is `boneyard`.
#[derive(Debug)]
pub struct Postgres {
    programs: Programs,
    directory: PathBuf,
    /// Removes the directory when the value is dropped; `None` if the caller has chosen the
    /// directory.
    _temporary: Option<TempDir>,
    /// The server's address on 127.0.0.1; `None` if it listens only on its socket.
    address: Option<SocketAddr>,
    /// The settings that are passed to the server when it starts.
    settings: Vec<&'static str>,
    server: Child,
}

/// The options of a server that listens on 127.0.0.1.
#[derive(Clone, Copy, Default, Debug)]
pub struct Tcp<'a> {
    /// The certificate and its private key, in PEM format; `None` for a server without TLS.
    pub certificate: Option<(&'a str, &'a str)>,
    /// Lines that are added at the start of `pg_hba.conf`. The other rules there accept all users
    /// without a password.
    pub rules: &'a str,
}

impl Postgres {
    /// Starts a server in a temporary directory. It listens only on a Unix socket in this
    /// directory, so its port can't be in use already.
    #[must_use]
    pub fn start() -> Self {
        Self::start_in_temporary(None)
    }

    /// Starts a server in a temporary directory. It listens on 127.0.0.1 as well as on its Unix
    /// socket.
    #[must_use]
    pub fn start_with(tcp: Tcp<'_>) -> Self {
        Self::start_in_temporary(Some(tcp))
    }

    /// Starts a server that listens on 127.0.0.1. It keeps all its files in a new directory, which
    /// is not removed afterwards.
    ///
    /// # Panics
    ///
    /// When the directory already exists.
    #[must_use]
    pub fn start_in(directory: PathBuf) -> Self {
        fs::create_dir(&directory).expect("the directory can be created");
        Self::start_at(directory, None, Some(Tcp::default()))
    }

    fn start_in_temporary(tcp: Option<Tcp<'_>>) -> Self {
        let temporary = tempfile::tempdir().expect("the system has a temporary directory");
        Self::start_at(temporary.path().to_owned(), Some(temporary), tcp)
    }

    fn start_at(directory: PathBuf, temporary: Option<TempDir>, tcp: Option<Tcp<'_>>) -> Self {
        let programs = Programs::find().expect("install Debian's package `postgresql`");
        programs.own(&directory, 0o700);
        let data = data(&directory);
        let mut initdb = programs.command("initdb");
        initdb
            .args(["--auth=trust", "--username=boneyard", "--encoding=UTF8"])
            .args(["--no-locale", "--no-sync", "-D"])
            .arg(&data);
        run(initdb);
        let address = tcp.map(|_| free_address());
        let mut settings = match tcp {
            Some(tcp) => programs.configure(&data, tcp),
            None => vec!["listen_addresses="],
        };
        if temporary.is_some() {
            settings.extend(WITHOUT_DISK);
        }
        let port = address.map_or(SOCKET_PORT, |address| address.port());
        let server = programs.serve(&directory, port, &settings);
        let postgres = Self {
            programs,
            directory,
            _temporary: temporary,
            address,
            settings,
            server,
        };
        let started = Instant::now();
        while !postgres.is_ready() {
            assert!(
                started.elapsed() < START_TIMEOUT,
                "PostgreSQL doesn't start"
            );
            sleep(CHECK_INTERVAL);
        }
        postgres
    }

    /// The server's address on 127.0.0.1.
    ///
    /// # Panics
    ///
    /// When the server listens only on its Unix socket.
    #[must_use]
    pub fn tcp_address(&self) -> SocketAddr {
        self.address.expect("the server listens on 127.0.0.1")
    }

    /// Creates an empty database. Returns its connection string, which uses the server's Unix
    /// socket.
    ///
    /// # Panics
    ///
    /// When the server can't create the database.
    #[must_use]
    pub fn create_database(&self, name: &str) -> String {
        let mut createdb = self.client("createdb");
        createdb.arg(name);
        run(createdb);
        let directory = self.directory.display().to_string().replace('/', "%2F");
        format!("postgres://boneyard@{directory}:{}/{name}", self.port())
    }

    /// The statements that create a database of this server with all its rows again.
    ///
    /// # Panics
    ///
    /// When `pg_dump` fails.
    #[must_use]
    pub fn dump(&self, name: &str) -> String {
        let mut pg_dump = self.client("pg_dump");
        let output = pg_dump
            .args(["--inserts", "--no-owner", name])
            .stdout(Stdio::piped())
            .output();
        let output = output.expect("pg_dump starts");
        assert!(output.status.success(), "pg_dump failed");
        let sql = String::from_utf8(output.stdout).expect("the database has text in UTF-8");
        // Other versions of PostgreSQL don't know all these settings and commands.
        let known = |line: &&str| !line.starts_with("SET ") && !line.starts_with('\\');
        sql.lines()
            .filter(known)
            .flat_map(|line| [line, "\n"])
            .collect()
    }

    /// Stops the server immediately, as in a crash, and starts its process again. The server then
    /// recovers; [`Self::is_ready`] tells when it is done.
    ///
    /// # Panics
    ///
    /// When the server can't be stopped or started.
    pub fn crash(&mut self) {
        run(self.programs.stop(&self.directory));
        self.server.wait().expect("PostgreSQL ends");
        self.server = self
            .programs
            .serve(&self.directory, self.port(), &self.settings);
    }

    /// Whether the server accepts connections now.
    #[must_use]
    pub fn is_ready(&self) -> bool {
        let mut pg_isready = self.client("pg_isready");
        let status = pg_isready.args(["-d", "postgres"]).status();
        status.is_ok_and(|status| status.success())
    }

    fn port(&self) -> u16 {
        self.address.map_or(SOCKET_PORT, |address| address.port())
    }

    /// A command that runs one of PostgreSQL's client programs against this server.
    fn client(&self, program: &str) -> Command {
        let mut command = self.programs.command(program);
        command.arg("-h").arg(&self.directory).args([
            "-p",
            &self.port().to_string(),
            "-U",
            "boneyard",
        ]);
        command
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        // After SIGKILL, the server's shared memory would remain, so SIGKILL is only used if the
        // stop fails.
        let stopped = self.programs.stop(&self.directory).status();
        if !stopped.is_ok_and(|status| status.success()) {
            let _ = self.server.kill();
        }
        let _ = self.server.wait();
    }
}

fn data(directory: &Path) -> PathBuf {
    directory.join("data")
}

fn run(mut command: Command) {
    let status = command.status();
    let program = command.get_program().display();
    assert!(
        status.is_ok_and(|status| status.success()),
        "{program} failed"
    );
}

/// The directory of PostgreSQL's programs, and the user who runs them.
#[derive(Debug)]
struct Programs {
    directory: PathBuf,
    /// The id of the user who runs the programs, if this process runs as root. PostgreSQL refuses
    /// to run as root.
    user: Option<u32>,
}

impl Programs {
    /// Looks for the programs in the usual directories of Debian and other distributions.
    fn find() -> Option<Self> {
        let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten();
        let directory = versions
            .filter_map(|entry| Some(entry.ok()?.path().join("bin")))
            .chain(["/usr/local/bin", "/usr/bin", "/usr/local/pgsql/bin"].map(Into::into))
            .find(|directory| directory.join("initdb").exists())?;
        let is_root = fs::metadata("/proc/self").is_ok_and(|process| process.uid() == 0);
        let user = is_root.then(|| user_id("postgres").or_else(|| user_id("nobody")));
        Some(Self {
            directory,
            user: user.flatten(),
        })
    }

    /// Writes the files that a server with TCP needs, and returns its settings.
    fn configure(&self, data: &Path, tcp: Tcp<'_>) -> Vec<&'static str> {
        let rules = data.join("pg_hba.conf");
        let others = fs::read_to_string(&rules).expect("initdb has written pg_hba.conf");
        fs::write(rules, format!("{}\n{others}", tcp.rules)).expect("pg_hba.conf can be written");
        let mut settings = vec!["listen_addresses=127.0.0.1"];
        if let Some((certificate, key)) = tcp.certificate {
            settings.push("ssl=on");
            for (name, text) in [("server.crt", certificate), ("server.key", key)] {
                let file = data.join(name);
                fs::write(&file, text).expect("the certificate can be written");
                self.own(&file, 0o600);
            }
        }
        settings
    }

    /// Makes the user who runs the programs the owner of a file, and sets the file's mode.
    fn own(&self, path: &Path, mode: u32) {
        let permissions = fs::Permissions::from_mode(mode);
        fs::set_permissions(path, permissions).expect("the file is this user's");
        if self.user.is_some() {
            chown(path, self.user, None).expect("root may give files away");
        }
    }

    fn serve(&self, directory: &Path, port: u16, settings: &[&str]) -> Child {
        let mut command = self.command("postgres");
        command.arg("-D").arg(data(directory));
        command.arg("-k").arg(directory);
        command.args(["-p", &port.to_string()]);
        for setting in settings {
            command.args(["-c", setting]);
        }
        command.spawn().expect("PostgreSQL can be started")
    }

    /// The command that stops the server immediately, as in a crash.
    fn stop(&self, directory: &Path) -> Command {
        let mut pg_ctl = self.command("pg_ctl");
        pg_ctl
            .args(["stop", "--mode=immediate", "-D"])
            .arg(data(directory));
        pg_ctl
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

/// The id of the user with this name, from `/etc/passwd`.
fn user_id(name: &str) -> Option<u32> {
    let users = fs::read_to_string("/etc/passwd").ok()?;
    users.lines().find_map(|line| {
        let mut fields = line.split(':');
        let found = fields.next() == Some(name);
        found.then(|| fields.nth(1)?.parse().ok()).flatten()
    })
}
