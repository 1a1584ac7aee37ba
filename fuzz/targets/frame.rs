//! Parses a text frame from a client. If it is a message, the message must stay the same when it is written
//! and parsed again. Otherwise the text of the error must be short.

#![no_main]

use boneyard_protocol::{ClientMessage, ServerMessage};
use libfuzzer_sys::fuzz_target;

/// The greatest length of the answer to a wrong frame, in bytes, however long the frame was. The answer
/// quotes at most 160 bytes of the frame. Each of these bytes takes at most six bytes in JSON.
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
