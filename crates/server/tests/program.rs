//! The program as its host meets it: arguments, first line, signals, exit codes.

#![allow(clippy::unwrap_used, reason = "a test that fails may panic")]

use std::io::{BufRead as _, BufReader};
use std::process::{Child, ChildStdout, Command, Stdio};

use tempfile::TempDir;

fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_boneyard-server"));
    for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("BONEYARD_")) {
        command.env_remove(name);
    }
    command
}

struct Running {
    child: Child,
    /// Kept open: a program whose standard output is closed is another case.
    _stdout: BufReader<ChildStdout>,
    first_line: String,
}

fn start(directory: &TempDir) -> Running {
    let mut child = program()
        .args(["--listen", "127.0.0.1:0"])
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
fn bad_settings_are_explained() {
    let cases = [
        (["--listen", "nowhere"], "--listen"),
        (["--database", "mysql://x"], "sqlite://"),
        (["--signing-key", "abc"], "64 hex digits"),
        (["--public-url", "dominoes.example"], "https://"),
        (["--log", "=="], "log"),
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
fn help_names_every_setting_and_the_version_is_told() {
    let output = program().arg("--help").output().unwrap();
    let help = String::from_utf8(output.stdout).unwrap();
    for setting in [
        "--listen",
        "--database",
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
