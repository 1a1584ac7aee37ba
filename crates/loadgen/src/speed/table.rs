//! A table and the players who are measured. Each player always makes the first move that the
//! server offers.

use std::collections::VecDeque;
use std::io;
use std::time::Instant;

use boneyard_protocol::{ClientMessage, Request, TableId};
use boneyard_rules::Move;
use boneyard_rules::seat::SEATS_MAX;
use tokio_tungstenite::tungstenite::{Error, Message, Utf8Bytes, WebSocket};

use super::sample::Sample;
use super::stream::Stream;
use crate::error::LoadError;
use crate::wire::{Change, Frame, Phase};

/// A table, and the connections of its players.
pub(super) struct Table {
    /// Whether the players make no moves, although they have begun a match.
    pub(super) is_idle: bool,
    id: TableId,
    players: Vec<Player>,
    /// The last plays. The index of a play is its ply modulo the number of seats. A player can't
    /// play again before seeing the previous plays, so the number of plays in transit is at most
    /// the number of seats.
    sent: [Option<Sent>; SEATS_MAX],
    /// The due times of moves that could not be made yet, because no player was able to play.
    due: VecDeque<Instant>,
}

/// A player's connection, and the position that the player was shown.
pub(super) struct Player {
    socket: WebSocket<Stream>,
    position: Position,
}

/// The state of the table that a player was shown.
#[derive(Default)]
struct Position {
    /// The version of the table; `None` before the first frame about the table.
    v: Option<u64>,
    ply: u32,
    phase: Option<Phase>,
    offer: Option<Move>,
    /// The ply of the player's last action. A player acts only once at each ply.
    acted_at_ply: Option<u32>,
}

/// A play whose update some players have not received yet.
#[derive(Clone, Copy)]
struct Sent {
    seat: usize,
    ply: u32,
    /// The time at which the play was sent or, at a fixed rate, was due.
    at: Instant,
}

impl Table {
    pub(super) fn new(id: TableId, players: Vec<Player>, is_idle: bool) -> Self {
        Self {
            is_idle,
            id,
            players,
            sent: [None; SEATS_MAX],
            due: VecDeque::new(),
        }
    }

    pub(super) fn id(&self) -> TableId {
        self.id
    }

    pub(super) fn players(&self) -> &[Player] {
        &self.players
    }

    /// Makes reading from all connections non-blocking.
    pub(super) fn set_nonblocking(&mut self) -> io::Result<()> {
        let mut players = self.players.iter_mut();
        players.try_for_each(|player| player.socket.get_mut().set_nonblocking())
    }

    /// Adds the due time of a move. The player on turn will make it.
    pub(super) fn add_due(&mut self, at: Instant) {
        self.due.push_back(at);
    }

    /// The number of due moves that could not be made yet.
    pub(super) fn overdue(&self) -> usize {
        self.due.len()
    }

    /// The times from which the latencies of unfinished moves are counted: of moves that are
    /// overdue, and of plays that no player has been shown yet.
    pub(super) fn overdue_since(&self) -> impl Iterator<Item = Instant> {
        let seen = self.players.iter().map(|player| player.position.ply);
        let newest = seen.max().unwrap_or(0);
        let sent = self.sent.iter().flatten();
        let unseen = sent.filter(move |sent| sent.ply == newest);
        let due = self.due.iter().copied();
        due.chain(unseen.map(|sent| sent.at))
    }

    /// Takes the next due move, if there is one.
    pub(super) fn take_due(&mut self) -> Option<Instant> {
        self.due.pop_front()
    }

    /// The seat of a player who can play now; `None` if there is no such player, or if the players
    /// at this table make no moves.
    pub(super) fn on_turn(&self) -> Option<usize> {
        if self.is_idle {
            return None;
        }
        let mut players = self.players.iter().enumerate();
        let found = players.find(|(seat, player)| player.position.may_play(*seat));
        found.map(|(seat, _)| seat)
    }

    /// Makes the offered move for a seat. The latency is counted from the time `at`.
    pub(super) fn play(&mut self, seat: usize, at: Instant) -> Result<(), LoadError> {
        let player = &mut self.players[seat];
        let ply = player.position.ply;
        let Some(chosen) = player.position.offer else {
            return Ok(());
        };
        let request = Request::Move { ply, chosen };
        self.sent[slot(ply)] = Some(Sent { seat, ply, at });
        player.position.acted_at_ply = Some(ply);
        player.send(&request.at(self.id))
    }

    /// Reads all frames that have arrived for a seat. Sends the actions that need no choice.
    pub(super) fn read(&mut self, seat: usize, sample: &mut Sample) -> Result<(), LoadError> {
        while let Some(text) = self.players[seat].try_receive()? {
            sample.frames.add(text.len());
            let ply_before = self.players[seat].position.ply;
            self.players[seat].position.fold(Frame::decode(&text)?)?;
            let ply = self.players[seat].position.ply;
            if ply != ply_before {
                self.record_latency(seat, ply, text.len(), sample);
            }
            if let Some(answer) = self.players[seat].position.answer() {
                self.players[seat].send(&answer.at(self.id))?;
            }
        }
        Ok(())
    }

    /// Records the latency of the play before `ply`. Called when the update that shows this play has arrived
    /// at a seat.
    fn record_latency(&self, seat: usize, ply: u32, bytes: usize, sample: &mut Sample) {
        let Some(before) = ply.checked_sub(1) else {
            return;
        };
        if let Some(sent) = self.sent[slot(before)].filter(|sent| sent.ply == before) {
            let updates = if sent.seat == seat {
                &mut sample.own
            } else {
                &mut sample.opponents
            };
            updates.add(sent.at.elapsed(), bytes);
        }
    }
}

fn slot(ply: u32) -> usize {
    ply as usize % SEATS_MAX
}

impl Player {
    pub(super) fn new(socket: WebSocket<Stream>) -> Self {
        Self {
            socket,
            position: Position::default(),
        }
    }

    pub(super) fn stream(&self) -> &Stream {
        self.socket.get_ref()
    }

    /// Sends a frame. Frames are small and players send only one at a time, so the send buffer
    /// always has enough space.
    pub(super) fn send(&mut self, message: &ClientMessage) -> Result<(), LoadError> {
        Ok(self.socket.send(Message::text(message.encode()))?)
    }

    /// Waits until a frame changes the version of the table. The connection must be blocking.
    pub(super) fn receive_version(&mut self) -> Result<(), LoadError> {
        let before = self.position.v;
        while self.position.v == before {
            let text = self.try_receive()?.ok_or(LoadError::Closed)?;
            self.position.fold(Frame::decode(&text)?)?;
        }
        Ok(())
    }

    fn try_receive(&mut self) -> Result<Option<Utf8Bytes>, LoadError> {
        receive(&mut self.socket)
    }
}

/// The next text frame; `None` if no frame is available on a non-blocking connection.
pub(super) fn receive(socket: &mut WebSocket<Stream>) -> Result<Option<Utf8Bytes>, LoadError> {
    loop {
        match socket.read() {
            Ok(Message::Text(text)) => return Ok(Some(text)),
            Ok(Message::Close(_)) => return Err(LoadError::Closed),
            Ok(_) => {}
            Err(Error::Io(error)) if error.kind() == io::ErrorKind::WouldBlock => return Ok(None),
            Err(error) => return Err(error.into()),
        }
    }
}

impl Position {
    /// Applies a frame. Versions are consecutive, so a missing update is an error that ends the
    /// run.
    fn fold(&mut self, frame: Frame<'_>) -> Result<(), LoadError> {
        let change = match frame {
            Frame::Table { v, change } => {
                *self = Self {
                    v: Some(v),
                    ..Self::default()
                };
                change
            }
            Frame::Update { v, change } => {
                if let Some(before) = self.v.filter(|before| before + 1 != v) {
                    return Err(LoadError::Gap { before, got: v });
                }
                self.v = Some(v);
                change
            }
            Frame::Refused(text) => return Err(LoadError::Refused(text.into_owned())),
            Frame::Other => return Ok(()),
        };
        let Change { ply, phase, offer } = change;
        if let Some(ply) = ply {
            (self.ply, self.offer) = (ply, offer);
        }
        self.phase = phase.or(self.phase);
        Ok(())
    }

    fn may_play(&self, seat: usize) -> bool {
        let is_on_turn =
            matches!(self.phase, Some(Phase::Playing { turn }) if usize::from(turn) == seat);
        is_on_turn && self.offer.is_some() && self.acted_at_ply != Some(self.ply)
    }

    /// The action that a player must send in this position without having a choice. The action is returned
    /// only once for each position.
    fn answer(&mut self) -> Option<Request> {
        let answer = match self.phase? {
            Phase::RoundOver => Request::Next,
            Phase::MatchOver => Request::Ready { ready: true },
            Phase::Playing { .. } => return None,
        };
        let is_first = self.acted_at_ply.replace(self.ply) != Some(self.ply);
        is_first.then_some(answer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn update(v: u64, rest: &str) -> String {
        format!(r#"{{"type":"update","v":{v}{rest}}}"#)
    }

    fn fold(position: &mut Position, text: &str) -> Result<(), LoadError> {
        position.fold(Frame::decode(text).unwrap())
    }

    #[test]
    fn a_hole_in_the_versions_ends_the_run() {
        let mut position = Position::default();
        fold(&mut position, r#"{"type":"table","v":5,"view":null}"#).unwrap();
        fold(&mut position, &update(6, "")).unwrap();
        let hole = fold(&mut position, &update(8, ""));
        assert!(matches!(hole, Err(LoadError::Gap { before: 6, got: 8 })));
        fold(&mut position, r#"{"type":"table","v":9,"view":null}"#).unwrap();
        fold(&mut position, &update(10, "")).unwrap();
    }

    #[test]
    fn a_refusal_ends_the_run_with_its_text() {
        let refused = r#"{"type":"error","code":"stale","text":"too late"}"#;
        let error = fold(&mut Position::default(), refused).unwrap_err();
        assert!(error.to_string().ends_with("too late"));
    }

    #[test]
    fn a_position_is_acted_on_once() {
        let mut position = Position::default();
        let turn = r#","standing":{"ply":3,"turn":1},
            "own":{"line":{"placements":[{"tile":"6-4"}]}}"#;
        fold(&mut position, &update(1, turn)).unwrap();
        assert!(position.may_play(1) && !position.may_play(0));
        position.acted_at_ply = Some(position.ply);
        fold(&mut position, &update(2, r#","room":{}"#)).unwrap();
        assert!(!position.may_play(1));
        // The opponent passed, so the seat on turn is the same as before.
        let again = r#","standing":{"ply":4,"turn":1},
            "own":{"line":{"placements":[{"tile":"6-5"}]}}"#;
        fold(&mut position, &update(3, again)).unwrap();
        assert!(position.may_play(1));
        let over = r#","standing":{"ply":5}"#;
        fold(&mut position, &update(4, over)).unwrap();
        assert!(matches!(position.answer(), Some(Request::Next)));
        assert!(position.answer().is_none());
    }
}
