//! Hand-written WebSocket frames, as far as the players of this benchmark send them: short texts in
//! one frame each.

/// A frame from a client, taken from the beginning of the received bytes.
#[derive(Debug, PartialEq, Eq)]
pub enum Received {
    /// The frame isn't complete yet.
    Incomplete,
    /// A text.
    Text(String),
    /// A frame that can be ignored.
    Other,
    /// The client has closed the connection, or sent an invalid frame.
    Close,
}

const FINAL_TEXT: u8 = 0x81;
const OPCODE: u8 = 0x0f;
const CLOSE: u8 = 0x8;
const MASKED: u8 = 0x80;
/// A length of two bytes follows.
const LONG: u8 = 126;
const MASK_BYTES: usize = 4;

/// Takes the first frame from the received bytes.
pub fn take(received: &mut Vec<u8>) -> Received {
    let &[head, length, ..] = received.as_slice() else {
        return Received::Incomplete;
    };
    if length & MASKED == 0 {
        return Received::Close;
    }
    let (mask_at, length) = match (length & !MASKED, received.get(2..4)) {
        (short, _) if short < LONG => (2, usize::from(short)),
        (LONG, Some(&[high, low])) => (4, usize::from(u16::from_be_bytes([high, low]))),
        (LONG, _) => return Received::Incomplete,
        _ => return Received::Close,
    };
    let payload_at = mask_at + MASK_BYTES;
    let end = payload_at + length;
    if received.len() < end {
        return Received::Incomplete;
    }
    let (front, payload) = received[..end].split_at_mut(payload_at);
    let mask = &front[mask_at..];
    for (byte, key) in payload.iter_mut().zip(mask.iter().cycle()) {
        *byte ^= key;
    }
    let taken = match head {
        FINAL_TEXT => String::from_utf8(payload.to_vec()).map_or(Received::Close, Received::Text),
        other if other & OPCODE == CLOSE => Received::Close,
        _ => Received::Other,
    };
    received.drain(..end);
    taken
}

/// Makes a text frame of the server.
///
/// # Panics
///
/// If the text has more than 65,535 bytes.
#[must_use]
pub fn text(text: &str) -> Vec<u8> {
    let mut frame = Vec::with_capacity(text.len() + 4);
    frame.push(FINAL_TEXT);
    match u8::try_from(text.len()) {
        Ok(short) if short < LONG => frame.push(short),
        _ => {
            frame.push(LONG);
            let length = u16::try_from(text.len()).expect("updates are short");
            frame.extend(length.to_be_bytes());
        }
    }
    frame.extend(text.as_bytes());
    frame
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use tungstenite::Message;
    use tungstenite::protocol::{Role, WebSocket};

    use super::*;

    #[test]
    fn frames_are_those_of_a_library() {
        for length in [0, 125, 126, 400, 60_000] {
            let sent = "x".repeat(length);
            let mut library =
                WebSocket::from_raw_socket(Cursor::new(Vec::new()), Role::Client, None);
            library.send(Message::text(sent.clone())).unwrap();
            let mut bytes = library.get_ref().get_ref().clone();
            let last = bytes.pop().unwrap();
            assert_eq!(take(&mut bytes), Received::Incomplete);
            bytes.push(last);
            assert_eq!(take(&mut bytes), Received::Text(sent.clone()));
            assert!(bytes.is_empty());

            let ours = Cursor::new(text(&sent));
            let mut library = WebSocket::from_raw_socket(ours, Role::Client, None);
            assert_eq!(library.read().unwrap(), Message::text(sent));
        }
    }
}
