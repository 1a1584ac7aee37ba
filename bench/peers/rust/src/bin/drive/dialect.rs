//! The protocols of the compared servers, parsed only as far as needed to know the seat on turn.

use std::fmt::Write as _;

use boneyard_peers::play;
use clap::ValueEnum;
use tungstenite::{Bytes, Message};

/// The protocol of a server.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Dialect {
    /// The JSON of the relays
    Relay,
    /// Colyseus: one patch of the state for each move
    Colyseus,
    /// boardgame.io over Socket.IO
    Boardgame,
}

/// The meaning of a message from a server.
#[derive(PartialEq, Eq, Debug)]
pub enum Meaning {
    /// The number of plays so far.
    Ply(u32),
    /// One more play than before, or the deal if there was none.
    NextPly,
    /// These messages must be sent as an answer.
    Answer(Vec<Message>),
    /// The server refused a message.
    Refused(String),
    Nothing,
}

/// The name of the game at Colyseus and boardgame.io.
pub const GAME: &str = "domino";

/// The tile and the arm of every play. The relays ignore them, and the games take the first tile of
/// the hand.
const TILE: &str = "6-4";
const ARM: &str = "a";

mod colyseus {
    pub const JOIN_ROOM: u8 = 10;
    pub const ERROR: u8 = 11;
    pub const ROOM_DATA: u8 = 13;
    pub const ROOM_STATE_PATCH: u8 = 15;
}

impl Dialect {
    /// Parses a message.
    pub fn meaning(self, message: &Message) -> Meaning {
        match (self, message) {
            (Self::Relay, Message::Text(text)) => {
                play::ply(text).map_or(Meaning::Nothing, Meaning::Ply)
            }
            (Self::Colyseus, Message::Binary(bytes)) => match bytes.first() {
                Some(&colyseus::JOIN_ROOM) => Meaning::Answer(vec![
                    Message::binary(vec![colyseus::JOIN_ROOM]),
                    Message::binary(room_data("ready")),
                ]),
                Some(&colyseus::ROOM_STATE_PATCH) => Meaning::NextPly,
                Some(&colyseus::ERROR) => {
                    Meaning::Refused(String::from_utf8_lossy(bytes).into_owned())
                }
                _ => Meaning::Nothing,
            },
            (Self::Boardgame, Message::Text(text)) => socket_io(text),
            _ => Meaning::Nothing,
        }
    }

    /// The message that plays, after this number of plays.
    pub fn play(self, table: usize, ply: u32) -> Message {
        let seat = play::turn(ply);
        match self {
            Self::Relay => {
                // As long as Boneyard's table ids, which have 32 digits.
                let table = format!("{table:032x}");
                Message::text(format!(
                    r#"{{"type":"play","table":"{table}","ply":{ply},"tile":"{TILE}","arm":"{ARM}"}}"#
                ))
            }
            Self::Colyseus => Message::Binary(Bytes::from(colyseus_play(ply))),
            Self::Boardgame => Message::text(format!(
                r#"42/{GAME},["update",{{"type":"MAKE_MOVE","payload":{{"type":"play","args":["{TILE}","{ARM}"],"playerID":"{seat}"}}}},{ply},"{table}","{seat}"]"#
            )),
        }
    }
}

/// The beginning of a message to a Colyseus room.
fn room_data(kind: &str) -> Vec<u8> {
    let mut bytes = vec![colyseus::ROOM_DATA];
    push_text(&mut bytes, kind);
    bytes
}

/// The play, with a body in `MessagePack`: a map of three entries.
fn colyseus_play(ply: u32) -> Vec<u8> {
    const MAP_OF_THREE: u8 = 0x83;
    const NUMBER_OF_32_BITS: u8 = 0xce;
    let mut bytes = room_data("play");
    bytes.push(MAP_OF_THREE);
    for (key, value) in [("tile", TILE), ("arm", ARM)] {
        push_text(&mut bytes, key);
        push_text(&mut bytes, value);
    }
    push_text(&mut bytes, "ply");
    bytes.push(NUMBER_OF_32_BITS);
    bytes.extend(ply.to_be_bytes());
    bytes
}

/// Writes a text of less than 32 bytes in `MessagePack`.
fn push_text(bytes: &mut Vec<u8>, text: &str) {
    const SHORT_TEXT: u8 = 0xa0;
    bytes.push(SHORT_TEXT | text.len() as u8);
    bytes.extend(text.as_bytes());
}

/// Parses packets of Engine.IO and Socket.IO, which begin with digits.
fn socket_io(text: &str) -> Meaning {
    const PING: &str = "2";
    const PONG: &str = "3";
    if text == PING {
        return Meaning::Answer(vec![Message::text(PONG)]);
    }
    let mut prefix = String::new();
    let _ = write!(prefix, "42/{GAME},[\"");
    let Some(event) = text.strip_prefix(&prefix) else {
        return Meaning::Nothing;
    };
    // A patch has the states before and after it; every other event has the whole state.
    let ply = match event.strip_prefix("patch\",") {
        Some(patch) => patch.split(',').nth(2).and_then(|after| after.parse().ok()),
        None => state_id(event),
    };
    ply.map_or(Meaning::Nothing, Meaning::Ply)
}

fn state_id(event: &str) -> Option<u32> {
    if !event.starts_with("update") && !event.starts_with("sync") {
        return None;
    }
    let (_, behind) = event.split_once(r#""_stateID":"#)?;
    let digits = behind.split(|c: char| !c.is_ascii_digit()).next()?;
    digits.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packets_of_boardgame_io_say_the_ply() {
        let meaning = |text: &str| Dialect::Boardgame.meaning(&Message::text(text));
        assert_eq!(meaning("2"), Meaning::Answer(vec![Message::text("3")]));
        let patch = r#"42/domino,["patch","17",4,5,[{"op":"replace"}],[]]"#;
        assert_eq!(meaning(patch), Meaning::Ply(5));
        let update = r#"42/domino,["update","17",{"G":{},"_stateID":5},[]]"#;
        assert_eq!(meaning(update), Meaning::Ply(5));
        assert_eq!(
            meaning(r#"42/domino,["matchData","17",[]]"#),
            Meaning::Nothing
        );
    }

    #[test]
    fn a_play_says_its_ply() {
        let Message::Text(play) = Dialect::Relay.play(7, 12) else {
            panic!("a relay is sent text");
        };
        assert_eq!(play::ply(&play), Some(12));
        let Message::Binary(play) = Dialect::Colyseus.play(7, 12) else {
            panic!("Colyseus is sent bytes");
        };
        assert!(play.starts_with(b"\x0d\xa4play\x83"));
    }
}
