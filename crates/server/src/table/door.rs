//! The door of a table by link. Its players are among themselves while they play, and whoever comes
//! with the invitation waits there: they see who plays, may ask for the seat of a computer player, and
//! are told nothing of the match. Nobody is put there or let in: who waits follows from the state.

use boneyard_protocol::room::RoomSeat;
use boneyard_protocol::{About, Care, Door, Missed, Presence, Room, ServerMessage, TableId};

use super::actor::Actor;
use super::chat::Place;
use super::handle::Mail;
use super::refusal::Refusal;
use super::requests::Wish;
use super::state::State;
use crate::id::PlayerId;
use crate::peer::FollowId;

impl State {
    /// Whether somebody who follows the table waits at its door.
    pub(super) fn keeps_at_door(&self, player: PlayerId) -> bool {
        self.is_among_players() && self.seat_of(player).is_none()
    }

    /// The table as those see it who wait at its door.
    pub(super) fn door(&self, table: TableId, presence: Presence) -> Door {
        let room = self.room();
        // Who has seen the end of a round, is late or wants the match to end, tells of the play.
        let seats = room.seats.map(|seat| {
            Some(RoomSeat {
                ready: false,
                care: Care::default(),
                ..seat.clone()?
            })
        });
        Door {
            table,
            room: Room { seats, ..room },
            // So does whose turn lasts long.
            presence: Presence {
                absent: None,
                ..presence
            },
        }
    }
}

impl Mail {
    /// Who wants what only those may want who see the table, and what an error will be about.
    const fn wants_the_table(&self) -> Option<(FollowId, About)> {
        match *self {
            Self::Act { id, about, .. }
            | Self::Speak { id, about, .. }
            | Self::Wish {
                id,
                about,
                wish: Wish::Answer { .. },
                ..
            } => Some((id, about)),
            Self::Hint { id, .. } => Some((id, About::Hint)),
            Self::Analyse { id } => Some((id, About::Analyse)),
            Self::Prove { id, .. } => Some((id, About::Fairness)),
            Self::Wish {
                wish: Wish::Ask(_) | Wish::Withdraw,
                ..
            }
            | Self::Follow { .. }
            | Self::PutAway
            | Self::Unfollow { .. }
            | Self::Renamed { .. } => None,
        }
    }
}

impl Actor {
    /// Whether this is wanted at the door, where it can't be had; whoever wants it is told so.
    pub(super) fn stops_at_door(&mut self, mail: &Mail) -> bool {
        let Some((id, about)) = mail.wants_the_table() else {
            return false;
        };
        let follower = self.followers.get(id);
        let stops = follower.is_some_and(|follower| self.state.keeps_at_door(follower.peer.player));
        if stops {
            self.refuse(id, about, Refusal::PrivateMatch);
        }
        stops
    }

    /// Shows a follower all that they may see: what they missed, if that is known, or the table, or
    /// its door.
    pub(super) fn show(&mut self, id: FollowId, since: Option<u64>) {
        let Some(follower) = self.followers.get(id) else {
            return;
        };
        let player = follower.peer.player;
        let now = self.tables.clock().now();
        let presence = self.followers.presence(&self.state, now);
        let presence = self.followers.presence_for(player, presence);
        let place = Place::of(self.state.seat_of(player));
        let chat = self.rooms.chat(place).clone();
        let message = if self.state.keeps_at_door(player) {
            ServerMessage::Door(Box::new(self.state.door(self.id, presence)))
        } else if let Some(updates) = self.missed_since(since, player) {
            ServerMessage::Missed(Box::new(Missed {
                table: self.id,
                v: self.state.version.unsigned_abs(),
                updates,
                presence,
                chat,
            }))
        } else {
            let snapshot = self.state.snapshot(self.id, player, presence, chat);
            ServerMessage::Table(Box::new(snapshot))
        };
        self.tell(id, &message);
    }
}
