//! A NATS server of a test's own, on a port of 127.0.0.1 that it chooses, gone when dropped.
#![allow(dead_code, reason = "each test program uses a part of this")]

use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::TempDir;

/// How long the server may take to come up.
const START_TIMEOUT: Duration = Duration::from_secs(30);

/// A NATS server, which may be stopped and started again.
pub(crate) struct Nats {
    server: Option<Child>,
    directory: TempDir,
    /// What else it is started with.
    arguments: Vec<String>,
    /// Its port on 127.0.0.1, and its address.
    listens: Option<(u16, String)>,
}

impl Nats {
    /// Starts one.
    ///
    /// # Panics
    ///
    /// Where NATS is not installed: nobody would notice a test that never runs.
    pub(crate) async fn start() -> Self {
        Self::start_with(&[]).await
    }

    /// Starts one with some arguments.
    pub(crate) async fn start_with(arguments: &[&str]) -> Self {
        let mut nats = Self {
            server: None,
            directory: tempfile::tempdir().unwrap(),
            arguments: arguments.iter().map(ToString::to_string).collect(),
            listens: None,
        };
        nats.start_again().await;
        nats
    }

    /// Starts it after it was stopped, on the port that it had.
    pub(crate) async fn start_again(&mut self) {
        let port = match &self.listens {
            Some((port, _)) => port.to_string(),
            // One that it chooses.
            None => "-1".to_owned(),
        };
        let server = Command::new("nats-server")
            .args(["--addr", "127.0.0.1", "--port", &port, "--ports_file_dir"])
            .arg(self.directory.path())
            .args(&self.arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("this test needs NATS: install Debian's package `nats-server`");
        let ports = format!("nats-server_{}.ports", server.id());
        self.server = Some(server);
        // It writes the file once it listens.
        let ports = self.directory.path().join(ports);
        let started = Instant::now();
        let port = loop {
            let text = std::fs::read(&ports).unwrap_or_default();
            if let Some(port) = port_in(&text) {
                break port;
            }
            assert!(started.elapsed() < START_TIMEOUT, "NATS does not come up");
            tokio::time::sleep(Duration::from_millis(20)).await;
        };
        self.listens = Some((port, format!("nats://127.0.0.1:{port}")));
    }

    /// Stops it at once.
    pub(crate) fn stop(&mut self) {
        if let Some(mut server) = self.server.take() {
            let _ = server.kill();
            let _ = server.wait();
        }
    }

    /// Its port on 127.0.0.1.
    pub(crate) fn port(&self) -> u16 {
        self.listens.as_ref().expect("it was started").0
    }

    /// Its address.
    pub(crate) fn address(&self) -> &str {
        &self.listens.as_ref().expect("it was started").1
    }
}

impl Drop for Nats {
    fn drop(&mut self) {
        self.stop();
    }
}

/// The port in `{"nats": ["nats://127.0.0.1:4222"]}`.
fn port_in(text: &[u8]) -> Option<u16> {
    let ports: Value = serde_json::from_slice(text).ok()?;
    let (_, port) = ports["nats"][0].as_str()?.rsplit_once(':')?;
    port.parse().ok()
}
