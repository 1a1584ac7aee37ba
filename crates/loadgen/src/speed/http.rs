//! HTTP requests over a connection that later becomes a WebSocket. So each player needs only one connection
//! to the server, and no second one for HTTP.

use std::io::{Read as _, Write as _};
use std::net::{IpAddr, SocketAddr, TcpStream};

use boneyard_protocol::{ClientMessage, PROTOCOL};
use socket2::{Domain, Socket, Type};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::{IntoClientRequest as _, client_with_config};
use tokio_tungstenite::tungstenite::handshake::HandshakeError;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::protocol::{WebSocket, WebSocketConfig};

use super::stream::Stream;
use crate::error::LoadError;
use crate::http::HttpRequest;

/// The size of a socket's read buffer. It is small because there are tens of thousands of sockets;
/// a frame is smaller still.
const READ_BUFFER_BYTES: usize = 4096;

/// An HTTP connection, with the cookie of its visitor.
pub(super) struct Http {
    stream: TcpStream,
    server: SocketAddr,
    cookie: Option<String>,
}

impl Http {
    /// Connects to the server, from the address `from` if it is given.
    pub(super) fn connect(server: SocketAddr, from: Option<IpAddr>) -> Result<Self, LoadError> {
        let socket = Socket::new(Domain::for_address(server), Type::STREAM, None)?;
        if let Some(from) = from {
            let any_port = SocketAddr::new(from, 0);
            socket.bind(&any_port.into()).map_err(LoadError::Connect)?;
        }
        socket.connect(&server.into()).map_err(LoadError::Connect)?;
        socket.set_tcp_nodelay(true)?;
        Ok(Self {
            stream: socket.into(),
            server,
            cookie: None,
        })
    }

    /// Sends a GET request, and returns the body of the response.
    pub(super) fn get(&mut self, path: &str) -> Result<String, LoadError> {
        self.request("GET", path, "")
    }

    /// Sends a POST request with JSON, and returns the body of the response.
    pub(super) fn post(&mut self, path: &str, json: &str) -> Result<String, LoadError> {
        self.request("POST", path, json)
    }

    /// Upgrades the connection to a WebSocket of the same visitor, and sends the hello message.
    pub(super) fn upgrade(self) -> Result<WebSocket<Stream>, LoadError> {
        let mut request = format!("ws://{}/ws", self.server).into_client_request()?;
        let cookie = self.cookie.ok_or(LoadError::NoCookie)?;
        let cookie = HeaderValue::try_from(cookie).map_err(|_| LoadError::NoCookie)?;
        request.headers_mut().insert("cookie", cookie);
        let config = WebSocketConfig::default()
            .read_buffer_size(READ_BUFFER_BYTES)
            .write_buffer_size(0);
        let connected = client_with_config(request, Stream::new(self.stream), Some(config));
        let (mut socket, _) = connected.map_err(|error| match error {
            HandshakeError::Failure(error) => error.into(),
            HandshakeError::Interrupted(_) => LoadError::Closed,
        })?;
        let hello = ClientMessage::Hello { protocol: PROTOCOL };
        socket.send(Message::text(hello.encode()))?;
        Ok(socket)
    }

    fn request(&mut self, method: &str, path: &str, body: &str) -> Result<String, LoadError> {
        let request = HttpRequest {
            method,
            path,
            cookie: self.cookie.as_deref().unwrap_or_default(),
            body,
        };
        let text = request.encode(self.server, None);
        self.stream.write_all(text.as_bytes())?;
        let (mut received, mut buffer) = (Vec::new(), [0; READ_BUFFER_BYTES]);
        let answer = loop {
            match self.stream.read(&mut buffer)? {
                0 => return Err(LoadError::Closed),
                length => received.extend_from_slice(&buffer[..length]),
            }
            if let Some(answer) = request.answer(&received)? {
                break answer;
            }
        };
        self.cookie = answer.cookie.or(self.cookie.take());
        Ok(answer.body)
    }
}
