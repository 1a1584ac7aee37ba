//! What people say at a table. There are two rooms, the players' and the watchers', and nothing
//! that is said in one is heard in the other. Held in memory alone: it is no part of the match,
//! and nothing of it is to last.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::Arc;

use boneyard_base::{Peer, PlayerId, Rate, Timestamp, limits, text};
use boneyard_cluster::{Speech, Spoken};
use boneyard_protocol::chat::LINES_MAX;
use boneyard_protocol::{Chat, Line, Pseudonym, ServerMessage, TableId, Words};
use boneyard_rules::Seat;
use tokio::time::Instant;

use crate::table::state::refusal::Refusal;
use crate::table::view::followers::Followers;

/// Who wants to be heard.
#[derive(Debug)]
pub(crate) struct Speaker {
    pub(crate) player: PlayerId,
    /// Where they sit, if they do.
    pub(crate) seat: Option<Seat>,
    pub(crate) name: String,
    /// Whom they have blocked.
    pub(crate) blocked: Arc<HashSet<PlayerId>>,
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
    /// Who speaks.
    player: PlayerId,
    /// Who is told nothing of it.
    unheard_by: Arc<HashSet<PlayerId>>,
}

impl Heard {
    /// Whether a visitor is told it, as far as blocks go.
    pub(crate) fn is_for(&self, listener: &Peer) -> bool {
        !self.unheard_by.contains(&listener.player)
            && !listener.standing().blocked.contains(&self.player)
    }
}

/// A line that is remembered.
#[derive(Debug)]
struct Kept {
    line: Line,
    player: PlayerId,
    /// Who was told nothing of it: whom the speaker has blocked, and who has blocked the speaker.
    unheard_by: Arc<HashSet<PlayerId>>,
}

/// One room.
///
/// Who is blocked must not find out. So everybody's lines are numbered without gaps: a line's number is
/// less by as many lines before it as its listener was told nothing of.
#[derive(Debug)]
struct Room {
    lines: VecDeque<Kept>,
    /// How many lines were ever said here.
    said: u64,
    /// How many lines each was told nothing of that are no longer kept.
    missed: HashMap<PlayerId, u64>,
    rate: Rate,
}

impl Room {
    /// Adds a line. Of lines that are no longer kept those are counted that somebody who is here was told
    /// nothing of.
    fn push(&mut self, kept: Kept, is_here: impl Fn(PlayerId) -> bool) {
        self.lines.push_back(kept);
        while self.lines.len() > limits::ROOM_LINES_MAX
            && let Some(old) = self.lines.pop_front()
        {
            for &player in old.unheard_by.iter() {
                if is_here(player) || self.missed.contains_key(&player) {
                    *self.missed.entry(player).or_default() += 1;
                }
            }
        }
    }

    /// The lines that a visitor is shown, the last ones, as they are numbered for them.
    fn chat(&self, listener: &Peer) -> Chat {
        let standing = listener.standing();
        let mut missed = self.missed_before(listener.player);
        let mut chat = Chat::default();
        for kept in &self.lines {
            if kept.unheard_by.contains(&listener.player) {
                missed += 1;
            } else if !standing.blocked.contains(&kept.player) {
                let mut line = kept.line.clone();
                line.n -= missed;
                chat.push(line);
            }
        }
        chat
    }

    /// How many lines a visitor was told nothing of, before those that are kept.
    fn missed_before(&self, player: PlayerId) -> u64 {
        self.missed.get(&player).copied().unwrap_or(0)
    }

    /// The same up to now.
    fn missed(&self, player: PlayerId) -> u64 {
        let lines = self.lines.iter();
        let kept = lines.filter(|kept| kept.unheard_by.contains(&player));
        self.missed_before(player) + kept.count() as u64
    }
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
            lines: VecDeque::new(),
            said: 0,
            missed: HashMap::new(),
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

    /// What was said last in a room, as a visitor is shown it.
    pub(crate) fn chat(&self, audience: Audience, listener: &Peer) -> Chat {
        self.room(audience).chat(listener)
    }

    /// What was said last in a room, and by which player: for moderators.
    pub(crate) fn said_last(&self, audience: Audience) -> impl Iterator<Item = (PlayerId, &Line)> {
        let lines = &self.room(audience).lines;
        let skipped = lines.len().saturating_sub(limits::REPORT_LINES);
        let last = lines.iter().skip(skipped);
        last.map(|kept| (kept.player, &kept.line))
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

    /// Has somebody heard, under their pseudonym at the table. They are not heard by those at this node who
    /// have blocked them either.
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
                room.said += 1;
                let line = Line {
                    n: room.said,
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

    /// What was heard last, as it is numbered for a visitor; none if that is as for everybody.
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

    /// Whether nothing has been said.
    pub(crate) const fn are_empty(&self) -> bool {
        self.players.said == 0 && self.watchers.said == 0
    }

    /// What was said last, room by room.
    pub(crate) fn spoken(&self) -> impl Iterator<Item = Spoken> {
        let rooms = [&self.players, &self.watchers].into_iter();
        let last = |room: &'_ Room| room.lines.len().saturating_sub(LINES_MAX);
        let lines = rooms.flat_map(move |room| room.lines.iter().skip(last(room)));
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
        let room = self.room_mut(Audience::of(speaker.seat));
        if !room.rate.allows(now) {
            return Err(Refusal::TooLoud);
        }
        Ok(())
    }

    /// Whether the watchers alone are to see a reaction: the players have seen enough of theirs.
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

    /// Judges what somebody wants others to hear, and has them hear it.
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
        let (reader, _inbox) = Peer::channel(boneyard_testing::anybody(), None);
        let chat = rooms.chat(Audience::Watchers, &reader);
        let first = chat.lines().next().unwrap();
        assert_eq!(first.words, Words::Text("<b>x</b> y".to_owned()));
        assert_eq!((first.n, first.at_ms), (1, 7));
        assert_eq!(rooms.chat(Audience::Players, &reader).lines().len(), 0);
    }
}
