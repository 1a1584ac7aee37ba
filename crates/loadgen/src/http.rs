//! HTTP, as far as this program needs it: one request at a time, over a connection that is kept.

use std::io::ErrorKind;
use std::net::{IpAddr, SocketAddr};

use serde::de::DeserializeOwned;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};
use tokio::sync::Mutex;

use crate::error::LoadError;

/// The header in which a trusted proxy names the address of a client.
pub(crate) const FORWARDED_FOR: &str = "x-forwarded-for";

/// The highest number of header lines in a response: three times as many as the server sends.
const HEADERS_MAX: usize = 64;

/// A request.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HttpRequest<'a> {
    pub(crate) method: &'a str,
    pub(crate) path: &'a str,
    /// The cookie of the visitor, as `name=value`; empty for none.
    pub(crate) cookie: &'a str,
    /// A text in JSON; empty for none.
    pub(crate) body: &'a str,
}

/// The response to a request that has succeeded.
#[derive(Debug)]
pub(crate) struct Answer {
    /// The name and the value of the cookie that the response sets.
    pub(crate) cookie: Option<String>,
    pub(crate) body: String,
}

impl HttpRequest<'_> {
    /// The bytes of the request. `client` is the address for which the sender claims to speak, as a proxy.
    pub(crate) fn encode(&self, server: SocketAddr, client: Option<IpAddr>) -> String {
        let Self {
            method,
            path,
            cookie,
            body,
        } = self;
        let length = body.len();
        let client = client.map_or_else(String::new, |client| {
            format!("{FORWARDED_FOR}: {client}\r\n")
        });
        format!(
            "{method} {path} HTTP/1.1\r\nhost: {server}\r\ncookie: {cookie}\r\n{client}\
             content-type: application/json\r\ncontent-length: {length}\r\n\r\n{body}"
        )
    }

    /// Parses the bytes of the response that have been received so far; `None` if bytes are still missing. A
    /// response without success is an error.
    pub(crate) fn answer(&self, received: &[u8]) -> Result<Option<Answer>, LoadError> {
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
        let length = header("content-length").and_then(|length| length.parse().ok());
        let Some(body) = received.get(body_at..body_at + length.unwrap_or(0)) else {
            return Ok(None);
        };
        let body = String::from_utf8_lossy(body).into_owned();
        let status = head.code.unwrap_or_default();
        if !(200..300).contains(&status) {
            let path = self.path.to_owned();
            return Err(LoadError::Status { path, status, body });
        }
        let cookie = header("set-cookie").and_then(|cookie| cookie.split(';').next());
        let cookie = cookie.map(str::to_owned);
        Ok(Some(Answer { cookie, body }))
    }
}

impl Answer {
    /// Reads the body as JSON. An empty body is `null`.
    pub(crate) fn json<T: DeserializeOwned>(&self) -> Result<T, LoadError> {
        let text = if self.body.is_empty() {
            "null"
        } else {
            &self.body
        };
        Ok(serde_json::from_str(text)?)
    }
}

/// A client that sends one request at a time.
#[derive(Default, Debug)]
pub(crate) struct Http {
    /// The local address of the connections; `None` if the operating system chooses it.
    from: Option<IpAddr>,
    /// The address for which the client claims to speak, as a proxy.
    client: Option<IpAddr>,
    kept: Mutex<Option<(SocketAddr, TcpStream)>>,
}

impl Http {
    /// A client that connects from the given local address of this machine.
    pub(crate) fn from(from: IpAddr) -> Self {
        Self {
            from: Some(from),
            ..Self::default()
        }
    }

    /// The same client as a proxy that speaks for this address.
    pub(crate) fn for_client(self, client: IpAddr) -> Self {
        Self {
            client: Some(client),
            ..self
        }
    }

    /// Sends a request, and waits for the response.
    pub(crate) async fn send(
        &self,
        server: SocketAddr,
        request: HttpRequest<'_>,
    ) -> Result<Answer, LoadError> {
        let text = request.encode(server, self.client);
        let mut kept = self.kept.lock().await;
        if let Some((_, mut stream)) = kept.take().filter(|(to, _)| *to == server) {
            let answer = exchange(&mut stream, &text, request).await;
            // Otherwise the server has closed the connection since the last request.
            if !matches!(answer, Err(LoadError::Http(_))) {
                *kept = Some((server, stream));
                return answer;
            }
        }
        let connected = match self.from {
            Some(from) => open_tcp(from, server).await,
            None => TcpStream::connect(server).await,
        };
        let mut stream = connected.map_err(LoadError::Http)?;
        let answer = exchange(&mut stream, &text, request).await;
        *kept = Some((server, stream));
        answer
    }

    /// Requests a page, and reads the whole response.
    pub(crate) async fn get(&self, server: SocketAddr, path: &str) -> Result<Answer, LoadError> {
        let request = HttpRequest {
            method: "GET",
            path,
            cookie: "",
            body: "",
        };
        self.send(server, request).await
    }
}

/// Sends the text of a request over a connection, and waits for the response.
async fn exchange(
    stream: &mut TcpStream,
    text: &str,
    request: HttpRequest<'_>,
) -> Result<Answer, LoadError> {
    let sent = stream.write_all(text.as_bytes()).await;
    sent.map_err(LoadError::Http)?;
    let mut received = Vec::new();
    loop {
        let read = stream.read_buf(&mut received).await;
        if read.map_err(LoadError::Http)? == 0 {
            return Err(LoadError::Http(ErrorKind::UnexpectedEof.into()));
        }
        if let Some(answer) = request.answer(&received)? {
            return Ok(answer);
        }
    }
}

/// Opens a TCP connection from the given local address of this machine.
pub(crate) async fn open_tcp(from: IpAddr, server: SocketAddr) -> std::io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    socket.bind(SocketAddr::new(from, 0))?;
    socket.connect(server).await
}

#[cfg(test)]
mod tests {
    use tokio::net::TcpListener;

    use super::*;

    const REQUEST: HttpRequest<'_> = HttpRequest {
        method: "GET",
        path: "/",
        cookie: "a=b",
        body: "",
    };

    #[test]
    fn a_response_is_read_when_all_of_it_is_there() {
        let whole = b"HTTP/1.1 200 OK\r\nSet-Cookie: a=b; Path=/\r\nContent-Length: 2\r\n\r\n[]";
        for length in 0..whole.len() {
            assert!(REQUEST.answer(&whole[..length]).unwrap().is_none());
        }
        let answer = REQUEST.answer(whole).unwrap().unwrap();
        assert_eq!(
            (answer.cookie.as_deref(), &*answer.body),
            (Some("a=b"), "[]")
        );
        let refused = b"HTTP/1.1 404 Not Found\r\nContent-Length: 2\r\n\r\nno";
        let refused = REQUEST.answer(refused).unwrap_err();
        assert!(matches!(refused, LoadError::Status { status: 404, body, .. } if body == "no"));
    }

    #[tokio::test]
    async fn a_connection_is_kept_until_the_server_closes_it() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let server = listener.local_addr().unwrap();
        tokio::spawn(async move {
            for number in 0.. {
                let (mut stream, _) = listener.accept().await.unwrap();
                // Each connection answers twice.
                for _ in 0..2 {
                    let _ = stream.read(&mut [0; 1024]).await.unwrap();
                    let head = "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n";
                    let answer = format!("{head}{number}");
                    stream.write_all(answer.as_bytes()).await.unwrap();
                }
            }
        });
        let http = Http::default();
        for number in ["0", "0", "1", "1", "2"] {
            assert_eq!(http.get(server, "/").await.unwrap().body, number);
        }
    }
}
