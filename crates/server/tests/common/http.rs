//! A server for one test, and a client that uses plain HTTP/1.1, so that the test sees the exact bytes of
//! responses.

use std::fmt::Write as _;
use std::net::SocketAddr;

use boneyard_server::Server;
use boneyard_server::config::{Cli, Config};
use clap::Parser as _;
use tempfile::TempDir;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

/// A running server with a new database.
pub(crate) struct TestServer {
    pub(crate) address: SocketAddr,
    stop: oneshot::Sender<()>,
    serving: JoinHandle<()>,
    directory: TempDir,
}

impl TestServer {
    /// Starts a server with these flags, in addition to those for its address and database.
    pub(crate) async fn start(flags: &[&str]) -> Self {
        Self::start_in(tempfile::tempdir().unwrap(), flags).await
    }

    /// Starts a server on a database that an earlier server may have used.
    pub(crate) async fn start_in(directory: TempDir, flags: &[&str]) -> Self {
        let server = Server::new(config(&directory, flags)).await.unwrap();
        let address = server.local_addr();
        let (stop, stopped) = oneshot::channel::<()>();
        let serving = tokio::spawn(async move {
            let stopped = async {
                let _ = stopped.await;
            };
            server.serve(stopped).await.unwrap();
        });
        Self {
            address,
            stop,
            serving,
            directory,
        }
    }

    /// Stops the server gracefully. Returns the directory of its database.
    pub(crate) async fn stop(self) -> TempDir {
        let _ = self.stop.send(());
        self.serving.await.unwrap();
        self.directory
    }

    /// Sends a request with any headers to this server.
    pub(crate) async fn request(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &str,
    ) -> Response {
        request(self.address, method, path, headers, body).await
    }

    pub(crate) async fn get(&self, path: &str, headers: &[(&str, &str)]) -> Response {
        self.request("GET", path, headers, "").await
    }

    pub(crate) async fn post(
        &self,
        path: &str,
        headers: &[(&str, &str)],
        body: &serde_json::Value,
    ) -> Response {
        let headers = [&[("Content-Type", "application/json")], headers].concat();
        self.request("POST", path, &headers, &body.to_string())
            .await
    }
}

/// Sends a request with any headers to the server at this address.
pub(crate) async fn request(
    address: SocketAddr,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &str,
) -> Response {
    let mut request = format!("{method} {path} HTTP/1.1\r\nConnection: close\r\n");
    if !headers.iter().any(|(name, _)| *name == "Host") {
        write!(request, "Host: {address}\r\n").unwrap();
    }
    for (name, value) in headers {
        write!(request, "{name}: {value}\r\n").unwrap();
    }
    write!(request, "Content-Length: {}\r\n\r\n{body}", body.len()).unwrap();
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.unwrap();
    Response::parse(&answer)
}

fn config(directory: &TempDir, flags: &[&str]) -> Config {
    let database = format!(
        "sqlite://{}",
        directory.path().join("boneyard.db").display()
    );
    let line = ["test", "--listen", "127.0.0.1:0", "--database", &database];
    Cli::try_parse_from([&line, flags].concat()).unwrap().config
}

/// A parsed HTTP response.
#[derive(Debug)]
pub(crate) struct Response {
    pub(crate) status: u16,
    headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Response {
    fn parse(answer: &[u8]) -> Self {
        let end = answer
            .windows(4)
            .position(|window| window == b"\r\n\r\n")
            .expect("an answer with headers");
        let head = String::from_utf8(answer[..end].to_vec()).unwrap();
        let mut lines = head.lines();
        let status = lines.next().unwrap().split(' ').nth(1).unwrap();
        let headers = lines
            .map(|line| line.split_once(": ").unwrap())
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .collect();
        Self {
            status: status.parse().unwrap(),
            headers,
            body: answer[end + 4..].to_vec(),
        }
    }

    /// The value of a header; empty if the response doesn't have it.
    pub(crate) fn header(&self, name: &str) -> &str {
        let mut values = self.headers.iter().filter(|(key, _)| key == name);
        values.next().map_or("", |(_, value)| value)
    }

    pub(crate) fn text(&self) -> &str {
        std::str::from_utf8(&self.body).unwrap()
    }

    pub(crate) fn json(&self) -> serde_json::Value {
        serde_json::from_slice(&self.body).unwrap()
    }

    /// The identity cookie that the response sets, as `name=value` for a request.
    pub(crate) fn cookie(&self) -> String {
        let cookie = self.header("set-cookie");
        cookie.split(';').next().unwrap().to_owned()
    }
}
