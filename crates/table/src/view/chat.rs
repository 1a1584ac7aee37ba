//! The chat of a table. It has two rooms, one for the players and one for the watchers, and a line of one
//! room is never shown in the other. The chat is kept only in memory: it is not part of the match, and may
//! be lost.

use std::collections::HashSet;
use std::sync::Arc;

use boneyard_base::{KeyedRates, Peer, PlayerId, Rate, Timestamp, limits, text};
use boneyard_cluster::{Speech, Spoken};
use boneyard_protocol::chat::LINES_MAX;
use boneyard_protocol::{Chat, Line, Pseudonym, ServerMessage, TableId, Words};
use boneyard_rules::Seat;
use tokio::time::Instant;

use crate::state::refusal::Refusal;
use crate::view::followers::Followers;
use crate::view::room::{Kept, Room};

/// The visitor who writes a line or sends a reaction.
#[derive(Debug)]
pub(crate) struct Speaker {
    pub player: PlayerId,
    /// The visitor's seat; `None` for a watcher.
    pub seat: Option<Seat>,
    pub name: String,
    /// The visitors whom the speaker has blocked.
    pub blocked: Arc<HashSet<PlayerId>>,
}

/// A room of the chat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Audience {
    Players,
    Watchers,
}

impl Audience {
    /// The room of a visitor: the players' room for a visitor with a seat, the watchers' room for one
    /// without.
    pub(crate) const fn of(seat: Option<Seat>) -> Self {
        match seat {
            Some(_) => Self::Players,
            None => Self::Watchers,
        }
    }
}

/// A line or a reaction, and who may see it.
#[derive(Debug)]
pub(crate) struct Heard {
    pub message: ServerMessage,
    /// The room to which the message is sent; `None` for both rooms.
    pub(crate) only_in: Option<Audience>,
    /// The visitor who wrote the line or sent the reaction.
    player: PlayerId,
    /// The visitors to whom the message is not sent, because they have blocked the speaker or the speaker
    /// has blocked them.
    unheard_by: Arc<HashSet<PlayerId>>,
}

impl Heard {
    /// Whether the message may be sent to this visitor: neither the visitor nor the speaker has blocked the
    /// other.
    pub(crate) fn is_for(&self, listener: &Peer) -> bool {
        !self.unheard_by.contains(&listener.player)
            && !listener.status().blocked.contains(&self.player)
    }
}

/// The two chat rooms of a table.
#[derive(Debug)]
pub(crate) struct ChatRooms {
    table: TableId,
    players: Room,
    watchers: Room,
    /// The rate limit of those watchers' reactions that the players see too.
    applause: Rate,
    /// The rate limit of each visitor who has spoken recently.
    speakers: KeyedRates<PlayerId>,
}

impl ChatRooms {
    /// Two empty rooms.
    pub(crate) fn new(table: TableId, now: Instant) -> Self {
        Self {
            table,
            players: Room::new(now),
            watchers: Room::new(now),
            applause: Rate::new(limits::APPLAUSE_INTERVAL, limits::APPLAUSE_BURST, now),
            speakers: KeyedRates::new(limits::TABLE_RATES_MANY),
        }
    }

    /// The last lines of a room, as a visitor sees them.
    pub(crate) fn chat(&self, audience: Audience, listener: &Peer) -> Chat {
        self.room(audience).chat(listener)
    }

    /// The last lines of a room with the visitors who wrote them, for moderators.
    pub(crate) fn said_last(&self, audience: Audience) -> impl Iterator<Item = (PlayerId, &Line)> {
        let last = self.room(audience).last(limits::REPORT_LINES);
        last.map(|kept| (kept.player, &kept.line))
    }

    /// Checks a line or a reaction of a visitor. `at` is the time that clients show; the rate limits use
    /// `now`. The result is passed to [`Self::hear`] on every node.
    ///
    /// # Errors
    ///
    /// When the visitor or the room exceeds a rate limit, or the text isn't allowed.
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
        let Speaker {
            player,
            seat,
            name,
            blocked,
        } = speaker;
        let is_hidden = matches!(speech, Speech::React(_)) && self.hides_from_players(seat, now);
        Ok(Spoken {
            seat,
            name,
            speech,
            is_hidden,
            at,
            player,
            unheard_by: blocked.iter().copied().collect(),
        })
    }

    /// Adds a line to its room, under the speaker's pseudonym at the table; a reaction is not stored. The
    /// message is also not sent to followers on this node who have blocked the speaker.
    pub(crate) fn hear(
        &mut self,
        spoken: Spoken,
        pseudonym: Pseudonym,
        followers: &Followers,
    ) -> Heard {
        let table = self.table;
        let Spoken {
            seat,
            name,
            speech,
            is_hidden,
            at,
            player,
            unheard_by,
        } = spoken;
        let blockers = followers.blockers_of(player);
        let unheard_by: HashSet<_> = unheard_by.into_iter().chain(blockers).collect();
        let unheard_by = Arc::new(unheard_by);
        let audience = Audience::of(seat);
        let (message, only_in) = match speech {
            Speech::Say(words) => {
                let room = self.room_mut(audience);
                let line = Line {
                    n: room.next_number(),
                    seat,
                    name,
                    pseudonym,
                    words,
                    at_ms: at.0,
                };
                let kept = Kept {
                    line: line.clone(),
                    player,
                    unheard_by: Arc::clone(&unheard_by),
                };
                room.push(kept, |player| followers.has(player));
                (ServerMessage::Said { table, line }, Some(audience))
            }
            Speech::React(reaction) => {
                let reacted = ServerMessage::Reacted {
                    table,
                    seat,
                    name,
                    pseudonym,
                    reaction,
                };
                (reacted, is_hidden.then_some(Audience::Watchers))
            }
        };
        Heard {
            message,
            only_in,
            player,
            unheard_by,
        }
    }

    /// The message with the last line, numbered for this visitor. `None` if the line has the same number in
    /// the room, as it has for most visitors.
    pub(crate) fn numbered_for(&self, heard: &Heard, player: PlayerId) -> Option<ServerMessage> {
        let (ServerMessage::Said { table, line }, Some(audience)) = (&heard.message, heard.only_in)
        else {
            return None;
        };
        let missed = self.room(audience).missed(player);
        (missed > 0).then(|| ServerMessage::Said {
            table: *table,
            line: Line {
                n: line.n - missed,
                ..line.clone()
            },
        })
    }

    /// Whether no line has been added to either room.
    pub(crate) const fn are_empty(&self) -> bool {
        self.players.is_empty() && self.watchers.is_empty()
    }

    /// The last lines of both rooms.
    pub(crate) fn spoken(&self) -> impl Iterator<Item = Spoken> {
        let rooms = [&self.players, &self.watchers].into_iter();
        let lines = rooms.flat_map(|room| room.last(LINES_MAX));
        lines.map(|kept| Spoken {
            seat: kept.line.seat,
            name: kept.line.name.clone(),
            speech: Speech::Say(kept.line.words.clone()),
            is_hidden: false,
            at: Timestamp(kept.line.at_ms),
            player: kept.player,
            unheard_by: kept.unheard_by.iter().copied().collect(),
        })
    }

    /// Counts a line or a reaction against the speaker's rate limit and then, only if that allows it,
    /// against the room's limit. So no visitor alone can use up the room's limit.
    fn let_speak(&mut self, speaker: &Speaker, now: Instant) -> Result<(), Refusal> {
        let full = |_: &_| Rate::new(limits::CHAT_INTERVAL, limits::CHAT_BURST, now);
        if !self.speakers.allow(speaker.player, full, now) {
            return Err(Refusal::TalksTooFast);
        }
        let room = self.room_mut(Audience::of(speaker.seat));
        if !room.allows(now) {
            return Err(Refusal::TooLoud);
        }
        Ok(())
    }

    /// Whether a reaction is sent only to the watchers, because the players have been sent enough of the
    /// watchers' reactions.
    fn hides_from_players(&mut self, from: Option<Seat>, now: Instant) -> bool {
        Audience::of(from) == Audience::Watchers && !self.applause.allows(now)
    }

    const fn room(&self, audience: Audience) -> &Room {
        match audience {
            Audience::Players => &self.players,
            Audience::Watchers => &self.watchers,
        }
    }

    const fn room_mut(&mut self, audience: Audience) -> &mut Room {
        match audience {
            Audience::Players => &mut self.players,
            Audience::Watchers => &mut self.watchers,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use boneyard_protocol::{Phrase, Reaction};

    use super::*;

    fn speaker(player: PlayerId, seat: Option<u8>) -> Speaker {
        Speaker {
            player,
            seat: seat.and_then(Seat::new),
            name: "Somebody".to_owned(),
            blocked: Arc::default(),
        }
    }

    /// Checks what a visitor says, and adds it to its room.
    fn hear(
        rooms: &mut ChatRooms,
        who: Speaker,
        speech: Speech,
        now: Instant,
    ) -> Result<Heard, Refusal> {
        let spoken = rooms.judge(who, speech, Timestamp(7), now)?;
        let followers = Followers::new(TableId::random());
        Ok(rooms.hear(spoken, Pseudonym::random(), &followers))
    }

    fn hello() -> Speech {
        Speech::Say(Words::Phrase(Phrase::Hello))
    }

    /// How many of a hundred greetings are allowed, and the refusal of the first one that is not.
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
        let (reader, _inbox) = Peer::channel(boneyard_testing::anybody(), None);
        let chat = rooms.chat(Audience::Watchers, &reader);
        let first = chat.lines().next().unwrap();
        assert_eq!(first.words, Words::Text("<b>x</b> y".to_owned()));
        assert_eq!((first.n, first.at_ms), (1, 7));
        assert_eq!(rooms.chat(Audience::Players, &reader).lines().len(), 0);
    }
}
