//! A table of two players, and what they know.

use std::collections::VecDeque;
use std::error::Error;
use std::io;
use std::time::Instant;

use boneyard_peers::play::turn;
use tungstenite::{Message, WebSocket};

use crate::dialect::{Dialect, Meaning};
use crate::engine::Screens;
use crate::stream::Stream;

/// The number of players at a table.
pub const SEATS: usize = 2;

/// A table with its players.
pub struct Table {
    dialect: Dialect,
    number: usize,
    pub players: [Player; SEATS],
    /// The last play of each seat: its ply, and the time at which it was sent or due. The next
    /// player may play before this player is shown their own play.
    sent: [Option<(u32, Instant)>; SEATS],
    /// The due times of moves that wait for a player to be on turn.
    pub due: VecDeque<Instant>,
}

/// The connection of a player.
pub struct Player {
    socket: WebSocket<Stream>,
    /// The number of plays so far; `None` before the deal.
    ply: Option<u32>,
    /// The ply of the player's last play.
    played: Option<u32>,
}

impl Player {
    pub fn new(socket: WebSocket<Stream>) -> Self {
        Self {
            socket,
            ply: None,
            played: None,
        }
    }

    pub fn stream(&mut self) -> &mut Stream {
        self.socket.get_mut()
    }

    /// The next message that has arrived.
    fn receive(&mut self) -> Result<Option<Message>, Box<dyn Error>> {
        match self.socket.read() {
            Ok(Message::Close(_)) => Err("the server closed a connection".into()),
            Ok(message) => Ok(Some(message)),
            Err(tungstenite::Error::Io(error)) if error.kind() == io::ErrorKind::WouldBlock => {
                Ok(None)
            }
            Err(error) => Err(error.into()),
        }
    }
}

impl Table {
    pub fn new(dialect: Dialect, number: usize, players: [Player; SEATS]) -> Self {
        Self {
            dialect,
            number,
            players,
            sent: [None; SEATS],
            due: VecDeque::new(),
        }
    }

    /// The seat that can play now.
    pub fn on_turn(&self) -> Option<usize> {
        (0..SEATS).find(|&seat| {
            let Player { ply, played, .. } = &self.players[seat];
            ply.is_some_and(|ply| turn(ply) as usize == seat) && ply != played
        })
    }

    /// Plays for a seat. The latency is counted from `at`.
    pub fn play(&mut self, seat: usize, at: Instant) -> Result<(), Box<dyn Error>> {
        let player = &mut self.players[seat];
        player.played = player.ply;
        if let Some(ply) = player.ply {
            self.sent[seat] = Some((ply, at));
            player.socket.send(self.dialect.play(self.number, ply))?;
        }
        Ok(())
    }

    /// Reads all messages that have arrived for a seat. Returns their size in bytes.
    pub fn read(
        &mut self,
        seat: usize,
        own: &mut Screens,
        opponents: &mut Screens,
    ) -> Result<usize, Box<dyn Error>> {
        let mut bytes = 0;
        while let Some(message) = self.players[seat].receive()? {
            bytes += message.len();
            let before = self.players[seat].ply;
            let ply = match self.dialect.meaning(&message) {
                Meaning::Ply(ply) => ply,
                Meaning::NextPly => before.map_or(0, |before| before + 1),
                Meaning::Answer(messages) => {
                    for message in messages {
                        self.players[seat].socket.send(message)?;
                    }
                    continue;
                }
                Meaning::Refused(why) => return Err(why.into()),
                Meaning::Nothing => continue,
            };
            if before.is_some_and(|before| ply != before && ply != before + 1) {
                return Err(format!("a hole: {ply} plays after {before:?}").into());
            }
            self.players[seat].ply = Some(ply);
            let Some(before) = before.filter(|before| ply == before + 1) else {
                continue;
            };
            let player = turn(before) as usize;
            if let Some((_, at)) = self.sent[player].filter(|(sent, _)| *sent == before) {
                let screens = if player == seat {
                    &mut *own
                } else {
                    &mut *opponents
                };
                screens.add(at.elapsed());
            }
        }
        Ok(bytes)
    }
}
