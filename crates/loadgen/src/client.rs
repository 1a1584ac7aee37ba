//! A client of the server: creates a visitor, opens a connection, and sends and receives messages.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use boneyard_protocol::http::{CreateTable, TableCreated};
use boneyard_protocol::people::KeepAccount;
use boneyard_protocol::{Access, ClientMessage, ClockRule, PROTOCOL, ServerMessage, TableId};
use boneyard_rules::Rules;
use futures_util::{SinkExt, StreamExt};
use serde::Serialize;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

use crate::error::LoadError;
use crate::http::{Answer, FORWARDED_FOR, Http, HttpRequest, open_tcp};

/// A visitor's session, and the client that sends the visitor's requests.
pub(crate) struct Identity {
    /// The session cookie, as `name=value` for the `Cookie` header.
    cookie: String,
    http: Arc<Http>,
}

impl Identity {
    /// Requests the identity of a new visitor.
    pub(crate) async fn fetch(http: Http, server: SocketAddr) -> Result<Self, LoadError> {
        let answer = http.get(server, "/api/me").await?;
        Self::of(answer, Arc::new(http))
    }

    /// Makes an account for this guest. Returns the identity of the account.
    pub(crate) async fn keep(&self, server: SocketAddr, name: String) -> Result<Self, LoadError> {
        let account = ("POST", "/api/account");
        let kept = self.send(server, account, &KeepAccount { name }).await?;
        Self::of(kept, Arc::clone(&self.http))
    }

    /// Sends a request of this visitor with a body in JSON. A response that isn't a success is an error.
    pub(crate) async fn send(
        &self,
        server: SocketAddr,
        (method, path): (&str, &str),
        body: &impl Serialize,
    ) -> Result<Answer, LoadError> {
        let request = HttpRequest {
            method,
            path,
            cookie: &self.cookie,
            body: &serde_json::to_string(body)?,
        };
        self.http.send(server, request).await
    }

    /// The identity that an answer sets.
    fn of(answer: Answer, http: Arc<Http>) -> Result<Self, LoadError> {
        let cookie = answer.cookie.ok_or(LoadError::NoCookie)?;
        Ok(Self { cookie, http })
    }

    /// Creates a table.
    pub(crate) async fn create(
        &self,
        server: SocketAddr,
        table: &CreateTable,
    ) -> Result<TableCreated, LoadError> {
        self.send(server, ("POST", "/api/tables"), table)
            .await?
            .json()
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
        let cookie = identity.cookie.parse().map_err(|_| LoadError::NoCookie)?;
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
