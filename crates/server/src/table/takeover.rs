//! How somebody comes to the seat of a computer player while a match is played: they ask, and every
//! person who takes part in the match has to agree. Pure, and not part of the log but for what comes
//! of it: who asks and isn't answered has decided nothing, and strangers write no log.

use boneyard_protocol::{SeatRequest, TookOver};
use boneyard_rules::{BySeat, Match, Need, Seat};

use super::command::Decision;
use super::event::TableEvent;
use super::refusal::Refusal;
use super::state::{Sitter, State};
use crate::clock::Timestamp;
use crate::id::PlayerId;
use crate::limits;

/// Somebody without a seat who asks for one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Asker {
    pub(super) player: PlayerId,
    /// Their display name.
    pub(super) name: String,
    /// Whether they came with the invitation.
    pub(super) invited: bool,
}

/// Asks for the seat of a computer player, and how far the players have answered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Request {
    pub(super) asker: Asker,
    pub(super) seat: Seat,
    pub(super) asked: Timestamp,
    /// When it was asked, by matches and rounds that had ended.
    when: (u32, u16),
    /// Who has agreed.
    agreed: BySeat<bool>,
}

/// How a request stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Standing {
    /// Somebody hasn't answered.
    Waits,
    /// All who are asked have agreed.
    Agreed,
    /// The asker has the seat.
    Granted,
    /// It can't be granted any more.
    Lapsed,
}

impl Request {
    /// When it lapses at the latest.
    pub(super) fn until(&self) -> Timestamp {
        self.asked.plus_ms(limits::SEAT_REQUEST_MS)
    }
}

impl State {
    /// Judges whether somebody may ask for a computer player's seat. Who might sit down there before
    /// a match may ask during one.
    ///
    /// # Errors
    ///
    /// Why they may not.
    pub(super) fn may_take_over(&self, asker: &Asker, seat: Seat) -> Result<(), Refusal> {
        self.may_sit(asker.player)?;
        self.must_be_playing()?;
        if self.seats.get(seat).is_none() {
            return Err(Refusal::NoSuchSeat(seat));
        }
        if self.computer_at(seat).is_none() {
            return Err(Refusal::Taken(seat));
        }
        let seats = self.rules.seating.seats();
        let computers = seats.filter(|&seat| self.computer_at(seat).is_some());
        if !asker.invited && computers.count() <= usize::from(self.seats_kept()) {
            return Err(Refusal::Kept);
        }
        Ok(())
    }

    /// Whether a seat's player is asked whether somebody may take over a computer player's seat:
    /// every person who is at the match themselves. Programs are not.
    pub(super) fn is_asked(&self, seat: Seat) -> bool {
        let is_bot = |seat| self.person_at(seat).is_some_and(|at| at.player.is_bot());
        self.takes_part(seat) && !is_bot(seat)
    }

    /// A request that nobody has answered.
    ///
    /// # Errors
    ///
    /// Why there can be none.
    pub(super) fn request(
        &self,
        asker: Asker,
        seat: Seat,
        now: Timestamp,
    ) -> Result<Request, Refusal> {
        self.may_take_over(&asker, seat)?;
        let mut seats = self.rules.seating.seats();
        // Silence is no consent: who is away would find a stranger in their match.
        if !seats.any(|seat| self.is_asked(seat)) {
            return Err(Refusal::NobodyToAsk);
        }
        Ok(Request {
            asker,
            seat,
            asked: now,
            when: self.rounds_ended(),
            agreed: BySeat::from_fn(self.rules.seating, |_| false),
        })
    }

    /// Takes what a player answers to a request; whether the asker may still hope.
    ///
    /// # Errors
    ///
    /// When the player isn't asked, or the asker has the seat.
    pub(super) fn answer(
        &self,
        request: &mut Request,
        player: PlayerId,
        agree: bool,
    ) -> Result<bool, Refusal> {
        if self.seat_of(request.asker.player) == Some(request.seat) {
            return Err(Refusal::NoRequest);
        }
        let seat = self.seat_of(player).ok_or(Refusal::NotSeated)?;
        if !self.is_asked(seat) {
            return Err(Refusal::NotAsked);
        }
        request.agreed[seat] = agree;
        Ok(agree)
    }

    /// How a request stands, whose asker is there or isn't.
    pub(super) fn standing(&self, request: &Request, is_here: bool, now: Timestamp) -> Standing {
        let Request { asker, seat, .. } = request;
        if self.seat_of(asker.player) == Some(*seat) {
            Standing::Granted
        } else if !is_here
            || now >= request.until()
            || self.rounds_ended() != request.when
            || self.may_take_over(asker, *seat).is_err()
        {
            Standing::Lapsed
        } else if self.all_agree(request) {
            Standing::Agreed
        } else {
            Standing::Waits
        }
    }

    /// Gives somebody the seat that they have asked for. Once more changes nothing.
    ///
    /// # Errors
    ///
    /// When the seat can't be had any more, or not everybody agrees.
    pub(super) fn hand_over(&self, request: &Request, now: Timestamp) -> Result<Decision, Refusal> {
        let mut draft = self.draft(now);
        match self.standing(request, true, now) {
            Standing::Granted => {}
            Standing::Agreed => {
                let asker = &request.asker;
                draft.add(TableEvent::TookOver {
                    seat: request.seat,
                    player: asker.player,
                    name: asker.name.clone(),
                    invited: asker.invited,
                })?;
            }
            Standing::Waits | Standing::Lapsed => return Err(Refusal::NoRequest),
        }
        Ok(draft.done())
    }

    /// A request, as everybody at the table is shown it.
    pub(super) fn shown_request(&self, request: &Request) -> SeatRequest {
        SeatRequest {
            seat: request.seat,
            name: request.asker.name.clone(),
            bot: request.asker.player.is_bot(),
            yours: false,
            asked_ms: request.asked.0,
            until_ms: request.until().0,
            answers: BySeat::from_fn(self.rules.seating, |seat| {
                self.is_asked(seat).then(|| request.agreed[seat])
            }),
        }
    }

    /// The computer player's hand, turn and clock are somebody's from now on. What its seat has
    /// promised for the deals of this match, nothing, stays.
    pub(super) fn take_over(
        &mut self,
        seat: Seat,
        player: PlayerId,
        name: &str,
        invited: bool,
    ) -> Result<(), Refusal> {
        self.must_be_playing()?;
        let level = self.computer_at(seat).ok_or(Refusal::EmptySeat(seat))?;
        if self.seat_of(player).is_some() {
            return Err(Refusal::AlreadySeated);
        }
        let round = self.game.as_ref().map_or(0, Match::round_number);
        self.seats[seat] = Some(Sitter::person(player, name, invited));
        self.manners.forget(seat);
        let attention = &mut self.person_mut(seat)?.attention;
        attention.took_over = Some(TookOver { level, round });
        Ok(())
    }

    /// What the person at a seat has taken over during this match.
    pub(super) fn took_over(&self, seat: Seat) -> Option<TookOver> {
        self.person_at(seat)?.attention.took_over
    }

    /// All who are asked have agreed, and somebody is.
    fn all_agree(&self, request: &Request) -> bool {
        let mut seats = self.rules.seating.seats();
        let mut asked = seats.clone().filter(|&seat| self.is_asked(seat));
        asked.all(|seat| request.agreed[seat]) && seats.any(|seat| self.is_asked(seat))
    }

    /// How many matches have begun here, and how many rounds of the last have ended.
    fn rounds_ended(&self) -> (u32, u16) {
        let dealt = self.game.as_ref().map_or(0, Match::round_number);
        let running = matches!(self.next_round_needs(), Need::Play(_));
        (self.matches, dealt.saturating_sub(u16::from(running)))
    }
}
