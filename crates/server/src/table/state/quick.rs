//! A quick match until it begins: everybody has a seat, and is waited for.

use boneyard_protocol::TableId;
use boneyard_rules::Rules;

use super::State;
use super::command::Decision;
use super::draft::Draft;
use super::event::TableEvent;
use super::refusal::Refusal;
use crate::clock::Timestamp;
use crate::id::PlayerId;
use crate::limits;
use crate::table::quick::PairedPerson;

/// What quick match knows of a table that it opened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct QuickStand {
    /// Whether its match has begun.
    pub(crate) has_begun: bool,
    /// Whether a match is played there.
    pub(crate) is_playing: bool,
    /// When it was closed; none while it is open.
    pub(crate) closed: Option<Timestamp>,
    /// Of a match that is played, those who have not resigned; of a table that was closed before its match,
    /// those who are not to blame for it.
    pub(crate) came: Vec<PlayerId>,
    /// What is played there.
    pub(crate) rules: Rules,
    /// Whether its matches are rated.
    pub(crate) rated: bool,
}

impl QuickStand {
    /// Whether the table's people are waited for.
    pub(crate) const fn waits(&self) -> bool {
        !self.has_begun && self.closed.is_none()
    }
}

impl State {
    /// A new table with people at all its seats, who haven't come yet.
    ///
    /// # Errors
    ///
    /// When there are more of them than seats.
    pub(crate) fn open_paired(
        table: TableId,
        created: TableEvent,
        rated: bool,
        others: &[PairedPerson],
        now: Timestamp,
    ) -> Result<Decision, Refusal> {
        let mut draft = Draft::of(&Self::created(&created, now)?, now);
        draft.events.push(created);
        draft.add(TableEvent::Bound { table })?;
        draft.add(TableEvent::Terms { rated, quick: true })?;
        for person in others {
            let seat = draft.next.seats.free().next().ok_or(Refusal::Full)?;
            draft.add(TableEvent::Sat {
                seat,
                player: person.player,
                name: person.name.clone(),
                invited: true,
            })?;
        }
        Ok(draft.done())
    }

    /// Until when the people of a quick match are waited for; none if they are not, or no longer.
    pub(crate) fn come_by(&self) -> Option<Timestamp> {
        let waits = self.settings.quick && self.is_waiting() && self.deals.reveal_by().is_none();
        waits.then(|| self.settings.opened.plus_ms(limits::PAIRED_COME_MS))
    }

    /// Those who play a quick match now: who has resigned plays no longer.
    pub(crate) fn quick_players(&self) -> impl Iterator<Item = PlayerId> {
        let is_played = self.settings.quick && self.matches.is_playing();
        let people = self.seats.people().filter(move |_| is_played);
        let has_part = |player| self.seat_of(player).is_some_and(|seat| self.has_part(seat));
        people
            .map(|person| person.player)
            .filter(move |&player| has_part(player))
    }

    /// What quick match wants to know.
    pub(crate) fn quick_stand(&self) -> QuickStand {
        let in_vain = self.last.ms_since(self.settings.opened) >= limits::PAIRED_COME_MS;
        let people = self.seats.people();
        let has_part = |player| self.seat_of(player).is_some_and(|seat| self.has_part(seat));
        let came = people.filter(|person| {
            if self.matches.is_playing() {
                has_part(person.player)
            } else {
                person.ready || !in_vain
            }
        });
        QuickStand {
            has_begun: self.matches.count() > 0,
            is_playing: self.matches.is_playing(),
            closed: self.closed.then_some(self.last),
            came: came.map(|person| person.player).collect(),
            rules: *self.rules(),
            rated: self.settings.rated,
        }
    }
}
