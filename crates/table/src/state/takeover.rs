//! How a visitor takes over a computer player's seat during a match: the visitor asks, and the host agrees.
//! While the host is not connected, any connected player may agree.

use boneyard_base::{PlayerId, Timestamp, limits};
use boneyard_protocol::SeatRequest;
use boneyard_rules::{BySeat, Seat};

use super::command::Decision;
use super::draft::Draft;
use super::event::TableEvent;
use super::refusal::Refusal;
use super::{Gone, State};

/// A visitor who asks for a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Asker {
    pub player: PlayerId,
    /// The visitor's display name.
    pub name: String,
    /// Whether the visitor came with the invitation.
    pub invited: bool,
}

/// A request for a seat that no player has answered yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct OpenRequest {
    pub asker: Asker,
    pub seat: Seat,
    pub asked: Timestamp,
}

impl OpenRequest {
    /// Creates a request for a seat at the time `now`.
    pub(crate) fn new(
        state: &State,
        asker: Asker,
        seat: Seat,
        gone: &Gone,
        now: Timestamp,
    ) -> Result<Self, Refusal> {
        may_take_over(state, &asker, seat)?;
        let mut seats = state.seats.all();
        if !seats.any(|seat| may_answer(state, seat, gone)) {
            return Err(Refusal::NobodyToAsk);
        }
        Ok(Self {
            asker,
            seat,
            asked: now,
        })
    }

    /// When the request expires if no player answers.
    pub(crate) fn until(&self) -> Timestamp {
        self.asked.plus_ms(limits::SEAT_REQUEST_MS)
    }

    /// Whether the request can still be granted.
    pub(crate) fn is_grantable(&self, state: &State, now: Timestamp) -> bool {
        now < self.until() && may_take_over(state, &self.asker, self.seat).is_ok()
    }

    /// Decides a player's answer. If the player agrees, the asker gets the seat.
    ///
    /// # Errors
    ///
    /// When the request has ended, or this player may not answer it.
    pub(crate) fn answer(
        &self,
        state: &State,
        (player, agree): (PlayerId, bool),
        gone: &Gone,
        now: Timestamp,
    ) -> Result<Decision, Refusal> {
        let seat = state.seat_of(player).ok_or(Refusal::NotSeated)?;
        if !self.is_grantable(state, now) {
            return Err(Refusal::NoRequest);
        }
        if !may_answer(state, seat, gone) {
            return Err(Refusal::NotAsked);
        }
        let mut draft = Draft::of(state, now);
        if agree {
            draft.add(TableEvent::TookOver {
                seat: self.seat,
                player: self.asker.player,
                name: self.asker.name.clone(),
                invited: self.asker.invited,
            })?;
        }
        Ok(draft.done())
    }

    /// The request, as all visitors of the table see it.
    pub(crate) fn shown(&self, state: &State, gone: &Gone) -> SeatRequest {
        SeatRequest {
            seat: self.seat,
            name: self.asker.name.clone(),
            pseudonym: state.pseudonym(self.asker.player),
            bot: self.asker.player.is_bot(),
            yours: false,
            asked_ms: self.asked.0,
            until_ms: self.until().0,
            may_answer: BySeat::from_fn(state.rules().seating(), |seat| {
                may_answer(state, seat, gone)
            }),
        }
    }
}

/// Checks whether a visitor may ask for a computer player's seat. Any visitor whom the table would allow to
/// take a free seat before a match may ask for a seat during the match.
fn may_take_over(state: &State, asker: &Asker, seat: Seat) -> Result<(), Refusal> {
    state.may_sit(asker.player)?;
    if state.settings.arranged.is_some() {
        return Err(Refusal::Kept);
    }
    state.matches.must_be_playing()?;
    state.seats.must_exist(seat)?;
    if state.seats.computer_at(seat).is_none() {
        return Err(Refusal::Taken(seat));
    }
    let is_computer = |&seat: &Seat| state.seats.computer_at(seat).is_some();
    let computers = state.seats.all().filter(is_computer);
    if !asker.invited && computers.count() <= usize::from(state.seats_kept()) {
        return Err(Refusal::Kept);
    }
    Ok(())
}

/// Whether the player at a seat may answer a request: the host may, and any connected player may while the
/// host is not connected. Programs may not.
fn may_answer(state: &State, seat: Seat, gone: &Gone) -> bool {
    let is_there = |seat| {
        let person = state.seats.person_at(seat);
        let is_bot = person.is_some_and(|person| person.player.is_bot());
        state.takes_part(seat) && gone[seat].is_none() && !is_bot
    };
    let host = state.seats.host();
    is_there(seat) && (seat == host || !is_there(host))
}
