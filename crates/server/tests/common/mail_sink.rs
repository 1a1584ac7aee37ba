//! An SMTP server that takes every mail and hands it to the test.
#![allow(dead_code, reason = "each test program uses a part of this")]

use std::net::SocketAddr;

use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;

/// A mail as it came over the wire.
#[derive(Debug)]
pub(crate) struct Mail {
    /// What the client said before the mail itself, a command on each line.
    pub(crate) envelope: String,
    /// Headers and text.
    pub(crate) text: String,
}

pub(crate) struct MailSink {
    pub(crate) address: SocketAddr,
    mails: mpsc::UnboundedReceiver<Mail>,
}

impl MailSink {
    pub(crate) async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (taken, mails) = mpsc::unbounded_channel();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(talk(stream, taken.clone()));
            }
        });
        Self { address, mails }
    }

    /// The address for `--smtp`.
    pub(crate) fn url(&self) -> String {
        format!("smtp://{}", self.address)
    }

    /// The next mail, however long it takes.
    pub(crate) async fn next(&mut self) -> Mail {
        self.mails.recv().await.unwrap()
    }

    /// Whether no mail has come that wasn't taken out.
    pub(crate) fn is_empty(&mut self) -> bool {
        self.mails.try_recv().is_err()
    }
}

impl Mail {
    /// The six digits in it.
    pub(crate) fn code(&self) -> String {
        let (_, text) = self.text.split_once("\n\n").unwrap();
        let code = text.lines().next().unwrap();
        assert!(code.len() == 6 && code.bytes().all(|byte| byte.is_ascii_digit()));
        code.to_owned()
    }
}

async fn talk(stream: TcpStream, taken: mpsc::UnboundedSender<Mail>) -> Option<()> {
    let mut stream = BufReader::new(stream);
    stream.write_all(b"220 sink ESMTP\r\n").await.ok()?;
    let mut envelope = String::new();
    loop {
        let command = line(&mut stream).await?;
        let verb = command.split(' ').next().unwrap_or_default();
        let answer: &[u8] = match verb {
            "DATA" => b"354 go on\r\n",
            "QUIT" => b"221 bye\r\n",
            _ => b"250 ok\r\n",
        };
        stream.write_all(answer).await.ok()?;
        envelope.extend([command.as_str(), "\n"]);
        if verb != "DATA" {
            continue;
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
        };
        taken.send(mail).ok()?;
        stream.write_all(b"250 taken\r\n").await.ok()?;
    }
}

/// The next line, without its end.
async fn line(stream: &mut BufReader<TcpStream>) -> Option<String> {
    let mut line = String::new();
    let bytes = stream.read_line(&mut line).await.ok()?;
    (bytes > 0).then(|| line.trim_end_matches("\r\n").to_owned())
}
