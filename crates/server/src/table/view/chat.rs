//! What people say at a table. There are two rooms, the players' and the watchers', and nothing
//! that is said in one is heard in the other. Held in memory alone: it is no part of the match,
//! and nothing of it is to last.

use std::collections::HashMap;

use boneyard_protocol::{Chat, Line, Reaction, ServerMessage, TableId, Words};
use boneyard_rules::Seat;
use serde::{Deserialize, Serialize};
use tokio::time::Instant;

use crate::bus::Spoken;
use crate::clock::Timestamp;
use crate::id::PlayerId;
use crate::limits;
use crate::rate::Rate;
use crate::table::state::refusal::Refusal;
use crate::text;

/// What somebody wants others to hear or see.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) enum Speech {
    /// Words for their room.
    Say(Words),
    /// A reaction for everybody.
    React(Reaction),
}

/// Who wants to be heard.
#[derive(Debug)]
pub(crate) struct Speaker {
    pub(crate) player: PlayerId,
    /// Where they sit, if they do.
    pub(crate) seat: Option<Seat>,
    pub(crate) name: String,
}

/// A room to talk in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Audience {
    Players,
    Watchers,
}

impl Audience {
    /// Where somebody is who has this seat, or none.
    pub(crate) const fn of(seat: Option<Seat>) -> Self {
        match seat {
            Some(_) => Self::Players,
            None => Self::Watchers,
        }
    }
}

/// What is to be told, and to whom.
#[derive(Debug)]
pub(crate) struct Heard {
    pub(crate) message: ServerMessage,
    /// The room that hears it; everybody if none.
    pub(crate) only_in: Option<Audience>,
}

/// One room.
#[derive(Debug)]
struct Room {
    chat: Chat,
    /// How many lines were ever said here.
    said: u64,
    rate: Rate,
}

/// Both rooms of a table.
#[derive(Debug)]
pub(crate) struct ChatRooms {
    table: TableId,
    players: Room,
    watchers: Room,
    /// How many of the watchers' reactions the players see.
    applause: Rate,
    /// How fast each of those talks who have said something just now.
    speakers: HashMap<PlayerId, Rate>,
}

impl ChatRooms {
    /// Two rooms in which nothing has been said.
    pub(crate) fn new(table: TableId, now: Instant) -> Self {
        let room = || Room {
            chat: Chat::default(),
            said: 0,
            rate: Rate::new(limits::CHAT_ROOM_INTERVAL, limits::CHAT_ROOM_BURST, now),
        };
        Self {
            table,
            players: room(),
            watchers: room(),
            applause: Rate::new(limits::APPLAUSE_INTERVAL, limits::APPLAUSE_BURST, now),
            speakers: HashMap::new(),
        }
    }

    /// What was said last in a room.
    pub(crate) const fn chat(&self, audience: Audience) -> &Chat {
        match audience {
            Audience::Players => &self.players.chat,
            Audience::Watchers => &self.watchers.chat,
        }
    }

    /// Takes what somebody wants others to hear, at a time that they are told, and at a moment that their
    /// patience is measured by. It is what [`Self::hear`] has them hear, at every node.
    ///
    /// # Errors
    ///
    /// When it is too much, or none that anybody may hear.
    pub(crate) fn judge(
        &mut self,
        speaker: Speaker,
        speech: Speech,
        at: Timestamp,
        now: Instant,
    ) -> Result<Spoken, Refusal> {
        let speech = match speech {
            Speech::Say(Words::Text(raw)) => {
                let text = text::normalise(&raw, limits::CHAT_CHARS_MAX)?;
                Speech::Say(Words::Text(text))
            }
            other => other,
        };
        self.let_speak(&speaker, now)?;
        let Speaker { seat, name, .. } = speaker;
        let is_hidden = matches!(speech, Speech::React(_)) && self.hides_from_players(seat, now);
        Ok(Spoken {
            seat,
            name,
            speech,
            is_hidden,
            at,
        })
    }

    /// Has somebody heard.
    pub(crate) fn hear(&mut self, spoken: Spoken) -> Heard {
        let table = self.table;
        let Spoken {
            seat,
            name,
            speech,
            is_hidden,
            at,
        } = spoken;
        let audience = Audience::of(seat);
        match speech {
            Speech::Say(words) => {
                let room = self.room(audience);
                room.said += 1;
                let line = Line {
                    n: room.said,
                    seat,
                    name,
                    words,
                    at_ms: at.0,
                };
                room.chat.push(line.clone());
                Heard {
                    message: ServerMessage::Said { table, line },
                    only_in: Some(audience),
                }
            }
            Speech::React(reaction) => Heard {
                message: ServerMessage::Reacted {
                    table,
                    seat,
                    name,
                    reaction,
                },
                only_in: is_hidden.then_some(Audience::Watchers),
            },
        }
    }

    /// Whether nothing has been said.
    pub(crate) const fn are_empty(&self) -> bool {
        self.players.said == 0 && self.watchers.said == 0
    }

    /// What was said last, room by room.
    pub(crate) fn spoken(&self) -> impl Iterator<Item = Spoken> {
        let rooms = [&self.players.chat, &self.watchers.chat].into_iter();
        rooms.flat_map(Chat::lines).map(|line| Spoken {
            seat: line.seat,
            name: line.name.clone(),
            speech: Speech::Say(line.words.clone()),
            is_hidden: false,
            at: Timestamp(line.at_ms),
        })
    }

    /// Takes one out of the speaker's own bucket and, only then, one out of their room's: nobody
    /// can use up a room's alone.
    fn let_speak(&mut self, speaker: &Speaker, now: Instant) -> Result<(), Refusal> {
        // Whose bucket is full again might as well never have said anything.
        self.speakers.retain(|_, rate| !rate.is_full(now));
        let own = self
            .speakers
            .entry(speaker.player)
            .or_insert_with(|| Rate::new(limits::CHAT_INTERVAL, limits::CHAT_BURST, now));
        if !own.allows(now) {
            return Err(Refusal::TalksTooFast);
        }
        if !self.room(Audience::of(speaker.seat)).rate.allows(now) {
            return Err(Refusal::TooLoud);
        }
        Ok(())
    }

    /// Whether the watchers alone are to see a reaction: the players have seen enough of theirs.
    fn hides_from_players(&mut self, from: Option<Seat>, now: Instant) -> bool {
        Audience::of(from) == Audience::Watchers && !self.applause.allows(now)
    }

    const fn room(&mut self, audience: Audience) -> &mut Room {
        match audience {
            Audience::Players => &mut self.players,
            Audience::Watchers => &mut self.watchers,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use boneyard_protocol::Phrase;

    use super::*;

    fn speaker(player: PlayerId, seat: Option<u8>) -> Speaker {
        Speaker {
            player,
            seat: seat.and_then(Seat::new),
            name: "Somebody".to_owned(),
        }
    }

    /// Judges what somebody wants others to hear, and has them hear it.
    fn hear(
        rooms: &mut ChatRooms,
        who: Speaker,
        speech: Speech,
        now: Instant,
    ) -> Result<Heard, Refusal> {
        let spoken = rooms.judge(who, speech, Timestamp(7), now)?;
        Ok(rooms.hear(spoken))
    }

    fn hello() -> Speech {
        Speech::Say(Words::Phrase(Phrase::Hello))
    }

    /// How many of a hundred hellos are heard, and why the next is not.
    fn heard(
        rooms: &mut ChatRooms,
        mut who: impl FnMut() -> Speaker,
        now: Instant,
    ) -> (usize, Refusal) {
        for said in 0..100 {
            if let Err(refusal) = hear(rooms, who(), hello(), now) {
                return (said, refusal);
            }
        }
        panic!("nobody minds")
    }

    #[test]
    fn one_visitor_says_five_things_at_once_and_then_one_every_two_seconds() {
        let start = Instant::now();
        let mut rooms = ChatRooms::new(TableId::random(), start);
        let player = PlayerId::random();
        let mut heard = |after_s| {
            let now = start + Duration::from_secs(after_s);
            heard(&mut rooms, || speaker(player, Some(1)), now)
        };
        assert_eq!(heard(0), (5, Refusal::TalksTooFast));
        assert_eq!(heard(1), (0, Refusal::TalksTooFast));
        assert_eq!(heard(2), (1, Refusal::TalksTooFast));
        assert_eq!(heard(60), (5, Refusal::TalksTooFast));
    }

    #[test]
    fn a_crowd_of_watchers_is_bounded_and_does_not_silence_the_players() {
        let start = Instant::now();
        let mut rooms = ChatRooms::new(TableId::random(), start);
        let stranger = || speaker(PlayerId::random(), None);
        assert_eq!(heard(&mut rooms, stranger, start), (50, Refusal::TooLoud));
        let player = speaker(PlayerId::random(), Some(0));
        assert!(hear(&mut rooms, player, hello(), start).is_ok());
        let later = start + limits::CHAT_ROOM_BURST + limits::CHAT_BURST;
        assert!(hear(&mut rooms, stranger(), hello(), later).is_ok());
        assert_eq!(rooms.speakers.len(), 1, "the others are forgotten");
    }

    #[test]
    fn a_crowds_applause_does_not_hide_the_table() {
        let start = Instant::now();
        let mut rooms = ChatRooms::new(TableId::random(), start);
        let mut reacts = |seat, after_s| {
            let speech = Speech::React(Reaction::ALL[0]);
            let who = speaker(PlayerId::random(), seat);
            let now = start + Duration::from_secs(after_s);
            hear(&mut rooms, who, speech, now).unwrap().only_in
        };
        let seen = (0..20).filter(|_| reacts(None, 0).is_none()).count();
        assert_eq!(seen, 5);
        assert_eq!(reacts(None, 0), Some(Audience::Watchers));
        assert_eq!(reacts(Some(0), 0), None, "a player is always seen");
        assert_eq!(reacts(None, 1), None);
    }

    #[test]
    fn what_cannot_be_said_costs_nothing_and_is_not_kept() {
        let now = Instant::now();
        let mut rooms = ChatRooms::new(TableId::random(), now);
        let player = PlayerId::random();
        let mut say = |text: &str| {
            let speech = Speech::Say(Words::Text(text.to_owned()));
            hear(&mut rooms, speaker(player, None), speech, now)
        };
        for bad in ["", " \n ", "a\u{202e}b", &"x".repeat(201)] {
            assert!(matches!(say(bad), Err(Refusal::Text(_))), "{bad:?}");
        }
        for good in ["  <b>x</b>\n y ", &"é".repeat(200), "a", "b", "c"] {
            assert!(say(good).is_ok(), "{good:?}");
        }
        let first = rooms.chat(Audience::Watchers).lines().next().unwrap();
        assert_eq!(first.words, Words::Text("<b>x</b> y".to_owned()));
        assert_eq!((first.n, first.at_ms), (1, 7));
        assert_eq!(rooms.chat(Audience::Players).lines().len(), 0);
    }
}
