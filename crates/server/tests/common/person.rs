//! A visitor who sends HTTP requests and opens WebSockets.

use std::net::{Ipv4Addr, SocketAddr};

use boneyard_protocol::http::{CreateTable, TableCreated};
use boneyard_protocol::{ClientMessage, PROTOCOL, ServerMessage};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::http::HeaderValue;

use crate::client::{Client, Ended};

/// An HTTP response.
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: String,
    pub(crate) body: String,
}

/// Sends one request over a new connection.
pub(crate) async fn request(
    address: SocketAddr,
    method: &str,
    path: &str,
    headers: &str,
    body: &str,
) -> std::io::Result<Answer> {
    let headers = format!("Content-Type: application/json\r\n{headers}");
    send(address, (method, path), &headers, body).await
}

/// Sends one request with any bytes as body over a new connection.
pub(crate) async fn send(
    address: SocketAddr,
    (method, path): (&str, &str),
    headers: &str,
    body: &str,
) -> std::io::Result<Answer> {
    let mut stream = TcpStream::connect(address).await?;
    let host = if headers.contains("Host: ") {
        String::new()
    } else {
        format!("Host: {address}\r\n")
    };
    let request = format!(
        "{method} {path} HTTP/1.1\r\n{host}Connection: close\r\nContent-Length: {}\r\n{headers}\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes()).await?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await?;
    let (headers, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
    let status = headers.split(' ').nth(1).and_then(|code| code.parse().ok());
    Ok(Answer {
        status: status.unwrap_or(0),
        headers: headers.to_owned(),
        body: body.to_owned(),
    })
}

/// A visitor: a person with an identity cookie, or a bot with `Bearer` and its token.
#[derive(Clone, Debug)]
pub(crate) struct Person {
    pub(crate) cookie: String,
}

impl Person {
    /// Creates a new visitor, who gets an identity cookie.
    pub(crate) async fn arrive(address: SocketAddr) -> Self {
        let answer = request(address, "GET", "/api/me", "", "").await.unwrap();
        let cookie = answer
            .headers
            .lines()
            .find_map(|line| line.strip_prefix("set-cookie: "))
            .and_then(|cookie| cookie.split(';').next())
            .unwrap_or_else(|| panic!("no cookie in {}", answer.headers));
        Self {
            cookie: cookie.to_owned(),
        }
    }

    /// Whether this is a bot.
    pub(crate) fn is_bot(&self) -> bool {
        self.cookie.starts_with("Bearer ")
    }

    /// The name of the request header that contains the identity.
    fn header(&self) -> &'static str {
        if self.is_bot() {
            "authorization"
        } else {
            "cookie"
        }
    }

    /// Sends a request as this visitor, and returns the response.
    pub(crate) async fn request(
        &self,
        address: SocketAddr,
        method: &str,
        path: &str,
        body: &str,
    ) -> Answer {
        let who = format!("{}: {}\r\n", self.header(), self.cookie);
        request(address, method, path, &who, body).await.unwrap()
    }

    /// Sends a request to create a table, and returns the response.
    pub(crate) async fn post_table(&self, address: SocketAddr, wanted: &CreateTable) -> Answer {
        let body = serde_json::to_string(wanted).unwrap();
        self.request(address, "POST", "/api/tables", &body).await
    }

    /// Creates a table.
    pub(crate) async fn create(&self, address: SocketAddr, wanted: &CreateTable) -> TableCreated {
        let answer = self.post_table(address, wanted).await;
        assert_eq!(answer.status, 201, "{}", answer.body);
        serde_json::from_str(&answer.body).unwrap()
    }

    /// Opens a connection, sends hello, and receives the welcome message.
    pub(crate) async fn connect(&self, address: SocketAddr) -> Client {
        self.try_connect(address).await.unwrap()
    }

    /// Like [`Self::connect`], from this address of the machine.
    pub(crate) async fn connect_from(&self, from: Ipv4Addr, address: SocketAddr) -> Client {
        let socket = TcpSocket::new_v4().unwrap();
        socket.bind((from, 0).into()).unwrap();
        let stream = socket.connect(address).await.unwrap();
        let client = self.dial_over(stream, address, "/ws", None).await.unwrap();
        greeted(client).await.unwrap()
    }

    /// Like [`Self::connect`], through a proxy that tells this address.
    pub(crate) async fn connect_through_proxy(&self, from: &str, address: SocketAddr) -> Client {
        let stream = TcpStream::connect(address).await.unwrap();
        let told = Some(("x-forwarded-for", from));
        let client = self.dial_over(stream, address, "/ws", told).await.unwrap();
        greeted(client).await.unwrap()
    }

    /// Like [`Self::connect`], at this path instead of `/ws`.
    pub(crate) async fn connect_at(&self, address: SocketAddr, path: &str) -> Client {
        let stream = TcpStream::connect(address).await.unwrap();
        let client = self.dial_over(stream, address, path, None).await.unwrap();
        greeted(client).await.unwrap()
    }

    /// Like [`Self::connect`], but returns an error if the server can't be reached.
    pub(crate) async fn try_connect(&self, address: SocketAddr) -> Result<Client, Ended> {
        greeted(self.dial(address, None).await?).await
    }

    /// Opens a WebSocket without sending hello.
    pub(crate) async fn dial(
        &self,
        address: SocketAddr,
        origin: Option<&str>,
    ) -> Result<Client, Ended> {
        let stream = TcpStream::connect(address).await.map_err(|_| Ended::LOST)?;
        let header = origin.map(|origin| ("origin", origin));
        self.dial_over(stream, address, "/ws", header).await
    }

    async fn dial_over(
        &self,
        stream: TcpStream,
        address: SocketAddr,
        path: &str,
        header: Option<(&'static str, &str)>,
    ) -> Result<Client, Ended> {
        let mut request = format!("ws://{address}{path}")
            .into_client_request()
            .unwrap();
        if let Ok(cookie) = HeaderValue::from_str(&self.cookie)
            && !cookie.is_empty()
        {
            request.headers_mut().insert(self.header(), cookie);
        }
        if let Some((name, value)) = header {
            let value = HeaderValue::from_str(value).unwrap();
            request.headers_mut().insert(name, value);
        }
        stream.set_nodelay(true).map_err(|_| Ended::LOST)?;
        let (socket, _) = tokio_tungstenite::client_async(request, stream)
            .await
            .map_err(|_| Ended::LOST)?;
        Ok(Client::new(socket))
    }
}

/// Sends hello, and receives the welcome message.
async fn greeted(mut client: Client) -> Result<Client, Ended> {
    client
        .say(&ClientMessage::Hello { protocol: PROTOCOL })
        .await?;
    match client.try_receive().await? {
        ServerMessage::Welcome { .. } => Ok(client),
        other => panic!("{other:?} in answer to hello"),
    }
}
