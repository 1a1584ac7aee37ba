//! A text frame from a client: it is a message that survives being written and read again, or an
//! error whose text is short.

#![no_main]

use boneyard_protocol::{ClientMessage, ServerMessage};
use libfuzzer_sys::fuzz_target;

/// Longer than any answer may be, however long the frame was: what it quotes is cut at 160 bytes,
/// of which each may take six to be written in JSON.
const ERROR_BYTES_MAX: usize = 6 * 160 + 240;

fuzz_target!(|frame: &str| {
    match ClientMessage::parse(frame) {
        Ok(message) => {
            let written = message.encode();
            assert_eq!(ClientMessage::parse(&written), Ok(message), "{written}");
        }
        Err(error) => {
            let answer = ServerMessage::from(&error).encode();
            assert!(answer.len() <= ERROR_BYTES_MAX, "{answer}");
        }
    }
});
