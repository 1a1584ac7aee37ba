//! Starts NATS servers for tests.

use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::TempDir;

/// How long a NATS server may take to start.
const START_TIMEOUT: Duration = Duration::from_secs(30);

/// The interval at which the test looks for the file with the port that the server has chosen.
const LOOK_INTERVAL: Duration = Duration::from_millis(20);

/// A NATS server on a free port of 127.0.0.1. It can be stopped and started again.
#[derive(Debug)]
pub struct Nats {
    /// The server's process; `None` while the server is stopped.
    server: Option<Child>,
    /// The directory to which the server writes its port.
    directory: TempDir,
    /// The server's arguments, without those for its address.
    arguments: Vec<String>,
    port: u16,
}

impl Nats {
    /// Starts a server without further arguments.
    #[must_use]
    pub fn start() -> Self {
        Self::start_with(&[])
    }

    /// Starts a server with these arguments.
    ///
    /// # Panics
    ///
    /// When the server can't be started.
    #[must_use]
    pub fn start_with(arguments: &[&str]) -> Self {
        let mut nats = Self {
            server: None,
            directory: tempfile::tempdir().expect("the system has a temporary directory"),
            arguments: arguments.iter().map(ToString::to_string).collect(),
            port: 0,
        };
        // With -1 the server chooses a free port.
        nats.port = nats.serve("-1");
        nats
    }

    /// Starts the stopped server again, on the same port as before.
    pub fn start_again(&mut self) {
        self.serve(&self.port.to_string());
    }

    /// Starts the server's process, and waits until the server listens. Returns the port.
    fn serve(&mut self, port: &str) -> u16 {
        let server = Command::new("nats-server")
            .args(["--addr", "127.0.0.1", "--port", port, "--ports_file_dir"])
            .arg(self.directory.path())
            .args(&self.arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("install Debian's package `nats-server`");
        let ports = format!("nats-server_{}.ports", server.id());
        self.server = Some(server);
        // The server writes this file when it begins to listen.
        let ports = self.directory.path().join(ports);
        let started = Instant::now();
        loop {
            let text = std::fs::read(&ports).unwrap_or_default();
            if let Some(port) = port_in(&text) {
                return port;
            }
            assert!(started.elapsed() < START_TIMEOUT, "NATS doesn't start");
            sleep(LOOK_INTERVAL);
        }
    }

    /// Kills the server.
    pub fn stop(&mut self) {
        if let Some(mut server) = self.server.take() {
            let _ = server.kill();
            let _ = server.wait();
        }
    }

    /// The server's port on 127.0.0.1.
    #[must_use]
    pub fn port(&self) -> u16 {
        self.port
    }

    /// The server's address in the form that NATS clients expect.
    #[must_use]
    pub fn address(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }
}

impl Drop for Nats {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Reads the port from the server's file, such as `{"nats": ["nats://127.0.0.1:4222"]}`.
fn port_in(text: &[u8]) -> Option<u16> {
    let ports: Value = serde_json::from_slice(text).ok()?;
    let (_, port) = ports["nats"][0].as_str()?.rsplit_once(':')?;
    port.parse().ok()
}
