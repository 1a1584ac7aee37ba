//! An SMTP server that accepts every mail and passes it to the test.

use std::net::SocketAddr;

use tokio::io::{
    AsyncBufRead, AsyncBufReadExt as _, AsyncRead, AsyncWrite, AsyncWriteExt as _, BufReader,
};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use tokio_rustls::TlsAcceptor;

/// A mail that was received.
#[derive(Debug)]
pub struct Mail {
    /// The client's commands before the mail itself, one per line.
    pub envelope: String,
    /// The headers and the text of the mail.
    pub text: String,
    /// Whether the mail was received over TLS.
    pub encrypted: bool,
}

/// The kind of encryption that the SMTP server offers.
#[derive(Clone)]
pub enum Encryption {
    /// No encryption.
    None,
    /// The client may change to TLS.
    StartTls(TlsAcceptor),
    /// The connection uses TLS from the first byte.
    Tls(TlsAcceptor),
}

/// An SMTP server that accepts every mail.
pub struct MailSink {
    /// The address of the server.
    pub address: SocketAddr,
    mails: mpsc::UnboundedReceiver<Mail>,
    ended: mpsc::UnboundedReceiver<String>,
}

impl MailSink {
    /// Starts a server without encryption at 127.0.0.1.
    pub async fn start() -> Self {
        Self::start_at("127.0.0.1", Encryption::None).await
    }

    /// Starts a server at an address of this machine.
    pub async fn start_at(host: &str, encryption: Encryption) -> Self {
        let listener = TcpListener::bind((host, 0)).await.unwrap();
        let address = listener.local_addr().unwrap();
        let (taken, mails) = mpsc::unbounded_channel();
        let (told, ended) = mpsc::unbounded_channel();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let (encryption, taken, told) = (encryption.clone(), taken.clone(), told.clone());
                tokio::spawn(async move {
                    let mut clear = String::new();
                    serve(stream, encryption, &taken, &mut clear).await;
                    // Sending fails if the test has already dropped the receiver.
                    let _ = told.send(clear);
                });
            }
        });
        Self {
            address,
            mails,
            ended,
        }
    }

    /// The URL for the setting `--smtp`.
    pub fn url(&self) -> String {
        format!("smtp://{}", self.address)
    }

    /// Waits for the next mail.
    pub async fn next(&mut self) -> Mail {
        self.mails.recv().await.unwrap()
    }

    /// Whether no mail has arrived, apart from those that the test has already taken.
    pub fn is_empty(&mut self) -> bool {
        self.mails.try_recv().is_err()
    }

    /// Waits until a connection has ended. Returns the commands that the client sent there without TLS, one
    /// per line.
    pub async fn ended(&mut self) -> String {
        self.ended.recv().await.unwrap()
    }
}

impl Mail {
    /// The code of six digits in the mail.
    pub fn code(&self) -> String {
        let (_, text) = self.text.split_once("\n\n").unwrap();
        let code = text.lines().next().unwrap();
        assert!(code.len() == 8 && code.bytes().all(|byte| byte.is_ascii_digit()));
        code.to_owned()
    }
}

/// Serves a connection until it ends. Returns the commands that the client sent without TLS.
async fn serve(
    stream: TcpStream,
    encryption: Encryption,
    taken: &mpsc::UnboundedSender<Mail>,
    clear: &mut String,
) -> Option<()> {
    let (stream, acceptor) = match encryption {
        Encryption::None => (greeted(stream).await?, None),
        Encryption::StartTls(acceptor) => (greeted(stream).await?, Some(acceptor)),
        Encryption::Tls(acceptor) => {
            let stream = greeted(acceptor.accept(stream).await.ok()?).await?;
            return talk(stream, "AUTH PLAIN", taken, &mut String::new())
                .await
                .map(drop);
        }
    };
    let offer = acceptor.as_ref().map_or("8BITMIME", |_| "STARTTLS");
    let stream = talk(stream, offer, taken, clear).await?;
    let stream = acceptor?.accept(stream.into_inner()).await.ok()?;
    let stream = BufReader::new(stream);
    talk(stream, "AUTH PLAIN", taken, &mut String::new())
        .await
        .map(drop)
}

async fn greeted<S: AsyncRead + AsyncWrite + Unpin>(mut stream: S) -> Option<BufReader<S>> {
    stream.write_all(b"220 sink ESMTP\r\n").await.ok()?;
    stream.flush().await.ok()?;
    Some(BufReader::new(stream))
}

/// Answers the client's commands until the client disconnects or starts TLS. The server announces one SMTP
/// extension.
async fn talk<S: AsyncRead + AsyncWrite + Unpin>(
    mut stream: BufReader<S>,
    extension: &str,
    taken: &mpsc::UnboundedSender<Mail>,
    said: &mut String,
) -> Option<BufReader<S>> {
    let mut envelope = String::new();
    loop {
        let command = line(&mut stream).await?;
        let verb = command.split(' ').next().unwrap_or_default();
        let answer = match verb {
            "EHLO" => format!("250-sink\r\n250 {extension}\r\n"),
            "AUTH" => "235 ok\r\n".to_owned(),
            "STARTTLS" => "220 go on\r\n".to_owned(),
            "DATA" => "354 go on\r\n".to_owned(),
            "QUIT" => "221 bye\r\n".to_owned(),
            _ => "250 ok\r\n".to_owned(),
        };
        stream.write_all(answer.as_bytes()).await.ok()?;
        stream.flush().await.ok()?;
        said.extend([command.as_str(), "\n"]);
        envelope.extend([command.as_str(), "\n"]);
        match verb {
            "STARTTLS" => return Some(stream),
            "DATA" => {}
            _ => continue,
        }
        let mut text = String::new();
        loop {
            match line(&mut stream).await?.as_str() {
                "." => break,
                line => text.extend([line, "\n"]),
            }
        }
        let mail = Mail {
            envelope: std::mem::take(&mut envelope),
            text,
            encrypted: extension == "AUTH PLAIN",
        };
        taken.send(mail).ok()?;
        stream.write_all(b"250 taken\r\n").await.ok()?;
        stream.flush().await.ok()?;
    }
}

/// The next line from the client, without the line break; `None` at the end of the connection.
async fn line(stream: &mut (impl AsyncBufRead + Unpin)) -> Option<String> {
    let mut line = String::new();
    let bytes = stream.read_line(&mut line).await.ok()?;
    (bytes > 0).then(|| line.trim_end_matches("\r\n").to_owned())
}
