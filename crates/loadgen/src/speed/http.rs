//! HTTP requests over a connection that later becomes a WebSocket. So each player needs only one connection
//! to the server, and no second one for HTTP.

use std::io::{Read as _, Write as _};
use std::net::{IpAddr, SocketAddr, TcpStream};

use socket2::{Domain, Socket, Type};
use tokio_tungstenite::tungstenite::client::{IntoClientRequest as _, client_with_config};
use tokio_tungstenite::tungstenite::handshake::HandshakeError;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::protocol::{WebSocket, WebSocketConfig};

use super::stream::Stream;
use crate::error::LoadError;

/// The highest number of header lines in a response: three times as many as the server sends.
const HEADERS_MAX: usize = 64;

/// The size of a socket's read buffer. It is small because there are tens of thousands of sockets;
/// a frame is smaller still.
const READ_BUFFER_BYTES: usize = 4096;

/// An HTTP connection, with the cookie of its visitor.
pub(super) struct Http {
    stream: TcpStream,
    server: SocketAddr,
    cookie: Option<String>,
}

/// A response with its body. `cookie` is the name and value of the cookie that the response sets.
struct Answer {
    status: u16,
    cookie: Option<String>,
    body_at: usize,
    body_length: usize,
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

    /// Upgrades the connection to a WebSocket of the same visitor.
    pub(super) fn upgrade(self) -> Result<WebSocket<Stream>, LoadError> {
        let mut request = format!("ws://{}/ws", self.server).into_client_request()?;
        let cookie = self.cookie.ok_or(LoadError::NoCookie)?;
        let cookie = HeaderValue::try_from(cookie).map_err(|_| LoadError::NoCookie)?;
        request.headers_mut().insert("cookie", cookie);
        let config = WebSocketConfig::default()
            .read_buffer_size(READ_BUFFER_BYTES)
            .write_buffer_size(0);
        let connected = client_with_config(request, Stream::new(self.stream), Some(config));
        let (socket, _) = connected.map_err(|error| match error {
            HandshakeError::Failure(error) => error.into(),
            HandshakeError::Interrupted(_) => LoadError::Closed,
        })?;
        Ok(socket)
    }

    fn request(&mut self, method: &str, path: &str, body: &str) -> Result<String, LoadError> {
        let Self { server, cookie, .. } = self;
        let cookie = cookie.as_deref().unwrap_or_default();
        let length = body.len();
        let request = format!(
            "{method} {path} HTTP/1.1\r\nhost: {server}\r\ncookie: {cookie}\r\n\
             content-type: application/json\r\ncontent-length: {length}\r\n\r\n{body}"
        );
        self.stream.write_all(request.as_bytes())?;
        let mut received = Vec::new();
        let answer = loop {
            self.receive(&mut received)?;
            if let Some(answer) = Answer::parse(&received)? {
                break answer;
            }
        };
        while received.len() < answer.body_at + answer.body_length {
            self.receive(&mut received)?;
        }
        let body = String::from_utf8_lossy(&received[answer.body_at..]).into_owned();
        if !(200..300).contains(&answer.status) {
            return Err(LoadError::Status {
                path: path.to_owned(),
                status: answer.status,
                body,
            });
        }
        self.cookie = answer.cookie.or(self.cookie.take());
        Ok(body)
    }

    fn receive(&mut self, received: &mut Vec<u8>) -> Result<(), LoadError> {
        let mut buffer = [0; READ_BUFFER_BYTES];
        match self.stream.read(&mut buffer)? {
            0 => Err(LoadError::Closed),
            length => {
                received.extend_from_slice(&buffer[..length]);
                Ok(())
            }
        }
    }
}

impl Answer {
    /// Parses the head of a response; `None` if bytes of the head are still missing.
    fn parse(received: &[u8]) -> Result<Option<Self>, LoadError> {
        let mut headers = [httparse::EMPTY_HEADER; HEADERS_MAX];
        let mut head = httparse::Response::new(&mut headers);
        let httparse::Status::Complete(body_at) = head.parse(received)? else {
            return Ok(None);
        };
        let header = |name: &str| {
            let mut headers = head.headers.iter();
            let header = headers.find(|header| header.name.eq_ignore_ascii_case(name));
            header.and_then(|header| std::str::from_utf8(header.value).ok())
        };
        let cookie = header("set-cookie").and_then(|cookie| cookie.split(';').next());
        let length = header("content-length").and_then(|length| length.parse().ok());
        Ok(Some(Self {
            status: head.code.unwrap_or_default(),
            cookie: cookie.map(str::to_owned),
            body_at,
            body_length: length.unwrap_or(0),
        }))
    }
}
