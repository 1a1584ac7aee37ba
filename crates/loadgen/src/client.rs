//! A client of the server: creates a visitor, opens a connection, and sends and receives messages.

use std::net::{IpAddr, SocketAddr};

use boneyard_protocol::http::{CreateTable, TableCreated};
use boneyard_protocol::people::KeepAccount;
use boneyard_protocol::{Access, ClientMessage, ClockRule, PROTOCOL, ServerMessage, TableId};
use boneyard_rules::Rules;
use futures_util::{SinkExt, StreamExt};
use reqwest::Method;
use reqwest::header::{COOKIE, SET_COOKIE};
use serde::Serialize;
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

use crate::error::LoadError;

/// The header in which a trusted proxy names the address of a client.
pub(crate) const FORWARDED_FOR: &str = "x-forwarded-for";

/// The session cookie of a visitor, as `name=value` for the `Cookie` header.
pub(crate) struct Identity(String);

impl Identity {
    /// Requests the identity of a new visitor.
    pub(crate) async fn fetch(
        http: &reqwest::Client,
        server: SocketAddr,
    ) -> Result<Self, LoadError> {
        let answer = http.get(format!("http://{server}/api/me")).send().await?;
        Self::of(&answer.error_for_status()?)
    }

    /// Makes an account for this guest. Returns the identity of the account.
    pub(crate) async fn keep(
        &self,
        http: &reqwest::Client,
        server: SocketAddr,
        name: String,
    ) -> Result<Self, LoadError> {
        let account = (Method::POST, "/api/account");
        Self::of(
            &self
                .ask(http, server, account, &KeepAccount { name })
                .await?,
        )
    }

    /// Sends a request of this visitor with a body in JSON. A response that isn't a success is an error.
    pub(crate) async fn ask(
        &self,
        http: &reqwest::Client,
        server: SocketAddr,
        (method, path): (Method, &str),
        body: &impl Serialize,
    ) -> Result<reqwest::Response, LoadError> {
        let request = http.request(method, format!("http://{server}{path}"));
        let answer = request.header(COOKIE, &self.0).json(body).send().await?;
        if answer.status().is_success() {
            return Ok(answer);
        }
        Err(LoadError::Status {
            path: path.to_owned(),
            status: answer.status().as_u16(),
            body: answer.text().await?,
        })
    }

    /// The identity that an answer sets.
    fn of(answer: &reqwest::Response) -> Result<Self, LoadError> {
        let cookie = answer
            .headers()
            .get(SET_COOKIE)
            .and_then(|cookie| cookie.to_str().ok());
        let pair = cookie.and_then(|cookie| cookie.split(';').next());
        pair.map(|pair| Self(pair.to_owned()))
            .ok_or(LoadError::NoCookie)
    }

    /// Creates a table.
    pub(crate) async fn create(
        &self,
        http: &reqwest::Client,
        server: SocketAddr,
        table: &CreateTable,
    ) -> Result<TableCreated, LoadError> {
        let tables = (Method::POST, "/api/tables");
        Ok(self.ask(http, server, tables, table).await?.json().await?)
    }
}

/// The message that follows a table, and asks for its whole state.
pub(crate) const fn open(table: TableId) -> ClientMessage {
    open_since(table, None)
}

/// The message that follows a table, and asks for all changes since a version.
pub(crate) const fn open_since(table: TableId, since: Option<u64>) -> ClientMessage {
    ClientMessage::Open {
        table,
        invite: None,
        since,
        preview: None,
        replay: None,
    }
}

/// The request for a public table, which every visitor may join.
pub(crate) fn public_table(rules: Rules) -> CreateTable {
    table(rules, Access::Public)
}

/// The request for a table whose players are all people, without a turn clock.
pub(crate) fn table(rules: Rules, access: Access) -> CreateTable {
    CreateTable {
        rules: rules.into(),
        access,
        kept_seats: 0,
        computers: Vec::new(),
        hints: None,
        clock: ClockRule::None,
        time_cap: None,
        bots: None,
        rated: false,
        commitment: None,
        head: None,
    }
}

/// An open connection.
pub(crate) struct Connection {
    socket: WebSocketStream<TcpStream>,
}

impl Connection {
    /// Connects and sends the hello message.
    pub(crate) async fn open(server: SocketAddr, identity: &Identity) -> Result<Self, LoadError> {
        let stream = TcpStream::connect(server)
            .await
            .map_err(LoadError::Connect)?;
        stream.set_nodelay(true).map_err(LoadError::Connect)?;
        Self::open_over(stream, server, identity, None).await
    }

    /// Connects from the given local address of this machine, and sends the hello message.
    pub(crate) async fn open_from(
        from: IpAddr,
        server: SocketAddr,
        identity: &Identity,
    ) -> Result<Self, LoadError> {
        Self::open_for(None, from, server, identity).await
    }

    /// Connects like [`Self::open_from`], and claims to be a proxy that speaks for `client`, if it is
    /// given.
    pub(crate) async fn open_for(
        client: Option<IpAddr>,
        from: IpAddr,
        server: SocketAddr,
        identity: &Identity,
    ) -> Result<Self, LoadError> {
        let stream = open_tcp(from, server).await.map_err(LoadError::Connect)?;
        stream.set_nodelay(true).map_err(LoadError::Connect)?;
        Self::open_over(stream, server, identity, client).await
    }

    /// Sends the hello message over an existing TCP connection. `client` is the address for which the
    /// connection claims to speak.
    async fn open_over(
        stream: TcpStream,
        server: SocketAddr,
        identity: &Identity,
        client: Option<IpAddr>,
    ) -> Result<Self, LoadError> {
        let mut request = format!("ws://{server}/ws").into_client_request()?;
        let cookie = identity.0.parse().map_err(|_| LoadError::NoCookie)?;
        request.headers_mut().insert("cookie", cookie);
        let client = client.map(|client| client.to_string().parse());
        if let Some(Ok(client)) = client {
            request.headers_mut().insert(FORWARDED_FOR, client);
        }
        // The buffers are small: a thousand players run on the same machine as the measured server, and use
        // the same memory.
        let config = WebSocketConfig::default()
            .read_buffer_size(4096)
            .write_buffer_size(0);
        let (socket, _) = client_async_with_config(request, stream, Some(config)).await?;
        let mut connection = Self { socket };
        connection
            .send(&ClientMessage::Hello { protocol: PROTOCOL })
            .await?;
        Ok(connection)
    }

    /// Sends a message to the server.
    pub(crate) async fn send(&mut self, message: &ClientMessage) -> Result<(), LoadError> {
        Ok(self.socket.send(Message::text(message.encode())).await?)
    }

    /// Waits for the next message from the server.
    pub(crate) async fn receive(&mut self) -> Result<ServerMessage, LoadError> {
        Ok(serde_json::from_str(&self.receive_text().await?)?)
    }

    /// Waits for the next text frame from the server. The future is cancel-safe: no message is lost
    /// when it is dropped.
    pub(crate) async fn receive_text(&mut self) -> Result<Utf8Bytes, LoadError> {
        loop {
            match self.socket.next().await.ok_or(LoadError::Closed)?? {
                Message::Text(text) => return Ok(text),
                Message::Close(Some(frame)) => {
                    return Err(LoadError::ClosedWith(frame.code.into()));
                }
                Message::Close(None) => return Err(LoadError::Closed),
                _ => {}
            }
        }
    }
}

/// Opens a TCP connection from the given local address of this machine.
pub(crate) async fn open_tcp(from: IpAddr, server: SocketAddr) -> std::io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    socket.bind(SocketAddr::new(from, 0))?;
    socket.connect(server).await
}
