//! Tests of the program as its host uses it: arguments, the first line of output, signals and exit codes.

#![allow(clippy::unwrap_used, reason = "a test that fails may panic")]

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::Duration;

use tempfile::TempDir;

/// How long a test waits before it fails.
const PATIENCE: Duration = Duration::from_secs(20);

fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_boneyard-server"));
    for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("BONEYARD_")) {
        command.env_remove(name);
    }
    command
}

struct Running {
    child: Child,
    /// Keeps standard output open, because another test covers the program with a closed standard output.
    _stdout: BufReader<ChildStdout>,
    first_line: String,
}

impl Drop for Running {
    fn drop(&mut self) {
        // The test may have ended the process already, so errors are ignored.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn start(directory: &TempDir) -> Running {
    let mut program = program();
    program.args(["--listen", "127.0.0.1:0"]);
    run(program, directory)
}

/// Runs a command that executes the program, and waits for the first line of output.
fn run(mut command: Command, directory: &TempDir) -> Running {
    let mut child = command
        .env("BONEYARD_LOG", "error")
        .current_dir(directory.path())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    let mut first_line = String::new();
    stdout.read_line(&mut first_line).unwrap();
    Running {
        child,
        _stdout: stdout,
        first_line,
    }
}

/// The soft and the hard limit of open files of a process.
fn open_files(process: u32) -> (String, String) {
    let limits = std::fs::read_to_string(format!("/proc/{process}/limits")).unwrap();
    let line = limits
        .lines()
        .find(|line| line.starts_with("Max open files"));
    let mut words = line.unwrap().split_whitespace().skip(3).map(str::to_owned);
    (words.next().unwrap(), words.next().unwrap())
}

/// A shell that sets the limit of open files, and then executes the program.
fn with_limit(limit: &str) -> Command {
    let script = format!("{limit}; exec \"$0\" --listen 127.0.0.1:0");
    let mut shell = Command::new("sh");
    shell.args(["-c", &script, env!("CARGO_BIN_EXE_boneyard-server")]);
    shell
}

#[test]
fn as_many_files_may_be_open_as_the_host_allows() {
    let directory = tempfile::tempdir().unwrap();
    let running = run(with_limit("ulimit -S -n 128"), &directory);
    let (soft, hard) = open_files(running.child.id());
    assert!(running.first_line.starts_with("http://"));
    assert_ne!(soft, "128");
    assert_eq!(soft, hard);
}

#[test]
fn fewer_open_files_are_fewer_connections_and_the_log_says_so() {
    let directory = tempfile::tempdir().unwrap();
    let (mut child, _, mut log) = logged(with_limit("ulimit -n 768"), &directory);
    let mut line = String::new();
    log.read_line(&mut line).unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    for part in [
        "the host allows few open files",
        "files=768",
        "connections=640",
    ] {
        assert!(line.contains(part), "{part}: {line}");
    }
}

#[test]
fn a_crowd_of_connections_leaves_room_for_newcomers() {
    let directory = tempfile::tempdir().unwrap();
    // This limit allows 640 connections. The last 256 of them are reserved for newcomers.
    let running = run(with_limit("ulimit -n 768"), &directory);
    let address = running.first_line.trim().strip_prefix("http://").unwrap();
    let crowd = (0..400).map_while(|_| {
        let mut stream = TcpStream::connect(address).ok()?;
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let question = "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n";
        stream.write_all(question.as_bytes()).ok()?;
        let mut answer = [0; 12];
        stream.read_exact(&mut answer).ok()?;
        Some(stream)
    });
    let crowd: Vec<TcpStream> = crowd.collect();
    assert_eq!(crowd.len(), 768 - 128 - 256);
    // This request comes from another network of this machine than the 400 connections.
    let from_elsewhere = Command::new("curl")
        .args(["--silent", "--interface", "127.0.1.9"])
        .arg(format!("http://{address}/healthz"))
        .output()
        .unwrap();
    assert_eq!(from_elsewhere.stdout, b"ok");
}

fn ask(address: &str, what: &str, cookie: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    let request = format!("{what} HTTP/1.0\r\nHost: {address}\r\nCookie: {cookie}\r\n\r\n");
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    stream
        .read_to_string(&mut answer)
        .expect("the server answers");
    assert!(answer.starts_with("HTTP/1.0 200"), "{answer}");
    answer
}

#[test]
fn a_log_that_is_not_read_holds_nothing_up() {
    let directory = tempfile::tempdir().unwrap();
    // A pipe holds 64 KiB. Only some lines fit into this one.
    let (mut log, mut stderr) = std::io::pipe().unwrap();
    stderr.write_all(&vec![b'\n'; 60 * 1024]).unwrap();
    let mut child = program()
        .args(["--listen", "127.0.0.1:0"])
        .args(["--rows-per-address", "1000000000"])
        .env("BONEYARD_LOG", "trace")
        .current_dir(directory.path())
        .stdout(Stdio::piped())
        .stderr(stderr)
        .spawn()
        .unwrap();
    let mut first_line = String::new();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    stdout.read_line(&mut first_line).unwrap();
    let address = first_line.trim_end().strip_prefix("http://").unwrap();
    let answer = ask(address, "GET /api/me", "");
    let (_, cookie) = answer.split_once("set-cookie: ").unwrap();
    let cookie = cookie.split(';').next().unwrap();
    // Each request causes some log lines. All of them together are longer than what still fits into the pipe.
    for _ in 0..50 {
        ask(address, "DELETE /api/me/records/name", cookie);
    }
    let stop = Command::new("kill").arg(child.id().to_string()).status();
    assert!(stop.unwrap().success());
    let (ended, has_ended) = std::sync::mpsc::channel();
    let waiting = std::thread::spawn(move || {
        let status = child.wait().unwrap();
        ended.send(status.success()).unwrap();
    });
    assert_eq!(has_ended.recv_timeout(PATIENCE), Ok(true), "it stops");
    waiting.join().unwrap();
    let mut written = Vec::new();
    log.read_to_end(&mut written).unwrap();
    assert!(
        written.len() > 64_000,
        "the pipe is full: {}",
        written.len()
    );
}

fn health(address: &str) -> bool {
    program()
        .args(["--listen", address, "health"])
        .stderr(Stdio::null())
        .status()
        .unwrap()
        .success()
}

#[test]
fn the_first_line_is_the_address_and_a_signal_stops_gracefully() {
    for signal in ["TERM", "INT"] {
        let directory = tempfile::tempdir().unwrap();
        let mut server = start(&directory);
        let line = server.first_line.trim_end();
        let address = line.strip_prefix("http://").expect(line);
        assert!(address.starts_with("127.0.0.1:"));
        assert!(!address.ends_with(":0"));
        assert!(directory.path().join("data/boneyard.db").exists());
        assert!(health(address));
        let pid = server.child.id().to_string();
        let killed = Command::new("kill")
            .args(["-s", signal, &pid])
            .status()
            .unwrap();
        assert!(killed.success());
        assert!(server.child.wait().unwrap().success());
        assert!(!health(address));
    }
}

#[test]
fn a_second_signal_ends_it_at_once() {
    let directory = tempfile::tempdir().unwrap();
    let mut server = start(&directory);
    let address = server.first_line.trim().strip_prefix("http://").unwrap();
    // A request in progress delays the shutdown for seconds.
    let mut slow = TcpStream::connect(address).unwrap();
    slow.set_read_timeout(Some(PATIENCE)).unwrap();
    let head =
        "POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\nExpect: 100-continue\r\n\r\n";
    slow.write_all(head.as_bytes()).unwrap();
    let pid = server.child.id().to_string();
    let signal = || {
        let sent = Command::new("kill").arg(&pid).status();
        assert!(sent.unwrap().success());
    };
    signal();
    // The server closes the listener while it waits for the request.
    while TcpStream::connect(address).is_ok() {
        std::thread::yield_now();
    }
    signal();
    assert!(server.child.wait().unwrap().success());
}

#[test]
fn bad_settings_are_explained() {
    let cases = [
        (["--listen", "nowhere"], "--listen"),
        (["--database", "mysql://x"], "sqlite://"),
        (["--signing-key", "abc"], "64 hex digits"),
        (["--public-url", "dominoes.example"], "https://"),
        (["--log", "=="], "log"),
        (["--nats", "http://127.0.0.1"], "nats://"),
        (["--nats", "nats://127.0.0.1"], "PostgreSQL"),
    ];
    for (flags, explanation) in cases {
        let directory = tempfile::tempdir().unwrap();
        let output = program()
            .args(
                ["--listen", "127.0.0.1:0"]
                    .iter()
                    .chain(&flags)
                    .skip(2 * usize::from(flags[0] == "--listen")),
            )
            .current_dir(directory.path())
            .output()
            .unwrap();
        let text = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success());
        assert!(text.contains(explanation), "{flags:?}: {text}");
    }
}

#[test]
fn a_demo_is_refused_with_a_reason() {
    let demo = |arguments: &[&str]| {
        let mut program = program();
        program.arg("demo").args(arguments);
        program
    };
    let directory = tempfile::tempdir().unwrap();
    let told = failure(demo(&["remove"]), &directory);
    assert!(told.contains("this database has no demo"), "{told}");
    let _running = start(&directory);
    for command in [&[][..], &["fill"], &["remove"]] {
        let told = failure(demo(command), &directory);
        assert!(told.contains("another server uses this database"), "{told}");
    }
}

/// Runs a program that can't start, and returns what it writes to standard error.
fn failure(mut program: Command, directory: &TempDir) -> String {
    let output = program.current_dir(directory.path()).output().unwrap();
    assert!(!output.status.success());
    String::from_utf8(output.stderr).unwrap()
}

/// The command that starts the program with this database, on a free port.
fn with_database(database: &str) -> Command {
    let mut program = program();
    program.args(["--listen", "127.0.0.1:0", "--database", database]);
    program
}

/// Runs the program as a user who can't write to the folder. Returns the user's id and the error. If the
/// test runs as root, the user is 10001.
#[cfg(unix)]
fn told_to_user(database: &str, directory: &TempDir) -> (u32, String) {
    use std::fs::{Permissions, copy, metadata, set_permissions};
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
    use std::os::unix::process::CommandExt as _;
    // The user may have no access to the folder in which the program was built, so the program is copied.
    let program = directory.path().join("boneyard-server");
    copy(env!("CARGO_BIN_EXE_boneyard-server"), &program).unwrap();
    let mode = |mode| set_permissions(directory.path(), Permissions::from_mode(mode)).unwrap();
    let own = metadata(directory.path()).unwrap().uid();
    let uid = if own == 0 { 10_001 } else { own };
    mode(0o555);
    let mut command = Command::new(program);
    command.env_clear().uid(uid);
    command.args(["--listen", "127.0.0.1:0", "--database", database]);
    let said = failure(command, directory);
    mode(0o755);
    (uid, said)
}

#[cfg(unix)]
#[test]
fn a_user_who_may_not_write_is_told_who_owns_the_folder() {
    use std::os::unix::fs::PermissionsExt as _;
    let directory = tempfile::tempdir().unwrap();
    let (uid, said) = told_to_user("sqlite://data/boneyard.db", &directory);
    let folder = directory.path().canonicalize().unwrap();
    for part in [
        "can't open the database sqlite://data/boneyard.db: data: Permission denied",
        &format!("uid {uid}"),
        &format!("the folder {} belongs to", folder.display()),
        &format!("chown -R {uid} {}", folder.display()),
        "--database",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
    let lock = directory.path().join("b.db.lock");
    std::fs::write(&lock, "").unwrap();
    std::fs::set_permissions(&lock, std::fs::Permissions::from_mode(0o400)).unwrap();
    let (_, said) = told_to_user("sqlite://b.db", &directory);
    assert!(said.contains("b.db.lock: Permission denied"), "{said}");
}

#[test]
fn a_start_that_fails_says_what_to_do() {
    let directory = tempfile::tempdir().unwrap();
    std::fs::write(
        directory.path().join("text.db"),
        "no database at all, but long enough",
    )
    .unwrap();
    std::fs::create_dir(directory.path().join("folder.db")).unwrap();
    std::fs::write(directory.path().join("file"), "").unwrap();
    for (database, explanations) in [
        ("sqlite://text.db", &["text.db", "restore"][..]),
        ("sqlite://folder.db", &["folder.db", "Name a file"]),
        ("sqlite://file/b.db", &["file", "Name a file"]),
        (
            // Port 1 belongs to TCPMUX, and no program listens on it.
            "postgres://someone:secret@127.0.0.1:1/games?sslmode=disable",
            &["postgres://127.0.0.1:1/games", "refused", "PostgreSQL"],
        ),
    ] {
        let said = failure(with_database(database), &directory);
        for part in explanations {
            assert!(said.contains(part), "{part}: {said}");
        }
        assert!(!said.contains("secret"), "{said}");
    }
    let running = start(&directory);
    let address = running.first_line.trim().strip_prefix("http://").unwrap();
    let mut second = program();
    second.args(["--listen", address, "--database", "sqlite://other.db"]);
    let said = failure(second, &directory);
    assert!(
        said.contains(address) && said.contains("another port with --listen"),
        "{said}"
    );
    let said = failure(with_database("sqlite://data/boneyard.db"), &directory);
    assert!(
        said.contains("sqlite://data/boneyard.db: another server uses"),
        "{said}"
    );
    let mut second = program();
    second.args(["--listen", "127.0.0.1:0", "--metrics", "192.0.2.1:9090"]);
    second.args(["--database", "sqlite://other.db"]);
    let said = failure(second, &directory);
    assert!(
        said.contains("192.0.2.1:9090") && said.contains("--metrics"),
        "{said}"
    );
    let mut mailing = with_database("sqlite://other.db");
    mailing.args(["--smtp", "smtps://user:secret@mail.example"]);
    mailing.args(["--mail-from", "boneyard@dominoes.example"]);
    mailing
        .env("SSL_CERT_FILE", "file")
        .env_remove("SSL_CERT_DIR");
    let said = failure(mailing, &directory);
    assert!(said.contains("ca-certificates"), "{said}");
    assert!(!said.contains("secret"), "{said}");
}

/// Starts a server that logs warnings. Returns its process, its address, and a reader of its log.
fn log_of(
    directory: &TempDir,
    flags: &[&str],
) -> (Child, String, BufReader<std::process::ChildStderr>) {
    let mut program = program();
    program.args(["--listen", "127.0.0.1:0"]).args(flags);
    logged(program, directory)
}

/// Runs a command that executes the program, as [`log_of`] does.
fn logged(
    mut command: Command,
    directory: &TempDir,
) -> (Child, String, BufReader<std::process::ChildStderr>) {
    let mut child = command
        .env("BONEYARD_LOG", "warn")
        .current_dir(directory.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut first_line = String::new();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    stdout.read_line(&mut first_line).unwrap();
    let address = first_line
        .trim()
        .strip_prefix("http://")
        .unwrap()
        .to_owned();
    let log = BufReader::new(child.stderr.take().unwrap());
    (child, address, log)
}

/// Sends a request with these headers. Returns the HTTP status.
fn status(address: &str, what: &str, headers: &[&str]) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    let headers = headers.join("\r\n");
    let request =
        format!("{what} HTTP/1.1\r\n{headers}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    BufReader::new(stream).read_line(&mut answer).unwrap();
    answer.split(' ').nth(1).unwrap().to_owned()
}

#[test]
fn the_host_is_told_which_setting_would_let_a_page_in() {
    let directory = tempfile::tempdir().unwrap();
    let (mut child, address, mut log) = log_of(&directory, &["--trusted-proxy", "127.0.0.1"]);
    let page = ["Host: 127.0.0.1:8080", "Origin: https://dominoes.example"];
    let upgrade = "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==";
    // The first three requests are mistakes of the same kind, so they cause only one log line.
    for _ in 0..3 {
        assert_eq!(status(&address, "POST /api/me", &page), "403");
    }
    assert_eq!(status(&address, "GET /ws", &["Host: x", upgrade]), "400");
    let forwarded = ["Host: x", "Forwarded: for=192.0.2.1"];
    assert_eq!(status(&address, "GET /healthz", &forwarded), "200");
    let unreadable = ["Host: x", "X-Forwarded-For: somebody"];
    assert_eq!(status(&address, "GET /healthz", &unreadable), "200");
    for parts in [
        ["--public-url", "https://dominoes.example", "127.0.0.1:8080"],
        ["`Upgrade`", "proxy_set_header", "Connection"],
        ["--forwarded-header", "forwarded", "127.0.0.1"],
        ["x-forwarded-for", "--trusted-proxy", "somebody"],
    ] {
        let mut line = String::new();
        log.read_line(&mut line).unwrap();
        for part in parts {
            assert!(line.contains(part), "{part}: {line}");
        }
    }
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn help_names_every_setting_and_the_version_is_told() {
    let output = program().arg("--help").output().unwrap();
    let help = String::from_utf8(output.stdout).unwrap();
    for setting in [
        "--listen",
        "--database",
        "--nats",
        "--public-url",
        "--signing-key",
        "--computer-threads",
        "--bot-delay",
        "--log",
        "--log-format",
    ] {
        let variable = format!("BONEYARD_{}", setting[2..].replace('-', "_").to_uppercase());
        assert!(help.contains(setting), "{setting}");
        assert!(help.contains(&variable), "{variable}");
    }
    let output = program().arg("--version").output().unwrap();
    let version = String::from_utf8(output.stdout).unwrap();
    assert_eq!(
        version.trim_end(),
        concat!("boneyard-server ", env!("CARGO_PKG_VERSION"))
    );
}
