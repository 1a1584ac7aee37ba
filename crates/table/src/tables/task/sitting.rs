//! Which people sit at a table, and which have ever sat there. Used for friends, reports and moderators.

use boneyard_base::{PlayerId, limits};
use boneyard_protocol::people::SaidLine;
use boneyard_protocol::{Invite, Line, Phrase, Pseudonym, TableId, Words};
use boneyard_rules::{BoxBySeat, BySeat, Rules, Seat};
use boneyard_store::{LogRow, StoreError};

use crate::Tables;
use crate::state::State;
use crate::state::event::TableEvent;
use crate::state::rows::read_row;
use crate::tables::task::Input;
use crate::view::chat::{Audience, ChatRooms};
use crate::view::followers::Followers;

/// The people at a table, and what moderators and these people's friends need to know about the table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sitting {
    /// The person at each seat, with the display name.
    pub seats: BoxBySeat<Option<(PlayerId, String)>>,
    /// The pseudonym of the person at each seat.
    pub pseudonyms: BySeat<Option<Pseudonym>>,
    /// The invitation to the table.
    pub invite: Invite,
    /// The rules of the matches.
    pub rules: Rules,
    /// The rules in short notation.
    pub notation: String,
    /// Whether matches are rated.
    pub rated: bool,
    /// The last lines of the players' chat, with the players who wrote them.
    chat: Vec<(PlayerId, SaidLine)>,
}

impl Sitting {
    /// Describes the people at a table; `None` if the visitor may not see the table.
    pub async fn at(
        tables: &Tables,
        table: TableId,
        asker: PlayerId,
        invite: Option<Invite>,
    ) -> Option<Self> {
        let mut answer = None;
        let describe = Input::Describe {
            asker: Some(asker),
            invite,
            answer: &mut answer,
        };
        // If the table has ended, the answer stays `None`.
        let _ = tables.open(table).take(describe).await;
        answer
    }

    /// Describes the people at a loaded table, for a visitor, or for the server itself if `asker` is
    /// `None`. Returns `None` if the visitor may not see the table.
    pub(super) fn of(
        state: &State,
        followers: &Followers,
        chat: &ChatRooms,
        asker: Option<PlayerId>,
        invite: Option<Invite>,
    ) -> Option<Self> {
        let settings = &state.settings;
        let may_see = asker.is_none_or(|asker| {
            let invited = invite == Some(settings.invite) || followers.is_invited(asker);
            let is_removed = state.seats.removed().contains(&asker);
            state.is_open_to(asker, invited) && !(state.is_link_only() && is_removed)
        });
        may_see.then(|| Self {
            seats: BySeat::from_fn(settings.rules.seating(), |seat| {
                let person = state.seats.person_at(seat)?;
                Some((person.player, person.name.to_string()))
            }),
            pseudonyms: BySeat::from_fn(settings.rules.seating(), |seat| {
                let person = state.seats.person_at(seat)?;
                Some(state.pseudonym(person.player))
            }),
            invite: settings.invite,
            rules: settings.rules,
            rated: settings.rated,
            notation: settings.notation.clone(),
            chat: said_last(chat),
        })
    }

    /// The seat at which a player sits.
    pub fn seat_of(&self, player: PlayerId) -> Option<Seat> {
        let mut seats = self.seats.iter();
        let found = seats.find(|(_, sitter)| matches!(sitter, Some((id, _)) if *id == player));
        found.map(|(seat, _)| seat)
    }
}

/// A player who is reported, and the details that are stored with the report.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reported {
    /// The player who is reported.
    pub player: PlayerId,
    /// The player's display name at the table.
    pub name: String,
    /// The number of the running match, or else of the last one; 0 before the first match.
    pub match_number: u32,
    /// The last lines of the players' chat.
    pub chat: Vec<SaidLine>,
}

impl Reported {
    /// Finds the player whom a report means. Every report names a seat, and most reports also name a
    /// pseudonym. With a pseudonym, the report means the player with that pseudonym who has or had the seat.
    /// Without a pseudonym, it means the player who has the seat, or had it last.
    pub async fn at(
        tables: &Tables,
        table: TableId,
        reporter: PlayerId,
        (seat, pseudonym): (Seat, Option<Pseudonym>),
    ) -> Result<Result<Self, NotReported>, StoreError> {
        let rows = tables.log().read(table, 0).await?;
        let Some((state, sitters)) = read_sitters(&rows) else {
            return Ok(Err(NotReported::NeverThere));
        };
        if !sitters.iter().any(|sitter| sitter.player == reporter) {
            return Ok(Err(NotReported::NeverThere));
        }
        let mut at_seat = sitters.into_iter().rev();
        let is_meant = |sitter: &Sitter| {
            let is_named = |named| state.pseudonym(sitter.player) == named;
            sitter.seat == seat && pseudonym.is_none_or(is_named)
        };
        let Some(found) = at_seat.find(is_meant) else {
            return Ok(Err(NotReported::Nobody));
        };
        if found.player == reporter {
            return Ok(Err(NotReported::Nobody));
        }
        let said = players_chat(tables, table).await.into_iter();
        let chat = said.map(|(player, line)| SaidLine {
            by_reported: player == found.player,
            ..line
        });
        Ok(Ok(Self {
            player: found.player,
            name: found.name,
            match_number: state.match_number(),
            chat: chat.collect(),
        }))
    }
}

/// The reason why a player can't be reported.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NotReported {
    /// The table does not exist, or the reporter has never sat there.
    NeverThere,
    /// No other player with the named seat and pseudonym was found.
    Nobody,
}

/// The last lines of the players' chat, with the players who wrote them.
fn said_last(rooms: &ChatRooms) -> Vec<(PlayerId, SaidLine)> {
    let line = |(player, line): (PlayerId, &Line)| {
        let text = match &line.words {
            Words::Text(text) => text.clone(),
            Words::Phrase(phrase) => phrase_text(*phrase),
        };
        let name = line.name.clone();
        let by_reported = false;
        (
            player,
            SaidLine {
                name,
                text,
                by_reported,
            },
        )
    };
    rooms.said_last(Audience::Players).map(line).collect()
}

/// The last lines of the players' chat at a table; empty once the table is closed.
async fn players_chat(tables: &Tables, table: TableId) -> Vec<(PlayerId, SaidLine)> {
    let handle = tables.open(table);
    let ask = async || {
        let mut answer = None;
        let describe = Input::Describe {
            asker: None,
            invite: None,
            answer: &mut answer,
        };
        let _ = handle.take(describe).await;
        answer.map_or_else(Vec::new, |sitting: Sitting| sitting.chat)
    };
    let chat = ask().await;
    if !chat.is_empty() || tables.bus().is_alone() {
        return chat;
    }
    // If the table was just loaded, the other nodes must first send the chat.
    tokio::time::sleep(limits::NODE_SETTLE).await;
    ask().await
}

/// A player who sits or has sat at a table.
struct Sitter {
    seat: Seat,
    player: PlayerId,
    name: String,
}

/// The state of a table, and all players who have ever sat there, in the order in which they sat down.
/// `None` if the log can't be read.
fn read_sitters(rows: &[LogRow]) -> Option<(State, Vec<Sitter>)> {
    let state = State::from_log(rows).ok()?;
    let mut sitters: Vec<Sitter> = Vec::new();
    for row in rows {
        for event in read_row(row, row.seq).ok()? {
            match event {
                TableEvent::Created { host, name, .. } => sitters.push(Sitter {
                    seat: Seat::default(),
                    player: host,
                    name,
                }),
                TableEvent::Sat {
                    seat, player, name, ..
                }
                | TableEvent::TookOver {
                    seat, player, name, ..
                } => sitters.push(Sitter { seat, player, name }),
                TableEvent::Renamed { seat, name } => {
                    let mut known = sitters.iter_mut().rev();
                    if let Some(sitter) = known.find(|sitter| sitter.seat == seat) {
                        sitter.name = name;
                    }
                }
                _ => {}
            }
        }
    }
    Some((state, sitters))
}

/// The protocol's name of a phrase.
fn phrase_text(phrase: Phrase) -> String {
    match serde_json::to_value(phrase) {
        Ok(serde_json::Value::String(name)) => name,
        _ => String::new(),
    }
}
