//! Attacks with useless messages.

use std::sync::Arc;
use std::time::Duration;

use boneyard_protocol::ClientMessage;
use tokio::time::timeout;

use super::attacker::{Attacker, Target, closing};
use super::counts::Counts;
use crate::error::LoadError;

/// Sockets that send fragments.
const FRAGMENT_SOCKETS: usize = 8;

/// Fragments of a message.
const FRAGMENTS: usize = 200_000;

/// Messages that are sent before received frames are read.
const SENT_AT_ONCE: usize = 500;

/// How long an attacker tries to send one message.
const SEND_TIMEOUT: Duration = Duration::from_millis(200);

/// How long an attacker waits for a frame to read.
const READ_TIMEOUT: Duration = Duration::from_millis(1);

/// Asks for the list of tables as fast as possible.
pub(super) async fn valid(target: &Target) {
    let lobby = ClientMessage::Lobby { follow: true };
    send(target, lobby.encode()).await;
}

/// Sends text that isn't a message, as fast as possible.
pub(super) async fn invalid(target: &Target) {
    send(target, "{\"type\":".to_owned()).await;
}

/// Sends one text as fast as possible, and connects again when the connection is closed.
async fn send(target: &Target, text: String) {
    let counts = Arc::clone(&target.counts);
    let attack = move |attacker, _| send_text(attacker, text.clone(), Arc::clone(&counts));
    target.run(1, target.address(0), attack).await;
}

async fn send_text(attacker: Attacker, text: String, counts: Arc<Counts>) -> Result<(), LoadError> {
    let mut connection = attacker.connect().await?;
    loop {
        for _ in 0..SENT_AT_ONCE {
            counts.tries();
            let sent = timeout(SEND_TIMEOUT, connection.send_text(text.clone())).await;
            let error = match sent {
                Ok(Ok(())) => continue,
                Ok(Err(error)) => error,
                // The server has closed the connection, or doesn't read any more.
                Err(_) => LoadError::NoAnswer(SEND_TIMEOUT),
            };
            return Err(closing(&mut connection, &counts, error).await);
        }
        while let Ok(received) = timeout(READ_TIMEOUT, connection.receive_text()).await {
            counts.receives(&received?, false);
        }
    }
}

/// Sends short messages in very many fragments.
pub(super) async fn fragments(target: &Target) {
    let counts = Arc::clone(&target.counts);
    let text = ClientMessage::Lobby { follow: false }.encode();
    let message: Arc<[u8]> = fragmented(&text).into();
    let attack =
        move |attacker, _| send_fragments(attacker, Arc::clone(&message), Arc::clone(&counts));
    let (count, from) = (FRAGMENT_SOCKETS, target.address(0));
    target.run(count, from, attack).await;
}

async fn send_fragments(
    attacker: Attacker,
    message: Arc<[u8]>,
    counts: Arc<Counts>,
) -> Result<(), LoadError> {
    let mut connection = attacker.connect().await?;
    loop {
        counts.tries();
        if let Err(error) = connection.send_raw(&message).await {
            return Err(closing(&mut connection, &counts, error).await);
        }
        while let Ok(received) = timeout(READ_TIMEOUT, connection.receive_text()).await {
            counts.receives(&received?, false);
        }
    }
}

/// A text frame in which all fragments but the last are empty (RFC 6455, 5.4), masked with zeros.
fn fragmented(text: &str) -> Vec<u8> {
    const MASKED: u8 = 0x80;
    const FINAL: u8 = 0x80;
    const TEXT: u8 = 1;
    const CONTINUATION: u8 = 0;
    let header = |first: u8, length: u8| [first, MASKED | length, 0, 0, 0, 0];
    // The text is a constant of fewer than 126 bytes, so its length takes one byte.
    let last = header(FINAL | CONTINUATION, text.len() as u8);
    let mut bytes = header(TEXT, 0).to_vec();
    for _ in 2..FRAGMENTS {
        bytes.extend(header(CONTINUATION, 0));
    }
    bytes.extend(last);
    bytes.extend(text.as_bytes());
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_in_fragments_is_one_frame_after_another() {
        let text = r#"{"type":"lobby","follow":false}"#;
        let bytes = fragmented(text);
        let fragments = (bytes.len() - text.len()) / 6;
        assert_eq!(fragments, FRAGMENTS);
        assert_eq!(bytes[..6], [0x01, 0x80, 0, 0, 0, 0]);
        assert_eq!(bytes[6..12], [0x00, 0x80, 0, 0, 0, 0]);
        assert!(bytes.ends_with(text.as_bytes()));
        assert_eq!(bytes[(fragments - 1) * 6], 0x80);
        assert_eq!(bytes[(fragments - 1) * 6 + 1], 0x80 | text.len() as u8);
    }
}
